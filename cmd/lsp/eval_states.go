package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/buger/jsonparser"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// evalStates answers the questions of a model for every line of states (cli.md, "--states").
func (a *app) evalStates(ctx context.Context, args []string, f evalFlags) error {
	doc, err := a.openModel(args[0])
	if err != nil {
		return err
	}
	ask, err := askOf(doc, f.questions, f.decisions)
	if err != nil {
		return err
	}
	if len(f.questions)+len(f.decisions) == 0 && len(ask.Questions) > 0 {
		ask.Decisions = nil // a line holds answers; decisions that no question needs are not among them
	}
	program, problem := doc.Program(ctx)
	if program == nil {
		a.report(doc, nil, []analysis.Diagnostic{*problem})
		a.say(`%s cannot run until that is mended. "lsp check %s" shows everything.`, doc.Name, doc.Name)
		return errFound
	}
	s := stateLines{model: doc, program: program, ask: ask, stateIsInput: hasInput(doc, "state")}
	return a.evalLines(ctx, f.states, f.jobs, s.answer)
}

// stateLines answers lines for one model, on several goroutines.
type stateLines struct {
	model        *analysis.Document
	program      *model.Program
	ask          model.Ask
	stateIsInput bool
}

// lineFault is why a line has no answer.
type lineFault struct {
	Message string `json:"message"`
	Address string `json:"address"`
}

func (s *stateLines) answer(ctx context.Context, number int, line, out []byte) ([]byte, bool) {
	id, state := s.envelope(line)
	receipt, fault := s.evaluate(ctx, number, state)
	if fault != nil {
		return appendFault(out, id, *fault), false
	}
	out = appendID(append(out, '{'), id)
	out = append(out, `"answers":{`...)
	first := true
	add := func(name string, v feel.Value) {
		if !first {
			out = append(out, ',')
		}
		first = false
		out = append(feel.AppendJSONString(out, name), ':')
		out = v.AppendJSON(out)
	}
	for _, answer := range receipt.Answers {
		add(answer.Question, answer.Value)
	}
	for _, name := range s.ask.Decisions {
		if d := receipt.Decision(name); d != nil {
			add(name, d.Value)
		}
	}
	return append(out, "}}\n"...), true
}

// evaluate runs the model on one state.
func (s *stateLines) evaluate(ctx context.Context, number int, text []byte) (*model.Receipt, *lineFault) {
	state := analysis.Open(analysis.Source{Name: fmt.Sprintf("line %d", number), Text: text, Kind: stateKind()}, nil, nil)
	inputs, found := state.State(ctx, s.model)
	for i := range found {
		if found[i].Severity == analysis.Error {
			return nil, &lineFault{found[i].Message, found[i].Address}
		}
	}
	receipt, err := s.program.Evaluate(ctx, inputs, s.ask)
	if err != nil {
		return nil, &lineFault{Message: err.Error()}
	}
	return receipt, nil
}

// envelope tells the two forms of a line apart: an object of inputs, or one of an id and a state. id is nil where the
// line has none. A model with an input called state has lines of the first form alone.
func (s *stateLines) envelope(line []byte) (id, state []byte) {
	if s.stateIsInput || !bytes.Contains(line, []byte(`"state"`)) {
		return nil, line
	}
	members := 0
	err := jsonparser.ObjectEach(line, func(key, value []byte, kind jsonparser.ValueType, _ int) error {
		if kind == jsonparser.String { // comes without its quotes
			value = append(append([]byte{'"'}, value...), '"')
		}
		switch members++; string(key) {
		case "id":
			id = value
		case "state":
			state = value
		}
		return nil
	})
	if id != nil && !json.Valid(id) {
		id = nil
	}
	whole := err == nil && json.Valid(line)
	switch {
	case whole && state != nil && (members == 1 || members == 2 && id != nil):
		return id, state
	case whole:
		return nil, line // inputs, one of which the model may not know
	}
	return id, line // which says what is wrong with it
}

// appendFault writes the line of a fault.
func appendFault(out, id []byte, fault lineFault) []byte {
	out = appendID(append(out, '{'), id)
	out = append(out, `"error":{"message":`...)
	out = feel.AppendJSONString(out, fault.Message)
	out = append(out, `,"address":`...)
	out = feel.AppendJSONString(out, fault.Address)
	return append(out, "}}\n"...)
}

func appendID(out, id []byte) []byte {
	if id == nil {
		return out
	}
	return append(append(append(out, `"id":`...), id...), ',')
}

// hasInput tells whether a model declares an input of that name.
func hasInput(doc *analysis.Document, name string) bool {
	_, _, ok := doc.Span(model.Address("inputs", name))
	return ok
}
