package temporal

import (
	"errors"
	"fmt"
	"strings"
)

// Parse reads any of the five kinds, as the literal @"..." does: the form tells
// the kind.
func Parse(s string) (Value, error) {
	clock, _, _ := strings.Cut(s, "@") // the name of a zone may contain any letter
	switch {
	case strings.HasPrefix(clock, "P"), strings.HasPrefix(clock, "-P"):
		return ParseDuration(s)
	case strings.Contains(clock, "T"):
		return boxed(ParseDateTime(s))
	case len(clock) > 2 && clock[2] == ':':
		return boxed(ParseTime(s))
	case len(clock) > 4 && strings.Contains(clock[4:], "-"):
		return boxed(ParseDate(s))
	}
	return nil, refuse(s, "date, time or duration", errors.New(
		`it has none of the forms "2024-01-31", "10:30:00", "2024-01-31T10:30:00", "P1Y2M" and "P1DT2H"`))
}

func boxed[V Value](v V, err error) (Value, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}

// ParseDate reads a date such as 2017-02-03 or -0044-03-15 (xs:date; a zone is
// refused, for a date in FEEL has none).
func ParseDate(s string) (Date, error) {
	p := reader{rest: s}
	d, err := p.date()
	if err == nil && p.rest != "" {
		err = fmt.Errorf("%s does not belong after the day", quote(p.rest))
	}
	if err != nil {
		return Date{}, refuse(s, "date", err)
	}
	return d, nil
}

// ParseTime reads a time such as 10:15:00, 10:15:00.5+01:00 or
// 10:15:00@Europe/Paris (xs:time, and DMN 1.5, 10.3.4.1 for the names).
// 24:00:00 is the midnight 00:00:00 (XML Schema Part 2, 3.3.8).
func ParseTime(s string) (Time, error) {
	p := reader{rest: s}
	t, _, err := p.time()
	if err != nil {
		return Time{}, refuse(s, "time", err)
	}
	return t, nil
}

// ParseDateTime reads a date and time such as 2016-12-24T23:59:00-08:00
// (xs:dateTime, and the names of zones). 24:00:00 is midnight at the day's end,
// 00:00:00 of the next day (XML Schema Part 2, 3.3.7). A date alone, also with a
// zone, is its midnight (DMN 1.5, 10.3.2.15 reads "2012-03-07Z" so).
func ParseDateTime(s string) (DateTime, error) {
	p := reader{rest: s}
	t, err := p.dateTime()
	if err != nil {
		return DateTime{}, refuse(s, "date and time", err)
	}
	return t, nil
}

// reader reads a text from the left.
type reader struct{ rest string }

func (p *reader) dateTime() (DateTime, error) {
	date, err := p.date()
	if err != nil {
		return DateTime{}, err
	}
	if !p.take('T') {
		if p.rest != "" && strings.IndexByte("Zz+-@", p.rest[0]) < 0 {
			return DateTime{}, fmt.Errorf("the day is followed by %s; T and a time are needed", quote(p.rest))
		}
		zone, err := parseZone(p.rest)
		return DateTime{Date: date, Time: Time{Zone: zone}}, err
	}
	clock, endOfDay, err := p.time()
	if err == nil && endOfDay {
		date, err = date.AddDays(1)
	}
	return DateTime{Date: date, Time: clock}, err
}

var errDateForm = errors.New("a date is a year of four digits or more, a month and a day of two, with hyphens between, such as 2024-01-31")

func (p *reader) date() (Date, error) {
	negative := p.take('-')
	digits := p.digits()
	year, ok := number(digits)
	switch {
	case digits == "" && strings.HasPrefix(p.rest, "+"):
		return Date{}, errors.New("a year has no plus sign")
	case digits == "":
		return Date{}, errDateForm
	case len(digits) < 4:
		return Date{}, fmt.Errorf("a year has four digits at least, and %s has not", digits)
	case len(digits) > 4 && digits[0] == '0':
		return Date{}, errors.New("a year of more than four digits has no leading zero")
	case !ok || year > MaxYear:
		return Date{}, errors.New("its year lies beyond the years -999999999 to 999999999")
	}
	if negative {
		year = -year
	}
	month, ok := p.afterHyphen()
	if !ok {
		return Date{}, errDateForm
	}
	day, ok := p.afterHyphen()
	if !ok {
		return Date{}, errDateForm
	}
	return NewDate(year, month, day)
}

var errTimeForm = errors.New("a time is an hour, a minute and a second of two digits each, with colons between, such as 07:05:00")

// time reads a time and its zone to the end of the text. endOfDay tells that it
// was given as 24:00:00.
func (p *reader) time() (t Time, endOfDay bool, err error) {
	hour, ok := p.two()
	minute, ok2 := p.afterColon()
	second, ok3 := p.afterColon()
	if !ok || !ok2 || !ok3 {
		return Time{}, false, errTimeForm
	}
	var nanos int64
	if p.take('.') {
		digits := p.digits()
		if digits == "" {
			return Time{}, false, errors.New("the point after the seconds is followed by no digit")
		}
		if nanos, err = fraction(digits); err != nil {
			return Time{}, false, err
		}
	}
	endOfDay = hour == 24 && minute == 0 && second == 0 && nanos == 0
	if endOfDay {
		hour = 0
	}
	zone, err := parseZone(p.rest)
	if err != nil {
		return Time{}, false, err
	}
	t, err = NewTime(hour, minute, second, nanos, zone)
	return t, endOfDay, err
}

// take reads one byte if it is the next.
func (p *reader) take(b byte) bool {
	if p.rest == "" || p.rest[0] != b {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

// digits reads all digits that come next.
func (p *reader) digits() string {
	n := 0
	for n < len(p.rest) && isDigit(p.rest[n]) {
		n++
	}
	read := p.rest[:n]
	p.rest = p.rest[n:]
	return read
}

// two reads a number of exactly two digits.
func (p *reader) two() (int64, bool) {
	s := p.rest
	if len(s) < 2 || !isDigit(s[0]) || !isDigit(s[1]) || len(s) > 2 && isDigit(s[2]) {
		return 0, false
	}
	p.rest = s[2:]
	return int64(s[0]-'0')*10 + int64(s[1]-'0'), true
}

func (p *reader) afterColon() (int64, bool) {
	if !p.take(':') {
		return 0, false
	}
	return p.two()
}

func (p *reader) afterHyphen() (int64, bool) {
	if !p.take('-') {
		return 0, false
	}
	return p.two()
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// number is the value of digits; ok is false where 64 bits do not hold it.
func number(digits string) (n int64, ok bool) {
	const most = 1<<63 - 1
	for i := range len(digits) {
		digit := int64(digits[i] - '0')
		if n > (most-digit)/10 {
			return 0, false
		}
		n = n*10 + digit
	}
	return n, true
}

// fraction is the nanoseconds of the digits after a decimal point.
func fraction(digits string) (nanos int64, err error) {
	if strings.Trim(digits[min(len(digits), 9):], "0") != "" {
		return 0, errors.New("it has a part finer than a nanosecond, which no value holds: nine digits after the point at most")
	}
	digits = digits[:min(len(digits), 9)]
	nanos, _ = number(digits)
	for range 9 - len(digits) {
		nanos *= 10
	}
	return nanos, nil
}
