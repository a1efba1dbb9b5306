package feel

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// programs draws expressions over declared inputs: mostly well typed, with a part of another kind now and then.
type programs struct {
	t     *rapid.T
	names map[string][]string // of inputs and locals by kind
	wild  int                 // one part in so many is of another kind
	fresh int
}

var scalarKinds = []string{"number", "boolean", "string", "enum", "level", "date", "time", "date and time", "days", "months"}

var inputTypes = []struct {
	kind, name string
	typ        *Type
	values     []string
}{
	{"number", "n", Number, []string{"0", "1", "-2.5", "3", "1e30", "null"}},
	{"number", "net worth", Number, []string{"2", "100"}},
	{"boolean", "b", Boolean, []string{"true", "false", "null"}},
	{"string", "s", String, []string{`"gold"`, `""`, `"a b"`, `"2026-10-01"`, "null"}},
	{"enum", "tier", EnumOf([]string{"gold", "silver"}), []string{`"gold"`, `"silver"`}},
	{"level", "risk", LevelsOf([]string{"low", "mid", "high"}), []string{`"low"`, `"high"`}},
	{"date", "d", Date, []string{`@"2024-02-29"`, `@"2026-10-01"`, "null"}},
	{"time", "tm", Time, []string{`@"10:00:00"`, `@"23:59:59Z"`}},
	{"date and time", "at", DateTime, []string{`@"2024-02-29T10:00:00"`, `@"2026-03-29T01:30:00@Europe/Berlin"`}},
	{"days", "dd", DaysTime, []string{`@"P1D"`, `@"PT0S"`, `@"-PT36H"`}},
	{"months", "ym", YearsMonths, []string{`@"P1Y2M"`, `@"P0M"`}},
	{"list of number", "ns", ListOf(Number), []string{"[1, 2, 3]", "[]", "[5]"}},
	{"list of string", "ss", ListOf(String), []string{`["a", "b"]`, "[]"}},
	{"object", "o", ObjectOf([]Field{{"x", Number}, {"y z", String}}), []string{`{x: 1, y z: "q"}`}},
	{"list of object", "os", ListOf(ObjectOf([]Field{{"x", Number}, {"y z", String}})), []string{`[{x: 1, y z: "q"}, {x: 2, y z: "r"}]`, "[]"}},
}

func (g *programs) pick(options ...string) string {
	return rapid.SampledFrom(options).Draw(g.t, "option")
}

// index draws one of n evenly, where rapid.IntRange prefers the small.
func (g *programs) index(n int, label string) int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return rapid.SampledFrom(all).Draw(g.t, label)
}

// expr draws an expression that should be of the given kind.
func (g *programs) expr(kind string, depth int) string {
	if g.index(g.wild, "stray") == 0 {
		kind = g.pick(append([]string{"null", "list of number", "list of string", "object", "list of object", "function"}, scalarKinds...)...)
	}
	if depth <= 0 {
		return g.leaf(kind)
	}
	e := func(kind string) string { return g.expr(kind, depth-1) }
	general := []func() string{
		func() string { return g.leaf(kind) },
		func() string { return "(if " + e("boolean") + " then " + e(kind) + " else " + e(kind) + ")" },
		func() string { return "(" + e(kind) + ")" },
		func() string {
			return "[" + e(kind) + ", " + e(kind) + "][" + g.pick("1", "2", "-1", "item != null") + "]"
		},
		func() string { return "{k: " + e(kind) + ", v: k}." + g.pick("k", "v") },
		func() string { return "(" + g.bound("for %s in ["+e(kind)+"] return ", kind, kind, depth) + ")[1]" },
		func() string { return "(function(p: " + typeText(kind) + ") p)(" + e(kind) + ")" },
		func() string { return g.narrowed(kind, depth) },
		func() string { return "get value({k: " + e(kind) + `}, "k")` },
	}
	if kind == "function" || strings.HasPrefix(kind, "list") || kind == "object" {
		general = general[:5]
	}
	special := g.special(kind, e, depth)
	i := g.index(len(general)+2*len(special), "form")
	if i < len(general) {
		return general[i]()
	}
	return "(" + special[(i-len(general))/2]() + ")"
}

