package feel

import (
	"fmt"
	"strings"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/feel/temporal"
)

// Shorthands for the tables of functions.
func req(name string, t *Type) Param      { return Param{Name: name, Type: t} }
func opt(name string, t *Type) Param      { return Param{Name: name, Type: t, Optional: true} }
func nullable(name string, t *Type) Param { return Param{Name: name, Type: t, Null: true} }
func absent(name string, t *Type) Param {
	return Param{Name: name, Type: t, Optional: true, Null: true}
}
func rest(name string, t *Type) Param { return Param{Name: name, Type: t, Variadic: true, Null: true} }

// conversionFunctions make values of one kind out of others (DMN 1.5, 10.3.4.1).
var conversionFunctions = []Builtin{
	{Name: "date", Section: "10.3.4.1", Doc: "A date from its ISO 8601 text, from a date and time, or from year, month and day. A day that does not exist gives null, never another day.", Example: `date("2026-10-01")`,
		Signatures: []Signature{
			{Params: []Param{req("from", String)}, Result: Date, Call: parsed(temporal.ParseDate, DateOf)},
			{Params: []Param{req("from", Date)}, Result: Date, Call: itself},
			{Params: []Param{req("from", DateTime)}, Result: Date, Call: func(_ *call, a []Value) Value {
				d, _ := dateIn(a[0])
				return DateOf(d)
			}},
			{Params: []Param{req("year", Number), req("month", Number), req("day", Number)}, Result: Date, Call: func(c *call, a []Value) Value {
				d, err := dateOfNumbers(a)
				if err != nil {
					return c.null("%s", sentence(err))
				}
				return DateOf(d)
			}},
		}},
	{Name: "time", Section: "10.3.4.1", Doc: "A time of day from its ISO 8601 text, from a date and time, or from hour, minute, second and, where it has one, the offset from UTC as a duration.", Example: `time("23:59:00+02:00")`,
		Signatures: []Signature{
			{Params: []Param{req("from", String)}, Result: Time, Call: parsed(temporal.ParseTime, TimeOf)},
			{Params: []Param{req("from", Time)}, Result: Time, Call: itself},
			{Params: []Param{req("from", DateTime)}, Result: Time, Call: func(_ *call, a []Value) Value {
				t, _ := timeIn(a[0]) // that of a date, which has been converted, is midnight in UTC
				return TimeOf(t)
			}},
			{Params: []Param{req("hour", Number), req("minute", Number), req("second", Number), absent("offset", DaysTime)}, Result: Time, Call: func(c *call, a []Value) Value {
				zone, err := zoneOf(a[3])
				if err != nil {
					return c.null("%s", sentence(err))
				}
				t, err := timeOfNumbers(a, zone)
				if err != nil {
					return c.null("%s", sentence(err))
				}
				return TimeOf(t)
			}},
		}},
	{Name: "date and time", Section: "10.3.4.1", Doc: "A date and time from its ISO 8601 text, from a date and a time, or from year, month, day, hour, minute, second and, where it has one, the offset from UTC or the name of the time zone.", Example: `date and time("2026-10-01T12:00:00Z")`,
		Signatures: []Signature{
			{Params: []Param{req("from", String)}, Result: DateTime, Call: parsed(temporal.ParseDateTime, DateTimeOf)},
			{Params: []Param{req("date", Date), req("time", Time)}, Result: DateTime, Call: dateWithTime},
			{Params: []Param{req("date", DateTime), req("time", Time)}, Result: DateTime, Call: dateWithTime},
			dateTimeOfNumbers(absent("offset", DaysTime)),
			dateTimeOfNumbers(req("timezone", String)),
		}},
	{Name: "duration", Section: "10.3.4.1", Doc: "A duration from its ISO 8601 text: of days and time (P1DT2H30M) or of years and months (P1Y6M), never of both.", Example: `duration("P1DT2H30M")`,
		Signatures: []Signature{{Params: []Param{req("from", String)}, Result: Duration, Call: parsed(temporal.ParseDuration, temporalValue)}}},
	{Name: "years and months duration", Section: "10.3.4.1", Doc: "The whole years and months from one date to another, negative when the second is earlier.", Example: `years and months duration(date("2011-12-22"), date("2013-08-24"))`,
		Signatures: []Signature{
			monthsBetween(Date, Date),
			monthsBetween(DateTime, Date),
			monthsBetween(Date, DateTime),
			monthsBetween(DateTime, DateTime),
		}},
	{Name: "number", Section: "10.3.4.1", Doc: "A number from its text. The grouping separator (a space, comma or period) is removed first; the decimal separator (a comma or period) is a period when absent or null.", Example: `number("1.000.000,01", ".", ",")`,
		Signatures: []Signature{
			{Params: []Param{req("from", String)}, Result: Number, Call: func(c *call, a []Value) Value { return numberFrom(c, []Value{a[0], {}, {}}) }},
			{Params: []Param{req("from", String), nullable("grouping separator", String), nullable("decimal separator", String)}, Result: Number, Call: numberFrom},
		}},
	{Name: "string", Section: "10.3.4.1", Doc: "The text of any value: texts as they are, numbers with all their digits, dates, times and durations by ISO 8601, lists and contexts as the language writes them. The text of null is null.", Example: `string(1.1)`,
		Signatures: []Signature{{Params: []Param{nullable("from", Any)}, Result: String, Infer: textType, Call: textOf}}},
}

