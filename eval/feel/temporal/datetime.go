package temporal

import (
	"cmp"
	"time"
)

// DateTime is a date with a time of day (DMN 1.5, 10.3.2.3.6). With a zone it
// is an instant; without one it is a reading of some local clock.
//
// The components are kept as they were given, also where the zone's clocks
// never show them or show them twice: Zone.Offset says which instant is meant.
type DateTime struct {
	Date
	Time
}

// MakeDateTime joins a date and a time.
func MakeDateTime(date Date, clock Time) DateTime {
	return DateTime{Date: date, Time: clock}
}

// DateTimeOf is the date and time of a time of Go, with its offset from UTC.
// The zone's name is not kept: Go's local zone has none.
func DateTimeOf(t time.Time) (DateTime, error) {
	_, offset := t.Zone()
	return dateTimeAt(t.Unix(), int32(t.Nanosecond()), Zone{offset: int32(offset), fixed: true})
}

// TimeOffset is the property time offset, the one in force at this date and
// time; ok is false without a zone.
func (t DateTime) TimeOffset() (offset DaysTime, ok bool) {
	seconds, ok := t.Zone.Offset(t)
	return DaysTime{seconds: int64(seconds)}, ok
}

// Instant is the time since 1970-01-01T00:00:00Z: seconds, rounded down, and
// the nanoseconds above them; ok is false without a zone.
func (t DateTime) Instant() (seconds int64, nanos int32, ok bool) {
	local := t.localSeconds()
	return local - int64(t.Zone.offsetOfLocal(local)), int32(t.Nanosecond()), !t.Zone.IsNone()
}

// Compare is -1 where t is earlier than u, 0 for equals, 1 where later, exact
// to the nanosecond. With zones the instants are compared; where one has no
// zone, it has the other's offset (DMN 1.5, 10.3.2.15).
func (t DateTime) Compare(u DateTime) int {
	ts, us := t.localSeconds(), u.localSeconds()
	zoned := !t.Zone.IsNone() && !u.Zone.IsNone()
	if zoned && (t.Zone != u.Zone || t.Zone.region != nil) {
		ts -= int64(t.Zone.offsetOfLocal(ts))
		us -= int64(u.Zone.offsetOfLocal(us))
	}
	if c := cmp.Compare(ts, us); c != 0 {
		return c
	}
	return cmp.Compare(t.Nanosecond(), u.Nanosecond())
}

// AddYearsMonths moves the date by calendar months, as Date.AddYearsMonths
// does; the time of day and the zone stay.
func (t DateTime) AddYearsMonths(p YearsMonths) (DateTime, error) {
	date, err := t.Date.AddYearsMonths(p)
	return DateTime{Date: date, Time: t.Time}, err
}

// AddDaysTime is the date and time after a duration, in the same zone. In a
// named zone the duration is one of elapsed time: where the clocks change
// within a P1D, the time of day of the result differs (DMN 1.5, 10.3.2.15).
func (t DateTime) AddDaysTime(p DaysTime) (DateTime, error) {
	seconds, nanos, _ := t.Instant()
	sum, ok := add64(seconds, p.seconds)
	if nanos += p.nanos; ok && nanos >= nanosPerSecond {
		nanos -= nanosPerSecond
		sum, ok = add64(sum, 1)
	}
	if !ok {
		return DateTime{}, errYearRange
	}
	return dateTimeAt(sum, nanos, t.Zone)
}

// Sub is the time from u to t, of elapsed time where both have a zone. Both or
// neither must have one (DMN 1.5, 10.3.2.15). A date takes part as AtMidnight.
func (t DateTime) Sub(u DateTime) (DaysTime, error) {
	if t.Zone.IsNone() != u.Zone.IsNone() {
		return DaysTime{}, errOneZone
	}
	ts, tn, _ := t.Instant()
	us, un, _ := u.Instant()
	return NewDaysTime(ts-us, int64(tn)-int64(un)) // both lie within 2⁵⁶ seconds
}

// localSeconds is the reading of the local clock in seconds since
// 1970-01-01T00:00:00.
func (t DateTime) localSeconds() int64 {
	return t.DayNumber()*secondsPerDay + t.nanos/nanosPerSecond
}

// dateTimeAt is what the clocks of a zone show at an instant.
func dateTimeAt(seconds int64, nanos int32, zone Zone) (DateTime, error) {
	// Beyond two days outside the range no zone leads back, and nothing below overflows.
	if seconds < (minDayNumber-2)*secondsPerDay || seconds > (maxDayNumber+2)*secondsPerDay {
		return DateTime{}, errYearRange
	}
	day, ofDay := floorDiv(seconds+int64(zone.offsetAt(seconds)), secondsPerDay)
	date, err := DateOfDayNumber(day)
	if err != nil {
		return DateTime{}, err
	}
	return DateTime{Date: date, Time: Time{nanos: ofDay*nanosPerSecond + int64(nanos), Zone: zone}}, nil
}

// String gives the date and time, such as 2016-12-24T23:59:00-08:00.
func (t DateTime) String() string { return string(t.Append(nil)) }

// Append appends the text of String to b.
func (t DateTime) Append(b []byte) []byte {
	return t.Time.Append(append(t.Date.Append(b), 'T'))
}
