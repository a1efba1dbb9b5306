package feel_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scenariolsp/lsp/eval/feel"
)

// outcome evaluates an expression that names nothing but built-in functions and returns its value as the language
// writes it, with the causes of its nulls.
func outcome(t failer, text string) (literal string, causes []string) {
	t.Helper()
	layout := &feel.Layout{}
	e := feel.Parse(text, &feel.Env{Layout: layout})
	if e.Broken() {
		t.Fatalf("%s cannot be read: %v", text, e.Problems)
	}
	m := &feel.Machine{}
	m.Reset(context.Background(), func() time.Time { return time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC) })
	v := feel.Compile(e, feel.Origin{}, layout.Size()).Run(m)
	if m.Err() != nil {
		t.Fatalf("%s: %v", text, m.Err())
	}
	nulls, _ := m.Nulls()
	for _, n := range nulls {
		causes = append(causes, n.Message)
	}
	return v.Literal(), causes
}

// failer is what *testing.T, *testing.B and *rapid.T share.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// expectation is an expression with its value, and, where that is a mistaken null, a part of the cause.
type expectation struct{ text, want, cause string }

// expectAll checks each expectation; one without a cause must give no cause at all.
func expectAll(t *testing.T, all []expectation) {
	t.Helper()
	for _, x := range all {
		got, causes := outcome(t, x.text)
		if got != x.want {
			t.Errorf("%s is %s, want %s %q", x.text, got, x.want, causes)
		}
		if x.cause == "" && len(causes) > 0 || x.cause != "" && (len(causes) != 1 || !strings.Contains(causes[0], x.cause)) {
			t.Errorf("%s has the causes %q, want %q", x.text, causes, x.cause)
		}
	}
}

// TestExamples reads, checks and evaluates the example of every row of the table.
func TestExamples(t *testing.T) {
	var names []string
	for _, b := range feel.Builtins() {
		if slices.Contains(names, b.Name) {
			t.Errorf("%s has two rows", b.Name)
		}
		names = append(names, b.Name)
		if b.Doc == "" || b.Section == "" || len(b.Signatures) == 0 || !strings.HasSuffix(b.Doc, ".") {
			t.Errorf("the row of %s is not complete", b.Name)
		}
		if !strings.Contains(b.Example, b.Name+"(") {
			t.Errorf("the example of %s, %s, does not call it", b.Name, b.Example)
			continue
		}
		layout := &feel.Layout{}
		e := feel.Parse(b.Example, &feel.Env{Layout: layout})
		for _, p := range e.Problems {
			t.Errorf("%s: %s", b.Example, p.Message)
		}
		got, causes := outcome(t, b.Example)
		if got == "null" || len(causes) > 0 {
			t.Errorf("%s is %s: %q", b.Example, got, causes)
		}
	}
}
