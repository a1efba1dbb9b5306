package main

import (
	"fmt"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// checked is one document after its check.
type checked struct {
	path        string
	document    *analysis.Document
	diagnostics []analysis.Diagnostic
	model       func(state string) *analysis.Document // the model of a state, of which diagnostics may speak; nil: none
	err         error                                 // the document could not be read; nothing else is set
}

// reporter writes what a check found in one form. Documents come in the order of their paths.
type reporter interface {
	document(checked) error
	end(tally) error
}

// tally counts what a check found.
type tally struct {
	documents int
	found     [analysis.Hint + 1]int // by severity
}

func (t *tally) add(c checked) {
	t.documents++
	for _, d := range c.diagnostics {
		t.found[d.Severity]++
	}
}

// reporters are the forms of `lsp check --format`.
var reporters = map[string]func(a *app, limit int) reporter{
	"text":   func(a *app, limit int) reporter { return &textReport{out: a.out, screen: a.screen, limit: limit} },
	"json":   func(a *app, _ int) reporter { return &jsonReport{out: a.out} },
	"github": func(a *app, _ int) reporter { return &githubReport{out: a.out} },
}

// reportForms is what people are told exists, the usual one first.
var reportForms = []string{"text", "json", "github"}

// place is a position as the machine forms and people count: lines and columns from 1, columns in code points,
// the offset in bytes from 0.
type place struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

// extent is a span in places.
type extent struct {
	Start place `json:"start"`
	End   place `json:"end"`
}

func placeOf(lines *jsontree.Lines, offset int) place {
	line, column := lines.Position(offset, jsontree.UTF32)
	return place{line + 1, column + 1, offset}
}

func extentOf(lines *jsontree.Lines, span jsontree.Span) extent {
	return extent{placeOf(lines, span.Start), placeOf(lines, span.End)}
}

// about returns the name and the positions of a document that a diagnostic of c speaks of; an empty name is c itself.
func (c checked) about(name string) (string, *jsontree.Lines) {
	if name != "" && name != c.path && c.model != nil {
		if m := c.model(c.path); m != nil && m.Name == name {
			return name, m.Lines()
		}
	}
	if name != "" && name != c.path {
		if m := c.document.Mentioned(name); m != nil {
			return name, m.Lines()
		}
	}
	return c.path, c.document.Lines()
}

// counted joins a number and a noun: 1 error, 2 errors, no errors.
func counted(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun + "s"
	case 1:
		return "1 " + noun
	}
	return fmt.Sprintf("%s %ss", grouped(n), noun)
}

// grouped writes a number with commas between thousands.
func grouped(n int) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
