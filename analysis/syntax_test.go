package analysis

import (
	"testing"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// TestEverySyntaxFaultHasACode keeps the map of kinds to codes whole.
func TestEverySyntaxFaultHasACode(t *testing.T) {
	for _, k := range jsontree.Kinds() {
		if syntaxCodes[k] == "" {
			t.Errorf("the fault %s has no code", k)
		}
	}
}
