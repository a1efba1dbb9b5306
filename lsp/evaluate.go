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
	state   workspace.State      // Path is empty when no state was used
	fault   *analysis.Diagnostic // the first error of the state, if any
}

// lack says in a few words why there is no value, or "" when nothing is missing.
func (o *outcome) lack(names ...string) string {
	if o.receipt == nil || len(o.receipt.Missing) == 0 {
		return ""
	}
	switch {
	case o.state.Path == "":
		return "needs " + list(needs(o.program, names...), 3)
	case o.fault != nil:
		return "errors in " + o.state.Title()
	}
	return o.state.Title() + " lacks " + list(o.receipt.Missing, 3)
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
	if err := ctx.Err(); err != nil {
		return nil, err // or each of thousands of lenses would begin a run that is over before it ends
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
		if err := s.run(ctx, doc, o, ask); err != nil {
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

// run makes the receipt of an outcome.
func (s *snapshot) run(ctx context.Context, doc *analysis.Document, o *outcome, ask model.Ask) error {
	inputs, given, faults, err := s.inputs(ctx, doc, o.state)
	if err != nil {
		return err
	}
	for i := range faults {
		if faults[i].Severity == analysis.Error {
			o.fault = &faults[i]
			break
		}
	}
	at := s.evaluatesAt()
	ask.Clock = func() time.Time { return at }
	receipt, err := o.program.Evaluate(ctx, inputs, ask)
	if err != nil {
		return err
	}
	receipt.Model = s.identity(doc)
	if given != nil {
		receipt.State = s.identity(given)
	}
	o.receipt = receipt
	return nil
}

// evaluatesAt is the time that now() gives: one for the whole snapshot, so that lenses, hovers and receipts agree.
func (s *snapshot) evaluatesAt() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.time.IsZero() {
		s.time = s.clock()
	}
	return s.time
}

// forgetTime has the next evaluation read the clock anew, and with it what follows.
func (s *snapshot) forgetTime() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.time = time.Time{}
	clear(s.outcomes)
}

// inputs returns the values that a state gives a model, the state's document if it is one of its own, and what of it
// cannot be used.
func (s *snapshot) inputs(ctx context.Context, doc *analysis.Document, state workspace.State) (model.Inputs, *analysis.Document, []analysis.Diagnostic, error) {
	switch state.Path {
	case "":
		return model.Inputs{}, nil, nil, nil
	case doc.Name: // a request that carries its state
		inputs, _ := doc.EmbeddedState()
		return inputs, nil, nil, nil
	}
	given, err := s.document(state.Path)
	if err != nil {
		return model.Inputs{}, nil, nil, err
	}
	inputs, faults := given.State(ctx, doc)
	if broken(given) && len(faults) == 0 { // what its checks say of the syntax
		faults, err = given.Diagnostics(ctx)
	}
	return inputs, given, faults, err
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

// inFolders writes the paths in a message as they stand in the folders of the workspace: the analysis names documents by
// their whole paths.
func (s *snapshot) inFolders(message string) string {
	for _, folder := range s.folders {
		if prefix := folder + string(filepath.Separator); filepath.Dir(folder) != folder {
			message = strings.ReplaceAll(message, prefix, "")
		}
	}
	return message
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
