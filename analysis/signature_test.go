package analysis_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/analysis"
)

// TestSignatures asks at marks of expressions which call stands around them.
func TestSignatures(t *testing.T) {
	for _, test := range []struct {
		expr, label string
		argument    int
	}{
		{"substring(¦", "substring(string: string, start position: number, length?: number): string", 0},
		{"substring(name, ¦1)", "substring(string: string, start position: number, length?: number): string", 1},
		{"1 + monthly fee(2, max(1,2), ¦", "monthly fee(amount: number, months: number, rate: number): number", 2},
		{"monthly fee(max([1, 2], ¦3), 2, 3)", "max(list: list, …", 1},
		{"monthly fee(1, 2, 3)¦ + 1", "", 0},
		{"1 + ¦2", "", 0},
	} {
		at := strings.Index(test.expr, "¦")
		expr := strings.Replace(test.expr, "¦", "", 1)
		const head = `{"content": {"name": "m", "inputs": {"name": {"type": "string", "desc": "d"}}, "functions": {"monthly fee": {"params": {"amount": "number", "months": "number", "rate": "number"}, "returns": "number", "body": "amount"}}, "decisions": {"x": "`
		d := analysis.Open(analysis.Source{Name: "m.model.json", Text: []byte(head + expr + `"}}, "questions": {}}`)}, nil, nil)
		forms, argument := d.Signatures(len(head) + at)
		if test.label == "" {
			if forms != nil {
				t.Errorf("%s: %v", test.expr, forms)
			}
			continue
		}
		if len(forms) == 0 {
			t.Errorf("%s: no call", test.expr)
			continue
		}
		if !strings.HasPrefix(forms[0].Label, strings.TrimSuffix(strings.SplitN(test.label, ", …", 2)[0], "list: list")) || argument != test.argument {
			t.Errorf("%s: %s, argument %d", test.expr, forms[0].Label, argument)
		}
		for i, s := range forms[0].Parameters {
			if s.Start >= s.End || s.End > len(forms[0].Label) {
				t.Errorf("%s: parameter %d at %v", test.expr, i, s)
			}
		}
	}
}

// TestSignatureForms tells which parameter of each form is being given, in expressions, cells and texts that are not closed.
func TestSignatureForms(t *testing.T) {
	const head = `{"content": {"name": "m", "inputs": {"n": {"type": "number", "desc": "N."}, "e": {"type": "x|y", "desc": "E."}}, "decisions": {`
	for _, test := range []struct {
		marked string
		active []int
	}{
		{`"d": "sum(1, 2, ¦)"`, []int{-1, 0}}, // a list, or any number of numbers
		{`"d": "round up(1, 2, ¦)"`, []int{-1}},
		{`"d": "round up(scale: ¦"`, []int{1}},
		{`"d": "round up(1,¦` + "\n", []int{1}},
		{`"d": [["n", "=> number"], ["> round up(1, ¦", "1"]]`, []int{1}},
		{`"d": [["e", "=> number"], ["= string(¦)", "1"]]`, []int{0}},
		{`"d": [["n", "=> number"], ["-", "round up(¦1)"]]`, []int{0}},
	} {
		at := len(head) + strings.Index(test.marked, "¦")
		d := open("m.model.json", head+strings.Replace(test.marked, "¦", "", 1)+`}}, "questions": {}}`, nil)
		forms, _ := d.Signatures(at)
		var got []int
		for _, f := range forms {
			got = append(got, f.Active)
		}
		if !slices.Equal(got, test.active) {
			t.Errorf("%s: %v, want %v", test.marked, got, test.active)
		}
	}
}
