package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/scenariolsp/lsp/analysis"
)

// githubReport writes the workflow commands that GitHub shows as annotations of a change.
type githubReport struct {
	out *bufio.Writer
}

// The escapes of a workflow command: its message, and its properties, which commas and colons end.
var (
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (r *githubReport) document(c checked) error {
	for _, d := range c.diagnostics {
		at := extentOf(c.document.Lines(), d.Span)
		_, err := fmt.Fprintf(r.out, "::%s file=%s,line=%d,endLine=%d,col=%d,endColumn=%d,title=%s::%s\n",
			githubLevel(d.Severity), githubProperty.Replace(c.path),
			at.Start.Line, at.End.Line, at.Start.Column, at.End.Column,
			githubProperty.Replace(string(d.Code)), githubMessage.Replace(printable(d.Message)))
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *githubReport) end(tally) error { return nil }

// githubLevel is the nearest of the three kinds of annotation.
func githubLevel(s analysis.Severity) string {
	switch s {
	case analysis.Error:
		return "error"
	case analysis.Warning:
		return "warning"
	}
	return "notice"
}
