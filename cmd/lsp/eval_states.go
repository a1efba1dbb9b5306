package main

import (
	"context"
	"slices"
	"sync"

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
	ask.Clock = f.clock
	program, ask, err := a.runnable(ctx, doc, ask)
	if err != nil {
		return err
	}
	return a.evalLines(ctx, f.states, f.jobs, newStateLines(doc, program, ask).answer)
}

func newStateLines(doc *analysis.Document, program *model.Program, ask model.Ask) *stateLines {
	names := slices.Concat(ask.Questions, ask.Decisions)
	return &stateLines{names: names, idle: sync.Pool{New: func() any {
		return &stateWorker{doc.NewStateStream(), program.Runner(names, ask.Clock)}
	}}}
}

// stateLines answers lines for one model, on several goroutines.
type stateLines struct {
	names []string // of the questions and decisions that each line is answered with
	idle  sync.Pool
}

// stateWorker is what one goroutine works with at a time.
type stateWorker struct {
	stream *analysis.StateStream
	runner *model.Runner
}

func (s *stateLines) answer(ctx context.Context, _ int, line, out []byte) ([]byte, bool) {
	w := s.idle.Get().(*stateWorker)
	defer s.idle.Put(w)
	id, inputs, fault := w.stream.Read(line)
	if fault != nil {
		return appendFault(out, id, fault.Message, fault.Address), false
	}
	if err := w.runner.Run(ctx, inputs); err != nil {
		return appendFault(out, id, err.Error(), ""), false
	}
	out = append(appendID(append(out, '{'), id), `"answers":{`...)
	for i, name := range s.names {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(feel.AppendJSONString(out, name), ':')
		out = w.runner.Value(i).AppendJSON(out)
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
