package main

import (
	"context"

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
	program, ask, err := a.runnable(ctx, doc, ask)
	if err != nil {
		return err
	}
	s := stateLines{model: doc, program: program, ask: ask}
	return a.evalLines(ctx, f.states, f.jobs, s.answer)
}

// stateLines answers lines for one model, on several goroutines.
type stateLines struct {
	model   *analysis.Document
	program *model.Program
	ask     model.Ask
}

func (s *stateLines) answer(ctx context.Context, _ int, line, out []byte) ([]byte, bool) {
	id, inputs, fault := s.model.StateLine(line)
	if fault != nil {
		return appendFault(out, id, fault.Message, fault.Address), false
	}
	receipt, err := s.program.Evaluate(ctx, inputs, s.ask)
	if err != nil {
		return appendFault(out, id, err.Error(), ""), false
	}
	out = append(appendID(append(out, '{'), id), `"answers":{`...)
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

// appendFault writes the line of a state that has no answer.
func appendFault(out, id []byte, message, address string) []byte {
	out = append(appendID(append(out, '{'), id), `"error":{"message":`...)
	out = append(feel.AppendJSONString(out, message), `,"address":`...)
	return append(feel.AppendJSONString(out, address), "}}\n"...)
}

func appendID(out, id []byte) []byte {
	if id == nil {
		return out
	}
	return append(append(append(out, `"id":`...), id...), ',')
}
