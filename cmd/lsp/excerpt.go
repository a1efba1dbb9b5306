package main

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// tabStop is the distance of tab stops in a source line as it is shown.
const tabStop = 4

// cell is one character as a person counts them: a letter with its accents, an emoji with its joiners.
type cell struct {
	text  string
	start int // byte offset in the document
	width int // columns of the terminal
}

// excerpt returns the line of text that the span from start to end begins on, and below it a line of carets under
// the part that the span covers. Both fit in width columns: a longer line is trimmed around the carets. Tabs become
// spaces and control characters pictures, so that the carets stand where they should on every terminal. An empty
// span gets one caret. The cost does not grow with the length of the line.
func excerpt(text []byte, start, end, width int) (line, carets string) {
	width = max(width, 20)
	cells, more := cellsAround(text, start, end, width)
	first, last := marked(cells, start, end)

	column, from, until := 0, 0, 0 // the columns of the carets: from <= column < until
	for i, c := range cells {
		if i == first {
			from = column
		}
		column += c.width
		if i == last {
			until = column
		}
	}
	if first == len(cells) {
		from = column
	}
	until = max(until, from+1)

	left, right := 0, max(column, until) // the columns shown
	if right > width || more.left || more.right {
		left = max(0, min(from-width/3, right-width))
		right = min(right, left+width)
	}
	return cut(cells, left, right, more), strings.Repeat(" ", from-left) + strings.Repeat("^", max(1, min(until, right)-from))
}

// cutOff tells on which sides a line goes on beyond its cells.
type cutOff struct{ left, right bool }

// cellsAround returns the cells of the line that start stands on, as many around the span as can matter for width.
func cellsAround(text []byte, start, end, width int) ([]cell, cutOff) {
	reach := 16 * width // bytes: room for characters of many code points
	low := max(0, start-reach)
	if i := bytes.LastIndexAny(text[low:start], "\r\n"); i >= 0 {
		low += i + 1
	}
	high := min(len(text), min(end, start+reach)+reach)
	if i := bytes.IndexAny(text[start:high], "\r\n"); i >= 0 {
		high = start + i
	}
	for low > 0 && low < start && !utf8.RuneStart(text[low]) {
		low++
	}
	for high < len(text) && high > start && !utf8.RuneStart(text[high]) {
		high--
	}
	more := cutOff{
		left:  low > 0 && text[low-1] != '\n' && text[low-1] != '\r',
		right: high < len(text) && text[high] != '\n' && text[high] != '\r',
	}
	var cells []cell
	column, state := 0, -1
	for at, rest := low, text[low:high]; len(rest) > 0; {
		var cluster []byte
		var w int
		cluster, rest, w, state = uniseg.FirstGraphemeCluster(rest, state)
		c := cell{text: string(cluster), start: at, width: w}
		switch {
		case cluster[0] == '\t':
			c.width = tabStop - column%tabStop
			c.text = strings.Repeat(" ", c.width)
		case printable(c.text) != c.text:
			c.text = printable(c.text)
			c.width = utf8.RuneCountInString(c.text)
		case w == 0: // a joiner or a space without width: nobody could see what the carets mean
			c.text, c.width = string(utf8.RuneError), 1
		}
		cells = append(cells, c)
		column += c.width
		at += len(cluster)
	}
	return cells, more
}

// marked returns the first and the last cell that the span covers; both are len(cells) where it begins after them,
// and last is before first where the span is empty.
func marked(cells []cell, start, end int) (first, last int) {
	first, last = len(cells), -1
	for i, c := range cells {
		next := c.start + 1
		if i+1 < len(cells) {
			next = cells[i+1].start
		}
		if first == len(cells) && start < next {
			first = i
		}
		if c.start < end {
			last = i
		}
	}
	return first, last
}

// cut returns the cells in the columns from left to right, with an ellipsis where something is left out.
func cut(cells []cell, left, right int, more cutOff) string {
	var b strings.Builder
	column := 0
	total := 0
	for _, c := range cells {
		total += c.width
	}
	for _, c := range cells {
		next := column + c.width
		hidesLeft := (left > 0 || more.left) && column <= left && next > left
		hidesRight := (right < total || more.right) && column < right && next >= right
		switch {
		case next <= left || column >= right:
		case hidesLeft:
			b.WriteString("…" + strings.Repeat(" ", next-left-1))
		case hidesRight:
			b.WriteString("…")
		default:
			b.WriteString(c.text)
		}
		column = next
	}
	return strings.TrimRight(b.String(), " ")
}
