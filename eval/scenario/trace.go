package scenario

import (
	"cmp"
	"slices"
)

// Verdict is what became of an operation.
type Verdict uint8

// The verdicts: of schedules the first two, of actions the others. Only Fires and Performs apply effects.
const (
	Fires Verdict = iota
	Skips
	Performs
	Refuses
)

// String returns the verdict as results write it.
func (v Verdict) String() string {
	return nameOf(int(v), "fired", "skipped", "performed", "refused")
}

// Step is one operation: a schedule that came due or an action that was performed.
type Step struct {
	Number   int // from 1
	At       Instant
	Sort     OperationSort
	Index    int // in Definition.Schedules or Definition.Actions
	Label    Label
	Verdict  Verdict
	Choice   Choice // where several operations were due; its zero value otherwise
	Checks   []Check
	Outcomes []int // of an action performed: indexes of those whose conditions held, in declared order
	Changes  []Change
}

// OperationSort tells the two sorts of operation apart.
type OperationSort uint8

// The sorts of operation.
const (
	ScheduleOperation OperationSort = iota
	ActionOperation
)

// Check is a condition evaluated on the frozen snapshot of an operation.
type Check struct {
	Outcome   int // index in Action.Outcomes, or Absent for the gate
	Condition int // index in Definition.Conditions
	Holds     bool
	Readings  []Reading // of its predicates, in their order; shared where an operation asks a condition twice
}

// Reading is what a predicate found in the snapshot.
type Reading struct {
	Found Value
	Holds bool
}

// Change is what one effect did to the live state.
type Change struct {
	Effect int // index in Definition.Effects
	// From is the value before: of a variable, a flag, an entry (whether revealed) or a channel (whether connected); it
	// is absent for a schedule.
	From Value
	// To is the value after, and of a trend the target that it reaches at Arrives.
	To      Value
	Arrives Instant
	// Replaced is the trend that this effect ended, where Replaced.Trend.
	Replaced Course
	// Was is what the schedule to be cancelled was before.
	Was ScheduleState
	// Idle tells that nothing changed: already revealed, already so, or no longer pending.
	Idle bool
}

// Arrival is a trend that reached its target.
type Arrival struct {
	At       Instant
	Variable int
	Value    Value
}

// Late is an action that was to be performed after the end of the run.
type Late struct {
	Action int
	At     Instant // on the run's clock
}

// Result is what a run found, and why. It is not written to after the run.
type Result struct {
	End      State
	Trace    []Step
	Arrivals []Arrival // in time order
	Late     []Late    // in the order performed
	Policy   string    // how simultaneous operations were ordered

	program *Program
	start   State
	courses [][]Course // by variable, what followed the initial one, with From rising strictly
	toggles [][]toggle // by flag, likewise
	decided []int      // by schedule: the number of the step that fired, skipped or cancelled it; 0 for none
}

// toggle is the value that a flag has from an instant on.
type toggle struct {
	from Instant
	set  bool
}

// Assumption is what every result assumes: that the sections of the format that are not published read as this
// profile has them (scenario-format.md, "Running a scenario").
const Assumption = "scenario-profile-1"

// Program returns the program that was run.
func (r *Result) Program() *Program { return r.program }

// Choices returns the choices made, in order. [Replay] repeats the run from them.
func (r *Result) Choices() []Choice {
	var all []Choice
	for i := range r.Trace {
		if c := &r.Trace[i].Choice; c.Made() {
			all = append(all, *c)
		}
	}
	return all
}

// Start returns the state before the first operation, bindings included.
func (r *Result) Start() *State { return r.start.Clone() }

// At returns the state at an instant, after everything that happens then. Instants after the end give the end, those
// before 0 the start.
func (r *Result) At(t Instant) *State {
	t = max(0, min(t, r.End.At))
	s := r.start.Clone()
	s.At = t
	for i := range s.Courses {
		s.Courses[i] = r.course(i, t)
	}
	for i := range r.Trace {
		if r.Trace[i].At > t {
			break
		}
		r.redo(s, &r.Trace[i])
	}
	return s
}

// redo repeats an operation's effects on all but the variables.
func (r *Result) redo(s *State, step *Step) {
	if step.Sort == ScheduleOperation {
		s.Schedules[step.Index] = scheduleState(step.Verdict)
	}
	for _, c := range step.Changes {
		e := &r.program.def.Effects[c.Effect]
		switch e.Kind {
		case SetFlag:
			s.Flags[e.Target.Index] = e.Value.Truth
		case Reveal:
			s.Revealed[e.Target.Index] = true
		case CancelEvent:
			if !c.Idle {
				s.Schedules[e.Target.Index] = Cancelled
			}
		case SetMonitorConnection:
			s.Monitor[r.program.channel[c.Effect]] = e.Value.Truth
		}
	}
}

// Schedule returns what became of a schedule and the operation that decided it: its own, or the one that cancelled it;
// nil where it is still pending.
func (r *Result) Schedule(schedule int) (ScheduleState, *Step) {
	state := r.End.Schedules[schedule]
	if n := r.decided[schedule]; n > 0 {
		return state, &r.Trace[n-1]
	}
	return state, nil
}

// Courses returns how a variable went: each course lasts until the next begins, the last until the end. Between them
// they tell its value at every instant; where several follow within one instant, the last is kept.
func (r *Result) Courses(variable int) []Course {
	first, rest := r.start.Courses[variable], r.courses[variable]
	if len(rest) > 0 && rest[0].From == 0 {
		return slices.Clone(rest)
	}
	return append([]Course{first}, rest...)
}

// Variable returns a variable's value at an instant, as [Result.At] does.
func (r *Result) Variable(variable int, t Instant) Value {
	t = max(0, min(t, r.End.At))
	c := r.course(variable, t)
	return c.At(t)
}

// course returns the course of a variable that is on at an instant.
func (r *Result) course(variable int, t Instant) Course {
	list := r.courses[variable]
	n, found := slices.BinarySearchFunc(list, t, func(c Course, t Instant) int { return cmp.Compare(c.From, t) })
	if found {
		return list[n]
	}
	if n == 0 {
		return r.start.Courses[variable]
	}
	return list[n-1]
}

// scheduleState returns what a schedule is after an operation with that verdict.
func scheduleState(v Verdict) ScheduleState {
	if v == Fires {
		return Fired
	}
	return Skipped
}
