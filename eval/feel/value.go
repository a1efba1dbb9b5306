package feel

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/feel/temporal"
)

// ValueKind sorts the values of the language.
type ValueKind uint8

const (
	NullValue ValueKind = iota
	BooleanValue
	NumberValue
	StringValue
	LevelValue // a string that carries its order
	DateValue
	TimeValue
	DateTimeValue
	DaysTimeValue
	YearsMonthsValue
	ListValue
	ObjectValue
	RangeValue
	FunctionValue
)

// Value is a value of the language. The zero Value is null. Values are immutable; copying one is cheap and
// a number or boolean needs no memory of its own.
type Value struct {
	kind ValueKind
	yes  bool
	num  decimal.Decimal
	ref  any // string, *level, temporal value, []Value, *Object, *Range, *Function
}

// True and False are the booleans.
var (
	True  = Value{kind: BooleanValue, yes: true}
	False = Value{kind: BooleanValue}
)

// BooleanOf returns b as a value.
func BooleanOf(b bool) Value { return Value{kind: BooleanValue, yes: b} }

// NumberOf returns d as a value.
func NumberOf(d decimal.Decimal) Value { return Value{kind: NumberValue, num: d} }

// IntOf returns n as a value.
func IntOf(n int64) Value { return Value{kind: NumberValue, num: decimal.FromInt(n)} }

// StringOf returns s as a value.
func StringOf(s string) Value { return Value{kind: StringValue, ref: s} }

// DateOf returns d as a value.
func DateOf(d temporal.Date) Value { return Value{kind: DateValue, ref: d} }

// TimeOf returns t as a value.
func TimeOf(t temporal.Time) Value { return Value{kind: TimeValue, ref: t} }

// DateTimeOf returns t as a value.
func DateTimeOf(t temporal.DateTime) Value { return Value{kind: DateTimeValue, ref: t} }

// DaysTimeOf returns d as a value.
func DaysTimeOf(d temporal.DaysTime) Value { return Value{kind: DaysTimeValue, ref: d} }

// YearsMonthsOf returns d as a value.
func YearsMonthsOf(d temporal.YearsMonths) Value { return Value{kind: YearsMonthsValue, ref: d} }

// ListOfValues returns a list that holds items; the caller does not change them afterwards.
func ListOfValues(items []Value) Value { return Value{kind: ListValue, ref: items} }

// ObjectOfMembers returns o as a value; the caller does not change it afterwards.
func ObjectOfMembers(o *Object) Value { return Value{kind: ObjectValue, ref: o} }

// RangeValueOf returns r as a value.
func RangeValueOf(r *Range) Value { return Value{kind: RangeValue, ref: r} }

func functionOf(f *Function) Value { return Value{kind: FunctionValue, ref: f} }

// Kind returns the kind of the value.
func (v Value) Kind() ValueKind { return v.kind }

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.kind == NullValue }

// IsTrue reports whether v is the boolean true.
func (v Value) IsTrue() bool { return v.kind == BooleanValue && v.yes }

// Boolean returns the boolean v holds.
func (v Value) Boolean() (b, ok bool) { return v.yes, v.kind == BooleanValue }

// Number returns the number v holds.
func (v Value) Number() (d decimal.Decimal, ok bool) { return v.num, v.kind == NumberValue }

// Text returns the text of a string or a level.
func (v Value) Text() (s string, ok bool) {
	switch v.kind {
	case StringValue:
		return v.ref.(string), true
	case LevelValue:
		return v.ref.(*level).text, true
	}
	return "", false
}

// Level returns the position of a level, from 0, and the order it belongs to.
func (v Value) Level() (position int, of *Levels, ok bool) {
	if v.kind != LevelValue {
		return 0, nil, false
	}
	l := v.ref.(*level)
	return l.position, l.set, true
}

// Items returns the elements of a list; the caller must not change them.
func (v Value) Items() ([]Value, bool) {
	if v.kind != ListValue {
		return nil, false
	}
	return v.ref.([]Value), true
}

