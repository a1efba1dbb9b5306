package feel

import (
	"slices"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

// The functions that reduce a list, or their arguments, to one value (DMN 1.5, 10.3.4.4).
var aggregateFunctions = []Builtin{
	{Name: "count", Section: "10.3.4.4", Doc: "The number of elements, nulls included; 0 of an empty list.", Example: `count([1, 2, 3])`,
		Signatures: []Signature{{Params: []Param{req("list", AnyList)}, Result: Number, Call: func(c *call, a []Value) Value {
			items, _ := a[0].Items()
			return IntOf(int64(len(items)))
		}}}},
	{Name: "min", Section: "10.3.4.4", Doc: "The least of values that have an order; null when there are none.", Example: `min([3, 1, 2])`, Signatures: extreme("min", -1)},
	{Name: "max", Section: "10.3.4.4", Doc: "The greatest of values that have an order; null when there are none.", Example: `max(1, 3, 2)`, Signatures: extreme("max", 1)},
	{Name: "sum", Section: "10.3.4.4", Doc: "The sum of numbers; null when there are none.", Example: `sum([1, 2, 3])`, Signatures: overNumbers("sum", Number, sum)},
	{Name: "mean", Section: "10.3.4.4", Doc: "The average of numbers; null when there are none.", Example: `mean([1, 2, 3])`, Signatures: overNumbers("mean", Number, mean)},
	{Name: "product", Section: "10.3.4.4", Doc: "The product of numbers; null when there are none.", Example: `product([2, 3, 4])`, Signatures: overNumbers("product", Number, product)},
	{Name: "median", Section: "10.3.4.4", Doc: "The middle of numbers in order, or the average of the two in the middle; null when there are none.", Example: `median([8, 2, 5, 3, 4])`, Signatures: overNumbers("median", Number, median)},
	{Name: "stddev", Section: "10.3.4.4", Doc: "The standard deviation of numbers taken as a sample; it needs two at least.", Example: `stddev([2, 4, 7, 5])`, Signatures: overNumbers("stddev", Number, stddev)},
	{Name: "mode", Section: "10.3.4.4", Doc: "The numbers that occur most often, the least first.", Example: `mode([6, 3, 9, 6, 6])`, Signatures: overNumbers("mode", ListOf(Number), mode)},
	{Name: "all", Section: "10.3.4.4", Doc: "False when any element is false, true when all are true or there are none, else null.", Example: `all([true, true])`, Signatures: decided("all", false)},
	{Name: "any", Section: "10.3.4.4", Doc: "True when any element is true, false when all are false or there are none, else null.", Example: `any([false, true])`, Signatures: decided("any", true)},
}

// overNumbers takes the numbers of f from a list or from the arguments themselves.
func overNumbers(fn string, result *Type, f func(c *call, xs []Value) Value) []Signature {
	checked := func(c *call, xs []Value) Value {
		for i, x := range xs {
			if !c.step() {
				return explained
			}
			if x.IsNull() {
				return c.nullItem(fn, i, x)
			}
		}
		return f(c, xs)
	}
	return []Signature{
		{Params: []Param{req("list", ListOf(Number))}, Result: result, Call: ofList(checked)},
		{Params: []Param{many("n", Number)}, Result: result, Call: checked},
	}
}

// ofList hands the elements of the only argument to f.
func ofList(f func(c *call, xs []Value) Value) func(c *call, a []Value) Value {
	return func(c *call, a []Value) Value {
		items, _ := a[0].Items()
		return f(c, items)
	}
}

// nullItem explains a result that is null because the element at index i is.
func (c *call) nullItem(fn string, i int, x Value) Value {
	if x.yes {
		return explained
	}
	return c.missing("%s has no value: element %d is null.", fn, i+1)
}

// extreme finds the least (sign -1) or the greatest (sign 1) of values.
func extreme(fn string, sign int) []Signature {
	find := func(c *call, xs []Value) Value {
		if len(xs) == 0 {
			return c.null("%s of an empty list has no value.", fn)
		}
		best := xs[0]
		for i, x := range xs {
			if !c.step() {
				return explained
			}
			if x.IsNull() {
				return c.nullItem(fn, i, x)
			}
			order, ok := compare(x, best)
			if !ok && i == 0 {
				return c.mistyped("%s has no value: %s has no order.", fn, describe(x))
			}
			if !ok {
				return c.m.cause(unordered(best, x), c.at, "%s has no value: %s and %s have no common order.", fn, describe(best), describe(x))
			}
			if order*sign > 0 {
				best = x
			}
		}
		return best
	}
	infer := func(args []*Type) *Type {
		return JoinAll(args).NotNull() // a null among them has no order
	}
	return []Signature{
		{Params: []Param{req("list", AnyList)}, Result: Any, Infer: func(args []*Type) *Type { return elemType(args[0]).NotNull() }, Check: elementOrder, Call: ofList(find)},
		{Params: []Param{many("c", Any)}, Result: Any, Infer: infer, Check: commonOrder, Call: find},
	}
}

// decided looks for a boolean that settles the answer alone, as and/or do (DMN 1.5, table 48).
func decided(fn string, by bool) []Signature {
	find := func(c *call, xs []Value) Value {
		unknown := -1
		for i, x := range xs {
			if !c.step() {
				return explained
			}
			if x.kind != BooleanValue {
				unknown = i
			} else if x.yes == by {
				return BooleanOf(by)
			}
		}
		if unknown >= 0 {
			return c.nullItem(fn, unknown, xs[unknown])
		}
		return BooleanOf(!by)
	}
	return []Signature{
		{Params: []Param{req("list", ListOf(Boolean))}, Result: Boolean, Call: ofList(find)},
		{Params: []Param{rest("b", Boolean)}, Result: Boolean, Call: find},
	}
}

// total adds numbers up.
func total(xs []Value) (decimal.Decimal, decimal.Condition) {
	return fold(xs, decimal.FromInt(0), decimal.Add)
}

func fold(xs []Value, start decimal.Decimal, op func(x, y decimal.Decimal) (decimal.Decimal, decimal.Condition)) (decimal.Decimal, decimal.Condition) {
	acc := start
	for _, x := range xs {
		d, cond := op(acc, x.num)
		if cond.Failed() {
			return d, cond
		}
		acc = d
	}
	return acc, 0
}

// result is d, or the cause of what went wrong on the way to it.
func (c *call) result(d decimal.Decimal, cond decimal.Condition, fn string, n int) Value {
	if cond.Failed() {
		return c.null("%s of %s is too large for a number.", fn, count(n, "number"))
	}
	return NumberOf(d)
}

func sum(c *call, xs []Value) Value {
	if len(xs) == 0 {
		return c.null("sum of an empty list has no value.")
	}
	d, cond := total(xs)
	return c.result(d, cond, "sum", len(xs))
}

func product(c *call, xs []Value) Value {
	if len(xs) == 0 {
		return c.null("product of an empty list has no value.")
	}
	d, cond := fold(xs, decimal.FromInt(1), decimal.Mul)
	return c.result(d, cond, "product", len(xs))
}

func mean(c *call, xs []Value) Value {
	if len(xs) == 0 {
		return c.null("mean of an empty list has no value.")
	}
	d, cond := total(xs)
	if !cond.Failed() {
		d, cond = decimal.Quo(d, decimal.FromInt(int64(len(xs))))
	}
	return c.result(d, cond, "mean", len(xs))
}

// sorted returns the numbers in ascending order.
func sorted(xs []Value) []Value {
	out := slices.Clone(xs)
	slices.SortFunc(out, func(a, b Value) int { return a.num.Cmp(b.num) })
	return out
}

func median(c *call, xs []Value) Value {
	if len(xs) == 0 {
		return c.null("median of an empty list has no value.")
	}
	s := sorted(xs)
	half := len(s) / 2
	if len(s)%2 == 1 {
		return s[half]
	}
	d, cond := decimal.Add(s[half-1].num, s[half].num)
	if !cond.Failed() {
		d, cond = decimal.Quo(d, decimal.FromInt(2))
	}
	return c.result(d, cond, "median", len(xs))
}

// stddev is √((n·Σy² - (Σy)²) / (n·(n-1))) over y, the distances from the first number: all but the last two operations
// are exact for numbers of ordinary length, where the distances from a rounded mean would not be.
func stddev(c *call, xs []Value) Value {
	if len(xs) < 2 {
		return c.null("stddev of %s has no value; it needs two at least.", count(len(xs), "number"))
	}
	var failed decimal.Condition
	apply := func(op func(x, y decimal.Decimal) (decimal.Decimal, decimal.Condition), x, y decimal.Decimal) decimal.Decimal {
		d, cond := op(x, y)
		failed |= cond
		return d
	}
	var once, squares decimal.Decimal
	for _, x := range xs {
		y := apply(decimal.Sub, x.num, xs[0].num)
		once = apply(decimal.Add, once, y)
		squares = apply(decimal.Add, squares, apply(decimal.Mul, y, y))
	}
	n := decimal.FromInt(int64(len(xs)))
	pairs := apply(decimal.Mul, n, decimal.FromInt(int64(len(xs)-1)))
	spread := apply(decimal.Sub, apply(decimal.Mul, n, squares), apply(decimal.Mul, once, once))
	variance := apply(decimal.Quo, spread, pairs)
	if failed.Failed() {
		return c.result(variance, failed, "stddev", len(xs))
	}
	d, cond := decimal.Sqrt(variance)
	return c.result(d, cond, "stddev", len(xs))
}

func mode(c *call, xs []Value) Value {
	s := sorted(xs)
	var out []Value
	most := 0
	for i := 0; i < len(s); {
		j := i + 1
		for j < len(s) && s[j].num.Equal(s[i].num) {
			j++
		}
		if j-i > most {
			out, most = nil, j-i
		}
		if j-i == most {
			out = append(out, s[i])
		}
		i = j
	}
	return ListOfValues(out)
}
