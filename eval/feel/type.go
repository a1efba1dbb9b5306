package feel

import (
	"slices"
	"strings"
)

// TypeKind sorts the types of the language (DMN 1.5, 10.3.2.1) and of the model format (model-format.md, "Types").
type TypeKind uint8

const (
	AnyType         TypeKind = iota // nothing is known, nothing is checked
	WrongType                       // the type of what is already reported; it silences its readers
	NullType                        // only null
	BooleanType                     // true, false
	NumberType                      // 34-digit decimals
	StringType                      // text; Values, where set, are all it can be
	EnumType                        // one of Values, unordered
	LevelsType                      // one of Values, ordered by position
	DateType                        //
	TimeType                        //
	DateTimeType                    //
	DaysTimeType                    // days and time duration
	YearsMonthsType                 // years and months duration
	DurationType                    // either of the two durations
	ListType                        // of Elem
	ObjectType                      // Fields; a context of the standard
	RangeType                       // of Elem
	FunctionType                    // Params to Result
)

// Type is a static type. Types are immutable once built and shared freely.
type Type struct {
	Kind   TypeKind
	Name   string   // a type declared under a name prints as that name
	Values []string // EnumType, LevelsType; StringType when the possible texts are known
	Levels *Levels  // LevelsType
	Elem   *Type    // ListType, RangeType
	Fields []Field  // ObjectType
	Open   bool     // ObjectType: further members may exist (a type without fields)
	Params []Field  // FunctionType
	Result *Type    // FunctionType
	// Nullable tells that null is one of the values to expect, not only what a mistake leaves: the other branch of an if,
	// an element that a list has beside others.
	Nullable bool
}

// Field is a named member of an object type or a parameter of a function type.
type Field struct {
	Name string
	Type *Type
}

// The types without parts.
var (
	Any         = &Type{Kind: AnyType}
	Wrong       = &Type{Kind: WrongType}
	Null        = &Type{Kind: NullType}
	Boolean     = &Type{Kind: BooleanType}
	Number      = &Type{Kind: NumberType}
	String      = &Type{Kind: StringType}
	Date        = &Type{Kind: DateType}
	Time        = &Type{Kind: TimeType}
	DateTime    = &Type{Kind: DateTimeType}
	DaysTime    = &Type{Kind: DaysTimeType}
	YearsMonths = &Type{Kind: YearsMonthsType}
	Duration    = &Type{Kind: DurationType}
	AnyObject   = &Type{Kind: ObjectType, Open: true}
	AnyList     = &Type{Kind: ListType, Elem: Any}
	AnyRange    = &Type{Kind: RangeType, Elem: Any}
	AnyFunction = &Type{Kind: FunctionType, Result: Any, Open: true}
)

// ListOf returns the type of lists of elem.
func ListOf(elem *Type) *Type { return &Type{Kind: ListType, Elem: elem} }

// RangeOf returns the type of ranges over elem.
func RangeOf(elem *Type) *Type { return &Type{Kind: RangeType, Elem: elem} }

// ObjectOf returns the type of objects with the given members.
func ObjectOf(fields []Field) *Type { return &Type{Kind: ObjectType, Fields: fields} }

// EnumOf returns the unordered type of the given words.
func EnumOf(words []string) *Type { return &Type{Kind: EnumType, Values: words} }

// LevelsOf returns the ordered type of the given words, the lowest first.
func LevelsOf(words []string) *Type {
	return &Type{Kind: LevelsType, Values: words, Levels: NewLevels(words)}
}

// FunctionOf returns the type of functions from params to result.
func FunctionOf(params []Field, result *Type) *Type {
	return &Type{Kind: FunctionType, Params: params, Result: result}
}

// Named returns a copy of t that prints as name.
func (t *Type) Named(name string) *Type {
	c := *t
	c.Name = name
	return &c
}

// OrNull returns t with null among its values.
func (t *Type) OrNull() *Type {
	if t.Nullable || !t.Known() || t.Kind == NullType {
		return t
	}
	c := *t
	c.Nullable = true
	return &c
}

// NotNull returns t without null among its values; of null alone nothing is left to know.
func (t *Type) NotNull() *Type {
	switch {
	case t.Kind == NullType:
		return Any
	case !t.Nullable:
		return t
	}
	c := *t
	c.Nullable = false
	return &c
}

// typeNames are the names of the types without parts, as the format and the standard write them.
var typeNames = [...]string{
	AnyType: "any", WrongType: "any", NullType: "null", BooleanType: "boolean", NumberType: "number", StringType: "string",
	DateType: "date", TimeType: "time", DateTimeType: "date and time", DaysTimeType: "days and time duration",
	YearsMonthsType: "years and months duration", DurationType: "duration",
	EnumType: "enum", LevelsType: "levels", ListType: "list", ObjectType: "context", RangeType: "range", FunctionType: "function",
}

