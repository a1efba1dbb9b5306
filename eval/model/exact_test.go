package model_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// tableOf makes a model of one table, the decision "out", over the inputs; a row is its cells with the output last.
func tableOf(inputs []model.Input, hit model.Hit, out *feel.Type, columns []string, rows [][]string) *model.Definition {
	ref := 0
	t := &model.Table{Hit: hit, Outputs: []model.Output{{Type: out}}}
	for _, c := range columns {
		t.Columns = append(t.Columns, text(c, &ref))
	}
	for _, row := range rows {
		r := model.Rule{Then: []model.Text{text(row[len(row)-1], &ref)}}
		for _, c := range row[:len(row)-1] {
			r.When = append(r.When, text(c, &ref))
		}
		t.Rules = append(t.Rules, r)
	}
	return &model.Definition{Types: func(string) *feel.Type { return nil }, Inputs: inputs, Decisions: []model.Decision{{Name: "out", Body: model.Body{Table: t}}}}
}

// decide evaluates "out" with the inputs given as texts of the language.
func decide(t *testing.T, def *model.Definition, inputs map[string]string) (*model.Decided, error) {
	t.Helper()
	in := model.Inputs{}
	for name, s := range inputs {
		layout := &feel.Layout{}
		v := feel.Compile(feel.Parse(s, &feel.Env{Layout: layout}), feel.Origin{}, layout.Size()).Run(&feel.Machine{})
		in.Set(name, v)
	}
	rec, err := model.Build(def, nil).Evaluate(context.Background(), in, model.Ask{Decisions: []string{"out"}})
	return rec.Decision("out"), err
}

// Money at a rule's boundary is on the side that the rule says, to the last digit.
func TestMoneyAtTheBoundary(t *testing.T) {
	def := tableOf([]model.Input{{Name: "price", Type: feel.Number}, {Name: "count", Type: feel.Number}}, model.First, feel.String, []string{"price * count"}, [][]string{
		{"< 59.97", "below"},
		{"59.97", "at"},
		{"(59.97..60]", "above"},
		{"-", "beyond"},
	})
	for _, x := range []struct{ price, count, want string }{
		{"19.99", "3", "at"},
		{"19.989999999999999999999999999999", "3", "below"},
		{"19.99000000000000000000000000000001", "3", "above"},
		{"20", "3", "above"},
		{"20.000000000000000000000000000001", "3", "beyond"},
		{"0.1 + 0.2", "199.9", "at"},
		{"59.97 / 7", "7", "at"},
	} {
		d, err := decide(t, def, map[string]string{"price": x.price, "count": x.count})
		if s, _ := d.Value.Text(); err != nil || s != x.want {
			t.Errorf("%s times %s is %s, want %s: %v", x.price, x.count, d.Value, x.want, err)
		}
	}
}

// Days at a rule's boundary: the 29th of February is a day of its own, and a table says why a value meets no rule.
func TestDaysAtTheBoundary(t *testing.T) {
	def := tableOf([]model.Input{{Name: "day", Type: feel.Date}}, model.First, feel.String, []string{"day"}, [][]string{
		{`< date("2024-02-29")`, "before"},
		{`date("2024-02-29")`, "leap"},
		{`[date("2024-03-01")..date("2024-03-31")]`, "march"},
	})
	for day, want := range map[string]string{`@"2024-02-28"`: "before", `@"2024-02-29"`: "leap", `@"2024-03-01"`: "march", `@"-0004-02-29"`: "before",
		`@"2023-02-28" + @"P1Y" + @"P1D"`: "leap", `@"2020-02-29" + @"P4Y"`: "leap", `@"2024-01-31" + @"P1M"`: "leap"} {
		if d, err := decide(t, def, map[string]string{"day": day}); err != nil || d.Value.String() != want {
			t.Errorf("%s is %s, want %s: %v", day, d.Value, want, err)
		}
	}
	d, err := decide(t, def, map[string]string{"day": `@"2024-04-01"`})
	if err != nil || !d.Value.IsNull() || len(d.Nulls) != 1 || d.Nulls[0].Message != "No rule matches." {
		t.Errorf("no rule matches, but the value is %s: %v %v", d.Value, d.Nulls, err)
	}
	d, err = decide(t, def, map[string]string{"day": `date(2023, 2, 29)`})
	if err != nil || !d.Value.IsNull() || len(d.Nulls) > 4 {
		t.Errorf("a day that does not exist gives %s: %v %v", d.Value, d.Nulls, err)
	}
}

