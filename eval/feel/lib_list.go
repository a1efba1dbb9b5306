package feel

import "slices"

// many is a last parameter that takes one argument or more, none of them null.
func many(name string, t *Type) Param { return Param{Name: name, Type: t, Variadic: true} }

// The functions on lists (DMN 1.5, 10.3.4.4) but for those that reduce a list to one value.
var listFunctions = []Builtin{
	{Name: "list contains", Section: "10.3.4.4", Doc: "Whether the list has an element equal to the given one; null is an element like others.", Example: `list contains([1, 2, 3], 2)`,
		Signatures: []Signature{{Params: []Param{req("list", AnyList), nullable("element", Any)}, Result: Boolean, Check: elementSought, Call: listContains}}},
	{Name: "sublist", Section: "10.3.4.4", Doc: "Part of a list: from a position, 1 for the first or -1 for the last element, to the end or for a length.", Example: `sublist([4, 5, 6], 1, 2)`,
		Signatures: []Signature{{Params: []Param{req("list", AnyList), req("start position", Number), opt("length", Number)}, Result: AnyList, Infer: sameList, Call: sublist}}},
	{Name: "append", Section: "10.3.4.4", Doc: "The list with further elements at its end. A list that is appended becomes one element.", Example: `append([1], 2, 3)`,
		Signatures: []Signature{{Params: []Param{req("list", AnyList), rest("item", Any)}, Result: AnyList, Infer: appendedList, Call: appendItems}}},
	{Name: "concatenate", Section: "10.3.4.4", Doc: "The elements of several lists in one list, in order.", Example: `concatenate([1, 2], [3])`,
		Signatures: []Signature{{Params: []Param{many("list", AnyList)}, Result: AnyList, Infer: joinedLists, Call: concatenate}}},
	{Name: "insert before", Section: "10.3.4.4", Doc: "The list with a new element before the one at a position; negative positions count from the end.", Example: `insert before([1, 3], 2, 2)`,
		Signatures: []Signature{{Params: []Param{req("list", AnyList), req("position", Number), nullable("newItem", Any)}, Result: AnyList, Infer: insertedList, Call: insertBefore}}},
	{Name: "remove", Section: "10.3.4.4", Doc: "The list without the element at a position; negative positions count from the end.", Example: `remove([1, 2, 3], 2)`,
		Signatures: []Signature{{Params: []Param{req("list", AnyList), req("position", Number)}, Result: AnyList, Infer: sameList, Call: removeItem}}},
	{Name: "list replace", Section: "10.3.4.4", Doc: "The list with a new element in place of the one at a position, or of all for which a function(item, newItem) is true.", Example: `list replace([2, 4, 7], function(item, newItem) item < newItem, 5)`,
		Signatures: []Signature{
			{Params: []Param{req("list", AnyList), req("position", Number), nullable("newItem", Any)}, Result: AnyList, Infer: insertedList, Call: replaceAt},
			{Params: []Param{req("list", AnyList), req("match", AnyFunction), nullable("newItem", Any)}, Result: AnyList, Infer: insertedList, Check: relationOf, Call: replaceMatches},
		}},
	{Name: "reverse", Section: "10.3.4.4", Doc: "The list from its end to its start.", Example: `reverse([1, 2, 3])`,
		Signatures: []Signature{{Params: []Param{req("list", AnyList)}, Result: AnyList, Infer: sameList, Call: reverseList}}},
	{Name: "index of", Section: "10.3.4.4", Doc: "The positions, from 1, of the elements that are equal to the given one.", Example: `index of([1, 2, 3, 2], 2)`,
		Signatures: []Signature{{Params: []Param{req("list", AnyList), nullable("match", Any)}, Result: ListOf(Number), Check: elementSought, Call: indexOf}}},
	{Name: "union", Section: "10.3.4.4", Doc: "The elements of several lists in one list, each of equal ones once.", Example: `union([1, 2], [2, 3])`,
		Signatures: []Signature{{Params: []Param{many("list", AnyList)}, Result: AnyList, Infer: joinedLists, Call: func(c *call, a []Value) Value {
			all := concatenate(c, a)
			if all.IsNull() {
				return all
			}
			return distinct(c, all)
		}}}},
	{Name: "distinct values", Section: "10.3.4.4", Doc: "The list with only the first of equal elements.", Example: `distinct values([1, 2, 3, 2, 1])`,
		Signatures: []Signature{{Params: []Param{req("list", AnyList)}, Result: AnyList, Infer: sameList, Call: func(c *call, a []Value) Value { return distinct(c, a[0]) }}}},
	{Name: "flatten", Section: "10.3.4.4", Doc: "The list with the elements of nested lists, however deep, in their place.", Example: `flatten([[1, 2], [[3]], 4])`,
		Signatures: []Signature{{Params: []Param{req("list", AnyList)}, Result: AnyList, Infer: flatList, Call: flatten}}},
	{Name: "sort", Section: "10.3.4.9", Doc: "The list in the order that a function(x, y) gives: it is true when x stands before y. Elements of equal rank keep their order.", Example: `sort([3, 1, 4], function(x, y) x < y)`,
		Signatures: []Signature{{Params: []Param{req("list", AnyList), req("precedes", AnyFunction)}, Result: AnyList, Infer: sameList, Check: relationOf, Call: sortList}}},
}

