package temporal

import (
	"errors"
	"fmt"
	"strings"
)

// ParseDuration reads a duration of either kind and gives a YearsMonths or a
// DaysTime. A duration of both, such as P1Y1D, has no fixed length and is in
// neither kind (XPath Data Model: xs:yearMonthDuration, xs:dayTimeDuration).
func ParseDuration(s string) (Value, error) {
	v, err := parseDuration(s)
	if err != nil {
		return nil, refuse(s, "duration", err)
	}
	return v, nil
}

// ParseYearsMonths reads a years and months duration such as P1Y2M or -P4M.
func ParseYearsMonths(s string) (YearsMonths, error) {
	v, err := parseDuration(s)
	period, ok := v.(YearsMonths)
	if err == nil && !ok {
		err = errors.New("it is a days and time duration")
	}
	if err != nil {
		return 0, refuse(s, "years and months duration", err)
	}
	return period, nil
}

// ParseDaysTime reads a days and time duration such as P1DT2H or -PT0.5S.
func ParseDaysTime(s string) (DaysTime, error) {
	v, err := parseDuration(s)
	length, ok := v.(DaysTime)
	if err == nil && !ok {
		err = errors.New("it is a years and months duration")
	}
	if err != nil {
		return DaysTime{}, refuse(s, "days and time duration", err)
	}
	return length, nil
}

var errDurationForm = errors.New("a duration is P with years and months, or P with days and then T with hours, minutes and seconds, such as P1Y2M or P1DT2H")

func parseDuration(s string) (Value, error) {
	p := reader{rest: s}
	negative := p.take('-')
	if !p.take('P') {
		return nil, errDurationForm
	}
	if strings.ContainsAny(p.rest, "DT") {
		length, err := p.daysTime()
		if err == nil && negative {
			length, err = length.Negate()
		}
		return length, err
	}
	period, err := p.yearsMonths()
	if err == nil && negative {
		period, err = period.Negate()
	}
	return period, err
}

// The components of the two kinds, in the order in which they stand, with the
// months or seconds of each.
var (
	yearsAndMonths = []component{{'Y', monthsPerYear}, {'M', 1}}
	daysOnly       = []component{{'D', secondsPerDay}}
	clockParts     = []component{{'H', secondsPerHour}, {'M', secondsPerMinute}, {'S', 1}}
)

type component struct {
	letter byte
	size   int64
}

func (p *reader) yearsMonths() (YearsMonths, error) {
	months, _, err := p.components(yearsAndMonths)
	return YearsMonths(months), err
}

func (p *reader) daysTime() (DaysTime, error) {
	var days, clock, nanos int64
	var err error
	if !p.take('T') {
		if days, _, err = p.components(daysOnly); err != nil {
			return DaysTime{}, err
		}
		if p.rest == "" {
			return DaysTime{seconds: days}, nil
		}
		if !p.take('T') {
			return DaysTime{}, errDurationForm
		}
	}
	if clock, nanos, err = p.components(clockParts); err != nil {
		return DaysTime{}, err
	}
	if p.rest != "" {
		return DaysTime{}, errDurationForm
	}
	total, ok := add64(days, clock)
	if !ok {
		return DaysTime{}, errDurationRange
	}
	return DaysTime{seconds: total, nanos: int32(nanos)}, nil
}

// components reads numbers with their letters up to the end or a T: one at
// least, each at most once, in the order given. Only seconds have a fraction;
// its digits may be missing.
func (p *reader) components(order []component) (total, nanos int64, err error) {
	for first := true; first || p.rest != "" && p.rest[0] != 'T'; first = false {
		digits := p.digits()
		if digits == "" {
			return 0, 0, errDurationForm
		}
		pointed := p.take('.')
		if pointed {
			if nanos, err = fraction(p.digits()); err != nil {
				return 0, 0, err
			}
		}
		for len(order) > 0 && (p.rest == "" || p.rest[0] != order[0].letter) {
			order = order[1:]
		}
		if len(order) == 0 {
			return 0, 0, errDurationForm
		}
		if pointed && order[0].letter != 'S' {
			return 0, 0, fmt.Errorf("only the seconds of a duration may have a fraction, and %q has one", order[0].letter)
		}
		n, ok := number(digits)
		if total, ok = addProduct(total, n, order[0].size, ok); !ok {
			return 0, 0, errDurationRange
		}
		p.rest, order = p.rest[1:], order[1:]
	}
	return total, nanos, nil
}

// addProduct is total + n·size, all of them not negative.
func addProduct(total, n, size int64, ok bool) (int64, bool) {
	const most = 1<<63 - 1
	if !ok || n > most/size {
		return 0, false
	}
	return add64(total, n*size)
}
