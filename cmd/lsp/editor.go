package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/textproto"
	"slices"
	"strconv"

	"github.com/scenariolsp/lsp/lsp"
)

// editor is the client of a session with the language server of this process, as small as the tour needs it: it
// opens documents that lie on no disk and asks for lenses and hovers, one request after another.
type editor struct {
	in    *bufio.Reader
	out   io.WriteCloser
	id    int
	ended chan error
}

// lens is a line over a line of the document.
type lens struct {
	line  int // from 0
	title string
}

// openEditor starts a session and opens documents by name.
func openEditor(ctx context.Context, documents map[string][]byte) (*editor, error) {
	fromEditor, toServer := io.Pipe()
	fromServer, toEditor := io.Pipe()
	e := &editor{in: bufio.NewReader(fromServer), out: toServer, ended: make(chan error, 1)}
	go func() {
		err := lsp.Serve(ctx, fromEditor, toEditor, lsp.Options{})
		_ = toEditor.CloseWithError(io.ErrUnexpectedEOF) // a request that waits is told
		e.ended <- err
	}()
	type object = map[string]any
	if err := e.call("initialize", object{"processId": nil, "rootUri": tourFolder, "capabilities": object{}}, nil); err != nil {
		return nil, err
	}
	if err := e.send(object{"method": "initialized", "params": object{}}); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(documents)) {
		err := e.send(object{"method": "textDocument/didOpen", "params": object{"textDocument": object{
			"uri": uriOf(name), "languageId": "json", "version": 1, "text": string(documents[name]),
		}}})
		if err != nil {
			return nil, err
		}
	}
	return e, nil
}

// tourFolder is a folder that does not exist: the documents of the tour lie on no disk.
const tourFolder = "file:///tour"

func uriOf(name string) string { return tourFolder + "/" + name }

// lenses asks for the lenses of a document.
func (e *editor) lenses(name string) ([]lens, error) {
	var answer []struct {
		Range struct {
			Start struct{ Line int }
		}
		Command struct{ Title string }
	}
	err := e.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uriOf(name)}}, &answer)
	var all []lens
	for _, l := range answer {
		all = append(all, lens{l.Range.Start.Line, l.Command.Title})
	}
	return all, err
}

// hover asks what an editor shows at a place: line and UTF-16 column from 0.
func (e *editor) hover(name string, line, column int) (string, error) {
	var answer struct {
		Contents struct{ Value string }
	}
	err := e.call("textDocument/hover", map[string]any{
		"textDocument": map[string]any{"uri": uriOf(name)},
		"position":     map[string]any{"line": line, "character": column},
	}, &answer)
	return answer.Contents.Value, err
}

// close ends the session as the protocol asks.
func (e *editor) close() error {
	if err := e.call("shutdown", nil, nil); err != nil {
		return err
	}
	if err := e.send(map[string]any{"method": "exit"}); err != nil {
		return err
	}
	return <-e.ended
}

// call sends a request and waits for its answer; what the server asks on the way is answered with null.
func (e *editor) call(method string, params, answer any) error {
	e.id++
	if err := e.send(map[string]any{"id": e.id, "method": method, "params": params}); err != nil {
		return err
	}
	for {
		message, err := e.receive()
		switch {
		case err != nil:
			return fmt.Errorf("The language server did not answer %s: %w.", method, err)
		case message.Method != "" && message.ID != nil:
			err = e.send(map[string]any{"id": message.ID, "result": nil})
		case message.Method == "" && message.Error != nil:
			return fmt.Errorf("The language server answered %s with: %s", method, message.Error.Message)
		case message.Method == "" && answer != nil:
			return json.Unmarshal(message.Result, answer)
		case message.Method == "":
			return nil
		}
		if err != nil {
			return err
		}
	}
}

type message struct {
	ID     json.RawMessage
	Method string
	Result json.RawMessage
	Error  *struct{ Message string }
}

// send writes a message with its header (LSP 3.18, "Base Protocol").
func (e *editor) send(fields map[string]any) error {
	fields["jsonrpc"] = "2.0"
	body, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.out, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}

func (e *editor) receive() (message, error) {
	var m message
	header, err := textproto.NewReader(e.in).ReadMIMEHeader()
	if err != nil {
		return m, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return m, err
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(e.in, body); err != nil {
		return m, err
	}
	return m, json.Unmarshal(body, &m)
}