// Object returns the members of an object; the caller must not change them.
func (v Value) Object() (*Object, bool) {
	o, ok := v.ref.(*Object)
	return o, ok
}

// Range returns the range v holds.
func (v Value) Range() (*Range, bool) {
	r, ok := v.ref.(*Range)
	return r, ok
}

// Function returns the function v holds.
func (v Value) Function() (*Function, bool) {
	f, ok := v.ref.(*Function)
	return f, ok
}

// Object is a set of named members in order; a context of the standard.
type Object struct {
	names  []string
	values []Value
	index  map[string]int // from manyMembers on
}

// manyMembers is the size from which a map finds a member faster than a walk.
const manyMembers = 12

// NewObject returns an empty object with room for n members.
func NewObject(n int) *Object {
	return &Object{names: make([]string, 0, n), values: make([]Value, 0, n)}
}

// Set adds a member or replaces the value of the one of that name, in its place.
func (o *Object) Set(name string, v Value) {
	if i := o.find(name); i >= 0 {
		o.values[i] = v
		return
	}
	o.names = append(o.names, name)
	o.values = append(o.values, v)
	if o.index != nil {
		o.index[name] = len(o.names) - 1
	} else if len(o.names) == manyMembers {
		o.index = make(map[string]int, 2*manyMembers)
		for i, n := range o.names {
			o.index[n] = i
		}
	}
}

func (o *Object) find(name string) int {
	if o.index != nil {
		if i, ok := o.index[name]; ok {
			return i
		}
		return -1
	}
	for i, n := range o.names {
		if n == name {
			return i
		}
	}
	return -1
}

// Get returns the value of the member name.
func (o *Object) Get(name string) (Value, bool) {
	if i := o.find(name); i >= 0 {
		return o.values[i], true
	}
	return Value{}, false
}

// Len returns the number of members.
func (o *Object) Len() int { return len(o.names) }

// At returns the i-th member.
func (o *Object) At(i int) (string, Value) { return o.names[i], o.values[i] }

// clone returns a copy whose members can be changed.
func (o *Object) clone(room int) *Object {
	c := NewObject(len(o.names) + room)
	for i, n := range o.names {
		c.Set(n, o.values[i])
	}
	return c
}

// Range is an interval, or one of the one-sided and point forms of unary tests (DMN 1.5, 10.3.2.7).
type Range struct {
	Low, High               Value // null: no bound on that side, or an unknown one
	LowIncluded             bool
	HighIncluded            bool
	operator                string // the operator a one-sided form was written with
	lowUnbound, highUnbound bool
}

// Function is a function value: a built-in, a function of the model or a function literal.
type Function struct {
	Name   string
	Params []Field
	Result *Type
	call   func(c *call, args []Value) Value
	// builtin is set for the functions of the standard, which bind and check their arguments themselves.
	builtin *Builtin
}

// maxTypeParts bounds the parts of a value or type that are looked at to type it: those that share their parts can be
// far larger than they are in memory.
const maxTypeParts = 100_000

// Type returns the type of the value as far as the value alone tells it; of what is very large only the outermost is told.
func (v Value) Type() *Type {
	left := maxTypeParts
	return v.typeWithin(&left, 0)
}

