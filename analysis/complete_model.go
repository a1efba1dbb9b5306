package analysis

import (
	"cmp"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// valueOpeners are what the values of members of the model format start with, where it is always the same.
var valueOpeners = map[string]opener{
	"content": '{', "questions": '{', "model": '{', "state": '{', "expect": '{', "types": '{', "inputs": '{', "decisions": '{', "functions": '{',
	"name": '"', "type": '"', "desc": '"', "options": '{', "from": '"', "let": '{', "expr": '"', "table": '[', "hit": '"', "requires": '[',
	"params": '{', "returns": '"', "body": '"', "when": '{', "then": '"', "why": '"', "instructions": '"',
}

// keys offers the members that an object of a model can have, by where it stands.
func (c *completer) keys(at *jsontree.Node) {
	s := &c.m.sections
	object := at.Parent()
	switch object {
	case s.questions:
		c.questionIDs(at)
		return
	case s.decisions:
		c.answersNeeded(at)
		return
	}
	if fields := c.fieldsOf(object); fields != nil {
		c.fieldKeys(at, slices.DeleteFunc(slices.Clone(fields), func(f field) bool { return c.misplaced(object, f.name) }))
		return
	}
	switch object.Key().Text() {
	case "options":
		c.optionKeys(at, object.Parent())
	case "when":
		c.columnKeys(at, object.Parent().Parent(), false)
	case "then":
		c.columnKeys(at, object.Parent().Parent(), true)
	case "criteria":
		c.criteriaKeys(at, object.Parent())
	default:
		if c.isType(object) && object.Len() == 1 {
			c.key(at, Completion{Label: "$enum", Kind: KindField, Doc: "Values without an order.", opens: '['})
			c.key(at, Completion{Label: "$levels", Kind: KindField, Doc: "Values in their order, the lowest first.", opens: '['})
		}
	}
}

// fieldsOf returns the members that the format defines for an object, nil where it defines none.
func (c *completer) fieldsOf(object *jsontree.Node) []field {
	s := &c.m.sections
	switch object {
	case s.root:
		switch {
		case s.envelope == nil:
			return contentFields
		case s.envelope != s.root:
			return requestFields
		case s.state != nil:
			return flatRequestFields
		}
		return modelFields
	case s.envelope:
		return modelFields
	case s.content:
		return contentFields
	}
	switch object.Parent() {
	case nil:
		return nil
	case s.inputs:
		return inputFields
	case s.decisions:
		return decisionFields
	case s.functions:
		return functionFields
	case s.questions:
		return questionFields
	}
	if table := object.Parent(); isTable(table, s) && object.Index() > 0 {
		return ruleFields
	}
	if object.Key().Text() == "body" && object.Parent().Parent() == s.functions {
		return tableFields
	}
	return nil
}

// misplaced tells whether a member that the format defines has no place beside those that an object has: expr beside
// table, a hit policy without a table, a let in a function where the checks are strict.
func (c *completer) misplaced(object *jsontree.Node, name string) bool {
	s := &c.m.sections
	switch inFunction := object.Parent() == s.functions; {
	case object.Parent() == nil || !inFunction && object.Parent() != s.decisions:
		return false
	case name == "expr":
		return object.Get("table") != nil
	case name == "table":
		return object.Get("expr") != nil
	case name == "let":
		return inFunction && c.d.Level == Strict
	case name == "hit" && inFunction:
		return object.Get("body").Kind() != jsontree.Array
	case name == "hit":
		return object.Get("table") == nil
	}
	return false
}

// isTable tells whether an array is a table: of a decision, or a member that holds one.
func isTable(n *jsontree.Node, s *sections) bool {
	if n.Kind() != jsontree.Array {
		return false
	}
	key := n.Key().Text()
	return n.Parent() == s.decisions && s.decisions != nil || key == "table" || key == "body"
}

// questionIDs are the decisions that a question can be answered by, those first that nothing else reads.
func (c *completer) questionIDs(at *jsontree.Node) {
	read := map[string]bool{}
	for _, d := range c.m.declarations {
		for _, name := range c.reads(d) {
			read[name] = true
		}
	}
	for _, first := range []bool{true, false} {
		for _, d := range c.m.declarations {
			if d.section == "decisions" && read[d.name] != first {
				c.key(at, Completion{Label: d.name, Kind: KindQuestion, Detail: d.typeText(), Doc: d.part.desc, opens: '{'})
			}
		}
	}
}

// reads are the names that a declaration reads.
func (c *completer) reads(d *declaration) []string {
	if d.unit == nil {
		return nil
	}
	names := make([]string, len(d.unit.Reads))
	for i, slot := range d.unit.Reads {
		names[i] = c.m.program.Symbol(slot).Name
	}
	return names
}

// answersNeeded are the questions that no decision answers yet.
func (c *completer) answersNeeded(at *jsontree.Node) {
	for _, q := range c.m.questions {
		if c.m.byAddress[model.Address("decisions", q.id)] == nil && q.id != "" {
			c.key(at, Completion{Label: q.id, Kind: KindDecision, Detail: "answers the question", Doc: textOf(q.value.Get("instructions"))})
		}
	}
}

func textOf(n *jsontree.Node) string {
	if n.Kind() != jsontree.String {
		return ""
	}
	return n.Text()
}

// optionKeys are the values of the input's type.
func (c *completer) optionKeys(at, input *jsontree.Node) {
	for _, d := range c.m.declarations {
		if d.value == input && d.section == "inputs" {
			c.wordKeys(at, d.part.input.Type)
		}
	}
}

func (c *completer) wordKeys(at *jsontree.Node, t *feel.Type) {
	for _, w := range wordsOf(t) {
		c.key(at, Completion{Label: w, Kind: KindWord, Detail: t.String(), Doc: wordDoc(t, w, ""), typ: true, opens: '"'})
	}
}

func wordsOf(t *feel.Type) []string {
	switch {
	case t == nil:
		return nil
	case t.Kind == feel.BooleanType:
		return []string{"true", "false"}
	case t.Kind == feel.EnumType || t.Kind == feel.LevelsType:
		return t.Values
	}
	return nil
}

// criteriaKeys are the options of a choice, which its decision can give, or the two answers of a noul.
func (c *completer) criteriaKeys(at, question *jsontree.Node) {
	if question.Parent() != c.m.sections.questions {
		return
	}
	if textOf(question.Get("type")) == "noul" {
		c.wordKeys(at, feel.Boolean)
		return
	}
	c.wordKeys(at, c.answerType(question))
}

// answerType is the type of the decision that answers a question, nil where none does.
func (c *completer) answerType(question *jsontree.Node) *feel.Type {
	d := c.m.byAddress[model.Address("decisions", question.Key().Text())]
	if d == nil || d.unit == nil {
		return nil
	}
	return d.unit.Type
}

// columnKeys are the columns or outputs of a table, by its header.
func (c *completer) columnKeys(at, table *jsontree.Node, outputs bool) {
	if table.Len() == 0 {
		return
	}
	for _, h := range table.Elements()[0].Elements() {
		text := strings.TrimSpace(h.Text())
		name, isOutput := strings.CutPrefix(text, "=>")
		switch {
		case text == "" || strings.HasPrefix(text, "#") || isOutput != outputs:
		case outputs:
			if name, typ, named := strings.Cut(name, ":"); named {
				c.key(at, Completion{Label: strings.TrimSpace(name), Kind: KindColumn, Detail: strings.TrimSpace(typ), typ: true, opens: '"'})
			}
		default:
			x := Completion{Label: text, Kind: KindColumn, opens: '"'}
			if in := c.m.input(text); in != nil {
				x.Detail, x.Doc, x.typ = in.typeText(), in.part.desc, true
			}
			c.key(at, x)
		}
	}
}

// value offers what a value of a model can be.
func (c *completer) value(n *jsontree.Node) {
	inner := n.InnerOffset(c.off)
	if row := n.Parent(); row.Kind() == jsontree.Array && row.Index() == 0 && isTable(row.Parent(), &c.m.sections) && c.header(n, inner) {
		return
	}
	if d, t := c.textAt(n); t != nil {
		c.expression(n, inner, d, t)
		return
	}
	key, owner := n.Key(), n.Parent()
	switch {
	case owner == c.m.sections.questions && owner != nil:
		c.newQuestion(n)
	case owner == c.m.sections.inputs && owner != nil && !c.spot.quoted && c.d.Level == Strict:
		c.newInput(n)
	case c.isType(n):
		for _, t := range c.typeNames() {
			if !isWithin(n, c.m.sections.types.Get(t.Label)) { // a type does not contain itself
				c.add(n, t)
			}
		}
	case key.Text() == "type" && owner.Parent() == c.m.sections.questions:
		fits := fittingKind(c.answerType(owner))
		for _, first := range []bool{true, false} {
			for _, k := range questionKinds {
				if (k.name == fits) == first {
					c.add(n, Completion{Label: k.name, Kind: KindField, Doc: k.doc})
				}
			}
		}
	case owner.Kind() == jsontree.Array && owner.Key().Text() == "criteria":
		c.levels(n, owner)
	case key.Text() == "hit":
		names := model.HitNames()
		if c.d.Level == Strict {
			names = names[:1] // the public API takes no other
		}
		for _, h := range names {
			c.add(n, Completion{Label: h, Kind: KindField, Detail: "hit policy"})
		}
	case key.Text() == "blank" && owner.Parent() == c.m.sections.inputs:
		c.booleans(n, undocumented)
	case owner.Kind() == jsontree.Array && owner.Key().Text() == "requires":
		c.requirements(n, owner)
	}
}

// typeNames are the types by name, the author's own first.
func (c *completer) typeNames() []Completion {
	var out []Completion
	for _, t := range c.m.types.names {
		if typ := c.m.types.byName[t]; typ != nil {
			out = append(out, Completion{Label: t, Kind: KindType, Detail: typ.Named("").String()})
		}
	}
	for _, t := range plainTypes {
		out = append(out, Completion{Label: t, Kind: KindType, Doc: plainTypeDocs[t]})
	}
	return out
}

// newInput offers an input of each type as an object: strict checks take no bare type.
func (c *completer) newInput(n *jsontree.Node) {
	for _, t := range c.typeNames() {
		start, end := `{"type": `+jsontree.EncodeString(t.Label)+`, "desc": "`, `"}`
		t.raw, t.Snippet = start+end, escapeSnippet(start)+"$0"+escapeSnippet(end)
		c.add(n, t)
	}
}

// fittingKind is the type of question that a decision of type t answers, "" where that is not known.
func fittingKind(t *feel.Type) string {
	switch {
	case t == nil:
	case t.Kind == feel.BooleanType:
		return "noul"
	case t.Kind == feel.EnumType:
		return "choice"
	case t.Kind == feel.LevelsType:
		return "score"
	}
	return ""
}

// newQuestion offers the question that fits the decision that answers it.
func (c *completer) newQuestion(n *jsontree.Node) {
	t := c.answerType(n)
	kind, criteria := cmp.Or(fittingKind(t), "noul"), ""
	switch kind {
	case "choice":
		criteria = `, "criteria": {` + encoded(t.Values, ": null") + `}`
	case "score":
		criteria = `, "criteria": [` + encoded(t.Values, "") + `]`
	}
	i := slices.IndexFunc(questionKinds, func(k questionKind) bool { return k.name == kind })
	start, end := `{"type": "`+kind+`", "instructions": "`, `"`+criteria+`}`
	c.add(n, Completion{Label: kind, Kind: KindField, Doc: questionKinds[i].doc, raw: start + end, Snippet: escapeSnippet(start) + "$0" + escapeSnippet(end)})
}

// encoded writes texts as JSON, each followed by suffix, parted by commas.
func encoded(texts []string, suffix string) string {
	out := encodedAll(texts)
	for i := range out {
		out[i] += suffix
	}
	return strings.Join(out, ", ")
}

// encodedAll writes texts as JSON.
func encodedAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = jsontree.EncodeString(t)
	}
	return out
}

