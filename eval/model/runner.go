package model

import (
	"context"
	"slices"
	"time"

	"github.com/scenariolsp/lsp/eval/feel"
)

// Runner evaluates the same decisions for one state after another, without receipts. It belongs to one goroutine.
type Runner struct {
	r     *run
	slots []int
	clock func() time.Time
	names []string // of the last state's inputs, and their slots
	bound []int
}

// Runner returns a runner for the named decisions; unknown names are left out.
func (p *Program) Runner(decisions []string, clock func() time.Time) *Runner {
	r := p.start(context.Background(), Inputs{}, clock)
	r.quiet = true
	out := &Runner{r: r, clock: clock}
	for _, name := range decisions {
		if slot, ok := p.byName[name]; ok && slot >= len(p.inputs) && slot < len(p.inputs)+p.decisions {
			out.slots = append(out.slots, slot)
		}
	}
	return out
}

// Run evaluates the decisions for a state. Their values are those of Value until the next Run. The error is the context's
// or the first limit that was reached.
func (r *Runner) Run(ctx context.Context, in *Inputs) error {
	run := r.r
	run.m.Reset(ctx, r.clock)
	clear(run.state)
	run.missing = run.missing[:0]
	run.limit = nil
	if !slices.Equal(r.names, in.names) { // states of a stream mostly have the same inputs in the same order
		r.bind(in.names)
	}
	for i, slot := range r.bound {
		if slot >= 0 {
			run.m.Globals[slot], run.m.Ready[slot] = in.values[i], true
		}
	}
	for _, slot := range r.slots {
		run.need(slot)
	}
	if run.limit != nil {
		return run.limit
	}
	return run.m.Err()
}

// bind finds the slots of inputs; what is no input has none.
func (r *Runner) bind(names []string) {
	r.names, r.bound = slices.Clone(names), r.bound[:0]
	for _, name := range names {
		slot, ok := r.r.p.byName[name]
		if !ok || slot >= len(r.r.p.inputs) {
			slot = -1
		}
		r.bound = append(r.bound, slot)
	}
}

// Value returns the value of the i-th decision.
func (r *Runner) Value(i int) feel.Value { return r.r.m.Globals[r.slots[i]] }

// Len returns the number of decisions.
func (r *Runner) Len() int { return len(r.slots) }

// Missing returns the inputs that were needed and absent.
func (r *Runner) Missing() []string { return slices.Clone(r.r.missing) }

// Causes returns why values are null.
func (r *Runner) Causes() []feel.Cause {
	c, _ := r.r.m.Nulls()
	return slices.Clone(c)
}

// quietly computes decision i and keeps nothing but its value.
func (r *run) quietly(i, slot int) {
	u := r.p.units[i]
	m := &r.m
	r.state[i] = computing
	code := u.compiled()
	var frame []feel.Value
	if !u.frameless {
		frame = m.Push(u.slots)
	}
	v := code(m, frame).value
	if limit := m.Excuse(); limit != nil {
		v = r.exceeded(u, limit)
	}
	if want := r.p.def.Decisions[i].Type; want != nil && !u.settled && m.Err() == nil {
		v = r.declared(u, v, want)
	}
	if !u.frameless {
		m.Pop(u.slots)
	}
	r.state[i] = done
	m.Globals[slot], m.Ready[slot] = v, true
}
