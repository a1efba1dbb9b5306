package feel_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/eval/feel"
)

// nested makes two lists that share their parts and so are 2^60 long when walked.
const nested = `p: for i in 1..60 return partial, q: for i in 1..60 return partial`

// limited are expressions that would run, grow or nest without end.
var limited = []struct{ name, text, err string }{
	{"a long loop", `some i in 1..999999999999 satisfies false`, "steps"},
	{"loops in loops", `for i in 1..1000000, j in 1..1000000 return 0`, "steps"},
	{"a long list", `count(for i in 1..99999999 return i)`, "steps"},
	{"many days", `every d in @"-999999999-01-01"..@"999999999-01-01" satisfies true`, "steps"},
	{"a filter in a loop", `some i in 1..99999 satisfies (1..1)[item > 0] = null and [1, 2, 3][item > 5] != []`, ""},
	{"equality of shared lists", `{` + nested + `, r: p = q}.r`, "steps"},
	{"a test of shared lists", `{` + nested + `, r: p in [q, q]}.r`, "steps"},
	{"identity of shared lists", `{` + nested + `, r: is(p, q)}.r`, "steps"},
	{"a search in shared lists", `{` + nested + `, r: list contains([p], q)}.r`, "steps"},
	{"distinct shared lists", `{` + nested + `, r: distinct values([p, q])}.r`, "steps"},
	{"shared lists made flat", `{` + nested + `, r: count(flatten(p))}.r`, "steps"},
	{"the type of shared lists", `{` + nested + `, r: p instance of ` + strings.Repeat("list<", 70) + "number" + strings.Repeat(">", 70) + `}.r`, "steps"},
	{"endless recursion", `{f: function(g) g(g), r: f(f)}.r`, "2000 deep"},
	{"recursion in two", `{f: function(g) [g(g), g(g)], r: f(f)}.r`, "2000 deep"},
	{"recursion through a sort", `{f: function(g, n) sort([1, 2], function(x, y) g(g, n)), r: f(f, 1)}.r`, "2000 deep"},
	{"recursion in a long chain", `{f: function(g) g(g)` + strings.Repeat(" + 1", 9_000) + `, r: f(f)}.r`, "too deeply"},
	{"recursion in deep brackets", `{f: function(g) ` + strings.Repeat("[1][(1) * (2 - ", 40) + `g(g)` + strings.Repeat(")]", 40) + `, r: f(f)}.r`, "deep"},
	{"values without end", `{p: for i in 1..2000 return [partial[-1]], q: for i in 1..2000 return [partial[-1]], r: p[-1] = q[-1]}.r`, "1000 deep"},
	{"long texts compared", `{a: string join(for i in 1..90000 return "0123456789"), r: count(for i in 1..100000 return a = a)}.r`, "steps"},
	{"long texts added", `{a: string join(for i in 1..90000 return "0123456789"), r: count(for i in 1..100000 return a + "x")}.r`, "steps"},
	{"long texts in a message", `{a: string join(for i in 1..90000 return "0123456789"), r: count(for i in 1..100000 return a + 1)}.r`, "steps"},
	{"long lists converted", `{a: for i in 1..100000 return i, f: function(l: list<number>) 1, r: count(for i in 1..100000 return f(a))}.r`, "steps"},
	{"long lists reversed", `{a: for i in 1..100000 return i, r: count(for i in 1..100000 return reverse(a))}.r`, "steps"},
}

func TestLimits(t *testing.T) {
	for _, x := range limited {
		t.Run(x.name, func(t *testing.T) {
			_, err := bounded(t, context.Background(), x.text)
			var limit *feel.LimitError
			switch {
			case x.err == "" && err == nil:
			case err == nil || !errors.As(err, &limit) || !strings.Contains(err.Error(), x.err) || x.err == "":
				t.Errorf("ended with %v, want a limit that speaks of %q", err, x.err)
			case !strings.HasPrefix(err.Error(), "the evaluation was stopped"):
				t.Errorf("the message does not say what happened: %v", err)
			}
		})
	}
}

