package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"
	"go.uber.org/goleak"
	"go.uber.org/zap"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patient is how long a test waits for what must come. It bounds a failure, not a success.
const patient = 20 * time.Second

// fakeEditor is a client that speaks the protocol byte by byte, so that it can also speak it wrongly.
type fakeEditor struct {
	t    testing.TB
	conn net.Conn
	end  chan error // what Serve returned

	mu       sync.Mutex
	next     int
	answers  map[string]chan message
	received []message // notifications and requests of the server, in order
	news     *signal
	reply    map[string]func(params json.RawMessage) any // answers to requests of the server
	closed   chan struct{}
}

// message is any message of the protocol.
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error,omitempty"`
}

// obj is a JSON object.
type obj = map[string]any

// start runs a server and connects an editor to it; nothing has been said yet.
func start(t testing.TB, prepare ...func(*session)) *fakeEditor {
	t.Helper()
	ours, theirs := net.Pipe()
	e := &fakeEditor{t: t, next: 1000, conn: ours, end: make(chan error, 1), answers: map[string]chan message{}, news: newSignal(),
		reply: map[string]func(json.RawMessage) any{}, closed: make(chan struct{})}
	log := zap.NewNop()
	if testing.Verbose() && os.Getenv("LSP_TEST_LOG") != "" {
		log = zap.Must(zap.NewDevelopment())
	}
	stream := newStream(theirs, theirs, log)
	conn := jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
	s := newSession(context.Background(), conn, log, Options{Version: "test"})
	for _, p := range prepare {
		p(s)
	}
	go func() { e.end <- s.run(context.Background(), stream) }()
	go e.read()
	t.Cleanup(e.close)
	return e
}

// open starts a server and initializes it in a folder, with capabilities of the client.
func open(t testing.TB, folder string, capabilities obj, prepare ...func(*session)) *fakeEditor {
	t.Helper()
	e := start(t, prepare...)
	e.must("initialize", obj{"processId": nil, "rootUri": fileURI(folder), "capabilities": capabilities,
		"workspaceFolders": []obj{{"uri": fileURI(folder), "name": "w"}}})
	e.notify("initialized", obj{})
	return e
}

func (e *fakeEditor) close() {
	e.conn.Close()
	select {
	case <-e.closed:
	case <-time.After(patient):
		e.t.Error("the reader did not end")
	}
	select {
	case <-e.end:
	case <-time.After(patient):
		e.t.Error("the server did not end with its input")
	}
}

func (e *fakeEditor) read() {
	defer close(e.closed)
	in := textproto.NewReader(bufio.NewReader(e.conn))
	for {
		header, err := in.ReadMIMEHeader()
		if err != nil {
			return
		}
		n, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			e.t.Errorf("the server sent a header without length: %v", header)
			return
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(in.R, body); err != nil {
			return
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			e.t.Errorf("the server sent %q: %v", body, err)
			return
		}
		e.take(m)
	}
}

func (e *fakeEditor) take(m message) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if m.Method == "" {
		if ch, ok := e.answers[string(m.ID)]; ok && string(m.ID) != "null" {
			delete(e.answers, string(m.ID))
			ch <- m
			return
		}
		m.Method = "answer"
	} else if len(m.ID) > 0 {
		var result any
		if reply, ok := e.reply[m.Method]; ok {
			result = reply(m.Params)
		}
		go e.send(obj{"id": m.ID, "result": result})
	}
	e.received = append(e.received, m)
	e.news.broadcast()
}

// raw writes bytes as they are.
func (e *fakeEditor) raw(text string) {
	if _, err := io.WriteString(e.conn, text); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		e.t.Logf("writing: %v", err)
	}
}

func (e *fakeEditor) send(m obj) {
	m["jsonrpc"] = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		e.t.Error(err)
		return
	}
	e.raw(frame(string(body)))
}

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func (e *fakeEditor) notify(method string, params any) {
	e.send(obj{"method": method, "params": params})
}

