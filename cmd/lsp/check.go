package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

type checkFlags struct {
	format      string
	strict      bool
	compact     bool
	maxWarnings int
	limit       int
	jobs        int
	stdinName   string
	explain     string
	library     []string
}

func (a *app) check() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check PATH...",
		Short: "Find what is wrong with documents",
		Long: `Check finds what is wrong with models and their states.

A folder is searched for documents, leaving out what its .gitignore files exclude; - is standard input.
The exit code is 0 when there is nothing worse than a warning, 1 when there is an error or more warnings
than --max-warnings, and 2 when a file could not be read.`,
		Example: `  lsp check .
  lsp check --format json claims.model.json
  lsp check --explain unknown-word
  git show HEAD:claims.model.json | lsp check --stdin-name claims.model.json -`,
		RunE: func(cmd *cobra.Command, paths []string) error {
			if f.explain != "" {
				return a.explain(f.explain)
			}
			return a.runCheck(cmd.Context(), paths, f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "text", "the `FORM` of the report: "+strings.Join(reportForms, ", "))
	flags.BoolVar(&f.strict, "strict", false, "check as the public API does (the default)")
	flags.BoolVar(&f.compact, "compact", false, "check as the compact parser does")
	flags.IntVar(&f.maxWarnings, "max-warnings", -1, "fail when there are more warnings than `N`; -1 is no limit")
	flags.IntVar(&f.limit, "limit", 100, "show the worst `N` findings of each document as text; 0 shows all")
	flags.IntVar(&f.jobs, "jobs", runtime.GOMAXPROCS(0), "check `N` documents at the same time")
	flags.StringVar(&f.stdinName, "stdin-name", "", "the `NAME` that standard input (-) has in the report")
	flags.StringArrayVar(&f.library, "library", nil, "look for the dependencies of scenarios in `DIR` too; can be repeated")
	flags.StringVar(&f.explain, "explain", "", "explain a `CODE` of a finding and stop")
	return cmd
}

func (a *app) runCheck(ctx context.Context, paths []string, f checkFlags) error {
	if err := f.valid(paths); err != nil {
		return err
	}
	found, err := gather(ctx, paths)
	if err != nil {
		return err
	}
	disk := workspace.NewDisk()
	library, err := a.openLibrary(disk, f.level(), paths, f.library)
	if err != nil {
		return err
	}
	c := checker{in: a.in, stdinName: cmp.Or(f.stdinName, "-"), disk: disk, models: &models{level: f.level()}, library: library, checked: pathsOf(found)}
	report := reporters[f.format](a, f.limit)
	bar := a.startProgress("Checking", len(found))
	var sum tally
	unread := 0
	err = inOrder(ctx, f.jobs, slices.Values(found), c.check, func(r checked, _ bool) error {
		bar.add(1)
		switch {
		case r.err != nil:
			bar.clear()
			a.say("%s.", r.err)
			unread++
			return nil
		case r.document == nil:
			return nil // some other JSON
		case len(r.diagnostics) > 0:
			bar.clear()
		}
		sum.add(r)
		return report.document(r)
	})
	bar.clear()
	if err != nil {
		return err
	}
	if sum.documents == 0 && unread == 0 {
		return fmt.Errorf("There is no document in %s. Documents are named %s, or are JSON with the members of one.", strings.Join(paths, ", "), patterns())
	}
	if err := report.end(sum); err != nil {
		return err
	}
	return a.verdict(sum, unread, f.maxWarnings)
}

// verdict turns what was found into the exit code.
func (a *app) verdict(sum tally, unread, maxWarnings int) error {
	warnings := sum.found[analysis.Warning]
	tooMany := maxWarnings >= 0 && warnings > maxWarnings
	if tooMany {
		are := "are"
		if warnings == 1 {
			are = "is"
		}
		a.say("There %s %s, more than the %s that --max-warnings allows.", are, counted(warnings, "warning"), grouped(maxWarnings))
	}
	switch {
	case unread > 0:
		return errUnable
	case tooMany || sum.found[analysis.Error] > 0:
		return errFound
	}
	return nil
}

