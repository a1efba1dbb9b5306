package model

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/scenariolsp/lsp/eval/feel"
)

// Inputs are the values of a state by input name, in the state's order.
type Inputs struct {
	names  []string
	values []feel.Value
}

// Set adds the value of an input or replaces it.
func (in *Inputs) Set(name string, v feel.Value) {
	for i, n := range in.names {
		if n == name {
			in.values[i] = v
			return
		}
	}
	in.names = append(in.names, name)
	in.values = append(in.values, v)
}

// Put makes the i-th value that of the named input, where the values before it are those of other inputs. It reports
// false when the name stands before already. It costs nothing where the i-th name was the same the last time.
func (in *Inputs) Put(i int, name []byte, v feel.Value) bool {
	if i < len(in.names) && in.names[i] == string(name) {
		in.values[i] = v
		return true
	}
	in.Truncate(i)
	for _, n := range in.names {
		if n == string(name) {
			return false
		}
	}
	in.names, in.values = append(in.names, string(name)), append(in.values, v)
	return true
}

// Truncate leaves the first n values.
func (in *Inputs) Truncate(n int) {
	if n < len(in.names) {
		in.names, in.values = in.names[:n], in.values[:n]
	}
}

// Len returns the number of values.
func (in *Inputs) Len() int { return len(in.names) }

// Names returns the names in the state's order.
func (in *Inputs) Names() []string { return in.names }

// Get returns the value of an input.
func (in *Inputs) Get(name string) (feel.Value, bool) {
	for i, n := range in.names {
		if n == name {
			return in.values[i], true
		}
	}
	return feel.Value{}, false
}

// Ask says what an evaluation has to answer. Empty means every decision of the model, questions included.
type Ask struct {
	Questions []string // ids; each is answered by the decision of the same name
	Decisions []string // names
	Clock     func() time.Time
}

// run is one evaluation in progress.
type run struct {
	p       *Program
	m       feel.Machine
	state   []progress
	decided []*Decided // in the order the decisions were finished
	current []*Decided // the decisions being computed, the innermost last
	missing []string
	quiet   bool // values alone are wanted
	limit   *feel.LimitError
}

type progress uint8

const (
	untouched progress = iota
	computing
	done
)

// errCycle says that a decision needs its own value; the checks report the cycle where it is written.
var errCycle = errors.New("a decision needs its own value")

// Evaluate runs the asked decisions and what they need. It never panics on a model's account; err is the context's
// error or that of steps that are used up, and then the receipt holds what was found until then.
func (p *Program) Evaluate(ctx context.Context, in Inputs, ask Ask) (*Receipt, error) {
	start := time.Now()
	r := p.start(ctx, in, ask.Clock)
	r.m.Read = r.read
	var slots []int
	for _, name := range slices.Concat(ask.Questions, ask.Decisions) {
		if slot, ok := p.byName[name]; ok && slot >= len(p.inputs) && slot < len(p.inputs)+p.decisions {
			slots = append(slots, slot)
		}
	}
	if len(ask.Questions)+len(ask.Decisions) == 0 {
		for i := range p.decisions {
			slots = append(slots, len(p.inputs)+i)
		}
	}
	for _, slot := range slots {
		r.need(slot)
	}
	rec := r.receipt(ask)
	rec.Limit = r.limit
	rec.Elapsed = time.Since(start)
	return rec, r.m.Err()
}

// start prepares an evaluation: inputs are ready, functions too, decisions are computed when they are read.
func (p *Program) start(ctx context.Context, in Inputs, clock func() time.Time) *run {
	r := &run{p: p, state: make([]progress, p.decisions)}
	r.m.Globals = make([]feel.Value, len(p.symbols))
	r.m.Ready = make([]bool, len(p.symbols))
	r.m.Compute = r.compute
	r.m.Reset(ctx, clock)
	for i := range p.inputs {
		if v, ok := in.Get(p.inputs[i].Name); ok {
			r.m.Globals[i], r.m.Ready[i] = v, true
		}
	}
	return r
}

// read notes that the innermost decision reads a global.
func (r *run) read(slot int) {
	if n := len(r.current); n > 0 {
		d := r.current[n-1]
		if !slices.Contains(d.reads, slot) {
			d.reads = append(d.reads, slot)
		}
	}
}

// need computes a decision that is asked for.
func (r *run) need(slot int) {
	if !r.m.Ready[slot] {
		r.compute(&r.m, slot)
	}
}

