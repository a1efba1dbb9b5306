package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/model"
	"github.com/scenariolsp/lsp/eval/scenario"
	drawing "github.com/scenariolsp/lsp/lsp/picture"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

type graphFlags struct {
	format  string
	state   string
	run     string
	width   int
	library []string
}

func (a *app) graph() *cobra.Command {
	var f graphFlags
	cmd := &cobra.Command{
		Use:   "graph MODEL|SCENARIO",
		Short: "Draw which decision reads what, or what happens in a scenario",
		Long: `Graph draws the requirement graph of a model: its inputs, decisions and functions, and who reads what. The
values are those of a state, with the rule that gave each and what is missing. Without --state that is the state
that lies beside the model, as for "lsp eval".

Of a scenario it draws the event graph: which condition lets which schedule or action happen, and what these change.
With --run it is run: svg and json then show the run over time, mermaid and dot what happened on the event graph.

The forms are mermaid, for documents that show such diagrams, dot, for Graphviz, svg, a drawing that every browser
shows in its reader's light or dark colours, and json, for programs. With --width a drawing that would be wider runs
from top to bottom instead of to the right.`,
		Example: `  lsp graph claims.model.json
  lsp graph claims.model.json --format svg > claims.svg
  lsp graph claims.model.json --state late.json --format dot | dot -Tpng -o claims.png
  lsp graph icu.scenario.json --run icu.late.run.json --format svg > late.svg`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runGraph(cmd.Context(), args, f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "mermaid", "the `FORM` of the picture: mermaid, dot, svg or json")
	flags.StringVar(&f.state, "state", "", "the `FILE` of the state of a model; - is standard input")
	flags.StringVar(&f.run, "run", "", "the `FILE` of what is done in a run of a scenario; - is standard input")
	flags.IntVar(&f.width, "width", 0, "fit svg into so many `PIXELS`; 0 is as wide as it needs to be")
	flags.StringArrayVar(&f.library, "library", nil, "look for the dependencies of a scenario in `DIR` too; can be repeated")
	return cmd
}

func (a *app) runGraph(ctx context.Context, args []string, f graphFlags) error {
	if err := oneOf("format", f.format, "mermaid", "dot", "svg", "json"); err != nil {
		return err
	}
	switch {
	case f.width < 0:
		return fmt.Errorf("--width is a number of pixels, and %d is below 0.", f.width)
	case f.width > 0 && f.format != "svg":
		return fmt.Errorf("--width is for --format svg; %s has no width.", f.format)
	case len(args) == 0:
		return errors.New(`Graph needs the file of a model or scenario, such as "lsp graph claims.model.json".`)
	case len(args) > 1:
		return fmt.Errorf("Graph takes one document, and found %s.", strings.Join(args, ", "))
	case isScenario(args[0]):
		return a.scenarioGraph(ctx, args[0], f)
	case f.run != "" || len(f.library) > 0:
		return fmt.Errorf("--run and --library need a scenario, and %s is none.", args[0])
	}
	doc, err := a.openModel(args[0])
	if err != nil {
		return err
	}
	g, err := a.modelGraph(ctx, doc, f.state)
	if err != nil {
		return err
	}
	return a.writeGraph(g, f)
}

// scenarioGraph draws the events of a scenario, or a run of it.
func (a *app) scenarioGraph(ctx context.Context, path string, f graphFlags) error {
	if f.state != "" {
		return fmt.Errorf("--state needs a model, and %s is a scenario; --run takes what is done in it.", path)
	}
	library, err := a.openLibrary(workspace.NewDisk(), analysis.Strict, []string{path}, f.library)
	if err != nil {
		return err
	}
	doc, err := library.read(path)
	if err != nil {
		return err
	}
	program, why := doc.Scenario(ctx)
	if program == nil {
		return a.refused(doc, why, "drawn")
	}
	title := filepath.Base(path)
	if f.run == "" {
		return a.writeGraph(drawing.Scenario(doc, program, title, nil), f)
	}
	in, err := a.openRun(ctx, library, doc, f.run)
	if err != nil {
		return err
	}
	result, err := program.Run(ctx, in, scenario.Options{})
	switch {
	case err != nil && ctx.Err() != nil:
		return err
	case err != nil:
		a.say("%s", err)
		return errFound
	}
	chart := drawing.Course(doc, title, stateTitle(doc, f.run), result)
	var text []byte
	switch f.format {
	case "svg":
		text = chart.SVG(f.width)
	case "json":
		if text, err = chart.JSON(); err != nil {
			return err
		}
		text = append(text, '\n')
	default:
		return a.writeGraph(drawing.Scenario(doc, program, title, result), f)
	}
	_, err = a.out.Write(text)
	return err
}

// modelGraph draws a model under a state. A decision that cannot run is marked and keeps no other from being drawn.
func (a *app) modelGraph(ctx context.Context, doc *analysis.Document, statePath string) (*drawing.Graph, error) {
	program, problem := doc.Program(ctx)
	if program == nil {
		if problem != nil {
			a.report(doc, nil, []analysis.Diagnostic{*problem})
		}
		a.say(`Nothing can be drawn until this is mended. "lsp check %s" shows everything.`, doc.Name)
		return nil, errFound
	}
	state, err := a.openState(doc, statePath)
	if err != nil {
		return nil, err
	}
	obstacles := doc.Obstacles()
	var run drawing.Run
	inputs, embedded := doc.EmbeddedState()
	switch {
	case state != nil:
		inputs, err = a.inputsOf(ctx, doc, state)
		if err != nil {
			return nil, err
		}
		run = drawing.Run{State: stateTitle(doc, state.Name), Inputs: &inputs}
	case embedded:
		run = drawing.Run{State: "of this request", Inputs: &inputs}
	}
	ask, err := askOf(doc, nil, nil)
	if err != nil {
		return nil, err
	}
	var can model.Ask
	for _, name := range append(ask.Questions, ask.Decisions...) {
		if obstacles.Of(name) == nil {
			can.Decisions = append(can.Decisions, name)
		}
	}
	if len(can.Decisions) > 0 {
		can.Clock = time.Now
		run.Receipt, err = program.Evaluate(ctx, inputs, can)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, a.unfinished(doc.Name, err)
		}
	}
	return drawing.Model(ctx, doc, filepath.Base(doc.Name), run, obstacles), nil
}

