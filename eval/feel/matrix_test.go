package feel_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/eval/feel"
)

// sample is a value of each kind with the type that declares it.
type sample struct {
	name, text string
	typ        *feel.Type
}

var levels = feel.LevelsOf([]string{"low", "mid", "high"})

func samples() []sample {
	return []sample{
		{"n", `5`, feel.Number}, {"b", `true`, feel.Boolean}, {"s", `"abc"`, feel.String},
		{"e", `"gold"`, feel.EnumOf([]string{"gold", "silver"})}, {"l", `"mid"`, levels},
		{"d", `@"2026-10-01"`, feel.Date}, {"t", `@"10:30:00Z"`, feel.Time}, {"dt", `@"2026-10-01T10:30:00Z"`, feel.DateTime},
		{"dd", `@"P2D"`, feel.DaysTime}, {"ym", `@"P1Y"`, feel.YearsMonths},
		{"ns", `[1, 2]`, feel.ListOf(feel.Number)}, {"ss", `["a"]`, feel.ListOf(feel.String)},
		{"o", `{x: 1}`, feel.ObjectOf([]feel.Field{{Name: "x", Type: feel.Number}})},
		{"r", `[1..9]`, feel.RangeOf(feel.Number)}, {"f", `function(x) x`, feel.FunctionOf([]feel.Field{{Name: "x", Type: feel.Any}}, feel.Any)},
		{"nothing", `null`, feel.Null},
	}
}

// run evaluates text over the samples; typed tells whether the checker knows their types.
func run(t failer, text string, typed bool) (e *feel.Expression, v feel.Value, causes []feel.Cause) {
	t.Helper()
	m := &feel.Machine{}
	var symbols []*feel.Symbol
	all := samples()
	m.Reset(context.Background(), nil)
	for i, s := range all {
		symbol := &feel.Symbol{Name: s.name, Kind: feel.InputSymbol, Slot: i, Typ: feel.Any}
		if typed {
			symbol.Typ = s.typ
		}
		symbols = append(symbols, symbol)
		layout := &feel.Layout{}
		v := feel.Compile(feel.Parse(s.text, &feel.Env{Layout: layout}), feel.Origin{}, layout.Size()).Run(m)
		v, ok := v.Convert(s.typ)
		if !ok {
			t.Fatalf("%s is not of type %s", s.text, s.typ)
		}
		m.Globals, m.Ready = append(m.Globals, v), append(m.Ready, true)
	}
	layout := &feel.Layout{}
	e = feel.Parse(text, &feel.Env{Globals: feel.NewScope(symbols), Layout: layout})
	if e.Broken() {
		t.Fatalf("%s cannot be read: %v", text, e.Problems)
	}
	v = feel.Compile(e, feel.Origin{}, layout.Size()).Run(m)
	if m.Err() != nil {
		t.Fatalf("%s: %v", text, m.Err())
	}
	nulls, _ := m.Nulls()
	return e, v, nulls
}

// Every operator over every pair of kinds gives a value, or null with exactly one cause at the operator; and what the
// checker says beforehand is what happens.
func TestOperatorsOverAllKinds(t *testing.T) {
	forms := []string{"%s + %s", "%s - %s", "%s * %s", "%s / %s", "%s ** %s", "%s = %s", "%s != %s", "%s < %s", "%s <= %s", "%s > %s", "%s >= %s",
		"%s and %s", "%s or %s", "%s in %s", "%s in (%s)", "%s in < %s", "%s between %s and %[2]s", "[%s..%s]", "%s[%s]", "if %s then %s else %[2]s",
		"for i in %s return %s", "some i in %s satisfies %s", "%s(%s)", "before(%s, %s)", "min(%s, %s)", "list contains(%s, %s)", "append(%s, %s)"}
	all := samples()
	for _, form := range forms {
		for _, a := range all {
			for _, b := range all {
				text := fmt.Sprintf(form, a.name, b.name)
				_, v, causes := run(t, text, false)
				if wrong := misexplained(text, v, causes); wrong != "" {
					t.Errorf("%s is %s, %s: %v", text, v.Brief(), wrong, causes)
				}
				e, v, causes := run(t, text, true)
				if wrong := misexplained(text, v, causes); wrong != "" {
					t.Errorf("%s, typed, is %s, %s: %v", text, v.Brief(), wrong, causes)
				}
				agree(t, text, e, v, causes)
			}
		}
	}
}

// misexplained tells what is wrong with the causes of a value.
func misexplained(text string, v feel.Value, causes []feel.Cause) string {
	switch {
	case len(causes) > 1:
		return "with more than one cause"
	case v.IsNull() && len(causes) == 0 && !nullByItself(text):
		return "without a cause"
	case !v.IsNull() && len(causes) > 0 && !strings.HasPrefix(text, "for") && !strings.HasPrefix(text, "["):
		return "but has a cause"
	}
	for _, c := range causes {
		if c.Message == "" || c.Span.Start < 0 || c.Span.End > len(text) || c.Span.Start >= c.Span.End {
			return "with an empty cause"
		}
	}
	return ""
}

// nullByItself reports the forms that read the null they are given and do nothing to it.
func nullByItself(text string) bool {
	return strings.Contains(text, "then nothing") || strings.HasPrefix(text, "f(nothing") || strings.Contains(text, "satisfies nothing")
}

// agree checks the checker: one problem at a place at most, a problem where the kinds have no value, and none where they have one.
func agree(t *testing.T, text string, e *feel.Expression, v feel.Value, causes []feel.Cause) {
	t.Helper()
	for i := range e.Problems {
		if i > 0 && e.Problems[i].Span.Start < e.Problems[i-1].Span.End {
			t.Errorf("%s has more than one problem at one place: %v", text, e.Problems)
		}
	}
	typed := len(causes) > 0 && causes[0].Kind == feel.TypeCause
	if typed && len(e.Problems) == 0 {
		t.Errorf("%s fails by type, but the checker accepts it as %s: %s", text, e.Type, causes[0].Message)
	}
	if len(e.Problems) == 0 && !v.Conforms(e.Type) {
		t.Errorf("%s is %s, but its type is %s", text, v.Brief(), e.Type)
	}
}
