package main

import (
	"fmt"
	"strings"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/feel"
)

// explain writes what a code of a finding means, from the same table as its documentation.
func (a *app) explain(code string) error {
	var names []string
	for _, info := range analysis.Codes() {
		if string(info.Code) == code {
			a.writeCode(info)
			return nil
		}
		names = append(names, string(info.Code))
	}
	if near := feel.Nearest(code, names); near != "" {
		return fmt.Errorf("No finding has the code %q. Did you mean %q?", code, near)
	}
	return fmt.Errorf("No finding has the code %q. The codes are:\n  %s", code, strings.Join(names, "\n  "))
}

func (a *app) writeCode(info analysis.CodeInfo) {
	fmt.Fprintf(a.out, "%s  %s\n%s\n\n%s\n", a.screen.paint(bold, string(info.Code)),
		a.screen.paint(severityColour(info.Severity), noun(info.Severity)), info.Title, wrap(info.Explanation, a.screen.width))
	if info.Example != "" {
		fmt.Fprintf(a.out, "\n%s\n", a.screen.paint(dim, "Example"))
		for line := range strings.Lines(strings.TrimRight(info.Example, "\n")) {
			fmt.Fprintf(a.out, "  %s", line)
		}
		a.out.WriteByte('\n')
	}
}

// wrap breaks paragraphs into lines of at most width columns, and of at most what is comfortable to read.
func wrap(text string, width int) string {
	const comfortable = 96
	width = min(width, comfortable)
	var b strings.Builder
	for paragraph := range strings.Lines(text) {
		column := 0
		for _, word := range strings.Fields(paragraph) {
			n := len([]rune(word))
			switch {
			case column == 0:
			case column+1+n > width:
				b.WriteByte('\n')
				column = 0
			default:
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += n
		}
		if strings.HasSuffix(paragraph, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
