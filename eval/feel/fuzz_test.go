package feel

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// seeds are expressions of every form, whole and broken.
var seeds = []string{
	``, ` `, `1`, `-1.5e-3`, `"a\u00e9\U01F600"`, `@"2026-10-01"`, `true and null`, `1 + 2 * 3 ** -2`, `n between 1 and 2`, `n in (1, < 2, [3..4[)`,
	`if b then 1 else null`, `for i in 1..3, j in ns return i * j + partial[-1]`, `some x in ns satisfies x > 1`, `every x in os satisfies x.x > 1 and x.y z = "q"`,
	`ns[item > 1]`, `os[x > 1].y z`, `{a: 1, "b c": a + 1}.b c`, `function(a: number, b) a + b`, `(function(x) x)(x: 1)`, `sum(ns)`, `sort(ns, function(x, y) x < y)`,
	`substring(string: s, start position: 2)`, `n instance of list<number>`, `s instance of function<number>->string`, `net worth * 2`, `tier = "goold"`, `risk >= "mid"`,
	`d + duration("P1D")`, `at - dd`, `date and time(d, tm)`, `matches(s, "(a|b)+")`, `// c` + "\n1", `/* c */ 2`, `1 +`, `((1)`, `[1, 2`, `{a:`, `"open`, `/* open`, `1 == 2`, `a && b`,
	`]1..5]`, `(1..5)`, `[5..1]`, `null + 1`, `n = null or n > 1`, `for x in for y in ns return y return x`, `not(b)`, `?`, `1..2`, `.5.x`, `n.n.n`, `f(1)(2)(3)`, `-- -1`,
	`is(1, 1.0)`, `string join(["a"], null)`, `context([{key: "a", value: 1}])`, `list replace(ns, function(a, b) a < b, 5)`, `9 ** 9 ** 9`, `@"P1Y" / 0`, `range("[1..2]")`,
	`{x: 1, y z: "q"} = o`, `for i in 1..60 return partial`, `{f: function(g) g(g), r: f(f)}.r`, "\xff\xfe", "a\x00b", `💡 + 1`, `“a”`, `'a'`, `5 %`, `time zone`, `date and time`,
}

// fuzzWorld has the inputs of the generated programs.
func fuzzWorld() *world {
	w := &world{machine: &Machine{MaxSteps: 20_000}}
	var symbols []*Symbol
	for i, in := range inputTypes {
		symbols = append(symbols, &Symbol{Name: in.name, Kind: InputSymbol, Slot: i, Typ: in.typ})
		layout := &Layout{}
		v, _ := Compile(Parse(in.values[0], &Env{Layout: layout}), Origin{}, layout.Size()).Run(&Machine{}).Convert(in.typ)
		w.machine.Globals, w.machine.Ready = append(w.machine.Globals, v), append(w.machine.Ready, true)
	}
	w.scope = NewScope(symbols)
	return w
}

// FuzzScan reads any text as tokens: each takes something, and together they are the text.
func FuzzScan(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := scanner{text: text, resolve: func(int, string) (*Symbol, int) { return nil, 0 }}
		for last := 0; ; {
			tok := s.next()
			if tok.span.Start < last || tok.span.End < tok.span.Start || tok.span.End > len(text) || s.pos < tok.span.End {
				t.Fatalf("%q: token %v behind %d", text, tok.span, last)
			}
			if tok.kind == endToken || tok.kind == badToken && tok.span.Start == tok.span.End {
				break
			}
			if tok.span.End == tok.span.Start {
				t.Fatalf("%q: an empty token at %d", text, tok.span.Start)
			}
			last = tok.span.End
		}
		if v := unescape(text); utf8.ValidString(text) && !utf8.ValidString(v) {
			t.Fatalf("%q decodes to %q", text, v)
		}
	})
}