// A context that is done stops every loop.
func TestContextStopsLoops(t *testing.T) {
	reason := errors.New("the editor has moved on")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(reason)
	for _, text := range []string{
		`count(for i in 1..1000000 return i)`,
		`some i in 1..1000000 satisfies false`,
		`every i in 1..1000000 satisfies true`,
		`for i in 1..1000, j in 1..1000 return 0`,
		`every d in @"0000-01-01"..@"9999-01-01" satisfies true`,
		`{f: function(g, n) if n = 0 then 0 else g(g, n - 1), r: for i in 1..1000 return f(f, 100)}.r`,
		`{` + nested + `, r: p = q}.r`,
		`{` + nested + `, r: string(p)}.r`,
		`{` + nested + `, r: count(flatten(p))}.r`,
		`(for i in 1..4000 return i)[item > 0][item > 0][item > 0]`,
		`for i in 1..5000 return matches("aaaaaaaaaaaaaaaaaaaaaaaa" + string(i), "(a|aa)+$")`,
		`sort(for i in 1..4000 return -i, function(x, y) x < y)`,
		`for i in 1..4000 return replace("abc", "b", string(i))`,
	} {
		if _, err := bounded(t, ctx, text); !errors.Is(err, reason) {
			t.Errorf("%s ended with %v", text, err)
		}
	}
}

func bounded(t *testing.T, ctx context.Context, text string) (feel.Value, error) {
	t.Helper()
	layout := &feel.Layout{}
	e := feel.Parse(text, &feel.Env{Layout: layout})
	if e.Broken() {
		t.Fatalf("%s cannot be read: %v", text, e.Problems)
	}
	m := &feel.Machine{MaxSteps: 2_000_000}
	m.Reset(ctx, nil)
	v := feel.Compile(e, feel.Origin{}, layout.Size()).Run(m)
	if nulls, dropped := m.Nulls(); len(nulls) > 32 || dropped < 0 {
		t.Errorf("%s has %d causes", text, len(nulls))
	}
	return v, m.Err()
}

// What is far larger written than in memory is written to a bounded length, and JSON stays JSON.
func TestSharedValuesAreWrittenInBrief(t *testing.T) {
	for _, text := range []string{
		`for i in 1..60 return partial`,
		`{a: for i in 1..1000 return "0123456789", b: for i in 1..1000 return {x: a, y: a}, c: for i in 1..1000 return b}`,
	} {
		v, err := bounded(t, context.Background(), text)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(v.Literal()); n > 11_000_000 {
			t.Errorf("%s is written in %d bytes", text, n)
		}
		if n := len(v.Brief()); n > 200 {
			t.Errorf("%s in brief has %d bytes", text, n)
		}
		raw := v.AppendJSON(nil)
		if len(raw) > 70_000_000 || !json.Valid(raw) {
			t.Errorf("%s as JSON has %d bytes, valid: %v", text, len(raw), json.Valid(raw))
		}
		if v.Type().String() == "" {
			t.Errorf("%s has no type", text)
		}
	}
}

// Numbers have bounds of their own.
func TestLargeExponents(t *testing.T) {
	expectAll(t, []expectation{
		{`9 ** 9 ** 9`, `196627050475552913618075908526912100000000000000000000000000000000000000000000`, ``},
		{`9 ** (9 ** 9)`, `null`, `9 ** 387420489 is too large for a number.`},
		{`1.0000000001 ** 1e20`, `null`, `too large for a number.`},
		{`0.5 ** (9 ** 9)`, `0`, ``},
		{`(-1) ** 1e30`, `1`, ``},
		{`2 ** 1e6000`, `null`, `too large for a number.`},
		{`exp(1e6000)`, `null`, `too large for a number.`},
		{`1e6144 + 1e6144 * 9`, `null`, `too large`},
		{`1e999999999999`, `null`, `beyond what a number can hold`},
		{`decimal(1, 99999999999)`, `null`, `cannot be rounded to scale`},
		{`@"P1Y" * 1e30`, `null`, `too large for a duration`},
		{`@"2026-01-01" + @"P999999999Y" + @"P999999999Y"`, `null`, `year`},
		{`string join(for i in 1..1200000 return "0123456789")`, `null`, `longer than is allowed`},
	})
}

