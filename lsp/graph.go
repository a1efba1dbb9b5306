package lsp

import (
	"context"
	"path/filepath"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/lsp/picture"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// methodGraph is a request beside those of the protocol: the requirement graph of a model with the values of the active
// state (editor.md, "Methods"). The command lsp.showGraph answers the same to clients that send no requests of their own.
const methodGraph = "lsp/graph"

// graphParams names a model, or a state of one.
type graphParams struct {
	URI uri.URI `json:"uri"`
}

// graphResult answers lsp/graph. What stands at a line of the document carries it in the SVG as data-line, from 0.
type graphResult struct {
	Title   string `json:"title"`
	SVG     string `json:"svg"`
	Mermaid string `json:"mermaid"`
}

// graph answers lsp/graph; null for a document of which there is nothing to draw.
func graph(ctx context.Context, s *snapshot, p *graphParams) (any, error) {
	doc, err := s.at(p.URI)
	if err != nil {
		return nil, err
	}
	g, err := s.graphOf(ctx, doc)
	if err != nil || g == nil {
		return nil, err
	}
	return graphResult{Title: g.Title, SVG: string(g.SVG()), Mermaid: g.Mermaid()}, nil
}

// graphOf draws the model of a document, or that which a state belongs to, under that state.
func (s *snapshot) graphOf(ctx context.Context, doc *analysis.Document) (*picture.Graph, error) {
	of, given := s.modelOf(doc)
	if of == nil {
		return nil, nil
	}
	obstacles, err := s.obstacles(ctx, of)
	if err != nil {
		return nil, err
	}
	state, has := s.stateFor(of)
	if given != nil {
		state, has = s.stateAt(of.Name, given.Name), true
	}
	run, err := s.runToDraw(ctx, of, state, has)
	if err != nil {
		return nil, err
	}
	return picture.Model(ctx, of, filepath.Base(of.Name), run, obstacles), nil
}

// runToDraw evaluates all that can run, as lenses do. What takes too long is drawn without values.
func (s *snapshot) runToDraw(ctx context.Context, doc *analysis.Document, state workspace.State, has bool) (picture.Run, error) {
	limited, cancel := context.WithTimeout(ctx, lensLimit)
	defer cancel()
	var run picture.Run
	if has {
		run.State = state.Title()
		inputs, _, _, err := s.inputs(limited, doc, state)
		if err != nil {
			return run, ctx.Err() // a state that cannot be read gives nothing
		}
		run.Inputs = &inputs
	}
	ask, problem, err := s.askRunnable(limited, doc)
	if err == nil && problem == nil && len(ask.Questions)+len(ask.Decisions) > 0 {
		var o *outcome
		if o, err = s.evaluate(limited, doc, state, ask); err == nil {
			run.Receipt = o.receipt
		}
	}
	return run, ctx.Err()
}

// showGraph answers lsp.showGraph.
func (s *session) showGraph(ctx context.Context, snap *snapshot, args *commandArguments) (any, error) {
	if err := s.slots.take(ctx); err != nil {
		return nil, err
	}
	defer s.slots.give()
	doc, err := snap.document(args.path)
	if err != nil {
		return nil, err
	}
	g, err := snap.graphOf(ctx, doc)
	switch {
	case err != nil:
		return nil, err
	case g == nil:
		return nil, jsonrpc2.Errorf(codeRequestFailed, "there is nothing to draw in %s", filepath.Base(doc.Name))
	}
	return graphResult{Title: g.Title, SVG: string(g.SVG()), Mermaid: g.Mermaid()}, nil
}