// itself is a conversion of a value to its own type.
func itself(_ *call, a []Value) Value { return a[0] }

// parsed is a conversion from text.
func parsed[T any](parse func(string) (T, error), wrap func(T) Value) func(c *call, a []Value) Value {
	return func(c *call, a []Value) Value {
		s, _ := a[0].Text()
		t, err := parse(s)
		if err != nil {
			return c.null("%s", sentence(err))
		}
		return wrap(t)
	}
}

// dateOfNumbers makes the date of a year, a month and a day.
func dateOfNumbers(a []Value) (temporal.Date, error) {
	y, ok1 := a[0].num.Int64()
	m, ok2 := a[1].num.Int64()
	d, ok3 := a[2].num.Int64()
	if !ok1 || !ok2 || !ok3 {
		return temporal.Date{}, fmt.Errorf("a date needs whole numbers for year, month and day, not %s, %s, %s", describe(a[0]), describe(a[1]), describe(a[2]))
	}
	return temporal.NewDate(y, m, d)
}

// timeOfNumbers makes the time of an hour, a minute and a second, which may have a fraction of up to nine digits.
func timeOfNumbers(a []Value, zone temporal.Zone) (temporal.Time, error) {
	h, ok1 := a[0].num.Int64()
	m, ok2 := a[1].num.Int64()
	if !ok1 || !ok2 {
		return temporal.Time{}, fmt.Errorf("a time needs whole numbers for hour and minute, not %s, %s", describe(a[0]), describe(a[1]))
	}
	s, nanos, ok := splitSeconds(a[2].num)
	if !ok {
		return temporal.Time{}, fmt.Errorf("there is no second %s: seconds go from 0 to 59, with at most nine digits after the point", describe(a[2]))
	}
	return temporal.NewTime(h, m, s, nanos, zone)
}

// splitSeconds parts seconds into whole ones and nanoseconds; ok = false for negative ones and for finer fractions.
func splitSeconds(n decimal.Decimal) (whole, nanos int64, ok bool) {
	w, _ := decimal.Round(n, 0, decimal.Floor)
	f, _ := decimal.Sub(n, w)
	f, _ = decimal.Mul(f, decimal.New(1, 9))
	whole, ok1 := w.Int64()
	nanos, ok2 := f.Int64()
	return whole, nanos, ok1 && ok2 && whole >= 0
}

// zoneOf reads an offset; null is no zone.
func zoneOf(offset Value) (temporal.Zone, error) {
	d, ok := offset.ref.(temporal.DaysTime)
	if !ok {
		return temporal.Zone{}, nil
	}
	s, nanos := d.Total()
	if nanos != 0 {
		return temporal.Zone{}, fmt.Errorf("an offset is a duration of whole seconds, not %s", d)
	}
	return temporal.FixedZone(s)
}

// dateWithTime joins the day of a date, or of a date and time, with a time.
func dateWithTime(_ *call, a []Value) Value {
	d, _ := dateIn(a[0])
	t, _ := timeIn(a[1])
	return DateTimeOf(temporal.MakeDateTime(d, t))
}

// dateTimeOfNumbers is the signature of date and time from numbers, with an offset or the name of a zone at its end.
func dateTimeOfNumbers(place Param) Signature {
	return Signature{
		Params: []Param{req("year", Number), req("month", Number), req("day", Number), req("hour", Number), req("minute", Number), req("second", Number), place},
		Result: DateTime,
		Call: func(c *call, a []Value) Value {
			d, err := dateOfNumbers(a)
			if err != nil {
				return c.null("%s", sentence(err))
			}
			var zone temporal.Zone
			if name, ok := a[6].Text(); ok {
				zone, err = temporal.NamedZone(name)
			} else {
				zone, err = zoneOf(a[6])
			}
			if err != nil {
				return c.null("%s", sentence(err))
			}
			t, err := timeOfNumbers(a[3:], zone)
			if err != nil {
				return c.null("%s", sentence(err))
			}
			return DateTimeOf(temporal.MakeDateTime(d, t))
		},
	}
}

