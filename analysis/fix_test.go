package analysis_test

import (
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/analysis"
)

// TestFixes applies one fix, found by its title, to a document and holds the whole against what it should be: the layout
// of the document is kept, and nothing else changes.
func TestFixes(t *testing.T) {
	const inputs = `"name": "m", "inputs": {"n": {"type": "number", "desc": "N."}, "e": {"type": "a|b", "desc": "E."}}`
	for _, test := range []struct {
		name, document, text, title string
		old, new                    string // the text where it changes
	}{
		{"an else row on lines of its own", "m.model.json", "{" + inputs + ", \"decisions\": {\n  \"d\": [\n    [\n      \"n\",\n      \"=> number\"\n    ],\n    [\n      \"> 3\",\n      \"1\"\n    ]\n  ]\n}}",
			"Add an else row", "\"1\"\n    ]\n", "\"1\"\n    ],\n    [\n      \"-\",\n      \"0\"\n    ]\n"},
		{"an else row without blanks", "m.model.json", `{"name":"m","inputs":{"n":{"type":"number","desc":"N."}},"decisions":{"d":[["n","=> number"],["> 3","1"]]}}`,
			"Add an else row", `["> 3","1"]`, `["> 3","1"],["-","0"]`},
		{"an input without blanks", "m.model.json", `{"name":"m","inputs":{"x":"number","n":{"type":"number","desc":"N."}},"decisions":{}}`,
			"Write it as an object", `"x":"number"`, `"x":{"type":"number","desc":"x"}`},
		{"a word where a text is needed", "m.model.json", `{` + inputs + `, "decisions": {"d": "e = a"}}`, `Change to "a"`, `"e = a"`, `"e = \"a\""`},
		{"a word in quotation marks", "m.model.json", `{"name": "m", "inputs": {"sky": {"type": "clear|rain", "desc": "S."}}, "decisions": {"d": "if sky = \"rian\" then \"\u00e9\" else \"clear\""}}`, `Change to "rain"`, `\"rian\"`, `\"rain\"`},
		{"options of an empty object", "m.model.json", `{"name": "m", "inputs": {"e": {"type": "a|b", "desc": "E.", "options": {}}}, "decisions": {}}`, "Add them, to be explained", `{}}}`, `{"a": "", "b": ""}}}`},
		{"options behind others", "m.model.json", "{\"name\": \"m\", \"inputs\": {\"e\": {\"type\": \"a|b|c\", \"desc\": \"E.\", \"options\": {\n  \"a\": \"A.\"\n}}}, \"decisions\": {}}", "Add them, to be explained", "\"A.\"\n", "\"A.\",\n  \"b\": \"\",\n  \"c\": \"\"\n"},
		{"what a decision reads", "m.model.json", `{` + inputs + `, "decisions": {"d": {"expr": "n + 1", "requires": ["e"]}}}`, "List what it reads", `["e"]`, `["n"]`},
		{"a type that mixes", "m.model.json", `{"name": "m", "inputs": {"e": {"type": "a|b<c", "desc": "E."}}, "decisions": {}}`, "Write it as $levels of a|b, c", `"a|b<c"`, `{"$levels": ["a|b", "c"]}`},
		{"a decision for a question", "m.model.json", `{"content": {` + inputs + `, "decisions": {}}, "questions": {"q": {"type": "choice", "instructions": "?", "criteria": {"x y": null, "z|": null}}}}`,
			"Add the decision q", `"decisions": {}`, `"decisions": {"q": {"type": {"$enum": ["x y", "z|"]}, "expr": "\"x y\""}}`},
		{"a number in a text", "m.state.json", `{"n": " 3 ", "e": "a"}`, "Write it as a number", `" 3 "`, `3`},
		{"a text that is a number", "s.scenario.json", `{"scenarioId": 5, "revision": 1}`, "Write it as a text", `5`, `"5"`},
		{"a list of one", "s.scenario.json", `{"scenarioId": "s", "revision": 1, "events": {"conditions": [], "effects": [], "schedules": [{"id": "x", "atSeconds": 1, "effectIds": "e"}]}}`, "Write it as a list", `"effectIds": "e"`, `"effectIds": ["e"]`},
		{"a flag in a text", "s.run.json", `{"bindings": {"f": "true"}}`, "Write it as true or false", `"true"`, `true`},
		{"a comment with its line", "s.run.json", "{\r\n  // note\r\n  \"until\": 3\r\n}", "Remove the comment", "  // note\r\n", ""},
		{"quotation marks of another language", "s.run.json", `{'until': 3}`, "Write double quotation marks", `'until'`, `"until"`},
		{"a half-typed document", "m.model.json", `{"name": "m", "inputs": {"claim age": {"type": "number", "desc": "A."}}, "decisions": {"d": "clam age + 1", "x": "claim`, `Change to "claim age"`, `"clam age`, `"claim age`},
	} {
		around := beside{open("m.model.json", `{`+inputs+`, "decisions": {}}`, nil), open("s.scenario.json", `{"scenarioId": "s", "revision": 1, "flags": [{"id": "f"}]}`, nil)}
		d := open(test.document, test.text, around)
		var titles []string
		done := false
		for _, x := range diagnostics(t, d) {
			for _, f := range x.Fixes {
				titles = append(titles, f.Title)
				if f.Title != test.title || done {
					continue
				}
				done = true
				if got, want := string(apply(d.Text, f)), strings.Replace(test.text, test.old, test.new, 1); got != want {
					t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, want)
				}
			}
		}
		if !done {
			t.Errorf("%s: %q is not among %q", test.name, test.title, titles)
		}
	}
}

// TestUnitFixes offers the declared unit first only where the number then means the same.
func TestUnitFixes(t *testing.T) {
	for unit, want := range map[string][2]bool{ // preferred, safe
		"mmHg": {true, true}, "mm[Hg] ": {true, true}, "kPa": {false, false}, "/min": {false, false}, "mm[hg]x": {true, false},
	} {
		d := open("s.scenario.json", `{"scenarioId": "s", "revision": 1, "variables": [{"id": "map", "unit": "mm[Hg]", "initial": 70}],
			"events": {"conditions": [], "effects": [{"id": "e", "kind": "set-variable", "targetId": "map", "value": 65, "unit": "`+unit+`"}]}}`, nil)
		for _, x := range diagnostics(t, d) {
			if x.Code == analysis.UnitMismatch && (x.Fixes[0].Preferred != want[0] || x.Fixes[0].Safe != want[1]) {
				t.Errorf("%q: preferred %t, safe %t, want %v", unit, x.Fixes[0].Preferred, x.Fixes[0].Safe, want)
			}
		}
	}
}
