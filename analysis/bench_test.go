package analysis_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/analysis"
)

// largeModel writes a model of tables with the given number of rules, about 180 bytes each.
func largeModel(rules int) []byte {
	var b strings.Builder
	b.WriteString(`{"content": {"name": "claims", "inputs": {
  "claim type": {"type": "storm|theft|fire|water|glass", "desc": "What happened, as the customer tells it."},
  "amount": {"type": "number", "desc": "Amount claimed, in euros."}, "age_days": {"type": "number", "desc": "Days between damage and report."},
  "customer": {"type": {"since": "date", "tier": "bronze<silver<gold"}, "desc": "The policy holder."}},
 "decisions": {`)
	const decisions = 8
	for d := range decisions {
		fmt.Fprintf(&b, "\n  \"route %d\": {\"type\": \"settle|review|decline\", \"table\": [\n", d)
		b.WriteString(`   ["claim type", "amount", "age_days", "customer.tier", "=> settle|review|decline", "# why"]`)
		for r := range rules / decisions {
			lo := (r*7919 + d*104729) % 9000
			fmt.Fprintf(&b, ",\n   [\"%s\", \"[%d..%d]\", \"%s\", \"%s\", \"%s\", \"Rule %d of part %d says so.\"]",
				[]string{"storm", "theft", "fire, water", "not(glass)", "-"}[r%5], lo, lo+1+r%1000, []string{"< 30", "[30..90]", "> 90", "-"}[r%4],
				[]string{"gold", ">= silver", "bronze", "-"}[r%4], []string{"settle", "review", "decline"}[r%3], r, d)
		}
		b.WriteString(",\n   [\"-\", \"-\", \"-\", \"-\", \"review\", \"Everything else gets a look.\"]]},\n")
		fmt.Fprintf(&b, "  \"score_%d\": \"if route %d = \\\"settle\\\" then amount * 0.%d + age_days ** 2 else (amount - %d) / (age_days + 1)\",", d, d, d+1, d)
	}
	b.WriteString("\n  \"verdict\": {\"type\": \"boolean\", \"expr\": \"score_0 + score_1 > 1000\"}}},\n \"questions\": {\"verdict\": {\"type\": \"noul\", \"instructions\": \"Is it paid?\"}}}\n")
	return []byte(b.String())
}

// BenchmarkKeystroke analyses a model again after one letter of a text in its middle has changed.
func BenchmarkKeystroke(b *testing.B) {
	for _, rules := range []int{400, 4000, 40000} {
		text := largeModel(rules)
		b.Run(fmt.Sprintf("%dKB", len(text)>>10), func(b *testing.B) {
			at := bytes.Index(text[len(text)/2:], []byte("says so")) + len(text)/2
			d := analysis.Open(analysis.Source{Name: "m.model.json", Text: text}, nil, nil)
			if _, err := d.Diagnostics(context.Background()); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for i := 0; b.Loop(); i++ {
				next := bytes.Clone(text)
				next[at] = "abcdefghij"[i%10]
				d = analysis.Open(analysis.Source{Name: "m.model.json", Text: next}, nil, d)
				if _, err := d.Diagnostics(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOpen analyses a model from nothing.
func BenchmarkOpen(b *testing.B) {
	text := largeModel(4000)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		d := analysis.Open(analysis.Source{Name: "m.model.json", Text: text}, nil, nil)
		if _, err := d.Diagnostics(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}