// ask sends a request; the answer comes through the channel.
func (e *fakeEditor) ask(method string, params any) (id int, answer <-chan message) {
	e.mu.Lock()
	e.next++
	id = e.next
	ch := make(chan message, 1)
	e.answers[strconv.Itoa(id)] = ch
	e.mu.Unlock()
	m := obj{"id": id, "method": method}
	if params != nil {
		m["params"] = params
	}
	e.send(m)
	return id, ch
}

func (e *fakeEditor) wait(answer <-chan message) message {
	e.t.Helper()
	select {
	case m := <-answer:
		return m
	case <-time.After(patient):
		e.t.Fatal("no answer came")
	}
	return message{}
}

// call sends a request and waits for its answer.
func (e *fakeEditor) call(method string, params any) message {
	e.t.Helper()
	_, answer := e.ask(method, params)
	return e.wait(answer)
}

// must sends a request that has to succeed.
func (e *fakeEditor) must(method string, params any) json.RawMessage {
	e.t.Helper()
	m := e.call(method, params)
	if m.Error != nil {
		e.t.Fatalf("%s: error %d: %s", method, m.Error.Code, m.Error.Message)
	}
	return m.Result
}

// fails sends a request that has to fail and returns the code.
func (e *fakeEditor) fails(method string, params any) int {
	e.t.Helper()
	m := e.call(method, params)
	if m.Error == nil {
		e.t.Fatalf("%s: got %s, want an error", method, m.Result)
	}
	return m.Error.Code
}

// await waits for a message of the server that fits, among those that came and those that come.
func (e *fakeEditor) await(what string, fits func(message) bool) message {
	e.t.Helper()
	late := time.After(patient)
	for from := 0; ; {
		more := e.news.wait()
		e.mu.Lock()
		for ; from < len(e.received); from++ {
			if m := e.received[from]; fits(m) {
				e.received = append(e.received[:from:from], e.received[from+1:]...)
				e.mu.Unlock()
				return m
			}
		}
		e.mu.Unlock()
		select {
		case <-more:
		case <-late:
			e.t.Fatalf("%s did not come", what)
		}
	}
}

// published is what the server pushed for one document.
type published struct {
	URI         string `json:"uri"`
	Version     *int   `json:"version"`
	Diagnostics []struct {
		Message  string `json:"message"`
		Code     string `json:"code"`
		Severity int    `json:"severity"`
		Range    rng    `json:"range"`
	} `json:"diagnostics"`
}

type pos struct{ Line, Character int }
type rng struct{ Start, End pos }

// diagnostics waits for the diagnostics of a version of a document; version -1 is that of a closed one.
func (e *fakeEditor) diagnostics(u string, version int) published {
	e.t.Helper()
	var p published
	e.await(fmt.Sprintf("diagnostics of %s, version %d", u, version), func(m message) bool {
		p = published{}
		if m.Method != "textDocument/publishDiagnostics" || json.Unmarshal(m.Params, &p) != nil || p.URI != u {
			return false
		}
		return p.Version == nil && version < 0 || p.Version != nil && *p.Version == version
	})
	return p
}

func (e *fakeEditor) didOpen(u string, version int, text string) {
	e.notify("textDocument/didOpen", obj{"textDocument": obj{"uri": u, "languageId": "json", "version": version, "text": text}})
}

func (e *fakeEditor) didChange(u string, version int, changes ...obj) {
	e.notify("textDocument/didChange", obj{"textDocument": obj{"uri": u, "version": version}, "contentChanges": changes})
}

func (e *fakeEditor) didClose(u string) {
	e.notify("textDocument/didClose", obj{"textDocument": obj{"uri": u}})
}

// edit is one incremental change.
func edit(sl, sc, el, ec int, text string) obj {
	return obj{"range": obj{"start": obj{"line": sl, "character": sc}, "end": obj{"line": el, "character": ec}}, "text": text}
}

func at(u string, line, char int) obj {
	return obj{"textDocument": obj{"uri": u}, "position": obj{"line": line, "character": char}}
}

func doc(u string) obj { return obj{"textDocument": obj{"uri": u}} }

func fileURI(path string) string { return string(uri.File(path)) }

// write puts files into a new folder.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// into decodes JSON.
func into[T any](t testing.TB, raw json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}

type jsonrpcParams = jsonrpc2.RawMessage
