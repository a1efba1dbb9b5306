package lsp

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// largeModel is a model of about 76 KB: 8 tables of 50 rules, each reading the one before.
func largeModel() string {
	var b strings.Builder
	b.WriteString("{\n  \"content\": {\n    \"name\": \"large\",\n    \"inputs\": {\n")
	b.WriteString("      \"claim type\": {\"type\": \"storm|theft|fire\", \"desc\": \"What happened.\"},\n      \"amount\": {\"type\": \"number\", \"desc\": \"In euros.\"},\n      \"age\": {\"type\": \"number\", \"desc\": \"In days.\"}\n    },\n    \"decisions\": {\n")
	for d := range 8 {
		before := "claim type"
		if d > 0 {
			before = fmt.Sprintf("route %d", d-1)
		}
		fmt.Fprintf(&b, "      \"route %d\": {\n        \"type\": \"storm|theft|fire\",\n        \"desc\": \"Part %d.\",\n        \"table\": [\n          [\n            %q,\n            \"amount\",\n            \"age\",\n            \"=>\",\n            \"# why\"\n          ],\n", d, d, before)
		for r := range 50 {
			fmt.Fprintf(&b, "          [\n            \"storm, theft\",\n            \"[%d..%d]\",\n            \"> %d\",\n            \"fire\",\n            \"Rule %d of part %d says so.\"\n          ],\n", r*100, r*100+50, r, r, d)
		}
		b.WriteString("          [\n            \"-\",\n            \"-\",\n            \"-\",\n            \"storm\",\n            \"Everything else.\"\n          ]\n        ]\n      }")
		if d < 7 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("    }\n  },\n  \"questions\": {\n    \"route 7\": {\"type\": \"choice\", \"instructions\": \"Where to?\", \"criteria\": {\"storm\": \"a\", \"theft\": \"b\", \"fire\": \"c\"}}\n  }\n}\n")
	return b.String()
}

const benchURI = "untitled:large.model.json"

func openLarge(b *testing.B) (*fakeEditor, string) {
	text := largeModel()
	e := open(b, b.TempDir(), everythingPushed)
	e.didOpen(benchURI, 1, text)
	if p := e.diagnostics(benchURI, 1); len(p.Diagnostics) > 10 {
		b.Fatalf("%d diagnostics, the first: %+v", len(p.Diagnostics), p.Diagnostics[0])
	}
	b.SetBytes(int64(len(text)))
	return e, text
}

var everythingPushed = obj{"textDocument": obj{"documentSymbol": obj{"hierarchicalDocumentSymbolSupport": true}, "hover": obj{"contentFormat": []string{"markdown"}}}}

// BenchmarkKeystroke is the time from one changed character to the diagnostics of that version.
func BenchmarkKeystroke(b *testing.B) {
	e, text := openLarge(b)
	line := strings.Count(text[:strings.Index(text, "Rule 25 of part 4")], "\n")
	version := 1
	for b.Loop() {
		version++
		e.didChange(benchURI, version, edit(line, 14, line, 15, string(rune('a'+version%26))))
		e.diagnostics(benchURI, version)
	}
}

func BenchmarkRequests(b *testing.B) {
	for _, method := range []string{"textDocument/documentSymbol", "textDocument/codeLens", "textDocument/hover"} {
		b.Run(method, func(b *testing.B) {
			e, _ := openLarge(b)
			for b.Loop() {
				e.must(method, at(benchURI, 5, 10))
			}
		})
	}
}

// BenchmarkCompletion asks while a document is being typed: in a cell, in a cell that is just begun, and for a key; the
// version changes each time, as it does at a keystroke.
func BenchmarkCompletion(b *testing.B) {
	for name, typed := range map[string]string{"cell": `"storm, th¦"`, "begun": `th¦`, "key": "{\"wh¦"} {
		b.Run(name, func(b *testing.B) {
			e, text := openLarge(b)
			const rule = "\"storm, theft\",\n            \"[2500..2550]\""
			off := strings.LastIndex(text, rule)
			line := strings.Count(text[:off], "\n")
			version := 1
			for b.Loop() {
				version++
				e.didChange(benchURI, version, edit(line, 12, line, 26, strings.Replace(typed, "¦", "", 1)))
				e.must("textDocument/completion", at(benchURI, line, 12+strings.Index(typed, "¦")))
				version++
				e.didChange(benchURI, version, edit(line, 12, line, 12+len(typed)-len("¦"), `"storm, theft"`))
			}
		})
	}
}

// BenchmarkDocumentSymbol is the part of it that is ours: no client reads the answer.
func BenchmarkDocumentSymbol(b *testing.B) {
	text := largeModel()
	s := &snapshot{clock: time.Now, can: &clientCan{hierarchy: true, encoding: jsontree.UTF16}, memory: newMemory(analysis.Open), view: workspace.NewDisk().View(map[string]*workspace.File{
		benchURI: {Path: benchURI, Text: []byte(text), Open: true}})}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		result, err := documentSymbol(b.Context(), s, &protocol.DocumentSymbolParams{TextDocument: protocol.TextDocumentIdentifier{URI: benchURI}})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := (codec{}).Marshal(result); err != nil {
			b.Fatal(err)
		}
	}
}

