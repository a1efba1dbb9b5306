package lsp

import (
	"context"
	"net"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/scenariolsp/lsp/analysis"
)

// TestLogsHoldNoText runs into everything that is logged and looks for the text of the document in it.
func TestLogsHoldNoText(t *testing.T) {
	const secret = "top-secret-text"
	core, logs := observer.New(zapcore.DebugLevel)
	ours, theirs := net.Pipe()
	e := &fakeEditor{t: t, next: 1000, conn: ours, end: make(chan error, 1), answers: map[string]chan message{}, news: newSignal(), closed: make(chan struct{})}
	log := zap.New(core)
	stream := newStream(theirs, theirs, log)
	s := newSession(context.Background(), jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{})), log, Options{})
	s.memory.open = func(src analysis.Source, around analysis.Surroundings, prev *analysis.Document) *analysis.Document {
		if strings.Contains(string(src.Text), "boom") {
			panic(string(src.Text))
		}
		return analysis.Open(src, around, prev)
	}
	go func() { e.end <- s.run(context.Background(), stream) }()
	go e.read()
	t.Cleanup(e.close)
	e.must("initialize", obj{"processId": nil, "rootUri": nil, "capabilities": obj{}})
	const u = "untitled:a.model.json"
	e.didOpen(u, 1, `{"`+secret+`": boom`)
	e.didChange(u, 1, edit(0, 0, 0, 0, secret))
	e.notify("textDocument/didOpen", obj{"textDocument": obj{"uri": u, "text": obj{secret: 1}}})
	e.notify("textDocument/didChange", obj{"textDocument": obj{"uri": "untitled:other", "version": 1}, "contentChanges": []obj{{"text": secret}}})
	e.raw(frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"` + secret + `"`))
	e.raw(secret + "\r\n\r\n")
	e.call("textDocument/hover", at(u, 0, 1))
	e.call("workspace/executeCommand", obj{"command": "lsp.runAll", "arguments": []obj{{"uri": u, "state": secret}}})
	e.must("shutdown", nil)
	if logs.Len() < 4 {
		t.Errorf("%d lines were logged; the test runs into less than it should", logs.Len())
	}
	for _, entry := range logs.All() {
		if text := entry.Message + strings.Join(values(entry.ContextMap()), " "); strings.Contains(text, secret) {
			t.Errorf("logged: %s", text)
		}
	}
}

func values(fields map[string]any) (list []string) {
	for key, v := range fields {
		if text, ok := v.(string); ok {
			list = append(list, key, text)
		}
	}
	return list
}
