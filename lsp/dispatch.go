package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/buger/jsonparser"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"
)

// Error codes of the protocol that the library does not name (LSP 3.17, "Response Message").
const (
	codeServerCancelled jsonrpc2.Code = -32802 // the server gave up; the client may ask again
	codeRequestFailed   jsonrpc2.Code = -32803 // everything was well formed, and it cannot be done
)

// Why the context of a request ended.
var (
	errCancelled  = errors.New("the client cancelled the request")
	errSuperseded = errors.New("a later edit made the request pointless")
)

// route is what is done with one method.
type route struct {
	// order runs on the reading goroutine, one message after the other. A notification is done in it. A request
	// decodes its parameters there and returns the rest of its work, which runs beside the messages that follow.
	order func(s *session, params jsonrpc2.RawMessage) (work, error)
	edit  editPolicy
	shown bool // the client keeps showing the answer, and is told to ask again when it is true no more
	waits bool // it waits for a person or for something to happen, and holds none of the slots for work meanwhile
}

// work answers a request from the snapshot that stood when its turn came.
type work struct {
	path string // of the document that is asked about; may be empty
	do   func(ctx context.Context, snap *snapshot) (any, error)
}

// editPolicy says what an edit of the document does to a request that is still at work on it.
type editPolicy uint8

const (
	keep      editPolicy = iota // it answers for the snapshot it has: cheap, or asked for by a person
	drop                        // it ends with ContentModified: the client asks again or shows nothing
	retrigger                   // it ends with ServerCancelled, which tells the client to ask again
)

// shows marks a route whose answer stays on the screen.
func (r route) shows() route {
	r.shown = true
	return r
}

// query makes a route of a feature: a function of a snapshot.
func query[P any](edit editPolicy, at func(*P) uri.URI, f func(context.Context, *snapshot, *P) (any, error)) route {
	return route{edit: edit, order: func(_ *session, raw jsonrpc2.RawMessage) (work, error) {
		params := new(P)
		if err := decode(raw, params); err != nil {
			return work{}, err
		}
		w := work{do: func(ctx context.Context, snap *snapshot) (any, error) { return f(ctx, snap, params) }}
		if at != nil {
			w.path = pathOf(at(params))
		}
		return w, nil
	}}
}

// notification makes a route of a notification: it is done in order.
func notification[P any](f func(*session, *P) error) route {
	return route{order: func(s *session, raw jsonrpc2.RawMessage) (work, error) {
		params := new(P)
		if err := decode(raw, params); err != nil {
			return work{}, err
		}
		return work{}, f(s, params)
	}}
}

func decode(raw jsonrpc2.RawMessage, params any) error {
	if len(raw) == 0 {
		raw = jsonrpc2.RawMessage("{}")
	}
	if err := protocol.Unmarshal(raw, params); err != nil {
		if !json.Valid(raw) {
			return jsonrpc2.NewError(jsonrpc2.ParseError, "the parameters are not JSON")
		}
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, "the parameters have another shape than the protocol gives them: "+shorten(err.Error(), 200))
	}
	return nil
}

// handle takes every message in the order of arrival. Notifications never return an error, which would end the
// connection; requests leave the order once they hold a snapshot.
func (s *session) handle(order context.Context, req *jsonrpc2.Request) (any, error) {
	// A method name lies in the buffer of the message and must outlive it.
	method := strings.Clone(req.Method())
	if !req.IsCall() {
		s.notified(method, req.Params())
		return nil, nil
	}
	return s.requested(order, method, req)
}

