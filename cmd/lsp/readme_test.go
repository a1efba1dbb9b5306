package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the README shows of the tour is what the tour prints. With UPDATE=1 it is written anew.
func TestReadmeShowsTheTour(t *testing.T) {
	var b bytes.Buffer
	a := &app{in: strings.NewReader(""), out: bufio.NewWriter(&b), err: io.Discard, screen: screen{width: 96}}
	if code := a.run(t.Context(), []string{"tour"}); code != exitAnswered {
		t.Fatalf("the tour ended with code %d", code)
	}
	path := filepath.Join("..", "..", "README.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- lsp tour -->\n```\n", "```\n<!-- end -->"
	before, rest, found := strings.Cut(string(text), begin)
	shown, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatal("the README has no block for the tour")
	}
	want := strings.TrimSpace(b.String()) + "\n"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(before+begin+want+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if shown != want {
		t.Error("the README shows another tour than there is; UPDATE=1 go test ./cmd/lsp -run Readme writes it anew")
	}
}
