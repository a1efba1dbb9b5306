package lsp

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/model"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// TestNoRunOutOfTime begins no run for whom it would come too late, and still answers what is known: of the thousands
// of lenses of a large model, only the first may try.
func TestNoRunOutOfTime(t *testing.T) {
	const name = "untitled:m.model.json"
	text := `{"content": {"name": "m", "inputs": {}, "decisions": {"a": "1", "b": "2"}}, "questions": {}}`
	s := &snapshot{clock: time.Now, can: &clientCan{encoding: jsontree.UTF16}, memory: newMemory(analysis.Open), view: workspace.NewDisk().View(map[string]*workspace.File{
		name: {Path: name, Text: []byte(text), Open: true}})}
	s.spawn = func(_ string, work func(context.Context) error) {
		if err := work(t.Context()); err != nil {
			t.Error(err)
		}
	}
	doc, err := s.document(name)
	if err != nil {
		t.Fatal(err)
	}
	a, b := model.Ask{Decisions: []string{"a"}}, model.Ask{Decisions: []string{"b"}}
	if o, err := s.evaluate(t.Context(), doc, workspace.State{}, a); err != nil || o.receipt == nil {
		t.Fatalf("in time: %+v, %v", o, err)
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	if o, err := s.evaluate(late, doc, workspace.State{}, b); !errors.Is(err, context.Canceled) || len(s.outcomes) != 1 {
		t.Errorf("too late: %+v, %v", o, err)
	}
	if o, err := s.evaluate(late, doc, workspace.State{}, a); err != nil || o.receipt == nil {
		t.Errorf("what is known: %+v, %v", o, err)
	}
}
