package temporal

import (
	"cmp"
	"fmt"
)

// Time is a time of day, exact to the nanosecond, with or without a zone (DMN
// 1.5, 10.3.2.3.4). The zero Time is 00:00:00 without a zone.
type Time struct {
	nanos int64 // since midnight
	Zone  Zone
}

// NewTime makes the time of an hour (0 to 23), a minute and a second (0 to 59)
// and the nanoseconds of the second.
func NewTime(hour, minute, second, nanos int64, zone Zone) (Time, error) {
	switch {
	case hour < 0 || hour > 23:
		return Time{}, fmt.Errorf("there is no hour %d: hours go from 0 to 23", hour)
	case minute < 0 || minute > 59:
		return Time{}, fmt.Errorf("there is no minute %d: minutes go from 0 to 59", minute)
	case second < 0 || second > 59:
		return Time{}, fmt.Errorf("there is no second %d: seconds go from 0 to 59", second)
	case nanos < 0 || nanos >= nanosPerSecond:
		return Time{}, fmt.Errorf("%d nanoseconds are no part of a second: they go from 0 to 999999999", nanos)
	}
	seconds := hour*secondsPerHour + minute*secondsPerMinute + second
	return Time{nanos: seconds*nanosPerSecond + nanos, Zone: zone}, nil
}

// Hour is the property hour, 0 to 23.
func (t Time) Hour() int { return int(t.nanos / (secondsPerHour * nanosPerSecond)) }

// Minute is the property minute, 0 to 59.
func (t Time) Minute() int {
	return int(t.nanos / (secondsPerMinute * nanosPerSecond) % 60)
}

// Second is the whole seconds of the property second, 0 to 59.
func (t Time) Second() int { return int(t.nanos / nanosPerSecond % secondsPerMinute) }

// Nanosecond is the fraction of the property second, 0 to 999,999,999.
func (t Time) Nanosecond() int { return int(t.nanos % nanosPerSecond) }

// NanosOfDay is the time since midnight in nanoseconds, 0 to 86,400·10⁹ - 1.
func (t Time) NanosOfDay() int64 { return t.nanos }

// TimeOffset is the property time offset; ok is false without a zone. A named
// zone, whose offset may differ from day to day, gives the one that it has
// outside daylight saving time.
func (t Time) TimeOffset() (offset DaysTime, ok bool) {
	return DaysTime{seconds: int64(t.Zone.offsetOfDay())}, !t.Zone.IsNone()
}

// Timezone is the property timezone, the name of the zone; ok is false without one.
func (t Time) Timezone() (name string, ok bool) { return t.Zone.Name() }

// Compare is -1 where t is earlier than u, 0 for equals, 1 where later, exact
// to the nanosecond. Times with zones are compared in UTC, on one day; where
// one has no zone, it has the other's offset (DMN 1.5, 10.3.2.15).
func (t Time) Compare(u Time) int {
	return cmp.Compare(t.utcNanos(u.Zone), u.utcNanos(t.Zone))
}

// AddDaysTime turns the clock by a duration, past midnight where need be; the
// zone stays (DMN 1.5, 10.3.2.3.4: modulo 86,400 seconds).
func (t Time) AddDaysTime(p DaysTime) Time {
	_, seconds := floorDiv(p.seconds, secondsPerDay)
	_, nanos := floorDiv(t.nanos+seconds*nanosPerSecond+int64(p.nanos), nanosPerDay)
	return Time{nanos: nanos, Zone: t.Zone}
}

// Sub is the time from u to t on one day: negative where t is earlier. Both or
// neither must have a zone.
func (t Time) Sub(u Time) (DaysTime, error) {
	if t.Zone.IsNone() != u.Zone.IsNone() {
		return DaysTime{}, errOneZone
	}
	return NewDaysTime(0, t.utcNanos(u.Zone)-u.utcNanos(t.Zone))
}

// utcNanos is the time since midnight in UTC, below zero or beyond a day where
// the zone puts it there; it is the local time where either zone is none.
func (t Time) utcNanos(other Zone) int64 {
	if t.Zone == other || t.Zone.IsNone() || other.IsNone() {
		return t.nanos
	}
	return t.nanos - int64(t.Zone.offsetOfDay())*nanosPerSecond
}

// String gives the time, such as 10:15:00, 10:15:00.5+01:00 or
// 10:15:00@Europe/Paris.
func (t Time) String() string { return string(t.Append(nil)) }

// Append appends the text of String to b.
func (t Time) Append(b []byte) []byte {
	b = appendPadded(b, int64(t.Hour()), 2)
	b = appendPadded(append(b, ':'), int64(t.Minute()), 2)
	b = appendPadded(append(b, ':'), int64(t.Second()), 2)
	b = appendFraction(b, int32(t.Nanosecond()))
	return t.Zone.append(b)
}
