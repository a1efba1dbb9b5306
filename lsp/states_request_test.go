package lsp

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStates asks for the states of a model as a client does that keeps the active one in sight.
func TestStates(t *testing.T) {
	dir := write(t, map[string]string{
		"claims.model.json":      claims,
		"claims.late.state.json": `{"days": 40, "damaged": false}`,
		"claims.soon.state.json": `{"days": 4, "damaged": true}`,
		"alone.model.json":       claims,
		"other.json":             `{"a": 1}`,
	})
	in := func(name string) string { return fileURI(filepath.Join(dir, name)) }
	type ref struct{ URI, Name string }
	late, soon := ref{in("claims.late.state.json"), "late"}, ref{in("claims.soon.state.json"), "soon"}
	type result struct {
		Model  string
		Active *ref
		States []ref
	}
	e := open(t, dir, everything)
	want := func(what, name string, want *result) {
		t.Helper()
		got := into[*result](t, e.must("lsp/states", obj{"uri": in(name)}))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
	both := []ref{late, soon}
	want("the first is active", "claims.model.json", &result{in("claims.model.json"), &late, both})
	e.must("workspace/executeCommand", obj{"command": "lsp.selectState", "arguments": []obj{{"uri": in("claims.model.json"), "state": "soon"}}})
	want("another was chosen", "claims.model.json", &result{in("claims.model.json"), &soon, both})
	want("asked of a state", "claims.late.state.json", &result{in("claims.model.json"), &soon, both})
	e.must("workspace/executeCommand", obj{"command": "lsp.selectState", "arguments": []obj{{"uri": soon.URI, "state": "late"}}})
	want("another was chosen on a state", "claims.model.json", &result{in("claims.model.json"), &late, both})
	want("no state", "alone.model.json", &result{in("alone.model.json"), nil, []ref{}})
	e.didOpen(in("other.json"), 1, `{"a": 1}`)
	want("no model", "other.json", nil)
}
