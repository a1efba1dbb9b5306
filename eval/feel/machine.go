package feel

import (
	"context"
	"fmt"
	"time"
)

// Limits of one evaluation, so that no document can exhaust the process (questions.md, "Budget").
const (
	maxSteps    = 50_000_000 // loop turns and calls
	maxCalls    = 2_000      // nested function calls
	maxHeight   = 200_000    // nodes evaluated within each other, so that the stack stays below half of Go's limit
	maxItems    = 10_000_000 // elements of one list
	maxText     = 10_000_000 // bytes of one text
	maxNulls    = 32         // explained nulls kept
	checkPeriod = 4096       // steps between looks at the context
	itemSteps   = 4          // steps that an element of a list counts for
)

// Cause explains a null that came out of a mistake.
type Cause struct {
	Kind    CauseKind
	Message string
	Origin  Origin
	Span    Span // in the text of that expression
}

// CauseKind sorts the mistakes. Only a TypeCause is one that the types of an expression can tell beforehand.
type CauseKind uint8

const (
	ValueCause   CauseKind = iota // these values have no result: a division by zero, a day that does not exist, no such element
	MissingCause                  // a value is null where it must not be
	TypeCause                     // values of these kinds never have a result here
)

// Origin names an expression for the causes of nulls.
type Origin struct {
	Address string // of the declaration or rule it stands in
	Ref     int    // the caller's own number of the text
}

// Machine runs programs for one evaluation. It is used by one goroutine at a time and may be used again after Reset.
type Machine struct {
	// Globals are the values of inputs, decisions and functions by their slots. Ready tells which are known; the others
	// are asked of Compute, which stores what it finds.
	Globals []Value
	Ready   []bool
	Compute func(m *Machine, slot int)
	// MaxSteps, where set, is the most steps of an evaluation, to within four thousand: loop turns, calls and the parts
	// of values that are compared, copied or converted. By default it is fifty million, about a second.
	MaxSteps int
	// Read, where set, is told of every global that is read.
	Read func(slot int)

	ctx     context.Context
	now     func() time.Time
	time    time.Time // of the evaluation, zero until it is asked for
	steps   int
	calls   int
	height  int // nodes of the bodies being evaluated
	err     error
	nulls   []Cause
	dropped int
	stack   []Value // slots of frames
	frames  []*frame
	depth   int // frames in use

	patterns patternCache
}

// Reset prepares the machine for another evaluation under ctx. now is the evaluation's clock, which is read once at the
// most; nil means that the clock is not available and now() and today() are null.
func (m *Machine) Reset(ctx context.Context, now func() time.Time) {
	m.ctx, m.now, m.time = ctx, now, time.Time{}
	m.steps, m.calls, m.height, m.err, m.dropped = 0, 0, 0, nil, 0
	m.nulls = m.nulls[:0]
	m.stack, m.depth = m.stack[:0], 0
	clear(m.Ready)
}

// Err returns why the evaluation stopped early: the context's error or a limit that was reached.
func (m *Machine) Err() error { return m.err }

// Nulls returns the explained nulls so far and how many more there were; the caller copies what it keeps.
func (m *Machine) Nulls() ([]Cause, int) { return m.nulls, m.dropped }

// LimitError says which bound an evaluation ran into.
type LimitError struct {
	Reason string // a clause without a full stop
	Spent  bool   // the steps are used up: nothing more can be evaluated
}

func (e *LimitError) Error() string { return "the evaluation was stopped: " + e.Reason }

// Excuse lets an evaluation go on with other things after what was being computed ran into a limit, which it returns;
// nil where there was none, or where nothing more can be evaluated.
func (m *Machine) Excuse() *LimitError {
	limit, ok := m.err.(*LimitError)
	if !ok || limit.Spent {
		return nil
	}
	m.err = nil
	return limit
}

// stop ends the evaluation; every loop sees it and returns.
func (m *Machine) stop(err error) Value {
	if m.err == nil {
		m.err = err
	}
	return explained
}

// step counts a loop turn or a call; it reports false when the evaluation must end.
func (m *Machine) step() bool {
	if m.steps++; m.steps%checkPeriod == 0 {
		m.look()
	}
	return m.err == nil
}

// spend counts n steps at once, for work that cannot be interrupted; it reports false when the evaluation must end.
func (m *Machine) spend(n int) bool {
	before := m.steps
	if m.steps += n; m.steps/checkPeriod != before/checkPeriod {
		m.look()
	}
	return m.err == nil
}

// keep counts n list elements that are made: each holds memory as well as time. It reports false when the evaluation must
// end.
func (m *Machine) keep(n int) bool { return m.spend(n * itemSteps) }

// look ends the evaluation when its steps are used up or its context is done.
func (m *Machine) look() {
	most := maxSteps
	if m.MaxSteps > 0 {
		most = m.MaxSteps
	}
	if m.steps > most {
		m.stop(&LimitError{Reason: fmt.Sprintf("it took more than %d steps", most), Spent: true})
	} else if m.ctx != nil && m.ctx.Err() != nil {
		m.stop(context.Cause(m.ctx))
	}
}

