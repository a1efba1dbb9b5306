package feel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/eval/feel/temporal"
)

// compare orders two values; ok = false when they cannot be ordered.
func compare(a, b Value) (int, bool) {
	if a.kind == NumberValue && b.kind == NumberValue {
		return a.num.Cmp(b.num), true
	}
	if la, sa, ok := a.Level(); ok {
		if lb, sb, ok := b.Level(); ok {
			if sa == sb || slices.Equal(sa.Words, sb.Words) {
				return la - lb, true
			}
			return 0, false
		}
		// a text beside a level is read as a level of that order
		if s, ok := b.Text(); ok {
			i := slices.Index(sa.Words, s)
			return la - i, i >= 0
		}
		return 0, false
	}
	if lb, sb, ok := b.Level(); ok {
		if s, ok := a.Text(); ok {
			i := slices.Index(sb.Words, s)
			return i - lb, i >= 0
		}
		return 0, false
	}
	switch x := a.ref.(type) {
	case string:
		if y, ok := b.ref.(string); ok {
			return strings.Compare(x, y), true
		}
	case temporal.Date:
		if y, ok := b.ref.(temporal.Date); ok {
			return x.Compare(y), true
		}
		if y, ok := b.ref.(temporal.DateTime); ok {
			return x.AtMidnight().Compare(y), true
		}
	case temporal.DateTime:
		if y, ok := asDateTime(b); ok {
			return x.Compare(y), true
		}
	case temporal.Time:
		if y, ok := b.ref.(temporal.Time); ok {
			return x.Compare(y), true
		}
	case temporal.YearsMonths:
		if y, ok := b.ref.(temporal.YearsMonths); ok {
			return x.Compare(y), true
		}
	case temporal.DaysTime:
		if y, ok := b.ref.(temporal.DaysTime); ok {
			return x.Compare(y), true
		}
	}
	return 0, false
}

// maxValueDepth bounds how deep values nest that are compared or converted; those of an evaluation may nest without bound.
const maxValueDepth = 1_000

// textStep is how much of a text is compared or copied in about the time of one step.
const textStep = 16

// equal tells whether two values are equal (DMN 1.5, table 53); ok = false when their kinds cannot be compared. Work on
// lists, objects and long texts counts as steps: values that share their parts can be far larger than they are in
// memory.
func (m *Machine) equal(a, b Value, depth int) (eq, ok bool) {
	if a.kind == NullValue || b.kind == NullValue {
		return a.kind == b.kind, true
	}
	switch a.kind {
	case NumberValue:
		return b.kind == NumberValue && a.num.Equal(b.num), b.kind == NumberValue
	case BooleanValue:
		return a.yes == b.yes, b.kind == BooleanValue
	case StringValue, LevelValue:
		s, _ := a.Text()
		t, ok := b.Text()
		if ok && len(s) == len(t) && !m.spend(len(s)/textStep) {
			return false, true
		}
		return s == t, ok
	case ListValue:
		y, ok := b.Items()
		x, _ := a.Items()
		if !ok || len(x) != len(y) {
			return false, ok
		}
		return m.allEqual(len(x), depth, func(i int) (Value, Value, bool) { return x[i], y[i], true }), true
	case ObjectValue:
		y, ok := b.Object()
		x, _ := a.Object()
		if !ok || x.Len() != y.Len() {
			return false, ok
		}
		return m.allEqual(x.Len(), depth, func(i int) (Value, Value, bool) {
			name, v := x.At(i)
			w, ok := y.Get(name)
			return v, w, ok
		}), true
	case RangeValue:
		y, ok := b.Range()
		x, _ := a.Range()
		if !ok || x.LowIncluded != y.LowIncluded || x.HighIncluded != y.HighIncluded || x.operator != y.operator {
			return false, ok
		}
		bounds := [2][2]Value{{x.Low, y.Low}, {x.High, y.High}}
		return m.allEqual(2, depth, func(i int) (Value, Value, bool) { return bounds[i][0], bounds[i][1], true }), true
	case FunctionValue:
		return a.ref == b.ref, b.kind == FunctionValue
	}
	if a.kind != b.kind {
		return false, false // also a date and a date and time
	}
	c, ok := compare(a, b)
	return ok && c == 0, ok
}

