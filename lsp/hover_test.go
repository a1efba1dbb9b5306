package lsp

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// hovered returns what hover says at the first place of a text, on one line a paragraph.
func hovered(t *testing.T, e *fakeEditor, u, text, find string) string {
	t.Helper()
	line, char := place(t, text, find, 0)
	raw := e.must("textDocument/hover", at(u, line, char))
	return into[struct{ Contents struct{ Value string } }](t, raw).Contents.Value
}

// TestHoverWords says what words of the format and values mean where they stand.
func TestHoverWords(t *testing.T) {
	const model = `{"content": {"name": "m", "types": {"Grade": "poor<fair<good"},
  "inputs": {"sky": {"type": "clear|cloudy|rain", "desc": "The sky.", "options": {"clear": "No cloud.", "cloudy": "Some.", "rain": "Wet."}}, "n": {"type": "number", "desc": "N."}},
  "decisions": {
    "grade": {"type": "Grade", "table": [["sky", "=> Grade", "# why"], ["clear", "good", "Bright."], ["cloudy", "fair", "Dull."], ["-", "poor", "The others."]]},
    "two": {"type": "Grade", "table": [["sky", "n", "=>", "# why"], ["rain", "> 3", "poor", "Wet twice."], {"when": {"sky": "clear"}, "then": "good", "why": "Dry."}, ["-", "-", "fair", "Rest of two."]]}
  }},
"questions": {"grade": {"type": "score", "instructions": "How good?", "criteria": ["poor", "fair", "good"]}}}`
	const u = "untitled:m.model.json"
	e := open(t, t.TempDir(), everything)
	e.didOpen(u, 1, model)
	for find, want := range map[string]string{
		`good", "Bright`:    "**good** · value · `Grade`\n\nLevel 2, counted from 0: poor < fair < good.",
		`fair", "good"]}`:   "**fair** · value · `Grade`\n\nLevel 1, counted from 0: poor < fair < good.",
		`fair<good`:         "**fair** · value · `poor<fair<good`\n\nLevel 1, counted from 0: poor < fair < good.",
		`cloudy", "fair`:    "**cloudy** · value · `clear|cloudy|rain`\n\nSome.",
		`"=> Grade`:         "**Grade** · type · `poor<fair<good`",
		`number"`:           "**number** · type\n\nA decimal number of up to 34 digits.",
		`score"`:            "**score** · field of the format\n\nA level of two to ten. Its decision has as many levels.",
		`when": {`:          "**when** · field of the format\n\nConditions by column; a column that is not named takes any value.",
		`sky": "clear"}`:    "**sky** · column · `clear|cloudy|rain`\n\nThe sky.",
		`The others`:        "**rule 3** of grade\n\nThe others.\n\nThe else row: it catches what rules 1 and 2 leave, so that no state falls through to null. That is rain.",
		`Rest of two`:       "**rule 3** of two\n\nRest of two.\n\nThe else row: it catches what rules 1 and 2 leave, so that no state falls through to null.",
		`grade": {"type": `: "**grade** · decision · `Grade`\n\nNo value: needs sky.", // and no line for a shell, which has no such file
	} {
		got := hovered(t, e, u, model, find)
		if got, _, _ := strings.Cut(got, "\n\nNo value: needs sky"); got != strings.TrimSuffix(want, "\n\nNo value: needs sky.") {
			t.Errorf("at %s:\n%s\nwant\n%s", find, got, want)
		}
	}
}

