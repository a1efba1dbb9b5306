package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

type pinFlags struct {
	write   bool
	library []string
}

func (a *app) pin() *cobra.Command {
	var f pinFlags
	cmd := &cobra.Command{
		Use:   "pin [--write] SCENARIO...",
		Short: "Compare the digests of dependencies with their files, and update them",
		Long: `Pin compares what each dependency is pinned to with the file that is found, and says what differs.

A folder stands for the scenarios in it. With --write it changes the pins, and nothing else, in the scenarios given;
never in one that they depend on. Given scenarios that depend on each other, it pins the deepest first. The exit
code is 1 while a pin differs.`,
		Example: `  lsp pin icu.scenario.json
  lsp pin --write library/*.scenario.json icu.scenario.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf(`Pin needs a scenario, such as "lsp pin icu.scenario.json".`)
			}
			return a.runPin(cmd.Context(), args, f)
		},
	}
	cmd.Flags().BoolVar(&f.write, "write", false, "change the pins in the scenarios given")
	cmd.Flags().StringArrayVar(&f.library, "library", nil, "look for dependencies in `DIR` too; can be repeated")
	return cmd
}

// pinning is the work of one run: every file is read once more after what it depends on was written.
type pinning struct {
	*app
	flags  pinFlags
	paths  []string // as given
	done   map[string]bool
	differ int
	lost   int
}

func (a *app) runPin(ctx context.Context, paths []string, f pinFlags) error {
	var all []string
	err := workspace.Walk(ctx, paths, namedAsOurs, func(found workspace.Found) error {
		if found.Err == nil && (found.Given || analysis.KindByName(found.Path) == scenarioKind()) {
			all = append(all, found.Path)
		}
		return found.Err
	})
	if err != nil {
		return fmt.Errorf("%w.", err)
	}
	paths = all
	p := &pinning{app: a, flags: f, paths: paths, done: map[string]bool{}}
	for _, path := range paths {
		if err := p.file(ctx, path, 0); err != nil {
			return err
		}
	}
	switch {
	case p.lost > 0 || p.differ > 0 && !f.write:
		return errFound
	case p.differ == 0:
		a.say("Every pin holds.")
	}
	return nil
}

// open reads a scenario as it lies on disk now.
func (p *pinning) open(path string) (*analysis.Document, error) {
	library, err := p.openLibrary(workspace.NewDisk(), analysis.Strict, p.paths, p.flags.library)
	if err != nil {
		return nil, err
	}
	return library.read(path)
}

// file pins one scenario, after those given that it depends on.
func (p *pinning) file(ctx context.Context, path string, depth int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.done[workspace.Clean(path)] {
		return nil
	}
	p.done[workspace.Clean(path)] = true
	doc, err := p.open(path)
	if err != nil {
		return err
	}
	if p.flags.write {
		changed := false
		for _, d := range doc.Dependencies() {
			if i := p.given(d.Document); i >= 0 && depth < len(p.paths) {
				if err := p.file(ctx, p.paths[i], depth+1); err != nil {
					return err
				}
				changed = true
			}
		}
		if changed {
			if doc, err = p.open(path); err != nil {
				return err
			}
		}
	}
	return p.pins(doc)
}

// given is the number of a document among the paths, or -1.
func (p *pinning) given(doc *analysis.Document) int {
	if doc == nil {
		return -1
	}
	return slices.IndexFunc(p.paths, func(path string) bool { return workspace.Clean(path) == workspace.Clean(doc.Name) })
}

// pins says what differs in one scenario, and writes it.
func (p *pinning) pins(doc *analysis.Document) error {
	if len(doc.Tree().Errors) > 0 {
		line, column := doc.Lines().Position(doc.Tree().Errors[0].Span.Start, jsontree.UTF32)
		p.say("%s:%d:%d: %s A document that cannot be read is not changed.", doc.Name, line+1, column+1, doc.Tree().Errors[0].Message)
		p.lost++
		return nil
	}
	var edits []jsontree.Edit
	for _, d := range doc.Dependencies() {
		line, column := doc.Lines().Position(d.Target.Start, jsontree.UTF32)
		at := fmt.Sprintf("%s:%d:%d", doc.Name, line+1, column+1)
		switch {
		case d.Document == nil:
			p.lost++
			what := printable(d.ScenarioID)
			if d.Revision > 0 {
				what = fmt.Sprintf("revision %d of %s", d.Revision, what)
			}
			fmt.Fprintf(p.out, "%s: %s was not found; its pin stays as it is.\n", printable(at), what)
			continue
		case len(d.PinTo) == 0:
			continue
		}
		p.differ++
		what := fmt.Sprintf("sha256 %s -> %s…", digestOr(d.Pinned), d.Found[:12])
		if d.Revision != d.Revised {
			what = fmt.Sprintf("revision %s -> %d, ", revisionOr(d.Revision), d.Revised) + what
		}
		fmt.Fprintf(p.out, "%s: %s %s (%s)\n", printable(at), printable(d.ScenarioID), what, printable(d.Document.Name))
		for _, e := range d.PinTo {
			edits = append(edits, jsontree.Edit{Span: e.Span, NewText: e.NewText})
		}
	}
	if len(edits) == 0 || !p.flags.write {
		return nil
	}
	text, err := jsontree.Apply(doc.Text, edits)
	if err != nil {
		return fmt.Errorf("%s could not be pinned: %w.", doc.Name, err)
	}
	return replaceFile(doc.Name, text)
}

func revisionOr(r int64) string {
	if r == 0 {
		return "(none)"
	}
	return fmt.Sprint(r)
}

func digestOr(digest string) string {
	if digest == "" {
		return "(none)"
	}
	return digest[:12] + "…"
}
