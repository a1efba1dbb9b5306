package analysis_test

import (
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
