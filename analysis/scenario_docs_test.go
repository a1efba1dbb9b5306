package analysis_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/analysis"
)

// TestScenarioConformance holds docs/scenario-conformance.md against the archives and the table of codes: every archive
// it names exists, shows a code of its line, and has a document where none of that line is shown.
func TestScenarioConformance(t *testing.T) {
	const page = "../docs/scenario-conformance.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	archives := map[string]*archive{}
	for _, a := range scenarioArchives(t) {
		archives[a.name] = a
	}
	quoted := regexp.MustCompile("`([a-z-]+)`")
	lines := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, " | ")
		if len(cells) != 3 || strings.HasPrefix(line, "| sentence") {
			continue
		}
		lines++
		codes := map[analysis.Code]bool{}
		for _, m := range quoted.FindAllStringSubmatch(cells[1], -1) {
			codes[analysis.Code(m[1])] = true
		}
		shown, kept := false, false
		for name := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(cells[2]), " |"), ", ") {
			a := archives[name]
			if a == nil {
				t.Errorf("%s: there is no archive %s", strings.TrimPrefix(cells[0], "| "), name)
				continue
			}
			for _, d := range a.scenarios().docs {
				here := false
				for _, x := range diagnostics(t, d) {
					here = here || codes[x.Code]
				}
				shown, kept = shown || here, kept || !here
			}
		}
		if !shown || !kept {
			t.Errorf("%s: broken is shown %v, kept is shown %v", strings.TrimPrefix(cells[0], "| "), shown, kept)
		}
	}
	if lines < 40 {
		t.Errorf("%s has %d sentences", page, lines)
	}
	if table := analysis.EffectTable(); !strings.HasSuffix(string(text), "\n"+table) {
		if !*update {
			t.Fatalf("%s does not end with the table of effects; -update writes it:\n%s", page, table)
		}
		head, _, _ := strings.Cut(string(text), "hover read:\n")
		if err := os.WriteFile(page, []byte(head+"hover read:\n\n"+table), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
