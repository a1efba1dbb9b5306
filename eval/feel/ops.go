package feel

import (
	"errors"
	"strings"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/feel/temporal"
)

// arith computes a op b (DMN 1.5, tables 55 to 57).
func (m *Machine) arith(at *site, op string, a, b Value) Value {
	if a.kind == NumberValue && b.kind == NumberValue {
		return m.numbers(at, op, a.num, b.num)
	}
	if a.kind == NullValue || b.kind == NullValue {
		return m.nullOperand(at, op, a, b)
	}
	if !m.spend(textSteps(a, b)) {
		return explained
	}
	v, err := others(op, a, b)
	if err != nil {
		if errors.Is(err, errOperands) {
			return m.mistyped(at, "%s %s %s has no value: %s.", describe(a), op, describe(b), arithmeticNeeds(op))
		}
		return m.null(at, "%s %s %s has no value: %s.", describe(a), op, describe(b), strings.TrimSuffix(err.Error(), "."))
	}
	return v
}

// nullOperand explains an operator whose operand is null, unless that null is explained already.
func (m *Machine) nullOperand(at *site, op string, a, b Value) Value {
	if a.kind == NullValue && a.yes || b.kind == NullValue && b.yes {
		return explained
	}
	side := "left"
	if a.kind != NullValue {
		side = "right"
	}
	return m.missing(at, "The %s side of %s is null here (%s %s %s).", side, op, describe(a), op, describe(b))
}

func (m *Machine) numbers(at *site, op string, a, b decimal.Decimal) Value {
	var d decimal.Decimal
	var c decimal.Condition
	switch op[0] {
	case '+':
		d, c = decimal.Add(a, b)
	case '-':
		d, c = decimal.Sub(a, b)
	case '/':
		d, c = decimal.Quo(a, b)
	default:
		if len(op) == 2 {
			d, c = decimal.Pow(a, b)
		} else {
			d, c = decimal.Mul(a, b)
		}
	}
	if c.Failed() {
		return m.noNumber(at, c, op, a, b)
	}
	return NumberOf(d)
}

func (m *Machine) noNumber(at *site, c decimal.Condition, op string, a, b decimal.Decimal) Value {
	switch {
	case c&decimal.DivisionByZero != 0:
		return m.null(at, "Division by zero: %s %s %s.", a, op, b)
	case c&decimal.Overflow != 0:
		return m.null(at, "%s %s %s is too large for a number.", shorten(a.String(), 40), op, shorten(b.String(), 40))
	}
	return m.null(at, "%s %s %s is no number.", shorten(a.String(), 40), op, shorten(b.String(), 40))
}

var errOperands = errors.New("operands")

// others computes arithmetic on what is not two numbers.
func others(op string, a, b Value) (Value, error) {
	switch op {
	case "+":
		return plus(a, b)
	case "-":
		return minus(a, b)
	case "*":
		if a.kind == NumberValue {
			a, b = b, a
		}
		if b.kind == NumberValue {
			return scaleDuration(a, b.num, decimal.Mul)
		}
	case "/":
		if b.kind == NumberValue {
			return scaleDuration(a, b.num, decimal.Quo)
		}
		if a.kind == b.kind && (a.kind == DaysTimeValue || a.kind == YearsMonthsValue) {
			d, c := decimal.Quo(durationNumber(a), durationNumber(b))
			if c.Failed() {
				return Value{}, errors.New("the divisor is a duration of zero")
			}
			return NumberOf(d), nil
		}
	}
	return Value{}, errOperands
}

func plus(a, b Value) (Value, error) {
	if s, ok := a.Text(); ok {
		if t, ok := b.Text(); ok {
			if len(s)+len(t) > maxText {
				return Value{}, errors.New("the text would be longer than is allowed")
			}
			return StringOf(s + t), nil
		}
		return Value{}, errOperands
	}
	switch y := b.ref.(type) {
	case temporal.YearsMonths:
		switch x := a.ref.(type) {
		case temporal.Date:
			return wrapDate(x.AddYearsMonths(y))
		case temporal.DateTime:
			return wrapDateTime(x.AddYearsMonths(y))
		case temporal.YearsMonths:
			return wrapMonths(x.Add(y))
		}
	case temporal.DaysTime:
		switch x := a.ref.(type) {
		case temporal.Date:
			return wrapDate(x.AddDaysTime(y))
		case temporal.DateTime:
			return wrapDateTime(x.AddDaysTime(y))
		case temporal.Time:
			return TimeOf(x.AddDaysTime(y)), nil
		case temporal.DaysTime:
			return wrapDays(x.Add(y))
		}
	default:
		if a.kind == DaysTimeValue || a.kind == YearsMonthsValue {
			return plus(b, a)
		}
	}
	return Value{}, errOperands
}

