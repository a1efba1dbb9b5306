package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/scenario"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// scenarioMode is what eval does with a scenario; the file chooses it, not a flag.
var scenarioMode = evalMode{[]string{"", "run", "schedule", "replay", "until", "clock-step", "library", "format"}, []string{"text", "json"}, 1, (*app).evalScenario}

// isScenario tells whether a file is a scenario, by its name or else its content.
func isScenario(path string) bool {
	if kind := analysis.KindByName(path); kind != nil {
		return kind == scenarioKind()
	}
	file, err := workspace.ReadFile(path)
	return err == nil && analysis.KindByContent(file.Text) == scenarioKind()
}

// evalScenario runs a scenario once and tells what happened. It writes to no document.
func (a *app) evalScenario(ctx context.Context, args []string, f evalFlags) error {
	options, until, err := f.runOptions()
	if err != nil {
		return err
	}
	library, err := a.openLibrary(workspace.NewDisk(), analysis.Strict, args, f.library)
	if err != nil {
		return err
	}
	doc, err := library.read(args[0])
	if err != nil {
		return err
	}
	program, why := doc.Scenario(ctx)
	if program == nil {
		return a.refused(doc, why, "run")
	}
	in, err := a.openRun(ctx, library, doc, f.run)
	if err != nil {
		return err
	}
	if until.Present() {
		in.Until = until
	}
	result, err := program.Run(ctx, in, options)
	switch {
	case err != nil && ctx.Err() != nil:
		return err
	case err != nil:
		a.say("%s", err)
		return errFound
	case f.format == "json":
		text, err := result.MarshalJSON()
		if err != nil {
			return err
		}
		a.out.Write(append(text, '\n'))
	default:
		a.out.WriteString(printable(result.Explain()))
	}
	return nil
}

// runOptions reads the flags of a run.
func (f evalFlags) runOptions() (opt scenario.Options, until scenario.Value, err error) {
	switch {
	case f.replay != "" && f.schedule != "":
		return opt, until, errors.New("--schedule and --replay exclude each other.")
	case f.replay != "":
		text, err := os.ReadFile(f.replay)
		if err != nil {
			return opt, until, fmt.Errorf("%s cannot be read: %w.", f.replay, err)
		}
		choices, err := scenario.ParseChoices(string(text))
		if err != nil {
			return opt, until, fmt.Errorf("%s: %w.", f.replay, err)
		}
		opt.Policy = scenario.Replay(choices)
	case f.schedule != "":
		if opt.Policy, err = scenario.ParsePolicy(f.schedule); err != nil {
			return opt, until, fmt.Errorf("--schedule: %w.", err)
		}
	}
	if opt.ClockStep, err = secondsOf("clock-step", f.clockStep); err != nil {
		return opt, until, err
	}
	if opt.ClockStep.Present() && opt.ClockStep.Number.Sign() == 0 {
		return opt, until, errors.New("--clock-step is 0; it needs a number of seconds above 0.")
	}
	until, err = secondsOf("until", f.until)
	return opt, until, err
}

func secondsOf(flag, text string) (scenario.Value, error) {
	if text == "" {
		return scenario.Value{}, nil
	}
	d, err := decimal.Parse(text)
	if err != nil || d.Sign() < 0 {
		return scenario.Value{}, fmt.Errorf("--%s needs a number of seconds, and found %q.", flag, text)
	}
	return scenario.Number(d), nil
}

// openRun reads what is done in a run: the file that is named, - for standard input, or the first that lies beside the
// scenario; nothing where there is none.
func (a *app) openRun(ctx context.Context, l *library, of *analysis.Document, path string) (scenario.Inputs, error) {
	if path == "" {
		runs := l.view.RunsOf(of.Name)
		if len(runs) == 0 {
			return scenario.Inputs{}, nil
		}
		path = runs[0].Path
		others := ""
		if len(runs) > 1 {
			others = fmt.Sprintf(" (the first of %s beside the scenario; --run chooses another)", counted(len(runs), "run"))
		}
		a.say("Run: %s%s", path, others)
	}
	var text []byte
	if path == "-" {
		var err error
		if text, err = io.ReadAll(io.LimitReader(a.in, workspace.MaxFileSize)); err != nil {
			return scenario.Inputs{}, fmt.Errorf("Standard input cannot be read: %w.", err)
		}
	} else {
		file, err := workspace.ReadFile(path)
		if err != nil {
			return scenario.Inputs{}, fmt.Errorf("%w.", err)
		}
		text = file.Text
	}
	run := analysis.Open(analysis.Source{Name: path, Text: text, Kind: analysis.KindByLanguage("run-json")}, nil, nil)
	in, found := run.Run(ctx, of)
	found = slices.DeleteFunc(found, func(d analysis.Diagnostic) bool { return d.Severity > analysis.Warning })
	a.report(run, nil, found)
	if slices.ContainsFunc(found, func(d analysis.Diagnostic) bool { return d.Severity == analysis.Error }) {
		a.say("Nothing is run before the run document is mended.")
		return scenario.Inputs{}, errFound
	}
	return in, nil
}