// bound draws prefix with a new name for %s, and behind it a body that can read the name.
func (g *programs) bound(prefix, kind, body string, depth int) string {
	g.fresh++
	name := fmt.Sprintf("v%d", g.fresh)
	before := g.names[kind]
	g.names[kind] = append(slices.Clone(before), name)
	text := fmt.Sprintf(strings.ReplaceAll(prefix, "%s", "\x00"), nil)
	text = strings.ReplaceAll(strings.Split(text, "%!")[0], "\x00", name) + g.expr(body, depth-1)
	g.names[kind] = before
	return text
}

// narrowed draws a condition on a name and branches that read it.
func (g *programs) narrowed(kind string, depth int) string {
	names := g.names["number"]
	name := names[g.index(len(names), "name")]
	return "(if " + name + g.pick(" != null", " = null", " instance of number", " != null and b") + " then " + g.expr(kind, depth-1) + " else " + g.expr(kind, depth-1) + ")"
}

func typeText(kind string) string {
	switch kind {
	case "enum", "level":
		return "string"
	case "days":
		return "days and time duration"
	case "months":
		return "years and months duration"
	}
	return kind
}

func (g *programs) leaf(kind string) string {
	if names := g.names[kind]; len(names) > 0 && rapid.Bool().Draw(g.t, "named") {
		return names[g.index(len(names), "name")]
	}
	switch kind {
	case "number":
		return g.pick("0", "1", "2", "-3", "0.5", "10")
	case "boolean":
		return g.pick("true", "false")
	case "string":
		return g.pick(`"gold"`, `""`, `"a b"`, `"x"`)
	case "enum":
		return g.pick(`"gold"`, `"silver"`, "tier")
	case "level":
		return "risk"
	case "date":
		return g.pick(`@"2024-02-29"`, `@"2025-12-31"`, `date(2024, n, 31)`)
	case "time":
		return g.pick(`@"10:00:00"`, `@"00:00:00Z"`)
	case "date and time":
		return g.pick(`@"2024-02-29T23:00:00"`, `@"2026-01-01T00:00:00Z"`)
	case "days":
		return g.pick(`@"P1D"`, `@"PT1H"`)
	case "months":
		return g.pick(`@"P1M"`, `@"P2Y"`)
	case "list of number":
		return g.pick("[1, 2]", "[]", "[0.5]", "ns")
	case "list of string":
		return g.pick(`["a"]`, "ss")
	case "object":
		return g.pick(`{x: 1, y z: "a"}`, "o")
	case "list of object":
		return g.pick(`[{x: 1, y z: "a"}]`, "os")
	case "function":
		return g.pick("function(a, b) a < b", "abs", "function(a) a")
	}
	return "null"
}

