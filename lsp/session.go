package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// session is the state of one connection. Everything an answer depends on lies in a snapshot; what is here is how
// snapshots follow each other and how the client is spoken to.
type session struct {
	ctx     context.Context // ends with the session
	cancel  context.CancelCauseFunc
	conn    jsonrpc2.Conn
	client  protocol.Client // calls to it wait for its answer: never in the order of messages
	log     *zap.Logger
	options Options

	phase   atomic.Int32
	exit    chan struct{} // closed by the exit notification
	once    sync.Once
	ended   func() // ends reading
	routes  map[string]route
	flights flights
	workers *workers
	slots   slots

	can       clientCan // set by initialize, before the session runs
	disk      *workspace.Disk
	memory    *memory
	mu        sync.Mutex // one change of the snapshot at a time
	now       atomic.Pointer[snapshot]
	changed   *signal
	publisher *publisher
}

// The phases of a session (LSP 3.18, "Lifecycle Messages").
const (
	phaseNew int32 = iota
	phaseRunning
	phaseShutDown
)

// maxAtWork is how many requests compute at one time.
const maxAtWork = 4

func newSession(ctx context.Context, conn jsonrpc2.Conn, log *zap.Logger, options Options) *session {
	ctx, cancel := context.WithCancelCause(ctx)
	s := &session{
		ctx: ctx, cancel: cancel, conn: conn, client: protocol.ClientDispatcher(conn), log: log, options: options,
		exit: make(chan struct{}), routes: routes(), workers: newWorkers(), slots: make(slots, maxAtWork),
		disk: workspace.NewDisk(), changed: newSignal(),
	}
	s.memory = newMemory(analysis.Open)
	s.publisher = newPublisher(s)
	if s.options.Clock == nil {
		s.options.Clock = time.Now
	}
	s.now.Store(&snapshot{clock: s.options.Clock, can: &s.can, memory: s.memory, spawn: s.background, view: s.disk.View(nil)})
	return s
}

// snapshot returns the present state of all documents.
func (s *session) snapshot() *snapshot { return s.now.Load() }

// change replaces the snapshot by one that edit has changed, and has diagnostics follow. The disk is looked at again.
func (s *session) change(edit func(next *snapshot)) *snapshot {
	s.disk.Look()
	return s.retype(edit)
}

// retype is change where nothing but the text of an open document is another one.
func (s *session) retype(edit func(next *snapshot)) *snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.now.Load().next()
	edit(next)
	next.view = s.disk.View(next.files())
	s.now.Store(next)
	s.changed.broadcast()
	s.publisher.poke()
	return next
}

// current returns the snapshot as it is, or one with the same documents over what the disk holds now: clients that
// watch no files send no word of a change there.
func (s *session) current(snap *snapshot) *snapshot {
	if !snap.view.Stale() {
		return snap
	}
	s.change(func(*snapshot) {})
	fresh := snap.next()
	fresh.number = snap.number
	fresh.view = s.disk.View(fresh.files())
	return fresh
}

// background runs work that the session owns and ends, such as a call to the client.
func (s *session) background(name string, do func(context.Context) error) {
	if !s.workers.enter() {
		return
	}
	go func() {
		defer s.workers.leave()
		defer func() {
			if r := recover(); r != nil {
				_ = s.panicked(name, r)
			}
		}()
		if err := do(s.ctx); err != nil {
			s.log.Debug(name, zap.Error(err))
		}
	}()
}

// lifecycle answers the requests that begin and end a session, and refuses others outside of it.
func (s *session) lifecycle(method string, params jsonrpc2.RawMessage) (result any, handled bool, err error) {
	switch phase := s.phase.Load(); {
	case phase == phaseShutDown:
		return nil, true, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the session was shut down; only exit may follow")
	case method == protocol.MethodInitialize && phase == phaseNew:
		p := new(protocol.InitializeParams)
		if err := decode(params, p); err != nil {
			return nil, true, err
		}
		result := s.initialize(p)
		s.phase.Store(phaseRunning)
		return result, true, nil
	case method == protocol.MethodInitialize:
		return nil, true, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the session was initialized before")
	case phase == phaseNew:
		return nil, true, jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "initialize must come first")
	case method == protocol.MethodShutdown:
		s.phase.Store(phaseShutDown)
		return nil, true, nil
	}
	return nil, false, nil
}

// leave ends the session for the exit notification, after the messages that came before it.
func (s *session) leave() {
	s.once.Do(func() {
		s.ended()
		close(s.exit)
	})
}

// initialize learns what the client can do and answers what this server can.
func (s *session) initialize(p *protocol.InitializeParams) *protocol.InitializeResult {
	s.can = whatClientCan(&p.Capabilities)
	s.change(func(next *snapshot) {
		next.folders = foldersOf(p)
		next.settings = readSettings(p.InitializationOptions)
	})
	result := &protocol.InitializeResult{
		Capabilities: capabilities(&s.can),
		ServerInfo:   protocol.ServerInfo{Name: "lsp"},
	}
	if s.options.Version != "" {
		result.ServerInfo.Version = protocol.NewOptional(s.options.Version)
	}
	return result
}

// initialized asks the client for what could not be asked before.
func (s *session) initialized(*protocol.InitializedParams) error {
	if s.can.watch {
		s.background("watching files", func(ctx context.Context) error {
			return s.client.RegisterCapability(ctx, watchedFiles())
		})
	}
	s.askSettings()
	return nil
}

// askSettings has the settings of the client follow.
func (s *session) askSettings() {
	if !s.can.configuration {
		return
	}
	s.background("configuration", func(ctx context.Context) error {
		section := settingsSection
		got, err := s.client.Configuration(ctx, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: &section}}})
		if err != nil || len(got) == 0 {
			return err
		}
		s.configure(readSettings(got[0]))
		return nil
	})
}

// configure takes over settings, if there are any.
func (s *session) configure(settings *settings) {
	if settings == nil || settings.equal(s.snapshot().settingsOrDefault()) {
		return
	}
	s.change(func(next *snapshot) { next.settings = settings })
}

func (s *session) didChangeConfiguration(p *protocol.DidChangeConfigurationParams) error {
	if s.can.configuration { // the notification only says that something changed
		s.askSettings()
		return nil
	}
	var sections map[string]json.RawMessage
	if err := json.Unmarshal(p.Settings, &sections); err != nil {
		return nil // null, or settings of another shape: none for us
	}
	s.configure(readSettings(sections[settingsSection]))
	return nil
}

// settingsSection is the name under which clients hold the settings of this server.
const settingsSection = "scenariolsp"

// settings are what a user can choose.
type settings struct {
	Level     string   `json:"level"`     // strict (default) or compact
	Libraries []string `json:"libraries"` // folders of scenarios; relative to the folders of the workspace
}

func (s *settings) equal(t settings) bool {
	return s.Level == t.Level && slices.Equal(s.Libraries, t.Libraries)
}

// readSettings returns the settings of a JSON object, or nil when there is none.
func readSettings(raw []byte) *settings {
	var got *settings
	if err := json.Unmarshal(raw, &got); err != nil {
		return nil
	}
	return got
}

func (s *settings) level() analysis.Level {
	if s != nil && s.Level == "compact" {
		return analysis.Compact
	}
	return analysis.Strict
}

// signal tells any number of waiters that something happened.
type signal struct {
	mu sync.Mutex
	ch chan struct{}
}

func newSignal() *signal { return &signal{ch: make(chan struct{})} }

// wait returns a channel that is closed at the next broadcast.
func (s *signal) wait() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ch
}

func (s *signal) broadcast() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.ch)
	s.ch = make(chan struct{})
}
