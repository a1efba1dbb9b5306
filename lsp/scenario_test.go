package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/scenario"
)

const (
	vitals = `{"scenarioId": "vitals", "revision": 4, "variables": [{"id": "spo2", "unit": "%", "initial": 96}]}`
	// ward depends on the vitals; DIGEST stands for that of their bytes.
	ward = `{
  "scenarioId": "ward", "revision": 1,
  "events": {
    "conditions": [{"id": "low", "all": [{"targetId": "spo2", "operator": "lt", "value": 90}]}],
    "effects": [{"id": "e-drop", "kind": "set-variable", "targetId": "spo2", "value": 80, "unit": "%"}],
    "schedules": [{"id": "s-drop", "atSeconds": 30, "effectIds": ["e-drop"]}, {"id": "s-again", "atSeconds": 60, "conditionIds": ["low"], "effectIds": ["e-drop"]}]
  },
  "dependencies": [{"id": "v", "scenarioId": "vitals", "revision": 4, "sha256": "DIGEST"}]
}
`
)

// digestOf returns what a dependency is pinned to.
func digestOf(text string) string {
	return analysis.Open(analysis.Source{Text: []byte(text)}, nil, nil).Digest()
}

func pinnedTo(text, dependency string) string {
	return strings.ReplaceAll(text, "DIGEST", digestOf(dependency))
}

// codes returns the codes of what was published.
func (p published) codes() []string {
	list := []string{}
	for _, d := range p.Diagnostics {
		list = append(list, d.Code)
	}
	return list
}

func (e *fakeEditor) execute(command string, args obj) message {
	e.t.Helper()
	return e.call("workspace/executeCommand", obj{"command": command, "arguments": []obj{args}})
}

// shown waits for a line that was told to the person.
func (e *fakeEditor) shown() string {
	e.t.Helper()
	m := e.await("a line for the person", func(m message) bool { return m.Method == "window/showMessage" })
	return into[struct{ Message string }](e.t, m.Params).Message
}

