package analysis

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// Evaluated is the value of a lone expression and what was found on the way.
type Evaluated struct {
	Type     string // as the author would write it
	Value    feel.Value
	Problems []feel.Problem // of the text, by span
	Nulls    []feel.Cause   // of the evaluation
	Dropped  int            // further causes beyond those kept
}

// EvaluateExpression evaluates a lone expression. values is a JSON object of what its names stand for, each plain JSON
// or {"type", "value"}; nil where it reads none. err says what is wrong with values, or why the evaluation stopped.
func EvaluateExpression(ctx context.Context, text string, values []byte, clock func() time.Time) (*Evaluated, error) {
	l := &line{}
	if len(values) > 0 {
		if err := l.context(values); err != nil {
			return nil, err
		}
	}
	return l.evaluate(ctx, text, nil, clock)
}

// line is a model around a lone expression.
type line struct {
	types, functions, lets []byte // sections as JSON objects
	names                  []string
	values                 []feel.Value
	declared               []*jsontree.Node
}

// context reads the values of names.
func (l *line) context(raw []byte) error {
	t := jsontree.Parse(raw)
	if len(t.Errors) > 0 {
		return fmt.Errorf("the context is no JSON: %s", t.Errors[0].Message)
	}
	if t.Root.Kind() == jsontree.Null {
		return nil
	}
	if t.Root.Kind() != jsontree.Object {
		return fmt.Errorf("the context is %s; it needs an object of values by name", kindPhrase(t.Root))
	}
	for _, m := range t.Root.Members() {
		v, err := feel.FromTypedJSON(m.Value.Raw())
		if err != nil {
			return fmt.Errorf("%s of the context: %w", m.Key.Text(), err)
		}
		l.names = append(l.names, m.Key.Text())
		l.values = append(l.values, v)
		l.declared = append(l.declared, m.Value.Get("declared"))
	}
	return nil
}

// answer is the name of the decision that holds the expression; no document can declare it.
const answer = "\x00"

// evaluate runs text as a decision of a model made of the line's parts. want is the declared type, JSON or nil.
func (l *line) evaluate(ctx context.Context, text string, want []byte, clock func() time.Time) (*Evaluated, error) {
	a := l.lower(text, want)
	a.build()
	var in model.Inputs
	for i, name := range l.names {
		v := l.values[i]
		if c, ok := v.Convert(a.byAddress[model.Address("inputs", name)].part.input.Type); ok {
			v = c
		}
		in.Set(name, v)
	}
	rec, err := a.program.Evaluate(ctx, in, model.Ask{Decisions: []string{answer}, Clock: clock})
	if err != nil {
		return nil, err
	}
	out := &Evaluated{Dropped: rec.Dropped}
	unit := a.program.Unit(answer)
	e := unit.Texts[0].Expression
	out.Problems = e.Problems
	if d := rec.Decision(answer); d != nil {
		out.Value = d.Value
		for _, n := range d.Nulls {
			out.Nulls = append(out.Nulls, feel.Cause{Message: n.Message, Span: feel.Span{Start: n.Start, End: n.End}})
		}
	}
	if e.Broken() {
		out.Value = feel.Value{}
	}
	out.Type = unit.Type.String()
	if !unit.Type.Known() {
		out.Type = out.Value.Type().String()
	}
	return out, nil
}

// lower reads the line's parts as a document would be read, in compact checks.
func (l *line) lower(text string, want []byte) *modelAnalysis {
	doc := jsontree.Parse(l.document(text, want))
	d := &Document{Source: Source{Level: Compact, Kind: modelKind, Text: doc.Text}}
	d.parse.Do(func() { d.tree = doc })
	a := &modelAnalysis{modelResult: &modelResult{byAddress: map[string]*declaration{}}, d: d, r: &result{}, memo: &memo{parts: map[string]*part{}}}
	a.sections = findSections(doc.Root)
	a.lowerTypes()
	a.lowerSection("inputs", a.sections.inputs, (*lowerer).input)
	for i, name := range l.names {
		p := a.byAddress[model.Address("inputs", name)].part
		if l.declared[i] == nil {
			if p.input.Type = l.values[i].Type(); p.input.Type.Kind == feel.NullType {
				p.input.Type = feel.Any
			}
		}
	}
	a.lowerSection("decisions", a.sections.decisions, (*lowerer).decision)
	a.lowerSection("functions", a.sections.functions, (*lowerer).function)
	return a
}

// document writes the model that the line stands for.
func (l *line) document(text string, want []byte) []byte {
	section := func(b []byte, name string, raw []byte) []byte {
		if len(raw) == 0 || raw[0] != '{' {
			return b
		}
		return append(append(b, `"`+name+`":`...), append(raw, ',')...)
	}
	b := section([]byte("{"), "types", l.types)
	b = section(b, "functions", l.functions)
	b = append(b, `"inputs":{`...)
	for i, name := range l.names {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(feel.AppendJSONString(b, name), `:{"type":`...)
		if l.declared[i] != nil {
			b = append(b, l.declared[i].Raw()...)
		} else {
			b = append(b, `"any"`...)
		}
		b = append(b, '}')
	}
	b = append(b, `},"decisions":{`...)
	b = append(b, l.lets...)
	b = append(feel.AppendJSONString(b, answer), `:{`...)
	if len(want) > 0 {
		b = append(append(b, `"type":`...), append(want, ',')...)
	}
	b = feel.AppendJSONString(append(b, `"expr":`...), text)
	return append(b, `}}}`...)
}

