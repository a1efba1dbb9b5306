package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// Description is what hover says of a declaration before any value.
type Description struct {
	Kind    SymbolKind
	Name    string
	Address string
	Type    string   // as the author would write it
	Doc     string   // desc of an input or decision, instructions of a question, documentation of a field or function
	Notes   []string // further sentences: options, the rank of a level, what is ours and not the seed's
}

// Describe returns the description of what an occurrence names.
func (d *Document) Describe(o Occurrence) (Description, bool) {
	out := Description{Kind: o.Kind, Name: o.Name, Address: o.Address, Type: o.Type}
	r := d.analysed()
	switch {
	case r.scenario != nil:
		return d.describeScenario(r.scenario, o)
	case r.run != nil:
		return d.describeRun(o)
	}
	switch o.Kind {
	case KindField:
		for _, fields := range [][]field{inputFields, decisionFields, functionFields, questionFields, contentFields, modelFields, flatRequestFields, ruleFields} {
			for _, f := range fields {
				if f.name == o.Name && ownsField(fields, o.Within) {
					out.Doc = f.doc
					return out, true
				}
			}
		}
		return out, false
	case KindBuiltin:
		return describeBuiltin(out)
	case KindWord:
		if out.Doc = d.wordDoc(o); out.Doc == "" {
			out.Notes = append(out.Notes, "A value of "+o.Type+".")
		}
		return out, true
	case KindMember, KindLocal:
		return out, o.Type != ""
	}
	of := d
	if d.around != nil && d.analysed().state != nil {
		of = d.around.ModelOf(d.Name)
	}
	if of == nil {
		return out, false
	}
	m := of.analysed().model
	if m == nil {
		return out, false
	}
	return m.describe(out)
}

// ownsField tells whether a table of members is that of the declaration the member stands in: the same word means
// different things in an input and in a question.
func ownsField(fields []field, within string) bool {
	section, _, _ := strings.Cut(within, ".")
	switch section {
	case "inputs":
		return &fields[0] == &inputFields[0]
	case "decisions":
		return &fields[0] == &decisionFields[0] || &fields[0] == &ruleFields[0]
	case "functions":
		return &fields[0] == &functionFields[0]
	case "questions":
		return &fields[0] == &questionFields[0]
	}
	return &fields[0] == &contentFields[0] || &fields[0] == &modelFields[0] || &fields[0] == &flatRequestFields[0]
}

func describeBuiltin(out Description) (Description, bool) {
	b := feel.Lookup(out.Name)
	if b == nil {
		return out, false
	}
	var forms []string
	for i := range b.Signatures {
		forms = append(forms, b.Signatures[i].String(b.Name))
	}
	out.Type = strings.Join(forms, "\n")
	out.Doc = b.Doc
	if b.Example != "" {
		out.Notes = append(out.Notes, "Example: "+b.Example)
	}
	if !seedFunctions[b.Name] {
		out.Notes = append(out.Notes, "The format's published page does not list this function; it follows DMN 1.5, "+b.Section+". Validate the definition through the format's API before relying on it.")
	}
	return out, true
}

// wordDoc says what a word means: by the options of the input whose column it stands in, and by its rank.
func (d *Document) wordDoc(o Occurrence) string {
	if o.words == nil {
		return ""
	}
	option := ""
	if n := d.Tree().NodeAt(o.Span.Start); n.Kind() == jsontree.String && isCell(n) {
		c := &completer{d: d, m: d.analysed().model}
		option = textOf(c.columnOptions(n).Get(o.Name))
	}
	return wordDoc(o.words, o.Name, option)
}

// isCell tells a text of a row from one that stands elsewhere.
func isCell(n *jsontree.Node) bool {
	row := n.Parent()
	return row.Kind() == jsontree.Array && row.Parent().Kind() == jsontree.Array || row.Kind() == jsontree.Object && row.Key().Text() == "when"
}

