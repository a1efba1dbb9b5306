package analysis

import (
	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// interval is the set of numbers that predicates leave: an interval less some points.
type interval struct {
	low, high         scenario.Value // absent: unbounded
	lowOpen, highOpen bool
	without           []decimal.Decimal
}

// meet narrows the interval by a comparison.
func (i *interval) meet(op scenario.Operator, d decimal.Decimal) {
	switch op {
	case scenario.Eq:
		i.atLeast(d, false)
		i.atMost(d, false)
	case scenario.Ne:
		i.without = append(i.without, d)
	case scenario.Lt, scenario.Lte:
		i.atMost(d, op == scenario.Lt)
	case scenario.Gt, scenario.Gte:
		i.atLeast(d, op == scenario.Gt)
	}
}

func (i *interval) atLeast(d decimal.Decimal, open bool) {
	switch c := compare(i.low, d); {
	case !i.low.Present() || c < 0:
		i.low, i.lowOpen = scenario.Number(d), open
	case c == 0:
		i.lowOpen = i.lowOpen || open
	}
}

func (i *interval) atMost(d decimal.Decimal, open bool) {
	switch c := compare(i.high, d); {
	case !i.high.Present() || c > 0:
		i.high, i.highOpen = scenario.Number(d), open
	case c == 0:
		i.highOpen = i.highOpen || open
	}
}

func compare(v scenario.Value, d decimal.Decimal) int {
	if !v.Present() {
		return 0
	}
	return v.Number.Cmp(d)
}

// empty tells whether no number is left.
func (i *interval) empty() bool {
	if !i.low.Present() || !i.high.Present() {
		return false
	}
	switch c := i.low.Number.Cmp(i.high.Number); {
	case c > 0 || c == 0 && (i.lowOpen || i.highOpen):
		return true
	case c < 0:
		return false
	}
	for _, d := range i.without {
		if d.Equal(i.low.Number) {
			return true
		}
	}
	return false
}

// between tells whether some number of low to high is left; an absent bound is none.
func (i interval) between(low, high scenario.Value) bool {
	i.without = i.without[:len(i.without):len(i.without)]
	if low.Present() {
		i.atLeast(low.Number, false)
	}
	if high.Present() {
		i.atMost(high.Number, false)
	}
	return !i.empty()
}

// constraints are what predicates that must all hold ask of each target.
type constraints struct {
	numbers map[*element]*interval
	truths  map[*element]bool
	by      map[*element]*predicate // the last that spoke of the target
	order   []*element
}

// require adds a predicate. clash is an earlier one that it contradicts.
func (c *constraints) require(t *element, p *predicate) (clash *predicate) {
	if c.by == nil {
		c.numbers, c.truths, c.by = map[*element]*interval{}, map[*element]bool{}, map[*element]*predicate{}
	}
	before := c.by[t]
	if before == nil {
		c.order = append(c.order, t)
	}
	switch p.value.Kind {
	case scenario.TruthValue:
		want := p.value.Truth == (p.operator == scenario.Eq)
		if had, known := c.truths[t]; known && had != want {
			return before
		}
		c.truths[t] = want
	case scenario.NumberValue:
		i := c.numbers[t]
		if i == nil {
			i = &interval{}
			c.numbers[t] = i
		}
		i.meet(p.operator, p.value.Number)
		if i.empty() {
			return before
		}
	}
	c.by[t] = p
	return nil
}

// usable tells whether a predicate can be reasoned about: whole, and of the type of its target.
func (p *predicate) usable(t *element) bool {
	if t == nil || p.operatorAt == nil {
		return false
	}
	switch {
	case t.sort == flagSort || t.sort == variableSort && t.variable.boolean:
		return p.value.Kind == scenario.TruthValue && (p.operator == scenario.Eq || p.operator == scenario.Ne)
	case t.sort == variableSort && t.variable.known:
		return p.value.Kind == scenario.NumberValue
	}
	return false
}