// allEqual tells whether n pairs of parts are equal.
func (m *Machine) allEqual(n, depth int, pair func(i int) (a, b Value, ok bool)) bool {
	if depth > maxValueDepth {
		m.stop(&LimitError{Reason: fmt.Sprintf("values nest more than %d deep", maxValueDepth)})
		return false
	}
	for i := range n {
		a, b, ok := pair(i)
		if !ok || !m.step() {
			return false
		}
		if eq, _ := m.equal(a, b, depth+1); !eq {
			return false
		}
	}
	return true
}

// contains tells whether v lies in r; ok = false when a bound cannot be compared with it.
func (m *Machine) contains(r *Range, v Value) (in, ok bool) {
	switch r.operator {
	case "=":
		return m.equal(r.Low, v, 0)
	case "!=":
		eq, ok := m.equal(r.Low, v, 0)
		return !eq && ok, ok
	}
	if !r.lowUnbound {
		c, ok := compare(v, r.Low)
		if !ok || c < 0 || c == 0 && !r.LowIncluded {
			return false, ok
		}
	}
	if !r.highUnbound {
		c, ok := compare(v, r.High)
		if !ok || c > 0 || c == 0 && !r.HighIncluded {
			return false, ok
		}
	}
	return true, true
}

// sided builds the range that a one-sided test such as < 5 stands for.
func sided(op string, bound Value) *Range {
	r := &Range{operator: op}
	switch op {
	case "<", "<=":
		r.High, r.HighIncluded, r.lowUnbound = bound, op == "<=", true
	case ">", ">=":
		r.Low, r.LowIncluded, r.highUnbound = bound, op == ">=", true
	default:
		r.Low, r.High, r.LowIncluded, r.HighIncluded = bound, bound, op == "=", op == "="
	}
	return r
}

// meets tells whether v meets a test that evaluated to t (DMN 1.5, table 52): t contains v, or equals it.
// null = true when neither can be told.
func (m *Machine) meets(v, t Value) (in, null bool) {
	switch t.kind {
	case RangeValue:
		r, _ := t.Range()
		if eq, ok := m.equal(v, t, 0); ok && eq {
			return true, false
		}
		in, ok := m.contains(r, v)
		return in, !ok
	case ListValue:
		eq, lists := m.equal(v, t, 0)
		if lists && eq {
			return true, false
		}
		items, _ := t.Items()
		null = len(items) > 0 && !lists
		for _, it := range items {
			if !m.step() {
				return false, false
			}
			if it.kind == ListValue && v.kind != ListValue {
				null = false
				continue
			}
			in, unknown := m.meetsItem(v, it)
			if in {
				return true, false
			}
			null = null && unknown
		}
		return false, null
	}
	eq, ok := m.equal(v, t, 0)
	return eq, !ok
}

// meetsItem compares v with an element of a list of tests.
func (m *Machine) meetsItem(v, it Value) (in, null bool) {
	if it.kind == RangeValue && v.kind != RangeValue {
		r, _ := it.Range()
		in, ok := m.contains(r, v)
		return in, !ok
	}
	eq, ok := m.equal(v, it, 0)
	return eq, !ok
}

// Equal reports whether two values are equal; null equals null. Evaluations compare by Machine.Equal, which their context
// can stop.
func Equal(a, b Value) bool {
	var m Machine
	return m.Equal(a, b)
}

// Equal reports whether two values are equal; null equals null.
func (m *Machine) Equal(a, b Value) bool {
	eq, ok := m.equal(a, b, 0)
	return eq && ok
}

// Compare orders two values; ok = false when they have no common order.
func Compare(a, b Value) (order int, ok bool) { return compare(a, b) }
