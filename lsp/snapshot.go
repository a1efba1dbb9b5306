package lsp

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// snapshot is all documents at one moment: what the client holds open over what lies on disk. It does not change, and
// it answers the same question in the same way for as long as it lives. Every feature is a function of a snapshot.
type snapshot struct {
	number   uint64
	can      *clientCan
	folders  []string
	settings *settings
	open     map[string]*document // by path; copied when it changes
	selected map[string]string    // state or run that a person chose, by path of the model or scenario; copied when it changes
	view     *workspace.View
	memory   *memory

	spawn func(what string, do func(context.Context) error) // does work that the session ends and waits for

	clock func() time.Time // the session's

	mu       sync.Mutex
	time     time.Time                // at which this snapshot evaluates; zero until it does
	answers  map[string]answer        // documents of this snapshot, by path
	warming  map[string]chan struct{} // closed when the document of the path is analysed
	blocked  map[*analysis.Document]*analysis.Obstacles
	outcomes map[askKey]*outcome           // what was run in this snapshot
	runs     map[runKey]*ran               // likewise, of scenarios
	searched map[string][]workspace.Folder // where dependencies are looked for, by folder of who asks
}

// document is one version of a document that the client holds open.
type document struct {
	uri      uri.URI // as the client spells it
	language string  // the editor's name of the language
	file     *workspace.File
	lived    *lived // what outlives one version

	// What the client has been answered with for this version. It is told to ask again when that is not true any more.
	diagnosed, lensed atomic.Pointer[basis]
}

// basis is what an answer rests on.
type basis struct {
	doc   *analysis.Document
	state *workspace.File // the active state or run
}

// answered notes what the client was answered with. A later answer counts, whichever comes first.
func (s *snapshot) answered(doc *analysis.Document, of func(*document) *atomic.Pointer[basis]) {
	if d, ok := s.open[doc.Name]; ok {
		of(d).Store(&basis{doc: doc, state: s.activeStateFile(doc.Name)})
	}
}

func diagnosed(d *document) *atomic.Pointer[basis] { return &d.diagnosed }
func lensed(d *document) *atomic.Pointer[basis]    { return &d.lensed }

// outdated reports whether the client holds an answer that rests on something else than now stands, once.
func outdated(held *atomic.Pointer[basis], now basis, same func(a, b basis) bool) bool {
	had := held.Load()
	return had != nil && !same(*had, now) && held.CompareAndSwap(had, &now)
}

// lived is what is remembered of a document from one version to the next.
type lived struct {
	lenses atomic.Pointer[[]placedLens] // where lenses stood when the syntax was whole, moved along with every edit
}

type answer struct {
	doc *analysis.Document
	err error
}

// next returns a snapshot to be changed: the same documents, nothing of them looked at yet.
func (s *snapshot) next() *snapshot {
	return &snapshot{number: s.number + 1, can: s.can, folders: s.folders, settings: s.settings, open: s.open, selected: s.selected, memory: s.memory, spawn: s.spawn, clock: s.clock}
}

// set puts a document into a snapshot that is being made; nil closes it.
func (s *snapshot) set(path string, d *document) {
	open := make(map[string]*document, len(s.open)+1)
	maps.Copy(open, s.open)
	if d == nil {
		delete(open, path)
	} else {
		open[path] = d
	}
	s.open = open
}

// choose makes a state the active one of a model, or a run of a scenario, in a snapshot that is being made; an empty
// path undoes the choice.
func (s *snapshot) choose(model, state string) {
	selected := make(map[string]string, len(s.selected)+1)
	maps.Copy(selected, s.selected)
	if state == "" {
		delete(selected, model)
	} else {
		selected[model] = state
	}
	s.selected = selected
}

// files returns the open documents as a view wants them.
func (s *snapshot) files() map[string]*workspace.File {
	files := make(map[string]*workspace.File, len(s.open))
	for path, d := range s.open {
		files[path] = d.file
	}
	return files
}

func (s *snapshot) settingsOrDefault() settings {
	if s.settings == nil {
		return settings{}
	}
	return *s.settings
}

// document returns the analysis of the document at the path; nothing of it is computed yet. Its error is a sentence.
func (s *snapshot) document(path string) (*analysis.Document, error) {
	path = workspace.Clean(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, ok := s.answers[path]; ok {
		return a.doc, a.err
	}
	if _, err := s.view.Read(path); err != nil {
		return nil, err
	}
	s.settle(path)
	return s.answers[path].doc, nil
}

// warm waits until the document is analysed, or until ctx ends; the analysis goes on then, for whoever asks next.
func (s *snapshot) warm(ctx context.Context, doc *analysis.Document) error {
	s.mu.Lock()
	ready, ok := s.warming[doc.Name]
	if !ok {
		ready = make(chan struct{})
		if s.warming == nil {
			s.warming = map[string]chan struct{}{}
		}
		s.warming[doc.Name] = ready
	}
	s.mu.Unlock()
	if !ok {
		s.spawn("analysis", func(ctx context.Context) error {
			defer close(ready)
			_, err := doc.Diagnostics(ctx)
			return err
		})
	}
	select {
	case <-ready:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// kind returns what an editor says a document is, where neither its name nor its content tells; nil leaves it to these.
func (s *snapshot) kind(file *workspace.File) *analysis.Kind {
	d, open := s.open[file.Path]
	if !open || analysis.KindByName(file.Path) != nil {
		return nil
	}
	kind := analysis.KindByLanguage(d.language)
	if kind == nil || analysis.KindByContent(file.Text) != nil {
		return nil
	}
	return kind
}

// at returns the document that a client speaks of.
func (s *snapshot) at(u uri.URI) (*analysis.Document, error) {
	if u == "" {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, "the request names no document")
	}
	return s.document(pathOf(u))
}

// uriOf returns the URI of a document as the client spells it.
func (s *snapshot) uriOf(path string) uri.URI {
	if d, ok := s.open[path]; ok {
		return d.uri
	}
	if workspace.IsVirtual(path) {
		return uri.URI(path)
	}
	return uri.File(path)
}

// version returns the client's number of the document, if it holds it open.
func (s *snapshot) version(path string) (int32, bool) {
	if d, ok := s.open[path]; ok {
		return d.file.Version, true
	}
	return 0, false
}

// pathOf returns the path of a document's URI, or the URI itself where it names no file.
func pathOf(u uri.URI) string {
	if u.IsFile() {
		return workspace.Clean(u.FsPath())
	}
	return string(u)
}

// places converts between the byte offsets of one document and the positions that the client counts.
type places struct {
	lines    *jsontree.Lines
	encoding jsontree.Encoding
}

func (s *snapshot) places(doc *analysis.Document) places {
	return places{lines: doc.Lines(), encoding: s.can.encoding}
}

func (p places) position(off int) protocol.Position {
	line, char := p.lines.Position(off, p.encoding)
	return protocol.Position{Line: uint32(line), Character: uint32(char)}
}

func (p places) span(span jsontree.Span) protocol.Range {
	return protocol.Range{Start: p.position(span.Start), End: p.position(span.End)}
}

func (p places) offset(pos protocol.Position) int {
	return p.lines.Offset(int(pos.Line), int(pos.Character), p.encoding)
}
