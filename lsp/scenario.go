package lsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/scenario"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// ran is what running a scenario gave: a result, or the reason why there is none.
type ran struct {
	run    workspace.State // Path is empty when nothing is done in it
	result *scenario.Result
	at     map[string]int // by id: where it stands in its collection of the definition

	problem *analysis.Diagnostic // the error that keeps it from running
	in      *analysis.Document   // that has the error: the scenario or the run
	failure error                // why the run could not begin, or ended early
}

// runKey names one run of a snapshot for its memory.
type runKey struct{ scenario, run, policy string }

// perform runs a scenario once. One run answers lenses, hover, pictures, commands and the command line alike. It writes
// to no document. The error is that of the context.
func (s *snapshot) perform(ctx context.Context, doc *analysis.Document, run workspace.State, policy scenario.Policy) (*ran, error) {
	key := runKey{doc.Name, run.Path, policy.String()}
	s.mu.Lock()
	known := s.runs[key]
	s.mu.Unlock()
	if known != nil {
		return known, nil
	}
	if err := s.warm(ctx, doc); err != nil {
		return nil, err
	}
	r := &ran{run: run}
	if err := s.performOnce(ctx, doc, r, policy); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.runs == nil {
		s.runs = map[runKey]*ran{}
	}
	s.runs[key] = r
	return r, nil
}

func (s *snapshot) performOnce(ctx context.Context, doc *analysis.Document, r *ran, policy scenario.Policy) error {
	program, problem := doc.Scenario(ctx)
	if program == nil {
		r.problem, r.in = problem, doc
		return ctx.Err()
	}
	var in scenario.Inputs
	if r.run.Path != "" {
		run, err := s.document(r.run.Path)
		if err != nil {
			r.failure = err
			return nil
		}
		var faults []analysis.Diagnostic
		in, faults = run.Run(ctx, doc)
		for i := range faults {
			if faults[i].Severity == analysis.Error {
				r.problem, r.in = &faults[i], run
				return nil
			}
		}
	}
	result, err := program.Run(ctx, in, scenario.Options{Policy: policy})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	r.result, r.failure = result, err
	if result != nil {
		r.at = placesOf(program.Definition())
	}
	return nil
}

// placesOf returns where elements stand in their collections, by id: all ids of a scenario share one space of names.
func placesOf(d *scenario.Definition) map[string]int {
	at := map[string]int{}
	for i := range d.Variables {
		at[d.Variables[i].ID] = i
	}
	for i := range d.Flags {
		at[d.Flags[i].ID] = i
	}
	for i := range d.Entries {
		at[d.Entries[i].ID] = i
	}
	for i := range d.Conditions {
		at[d.Conditions[i].ID] = i
	}
	for i := range d.Effects {
		at[d.Effects[i].ID] = i
	}
	for i := range d.Schedules {
		at[d.Schedules[i].ID] = i
	}
	for i := range d.Actions {
		at[d.Actions[i].ID] = i
	}
	return at
}

// obstacle says in a few words why there is no result; "" where there is one.
func (r *ran) obstacle(of *analysis.Document) string {
	var missing *scenario.MissingError
	switch {
	case r.problem != nil:
		line, _ := r.in.Lines().Position(r.problem.Span.Start, jsontree.UTF8)
		where := fmt.Sprintf("cannot run, see line %d", line+1)
		if r.in != of {
			where += " of " + filepath.Base(r.in.Name)
		}
		return where
	case errors.As(r.failure, &missing):
		return "needs " + list(missing.Variables, 3)
	case r.failure != nil:
		return shorten(r.failure.Error(), maxValue)
	}
	return ""
}

// under says for which run something is true.
func (r *ran) under() string {
	if r.run.Path == "" {
		return ""
	}
	return " · run: " + filepath.Base(r.run.Path)
}

