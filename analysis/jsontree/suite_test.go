package jsontree

import (
	"os"
	"path/filepath"
	"testing"
)

// TestParsingSuite reads the public suite of JSON texts: y_ must be read
// without an error, n_ with at least one, i_ may be either.
func TestParsingSuite(t *testing.T) {
	root := os.Getenv("LSP_CASES")
	if root == "" {
		t.Skip("LSP_CASES names no folder of shared cases")
	}
	files, err := filepath.Glob(filepath.Join(root, "json", "test_parsing", "*.json"))
	if err != nil || len(files) == 0 {
		t.Skipf("no cases in %s (%v)", root, err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tree := Parse(text)
		checkTree(t, tree)
		faults := 0
		for _, e := range tree.Errors {
			if e.Kind != ByteOrderMark {
				faults++
			}
		}
		if name[0] == 'y' && faults > 0 {
			t.Errorf("%s: %v", name, tree.Errors)
		}
		if name[0] == 'n' && faults == 0 {
			t.Errorf("%s: no error for %.80q", name, text)
		}
		if testing.Verbose() && len(text) < 100 {
			t.Logf("%s %q", name, text)
			for _, e := range tree.Errors {
				t.Logf("        %v %v %s", e.Kind, e.Span, e.Message)
			}
		}
	}
}
