package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/model"
)

// Answers of runs in words, written like hovers, for clients that ask for them with "text". A client that reads numbers
// into floating point shows every digit with them.

// inWords adds the member "text" to an answer.
func inWords(answer any, text string) (json.RawMessage, error) {
	raw, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	said, err := json.Marshal(struct {
		Text string `json:"text"`
	}{text})
	if err != nil {
		return nil, err
	}
	return json.RawMessage(string(raw[:len(raw)-1]) + "," + string(said[1:])), nil
}

// told says the answers of a run: what was asked for, then what that rests on, and what had no value.
func (s *snapshot) told(ctx context.Context, doc *analysis.Document, o *outcome, ask model.Ask) string {
	c := &card{markdown: s.can.markdown}
	head := c.strong(filepath.Base(doc.Name))
	if o.state.Path != "" {
		head += c.text(" · state: " + o.state.Title())
	}
	c.paragraph(head)
	names := slices.Concat(ask.Questions, ask.Decisions)
	for i := range o.receipt.Decisions {
		names = append(names, o.receipt.Decisions[i].Name)
	}
	for i, name := range names {
		d := o.receipt.Decision(name)
		if d == nil || slices.Contains(names[:i], name) || ctx.Err() != nil {
			continue
		}
		at := len(c.parts)
		c.decision(d, 0, "", doc)
		c.parts[at] = c.strong(name) + " " + c.parts[at]
	}
	if missing := o.receipt.Missing; len(missing) > 0 {
		c.paragraph(c.text("Without a value: " + strings.Join(missing, ", ")))
	}
	return strings.Join(c.parts, "\n\n")
}

// toldRun tells the run of a scenario, a line for each thing that happened.
func (s *snapshot) toldRun(doc *analysis.Document, r *ran) string {
	c := &card{markdown: s.can.markdown}
	head := c.strong(filepath.Base(doc.Name))
	if r.run.Path != "" {
		head += c.text(" · run: " + r.run.Title())
	}
	lines := strings.Split(strings.TrimSuffix(r.result.Explain(), "\n"), "\n")
	if c.markdown { // a list, with what belongs to a line under it
		for i, line := range lines {
			words := strings.TrimLeft(line, " ")
			lines[i] = line[:len(line)-len(words)] + "- " + c.text(words)
		}
	}
	return head + "\n\n" + strings.Join(lines, "\n")
}
