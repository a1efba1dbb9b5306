package temporal

import (
	"cmp"
	"math"
	"math/bits"
	"strconv"
)

// YearsMonths is a years and months duration, as a number of months (DMN 1.5,
// 10.3.2.3.8). P1Y and P12M are the same value.
type YearsMonths int64

// YearsMonthsBetween is the number of whole months from one date to another,
// toward zero: from 2011-12-22 to 2013-08-24 are P1Y8M. The time of day and the
// zone have no part in it (years and months duration(), DMN 1.5, 10.3.4.1).
func YearsMonthsBetween(from, to Date) YearsMonths {
	months := (int64(to.Year)-int64(from.Year))*monthsPerYear + int64(to.Month) - int64(from.Month)
	switch {
	case months > 0 && to.Day < from.Day:
		months--
	case months < 0 && to.Day > from.Day:
		months++
	}
	return YearsMonths(months)
}

// Years is the property years: whole years, with the sign of the duration.
func (p YearsMonths) Years() int64 { return int64(p) / monthsPerYear }

// Months is the property months: what is left of the whole years, -11 to 11,
// with the sign of the duration.
func (p YearsMonths) Months() int64 { return int64(p) % monthsPerYear }

// Compare is -1 where p is shorter than q, 0 for equals, 1 where longer.
func (p YearsMonths) Compare(q YearsMonths) int { return cmp.Compare(p, q) }

// Add is p + q.
func (p YearsMonths) Add(q YearsMonths) (YearsMonths, error) {
	sum, ok := add64(int64(p), int64(q))
	if !ok {
		return 0, errDurationRange
	}
	return YearsMonths(sum), nil
}

// Sub is p - q.
func (p YearsMonths) Sub(q YearsMonths) (YearsMonths, error) {
	n, err := q.Negate()
	if err != nil {
		return 0, err
	}
	return p.Add(n)
}

// Negate is -p.
func (p YearsMonths) Negate() (YearsMonths, error) {
	if p == math.MinInt64 {
		return 0, errDurationRange
	}
	return -p, nil
}

// Abs is p without its sign.
func (p YearsMonths) Abs() (YearsMonths, error) {
	if p < 0 {
		return p.Negate()
	}
	return p, nil
}

// String gives the duration with years and months normalized, such as P1Y2M,
// -P4M or, for none, P0M.
func (p YearsMonths) String() string { return string(p.Append(nil)) }

// Append appends the text of String to b.
func (p YearsMonths) Append(b []byte) []byte {
	if p == 0 {
		return append(b, "P0M"...)
	}
	total := uint64(p)
	if p < 0 {
		b, total = append(b, '-'), -total
	}
	b = append(b, 'P')
	b = appendComponent(b, total/monthsPerYear, 'Y')
	return appendComponent(b, total%monthsPerYear, 'M')
}

// DaysTime is a days and time duration, exact to the nanosecond (DMN 1.5,
// 10.3.2.3.7). It holds the difference of any two dates and times. The zero
// DaysTime is PT0S.
type DaysTime struct {
	seconds int64 // rounded down, so that nanos is never negative
	nanos   int32 // 0 to 999,999,999
}

// NewDaysTime is the duration of some seconds and nanoseconds, each of any sign.
func NewDaysTime(seconds, nanos int64) (DaysTime, error) {
	carry, rest := floorDiv(nanos, nanosPerSecond)
	sum, ok := add64(seconds, carry)
	if !ok {
		return DaysTime{}, errDurationRange
	}
	return DaysTime{seconds: sum, nanos: int32(rest)}, nil
}

// DaysTimeOfNanoseconds is the inverse of Nanoseconds: hi·2⁶⁴ + lo nanoseconds.
func DaysTimeOfNanoseconds(hi int64, lo uint64) (DaysTime, error) {
	negative := hi < 0
	high := uint64(hi)
	if negative {
		var borrow uint64
		lo, borrow = bits.Sub64(0, lo, 0)
		high, _ = bits.Sub64(0, high, borrow)
	}
	if high >= nanosPerSecond {
		return DaysTime{}, errDurationRange
	}
	seconds, nanos := bits.Div64(high, lo, nanosPerSecond)
	switch {
	case !negative && seconds <= math.MaxInt64:
		return DaysTime{seconds: int64(seconds), nanos: int32(nanos)}, nil
	case negative && seconds < 1<<63, negative && seconds == 1<<63 && nanos == 0:
		return NewDaysTime(-int64(seconds), -int64(nanos))
	}
	return DaysTime{}, errDurationRange
}

// Nanoseconds is the whole duration in nanoseconds, hi·2⁶⁴ + lo: a signed
// number of 128 bits in two's complement. A caller multiplies and divides with it.
func (p DaysTime) Nanoseconds() (hi int64, lo uint64) {
	high, low := bits.Mul64(uint64(p.seconds), nanosPerSecond)
	if p.seconds < 0 { // the unsigned product counted 2⁶⁴ seconds too many
		high -= nanosPerSecond
	}
	low, carry := bits.Add64(low, uint64(p.nanos), 0)
	return int64(high + carry), low
}

