package analysis

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// tableReader reads a decision table (model-format.md, "Tables").
type tableReader struct {
	*lowerer
	node    *jsontree.Node
	table   *model.Table
	columns []column
	width   int
	why     int // index of the # why column, -1 without one
	columnN []string
	outputN []string
	want    *feel.Type // the declared type of the whole; nil without one
	full    int        // the first rule that catches everything, 1-based
	unsure  bool       // a column could not be read, so that which rules catch everything is not known
}

// column tells what a place of a row is.
type column struct {
	kind  columnKind
	index int // among the columns of its kind
}

type columnKind uint8

const (
	conditionColumn columnKind = iota
	outputColumn
	whyColumn
	badColumn // its header is reported; its cells are left alone
)

// table reads the rows of a table. want is the declared type of the whole, where typed says there is one.
func (l *lowerer) table(n *jsontree.Node, want *feel.Type, typed bool, hit model.Hit) *model.Table {
	t := &tableReader{lowerer: l, node: n, table: &model.Table{Hit: hit}, why: -1, want: want}
	rows := n.Elements()
	if len(rows) == 0 && !n.Closed() {
		return t.table
	}
	if len(rows) == 0 {
		l.report(TableHeader, n.Span(), "The table is empty; its first row names the columns, such as [\"days\", \"=> boolean\", \"# why\"].")
		return t.table
	}
	before := l.at
	defer func() { l.at = before }()
	l.at = before + ".rule[0]"
	if !t.header(rows[0], want, typed) {
		return t.table
	}
	for i, row := range rows[1:] {
		l.at = before + ".rule[" + strconv.Itoa(i+1) + "]"
		l.part.spans = append(l.part.spans, place{l.at, l.rel(row.Span()), l.rel(row.Span()), "rule " + strconv.Itoa(i+1), KindRule})
		t.rule(i+1, row)
	}
	t.elseRow(rows, before)
	return t.table
}

// rule reads a row.
func (t *tableReader) rule(number int, row *jsontree.Node) {
	r := model.Rule{When: make([]model.Text, len(t.table.Columns)), Then: make([]model.Text, len(t.table.Outputs))}
	for i := range r.When {
		r.When[i].Ref = model.Absent
	}
	for i := range r.Then {
		r.Then[i].Ref = model.Absent
	}
	why, ok := "", false
	switch row.Kind() {
	case jsontree.Array:
		why, ok = t.arrayRule(row, &r)
	case jsontree.Object:
		why, ok = t.objectRule(row, &r)
	case jsontree.Missing:
	default:
		t.report(RuleShape, valueSpan(row), "Rule %d is %s; it needs an array as long as the header, or an object with when and then.", number, kindPhrase(row))
	}
	t.part.whys = append(t.part.whys, why)
	t.table.Rules = append(t.table.Rules, r)
	if t.table.Hit != model.First || !ok || t.unsure || t.full == 0 && t.broken(row) {
		return
	}
	if t.full > 0 {
		d := t.report(UnreachableRule, row.Span(), "Rule %d is never reached: rule %d catches everything.", number, t.full)
		if number < t.node.Len()-1 || number == t.full+1 { // the last row stays an else row
			t.fix(d, fmt.Sprintf("Remove rule %d", number), jsontree.RemoveElement(t.node, number)).Preferred = false
		}
	} else if t.catchesAll(&r) {
		t.full = number
	}
}

// catchesAll reports whether every condition of a rule takes any value.
func (t *tableReader) catchesAll(r *model.Rule) bool {
	for _, c := range r.When {
		if c.Ref != model.Absent && strings.TrimSpace(c.Source) != "-" {
			return false
		}
	}
	return true
}

func (t *tableReader) arrayRule(row *jsontree.Node, r *model.Rule) (why string, ok bool) {
	cells := row.Elements()
	short := len(cells) == t.width-1 && t.why == t.width-1
	if short && t.whyInPlace(cells) {
		short = false
	}
	if !row.Closed() && len(cells) < t.width {
		t.unfinished(cells, r)
		return "", false // the rest is still to come
	}
	if len(cells) != t.width && !short {
		t.report(RuleShape, row.Span(), "The rule has %s; the header has %s.", plural(len(cells), "cell"), plural(t.width, "column"))
		t.unfinished(cells, r)
		return "", false
	}
	if short {
		at := row.Span()
		d := t.report(MissingWhy, jsontree.Span{Start: at.End - 1, End: at.End}, "The rule has no # why cell.")
		t.fix(d, "Add an empty # why", jsontree.InsertElement(row, `""`, len(cells)-1)).Safe = true
	}
	for i, cell := range cells {
		switch c := t.columns[i]; c.kind {
		case conditionColumn:
			r.When[c.index] = t.cell(cell)
		case outputColumn:
			r.Then[c.index] = t.cell(cell)
		case whyColumn:
			why = t.whyCell(cell)
		}
	}
	return why, true
}

