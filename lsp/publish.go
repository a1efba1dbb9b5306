package lsp

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"github.com/scenariolsp/lsp/analysis"
)

// publisher sends diagnostics after every change of the snapshot. It alone sends them, so that they arrive in order; it
// takes the newest snapshot each time and gives up the one it was at when another comes.
//
// It needs no list of who depends on whom: a document is due when its analysis is another one than that of the
// diagnostics that the client has, and an analysis is another one exactly when the text or what is around it changed.
type publisher struct {
	s    *session
	wake chan struct{} // one token: the snapshot changed
	done chan struct{}

	mu     sync.Mutex
	cancel context.CancelCauseFunc // of the pass at work

	// Only the publisher's own goroutine looks at these.
	sent    map[string]sent // what the client has, by path
	library libraryWatch
}

type sent struct {
	document *document // the version; its URI outlives the document
	doc      *analysis.Document
}

// settle is how long the client is left alone before it is told to ask for lenses or diagnostics again: a person who
// types in a state should not make the model's lenses flicker.
const settle = 75 * time.Millisecond

func newPublisher(s *session) *publisher {
	return &publisher{s: s, wake: make(chan struct{}, 1), done: make(chan struct{}), sent: map[string]sent{}}
}

// poke has a pass begin and ends the one at work, whose results nobody needs any more.
func (p *publisher) poke() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cancel != nil {
		p.cancel(errSuperseded)
	}
	p.wakeUp()
}

// wakeUp has another pass follow the one at work.
func (p *publisher) wakeUp() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// run makes passes until ctx ends.
func (p *publisher) run(ctx context.Context) {
	defer close(p.done)
	refresh := time.NewTimer(settle)
	refresh.Stop()
	defer refresh.Stop()
	var due refreshes
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
			if due = due.and(p.pass(ctx)); due.any() {
				refresh.Reset(settle)
			}
		case <-refresh.C:
			p.s.refresh(due)
			due = refreshes{}
		}
	}
}

// refreshes is what the client should be told to ask for again.
type refreshes struct{ lenses, diagnostics bool }

func (r refreshes) and(o refreshes) refreshes {
	return refreshes{lenses: r.lenses || o.lenses, diagnostics: r.diagnostics || o.diagnostics}
}

func (r refreshes) any() bool { return r.lenses || r.diagnostics }

// refresh tells the client to ask again, where it understands that.
func (s *session) refresh(r refreshes) {
	if r.lenses && s.can.lensRefresh {
		s.background("refreshing lenses", s.client.CodeLensRefresh)
	}
	if r.diagnostics && s.can.pull {
		s.background("refreshing diagnostics", s.client.DiagnosticRefresh)
	}
}

// pass brings the client up to date with the present snapshot, as far as no later one comes between.
func (p *publisher) pass(session context.Context) (due refreshes) {
	ctx, cancel := context.WithCancelCause(session)
	defer cancel(nil)
	p.mu.Lock()
	p.cancel = cancel
	p.mu.Unlock()
	snap := p.s.snapshot()

	for path, was := range p.sent {
		if _, open := snap.open[path]; !open {
			delete(p.sent, path)
			p.send(ctx, &protocol.PublishDiagnosticsParams{URI: was.document.uri, Diagnostics: []protocol.Diagnostic{}})
		}
	}
	for _, path := range p.order(snap) {
		if ctx.Err() != nil {
			return due
		}
		due = due.and(p.document(ctx, snap, path))
	}
	p.library.follow(p.s, snap.outside())
	return due
}

// order returns the open documents: first those that have changed themselves, whose diagnostics a person waits for.
func (p *publisher) order(snap *snapshot) []string {
	paths := make([]string, 0, len(snap.open))
	for path := range snap.open {
		paths = append(paths, path)
	}
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(cmp.Compare(p.unchanged(snap, a), p.unchanged(snap, b)), cmp.Compare(a, b))
	})
	return paths
}

func (p *publisher) unchanged(snap *snapshot, path string) int {
	if p.sent[path].document == snap.open[path] {
		return 1
	}
	return 0
}

// document brings the client up to date with one document.
func (p *publisher) document(ctx context.Context, snap *snapshot, path string) (due refreshes) {
	was, version := p.sent[path], snap.open[path]
	now := sent{document: version}
	defer func() {
		if r := recover(); r != nil {
			_ = p.s.panicked("diagnostics", r)
			p.sent[path] = now // not again before something changes
		}
	}()
	doc, err := snap.document(path)
	if err != nil {
		p.s.log.Warn("an open document cannot be read", zap.Error(err))
		return due
	}
	now.doc = doc
	present := basis{doc: doc, state: snap.activeStateFile(path)}
	due.lenses = outdated(&version.lensed, present, func(a, b basis) bool { return a == b })
	if p.s.can.pull {
		due.diagnostics = outdated(&version.diagnosed, present, func(a, b basis) bool { return a.doc == b.doc })
		p.sent[path] = now
		return due
	}
	if was == now {
		return due
	}
	found, err := doc.Diagnostics(ctx)
	if err != nil || ctx.Err() != nil {
		return due // a later pass will have all of it
	}
	version.lived.remember(doc)
	params := &protocol.PublishDiagnosticsParams{URI: version.uri, Version: protocol.NewOptional(version.file.Version), Diagnostics: snap.diagnostics(doc, found)}
	if p.send(ctx, params) {
		p.sent[path] = now
	}
	return due
}

// send reports whether the client was told.
func (p *publisher) send(ctx context.Context, params *protocol.PublishDiagnosticsParams) bool {
	if p.s.can.pull { // it asks itself
		return true
	}
	err := p.s.client.PublishDiagnostics(context.WithoutCancel(ctx), params)
	if err != nil && !errors.Is(context.Cause(ctx), errEnded) {
		p.s.log.Debug("diagnostics were not sent", zap.Error(err))
	}
	return err == nil
}