// ExpressionLine evaluates one line of the shape of the expression cases and returns the line that answers it:
// {"id", "type", "value", "nulls"}, or {"id", "error"} where the line itself is wrong, which err says too.
func ExpressionLine(ctx context.Context, raw []byte, clock func() time.Time) ([]byte, error) {
	t := jsontree.Parse(raw)
	id := t.Root.Get("id")
	if err := lineError(t, "expression"); err != nil {
		return errorLine(id, err), err
	}
	l := &line{types: rawMember(t.Root, "types"), functions: rawMember(t.Root, "functions")}
	if c := t.Root.Get("context"); c != nil {
		if err := l.context(c.Raw()); err != nil {
			return errorLine(id, err), err
		}
	}
	for _, e := range t.Root.Get("lets").Elements() {
		l.lets = append(feel.AppendJSONString(l.lets, e.Get("name").Text()), `:{`...)
		if want := e.Get("type"); want != nil && want.Kind() != jsontree.Null {
			l.lets = append(append(l.lets, `"type":`...), append(want.Raw(), ',')...)
		}
		l.lets = feel.AppendJSONString(append(l.lets, `"expr":`...), e.Get("expression").Text())
		l.lets = append(l.lets, `},`...)
	}
	got, err := l.evaluate(ctx, t.Root.Get("expression").Text(), rawMember(t.Root, "result_type"), clock)
	if err != nil {
		return errorLine(id, err), err
	}
	nulls := len(got.Nulls) + got.Dropped
	if got.Value.IsNull() && nulls == 0 && len(got.Problems) > 0 {
		nulls = len(got.Problems)
	}
	b := head(id)
	b = appendTyped(b, got.Value)
	b = strconv.AppendInt(append(b, `,"nulls":`...), int64(nulls), 10)
	return append(b, '}'), nil
}

// rawMember returns the text of a member that is there and not null.
func rawMember(n *jsontree.Node, name string) []byte {
	m := n.Get(name)
	if m == nil || m.Kind() == jsontree.Null {
		return nil
	}
	return append([]byte(nil), m.Raw()...)
}

func lineError(t *jsontree.Tree, needs string) error {
	if len(t.Errors) > 0 {
		return errors.New(t.Errors[0].Message)
	}
	if t.Root.Get(needs) == nil {
		return fmt.Errorf("the line has no %s", needs)
	}
	return nil
}

func head(id *jsontree.Node) []byte {
	if id == nil {
		return []byte(`{`)
	}
	return append(append([]byte(`{"id":`), id.Raw()...), ',')
}

func errorLine(id *jsontree.Node, err error) []byte {
	b := feel.AppendJSONString(append(head(id), `"error":{"message":`...), err.Error())
	return append(b, `}}`...)
}

// appendTyped appends "type" and "value".
func appendTyped(b []byte, v feel.Value) []byte {
	b = append(append(b, `"type":"`...), typeWord(v)...)
	return v.AppendJSON(append(b, `","value":`...))
}

// typeWord names the kind of a value in the words of the cases.
func typeWord(v feel.Value) string {
	switch v.Kind() {
	case feel.ListValue:
		return "list"
	case feel.ObjectValue:
		return "context"
	case feel.RangeValue:
		return "range"
	case feel.FunctionValue:
		return "function"
	case feel.LevelValue:
		return "string"
	}
	return v.Type().String()
}

// ModelLine evaluates one line of the shape of the model cases and returns {"id", "decisions": {name: {"type", "value"}}}.
func ModelLine(ctx context.Context, raw []byte, clock func() time.Time) ([]byte, error) {
	t := jsontree.Parse(raw)
	id := t.Root.Get("id")
	if err := lineError(t, "model"); err != nil {
		return errorLine(id, err), err
	}
	d := Open(Source{Name: "line", Kind: modelKind, Text: append([]byte(nil), t.Root.Get("model").Raw()...), Level: Compact}, nil, nil)
	p, fault := d.Program(ctx)
	if p == nil {
		err := errors.New(fault.Message)
		return errorLine(id, err), err
	}
	in, _, _ := readState(t.Root.Get("state"), d.analysed().model)
	rec, err := p.Evaluate(ctx, in, model.Ask{Clock: clock})
	if err != nil {
		return errorLine(id, err), err
	}
	b := append(head(id), `"decisions":{`...)
	for i, u := range p.Decisions() {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(feel.AppendJSONString(b, u.Name), ":{"...)
		found := feel.Value{}
		if dec := rec.Decision(u.Name); dec != nil {
			found = dec.Value
		}
		b = append(appendTyped(b, found), '}')
	}
	return append(b, `}}`...), nil
}

// StateLine reads one line of a stream of states: an object of inputs, or {"id", "state"}. id is nil where it has none.
func (d *Document) StateLine(raw []byte) (id []byte, in model.Inputs, fault *Diagnostic) {
	m := d.analysed().model
	t := jsontree.Parse(raw)
	root := t.Root
	if s := root.Get("state"); s != nil && m.input("state") == nil && (root.Len() == 1 || root.Len() == 2 && root.Get("id") != nil) {
		if n := root.Get("id"); n != nil {
			id = n.Raw()
		}
		root = s
	}
	if x := firstError(syntaxDiagnostics(t)); x != nil {
		return id, in, x
	}
	s := &stateReader{m: m}
	s.read(root)
	for i := range s.ds {
		if s.ds[i].Severity == Error || s.ds[i].Code == PlainState {
			return id, in, &s.ds[i]
		}
	}
	return id, s.in, nil
}