// unfinished reads the cells of a row that is being typed, so that completion and hover know their columns. What is
// wrong with them is not said: a cell may be missing before them.
func (t *tableReader) unfinished(cells []*jsontree.Node, r *model.Rule) {
	for i, cell := range cells[:min(len(cells), t.width)] {
		if cell.Kind() != jsontree.String {
			continue
		}
		switch c := t.columns[i]; c.kind {
		case conditionColumn:
			r.When[c.index] = t.text(cell)
		case outputColumn:
			r.Then[c.index] = t.text(cell)
		default:
			continue
		}
		t.part.refs[len(t.part.refs)-1].silent = true
	}
}

// whyInPlace tells a row that lacks a cell before its why from one that lacks the why: where an output of no text
// stands, there is a sentence.
func (t *tableReader) whyInPlace(cells []*jsontree.Node) bool {
	last := len(cells) - 1
	if last < 0 || t.columns[last].kind != outputColumn || cells[last].Kind() != jsontree.String {
		return false
	}
	if o := t.outputType(t.columns[last].index); o != nil && o.Known() && o.Text() && o.Values == nil {
		return false
	}
	return strings.HasSuffix(strings.TrimSpace(cells[last].Text()), ".")
}

// outputType is the type of an output: its own, or what is declared for it; nil where nothing is.
func (t *tableReader) outputType(i int) *feel.Type {
	switch o := t.table.Outputs[i]; {
	case o.Type != nil:
		return o.Type
	case t.want == nil || len(t.table.Outputs) == 1:
		return t.want
	default:
		f, _ := t.want.Field(o.Name)
		return f
	}
}

func (t *tableReader) objectRule(of *jsontree.Node, r *model.Rule) (why string, ok bool) {
	row := t.fields(of, ruleFields, "A rule", "then")
	if when := row.Get("when"); when != nil && t.wantKind(when, jsontree.Object, "when", "an object of conditions by column") {
		for _, m := range when.Members() {
			name := strings.TrimSpace(m.Key.Text())
			i := slices.Index(t.columnN, name)
			if i < 0 {
				near := feel.Nearest(name, t.columnN)
				d := t.report(UnknownColumn, m.Key.Span(), "The table has no column %q; it has %s.%s", name, listed(t.columnN), didYouMean(near))
				if near != "" {
					t.fix(d, "Change to \""+near+"\"", jsontree.ReplaceInString(m.Key, jsontree.Span{Start: 0, End: len(m.Key.Text())}, near))
				}
				continue
			}
			r.When[i] = t.cell(m.Value)
		}
	}
	t.then(row, r)
	switch w := row.Get("why"); {
	case w != nil:
		why = t.whyCell(w)
	case t.why >= 0 && of.Closed():
		d := t.report(MissingWhy, opening(of), "The rule has no why.")
		t.fix(d, "Add an empty why", jsontree.InsertMember(of, "why", `""`, of.Len()-1)).Safe = true
	}
	return why, true
}

// then reads the outputs of an object rule: one cell, or an object naming every output.
func (t *tableReader) then(row members, r *model.Rule) {
	then := row.Get("then")
	switch {
	case then == nil && !row.Closed():
	case then == nil:
		t.report(MissingOutput, opening(row.Node), "The rule has no then: the output.")
	case then.Kind() == jsontree.Object && t.part.badOutputs:
	case then.Kind() == jsontree.Object:
		t.thenObject(then, r)
	case len(t.table.Outputs) > 1:
		t.report(MissingOutput, valueSpan(then), "The table has %d outputs (%s); then needs an object naming each.", len(t.table.Outputs), listed(t.outputN))
	case len(t.table.Outputs) == 1:
		r.Then[0] = t.cell(then)
	}
}

func (t *tableReader) thenObject(then *jsontree.Node, r *model.Rule) {
	outputs := make([]field, len(t.outputN))
	for i, name := range t.outputN {
		outputs[i].name = name
	}
	meant := membersOf(then, outputs)
	for _, m := range then.Members() {
		if name := m.Key.Text(); m.Key.Kind() == jsontree.String && !slices.Contains(t.outputN, name) {
			near := feel.Nearest(name, t.outputN)
			d := t.report(UnknownColumn, m.Key.Span(), "The table has no output %q; it has %s.%s", name, listed(t.outputN), didYouMean(near))
			if near != "" && then.Get(near) == nil {
				t.fix(d, "Change to \""+near+"\"", jsontree.ReplaceInString(m.Key, jsontree.Span{End: len(name)}, near))
			}
		}
	}
	for i, name := range t.outputN {
		if n := meant.Get(name); n != nil {
			r.Then[i] = t.cell(n)
		} else if then.Closed() {
			t.report(MissingOutput, opening(then), "then leaves the output %q out.", name)
		}
	}
}

