package jsontree

import "strings"

// ArrayText writes an array laid out like another of the document: its items on lines of their own, or on one line with
// the same space between them.
func ArrayText(like *Node, items []string) string {
	t := like.tree
	if like.Len() > 0 && strings.ContainsAny(t.spaceBefore(like.item(0).Start), "\r\n") && len(items) > 0 {
		br := "\n" // the document's own are put in with the edit
		return "[" + br + t.indentUnit() + strings.Join(items, ","+br+t.indentUnit()) + br + "]"
	}
	return "[" + strings.Join(items, t.separator(like)) + "]"
}

// ObjectText writes an object on one line as the document around a node writes them. Keys are plain text, values JSON.
func ObjectText(near *Node, members ...[2]string) string {
	t := near.tree
	parts := make([]string, len(members))
	for i, m := range members {
		parts[i] = EncodeString(m[0]) + t.colonStyle(near) + m[1]
	}
	return "{" + strings.Join(parts, t.separator(near)) + "}"
}

// separator is what stands between two items of a line near a node.
func (t *Tree) separator(near *Node) string {
	for n := near; n != nil; n = n.parent {
		if n.count < 2 {
			continue
		}
		if space := t.spaceBefore(n.item(1).Start); !strings.ContainsAny(space, "\r\n") && n.itemComma(0).Len() > 0 {
			return "," + space
		}
	}
	if t.compact(near) {
		return ","
	}
	return ", "
}
