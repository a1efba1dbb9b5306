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

// comfortable is the length of a line, in columns, beyond which prose is hard to read.
const comfortable = 96

// wrap breaks paragraphs into lines of at most width columns, and of at most what is comfortable to read.
func wrap(text string, width int) string {
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		lines = append(lines, hang(paragraph, 0, 0, min(width, comfortable)))
	}
	return strings.Join(lines, "\n")
}

// hang breaks a paragraph between words into lines of at most width columns. Its first line begins at the column used;
// the others are indented.
func hang(text string, used, indent, width int) string {
	var b strings.Builder
	column := used
	for i, word := range strings.Fields(text) {
		n := columns(word)
		switch {
		case i == 0:
		case column+1+n > width && column > indent:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}
