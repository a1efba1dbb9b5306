package scenario

import (
	"slices"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

// State is everything a scenario holds at one instant. The slices follow the order of the [Definition].
type State struct {
	At        Instant
	Courses   []Course // of variables
	Flags     []bool
	Revealed  []bool // of entries
	Schedules []ScheduleState
	Monitor   []bool // whether connected, in the order of [Program.Channels]
}

// Variable returns the value of a variable at the state's instant.
func (s *State) Variable(i int) Value { return s.Courses[i].At(s.At) }

// Clone returns a copy that shares nothing with s.
func (s *State) Clone() *State {
	return &State{
		At: s.At, Courses: slices.Clone(s.Courses), Flags: slices.Clone(s.Flags), Revealed: slices.Clone(s.Revealed),
		Schedules: slices.Clone(s.Schedules), Monitor: slices.Clone(s.Monitor),
	}
}

// ScheduleState is what became of a schedule.
type ScheduleState uint8

// The states of a schedule. Pending is the first, the others are for good.
const (
	Pending   ScheduleState = iota
	Fired                   // it came due and its gate held
	Skipped                 // it came due and its gate did not hold
	Cancelled               // an effect cancelled it before it came due
)

// String returns the state as results write it.
func (s ScheduleState) String() string {
	return nameOf(int(s), "pending", "fired", "skipped", "cancelled")
}

// Course is how a variable goes on from an instant: it keeps its value, or follows a trend until that arrives.
type Course struct {
	From     Instant
	Start    Value           // at From
	Trend    bool            // what follows is said of trends alone
	Step     bool            // it keeps Start until it arrives; otherwise it is linear
	Target   decimal.Decimal // on arrival, exactly
	Duration Instant         // as declared
	Arrives  Instant         // From and Duration, or the clock's first tick after that
}

// At returns the value at an instant that is not before From.
func (c *Course) At(t Instant) Value {
	switch {
	case !c.Trend || t <= c.From:
		return c.Start
	case t >= c.Arrives:
		return Number(c.Target)
	case c.Step:
		return c.Start
	case t-c.From >= c.Duration: // between the end of the line and the tick at which it counts as arrived
		return Number(c.Target)
	}
	return Number(interpolate(c.Start.Number, c.Target, t-c.From, c.Duration))
}

// interpolate is v0+(v1-v0)*t/d for t within 0..d, correctly rounded at each step.
func interpolate(v0, v1 decimal.Decimal, t, d Instant) decimal.Decimal {
	elapsed, whole := decimal.FromInt(int64(t)), decimal.FromInt(int64(d))
	difference, c1 := decimal.Sub(v1, v0)
	part, c2 := decimal.Mul(difference, elapsed)
	part, c3 := decimal.Quo(part, whole)
	value, c4 := decimal.Add(v0, part)
	if !(c1 | c2 | c3 | c4).Failed() {
		return value
	}
	// The way there leaves the range of decimals, though no value on it does: v0*(d-t)/d + v1*t/d stays within.
	share, _ := decimal.Quo(elapsed, whole)
	rest, _ := decimal.Sub(decimal.FromInt(1), share)
	a, _ := decimal.Mul(v0, rest)
	b, _ := decimal.Mul(v1, share)
	value, _ = decimal.Add(a, b)
	return value
}
