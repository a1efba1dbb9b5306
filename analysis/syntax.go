package analysis

import (
	"slices"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// syntaxCodes maps every kind of fault of the syntax to its code.
var syntaxCodes = map[jsontree.ErrorKind]Code{
	jsontree.MissingComma: JSONComma, jsontree.ExtraComma: JSONComma, jsontree.TrailingComma: JSONTrailing,
	jsontree.Comment: JSONComment, jsontree.MissingValue: JSONValue, jsontree.BadLiteral: JSONValue,
	jsontree.MissingColon: JSONKey, jsontree.MissingKey: JSONKey, jsontree.UnquotedKey: JSONKey, jsontree.ExtraColon: JSONKey,
	jsontree.UnclosedString: JSONString, jsontree.ControlCharacter: JSONString, jsontree.UnescapedQuote: JSONString,
	jsontree.SingleQuotes: JSONString, jsontree.CurlyQuotes: JSONString, jsontree.BadEscape: JSONEscape,
	jsontree.BadNumber: JSONNumber, jsontree.UnclosedArray: JSONBracket, jsontree.UnclosedObject: JSONBracket,
	jsontree.ExtraCloser: JSONBracket, jsontree.WrongCloser: JSONBracket, jsontree.BadUTF8: JSONEncoding,
	jsontree.WrongEncoding: JSONEncoding, jsontree.ByteOrderMark: JSONMark, jsontree.Empty: JSONEmpty,
	jsontree.TrailingContent: JSONContent, jsontree.BadCharacter: JSONContent, jsontree.TooLarge: JSONContent,
}

// guessed are the faults whose repair is a guess at where something was to end or what was to stand there. Every other
// repair writes down what the document is read as already.
var guessed = map[jsontree.ErrorKind]bool{
	jsontree.UnclosedString: true, jsontree.UnclosedArray: true, jsontree.UnclosedObject: true, jsontree.ExtraCloser: true,
	jsontree.WrongCloser: true, jsontree.UnescapedQuote: true, jsontree.BadLiteral: true, jsontree.BadCharacter: true,
}

// syntaxDiagnostics reports the faults of the syntax and members that stand twice.
func syntaxDiagnostics(t *jsontree.Tree) []Diagnostic {
	var out []Diagnostic
	for _, e := range t.Errors {
		d := Diagnostic{Code: syntaxCodes[e.Kind], Span: e.Span, Message: e.Message}
		d.Severity = d.Code.severity()
		if title, edits, ok := t.Fix(e); ok {
			fix := editsFix(title, edits)
			fix.Preferred, fix.Safe = true, !guessed[e.Kind]
			d.Fixes = []Fix{fix}
		}
		out = append(out, d)
	}
	return append(out, duplicates(t)...)
}

// withoutEchoes drops what is said of a text that is not closed beside that: it is not yet what it will be.
func withoutEchoes(t *jsontree.Tree, ds []Diagnostic) []Diagnostic {
	var open []jsontree.Span
	for _, e := range t.Errors {
		if e.Kind == jsontree.UnclosedString {
			open = append(open, e.Span)
		}
	}
	if len(open) == 0 {
		return ds
	}
	return slices.DeleteFunc(ds, func(d Diagnostic) bool {
		return d.Code != JSONString && slices.ContainsFunc(open, func(s jsontree.Span) bool { return s.Start <= d.Span.Start && d.Span.End <= s.End })
	})
}

// fewMembers is the size up to which comparing all pairs beats a map.
const fewMembers = 8

// duplicates reports members that stand twice in one object.
func duplicates(t *jsontree.Tree) []Diagnostic {
	var out []Diagnostic
	if t.Root == nil {
		return nil
	}
	for n := range t.Root.All() {
		if n.Kind() != jsontree.Object {
			continue
		}
		members := n.Members()
		var seen map[string]jsontree.Span
		if len(members) > fewMembers {
			seen = make(map[string]jsontree.Span, len(members))
		}
		for i, m := range members {
			if m.Key.Kind() != jsontree.String {
				continue
			}
			name := m.Key.Text()
			first, found := jsontree.Span{}, false
			if seen != nil {
				if first, found = seen[name]; !found {
					seen[name] = m.Key.Span()
				}
			} else {
				for _, b := range members[:i] {
					if b.Key.Kind() == jsontree.String && b.Key.Text() == name {
						first, found = b.Key.Span(), true
						break
					}
				}
			}
			if found {
				d := Diagnostic{Code: DuplicateMember, Severity: Error, Span: m.Key.Span(),
					Message: "\"" + name + "\" stands twice in this object; each member may stand once.",
					Related: []Related{{Span: first, Message: "The first is here."}}}
				if n.Closed() {
					d.Fixes = []Fix{otherFix("Remove this one", jsontree.RemoveMember(n, i))}
				}
				out = append(out, d)
			}
		}
	}
	return out
}
