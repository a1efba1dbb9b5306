package analysis

import (
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
)

// envelopeShape checks the members of the envelope and of content. It reports false when there is nothing to go on with.
func (a *modelAnalysis) envelopeShape() bool {
	s := &a.sections
	if s.root.Kind() != jsontree.Object {
		if s.root.Kind() != jsontree.Missing {
			a.report(Diagnostic{Code: WrongShape, Span: s.root.Span(), Message: "A model is an object with content and questions, not " + kindPhrase(s.root) + "."})
		}
		return false
	}
	if s.envelope != nil {
		a.envelope()
	}
	if s.content == nil {
		return false
	}
	a.unknownFields(s.content, contentFields, "content", "name", "inputs", "decisions")
	a.required(s.content, "content",
		need{"name", jsontree.String, "a text"},
		need{"inputs", jsontree.Object, "an object of inputs by name"},
		need{"decisions", jsontree.Object, "an object of decisions by name"})
	a.optional(s.content, "types", "an object of types by name")
	a.optional(s.content, "functions", "an object of functions by name")
	if n := s.content.Get("name"); n.Kind() == jsontree.String && strings.TrimSpace(n.Text()) == "" {
		a.report(Diagnostic{Code: BadName, Span: n.Span(), Message: "The model's name is empty."})
	}
	return true
}

// envelope checks what holds content and questions.
func (a *modelAnalysis) envelope() {
	s := &a.sections
	switch {
	case s.envelope != s.root:
		a.unknownFields(s.root, requestFields, "A request")
		a.unknownFields(s.envelope, modelFields, "model", "content", "questions")
		if s.state == nil && s.root.Closed() {
			a.report(Diagnostic{Code: MissingMember, Span: opening(s.root), Message: "The request needs a state beside its model."})
		}
	case s.state != nil:
		a.unknownFields(s.root, flatRequestFields, "A request", "content", "questions")
	default:
		a.unknownFields(s.root, modelFields, "A model", "content", "questions")
	}
	var needs []need
	if c := s.envelope.Get("content"); c.Kind() == jsontree.Array {
		a.report(Diagnostic{Code: WrongShape, Span: opening(c), Message: "content is an array here, which belongs to another API; a model's content is an object with name, inputs and decisions."})
	} else {
		needs = append(needs, need{"content", jsontree.Object, "an object with name, inputs and decisions"})
	}
	if q := s.envelope.Get("questions"); q.Kind() == jsontree.Array {
		a.report(Diagnostic{Code: QuestionShape, Span: opening(q), Address: "questions", Message: "questions is an array here; it needs an object of questions by id."})
	} else {
		needs = append(needs, need{"questions", jsontree.Object, "an object of questions by id"})
	}
	a.required(s.envelope, "The model", needs...)
}

// opening is where a fault of a whole object or array is shown: at its opening bracket, not over all its lines.
func opening(n *jsontree.Node) jsontree.Span {
	s := n.Span()
	return jsontree.Span{Start: s.Start, End: min(s.Start+1, s.End)}
}

// need is a member that an object must have.
type need struct {
	name string
	kind jsontree.Kind
	what string
}

// required reports members that are absent, together, and those of the wrong kind. In an object that is not closed the
// absent ones may be those still to come.
func (a *modelAnalysis) required(n *jsontree.Node, what string, needs ...need) {
	var absent []string
	phrase := ""
	for _, x := range needs {
		m := n.Get(x.name)
		switch {
		case m == nil && (a.misspelt(n, x.name) || !n.Closed()):
		case m == nil:
			absent, phrase = append(absent, x.name), x.what
		case m.Kind() != x.kind && m.Kind() != jsontree.Missing:
			a.report(Diagnostic{Code: WrongShape, Span: valueSpan(m), Message: x.name + " is " + kindPhrase(m) + " here; it needs " + x.what + "."})
		}
	}
	var d *Diagnostic
	switch len(absent) {
	case 0:
		return
	case 1:
		d = a.report(Diagnostic{Code: MissingMember, Span: opening(n), Message: what + " needs " + absent[0] + ": " + phrase + "."})
	default:
		d = a.report(Diagnostic{Code: MissingMember, Span: opening(n), Message: what + " needs " + strings.Join(absent[:len(absent)-1], ", ") + " and " + absent[len(absent)-1] + "."})
	}
	for _, x := range needs {
		if n.Kind() == jsontree.Object && x.kind == jsontree.Object && slices.Contains(absent, x.name) {
			d.Fixes = append(d.Fixes, textFix("Add an empty "+x.name, jsontree.InsertMember(n, x.name, "{}", n.Len()-1)))
		}
	}
}

// misspelt reports whether some unknown member of n was probably meant to be name: one fault, reported there.
func (a *modelAnalysis) misspelt(n *jsontree.Node, name string) bool {
	for _, m := range n.Members() {
		if m.Key.Kind() == jsontree.String && m.Key.Text() != name && feel.Nearest(m.Key.Text(), []string{name}) == name {
			for _, d := range a.r.diagnostics {
				if d.Code == UnknownField && d.Severity == Error && d.Span == m.Key.Span() {
					return true
				}
			}
		}
	}
	return false
}

func (a *modelAnalysis) optional(n *jsontree.Node, name, need string) {
	if m := n.Get(name); m != nil && m.Kind() != jsontree.Object && m.Kind() != jsontree.Missing {
		a.report(Diagnostic{Code: WrongShape, Span: valueSpan(m), Message: name + " is " + kindPhrase(m) + " here; it needs " + need + "."})
	}
}

// unreadable reports whether a section is there and is no object.
func (a *modelAnalysis) unreadable(section string) bool {
	n := a.sections.content.Get(section)
	return n != nil && n.Kind() != jsontree.Object
}

// valueSpan is where a fault of a value is shown.
func valueSpan(n *jsontree.Node) jsontree.Span {
	if n.Kind() == jsontree.Object || n.Kind() == jsontree.Array {
		return opening(n)
	}
	return n.Span()
}

// unknownFields reports members that the format does not define: an error where one of the required ones is misspelt.
func (a *modelAnalysis) unknownFields(n *jsontree.Node, known []field, what string, required ...string) {
	slips := membersOf(n, known)
	for _, m := range n.Members() {
		if u, ok := unknownField(m, known, what); ok {
			d := Diagnostic{Code: UnknownField, Span: m.Key.Span(), Message: u.message}
			if slips.slipped(m.Value) && slices.Contains(required, u.near) {
				d.Severity = Error
			}
			if u.near != "" {
				d.Fixes = []Fix{textFix("Change to \""+u.near+"\"", jsontree.ReplaceInString(m.Key, jsontree.Span{End: len(m.Key.Text())}, u.near))}
			}
			a.report(d)
		}
	}
}
