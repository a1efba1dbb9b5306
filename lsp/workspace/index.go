package workspace

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/buger/jsonparser"
)

// Folder is a place where scenarios are looked for.
type Folder struct {
	Path string
	Deep bool // with everything below it, less what is ignored
}

// Scenario is a file that holds a scenario of some id.
type Scenario struct {
	Path     string // as the folder is named, and the file in it
	File     *File
	Revision int64  // 0 where the file has none that can be read
	Stored   []byte // what the disk holds where an editor holds other bytes; nil where they are the same
}

// probed is what the first look at a file told.
type probed struct {
	id    string // empty where the file is no scenario
	stamp stamp
}

// Probe reads scenarioId and revision of a scenario without building a tree; ok is false where there is no scenarioId.
// It reads no further than both, and takes what it reads on trust: the analysis of the document says what is wrong.
func Probe(text []byte) (id string, revision int64, ok bool) {
	found := errors.New("both are found")
	seen := false
	_ = jsonparser.ObjectEach(bytes.TrimPrefix(text, []byte("\uFEFF")), func(key, value []byte, kind jsonparser.ValueType, _ int) error {
		switch {
		case string(key) == "scenarioId" && kind == jsonparser.String && !ok:
			s, err := jsonparser.ParseString(value)
			id, ok = s, err == nil
		case string(key) == "revision" && !seen:
			seen = true
			if n, err := jsonparser.ParseInt(value); err == nil && kind == jsonparser.Number {
				revision = n
			}
		}
		if ok && seen {
			return found
		}
		return nil
	})
	return strings.Clone(id), revision, ok
}

// Scenarios finds the scenarios of an id from a document: in its own folder first, then in the folders in their order,
// in each by path. Every revision is among them; a file is found once.
func (v *View) Scenarios(from, id string, folders []Folder) []Scenario {
	if !IsVirtual(from) {
		folders = append([]Folder{{Path: filepath.Dir(from)}}, folders...)
	}
	var out []Scenario
	seen := map[string]bool{}
	for _, f := range folders {
		for _, path := range v.index(f)[id] {
			key := Clean(path)
			if seen[key] {
				continue
			}
			seen[key] = true
			if s, ok := v.scenario(path); ok {
				out = append(out, s)
			}
		}
	}
	return out
}

// scenario reads a file that the index knows.
func (v *View) scenario(path string) (Scenario, bool) {
	file, err := v.Read(path)
	if err != nil {
		return Scenario{}, false
	}
	s := Scenario{Path: path, File: file}
	_, s.Revision, _ = Probe(file.Text)
	if file.Open && !IsVirtual(path) {
		if r := v.disk.read(Clean(path)); r.err == nil && !bytes.Equal(r.file.Text, file.Text) {
			s.Stored = r.file.Text
		}
	}
	return s, true
}

