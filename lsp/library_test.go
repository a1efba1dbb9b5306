package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDependents pushes the diagnostics of a scenario again when what it depends on changes: on disk, in an editor, by
// the configuration, by settings.
func TestDependents(t *testing.T) {
	good := pinnedTo(ward, vitals)
	other := strings.Replace(vitals, "96", "95", 1)
	dir := write(t, map[string]string{"case/ward.scenario.json": good})
	library := write(t, map[string]string{"vitals.scenario.json": vitals})
	path := filepath.Join(library, "vitals.scenario.json")
	u, v := fileURI(filepath.Join(dir, "case", "ward.scenario.json")), fileURI(path)
	e := open(t, dir, obj{})
	want := func(what string, codes ...string) {
		t.Helper()
		if diff := cmp.Diff(append([]string{}, codes...), e.diagnostics(u, 1).codes()); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
	config := func(text string) {
		t.Helper()
		at := filepath.Join(dir, "lsp.json")
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		e.notify("workspace/didChangeWatchedFiles", obj{"changes": []obj{{"uri": fileURI(at), "type": 2}}})
	}
	onDisk := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		e.notify("workspace/didChangeWatchedFiles", obj{"changes": []obj{{"uri": v, "type": 2}}})
	}
	e.didOpen(u, 1, good)
	want("no library", "dependency-missing")
	config(fmt.Sprintf(`{"libraries": [%q]}`, library))
	want("lsp.json names the library")
	onDisk(other)
	want("another byte", "digest-mismatch")
	onDisk(vitals)
	want("the byte is back")

	e.didOpen(v, 1, vitals)
	e.didChange(v, 2, obj{"text": strings.Replace(vitals, "spo2", "sao2", 1)})
	want("not saved, without the variable", "unknown-target", "unknown-target", "unsaved-dependency")
	e.didChange(v, 3, obj{"text": vitals})
	want("as on disk again")
	e.didChange(v, 4, obj{"text": `{"scenarioId": "vitals", "revision": 4, "variables": [`})
	want("half typed", "dependency-fault", "unsaved-dependency")
	e.didClose(v)
	want("the disk counts again")

	c := fileURI(filepath.Join(dir, "lsp.json"))
	e.didOpen(c, 1, `{"libraries": []}`)
	want("no library in the configuration as it stands in the editor", "dependency-missing")
	e.didClose(c)
	want("the configuration on disk counts again")
	config(`{"libraries": []}`)
	want("no library any more", "dependency-missing")
	e.notify("workspace/didChangeConfiguration", obj{"settings": obj{"scenariolsp": obj{"libraries": []string{library}}}})
	want("a library of the settings")
	e.notify("workspace/didChangeConfiguration", obj{"settings": obj{"scenariolsp": obj{"libraries": []string{}}}})
	want("none of the settings", "dependency-missing")
	if err := os.WriteFile(filepath.Join(dir, "deep.json"), []byte(vitals), 0o644); err != nil {
		t.Fatal(err)
	}
	e.must("textDocument/hover", at(u, 0, 0)) // no word of a change: the next request sees it
	want("a file of another name came to the workspace")
}

