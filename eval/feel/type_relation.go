package feel

import (
	"slices"
)

// Same reports whether a and b are one type in structure; names do not count.
func Same(a, b *Type) bool {
	left := maxTypeWork
	return same(a, b, &left, 0)
}

// maxTypeWork bounds the parts of two types that are compared: types that share their parts, as one that has another
// twice does, can be far larger than they are in memory.
const maxTypeWork = 20_000

func same(a, b *Type, left *int, depth int) bool {
	if *left--; a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind || a.Nullable != b.Nullable || depth > maxTypeDepth || *left < 0 {
		return false
	}
	switch a.Kind {
	case EnumType, StringType:
		return sameSet(a.Values, b.Values)
	case LevelsType:
		return slices.Equal(a.Values, b.Values)
	case ListType, RangeType:
		return same(a.Elem, b.Elem, left, depth+1)
	case ObjectType:
		return a.Open == b.Open && sameFields(a.Fields, b.Fields, left, depth+1)
	case FunctionType:
		return a.Open == b.Open && sameFields(a.Params, b.Params, left, depth+1) && same(a.Result, b.Result, left, depth+1)
	}
	return true
}

// maxTypeDepth bounds the walk over nested types; the lowering of types refuses deeper ones.
const maxTypeDepth = 64

func sameSet(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for _, w := range a {
		if !slices.Contains(b, w) {
			return false
		}
	}
	return true
}

func sameFields(a, b []Field, left *int, depth int) bool {
	return slices.EqualFunc(a, b, func(x, y Field) bool { return x.Name == y.Name && same(x.Type, y.Type, left, depth) })
}

// unlimited forgets which words a type allows: `instance of` asks for the kind of a value alone (DMN 1.5, 10.3.2.9.3).
func (t *Type) unlimited(depth int) *Type {
	switch {
	case depth > maxTypeDepth:
		return t
	case t.Text():
		return String
	case t.Kind == ListType || t.Kind == RangeType:
		return &Type{Kind: t.Kind, Elem: t.Elem.unlimited(depth + 1)}
	case t.Kind == ObjectType && !t.Open:
		fields := make([]Field, len(t.Fields))
		for i, f := range t.Fields {
			fields[i] = Field{f.Name, f.Type.unlimited(depth + 1)}
		}
		return ObjectOf(fields)
	}
	return t
}

// Fit tells how values of one type stand to another type.
type Fit uint8

const (
	Never  Fit = iota // no value but null is of both types
	Maybe             // some are
	Always            // every value of the first is a value of the second
)

// FitsIn tells whether values of type t can be used where type want is declared, the implicit conversions of the
// standard aside (DMN 1.5, 10.3.2.9.4). Null fits everywhere.
func (t *Type) FitsIn(want *Type) Fit {
	left := maxTypeWork
	return fits(t, want, &left, 0)
}

func fits(t, want *Type, left *int, depth int) Fit {
	*left--
	switch {
	case t == want || want.Kind == AnyType || want.Kind == WrongType || t.Kind == WrongType || t.Kind == NullType:
		return Always
	case t.Kind == AnyType || depth > maxTypeDepth || *left < 0:
		return Maybe
	case t.Text() && want.Text():
		return textFits(t, want)
	case want.Kind == DurationType && (t.Kind == DaysTimeType || t.Kind == YearsMonthsType):
		return Always
	case t.Kind == DurationType && (want.Kind == DaysTimeType || want.Kind == YearsMonthsType):
		return Maybe
	case t.Kind != want.Kind:
		return Never
	}
	switch t.Kind {
	case ListType, RangeType:
		f := fits(t.Elem, want.Elem, left, depth+1)
		if f == Never && t.Kind == ListType {
			return Maybe // an empty list is of every list type
		}
		return f
	case ObjectType:
		all := Always
		field := t.fields()
		for _, w := range want.Fields {
			have, ok := field(w.Name)
			switch {
			case ok:
				all = min(all, fits(have, w.Type, left, depth+1))
			case t.Open:
				all = min(all, Maybe)
			default:
				return Never
			}
		}
		return all
	case FunctionType:
		if t.Open || want.Open {
			return Maybe
		}
		if len(t.Params) != len(want.Params) {
			return Never
		}
		return fits(t.Result, want.Result, left, depth+1)
	}
	return Always
}

