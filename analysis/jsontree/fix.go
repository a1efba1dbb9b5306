package jsontree

import (
	"bytes"
	"strings"
)

// Fix is the change that repairs a fault, with a title in the imperative:
// "Add the comma". ok is false where only the author knows what is meant.
func (t *Tree) Fix(e Error) (title string, edits []Edit, ok bool) {
	here := string(t.Text[e.Span.Start:e.Span.End])
	replace := func(title, text string) (string, []Edit, bool) {
		return title, []Edit{{e.Span, text}}, true
	}
	switch e.Kind {
	case MissingComma:
		return replace("Add the comma", ",")
	case TrailingComma, ExtraComma:
		return replace("Remove the comma", "")
	case ExtraCloser:
		return replace("Remove the bracket", "")
	case ByteOrderMark:
		return replace("Remove the byte order mark", "")
	case Comment:
		return "Remove the comment", []Edit{{t.wholeLine(e.Span), ""}}, true
	case WrongCloser:
		other := map[string]string{"]": "}", "}": "]"}[here]
		return replace(`Write "`+other+`" instead`, other)
	case UnclosedArray, UnclosedObject:
		return t.closeBrackets(e.Span.Start)
	case MissingColon:
		if here != "" {
			return replace(`Write ":" instead`, ":")
		}
		if key := t.find(e.Span.Start, true); key != nil && key.Value().Kind() != Missing {
			return replace("Add the colon", ":")
		}
	case SingleQuotes, CurlyQuotes, UnquotedKey:
		if n := t.find(e.Span.Start, false); n != nil {
			return replace("Write double quotation marks", EncodeString(n.Text()))
		}
	case UnclosedString:
		n := t.find(e.Span.Start, false)
		if n == nil {
			break
		}
		if t.Text[n.start] != '"' {
			return replace("Write double quotation marks", EncodeString(n.Text()))
		}
		return "Add the closing quotation mark", []Edit{{Span{e.Span.End, e.Span.End}, `"`}}, true
	case BadEscape:
		at := e.Span.Start
		return `Write the backslash as \\`, []Edit{{Span{at, at}, `\`}}, true
	case ControlCharacter:
		return t.escapeControls(e.Span.Start)
	case UnescapedQuote:
		return t.escapeQuotes(e.Span.Start)
	case BadNumber:
		if better := betterNumber(here); better != "" {
			return replace("Write "+better, better)
		}
	case BadLiteral:
		if strings.HasSuffix(here, `"`) {
			at := e.Span.Start
			return "Add the opening quotation mark", []Edit{{Span{at, at}, `"`}}, true
		}
		if meant := literalFor(strings.ToLower(here)); meant != "" {
			return replace("Write "+meant, meant)
		}
		if n := t.find(e.Span.Start, false); n != nil && n.Span() == e.Span {
			return replace("Write quotation marks", EncodeString(here))
		}
	case BadCharacter:
		switch {
		case here == ";":
			return replace("Write a comma instead", ",")
		case strings.TrimFunc(here, oddBlank) == "":
			return replace("Write a space instead", " ")
		case e.Span.End <= int(t.Root.start):
			return replace("Remove it", "")
		}
	}
	return "", nil, false
}

// find is the value or key that starts at an offset, the outermost such.
func (t *Tree) find(start int, key bool) *Node {
	for n := t.Root; n != nil; n = n.childAt(start) {
		if key && n.IsKey() && int(n.end) == start || !key && int(n.start) == start {
			return n
		}
		if key && int(n.end) == start && n.Key() != nil {
			return n.Key()
		}
	}
	return nil
}

// wholeLine widens the span of a comment to its lines when nothing else is on
// them, or to the blanks before it when it ends its line.
func (t *Tree) wholeLine(s Span) Span {
	start, end := s.Start, s.End
	for start > 0 && (t.Text[start-1] == ' ' || t.Text[start-1] == '\t') {
		start--
	}
	for end < len(t.Text) && (t.Text[end] == ' ' || t.Text[end] == '\t') {
		end++
	}
	atStart := start == 0 || t.Text[start-1] == '\n' || t.Text[start-1] == '\r'
	atEnd := end == len(t.Text) || t.Text[end] == '\n' || t.Text[end] == '\r'
	switch {
	case atStart && atEnd:
		if bytes.HasPrefix(t.Text[end:], []byte("\r\n")) {
			return Span{start, end + 2}
		}
		return Span{start, min(end+1, len(t.Text))}
	case atEnd:
		return Span{start, s.End}
	}
	return s
}

// closeBrackets closes the container that opens at an offset and those around
// it that end with it.
func (t *Tree) closeBrackets(start int) (string, []Edit, bool) {
	n := t.Root
	for n != nil && (int(n.start) != start || n.kind != Array && n.kind != Object) {
		n = n.childAt(start)
	}
	if n == nil || n.flags&unclosed == 0 {
		return "", nil, false
	}
	at, comma := int(n.start)+1, Span{}
	spread := false
	if n.count > 0 {
		last := n.item(int(n.count) - 1)
		at, comma = last.End, n.itemComma(int(n.count)-1)
		spread = strings.ContainsAny(t.spaceBefore(last.Start), "\r\n")
	}
	var text, closers strings.Builder
	outer := n
	for c := n; c != nil && c.flags&unclosed != 0 && c.end == n.end; c = c.parent {
		if spread {
			text.WriteString(t.lineBreak() + t.lineIndent(int(c.start)))
			spread = c.parent != nil && strings.ContainsAny(t.spaceBefore(c.parent.item(c.Index()).Start), "\r\n")
		}
		text.WriteString(closerOf(c.kind))
		closers.WriteString(closerOf(c.kind))
		outer = c
	}
	end := at
	switch follows := outer.parent != nil && outer.Index()+1 < outer.parent.Len(); {
	case follows && comma.Len() == 0 && outer.Comma().Len() == 0:
		text.WriteByte(',')
	case comma.Len() > 0 && (!follows || outer.Comma().Len() > 0):
		end = comma.End
	}
	return `Add "` + excerpt([]byte(closers.String())) + `"`, []Edit{{Span{at, end}, text.String()}}, true
}

// escapeControls escapes every raw control character of the string around an
// offset; a line break of two characters becomes \n.
func (t *Tree) escapeControls(off int) (string, []Edit, bool) {
	n := t.NodeAt(off)
	if n.Kind() != String {
		return "", nil, false
	}
	var edits []Edit
	content := n.ContentSpan()
	for i := content.Start; i < content.End; i++ {
		if t.Text[i] >= ' ' {
			continue
		}
		width := 1
		if t.Text[i] == '\r' && i+1 < content.End && t.Text[i+1] == '\n' {
			width = 2
		}
		text := string(appendContent(nil, t.src[i+width-1:i+width]))
		edits = append(edits, Edit{Span{i, i + width}, text})
		i += width - 1
	}
	return "Write escapes instead", edits, len(edits) > 0
}

// escapeQuotes puts a backslash before the quotation marks inside a string.
func (t *Tree) escapeQuotes(off int) (string, []Edit, bool) {
	n := t.NodeAt(off)
	content := n.ContentSpan()
	if n.Kind() != String || off >= content.End {
		return "", nil, false
	}
	var edits []Edit
	for i := content.Start; i < content.End; i++ {
		switch t.Text[i] {
		case '\\':
			i++
		case '"':
			edits = append(edits, Edit{Span{i, i}, `\`})
		}
	}
	return "Escape the quotation marks inside", edits, true
}

// betterNumber is the number that is meant by one of another notation, ""
// when that is not plain.
func betterNumber(s string) string {
	sign := ""
	s = strings.TrimPrefix(s, "+")
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		sign, s = "-", rest
	}
	if trimmed := strings.TrimLeft(s, "0"); trimmed != "" && trimmed[0] >= '0' && trimmed[0] <= '9' {
		s = trimmed
	}
	s = strings.ReplaceAll(s, "_", "")
	if strings.HasPrefix(s, ".") {
		s = "0" + s
	}
	s = strings.TrimSuffix(s, ".")
	if s == "" {
		return ""
	}
	number := []byte(sign + s)
	if end, ok := numberEnd(number, 0); !ok || end != len(number) {
		return ""
	}
	return string(number)
}