// TestCircle opens two scenarios that depend on each other. An edit elsewhere tells nothing new of them.
func TestCircle(t *testing.T) {
	one := `{"scenarioId": "one", "revision": 1, "dependencies": [{"id": "d", "scenarioId": "two", "revision": 1, "sha256": "` + strings.Repeat("0", 64) + `"}]}`
	two := strings.NewReplacer("one", "two", "two", "one").Replace(one)
	dir := write(t, map[string]string{"one.scenario.json": one, "two.scenario.json": two})
	in := func(name string) string { return fileURI(filepath.Join(dir, name)) }
	e := open(t, dir, obj{})
	e.didOpen(in("one.scenario.json"), 1, one)
	e.didOpen(in("two.scenario.json"), 1, two)
	for _, u := range []string{in("one.scenario.json"), in("two.scenario.json")} {
		if diff := cmp.Diff([]string{"dependency-cycle"}, e.diagnostics(u, 1).codes()); diff != "" {
			t.Error(diff)
		}
	}
	e.didOpen("untitled:a.model.json", 1, "{")
	e.diagnostics("untitled:a.model.json", 1)
	for version := 2; version < 5; version++ {
		e.didChange("untitled:a.model.json", version, obj{"text": strings.Repeat("{", version)})
		e.diagnostics("untitled:a.model.json", version)
	}
	e.mu.Lock()
	for _, m := range e.received {
		if m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), "scenario.json") && strings.Contains(string(m.Params), "cycle") {
			t.Errorf("told again: %s", m.Params)
		}
	}
	e.mu.Unlock()
	e.didChange(in("two.scenario.json"), 2, obj{"text": `{"scenarioId": "two", "revision": 1}`})
	if diff := cmp.Diff([]string{"digest-mismatch"}, e.diagnostics(in("one.scenario.json"), 1).codes()); diff != "" {
		t.Error(diff)
	}
}

// TestWatchLibraries asks the client to watch libraries that lie outside of the workspace.
func TestWatchLibraries(t *testing.T) {
	library := write(t, map[string]string{"vitals.scenario.json": vitals})
	dir := write(t, map[string]string{"ward.scenario.json": pinnedTo(ward, vitals)})
	u := fileURI(filepath.Join(dir, "ward.scenario.json"))
	e := open(t, dir, obj{"workspace": obj{"didChangeWatchedFiles": obj{"dynamicRegistration": true, "relativePatternSupport": true}}})
	e.didOpen(u, 1, pinnedTo(ward, vitals))
	e.notify("workspace/didChangeConfiguration", obj{"settings": obj{"scenariolsp": obj{"libraries": []string{library}}}})
	e.await("a watch of the library", func(m message) bool {
		return m.Method == "client/registerCapability" && strings.Contains(string(m.Params), `"baseUri":"`+fileURI(library)+`"`) && strings.Contains(string(m.Params), "libraries 1")
	})
	e.notify("workspace/didChangeConfiguration", obj{"settings": obj{"scenariolsp": obj{"libraries": []string{}}}})
	e.await("the end of the watch", func(m message) bool {
		return m.Method == "client/unregisterCapability" && strings.Contains(string(m.Params), "libraries 1")
	})
}

// TestRelatedDependents answers for a scenario with the diagnostics of what depends on it.
func TestRelatedDependents(t *testing.T) {
	dir := write(t, map[string]string{"ward.scenario.json": pinnedTo(ward, vitals), "vitals.scenario.json": vitals})
	in := func(name string) string { return fileURI(filepath.Join(dir, name)) }
	e := open(t, dir, everything)
	e.didOpen(in("ward.scenario.json"), 1, pinnedTo(ward, vitals))
	e.didOpen(in("vitals.scenario.json"), 1, vitals)
	e.didOpen(in("ward.run.json"), 1, `{"bindings": {"spoo2": 1}}`)
	ask := func(name string) []string {
		t.Helper()
		got := into[struct {
			RelatedDocuments map[string]struct{ Items []struct{ Code string } }
		}](t, e.must("textDocument/diagnostic", doc(in(name))))
		list := []string{}
		for u, report := range got.RelatedDocuments {
			list = append(list, strings.TrimPrefix(u, fileURI(dir)+"/"))
			_ = report
		}
		return list
	}
	if diff := cmp.Diff([]string{"ward.scenario.json"}, ask("vitals.scenario.json")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"ward.run.json"}, ask("ward.scenario.json")); diff != "" {
		t.Error(diff)
	}
	e.didChange(in("vitals.scenario.json"), 2, obj{"text": strings.Replace(vitals, "96", "95", 1)})
	e.await("a refresh of diagnostics", func(m message) bool { return m.Method == "workspace/diagnostic/refresh" })
}