// compute finds the value of a slot that is read for the first time.
func (r *run) compute(m *feel.Machine, slot int) {
	p := r.p
	switch i := slot - len(p.inputs); {
	case i < 0: // an input that the state does not have
		r.missing = append(r.missing, p.inputs[slot].Name)
		m.Globals[slot], m.Ready[slot] = feel.Explained(), true
	case i >= p.decisions:
		m.Globals[slot], m.Ready[slot] = p.function(i), true
	case r.state[i] == computing:
		m.Stop(errCycle)
	case r.quiet:
		r.quietly(i, slot)
	default:
		r.decide(i, slot)
	}
}

// decide computes decision i.
func (r *run) decide(i, slot int) {
	u := r.p.units[i]
	m := &r.m
	r.state[i] = computing
	d := &Decided{Name: u.Name, Type: u.Type.String()}
	r.current = append(r.current, d)
	frame := m.Push(u.slots)
	out := u.compiled()(m, frame)
	if limit := m.Excuse(); limit != nil {
		out = outcome{value: r.exceeded(u, limit)}
	}
	v := out.value
	d.Rule, d.Rules = out.rule, out.rules
	if want := r.p.def.Decisions[i].Type; want != nil && m.Err() == nil {
		v = r.declared(u, v, want)
	}
	for k := range u.lets {
		d.Let = append(d.Let, Named{u.lets[k].name, frame[u.lets[k].slot]})
	}
	m.Pop(u.slots)
	r.current = r.current[:len(r.current)-1]
	r.state[i] = done
	d.Value = v
	r.decided = append(r.decided, d)
	m.Globals[slot], m.Ready[slot] = v, true
}

// exceeded is the value of a decision that ran into a limit of its own: the others are evaluated all the same.
func (r *run) exceeded(u *Unit, limit *feel.LimitError) feel.Value {
	if r.limit == nil {
		r.limit = limit
	}
	return r.m.Explain(feel.Origin{Address: address(u), Ref: u.body.ref}, feel.Span{}, "%s was not evaluated to its end: %s.", u.Name, limit.Reason)
}

// declared converts the value of a decision to its declared type, or explains why there is none.
func (r *run) declared(u *Unit, v feel.Value, want *feel.Type) feel.Value {
	c, ok := r.m.Convert(v, want)
	if !ok {
		return r.m.Explain(feel.Origin{Address: address(u), Ref: u.body.ref}, feel.Span{}, "%s is declared as %s, but its expression gave %s.", u.Name, want.Phrase(), v.Brief())
	}
	return c
}

// address is how receipts and diagnostics name a unit.
func address(u *Unit) string {
	if u.Function {
		return Address("functions", u.Name)
	}
	return Address("decisions", u.Name)
}

// outcome is the value of a body and, of a table, the rules that gave it (1-based).
type outcome struct {
	value feel.Value
	rule  int
	rules []int
}

// body is a compiled body.
type body func(m *feel.Machine, frame []feel.Value) outcome

// compiled returns the unit's program, compiling it at the first call.
func (u *Unit) compiled() body {
	u.ready.Do(func() {
		base := address(u)
		lets := make([]body, len(u.lets))
		for i := range u.lets {
			lets[i] = u.compileBody(&u.lets[i].body, base+".let."+Quoted(u.lets[i].name))
		}
		main := u.compileBody(&u.body, base)
		if len(lets) == 0 {
			u.run = main
			return
		}
		u.run = func(m *feel.Machine, frame []feel.Value) outcome {
			for i, l := range lets {
				frame[u.lets[i].slot] = l(m, frame).value
			}
			return main(m, frame)
		}
	})
	return u.run
}

func (u *Unit) compileBody(b *bodyUnit, at string) body {
	switch {
	case b.expr != nil:
		prog := feel.Compile(b.expr, feel.Origin{Address: at, Ref: b.ref}, u.slots)
		return func(m *feel.Machine, frame []feel.Value) outcome { return outcome{value: prog.RunIn(m, frame)} }
	case b.table != nil:
		t := compileTable(b.table, at, u.slots)
		u.frameless = t.direct && len(u.lets) == 0 && u.params == 0
		return t.run
	}
	return func(*feel.Machine, []feel.Value) outcome { return outcome{value: feel.Explained()} }
}

// function returns function i as a value.
func (p *Program) function(i int) feel.Value {
	u := p.units[i]
	f := &p.def.Functions[i-p.decisions]
	code := u.compiled()
	return feel.NewFunction(u.Name, f.Params, f.Returns, u.slots, func(m *feel.Machine, frame []feel.Value) feel.Value {
		return code(m, frame).value
	})
}
