package lsp

import (
	"bytes"

	"go.lsp.dev/protocol"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// splice is one replacement in a text: the bytes from start to end became length new bytes.
type splice struct{ start, end, length int }

// move returns where an offset of the text before the splice stands after it. An offset inside what was replaced moves
// to its start.
func (s splice) move(off int) int {
	switch {
	case off >= s.end && off > s.start:
		return off - s.end + s.start + s.length
	case off > s.start:
		return s.start
	}
	return off
}

// applyChanges returns the text after the changes of one notification, each of which speaks of the text that the one
// before it left (LSP 3.18, "DidChangeTextDocument"). The text given is not changed. Positions outside of the text are
// clamped to it, as the protocol asks for characters and as nothing better can be done for lines.
func applyChanges(text []byte, changes []protocol.TextDocumentContentChangeEvent, encoding jsontree.Encoding) ([]byte, []splice) {
	e := editor{text: text, encoding: encoding}
	for _, change := range changes {
		switch change := change.(type) {
		case *protocol.TextDocumentContentChangeWholeDocument:
			e.splices = append(e.splices, splice{start: 0, end: len(e.text), length: len(change.Text)})
			e.text, e.owned = []byte(change.Text), true
			e.at = cursor{}
		case *protocol.TextDocumentContentChangePartial:
			e.replace(change.Range, change.Text)
		}
	}
	return e.text, e.splices
}

// editor applies changes to one text. It walks from the place of one change to that of the next instead of finding
// every line anew, and copies the whole text once.
type editor struct {
	text     []byte
	owned    bool // text is ours to change
	encoding jsontree.Encoding
	at       cursor
	splices  []splice
}

// cursor is a known place: where a line of a text begins.
type cursor struct{ line, start int }

func (e *editor) replace(r protocol.Range, newText string) {
	start := e.offset(r.Start)
	at := e.at
	end := max(start, e.offset(r.End))
	e.at = at // what stands before the change keeps its place
	e.splices = append(e.splices, splice{start: start, end: end, length: len(newText)})
	size := len(e.text) - (end - start) + len(newText)
	if !e.owned || size > cap(e.text) {
		room := size
		if e.owned { // a second change in one notification: expect more
			room += size/8 + 256
		}
		text := append(make([]byte, 0, room), e.text[:start]...)
		text = append(text, newText...)
		e.text, e.owned = append(text, e.text[end:]...), true
	} else {
		tail := e.text[end:]
		e.text = e.text[:size]
		copy(e.text[start+len(newText):], tail)
		copy(e.text[start:], newText)
	}
	// A line end that was split or joined at the start of the line would move it: \r before and \n after it are one end.
	if s := e.at.start; s == start && s > 0 && e.text[s-1] == '\r' && s < len(e.text) && e.text[s] == '\n' {
		e.at = cursor{}
	}
}

// offset returns the byte offset of a position and leaves the cursor at its line.
func (e *editor) offset(p protocol.Position) int {
	line := int(p.Line)
	if line < e.at.line {
		e.back(line)
	}
	for e.at.line < line {
		end, next := lineEnd(e.text, e.at.start)
		if next == end { // the last line has no end
			return len(e.text)
		}
		e.at = cursor{line: e.at.line + 1, start: next}
	}
	end, _ := lineEnd(e.text, e.at.start)
	row := jsontree.NewLines(e.text[e.at.start:end])
	return e.at.start + row.Offset(0, int(p.Character), e.encoding)
}

// back moves the cursor up to the line, or to the start of the text when that is nearer.
func (e *editor) back(line int) {
	if line < e.at.line/2 {
		e.at = cursor{}
		return
	}
	for e.at.line > line {
		before := e.text[:e.at.start]
		switch last := len(before) - 1; {
		case before[last] == '\n' && last > 0 && before[last-1] == '\r':
			before = before[:last-1]
		default:
			before = before[:last]
		}
		e.at = cursor{line: e.at.line - 1, start: bytes.LastIndexAny(before, "\r\n") + 1}
	}
}

// lineEnd returns where the line that begins at start ends, and where the next one begins; both are the end of the text
// for the last line. Lines end with \n, \r\n or \r (LSP 3.18, "Text Documents").
func lineEnd(text []byte, start int) (end, next int) {
	rest := text[start:]
	n := bytes.IndexByte(rest, '\n')
	if n < 0 {
		n = len(rest)
	}
	if r := bytes.IndexByte(rest[:n], '\r'); r >= 0 {
		if r+1 == n && n < len(rest) {
			return start + r, start + n + 1
		}
		return start + r, start + r + 1
	}
	if n == len(rest) {
		return len(text), len(text)
	}
	return start + n, start + n + 1
}