// describe fills in what the declaration of out.Address says.
func (m *modelResult) describe(out Description) (Description, bool) {
	parts, ok := model.SplitAddress(out.Address)
	if !ok || len(parts) < 2 {
		return out, false
	}
	if parts[0] == "questions" {
		return m.describeQuestion(out, parts[1])
	}
	d := m.byAddress[model.Address(parts[0], parts[1])]
	if d == nil {
		return out, false
	}
	if len(parts) > 3 { // a let entry or a parameter
		for _, p := range d.part.spans {
			if d.address()+p.address == out.Address && p.kind == KindLet {
				out.Notes = append(out.Notes, "An intermediate value of "+d.name+".")
			} else if d.address()+p.address == out.Address {
				out.Notes = append(out.Notes, "A parameter of "+d.name+".")
			}
		}
		return out, true
	}
	out.Type, out.Doc = d.typeText(), d.part.desc
	if d.section == "inputs" {
		for _, o := range d.value.Get("options").Members() {
			if o.Value.Kind() == jsontree.String {
				out.Notes = append(out.Notes, o.Key.Text()+": "+o.Value.Text())
			}
		}
		out.Notes = append(out.Notes, "An input is an observation; the policy belongs in the decisions.")
	}
	return out, true
}

func (m *modelResult) describeQuestion(out Description, id string) (Description, bool) {
	for _, q := range m.questions {
		if q.id != id {
			continue
		}
		if i := q.value.Get("instructions"); i.Kind() == jsontree.String {
			out.Doc = i.Text()
		}
		for _, k := range questionKinds {
			if k.name == q.kind {
				out.Notes = append(out.Notes, q.kind+": "+k.doc)
			}
		}
		return out, true
	}
	return out, false
}

// RuleWhy returns the why of a rule of a decision, or "".
func (d *Document) RuleWhy(decision string, rule int) string {
	m := d.analysed().model
	if m == nil {
		return ""
	}
	decl := m.byAddress[model.Address("decisions", decision)]
	if decl == nil || rule < 1 || rule > len(decl.part.whys) {
		return ""
	}
	return decl.part.whys[rule-1]
}

// Catches says what the else row of a decision is for; "" of any other rule.
func (d *Document) Catches(decision string, rule int) string {
	m := d.analysed().model
	if m == nil {
		return ""
	}
	decl := m.byAddress[model.Address("decisions", decision)]
	if decl == nil || decl.unit == nil || rule < 1 || rule != decl.part.elseRule {
		return ""
	}
	before := "the rule before it"
	switch {
	case rule == 1:
		return "The only rule: it catches everything."
	case rule == 3:
		before = "rules 1 and 2"
	case rule > 3:
		before = fmt.Sprintf("rules 1 to %d", rule-1)
	}
	out := "The else row: it catches what " + before + " leave, so that no state falls through to null."
	if rule == 2 {
		out = strings.Replace(out, "leave", "leaves", 1)
	}
	if left, ok := decl.left(rule); ok && len(left) > 0 {
		out += " That is " + listed(left) + "."
	}
	return out
}

// left are the values of a table's only column that no rule before a given one takes; ok is false where that cannot be
// read off the cells: the column has no end of values, or a test has to be evaluated.
func (d *declaration) left(rule int) (values []string, ok bool) {
	table := d.part.decision.Body.Table
	if table == nil || len(table.Columns) != 1 {
		return nil, false
	}
	taken := map[string]bool{}
	var t *feel.Type
	for _, r := range table.Rules[:rule-1] {
		when := r.When[0]
		i := slices.IndexFunc(d.unit.Texts, func(x model.Checked) bool { return x.Ref == when.Ref && x.Role == model.CellRole })
		if i < 0 {
			return nil, false
		}
		t = d.unit.Texts[i].Type
		cell := feel.ParseCell(when.Source, feel.NewColumn(0, t, ""), unframed(d))
		if cell.Negated || cell.Any || len(cell.Problems) > 0 {
			return nil, false
		}
		for _, test := range cell.Tests {
			word := test.Value.String()
			if !test.Constant || !slices.Contains(wordsOf(t), word) {
				return nil, false
			}
			taken[word] = true
		}
	}
	for _, w := range wordsOf(t) {
		if !taken[w] {
			values = append(values, w)
		}
	}
	return values, true
}