// levels offers the levels of a score that are not listed yet, as its decision has them.
func (c *completer) levels(n, criteria *jsontree.Node) {
	if criteria.Parent().Parent() != c.m.sections.questions || textOf(criteria.Parent().Get("type")) == "choice" {
		return
	}
	t := c.answerType(criteria.Parent())
	for _, w := range wordsOf(t) {
		if t.Kind == feel.LevelsType && !listsText(criteria, w, n) {
			c.add(n, Completion{Label: w, Kind: KindWord, Detail: t.String(), Doc: wordDoc(t, w, ""), typ: true})
		}
	}
}

// listsText tells whether an array has a text in another element than n.
func listsText(array *jsontree.Node, text string, n *jsontree.Node) bool {
	return slices.ContainsFunc(array.Elements(), func(e *jsontree.Node) bool {
		return e != n && e.Kind() == jsontree.String && e.Text() == text
	})
}

// requirements offers what the decision can require: first what it reads.
func (c *completer) requirements(n, list *jsontree.Node) {
	var of *declaration
	for _, d := range c.m.declarations {
		if d.value == list.Parent() {
			of = d
		}
	}
	if of == nil {
		return
	}
	reads := c.reads(of)
	barred := c.barred(of)
	for _, first := range []bool{true, false} {
		for _, d := range c.m.declarations {
			if d.section != "functions" && !barred[d.name] && !listsText(list, d.name, n) && slices.Contains(reads, d.name) == first {
				c.add(n, Completion{Label: d.name, Kind: d.symbolKind(), Detail: d.typeText(), Doc: d.part.desc, typ: true})
			}
		}
	}
}