// index returns the scenarios of a folder: paths by id. It is made at the first question of the view.
func (v *View) index(f Folder) map[string][]string {
	v.mu.Lock()
	known, ok := v.indexes[f]
	v.mu.Unlock()
	if ok {
		return known
	}
	index := map[string][]string{}
	for _, path := range v.candidates(f) {
		if id, ok := v.probe(path); ok {
			index[id] = append(index[id], path)
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.indexes == nil {
		v.indexes = map[Folder]map[string][]string{}
	}
	v.indexes[f] = index
	return index
}

// candidates lists the files of a folder that may be scenarios, sorted by path, with those that are open and not saved.
func (v *View) candidates(f Folder) []string {
	var paths []string
	if !f.Deep {
		for _, name := range v.list(f.Path) {
			if mayBeScenario(name) {
				paths = append(paths, filepath.Join(f.Path, name))
			}
		}
		return paths
	}
	_ = Walk(context.Background(), []string{f.Path}, mayBeScenario, func(found Found) error {
		if found.Err == nil && mayBeScenario(found.Path) {
			paths = append(paths, found.Path)
		}
		return nil
	})
	have := make(map[string]bool, len(paths))
	for _, p := range paths {
		have[Clean(p)] = true
	}
	root := Clean(f.Path)
	for path := range v.open {
		rel, err := filepath.Rel(root, path)
		if !IsVirtual(path) && !have[path] && err == nil && filepath.IsLocal(rel) && mayBeScenario(path) {
			paths = append(paths, filepath.Join(f.Path, rel))
		}
	}
	slices.Sort(paths)
	return paths
}

// otherKinds end the names of documents that are no scenarios.
var otherKinds = []string{modelSuffix, stateSuffix, ".run.json", ".questions.json", ".engine.json"}

// mayBeScenario tells whether a file is worth a look: scenarios are named *.scenario.json, and any other JSON may be one
// by its content.
func mayBeScenario(path string) bool {
	name := filepath.Base(path)
	if !strings.HasSuffix(name, jsonSuffix) || name == ConfigName {
		return false
	}
	for _, suffix := range otherKinds {
		if strings.HasSuffix(name, suffix) {
			return false
		}
	}
	return true
}

// probe returns the scenarioId of a file; ok is false where it is no scenario. A file that has not changed is not read
// again.
func (v *View) probe(path string) (string, bool) {
	key := Clean(path)
	if f, open := v.open[key]; open {
		id, _, ok := Probe(f.Text)
		return id, ok
	}
	now := stampOf(key)
	v.disk.mu.Lock()
	known, ok := v.disk.probes[key]
	v.disk.mu.Unlock()
	if ok && known.stamp.same(now) {
		return known.id, known.id != ""
	}
	file, err := ReadFile(key)
	if err != nil {
		return "", false
	}
	p := probed{stamp: file.stamp}
	p.id, _, _ = Probe(file.Text)
	v.disk.mu.Lock()
	defer v.disk.mu.Unlock()
	if v.disk.probes == nil || len(v.disk.probes) >= maxProbes {
		v.disk.probes = map[string]probed{}
	}
	v.disk.probes[key] = p
	return p.id, p.id != ""
}

// maxProbes bounds how many first looks are remembered.
const maxProbes = 1 << 16

// The names by which runs belong to a scenario: icu.run.json and icu.<case>.run.json beside icu.scenario.json.
const (
	scenarioSuffix = ".scenario.json"
	runSuffix      = ".run.json"
)

// ScenarioOf returns the path of the scenario that a run belongs to by its name; ok is false where none lies beside.
func (v *View) ScenarioOf(run string) (scenario string, ok bool) {
	if IsVirtual(run) {
		return "", false
	}
	dir, name := filepath.Dir(run), filepath.Base(run)
	stem, isRun := strings.CutSuffix(name, runSuffix)
	if !isRun {
		return "", false
	}
	names := v.list(dir)
	for stem != "" {
		if _, found := slices.BinarySearch(names, stem+scenarioSuffix); found {
			return filepath.Join(dir, stem+scenarioSuffix), true
		}
		dot := strings.LastIndexByte(stem, '.')
		if dot < 0 {
			return "", false
		}
		stem = stem[:dot]
	}
	return "", false
}

// RunsOf returns the runs of a scenario, icu.run.json first and the others by name.
func (v *View) RunsOf(scenario string) []string {
	stem, ok := strings.CutSuffix(filepath.Base(scenario), scenarioSuffix)
	if !ok || stem == "" || IsVirtual(scenario) {
		return nil
	}
	dir := filepath.Dir(scenario)
	var runs []string
	for _, name := range v.list(dir) {
		if !strings.HasSuffix(name, runSuffix) {
			continue
		}
		path := filepath.Join(dir, name)
		if owner, ok := v.ScenarioOf(path); ok && filepath.Base(owner) == stem+scenarioSuffix {
			runs = append(runs, path)
		}
	}
	slices.SortStableFunc(runs, func(a, b string) int {
		return strings.Compare(strings.TrimSuffix(a, runSuffix), strings.TrimSuffix(b, runSuffix))
	})
	return runs
}
