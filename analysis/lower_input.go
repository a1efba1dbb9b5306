package analysis

import (
	"strconv"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// input reads an input (model-format.md, "Inputs").
func (l *lowerer) input(name string, of *jsontree.Node) {
	l.part.input = model.Input{Name: name, Type: feel.Any}
	if l.isBareType(of) {
		l.part.input.Type = l.typ(of)
		if l.level == Strict && l.part.input.Type.Kind != feel.WrongType {
			d := l.report(BareInput, of.Span(), "The input %s is a bare type; it needs an object with type and desc.", name)
			l.fix(d, "Write it as an object", jsontree.ReplaceValue(of, jsontree.ObjectText(of.Parent(), [2]string{"type", string(of.Raw())}, [2]string{"desc", jsontree.EncodeString(name)})))
		}
		return
	}
	if !l.wantKind(of, jsontree.Object, "The input "+name, "an object with type and desc") {
		l.part.input.Type = feel.Wrong
		return
	}
	var required []string
	if l.level == Strict {
		required = []string{"type", "desc"}
	}
	n := l.fields(of, inputFields, "An input", required...)
	t := n.Get("type")
	switch {
	case t != nil:
		l.part.input.Type = l.typ(t)
	case !of.Closed():
		l.part.input.Type = feel.Wrong // it may be still to come
	case l.level == Strict && n.Get("desc") == nil:
		l.part.input.Type = feel.Wrong
		l.report(MissingMember, opening(of), "The input %s needs a type and a desc: what is observed, in words.", name)
		return
	case l.level == Strict:
		l.part.input.Type = feel.Wrong
		l.report(MissingMember, opening(of), "The input %s needs a type.", name)
	}
	l.part.desc = l.desc(n, "The input "+name, l.level == Strict)
	if o := n.Get("options"); o != nil {
		l.options(o, l.part.input.Type)
	}
	l.inputNotes(n)
}

// isBareType tells an input that is a type alone from one that is an object with members of an input.
func (l *lowerer) isBareType(n *jsontree.Node) bool {
	switch n.Kind() {
	case jsontree.String, jsontree.Array:
		return true
	case jsontree.Object:
		for _, f := range inputFields {
			if n.Get(f.name) != nil {
				return false
			}
		}
		return n.Len() > 0 && (n.Get("$enum") != nil || n.Get("$levels") != nil)
	}
	return false
}

// desc reads the description of a declaration.
func (l *lowerer) desc(n members, what string, required bool) string {
	d := n.Get("desc")
	switch {
	case d == nil:
		if required && n.Closed() {
			l.report(MissingMember, opening(n.Node), "%s needs a desc: what is observed, in words.", what)
		}
		return ""
	case !l.wantKind(d, jsontree.String, "desc", "a text"):
		return ""
	case required && strings.TrimSpace(d.Text()) == "":
		l.report(MissingMember, d.Span(), "%s needs a desc that says what is observed.", what)
	}
	return own(d.Text())
}

// options compares the explained values with those of the type.
func (l *lowerer) options(o *jsontree.Node, t *feel.Type) {
	if !l.wantKind(o, jsontree.Object, "options", "an object of descriptions by value") {
		return
	}
	var values []string
	switch t.Kind {
	case feel.EnumType, feel.LevelsType:
		values = t.Values
	case feel.BooleanType:
		values = []string{"true", "false"}
	case feel.WrongType, feel.AnyType:
		return
	default:
		l.report(UnknownOption, o.Key().Span(), "options explain the values of an enum, of levels or of a boolean; this input is %s.", t.Phrase())
		return
	}
	known := map[string]bool{}
	for _, v := range values {
		known[v] = true
	}
	explained := map[string]bool{} // or misspelt, which is said there
	for _, m := range o.Members() {
		if m.Key.Kind() != jsontree.String {
			continue
		}
		w := m.Key.Text()
		explained[w] = true
		if !known[w] {
			near := feel.Nearest(w, values)
			explained[near] = true
			d := l.report(UnknownOption, m.Key.Span(), "%q is no value of the type (%s).%s", w, listed(values), didYouMean(near))
			if near != "" {
				l.fix(d, "Change to \""+near+"\"", jsontree.ReplaceInString(m.Key, jsontree.Span{Start: 0, End: len(w)}, near))
			}
		}
		if m.Value.Kind() != jsontree.String && m.Value.Kind() != jsontree.Missing {
			l.report(WrongShape, valueSpan(m.Value), "The description of %q is %s here; it needs a text.", w, kindPhrase(m.Value))
		}
	}
	var absent []string
	for _, v := range values {
		if !explained[v] {
			absent = append(absent, v)
		}
	}
	switch {
	case !o.Closed() || len(absent) == 0:
	case len(absent) == 1:
		d := l.report(MissingOption, o.Key().Span(), "The value %q has no option; each value of the type should be explained.", absent[0])
		l.fix(d, "Add it, to be explained", addMembers(o, absent, `""`))
	default:
		d := l.report(MissingOption, o.Key().Span(), "The values %s have no option; each value of the type should be explained.", listed(absent))
		l.fix(d, "Add them, to be explained", addMembers(o, absent, `""`))
	}
}

// inputNotes checks from, threshold and blank.
func (l *lowerer) inputNotes(n members) {
	if f := n.Get("from"); f != nil && l.wantKind(f, jsontree.String, "from", "a text") && strings.TrimSpace(f.Text()) == "" {
		l.report(WrongShape, f.Span(), "from is empty; it says in words where in the state the answer is found.")
	}
	if b := n.Get("blank"); b != nil {
		l.wantKind(b, jsontree.Bool, "blank", "true or false")
	}
	t := n.Get("threshold")
	if t == nil || t.Kind() == jsontree.Missing {
		return
	}
	if t.Kind() != jsontree.Number {
		d := l.report(BadThreshold, t.Span(), "threshold is %s here; it needs a number from 0 to 1.", kindPhrase(t))
		if title, edit, ok := spelled(t, jsontree.Number); ok {
			l.fix(d, title, edit)
		}
		return
	}
	if f, err := strconv.ParseFloat(string(t.Raw()), 64); err != nil || f < 0 || f > 1 {
		l.report(BadThreshold, t.Span(), "threshold is %s; it needs a number from 0 to 1.", t.Raw())
	}
}