// barred are the names that a declaration cannot read without needing itself.
func (c *completer) barred(of *declaration) map[string]bool {
	if of.section == "functions" && c.d.Level == Compact {
		return nil // functions may call themselves
	}
	readers := map[string][]string{}
	for _, d := range c.m.declarations {
		for _, name := range c.reads(d) {
			readers[name] = append(readers[name], d.name)
		}
	}
	barred := map[string]bool{of.name: true}
	for queue := []string{of.name}; len(queue) > 0; queue = queue[1:] {
		for _, name := range readers[queue[0]] {
			if !barred[name] {
				barred[name] = true
				queue = append(queue, name)
			}
		}
	}
	return barred
}

// isType tells whether a node is a type or a part of one: under types, the type of an input or decision, what a function
// takes and returns.
func (c *completer) isType(n *jsontree.Node) bool {
	s := &c.m.sections
	var below []*jsontree.Node // from n up to the declaration, that one last
	for x := n; x.Parent() != nil; x = x.Parent() {
		below = append(below, x)
		switch section := x.Parent(); section {
		case s.types:
			return true
		case s.inputs, s.decisions, s.functions:
			member := ""
			if len(below) > 1 {
				member = below[len(below)-2].Key().Text()
			}
			switch {
			case section == s.inputs && x.Kind() != jsontree.Object:
				return true // a bare type
			case section != s.functions:
				return member == "type"
			case member == "params":
				return len(below) > 2
			}
			return member == "returns" || member == "body" && len(below) > 2 && below[len(below)-3].Key().Text() == "type"
		}
	}
	return false
}

