package main

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// tourFiles are the documents of the tour; nothing of it needs a file on disk.
//
//go:embed tour/*.json
var tourFiles embed.FS

const (
	tourModel = "returns.model.json"
	tourState = "returns.late.state.json"

	// What the first step gets wrong.
	tourWord     = `"crushed, lost"`
	tourMisspelt = `"crushd, lost"`
	// What the last step points at.
	tourHover = "payout\","
)

func (a *app) tour() *cobra.Command {
	return &cobra.Command{
		Use:   "tour",
		Short: "See it all on an example",
		Long:  "Tour checks, answers and explains a small model as the other commands and an editor do. It needs no files.",
		Args:  noArguments,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.runTour(cmd.Context()) },
	}
}

func (a *app) runTour(ctx context.Context) error {
	model, err := tourFiles.ReadFile("tour/" + tourModel)
	if err != nil {
		return err
	}
	state, err := tourFiles.ReadFile("tour/" + tourState)
	if err != nil {
		return err
	}
	for _, step := range []func(context.Context, []byte, []byte) error{a.tourCheck, a.tourEval, a.tourEditor} {
		if err := step(ctx, model, state); err != nil {
			return err
		}
	}
	return nil
}

// tourCheck shows a mistake as `lsp check` does.
func (a *app) tourCheck(ctx context.Context, model, _ []byte) error {
	a.tell("A model of a returns desk has three decisions and two questions. Somebody wrote %s for %s:", tourMisspelt, tourWord)
	a.prompt("lsp check " + tourModel)
	broken := []byte(strings.Replace(string(model), tourWord, tourMisspelt, 1))
	doc := analysis.Open(analysis.Source{Name: tourModel, Text: broken}, nil, nil)
	found, err := doc.Diagnostics(ctx)
	if err != nil {
		return err
	}
	c := checked{path: tourModel, document: doc, diagnostics: found}
	report := &textReport{out: a.out, screen: a.screen}
	if err := report.document(c); err != nil {
		return err
	}
	var sum tally
	sum.add(c)
	return report.end(sum)
}

// tourEval shows a receipt as `lsp eval` does.
func (a *app) tourEval(ctx context.Context, text, stateText []byte) error {
	a.tell("Mended, the model answers from the state that lies beside it. The receipt tells why:")
	a.prompt("lsp eval " + tourModel + " --receipt")
	doc := analysis.Open(analysis.Source{Name: tourModel, Text: text}, nil, nil)
	state := analysis.Open(analysis.Source{Name: tourState, Text: stateText}, nil, nil)
	ask, err := askOf(doc, nil, nil)
	if err != nil {
		return err
	}
	r, err := a.evaluate(ctx, doc, state, ask)
	if err != nil {
		return err
	}
	a.writeReceipt(r)
	return nil
}

// tourEditor opens the documents in a session of the language server and shows what the server says.
func (a *app) tourEditor(ctx context.Context, model, state []byte) error {
	a.tell("In an editor the answers stand over the lines that give them, and change as you type:")
	e, err := openEditor(ctx, map[string][]byte{tourModel: model, tourState: state})
	if err != nil {
		return err
	}
	lenses, err := e.lenses(tourModel)
	if err != nil {
		return err
	}
	a.writeLenses(model, lenses)

	at := strings.Index(string(model), tourHover)
	lines := jsontree.NewLines(model)
	line, column := lines.Position(at, jsontree.UTF16)
	hover, err := e.hover(tourModel, line, column)
	if err != nil {
		return err
	}
	shown, carets := excerpt(model, at, at+strings.IndexByte(tourHover, '"'), a.screen.width-7)
	a.tell("Point at a name, and its value is there:")
	fmt.Fprintf(a.out, "%s %s\n%s %s\n", a.gutter(line+1), shown, a.gutter(0), a.screen.paint(cyan, carets))
	for text := range strings.SplitSeq(strings.TrimRight(hover, "\n"), "\n") {
		for part := range strings.SplitSeq(wrap(printable(text), a.screen.width-7), "\n") {
			fmt.Fprintln(a.out, strings.TrimRight(a.gutter(0)+" "+part, " "))
		}
	}
	if err := e.close(); err != nil {
		return err
	}
	a.tell(`That was all of it. "lsp check ." looks at your own files, "lsp --help" shows the rest.`)
	return nil
}

// writeLenses shows the lines of a document that have lenses, with the lenses above them.
func (a *app) writeLenses(text []byte, lenses []lens) {
	above := map[int][]string{}
	for _, l := range lenses {
		above[l.line] = append(above[l.line], l.title)
	}
	lines, next := jsontree.NewLines(text), 0
	for i, line := range strings.Split(string(text), "\n") {
		titles, ok := above[i]
		if !ok {
			continue
		}
		if i > next {
			fmt.Fprintf(a.out, "%s\n", a.screen.paint(dim, "     ⋮"))
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		fmt.Fprintf(a.out, "%s %s%s\n", a.gutter(0), indent, a.screen.paint(cyan, printable(strings.Join(titles, " | "))))
		start := lines.Offset(i, 0, jsontree.UTF8)
		shown, _ := excerpt(text, start, start, a.screen.width-7)
		fmt.Fprintf(a.out, "%s %s\n", a.gutter(i+1), shown)
		next = i + 1
	}
}

// gutter is the left margin of a source line; 0 is a line without a number.
func (a *app) gutter(line int) string {
	if line == 0 {
		return a.screen.paint(dim, "     |")
	}
	return a.screen.paint(dim, fmt.Sprintf("%4d |", line))
}

// tell writes a sentence of the guide.
func (a *app) tell(format string, args ...any) {
	fmt.Fprintf(a.out, "\n%s\n\n", wrap(fmt.Sprintf(format, args...), a.screen.width))
}

// prompt writes a command as a person types it.
func (a *app) prompt(command string) {
	fmt.Fprintf(a.out, "%s %s\n", a.screen.paint(dim, "$"), a.screen.paint(bold, command))
}
