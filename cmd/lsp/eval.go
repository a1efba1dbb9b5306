package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

type evalFlags struct {
	state     string
	questions []string
	decisions []string
	receipt   bool

	states string
	jobs   int

	expr    string
	context string
	exprs   string
	models  bool

	run       string
	schedule  string
	replay    string
	until     string
	clockStep string
	library   []string

	now   string
	clock func() time.Time // what now says, or the system's

	format string
}

func (a *app) eval() *cobra.Command {
	var f evalFlags
	cmd := &cobra.Command{
		Use:   "eval MODEL|SCENARIO",
		Short: "Answer the questions of a model, or run a scenario",
		Long: `Eval answers the questions of a model from a state, and shows how each answer came about.

Without --state it takes the state that lies beside the model: claims.state.json beside claims.model.json, or
the first of claims.NAME.state.json. With --states it answers for every line of a file or of standard input (-),
each an object of inputs or {"id": ..., "state": {...}}; a line that fails never stops the rest.
With --expr it evaluates one expression without a model.

A scenario is run once, with the actions and bindings of --run or of the run document beside it, and the trace is
told: icu.run.json beside icu.scenario.json. A run writes to no document.

The exit code is 0 when everything was answered, 1 when a document or line is too broken for that, and 2 when
a file could not be read or something asked for does not exist.`,
		Example: `  lsp eval claims.model.json
  lsp eval claims.model.json --state monday.json --question outcome --receipt
  lsp eval claims.model.json --states claims.ndjson > answers.ndjson
  lsp eval icu.scenario.json --run late.run.json --schedule reverse
  lsp eval --expr 'price * (1 - discount)' --context '{"price": 80, "discount": 0.1}'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runEval(cmd.Context(), cmd.Flags(), args, f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.state, "state", "", "the `FILE` of the state; - is standard input")
	flags.StringArrayVar(&f.questions, "question", nil, "answer this question alone; `ID` as in the model; can be repeated")
	flags.StringArrayVar(&f.decisions, "decision", nil, "evaluate this decision; `NAME` as in the model; can be repeated")
	flags.BoolVar(&f.receipt, "receipt", false, "show how each answer came about")
	flags.StringVar(&f.states, "states", "", "answer for every line of `FILE`; - is standard input")
	flags.IntVar(&f.jobs, "jobs", runtime.GOMAXPROCS(0), "evaluate `N` batches of lines at the same time")
	flags.StringVar(&f.expr, "expr", "", "evaluate the expression `TEXT`")
	flags.StringVar(&f.context, "context", "", "the names that the expression can use, an object as `JSON`; with --expr")
	flags.StringVar(&f.exprs, "exprs", "", "evaluate the expression of every line of `FILE`; - is standard input")
	flags.BoolVar(&f.models, "models", false, "the lines of --exprs are whole models with a state")
	flags.StringVar(&f.run, "run", "", "the `FILE` of what is done in a run of a scenario; - is standard input")
	flags.StringVar(&f.schedule, "schedule", "", "the `ORDER` of operations due at one instant: declared, reverse or seed:N")
	flags.StringVar(&f.replay, "replay", "", "take the order from the choices in `FILE`")
	flags.StringVar(&f.until, "until", "", "end the run after so many `SECONDS`")
	flags.StringVar(&f.clockStep, "clock-step", "", "operations come due at multiples of so many `SECONDS`")
	flags.StringArrayVar(&f.library, "library", nil, "look for the dependencies of a scenario in `DIR` too; can be repeated")
	flags.StringVar(&f.now, "now", "", "what now() gives, as `TIME`: 2026-10-01T12:00:00Z; without it, the time of the evaluation")
	flags.StringVar(&f.format, "format", "", "the `FORM` of the answer: text or json; ndjson where every line is answered by a line")
	return cmd
}

// evalMode is one of the things that eval does, chosen by the flags.
type evalMode struct {
	flags   []string // the flags it takes; the first one chooses it
	formats []string // the forms it writes, the usual one first
	models  int      // how many models it takes
	run     func(a *app, ctx context.Context, args []string, f evalFlags) error
}

// evalModes are tried in order; the last one needs no flag.
var evalModes = []evalMode{
	{[]string{"expr", "context", "now", "format"}, []string{"text", "json"}, 0, (*app).evalExpression},
	{[]string{"exprs", "models", "jobs", "now", "format"}, []string{"ndjson"}, 0, (*app).evalExpressions},
	{[]string{"states", "question", "decision", "jobs", "now", "format"}, []string{"ndjson"}, 1, (*app).evalStates},
	{[]string{"", "state", "question", "decision", "receipt", "now", "format"}, []string{"text", "json"}, 1, (*app).evalModel},
}

// runEval chooses what to do and refuses flags that have no meaning there.
func (a *app) runEval(ctx context.Context, flags *pflag.FlagSet, args []string, f evalFlags) error {
	if f.models && f.exprs == "" && len(args) == 1 { // lsp eval --models FILE
		_ = flags.Set("exprs", args[0]) // a text takes any value
		f.exprs, args = args[0], nil
	}
	i := slices.IndexFunc(evalModes, func(m evalMode) bool { return m.flags[0] == "" || flags.Changed(m.flags[0]) })
	mode := evalModes[i]
	if mode.flags[0] == "" && len(args) == 1 && isScenario(args[0]) {
		mode = scenarioMode
	}
	var stray error
	flags.Visit(func(given *pflag.Flag) {
		if !slices.Contains(mode.flags, given.Name) && stray == nil {
			stray = strayFlag(given.Name, mode.flags[0])
		}
	})
	switch {
	case stray != nil:
		return stray
	case mode.models == 0 && len(args) > 0:
		return fmt.Errorf("--%s needs no model, and found %q.", mode.flags[0], args[0])
	case mode.models == 1 && len(args) == 0:
		return errors.New(`Eval needs the file of a model, such as "lsp eval claims.model.json", or --expr.`)
	case mode.models == 1 && len(args) > 1:
		return fmt.Errorf("Eval takes one model, and found %s.", strings.Join(args, ", "))
	case f.jobs < 1:
		return errors.New("--jobs needs a whole number of at least 1.")
	}
	var err error
	if f.clock, err = clockAt(f.now); err != nil {
		return err
	}
	if f.format == "" {
		f.format = mode.formats[0]
	}
	if err := oneOf("format", f.format, mode.formats...); err != nil {
		return err
	}
	return mode.run(a, ctx, args, f)
}

// clockAt returns the clock of evaluations: one that stands at the time of --now, or else the system's.
func clockAt(now string) (func() time.Time, error) {
	if now == "" {
		return time.Now, nil
	}
	at, err := time.Parse(time.RFC3339Nano, now)
	if err != nil {
		return nil, fmt.Errorf("--now needs a date and time with its offset, such as 2026-10-01T12:00:00Z, and found %q.", now)
	}
	return func() time.Time { return at }, nil
}

// strayFlag says where a flag belongs that has no meaning beside the one that chose what to do.
func strayFlag(flag, chosen string) error {
	var home []string
	for _, m := range evalModes {
		if slices.Contains(m.flags[1:], flag) && m.flags[0] != "" {
			home = append(home, "--"+m.flags[0])
		}
	}
	switch {
	case chosen != "":
		return fmt.Errorf("--%s has no meaning with --%s.", flag, chosen)
	case len(home) > 0:
		return fmt.Errorf("--%s needs %s.", flag, strings.Join(home, " or "))
	}
	return fmt.Errorf("--%s has no meaning here.", flag)
}
