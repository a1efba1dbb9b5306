package jsontree

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Edit replaces a span of a document by a text. An empty span inserts.
type Edit struct {
	Span    Span
	NewText string
}

// Apply makes edits, given in any order, all in offsets of text. Insertions at
// one place keep their order and come before a replacement that starts there.
// It is an error when two edits overlap or one lies outside the text; text is
// never changed.
func Apply(text []byte, edits []Edit) ([]byte, error) {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int {
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		return min(a.Span.Len(), 1) - min(b.Span.Len(), 1)
	})
	size, at := len(text), 0
	for _, e := range sorted {
		if e.Span.Start < 0 || e.Span.End > len(text) || e.Span.End < e.Span.Start {
			return nil, fmt.Errorf("the edit of bytes %d to %d lies outside the document of %d bytes", e.Span.Start, e.Span.End, len(text))
		}
		if e.Span.Start < at {
			return nil, fmt.Errorf("two edits change byte %d: edits of one document must not overlap", e.Span.Start)
		}
		at = e.Span.End
		size += len(e.NewText) - e.Span.Len()
	}
	out := make([]byte, 0, size)
	at = 0
	for _, e := range sorted {
		out = append(out, text[at:e.Span.Start]...)
		out = append(out, e.NewText...)
		at = e.Span.End
	}
	return append(out, text[at:]...), nil
}

// ReplaceValue puts JSON text in the place of a value. Its further lines are
// indented like the line the value stands on.
func ReplaceValue(n *Node, rawJSON string) Edit {
	t := n.tree
	text := reindent(rawJSON, t.lineIndent(int(n.start)), t.lineBreak())
	if n.kind == Missing && n.Key() != nil {
		// The empty place after a colon, or a key without one.
		member := n.parent.Members()[n.index]
		if member.Colon.Len() == 0 {
			text = ": " + text
		} else if len(bytes.TrimSpace(n.Raw())) == 0 {
			text = " " + text
		}
	}
	return Edit{n.Span(), text}
}

// ReplaceInString replaces a span of a string's decoded text. The new text is
// escaped; escapes outside the span stay as they are written.
func ReplaceInString(n *Node, inner Span, newText string) Edit {
	return Edit{n.FileSpan(inner), string(appendContent(nil, newText))}
}

// InsertMember adds a member to an object after the member at an index, -1 for
// the front, laid out like its neighbours. The key is plain text, the value
// JSON.
func InsertMember(object *Node, key, rawJSON string, after int) Edit {
	return insert(object, EncodeString(key)+object.tree.colonStyle(object), rawJSON, after)
}

// InsertElement adds an element to an array after the element at an index, -1
// for the front, laid out like its neighbours.
func InsertElement(array *Node, rawJSON string, after int) Edit {
	return insert(array, "", rawJSON, after)
}

// RemoveMember removes the member at an index with its comma and its line.
func RemoveMember(object *Node, index int) Edit { return remove(object, index) }

// RemoveElement removes the element at an index with its comma and its line.
func RemoveElement(array *Node, index int) Edit { return remove(array, index) }

// item is an element, or a member from its key to its value.
func (n *Node) item(i int) Span {
	if n.kind == Array {
		return n.Elements()[i].Span()
	}
	return n.Members()[i].Span()
}

func (n *Node) itemComma(i int) Span {
	if n.kind == Array {
		return n.Elements()[i].Comma()
	}
	return n.Members()[i].Comma
}

func insert(n *Node, prefix, rawJSON string, after int) Edit {
	t, count := n.tree, n.Len()
	if count == 0 {
		return insertFirst(n, prefix, rawJSON)
	}
	after = min(max(after, -1), count-1)
	// White space before an item is the layout: that of the first when it
	// stands on its own line, of the second when both share one.
	space := t.spaceBefore(n.item(0).Start)
	switch {
	case strings.ContainsAny(space, "\r\n"):
		space = t.lineBreak() + t.lineIndent(n.item(0).Start)
	case count > 1:
		space = t.spaceBefore(n.item(1).Start)
	case t.compact(n):
		space = ""
	default:
		space = " "
	}
	indent := t.lineIndent(int(n.start))
	if i := strings.LastIndexAny(space, "\r\n"); i >= 0 {
		indent = space[i+1:]
	}
	item := prefix + reindent(rawJSON, indent, t.lineBreak())
	if after < 0 {
		// The white space before the first item now stands before the new one.
		at := n.item(0).Start
		return Edit{Span{at, at}, item + "," + space}
	}
	at, comma := n.item(after).End, ","
	if c := n.itemComma(after); after == count-1 && c.Len() > 0 {
		at, comma = c.End, "" // a trailing comma becomes the separator
	}
	return Edit{Span{at, at}, comma + space + item}
}