// FuzzEvaluate reads, checks and runs any text over declared inputs. Whatever it is: no panic, spans within the text, a
// bounded number of problems and causes, the same again; and what the checker accepts does not fail by type.
func FuzzEvaluate(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	w := fuzzWorld()
	f.Fuzz(func(t *testing.T, text string) {
		e, v, causes, err := w.run(text)
		within := func(s Span) bool { return 0 <= s.Start && s.Start <= s.End && s.End <= len(text) }
		for _, p := range e.Problems {
			if !within(p.Span) || p.Message == "" || len(p.Message) > 4_000 {
				t.Fatalf("%q: problem %+v", text, p)
			}
		}
		for _, u := range e.Uses {
			if !within(u.Span) {
				t.Fatalf("%q: use %+v", text, u)
			}
		}
		walk(e.Root, func(n Node) bool {
			if !within(n.Span()) || n.Type() == nil {
				t.Fatalf("%q: node %T %v", text, n, n.Span())
			}
			return true
		})
		for _, c := range causes {
			if !within(c.Span) || c.Message == "" {
				t.Fatalf("%q: cause %+v", text, c)
			}
		}
		if len(causes) > maxNulls || len(e.Problems) > maxProblems+1 {
			t.Fatalf("%q: %d causes, %d problems", text, len(causes), len(e.Problems))
		}
		if len(v.short(10_000)) < 10_000 && !json.Valid(v.AppendJSON(nil)) {
			t.Fatalf("%q is no JSON: %s", text, v.AppendJSON(nil))
		}
		if err != nil || len(e.Problems) > 0 {
			return
		}
		if _, again, _, _ := w.run(text); again.short(10_000) != v.short(10_000) {
			t.Fatalf("%q is %s, then %s", text, v.short(1_000), again.short(1_000))
		}
		if !is(v, e.Type) {
			t.Fatalf("%q is %s, but its type is %s", text, v.short(1_000), e.Type)
		}
		if uncertain(e.Root) {
			return
		}
		for _, c := range causes {
			if c.Kind == TypeCause {
				t.Fatalf("%q fails by type: %s", text, c.Message)
			}
		}
	})
}

// FuzzCell reads any text as a cell of each kind of column, and as an output of the column's type, and runs both.
func FuzzCell(f *testing.F) {
	for _, s := range append([]string{`-`, `gold`, `"gold", silver`, `not(gold)`, `< 5, [1..2)`, `= n > 1`, `? > 1`, `low, high`, `[low..mid]`, `> low`, `not(< 5)`, `gold,`, `not(`, `contains(?, "a")`, `]1..2[`, `<<<<`, `=`, `==`, strings.Repeat("=", 60) + ">.>.>"}, seeds...) {
		f.Add(s)
	}
	w := fuzzWorld()
	f.Fuzz(func(t *testing.T, text string) {
		for i, in := range inputTypes {
			layout := &Layout{}
			column := NewColumn(layout.Slot(), in.typ, in.name)
			env := &Env{Globals: w.scope, Layout: layout}
			c := ParseCell(text, column, env)
			for _, p := range c.Problems {
				if p.Span.Start < 0 || p.Span.Start > p.Span.End || p.Span.End > len(text) || p.Message == "" {
					t.Fatalf("%q in a column of %s: problem %+v", text, in.typ, p)
				}
			}
			m := w.machine
			ready := m.Ready
			m.Ready = nil
			m.Reset(context.Background(), nil)
			m.Ready = ready
			match, null := CompileCell(c, Origin{}).Match(m, make([]Value, layout.Size()), m.Globals[i], Origin{})
			if match && null {
				t.Fatalf("%q in a column of %s matches and cannot be told", text, in.typ)
			}
			if nulls, _ := m.Nulls(); null && len(nulls) == 0 && m.err == nil && len(c.Problems) == 0 {
				t.Fatalf("%q in a column of %s cannot be told, without a cause", text, in.typ)
			}
			out := ParseOutput(text, in.typ, env)
			for _, p := range out.Problems {
				if p.Span.Start < 0 || p.Span.Start > p.Span.End || p.Span.End > len(text) || p.Message == "" {
					t.Fatalf("%q as an output of %s: problem %+v", text, in.typ, p)
				}
			}
			Compile(out, Origin{}, layout.Size()).Run(m)
		}
	})
}
