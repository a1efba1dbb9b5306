package workspace_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/lsp/workspace"
)

func TestProbe(t *testing.T) {
	for text, want := range map[string]workspace.Scenario{
		`{"scenarioId": "lib", "revision": 3}`:                                   {Path: "lib", Revision: 3},
		"\uFEFF" + `{"revision": 3, "scenarioId": "lib"}`:                        {Path: "lib", Revision: 3},
		`{"scenarioId": "l\u0069b", "revision": 3, "events": {"a": [}}`:          {Path: "lib", Revision: 3},
		`{"scenarioId": "lib", "revision": "latest"}`:                            {Path: "lib"},
		`{"scenarioId": "lib", "revision": 1.5}`:                                 {Path: "lib"},
		`{"scenarioId": "lib", "x": {"scenarioId": "inner", "revision": 9}}`:     {Path: "lib"},
		`{"scenarioId": 5, "revision": 3}`:                                       {},
		`{"inputs": {}}`:                                                         {},
		``:                                                                       {},
		`[{"scenarioId": "lib", "revision": 3}]`:                                 {},
		`{"scenarioId": "lib", "revision": 3, "scenarioId": "x", "revision": 4}`: {Path: "lib", Revision: 3},
	} {
		id, revision, ok := workspace.Probe([]byte(text))
		if !ok {
			id, revision = "", 0
		}
		if id != want.Path || revision != want.Revision || ok != (want.Path != "") {
			t.Errorf("%s: found %q revision %d, %v", text, id, revision, ok)
		}
	}
}

// Probe never fails, whatever it reads.
func TestProbeAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		workspace.Probe([]byte(rapid.StringMatching(`[{}\[\]":,a-zA-Z0-9\\ .-]*`).Draw(t, "text")))
	})
}

func TestScenarios(t *testing.T) {
	lib := func(revision string) string { return `{"scenarioId": "lib", "revision": ` + revision + `}` }
	root := tree(t, map[string]string{
		"case/icu.scenario.json":          `{"scenarioId": "icu", "revision": 1}`,
		"case/near.json":                  lib("1"),
		"case/lib.model.json":             lib("7"), // a model by its name
		"case/deeper/other.scenario.json": lib("8"), // not in the folder itself
		"library/a/lib.scenario.json":     lib("2"),
		"library/b/lib.scenario.json":     lib("3"),
		"library/.gitignore":              "out/\n",
		"library/out/lib.scenario.json":   lib("9"),
		"library/other.scenario.json":     `{"scenarioId": "other", "revision": 2}`,
	})
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	folders := []workspace.Folder{{Path: at("library"), Deep: true}, {Path: at("case")}}
	list := func(v *workspace.View, id string) []string {
		got := []string{}
		for _, s := range v.Scenarios(at("case/icu.scenario.json"), id, folders) {
			rel, _ := filepath.Rel(root, s.Path)
			line := filepath.ToSlash(rel) + " " + string(rune('0'+s.Revision))
			if s.Stored != nil {
				line += " unsaved"
			}
			got = append(got, line)
		}
		return got
	}
	disk := workspace.NewDisk()
	want := []string{"case/near.json 1", "library/a/lib.scenario.json 2", "library/b/lib.scenario.json 3"}
	if diff := cmp.Diff(want, list(disk.View(nil), "lib")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{}, list(disk.View(nil), "gone")); diff != "" {
		t.Error(diff)
	}
	open := map[string]*workspace.File{
		at("library/a/lib.scenario.json"): {Path: at("library/a/lib.scenario.json"), Text: []byte(lib("5")), Open: true},
		at("library/new.scenario.json"):   {Path: at("library/new.scenario.json"), Text: []byte(lib("6")), Open: true},
		at("library/other.scenario.json"): {Path: at("library/other.scenario.json"), Text: []byte(lib("4")), Open: true},
		at("elsewhere/x.scenario.json"):   {Path: at("elsewhere/x.scenario.json"), Text: []byte(lib("9")), Open: true},
	}
	want = []string{"case/near.json 1", "library/a/lib.scenario.json 5 unsaved", "library/b/lib.scenario.json 3", "library/new.scenario.json 6", "library/other.scenario.json 4 unsaved"}
	if diff := cmp.Diff(want, list(disk.View(open), "lib")); diff != "" {
		t.Error(diff)
	}
}