// valid refuses flags that contradict each other or name what does not exist.
func (f checkFlags) valid(paths []string) error {
	if err := oneOf("format", f.format, reportForms...); err != nil {
		return err
	}
	switch {
	case len(paths) == 0:
		return errors.New(`Check needs a file or folder, such as "lsp check .".`)
	case f.strict && f.compact:
		return errors.New("--strict and --compact exclude each other.")
	case f.jobs < 1:
		return errors.New("--jobs needs a whole number of at least 1.")
	case f.stdinName != "" && !slices.Contains(paths, "-"):
		return errors.New("--stdin-name names standard input, which - reads; there is no - among the paths.")
	}
	return nil
}

func (f checkFlags) level() analysis.Level {
	if f.compact {
		return analysis.Compact
	}
	return analysis.Strict
}

// gather finds the files of the paths, sorted by path, so that the report has one order whatever the order of the
// paths and of the work.
func gather(ctx context.Context, paths []string) ([]workspace.Found, error) {
	var found []workspace.Found
	var roots []string
	for _, path := range paths {
		if path != "-" {
			roots = append(roots, path)
		} else if len(found) == 0 {
			found = append(found, workspace.Found{Path: "-", Given: true})
		}
	}
	err := workspace.Walk(ctx, roots, namedAsOurs, func(f workspace.Found) error {
		found = append(found, f)
		return nil
	})
	slices.SortStableFunc(found, func(a, b workspace.Found) int { return cmp.Compare(a.Path, b.Path) })
	return found, err
}

// namedAsOurs tells whether a file's name alone says that it is a document.
func namedAsOurs(path string) bool { return analysis.KindByName(path) != nil }

// patterns lists the names by which documents are known.
func patterns() string {
	var all []string
	for _, k := range analysis.Kinds() {
		all = append(all, k.Patterns...)
	}
	return strings.Join(all, ", ")
}

// checker checks one document after another, on several goroutines.
type checker struct {
	in        io.Reader
	stdinName string
	disk      *workspace.Disk
	models    *models
	library   *library
	checked   map[string]bool // the paths of this run, cleaned
}

// check reads and checks one file. A file met on the way that is some other JSON gives no document and no error.
func (c *checker) check(ctx context.Context, f workspace.Found) checked {
	if f.Err != nil {
		return checked{path: f.Path, err: f.Err}
	}
	path, text, err := c.read(f.Path)
	if err != nil {
		return checked{path: path, err: err}
	}
	kind := analysis.KindByName(path)
	if kind == nil {
		kind = analysis.KindByContent(text)
	}
	if kind == nil {
		if !f.Given {
			return checked{path: path}
		}
		return checked{path: path, err: fmt.Errorf("%s is no document that lsp knows: neither its name (%s) nor its members tell what it is", path, patterns())}
	}
	around := beside{view: c.disk.View(nil), models: c.models, library: c.library}
	doc := analysis.Open(analysis.Source{Name: path, Text: text, Kind: kind, Level: c.models.level}, around, nil)
	diagnostics, err := doc.Diagnostics(ctx)
	diagnostics = c.once(diagnostics)
	return checked{path: path, document: doc, diagnostics: diagnostics, model: around.ModelOf, err: err}
}

// read returns the name and the bytes of a path; - is standard input under the name that the flags give it.
func (c *checker) read(path string) (string, []byte, error) {
	if path != "-" {
		file, err := workspace.ReadFile(path)
		if err != nil {
			return path, nil, err
		}
		return path, file.Text, nil
	}
	text, err := io.ReadAll(io.LimitReader(c.in, workspace.MaxFileSize+1))
	switch {
	case err != nil:
		return c.stdinName, nil, fmt.Errorf("Standard input cannot be read: %w", err)
	case len(text) > workspace.MaxFileSize:
		return c.stdinName, nil, fmt.Errorf("Standard input holds more than %d MB, the most a document may hold", workspace.MaxFileSize>>20)
	}
	return c.stdinName, text, nil
}