// The hit policies (DMN 1.5, 8.2.10).
func TestHitPolicies(t *testing.T) {
	levels := feel.LevelsOf([]string{"high", "mid", "low"})
	rows := [][]string{{"> 0", `low`}, {"> 10", `high`}, {"> 20", `mid`}, {"> 30", `high`}}
	numbers := [][]string{{"> 0", "1.1"}, {"> 10", "2.2"}, {"> 20", "0.3"}, {"> 30", "2.2"}}
	for _, x := range []struct {
		hit   model.Hit
		n     string
		want  string
		rules string
	}{
		{model.First, "25", `"low"`, "1 []"},
		{model.Unique, "5", `"low"`, "1 []"},
		{model.Unique, "25", `null: Rules 1, 2 and 3 all match, but the hit policy is UNIQUE.`, "0 [1 2 3]"},
		{model.AnyHit, "5", `"low"`, "1 []"},
		{model.AnyHit, "25", `null: Rules 1 and 2 match with different outputs ("low", "high"), but the hit policy is ANY.`, "0 [1 2 3]"},
		{model.Priority, "25", `"high"`, "2 []"},
		{model.RuleOrder, "35", `["low", "high", "mid", "high"]`, "0 [1 2 3 4]"},
		{model.OutputOrder, "35", `["high", "high", "mid", "low"]`, "0 [2 4 3 1]"},
		{model.Collect, "15", `["low", "high"]`, "0 [1 2]"},
		{model.Collect, "0", `[]`, "0 []"},
		{model.CollectCount, "35", `3`, "0 [1 2 3 4]"},
		{model.CollectSum, "35", `5.8`, "0 [1 2 3 4]"},
		{model.CollectMin, "35", `0.3`, "0 [1 2 3 4]"},
		{model.CollectMax, "35", `2.2`, "0 [1 2 3 4]"},
		{model.Unique, "0", `null: No rule matches.`, "0 []"},
		{model.CollectSum, "0", `null: No rule matches.`, "0 []"},
	} {
		out, table := levels, rows
		if x.hit == model.CollectCount || x.hit == model.CollectSum || x.hit == model.CollectMin || x.hit == model.CollectMax {
			out, table = feel.Number, numbers
		}
		d, err := decide(t, tableOf([]model.Input{{Name: "n", Type: feel.Number}}, x.hit, out, []string{"n"}, table), map[string]string{"n": x.n})
		got := d.Value.Literal()
		for _, n := range d.Nulls {
			got += ": " + n.Message
		}
		if rules := fmt.Sprint(d.Rule, " ", d.Rules); err != nil || got != x.want || rules != x.rules {
			t.Errorf("%s of %s is %s by %s, want %s by %s: %v", x.hit, x.n, got, rules, x.want, x.rules, err)
		}
	}
}

