// Package lsp is the language server: one session over one connection, immutable snapshots of the documents, and one
// file for each thing an editor can ask. What a document means is found out by package analysis, which files there are
// by package workspace.
package lsp

import (
	"context"
	"errors"
	"io"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"
)

// Options configures a session.
type Options struct {
	Logger  *zap.Logger      // nil: silent. Nothing that is logged holds text of a document
	Version string           // of this program, told to the client; may be empty
	Clock   func() time.Time // what now() and today() read; nil: the system's
}

// ErrNoShutdown is the error of a session that ended without the client having asked for shutdown: by exit alone or by
// the end of input. The process should exit with 1 then (LSP 3.18, "Exit Notification").
var ErrNoShutdown = errors.New("the client ended the session without asking for shutdown first")

// errEnded is why work ends with the session.
var errEnded = errors.New("the session ended")

// grace is how long the end of a session waits for work that was cancelled.
const grace = time.Second

// Serve runs one session: it reads messages from in and writes messages to out until the client sends exit, the input
// ends or ctx does. It closes both. It returns nil if the client asked for shutdown before, else ErrNoShutdown or the
// error of ctx. It returns in bounded time even when a client neither reads nor closes its end.
func Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser, options Options) error {
	log := options.Logger
	if log == nil {
		log = zap.NewNop()
	}
	stream := newStream(in, out, log)
	conn := jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
	return newSession(ctx, conn, log, options).run(ctx, stream)
}

// run reads until the session ends, then ends what is still at work.
func (s *session) run(ctx context.Context, stream *stream) error {
	s.ended = stream.end
	go s.publisher.run(s.ctx)
	s.conn.Go(s.ctx, s.handle)
	select {
	case <-s.exit:
	case <-s.conn.Done():
	case <-ctx.Done():
	}
	s.cancel(errEnded)
	// Closing ends a reader that waits for input. A process's standard input may stay blocked even so, and a client
	// that does not read may hold a writer: neither may keep the process alive.
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		if err := stream.Close(); err != nil {
			s.log.Debug("closing the connection", zap.Error(err))
		}
	}()
	if !within(grace, closed, s.workers.close(), s.publisher.done) {
		s.log.Warn("the session ended while something was still at work")
	}
	within(grace/20, s.conn.Done())
	return s.verdict(ctx)
}

// within waits for all the ends and reports whether they came in time.
func within(limit time.Duration, ends ...<-chan struct{}) bool {
	late := time.NewTimer(limit)
	defer late.Stop()
	for _, end := range ends {
		select {
		case <-end:
		case <-late.C:
			return false
		}
	}
	return true
}

func (s *session) verdict(ctx context.Context) error {
	switch {
	case s.phase.Load() == phaseShutDown:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return ErrNoShutdown
}

// codec writes and reads payloads as the protocol's own types need it; bytes that are JSON already pass as they are.
type codec struct{}

var _ jsonrpc2.Codec = codec{}

func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		if raw == nil {
			return []byte("null"), nil
		}
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = append((*raw)[:0:0], data...)
		return nil
	}
	return protocol.Unmarshal(data, v)
}