// special draws the forms that belong to a kind.
func (g *programs) special(kind string, e func(string) string, depth int) []func() string {
	switch kind {
	case "number":
		return []func() string{
			func() string {
				return "(" + e("number") + g.pick(" + ", " - ", " * ", " / ", " ** ") + e("number") + ")"
			},
			func() string { return "-(" + e("number") + ")" },
			func() string {
				return g.pick("sum", "min", "max", "mean", "count", "median") + "(" + e("list of number") + ")"
			},
			func() string { return g.pick("abs", "floor", "ceiling", "sqrt", "exp") + "(" + e("number") + ")" },
			func() string { return "decimal(" + e("number") + ", " + e("number") + ")" },
			func() string { return "modulo(" + e("number") + ", " + e("number") + ")" },
			func() string { return "string length(" + e("string") + ")" },
			func() string { return "(" + e("date") + ")" + g.pick(".year", ".month", ".day", ".weekday") },
			func() string { return "(" + e("days") + ")" + g.pick(".days", ".hours") },
			func() string { return "(" + e("months") + ")" + g.pick(".years", ".months") },
			func() string { return "(" + e("object") + ").x" },
			func() string { return "(" + e("list of number") + ")[" + e("number") + "]" },
			func() string { return "(" + e("days") + ") / (" + e("days") + ")" },
			func() string { return "number(" + e("string") + ")" },
			func() string { return "[" + e("number") + ".." + e("number") + "]" + g.pick(".start", ".end") },
		}
	case "boolean":
		k := g.pick(scalarKinds...)
		ordered := g.pick("number", "string", "level", "date", "time", "date and time", "days", "months")
		return []func() string{
			func() string { return "(" + e("boolean") + g.pick(" and ", " or ") + e("boolean") + ")" },
			func() string { return "not(" + e("boolean") + ")" },
			func() string { return "(" + e(k) + ")" + g.pick(" = ", " != ") + "(" + e(k) + ")" },
			func() string {
				return "(" + e(ordered) + ")" + g.pick(" < ", " <= ", " > ", " >= ") + "(" + e(ordered) + ")"
			},
			func() string { return "(" + e(ordered) + ") between (" + e(ordered) + ") and (" + e(ordered) + ")" },
			func() string { return "(" + e(k) + ") in (" + e(k) + ", " + e(k) + ")" },
			func() string {
				return "(" + e(ordered) + ") in " + g.pick("[", "(") + e(ordered) + ".." + e(ordered) + g.pick("]", ")")
			},
			func() string {
				return "(" + e(ordered) + ") in (" + g.pick("< ", ">= ") + "(" + e(ordered) + "), null)"
			},
			func() string { return "(" + e("number") + ") in (" + e("list of number") + ")" },
			func() string { return "list contains(" + e("list of number") + ", " + e("number") + ")" },
			func() string {
				return "(" + g.bound(g.pick("some", "every")+" %s in ("+e("list of number")+") satisfies ", "number", "boolean", depth) + ")"
			},
			func() string { return "(" + e(k) + ") = null" },
			func() string {
				return "(" + e(k) + ") instance of " + g.pick("number", "string", "date", "list<number>")
			},
			func() string {
				return g.pick("before", "after", "coincides") + "(" + e(ordered) + ", " + e(ordered) + ")"
			},
			func() string { return "contains(" + e("string") + ", " + e("string") + ")" },
			func() string { return "(" + e("list of number") + ") = (" + e("list of number") + ")" },
			func() string { return "(" + e("object") + ") = (" + e("object") + ")" },
		}
	case "string":
		return []func() string{
			func() string { return "(" + e("string") + ") + (" + e("string") + ")" },
			func() string { return g.pick("upper case", "lower case") + "(" + e("string") + ")" },
			func() string { return "substring(" + e("string") + ", " + e("number") + ")" },
			func() string { return "string(" + e(g.pick(scalarKinds...)) + ")" },
			func() string { return "(" + e("object") + ").y z" },
			func() string { return "day of week(" + e("date") + ")" },
			func() string { return "string join(" + e("list of string") + ", " + e("string") + ")" },
			func() string { return "min(" + e("string") + ", " + e("string") + ")" },
		}
	case "enum":
		return []func() string{func() string { return "(if " + e("boolean") + ` then "gold" else tier)` }}
	case "level":
		return []func() string{func() string { return "max(risk, " + e("level") + ")" }}
	case "date":
		return []func() string{
			func() string {
				return "(" + e("date") + ")" + g.pick(" + ", " - ") + "(" + e(g.pick("days", "months")) + ")"
			},
			func() string { return "date(" + e("date and time") + ")" },
			func() string { return "date(" + e("number") + ", " + e("number") + ", " + e("number") + ")" },
		}
	case "time":
		return []func() string{
			func() string { return "(" + e("time") + ")" + g.pick(" + ", " - ") + "(" + e("days") + ")" },
			func() string { return "time(" + e("date and time") + ")" },
		}
	case "date and time":
		return []func() string{
			func() string {
				return "(" + e("date and time") + ")" + g.pick(" + ", " - ") + "(" + e(g.pick("days", "months")) + ")"
			},
			func() string { return "date and time(" + e("date") + ", " + e("time") + ")" },
		}
	case "days":
		return []func() string{
			func() string { return "(" + e("days") + ")" + g.pick(" + ", " - ") + "(" + e("days") + ")" },
			func() string { return "(" + e("days") + ")" + g.pick(" * ", " / ") + "(" + e("number") + ")" },
			func() string { return "(" + e("date") + ") - (" + e(g.pick("date", "date and time")) + ")" },
			func() string { return "-(" + e("days") + ")" },
			func() string { return "abs(" + e("days") + ")" },
		}
	case "months":
		return []func() string{
			func() string { return "(" + e("months") + ")" + g.pick(" + ", " - ") + "(" + e("months") + ")" },
			func() string { return "(" + e("number") + ") * (" + e("months") + ")" },
			func() string { return "years and months duration(" + e("date") + ", " + e("date") + ")" },
		}
	case "list of number":
		return []func() string{
			func() string { return "[" + e("number") + ", " + e("number") + "]" },
			func() string {
				return "(" + e("list of number") + ")[item " + g.pick("<", ">", "=", "!=") + " " + e("number") + "]"
			},
			func() string {
				return "(" + g.bound("for %s in ("+e("list of number")+") return ", "number", "number", depth) + ")"
			},
			func() string { return "(" + g.bound("for %s in 1..3 return ", "number", "number", depth) + ")" },
			func() string { return "(" + e("list of object") + ").x" },
			func() string {
				return g.pick("append", "remove") + "(" + e("list of number") + ", " + e("number") + ")"
			},
			func() string {
				return g.pick("concatenate", "union") + "(" + e("list of number") + ", " + e("list of number") + ")"
			},
			func() string {
				return g.pick("reverse", "distinct values", "flatten", "mode") + "(" + e("list of number") + ")"
			},
			func() string {
				return "sort(" + e("list of number") + ", function(a, b) a " + g.pick("<", "<=", ">") + " b)"
			},
			func() string { return "sublist(" + e("list of number") + ", " + e("number") + ", " + e("number") + ")" },
			func() string { return "index of(" + e("list of number") + ", " + e("number") + ")" },
			func() string { return "insert before(" + e("list of number") + ", 1, " + e("number") + ")" },
		}
	case "list of string":
		return []func() string{
			func() string { return "split(" + e("string") + `, "a")` },
			func() string { return "(" + e("list of object") + ").y z" },
			func() string { return "[" + e("string") + ", " + e("enum") + "]" },
		}
	case "object":
		return []func() string{
			func() string { return "{x: " + e("number") + ", y z: " + e("string") + "}" },
			func() string { return "(" + e("list of object") + ")[" + e("number") + "]" },
			func() string { return `context put(` + e("object") + `, "x", ` + e("number") + ")" },
		}
	case "list of object":
		return []func() string{
			func() string { return "(" + e("list of object") + ")[x > " + e("number") + "]" },
			func() string { return `(` + e("list of object") + `)[y z = ` + e("string") + "]" },
			func() string { return "[" + e("object") + ", " + e("object") + "]" },
		}
	}
	return nil
}

