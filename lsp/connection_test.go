package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/scenariolsp/lsp/analysis"
)

func TestLifecycle(t *testing.T) {
	end := func(e *fakeEditor) error {
		select {
		case err := <-e.end:
			e.end <- err
			return err
		case <-time.After(patient):
			t.Fatal("the session did not end")
		}
		return nil
	}
	t.Run("shutdown and exit", func(t *testing.T) {
		e := open(t, t.TempDir(), obj{})
		if got := e.must("shutdown", nil); string(got) != "null" {
			t.Errorf("shutdown answered %s", got)
		}
		if code := e.fails("textDocument/hover", at("file:///a.json", 0, 0)); code != -32600 {
			t.Errorf("a request after shutdown: code %d", code)
		}
		e.notify("exit", nil)
		if err := end(e); err != nil {
			t.Errorf("got %v, want no error", err)
		}
	})
	t.Run("exit alone", func(t *testing.T) {
		e := open(t, t.TempDir(), obj{})
		e.notify("exit", nil)
		if err := end(e); !errors.Is(err, ErrNoShutdown) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("exit before initialize", func(t *testing.T) {
		e := start(t)
		e.notify("exit", nil)
		if err := end(e); !errors.Is(err, ErrNoShutdown) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("end of input", func(t *testing.T) {
		e := open(t, t.TempDir(), obj{})
		e.conn.Close()
		if err := end(e); !errors.Is(err, ErrNoShutdown) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("end of input after shutdown", func(t *testing.T) {
		e := open(t, t.TempDir(), obj{})
		e.must("shutdown", nil)
		e.conn.Close()
		if err := end(e); err != nil {
			t.Errorf("got %v", err)
		}
	})
	t.Run("before initialize", func(t *testing.T) {
		e := start(t)
		e.notify("textDocument/didOpen", obj{"textDocument": obj{"uri": "file:///a.model.json", "languageId": "json", "version": 1, "text": "{"}})
		if code := e.fails("textDocument/hover", at("file:///a.json", 0, 0)); code != -32002 {
			t.Errorf("code %d", code)
		}
		if code := e.fails("shutdown", nil); code != -32002 {
			t.Errorf("code %d", code)
		}
		e.must("initialize", obj{"processId": nil, "rootUri": nil, "capabilities": obj{}})
		if code := e.fails("initialize", obj{"processId": nil, "rootUri": nil, "capabilities": obj{}}); code != -32600 {
			t.Errorf("a second initialize: code %d", code)
		}
	})
	t.Run("context ends", func(t *testing.T) {
		ours, theirs := net.Pipe()
		defer ours.Close()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := Serve(ctx, theirs, theirs, Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

func TestInput(t *testing.T) {
	// What cannot be read or understood is answered where an answer is owed, and the session goes on.
	const good = `{"jsonrpc":"2.0","id":1,"method":"nothing/known"}`
	for name, test := range map[string]struct {
		send string
		want string // id and code of the answers, in order
	}{
		"unknown method":                  {frame(good), "1:-32601"},
		"unknown notification":            {frame(`{"jsonrpc":"2.0","method":"nothing/known"}`), ""},
		"unknown optional notification":   {frame(`{"jsonrpc":"2.0","method":"$/nothing"}`), ""},
		"unknown optional request":        {frame(`{"jsonrpc":"2.0","id":7,"method":"$/nothing"}`), "7:-32601"},
		"not JSON":                        {frame(`{"jsonrpc":`), "null:-32700"},
		"garbage":                         {frame("\x00\x01\x02"), "null:-32700"},
		"not UTF-8":                       {frame("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"a\xff\"}"), "3:-32700"},
		"trailing content":                {frame(`{"jsonrpc":"2.0","id":4,"method":"a"} x`), "4:-32700"},
		"fractional id":                   {frame(`{"jsonrpc":"2.0","id":1.5,"method":"a"}`), "null:-32600"},
		"object id":                       {frame(`{"jsonrpc":"2.0","id":{},"method":"a"}`), "null:-32600"},
		"string id":                       {frame(`{"jsonrpc":"2.0","id":"x","method":"a"}`), `"x":-32601`},
		"large id":                        {frame(`{"jsonrpc":"2.0","id":9007199254740993,"method":"a"}`), "9007199254740993:-32601"},
		"no version":                      {frame(`{"id":5,"method":"a"}`), "5:-32600"},
		"other version":                   {frame(`{"jsonrpc":"1.0","id":5,"method":"a"}`), "5:-32600"},
		"no method":                       {frame(`{"jsonrpc":"2.0","id":6}`), "6:-32600"},
		"method is a number":              {frame(`{"jsonrpc":"2.0","id":6,"method":1}`), "6:-32600"},
		"batch":                           {frame("[" + good + "]"), "null:-32600"},
		"answer to nothing":               {frame(`{"jsonrpc":"2.0","id":99,"result":null}`), ""},
		"broken answer":                   {frame(`{"jsonrpc":"2.0","id":99,"result":null,"error":{}}`), ""},
		"no length":                       {"Content-Type: x\r\n\r\n" + good, "null:-32700"},
		"length is a word":                {"Content-Length: ten\r\n\r\n" + good, "null:-32700"},
		"negative length":                 {"Content-Length: -4\r\n\r\n" + good, "null:-32700"},
		"absurd length":                   {"Content-Length: 99999999999999\r\n\r\n" + good, "null:-32700"},
		"length beyond the largest":       {"Content-Length: 999999999999999999999999\r\n\r\n" + good, "null:-32700"},
		"zero length":                     {"Content-Length: 0\r\n\r\n", "null:-32700"},
		"no header":                       {good + "\n", "null:-32700"},
		"length too short":                {"Content-Length: 10\r\n\r\n" + good, "null:-32700 null:-32700"},
		"garbage of several lines":        {"GET / HTTP/1.1\r\nHost: x\r\n\r\n{\n\n}\n", "null:-32700"},
		"very long line":                  {strings.Repeat("x", 200_000), "null:-32700"},
		"more headers, any case":          {"content-length: 49\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n" + good, "1:-32601"},
		"line feeds alone":                {"Content-Length: 49\n\n" + good, "1:-32601"},
		"parameters of another shape":     {frame(`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"position":7}}`), "2:-32602"},
		"parameters are no JSON":          {frame(`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"position"}}`), "2:-32700"},
		"no parameters":                   {frame(`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover"}`), "2:-32602"},
		"notification of another shape":   {frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":[]}`), ""},
		"notification that is no JSON":    {frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"a"}}`), ""},
		"change of what is not open":      {frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///x","version":1},"contentChanges":[]}}`), ""},
		"close of what is not open":       {frame(`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///x"}}}`), ""},
		"cancel of nothing":               {frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":77}}`), ""},
		"cancel without id":               {frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{}}`), ""},
		"cancel with an object":           {frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{}}}`), ""},
		"cancel with a fraction":          {frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1.5}}`), ""},
		"cancel that is no object":        {frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":[1]}`), ""},
		"cancel without parameters":       {frame(`{"jsonrpc":"2.0","method":"$/cancelRequest"}`), ""},
		"command without arguments":       {frame(`{"jsonrpc":"2.0","id":2,"method":"workspace/executeCommand","params":{"command":"lsp.runAll"}}`), "2:-32602"},
		"unknown command":                 {frame(`{"jsonrpc":"2.0","id":2,"method":"workspace/executeCommand","params":{"command":"rm"}}`), "2:-32602"},
		"command on no URI":               {frame(`{"jsonrpc":"2.0","id":2,"method":"workspace/executeCommand","params":{"command":"lsp.runAll","arguments":[{"uri":1}]}}`), "2:-32602"},
		"command on an absent document":   {frame(`{"jsonrpc":"2.0","id":2,"method":"workspace/executeCommand","params":{"command":"lsp.runAll","arguments":[{"uri":"file:///gone.model.json"}]}}`), "2:-32803"},
		"lens of another server":          {frame(`{"jsonrpc":"2.0","id":2,"method":"codeLens/resolve","params":{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}}}`), "2:-32602"},
		"position of a negative line":     {frame(`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a"},"position":{"line":-1,"character":0}}}`), "2:-32602"},
		"document that cannot be read":    {frame(`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///gone"},"position":{"line":0,"character":0}}}`), "2:-32803"},
		"two good ones in one write":      {frame(good) + frame(strings.Replace(good, "1,", "2,", 1)), "1:-32601 2:-32601"},
		"good one after a broken header":  {"Oops\r\n\r\n" + frame(good), "null:-32700 1:-32601"},
		"good one after a broken message": {frame(`{"a"`) + frame(good), "null:-32700 1:-32601"},
	} {
		t.Run(name, func(t *testing.T) {
			e := open(t, t.TempDir(), obj{})
			e.raw(test.send)
			e.must("textDocument/documentSymbol", openDoc(e, "untitled:after.model.json", "{}")) // everything before is done
			var got []string
			for range strings.Fields(test.want) {
				m := e.await("an answer", func(m message) bool { return m.Method == "answer" && m.Error != nil })
				got = append(got, fmt.Sprintf("%s:%d", m.ID, m.Error.Code))
			}
			e.mu.Lock()
			defer e.mu.Unlock()
			for _, m := range e.received {
				if m.Method == "answer" {
					t.Errorf("one answer too many: %s %+v", m.ID, m.Error)
				}
			}
			if got := strings.Join(got, " "); !sameAnswers(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// sameAnswers compares answers; requests leave the order, so that theirs may come in any.
func sameAnswers(got, want string) bool {
	if got == want {
		return true
	}
	a, b := strings.Fields(got), strings.Fields(want)
	if len(a) != len(b) {
		return false
	}
	for _, x := range a {
		if !strings.Contains(want, x) {
			return false
		}
	}
	return true
}

func openDoc(e *fakeEditor, u, text string) obj {
	e.didOpen(u, 1, text)
	return doc(u)
}

// TestStreamFuzzed feeds the reader arbitrary bytes: it must end, and a good message behind them must come through.
func FuzzStream(f *testing.F) {
	for _, seed := range []string{"", "Content-Length: 5\r\n\r\n", "\r\n\r\n", "Content-Length: 2\r\n\r\n{}", "x: y\n\nContent-Length: 1\r\n\r\n", "{\"a\":\"\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, garbage string) {
		const marker = `{"jsonrpc":"2.0","id":1,"method":"marker"}`
		// Twice, since the length of a broken frame may swallow what follows it.
		in := garbage + strings.Repeat("\r\n"+frame(marker), 2)
		s := newStream(io.NopCloser(strings.NewReader(in)), nopWriteCloser{io.Discard}, zap.NewNop())
		for range len(in) + 2 {
			if _, _, err := s.Read(t.Context()); err != nil {
				return
			}
		}
		t.Fatalf("%q gave more messages than it has bytes", in)
	})
}

type nopWriteCloser struct{ io.Writer }

func (nopWriteCloser) Close() error { return nil }

func TestCancel(t *testing.T) {
	release := make(chan struct{})
	entered := make(chan struct{}, 8)
	e := open(t, t.TempDir(), obj{}, func(s *session) {
		s.routes["test/wait"] = route{edit: drop, order: func(*session, jsonrpcParams) (work, error) {
			return work{path: "/tmp/a.model.json", do: func(ctx context.Context, _ *snapshot) (any, error) {
				entered <- struct{}{}
				select {
				case <-ctx.Done():
					return nil, ctx.Err()
				case <-release:
					return nil, nil
				}
			}}, nil
		}}
	})
	id, answer := e.ask("test/wait", nil)
	<-entered
	e.notify("$/cancelRequest", obj{"id": id})
	if m := e.wait(answer); m.Error == nil || m.Error.Code != -32800 {
		t.Errorf("cancelled: got %+v", m)
	}
	// An edit of the document makes the request pointless, an edit of another does not.
	e.didOpen("file:///tmp/a.model.json", 1, "{}")
	e.didOpen("file:///tmp/b.model.json", 1, "{}")
	_, answer = e.ask("test/wait", nil)
	<-entered
	e.didChange("file:///tmp/b.model.json", 2, edit(0, 0, 0, 0, " "))
	e.didChange("file:///tmp/a.model.json", 2, edit(0, 0, 0, 0, " "))
	if m := e.wait(answer); m.Error == nil || m.Error.Code != -32801 {
		t.Errorf("superseded: got %+v", m)
	}
	// More than fit at one time: those that wait for a slot can be cancelled too.
	var ids []int
	var answers []<-chan message
	for range maxAtWork + 3 {
		id, answer := e.ask("test/wait", nil)
		ids, answers = append(ids, id), append(answers, answer)
	}
	for range maxAtWork {
		<-entered
	}
	for _, id := range ids {
		e.notify("$/cancelRequest", obj{"id": id})
	}
	for _, answer := range answers {
		if m := e.wait(answer); m.Error == nil || m.Error.Code != -32800 {
			t.Errorf("got %+v", m)
		}
	}
	_, answer = e.ask("test/wait", nil)
	<-entered
	close(release)
	if m := e.wait(answer); m.Error != nil {
		t.Errorf("after all that: got %+v", m.Error)
	}
}

func TestPanic(t *testing.T) {
	const bad, fine = "untitled:bad.model.json", "untitled:fine.model.json"
	e := open(t, t.TempDir(), obj{}, func(s *session) {
		s.memory.open = func(src analysis.Source, around analysis.Surroundings, prev *analysis.Document) *analysis.Document {
			if strings.Contains(string(src.Text), "boom") {
				panic("boom: " + string(src.Text))
			}
			return analysis.Open(src, around, prev)
		}
		s.routes["test/panic"] = route{order: func(*session, jsonrpcParams) (work, error) { panic(json.Number("1")) }}
		s.routes["test/panicLater"] = route{order: func(*session, jsonrpcParams) (work, error) {
			return work{do: func(context.Context, *snapshot) (any, error) { panic(errors.New("secret")) }}, nil
		}}
	})
	e.didOpen(bad, 1, "boom")
	e.didOpen(fine, 1, "{")
	if p := e.diagnostics(fine, 1); len(p.Diagnostics) == 0 {
		t.Error("no diagnostics of the other document")
	}
	for _, method := range []string{"test/panic", "test/panicLater", "textDocument/codeLens"} {
		m := e.call(method, doc(bad))
		if m.Error == nil || m.Error.Code != -32603 || strings.Contains(m.Error.Message, "secret") {
			t.Errorf("%s: got %+v", method, m.Error)
		}
	}
	e.notify("test/panic", nil)
	e.didChange(bad, 2, obj{"text": "{}"})
	e.diagnostics(bad, 2)
	e.must("textDocument/codeLens", doc(bad))
}

func TestEndsWithWorkInFlight(t *testing.T) {
	e := open(t, t.TempDir(), obj{}, func(s *session) {
		s.routes["test/wait"] = route{waits: true, order: func(*session, jsonrpcParams) (work, error) {
			return work{do: func(ctx context.Context, _ *snapshot) (any, error) { <-ctx.Done(); return nil, ctx.Err() }}, nil
		}}
	})
	for range 10 {
		e.ask("test/wait", nil)
	}
	e.must("shutdown", nil)
	e.notify("exit", nil)
	select {
	case err := <-e.end:
		e.end <- err
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patient):
		t.Fatal("the session did not end")
	}
}

// stuck is an input that nothing ends, as a terminal or an inherited pipe may be.
type stuck struct{ io.Reader }

func (stuck) Close() error { return nil }

// TestServeEndsOnStuckInput ends the session by exit although reading on would block for ever.
func TestServeEndsOnStuckInput(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	end := make(chan error, 1)
	go func() { end <- Serve(t.Context(), stuck{r}, nopWriteCloser{io.Discard}, Options{}) }()
	for _, m := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`,
	} {
		if _, err := io.WriteString(w, frame(m)); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case err := <-end:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patient):
		t.Fatal("the session did not end")
	}
}

// TestServeEndsOnStuckOutput ends the session although the client reads nothing.
func TestServeEndsOnStuckOutput(t *testing.T) {
	ours, theirs := net.Pipe()
	end := make(chan error, 1)
	go func() { end <- Serve(t.Context(), theirs, theirs, Options{}) }()
	if _, err := io.WriteString(ours, frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)); err != nil {
		t.Fatal(err)
	}
	ours.Close() // with the answer unread
	select {
	case err := <-end:
		if !errors.Is(err, ErrNoShutdown) {
			t.Error(err)
		}
	case <-time.After(patient):
		t.Fatal("the session did not end")
	}
}
