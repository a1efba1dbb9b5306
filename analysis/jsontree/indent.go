package jsontree

// This file reads brackets by the indentation of the lines they stand on, for
// documents where the brackets alone do not add up.

// lookback bounds the search for the bracket that a line closes, so that
// hostile text cannot make it quadratic.
const lookback = 64

// dedent closes the containers that the line at pos is not part of by its
// indentation, and tells whether there were any.
func (p *parser) dedent() bool {
	line := p.line.at(p.text, p.pos)
	top := len(p.frames) - 1
	if p.pos != line.first || line.indent > p.frames[top].indent {
		return false
	}
	c := p.text[p.pos]
	closer := c == '}' || c == ']'
	if closer && line.indent == p.frames[top].indent {
		return false
	}
	for i := top - 1; i >= max(0, top-lookback); i-- {
		f := p.frames[i]
		if closer && f.indent == line.indent && closerOf(f.node.kind)[0] == c || !closer && f.indent < line.indent {
			p.unclosed(i+1, p.endBefore(line.start), false)
			p.faulted = true
			return true
		}
		if f.indent < line.indent {
			return false
		}
	}
	return false
}

// endBefore is the end of the line before the one that starts at an offset,
// so that a cursor on an empty line below an open bracket is inside it.
func (p *parser) endBefore(lineStart int) int {
	if lineStart > 0 && p.text[lineStart-1] == '\n' {
		lineStart--
	}
	if lineStart > 0 && p.text[lineStart-1] == '\r' {
		lineStart--
	}
	return lineStart
}

// surplus tells whether the closing bracket at pos cannot be one by the
// indentation, and skips it: what it would close goes on in the next line.
func (p *parser) surplus() bool {
	c := p.text[p.pos]
	kind := Array
	switch {
	case c == '}':
		kind = Object
	case c != ']':
		return false
	}
	if p.open[kind-Array] == 0 {
		return false
	}
	line := p.line.at(p.text, p.pos)
	f := p.frames[len(p.frames)-1]
	for i := len(p.frames) - 2; f.node.kind != kind; i-- {
		if i < 0 || i < len(p.frames)-lookback {
			return false
		}
		f = p.frames[i]
	}
	if f.line == line.start || line.next == len(p.text) || p.pos < line.lastOpener {
		return false
	}
	below := p.text[line.next]
	goesOn := line.nextIndent > f.indent
	closesBelow := p.pos == line.first && line.indent > f.indent && line.nextIndent == f.indent && below == c
	if !goesOn && !closesBelow {
		return false
	}
	p.report(ExtraCloser, p.pos, p.pos+1, `The next line still belongs to what this "`+string(c)+`" would close. Remove it.`)
	p.pos++
	return true
}

// lineCursor knows the line of an offset. It only moves forward.
type lineCursor struct {
	scanned    int // text before this is counted
	start      int // of the line
	first      int // its first byte that is no blank
	indent     int // blanks before that
	lastOpener int // its last opening bracket
	next       int // first byte that is no blank of the next line that has one
	nextIndent int // blanks before that
}

func (l *lineCursor) at(text []byte, pos int) lineCursor {
	moved := l.scanned == 0
	for ; l.scanned < pos; l.scanned++ {
		if text[l.scanned] == '\n' || text[l.scanned] == '\r' {
			l.start, moved = l.scanned+1, true
		}
	}
	if !moved {
		return *l
	}
	l.first = l.start
	for l.first < len(text) && (text[l.first] == ' ' || text[l.first] == '\t') {
		l.first++
	}
	l.indent = l.first - l.start
	l.lastOpener = l.start
	end := l.first
	for ; end < len(text) && text[end] != '\n' && text[end] != '\r'; end++ {
		if text[end] == '{' || text[end] == '[' {
			l.lastOpener = end
		}
	}
	start := end
	for l.next = end; l.next < len(text) && isSpace(text[l.next]); l.next++ {
		if text[l.next] == '\n' || text[l.next] == '\r' {
			start = l.next + 1
		}
	}
	l.nextIndent = l.next - start
	return *l
}