// world holds the inputs of a program.
type world struct {
	scope   *Scope
	machine *Machine
	nulls   bool // some input is null
}

func newWorld(t *rapid.T) *world {
	w := &world{machine: &Machine{}}
	var symbols []*Symbol
	for i, in := range inputTypes {
		symbols = append(symbols, &Symbol{Name: in.name, Kind: InputSymbol, Slot: i, Typ: in.typ})
		text := rapid.SampledFrom(in.values).Draw(t, in.name)
		layout := &Layout{}
		m := &Machine{}
		v, ok := Compile(Parse(text, &Env{Layout: layout}), Origin{}, layout.Size()).Run(m).Convert(in.typ)
		if !ok {
			t.Fatalf("%s is not of type %s", text, in.typ)
		}
		w.nulls = w.nulls || v.IsNull()
		w.machine.Globals, w.machine.Ready = append(w.machine.Globals, v), append(w.machine.Ready, true)
	}
	w.scope = NewScope(symbols)
	return w
}

func (w *world) run(text string) (*Expression, Value, []Cause, error) {
	layout := &Layout{}
	e := Parse(text, &Env{Globals: w.scope, Layout: layout})
	m := w.machine
	ready := m.Ready
	m.Ready = nil
	m.Reset(context.Background(), func() time.Time { return time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC) })
	m.Ready = ready
	v := Compile(e, Origin{}, layout.Size()).Run(m)
	return e, v, slices.Clone(m.nulls), m.err
}

