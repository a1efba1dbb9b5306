package analysis

import (
	"cmp"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// Completion is something that could be written at a place of the document.
type Completion struct {
	Label   string
	Kind    SymbolKind
	Detail  string        // the type, or what it belongs to
	Doc     string        // documentation, where the table of fields or functions has it
	Span    jsontree.Span // what it replaces
	NewText string        // escaped for where it stands
}

// Complete lists what could stand at offset off: keys of the format, types, names in expressions, words in cells.
// It never returns nil.
func (d *Document) Complete(off int) []Completion {
	c := &completer{d: d, off: off, m: d.analysed().model, out: []Completion{}}
	n := d.Tree().NodeAt(off)
	if n == nil {
		return c.out
	}
	if d.analysed().state != nil {
		c.state(n)
		return c.out
	}
	if d.analysed().scenario != nil {
		c.choices(n)
		return c.out
	}
	if c.m == nil {
		return c.out
	}
	if n.Kind() == jsontree.String && !n.IsKey() && n.Span().Start < off && (off < n.Span().End || !n.Closed()) {
		c.value(n)
		return c.out
	}
	c.keys(n)
	return c.out
}

// completer gathers completions at one place.
type completer struct {
	d   *Document
	m   *modelResult
	off int
	out []Completion
}

// choices offers what fits in a text of a scenario, in the place of what stands there.
func (c *completer) choices(n *jsontree.Node) {
	if n.Kind() != jsontree.String || c.off <= n.Span().Start || n.Closed() && c.off >= n.Span().End {
		return
	}
	span := n.ContentSpan()
	if !n.Closed() { // what follows belongs to the rest of the line
		span.End = max(span.Start, min(c.off, span.End))
	}
	for _, choice := range c.d.Choices(c.off) {
		c.out = append(c.out, Completion{Label: choice.Text, Kind: choice.Kind, Detail: choice.Detail, Doc: choice.Doc, Span: span, NewText: jsontree.EncodeContent(choice.Text)})
	}
}

// keyPlace tells whether a key can stand at the offset: inside a key, or where a member could start.
func (c *completer) keyPlace(n *jsontree.Node) (object, key *jsontree.Node) {
	if n.IsKey() {
		if s := n.Span(); s.Start < c.off && (c.off < s.End || !n.Closed()) {
			return n.Parent(), n
		}
		n = n.Parent()
	}
	if n.Kind() == jsontree.Missing && n.Parent().Kind() == jsontree.Object && n.Key().Kind() == jsontree.Missing {
		n = n.Parent()
	}
	if n.Kind() != jsontree.Object {
		return nil, nil
	}
	before := strings.TrimRight(string(c.d.Text[n.Span().Start:min(c.off, len(c.d.Text))]), " \t\r\n")
	if strings.HasSuffix(before, "{") || strings.HasSuffix(before, ",") {
		return n, nil
	}
	return nil, nil
}

// keys offers the members that an object can have.
func (c *completer) keys(n *jsontree.Node) {
	object, key := c.keyPlace(n)
	if object == nil {
		return
	}
	fields, extra := c.members(object)
	for _, f := range fields {
		c.key(object, key, f.name, KindField, "", f.doc)
	}
	for _, s := range extra {
		c.key(object, key, s.Label, s.Kind, s.Detail, s.Doc)
	}
}

// key offers one key unless the object has it already.
func (c *completer) key(object, at *jsontree.Node, name string, kind SymbolKind, detail, doc string) {
	for _, m := range object.Members() {
		if m.Key != at && m.Key.Kind() == jsontree.String && m.Key.Text() == name {
			return
		}
	}
	x := Completion{Label: name, Kind: kind, Detail: detail, Doc: doc}
	if at != nil && at.Kind() == jsontree.String {
		x.Span, x.NewText = at.ContentSpan(), jsontree.EncodeContent(name)
	} else {
		x.Span, x.NewText = jsontree.Span{Start: c.off, End: c.off}, jsontree.EncodeString(name)+": "
	}
	c.out = append(c.out, x)
}

// members tells what members an object of a model can have, by where it stands.
func (c *completer) members(n *jsontree.Node) ([]field, []Completion) {
	s := &c.m.sections
	path := n.Pointer()
	switch n {
	case s.content:
		return contentFields, nil
	case s.envelope:
		return modelFields, nil
	case s.root:
		return flatRequestFields, nil
	}
	if parent := n.Parent(); parent != nil {
		switch parent {
		case s.inputs:
			return inputFields, nil
		case s.decisions:
			return decisionFields, nil
		case s.functions:
			return functionFields, nil
		case s.questions:
			return questionFields, nil
		}
	}
	if n == s.questions {
		var out []Completion
		for _, d := range c.m.declarations {
			if d.section == "decisions" {
				out = append(out, Completion{Label: d.name, Kind: KindQuestion, Detail: d.typeText(), Doc: d.part.desc})
			}
		}
		return nil, out
	}
	if len(path) == 0 {
		return nil, nil
	}
	switch path[len(path)-1] {
	case "options":
		return nil, c.optionKeys(n.Parent())
	case "when":
		return nil, c.columnKeys(n.Parent().Parent(), false)
	case "then":
		return nil, c.columnKeys(n.Parent().Parent(), true)
	}
	if table := n.Parent(); table.Kind() == jsontree.Array && n.Index() > 0 {
		if key := table.Key(); key == nil || key.Text() == "table" || key.Text() == "body" || table.Parent() == s.decisions {
			return ruleFields, nil
		}
	}
	return nil, nil
}

// optionKeys are the values of the input's type.
func (c *completer) optionKeys(input *jsontree.Node) []Completion {
	var out []Completion
	for _, d := range c.m.declarations {
		if d.value == input {
			for _, w := range wordsOf(d.part.input.Type) {
				out = append(out, Completion{Label: w, Kind: KindWord, Detail: d.part.input.Type.String()})
			}
		}
	}
	return out
}

func wordsOf(t *feel.Type) []string {
	if t.Kind == feel.BooleanType {
		return []string{"true", "false"}
	}
	if t.Kind == feel.EnumType || t.Kind == feel.LevelsType {
		return t.Values
	}
	return nil
}

// columnKeys are the columns or outputs of a table, by its header.
func (c *completer) columnKeys(table *jsontree.Node, outputs bool) []Completion {
	var out []Completion
	if table.Len() == 0 {
		return nil
	}
	for _, h := range table.Elements()[0].Elements() {
		text := strings.TrimSpace(h.Text())
		name, isOutput := strings.CutPrefix(text, "=>")
		switch {
		case text == "" || strings.HasPrefix(text, "#") || isOutput != outputs:
		case outputs:
			if name, _, named := strings.Cut(name, ":"); named {
				out = append(out, Completion{Label: strings.TrimSpace(name), Kind: KindColumn})
			}
		default:
			out = append(out, Completion{Label: text, Kind: KindColumn})
		}
	}
	return out
}

// value offers what a text value can be.
func (c *completer) value(n *jsontree.Node) {
	inner := n.InnerOffset(c.off)
	if d, t := c.textAt(n); t != nil {
		c.expression(n, inner, d, t)
		return
	}
	key := n.Key()
	owner := n.Parent()
	switch {
	case key.Text() == "type" && owner.Parent() == c.m.sections.questions:
		for _, k := range questionKinds {
			c.whole(n, k.name, KindField, "", k.doc)
		}
	case key.Text() == "hit":
		for _, h := range model.HitNames() {
			c.whole(n, h, KindField, "hit policy", "")
		}
	case c.isType(n):
		for _, t := range plainTypes {
			c.whole(n, t, KindType, "", "")
		}
		for _, t := range c.m.types.names {
			c.whole(n, t, KindType, c.m.types.byName[t].String(), "")
		}
	case owner.Kind() == jsontree.Array && owner.Key().Text() == "requires":
		for _, d := range c.m.declarations {
			if d.section != "functions" {
				c.whole(n, d.name, d.symbolKind(), d.typeText(), d.part.desc)
			}
		}
	}
}

// isType tells whether a text is a type: of an input or decision, under types, params or returns, and within those.
func (c *completer) isType(n *jsontree.Node) bool {
	for x := n; x != nil; x = x.Parent() {
		if x.Parent() == c.m.sections.types && x.Parent() != nil {
			return true
		}
		switch x.Key().Text() {
		case "type", "returns":
			return x.Parent() != c.m.sections.content
		case "params":
			return true
		}
		if x == c.m.sections.inputs || x == c.m.sections.decisions {
			return false
		}
		if x.Parent() == c.m.sections.inputs && x.Kind() == jsontree.String {
			return true // a bare type
		}
	}
	return false
}

// whole offers a replacement of a whole text.
func (c *completer) whole(n *jsontree.Node, text string, kind SymbolKind, detail, doc string) {
	c.out = append(c.out, Completion{Label: text, Kind: kind, Detail: detail, Doc: doc, Span: n.ContentSpan(), NewText: jsontree.EncodeContent(text)})
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

// expression offers words of the column and names.
func (c *completer) expression(n *jsontree.Node, inner int, d *declaration, t *model.Checked) {
	text := t.Expression.Text
	named := strings.HasPrefix(strings.TrimSpace(text), "=")
	words := map[string]bool{} // a word of the column stands before a name spelled so
	if t.Type != nil && (t.Role == model.CellRole || t.Role == model.OutputRole) && !named {
		for _, w := range feel.Words(text, inner, t.Type) {
			c.candidate(n, w, Completion{Label: w.Name, Kind: KindWord, Detail: t.Type.String()})
			words[w.Name] = true
		}
		if t.Type.Text() && t.Role == model.CellRole {
			return // a bare word there is always a literal
		}
	}
	for _, x := range feel.Complete(text, inner, d.unit.Env) {
		if !words[x.Name] {
			c.candidate(n, x, c.describe(x, d))
		}
	}
}

// describe makes the entry of a candidate.
func (c *completer) describe(x feel.Candidate, d *declaration) Completion {
	out := Completion{Label: x.Name, Kind: KindLocal}
	if x.Type != nil {
		out.Detail = x.Type.String()
	}
	if x.Kind == feel.MemberUse {
		out.Kind = KindMember
		return out
	}
	if x.Symbol == nil {
		out.Kind = KindField
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
	case feel.BuiltinSymbol:
		out.Kind, out.Doc = KindBuiltin, x.Symbol.Builtin.Doc
		if len(x.Symbol.Builtin.Signatures) > 0 {
			out.Detail = x.Symbol.Builtin.Signatures[0].String(x.Name)
		}
	}
	return out
}

// candidate offers an entry for a part of a text.
func (c *completer) candidate(n *jsontree.Node, x feel.Candidate, out Completion) {
	out.Span = innerSpan(n, feel.Span{Start: x.From, End: x.To})
	out.NewText = jsontree.EncodeContent(cmp.Or(x.Written, x.Name))
	c.out = append(c.out, out)
}

// state offers the inputs of the state's model, and the words of an input's type.
func (c *completer) state(n *jsontree.Node) {
	var of *Document
	if c.d.around != nil {
		of = c.d.around.ModelOf(c.d.Name)
	}
	if of == nil {
		return
	}
	m := of.analysed().model
	values, _ := stateParts(c.d.Tree().Root, func(name string) bool { return m.input(name) != nil })
	if object, key := c.keyPlace(n); object != nil && object == values {
		for _, name := range m.inputNames() {
			in := m.input(name)
			c.key(object, key, name, KindInput, in.typeText(), in.part.desc)
		}
		return
	}
	if n.Kind() == jsontree.String && n.Parent() == values {
		if in := m.input(n.Key().Text()); in != nil && slices.Contains([]feel.TypeKind{feel.EnumType, feel.LevelsType}, in.part.input.Type.Kind) {
			for _, w := range in.part.input.Type.Values {
				c.whole(n, w, KindWord, in.typeText(), "")
			}
		}
	}
}
