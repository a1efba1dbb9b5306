package feel

import (
	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/feel/temporal"
)

// numberFunctions are the numeric functions (DMN 1.5, 10.3.4.5). All are exact or correctly rounded to 34 digits.
var numberFunctions = []Builtin{
	{Name: "decimal", Section: "10.3.4.5", Doc: "The number rounded to so many digits after the point; of two neighbours equally near the even one (banker's rounding).", Example: `decimal(1 / 3, 2)`,
		Signatures: rounded(decimal.HalfEven)},
	{Name: "floor", Section: "10.3.4.5", Doc: "The greatest number that is not above the given one and has no more digits after the point than scale, which is 0 when absent.", Example: `floor(1.56, 1)`,
		Signatures: roundedToWhole(decimal.Floor)},
	{Name: "ceiling", Section: "10.3.4.5", Doc: "The least number that is not below the given one and has no more digits after the point than scale, which is 0 when absent.", Example: `ceiling(1.5)`,
		Signatures: roundedToWhole(decimal.Ceiling)},
	{Name: "round up", Section: "10.3.4.5", Doc: "The number rounded away from zero to so many digits after the point.", Example: `round up(1.121, 2)`,
		Signatures: rounded(decimal.Up)},
	{Name: "round down", Section: "10.3.4.5", Doc: "The number cut toward zero to so many digits after the point.", Example: `round down(1.126, 2)`,
		Signatures: rounded(decimal.Down)},
	{Name: "round half up", Section: "10.3.4.5", Doc: "The number rounded to so many digits after the point; of two neighbours equally near the one farther from zero.", Example: `round half up(5.5, 0)`,
		Signatures: rounded(decimal.HalfUp)},
	{Name: "round half down", Section: "10.3.4.5", Doc: "The number rounded to so many digits after the point; of two neighbours equally near the one closer to zero.", Example: `round half down(5.5, 0)`,
		Signatures: rounded(decimal.HalfDown)},
	{Name: "abs", Section: "10.3.4.5", Doc: "The number or duration without its sign.", Example: `abs(-10)`,
		Signatures: []Signature{
			{Params: []Param{req("n", Number)}, Result: Number, Call: func(_ *call, a []Value) Value { return NumberOf(a[0].num.Abs()) }},
			{Params: []Param{req("n", DaysTime)}, Result: DaysTime, Call: absDuration},
			{Params: []Param{req("n", YearsMonths)}, Result: YearsMonths, Call: absDuration},
		}},
	{Name: "modulo", Section: "10.3.4.5", Doc: "What is left of the dividend after taking out the divisor as often as it fits whole; it has the sign of the divisor.", Example: `modulo(-12, 5)`,
		Signatures: []Signature{
			{Params: []Param{req("dividend", Number), req("divisor", Number)}, Result: Number, Call: func(c *call, a []Value) Value {
				if a[1].num.IsZero() {
					return c.null("modulo(%s, 0) has no value: the divisor is zero.", describe(a[0]))
				}
				d, cond := decimal.Mod(a[0].num, a[1].num)
				if cond.Failed() {
					return c.null("modulo(%s, %s) is too large for a number.", describe(a[0]), describe(a[1]))
				}
				return NumberOf(d)
			}},
		}},
	{Name: "sqrt", Section: "10.3.4.5", Doc: "The square root; null of a negative number.", Example: `sqrt(16)`,
		Signatures: ofNumber(Number, func(c *call, n decimal.Decimal) Value {
			d, cond := decimal.Sqrt(n)
			if cond.Failed() {
				return c.null("sqrt(%s) has no value: a negative number has no square root.", n)
			}
			return NumberOf(d)
		})},
	{Name: "log", Section: "10.3.4.5", Doc: "The natural logarithm; null of zero and of negative numbers.", Example: `log(10)`,
		Signatures: ofNumber(Number, func(c *call, n decimal.Decimal) Value {
			d, cond := decimal.Ln(n)
			if cond.Failed() {
				return c.null("log(%s) has no value: only numbers above 0 have a logarithm.", n)
			}
			return NumberOf(d)
		})},
	{Name: "exp", Section: "10.3.4.5", Doc: "Euler's number e to the power of the number.", Example: `exp(5)`,
		Signatures: ofNumber(Number, func(c *call, n decimal.Decimal) Value {
			d, cond := decimal.Exp(n)
			if cond.Failed() {
				return c.null("exp(%s) is too large for a number.", n)
			}
			return NumberOf(d)
		})},
	{Name: "odd", Section: "10.3.4.5", Doc: "Whether the number is whole and not divisible by two.", Example: `odd(5)`,
		Signatures: ofNumber(Boolean, func(_ *call, n decimal.Decimal) Value { return BooleanOf(remainderOfTwo(n).Equal(decimal.FromInt(1))) })},
	{Name: "even", Section: "10.3.4.5", Doc: "Whether the number is whole and divisible by two.", Example: `even(2)`,
		Signatures: ofNumber(Boolean, func(_ *call, n decimal.Decimal) Value { return BooleanOf(remainderOfTwo(n).IsZero()) })},
}

// ofNumber is the signature of a function of one number.
func ofNumber(result *Type, f func(c *call, n decimal.Decimal) Value) []Signature {
	return []Signature{{Params: []Param{req("number", Number)}, Result: result, Call: func(c *call, a []Value) Value { return f(c, a[0].num) }}}
}

// rounded is the signature of a function that rounds to a scale.
func rounded(mode decimal.Rounding) []Signature {
	return []Signature{{Params: []Param{req("n", Number), req("scale", Number)}, Result: Number, Call: round(mode)}}
}

// roundedToWhole rounds to whole numbers where no scale is given.
func roundedToWhole(mode decimal.Rounding) []Signature {
	return []Signature{
		{Params: []Param{req("n", Number)}, Result: Number, Call: func(c *call, a []Value) Value { return round(mode)(c, []Value{a[0], IntOf(0)}) }},
		{Params: []Param{req("n", Number), req("scale", Number)}, Result: Number, Call: round(mode)},
	}
}

func round(mode decimal.Rounding) func(c *call, a []Value) Value {
	return func(c *call, a []Value) Value {
		scale, ok := wholePart(a[1].num)
		if !ok || scale < decimal.MinScale || scale > decimal.MaxScale {
			return c.null("A number cannot be rounded to scale %s; scales go from %d to %d.", describe(a[1]), decimal.MinScale, decimal.MaxScale)
		}
		d, cond := decimal.Round(a[0].num, int32(scale), mode)
		if cond.Failed() {
			return c.null("%s rounded to scale %d is too large for a number.", describe(a[0]), scale)
		}
		return NumberOf(d)
	}
}

// wholePart cuts a number to a whole one; ok = false when it leaves 64 bits.
func wholePart(n decimal.Decimal) (int64, bool) {
	d, _ := decimal.Round(n, 0, decimal.Down)
	return d.Int64()
}

// absDuration takes the sign from a duration of either kind.
func absDuration(c *call, a []Value) Value {
	var v Value
	var err error
	switch d := a[0].ref.(type) {
	case temporal.DaysTime:
		v, err = wrapDays(d.Abs())
	case temporal.YearsMonths:
		v, err = wrapMonths(d.Abs())
	}
	if err != nil {
		return c.null("%s", sentence(err))
	}
	return v
}

// remainderOfTwo is 0 for even numbers, 1 for odd ones and something between for fractions.
func remainderOfTwo(n decimal.Decimal) decimal.Decimal {
	d, _ := decimal.Mod(n, decimal.FromInt(2))
	return d
}
