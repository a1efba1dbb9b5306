package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/jsonrpc2"
)

// flights are the requests at work, by their id.
type flights struct {
	mu   sync.Mutex
	byID map[jsonrpc2.ID]*flight
}

// flight is one request at work.
type flight struct {
	cancel context.CancelCauseFunc
	path   string
	edit   editPolicy
}

func (f *flights) add(id jsonrpc2.ID, one *flight) *flight {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.byID == nil {
		f.byID = map[jsonrpc2.ID]*flight{}
	}
	f.byID[id] = one
	return one
}

// remove forgets the request; a client that used its id again meanwhile keeps the later one.
func (f *flights) remove(id jsonrpc2.ID, one *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.byID[id] == one {
		delete(f.byID, id)
	}
}

// cancel ends one request for the client.
func (f *flights) cancel(id jsonrpc2.ID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if one, ok := f.byID[id]; ok {
		one.cancel(errCancelled)
	}
}

// supersede ends the requests that an edit of the document made pointless.
func (f *flights) supersede(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, one := range f.byID {
		if one.edit != keep && one.path == path {
			one.cancel(errSuperseded)
		}
	}
}

// workers counts what is at work in a session, so that its end can wait for all of it.
type workers struct {
	mu     sync.Mutex
	n      int
	closed bool
	idle   chan struct{} // closed once closed is set and nothing is at work
}

func newWorkers() *workers { return &workers{idle: make(chan struct{})} }

// enter reports whether work may begin; leave must follow it then.
func (w *workers) enter() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	w.n++
	return true
}

func (w *workers) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.n--; w.n == 0 && w.closed {
		close(w.idle)
	}
}

// close refuses further work and returns a channel that is closed when all has ended. It is called once.
func (w *workers) close() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed = true; w.n == 0 {
		close(w.idle)
	}
	return w.idle
}

// slots bound how many requests compute at one time.
type slots chan struct{}

// take waits for a slot; its error is that of the context.
func (s slots) take(ctx context.Context) error {
	select {
	case s <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s slots) give() { <-s }
