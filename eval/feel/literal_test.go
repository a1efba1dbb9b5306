package feel

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

// anyValue draws values that the language writes as it reads them.
func anyValue(depth int) *rapid.Generator[Value] {
	scalars := []*rapid.Generator[Value]{
		rapid.Just(Value{}),
		rapid.Map(rapid.Bool(), BooleanOf),
		rapid.Map(rapid.Int64(), IntOf),
		rapid.Custom(func(t *rapid.T) Value {
			return NumberOf(decimal.New(rapid.Int64().Draw(t, "coefficient"), rapid.Int32Range(-6000, 6000).Draw(t, "exponent")))
		}),
		rapid.Map(rapid.StringOf(rapid.SampledFrom([]rune("ab \"\\\n\t\r'u0041n😀é\u0085\u2028"))), StringOf),
	}
	if depth == 0 {
		return rapid.OneOf(scalars...)
	}
	list := rapid.Map(rapid.SliceOfN(anyValue(depth-1), 0, 4), ListOfValues)
	object := rapid.Map(rapid.SliceOfN(anyValue(depth-1), 0, 4), func(members []Value) Value {
		o := NewObject(len(members))
		for i, m := range members {
			o.Set([]string{"a", "b c", "if", "\"", "1st", "a-b", "", "😀"}[(i*3+len(members))%8], m)
		}
		return ObjectOfMembers(o)
	})
	return rapid.OneOf(append(scalars, list, object)...)
}

// A literal reads back as the value that it was written for.
func TestLiteralsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyValue(3).Draw(t, "value")
		text := v.Literal()
		layout := &Layout{}
		e := Parse(text, &Env{Layout: layout})
		if len(e.Problems) > 0 {
			t.Fatalf("%s: %v", text, e.Problems)
		}
		m := &Machine{}
		m.Reset(context.Background(), nil)
		if got := Compile(e, Origin{}, layout.Size()).Run(m); !Equal(got, v) || got.Literal() != text {
			t.Fatalf("%s reads back as %s", text, got.Literal())
		}
	})
}

// JSON of a value reads back as the value.
func TestJSONReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyValue(3).Draw(t, "value")
		raw := v.AppendJSON(nil)
		got, err := FromJSON(raw)
		if err != nil || !Equal(got, v) {
			t.Fatalf("%s reads back as %s: %v", raw, got.AppendJSON(nil), err)
		}
	})
}

// White space, where a token ends, means nothing: not even a comment, but inside names.
func TestSpaceMeansNothing(t *testing.T) {
	texts := []string{`1+2*3`, `if true then 1 else 2`, `[1,2,3][item>1]`, `{a:1,b:a+1}.b`, `for x in [1,2] return x*2`, `some x in [1] satisfies x=1`,
		`5 in (<3,>4)`, `5 between 1 and 9`, `"a"+"b"`, `2 instance of number`, `(function(x,y) x-y)(y:1,x:2)`, `sum([1,2])`, `@"2026-10-01"+@"P1D"`, `not(true)`, `-2**2`, `]1..5].start`}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(texts).Draw(t, "text")
		var b strings.Builder
		s := scanner{text: text, resolve: func(int, string) (*Symbol, int) { return nil, 0 }}
		for {
			start := s.pos
			tok := s.next()
			b.WriteString(text[start:s.pos])
			if tok.kind == endToken {
				break
			}
			if tok.kind == operatorToken || tok.kind == numberToken || tok.kind == stringToken {
				b.WriteString(rapid.SampledFrom([]string{"", " ", "\n", "\t", "/* c */", "// c\n", "\u00a0"}).Draw(t, "space"))
			}
		}
		want, got := evaluated(t, text), evaluated(t, b.String())
		if got != want {
			t.Fatalf("%q is %s, but %q is %s", text, want, b.String(), got)
		}
	})
}

func evaluated(t *rapid.T, text string) string {
	layout := &Layout{}
	e := Parse(text, &Env{Layout: layout})
	if len(e.Problems) > 0 {
		t.Fatalf("%q: %v", text, e.Problems)
	}
	m := &Machine{}
	m.Reset(context.Background(), nil)
	return Compile(e, Origin{}, layout.Size()).Run(m).Literal()
}