func (v Value) typeWithin(left *int, depth int) *Type {
	if *left--; *left < 0 || depth > maxTypeDepth {
		return Any
	}
	switch v.kind {
	case NullValue:
		return Null
	case BooleanValue:
		return Boolean
	case NumberValue:
		return Number
	case StringValue:
		return String
	case LevelValue:
		_, set, _ := v.Level()
		return &Type{Kind: LevelsType, Values: set.Words, Levels: set}
	case DateValue:
		return Date
	case TimeValue:
		return Time
	case DateTimeValue:
		return DateTime
	case DaysTimeValue:
		return DaysTime
	case YearsMonthsValue:
		return YearsMonths
	case ListValue:
		items, _ := v.Items()
		if len(items) == 0 {
			return AnyList
		}
		elem := items[0].typeWithin(left, depth+1).wordless()
		for _, it := range items[1:] {
			if elem = Join(elem, it.typeWithin(left, depth+1).wordless()); elem.Kind == AnyType {
				break
			}
		}
		return ListOf(elem)
	case ObjectValue:
		o, _ := v.Object()
		fields := make([]Field, o.Len())
		for i := range fields {
			name, m := o.At(i)
			fields[i] = Field{name, m.typeWithin(left, depth+1)}
		}
		return ObjectOf(fields)
	case RangeValue:
		r, _ := v.Range()
		return RangeOf(Join(r.Low.typeWithin(left, depth+1), r.High.typeWithin(left, depth+1)))
	case FunctionValue:
		f, _ := v.Function()
		return FunctionOf(f.Params, orAny(f.Result))
	}
	return Any
}

// wordless forgets which texts a string can be.
func (t *Type) wordless() *Type {
	if t.Kind == StringType {
		return String
	}
	return t
}

func orAny(t *Type) *Type {
	if t == nil {
		return Any
	}
	return t
}

// String writes the value for a person: texts bare, lists in brackets, numbers with all their digits.
func (v Value) String() string {
	if s, ok := v.Text(); ok {
		return s
	}
	return v.Literal()
}

// Literal writes the value as the language spells it: texts in quotes, dates as they are read inside date("…").
func (v Value) Literal() string {
	return v.short(maxText)
}

// short is Literal cut with an ellipsis behind about limit bytes.
func (v Value) short(limit int) string {
	b := printer{limit: limit}
	v.literal(&b, 0)
	return b.String()
}

// printer stops at its limit: values that share their parts can be far longer when written than they are in memory.
type printer struct {
	strings.Builder
	limit int
}

// full reports that the limit is reached; an ellipsis stands for the rest.
func (p *printer) full() bool {
	if p.Len() <= p.limit {
		return false
	}
	p.WriteString("…")
	return true
}

// maxPrintDepth bounds what is printed of nested values; the rest is an ellipsis.
const maxPrintDepth = 100

func (v Value) literal(b *printer, depth int) {
	if depth > maxPrintDepth {
		b.WriteString("…")
		return
	}
	switch v.kind {
	case NullValue:
		b.WriteString("null")
	case BooleanValue:
		b.WriteString(strconv.FormatBool(v.yes))
	case NumberValue:
		b.WriteString(v.num.String())
	case StringValue, LevelValue:
		s, _ := v.Text()
		if room := max(b.limit-b.Len(), 0); len(s) > room {
			s = strings.ToValidUTF8(s[:room], "") + "…"
		}
		b.WriteString(quote(s))
	case ListValue:
		items, _ := v.Items()
		b.WriteByte('[')
		for i, it := range items {
			if i > 0 {
				b.WriteString(", ")
			}
			if b.full() {
				break
			}
			it.literal(b, depth+1)
		}
		b.WriteByte(']')
	case ObjectValue:
		o, _ := v.Object()
		b.WriteByte('{')
		for i := range o.Len() {
			name, m := o.At(i)
			if i > 0 {
				b.WriteString(", ")
			}
			if b.full() {
				break
			}
			if !plainName(name) {
				name = quote(name)
			}
			b.WriteString(name + ": ")
			m.literal(b, depth+1)
		}
		b.WriteByte('}')
	case RangeValue:
		if r, _ := v.Range(); !b.full() {
			r.literal(b, depth)
		}
	case FunctionValue:
		f, _ := v.Function()
		b.WriteString(f.Signature())
	default:
		b.WriteString(v.iso())
	}
}

