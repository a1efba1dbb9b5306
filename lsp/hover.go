package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/model"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// hover says what stands at a position: what it is, what its author says of it, its value under the active state with
// the reason, and the command line that gives the same.
func hover(ctx context.Context, s *snapshot, p *protocol.HoverParams) (any, error) {
	doc, err := s.at(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	at := s.places(doc)
	off := at.offset(p.Position)
	for _, o := range doc.At(off) {
		d, ok := doc.Describe(o)
		if !ok {
			continue
		}
		c := &card{markdown: s.can.markdown, off: off}
		c.describe(s, d)
		c.value(ctx, s, doc, d.Address)
		c.overRun(ctx, s, doc, d)
		return c.hover(ctx, at.span(o.Span))
	}
	if d, span, ok := doc.Explain(off); ok {
		c := &card{markdown: s.can.markdown}
		c.describe(s, d)
		return c.hover(ctx, at.span(span))
	}
	return ruleHover(ctx, s, doc, off)
}

// ruleHover says of a row in which nothing else is pointed at what it is for, and whether it decides.
func ruleHover(ctx context.Context, s *snapshot, doc *analysis.Document, off int) (any, error) {
	address := doc.AddressAt(off)
	section, name, inner := addressParts(address)
	rule := ruleOf(inner)
	_, whole, ok := doc.Span(address)
	if section != "decisions" || rule == 0 || !ok {
		return nil, nil
	}
	c := &card{markdown: s.can.markdown, off: off}
	c.paragraph(c.strong(fmt.Sprintf("rule %d", rule)) + c.text(" of "+name))
	c.paragraph(c.text(doc.RuleWhy(name, rule)))
	c.paragraph(c.text(doc.Catches(name, rule)))
	c.value(ctx, s, doc, address)
	return c.hover(ctx, s.places(doc).span(whole))
}

func (c *card) hover(ctx context.Context, span protocol.Range) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	kind := protocol.MarkupKindPlainText
	if c.markdown {
		kind = protocol.MarkupKindMarkdown
	}
	return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: kind, Value: strings.Join(c.parts, "\n\n")}, Range: &span}, nil
}

// card is the text of a hover in the making, paragraph by paragraph.
type card struct {
	markdown bool
	off      int // the place that is pointed at
	parts    []string
}

func (c *card) paragraph(text string) {
	if text != "" {
		c.parts = append(c.parts, text)
	}
}

func (c *card) describe(s *snapshot, d analysis.Description) {
	head := c.strong(d.Name)
	word, typ := kindWord(d.Kind), d.Type
	switch {
	case d.Kind >= analysis.KindPatient && d.Kind <= analysis.KindOutcome: // elements of a scenario have no type but their sort
		word, typ = typ, ""
	case strings.HasPrefix(d.Address, "overrides["):
		word = "what an override replaces"
	}
	if word != "" {
		head += " · " + word
	}
	if typ != "" {
		head += " · " + c.code(typ)
	}
	c.paragraph(head)
	c.paragraph(c.text(d.Doc))
	for _, note := range d.Notes {
		c.paragraph(c.text(s.inFolders(note)))
	}
}

// value adds the value under the active state, if what the address names has one.
func (c *card) value(ctx context.Context, s *snapshot, doc *analysis.Document, address string) {
	here := doc
	section, name, inner := addressParts(address)
	if section != "inputs" && section != "decisions" && section != "questions" {
		return
	}
	doc, given := s.modelOf(doc)
	if doc == nil {
		return
	}
	limited, cancel := context.WithTimeout(ctx, hoverLimit)
	defer cancel()
	if s.warm(limited, doc) != nil {
		c.late(ctx)
		return
	}
	state, has := s.stateFor(doc)
	if given != nil {
		state, has = s.stateAt(doc.Name, given.Name), true
	}
	under := ""
	if has {
		under = " · state: " + state.Title()
	}
	if section == "inputs" {
		if inputs, _, _, err := s.inputs(limited, doc, state); err == nil {
			if v, ok := inputs.Get(name); ok {
				c.paragraph("= " + c.code(shorten(v.String(), maxHover)) + c.text(under))
			}
		}
		return
	}
	// A question is answered by the decision of its name.
	o, err := s.evaluate(limited, doc, state, model.Ask{Decisions: []string{name}})
	switch {
	case err != nil:
		c.late(ctx)
		return
	case o.problem != nil:
		c.paragraph(c.text("No value" + c.because(here, doc, o.problem, o.problem.Message)))
		return
	}
	if lack := o.lack(name); lack != "" {
		c.paragraph(c.text("No value: " + lack + "."))
		if o.fault != nil {
			c.paragraph(c.text(o.fault.Message))
		}
		return
	}
	decided := o.receipt.Decision(name)
	if decided == nil {
		return
	}
	if len(inner) == 2 && inner[0] == "let" {
		for _, l := range decided.Let {
			if l.Name == inner[1] {
				c.paragraph("= " + c.code(shorten(l.Value.String(), maxHover)) + c.text(under))
			}
		}
		return
	}
	c.decision(decided, ruleOf(inner), under, doc)
	if len(inner) == 0 && !workspace.IsVirtual(doc.Name) && !workspace.IsVirtual(state.Path) { // a shell reads files
		c.paragraph(c.block(commandLine(s, doc, state.Path, name)))
	}
}

