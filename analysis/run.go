package analysis

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// runResult is what was found of a run document.
type runResult struct {
	inputs scenario.Inputs
}

// The members of a run document (scenario-format.md, "Running a scenario").
var (
	runMembers = []member{
		{field{"actions", "The actions performed, in order: {id, atSeconds}."}, jsontree.Array, false},
		{field{"bindings", "Initial values by variable or flag; act:<action> performs an action at that time."}, jsontree.Object, false},
		{field{"until", "When the run ends, in seconds."}, jsontree.Number, false},
	}
	performedMembers = []member{
		{field{"id", "The action."}, jsontree.String, true},
		{field{"atSeconds", "When it is performed, in seconds."}, jsontree.Number, true},
	}
)

// analyseRun checks a run document against the scenario it belongs to.
func analyseRun(d *Document, r *result) {
	in, ds := readRun(d, d.ofRun())
	r.run = &runResult{inputs: in}
	r.diagnostics = append(r.diagnostics, ds...)
}

// Run decodes a run document for a scenario. The diagnostics say what cannot be used and where, in the run.
func (d *Document) Run(ctx context.Context, of *Document) (scenario.Inputs, []Diagnostic) {
	in, ds := readRun(d, of)
	return in, append(syntaxDiagnostics(d.Tree()), ds...)
}

// runReader reads a run document.
type runReader struct {
	moduleLowerer
	of    *resolved // nil where the scenario is not known
	in    scenario.Inputs
	spans map[string]jsontree.Span // by address of an input
}

func readRun(d, of *Document) (scenario.Inputs, []Diagnostic) {
	r := &runReader{moduleLowerer: moduleLowerer{module: &module{doc: d, tree: d.Tree()}}, spans: map[string]jsontree.Span{}}
	var program *scenario.Program
	if of != nil {
		if s := of.analysed().scenario; s != nil {
			r.of = s.resolved
		}
		program, _ = of.Scenario(context.Background())
	}
	root := d.Tree().Root
	if root.Kind() == jsontree.Object {
		r.read(root)
	} else if root.Kind() != jsontree.Missing {
		r.report(WrongShape, valueSpan(root), "A run is an object with actions and bindings, not %s.", kindPhrase(root))
	}
	if program != nil && root.Kind() == jsontree.Object {
		r.check(program, root)
	}
	var out []Diagnostic
	for _, f := range r.faults {
		out = append(out, f.Diagnostic)
	}
	return r.in, out
}

func (r *runReader) read(root *jsontree.Node) {
	r.members(root, runMembers, "A run")
	for _, m := range root.Members() {
		if u, ok := unknownField(m, fieldsOf(runMembers), "A run"); ok && !r.reportedAt(m.Key.Span()) {
			r.report(UnknownField, m.Key.Span(), "%s", u.message)
		}
	}
	for _, n := range root.Get("actions").Elements() {
		if !r.want(n, jsontree.Object, "An entry of actions") {
			continue
		}
		r.members(n, performedMembers, "A performed action")
		id := text(n.Get("id"))
		at := r.seconds(n.Get("atSeconds"), "atSeconds", false)
		if id == nil || !at.Present() {
			continue
		}
		r.spans[fmt.Sprintf("actions[%d]", len(r.in.Actions))] = id.Span()
		r.in.Actions = append(r.in.Actions, scenario.Performed{Action: own(id.Text()), At: at})
		r.known(id, id.Text(), UnknownAction, "%q is no action of the scenario.", actionSort)
	}
	bound := map[string]bool{}
	for _, m := range root.Get("bindings").Members() {
		if m.Key.Kind() == jsontree.String && !bound[m.Key.Text()] { // a member that stands twice is reported as such
			bound[own(m.Key.Text())] = true
			r.binding(m)
		}
	}
	if n := root.Get("until"); n.Kind() == jsontree.Number {
		r.in.Until = r.seconds(n, "until", false)
		r.spans["until"] = n.Span()
	}
}

func fieldsOf(members []member) []field {
	out := make([]field, len(members))
	for i, m := range members {
		out[i] = m.field
	}
	return out
}

// binding reads one value of bindings: a number, true or false, or {value, unit}.
func (r *runReader) binding(m jsontree.Member) {
	b := scenario.Binding{Name: own(m.Key.Text())}
	n := m.Value
	if n.Kind() == jsontree.Object {
		b.Unit, n = memberText(n, "unit"), n.Get("value")
	}
	switch n.Kind() {
	case jsontree.Bool:
		b.Value = scenario.Truth(n.Bool())
	case jsontree.Number:
		d, err := decimal.ParseBytes(n.Raw())
		if err != nil {
			r.report(NumberRange, n.Span(), "%s is beyond what a number can hold (34 digits, exponents from -6176 to 6144).", b.Name)
			return
		}
		b.Value = scenario.Number(d)
	case jsontree.Missing:
		return
	default:
		f := r.report(BindingValue, valueSpan(n), "%s is bound to %s; it needs a number, or true or false.", b.Name, kindPhrase(n))
		for _, kind := range []jsontree.Kind{jsontree.Number, jsontree.Bool} {
			f.spelled(n, kind)
		}
		return
	}
	address := "bindings." + b.Name
	r.spans[address] = m.Value.Span()
	name := b.Name
	if start, end := boundID(name, r.declares); start > 0 {
		if !r.known(m.Key, name[start:end], UnknownBinding, "%q is no action of the scenario.", actionSort) {
			return
		}
	} else if name != "until" && !r.known(m.Key, name, UnknownBinding, "%q is no variable, flag or performed action (act:<action>) of the scenario.", variableSort, flagSort) {
		return
	}
	r.in.Bindings = append(r.in.Bindings, b)
}

func (r *runReader) declares(id string) bool { return r.of != nil && r.of.byID[id] != nil }

// known reports an id that the scenario does not have, or not of these sorts.
func (r *runReader) known(n *jsontree.Node, id string, code Code, format string, sorts ...idSort) bool {
	if r.of == nil || r.of.open {
		return true
	}
	var names []string
	for _, s := range sorts {
		for _, e := range r.of.ofSort(s) {
			if e.id == id {
				return true
			}
			names = append(names, e.id)
		}
	}
	near := feel.Nearest(id, names)
	f := r.report(code, n.Span(), format+"%s", id, didYouMean(near))
	if near != "" {
		at := strings.Index(n.Text(), id)
		f.fix("Change to \""+near+"\"", jsontree.ReplaceInString(n, jsontree.Span{Start: max(at, 0), End: max(at, 0) + len(id)}, near))
	}
	return false
}

// check asks the program what it makes of the inputs, and says what is not said yet.
func (r *runReader) check(p *scenario.Program, root *jsontree.Node) {
	for _, err := range p.CheckInputs(r.in) {
		var input *scenario.InputError
		var missing *scenario.MissingError
		switch {
		case errors.As(err, &input):
			if span, ok := r.spans[input.Address]; ok && !r.reportedAt(span) {
				r.report(BindingValue, span, "%s", input.Message)
			}
		case errors.As(err, &missing):
			at := root
			if n := root.Get("bindings"); n.Kind() == jsontree.Object {
				at = n
			}
			r.report(UnboundVariable, opening(at), "%s", missing.Error())
		}
	}
}