// textAt returns the declaration and text whose node is n.
func (c *completer) textAt(n *jsontree.Node) (*declaration, *model.Checked) {
	start := n.Span().Start
	for _, d := range c.m.declarations {
		if d.unit == nil || start < d.base() || start >= d.value.Span().End {
			continue
		}
		for i := range d.unit.Texts {
			if t := &d.unit.Texts[i]; d.base()+d.part.refs[t.Ref].start == start {
				return d, t
			}
		}
	}
	return nil, nil
}

// header offers what a column of a table can be, where that is not a condition begun. It reports whether it is its place.
func (c *completer) header(n *jsontree.Node, inner int) bool {
	text := n.Text()
	trimmed := strings.TrimSpace(text)
	others := columnsIn(n.Parent(), n)
	switch {
	case trimmed == "":
		for _, d := range c.m.declarations {
			if d.unit != nil && isWithin(n, d.value) && !others.outputBefore {
				c.names(n, text, inner, d, func(s string) *feel.Expression { return feel.Parse(s, unframed(d)) }, nil)
			}
		}
		c.outputs(n)
		c.annotation(n, others)
	case strings.HasPrefix(trimmed, "#"):
		c.annotation(n, others)
	case strings.HasPrefix(trimmed, "=>") && inner >= strings.Index(text, "=>")+2:
		from := max(strings.Index(text, "=>")+2, strings.LastIndexByte(text[:inner], ':')+1)
		for from < inner && text[from] == ' ' {
			from++
		}
		for _, t := range c.typeNames() {
			t.Span, t.NewText, t.part = innerSpan(n, feel.Span{Start: from, End: len(text)}), jsontree.EncodeContent(t.Label), true
			c.out = append(c.out, t)
		}
	case strings.HasPrefix(trimmed, "="):
		c.outputs(n)
	default:
		return false
	}
	return true
}