// inputsOf reads a state for a model, or reports what is wrong with it.
func (a *app) inputsOf(ctx context.Context, doc, state *analysis.Document) (model.Inputs, error) {
	inputs, found := state.State(ctx, doc)
	var faults []analysis.Diagnostic
	for _, d := range found {
		if d.Severity == analysis.Error {
			faults = append(faults, d)
		}
	}
	if len(faults) > 0 {
		a.report(state, doc, faults)
		a.say("Nothing is drawn before the state is mended.")
		return inputs, errFound
	}
	return inputs, nil
}

// stateTitle is what people call a state of a model, or a run of a scenario, that lies in a file.
func stateTitle(doc *analysis.Document, path string) string {
	if path == "-" {
		return "standard input"
	}
	for _, s := range workspace.NewDisk().View(nil).SidecarsOf(doc.Name) {
		if filepath.Clean(s.Path) == filepath.Clean(path) {
			return s.Title()
		}
	}
	return filepath.Base(path)
}

func (a *app) writeGraph(g *drawing.Graph, f graphFlags) error {
	var b []byte
	switch f.format {
	case "mermaid":
		b = []byte(g.Mermaid())
	case "dot":
		b = []byte(g.DOT())
	case "svg":
		b = g.SVG(f.width)
	case "json":
		var err error
		if b, err = g.MarshalJSON(); err != nil {
			return err
		}
		b = append(b, '\n')
	}
	_, err := a.out.Write(b)
	return err
}
