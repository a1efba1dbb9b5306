package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/scenariolsp/lsp/analysis"
)

// jsonReport writes the machine form of cli.md, one diagnostic a line so that two reports can be compared by line.
type jsonReport struct {
	out   *bufio.Writer
	found bytes.Buffer // the diagnostics so far: their number comes before them only in the count of documents
}

type jsonDiagnostic struct {
	Path     string        `json:"path"`
	Range    extent        `json:"range"`
	Severity string        `json:"severity"`
	Code     analysis.Code `json:"code"`
	Message  string        `json:"message"`
	Address  string        `json:"address"`
	Related  []jsonRelated `json:"related"`
	Fixes    []jsonFix     `json:"fixes"`
}

type jsonRelated struct {
	Path    string `json:"path"`
	Range   extent `json:"range"`
	Message string `json:"message"`
}

type jsonFix struct {
	Title string     `json:"title"`
	Edits []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Path    string `json:"path"`
	Range   extent `json:"range"`
	NewText string `json:"newText"`
}

func (r *jsonReport) document(c checked) error {
	encoder := json.NewEncoder(&r.found)
	encoder.SetEscapeHTML(false)
	for _, d := range c.diagnostics {
		if n := r.found.Len(); n > 0 {
			r.found.Truncate(n - 1) // the line end that the encoder wrote
			r.found.WriteString(",\n")
		}
		if err := encoder.Encode(machineForm(c, d)); err != nil {
			return err
		}
	}
	return nil
}

func (r *jsonReport) end(t tally) error {
	fmt.Fprintf(r.out, `{"version":1,"documents":%d,"diagnostics":[`, t.documents)
	if r.found.Len() > 0 {
		r.out.WriteByte('\n')
	}
	r.out.Write(r.found.Bytes())
	_, err := r.out.WriteString("]}\n")
	return err
}

// machineForm is the form of one diagnostic. Lists are never null.
func machineForm(c checked, d analysis.Diagnostic) jsonDiagnostic {
	form := jsonDiagnostic{
		Path: c.path, Range: extentOf(c.document.Lines(), d.Span), Severity: d.Severity.String(), Code: d.Code,
		Message: d.Message, Address: d.Address,
		Related: make([]jsonRelated, 0, len(d.Related)), Fixes: make([]jsonFix, 0, len(d.Fixes)),
	}
	for _, rel := range d.Related {
		path, lines := c.about(rel.Document)
		form.Related = append(form.Related, jsonRelated{path, extentOf(lines, rel.Span), rel.Message})
	}
	for _, fix := range d.Fixes {
		edits := make([]jsonEdit, 0, len(fix.Edits))
		for _, e := range fix.Edits {
			path, lines := c.about(e.Document)
			edits = append(edits, jsonEdit{path, extentOf(lines, e.Span), e.NewText})
		}
		form.Fixes = append(form.Fixes, jsonFix{fix.Title, edits})
	}
	return form
}
