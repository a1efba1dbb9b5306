package lsp

import (
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// TestGraph asks for the picture of a model as the panel of an editor does, and by the command as other clients do.
func TestGraph(t *testing.T) {
	dir := write(t, map[string]string{
		"claims.model.json":      claims,
		"claims.late.state.json": `{"days": 40, "damaged": false}`,
		"claims.soon.state.json": `{"days": 4, "damaged": true}`,
		"alone.model.json":       claims,
		"broken.model.json":      `{"content": 1}`,
		"other.json":             `{"a": 1}`,
	})
	in := func(name string) string { return fileURI(filepath.Join(dir, name)) }
	type result struct{ Title, SVG, Mermaid string }
	e := open(t, dir, everything)
	ask := func(name string) *result { return into[*result](t, e.must("lsp/graph", obj{"uri": in(name)})) }

	got := ask("claims.model.json")
	if got == nil || got.Title != "claims.model.json" {
		t.Fatalf("%+v", got)
	}
	holds(t, got.SVG, `data-address="inputs.days"`, "state: late", "= 40", `class="cell fired"`, "data-line=")
	holds(t, got.Mermaid, "flowchart LR", "= 40")
	wellFormed(t, got.SVG)

	var command result
	command = into[result](t, e.must("workspace/executeCommand", obj{"command": "lsp.showGraph", "arguments": []obj{{"uri": in("claims.model.json")}}}))
	if command != *got {
		t.Error("the command answers something else than the request")
	}

	e.didOpen(in("claims.late.state.json"), 1, `{"days": 41, "damaged": false}`) // not saved
	holds(t, ask("claims.model.json").SVG, "= 41")
	holds(t, ask("claims.soon.state.json").SVG, "state: soon", "= 4<")

	alone := ask("alone.model.json")
	holds(t, alone.SVG, `data-address="decisions.outcome"`)
	if strings.Contains(alone.SVG, "missing") && strings.Contains(alone.SVG, `class="node input missing"`) {
		t.Error("without a state nothing is missing")
	}
	for _, name := range []string{"other.json", "broken.model.json"} {
		if got := ask(name); got != nil {
			t.Errorf("%s has a picture", name)
		}
	}
}

func holds(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
