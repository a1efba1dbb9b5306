package main

import (
	"bytes"
	"context"
	"os"
	"testing"

	"github.com/scenariolsp/lsp/analysis"
)

// BenchmarkStateLine answers one line of a stream of states on one goroutine.
func BenchmarkStateLine(b *testing.B) {
	text, err := os.ReadFile("tour/" + tourModel)
	if err != nil {
		b.Fatal(err)
	}
	state, err := os.ReadFile("tour/" + tourState)
	if err != nil {
		b.Fatal(err)
	}
	line := bytes.ReplaceAll(state, []byte("\n"), []byte(" "))
	doc := analysis.Open(analysis.Source{Name: tourModel, Text: text, Level: analysis.Compact}, nil, nil)
	ask, err := askOf(doc, []string{"outcome"}, nil)
	if err != nil {
		b.Fatal(err)
	}
	program, _ := doc.Program(context.Background())
	s := newStateLines(doc, program, ask)
	var out []byte
	b.ReportAllocs()
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		var ok bool
		if out, ok = s.answer(context.Background(), 1, line, out[:0]); !ok {
			b.Fatalf("the line was not answered: %s", out)
		}
	}
}
