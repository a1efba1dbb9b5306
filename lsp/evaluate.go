package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/model"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// How long an evaluation may take, by who waits for it. A person who points at a name shall not wait noticeably, and
// lenses come at once, if need be without values, which the client then asks for one by one.
const (
	hoverLimit = 150 * time.Millisecond
	placeLimit = 20 * time.Millisecond
	lensLimit  = 2 * time.Second
	runLimit   = time.Minute
)

// outcome is what running a model gave: a receipt, or the error that keeps it from running.
type outcome struct {
	receipt *model.Receipt
	problem *analysis.Diagnostic
	program *model.Program
	state   workspace.State // Path is empty when no state was used
}

// askKey names one evaluation of a snapshot for its memory.
type askKey struct{ model, state, names string }

// evaluate runs what is asked of the model under a state; without one it runs on nothing, which answers what needs no
// input. One evaluator answers lenses, hover, commands and the command line alike.
func (s *snapshot) evaluate(ctx context.Context, doc *analysis.Document, state workspace.State, ask model.Ask) (*outcome, error) {
	names := slices.Concat(ask.Questions, ask.Decisions)
	key := askKey{model: doc.Name, state: state.Path, names: strings.Join(ask.Questions, "\x00") + "\x01" + strings.Join(ask.Decisions, "\x00")}
	s.mu.Lock()
	known := s.outcomes[key]
	s.mu.Unlock()
	if known != nil {
		return known, nil
	}
	obstacles, err := s.obstacles(ctx, doc)
	if err != nil {
		return nil, err
	}
	o := &outcome{state: state}
	o.program, o.problem = doc.Program(ctx)
	if o.program != nil {
		o.problem = obstacles.Of(names...)
	}
	if o.problem == nil {
		if o.receipt, err = s.run(ctx, doc, o.program, state, ask); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.outcomes == nil {
		s.outcomes = map[askKey]*outcome{}
	}
	s.outcomes[key] = o
	return o, nil
}

// run makes a receipt.
func (s *snapshot) run(ctx context.Context, doc *analysis.Document, program *model.Program, state workspace.State, ask model.Ask) (*model.Receipt, error) {
	inputs, given, err := s.inputs(ctx, doc, state)
	if err != nil {
		return nil, err
	}
	receipt, err := program.Evaluate(ctx, inputs, ask)
	if err != nil {
		return nil, err
	}
	receipt.Model = s.identity(doc)
	if given != nil {
		receipt.State = s.identity(given)
	}
	return receipt, nil
}

// inputs returns the values that a state gives a model, and the state's document if it is one of its own. What of the
// state cannot be used is said in the state itself.
func (s *snapshot) inputs(ctx context.Context, doc *analysis.Document, state workspace.State) (model.Inputs, *analysis.Document, error) {
	switch state.Path {
	case "":
		return model.Inputs{}, nil, nil
	case doc.Name: // a request that carries its state
		inputs, _ := doc.EmbeddedState()
		return inputs, nil, nil
	}
	given, err := s.document(state.Path)
	if err != nil {
		return model.Inputs{}, nil, err
	}
	inputs, _ := given.State(ctx, doc)
	return inputs, given, nil
}

// obstacles returns what keeps parts of a model from running, found once for a document of the snapshot.
func (s *snapshot) obstacles(ctx context.Context, doc *analysis.Document) (*analysis.Obstacles, error) {
	if err := s.warm(ctx, doc); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.blocked[doc]
	if !ok {
		known = doc.Obstacles()
		if s.blocked == nil {
			s.blocked = map[*analysis.Document]*analysis.Obstacles{}
		}
		s.blocked[doc] = known
	}
	return known, nil
}

// identity names a document in a receipt: its path as a person at the command line would write it in the folder, and
// the hash of exactly the text that was used, saved or not.
func (s *snapshot) identity(doc *analysis.Document) model.Identity {
	sum := sha256.Sum256(doc.Text)
	return model.Identity{Path: s.shortPath(doc.Name), SHA256: hex.EncodeToString(sum[:])}
}

// shortPath returns the path relative to the workspace folder that it lies in.
func (s *snapshot) shortPath(path string) string {
	for _, folder := range s.folders {
		if rel, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return path
}

// askAll asks for everything that can be run in a document. It needs the tree alone.
func askAll(doc *analysis.Document) model.Ask {
	var ask model.Ask
	for _, r := range doc.Runnables() {
		switch r.Kind {
		case analysis.RunQuestion:
			ask.Questions = append(ask.Questions, r.Name)
		case analysis.RunDecision:
			ask.Decisions = append(ask.Decisions, r.Name)
		}
	}
	return ask
}

// askRunnable asks for everything in a document that no error keeps from running. The problem is the first such error
// when nothing is left.
func (s *snapshot) askRunnable(ctx context.Context, doc *analysis.Document) (ask model.Ask, problem *analysis.Diagnostic, err error) {
	obstacles, err := s.obstacles(ctx, doc)
	if err != nil {
		return model.Ask{}, nil, err
	}
	free := func(names []string) (list []string) {
		for _, name := range names {
			if x := obstacles.Of(name); x == nil {
				list = append(list, name)
			} else if problem == nil {
				problem = x
			}
		}
		return list
	}
	all := askAll(doc)
	ask = model.Ask{Questions: free(all.Questions), Decisions: free(all.Decisions)}
	if len(ask.Questions)+len(ask.Decisions) > 0 {
		return ask, nil, nil
	}
	if problem == nil {
		_, problem = doc.Program(ctx)
	}
	return ask, problem, nil
}