// asList is the type of an argument where a list is wanted: what is no list is a list of one.
func asList(t *Type) *Type {
	switch {
	case t == nil || t.Kind == AnyType || t.Kind == NullType:
		return AnyList
	case t.Kind == ListType || t.Kind == WrongType:
		return t
	}
	return ListOf(t)
}

// elemType is the type of the elements of asList.
func elemType(t *Type) *Type { return orAny(asList(t).Elem) }

func sameList(args []*Type) *Type { return asList(args[0]) }

func appendedList(args []*Type) *Type {
	elem := elemType(args[0])
	for _, t := range args[1:] {
		elem = Join(elem, orAny(t))
	}
	return ListOf(elem)
}

func joinedLists(args []*Type) *Type {
	elem := elemType(args[0])
	for _, t := range args[1:] {
		elem = Join(elem, elemType(t))
	}
	return ListOf(elem)
}

func insertedList(args []*Type) *Type {
	return ListOf(Join(elemType(args[0]), orAny(args[2])))
}

func flatList(args []*Type) *Type {
	t := asList(args[0])
	for t.Kind == ListType && t.Elem.Kind == ListType {
		t = t.Elem
	}
	return t
}

// room makes an empty list for n elements; ok = false when a list must not be so long.
func (c *call) room(n int) (out []Value, ok bool) {
	if n > maxItems {
		c.m.stop(&LimitError{Reason: "a list would have more than ten million elements"})
		return nil, false
	}
	if !c.m.keep(n) {
		return nil, false
	}
	return make([]Value, 0, n), true
}

// position reads a position in a list of n elements, 1 or -n the first, n or -1 the last, as an index from 0.
func (c *call) position(v Value, n int) (index int, ok bool) {
	k, whole := v.num.Int64()
	switch {
	case !whole:
		c.null("%s is no position in a list; a position is a whole number.", v)
	case k >= 1 && k <= int64(n):
		return int(k - 1), true
	case k <= -1 && k >= -int64(n):
		return n + int(k), true
	case k == 0:
		c.null("0 is no position in a list; the first element is at 1, the last at -1.")
	default:
		c.null("There is no position %s in a list of %d.", v, n)
	}
	return 0, false
}

func listContains(c *call, a []Value) Value {
	items, _ := a[0].Items()
	for _, it := range items {
		if !c.step() {
			return explained
		}
		if eq, _ := c.m.equal(it, a[1], 0); eq {
			return True
		}
	}
	return False
}

