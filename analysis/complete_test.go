package analysis_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/analysis"
)

const completeModel = `{
  "content": {
    "name": "m",
    "types": {"Grade": "poor<fair<good"},
    "inputs": {
      "claim type": {"type": "storm|theft|water damage", "desc": "What happened."},
      "claim age days": {"type": "number", "desc": "How old."},
      "customer": {"type": {"since": "date", "tier": "gold|silver"}, "desc": "Who."}
    },
    "decisions": {
      "fee": "customer.¦since",
      "age": "claim ¦age days + 1",
      "grade": {"type": "Grade", "table": [
        ["claim type", "customer.tier", "=> Grade", "# why"],
        ["¦storm", "-", "poor", "w"],
        [{0}, "-", "goo¦d", "w"]
      ]},
      "last": {"ty¦pe": "number", "expr": "1"}
    }
  },
  "questions": {"grade": {"type": "sc¦ore", "instructions": "i", "criteria": ["poor", "fair", "good"]}}
}`

// TestComplete asks at the marks of a model, in the order they stand, for what must and what must not be offered.
func TestComplete(t *testing.T) {
	text := strings.Replace(completeModel, "{0}", `"theft, wa¦ter damage"`, 1)
	var at []int
	for {
		i := strings.Index(text, "¦")
		if i < 0 {
			break
		}
		at = append(at, i)
		text = text[:i] + text[i+len("¦"):]
	}
	d := analysis.Open(analysis.Source{Name: "m.model.json", Text: []byte(text)}, nil, nil)
	for i, want := range []struct {
		offered  string
		replaces string
		not      string
	}{
		{"since", "since", "claim type"},
		{"claim age days", "claim age", "fee"}, // what is typed before the cursor and the rest of the word
		{"water damage", "storm", "claim type"},
		{"water damage", "water damage", "storm"},
		{"good", "good", "poor"},
		{"type", "type", "threshold"},
		{"score", "score", "number"},
	} {
		got := d.Complete(at[i])
		k := slices.IndexFunc(got, func(c analysis.Completion) bool { return c.Label == want.offered })
		if k < 0 {
			t.Errorf("mark %d: %q is not offered: %v", i, want.offered, labels(got))
			continue
		}
		if r := text[got[k].Span.Start:got[k].Span.End]; r != want.replaces {
			t.Errorf("mark %d: %q replaces %q, want %q", i, want.offered, r, want.replaces)
		}
		if slices.Contains(labels(got), want.not) {
			t.Errorf("mark %d: %q is offered", i, want.not)
		}
	}
}

func labels(cs []analysis.Completion) []string {
	var out []string
	for _, c := range cs {
		out = append(out, c.Label)
	}
	return out
}

// TestCompleteEverywhere asks at every place of the model, whole and cut off there.
func TestCompleteEverywhere(t *testing.T) {
	text := strings.ReplaceAll(strings.Replace(completeModel, "{0}", `"theft"`, 1), "¦", "")
	whole := analysis.Open(analysis.Source{Name: "m.model.json", Text: []byte(text)}, nil, nil)
	for i := range len(text) + 1 {
		cut := analysis.Open(analysis.Source{Name: "m.model.json", Text: []byte(text[:i])}, nil, nil)
		for _, d := range []*analysis.Document{whole, cut} {
			for _, c := range d.Complete(i) {
				if c.Span.Start > i || c.Span.End < i || c.Span.End > len(d.Text) {
					t.Fatalf("offset %d: %q replaces %v", i, c.Label, c.Span)
				}
			}
		}
	}
}
