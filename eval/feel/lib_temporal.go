package feel

import (
	"time"

	"github.com/scenariolsp/lsp/eval/feel/temporal"
)

// temporalFunctions read calendars and the clock, and tell identity from equality (DMN 1.5, 10.3.4.6, 10.3.4.8 and 10.3.4.11).
var temporalFunctions = []Builtin{
	{Name: "day of year", Section: "10.3.4.8", Doc: "The number of the day in its year, from 1.", Example: `day of year(date("2019-09-17"))`,
		Signatures: ofDate(Number, func(d temporal.Date) Value { return IntOf(int64(d.DayOfYear())) })},
	{Name: "day of week", Section: "10.3.4.8", Doc: "The English name of the weekday, from \"Monday\" to \"Sunday\".", Example: `day of week(date("2019-09-17"))`,
		Signatures: ofDate(weekdayNames, func(d temporal.Date) Value { return StringOf(d.DayOfWeek()) })},
	{Name: "month of year", Section: "10.3.4.8", Doc: "The English name of the month, from \"January\" to \"December\".", Example: `month of year(date("2019-09-17"))`,
		Signatures: ofDate(monthNames, func(d temporal.Date) Value { return StringOf(d.MonthOfYear()) })},
	{Name: "week of year", Section: "10.3.4.8", Doc: "The week of ISO 8601: weeks begin on Monday, and week 1 holds the year's first Thursday, so the first days of January may be in week 52 or 53.", Example: `week of year(date("2019-09-17"))`,
		Signatures: ofDate(Number, func(d temporal.Date) Value { return IntOf(int64(d.WeekOfYear())) })},
	{Name: "now", Section: "10.3.4.11", Doc: "The date and time of the evaluation's clock, with its offset.", Example: `now()`,
		Signatures: []Signature{{Result: DateTime, Call: func(c *call, _ []Value) Value {
			t, v, ok := c.clock("now()")
			if !ok {
				return v
			}
			return DateTimeOf(t)
		}}}},
	{Name: "today", Section: "10.3.4.11", Doc: "The date of the evaluation's clock.", Example: `today()`,
		Signatures: []Signature{{Result: Date, Call: func(c *call, _ []Value) Value {
			t, v, ok := c.clock("today()")
			if !ok {
				return v
			}
			return DateOf(t.Date)
		}}}},
	{Name: "is", Section: "10.3.4.6", Doc: "Whether both are one and the same value. Unlike =, it tells apart times in different zones, also where they are the same moment, and values of different kinds are just not the same.", Example: `is(time("23:00:50Z"), time("23:00:50+00:00"))`,
		Signatures: []Signature{
			// an argument left out counts as null: is(value2: x) is false
			{Params: []Param{absent("value1", Any), absent("value2", Any)}, Result: Boolean, Call: func(c *call, a []Value) Value {
				same, ok := c.identical(a[0], a[1], 0)
				if !ok {
					return explained
				}
				return BooleanOf(same)
			}},
		}},
}

// The texts that day of week and month of year give.
var (
	weekdayNames = &Type{Kind: StringType, Values: names(7, func(i int) string { return time.Weekday((i + 1) % 7).String() })}
	monthNames   = &Type{Kind: StringType, Values: names(12, func(i int) string { return time.Month(i + 1).String() })}
)

func names(n int, name func(i int) string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = name(i)
	}
	return out
}

// ofDate has the signatures of a function of a date, with or without a time.
func ofDate(result *Type, f func(temporal.Date) Value) []Signature {
	apply := func(_ *call, a []Value) Value {
		d, _ := dateIn(a[0])
		return f(d)
	}
	return []Signature{
		{Params: []Param{req("date", Date)}, Result: result, Call: apply},
		{Params: []Param{req("date", DateTime)}, Result: result, Call: apply},
	}
}

// clock reads the evaluation's clock; where there is none, v is the explained null.
func (c *call) clock(caller string) (t temporal.DateTime, v Value, ok bool) {
	if c.m.now == nil {
		return t, c.null("%s has no value: this evaluation has no clock; give it a date and time to evaluate at.", caller), false
	}
	if c.m.time.IsZero() {
		c.m.time = c.m.now()
	}
	t, err := temporal.DateTimeOf(c.m.time)
	if err != nil {
		return t, c.null("%s", sentence(err)), false
	}
	return t, Value{}, true
}

// identical tells whether a and b are the same element of the semantic domain (DMN 1.5, 10.3.4.6); ok = false when the
// evaluation has ended.
func (c *call) identical(a, b Value, depth int) (same, ok bool) {
	if !c.step() {
		return false, false
	}
	if depth > maxPrintDepth {
		return false, true
	}
	switch a.kind {
	case DateValue, TimeValue, DateTimeValue, DaysTimeValue, YearsMonthsValue:
		return a.ref == b.ref, true // the kinds are types of their own, and == compares components and zones
	case ListValue:
		x, _ := a.Items()
		y, isList := b.Items()
		if !isList || len(x) != len(y) {
			return false, true
		}
		for i := range x {
			if same, ok := c.identical(x[i], y[i], depth+1); !same {
				return false, ok
			}
		}
		return true, true
	case ObjectValue:
		x, _ := a.Object()
		y, isObject := b.Object()
		if !isObject || x.Len() != y.Len() {
			return false, true
		}
		for i := range x.Len() {
			name, v := x.At(i)
			w, has := y.Get(name)
			if !has {
				return false, true
			}
			if same, ok := c.identical(v, w, depth+1); !same {
				return false, ok
			}
		}
		return true, true
	case RangeValue:
		x, _ := a.Range()
		y, isRange := b.Range()
		if !isRange || x.LowIncluded != y.LowIncluded || x.HighIncluded != y.HighIncluded || x.operator != y.operator {
			return false, true
		}
		if same, ok := c.identical(x.Low, y.Low, depth+1); !same {
			return false, ok
		}
		return c.identical(x.High, y.High, depth+1)
	}
	same, _ = c.m.equal(a, b, depth)
	return same, true
}
