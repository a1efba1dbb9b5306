package model

import "github.com/scenariolsp/lsp/eval/feel"

// tableUnit is a parsed decision table.
type tableUnit struct {
	hit     Hit
	columns []columnUnit
	outputs []Output
	rules   []ruleUnit
	typ     *feel.Type
}

type columnUnit struct {
	expr   *feel.Expression
	ref    int
	symbol *feel.Symbol // ?, the column's value
	cells  *columnCells
	old    *columnCells // of an earlier version
}

type ruleUnit struct {
	cells []*feel.Cell // nil: any value
	refs  []int
	then  []*feel.Expression // nil: null
	outs  []int
}

// table reads a decision table whose value is declared to be of type want, if any.
func (b *builder) table(t *Table, want *feel.Type) *tableUnit {
	u := &tableUnit{hit: t.Hit, outputs: b.outputTypes(t, want)}
	for _, c := range t.Columns {
		e := feel.Parse(c.Source, b.env)
		b.keep(c.Ref, ColumnRole, nil, e)
		u.columns = append(u.columns, b.column(e, c.Ref))
	}
	for i := range t.Rules {
		u.rules = append(u.rules, b.rule(u, &t.Rules[i]))
	}
	u.typ = u.resultType()
	return u
}

func (b *builder) column(e *feel.Expression, ref int) columnUnit {
	slot := b.layout.Slot()
	c := columnUnit{expr: e, ref: ref, symbol: feel.NewColumn(slot, e.Type, e.Text), cells: &columnCells{header: e.Text, typ: e.Type, byText: map[string]*feel.Cell{}}}
	b.u.cells[slot] = c.cells
	if b.old != nil {
		if o := b.old.cells[slot]; o != nil && o.header == e.Text && feel.Same(o.typ, e.Type) {
			c.old = o
		}
	}
	return c
}

// outputTypes settles the type of each output column: its own, or what the decision's type says of it.
func (b *builder) outputTypes(t *Table, want *feel.Type) []Output {
	outs := append([]Output(nil), t.Outputs...)
	if want != nil && t.Hit.list() && want.Kind == feel.ListType {
		want = want.Elem
	}
	for i := range outs {
		switch {
		case outs[i].Type != nil:
		case want == nil:
			outs[i].Type = feel.Any
		case len(outs) == 1 && (outs[i].Name == "" || want.Kind != feel.ObjectType):
			outs[i].Type = want
		default:
			if f, ok := want.Field(outs[i].Name); ok {
				outs[i].Type = f
			} else {
				outs[i].Type = feel.Any
			}
		}
	}
	return outs
}

// list reports whether the policy gives a list.
func (h Hit) list() bool { return h == Collect || h == RuleOrder || h == OutputOrder }

func (b *builder) rule(u *tableUnit, r *Rule) ruleUnit {
	out := ruleUnit{cells: make([]*feel.Cell, len(u.columns)), refs: make([]int, len(u.columns)), then: make([]*feel.Expression, len(u.outputs)), outs: make([]int, len(u.outputs))}
	for i := range u.columns {
		out.refs[i] = Absent
		if i >= len(r.When) || r.When[i].Ref == Absent {
			continue
		}
		out.refs[i] = r.When[i].Ref
		out.cells[i] = b.cell(&u.columns[i], r.When[i])
	}
	for i := range u.outputs {
		out.outs[i] = Absent
		if i >= len(r.Then) || r.Then[i].Ref == Absent {
			continue
		}
		e := feel.ParseOutput(r.Then[i].Source, u.outputs[i].Type, b.env)
		out.then[i], out.outs[i] = e, r.Then[i].Ref
		b.keep(r.Then[i].Ref, OutputRole, u.outputs[i].Type, e)
	}
	return out
}

// cell reads a condition. Cells with the same text in one column are read once, also across versions of the document.
func (b *builder) cell(c *columnUnit, text Text) *feel.Cell {
	cell := c.cells.byText[text.Source]
	if cell == nil && c.old != nil {
		if o := c.old.byText[text.Source]; o != nil && o.Fixed() {
			cell = o
		}
	}
	if cell == nil {
		cell = feel.ParseCell(text.Source, c.symbol, b.env)
	}
	c.cells.byText[text.Source] = cell
	b.keep(text.Ref, CellRole, c.symbol.Typ, &cell.Expression)
	return cell
}

// resultType is the type of the table's value (DMN 1.5, 8.2.10).
func (u *tableUnit) resultType() *feel.Type {
	row := feel.Any
	switch {
	case len(u.outputs) == 1 && u.outputs[0].Name == "":
		row = u.outputs[0].Type
		if row.Kind == feel.AnyType {
			row = u.joined()
		}
	case len(u.outputs) == 1 && u.outputs[0].Name != "":
		row = u.outputs[0].Type
	case len(u.outputs) > 1:
		var fields []feel.Field
		for _, o := range u.outputs {
			fields = append(fields, feel.Field{Name: o.Name, Type: o.Type})
		}
		row = feel.ObjectOf(fields)
	}
	switch u.hit {
	case Collect, RuleOrder, OutputOrder:
		return feel.ListOf(row)
	case CollectCount:
		return feel.Number
	}
	return row
}

// joined is the type that the outputs of a lone untyped column have together.
func (u *tableUnit) joined() *feel.Type {
	var types []*feel.Type
	for _, r := range u.rules {
		if r.then[0] != nil {
			types = append(types, r.then[0].Type)
		}
	}
	return inferredType(feel.JoinAll(types))
}