// Questions returns the ids of the questions in document order.
func (d *Document) Questions() []string {
	var ids []string
	if m := d.analysed().model; m != nil {
		for _, q := range m.questions {
			if m.byAddress[model.Address("decisions", q.id)] != nil {
				ids = append(ids, q.id)
			}
		}
	}
	return ids
}

// TakesState reports whether a state of its own would give the document something: it is a model that has inputs and
// carries no state. It needs the tree alone.
func (d *Document) TakesState() bool {
	s := findSections(d.Tree().Root)
	return s.state == nil && s.inputs.Len() > 0
}

// ModelName returns the name that a model gives itself on one line, or "". It needs the tree alone.
func (d *Document) ModelName() string {
	return strings.Join(strings.Fields(findSections(d.Tree().Root).content.Get("name").Text()), " ")
}

// Inputs returns the names of a model's inputs in document order.
func (d *Document) Inputs() []string { return d.analysed().model.inputNames() }

// AddInputs returns those of the named inputs of a model that the state does not have, and the edits that add them with
// values for the author to replace.
func (d *Document) AddInputs(of *Document, inputs []string) (missing []string, edits []Edit) {
	m := of.analysed().model
	values, _ := stateParts(d.Tree().Root, func(name string) bool { return m.input(name) != nil })
	if values.Kind() != jsontree.Object {
		return nil, nil
	}
	for _, name := range inputs {
		if in := m.input(name); in != nil && values.Get(name) == nil {
			missing = append(missing, name)
			e := jsontree.InsertMember(values, name, exampleJSON(in.part.input.Type, 0), values.Len()-1)
			if len(edits) > 0 { // at the same place
				edits[0].NewText += e.NewText
				continue
			}
			edits = append(edits, Edit{Span: e.Span, NewText: e.NewText})
		}
	}
	if values.Len() == 0 && len(missing) > 0 { // written as one, where there is no member to stand behind
		members := make([][2]string, len(missing))
		for i, name := range missing {
			members[i] = [2]string{name, exampleJSON(m.input(name).part.input.Type, 0)}
		}
		e := jsontree.ReplaceValue(values, jsontree.ObjectText(values, members...))
		edits = []Edit{{Span: e.Span, NewText: e.NewText}}
	}
	return missing, edits
}

// Skeleton writes a state with a value for each of the named inputs, or for all where none is named.
func (d *Document) Skeleton(inputs []string) string {
	m := d.analysed().model
	var b strings.Builder
	b.WriteString("{")
	n := 0
	for _, name := range m.inputNames() {
		if len(inputs) > 0 && !slices.Contains(inputs, name) {
			continue
		}
		if n++; n > 1 {
			b.WriteString(",")
		}
		b.WriteString("\n  " + jsontree.EncodeString(name) + ": " + exampleJSON(m.input(name).part.input.Type, 0))
	}
	if n > 0 {
		b.WriteString("\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// exampleJSON writes a JSON value of the type, for the author to replace.
func exampleJSON(t *feel.Type, depth int) string {
	switch t.Kind {
	case feel.BooleanType:
		return "false"
	case feel.NumberType:
		return "0"
	case feel.EnumType, feel.LevelsType:
		return jsontree.EncodeString(t.Values[0])
	case feel.StringType:
		return `""`
	case feel.DateType:
		return `"2026-01-01"`
	case feel.TimeType:
		return `"12:00:00"`
	case feel.DateTimeType:
		return `"2026-01-01T12:00:00Z"`
	case feel.DaysTimeType, feel.DurationType:
		return `"P1D"`
	case feel.YearsMonthsType:
		return `"P1Y"`
	case feel.ListType:
		return "[]"
	case feel.ObjectType:
		if depth > maxTypeNesting {
			return "{}"
		}
		var members []string
		for _, f := range t.Fields {
			members = append(members, jsontree.EncodeString(f.Name)+": "+exampleJSON(f.Type, depth+1))
		}
		return "{" + strings.Join(members, ", ") + "}"
	}
	return "null"
}