func sublist(c *call, a []Value) Value {
	items, _ := a[0].Items()
	from, ok := c.position(a[1], len(items))
	if !ok {
		return explained
	}
	to := len(items)
	if !a[2].IsNull() {
		n, whole := a[2].num.Int64()
		switch {
		case !whole || n < 1:
			return c.null("The length of a sublist is a whole number from 1 on, not %s.", a[2])
		case n > int64(to-from):
			return c.null("A sublist from position %s of a list of %d has at most %s, not %s.", a[1], len(items), count(to-from, "element"), a[2])
		}
		to = from + int(n)
	}
	return ListOfValues(items[from:to:to])
}

func appendItems(c *call, a []Value) Value {
	items, _ := a[0].Items()
	out, ok := c.room(len(items) + len(a) - 1)
	if !ok {
		return explained
	}
	return ListOfValues(append(append(out, items...), a[1:]...))
}

func concatenate(c *call, a []Value) Value {
	n := 0
	for _, l := range a {
		items, _ := l.Items()
		n += len(items)
	}
	out, ok := c.room(n)
	if !ok {
		return explained
	}
	for _, l := range a {
		items, _ := l.Items()
		out = append(out, items...)
	}
	return ListOfValues(out)
}

func insertBefore(c *call, a []Value) Value {
	items, _ := a[0].Items()
	i, ok := c.position(a[1], len(items))
	if !ok {
		return explained
	}
	out, ok := c.room(len(items) + 1)
	if !ok {
		return explained
	}
	return ListOfValues(append(append(append(out, items[:i]...), a[2]), items[i:]...))
}

func removeItem(c *call, a []Value) Value {
	items, _ := a[0].Items()
	i, ok := c.position(a[1], len(items))
	if !ok {
		return explained
	}
	out, ok := c.room(len(items) - 1)
	if !ok {
		return explained
	}
	return ListOfValues(append(append(out, items[:i]...), items[i+1:]...))
}

func replaceAt(c *call, a []Value) Value {
	items, _ := a[0].Items()
	i, ok := c.position(a[1], len(items))
	if !ok {
		return explained
	}
	out, ok := c.room(len(items))
	if !ok {
		return explained
	}
	out = append(out, items...)
	out[i] = a[2]
	return ListOfValues(out)
}

func replaceMatches(c *call, a []Value) Value {
	items, _ := a[0].Items()
	match, ok := c.relation(a[1], "match", "list replace")
	if !ok {
		return explained
	}
	out, ok := c.room(len(items))
	if !ok {
		return explained
	}
	for _, it := range items {
		yes, ok := match(it, a[2])
		if !ok {
			return explained
		}
		if yes {
			it = a[2]
		}
		out = append(out, it)
	}
	return ListOfValues(out)
}

// relation reads a function value as a condition on two values; param and fn name it in causes. The condition reports
// ok = false when it gives neither true nor false.
func (c *call) relation(v Value, param, fn string) (holds func(x, y Value) (yes, ok bool), ok bool) {
	f, _ := v.Function()
	if f.builtin == nil && len(f.Params) != 2 {
		c.mistyped("%s of %s is a function of %s; it needs one of two.", param, fn, count(len(f.Params), "parameter"))
		return nil, false
	}
	args := make([]Value, 2)
	return func(x, y Value) (yes, ok bool) {
		if !c.step() {
			return false, false
		}
		args[0], args[1] = x, y
		r := f.invoke(c.m, c.at, args, nil)
		if r.kind == BooleanValue {
			return r.yes, c.m.err == nil
		}
		if r.kind != NullValue || !r.yes {
			kind := TypeCause
			if r.kind == NullValue {
				kind = MissingCause
			}
			c.m.cause(kind, c.at, "%s of %s gives %s for %s and %s; it needs to give true or false.", param, fn, describe(r), describe(x), describe(y))
		}
		return false, false
	}, true
}

func reverseList(c *call, a []Value) Value {
	items, _ := a[0].Items()
	out, ok := c.room(len(items))
	if !ok {
		return explained
	}
	out = append(out, items...)
	slices.Reverse(out)
	return ListOfValues(out)
}

