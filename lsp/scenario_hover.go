package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/scenario"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// overRun adds what became of an element of a scenario in the active run, or in the run that is pointed at.
func (c *card) overRun(ctx context.Context, s *snapshot, doc *analysis.Document, d analysis.Description) {
	tell := runTellers[d.Kind]
	of, given := s.modelOf(doc)
	if tell == nil || of == nil {
		return
	}
	limited, cancel := context.WithTimeout(ctx, hoverLimit)
	defer cancel()
	run, _ := s.activeState(of.Name)
	if given != nil {
		run = s.stateAt(of.Name, given.Name)
	}
	r, err := s.perform(limited, of, run, scenario.Declared())
	if err != nil {
		c.late(ctx)
		return
	}
	if r.problem != nil {
		c.paragraph(c.text("Not run" + c.because(doc, r.in, r.problem, s.inFolders(r.problem.Message))))
		return
	}
	if why := r.obstacle(of); why != "" {
		c.paragraph(c.text("Not run, " + why + "."))
		return
	}
	i, known := r.at[d.Name]
	if !known {
		return
	}
	for n, line := range tell(limited, r, i) {
		if n == 0 {
			line = strings.TrimSuffix(line, ".") + r.under()
		}
		c.paragraph(c.text(line))
	}
	if limited.Err() != nil {
		c.late(ctx)
		return
	}
	if workspace.IsVirtual(of.Name) || workspace.IsVirtual(run.Path) {
		return // a shell reads files
	}
	if d.Kind == analysis.KindVariable || d.Kind == analysis.KindSchedule || d.Kind == analysis.KindAction {
		c.paragraph(c.block(runLine(s, of, run.Path)))
	}
}

// runLine returns the command that tells the same run in a shell.
func runLine(s *snapshot, of *analysis.Document, run string) string {
	words := []string{"lsp", "eval", shellWord(s.shortPath(of.Name))}
	if run != "" {
		words = append(words, "--run", shellWord(s.shortPath(run)))
	}
	return strings.Join(words, " ")
}

// runTellers say of an element what became of it in a run, in lines.
var runTellers = map[analysis.SymbolKind]func(context.Context, *ran, int) []string{
	analysis.KindVariable:  tellVariable,
	analysis.KindFlag:      tellFlag,
	analysis.KindEntry:     tellEntry,
	analysis.KindCondition: tellCondition,
	analysis.KindEffect:    tellEffect,
	analysis.KindSchedule:  tellSchedule,
	analysis.KindAction:    tellAction,
}

// maxTold is how many changes of one element a hover tells.
const maxTold = 8

// tellVariable follows a variable from the start to the end: 96 % from 0 s, trends from 120 s, 85 % from 180 s.
func tellVariable(_ context.Context, r *ran, i int) []string {
	d, t := r.result.Program().Definition(), scenario.Target{Sort: scenario.VariableSort, Index: i}
	end := "= " + d.Quantity(t, r.result.End.Variable(i)) + " at the end, " + r.result.End.At.String()
	courses := r.result.Courses(i)
	if len(courses) == 1 && !courses[0].Trend {
		return []string{end, "It keeps its value over the run."}
	}
	parts := make([]string, len(courses))
	for k := range courses {
		c := &courses[k]
		at := inSeconds(c.From) + " s"
		switch {
		case !c.Trend:
			parts[k] = d.Quantity(t, c.Start) + " from " + at
		case c.Step:
			parts[k] = "on the way to a step to " + d.Quantity(t, scenario.Number(c.Target)) + " from " + at
		default:
			parts[k] = "on a trend to " + d.Quantity(t, scenario.Number(c.Target)) + " from " + at
		}
	}
	return []string{end, "Over the run: " + list(parts, maxTold) + "."}
}

func tellFlag(_ context.Context, r *ran, i int) []string {
	d := r.result.Program().Definition()
	parts := []string{fmt.Sprintf("%t from 0 s", r.result.Start().Flags[i])}
	r.changes(func(step *scenario.Step, change *scenario.Change) {
		if e := &d.Effects[change.Effect]; e.Kind == scenario.SetFlag && e.Target.Index == i && !change.Idle {
			parts = append(parts, fmt.Sprintf("%t from %s by %s", change.To.Truth, step.At, step.Label.ID))
		}
	})
	return []string{fmt.Sprintf("= %t at the end, %s", r.result.End.Flags[i], r.result.End.At), "Over the run: " + list(parts, maxTold) + "."}
}

func tellEntry(_ context.Context, r *ran, i int) []string {
	d := r.result.Program().Definition()
	if r.result.Start().Revealed[i] {
		return []string{"Revealed from the start"}
	}
	told := []string{"Not revealed in this run"}
	r.changes(func(step *scenario.Step, change *scenario.Change) {
		if e := &d.Effects[change.Effect]; e.Kind == scenario.Reveal && e.Target.Index == i && !change.Idle {
			told = []string{fmt.Sprintf("Revealed at %s by %s", step.At, step.Label.ID)}
		}
	})
	return told
}

func tellCondition(ctx context.Context, r *ran, i int) []string {
	title, err := r.held(ctx, i)
	if err != nil {
		return nil
	}
	return []string{"In the run it " + title}
}

func tellEffect(_ context.Context, r *ran, i int) []string {
	var parts []string
	r.changes(func(step *scenario.Step, change *scenario.Change) {
		if change.Effect == i {
			parts = append(parts, fmt.Sprintf("at %s by %s", step.At, step.Label.ID))
		}
	})
	if len(parts) == 0 {
		return []string{"Not applied in this run"}
	}
	return []string{"Applied " + list(parts, maxTold)}
}

func tellSchedule(_ context.Context, r *ran, i int) []string {
	if state, step := r.result.Schedule(i); state == scenario.Fired || state == scenario.Skipped {
		return r.story(step)
	}
	became := r.became(i)
	return []string{strings.ToUpper(became[:1]) + became[1:]}
}

func tellAction(_ context.Context, r *ran, i int) []string {
	var told []string
	times := 0
	for n := range r.result.Trace {
		if step := &r.result.Trace[n]; step.Sort == scenario.ActionOperation && step.Index == i {
			if times++; times <= 3 {
				told = append(told, r.story(step)...)
			}
		}
	}
	switch {
	case times == 0:
		return []string{"Not performed in this run"}
	case times > 3:
		told = append(told, fmt.Sprintf("and %d times more", times-3))
	}
	return told
}

// story tells one operation, line by line.
func (r *ran) story(step *scenario.Step) []string {
	lines := strings.Split(strings.TrimSpace(r.result.ExplainStep(step)), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	if len(lines) > maxTold {
		lines = append(slices.Clone(lines[:maxTold]), fmt.Sprintf("and %d lines more", len(lines)-maxTold))
	}
	return lines
}

// changes goes through everything that effects changed, in order.
func (r *ran) changes(each func(*scenario.Step, *scenario.Change)) {
	for i := range r.result.Trace {
		step := &r.result.Trace[i]
		for k := range step.Changes {
			each(step, &step.Changes[k])
		}
	}
}