// PlainType returns the type without parts that name spells, or nil.
func PlainType(name string) *Type {
	switch name {
	case "any", "Any":
		return Any
	case "boolean":
		return Boolean
	case "number":
		return Number
	case "string":
		return String
	case "date":
		return Date
	case "time":
		return Time
	case "date and time":
		return DateTime
	case "days and time duration":
		return DaysTime
	case "years and months duration":
		return YearsMonths
	case "duration":
		return Duration
	}
	return nil
}

// String writes the type as an author of the format would.
func (t *Type) String() string {
	var b strings.Builder
	t.write(&b, 0)
	return b.String()
}

func (t *Type) write(b *strings.Builder, depth int) {
	switch {
	case t == nil:
		b.WriteString("any")
	case t.Name != "":
		b.WriteString(t.Name)
	case depth > 8:
		b.WriteString("…")
	case t.Kind == EnumType:
		b.WriteString(strings.Join(t.Values, "|"))
	case t.Kind == LevelsType:
		b.WriteString(strings.Join(t.Values, "<"))
	case t.Kind == ListType:
		b.WriteByte('[')
		t.Elem.write(b, depth+1)
		b.WriteByte(']')
	case t.Kind == RangeType:
		b.WriteString("range<")
		t.Elem.write(b, depth+1)
		b.WriteByte('>')
	case t.Kind == ObjectType && !t.Open:
		b.WriteByte('{')
		for i, f := range t.Fields {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(f.Name + ": ")
			f.Type.write(b, depth+1)
		}
		b.WriteByte('}')
	case t.Kind == FunctionType && !t.Open:
		b.WriteString("function(")
		for i, f := range t.Params {
			if i > 0 {
				b.WriteString(", ")
			}
			if f.Name != "" {
				b.WriteString(f.Name + ": ")
			}
			f.Type.write(b, depth+1)
		}
		b.WriteString("): ")
		t.Result.write(b, depth+1)
	default:
		b.WriteString(typeNames[t.Kind])
	}
}

// Phrase writes the type for a sentence: "a number", "one of gold, silver".
func (t *Type) Phrase() string {
	switch t.Kind {
	case EnumType, LevelsType:
		if t.Name != "" {
			return "a value of " + t.Name
		}
		return "one of " + joinWords(t.Values, 6)
	case ListType:
		if t.Elem.Kind == AnyType {
			return "a list"
		}
		return "a list of " + t.Elem.plural()
	case ObjectType:
		if t.Name != "" {
			return "an object of type " + t.Name
		}
		return "an object"
	case AnyType, WrongType:
		return "any value"
	case NullType:
		return "null"
	case FunctionType:
		return "a function"
	case RangeType:
		return "a range"
	}
	return "a " + typeNames[t.Kind]
}

func (t *Type) plural() string {
	switch t.Kind {
	case EnumType, LevelsType:
		return joinWords(t.Values, 6)
	case ObjectType:
		return "objects"
	case ListType:
		return "lists"
	case AnyType, WrongType:
		return "values"
	case NullType:
		return "nulls"
	}
	return typeNames[t.Kind] + "s"
}

// ListWords lists at most n words for a message; one with a comma stands in quotes.
func ListWords(words []string, n int) string { return joinWords(words, n) }

func joinWords(words []string, n int) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == n {
			b.WriteString("…")
			break
		}
		if strings.Contains(w, ",") {
			w = quote(w)
		}
		b.WriteString(w)
	}
	return b.String()
}

// Field returns the type of the member name and whether the type has one.
func (t *Type) Field(name string) (*Type, bool) {
	for _, f := range t.Fields {
		if f.Name == name {
			return f.Type, true
		}
	}
	return nil, false
}

// fields returns Field for many calls.
func (t *Type) fields() func(name string) (*Type, bool) {
	if len(t.Fields) < manyMembers {
		return t.Field
	}
	byName := make(map[string]*Type, len(t.Fields))
	for _, f := range t.Fields {
		byName[f.Name] = f.Type
	}
	return func(name string) (*Type, bool) {
		f, ok := byName[name]
		return f, ok
	}
}

// Text reports whether values of the type are texts: strings, enums and levels.
func (t *Type) Text() bool {
	return t.Kind == StringType || t.Kind == EnumType || t.Kind == LevelsType
}

// Known reports whether the type says anything that can be checked.
func (t *Type) Known() bool { return t.Kind != AnyType && t.Kind != WrongType }

// Levels is the order of the words of a levels type; a value of the type carries it (model-format.md, "Types").
type Levels struct {
	Words  []string
	values []Value
}

// NewLevels returns the order of words, the lowest first.
func NewLevels(words []string) *Levels {
	l := &Levels{Words: words, values: make([]Value, len(words))}
	for i, w := range words {
		l.values[i] = Value{kind: LevelValue, ref: &level{set: l, position: i, text: w}}
	}
	return l
}

// Value returns the level of the given word, or ok = false.
func (l *Levels) Value(word string) (v Value, ok bool) {
	i := slices.Index(l.Words, word)
	if i < 0 {
		return Value{}, false
	}
	return l.values[i], true
}

type level struct {
	set      *Levels
	position int
	text     string
}