// TestHoverOnMistakes does not say again what the editor says of the place.
func TestHoverOnMistakes(t *testing.T) {
	const model = `{"content": {"name": "m", "inputs": {}, "decisions": {
  "a": "nope + 1",
  "b": "a + 1",
  "c": "d",
  "d": "c"
}}, "questions": {}}`
	const u = "untitled:m.model.json"
	e := open(t, t.TempDir(), everything)
	e.didOpen(u, 1, model)
	for find, want := range map[string]string{
		`a": "nope`: "**a** · decision · `any`\n\nNo value, see line 2: \"nope\" is not declared.",
		`c": "d"`:   "**c** · decision · `any`\n\nNo value as long as this stands here.",
		`a + 1`:     "**a** · decision · `any`\n\nNo value, see line 2: \"nope\" is not declared.",
	} {
		if got := hovered(t, e, u, model, find); got != want {
			t.Errorf("at %s:\n%s\nwant\n%s", find, got, want)
		}
	}
	const scenario = `{"scenarioId": "s", "revision": 1, "flags": [{"id": "f"}], "events": {"conditions": [], "effects": [
  {"id": "e", "kind": "set-variable", "targetId": "f", "value": 1, "unit": "1"}
]}}`
	const v = "untitled:s.scenario.json"
	e.didOpen(v, 1, scenario)
	if got := hovered(t, e, v, scenario, `f", "value`); !strings.Contains(got, "Not run as long as this stands here.") || strings.Contains(got, "is a flag; set-variable needs") {
		t.Errorf("on the mistake: %s", got)
	}
	if got := hovered(t, e, v, scenario, `f"}]`); !strings.Contains(got, "Not run, see line 2: f is a flag; set-variable needs a numeric variable.") {
		t.Errorf("elsewhere: %s", got)
	}
}

// TestHoverOverride says on every part of an override what is replaced by what.
func TestHoverOverride(t *testing.T) {
	const lib = `{"scenarioId": "lib", "revision": 1, "title": "Old", "variables": [{"id": "rr", "unit": "/min", "initial": 12}]}`
	scenario := `{"scenarioId": "s", "revision": 1, "dependencies": [{"id": "air", "scenarioId": "lib", "revision": 1, "sha256": "` + fmt.Sprintf("%x", sha256.Sum256([]byte(lib))) + `"}],
"composition": {"overrides": [
  {"targetId": "rr", "path": "/initial", "value": 14},
  {"targetId": "air", "path": "/title", "value": "New"}
]}}`
	dir := write(t, map[string]string{"lib.scenario.json": lib, "s.scenario.json": scenario})
	u := fileURI(filepath.Join(dir, "s.scenario.json"))
	e := open(t, dir, everything)
	e.didOpen(u, 1, scenario)
	for find, want := range map[string]string{
		`14}`: "Replaces 12 by 14.", `/initial`: "Replaces 12 by 14.", `rr", "path`: "Replaces 12 by 14.",
		`New"`: `Replaces "Old" by "New".`, `value": "New`: `Replaces "Old" by "New".`,
	} {
		if got := hovered(t, e, u, scenario, find); !strings.Contains(got, want) {
			t.Errorf("at %s:\n%s\nwant %s", find, got, want)
		}
	}
}

// TestNoStateToCreate offers a first state only where it would give the model something.
func TestNoStateToCreate(t *testing.T) {
	for name, test := range map[string]struct {
		model string
		want  bool
	}{
		"inputs":             {`{"content": {"name": "m", "inputs": {"n": {"type": "number", "desc": "N."}}, "decisions": {"d": "1"}}, "questions": {}}`, true},
		"no inputs":          {`{"content": {"name": "m", "inputs": {}, "decisions": {"d": "1"}}, "questions": {}}`, false},
		"a state of its own": {`{"content": {"name": "m", "inputs": {"n": {"type": "number", "desc": "N."}}, "decisions": {"d": "n"}}, "questions": {}, "state": {"n": 1}}`, false},
	} {
		e := open(t, t.TempDir(), everything)
		e.didOpen("untitled:m.model.json", 1, test.model)
		if got := strings.Contains(strings.Join(lenses(e, "untitled:m.model.json"), "\n"), "create a state"); got != test.want {
			t.Errorf("%s: a state is offered: %t", name, got)
		}
	}
}