// explained is a null whose cause is noted already; what depends on it is silent.
var explained = Value{kind: NullValue, yes: true}

// Explained returns a null that needs no further cause, such as that of a missing input.
func Explained() Value { return explained }

// site is the place of a node for its causes.
type site struct {
	origin Origin
	span   Span
}

// null notes that these values have no result and returns the null that stands for it.
func (m *Machine) null(at *site, format string, args ...any) Value {
	return m.cause(ValueCause, at, format, args...)
}

// missing is null where a value is null that must not be.
func (m *Machine) missing(at *site, format string, args ...any) Value {
	return m.cause(MissingCause, at, format, args...)
}

// mistyped is null where the kinds of the values are wrong.
func (m *Machine) mistyped(at *site, format string, args ...any) Value {
	return m.cause(TypeCause, at, format, args...)
}

// cause notes why a value is null and returns that null. A cause that stands already is not noted twice.
func (m *Machine) cause(kind CauseKind, at *site, format string, args ...any) Value {
	if len(m.nulls) >= maxNulls {
		m.dropped++
		return explained
	}
	n := Cause{Kind: kind, Origin: at.origin, Span: at.span}
	for _, have := range m.nulls {
		if have.Origin == n.Origin && have.Span == n.Span {
			return explained
		}
	}
	n.Message = fmt.Sprintf(format, args...)
	m.nulls = append(m.nulls, n)
	return explained
}

// frame holds the local values of one expression, decision or function call.
type frame struct {
	m     *Machine
	slots []Value
}

// enter returns a frame over slots; leave gives it back. Frames are kept, since a program's run needs one each time.
func (m *Machine) enter(slots []Value) *frame {
	if m.depth == len(m.frames) {
		m.frames = append(m.frames, &frame{m: m})
	}
	f := m.frames[m.depth]
	m.depth++
	f.slots = slots
	return f
}

func (m *Machine) leave() { m.depth-- }

// rise counts the stack that a body is going to take; the caller lowers m.height again. It reports false, and has counted
// nothing, when there is too little left.
func (m *Machine) rise(height int) bool {
	if m.height+height > maxHeight {
		m.stop(&LimitError{Reason: "expressions and functions evaluate each other too deeply"})
		return false
	}
	m.height += height
	return true
}

// code is a compiled node.
type code func(f *frame) Value

// call is what the implementation of a function sees of the evaluation.
type call struct {
	m  *Machine
	at *site
}

// null explains why the function gives null.
func (c *call) null(format string, args ...any) Value { return c.m.null(c.at, format, args...) }

// missing and mistyped are null for a value that is null and for one of a wrong kind.
func (c *call) missing(format string, args ...any) Value { return c.m.missing(c.at, format, args...) }

func (c *call) mistyped(format string, args ...any) Value {
	return c.m.mistyped(c.at, format, args...)
}

// step counts work inside a function; false means to return at once.
func (c *call) step() bool { return c.m.step() }

// Load returns the value of a slot, computing it at its first read. It is good until the machine is Reset.
func (m *Machine) Load(slot int) *Value {
	if m.Read != nil || !m.Ready[slot] {
		m.global(slot)
	}
	return &m.Globals[slot]
}

// Push returns n fresh slots for a frame; Pop gives the newest n back.
func (m *Machine) Push(n int) []Value {
	base := len(m.stack)
	if base+n > cap(m.stack) {
		m.stack = append(make([]Value, 0, 2*cap(m.stack)+n), m.stack...) // frames in use keep the old one
	}
	m.stack = m.stack[:base+n]
	own := m.stack[base : base+n : base+n]
	clear(own)
	return own
}

// Pop ends the newest frame, of n slots.
func (m *Machine) Pop(n int) {
	m.stack = m.stack[:len(m.stack)-n]
}

// Explain notes why a value is null at the given place and returns that null.
func (m *Machine) Explain(at Origin, span Span, format string, args ...any) Value {
	return m.null(&site{at, span}, format, args...)
}

// Stop ends the evaluation with err; what is being computed becomes null.
func (m *Machine) Stop(err error) Value { return m.stop(err) }

// Step counts a piece of work of the caller's; false means that the evaluation must end.
func (m *Machine) Step() bool { return m.step() }

// global reads the value of a slot, computing it at its first read.
func (m *Machine) global(slot int) Value {
	if m.Read != nil {
		m.Read(slot)
	}
	if !m.Ready[slot] {
		if m.Compute == nil {
			return explained
		}
		m.Compute(m, slot)
	}
	return m.Globals[slot]
}

// Brief writes the value for a message, cut to about forty characters.
func (v Value) Brief() string { return describe(v) }

// describe writes a value for a message about a null.
func describe(v Value) string {
	if v.IsNull() {
		return "null"
	}
	return shorten(v.short(4*40), 40)
}
