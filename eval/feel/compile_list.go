package feel

import (
	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/feel/temporal"
)

// filter compiles x[cond] (DMN 1.5, 10.3.2.5): a number takes an element, a condition keeps those that meet it.
func (c *compiler) filter(n *filterNode) code {
	of, cond, item, at := c.compile(n.of), c.compile(n.cond), n.item.Slot, c.at(n.cond)
	position := n.cond.Type().Kind == NumberType
	return func(f *frame) Value {
		v := of(f)
		items, ok := v.Items()
		if !ok {
			if v.kind == NullValue {
				if v.yes {
					return explained
				}
				return f.m.missing(at, "There is nothing to filter: the list is null.")
			}
			items = []Value{v}
		}
		saved := f.slots[item]
		defer func() { f.slots[item] = saved }()
		if len(items) == 0 && !position {
			return f.m.ofNone(at, cond, f, item)
		}
		if position {
			f.slots[item] = Value{}
			i := cond(f)
			if i.kind == NumberValue {
				return f.m.element(at, items, i.num)
			}
			if i.kind == NullValue && i.yes {
				return explained
			}
			return f.m.missing(at, "The position is null.")
		}
		var out []Value
		for k, it := range items {
			if !f.m.step() {
				return explained
			}
			f.slots[item] = it
			r := cond(f)
			if r.IsTrue() {
				if !f.m.keep(1) {
					return explained
				}
				out = append(out, it)
			} else if k == 0 && r.kind == NumberValue {
				return f.m.element(at, items, r.num)
			} else if r.kind != BooleanValue && r.kind != NullValue {
				return f.m.mistyped(at, "%s is neither a condition nor a position.", describe(r))
			}
		}
		return ListOfValues(out)
	}
}

// ofNone filters an empty list: a position has no element there. What a condition says of no element counts for nothing,
// its causes neither.
func (m *Machine) ofNone(at *site, cond code, f *frame, item int) Value {
	nulls, dropped := len(m.nulls), m.dropped
	f.slots[item] = explained
	i := cond(f)
	m.nulls, m.dropped = m.nulls[:nulls], dropped
	if i.kind == NumberValue {
		return m.element(at, nil, i.num)
	}
	return ListOfValues(nil)
}

// element takes the element at position i, from 1, or from the end where i is negative.
func (m *Machine) element(at *site, items []Value, i decimal.Decimal) Value {
	k, ok := i.Int64()
	n := int64(len(items))
	switch {
	case ok && k >= 1 && k <= n:
		return items[k-1]
	case ok && k <= -1 && k >= -n:
		return items[n+k]
	}
	return m.null(at, "There is no element %s in a list of %d.", i, n)
}

// iteration is a compiled iterator.
type iteration struct {
	slot   int
	source code
	to     code
	at     *site
}

func (c *compiler) iterations(its []iterator) []iteration {
	out := make([]iteration, len(its))
	for i, it := range its {
		out[i] = iteration{slot: it.variable.Slot, source: c.compile(it.source), at: c.at(it.source)}
		if it.to != nil {
			out[i].to = c.compile(it.to)
		}
	}
	return out
}

// over calls body for every element; ok = false when there is nothing to iterate over or the evaluation must end.
func (it *iteration) over(f *frame, body func() bool) (ok bool) {
	m := f.m
	if it.to != nil {
		return m.count(it.at, it.source(f), it.to(f), f, it.slot, body)
	}
	v := it.source(f)
	switch v.kind {
	case NullValue:
		if !v.yes {
			m.missing(it.at, "There is nothing to iterate over: the list is null.")
		}
		return false
	case RangeValue:
		r, _ := v.Range()
		low, high := r.Low, r.High
		if !r.LowIncluded {
			low = m.arith(it.at, "+", low, IntOf(1))
		}
		if !r.HighIncluded {
			high = m.arith(it.at, "-", high, IntOf(1))
		}
		if c, ok := compare(low, high); ok && c > 0 {
			m.null(it.at, "Nothing lies in %s; a loop counts from its start up to its end.", describe(v))
			return false
		}
		return m.count(it.at, low, high, f, it.slot, body)
	}
	items, isList := v.Items()
	if !isList {
		items = []Value{v}
	}
	for _, x := range items {
		if !m.step() {
			return false
		}
		f.slots[it.slot] = x
		if !body() {
			return true
		}
	}
	return m.err == nil
}

