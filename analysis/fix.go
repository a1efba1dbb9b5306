package analysis

import (
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// spelled is the change that writes a value as the kind that is needed, where it spells one of that kind already: "80" for
// a number, "true" for a boolean, a bare value for a text or for the only element of a list.
func spelled(n *jsontree.Node, need jsontree.Kind) (title string, edit jsontree.Edit, ok bool) {
	raw := strings.TrimSpace(string(n.Raw()))
	switch {
	case n.Kind() == jsontree.String && n.Closed() && (need == jsontree.Number || need == jsontree.Bool):
		text := strings.TrimSpace(n.Text())
		value := jsontree.Parse([]byte(text))
		if len(value.Errors) > 0 || value.Root.Kind() != need {
			return "", edit, false
		}
		return "Write it as " + kindPhrase(value.Root), jsontree.ReplaceValue(n, text), true
	case (n.Kind() == jsontree.Number || n.Kind() == jsontree.Bool) && need == jsontree.String:
		return "Write it as a text", jsontree.ReplaceValue(n, jsontree.EncodeString(raw)), true
	case n.Kind() == jsontree.String && n.Closed() && need == jsontree.Array:
		return "Write it as a list", jsontree.ReplaceValue(n, "["+raw+"]"), true
	}
	return "", edit, false
}

// textFix makes a fix of one edit.
func textFix(title string, e jsontree.Edit) Fix {
	return Fix{Title: title, Preferred: true, Edits: []Edit{{Span: e.Span, NewText: e.NewText}}}
}

// otherFix makes a fix of one edit that only its author can choose: it drops something, or one of several is meant.
func otherFix(title string, e jsontree.Edit) Fix {
	f := textFix(title, e)
	f.Preferred = false
	return f
}

// addMembers adds members of one value behind those of an object, as one edit.
func addMembers(object *jsontree.Node, keys []string, rawJSON string) jsontree.Edit {
	if object.Len() == 0 {
		members := make([][2]string, len(keys))
		for i, key := range keys {
			members[i] = [2]string{key, rawJSON}
		}
		return jsontree.ReplaceValue(object, jsontree.ObjectText(object, members...))
	}
	edit := jsontree.InsertMember(object, keys[0], rawJSON, object.Len()-1)
	for _, key := range keys[1:] {
		edit.NewText += jsontree.InsertMember(object, key, rawJSON, object.Len()-1).NewText // at the same place
	}
	return edit
}

// whole reports whether an object is closed and every member of it has its value: one can be added behind them.
func whole(object *jsontree.Node) bool {
	for _, m := range object.Members() {
		if m.Value.Kind() == jsontree.Missing || m.Key.Kind() != jsontree.String {
			return false
		}
	}
	return object.Closed()
}
