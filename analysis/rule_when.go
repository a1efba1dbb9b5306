package analysis

import (
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/model"
)

// RuleWhen returns what a rule of a decision asks for, as its author wrote it: "days <= 60; parcel: crushed, lost". Of a
// rule that asks for nothing it is "otherwise", or "always" where no rule stands before it; "" where there is no such
// rule.
func (d *Document) RuleWhen(decision string, rule int) string {
	m := d.analysed().model
	if m == nil {
		return ""
	}
	decl := m.byAddress[model.Address("decisions", decision)]
	if decl == nil {
		return ""
	}
	table := decl.value
	if table.Kind() == jsontree.Object {
		table = table.Get("table")
	}
	if table.Kind() != jsontree.Array || rule < 1 || rule >= table.Len() {
		return ""
	}
	row := table.Elements()[rule]
	var asks []string
	for i, cell := range table.Elements()[0].Elements() {
		column := strings.TrimSpace(textOf(cell))
		if strings.HasPrefix(column, "=>") || strings.HasPrefix(column, "#") {
			continue
		}
		if test := cellText(row, column, i); test != "" && test != "-" {
			asks = append(asks, asked(column, test))
		}
	}
	switch {
	case len(asks) > 0:
		return strings.Join(asks, "; ")
	case rule == 1:
		return "always"
	}
	return "otherwise"
}

// cellText is the test of a row in a column, of either form of row.
func cellText(row *jsontree.Node, column string, i int) string {
	cell := row.Get("when").Get(column)
	if row.Kind() == jsontree.Array && i < row.Len() {
		cell = row.Elements()[i]
	}
	if cell.Kind() == jsontree.String {
		return strings.TrimSpace(cell.Text())
	}
	return string(cell.Raw())
}

// asked joins a column and its test: a comparison reads on, a value stands apart.
func asked(column, test string) string {
	if strings.HasPrefix(test, "<") || strings.HasPrefix(test, ">") || strings.HasPrefix(test, "!=") {
		return column + " " + test
	}
	return column + ": " + test
}
