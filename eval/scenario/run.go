package scenario

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"slices"
)

// Options are how a run is made.
type Options struct {
	// Policy orders simultaneous operations. Chooser does so in its place where it is not nil.
	Policy  Policy
	Chooser Chooser
	// ClockStep makes schedules, actions and ends of trends come due at the first multiple of so many seconds that is
	// not before them. Absent: a continuous clock.
	ClockStep Value
	// Steps bounds predicates evaluated, effects applied and operations weighed at choice points. 0 is DefaultSteps.
	Steps int
}

// DefaultSteps is the bound of a run that sets none.
const DefaultSteps = 2_000_000

// BudgetError tells that a run reached its bound.
type BudgetError struct {
	Steps int // the bound
	At    Instant
}

// Error returns a sentence.
func (e *BudgetError) Error() string {
	return fmt.Sprintf("The run stopped at %s: it reached its bound of %d steps.", e.At, e.Steps)
}

// Run runs the scenario once. It gives the same result for the same arguments, always, and never writes to the
// definition. Errors are *InputError and *MissingError (joined, see [Program.CheckInputs]), *Unsupported, *BudgetError,
// *ReplayError, whatever the chooser returns, and the context's.
func (p *Program) Run(ctx context.Context, in Inputs, opt Options) (*Result, error) {
	g, errs := p.resolve(in)
	clock, err := clockStep(opt.ClockStep)
	if err != nil {
		errs = append(errs, err)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	m := newMachine(ctx, p, g, clock, opt)
	if err := m.run(); err != nil {
		return nil, err
	}
	return m.result, nil
}

func clockStep(v Value) (Instant, error) {
	if !v.Present() {
		return 0, nil
	}
	if v.Kind != NumberValue {
		return 0, &InputError{"clockStep", fmt.Sprintf("The clock step is %s; it needs a number of seconds above 0.", v)}
	}
	step, _, err := Seconds(v.Number)
	switch {
	case err != nil:
		return 0, &InputError{"clockStep", "The clock step: " + err.Error() + "."}
	case step == 0:
		return 0, &InputError{"clockStep", fmt.Sprintf("The clock step is %s s; it needs a nanosecond at least.", v)}
	}
	return step, nil
}

// operation is what comes due: a schedule or a performed action.
type operation struct {
	sort  OperationSort
	index int
	due   Instant
	rank  int // from 1, in declared order
}

// machine is a run in progress.
type machine struct {
	p       *Program
	d       *Definition
	live    State
	queue   []operation // by time, then declared order; those before next are due or done
	next    int
	due     []operation // those due at the live state's instant and not yet done, in declared order
	arrives arrivals
	clock   Instant // length of a tick; 0 on a continuous clock
	end     Instant // or noInstant
	chooser Chooser

	ctx    context.Context
	steps  int // left
	bound  int
	asked  []int   // by condition: the number of the step that evaluated it last
	answer []Check // by condition: what it found then
	result *Result
}

func newMachine(ctx context.Context, p *Program, g *given, clock Instant, opt Options) *machine {
	d := p.def
	m := &machine{
		p: p, d: d, live: *g.start.Clone(), clock: clock, end: p.end, chooser: opt.Chooser, ctx: ctx, bound: opt.Steps,
		asked: make([]int, len(d.Conditions)), answer: make([]Check, len(d.Conditions)),
		result: &Result{program: p, start: g.start, Policy: opt.Policy.String(),
			courses: make([][]Course, len(d.Variables)), toggles: make([][]toggle, len(d.Flags)), decided: make([]int, len(d.Schedules))},
	}
	if m.bound <= 0 {
		m.bound = DefaultSteps
	}
	m.steps = m.bound
	if m.chooser == nil {
		m.chooser = opt.Policy.Chooser()
	} else {
		m.result.Policy = ""
	}
	// A run ends no later than its scenario does.
	if g.until != noInstant && (m.end == noInstant || g.until < m.end) {
		m.end = g.until
	}
	m.queue = make([]operation, 0, len(d.Schedules)+len(g.actions))
	for i := range d.Schedules {
		m.queue = append(m.queue, operation{ScheduleOperation, i, p.at[i].tick(clock), len(m.queue) + 1})
	}
	for _, a := range g.actions {
		o := operation{ActionOperation, a.action, a.at.tick(clock), len(m.queue) + 1}
		m.queue = append(m.queue, o)
		if m.end != noInstant && o.due > m.end {
			m.result.Late = append(m.result.Late, Late{o.index, o.due})
		}
	}
	slices.SortStableFunc(m.queue, func(a, b operation) int { return cmp.Compare(a.due, b.due) })
	return m
}

// run runs to the end.
func (m *machine) run() error {
	for m.advance() {
		if err := m.ctx.Err(); err != nil {
			return err
		}
		for len(m.due) > 0 {
			if err := m.operate(); err != nil {
				return err
			}
		}
	}
	if m.end != noInstant {
		m.live.At = m.end
	}
	m.result.End = m.live
	return m.chooser.Finish(len(m.result.Trace))
}

// advance moves to the next instant at which anything happens, lets trends arrive and gathers what is due. It returns
// false where nothing is left before the end.
func (m *machine) advance() bool {
	for m.next < len(m.queue) && !m.pending(m.queue[m.next]) {
		m.next++
	}
	for len(m.arrives) > 0 && m.stale(m.arrives[0]) {
		heap.Pop(&m.arrives)
	}
	t, found := Instant(0), false
	if m.next < len(m.queue) {
		t, found = m.queue[m.next].due, true
	}
	if len(m.arrives) > 0 && (!found || m.arrives[0].at < t) {
		t, found = m.arrives[0].at, true
	}
	if !found || m.end != noInstant && t > m.end {
		return false
	}
	m.live.At = t
	for len(m.arrives) > 0 && m.arrives[0].at == t {
		if a := heap.Pop(&m.arrives).(arrival); !m.stale(a) {
			value := Number(m.live.Courses[a.variable].Target)
			m.follow(a.variable, Course{From: t, Start: value})
			m.result.Arrivals = append(m.result.Arrivals, Arrival{t, a.variable, value})
		}
	}
	m.due = m.due[:0]
	for ; m.next < len(m.queue) && m.queue[m.next].due == t; m.next++ {
		if m.pending(m.queue[m.next]) {
			m.due = append(m.due, m.queue[m.next])
		}
	}
	return true
}

// pending says whether an operation was not cancelled.
func (m *machine) pending(o operation) bool {
	return o.sort == ActionOperation || m.live.Schedules[o.index] == Pending
}

// operate chooses one of the operations due and does it.
func (m *machine) operate() error {
	number, place := len(m.result.Trace)+1, 0
	step := Step{Number: number, At: m.live.At}
	if len(m.due) > 1 {
		if err := m.spend(len(m.due)); err != nil {
			return err
		}
		labels := make([]Label, len(m.due))
		for i, o := range m.due {
			labels[i] = m.label(o)
		}
		var err error
		place, err = m.chooser.Choose(Point{Step: number, At: m.live.At, Due: labels, State: &m.live})
		if err != nil {
			return err
		}
		if place < 0 || place >= len(m.due) {
			return fmt.Errorf("step %d: the %d. of %d operations was chosen", number, place+1, len(m.due))
		}
		step.Choice = Choice{Step: number, Took: labels[place], Of: labels}
	}
	o := m.due[place]
	m.due = slices.Delete(m.due, place, place+1)
	step.Sort, step.Index, step.Label = o.sort, o.index, m.label(o)
	cancelled := false
	var err error
	if o.sort == ScheduleOperation {
		cancelled, err = m.fire(&step)
	} else {
		cancelled, err = m.perform(&step)
	}
	if err != nil {
		return err
	}
	if cancelled {
		m.due = slices.DeleteFunc(m.due, func(o operation) bool { return !m.pending(o) })
	}
	m.result.Trace = append(m.result.Trace, step)
	return nil
}

func (m *machine) label(o operation) Label {
	if o.sort == ScheduleOperation {
		return Label{o.rank, m.d.Schedules[o.index].ID}
	}
	return Label{o.rank, m.d.Actions[o.index].ID}
}

// fire does a schedule: its effects where its gate holds; otherwise it is skipped for good.
func (m *machine) fire(step *Step) (cancelled bool, err error) {
	s := &m.d.Schedules[step.Index]
	m.result.decided[step.Index] = step.Number
	holds, err := m.check(step, Absent, s.Conditions)
	if err != nil {
		return false, err
	}
	if !holds {
		step.Verdict = Skips
		m.live.Schedules[step.Index] = Skipped
		return false, nil
	}
	step.Verdict = Fires
	m.live.Schedules[step.Index] = Fired
	return m.applyAll(step, s.Effects)
}

// perform does an action: the effects of every outcome whose conditions hold, in declared order. All conditions are
// evaluated before the first effect, so the live state is the frozen snapshot until then.
func (m *machine) perform(step *Step) (cancelled bool, err error) {
	a := &m.d.Actions[step.Index]
	holds, err := m.check(step, Absent, a.Conditions)
	if err != nil {
		return false, err
	}
	step.Verdict = Performs
	if !holds {
		step.Verdict = Refuses
	}
	for i := range a.Outcomes {
		met, err := m.check(step, i, a.Outcomes[i].Conditions)
		if err != nil {
			return false, err
		}
		if holds && met {
			step.Outcomes = append(step.Outcomes, i)
		}
	}
	for _, i := range step.Outcomes {
		some, err := m.applyAll(step, a.Outcomes[i].Effects)
		if err != nil {
			return false, err
		}
		cancelled = cancelled || some
	}
	return cancelled, nil
}

// check evaluates conditions on the snapshot, every one of them, and says whether all hold.
func (m *machine) check(step *Step, outcome int, conditions []int) (bool, error) {
	all := true
	for _, c := range conditions {
		if m.asked[c] != step.Number {
			if err := m.evaluate(c); err != nil {
				return false, err
			}
			m.asked[c] = step.Number
		}
		if err := m.spend(1); err != nil {
			return false, err
		}
		found := m.answer[c]
		found.Outcome = outcome
		step.Checks = append(step.Checks, found)
		all = all && found.Holds
	}
	return all, nil
}

func (m *machine) evaluate(condition int) error {
	predicates := m.d.Conditions[condition].All
	if err := m.spend(len(predicates)); err != nil {
		return err
	}
	c := Check{Condition: condition, Holds: true}
	if len(predicates) > 0 {
		c.Readings = make([]Reading, len(predicates))
	}
	for i := range predicates {
		r := predicates[i].read(&m.live)
		c.Readings[i] = r
		c.Holds = c.Holds && r.Holds
	}
	m.answer[condition] = c
	return nil
}

// Holds says whether a condition holds in a state.
func (p *Program) Holds(condition int, s *State) bool {
	for _, q := range p.def.Conditions[condition].All {
		if !q.read(s).Holds {
			return false
		}
	}
	return true
}

// read evaluates a predicate in a state.
func (q *Predicate) read(s *State) Reading {
	found := Value{}
	if q.Target.Sort == FlagSort {
		found = Truth(s.Flags[q.Target.Index])
	} else {
		found = s.Variable(q.Target.Index)
	}
	return Reading{found, q.accepts(found)}
}

// accepts says whether the predicate is true of a value.
func (q *Predicate) accepts(found Value) bool {
	if found.Kind != NumberValue {
		return found.Equal(q.Value) == (q.Operator == Eq)
	}
	c := found.Number.Cmp(q.Value.Number)
	switch q.Operator {
	case Eq:
		return c == 0
	case Ne:
		return c != 0
	case Lt:
		return c < 0
	case Lte:
		return c <= 0
	case Gt:
		return c > 0
	default:
		return c >= 0
	}
}

// applyAll applies effects one after another to the live state, in their order and as often as they are named.
func (m *machine) applyAll(step *Step, effects []int) (cancelled bool, err error) {
	for _, e := range effects {
		if err := m.spend(1); err != nil {
			return cancelled, err
		}
		if u := m.p.unsupported(e); u != nil {
			return cancelled, u
		}
		c := m.apply(e, step.Number)
		cancelled = cancelled || m.d.Effects[e].Kind == CancelEvent && !c.Idle
		step.Changes = append(step.Changes, c)
	}
	return cancelled, nil
}

// apply applies one effect and says what it changed.
func (m *machine) apply(effect, step int) Change {
	e, s := &m.d.Effects[effect], &m.live
	c, i := Change{Effect: effect, To: e.Value}, e.Target.Index
	switch e.Kind {
	case SetVariable, TrendVariable:
		c.From = s.Variable(i)
		if s.Courses[i].Trend {
			c.Replaced = s.Courses[i]
		}
		if e.Kind == SetVariable {
			c.Idle = !c.Replaced.Trend && c.From.Equal(c.To)
			m.follow(i, Course{From: s.At, Start: c.To})
			break
		}
		d := m.p.durations[effect]
		c.Arrives = (s.At + d).tick(m.clock)
		m.follow(i, Course{From: s.At, Start: c.From, Trend: true, Step: e.Interpolation == "step", Target: e.Value.Number, Duration: d, Arrives: c.Arrives})
		heap.Push(&m.arrives, arrival{c.Arrives, i})
	case SetFlag:
		c.From = Truth(s.Flags[i])
		c.Idle = c.From.Equal(c.To)
		if !c.Idle {
			m.toggle(i, e.Value.Truth)
		}
	case Reveal:
		c.From, c.To = Truth(s.Revealed[i]), Truth(true)
		s.Revealed[i] = true
		c.Idle = c.From.Truth
	case CancelEvent:
		c.Was = s.Schedules[i]
		if c.Idle = c.Was != Pending; !c.Idle {
			s.Schedules[i] = Cancelled
			m.result.decided[i] = step
		}
	case SetMonitorConnection:
		place := m.p.channel[effect]
		c.From = Truth(s.Monitor[place])
		s.Monitor[place] = e.Value.Truth
		c.Idle = c.From.Equal(c.To)
	}
	return c
}

// follow puts a variable on a course and records it.
func (m *machine) follow(variable int, c Course) {
	m.live.Courses[variable] = c
	list := m.result.courses[variable]
	if n := len(list); n > 0 && list[n-1].From == c.From {
		list[n-1] = c
		return
	}
	m.result.courses[variable] = append(list, c)
}

// toggle sets a flag and records it.
func (m *machine) toggle(flag int, set bool) {
	m.live.Flags[flag] = set
	list := m.result.toggles[flag]
	if n := len(list); n > 0 && list[n-1].from == m.live.At {
		list[n-1].set = set
		return
	}
	m.result.toggles[flag] = append(list, toggle{m.live.At, set})
}

// spend takes steps from the budget; every so often it looks whether the run is still wanted.
func (m *machine) spend(steps int) error {
	const interval = 4096
	before := m.steps
	m.steps -= steps
	if m.steps < 0 {
		return &BudgetError{m.bound, m.live.At}
	}
	if before/interval != m.steps/interval {
		return m.ctx.Err()
	}
	return nil
}

// arrival is the instant at which a variable's trend arrives.
type arrival struct {
	at       Instant
	variable int
}

// stale says whether the trend was ended or replaced by one that arrives at another time.
func (m *machine) stale(a arrival) bool {
	c := &m.live.Courses[a.variable]
	return !c.Trend || c.Arrives != a.at
}

// arrivals is a heap by time, then variable.
type arrivals []arrival

func (a arrivals) Len() int      { return len(a) }
func (a arrivals) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a arrivals) Less(i, j int) bool {
	return a[i].at < a[j].at || a[i].at == a[j].at && a[i].variable < a[j].variable
}
func (a *arrivals) Push(x any) { *a = append(*a, x.(arrival)) }
func (a *arrivals) Pop() any {
	old := *a
	last := old[len(old)-1]
	*a = old[:len(old)-1]
	return last
}