func TestScenarioOfRun(t *testing.T) {
	root := tree(t, map[string]string{"icu.scenario.json": "{}", "icu.late.scenario.json": "{}", "icu.run.json": "{}", "icu.early.run.json": "{}", "icu.late.x.run.json": "{}", "other.run.json": "{}"})
	v := workspace.NewDisk().View(nil)
	for run, want := range map[string]string{"icu.run.json": "icu.scenario.json", "icu.early.run.json": "icu.scenario.json", "icu.late.x.run.json": "icu.late.scenario.json", "other.run.json": "", "icu.scenario.json": ""} {
		got, ok := v.ScenarioOf(filepath.Join(root, run))
		if want == "" && !ok {
			continue
		}
		if got != filepath.Join(root, want) {
			t.Errorf("%s belongs to %s, want %s", run, got, want)
		}
	}
	want := []workspace.State{{Path: filepath.Join(root, "icu.run.json")}, {Path: filepath.Join(root, "icu.early.run.json"), Case: "early"}}
	if diff := cmp.Diff(want, v.RunsOf(filepath.Join(root, "icu.scenario.json"))); diff != "" {
		t.Error(diff)
	}
}

func TestConfig(t *testing.T) {
	root := tree(t, map[string]string{".git/": "", "lsp.json": `{"libraries": ["lib", "/abs"]}`, "a/b/x.scenario.json": "{}", "bad/lsp.json": `{"libraries": 5}`})
	v := workspace.NewDisk().View(nil)
	c, err := v.ConfigAround(filepath.Join(root, "a", "b"))
	if err != nil || c.Path == "" {
		t.Fatalf("no configuration above: %v", err)
	}
	want := []string{"lib", "/abs"}
	for i, f := range c.Libraries {
		if i == 0 {
			want[0] = filepath.Join(root, "lib")
		}
		if workspace.Clean(f.Path) != want[i] || !f.Deep {
			t.Errorf("library %d is %v, want %s", i, f, want[i])
		}
	}
	if c, err := v.Config(filepath.Join(root, "a")); err != nil || c.Path != "" {
		t.Errorf("a folder without one has %v, %v", c, err)
	}
	if _, err := v.Config(filepath.Join(root, "bad")); err == nil {
		t.Error("a broken configuration is no error")
	}
}

// TestIndexAgain changes a folder under its index: a view notices what comes and goes, and a later one what is written
// anew, once there is reason to look.
func TestIndexAgain(t *testing.T) {
	lib := `{"scenarioId": "lib", "revision": 1}`
	root := tree(t, map[string]string{"a/lib.scenario.json": lib, "b/other.scenario.json": `{"scenarioId": "other", "revision": 1}`, ".gitignore": "out/\n", "out/x.scenario.json": lib})
	past := time.Now().Add(-time.Hour)
	age := func(names ...string) {
		for _, name := range names {
			if err := os.Chtimes(filepath.Join(root, name), past, past); err != nil {
				t.Fatal(err)
			}
		}
	}
	age(".", "a", "b", ".gitignore", "a/lib.scenario.json", "b/other.scenario.json")
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	folder := workspace.Folder{Path: root, Deep: true}
	found := func(v *workspace.View) int {
		return len(v.Scenarios(filepath.Join(root, "x.json"), "lib", []workspace.Folder{folder}))
	}
	disk := workspace.NewDisk()
	first := disk.View(nil)
	if n := found(first); n != 1 || first.Stale() {
		t.Errorf("found %d, stale %v", n, first.Stale())
	}
	if diff := cmp.Diff([]string{filepath.Join(root, "a/lib.scenario.json"), filepath.Join(root, "b/other.scenario.json")}, first.Indexed(folder)); diff != "" {
		t.Error(diff)
	}
	put("b/new.json", lib)
	if !first.Stale() || found(first) != 1 {
		t.Error("a file came: the view is stale and answers as before")
	}
	if n := found(disk.View(nil)); n != 1 {
		t.Errorf("nobody gave reason to look: %d", n)
	}
	disk.Look()
	if n := found(disk.View(nil)); n != 2 {
		t.Errorf("after the look: %d", n)
	}
	put("b/other.scenario.json", `{"scenarioId": "lib", "revision": 7}`)
	disk.Look()
	v := disk.View(nil)
	if n := found(v); n != 3 {
		t.Errorf("a file says another id: %d", n)
	}
	put(".gitignore", "")
	disk.Look()
	if n := found(disk.View(nil)); n != 4 {
		t.Errorf("a folder is ignored no more: %d", n)
	}
	if apart := v.Apart(); found(apart) != 3 || found(apart.Apart()) != 3 {
		t.Error("a view apart has another index")
	}
}
