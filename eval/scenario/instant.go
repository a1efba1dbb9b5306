package scenario

import (
	"fmt"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

// Instant is a time of a run or a length of time, in nanoseconds. Time is decimal seconds held as whole nanoseconds, so
// that simultaneous is exact (scenario-format.md, "Running a scenario").
type Instant int64

// Second is one second.
const Second Instant = 1_000_000_000

// MaxSeconds is the latest second that a time or duration may name, some 63 years. The end of a trend that starts then,
// moved to the next tick of a clock, still is an Instant.
const MaxSeconds = 2_000_000_000

// Seconds returns the instant of a number of seconds; exact is false where it had more than nine digits after the point
// and was rounded, half to even. The error is for a number below 0 or beyond [MaxSeconds].
func Seconds(d decimal.Decimal) (t Instant, exact bool, err error) {
	if d.IsNeg() {
		return 0, false, fmt.Errorf("%s s is before the start of the run, which is 0 s", d)
	}
	if d.Cmp(decimal.FromInt(MaxSeconds)) > 0 {
		return 0, false, fmt.Errorf("%s s is beyond the last second of a run, %d", d, MaxSeconds)
	}
	nanos, _ := decimal.Mul(d, decimal.FromInt(int64(Second)))
	whole, _ := decimal.Round(nanos, 0, decimal.HalfEven)
	n, _ := whole.Int64()
	return Instant(n), whole.Equal(nanos), nil
}

// Seconds returns t in seconds, exactly.
func (t Instant) Seconds() decimal.Decimal { return decimal.New(int64(t), -9) }

// String returns t in seconds with its unit, as 120 s.
func (t Instant) String() string { return t.Seconds().String() + " s" }

// tick returns the first multiple of step that is not before t; without a step, t.
func (t Instant) tick(step Instant) Instant {
	if step <= 0 || t%step == 0 {
		return t
	}
	return t - t%step + step
}