// insertFirst fills an empty container: on lines of its own where its siblings
// have theirs and what is added is more than a scalar of an array.
func insertFirst(n *Node, prefix, rawJSON string) Edit {
	t := n.tree
	start, end := int(n.start)+1, int(n.end)
	closer := ""
	if n.flags&unclosed != 0 {
		closer = closerOf(n.kind)
		end = start
	} else {
		end--
	}
	raw := strings.TrimSpace(rawJSON)
	scalar := raw != "" && raw[0] != '{' && raw[0] != '['
	outer := t.lineIndent(int(n.start))
	br := t.lineBreak()
	spread := strings.ContainsAny(string(t.Text[start:end]), "\r\n")
	if n.parent == nil {
		spread = spread || n.kind == Object
	} else {
		own := n.Key()
		if own == nil {
			own = n
		}
		spread = spread || strings.ContainsAny(t.spaceBefore(int(own.start)), "\r\n") && !(n.kind == Array && scalar)
	}
	if spread {
		indent := outer + t.indentUnit()
		return Edit{Span{start, end}, br + indent + prefix + reindent(rawJSON, indent, br) + br + outer + closer}
	}
	pad := ""
	if n.kind == Object && n.parent != nil && n.parent.kind == Object && t.spaceBefore(int(n.parent.Members()[0].Key.start)) == " " {
		pad = " "
	}
	return Edit{Span{start, end}, pad + prefix + reindent(rawJSON, outer, br) + pad + closer}
}

func remove(n *Node, i int) Edit {
	count := n.Len()
	here := n.item(i)
	switch {
	case i < count-1:
		return Edit{Span{here.Start, n.item(i + 1).Start}, ""}
	case i > 0:
		end := here.End
		if c := n.itemComma(i); c.Len() > 0 {
			end = c.End
		}
		return Edit{Span{n.item(i - 1).End, end}, ""}
	case n.flags&unclosed != 0:
		return Edit{Span{here.Start, max(here.End, n.itemComma(i).End)}, ""}
	}
	return Edit{Span{int(n.start) + 1, int(n.end) - 1}, ""}
}

// spaceBefore is the white space that ends at an offset.
func (t *Tree) spaceBefore(end int) string {
	start := end
	for start > 0 && isSpace(t.Text[start-1]) {
		start--
	}
	return t.src[start:end]
}

// lineIndent is the blanks at the start of the line of an offset.
func (t *Tree) lineIndent(off int) string {
	line, _ := t.Lines().Position(off, UTF8)
	start := t.Lines().Line(line).Start
	end := start
	for end < off && (t.Text[end] == ' ' || t.Text[end] == '\t') {
		end++
	}
	return t.src[start:end]
}

// lineBreak is how the document ends its first line, \n when it has one line.
func (t *Tree) lineBreak() string {
	l := t.Lines()
	if l.Count() < 2 {
		return "\n"
	}
	return t.src[l.Line(0).End:l.starts[1]]
}

// indentUnit is the indentation of the first child on its own line, two spaces
// when there is none.
func (t *Tree) indentUnit() string {
	for n := range t.Root.All() {
		if n.count == 0 {
			continue
		}
		start := int(n.child(0).start)
		if !strings.ContainsAny(t.spaceBefore(start), "\r\n") {
			continue
		}
		inner, outer := t.lineIndent(start), t.lineIndent(int(n.start))
		if unit, ok := strings.CutPrefix(inner, outer); ok && unit != "" {
			return unit
		}
	}
	return "  "
}

// colonStyle is what stands between key and value in the nearest member.
func (t *Tree) colonStyle(object *Node) string {
	for n := object; n != nil; n = n.parent {
		for _, m := range n.Members() {
			if m.Colon.Len() == 0 || m.Value.kind == Missing {
				continue
			}
			if style := t.src[m.Key.end:m.Value.start]; strings.Trim(style, " \t") == ":" {
				return style
			}
		}
	}
	return ": "
}

// compact tells whether the document writes nothing after its commas.
func (t *Tree) compact(n *Node) bool {
	for ; n != nil; n = n.parent {
		if n.count > 1 {
			return t.spaceBefore(n.item(1).Start) == ""
		}
		if n.kind == Object && n.count > 0 {
			if m := n.Members()[0]; m.Colon.Len() > 0 && m.Colon.End == int(m.Value.start) && m.Value.kind != Missing {
				return true
			}
		}
	}
	return false
}

// reindent puts an indentation before every line of JSON text but the first.
// Strings have no line breaks, so values do not change.
func reindent(rawJSON, indent, lineBreak string) string {
	raw := strings.TrimSpace(rawJSON)
	if !strings.ContainsAny(raw, "\r\n") {
		return raw
	}
	raw = strings.ReplaceAll(strings.ReplaceAll(raw, "\r\n", "\n"), "\r", "\n")
	return strings.ReplaceAll(raw, "\n", lineBreak+indent)
}