// because says what keeps something from running: where it stands and what it is, or, where that is pointed at and the
// editor says it already, that it is this. here is the document that is pointed at.
func (c *card) because(here, in *analysis.Document, problem *analysis.Diagnostic, message string) string {
	if here == in && problem.Span.Contains(c.off) {
		return " as long as this stands here."
	}
	line, _ := in.Lines().Position(problem.Span.Start, jsontree.UTF8)
	where := fmt.Sprintf(", see line %d", line+1)
	if here != in {
		where += " of " + filepath.Base(in.Name)
	}
	return where + ": " + message
}

// late says that there is no value because finding it takes too long for a hover.
func (c *card) late(ctx context.Context) {
	if ctx.Err() == nil {
		c.paragraph(fmt.Sprintf("The value takes longer than %s.", hoverLimit))
	}
}

// maxHover is how many characters of a value a hover shows.
const maxHover = 400

// decision says the value of a decision and why; rule is that which is pointed at, or 0.
func (c *card) decision(d *model.Decided, rule int, under string, doc *analysis.Document) {
	if rule > 0 && d.Rule != rule && !slices.Contains(d.Rules, rule) {
		other := rulesOf(d)
		if other == "" {
			other = "none"
		}
		c.paragraph(c.text("Does not decide; " + other + " does" + under + "."))
		return
	}
	line := "= " + c.code(shorten(d.Value.String(), maxHover))
	if rules := rulesOf(d); rules != "" {
		line += " · " + rules
	}
	c.paragraph(line + c.text(under))
	if d.Rule > 0 && rule == 0 {
		if why := doc.RuleWhy(d.Name, d.Rule); why != "" {
			c.paragraph(c.quote(why))
		}
	}
	var uses []string
	for _, u := range d.Uses {
		_, name, _ := addressParts(u.Address)
		uses = append(uses, name+" = "+shorten(u.Value.String(), maxValue))
	}
	if len(uses) > 0 {
		c.paragraph(c.text("from " + list(uses, 6)))
	}
	for i, null := range d.Nulls {
		if i == 3 {
			c.paragraph(c.text(fmt.Sprintf("and %d more causes of null", len(d.Nulls)-i)))
			break
		}
		c.paragraph(c.text("null: " + null.Message))
	}
}

// commandLine returns the command that gives the same receipt in a shell.
func commandLine(s *snapshot, doc *analysis.Document, state, decision string) string {
	words := []string{"lsp", "eval", shellWord(s.shortPath(doc.Name))}
	if state != "" && state != doc.Name {
		words = append(words, "--state", shellWord(s.shortPath(state)))
	}
	return strings.Join(append(words, "--decision", shellWord(decision)), " ")
}

// shellWord quotes a word for a POSIX shell where it needs that.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:@%+=,", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// modelOf returns the model or scenario that values of a document come from, and the document itself when it is a state
// or a run.
func (s *snapshot) modelOf(doc *analysis.Document) (of, given *analysis.Document) {
	path, ok := s.view.OwnerOf(doc.Name)
	if !ok {
		return doc, nil
	}
	of, err := s.document(path)
	if err != nil {
		return nil, nil
	}
	return of, doc
}

func kindWord(kind analysis.SymbolKind) string {
	switch kind {
	case analysis.KindType:
		return "type"
	case analysis.KindInput:
		return "input"
	case analysis.KindDecision:
		return "decision"
	case analysis.KindRule:
		return "rule"
	case analysis.KindLet:
		return "let"
	case analysis.KindFunction:
		return "function"
	case analysis.KindParameter:
		return "parameter"
	case analysis.KindQuestion:
		return "question"
	case analysis.KindColumn:
		return "column"
	case analysis.KindField:
		return "field of the format"
	case analysis.KindWord:
		return "value"
	case analysis.KindBuiltin:
		return "built-in function"
	case analysis.KindMember:
		return "member"
	case analysis.KindDependency:
		return "dependency"
	}
	return ""
}

// addressParts takes an address apart: its section, the name, and what follows the name.
func addressParts(address string) (section, name string, inner []string) {
	parts, ok := model.SplitAddress(address)
	if !ok || len(parts) < 2 {
		return "", "", nil
	}
	return parts[0], parts[1], parts[2:]
}

// ruleOf returns the number of the rule that an address ends in, or 0.
func ruleOf(inner []string) int {
	if len(inner) == 0 {
		return 0
	}
	number, ok := strings.CutPrefix(inner[0], "rule[")
	if !ok {
		return 0
	}
	rule, err := strconv.Atoi(strings.TrimSuffix(number, "]"))
	if err != nil {
		return 0
	}
	return rule
}
