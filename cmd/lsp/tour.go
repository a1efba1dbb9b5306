package main

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// tourFiles are the documents of the tour; nothing of it needs a file on disk.
//
//go:embed tour/*.json
var tourFiles embed.FS

const (
	tourModel    = "returns.model.json"
	tourState    = "returns.late.state.json"
	tourScenario = "bleeding.scenario.json"
	tourRun      = "bleeding.run.json"

	// What stands in the documents, and what somebody wrote instead.
	tourWord      = `"crushed, lost"`
	tourMisspelt  = `"crushd, lost"`
	tourUnit      = `"value": 45, "unit": "mm[Hg]"`
	tourOtherwise = `"value": 45, "unit": "mmHg"`
	// What is pointed at.
	tourDecision = "payout\","
	tourVariable = "map\", \"patientId"
)

func (a *app) tour() *cobra.Command {
	return &cobra.Command{
		Use:   "tour",
		Short: "See it all on an example",
		Long:  "Tour checks, answers and explains a small model and a small scenario as the other commands and an editor do.\nIt needs no files.",
		Args:  noArguments,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.runTour(cmd.Context()) },
	}
}

// touring is a tour in progress.
type touring struct {
	*app
	texts map[string][]byte // of the documents, by name
}

func (a *app) runTour(ctx context.Context) error {
	t := touring{app: a, texts: map[string][]byte{}}
	for _, name := range []string{tourModel, tourState, tourScenario, tourRun} {
		text, err := tourFiles.ReadFile("tour/" + name)
		if err != nil {
			return err
		}
		t.texts[name] = text
	}
	for _, step := range []func(context.Context) error{t.model, t.scenario} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	a.tell(`That was all of it. "lsp check ." looks at your own files, "lsp --help" shows the rest.`)
	return nil
}

// model shows a model: checked, answered, and in an editor.
func (t touring) model(ctx context.Context) error {
	t.tell("A model of a returns desk has three decisions and two questions. Somebody wrote %s for %s:", tourMisspelt, tourWord)
	if err := t.check(ctx, tourModel, tourWord, tourMisspelt); err != nil {
		return err
	}
	t.tell("Mended, the model answers from the state that lies beside it. The receipt tells why:")
	t.prompt("lsp eval " + tourModel + " --receipt")
	ask, err := askOf(t.open(tourModel), nil, nil)
	if err != nil {
		return err
	}
	r, err := t.evaluate(ctx, t.open(tourModel), t.open(tourState), ask)
	if err != nil {
		return err
	}
	t.writeReceipt(r)
	t.tell("In an editor the answers stand over the lines that give them, and change as you type:")
	return t.edit(ctx, tourModel, tourState, tourDecision)
}

// scenario shows a scenario in the same way.
func (t touring) scenario(ctx context.Context) error {
	t.tell("The other format holds clinical scenarios. In this one a patient bleeds, and blood can be given. Somebody wrote a unit in another way than the variable declares it:")
	if err := t.check(ctx, tourScenario, tourUnit, tourOtherwise); err != nil {
		return err
	}
	t.tell("Mended, it runs with what the run beside it does, and tells what happened and why:")
	t.prompt("lsp eval " + tourScenario)
	doc := t.open(tourScenario)
	program, why := doc.Scenario(ctx)
	if program == nil {
		return t.refused(doc, why, "run")
	}
	in, _ := t.open(tourRun).Run(ctx, doc)
	result, err := program.Run(ctx, in, scenario.Options{})
	if err != nil {
		return err
	}
	t.out.WriteString(printable(result.Explain()))
	t.tell("In an editor every schedule says whether it fired, and every condition when it held:")
	return t.edit(ctx, tourScenario, tourRun, tourVariable)
}

// open opens a document of the tour.
func (t touring) open(name string) *analysis.Document {
	return analysis.Open(analysis.Source{Name: name, Text: t.texts[name]}, nil, nil)
}

// check shows a mistake as `lsp check` does.
func (t touring) check(ctx context.Context, name, right, wrong string) error {
	t.prompt("lsp check " + name)
	broken := []byte(strings.Replace(string(t.texts[name]), right, wrong, 1))
	doc := analysis.Open(analysis.Source{Name: name, Text: broken}, nil, nil)
	found, err := doc.Diagnostics(ctx)
	if err != nil {
		return err
	}
	c := checked{path: name, document: doc, diagnostics: found}
	report := &textReport{out: t.out, screen: t.screen}
	if err := report.document(c); err != nil {
		return err
	}
	var sum tally
	sum.add(c)
	return report.end(sum)
}

// edit opens a document and the one beside it in a session of the language server, and shows what the server says.
func (t touring) edit(ctx context.Context, name, beside, at string) error {
	text := t.texts[name]
	e, err := openEditor(ctx, map[string][]byte{name: text, beside: t.texts[beside]})
	if err != nil {
		return err
	}
	lenses, err := e.lenses(name)
	if err != nil {
		return err
	}
	t.writeLenses(text, lenses)

	start := strings.Index(string(text), at)
	line, column := jsontree.NewLines(text).Position(start, jsontree.UTF16)
	hover, err := e.hover(name, line, column)
	if err != nil {
		return err
	}
	shown, carets := excerpt(text, start, start+strings.IndexByte(at, '"'), t.screen.width-7)
	t.tell("Point at a name, and its value is there:")
	fmt.Fprintf(t.out, "%s %s\n%s %s\n", t.gutter(line+1), shown, t.gutter(0), t.screen.paint(cyan, carets))
	for text := range strings.SplitSeq(strings.TrimRight(hover, "\n"), "\n") {
		for part := range strings.SplitSeq(wrap(printable(text), t.screen.width-7), "\n") {
			fmt.Fprintln(t.out, strings.TrimRight(t.gutter(0)+" "+part, " "))
		}
	}
	return e.close()
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
