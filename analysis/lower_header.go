package analysis

import (
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// header reads the first row.
func (t *tableReader) header(row *jsontree.Node, want *feel.Type, typed bool) bool {
	if row.Kind() != jsontree.Array {
		if row.Kind() != jsontree.Missing {
			t.report(TableHeader, valueSpan(row), "The first row is %s; it needs an array that names the columns.", kindPhrase(row))
		}
		return false
	}
	t.width = row.Len()
	var bare *jsontree.Node
	for _, cell := range row.Elements() {
		if cell.Kind() != jsontree.String {
			if cell.Kind() != jsontree.Missing {
				t.report(TableHeader, valueSpan(cell), "A column's header is %s here; it needs a text.", kindPhrase(cell))
			}
			t.columns = append(t.columns, column{kind: badColumn})
			continue
		}
		text := strings.TrimSpace(cell.Text())
		switch {
		case strings.HasPrefix(text, "=>"):
			if b := t.output(cell, strings.TrimSpace(text[2:])); b {
				bare = cell
			}
		case strings.HasPrefix(text, "#"):
			t.whyHeader(cell, text)
		case text == "":
			t.report(TableHeader, cell.Span(), "A column's header is empty; it needs an expression, => or # why.")
			t.columns = append(t.columns, column{kind: badColumn})
		default:
			if len(t.table.Outputs) > 0 {
				t.report(TableHeader, cell.Span(), "The condition %q stands behind an output; conditions come first, then outputs, then # why.", text)
			}
			t.columns = append(t.columns, column{conditionColumn, len(t.table.Columns)})
			t.table.Columns = append(t.table.Columns, t.text(cell))
			t.columnN = append(t.columnN, own(text))
		}
	}
	if !row.Closed() && len(t.table.Outputs) == 0 {
		return false // they may be still to come
	}
	if len(t.table.Outputs) == 0 && !slices.ContainsFunc(t.columns, func(c column) bool { return c.kind == badColumn }) {
		t.report(TableHeader, row.Span(), "The table has no output column; one starts with =>, such as => boolean.")
		return false
	}
	t.outputNames()
	t.outputTypes(bare, want, typed)
	t.unsure = slices.ContainsFunc(t.columns, func(c column) bool { return c.kind == badColumn })
	t.part.outputs = max(t.part.outputs, len(t.table.Outputs))
	return true
}

// whyHeader reads the header of the annotation column.
func (t *tableReader) whyHeader(cell *jsontree.Node, text string) {
	c := column{kind: whyColumn}
	switch {
	case strings.TrimSpace(text[1:]) != "why":
		d := t.report(TableHeader, cell.Span(), "%q is no column of the format; the annotation column is # why.", text)
		t.fix(d, "Change to # why", jsontree.ReplaceValue(cell, `"# why"`))
		c.kind = badColumn
	case t.why >= 0:
		t.report(TableHeader, cell.Span(), "The table has two # why columns; one is enough.")
		c.kind = badColumn
	default:
		t.why = len(t.columns)
	}
	t.columns = append(t.columns, c)
}

// output reads the header of an output column behind =>; it reports a bare one.
func (t *tableReader) output(cell *jsontree.Node, text string) (bare bool) {
	o := model.Output{}
	t.columns = append(t.columns, column{outputColumn, len(t.table.Outputs)})
	typeText := text
	if i := strings.LastIndexByte(text, ':'); i >= 0 {
		o.Name, typeText = own(strings.TrimSpace(text[:i])), strings.TrimSpace(text[i+1:])
		if o.Name == "" {
			t.report(TableHeader, cell.Span(), "The output has no name before its colon; write => name: type, or => type.")
		}
	}
	if typeText != "" {
		typ, err := feel.ParseType(own(typeText), t.named)
		if err != nil {
			typ = t.outputTypeError(cell, typeText, err)
		}
		o.Type = typ
	}
	t.table.Outputs = append(t.table.Outputs, o)
	t.outputN = append(t.outputN, o.Name)
	return typeText == ""
}

func (t *tableReader) outputTypeError(cell *jsontree.Node, text string, err error) *feel.Type {
	if _, ok := err.(*feel.UnknownTypeError); !ok {
		t.report(BadType, cell.Span(), "The type %s.", err)
		return feel.Wrong
	}
	near := typeAliases[text]
	if near == "" {
		near = feel.Nearest(text, append(slices.Clone(plainTypes), t.names...))
	}
	start := strings.LastIndex(cell.Text(), text)
	d := t.report(UnknownType, cell.FileSpan(jsontree.Span{Start: start, End: start + len(text)}), "%q is no type.%s", text, didYouMean(near))
	if near != "" {
		t.fix(d, "Change to \""+near+"\"", jsontree.ReplaceInString(cell, jsontree.Span{Start: start, End: start + len(text)}, near)).Safe = sameType(text, near)
	}
	return feel.Wrong
}

// outputNames checks that several outputs have names of their own.
func (t *tableReader) outputNames() {
	if len(t.table.Outputs) < 2 {
		return
	}
	for i, name := range t.outputN {
		switch {
		case name == "" && !slices.Contains(t.outputN[:i], ""):
			t.report(TableHeader, t.headerOf(i).Span(), "The table has %d outputs; each needs a name: => name: type.", len(t.outputN))
		case name != "" && slices.Contains(t.outputN[:i], name):
			t.report(TableHeader, t.headerOf(i).Span(), "Two outputs have the name %q; each needs its own.", name)
		default:
			continue
		}
		t.part.badOutputs = true
	}
}

// headerOf returns the header of output i.
func (t *tableReader) headerOf(i int) *jsontree.Node {
	return t.node.Elements()[0].Elements()[t.outputAt(i)]
}

// outputTypes compares the columns with the declared type of the decision.
func (t *tableReader) outputTypes(bare *jsontree.Node, want *feel.Type, typed bool) {
	if bare != nil && !typed {
		t.report(OutputType, bare.Span(), "The output has no type; write => boolean, => number or => a|b, or give the decision object a type.")
		for i := range t.table.Outputs {
			if t.table.Outputs[i].Type == nil {
				t.table.Outputs[i].Type = feel.Any
			}
		}
		return
	}
	if !typed || want == nil || !want.Known() {
		return
	}
	switch t.table.Hit {
	case model.Collect, model.RuleOrder, model.OutputOrder:
		if want.Kind == feel.ListType {
			want = want.Elem
		}
	case model.CollectCount:
		return
	}
	for i := range t.table.Outputs {
		o := &t.table.Outputs[i]
		w := want
		if len(t.table.Outputs) > 1 || want.Kind == feel.ObjectType {
			f, ok := want.Field(o.Name)
			if want.Kind == feel.ObjectType && !ok && o.Name != "" {
				t.report(OutputType, t.headerOf(i).Span(), "The declared type %s has no member %q for this output.", want, o.Name)
				continue
			}
			if !ok {
				continue
			}
			w = f
		}
		if o.Type != nil && o.Type.Known() && w.Known() && !agree(o.Type, w) {
			t.report(OutputType, t.headerOf(i).Span(), "The output is %s, but %s is declared for it; the two must agree.", o.Type.Phrase(), w.Phrase())
			o.Type = feel.Wrong
		}
	}
}

// agree tells whether an output's type and the declared one mean the same.
func agree(o, want *feel.Type) bool {
	return feel.Same(o, want) || o.FitsIn(want) == feel.Always || want.FitsIn(o) == feel.Always
}

// outputAt returns the place of output i in the header.
func (t *tableReader) outputAt(i int) int {
	return slices.Index(t.columns, column{outputColumn, i})
}