// annotation offers the # why column, of which a table has one.
func (c *completer) annotation(n *jsontree.Node, others columnsFound) {
	if !others.why {
		c.add(n, Completion{Label: "# why", Kind: KindColumn, Doc: "Why each rule holds, in one sentence a reviewer would accept."})
	}
}

// columnsFound tells what the other columns of a header are.
type columnsFound struct {
	outputBefore bool
	why          bool
}

func columnsIn(header, n *jsontree.Node) (found columnsFound) {
	for _, cell := range header.Elements() {
		text := strings.TrimSpace(textOf(cell))
		found.outputBefore = found.outputBefore || cell.Index() < n.Index() && strings.HasPrefix(text, "=>")
		found.why = found.why || cell != n && strings.HasPrefix(text, "#")
	}
	return found
}

// outputs offers output columns of each type.
func (c *completer) outputs(n *jsontree.Node) {
	for _, t := range c.typeNames() {
		t.Label, t.Kind = "=> "+t.Label, KindColumn
		c.add(n, t)
	}
}

// expression offers words of the column and names.
func (c *completer) expression(n *jsontree.Node, inner int, d *declaration, t *model.Checked) {
	text := t.Expression.Text
	named := strings.HasPrefix(strings.TrimSpace(text), "=")
	words := map[string]bool{} // a word of the column stands before a name spelled so
	if t.Type != nil && (t.Role == model.CellRole || t.Role == model.OutputRole) && !named {
		options := c.columnOptions(n)
		for _, w := range feel.Words(text, inner, t.Type) {
			c.candidate(n, w, Completion{Label: w.Name, Kind: KindWord, Detail: t.Type.String(), Doc: wordDoc(t.Type, w.Name, textOf(options.Get(w.Name)))})
			words[w.Name] = true
		}
		if t.Type.Text() && t.Role == model.CellRole {
			return // a bare word there is always a literal
		}
	}
	c.names(n, text, inner, d, c.reading(d, t), words)
}

// reading parses a text as what t is.
func (c *completer) reading(d *declaration, t *model.Checked) feel.Reading {
	env := unframed(d)
	switch t.Role {
	case model.CellRole:
		column := feel.NewColumn(0, t.Type, "")
		return func(s string) *feel.Expression { return &feel.ParseCell(s, column, env).Expression }
	case model.OutputRole:
		return func(s string) *feel.Expression { return feel.ParseOutput(s, t.Type, env) }
	case model.ValueRole:
		want := d.part.decision.Type
		if d.section == "functions" {
			want = d.part.function.Returns
		}
		if want != nil && d.part.refs[t.Ref].at == "" {
			return func(s string) *feel.Expression { return feel.ParseAs(s, want, env) }
		}
	}
	return func(s string) *feel.Expression { return feel.Parse(s, env) }
}

