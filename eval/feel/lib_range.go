package feel

// The functions on ranges (DMN 1.5, 10.3.4.7, table 78, and range of 10.3.4.1).
var rangeFunctions = []Builtin{
	{Name: "range", Section: "10.3.4.1", Doc: "The range that a text writes. Its bounds are numbers, texts, dates, times or durations, written out; a bound left away at a round bracket leaves that side open.", Example: `range("[18..21)")`,
		Signatures: []Signature{{Params: []Param{req("from", String)}, Result: AnyRange, Infer: rangeTextType, Call: func(c *call, a []Value) Value {
			s, _ := a[0].Text()
			r, err := parseRange(s)
			if err != nil {
				return c.null("%s", sentence(err))
			}
			return RangeValueOf(r)
		}}}},
	{Name: "before", Section: "10.3.4.7", Doc: "Whether the first ends before the second starts.", Example: `before(1, [2..5])`,
		Signatures: related("before", points|pointRange|rangePoint|rangeRange, before)},
	{Name: "after", Section: "10.3.4.7", Doc: "Whether the first starts after the second ends.", Example: `after([5..8], 4)`,
		Signatures: related("after", points|pointRange|rangePoint|rangeRange, swapped(before))},
	{Name: "meets", Section: "10.3.4.7", Doc: "Whether the first range ends on the value that the second starts with.", Example: `meets([1..5], [5..10])`,
		Signatures: related("meets", rangeRange, meetsRange)},
	{Name: "met by", Section: "10.3.4.7", Doc: "Whether the first range starts with the value that the second ends on.", Example: `met by([5..10], [1..5])`,
		Signatures: related("met by", rangeRange, swapped(meetsRange))},
	{Name: "overlaps", Section: "10.3.4.7", Doc: "Whether the two ranges have a value in common.", Example: `overlaps([1..5], [3..8])`,
		Signatures: related("overlaps", rangeRange, overlaps)},
	{Name: "overlaps before", Section: "10.3.4.7", Doc: "Whether the ranges overlap, the first starts before the second and does not reach beyond it.", Example: `overlaps before([1..5], [3..8])`,
		Signatures: related("overlaps before", rangeRange, overlapsBefore)},
	{Name: "overlaps after", Section: "10.3.4.7", Doc: "Whether the ranges overlap, the first starts after the second does and the second does not reach beyond it.", Example: `overlaps after([3..8], [1..5])`,
		Signatures: related("overlaps after", rangeRange, swapped(overlapsBefore))},
	{Name: "finishes", Section: "10.3.4.7", Doc: "Whether the first lies in the range and ends as it does.", Example: `finishes(10, [1..10])`,
		Signatures: related("finishes", pointRange|rangeRange, finishes)},
	{Name: "finished by", Section: "10.3.4.7", Doc: "Whether the second lies in the range and ends as it does.", Example: `finished by([1..10], [5..10])`,
		Signatures: related("finished by", rangePoint|rangeRange, swapped(finishes))},
	{Name: "includes", Section: "10.3.4.7", Doc: "Whether the second lies wholly in the range.", Example: `includes([1..10], 5)`,
		Signatures: related("includes", rangePoint|rangeRange, swapped(during))},
	{Name: "during", Section: "10.3.4.7", Doc: "Whether the first lies wholly in the range.", Example: `during([4..6], [1..10])`,
		Signatures: related("during", pointRange|rangeRange, during)},
	{Name: "starts", Section: "10.3.4.7", Doc: "Whether the first lies in the range and starts as it does.", Example: `starts(1, [1..10])`,
		Signatures: related("starts", pointRange|rangeRange, starts)},
	{Name: "started by", Section: "10.3.4.7", Doc: "Whether the second lies in the range and starts as it does.", Example: `started by([1..10], [1..5])`,
		Signatures: related("started by", rangePoint|rangeRange, swapped(starts))},
	{Name: "coincides", Section: "10.3.4.7", Doc: "Whether the two points, or the two ranges, are the same.", Example: `coincides([1..5], [1..5])`,
		Signatures: related("coincides", points|rangeRange, coincides)},
}

// forms are the combinations of points and ranges that a relation is defined for.
type forms uint8

const (
	points forms = 1 << iota
	pointRange
	rangePoint
	rangeRange
)

// related makes the signatures of a relation, ranges before points, which may be any value.
func related(fn string, of forms, holds relation) []Signature {
	all := []struct {
		form   forms
		params []Param
	}{
		{rangeRange, []Param{req("range1", AnyRange), req("range2", AnyRange)}},
		{rangePoint, []Param{req("range", AnyRange), req("point", Any)}},
		{pointRange, []Param{req("point", Any), req("range", AnyRange)}},
		{points, []Param{req("point1", Any), req("point2", Any)}},
	}
	var out []Signature
	for _, s := range all {
		if of&s.form != 0 {
			out = append(out, Signature{Params: s.params, Result: Boolean, Check: boundOrder, Call: func(c *call, a []Value) Value {
				return c.relate(fn, holds, a[0], a[1])
			}})
		}
	}
	return out
}