// count iterates from a to b, both whole numbers or both dates, up or down.
func (m *Machine) count(at *site, a, b Value, f *frame, slot int, body func() bool) bool {
	if x, ok := a.ref.(temporal.Date); ok {
		if y, ok := b.ref.(temporal.Date); ok {
			return m.countDays(x, y, f, slot, body)
		}
	}
	i, okA := a.num.Int64()
	j, okB := b.num.Int64()
	if a.kind != NumberValue || b.kind != NumberValue || !okA || !okB {
		if !(a.kind == NullValue && a.yes) && !(b.kind == NullValue && b.yes) {
			m.null(at, "A loop cannot count from %s to %s; it needs two whole numbers or two dates.", describe(a), describe(b))
		}
		return false
	}
	step := int64(1)
	if j < i {
		step = -1
	}
	for ; ; i += step {
		if !m.step() {
			return false
		}
		f.slots[slot] = IntOf(i)
		if !body() || i == j {
			return true
		}
	}
}

func (m *Machine) countDays(x, y temporal.Date, f *frame, slot int, body func() bool) bool {
	i, j := x.DayNumber(), y.DayNumber()
	step := int64(1)
	if j < i {
		step = -1
	}
	for ; ; i += step {
		d, err := temporal.DateOfDayNumber(i)
		if err != nil || !m.step() {
			return false
		}
		f.slots[slot] = DateOf(d)
		if !body() || i == j {
			return true
		}
	}
}

// nest runs body for every combination of the iterations, the last varying fastest.
func nest(f *frame, its []iteration, body func() bool) (ok, goOn bool) {
	if len(its) == 0 {
		return true, body()
	}
	good, more := true, true
	ok = its[0].over(f, func() bool {
		good, more = nest(f, its[1:], body)
		return good && more
	})
	return ok && good, more
}

func (c *compiler) loop(n *forNode) code {
	its, body, partial := c.iterations(n.iterators), c.compile(n.body), n.partial.Slot
	return func(f *frame) Value {
		var out []Value
		f.slots[partial] = ListOfValues(nil)
		ok, _ := nest(f, its, func() bool {
			if len(out) >= maxItems {
				f.m.stop(&LimitError{Reason: "a list would have more than ten million elements"})
				return false
			}
			out = append(out, body(f))
			f.slots[partial] = ListOfValues(out)
			return f.m.keep(1)
		})
		if !ok {
			return explained
		}
		return ListOfValues(out)
	}
}

// quantified is some and every (DMN 1.5, table 50): true, false, or null when a condition is neither.
func (c *compiler) quantified(n *quantifiedNode) code {
	its, cond, every, at := c.iterations(n.iterators), c.compile(n.cond), n.every, c.at(n)
	return func(f *frame) Value {
		answer, undecided := BooleanOf(every), Value{}
		ok, _ := nest(f, its, func() bool {
			v := cond(f)
			if v.kind != BooleanValue {
				if answer.kind != NullValue || v.yes {
					answer, undecided = Value{}, v
				}
				return f.m.err == nil && v.kind == NullValue // what is no truth value at all decides
			}
			if v.yes != every {
				answer = BooleanOf(!every)
				return false
			}
			return f.m.err == nil
		})
		switch {
		case !ok || answer.kind == NullValue && undecided.kind == NullValue && undecided.yes:
			return explained
		case answer.kind == NullValue && undecided.kind == NullValue:
			return f.m.missing(at, "null is neither true nor false; satisfies needs a condition.")
		case answer.kind == NullValue:
			return f.m.mistyped(at, "%s is neither true nor false; satisfies needs a condition.", describe(undecided))
		}
		return answer
	}
}