// cell reads a condition or output.
func (t *tableReader) cell(n *jsontree.Node) model.Text {
	switch n.Kind() {
	case jsontree.String:
		return t.text(n)
	case jsontree.Number, jsontree.Bool:
		d := t.report(CellKind, n.Span(), "The cell is %s; cells are texts: write %q.", kindPhrase(n), n.Raw())
		t.fix(d, "Write it as a text", jsontree.ReplaceValue(n, `"`+string(n.Raw())+`"`)).Safe = true
		return t.text(n)
	case jsontree.Missing:
	case jsontree.Null:
		d := t.report(NullCell, n.Span(), "The cell is null; write - for any value in a condition, or for null in an output.")
		t.fix(d, "Write \"-\"", jsontree.ReplaceValue(n, `"-"`))
	default:
		t.report(NullCell, valueSpan(n), "The cell is %s; cells are texts.", kindPhrase(n))
	}
	return model.Text{Ref: model.Absent}
}

func (t *tableReader) whyCell(n *jsontree.Node) string {
	if !t.wantKind(n, jsontree.String, "# why", "a text") {
		return ""
	}
	if strings.TrimSpace(n.Text()) == "" {
		t.report(EmptyWhy, n.Span(), "The # why is empty; say in a sentence why the rule holds.")
	}
	return own(n.Text())
}

// elseRow checks the last row.
func (t *tableReader) elseRow(rows []*jsontree.Node, address string) {
	if t.table.Hit != model.First || t.unsure || !t.node.Closed() {
		return
	}
	last := len(t.table.Rules)
	if last == 0 {
		if t.level == Strict {
			t.at = address
			t.report(MissingElse, rows[0].Span(), "The table has no rules; it needs at least an else row, with - in every condition.")
		}
		return
	}
	row, rule := rows[len(rows)-1], &t.table.Rules[last-1]
	t.at = address + ".rule[" + strconv.Itoa(last) + "]"
	if !t.catchesAll(rule) {
		if t.level == Strict && row.Kind() != jsontree.Missing && !t.broken(row) {
			d := t.report(MissingElse, row.Span(), "The last rule is no else row: it needs - in every condition, so that no state falls through to null.")
			t.fix(d, "Add an else row", jsontree.InsertElement(t.node, t.elseText(), len(rows)-1)).Preferred = false // what it answers is for the author to say
		}
		return
	}
	t.part.elseRule = last
	for _, then := range rule.Then {
		if then.Ref != model.Absent && strings.TrimSpace(then.Source) == "-" {
			t.report(NullElse, t.spanOf(then), "The else row gives null: what no other rule catches has no answer.")
			break
		}
	}
}

// broken reports whether a row has a fault of its own that its missing conditions only follow from.
func (t *tableReader) broken(row *jsontree.Node) bool {
	s := t.rel(row.Span())
	for _, d := range t.part.diagnostics {
		if d.Severity == Error && d.Span.Start >= s.Start && d.Span.End <= s.End {
			return true
		}
	}
	return false
}

// spanOf is where a text of the declaration stands in the document.
func (t *tableReader) spanOf(x model.Text) jsontree.Span {
	start := t.part.refs[x.Ref].start + t.base
	for _, row := range t.node.Elements() {
		if row.Span().Contains(start) {
			for n := range row.All() {
				if n.Span().Start == start && n.Kind() != jsontree.Array && n.Kind() != jsontree.Object {
					return n.Span()
				}
			}
		}
	}
	return jsontree.Span{Start: start, End: start}
}

// elseText writes an else row for the table's columns; what it gives is left to the author.
func (t *tableReader) elseText() string {
	cells := make([]string, len(t.columns))
	for i, c := range t.columns {
		cells[i] = `"-"`
		if c.kind == outputColumn {
			cells[i] = jsontree.EncodeString(exampleOf(t.outputType(c.index)))
		}
		if c.kind == whyColumn {
			cells[i] = `"Everything else."`
		}
	}
	like := t.node
	if rows := t.node.Elements(); rows[len(rows)-1].Kind() == jsontree.Array {
		like = rows[len(rows)-1]
	} else if rows[0].Kind() == jsontree.Array {
		like = rows[0]
	}
	return jsontree.ArrayText(like, cells)
}

// exampleOf writes a cell that is a value of the type.
func exampleOf(t *feel.Type) string {
	switch {
	case t == nil:
		return "-"
	case t.Kind == feel.BooleanType:
		return "false"
	case t.Kind == feel.NumberType:
		return "0"
	case len(t.Values) > 0:
		return t.Values[len(t.Values)-1]
	}
	return "-"
}