// Texts of expressions are bounded in depth and in operators; however long, they are read in time that grows with them.
func TestLargeExpressions(t *testing.T) {
	const n = 100_000
	many := strings.Repeat
	for _, x := range []struct {
		name, text string
		deep       bool
	}{
		{"10,000 operators", "1" + many("+1", 10_000), false},
		{"too many operators", "1" + many("+1", 10_001), true},
		{"10,000 ands", "true" + many(" and true", 10_000), false},
		{"tests in a row", "true" + many(" in true", 10_001), true},
		{"betweens in a row", "1" + many(" between 1 and 1", 10_001), true},
		{"instances in a row", "1" + many(" instance of number", n), true},
		{"brackets", many("(", n), true},
		{"closed brackets", many("(", 1000) + "1" + many(")", 1000), true},
		{"lists", many("[", n), true},
		{"contexts", many("{a:", n), true},
		{"minuses", many("-", n), true},
		{"ifs", many("if true then ", n), true},
		{"loops", many("for x in ", n), true},
		{"filters", "1" + many("[1]", n), true},
		{"calls", "f" + many("(1)", n), true},
		{"members", "a" + many(".a", n), true},
		{"types", "1 instance of " + many("list<", n), true},
		{"a long type name", "1 instance of " + many("x ", n), false},
		{"a long name", many("x ", n), false},
		{"a long list", "[1" + many(",1", n) + "]", false},
		{"a long number", many("1", n), false},
		{"a long text", `"` + many("a", 1_000_000) + `"`, false},
		{"long space", many(" ", 1_000_000) + "1", false},
		{"comments", many("/**/", n) + "1", false},
		{"unknown names", "x" + many("+x", 9_000), false},
	} {
		t.Run(x.name, func(t *testing.T) {
			layout := &feel.Layout{}
			e := feel.Parse(x.text, &feel.Env{Layout: layout})
			deep := len(e.Problems) > 0 && e.Problems[len(e.Problems)-1].Kind == feel.TooDeep
			if deep != x.deep || len(e.Problems) > 101 {
				t.Fatalf("%d problems, too deep: %v", len(e.Problems), deep)
			}
			for _, p := range e.Problems {
				if len(p.Message) > 1_000 {
					t.Fatalf("a message of %d bytes", len(p.Message))
				}
			}
			m := &feel.Machine{}
			m.Reset(context.Background(), nil)
			feel.Compile(e, feel.Origin{}, layout.Size()).Run(m)
			if nulls, _ := m.Nulls(); len(nulls) > 32 {
				t.Errorf("%d causes", len(nulls))
			}
		})
	}
}

// A context of many keys is read by its names, and types that share their parts are compared in bounded work.
func TestManyNames(t *testing.T) {
	var keys, shared strings.Builder
	for i := range 20_000 {
		keys.WriteString(", k" + feel.IntOf(int64(i)).Literal() + ": k")
	}
	for _, letter := range []string{"a", "b"} {
		shared.WriteString(letter + "0: {x: 1}, ")
		for i := 1; i <= 60; i++ {
			before, this := letter+feel.IntOf(int64(i-1)).Literal(), letter+feel.IntOf(int64(i)).Literal()
			shared.WriteString(this + ": {x: " + before + ", y: " + before + "}, ")
		}
	}
	if v, err := bounded(t, context.Background(), "{k: 7"+keys.String()+"}.k19999"); err != nil || v.Literal() != "7" {
		t.Errorf("the last of many keys is %s: %v", v.Literal(), err)
	}
	if _, err := bounded(t, context.Background(), "{"+shared.String()+"r: if a60 = b60 then a60 else b60}.r.x"); err == nil {
		t.Error("comparing values of 2^60 parts did not end in a limit")
	}
	if _, err := bounded(t, context.Background(), "{"+shared.String()+"r: [a60, b60, a59][1]}.r.x.x"); err != nil {
		t.Error(err)
	}
}

// A message quotes the beginning of a long word, not all of it.
func TestLongWordsInMessages(t *testing.T) {
	words := feel.EnumOf([]string{"gold", "silver"})
	for _, text := range []string{`tier = "` + strings.Repeat("é", 10_000) + `"`, strings.Repeat("x", 10_000) + ` + 1`, `tier.` + strings.Repeat("x", 10_000)} {
		scope := feel.NewScope([]*feel.Symbol{{Name: "tier", Kind: feel.InputSymbol, Typ: words}})
		e := feel.Parse(text, &feel.Env{Globals: scope})
		if len(e.Problems) != 1 || len(e.Problems[0].Message) > 1_500 {
			t.Errorf("%.20s… has %d problems", text, len(e.Problems))
		}
	}
}
