package workspace

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

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
	look  uint64 // of the Disk when that was seen to be so
}

// walked is what a walk through a folder found.
type walked struct {
	paths []string         // of what may be scenarios, sorted
	read  map[string]stamp // of the directories and ignore files that decided on these
	look  uint64           // of the Disk when that was seen to be so
}

// stands reports whether a walk would go the same way again.
func (w *walked) stands() bool {
	for path, stamp := range w.read {
		if !stamp.same(stampOf(path)) {
			return false
		}
	}
	return true
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

// ScenarioIDs returns the ids of the scenarios that Scenarios finds from a document, sorted.
func (v *View) ScenarioIDs(from string, folders []Folder) []string {
	if !IsVirtual(from) {
		folders = append([]Folder{{Path: filepath.Dir(from)}}, folders...)
	}
	ids := map[string]bool{}
	for _, f := range folders {
		for id := range v.index(f) {
			ids[id] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
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

// Indexed returns the paths of all scenarios in a folder, sorted.
func (v *View) Indexed(f Folder) []string {
	var all []string
	for _, paths := range v.index(f) {
		all = append(all, paths...)
	}
	slices.Sort(all)
	return all
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
	if v.of != nil {
		return v.of.index(f)
	}
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
	if !f.Deep {
		var paths []string
		for _, name := range v.list(f.Path) {
			if mayBeScenario(name) {
				paths = append(paths, filepath.Join(f.Path, name))
			}
		}
		return paths
	}
	w := v.disk.walk(f.Path)
	v.mu.Lock()
	v.walks = append(v.walks, w)
	v.mu.Unlock()
	paths := w.paths[:len(w.paths):len(w.paths)]
	root := Clean(f.Path)
	for path := range v.open {
		rel, err := filepath.Rel(root, path)
		if err != nil || IsVirtual(path) || !filepath.IsLocal(rel) || !mayBeScenario(path) {
			continue
		}
		if _, have := slices.BinarySearch(w.paths, filepath.Join(f.Path, rel)); !have {
			paths = append(paths, filepath.Join(f.Path, rel))
		}
	}
	if len(paths) > len(w.paths) { // they are a list of this view's own then
		slices.Sort(paths)
	}
	return paths
}

// walk finds what may be scenarios in a folder and below. It walks again only where there is reason to.
func (d *Disk) walk(folder string) *walked {
	d.mu.Lock()
	known, look := d.walks[folder], d.look
	seen := known != nil && known.look == look
	d.mu.Unlock()
	if seen {
		return known
	}
	w := known
	if w == nil || !w.stands() {
		w = &walked{read: map[string]stamp{}}
		walk := walker{ctx: context.Background(), named: mayBeScenario, read: func(path string) { w.read[path] = stampOf(path) }, visit: func(found Found) error {
			if found.Err == nil && mayBeScenario(found.Path) {
				w.paths = append(w.paths, found.Path)
			}
			return nil
		}}
		_ = walk.walk([]string{folder}) // what cannot be looked at holds nothing
		slices.Sort(w.paths)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	w.look = look
	if d.walks == nil || len(d.walks) >= maxWalks {
		d.walks = map[string]*walked{}
	}
	d.walks[folder] = w
	return w
}

// maxWalks bounds how many folders are remembered.
const maxWalks = 64

// otherKinds end the names of documents that are no scenarios.
var otherKinds = []string{modelSuffix, stateSuffix, runSuffix, ".questions.json", ".engine.json"}

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
	v.disk.mu.Lock()
	p, known := v.disk.probes[key]
	look := v.disk.look
	v.disk.mu.Unlock()
	if known && p.look == look {
		return p.id, p.id != ""
	}
	if !known || !p.stamp.same(stampOf(key)) {
		text, stamp := readStart(key)
		p.stamp = stamp
		p.id, _, _ = Probe(text)
	}
	p.look = look
	v.disk.mu.Lock()
	defer v.disk.mu.Unlock()
	if v.disk.probes == nil || len(v.disk.probes) >= maxProbes {
		v.disk.probes = map[string]probed{}
	}
	v.disk.probes[key] = p
	return p.id, p.id != ""
}

// maxStart is how much of a file the first look reads: a scenario says early what it is, and a workspace may hold large
// files of other kinds.
const maxStart = 256 << 10

// readStart reads the start of a regular file; nothing where it cannot be read.
func readStart(path string) ([]byte, stamp) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // as in ReadFile
	if err != nil {
		return nil, stamp{}
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, stamp{}
	}
	text, err := io.ReadAll(io.LimitReader(f, maxStart))
	if err != nil {
		return nil, stamp{}
	}
	return text, stampOfInfo(info)
}

// maxProbes bounds how many first looks are remembered.
const maxProbes = 1 << 16
