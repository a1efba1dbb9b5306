package analysis_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/analysis"
)

// bigModel is a model with n decisions, each made by one.
func bigModel(n int, one func(i int) string) string {
	decisions := make([]string, n)
	for i := range decisions {
		decisions[i] = one(i)
	}
	return `{"content": {"name": "big", "inputs": {"a": {"type": "number", "desc": "A."}}, "decisions": {` + strings.Join(decisions, ",\n") + `}}, "questions": {}}`
}

// TestLongCircle has every member of a circle reported, none with a message that grows with the circle.
func TestLongCircle(t *testing.T) {
	const n = 400
	ds := diagnostics(t, open("big.model.json", bigModel(n, func(i int) string { return fmt.Sprintf(`"d%d": "d%d + a"`, i, (i+1)%n) }), nil))
	if len(ds) != n {
		t.Fatalf("%d diagnostics, want %d: %v", len(ds), n, ds[:2])
	}
	want := "d0, d1, d2, d3, d4, d5, d6 and 393 more need each other: d0 reads d1, d1 reads d2, d2 reads d3, d3 reads d4, " +
		"d4 reads d5, d5 reads d6, d6 reads d7, and so on until d399 reads d0."
	if d := ds[0]; d.Code != analysis.DecisionCycle || d.Message != want || len(d.Related) != 8 {
		t.Errorf("got  %s (%s, %d related)\nwant %s", d.Message, d.Code, len(d.Related), want)
	}
	if d := ds[n-1]; !strings.HasPrefix(d.Message, "d399, d0, ") || len(d.Related) != 8 {
		t.Errorf("the last is %s", d.Message)
	}
}

// TestManyErrors has thousands of errors told, each with its place and what was probably meant.
func TestManyErrors(t *testing.T) {
	const n = 3000
	ds := diagnostics(t, open("big.model.json", bigModel(n, func(i int) string { return fmt.Sprintf(`"claim %d": "calim %d + 1"`, i, i) }), nil))
	ds = slices.DeleteFunc(ds, func(d analysis.Diagnostic) bool { return d.Severity != analysis.Error })
	if len(ds) != n {
		t.Fatalf("%d diagnostics, want %d: %v", len(ds), n, ds[:2])
	}
	for i, d := range ds {
		if d.Code != analysis.UnknownName || d.Address != fmt.Sprintf("decisions.claim %d", i) {
			t.Fatalf("diagnostic %d is %s at %s: %s", i, d.Code, d.Address, d.Message)
		}
	}
	if want := `"calim 7" is not declared. Did you mean "claim 7"?`; ds[7].Message != want {
		t.Errorf("got  %s\nwant %s", ds[7].Message, want)
	}
}

// TestWideTable names a dozen columns of a thousand.
func TestWideTable(t *testing.T) {
	columns := make([]string, 1000)
	for i := range columns {
		columns[i] = fmt.Sprintf(`"a + %d"`, i)
	}
	table := `[[` + strings.Join(columns, ", ") + `, "=> number", "# why"], {"when": {"b": "1"}, "then": "1", "why": "W."}, {"then": "2", "why": "W."}]`
	ds := diagnostics(t, open("big.model.json", bigModel(1, func(int) string { return `"d": ` + table }), nil))
	want := `The table has no column "b"; it has a + 0, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6, a + 7, a + 8, a + 9, a + 10, a + 11, ….`
	for _, d := range ds {
		if d.Code == analysis.UnknownColumn && d.Message == want {
			return
		}
	}
	t.Errorf("%v\nwant %s", ds, want)
}

// TestDeepTypes says once that types use each other too deep.
func TestDeepTypes(t *testing.T) {
	types := make([]string, 60)
	for i := range types {
		types[i] = fmt.Sprintf(`"T%d": {"a": "T%d", "b": "T%d"}`, i, i+1, i+1)
	}
	text := `{"content": {"name": "deep", "types": {` + strings.Join(types, ", ") + `, "T60": "number"}, "inputs": {"a": {"type": "T0", "desc": "A."}}, "decisions": {}}, "questions": {}}`
	ds := diagnostics(t, open("deep.model.json", text, nil))
	if len(ds) != 1 || ds[0].Code != analysis.BadType {
		t.Errorf("got %v, want one fault of depth", ds)
	}
}
