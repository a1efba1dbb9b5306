package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// evalModel answers the questions of a model from one state.
func (a *app) evalModel(ctx context.Context, args []string, f evalFlags) error {
	doc, err := a.openModel(args[0])
	if err != nil {
		return err
	}
	state, err := a.openState(doc, f.state)
	if err != nil {
		return err
	}
	ask, err := askOf(doc, f.questions, f.decisions)
	if err != nil {
		return err
	}
	ask.Clock = f.clock
	r, err := a.evaluate(ctx, doc, state, ask)
	switch {
	case r.receipt == nil:
		return err
	case f.format == "json":
		b, bad := r.receipt.MarshalJSON()
		if bad != nil {
			return bad
		}
		a.out.Write(append(b, '\n'))
	case f.receipt:
		a.writeReceipt(r)
	default:
		a.writeAnswers(r)
	}
	return err
}

// evaluate runs a model; state may be nil. What stands in the way of an answer is reported on standard error with its
// place. errFound comes with the answers that could be given all the same, if any.
func (a *app) evaluate(ctx context.Context, doc, state *analysis.Document, ask model.Ask) (answer, error) {
	program, ask, blocked := a.runnable(ctx, doc, ask)
	if program == nil {
		return answer{}, blocked
	}
	var inputs model.Inputs
	if state == nil {
		inputs, _ = doc.EmbeddedState() // of a request
	} else {
		var found []analysis.Diagnostic
		inputs, found = state.State(ctx, doc)
		unusable := func(d analysis.Diagnostic) bool { return d.Severity == analysis.Error || d.Code == analysis.PlainState }
		found = slices.DeleteFunc(slices.Clone(found), func(d analysis.Diagnostic) bool { return d.Severity > analysis.Warning && !unusable(d) })
		a.report(state, doc, found)
		if slices.ContainsFunc(found, unusable) {
			a.say("Nothing is evaluated before the state is mended.")
			return answer{}, errFound
		}
	}
	receipt, err := program.Evaluate(ctx, inputs, ask)
	if err != nil {
		if ctx.Err() != nil {
			return answer{}, err
		}
		return answer{}, a.unfinished(doc.Name, err)
	}
	if receipt.Limit != nil {
		blocked = a.unfinished(doc.Name, receipt.Limit)
	}
	receipt.Model = identity(doc)
	if state != nil {
		receipt.State = identity(state)
	}
	return answer{doc, receipt, ask}, blocked
}

// unfinished is the error of an evaluation that did not come to its end. That it ran into a limit is the fault of what was
// evaluated, and told here.
func (a *app) unfinished(name string, err error) error {
	var limit *feel.LimitError
	if errors.As(err, &limit) {
		a.say("%s: %s.", name, limit)
		return errFound
	}
	return fmt.Errorf("%s could not be evaluated to the end: %w.", name, err)
}

// runnable returns the program of a model and what of the question it can answer. Each error that keeps a decision
// from running is reported once; then err is errFound, and program is nil when nothing at all can run.
func (a *app) runnable(ctx context.Context, doc *analysis.Document, ask model.Ask) (program *model.Program, can model.Ask, err error) {
	program, _ = doc.Program(ctx)
	can.Clock = ask.Clock
	obstacles := doc.Obstacles()
	var found []analysis.Diagnostic
	runs := func(name string) bool {
		x := obstacles.Of(name)
		if x != nil && !slices.ContainsFunc(found, func(d analysis.Diagnostic) bool { return d.Span == x.Span && d.Code == x.Code }) {
			found = append(found, *x)
		}
		return x == nil
	}
	for _, q := range ask.Questions {
		if runs(q) {
			can.Questions = append(can.Questions, q)
		}
	}
	for _, d := range ask.Decisions {
		if runs(d) {
			can.Decisions = append(can.Decisions, d)
		}
	}
	if program == nil && len(found) == 0 {
		found = append(found, *obstacles.Of())
	}
	if len(found) == 0 {
		return program, can, nil
	}
	a.report(doc, nil, found)
	if len(can.Questions)+len(can.Decisions) == 0 {
		program = nil
	}
	a.say(`What needs this cannot run until it is mended. "lsp check %s" shows everything.`, doc.Name)
	return program, can, errFound
}

