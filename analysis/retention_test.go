package analysis_test

import (
	"fmt"
	"runtime"
	"testing"
	"weak"

	"github.com/scenariolsp/lsp/analysis"
)

// TestVersionsAreReleased edits a document many times: what is taken over from one version to the next must not keep
// all earlier ones alive.
func TestVersionsAreReleased(t *testing.T) {
	var prev *analysis.Document
	var trees []weak.Pointer[analysis.Document]
	for i := range 40 {
		text := fmt.Sprintf(`{"content": {"name": "m", "inputs": {"a": {"type": "number", "desc": "A."}},
  "decisions": {"x": "a + %d", "y": "x * 2", "z": {"type": "number", "table": [["a", "=>", "# why"], ["> %d", "1", "More."], ["-", "2", "Less."]]}}}, "questions": {}}`, i, i%3)
		d := analysis.Open(analysis.Source{Name: "m.model.json", Text: []byte(text)}, nil, prev)
		if _, err := d.Diagnostics(t.Context()); err != nil {
			t.Fatal(err)
		}
		d.Program(t.Context())
		prev = d
		trees = append(trees, weak.Make(d))
	}
	runtime.GC()
	runtime.GC()
	alive := 0
	for _, p := range trees {
		if p.Value() != nil {
			alive++
		}
	}
	runtime.KeepAlive(prev)
	if alive > 5 { // the last one, and those that the declarations of the last one stem from
		t.Errorf("%d of %d versions are still alive", alive, len(trees))
	}
}
