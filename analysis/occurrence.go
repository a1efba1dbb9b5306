package analysis

import (
	"cmp"
	"slices"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

func sortBySpan[T any](xs []T, span func(T) jsontree.Span) {
	slices.SortStableFunc(xs, func(a, b T) int {
		return cmp.Or(cmp.Compare(span(a).Start, span(b).Start), cmp.Compare(span(a).End, span(b).End))
	})
}

// Occurrences returns every occurrence of the document sorted by start, then by end.
func (d *Document) Occurrences() []Occurrence {
	var out []Occurrence
	r := d.analysed()
	if m := r.model; m != nil {
		out = append(out, m.fieldOccurrences(d)...)
		for _, decl := range m.declarations {
			out = append(out, m.occurrences(d, decl)...)
		}
		for _, q := range m.questions {
			out = append(out, questionOccurrences(m, q)...)
		}
	}
	if r.state != nil {
		out = append(out, stateOccurrences(d, r.state)...)
	}
	if r.scenario != nil {
		out = append(out, scenarioOccurrences(r.scenario)...)
	}
	if r.run != nil {
		out = append(out, runOccurrences(d)...)
	}
	sortBySpan(out, func(o Occurrence) jsontree.Span { return o.Span })
	return out
}

// At returns the occurrences that contain off, the innermost first.
func (d *Document) At(off int) []Occurrence {
	var out []Occurrence
	contains := func(o Occurrence) {
		if o.Span.Contains(off) {
			out = append(out, o)
		}
	}
	r := d.analysed()
	if m := r.model; m != nil {
		for _, o := range m.fieldOccurrences(d) {
			contains(o)
		}
		for _, decl := range m.declarations {
			if decl.key.Span().Start <= off && off <= decl.value.Span().End {
				for _, o := range m.occurrences(d, decl) {
					contains(o)
				}
			}
		}
		for _, q := range m.questions {
			for _, o := range questionOccurrences(m, q) {
				contains(o)
			}
		}
	}
	if r.state != nil {
		for _, o := range stateOccurrences(d, r.state) {
			contains(o)
		}
	}
	if r.scenario != nil {
		for _, o := range scenarioOccurrences(r.scenario) {
			contains(o)
		}
	}
	if r.run != nil {
		for _, o := range runOccurrences(d) {
			contains(o)
		}
	}
	slices.SortStableFunc(out, func(a, b Occurrence) int {
		return cmp.Or(cmp.Compare(a.Span.Len(), b.Span.Len()), cmp.Compare(b.Span.Start, a.Span.Start))
	})
	return out
}

// occurrences lists the names that stand in a declaration, its own included.
func (m *modelResult) occurrences(doc *Document, d *declaration) []Occurrence {
	address := d.address()
	out := []Occurrence{{Span: d.key.Span(), Kind: d.symbolKind(), Name: d.name, Address: address, Role: Declares, Type: d.typeText(), Within: address}}
	for _, p := range d.part.spans {
		if p.kind == KindRule {
			continue
		}
		out = append(out, Occurrence{Span: p.name.Shift(d.base()), Kind: p.kind, Name: p.label, Address: address + p.address, Role: Declares, Within: address + p.address})
	}
	for _, r := range d.part.requires {
		out = append(out, Occurrence{Span: inside(r.span.Shift(d.base())), Kind: KindDecision, Name: r.name, Address: m.addressOf(r.name), Role: Refers, Within: address})
	}
	if d.unit != nil {
		for _, t := range d.unit.Texts {
			if len(t.Expression.Uses) == 0 {
				continue
			}
			n := textNode(doc, d, t.Ref)
			within := address + d.part.refs[t.Ref].at
			for _, u := range t.Expression.Uses {
				out = append(out, m.use(d, u, innerSpan(n, u.Span), within))
			}
		}
	}
	return out
}

// inside is the span of a string without its quotes.
func inside(s jsontree.Span) jsontree.Span {
	if s.Len() < 2 {
		return s
	}
	return jsontree.Span{Start: s.Start + 1, End: s.End - 1}
}

// use turns a use of an expression into an occurrence.
func (m *modelResult) use(d *declaration, u feel.Use, span jsontree.Span, within string) Occurrence {
	o := Occurrence{Span: span, Name: u.Name, Role: Reads, Within: within}
	switch u.Kind {
	case feel.MemberUse:
		o.Kind = KindMember
		if u.Of != nil {
			if t, ok := u.Of.Field(u.Name); ok {
				o.Type = t.String()
			}
		}
		return o
	case feel.WordUse:
		o.Kind = KindWord
		if u.Of != nil {
			o.Type, o.words = u.Of.String(), u.Of
		}
		return o
	case feel.BindUse:
		o.Kind, o.Role = KindLocal, Declares
		o.Type = u.Symbol.Type().String()
		return o
	}
	o.Type = u.Symbol.Type().String()
	switch u.Symbol.Kind {
	case feel.InputSymbol:
		o.Kind, o.Address = KindInput, model.Address("inputs", u.Name)
	case feel.DecisionSymbol:
		o.Kind, o.Address = KindDecision, model.Address("decisions", u.Name)
	case feel.FunctionSymbol:
		o.Kind, o.Address = KindFunction, model.Address("functions", u.Name)
	case feel.LetSymbol:
		o.Kind, o.Address = KindLet, d.address()+".let."+quoted(u.Name)
	case feel.ParamSymbol:
		o.Kind, o.Address = KindParameter, d.address()+".params."+quoted(u.Name)
	case feel.BuiltinSymbol:
		o.Kind, o.Address, o.Type = KindBuiltin, "builtin."+u.Name, ""
	default:
		o.Kind = KindLocal
	}
	return o
}

func (d *declaration) symbolKind() SymbolKind {
	switch d.section {
	case "inputs":
		return KindInput
	case "decisions":
		return KindDecision
	}
	return KindFunction
}

// typeText is the type of the declaration's values as the author would write it.
func (d *declaration) typeText() string {
	switch d.section {
	case "inputs":
		return d.part.input.Type.String()
	case "functions":
		f := d.part.function
		result := feel.Any
		if d.unit != nil {
			result = d.unit.Type
		}
		return feel.FunctionOf(f.Params, result).String()
	}
	if d.unit == nil || d.unit.Type == nil {
		return "any"
	}
	return d.unit.Type.String()
}

// addressOf returns the address of what declares a global name, or "".
func (m *modelResult) addressOf(name string) string {
	for _, section := range []string{"inputs", "decisions", "functions"} {
		if m.byAddress[model.Address(section, name)] != nil {
			return model.Address(section, name)
		}
	}
	return ""
}

// questionOccurrences are the id of a question, which names its decision too, and the members of the question.
func questionOccurrences(m *modelResult, q question) []Occurrence {
	within := model.Address("questions", q.id)
	o := Occurrence{Span: q.key.Span(), Kind: KindQuestion, Name: q.id, Address: within, Role: Declares, Type: q.kind, Within: within}
	out := []Occurrence{o}
	if d := m.byAddress[model.Address("decisions", q.id)]; d != nil {
		out = append(out, Occurrence{Span: q.key.Span(), Kind: KindDecision, Name: q.id, Address: d.address(), Role: Refers, Type: d.typeText(), Within: within})
	}
	for _, member := range q.value.Members() {
		out = append(out, fieldOccurrence(member, questionFields, within)...)
	}
	return out
}

func fieldOccurrence(m jsontree.Member, fields []field, within string) []Occurrence {
	name := m.Key.Text()
	if m.Key.Kind() == jsontree.String && slices.ContainsFunc(fields, func(f field) bool { return f.name == name }) {
		return []Occurrence{{Span: m.Key.Span(), Kind: KindField, Name: name, Address: "field." + name, Role: Declares, Within: within}}
	}
	return nil
}

// fieldOccurrences are the members that the format defines.
func (m *modelResult) fieldOccurrences(*Document) []Occurrence {
	var out []Occurrence
	add := func(n *jsontree.Node, fields []field, within string) {
		if n.Kind() != jsontree.Object {
			return
		}
		for _, member := range n.Members() {
			out = append(out, fieldOccurrence(member, fields, within)...)
		}
	}
	add(m.sections.root, flatRequestFields, "")
	add(m.sections.envelope, modelFields, "")
	add(m.sections.content, contentFields, "")
	for _, d := range m.declarations {
		add(d.value, sectionFields[d.section], d.address())
	}
	return out
}

var sectionFields = map[string][]field{"inputs": inputFields, "decisions": decisionFields, "functions": functionFields}

// stateOccurrences are the keys of a state, which name inputs of its model.
func stateOccurrences(d *Document, s *stateResult) []Occurrence {
	var of *Document
	if d.around != nil {
		of = d.around.ModelOf(d.Name)
	}
	if of == nil {
		return nil
	}
	m := of.analysed().model
	var out []Occurrence
	values, _ := stateParts(d.Tree().Root, func(name string) bool { return m.input(name) != nil })
	for _, member := range values.Members() {
		if in := m.input(member.Key.Text()); in != nil {
			out = append(out, Occurrence{Span: member.Key.Span(), Kind: KindInput, Name: in.name, Address: in.address(), Role: Refers, Type: in.typeText(), Within: in.address()})
		}
	}
	return out
}

// Span returns where the thing of an address stands: its key (name) and its whole declaration.
func (d *Document) Span(address string) (name, whole jsontree.Span, ok bool) {
	found := findSymbol(d.Outline(), address)
	if found != nil {
		return found.NameSpan, found.Span, true
	}
	if m := d.analysed().model; m != nil {
		for _, decl := range m.declarations {
			for _, p := range decl.part.spans {
				if decl.address()+p.address == address {
					return p.name.Shift(decl.base()), p.span.Shift(decl.base()), true
				}
			}
		}
	}
	return jsontree.Span{}, jsontree.Span{}, false
}

// findSymbol returns the entry of an address.
func findSymbol(symbols []Symbol, address string) *Symbol {
	for i := range symbols {
		if symbols[i].Address == address {
			return &symbols[i]
		}
		if found := findSymbol(symbols[i].Children, address); found != nil {
			return found
		}
	}
	return nil
}

// AddressAt returns the address of the innermost declaration or rule around off, or "".
func (d *Document) AddressAt(off int) string {
	address := ""
	symbols := d.Outline()
	for {
		next := -1
		for i := range symbols {
			if symbols[i].Span.Contains(off) {
				next = i
			}
		}
		if next < 0 {
			return address
		}
		if symbols[next].Kind != KindSection {
			address = symbols[next].Address
		}
		symbols = symbols[next].Children
	}
}

// TextSpan maps a span of a text of a declaration, as the causes of nulls give it, to the file.
func (d *Document) TextSpan(address string, ref, start, end int) (jsontree.Span, bool) {
	m := d.analysed().model
	if m == nil || ref < 0 {
		return jsontree.Span{}, false
	}
	for _, decl := range m.declarations {
		a := decl.address()
		if len(address) >= len(a) && address[:len(a)] == a && (len(address) == len(a) || address[len(a)] == '.') && ref < len(decl.part.refs) {
			return innerSpan(textNode(d, decl, ref), feel.Span{Start: start, End: end}), true
		}
	}
	return jsontree.Span{}, false
}
