package lsp

import (
	"bytes"
	"slices"
	"sync"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// surroundings answers what a document asks of the folders around it (analysis.Surroundings and analysis.Library). It is
// complete before anybody is handed the document, so that the document's answers never change.
type surroundings struct {
	owner *analysis.Document              // the model of a state, the scenario of a run
	found map[string][]analysis.Candidate // what may be meant, by scenarioId
}

// ModelOf returns the model of the state.
func (a *surroundings) ModelOf(string) *analysis.Document { return a.owner }

// ScenarioOf returns the scenario of the run.
func (a *surroundings) ScenarioOf(string) *analysis.Document { return a.owner }

// Scenarios returns what was found of a scenario that the document depends on.
func (a *surroundings) Scenarios(_, id string) []analysis.Candidate { return a.found[id] }

// memory keeps the analyses of documents from one snapshot to the next, as long as neither they nor anything around them
// changes. It is bounded.
type memory struct {
	open func(analysis.Source, analysis.Surroundings, *analysis.Document) *analysis.Document

	mu    sync.Mutex
	known map[string]remembered
	held  int // bytes of their texts
}

type remembered struct {
	file   *workspace.File
	told   *analysis.Kind // by the editor
	level  analysis.Level
	around *surroundings
	pins   []string
	doc    *analysis.Document
}

// Bounds of what is remembered: the open documents, their models and states, and the libraries they depend on.
const (
	maxRemembered = 4096
	maxHeldBytes  = 64 << 20
)

func newMemory(open func(analysis.Source, analysis.Surroundings, *analysis.Document) *analysis.Document) *memory {
	return &memory{open: open, known: map[string]remembered{}}
}

func (m *memory) recall(path string) remembered {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known[path]
}

// settling finds the documents that belong together around one: what it asks its surroundings for, what these ask for,
// and so on, in circles if need be. For those around which nothing has changed the analysis of an earlier snapshot
// stands; so a document's analysis is another one exactly when its text or something that it rests on is.
type settling struct {
	s      *snapshot
	all    []*settled
	byPath map[string]*settled
}

// settled is one of these documents.
type settled struct {
	path   string
	file   *workspace.File
	before *analysis.Document // that memory had, of whatever text
	known  remembered         // of this very text; without a document where memory had another
	keeps  bool               // the known document stands
	doc    *analysis.Document // opened anew, with around
	around *surroundings

	pins  []string
	owner string                 // path
	found [][]workspace.Scenario // by pin
}

// maxSettled bounds how many documents may hang together. The analysis follows fewer and says so.
const maxSettled = 2 * maxRemembered

// settle opens a document and everything that it may ask for. The snapshot is locked.
func (s *snapshot) settle(path string) {
	t := &settling{s: s, byPath: map[string]*settled{}}
	t.add(path)
	for i := 0; i < len(t.all); i++ {
		t.look(t.all[i])
	}
	for range 3 { // another snapshot may settle the same at the same time: one of the two takes what the other has
		t.keep()
		if s.memory.store(t) {
			break
		}
	}
	if s.answers == nil {
		s.answers = map[string]answer{}
	}
	for _, a := range t.all {
		s.answers[a.path] = answer{doc: t.final(a.path)}
	}
}

func (t *settling) add(path string) {
	if _, done := t.s.answers[path]; done || t.byPath[path] != nil || len(t.all) >= maxSettled {
		return
	}
	if file, err := t.s.view.Read(path); err == nil {
		a := &settled{path: path, file: file}
		t.all, t.byPath[path] = append(t.all, a), a
	}
}

// look finds what a document asks for.
func (t *settling) look(a *settled) {
	s := t.s
	r := s.memory.recall(a.path)
	if a.before = r.doc; r.of(a.file, s.kind(a.file), s.settings.level()) {
		a.known, a.pins = r, r.pins
	} else {
		t.open(a)
		a.pins = a.doc.PinnedIDs()
	}
	if owner, ok := s.view.OwnerOf(a.path); ok && owner != a.path {
		a.owner = owner
		t.add(owner)
	}
	for _, id := range a.pins {
		found := s.view.Scenarios(a.path, id, s.libraries(a.path))
		for i := range found {
			found[i].Path = workspace.Clean(found[i].Path)
			t.add(found[i].Path)
		}
		a.found = append(a.found, found)
	}
}

// of reports whether this is the analysis of a file: of the same text, be it that of the disk which an editor has opened.
func (r remembered) of(file *workspace.File, told *analysis.Kind, level analysis.Level) bool {
	return r.doc != nil && r.told == told && r.level == level && (r.file == file || bytes.Equal(r.file.Text, file.Text))
}

// open opens a document whose surroundings follow.
func (t *settling) open(a *settled) {
	a.around = new(surroundings)
	a.doc = t.s.memory.open(analysis.Source{Name: a.path, Text: a.file.Text, Kind: t.s.kind(a.file), Level: t.s.settings.level()}, a.around, a.before)
}

// keep finds the documents that stand: all whose surroundings are those they were opened in, to begin with the
// assumption that every one does. The others are opened.
func (t *settling) keep() {
	for _, a := range t.all {
		a.keeps = a.known.doc != nil
	}
	for again := true; again; {
		again = false
		for _, a := range t.all {
			if a.keeps && !t.asBefore(a) {
				a.keeps, again = false, true
			}
		}
	}
	for _, a := range t.all {
		if !a.keeps && a.doc == nil {
			t.open(a)
		}
	}
	for _, a := range t.all {
		if a.keeps {
			continue
		}
		a.around.owner, a.around.found = t.final(a.owner), make(map[string][]analysis.Candidate, len(a.pins))
		for i, id := range a.pins {
			a.around.found[id] = t.candidates(a.found[i])
		}
	}
}

// asBefore reports whether the surroundings of a known document are still those.
func (t *settling) asBefore(a *settled) bool {
	was := a.known.around
	if was.owner != t.final(a.owner) {
		return false
	}
	for i, id := range a.pins {
		if !slices.EqualFunc(was.found[id], t.candidates(a.found[i]), func(x, y analysis.Candidate) bool {
			return x.Document == y.Document && x.Revision == y.Revision && (x.Stored == nil) == (y.Stored == nil) && bytes.Equal(x.Stored, y.Stored)
		}) {
			return false
		}
	}
	return true
}

func (t *settling) candidates(found []workspace.Scenario) []analysis.Candidate {
	out := make([]analysis.Candidate, 0, len(found))
	for _, f := range found {
		if doc := t.final(f.Path); doc != nil {
			out = append(out, analysis.Candidate{Document: doc, Revision: f.Revision, Stored: f.Stored})
		}
	}
	return out
}

// final returns the document of a path, as far as that is settled; nil for none.
func (t *settling) final(path string) *analysis.Document {
	if a := t.byPath[path]; a == nil {
		return t.s.answers[path].doc
	} else if a.keeps {
		return a.known.doc
	} else {
		return a.doc
	}
}

// store remembers what was settled; it reports false where somebody else did so meanwhile, which is to be looked at then.
func (m *memory) store(t *settling) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	alone := true
	for _, a := range t.all {
		now := m.known[a.path]
		if now.doc == a.before {
			continue
		}
		a.before = now.doc
		if now.of(a.file, t.s.kind(a.file), t.s.settings.level()) {
			a.known, alone = now, false
		}
	}
	if !alone {
		return false
	}
	for _, a := range t.all {
		if a.keeps {
			continue
		}
		if len(m.known) >= maxRemembered || m.held > maxHeldBytes {
			clear(m.known)
			m.held = 0
		}
		m.held += len(a.file.Text) - len(m.known[a.path].text())
		m.known[a.path] = remembered{file: a.file, told: t.s.kind(a.file), level: t.s.settings.level(), around: a.around, pins: a.pins, doc: a.doc}
	}
	return true
}

func (r remembered) text() []byte {
	if r.file == nil {
		return nil
	}
	return r.file.Text
}
