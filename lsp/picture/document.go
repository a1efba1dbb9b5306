package picture

import (
	"cmp"
	"context"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/model"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// Model draws the requirement graph of a model's document, under title where it has no name; nil where no program can be made of it. The document must be
// analysed, or is analysed now.
func Model(ctx context.Context, doc *analysis.Document, title string, run Run, obstacles *analysis.Obstacles) *Graph {
	program, _ := doc.Program(ctx)
	if program == nil {
		return nil
	}
	questions := map[string]string{} // sorts by id
	for _, section := range doc.Outline() {
		for _, s := range section.Children {
			if s.Kind == analysis.KindQuestion {
				questions[s.Name] = s.Detail
				if s.Detail == "" {
					questions[s.Name] = "question"
				}
			}
		}
	}
	return Requirements(program, run, Notes{
		Title: cmp.Or(doc.ModelName(), title),
		Line:  lineOf(doc),
		Text: func(address string) string {
			d, _ := doc.Describe(analysis.Occurrence{Address: address})
			return d.Doc
		},
		Question: func(id string) (string, bool) { sort, ok := questions[id]; return sort, ok },
		When:     doc.RuleWhen,
		Why:      doc.RuleWhy,
		Fault: func(decision string) string {
			if obstacles == nil {
				return ""
			}
			x := obstacles.Of(decision)
			switch {
			case x == nil:
				return ""
			case x.Span.Len() > 0:
				if of := holder(doc, x.Span.Start); of != "" && of != decision {
					return of + " cannot run, which it needs."
				}
			}
			return x.Message
		},
	})
}

// holder returns the decision or function that an offset lies in, or "".
func holder(doc *analysis.Document, off int) string {
	parts, ok := model.SplitAddress(doc.AddressAt(off))
	if !ok || len(parts) < 2 || parts[0] != "decisions" && parts[0] != "functions" {
		return ""
	}
	return parts[1]
}

// lineOf finds the lines of addresses.
func lineOf(doc *analysis.Document) func(string) (int, bool) {
	return func(address string) (int, bool) {
		name, _, ok := doc.Span(address)
		if !ok {
			return 0, false
		}
		line, _ := doc.Lines().Position(name.Start, 0)
		return line, true
	}
}

// Scenario draws the event graph of a scenario's document, with what happened in a run of it, which may be nil.
func Scenario(doc *analysis.Document, p *scenario.Program, title string, r *scenario.Result) *Graph {
	return Events(p, r, Notes{Title: title, Line: lineOf(doc)})
}

// Course draws a run of a scenario's document over time. The run has a name where people gave it one.
func Course(doc *analysis.Document, title, run string, r *scenario.Result) *Chart {
	return Timeline(r, Notes{Title: title, Run: run, Line: lineOf(doc)})
}
