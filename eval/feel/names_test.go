package feel_test

import (
	"context"
	"testing"

	"github.com/scenariolsp/lsp/eval/feel"
)

// declared are names that a reader could take for something else, each with its number as value.
var declared = []string{"net", "net worth", "net worth after tax", "tax", "rate", "rate-cap", "if paid", "paid then", "in stock", "order", "or", "android", "not paid",
	"total (gross)", "a+b", "a", "b", "💡", "größe", "ширина", "day 2", "date", "sum", "item", "x.y", "per cent %", "for"}

// Names are read as they are declared, the longest first (model-format.md, "Names").
func TestNames(t *testing.T) {
	for _, x := range []struct {
		text string
		want int
	}{
		{`net`, 1}, {`net worth`, 2}, {`net worth after tax`, 3}, {`net worth + tax`, 6}, {"net \n\t worth", 2}, {`net worth after tax - tax`, -1},
		{`rate-cap`, 6}, {`rate - cap`, 0}, {`rate - tax`, 1}, {`a+b`, 15}, {`a + b`, 33}, {`a+ b`, 33},
		{`if paid`, 7}, {`if (if paid) = 7 then net else tax`, 1}, {`in stock`, 9}, {`order`, 10}, {`android`, 12}, {`if true or order = 1 then 1 else 0`, 1},
		{`not paid`, 13}, {`if not(paid then = 1) then 1 else 0`, 1}, {`total (gross) * 2`, 28}, {`💡 + 1`, 19}, {`größe`, 19}, {`ширина + größe`, 39}, {`day 2`, 21},
		{`date`, 22}, {`date("2026-10-01").year`, 2026}, {`sum`, 23}, {`sum(1, 2)`, 3}, {`x.y`, 25}, {`per cent %`, 26},
		{`for x in [1] return x`, 0}, {`[5, 30][item > 24][1]`, 30}, {`item`, 24}, {`{net: 100, r: net + tax}.r`, 104}, {`(function(net worth) net worth + 1)(41)`, 42},
		{`{net worth: 5, r: net worth}.r`, 5}, {`for net in [50] return net + tax`, 0}, {`(for net worth in [50] return net worth + tax)[1]`, 54},
		{`net /* worth */ + tax // after tax`, 5},
	} {
		symbols := make([]*feel.Symbol, len(declared))
		m := &feel.Machine{}
		m.Reset(context.Background(), nil)
		for i, name := range declared {
			symbols[i] = &feel.Symbol{Name: name, Kind: feel.InputSymbol, Slot: i, Typ: feel.Number}
			m.Globals, m.Ready = append(m.Globals, feel.IntOf(int64(i+1))), append(m.Ready, true)
		}
		layout := &feel.Layout{}
		e := feel.Parse(x.text, &feel.Env{Globals: feel.NewScope(symbols), Layout: layout})
		v := feel.Compile(e, feel.Origin{}, layout.Size()).Run(m)
		n, ok := v.Number()
		if x.want == 0 { // read otherwise, as long as it is not taken for a number
			continue
		}
		if i, _ := n.Int64(); !ok || i != int64(x.want) || len(e.Problems) > 0 {
			t.Errorf("%s is %s, want %d: %v", x.text, v.Literal(), x.want, e.Problems)
		}
	}
}

// Unary tests (DMN 1.5, 10.3.1.2, rules 5 to 9; model-format.md, "Tables").
func TestUnaryTests(t *testing.T) {
	levels := feel.LevelsOf([]string{"low", "mid", "high"})
	for _, x := range []struct {
		typ      *feel.Type
		value    string
		cell     string
		match    bool
		unknown  bool
		problems int
	}{
		{feel.Number, `5`, `-`, true, false, 0},
		{feel.Number, `null`, `-`, true, false, 0},
		{feel.Number, `5`, `5`, true, false, 0},
		{feel.Number, `5`, `= 5`, true, false, 0},
		{feel.Number, `5`, `1, 5`, true, false, 0},
		{feel.Number, `5`, `< 5`, false, false, 0},
		{feel.Number, `5`, `<= 5`, true, false, 0},
		{feel.Number, `5`, `!= 5`, false, false, 0},
		{feel.Number, `5`, `[1..5]`, true, false, 0},
		{feel.Number, `5`, `[1..5)`, false, false, 0},
		{feel.Number, `5`, `[1..5[`, false, false, 0},
		{feel.Number, `1`, `]1..5]`, false, false, 0},
		{feel.Number, `1`, `(1..5]`, false, false, 0},
		{feel.Number, `5`, `not(5)`, false, false, 0},
		{feel.Number, `5`, `not(< 3, > 7)`, true, false, 0},
		{feel.Number, `5`, `? > 4`, true, false, 0},
		{feel.Number, `5`, `? * 2 = 11, 7`, false, false, 0},
		{feel.Number, `5`, `even(?)`, false, false, 0},
		{feel.Number, `5`, `= ? in [4..6]`, true, false, 0},
		{feel.Number, `5`, `[5..1]`, false, false, 1},
		{feel.Number, `5`, `"a"`, false, true, 1},
		{feel.Number, `null`, `> 3`, false, true, 0},
		{feel.Number, `null`, `not(> 3)`, false, true, 0},
		{feel.Number, `null`, `= null`, true, false, 0},
		{feel.String, `"gold"`, `gold`, true, false, 0},
		{feel.String, `"gold"`, `"gold"`, true, false, 0},
		{feel.String, `"a, b"`, `"a, b"`, true, false, 0},
		{feel.String, `"b"`, `not(a, b)`, false, false, 0},
		{feel.String, `"abc"`, `contains(?, "b")`, true, false, 0},
		{feel.String, `"abc"`, `= ? + "d" = "abcd"`, true, false, 0},
		{levels, `"mid"`, `> low`, true, false, 0},
		{levels, `"mid"`, `[mid..high]`, true, false, 0},
		{levels, `"mid"`, `low, high`, false, false, 0},
		{levels, `"mid"`, `hihg`, false, false, 1},
		{feel.Boolean, `true`, `true`, true, false, 0},
		{feel.Boolean, `true`, `false`, false, false, 0},
		{feel.Boolean, `false`, `false`, true, false, 0},
		{feel.Date, `@"2024-02-29"`, `> date("2024-02-28")`, true, false, 0},
		{feel.Date, `@"2024-02-29"`, `[@"2024-02-01"..@"2024-02-29"]`, true, false, 0},
		{feel.Date, `@"2024-02-29"`, `date("2023-02-29")`, false, false, 1},
	} {
		layout := &feel.Layout{}
		column := feel.NewColumn(layout.Slot(), x.typ, "value")
		env := &feel.Env{Layout: layout}
		c := feel.ParseCell(x.cell, column, env)
		m := &feel.Machine{}
		m.Reset(context.Background(), nil)
		v := feel.Compile(feel.Parse(x.value, &feel.Env{Layout: layout}), feel.Origin{}, layout.Size()).Run(m)
		v, _ = v.Convert(x.typ)
		match, unknown := feel.CompileCell(c, feel.Origin{}).Match(m, make([]feel.Value, layout.Size()), v, feel.Origin{})
		if match != x.match || unknown != x.unknown || len(c.Problems) != x.problems {
			t.Errorf("%s in a cell %s: match %v, unknown %v, problems %v", x.value, x.cell, match, unknown, c.Problems)
		}
		if nulls, _ := m.Nulls(); unknown && len(nulls) != 1 {
			t.Errorf("%s in a cell %s has the causes %v", x.value, x.cell, nulls)
		}
	}
}