// relation tells whether x stands so to y. Comparisons go through o, which notes what has no order.
type relation func(o *ordering, x, y extent) bool

func swapped(r relation) relation {
	return func(o *ordering, x, y extent) bool { return r(o, y, x) }
}

// extent is what a relation compares: a range, or a point as the range that holds it alone. So the forms with points
// follow from those with ranges, as the formulas of the standard do.
type extent struct{ start, end edge }

type edge struct {
	at       Value
	included bool
	beyond   int // -1: before every value, 1: behind every value
}

// ordering compares edges and keeps the first pair that cannot be compared.
type ordering struct {
	failed bool
	a, b   Value
}

func (o *ordering) compare(a, b edge) int {
	if a.beyond != 0 || b.beyond != 0 {
		return a.beyond - b.beyond
	}
	order, ok := compare(a.at, b.at)
	if !ok && !o.failed {
		o.failed, o.a, o.b = true, a.at, b.at
	}
	return order
}

func (c *call) relate(fn string, holds relation, a, b Value) Value {
	x, ok := c.extent(fn, a)
	if !ok {
		return explained
	}
	y, ok := c.extent(fn, b)
	if !ok {
		return explained
	}
	var o ordering
	yes := holds(&o, x, y)
	switch {
	case !o.failed:
		return BooleanOf(yes)
	case o.a.IsNull() && o.a.yes || o.b.IsNull() && o.b.yes:
		return explained
	case o.a.IsNull() || o.b.IsNull():
		return c.missing("%s(%s, %s) cannot be told: a bound is null.", fn, describe(a), describe(b))
	}
	return c.m.cause(unordered(o.a, o.b), c.at, "%s(%s, %s) cannot be told: %s and %s have no common order.", fn, describe(a), describe(b), describe(o.a), describe(o.b))
}

func (c *call) extent(fn string, v Value) (extent, bool) {
	r, ok := v.Range()
	if !ok {
		p := edge{at: v, included: true}
		return extent{p, p}, true
	}
	if r.operator == "!=" {
		c.null("%s compares ranges; %s is none, it has a gap.", fn, describe(v))
		return extent{}, false
	}
	e := extent{edge{at: r.Low, included: r.LowIncluded}, edge{at: r.High, included: r.HighIncluded}}
	if r.lowUnbound {
		e.start = edge{beyond: -1}
	}
	if r.highUnbound {
		e.end = edge{beyond: 1}
	}
	return e, true
}

func before(o *ordering, x, y extent) bool {
	order := o.compare(x.end, y.start)
	return order < 0 || order == 0 && !(x.end.included && y.start.included)
}

func meetsRange(o *ordering, x, y extent) bool {
	return x.end.included && y.start.included && o.compare(x.end, y.start) == 0
}

func overlaps(o *ordering, x, y extent) bool { return !before(o, x, y) && !before(o, y, x) }

// startsBefore tells whether x has values before the first of y.
func startsBefore(o *ordering, x, y extent) bool {
	order := o.compare(x.start, y.start)
	return order < 0 || order == 0 && x.start.included && !y.start.included
}

// endsAfter tells whether x has values behind the last of y.
func endsAfter(o *ordering, x, y extent) bool {
	order := o.compare(x.end, y.end)
	return order > 0 || order == 0 && x.end.included && !y.end.included
}

func overlapsBefore(o *ordering, x, y extent) bool {
	return startsBefore(o, x, y) && !before(o, x, y) && !endsAfter(o, x, y)
}

func during(o *ordering, x, y extent) bool { return !startsBefore(o, x, y) && !endsAfter(o, x, y) }

func sameStart(o *ordering, x, y extent) bool {
	return x.start.included == y.start.included && o.compare(x.start, y.start) == 0
}

func sameEnd(o *ordering, x, y extent) bool {
	return x.end.included == y.end.included && o.compare(x.end, y.end) == 0
}

func finishes(o *ordering, x, y extent) bool { return sameEnd(o, x, y) && !startsBefore(o, x, y) }

func starts(o *ordering, x, y extent) bool { return sameStart(o, x, y) && !endsAfter(o, x, y) }

func coincides(o *ordering, x, y extent) bool { return sameStart(o, x, y) && sameEnd(o, x, y) }

// rangeTextType is the type of the range that a known text writes.
func rangeTextType(args []*Type) *Type {
	if s, ok := knownKey(args[0]); ok {
		if r, err := parseRange(s); err == nil {
			return RangeValueOf(r).Type()
		}
	}
	return AnyRange
}