// Total is the whole duration as seconds, rounded down, and the nanoseconds
// above them, 0 to 999,999,999: -PT0.5S is -1 and 500,000,000.
func (p DaysTime) Total() (seconds int64, nanos int32) { return p.seconds, p.nanos }

// Sign is -1, 0 or 1.
func (p DaysTime) Sign() int { return p.Compare(DaysTime{}) }

// Days is the property days: whole days, with the sign of the duration.
//
// DMN 1.5 gives hours the interval 0 to 23, and minutes and seconds alike, but
// no property for the sign. As in XPath (Functions and Operators 3.1, 8.3), each
// component has the sign of the duration, so that their sum is the duration.
func (p DaysTime) Days() int64 {
	negative, seconds, _ := p.magnitude()
	return signed(negative, seconds/secondsPerDay)
}

// Hours is the property hours: -23 to 23, with the sign of the duration.
func (p DaysTime) Hours() int64 {
	negative, seconds, _ := p.magnitude()
	return signed(negative, seconds%secondsPerDay/secondsPerHour)
}

// Minutes is the property minutes: -59 to 59, with the sign of the duration.
func (p DaysTime) Minutes() int64 {
	negative, seconds, _ := p.magnitude()
	return signed(negative, seconds%secondsPerHour/secondsPerMinute)
}

// Seconds is the property seconds in its two parts, whole seconds (-59 to 59)
// and nanoseconds, both with the sign of the duration.
func (p DaysTime) Seconds() (whole, nanos int64) {
	negative, seconds, n := p.magnitude()
	return signed(negative, seconds%secondsPerMinute), signed(negative, uint64(n))
}

// Compare is -1 where p is shorter than q, 0 for equals, 1 where longer.
func (p DaysTime) Compare(q DaysTime) int {
	if c := cmp.Compare(p.seconds, q.seconds); c != 0 {
		return c
	}
	return cmp.Compare(p.nanos, q.nanos)
}

// Add is p + q.
func (p DaysTime) Add(q DaysTime) (DaysTime, error) {
	sum, ok := add64(p.seconds, q.seconds)
	nanos := p.nanos + q.nanos
	if ok && nanos >= nanosPerSecond {
		nanos -= nanosPerSecond
		sum, ok = add64(sum, 1)
	}
	if !ok {
		return DaysTime{}, errDurationRange
	}
	return DaysTime{seconds: sum, nanos: nanos}, nil
}

// Sub is p - q.
func (p DaysTime) Sub(q DaysTime) (DaysTime, error) {
	n, err := q.Negate()
	if err != nil {
		return DaysTime{}, err
	}
	return p.Add(n)
}

// Negate is -p.
func (p DaysTime) Negate() (DaysTime, error) {
	if p.nanos > 0 { // -(s + n) is (-s - 1) + (1 - n)
		return DaysTime{seconds: ^p.seconds, nanos: nanosPerSecond - p.nanos}, nil
	}
	if p.seconds == math.MinInt64 {
		return DaysTime{}, errDurationRange
	}
	return DaysTime{seconds: -p.seconds}, nil
}

// Abs is p without its sign.
func (p DaysTime) Abs() (DaysTime, error) {
	if p.seconds < 0 {
		return p.Negate()
	}
	return p, nil
}

// String gives the duration with its components normalized, such as P1DT2H,
// -PT0.5S or, for none, PT0S.
func (p DaysTime) String() string { return string(p.Append(nil)) }

// Append appends the text of String to b.
func (p DaysTime) Append(b []byte) []byte {
	if p == (DaysTime{}) {
		return append(b, "PT0S"...)
	}
	negative, seconds, nanos := p.magnitude()
	if negative {
		b = append(b, '-')
	}
	b = appendComponent(append(b, 'P'), seconds/secondsPerDay, 'D')
	if seconds %= secondsPerDay; seconds == 0 && nanos == 0 {
		return b
	}
	b = appendComponent(append(b, 'T'), seconds/secondsPerHour, 'H')
	b = appendComponent(b, seconds%secondsPerHour/secondsPerMinute, 'M')
	if seconds %= secondsPerMinute; seconds == 0 && nanos == 0 {
		return b
	}
	b = strconv.AppendUint(b, seconds, 10)
	return append(appendFraction(b, nanos), 'S')
}

// magnitude splits the duration into its sign and its absolute value.
func (p DaysTime) magnitude() (negative bool, seconds uint64, nanos int32) {
	switch {
	case p.seconds >= 0:
		return false, uint64(p.seconds), p.nanos
	case p.nanos == 0:
		return true, -uint64(p.seconds), 0
	default:
		return true, uint64(^p.seconds), nanosPerSecond - p.nanos
	}
}

func signed(negative bool, n uint64) int64 {
	if negative {
		return -int64(n)
	}
	return int64(n)
}

// appendComponent appends a number and its letter, or nothing for zero.
func appendComponent(b []byte, n uint64, letter byte) []byte {
	if n == 0 {
		return b
	}
	return append(strconv.AppendUint(b, n, 10), letter)
}