// textFits compares types of text by the words they allow. Levels are texts too: a level fits a string.
func textFits(t, want *Type) Fit {
	if want.Kind == StringType && want.Values == nil {
		return Always
	}
	if t.Values == nil {
		return Maybe
	}
	n := 0
	for _, w := range t.Values {
		if slices.Contains(want.Values, w) {
			n++
		}
	}
	switch n {
	case 0:
		return Never
	case len(t.Values):
		return Always
	}
	return Maybe
}

// Comparable tells whether values of the two types can ever be equal.
func Comparable(a, b *Type) Fit {
	if a.Kind == NullType || b.Kind == NullType {
		return Always
	}
	return max(a.FitsIn(b), b.FitsIn(a))
}

// Ordered reports whether values of the type can be compared by < and lie in ranges (DMN 1.5, table 53).
func (t *Type) Ordered() bool {
	switch t.Kind {
	case NumberType, StringType, EnumType, LevelsType, DateType, TimeType, DateTimeType, DaysTimeType, YearsMonthsType, DurationType:
		return true
	}
	return false
}

// knownWords bounds the texts that a string type remembers.
const knownWords = 64

// JoinAll joins the types of a list's elements; without any it is that of null.
func JoinAll(types []*Type) *Type {
	if len(types) == 0 {
		return Null
	}
	t := types[0]
	for _, u := range types[1:] {
		if t = Join(t, u); t.Kind == AnyType {
			break
		}
	}
	return t
}

// Join returns the narrowest type that holds the values of both: the type of `if` and of list elements.
func Join(a, b *Type) *Type {
	left := maxTypeWork
	return join(a, b, &left)
}

func join(a, b *Type, left *int) *Type {
	if *left--; *left < 0 {
		return Any
	}
	switch {
	case a == b || a.Kind == WrongType:
		return a
	case b.Kind == WrongType:
		return b
	case b.Kind == NullType:
		return a.OrNull()
	case a.Kind == NullType:
		return b.OrNull()
	case a.Nullable || b.Nullable:
		return join(a.NotNull(), b.NotNull(), left).OrNull()
	case a.Text() && b.Text():
		return joinText(a, b)
	case same(a, b, left, 0):
		return a
	case a.Kind == b.Kind && (a.Kind == ListType || a.Kind == RangeType):
		return &Type{Kind: a.Kind, Elem: join(a.Elem, b.Elem, left)}
	case a.Kind == ObjectType && b.Kind == ObjectType:
		return joinObjects(a, b, left)
	case a.duration() && b.duration():
		return Duration
	}
	return Any
}

func (t *Type) duration() bool {
	return t.Kind == DaysTimeType || t.Kind == YearsMonthsType || t.Kind == DurationType
}

func joinText(a, b *Type) *Type {
	if a.Kind != StringType && Same(a, b) {
		return a
	}
	if b.Kind != StringType && textFits(a, b) == Always && a.Values != nil {
		return b
	}
	if a.Kind != StringType && textFits(b, a) == Always && b.Values != nil {
		return a
	}
	if a.Values == nil || b.Values == nil || len(a.Values)+len(b.Values) > knownWords {
		return String
	}
	words := slices.Clone(a.Values)
	for _, w := range b.Values {
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return &Type{Kind: StringType, Values: words}
}

// joinObjects keeps the members that both have: only those can be counted on.
func joinObjects(a, b *Type, left *int) *Type {
	field := b.fields()
	var both []Field
	for _, f := range a.Fields {
		if g, ok := field(f.Name); ok {
			both = append(both, Field{f.Name, join(f.Type, g, left)})
		}
	}
	return &Type{Kind: ObjectType, Fields: both, Open: true}
}
