// Command relay stands between an editor and the language server and gives some of the answers itself: tests see with
// it that they notice when one thing of the server is broken.
//
//	LSP_SERVER=/path/to/lsp LSP_RELAY=answers.json relay serve
//
// It runs the program that LSP_SERVER names with its own arguments. The file that LSP_RELAY names maps messages, to the
// server or from it, to the results that they get instead of passing:
//
//	{"textDocument/hover": null, "workspace/executeCommand lsp.runAll": {"answers": {}}}
//
// A message is named by its method, and a word behind that has to stand in its parameters. A notification so named is
// dropped. A method with a plus before it passes, and what stands there is joined into the answer that comes: with
//
//	{"+initialize": {"capabilities": {"inlayHintProvider": true}}, "textDocument/inlayHint": [{"position": …}]}
//
// the server has hints, whether it does or not.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		if ended := new(exec.ExitError); errors.As(err, &ended) {
			os.Exit(ended.ExitCode())
		}
		fmt.Fprintln(os.Stderr, "relay:", err)
		os.Exit(2)
	}
}

// run runs the server until it ends. Only "serve" speaks the protocol; what else it is asked for passes as it is.
func run(args []string) error {
	server := exec.Command(os.Getenv("LSP_SERVER"), args...)
	server.Stderr = os.Stderr
	if len(args) == 0 || args[0] != "serve" {
		server.Stdin, server.Stdout = os.Stdin, os.Stdout
		return server.Run()
	}
	answers, err := readAnswers(os.Getenv("LSP_RELAY"))
	if err != nil {
		return err
	}
	in, err := server.StdinPipe()
	if err != nil {
		return err
	}
	out, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	editor := jsonrpc2.NewStream(pipe{os.Stdin, os.Stdout})
	behind := jsonrpc2.NewStream(pipe{out, in})
	r := relay{answers: answers}
	go func() {
		if err := r.pass(editor, behind); err != nil {
			fmt.Fprintln(os.Stderr, "relay: from the editor:", err)
		}
		in.Close() // the server sees the end that the relay saw
	}()
	if err := r.pass(behind, editor); err != nil {
		fmt.Fprintln(os.Stderr, "relay: from the server:", err)
	}
	return server.Wait()
}

// answers are the results of messages that do not pass, by method, or by method and a word of the parameters.
type answers map[string]json.RawMessage

func readAnswers(file string) (answers, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var a answers
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return a, nil
}

// of returns the result that a message gets here, or false when it passes.
func (a answers) of(method string, params []byte) (json.RawMessage, bool) {
	for key, result := range a {
		name, word, _ := strings.Cut(key, " ")
		if name == method && bytes.Contains(params, []byte(word)) {
			return result, true
		}
	}
	return nil, false
}

// relay is one connection.
type relay struct {
	answers answers
	joined  sync.Map // by id of a request that passed: what is joined into its answer
}

// pass hands on what comes, until nothing comes any more.
func (r *relay) pass(from, to jsonrpc2.Stream) error {
	ctx := context.Background()
	for {
		message, _, err := from.Read(ctx)
		if errors.Is(err, io.EOF) || errors.Is(err, os.ErrClosed) {
			return nil
		}
		if err != nil {
			return err
		}
		receiver := to
		switch m := message.(type) {
		case *jsonrpc2.Call:
			if result, ok := r.answers.of(m.Method(), m.Params()); ok {
				receiver, message = from, jsonrpc2.NewResponse(m.ID(), jsonrpc2.RawMessage(result), nil)
			} else if more, ok := r.answers["+"+m.Method()]; ok {
				r.joined.Store(m.ID(), more)
			}
		case *jsonrpc2.Notification:
			if _, ok := r.answers.of(m.Method(), m.Params()); ok {
				continue
			}
		case *jsonrpc2.Response:
			if more, ok := r.joined.LoadAndDelete(m.ID()); ok && m.Err() == nil {
				result, err := join(json.RawMessage(m.Result()), more.(json.RawMessage))
				if err != nil {
					return err
				}
				message = jsonrpc2.NewResponse(m.ID(), jsonrpc2.RawMessage(result), nil)
			}
		}
		if _, err := receiver.Write(ctx, message); err != nil {
			return err
		}
	}
}

// join sets the members of more in an object, and in the objects within it.
func join(into, more json.RawMessage) (json.RawMessage, error) {
	var members, others map[string]json.RawMessage
	if json.Unmarshal(more, &others) != nil || json.Unmarshal(into, &members) != nil || members == nil {
		return more, nil // no objects: the other value instead
	}
	for name, value := range others {
		joined, err := join(members[name], value)
		if err != nil {
			return nil, err
		}
		members[name] = joined
	}
	return json.Marshal(members)
}

// pipe is one side of a connection.
type pipe struct {
	io.Reader
	io.WriteCloser
}