// scenarioLens returns what a lens of a scenario says and does. ok is false when the context ended before that was known.
func (s *snapshot) scenarioLens(ctx context.Context, doc *analysis.Document, l *placedLens) (command protocol.Command, ok bool) {
	run, _ := s.activeState(doc.Name)
	r, err := s.perform(ctx, doc, run, scenario.Declared())
	if err != nil {
		return protocol.Command{}, false
	}
	title, err := r.lensTitle(ctx, doc, l.at)
	switch {
	case err != nil:
		return protocol.Command{}, false
	case title == "" && l.title != "" && !strings.HasPrefix(l.title, runTitle):
		title = staleTitle(l.title)
	case title == "":
		title = runTitle
	}
	return s.command(doc, l, title), true
}

// lensTitle says what became of a schedule or when a condition held, or how the whole run ended; "" where there is no
// result to say it of.
func (r *ran) lensTitle(ctx context.Context, doc *analysis.Document, at analysis.Runnable) (string, error) {
	if at.Kind == analysis.RunScenario {
		title := runTitle
		if r.run.Path != "" {
			title += " · " + filepath.Base(r.run.Path)
		}
		if why := r.obstacle(doc); why != "" {
			return title + " · " + why, nil
		}
		return title + " · ends at " + r.result.End.At.String(), nil
	}
	if r.result == nil {
		return "", nil
	}
	i, known := r.at[at.Name]
	switch {
	case !known:
		return "", nil
	case at.Kind == analysis.RunSchedule:
		return r.became(i), nil
	}
	return r.held(ctx, i)
}

// became says what became of a schedule.
func (r *ran) became(schedule int) string {
	state, step := r.result.Schedule(schedule)
	switch state {
	case scenario.Fired:
		return "fired at " + step.At.String()
	case scenario.Skipped:
		return "skipped at " + step.At.String() + " · " + shorten(r.result.Reasons(step, scenario.Absent), maxReason)
	case scenario.Cancelled:
		return "cancelled at " + step.At.String() + " by " + step.Label.ID
	}
	return "still to come when the run ends, at " + r.result.End.At.String()
}

// maxReason is how many characters of the reason for skipping a schedule a lens shows.
const maxReason = 100

// held says when a condition held.
func (r *ran) held(ctx context.Context, condition int) (string, error) {
	times, err := r.result.Held(ctx, condition)
	if err != nil {
		return "", err
	}
	if len(times) == 0 {
		return "never held", nil
	}
	parts := make([]string, len(times))
	for i, t := range times {
		from, to := inSeconds(t.From), inSeconds(t.To)
		switch {
		case t.Lasts && t.From == 0:
			return "held throughout", nil
		case t.Lasts:
			parts[i] = "from " + from + " s on"
		case from == to:
			parts[i] = "at " + from + " s"
		default:
			parts[i] = from + "–" + to + " s"
		}
	}
	return "held " + list(parts, 3), nil
}

// inSeconds writes a time for people, rounded to the millisecond: where a trend crosses a limit it has nine digits.
func inSeconds(t scenario.Instant) string {
	const millisecond = scenario.Second / 1000
	return strconv.FormatFloat(float64((t+millisecond/2)/millisecond)/1000, 'f', -1, 64)
}

// endLine says in one line how a run ended.
func (r *ran) endLine() string {
	d, start, end := r.result.Program().Definition(), r.result.Start(), &r.result.End
	var changed []string
	for i := range d.Variables {
		if before, after := start.Courses[i].Start, end.Variable(i); !before.Equal(after) {
			changed = append(changed, d.Variables[i].ID+" = "+d.Quantity(scenario.Target{Sort: scenario.VariableSort, Index: i}, after))
		}
	}
	for i := range d.Flags {
		if start.Flags[i] != end.Flags[i] {
			changed = append(changed, fmt.Sprintf("%s = %t", d.Flags[i].ID, end.Flags[i]))
		}
	}
	fired := 0
	for _, state := range end.Schedules {
		if state == scenario.Fired {
			fired++
		}
	}
	line := "ends at " + end.At.String()
	if len(changed) > 0 {
		line += " · " + list(changed, 3)
	}
	if n := len(end.Schedules); n > 0 {
		line += fmt.Sprintf(" · %d of %d schedules fired", fired, n)
	}
	return line + r.under()
}
