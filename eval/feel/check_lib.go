package feel

import "fmt"

// What the types of the arguments of built-in functions must be together, beyond what each parameter says. Every check
// returns what follows the function's name in a sentence, or nothing.

// commonOrder checks values that are compared with each other.
func commonOrder(args []*Type) string {
	var first *Type
	for _, t := range args {
		t = orAny(t)
		if !t.Known() || t.Kind == NullType {
			continue
		}
		if !t.Ordered() || t.Kind == EnumType {
			return fmt.Sprintf("compares values by their order; %s has none.", t.Phrase())
		}
		if first == nil {
			first = t
		}
		if !orderable(first, t) {
			return fmt.Sprintf("cannot compare %s with %s.", first.Phrase(), t.Phrase())
		}
	}
	return ""
}

// elementOrder is commonOrder for the elements of a list.
func elementOrder(args []*Type) string { return commonOrder([]*Type{elemType(args[0])}) }

// boundOrder is commonOrder for points and the bounds of ranges.
func boundOrder(args []*Type) string {
	var bounds []*Type
	for _, t := range args {
		if t = orAny(t); t.Kind == RangeType {
			t = t.Elem
		}
		bounds = append(bounds, t)
	}
	return commonOrder(bounds)
}

// elementSought checks that the second argument can be an element of the first.
func elementSought(args []*Type) string {
	elem, sought := elemType(args[0]), orAny(args[1])
	if elem.Kind != NullType && Comparable(elem, sought) == Never {
		return fmt.Sprintf("looks for %s, which the list never has: it has %s.", sought.Phrase(), elem.plural())
	}
	return ""
}

// relationOf checks a function(x, y) over the elements of a list and, where there is one, another value.
func relationOf(args []*Type) string {
	f := args[1]
	if f.Kind != FunctionType || f.Open {
		return ""
	}
	if len(f.Params) != 2 {
		return fmt.Sprintf("needs a function of two parameters; this one has %s.", count(len(f.Params), "parameter"))
	}
	if r := orAny(f.Result); r.Known() && r.Kind != BooleanType {
		return fmt.Sprintf("needs a function that gives true or false; this one gives %s.", r.Phrase())
	}
	values := [2]*Type{elemType(args[0]), elemType(args[0])}
	if len(args) > 2 {
		values[1] = orAny(args[2])
	}
	for i, v := range values {
		if want := orAny(f.Params[i].Type); v.Kind != NullType && convertible(v, want) == Never {
			return fmt.Sprintf("hands %s to its function, whose %s needs %s.", v.Phrase(), f.Params[i].Name, want.Phrase())
		}
	}
	return ""
}

// entryShape checks the entries that a context is made of.
func entryShape(args []*Type) string {
	elem := elemType(args[0])
	if elem.Kind != ObjectType || elem.Open {
		return ""
	}
	key, hasKey := elem.Field("key")
	if _, hasValue := elem.Field("value"); !hasKey || !hasValue {
		return "is made of entries with a key and a value; these have not both."
	}
	if key.Known() && !key.Text() && key.Kind != NullType {
		return fmt.Sprintf("needs texts as keys; these are %s.", key.plural())
	}
	return ""
}
