package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// lowerer reads one declaration into a part. Its reports are relative to the declaration's start.
type lowerer struct {
	level   Level
	named   func(string) *feel.Type
	names   []string // of the declared types, for suggestions
	base    int
	address string
	part    *part
	at      string // what the text read now belongs to, behind the address: .rule[3]
}

// rel makes a span relative to the declaration.
func (l *lowerer) rel(s jsontree.Span) jsontree.Span { return s.Shift(-l.base) }

// report notes a fault with the severity of its code.
func (l *lowerer) report(code Code, span jsontree.Span, format string, args ...any) *Diagnostic {
	return l.reportAs(code.severity(), code, span, format, args...)
}

func (l *lowerer) reportAs(severity Severity, code Code, span jsontree.Span, format string, args ...any) *Diagnostic {
	l.part.diagnostics = append(l.part.diagnostics, Diagnostic{Code: code, Severity: severity, Span: l.rel(span), Message: fmt.Sprintf(format, args...), Address: l.address + l.at})
	return &l.part.diagnostics[len(l.part.diagnostics)-1]
}

// fix adds a fix to a diagnostic of this declaration and returns it, valid until the next is added.
func (l *lowerer) fix(d *Diagnostic, title string, edits ...jsontree.Edit) *Fix {
	f := Fix{Title: title, Preferred: len(d.Fixes) == 0}
	for _, e := range edits {
		f.Edits = append(f.Edits, Edit{Span: l.rel(e.Span), NewText: e.NewText})
	}
	d.Fixes = append(d.Fixes, f)
	return &d.Fixes[len(d.Fixes)-1]
}

// text numbers a text of the declaration. The source shares the memory of the declaration's key.
func (l *lowerer) text(n *jsontree.Node) model.Text {
	ref := len(l.part.refs)
	l.part.refs = append(l.part.refs, textRef{start: l.rel(n.Span()).Start, at: l.at})
	content := l.rel(n.ContentSpan())
	source := ""
	switch n.Kind() {
	case jsontree.String:
		source = n.Text()
		if len(source) == content.Len() && content.End <= len(l.part.key) {
			source = l.part.key[content.Start:content.End]
		}
	default:
		source = string(n.Raw())
	}
	return model.Text{Source: source, Ref: ref}
}

// own copies a string out of the document's text, which must not be held by what is kept.
func own(s string) string { return strings.Clone(s) }

// wantKind reports a value of the wrong kind; a value that could not be read is reported already.
func (l *lowerer) wantKind(n *jsontree.Node, kind jsontree.Kind, what, need string) bool {
	if n.Kind() == kind {
		return true
	}
	if n.Kind() != jsontree.Missing {
		d := l.report(WrongShape, valueSpan(n), "%s is %s here; it needs %s.", what, kindPhrase(n), need)
		if title, edit, ok := spelled(n, kind); ok {
			l.fix(d, title, edit)
		}
	}
	return false
}

// fields reports members that the format does not define, as an error where one of the required ones is misspelt, and
// returns the members as they are meant.
func (l *lowerer) fields(n *jsontree.Node, known []field, what string, required ...string) members {
	out := membersOf(n, known)
	for _, m := range n.Members() {
		if d, ok := unknownField(m, known, what); ok {
			severity := UnknownField.severity()
			if out.slipped(m.Value) && slices.Contains(required, d.near) {
				severity = Error
			}
			r := l.reportAs(severity, UnknownField, m.Key.Span(), "%s", d.message)
			if d.near != "" {
				l.fix(r, "Change to \""+d.near+"\"", jsontree.ReplaceInString(m.Key, jsontree.Span{Start: 0, End: len(m.Key.Text())}, d.near))
			}
		}
	}
	return out
}

type unknown struct{ message, near string }

// unknownField tells whether a member is none of the known ones, and what it may have meant.
func unknownField(m jsontree.Member, known []field, what string) (unknown, bool) {
	if m.Key.Kind() != jsontree.String || !m.Key.Closed() {
		return unknown{}, false
	}
	name := m.Key.Text()
	if isField(name, known) {
		return unknown{}, false
	}
	near := feel.Nearest(name, fieldNames(known))
	return unknown{fmt.Sprintf("%s has no member %q; it has %s.%s", what, name, strings.Join(fieldNames(known), ", "), didYouMean(near)), near}, true
}

// didYouMean ends a message with the nearest right thing, if there is one.
func didYouMean(near string) string {
	if near == "" {
		return ""
	}
	return " Did you mean \"" + near + "\"?"
}

// maxListed is how many values a message lists.
const maxListed = 12

// listed writes values for a message.
func listed(values []string) string { return feel.ListWords(values, maxListed) }

// joined writes values with another separator than a comma.
func joined(values []string, separator string) string {
	if len(values) > maxListed {
		return strings.Join(values[:maxListed], separator) + separator + "…"
	}
	return strings.Join(values, separator)
}
