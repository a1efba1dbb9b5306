package analysis_test

import (
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// TestFixesWhileTyping makes every fix that is offered while documents with mistakes are typed: cut off, cut within a line,
// and with a few characters missing. What is mended is said no more, and the syntax has no more faults than before.
func TestFixesWhileTyping(t *testing.T) {
	around := beside{open("m.model.json", takenModel, nil), open("s.scenario.json", takenScenario, nil)}
	tried := 0
	for name, text := range map[string]string{
		"m.model.json": strings.NewReplacer("storm|theft", "storm|thef", `"Grade",`, `"Grad",`, `"criteria": [`, `"criteria": ["low", `).Replace(takenModel),
		"s.scenario.json": strings.NewReplacer(`"operator": "eq"`, `"operator": "=="`, `"initial": 80`, `"initial": "80"`, `"kind": "reveal"`, `"kind": "revael", "unit": "x"`,
			`"effectIds"`, `"efectIds"`, `"conditionIds": ["c"]`, `"conditionIds": "c"`).Replace(takenScenario),
		"m.state.json": `{"claim typ": "storm", "claim age days": "3", "paid": "true", "customer": {"tier": "glod"}}`,
		"s.run.json":   `{"actions": [{"id": "akt", "atSeconds": "3"}], "bindings": {"hr": "70", "o3": true, "act:ac": 4}, "untl": 3}`,
	} {
		for i := 0; i < len(text); i += 2 {
			_, rest, _ := strings.Cut(text[i:], "\n")
			for _, typed := range []string{text[:i], text[:i] + "\n" + rest, text[:i] + text[min(len(text), i+3):]} {
				d := open(name, typed, around)
				ds := diagnostics(t, d)
				for _, x := range ds {
					for _, f := range x.Fixes {
						tried++
						after := apply(d.Text, f)
						if faults := jsontree.Parse(after).Errors; len(faults) > len(d.Tree().Errors) {
							t.Fatalf("%s at %d: %q makes %v", name, i, f.Title, faults)
						}
						said := 0
						for _, y := range diagnostics(t, open(name, string(after), around)) {
							if y.Message == x.Message {
								said++
							}
						}
						for _, y := range ds {
							if y.Message == x.Message {
								said--
							}
						}
						if said >= 0 {
							t.Fatalf("%s at %d: %q leaves %s\n%s", name, i, f.Title, x.Message, after)
						}
					}
				}
			}
		}
	}
	if tried < 5000 {
		t.Errorf("only %d fixes were tried", tried)
	}
}