// uncertain reports a program of which the checker does not know the types everywhere: any, and duration, which is
// either of two.
func uncertain(n Node) bool {
	found := false
	walk(n, func(n Node) bool {
		if name, ok := n.(*nameNode); !ok || name.symbol == nil || name.symbol.Kind != BuiltinSymbol {
			found = found || vague(n.Type(), 0)
		}
		return !found
	})
	return found
}

func vague(t *Type, depth int) bool {
	switch {
	case t.Kind == AnyType, t.Kind == WrongType, t.Kind == DurationType, t.Open, depth > 20:
		return true
	case t.Elem != nil && vague(t.Elem, depth+1), t.Result != nil && vague(t.Result, depth+1):
		return true
	}
	return slices.ContainsFunc(t.Fields, func(f Field) bool { return vague(f.Type, depth+1) }) ||
		slices.ContainsFunc(t.Params, func(f Field) bool { return vague(f.Type, depth+1) })
}

// is reports whether v is a value of type t, known texts included.
func is(v Value, t *Type) bool {
	if v.IsNull() || !t.Known() {
		return true
	}
	if s, ok := v.Text(); ok && t.Kind == StringType && t.Values != nil {
		return slices.Contains(t.Values, s)
	}
	if items, ok := v.Items(); ok && t.Kind == ListType {
		return !slices.ContainsFunc(items, func(it Value) bool { return !is(it, t.Elem) })
	}
	if o, ok := v.Object(); ok && t.Kind == ObjectType {
		return !slices.ContainsFunc(t.Fields, func(f Field) bool {
			m, ok := o.Get(f.Name)
			return !ok || !is(m, f.Type)
		})
	}
	return t.Kind != NullType && v.Conforms(t)
}

// What the checker accepts never fails by type, and its value is of the type that the checker gave.
func TestAcceptedProgramsAreSound(t *testing.T) {
	accepted, certain := 0, 0
	rapid.Check(t, func(t *rapid.T) { soundProgram(t, &accepted, &certain) })
	t.Logf("%d programs accepted, %d of them with every type known", accepted, certain)
}

// FuzzPrograms is the same, with coverage to lead the draws.
func FuzzPrograms(f *testing.F) {
	var accepted, certain int
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { soundProgram(t, &accepted, &certain) }))
}

func soundProgram(t *rapid.T, accepted, certain *int) {
	w := newWorld(t)
	g := &programs{t: t, names: map[string][]string{}, wild: rapid.SampledFrom([]int{3, 8, 20, 60}).Draw(t, "wild")}
	for _, in := range inputTypes {
		g.names[in.kind] = append(g.names[in.kind], in.name)
	}
	kind := g.pick(append([]string{"list of number", "list of string", "object", "list of object"}, scalarKinds...)...)
	text := g.expr(kind, rapid.SampledFrom([]int{1, 2, 2, 3, 3, 4}).Draw(t, "depth"))
	e, v, causes, err := w.run(text)
	if e.Broken() || err != nil {
		t.Fatalf("%s: %v %v", text, e.Problems, err)
	}
	if _, again, _, _ := w.run(text); again.Literal() != v.Literal() {
		t.Fatalf("%s is %s, then %s", text, v.Literal(), again.Literal())
	}
	if len(causes) > maxNulls {
		t.Fatalf("%s has %d causes", text, len(causes))
	}
	if len(e.Problems) > 0 {
		return
	}
	*accepted++
	if !is(v, e.Type) {
		t.Fatalf("%s is %s, but its type is %s", text, v.Literal(), e.Type)
	}
	if uncertain(e.Root) {
		return
	}
	*certain++
	for _, c := range causes {
		if c.Kind == TypeCause {
			t.Fatalf("%s fails by type: %s", text, c.Message)
		}
	}
	if v.IsNull() && len(causes) == 0 && !w.nulls && !strings.Contains(text, "null") && !e.Type.Nullable && e.Type.Kind != NullType {
		t.Fatalf("%s is null without a cause, but its type is %s", text, e.Type)
	}
}
