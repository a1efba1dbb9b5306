package analysis

import (
	"context"
	"fmt"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// stateResult is what was found of a state.
type stateResult struct {
	inputs model.Inputs
	expect *jsontree.Node
}

// stateParts finds the inputs of a state document: the whole object, or its member state where that is not an input's
// name and nothing but expect stands beside it.
func stateParts(root *jsontree.Node, isInput func(string) bool) (inputs, expect *jsontree.Node) {
	s, expect := root.Get("state"), root.Get("expect")
	if s == nil || isInput("state") || expect == nil && root.Len() > 1 {
		return root, nil
	}
	return s, expect
}

// analyseState checks a state document against the model it belongs to.
func analyseState(d *Document, r *result) {
	r.state = &stateResult{}
	var of *Document
	if d.around != nil {
		of = d.around.ModelOf(d.Name)
	}
	root := d.Tree().Root
	if of == nil {
		if k := root.Kind(); k != jsontree.Object && k != jsontree.String && k != jsontree.Missing {
			r.diagnostics = append(r.diagnostics, Diagnostic{Code: WrongShape, Severity: Error, Span: valueSpan(root), Message: "A state is an object of values by input name, not " + kindPhrase(root) + "."})
		}
		return
	}
	in, ds, expect := readState(root, of.analysed().model)
	r.state.inputs, r.state.expect = in, expect
	r.diagnostics = append(r.diagnostics, ds...)
}

// State decodes a state document for a model. The diagnostics say what cannot be used and where, in the state.
func (d *Document) State(ctx context.Context, of *Document) (model.Inputs, []Diagnostic) {
	in, ds, _ := readState(d.Tree().Root, of.analysed().model)
	return in, append(syntaxDiagnostics(d.Tree()), ds...)
}

// readState reads the values of a state for a model.
func readState(root *jsontree.Node, m *modelResult) (in model.Inputs, ds []Diagnostic, expect *jsontree.Node) {
	s := &stateReader{m: m}
	values, expect := stateParts(root, func(name string) bool { return m.input(name) != nil })
	s.read(values)
	s.expect(expect)
	return s.in, s.ds, expect
}

// input returns the declaration of an input, or nil.
func (m *modelResult) input(name string) *declaration {
	if m == nil {
		return nil
	}
	return m.byAddress[model.Address("inputs", name)]
}

// inputNames lists the inputs in document order.
func (m *modelResult) inputNames() []string {
	var names []string
	if m == nil {
		return nil
	}
	for _, d := range m.declarations {
		if d.section == "inputs" {
			names = append(names, d.name)
		}
	}
	return names
}

// stateReader reads a state by the declared types.
type stateReader struct {
	m  *modelResult
	in model.Inputs
	ds []Diagnostic
}

func (s *stateReader) fault(code Code, span jsontree.Span, address, format string, args ...any) *Diagnostic {
	s.ds = append(s.ds, Diagnostic{Code: code, Severity: code.severity(), Span: span, Address: address, Message: fmt.Sprintf(format, args...)})
	return &s.ds[len(s.ds)-1]
}

func (s *stateReader) read(n *jsontree.Node) {
	switch n.Kind() {
	case jsontree.Object:
	case jsontree.String:
		s.fault(PlainState, n.Span(), "", "This state is a plain text; its inputs are read from it elsewhere. Give an object of inputs to run the model here.")
		return
	case jsontree.Missing:
		return
	default:
		s.fault(WrongShape, valueSpan(n), "", "A state is an object of values by input name, not %s.", kindPhrase(n))
		return
	}
	if s.m == nil {
		return
	}
	names := s.m.inputNames()
	for _, m := range n.Members() {
		if m.Key.Kind() != jsontree.String {
			continue
		}
		name := own(m.Key.Text())
		d := s.m.input(name)
		if d == nil {
			s.surplus(n, m, names, "%q is no input of the model.%s", name)
			continue
		}
		if v, ok := s.value(m.Value, d.part.input.Type, name, 0); ok {
			s.in.Set(name, v)
		}
	}
}

// surplus reports a member that nothing reads. States are cut out of larger records, so that is a warning; where it
// stands in for a member that is missing it is a misspelling, and what rests on it would be wrong.
func (s *stateReader) surplus(n *jsontree.Node, m jsontree.Member, names []string, format, name string) {
	near := feel.Nearest(name, names)
	x := s.fault(UnknownInput, m.Key.Span(), "", format, name, didYouMean(near))
	if near == "" || n.Get(near) != nil {
		x.Severity = Warning
		return
	}
	x.Fixes = []Fix{textFix("Change to \""+near+"\"", jsontree.ReplaceInString(m.Key, jsontree.Span{End: len(name)}, near))}
}

// value reads a JSON value as a value of type t; what names it in messages.
func (s *stateReader) value(n *jsontree.Node, t *feel.Type, what string, depth int) (feel.Value, bool) {
	address := ""
	if depth == 0 {
		address = model.Address("inputs", what)
	}
	if depth > maxTypeNesting*2 {
		s.fault(StateValue, n.Span(), address, "%s nests too deep.", what)
		return feel.Value{}, false
	}
	wrong := func() (feel.Value, bool) {
		if n.Kind() != jsontree.Missing {
			x := s.fault(StateValue, valueSpan(n), address, "%s is %s here; it needs %s.", what, kindPhrase(n), needOf(t))
			if title, edit, ok := spelled(n, jsonKind(t)); ok {
				x.Fixes = []Fix{textFix(title, edit)}
			}
		}
		return feel.Value{}, false
	}
	switch n.Kind() {
	case jsontree.Missing:
		return feel.Value{}, false
	case jsontree.Null:
		return feel.Value{}, true
	case jsontree.Array:
		return s.list(n, t, what, depth, wrong)
	case jsontree.Object:
		return s.object(n, t, what, depth, wrong)
	}
	if !t.Known() {
		v, err := feel.FromJSON(n.Raw())
		return v, err == nil
	}
	switch t.Kind {
	case feel.BooleanType:
		if n.Kind() == jsontree.Bool {
			return feel.BooleanOf(n.Bool()), true
		}
		return wrong()
	case feel.NumberType:
		if n.Kind() != jsontree.Number {
			return wrong()
		}
		v, err := feel.FromText(string(n.Raw()), feel.Number)
		if err != nil {
			s.fault(StateValue, n.Span(), address, "%s is beyond what a number can hold (34 digits, exponents up to 6144).", what)
		}
		return v, err == nil
	case feel.ListType, feel.ObjectType, feel.RangeType, feel.FunctionType:
		return wrong()
	}
	if n.Kind() != jsontree.String {
		return wrong()
	}
	return s.textValue(n, t, what, address)
}

// jsonKind is the kind of JSON value that a type is written as.
func jsonKind(t *feel.Type) jsontree.Kind {
	switch t.Kind {
	case feel.BooleanType:
		return jsontree.Bool
	case feel.NumberType:
		return jsontree.Number
	case feel.StringType:
		return jsontree.String
	}
	return jsontree.Missing
}

// textValue reads a text: an enum value, a level, a date, a time, a duration.
func (s *stateReader) textValue(n *jsontree.Node, t *feel.Type, what, address string) (feel.Value, bool) {
	text := own(n.Text())
	v, err := feel.FromText(text, t)
	if err == nil {
		return v, true
	}
	if len(t.Values) > 0 {
		near := feel.Nearest(text, t.Values)
		x := s.fault(StateValue, n.Span(), address, "%q is not a value of %s (%s).%s", text, what, listed(t.Values), didYouMean(near))
		if near != "" {
			x.Fixes = []Fix{textFix("Change to \""+near+"\"", replaceText(n, near))}
		}
		return feel.Value{}, false
	}
	s.fault(StateValue, n.Span(), address, "%s needs %s: %s.", what, needOf(t), strings.TrimSuffix(err.Error(), "."))
	return feel.Value{}, false
}

func (s *stateReader) list(n *jsontree.Node, t *feel.Type, what string, depth int, wrong func() (feel.Value, bool)) (feel.Value, bool) {
	elem := feel.Any
	switch {
	case t.Kind == feel.ListType:
		elem = t.Elem
	case t.Known():
		return wrong()
	}
	items := make([]feel.Value, 0, n.Len())
	all := true
	for i, e := range n.Elements() {
		v, ok := s.value(e, elem, fmt.Sprintf("element %d of %s", i+1, what), depth+1)
		all = all && ok
		items = append(items, v)
	}
	return feel.ListOfValues(items), all
}

func (s *stateReader) object(n *jsontree.Node, t *feel.Type, what string, depth int, wrong func() (feel.Value, bool)) (feel.Value, bool) {
	if t.Known() && t.Kind != feel.ObjectType {
		return wrong()
	}
	o := feel.NewObject(n.Len())
	all := true
	var names []string
	for _, f := range t.Fields {
		names = append(names, f.Name)
	}
	for _, m := range n.Members() {
		if m.Key.Kind() != jsontree.String {
			continue
		}
		name := own(m.Key.Text())
		ft, ok := t.Field(name)
		if !ok {
			ft = feel.Any
			if t.Known() && !t.Open {
				s.surplus(n, m, names, "%q is no member of "+strings.ReplaceAll(what, "%", "%%")+"; it has "+strings.ReplaceAll(listed(names), "%", "%%")+".%s", name)
				continue
			}
		}
		v, ok := s.value(m.Value, ft, name+" of "+what, depth+1)
		all = all && ok
		o.Set(name, v)
	}
	for _, f := range names {
		if _, ok := o.Get(f); !ok {
			o.Set(f, feel.Value{}) // an absent member is null
		}
	}
	return feel.ObjectOfMembers(o), all
}

// needOf says what a state's value of type t is.
func needOf(t *feel.Type) string {
	switch t.Kind {
	case feel.DateType:
		return `a date such as "2026-10-01"`
	case feel.TimeType:
		return `a time such as "10:30:00"`
	case feel.DateTimeType:
		return `a date and time such as "2026-10-01T10:30:00Z"`
	case feel.DaysTimeType, feel.DurationType:
		return `a duration such as "P3DT4H"`
	case feel.YearsMonthsType:
		return `a duration such as "P1Y6M"`
	case feel.BooleanType:
		return "true or false"
	case feel.StringType:
		return "a text"
	}
	return t.Phrase()
}

// expect checks what a state says must come out.
func (s *stateReader) expect(n *jsontree.Node) {
	if n == nil || n.Kind() == jsontree.Missing || s.m == nil {
		return
	}
	if n.Kind() != jsontree.Object {
		s.fault(WrongShape, valueSpan(n), "", "expect is %s here; it needs an object of values by question or decision.", kindPhrase(n))
		return
	}
	var names []string
	for _, d := range s.m.declarations {
		if d.section == "decisions" {
			names = append(names, d.name)
		}
	}
	for _, m := range n.Members() {
		name := m.Key.Text()
		d := s.m.byAddress[model.Address("decisions", name)]
		if d == nil {
			near := feel.Nearest(name, names)
			x := s.fault(UnknownExpect, m.Key.Span(), "", "%q is no question or decision of the model.%s", name, didYouMean(near))
			if near != "" && n.Get(near) == nil {
				x.Fixes = []Fix{textFix("Change to \""+near+"\"", jsontree.ReplaceInString(m.Key, jsontree.Span{End: len(name)}, near))}
			}
			continue
		}
		if d.unit != nil {
			before := len(s.ds)
			s.value(m.Value, d.unit.Type, name, 1)
			for i := range s.ds[before:] {
				s.ds[before+i].Address = model.Address("decisions", name)
			}
		}
	}
}

// checkEmbeddedState checks the state that a request carries, and what a plain-text state cannot answer.
func (a *modelAnalysis) checkEmbeddedState() {
	if a.sections.state == nil {
		return
	}
	s := &stateReader{m: a.modelResult}
	s.read(a.sections.state)
	a.r.diagnostics = append(a.r.diagnostics, s.ds...)
	for _, d := range a.declarations {
		if d.section != "inputs" || d.part.input.Type.Kind != feel.StringType {
			continue
		}
		switch {
		case a.sections.state.Kind() == jsontree.String:
			a.report(Diagnostic{Code: TextInput, Severity: Error, Span: d.key.Span(), Address: d.address(), Message: "The input " + d.name + " is a free text, which no reader can answer from a plain-text state; it needs a key of a JSON state."})
		case a.sections.state.Kind() == jsontree.Object && a.sections.state.Get(d.name) == nil:
			a.report(Diagnostic{Code: TextInput, Span: d.key.Span(), Address: d.address(), Message: "The free text input " + d.name + " has no key in the state."})
		}
	}
}

// EmbeddedState returns the values of the state that a request carries; ok is false where there is none to run with.
func (d *Document) EmbeddedState() (in model.Inputs, ok bool) {
	r := d.analysed().model
	if r == nil || r.sections.state.Kind() != jsontree.Object {
		return model.Inputs{}, false
	}
	s := &stateReader{m: r}
	s.read(r.sections.state)
	return s.in, true
}
