package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// TestMemory edits scenarios that depend on each other, in circles too. What memory gives back is what an analysis from
// scratch gives, and it gives back the same document exactly while nothing that it rests on has changed.
func TestMemory(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	rapid.Check(t, func(t *rapid.T) {
		disk, kept := workspace.NewDisk(), newMemory(analysis.Open)
		folder := filepath.Join(string(filepath.Separator), "no", "such", "place")
		path := func(name string) string { return filepath.Join(folder, name+".scenario.json") }
		files := map[string]*workspace.File{}
		needs := map[string][]string{} // names that each depends on
		write := func(name string) {
			var dependencies []string
			needs[name] = nil
			for _, on := range names {
				if rapid.IntRange(0, 2).Draw(t, "depends") > 0 {
					continue
				}
				digest := strings.Repeat("0", 64)
				if f := files[path(on)]; f != nil && rapid.Bool().Draw(t, "pinned") {
					digest = digestOf(string(f.Text))
				}
				needs[name] = append(needs[name], on)
				dependencies = append(dependencies, fmt.Sprintf(`{"id": "to-%s", "scenarioId": "%s", "revision": 1, "sha256": "%s"}`, on, on, digest))
			}
			text := fmt.Sprintf(`{"scenarioId": "%s", "revision": %d, "flags": [{"id": "f-%s"}], "dependencies": [%s]}`,
				name, rapid.IntRange(1, 2).Draw(t, "revision"), name, strings.Join(dependencies, ", "))
			if rapid.IntRange(0, 9).Draw(t, "broken") == 0 {
				text = text[:len(text)/2]
				needs[name] = names // whatever is left of it
			}
			files[path(name)] = &workspace.File{Path: path(name), Text: []byte(text), Open: true}
		}
		view := func(m *memory) *snapshot {
			open := map[string]*workspace.File{}
			for p, f := range files {
				open[p] = f
			}
			return &snapshot{can: &clientCan{encoding: jsontree.UTF8}, folders: []string{folder}, memory: m, view: disk.View(open)}
		}
		reaches := func(from, to string) bool {
			seen, queue := map[string]bool{from: true}, []string{from}
			for len(queue) > 0 {
				for _, next := range needs[queue[0]] {
					if !seen[next] {
						seen[next] = true
						queue = append(queue, next)
					}
				}
				queue = queue[1:]
			}
			return seen[to]
		}
		for _, name := range names {
			write(name)
		}
		before := map[string]*analysis.Document{}
		for range rapid.IntRange(1, 6).Draw(t, "edits") {
			now, scratch := view(kept), view(newMemory(analysis.Open))
			for _, name := range rapid.Permutation(names).Draw(t, "order") {
				doc, err := now.document(path(name))
				if err != nil {
					t.Fatal(err)
				}
				fresh, err := scratch.document(path(name))
				if err != nil {
					t.Fatal(err)
				}
				got, _ := doc.Diagnostics(t.Context())
				want, _ := fresh.Diagnostics(t.Context())
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("%s: %s", name, diff)
				}
				if was := before[name]; was != nil && was != doc {
					t.Fatalf("%s is another document, and nothing that it rests on has changed", name)
				}
				before[name] = doc
			}
			edited := rapid.SampledFrom(names).Draw(t, "edited")
			gone := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !reaches(name, edited) })
			write(edited)
			for _, name := range names {
				if reaches(name, edited) || slices.Contains(gone, name) {
					delete(before, name)
				}
			}
		}
	})
}
