package analysis

import (
	"bytes"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// spot is where something is being typed: a key or a value, begun or not, of a document that may be half-typed. What can
// stand there is asked of the document as it would be with the spot whole: in quotation marks, with its colon and commas.
type spot struct {
	off       int
	token     jsontree.Span // what stands there: a text with its quotation marks, a bare word, or nothing
	key       bool
	quoted    bool // it starts with a quotation mark
	closed    bool // and ends with one
	colon     bool // of a key: a colon follows
	comma     bool // none follows, and something that needs one does
	lacking   int  // where a comma is missing before it, -1 where none is
	container *jsontree.Node
}

// spotAt finds what is being typed at an offset; ok is false where neither a key nor a value can stand.
func spotAt(d *Document, off int) (s spot, ok bool) {
	text := d.Text
	if off < 0 || off > len(text) {
		return s, false
	}
	s = spot{off: off, token: jsontree.Span{Start: off, End: off}, lacking: -1}
	n := d.Tree().NodeAt(off)
	if span := n.Span(); n.Kind() == jsontree.String && span.Start < off && (off < span.End || !n.Closed()) && text[span.Start] == '"' {
		s.quoted, s.closed, s.token = true, n.Closed(), span
		if !s.closed { // what follows belongs to the rest of the line
			s.token.End = wordEnds(text, off)
		}
	} else if quote := openQuote(text, off); quote >= 0 { // the parser has it end earlier, where it could
		s.quoted, s.token = true, jsontree.Span{Start: quote, End: wordEnds(text, off)}
	} else {
		for s.token.Start > 0 && inBareWord(text[s.token.Start-1]) {
			s.token.Start--
		}
		s.token.End = wordEnds(text, off)
	}
	before := bytes.TrimRight(text[:s.token.Start], " \t\r\n")
	if len(before) == 0 {
		return s, false
	}
	s.container = containerAt(d.Tree(), s.token.Start)
	if s.container == nil {
		return s, false
	}
	object := s.container.Kind() == jsontree.Object
	switch before[len(before)-1] {
	case '{':
		s.key = true
	case '[':
	case ':':
		if !object {
			return s, false
		}
	case ',':
		s.key = object
	default: // behind a value that has no comma yet
		if len(before) == s.token.Start || !followsItem(s.container, len(before)) {
			return s, false
		}
		s.key, s.lacking = object, len(before)
	}
	after := bytes.TrimLeft(text[s.token.End:], " \t\r\n")
	if blanks := text[s.token.End : len(text)-len(after)]; object && !s.key && s.token.Len() == 0 && len(after) > 0 && !bytes.ContainsAny(blanks, "\r\n") {
		if c := after[0]; c != ',' && c != '}' && c != ']' && d.Tree().NodeAt(len(text)-len(after)).Value() == nil {
			return s, false // the value stands behind the cursor
		}
	}
	if len(after) > 0 {
		s.colon = s.key && after[0] == ':'
		s.comma = !s.colon && (after[0] == '"' || after[0] == '{' || after[0] == '[' || inBareWord(after[0]))
	}
	return s, true
}

// Invites reports whether something is being typed at an offset, or is about to be: a text is open there, or a member
// lacks its value. Between members and elements one goes on to the next line as likely.
func (d *Document) Invites(off int) bool {
	s, ok := spotAt(d, off)
	return ok && (s.quoted || bytes.HasSuffix(bytes.TrimRight(d.Text[:s.token.Start], " \t"), []byte(":")))
}

// openQuote returns the quotation mark of a text that is not closed on its line before an offset, -1 where none is.
func openQuote(text []byte, off int) int {
	open := -1
	for i := bytes.LastIndexByte(text[:off], '\n') + 1; i < off; i++ {
		switch {
		case text[i] == '"' && open < 0:
			open = i
		case text[i] == '"':
			open = -1
		case text[i] == '\\' && open >= 0:
			i++
		}
	}
	return open
}

// inBareWord reports whether a byte can be part of a word that stands without quotation marks.
func inBareWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '$' || c == '.' || c == '+' || c >= 0x80
}

func wordEnds(text []byte, off int) int {
	for off < len(text) && inBareWord(text[off]) {
		off++
	}
	return off
}

// containerAt returns the object or array around an offset, nil outside of any.
func containerAt(t *jsontree.Tree, off int) *jsontree.Node {
	n := t.NodeAt(off)
	for ; n != nil; n = n.Parent() {
		if k := n.Kind(); (k == jsontree.Object || k == jsontree.Array) && n.Span().Start < off && (off < n.Span().End || !n.Closed()) {
			return n
		}
	}
	return nil
}