// largeScenario is a scenario of 2,000 effects, each with a schedule and every tenth with a condition, over a library
// that declares what they change.
func largeScenario() (text, library string) {
	const effects = 2000
	var e, s, c, v []string
	for i := range effects {
		e = append(e, fmt.Sprintf(`{"id": "e%d", "kind": "trend-variable", "targetId": "v%d", "value": %d, "unit": "%%", "durationSeconds": 60}`, i, i/10, 60+i%40))
		gate := ""
		if i%10 == 0 {
			gate = fmt.Sprintf(`"conditionIds": ["c%d"], `, i/10)
			c = append(c, fmt.Sprintf(`{"id": "c%d", "all": [{"targetId": "v%d", "operator": "gt", "value": 50}]}`, i/10, i/10))
			v = append(v, fmt.Sprintf(`{"id": "v%d", "unit": "%%", "initial": 96}`, i/10))
		}
		s = append(s, fmt.Sprintf(`{"id": "s%d", "atSeconds": %d, %s"effectIds": ["e%d"]}`, i, i*61, gate, i))
	}
	lines := func(list []string) string { return "[\n" + strings.Join(list, ",\n") + "\n]" }
	library = `{"scenarioId": "library", "revision": 1, "variables": ` + lines(v) + "}\n"
	text = `{"scenarioId": "large", "revision": 1, "events": {"conditions": ` + lines(c) + `, "effects": ` + lines(e) + `, "schedules": ` + lines(s) +
		`}, "dependencies": [{"id": "l", "scenarioId": "library", "revision": 1, "sha256": "` + digestOf(library) + `"}]}`
	return text, library
}

// BenchmarkScenario is what a person waits for in a large scenario: diagnostics of a changed character, in it and in its
// library, the lenses and a hover after that.
func BenchmarkScenario(b *testing.B) {
	text, library := largeScenario()
	dir := write(b, map[string]string{"large.scenario.json": text, "library.scenario.json": library})
	u, l := fileURI(filepath.Join(dir, "large.scenario.json")), fileURI(filepath.Join(dir, "library.scenario.json"))
	e := open(b, dir, everythingPushed)
	e.didOpen(u, 1, text)
	if p := e.diagnostics(u, 1); len(p.Diagnostics) > 0 {
		b.Fatalf("%d diagnostics, the first: %+v", len(p.Diagnostics), p.Diagnostics[0])
	}
	line := strings.Count(text[:strings.Index(text, `"e1000"`)], "\n")
	column := strings.Index(strings.Split(text, "\n")[line], `"value": `) + len(`"value": 6`)
	version := 1
	change := func() {
		version++
		e.didChange(u, version, edit(line, column, line, column+1, fmt.Sprint(version%10)))
	}
	b.Run("keystroke", func(b *testing.B) {
		for b.Loop() {
			change()
			e.diagnostics(u, version)
		}
	})
	for _, method := range []string{"textDocument/codeLens", "textDocument/hover", "textDocument/references"} {
		b.Run(method, func(b *testing.B) {
			params := at(u, line, 10)
			params["context"] = obj{"includeDeclaration": true}
			for b.Loop() {
				b.StopTimer()
				change()
				e.diagnostics(u, version)
				b.StartTimer()
				e.must(method, params)
			}
		})
	}
	b.Run("keystroke in the library", func(b *testing.B) {
		e.didOpen(l, 1, library)
		end := len(strings.Split(library, "\n")) - 2
		typed := 1
		for b.Loop() {
			typed++
			e.didChange(l, typed, edit(end, 0, end, 0, " "))
			e.diagnostics(u, version)
		}
	})
}