// report writes findings to standard error, since standard output is for answers.
func (a *app) report(doc, of *analysis.Document, found []analysis.Diagnostic) {
	if len(found) == 0 {
		return
	}
	_ = a.out.Flush()
	out := bufio.NewWriter(a.err)
	text := &textReport{out: out, screen: a.aside, limit: 20}
	_ = text.document(checked{path: doc.Name, document: doc, diagnostics: found, model: func(string) *analysis.Document { return of }})
	_ = out.Flush()
}

// identity names a document and its bytes in a receipt.
func identity(doc *analysis.Document) model.Identity {
	sum := sha256.Sum256(doc.Text)
	return model.Identity{Path: doc.Name, SHA256: hex.EncodeToString(sum[:])}
}

// openModel reads the model that is to be run. It may be any document that holds one; eval runs whatever the compact
// parser accepts (model-format.md, "Validation levels").
func (a *app) openModel(path string) (*analysis.Document, error) {
	file, err := workspace.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w.", err)
	}
	return analysis.Open(analysis.Source{Name: path, Text: file.Text, Level: analysis.Compact}, nil, nil), nil
}

// openState reads the state of a model: the file that is named, - for standard input, or the first that lies beside
// the model; nil where there is none.
func (a *app) openState(of *analysis.Document, path string) (*analysis.Document, error) {
	if path == "" {
		states := workspace.NewDisk().View(nil).StatesOf(of.Name)
		if len(states) == 0 {
			return nil, nil
		}
		path = states[0].Path
		others := ""
		if len(states) > 1 {
			others = fmt.Sprintf(" (%s of %s beside the model; --state chooses another)", "the first", counted(len(states), "state"))
		}
		a.say("State: %s%s", path, others)
	}
	if path == "-" {
		text, err := io.ReadAll(io.LimitReader(a.in, workspace.MaxFileSize))
		if err != nil {
			return nil, fmt.Errorf("Standard input cannot be read: %w.", err)
		}
		return analysis.Open(analysis.Source{Name: "-", Text: text, Kind: stateKind()}, nil, nil), nil
	}
	file, err := workspace.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w.", err)
	}
	return analysis.Open(analysis.Source{Name: path, Text: file.Text, Kind: stateKind()}, nil, nil), nil
}

// stateKind is the kind of a state, whatever its file is called.
func stateKind() *analysis.Kind { return analysis.KindByLanguage("state-json") }

// askOf says what is asked: what is named, or else everything. A name that the model does not have is refused.
func askOf(doc *analysis.Document, questions, decisions []string) (model.Ask, error) {
	has := map[analysis.RunnableKind][]string{}
	for _, r := range doc.Runnables() {
		has[r.Kind] = append(has[r.Kind], r.Name)
	}
	for _, named := range []struct {
		noun  string
		names []string
		known []string
	}{
		{"question", questions, has[analysis.RunQuestion]},
		{"decision", decisions, has[analysis.RunDecision]},
	} {
		for _, name := range named.names {
			if slices.Contains(named.known, name) {
				continue
			}
			if near := feel.Nearest(name, named.known); near != "" {
				return model.Ask{}, fmt.Errorf("%s has no %s %q. Did you mean %q?", doc.Name, named.noun, name, near)
			}
			return model.Ask{}, fmt.Errorf("%s has no %s %q. It has %s.", doc.Name, named.noun, name, cmp.Or(strings.Join(named.known, ", "), "none"))
		}
	}
	if len(questions)+len(decisions) > 0 {
		return model.Ask{Questions: questions, Decisions: decisions}, nil
	}
	ask := model.Ask{Questions: has[analysis.RunQuestion]}
	for _, name := range has[analysis.RunDecision] {
		if !slices.Contains(ask.Questions, name) {
			ask.Decisions = append(ask.Decisions, name)
		}
	}
	return ask, nil
}
