package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/model"
)

// answer is a receipt with the documents that it speaks of.
type answer struct {
	model   *analysis.Document
	receipt *model.Receipt
	asked   model.Ask
}

// writeAnswers writes the answers for people, one a line, and what stands in their way:
//
//	outcome = store_credit  rule 3
//	effort  = null          rule 2
//	  null: …
//	  missing: price
func (a *app) writeAnswers(r answer) {
	names := slices.Concat(r.asked.Questions, r.asked.Decisions)
	width := 0
	for _, name := range names {
		width = max(width, columns(name))
	}
	values := 0
	for _, name := range names {
		if d := r.receipt.Decision(name); d != nil {
			values = max(values, min(columns(flat(d.Value.String())), 24))
		}
	}
	for _, name := range names {
		d := r.receipt.Decision(name)
		if d == nil {
			continue
		}
		line := a.screen.paint(bold, padded(name, width)) + " = " + a.value(d, values)
		fmt.Fprintln(a.out, strings.TrimRight(line, " "))
	}
	a.writeMissing(r.receipt)
}

// value is a decision's value and the rule that gave it.
func (a *app) value(d *model.Decided, width int) string {
	text := flat(d.Value.String())
	colour := green
	if d.Value.IsNull() {
		colour = yellow
	}
	rules := rulesOf(d)
	if rules == "" {
		return a.screen.paint(colour, text)
	}
	return a.screen.paint(colour, text) + strings.Repeat(" ", max(0, width-columns(text))) + "  " + a.screen.paint(dim, rules)
}

// valueRoom is how many columns a value may take that is shown beside others.
func (a *app) valueRoom() int { return max(20, a.screen.width-30) }

func rulesOf(d *model.Decided) string {
	if len(d.Rules) > 0 {
		words := make([]string, len(d.Rules))
		for i, r := range d.Rules {
			words[i] = strconv.Itoa(r)
		}
		return "rules " + strings.Join(words, ", ")
	}
	if d.Rule > 0 {
		return "rule " + strconv.Itoa(d.Rule)
	}
	return ""
}

// writeMissing says which inputs were needed and had no value.
func (a *app) writeMissing(r *model.Receipt) {
	if len(r.Missing) > 0 {
		fmt.Fprintf(a.out, "\n%s %s\n", a.screen.paint(yellow, "Without a value in the state:"), printable(strings.Join(r.Missing, ", ")))
	}
	if r.Dropped > 0 {
		fmt.Fprintf(a.out, "%s of nulls are left out.\n", counted(r.Dropped, "further cause"))
	}
}

// writeReceipt writes how every answer came about: the rule with its reason, what was read, intermediate values, and
// the causes of nulls with the expression they stand in.
func (a *app) writeReceipt(r answer) {
	a.writeAnswers(r)
	fmt.Fprintln(a.out)
	for i := range r.receipt.Decisions {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		a.writeDecision(r, &r.receipt.Decisions[i])
	}
}

func (a *app) writeDecision(r answer, d *model.Decided) {
	fmt.Fprintf(a.out, "%s = %s  %s\n", a.screen.paint(bold, printable(d.Name)), a.value(d, 0), a.screen.paint(dim, "("+printable(d.Type)+")"))
	if why := r.model.RuleWhy(d.Name, d.Rule); why != "" {
		for line := range strings.SplitSeq(wrap(why, a.screen.width-4), "\n") {
			fmt.Fprintf(a.out, "    %s\n", printable(line))
		}
	}
	width := 0
	for _, u := range d.Uses {
		width = max(width, columns(nameIn(u.Address)))
	}
	for _, l := range d.Let {
		width = max(width, columns(l.Name))
	}
	for _, u := range d.Uses {
		a.writeUsed("reads", nameIn(u.Address), width, u.Value.String())
	}
	for _, l := range d.Let {
		a.writeUsed("let", l.Name, width, l.Value.String())
	}
	for _, n := range d.Nulls {
		a.writeNull(r, n)
	}
}

func (a *app) writeUsed(how, name string, width int, value string) {
	fmt.Fprintf(a.out, "  %s %s = %s\n", a.screen.paint(dim, fmt.Sprintf("%-5s", how)), padded(name, width), oneLine(value, a.valueRoom()))
}

// writeNull says why something is null, under the expression that made it so.
func (a *app) writeNull(r answer, n model.NullCause) {
	fmt.Fprintf(a.out, "  %s  %s\n", a.screen.paint(yellow, "null"), printable(n.Message))
	span, ok := r.model.TextSpan(n.Address, n.Ref, n.Start, n.End)
	if !ok {
		return
	}
	line, carets := excerpt(r.model.Text, span.Start, span.End, a.screen.width-9)
	at := placeOf(r.model.Lines(), span.Start)
	fmt.Fprintf(a.out, "  %s %s\n  %s %s\n", a.gutter(at.Line), line, a.gutter(0), a.screen.paint(yellow, carets))
}

// nameIn is the name that an address ends in.
func nameIn(address string) string {
	parts, ok := model.SplitAddress(address)
	if !ok {
		return address
	}
	return parts[len(parts)-1]
}

// oneLine is a text on one line of at most n columns.
func oneLine(text string, n int) string {
	text = flat(text)
	if columns(text) <= n {
		return text
	}
	var b strings.Builder
	width := 0
	for g := uniseg.NewGraphemes(text); g.Next(); {
		if width += g.Width(); width > n-1 {
			break
		}
		b.WriteString(g.Str())
	}
	return b.String() + "…"
}

// flat is a text on one line, with a picture for every line end in it.
func flat(text string) string { return printable(strings.ReplaceAll(text, "\n", "␊")) }

// padded fills a text up to a width with spaces.
func padded(text string, width int) string {
	text = printable(text)
	return text + strings.Repeat(" ", max(0, width-columns(text)))
}

// columns is how many columns of a terminal a text takes.
func columns(text string) int { return uniseg.StringWidth(printable(text)) }
