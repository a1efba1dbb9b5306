package feel

import (
	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/feel/temporal"
)

// part is a member of a value that is no object (DMN 1.5, tables 53 and 54, and 10.3.2.7 for ranges).
type part struct {
	name  string
	kinds []TypeKind
	typ   *Type // nil: the element type of the range
	doc   string
	get   func(v Value) Value // null where the value has none, such as the zone of a time without one
}

var parts = []part{
	{"year", []TypeKind{DateType, DateTimeType}, Number, "The year.", dateInt(func(d temporal.Date) int64 { return int64(d.Year) })},
	{"month", []TypeKind{DateType, DateTimeType}, Number, "The month, 1 to 12.", dateInt(func(d temporal.Date) int64 { return int64(d.Month) })},
	{"day", []TypeKind{DateType, DateTimeType}, Number, "The day of the month, 1 to 31.", dateInt(func(d temporal.Date) int64 { return int64(d.Day) })},
	{"weekday", []TypeKind{DateType, DateTimeType}, Number, "The day of the week, 1 for Monday to 7 for Sunday.", dateInt(func(d temporal.Date) int64 { return int64(d.Weekday()) })},
	{"hour", []TypeKind{TimeType, DateTimeType}, Number, "The hour, 0 to 23.", timeInt(func(t temporal.Time) int64 { return int64(t.Hour()) })},
	{"minute", []TypeKind{TimeType, DateTimeType}, Number, "The minute, 0 to 59.", timeInt(func(t temporal.Time) int64 { return int64(t.Minute()) })},
	{"second", []TypeKind{TimeType, DateTimeType}, Number, "The second with its fraction.", func(v Value) Value {
		t, ok := timeIn(v)
		if !ok {
			return Value{}
		}
		return NumberOf(seconds(int64(t.Second()), int64(t.Nanosecond())))
	}},
	{"time offset", []TypeKind{TimeType, DateTimeType}, DaysTime.OrNull(), "The offset from UTC; null without one.", func(v Value) Value {
		var d temporal.DaysTime
		var ok bool
		switch x := v.ref.(type) {
		case temporal.Time:
			d, ok = x.TimeOffset()
		case temporal.DateTime:
			d, ok = x.TimeOffset()
		}
		if !ok {
			return Value{}
		}
		return DaysTimeOf(d)
	}},
	{"timezone", []TypeKind{TimeType, DateTimeType}, String.OrNull(), "The name of the time zone; null without one.", func(v Value) Value {
		t, ok := timeIn(v)
		if !ok {
			return Value{}
		}
		name, ok := t.Timezone()
		if !ok {
			return Value{}
		}
		return StringOf(name)
	}},
	{"years", []TypeKind{YearsMonthsType, DurationType}, Number, "The whole years of the duration.", monthsInt(temporal.YearsMonths.Years)},
	{"months", []TypeKind{YearsMonthsType, DurationType}, Number, "The months of the duration beyond its whole years.", monthsInt(temporal.YearsMonths.Months)},
	{"days", []TypeKind{DaysTimeType, DurationType}, Number, "The whole days of the duration.", daysInt(temporal.DaysTime.Days)},
	{"hours", []TypeKind{DaysTimeType, DurationType}, Number, "The hours of the duration beyond its whole days.", daysInt(temporal.DaysTime.Hours)},
	{"minutes", []TypeKind{DaysTimeType, DurationType}, Number, "The minutes of the duration beyond its whole hours.", daysInt(temporal.DaysTime.Minutes)},
	{"seconds", []TypeKind{DaysTimeType, DurationType}, Number, "The seconds of the duration beyond its whole minutes.", func(v Value) Value {
		d, ok := v.ref.(temporal.DaysTime)
		if !ok {
			return Value{}
		}
		return NumberOf(seconds(d.Seconds()))
	}},
	{"start", []TypeKind{RangeType}, nil, "The lower bound; null without one.", rangePart(func(r *Range) Value { return r.Low })},
	{"end", []TypeKind{RangeType}, nil, "The upper bound; null without one.", rangePart(func(r *Range) Value { return r.High })},
	{"start included", []TypeKind{RangeType}, Boolean, "Whether the lower bound is in the range.", rangePart(func(r *Range) Value { return BooleanOf(r.LowIncluded) })},
	{"end included", []TypeKind{RangeType}, Boolean, "Whether the upper bound is in the range.", rangePart(func(r *Range) Value { return BooleanOf(r.HighIncluded) })},
}

// seconds is a number of seconds with its nanoseconds.
func seconds(whole, nanos int64) decimal.Decimal {
	d, _ := decimal.Add(decimal.FromInt(whole), decimal.New(nanos, -9))
	return d.Reduce()
}

func dateIn(v Value) (temporal.Date, bool) {
	switch x := v.ref.(type) {
	case temporal.Date:
		return x, true
	case temporal.DateTime:
		return x.Date, true
	}
	return temporal.Date{}, false
}

func timeIn(v Value) (temporal.Time, bool) {
	switch x := v.ref.(type) {
	case temporal.Time:
		return x, true
	case temporal.DateTime:
		return x.Time, true
	}
	return temporal.Time{}, false
}

func dateInt(get func(temporal.Date) int64) func(Value) Value {
	return func(v Value) Value {
		if d, ok := dateIn(v); ok {
			return IntOf(get(d))
		}
		return Value{}
	}
}

func timeInt(get func(temporal.Time) int64) func(Value) Value {
	return func(v Value) Value {
		if t, ok := timeIn(v); ok {
			return IntOf(get(t))
		}
		return Value{}
	}
}

func monthsInt(get func(temporal.YearsMonths) int64) func(Value) Value {
	return func(v Value) Value {
		if d, ok := v.ref.(temporal.YearsMonths); ok {
			return IntOf(get(d))
		}
		return Value{}
	}
}

func daysInt(get func(temporal.DaysTime) int64) func(Value) Value {
	return func(v Value) Value {
		if d, ok := v.ref.(temporal.DaysTime); ok {
			return IntOf(get(d))
		}
		return Value{}
	}
}

func rangePart(get func(*Range) Value) func(Value) Value {
	return func(v Value) Value {
		if r, ok := v.Range(); ok {
			return get(r)
		}
		return Value{}
	}
}

// kindType maps the kinds of values that have parts to their types.
func (v Value) partKind() TypeKind {
	switch v.kind {
	case DateValue:
		return DateType
	case TimeValue:
		return TimeType
	case DateTimeValue:
		return DateTimeType
	case DaysTimeValue:
		return DaysTimeType
	case YearsMonthsValue:
		return YearsMonthsType
	case RangeValue:
		return RangeType
	}
	return AnyType
}
