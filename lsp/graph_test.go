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

	width := func(width any) string {
		svg := into[*result](t, e.must("lsp/graph", obj{"uri": in("claims.model.json"), "width": width})).SVG
		_, rest, _ := strings.Cut(svg, ` width="`)
		found, _, _ := strings.Cut(rest, `"`)
		return found
	}
	if wide, narrow := width(0), width(380.5); wide != width(1e9) || wide != width(-3) || wide == narrow || narrow != "360" {
		t.Errorf("with room for 380 pixels the drawing is %s wide, and %s with any", narrow, wide)
	}

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

const drill = `{
  "scenarioId": "drill", "revision": 1, "endSeconds": 240,
  "variables": [{"id": "spo2", "name": "SpO2", "unit": "%", "initial": 96}],
  "flags": [{"id": "o2-on"}],
  "events": {
    "conditions": [{"id": "no-oxygen", "all": [{"targetId": "o2-on", "operator": "eq", "value": false}]}],
    "effects": [
      {"id": "e-desat", "kind": "trend-variable", "targetId": "spo2", "value": 85, "unit": "%", "durationSeconds": 60},
      {"id": "e-on", "kind": "set-flag", "targetId": "o2-on", "value": true}
    ],
    "schedules": [{"id": "sch-desat", "atSeconds": 120, "conditionIds": ["no-oxygen"], "effectIds": ["e-desat"]}]
  },
  "actions": [{"id": "act-o2", "outcomes": [{"id": "on", "effectIds": ["e-on"]}]}]
}`

// TestChart asks for the run of a scenario over time, under the run beside it and under others, saved or not.
func TestChart(t *testing.T) {
	dir := write(t, map[string]string{
		"drill.scenario.json":      drill,
		"drill.late.run.json":      `{"actions": [{"id": "act-o2", "atSeconds": 200}]}`,
		"drill.soon.run.json":      `{"actions": [{"id": "act-o2", "atSeconds": 100}]}`,
		"drill.wrong.run.json":     `{"actions": [{"id": "act-none", "atSeconds": 100}]}`,
		"broken.scenario.json":     `{"scenarioId": 1}`,
		"claims.model.json":        claims,
		"drill.other.states/x.txt": "",
	})
	in := func(name string) string { return fileURI(filepath.Join(dir, name)) }
	type result struct{ Title, SVG string }
	e := open(t, dir, everything)
	ask := func(params obj) *result { return into[*result](t, e.must("lsp/chart", params)) }

	got := ask(obj{"uri": in("drill.scenario.json")})
	if got == nil || got.Title != "drill.scenario.json · drill.late.run.json" {
		t.Fatalf("%+v", got)
	}
	wellFormed(t, got.SVG)
	holds(t, got.SVG, "SpO2 in %, 96 at 0 s", "85 at the end", "At 120 s sch-desat fires", "from 200 to 240 s", "data-line=")
	holds(t, got.SVG, "run: late", `width="920"`)
	holds(t, ask(obj{"uri": in("drill.scenario.json"), "width": 434}).SVG, `width="434"`)
	for _, run := range []string{"drill.soon.run.json", in("drill.soon.run.json"), filepath.Join(dir, "drill.soon.run.json")} {
		holds(t, ask(obj{"uri": in("drill.scenario.json"), "run": run}).SVG, "96 at the end", "sch-desat is skipped")
	}
	holds(t, ask(obj{"uri": in("drill.soon.run.json")}).SVG, "96 at the end")

	e.didOpen(in("drill.late.run.json"), 1, `{"actions": [{"id": "act-o2", "atSeconds": 210}]}`) // not saved
	holds(t, ask(obj{"uri": in("drill.scenario.json")}).SVG, "from 210 to 240 s")

	if got := ask(obj{"uri": in("claims.model.json")}); got != nil {
		t.Error("a model has a chart")
	}
	for _, method := range []string{"lsp/chart", "lsp/graph"} { // both say the same, once
		m := e.call(method, obj{"uri": in("broken.scenario.json")})
		if want := "broken.scenario.json:1:1: A scenario needs revision: a number."; m.Error == nil || m.Error.Message != want {
			t.Errorf("%s of a broken scenario: %+v, want %s", method, m.Error, want)
		}
	}
	for run, want := range map[string]string{"drill.wrong.run.json": "act-none", "none.run.json": "there is no run"} {
		if m := e.call("lsp/chart", obj{"uri": in("drill.scenario.json"), "run": run}); m.Error == nil || !strings.Contains(m.Error.Message, want) {
			t.Errorf("%s: %+v", run, m.Error)
		}
	}
	events := into[*result](t, e.must("lsp/graph", obj{"uri": in("drill.scenario.json")}))
	holds(t, events.SVG, "trends SpO2 from its value then to 85 %", `data-address="schedules.sch-desat"`)
}
