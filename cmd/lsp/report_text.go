package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"github.com/scenariolsp/lsp/analysis"
)

// textReport writes for people: each finding with its source line and carets, and a line that sums up.
type textReport struct {
	out    *bufio.Writer
	screen screen
	limit  int // findings shown of one document; 0: all
}

func (r *textReport) document(c checked) error {
	show, left := worst(c.diagnostics, r.limit)
	for _, d := range show {
		r.finding(c, d)
	}
	if n := len(c.diagnostics) - len(show); n > 0 {
		fmt.Fprintf(r.out, "%s has %s more findings (%s). --limit 0 shows all of them.\n\n",
			r.screen.paint(bold, printable(c.path)), grouped(n), left.words())
	}
	if r.screen.terminal {
		return r.out.Flush()
	}
	return nil
}

func (r *textReport) end(t tally) error {
	if t.documents == 0 {
		return nil // why is on standard error
	}
	colour := green
	if t.found[analysis.Error] > 0 {
		colour = red
	} else if t.found[analysis.Warning] > 0 {
		colour = yellow
	}
	fmt.Fprintf(r.out, "%s checked: %s.\n", counted(t.documents, "document"), r.screen.paint(colour, t.words()))
	return nil
}

// finding writes one finding:
//
//	desk.model.json:38:12  error    "crushd" is not a value of …  [unknown-word]
//	  38 |   ["crushd", "-", "refund"],
//	     |    ^^^^^^^^
//	     > desk.model.json:5:20  The values are declared here.
func (r *textReport) finding(c checked, d analysis.Diagnostic) {
	at := placeOf(c.document.Lines(), d.Span.Start)
	where, word := position(c.path, at), fmt.Sprintf("%-7s", noun(d.Severity))
	message := printable(strings.ReplaceAll(d.Message, "\n", " "))
	code := "[" + string(d.Code) + "]"
	if r.screen.terminal { // elsewhere a finding stays on one line, for grep and for editors that jump to it
		message = hang(message+" "+code, columns(where)+len(word)+4, 4, r.screen.width)
		message = strings.TrimSuffix(message, code)
	} else {
		message += "  "
	}
	fmt.Fprintf(r.out, "%s  %s  %s%s\n", r.screen.paint(bold, where), r.screen.paint(severityColour(d.Severity), word), message, r.screen.paint(dim, code))

	number := strconv.Itoa(at.Line)
	gutter := max(4, len(number))
	line, carets := excerpt(c.document.Text, d.Span.Start, d.Span.End, r.screen.width-gutter-4)
	fmt.Fprintf(r.out, "%s %s\n", r.screen.paint(dim, fmt.Sprintf("%*s |", gutter, number)), line)
	fmt.Fprintf(r.out, "%s %s\n", r.screen.paint(dim, fmt.Sprintf("%*s |", gutter, "")), r.screen.paint(severityColour(d.Severity), carets))
	for _, rel := range d.Related {
		name, lines := c.about(rel.Document)
		fmt.Fprintf(r.out, "%*s %s %s  %s\n", gutter, "", r.screen.paint(dim, ">"),
			position(name, placeOf(lines, rel.Span.Start)), printable(rel.Message))
	}
	r.out.WriteByte('\n')
}

// position is how a place is written for people and for programs that jump to it.
func position(path string, p place) string {
	return printable(path) + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}

// worst returns at most limit diagnostics, the most severe ones, in the order of the document, and counts the rest.
func worst(all []analysis.Diagnostic, limit int) ([]analysis.Diagnostic, tally) {
	var left tally
	if limit <= 0 || len(all) <= limit {
		return all, left
	}
	var have, take tally
	for _, d := range all {
		have.found[d.Severity]++
	}
	room := limit
	for s := analysis.Error; s <= analysis.Hint; s++ {
		take.found[s] = min(room, have.found[s])
		room -= take.found[s]
	}
	show := make([]analysis.Diagnostic, 0, limit)
	for _, d := range all {
		if take.found[d.Severity] > 0 {
			take.found[d.Severity]--
			show = append(show, d)
		} else {
			left.found[d.Severity]++
		}
	}
	return show, left
}

// words sums up what was found: 2 errors, 1 warning, 3 hints.
func (t tally) words() string {
	var words []string
	for s := analysis.Error; s <= analysis.Hint; s++ {
		if n := t.found[s]; n > 0 {
			words = append(words, counted(n, noun(s)))
		}
	}
	if len(words) == 0 {
		return "no findings"
	}
	return strings.Join(words, ", ")
}

// noun is the word of a severity for people.
func noun(s analysis.Severity) string {
	if s == analysis.Information {
		return "note"
	}
	return s.String()
}

func severityColour(s analysis.Severity) string {
	switch s {
	case analysis.Error:
		return red
	case analysis.Warning:
		return yellow
	case analysis.Information:
		return cyan
	}
	return blue
}
