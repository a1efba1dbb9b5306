package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

// A server at an address serves one connection after another and at the same time, until it is interrupted.
func TestServeSocket(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx, interrupt := context.WithCancel(t.Context())
	said, err := io.Pipe()
	a := &app{in: strings.NewReader(""), out: bufio.NewWriter(io.Discard), err: err}
	code := make(chan int, 1)
	go func() { code <- a.run(ctx, []string{"serve", "--socket", "127.0.0.1:0"}) }()

	line, readError := bufio.NewReader(said).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSuffix(line, ".\n"), "Serving at ")
	if readError != nil || !ok {
		t.Fatalf("the server said %q (%v)", line, readError)
	}
	first, second := dial(t, address), dial(t, address)
	for _, c := range []net.Conn{second, first} {
		send(t, c, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)
		if got := receive(t, c); !strings.Contains(got, `"serverInfo"`) {
			t.Errorf("the answer to initialize is %s", got)
		}
	}
	first.Close()
	interrupt()
	if c := <-code; c != exitAnswered {
		t.Errorf("the server ended with code %d", c)
	}
	second.Close()
}

func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func send(t *testing.T, w io.Writer, body string) {
	t.Helper()
	if _, err := fmt.Fprintf(w, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		t.Fatal(err)
	}
}

func receive(t *testing.T, from io.Reader) string {
	t.Helper()
	r := textproto.NewReader(bufio.NewReader(from))
	header, err := r.ReadMIMEHeader()
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if _, err := fmt.Sscan(header.Get("Content-Length"), &n); err != nil {
		t.Fatal(err)
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r.R, body); err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestNetworkOf(t *testing.T) {
	for address, want := range map[string]string{
		"9257":               "tcp 127.0.0.1:9257",
		"localhost:9257":     "tcp localhost:9257",
		"[::1]:9257":         "tcp [::1]:9257",
		":9257":              "tcp 127.0.0.1:9257",
		"0.0.0.0:9257":       "tcp 0.0.0.0:9257",
		"/run/lsp.sock":      "unix /run/lsp.sock",
		"./a:b/lsp.sock":     "unix ./a:b/lsp.sock",
		`C:\Temp\lsp.socket`: `unix C:\Temp\lsp.socket`,
	} {
		network, at := networkOf(address)
		if got := network + " " + at; got != want {
			t.Errorf("%s is %s, want %s", address, got, want)
		}
	}
}

// A person who interrupts long work gets the prompt back, with the code that shells use.
func TestInterrupt(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	for _, args := range [][]string{
		{"eval", "--expr", "count(for i in 1..1000000000 return i)"},
		{"eval", "tour/" + tourModel, "--states", "-"},
		{"check", "tour"},
	} {
		var said strings.Builder
		waiting, _ := io.Pipe()
		a := &app{in: waiting, out: bufio.NewWriter(io.Discard), err: &said}
		if code := a.run(ctx, args); code != exitInterrupted || said.String() != "Interrupted.\n" {
			t.Errorf("%v ended with code %d and said %q", args, code, said.String())
		}
		waiting.Close()
	}
}
