package lsp

import (
	"context"
	"path/filepath"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/scenario"
	"github.com/scenariolsp/lsp/lsp/picture"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// Requests beside those of the protocol (editor.md, "Methods"): the requirement graph of a model with the values of the
// active state, or the event graph of a scenario; and the run of a scenario over time. The command lsp.showGraph answers
// like the first to clients that send no requests of their own.
const (
	methodGraph = "lsp/graph"
	methodChart = "lsp/chart"
)

// graphParams names a model, a scenario, or a state of a model. Width is the room of the drawing in pixels, so that a
// narrow panel gets one that reads from top to bottom instead of one that it has to shrink; 0 is as much as it needs.
type graphParams struct {
	URI   uri.URI `json:"uri"`
	Width float64 `json:"width,omitempty"`
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
	return drawn(doc, g, room(p.Width)), nil
}

// room is a width in whole pixels; 0 where it is none that a screen has.
func room(width float64) int {
	if width < 1 || width > 1e6 {
		return 0
	}
	return int(width)
}

func drawn(doc *analysis.Document, g *picture.Graph, room int) graphResult {
	return graphResult{Title: filepath.Base(doc.Name), SVG: string(g.SVG(room)), Mermaid: g.Mermaid()}
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
	return drawn(doc, g, 0), nil
}

// graphOf draws the model of a document, or that which a state belongs to, under that state; or a scenario's events. It
// returns nil where there is neither.
func (s *snapshot) graphOf(ctx context.Context, doc *analysis.Document) (*picture.Graph, error) {
	of, given := s.modelOf(doc)
	if of == nil {
		return nil, nil
	}
	obstacles, err := s.obstacles(ctx, of)
	if err != nil {
		return nil, err
	}
	title := filepath.Base(of.Name)
	if program, _ := of.Program(ctx); program == nil {
		return s.eventsOf(ctx, of, given, title)
	}
	state, has := s.stateFor(of)
	if given != nil {
		state, has = s.stateAt(of.Name, given.Name), true
	}
	run, err := s.runToDraw(ctx, of, state, has)
	if err != nil {
		return nil, err
	}
	return picture.Model(ctx, of, title, run, obstacles), nil
}

// eventsOf draws the events of a scenario, and what happened of them in a run where there is one: the active one, or that
// which is asked about. It returns nil for what is no scenario; the first error of one is the error.
func (s *snapshot) eventsOf(ctx context.Context, of, given *analysis.Document, title string) (*picture.Graph, error) {
	events, problem := of.Scenario(ctx)
	switch {
	case events != nil:
	case ctx.Err() == nil && problem != nil && runsScenario(of):
		return nil, cannotRun(s, of, problem)
	default:
		return nil, ctx.Err()
	}
	run, has := s.activeState(of.Name)
	if given != nil {
		run, has = s.stateAt(of.Name, given.Name), true
	}
	if !has {
		return picture.Scenario(of, events, title, nil), nil
	}
	limited, cancel := context.WithTimeout(ctx, lensLimit)
	defer cancel()
	r, err := s.perform(limited, of, run, scenario.Declared())
	if err != nil { // without what happened
		return picture.Scenario(of, events, title, nil), ctx.Err()
	}
	return picture.Scenario(of, events, title, r.result), nil
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

// chartParams names a scenario, or a run of one. Run chooses another run than the active one, by its URI, its path, or
// the name of its case or file. Width is the room of the drawing in pixels; 0 leaves that to the server.
type chartParams struct {
	URI   uri.URI `json:"uri"`
	Run   string  `json:"run,omitempty"`
	Width float64 `json:"width,omitempty"`
}

// chartResult answers lsp/chart. What stands at a line of the scenario carries it in the SVG as data-line, from 0.
type chartResult struct {
	Title string `json:"title"`
	SVG   string `json:"svg"`
}

// chartLimit is how long a run that is drawn may take: far more than one of a usual scenario needs.
const chartLimit = 5 * time.Second

// chart answers lsp/chart; null for a document that is no scenario.
func chart(ctx context.Context, s *snapshot, p *chartParams) (any, error) {
	doc, err := s.at(p.URI)
	if err != nil {
		return nil, err
	}
	of, given := s.modelOf(doc)
	if of == nil || !runsScenario(of) {
		return nil, nil
	}
	run, has := s.activeState(of.Name)
	if given != nil {
		run, has = s.stateAt(of.Name, given.Name), true
	}
	if p.Run != "" {
		if run, err = s.stateNamed(of, p.Run); err != nil {
			return nil, err
		}
		has = true
	}
	limited, cancel := context.WithTimeout(ctx, chartLimit)
	defer cancel()
	r, err := s.perform(limited, of, run, scenario.Declared())
	switch {
	case err != nil && limited.Err() != nil && ctx.Err() == nil:
		return nil, jsonrpc2.Errorf(codeRequestFailed, "running %s took longer than %s and was ended", filepath.Base(of.Name), chartLimit)
	case err != nil:
		return nil, err
	case r.problem != nil:
		return nil, cannotRun(s, r.in, r.problem)
	case r.failure != nil:
		return nil, r.failure
	}
	title, called := filepath.Base(of.Name), ""
	drawing := title
	if has {
		title += " · " + filepath.Base(run.Path)
		called = run.Title()
	}
	return chartResult{Title: title, SVG: string(picture.Course(of, drawing, called, r.result).SVG(room(p.Width)))}, nil
}