// notified handles one notification.
func (s *session) notified(method string, params jsonrpc2.RawMessage) {
	defer func() {
		if r := recover(); r != nil {
			s.panicked(method, r)
		}
	}()
	switch {
	case method == protocol.MethodExit:
		s.leave()
		return
	case method == protocol.MethodCancelRequest:
		s.cancelled(params)
		return
	case s.phase.Load() != phaseRunning:
		s.log.Debug("notification outside of a session", zap.String("method", method))
		return
	}
	r, ok := s.routes[method]
	if !ok {
		if !strings.HasPrefix(method, "$/") { // optional by definition: "$ Notifications and Requests"
			s.log.Debug("unknown notification", zap.String("method", method))
		}
		return
	}
	if _, err := r.order(s, params); err != nil {
		// The error may quote the document.
		s.log.Warn("notification not understood", zap.String("method", method), zap.Int("bytes", len(params)))
	}
}

// requested handles one request.
func (s *session) requested(order context.Context, method string, req *jsonrpc2.Request) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			result, err = nil, s.panicked(method, r)
		}
	}()
	if result, handled, err := s.lifecycle(method, req.Params()); handled {
		return result, err
	}
	r, ok := s.routes[method]
	if !ok {
		return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "this server knows no method %q", method)
	}
	w, err := r.order(s, req.Params())
	if err != nil {
		return nil, err
	}
	snap := s.snapshot()
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	f := s.flights.add(req.ID(), &flight{cancel: cancel, path: w.path, edit: r.edit})
	defer s.flights.remove(req.ID(), f)
	if !s.workers.enter() {
		return nil, answerable(ctx, r.edit, errEnded)
	}
	defer s.workers.leave()
	jsonrpc2.Async(order)

	if !r.waits {
		if err := s.slots.take(ctx); err != nil {
			return nil, answerable(ctx, r.edit, err)
		}
		defer s.slots.give()
	}
	started := time.Now()
	result, err = w.do(ctx, s.current(snap))
	if r.shown && s.snapshot().number != snap.number {
		s.publisher.wakeUp() // what was answered may not be true any more
	}
	if took := time.Since(started); took > slow && !r.waits {
		s.log.Info("slow request", zap.String("method", method), zap.Duration("took", took))
	}
	if err != nil {
		return nil, answerable(ctx, r.edit, err)
	}
	return result, nil
}

// slow is the time beyond which a request is logged: a person would feel it.
const slow = 100 * time.Millisecond

// answerable turns the error of a request into one of the protocol's.
func answerable(ctx context.Context, edit editPolicy, err error) error {
	var coded *jsonrpc2.Error
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errSuperseded) && edit == retrigger:
		return &jsonrpc2.Error{Code: codeServerCancelled, Message: errSuperseded.Error(), Data: jsonrpc2.RawMessage(`{"retriggerRequest":true}`)}
	case errors.Is(cause, errSuperseded):
		return jsonrpc2.NewError(protocol.CodeContentModified, errSuperseded.Error())
	case cause != nil:
		return jsonrpc2.NewError(protocol.CodeRequestCancelled, errCancelled.Error())
	case errors.As(err, &coded):
		return coded
	}
	return jsonrpc2.NewError(codeRequestFailed, err.Error())
}

// panicked logs a defect of ours and returns the error that answers the request; everything else goes on.
func (s *session) panicked(method string, r any) error {
	// The value of a panic may quote a document: the log gets the place alone.
	s.log.Error("defect", zap.String("method", method), zap.String("type", fmt.Sprintf("%T", r)), zap.ByteString("stack", debug.Stack()))
	return jsonrpc2.Errorf(jsonrpc2.InternalError, "a defect of the server: %s failed on this document; the log has the place. Everything else goes on", method)
}

// cancelled ends the request that the client names. What names no request is ignored.
func (s *session) cancelled(params jsonrpc2.RawMessage) {
	raw, kind, _, err := jsonparser.Get(params, "id")
	if err != nil {
		return
	}
	switch kind {
	case jsonparser.Number:
		if n, err := jsonparser.ParseInt(raw); err == nil {
			s.flights.cancel(jsonrpc2.NewNumberID(n))
		}
	case jsonparser.String:
		if id, err := jsonparser.ParseString(raw); err == nil {
			s.flights.cancel(jsonrpc2.NewStringID(id))
		}
	}
}