func indexOf(c *call, a []Value) Value {
	items, _ := a[0].Items()
	var out []Value
	for i, it := range items {
		if !c.step() {
			return explained
		}
		if eq, _ := c.m.equal(it, a[1], 0); eq {
			out = append(out, IntOf(int64(i+1)))
		}
	}
	return ListOfValues(out)
}

// distinct keeps the first of equal elements.
func distinct(c *call, list Value) Value {
	items, _ := list.Items()
	var out, odd []Value
	met := make(map[any]struct{}, min(len(items), 1024))
next:
	for _, it := range items {
		if !c.step() {
			return explained
		}
		if k, ok := it.key(); ok {
			if !c.m.spend(textSteps(it)) {
				return explained
			}
			if _, again := met[k]; again {
				continue
			}
			met[k] = struct{}{}
		} else {
			for _, before := range odd {
				if !c.step() {
					return explained
				}
				if eq, _ := c.m.equal(before, it, 0); eq {
					continue next
				}
			}
			odd = append(odd, it)
		}
		out = append(out, it)
	}
	return ListOfValues(out)
}

// key returns what two values share exactly when they are equal; ok = false for kinds that have no such key.
func (v Value) key() (k any, ok bool) {
	switch v.kind {
	case NullValue:
		return nil, true
	case BooleanValue:
		return v.yes, true
	case NumberValue:
		return v.num.Reduce(), true
	case StringValue, LevelValue:
		s, _ := v.Text()
		return s, true
	case DateValue, YearsMonthsValue, DaysTimeValue:
		return v.ref, true
	}
	return nil, false
}

// flatten walks nested lists with a stack of its own, since values nest as deep as an evaluation makes them.
func flatten(c *call, a []Value) Value {
	items, _ := a[0].Items()
	var out []Value
	open := [][]Value{items}
	for len(open) > 0 {
		top := &open[len(open)-1]
		if len(*top) == 0 {
			open = open[:len(open)-1]
			continue
		}
		if !c.step() {
			return explained
		}
		it := (*top)[0]
		*top = (*top)[1:]
		if inner, ok := it.Items(); ok {
			open = append(open, inner)
			continue
		}
		if len(out) == maxItems {
			c.room(maxItems + 1)
			return explained
		}
		out = append(out, it)
	}
	return ListOfValues(out)
}

// sortList is a stable merge sort from runs of one upwards.
func sortList(c *call, a []Value) Value {
	items, _ := a[0].Items()
	precedes, ok := c.relation(a[1], "precedes", "sort")
	if !ok {
		return explained
	}
	from, ok := c.room(len(items))
	if !ok {
		return explained
	}
	from = append(from, items...)
	if len(from) < 2 {
		return ListOfValues(from)
	}
	// A function written with <= holds between equals. Asked the other way round it tells, too, which of two elements
	// of equal rank stood first.
	reflexive, ok := precedes(from[0], from[0])
	if !ok {
		return explained
	}
	into := make([]Value, len(from))
	for width := 1; width < len(from); width *= 2 {
		for low := 0; low < len(from); low += 2 * width {
			mid, high := min(low+width, len(from)), min(low+2*width, len(from))
			if !merge(into[low:high], from[low:mid], from[mid:high], reflexive, precedes) {
				return explained
			}
		}
		from, into = into, from
	}
	return ListOfValues(from)
}

// merge writes the two sorted lists into one; of equals the left comes first.
func merge(into, left, right []Value, reflexive bool, precedes func(x, y Value) (yes, ok bool)) bool {
	for k := range into {
		takeLeft := len(right) == 0
		if len(left) > 0 && len(right) > 0 {
			var ok bool
			if reflexive {
				takeLeft, ok = precedes(left[0], right[0])
			} else {
				takeLeft, ok = precedes(right[0], left[0])
				takeLeft = !takeLeft
			}
			if !ok {
				return false
			}
		}
		if takeLeft {
			into[k], left = left[0], left[1:]
		} else {
			into[k], right = right[0], right[1:]
		}
	}
	return true
}
