package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// library finds the scenarios that others depend on (scenario-format.md, "Dependencies and overrides", 1), in one view
// of the disk for the whole run. It is safe for concurrent use.
type library struct {
	level   analysis.Level
	view    *workspace.View
	folders []workspace.Folder

	mu   sync.Mutex
	open map[string]*analysis.Document // by path
	held int                           // bytes of their texts
}

// Bounds of the dependencies that are kept analysed: how many, and the bytes of their texts.
const (
	maxOpenScenarios = 4096
	maxHeldBytes     = 32 << 20
)

// openLibrary names the folders: those of the files given, then --library, then what the nearest lsp.json says.
func (a *app) openLibrary(disk *workspace.Disk, level analysis.Level, paths, dirs []string) (*library, error) {
	l := &library{level: level, view: disk.View(nil)}
	var around []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if path == "-" || err != nil {
			continue // it is reported where it is read
		}
		folder := workspace.Folder{Path: path, Deep: true}
		if !info.IsDir() {
			folder = workspace.Folder{Path: filepath.Dir(path)}
		}
		l.add(folder)
		if !slices.Contains(around, folder.Path) {
			around = append(around, folder.Path)
		}
	}
	for _, dir := range dirs {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("--library needs a folder, and %s is none.", dir)
		}
		l.add(workspace.Folder{Path: dir, Deep: true})
	}
	for _, folder := range around {
		config, err := l.view.ConfigAround(folder)
		if err == nil && config.Path == "" && below(folder) {
			config, err = l.view.ConfigAround(".")
		}
		if err != nil {
			a.say("%s.", err)
			continue
		}
		for _, f := range config.Libraries {
			if info, err := os.Stat(f.Path); err != nil || !info.IsDir() {
				a.say("%s names the library folder %s, which is no folder.", config.Path, f.Path)
				continue
			}
			l.add(f)
		}
	}
	return l, nil
}

// below tells whether a folder lies in the working directory, which is the workspace of a command where no repository is.
func below(folder string) bool {
	rel, err := filepath.Rel(workspace.Clean("."), workspace.Clean(folder))
	return err == nil && filepath.IsLocal(rel)
}

func (l *library) add(f workspace.Folder) {
	if !slices.Contains(l.folders, f) {
		l.folders = append(l.folders, f)
	}
}

// document returns the analysis of a scenario file; the same one while it is kept.
func (l *library) document(path string, text []byte) *analysis.Document {
	l.mu.Lock()
	defer l.mu.Unlock()
	doc, ok := l.open[path]
	if !ok {
		if len(l.open) >= maxOpenScenarios || l.held > maxHeldBytes || l.open == nil {
			l.open, l.held = map[string]*analysis.Document{}, 0
		}
		l.held += len(text)
		doc = analysis.Open(analysis.Source{Name: path, Text: text, Kind: scenarioKind(), Level: l.level}, beside{view: l.view, library: l}, nil)
		l.open[path] = doc
	}
	return doc
}

// scenarioKind is the kind of a scenario, whatever its file is called.
func scenarioKind() *analysis.Kind { return analysis.KindByLanguage("scenario-json") }

// read opens a scenario that is to be run, exported or pinned.
func (l *library) read(path string) (*analysis.Document, error) {
	file, err := workspace.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w.", err)
	}
	return l.document(path, file.Text), nil
}

// Scenarios returns what is found of a scenario (analysis.Library).
func (b beside) Scenarios(from, id string) []analysis.Candidate {
	if b.library == nil {
		return nil
	}
	var out []analysis.Candidate
	for _, s := range b.library.view.Scenarios(from, id, b.library.folders) {
		out = append(out, analysis.Candidate{Document: b.library.document(s.Path, s.File.Text), Revision: s.Revision, Stored: s.Stored})
	}
	return out
}

// ScenarioOf returns the scenario that a run belongs to by its name, or nil.
func (b beside) ScenarioOf(run string) *analysis.Document {
	if b.library == nil {
		return nil
	}
	path, ok := b.library.view.ScenarioOf(run)
	if !ok {
		return nil
	}
	file, err := b.library.view.Read(path)
	if err != nil {
		return nil
	}
	return b.library.document(path, file.Text)
}

// pathsOf are the cleaned paths of a walk.
func pathsOf(found []workspace.Found) map[string]bool {
	out := make(map[string]bool, len(found))
	for _, f := range found {
		if f.Path != "-" {
			out[workspace.Clean(f.Path)] = true
		}
	}
	return out
}

// once leaves out the faults that a document inherits from another one of this check, where they are told.
func (c *checker) once(found []analysis.Diagnostic) []analysis.Diagnostic {
	return slices.DeleteFunc(slices.Clone(found), func(d analysis.Diagnostic) bool {
		return d.Code == analysis.DependencyFault && len(d.Related) > 0 && d.Related[0].Document != "" && c.checked[workspace.Clean(d.Related[0].Document)]
	})
}

// refused reports the diagnostic that keeps a scenario from being used, at its place.
func (a *app) refused(doc *analysis.Document, why *analysis.Diagnostic, what string) error {
	a.report(doc, nil, []analysis.Diagnostic{*why})
	a.say(`%s cannot be %s until that is mended. "lsp check %s" shows everything.`, doc.Name, what, doc.Name)
	return errFound
}