// unframed is the environment of a declaration for texts that do not run: the frame of those that do stays as it is.
func unframed(d *declaration) *feel.Env {
	env := *d.unit.Env
	env.Layout = nil
	return &env
}

// columnOptions are what the values of the column that a cell stands in mean, if that is an input.
func (c *completer) columnOptions(n *jsontree.Node) *jsontree.Node {
	name := n.Key().Text()
	if row := n.Parent(); row.Kind() == jsontree.Array {
		header := row.Parent().Elements()[0]
		if n.Index() >= header.Len() {
			return nil
		}
		name = strings.TrimSpace(header.Elements()[n.Index()].Text())
	}
	if in := c.m.input(name); in != nil {
		return in.value.Get("options")
	}
	return nil
}

// names offers the names and words that an expression of the declaration can go on with at a place, but those that are
// offered already.
func (c *completer) names(n *jsontree.Node, text string, inner int, d *declaration, read feel.Reading, offered map[string]bool) {
	barred := c.barred(d)
	let := c.letsFrom(d, n)
	for _, x := range feel.Complete(text, inner, unframed(d), read) {
		if offered[x.Name] {
			continue
		}
		if s := x.Symbol; s != nil && (barred[x.Name] && (s.Kind == feel.DecisionSymbol || s.Kind == feel.FunctionSymbol) || s.Kind == feel.LetSymbol && let[x.Name]) {
			continue
		}
		c.candidate(n, x, c.describe(x, d))
	}
}

// letsFrom are the let entries that a text of a declaration cannot read: from the one it belongs to, if it does.
func (c *completer) letsFrom(d *declaration, n *jsontree.Node) map[string]bool {
	var out map[string]bool
	for _, p := range d.part.spans {
		if p.kind != KindLet {
			continue
		}
		if s := p.span.Shift(d.base()); s.Start <= n.Span().Start && n.Span().End <= s.End {
			out = map[string]bool{}
		}
		if out != nil {
			out[p.label] = true
		}
	}
	return out
}

// describe makes the entry of a candidate.
func (c *completer) describe(x feel.Candidate, d *declaration) Completion {
	out := Completion{Label: x.Name, Kind: KindLocal}
	if x.Type != nil {
		out.Detail = x.Type.String()
	}
	switch {
	case x.Kind == feel.MemberUse:
		out.Kind = KindMember
		return out
	case x.Kind == feel.WordUse:
		out.Kind = KindWord
		return out
	case x.Symbol == nil:
		out.Kind, out.Detail = KindKeyword, ""
		return out
	}
	switch x.Symbol.Kind {
	case feel.InputSymbol, feel.DecisionSymbol, feel.FunctionSymbol:
		if g := c.m.byAddress[c.m.addressOf(x.Name)]; g != nil {
			out.Kind, out.Doc = g.symbolKind(), g.part.desc
		}
	case feel.LetSymbol:
		out.Kind = KindLet
	case feel.ParamSymbol:
		out.Kind = KindParameter
	case feel.MemberSymbol:
		out.Kind = KindMember
	case feel.BuiltinSymbol:
		out.Kind, out.Doc = KindBuiltin, x.Symbol.Builtin.Doc
		if len(x.Symbol.Builtin.Signatures) > 0 {
			out.Detail = x.Symbol.Builtin.Signatures[0].String(x.Name)
		}
	}
	return out
}

// candidate offers an entry for a part of a text. A function that is not called yet is, in editors that know snippets.
func (c *completer) candidate(n *jsontree.Node, x feel.Candidate, out Completion) {
	out.Span = innerSpan(n, feel.Span{Start: x.From, End: x.To})
	out.NewText = jsontree.EncodeContent(cmp.Or(x.Written, x.Name))
	out.part = true
	if (out.Kind == KindFunction || out.Kind == KindBuiltin) && !strings.HasPrefix(strings.TrimLeft(n.Text()[x.To:], " "), "(") {
		out.Snippet = escapeSnippet(out.NewText) + "($0)"
	}
	c.out = append(c.out, out)
}