func minus(a, b Value) (Value, error) {
	switch y := b.ref.(type) {
	case temporal.YearsMonths:
		n, err := y.Negate()
		if err != nil {
			return Value{}, err
		}
		return plusDuration(a, YearsMonthsOf(n))
	case temporal.DaysTime:
		n, err := y.Negate()
		if err != nil {
			return Value{}, err
		}
		return plusDuration(a, DaysTimeOf(n))
	case temporal.Time:
		if x, ok := a.ref.(temporal.Time); ok {
			return wrapDays(x.Sub(y))
		}
	case temporal.Date, temporal.DateTime:
		if x, ok := a.ref.(temporal.Date); ok {
			if y, ok := y.(temporal.Date); ok {
				return DaysTimeOf(x.Sub(y)), nil
			}
		}
		x, ok := asDateTime(a)
		if z, ok2 := asDateTime(b); ok && ok2 {
			return wrapDays(x.Sub(z))
		}
	}
	return Value{}, errOperands
}

// plusDuration adds a negated duration; a duration minus a date is no operation though their sum is.
func plusDuration(a, d Value) (Value, error) {
	if (a.kind == DaysTimeValue || a.kind == YearsMonthsValue) && a.kind != d.kind {
		return Value{}, errOperands
	}
	return plus(a, d)
}

func wrapDate(d temporal.Date, err error) (Value, error)         { return DateOf(d), err }
func wrapDateTime(t temporal.DateTime, err error) (Value, error) { return DateTimeOf(t), err }
func wrapMonths(d temporal.YearsMonths, err error) (Value, error) {
	return YearsMonthsOf(d), err
}
func wrapDays(d temporal.DaysTime, err error) (Value, error) { return DaysTimeOf(d), err }

// asDateTime reads a date as its midnight in UTC (DMN 1.5, 10.3.2.3.6).
func asDateTime(v Value) (temporal.DateTime, bool) {
	switch x := v.ref.(type) {
	case temporal.DateTime:
		return x, true
	case temporal.Date:
		return x.AtMidnight(), true
	}
	return temporal.DateTime{}, false
}

// temporalValue wraps any of the five date and time values.
func temporalValue(v temporal.Value) Value {
	switch x := v.(type) {
	case temporal.Date:
		return DateOf(x)
	case temporal.Time:
		return TimeOf(x)
	case temporal.DateTime:
		return DateTimeOf(x)
	case temporal.DaysTime:
		return DaysTimeOf(x)
	case temporal.YearsMonths:
		return YearsMonthsOf(x)
	}
	return Value{}
}

// durationNumber is a duration in seconds or months.
func durationNumber(v Value) decimal.Decimal {
	switch x := v.ref.(type) {
	case temporal.DaysTime:
		s, n := x.Total()
		return seconds(s, int64(n))
	case temporal.YearsMonths:
		return decimal.FromInt(int64(x))
	}
	return decimal.Decimal{}
}

// scaleDuration multiplies or divides a duration by a number. Months are cut to whole ones, seconds to nanoseconds.
func scaleDuration(v Value, by decimal.Decimal, op func(x, y decimal.Decimal) (decimal.Decimal, decimal.Condition)) (Value, error) {
	if v.kind != DaysTimeValue && v.kind != YearsMonthsValue {
		return Value{}, errOperands
	}
	d, c := op(durationNumber(v), by)
	if c&decimal.DivisionByZero != 0 {
		return Value{}, errors.New("a duration cannot be divided by zero")
	}
	scale := int32(0)
	if v.kind == DaysTimeValue {
		scale = 9
	}
	if c.Failed() {
		return Value{}, errors.New("the result is too large for a duration")
	}
	d, _ = decimal.Round(d, scale, decimal.Down)
	if v.kind == YearsMonthsValue {
		n, ok := d.Int64()
		if !ok {
			return Value{}, errors.New("the result is too large for a duration")
		}
		return YearsMonthsOf(temporal.YearsMonths(n)), nil
	}
	whole, _ := decimal.Round(d, 0, decimal.Down)
	rest, _ := decimal.Sub(d, whole)
	nanos, _ := decimal.Mul(rest, decimal.New(1, 9))
	s, ok := whole.Int64()
	n, _ := nanos.Int64()
	if !ok {
		return Value{}, errors.New("the result is too large for a duration")
	}
	return wrapDays(temporal.NewDaysTime(s, n))
}