func (r *Range) literal(b *printer, depth int) {
	if r.operator != "" && r.operator != "=" {
		bound := r.Low
		if r.lowUnbound {
			bound = r.High
		}
		b.WriteString("(" + r.operator)
		bound.literal(b, depth+1)
		b.WriteByte(')')
		return
	}
	b.WriteByte("(["[btoi(r.LowIncluded)])
	r.Low.literal(b, depth+1)
	b.WriteString("..")
	r.High.literal(b, depth+1)
	b.WriteByte(")]"[btoi(r.HighIncluded)])
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// iso writes a date, time or duration by ISO 8601.
func (v Value) iso() string {
	switch x := v.ref.(type) {
	case temporal.Date:
		return x.String()
	case temporal.Time:
		return x.String()
	case temporal.DateTime:
		return x.String()
	case temporal.DaysTime:
		return x.String()
	case temporal.YearsMonths:
		return x.String()
	}
	return "null"
}

// Signature writes the head of the function: name(parameters).
func (f *Function) Signature() string {
	name := f.Name
	if name == "" {
		name = "function"
	}
	params := make([]string, len(f.Params))
	for i, p := range f.Params {
		params[i] = p.Name
	}
	return name + "(" + strings.Join(params, ", ") + ")"
}

// maxJSON bounds the bytes of one value as JSON: values that share their parts can be far longer when written than they
// are in memory.
const maxJSON = 1 << 26

// AppendJSON appends the value as plain JSON (cli.md): numbers with all their digits, dates, times and durations as
// ISO 8601 strings, ranges and functions as the text that the language writes. Of a value that is longer than 64 MiB or
// nests deeper than 100 levels, "…" stands for the rest.
func (v Value) AppendJSON(b []byte) []byte {
	return v.appendJSON(b, len(b)+maxJSON, 0)
}

func (v Value) appendJSON(b []byte, end, depth int) []byte {
	if depth > maxPrintDepth || len(b) > end {
		return append(b, `"…"`...)
	}
	switch v.kind {
	case NullValue:
		return append(b, "null"...)
	case BooleanValue:
		return strconv.AppendBool(b, v.yes)
	case NumberValue:
		return v.num.AppendTo(b)
	case ListValue:
		items, _ := v.Items()
		b = append(b, '[')
		for i, it := range items {
			if i > 0 {
				b = append(b, ',')
			}
			full := len(b) > end
			if b = it.appendJSON(b, end, depth+1); full {
				break // the ellipsis stands
			}
		}
		return append(b, ']')
	case ObjectValue:
		o, _ := v.Object()
		b = append(b, '{')
		for i := range o.Len() {
			name, m := o.At(i)
			if i > 0 {
				b = append(b, ',')
			}
			b = append(AppendJSONString(b, name), ':')
			full := len(b) > end
			if b = m.appendJSON(b, end, depth+1); full {
				break
			}
		}
		return append(b, '}')
	case StringValue, LevelValue:
		s, _ := v.Text()
		return AppendJSONString(b, s)
	case RangeValue, FunctionValue:
		return AppendJSONString(b, v.Literal())
	}
	return AppendJSONString(b, v.iso())
}

// MarshalJSON is AppendJSON for encoding/json.
func (v Value) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

// AppendJSONString appends s as a JSON string by RFC 8259, section 7.
func AppendJSONString(b []byte, s string) []byte {
	plain := true
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' || c >= 0x80 {
			plain = false
			break
		}
	}
	if plain {
		b = append(b, '"')
		b = append(b, s...)
		return append(b, '"')
	}
	var sb strings.Builder
	e := json.NewEncoder(&sb)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil { // a string always encodes
		return append(b, `""`...)
	}
	return append(b, strings.TrimSuffix(sb.String(), "\n")...)
}

// quote writes s as a string literal of the language (DMN 1.5, 10.3.1.2, rule 33).
func quote(s string) string {
	if !strings.ContainsAny(s, "\"\\\n\r\t") {
		return `"` + s + `"`
	}
	return `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s) + `"`
}