func TestRunScenario(t *testing.T) {
	dir := write(t, map[string]string{
		"drill.scenario.json":     drill,
		"drill.run.json":          `{"actions": [{"id": "act-o2", "atSeconds": 120}]}`,
		"drill.soon.run.json":     `{"actions": [{"id": "act-o2", "atSeconds": 100}]}`,
		"drill.wrong.run.json":    `{"actions": [{"id": "act-none", "atSeconds": 100}]}`,
		"claims.model.json":       claims,
		"free.scenario.json":      strings.Replace(drill, `, "initial": 96`, "", 1),
		"broken.scenario.json":    strings.Replace(drill, `"unit": "%", "durationSeconds"`, `"unit": "kPa", "durationSeconds"`, 1),
		"elsewhere/late.run.json": `{"bindings": {"act:act-o2": 200}}`,
	})
	in := func(name string) string { return fileURI(filepath.Join(dir, filepath.FromSlash(name))) }
	e := open(t, dir, everything)
	e.didOpen(in("drill.scenario.json"), 7, drill)
	type answer struct {
		Version  int
		Scenario identity
		Run      *identity
		End      struct {
			Seconds   float64
			Variables map[string]struct{ Value float64 }
			Schedules map[string]string
		}
		Trace       []struct{ Operation string }
		Assumptions []string
	}
	for name, test := range map[string]struct {
		args  obj
		spo2  float64
		sch   string
		run   string
		shown string
	}{
		"active run":        {obj{}, 85, "fired", "drill.run.json", "drill.scenario.json ends at 240 s · spo2 = 85 %, o2-on = true · 1 of 1 schedules fired · run: drill.run.json"},
		"reverse":           {obj{"schedule": "reverse"}, 96, "skipped", "drill.run.json", "drill.scenario.json ends at 240 s · o2-on = true · 0 of 1 schedules fired · run: drill.run.json"},
		"another by case":   {obj{"run": "soon"}, 96, "skipped", "drill.soon.run.json", ""},
		"another by path":   {obj{"run": "elsewhere/late.run.json"}, 85, "fired", "elsewhere/late.run.json", ""},
		"another by URI":    {obj{"run": in("drill.soon.run.json")}, 96, "skipped", "drill.soon.run.json", ""},
		"asked about a run": {obj{"uri": in("drill.soon.run.json")}, 96, "skipped", "drill.soon.run.json", ""},
	} {
		t.Run(name, func(t *testing.T) {
			args := obj{"uri": in("drill.scenario.json")}
			for k, v := range test.args {
				args[k] = v
			}
			m := e.execute("lsp.runScenario", args)
			if m.Error != nil {
				t.Fatal(m.Error.Message)
			}
			got := into[answer](t, m.Result)
			if got.Version != 1 || got.End.Seconds != 240 || got.End.Variables["spo2"].Value != test.spo2 || got.End.Schedules["sch-desat"] != test.sch {
				t.Errorf("%s", m.Result)
			}
			if id := got.Scenario; id.Path != "drill.scenario.json" || id.SHA256 != digestOf(drill) || id.DocumentVersion == nil || *id.DocumentVersion != 7 {
				t.Errorf("the scenario is %+v", id)
			}
			if got.Run == nil || filepath.ToSlash(got.Run.Path) != test.run || got.Run.DocumentVersion != nil {
				t.Errorf("the run is %+v", got.Run)
			}
			if line := e.shown(); test.shown != "" && line != test.shown {
				t.Errorf("shown: %q", line)
			}
		})
	}
	t.Run("the bytes of the command line", func(t *testing.T) {
		doc := analysis.Open(analysis.Source{Name: "drill.scenario.json", Text: []byte(drill)}, nil, nil)
		program, _ := doc.Scenario(t.Context())
		result, err := program.Run(t.Context(), scenario.Inputs{}, scenario.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := result.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		alone := write(t, map[string]string{"drill.scenario.json": drill})
		e := open(t, alone, everything)
		raw := string(e.execute("lsp.runScenario", obj{"uri": fileURI(filepath.Join(alone, "drill.scenario.json"))}).Result)
		got, who, found := strings.Cut(raw, `,"scenario":{"path":`)
		if !found || got+"}" != string(want) || strings.Contains(who, `"run"`) {
			t.Errorf("got %s\nwant %s", raw, want)
		}
	})
	for name, test := range map[string]struct {
		args obj
		code int
		want string
	}{
		"unknown order": {obj{"uri": in("drill.scenario.json"), "schedule": "sideways"}, -32602, "declared, reverse and seed"},
		"unknown run":   {obj{"uri": in("drill.scenario.json"), "run": "none"}, -32803, "there is no run"},
		"wrong run":     {obj{"uri": in("drill.scenario.json"), "run": "wrong"}, -32803, "drill.wrong.run.json:1:"},
		"a model":       {obj{"uri": in("claims.model.json")}, -32803, "is no scenario"},
		"errors":        {obj{"uri": in("broken.scenario.json")}, -32803, "broken.scenario.json:"},
		"a free input":  {obj{"uri": in("free.scenario.json")}, -32803, "spo2 has no initial value"},
	} {
		t.Run(name, func(t *testing.T) {
			m := e.execute("lsp.runScenario", test.args)
			if m.Error == nil || m.Error.Code != test.code || !strings.Contains(m.Error.Message, test.want) {
				t.Errorf("%s, %+v", m.Result, m.Error)
			}
		})
	}
	t.Run("lens without a value", func(t *testing.T) {
		e.didOpen(in("free.scenario.json"), 1, strings.Replace(drill, `, "initial": 96`, "", 1))
		if got := lenses(e, in("free.scenario.json")); got[0] != "▶ run · needs spo2" || got[1] != "▶ run" {
			t.Errorf("%q", got)
		}
	})
}

// TestChooseRun chooses the active run of a scenario as states of models are chosen.
func TestChooseRun(t *testing.T) {
	dir := write(t, map[string]string{
		"drill.scenario.json": drill,
		"drill.late.run.json": `{"actions": [{"id": "act-o2", "atSeconds": 200}]}`,
		"drill.soon.run.json": `{"actions": [{"id": "act-o2", "atSeconds": 100}]}`,
		"alone.scenario.json": drill,
	})
	u, soon := fileURI(filepath.Join(dir, "drill.scenario.json")), fileURI(filepath.Join(dir, "drill.soon.run.json"))
	e := open(t, dir, everything)
	e.didOpen(u, 1, drill)
	e.didOpen(soon, 1, `{"actions": [{"id": "act-o2", "atSeconds": 100}]}`)
	want := func(what, u string, titles ...string) {
		t.Helper()
		if diff := cmp.Diff(titles, lenses(e, u)); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
	want("the first", u, "▶ run · drill.late.run.json · ends at 240 s", "choose a run", "held 0–200 s", "fired at 120 s")
	want("a run", soon, "use this run for drill.scenario.json")
	e.reply["window/showMessageRequest"] = func(params json.RawMessage) any {
		if !strings.Contains(string(params), "Which run of drill.scenario.json") {
			t.Errorf("asked %s", params)
		}
		return obj{"title": "soon"}
	}
	if m := e.execute("lsp.selectState", obj{"uri": u}); m.Error != nil {
		t.Fatal(m.Error.Message)
	}
	e.await("a refresh of lenses", func(m message) bool { return m.Method == "workspace/codeLens/refresh" })
	want("the chosen one", u, "▶ run · drill.soon.run.json · ends at 240 s", "choose a run", "held 0–100 s", "skipped at 120 s · no-oxygen does not hold (o2-on is true, needed: false)")
	want("the chosen run", soon, "▶ run drill.scenario.json")

	// The run is edited and not saved: the scenario's lenses follow.
	e.didChange(soon, 2, obj{"text": `{"actions": [{"id": "act-o2", "atSeconds": 130}]}`})
	e.await("a refresh of lenses", func(m message) bool { return m.Method == "workspace/codeLens/refresh" })
	want("edited", u, "▶ run · drill.soon.run.json · ends at 240 s", "choose a run", "held 0–130 s", "fired at 120 s")

	type ref struct{ URI, Name string }
	got := into[struct {
		Model  string
		Active *ref
		States []ref
	}](t, e.must("lsp/states", obj{"uri": u}))
	if got.Model != u || got.Active == nil || got.Active.Name != "soon" || len(got.States) != 2 {
		t.Errorf("%+v", got)
	}
	if m := e.execute("lsp.selectState", obj{"uri": fileURI(filepath.Join(dir, "alone.scenario.json"))}); m.Error == nil || !strings.Contains(m.Error.Message, "alone.run.json") {
		t.Errorf("%+v", m)
	}
}

// TestExport compares the answer of the command with what the command line writes.
func TestExport(t *testing.T) {
	text := pinnedTo(ward, vitals)
	dir := write(t, map[string]string{"ward.scenario.json": text, "lib/vitals.scenario.json": vitals, "lost.scenario.json": strings.Replace(text, "vitals", "vitalz", 1)})
	e := open(t, dir, everything)
	m := e.execute("lsp.export", obj{"uri": fileURI(filepath.Join(dir, "ward.scenario.json"))})
	if m.Error != nil {
		t.Fatal(m.Error.Message)
	}
	got := into[exported](t, m.Result)
	if got.Version != 1 || got.Scenario.Path != "ward.scenario.json" || !strings.Contains(got.Text, `"provenance"`) || !strings.Contains(got.Text, `"id": "spo2", "unit": "%", "initial": 96`) {
		t.Errorf("%+v", got)
	}
	if line := e.shown(); line != "ward.scenario.json is exported, with 1 dependency" {
		t.Errorf("shown: %q", line)
	}
	u := "untitled:exported.scenario.json"
	e.didOpen(u, 1, got.Text)
	if report := into[struct{ Items []struct{ Severity int } }](t, e.must("textDocument/diagnostic", doc(u))); len(report.Items) > 0 && report.Items[0].Severity < 3 {
		t.Errorf("the snapshot is not clean: %+v", report)
	}
	if m := e.execute("lsp.export", obj{"uri": fileURI(filepath.Join(dir, "lost.scenario.json"))}); m.Error == nil || !strings.Contains(m.Error.Message, "vitalz") {
		t.Errorf("%+v", m)
	}
}

func TestPin(t *testing.T) {
	stale := strings.ReplaceAll(ward, "DIGEST", strings.Repeat("0", 64))
	two := strings.Replace(stale, `"dependencies": [`, `"dependencies": [{"id": "gone", "scenarioId": "nowhere", "revision": 1, "sha256": "`+strings.Repeat("1", 64)+`"}, `, 1)
	dir := write(t, map[string]string{"ward.scenario.json": stale, "two.scenario.json": two, "lib/vitals.scenario.json": vitals})
	u := fileURI(filepath.Join(dir, "ward.scenario.json"))
	e := open(t, dir, everything)
	var applied json.RawMessage
	e.reply["workspace/applyEdit"] = func(params json.RawMessage) any { applied = params; return obj{"applied": true} }
	e.didOpen(u, 3, stale)
	m := e.execute("lsp.pin", obj{"uri": u, "dependency": "v"})
	if m.Error != nil {
		t.Fatal(m.Error.Message)
	}
	got := into[pinned](t, m.Result)
	want := pin{"v", "vitals", filepath.Join("lib", "vitals.scenario.json"), pinTo{4, strings.Repeat("0", 64)}, pinTo{4, digestOf(vitals)}}
	if len(got.Pins) != 1 || got.Pins[0] != want || len(got.Missing) != 0 {
		t.Errorf("%+v", got)
	}
	if line := e.shown(); line != "vitals: sha256 00000000… → "+digestOf(vitals)[:8]+"…" {
		t.Errorf("shown: %q", line)
	}
	edit := into[struct {
		Edit struct {
			DocumentChanges []struct {
				TextDocument struct {
					URI     string
					Version int
				}
				Edits []struct {
					Range   rng
					NewText string
				}
			}
		}
	}](t, applied).Edit.DocumentChanges
	if len(edit) != 1 || edit[0].TextDocument.URI != u || edit[0].TextDocument.Version != 3 || len(edit[0].Edits) != 1 || edit[0].Edits[0].NewText != `"`+digestOf(vitals)+`"` {
		t.Fatalf("%s", applied)
	}
	e.didChange(u, 4, obj{"text": pinnedTo(ward, vitals)})
	applied = nil
	if m := e.execute("lsp.pin", obj{"uri": u}); m.Error != nil || applied != nil || e.shown() != "every pin of ward.scenario.json holds" {
		t.Errorf("%+v, %s", m, applied)
	}
	m = e.execute("lsp.pin", obj{"uri": fileURI(filepath.Join(dir, "two.scenario.json"))})
	if got := into[pinned](t, m.Result); len(got.Pins) != 1 || len(got.Missing) != 1 || got.Missing[0] != "nowhere" {
		t.Errorf("%s", m.Result)
	}
	if m := e.execute("lsp.pin", obj{"uri": u, "dependency": "none"}); m.Error == nil || m.Error.Code != -32602 {
		t.Errorf("%+v", m)
	}
	e.didChange(u, 5, obj{"text": stale[:len(stale)-4]})
	if m := e.execute("lsp.pin", obj{"uri": u}); m.Error == nil || !strings.Contains(m.Error.Message, "errors of JSON") {
		t.Errorf("%+v", m)
	}
	poor := open(t, dir, obj{})
	if m := poor.execute("lsp.pin", obj{"uri": u}); m.Error == nil || !strings.Contains(m.Error.Message, "applies no edits") {
		t.Errorf("%+v", m)
	}
}

// TestScenarioCompletion offers what fits, from the dependencies too.
func TestScenarioCompletion(t *testing.T) {
	text := strings.Replace(pinnedTo(ward, vitals), "\n}\n", `,
  "composition": {"overrides": [{"targetId": "spo2", "path": "/in", "value": 90}, {"targetId": "v", "path": "/variables/0/", "value": 1}]}
}
`, 1)
	dir := write(t, map[string]string{"ward.scenario.json": text, "vitals.scenario.json": vitals})
	u := fileURI(filepath.Join(dir, "ward.scenario.json"))
	e := open(t, dir, everything)
	e.didOpen(u, 1, text)
	for name, test := range map[string]struct{ before, find, want, covers string }{
		"a target of a predicate": {`"all": [{"targetId": "s`, "po2", "spo2", "spo2"},
		"an operator":             {`"operator": "`, `lt`, "gte", "lt"},
		"the declared unit":       {`"unit": "`, `%`, "%", "%"},
		"an effect":               {`"effectIds": ["`, "e-drop", "e-drop", "e-drop"},
		"what can be overridden":  {`[{"targetId": "`, `spo2", "path`, "v", "spo2"},
		"a step of a path":        {`"path": "/in`, `"`, "/initial", "/in"},
		"a step further":          {`"path": "/variables/0/`, `"`, "/variables/0/unit", "/variables/0/"},
	} {
		t.Run(name, func(t *testing.T) {
			off := strings.Index(text, test.before+test.find)
			if off < 0 {
				t.Fatal("the place is not there")
			}
			off += len(test.before)
			line := strings.Count(text[:off], "\n")
			list := into[struct {
				Items []struct {
					Label    string
					TextEdit struct {
						Range   rng
						NewText string
					}
				}
			}](t, e.must("textDocument/completion", at(u, line, off-strings.LastIndexByte(text[:off], '\n')-1)))
			for _, item := range list.Items {
				if item.Label == test.want {
					r := item.TextEdit.Range
					if covered := strings.Split(text, "\n")[line][r.Start.Character:r.End.Character]; covered != test.covers || item.TextEdit.NewText != test.want {
						t.Errorf("it replaces %q by %q", covered, item.TextEdit.NewText)
					}
					return
				}
			}
			t.Errorf("%q is not offered: %+v", test.want, list.Items)
		})
	}
}

// TestPicturesOfDependencies draws a scenario with what it imports: what stands in it has its line, what does not has none.
func TestPicturesOfDependencies(t *testing.T) {
	text := pinnedTo(ward, vitals)
	dir := write(t, map[string]string{"ward.scenario.json": text, "lib/vitals.scenario.json": vitals, "ward.run.json": `{"bindings": {"spo2": 99}}`})
	u := fileURI(filepath.Join(dir, "ward.scenario.json"))
	e := open(t, dir, everything)
	events := into[struct{ Title, SVG, Mermaid string }](t, e.must("lsp/graph", obj{"uri": u}))
	holds(t, events.SVG, `data-address="variables.spo2"`, `data-address="schedules.s-drop"`, "after 60 s")
	wellFormed(t, events.SVG)
	chart := into[struct{ Title, SVG string }](t, e.must("lsp/chart", obj{"uri": u}))
	holds(t, chart.SVG, "spo2 in %, 99 at 0 s", "80 at the end")
	if chart.Title != "ward.scenario.json · ward.run.json" {
		t.Error(chart.Title)
	}
	wellFormed(t, chart.SVG)
	lines := strings.Count(text, "\n")
	for _, svg := range []string{events.SVG, chart.SVG} {
		for _, part := range strings.Split(svg, `data-line="`)[1:] {
			var line int
			if _, err := fmt.Sscan(strings.SplitN(part, `"`, 2)[0], &line); err != nil || line < 0 || line >= lines {
				t.Errorf("line %d of %d, %v", line, lines, err)
			}
		}
	}
	if strings.Contains(events.SVG, `data-address="variables.spo2" data-line`) {
		t.Error("what is imported has a line of the scenario")
	}
}