// monthsBetween is the signature of years and months duration for two kinds of dates.
func monthsBetween(from, to *Type) Signature {
	return Signature{Params: []Param{req("from", from), req("to", to)}, Result: YearsMonths, Call: func(_ *call, a []Value) Value {
		d, _ := dateIn(a[0])
		e, _ := dateIn(a[1])
		return YearsMonthsOf(temporal.YearsMonthsBetween(d, e))
	}}
}

// numberFrom reads a number that may be written with separators.
func numberFrom(c *call, a []Value) Value {
	from, _ := a[0].Text()
	grouping, grouped := a[1].Text()
	point, pointed := a[2].Text()
	switch {
	case grouped && grouping != " " && grouping != "," && grouping != ".":
		return c.null("The grouping separator of number is a space, a comma or a period, not %s.", describe(a[1]))
	case pointed && point != "," && point != ".":
		return c.null("The decimal separator of number is a comma or a period, not %s.", describe(a[2]))
	case grouped && pointed && grouping == point:
		return c.null("The grouping and the decimal separator of number are both %s; they must differ.", describe(a[1]))
	}
	text := from
	if grouped {
		text = strings.ReplaceAll(text, grouping, "")
	}
	if pointed && point == "," {
		if strings.Contains(text, ".") {
			return c.null("%s is no number: its decimal separator is a comma, so a period has no place in it.", describe(a[0]))
		}
		text = strings.ReplaceAll(text, ",", ".")
	}
	d, err := decimal.Parse(text)
	if err != nil {
		if text == from {
			return c.null("%s", sentence(err))
		}
		return c.null("%s is no number, also without its separators.", describe(a[0]))
	}
	return NumberOf(d)
}

// textType is null where the value is, too.
func textType(args []*Type) *Type {
	if args[0].Nullable || args[0].Kind == NullType || args[0].Kind == AnyType {
		return String.OrNull()
	}
	return String
}

// textOf writes a value as a text.
func textOf(c *call, a []Value) Value {
	v := a[0]
	if v.kind == NullValue {
		return v // the text of null is null by the standard, no mistake
	}
	if s, ok := v.Text(); ok {
		return StringOf(s)
	}
	if room := maxText; !c.fits(v, &room, 0) {
		if c.m.err != nil {
			return explained
		}
		return c.null("The text of the value would be longer than is allowed (%d bytes).", maxText)
	}
	return StringOf(v.Literal())
}

// fits tells whether the text of a value is of bounded length, before it is written: a list that holds another many
// times takes little memory but its text a lot.
func (c *call) fits(v Value, room *int, depth int) bool {
	if !c.step() || depth > maxPrintDepth {
		return c.m.err == nil
	}
	*room -= 12 // separators, and about the length of a number or date
	switch v.kind {
	case StringValue, LevelValue:
		s, _ := v.Text()
		*room -= len(s)
	case ListValue:
		items, _ := v.Items()
		for _, it := range items {
			if !c.fits(it, room, depth+1) {
				return false
			}
		}
	case ObjectValue:
		o, _ := v.Object()
		for i := range o.Len() {
			name, m := o.At(i)
			*room -= len(name)
			if !c.fits(m, room, depth+1) {
				return false
			}
		}
	case RangeValue:
		r, _ := v.Range()
		return c.fits(r.Low, room, depth+1) && c.fits(r.High, room, depth+1)
	}
	return *room > 0
}

var booleanFunctions = []Builtin{
	{Name: "not", Section: "10.3.4.2", Doc: "The opposite of true or false; null of anything else.", Example: `not(true)`,
		Signatures: []Signature{
			{Params: []Param{nullable("negand", Boolean)}, Result: Boolean, Call: func(c *call, a []Value) Value {
				if b, ok := a[0].Boolean(); ok {
					return BooleanOf(!b)
				}
				if a[0].IsNull() {
					return explained // not(null) is null by the standard, no mistake
				}
				return c.mistyped("not(%s) has no value; it needs true or false.", describe(a[0]))
			}},
		}},
}