// Functions and decisions that need each other without end, and long chains of either, end in a limit.
func TestDeepModels(t *testing.T) {
	ref := 0
	expr := func(s string) model.Body {
		b := text(s, &ref)
		return model.Body{Expr: &b}
	}
	number := []feel.Field{{Name: "n", Type: feel.Number}}
	def := &model.Definition{
		Types: func(string) *feel.Type { return nil },
		Functions: []model.Function{
			{Name: "endless", Params: number, Returns: feel.Number, Body: expr("endless(n + 1)")},
			{Name: "long", Params: number, Returns: feel.Number, Body: expr("long(n + 1)" + strings.Repeat(" + 1", 9_000))},
			{Name: "factorial", Params: number, Returns: feel.Number, Body: expr("if n <= 1 then 1 else n * factorial(n - 1)")},
		},
		Decisions: []model.Decision{
			{Name: "a", Body: expr("endless(0)")}, {Name: "b", Body: expr("long(0)")}, {Name: "c", Body: expr("factorial(20)")}, {Name: "d", Body: expr("d + 1")},
		},
	}
	for i := range 20_000 {
		body := expr(fmt.Sprintf("e%d + 1", i-1))
		if i == 0 {
			body = expr("1")
		}
		def.Decisions = append(def.Decisions, model.Decision{Name: fmt.Sprintf("e%d", i), Type: feel.Number, Body: body})
	}
	for i := range 20_000 { // each reads the next, whose type is not declared
		def.Decisions = append(def.Decisions, model.Decision{Name: fmt.Sprintf("f%d", i), Body: expr(fmt.Sprintf("f%d + 1", i+1))})
	}
	def.Decisions = append(def.Decisions, model.Decision{Name: "f20000", Body: expr("1")})
	p := model.Build(def, nil)
	for name, want := range map[string]string{"a": "2000 deep", "b": "too deeply", "c": "", "d": "its own value", "e3000": "", "f18000": "", "f0": "", "e19999": ""} {
		rec, err := p.Evaluate(context.Background(), model.Inputs{}, model.Ask{Decisions: []string{name}})
		if err == nil && rec.Limit != nil {
			err = rec.Limit
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s ended with %v, want %q", name, err, want)
		}
		if name == "c" && rec.Decision("c").Value.Literal() != "2432902008176640000" {
			t.Errorf("20! is %s", rec.Decision("c").Value)
		}
		if name == "e19999" && err == nil && rec.Decision(name).Value.Literal() != "20000" {
			t.Errorf("the end of a chain is %s", rec.Decision(name).Value)
		}
	}
}

// A decision that runs into a limit of its own is null and says why; the others have their values.
func TestLimitOfOneDecision(t *testing.T) {
	ref := 0
	expr := func(s string) model.Body {
		b := text(s, &ref)
		return model.Body{Expr: &b}
	}
	p := model.Build(&model.Definition{
		Types:     func(string) *feel.Type { return nil },
		Functions: []model.Function{{Name: "endless", Params: []feel.Field{{Name: "n", Type: feel.Number}}, Body: expr("endless(n + 1)")}},
		Decisions: []model.Decision{
			{Name: "reader", Body: expr(`if deep = null then "none" else "some"`)},
			{Name: "deep", Type: feel.Number, Body: expr("[endless(0), 1][2]")},
			{Name: "plain", Body: expr("1 + 1")},
		},
	}, nil)
	rec, err := p.Evaluate(context.Background(), model.Inputs{}, model.Ask{Decisions: []string{"reader", "plain"}})
	if err != nil || rec.Limit == nil || !strings.Contains(rec.Limit.Error(), "2000 deep") {
		t.Fatalf("ended with %v and the limit %v", err, rec.Limit)
	}
	for name, want := range map[string]string{
		"deep":   "null: deep was not evaluated to its end: functions call each other more than 2000 deep.",
		"reader": `"none"`,
		"plain":  "2",
	} {
		d := rec.Decision(name)
		got := d.Value.Literal()
		for _, n := range d.Nulls {
			got += ": " + n.Message
		}
		if got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// A context that is done ends an evaluation, and the receipt holds what was found.
func TestContextEndsAnEvaluation(t *testing.T) {
	reason := errors.New("no longer wanted")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(reason)
	rows := [][]string{}
	for i := range 9_000 {
		rows = append(rows, []string{fmt.Sprintf("= n + %d = 1", i+1), "1"})
	}
	def := tableOf([]model.Input{{Name: "n", Type: feel.Number}}, model.Collect, feel.Number, []string{"n"}, rows)
	in := model.Inputs{}
	in.Set("n", feel.IntOf(5))
	rec, err := model.Build(def, nil).Evaluate(ctx, in, model.Ask{})
	if !errors.Is(err, reason) || rec == nil {
		t.Errorf("ended with %v", err)
	}
}