// followsItem reports whether an element, or a member with its value, of the container ends at a place.
func followsItem(container *jsontree.Node, end int) bool {
	if container.Kind() == jsontree.Array {
		for _, e := range container.Elements() {
			if e.Span().End == end && e.Kind() != jsontree.Missing {
				return true
			}
		}
		return false
	}
	for _, m := range container.Members() {
		if m.Value.Span().End == end && m.Value.Kind() != jsontree.Missing {
			return true
		}
	}
	return false
}

// content is what is typed between the quotation marks, or would be.
func (s *spot) content() jsontree.Span {
	c := jsontree.Span{Start: s.token.Start, End: s.off}
	if s.quoted {
		c.Start++
		if s.closed {
			c.End = s.token.End - 1
		}
	}
	return c
}

// whole returns the document with the spot whole, and where its text starts there.
func (s *spot) whole(d *Document) (read *Document, content int) {
	c := s.content()
	if s.closed && !s.comma && s.lacking < 0 && (s.colon || !s.key) {
		return d, c.Start
	}
	text := make([]byte, 0, len(d.Text)+len(`,"": null,`))
	text = append(text, d.Text[:s.token.Start]...)
	if s.lacking >= 0 {
		text = append(append(text[:s.lacking:s.lacking], ','), d.Text[s.lacking:s.token.Start]...)
	}
	text = append(text, '"')
	content = len(text)
	text = append(append(text, d.Text[c.Start:c.End]...), '"')
	if s.key && !s.colon {
		text = append(text, ": null"...)
	}
	if s.comma {
		text = append(text, ',')
	}
	text = append(text, d.Text[s.token.End:]...)
	src := d.Source
	src.Text = text
	return Open(src, d.around, d), content
}

// place says a completion that was found in the whole document, whose text starts at content, in the document as it is.
func (s *spot) place(x Completion, read *Document, content int) Completion {
	c := s.content()
	moved := c.Start - content
	comma := ""
	if s.comma {
		comma = ","
	}
	if s.lacking >= 0 {
		x.Also = append(x.Also, jsontree.Edit{Span: jsontree.Span{Start: s.lacking, End: s.lacking}, NewText: ","})
	}
	if x.raw != "" {
		x.Span, x.NewText = s.token, x.raw+comma
		if x.Snippet != "" {
			x.Snippet += comma
		}
		return x
	}
	left, right := x.Span.Start-content, content+c.Len()-x.Span.End // what stays of the text on either side
	x.Span = x.Span.Shift(moved)
	partial := left > 0 || right > 0 || x.part
	if s.closed && !s.comma && (s.colon || !s.key) || s.quoted && !s.closed && partial {
		return x
	}
	before, after := string(read.Text[content:content+left]), string(read.Text[content+c.Len()-right:content+c.Len()])
	if !s.quoted {
		before = `"` + before
	}
	switch {
	case s.key && s.colon:
		x.NewText = before + x.NewText + after + `"`
	case s.key:
		after += `": `
		x.Snippet = escapeSnippet(before+x.NewText+after) + x.opens.snippet() + comma
		x.NewText = before + x.NewText + after
	default:
		snippet := x.Snippet
		if snippet == "" && x.part {
			snippet = escapeSnippet(x.NewText) + "$0"
		}
		if snippet != "" {
			x.Snippet = escapeSnippet(before) + snippet + escapeSnippet(after+`"`) + comma
		}
		x.NewText = before + x.NewText + after + `"` + comma
	}
	x.Span = jsontree.Span{Start: c.Start, End: s.token.End}
	return x
}

// opener is what the value of a member starts with: a quotation mark, a bracket, a brace, or 0 for anything else.
type opener byte

// snippet is where the value is typed, between what opens and closes it.
func (o opener) snippet() string {
	switch o {
	case '"':
		return `"$0"`
	case '[':
		return "[$0]"
	case '{':
		return "{$0}"
	}
	return "$0"
}

func openerOf(kind jsontree.Kind) opener {
	switch kind {
	case jsontree.String:
		return '"'
	case jsontree.Array:
		return '['
	case jsontree.Object:
		return '{'
	}
	return 0
}

// escapeSnippet writes text that stands for itself in a snippet (LSP 3.18, "Snippet Syntax").
func escapeSnippet(text string) string {
	return strings.NewReplacer(`\`, `\\`, "$", `\$`, "}", `\}`).Replace(text)
}
