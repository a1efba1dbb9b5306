package jsontree

import (
	"strings"
	"sync"
	"testing"
)

// TestHostile reads large documents made to exhaust a stack or to take
// quadratic time; the latter would not end within the test's patience.
func TestHostile(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 100_000
	}
	patterns := []string{
		`[`, `{"a":`, `{`, `]`, `}`, `[{`, `]}`, `,`, `:`, `"`, `'`, `\`, `/*`, `//`, `#`, `"a`, `a"b`, `"a"b`, `"a":`, `a:`, `1 a `,
		"\"\n", "\"a\n", "\"a\n\n", "a\n", "[\n", " [\n", "[\n ]", "{\"a\":\n", "\"a\":\n\"b\"", "[}", "{]", "[1,}", "{\"a\":1},\"b\":1",
		"\xc2\xa0", "\x00", "\xff", "“", "“a\n", "\"\\u12", "\"\xff", "'a\n", "[\"a]", "{\"a\" = ", "{\"a\", ", "\"a\\\n", "}\n", "   [\n}",
	}
	for _, pattern := range patterns {
		for _, prefix := range []string{"", "[", `{"a":`, "  [\n", strings.Repeat("   [", 1000) + "\n"} {
			text := prefix + strings.Repeat(pattern, n/40/len(pattern))
			tree := Parse([]byte(text))
			if len(tree.Errors) == 0 {
				t.Errorf("%q repeated has no error", pattern)
			}
			tree.NodeAt(len(text) / 2)
		}
	}

	deep := Parse([]byte(strings.Repeat("[", n)))
	if len(deep.Errors) != 1 || deep.Depth() != n {
		t.Errorf("%d open brackets give %d errors and depth %d", n, len(deep.Errors), deep.Depth())
	}
	at := deep.NodeAt(n)
	if at.Depth() != n-1 || len(at.Pointer()) != n-1 {
		t.Errorf("the innermost array is at depth %d", at.Depth())
	}
	if found, err := deep.Resolve(at.Pointer()); found != at || err != nil {
		t.Errorf("its pointer leads to %v, %v", found, err)
	}
	count := 0
	for range deep.Root.All() {
		count++
	}
	if count != n {
		t.Errorf("a walk meets %d nodes", count)
	}
	if _, edits, ok := deep.Fix(deep.Errors[0]); !ok || len(edits[0].NewText) != n {
		t.Error("the fix does not close every bracket")
	}
	closed := Parse([]byte(strings.Repeat(`{"a":[`, n/10) + strings.Repeat("]}", n/10)))
	if len(closed.Errors) != 0 || closed.Depth() != n/5 {
		t.Errorf("a deep valid document gives %v and depth %d", closed.Errors, closed.Depth())
	}
}

// TestConcurrentReaders lets the race detector see what readers share.
func TestConcurrentReaders(t *testing.T) {
	tree := Parse(modelDocument(20_000))
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for n := range tree.Root.All() {
				tree.Lines().Position(n.Span().Start, UTF16)
				if n.Kind() == String {
					_ = n.Text()
				}
			}
		})
	}
	readers.Wait()
}
