package model_test

import (
	"context"
	"testing"

	"github.com/cockroachdb/apd/v3"

	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/model"
)

func text(s string, ref *int) model.Text {
	*ref++
	return model.Text{Source: s, Ref: *ref - 1}
}

// creditModel is a table of ten rules over five inputs and an annuity, the load that the peers are measured with.
func creditModel() *model.Definition {
	ref := 0
	rows := [][]string{
		{"-", "< 18", "-", "-", "-", "decline"},
		{"-", "-", "-", "-", "true", "review"},
		{`"gold"`, "-", "<= 1000", "-", "-", "approve"},
		{`"gold"`, "-", "(1000..5000]", `"EU", "US"`, "-", "approve"},
		{`"gold"`, "-", "-", "-", "-", "review"},
		{`"silver"`, "[18..65]", "<= 500", "-", "-", "approve"},
		{`"silver"`, "> 65", "-", `"EU"`, "-", "review"},
		{`"silver"`, "-", "> 500", `"US"`, "-", "review"},
		{`"bronze"`, "[18..65]", "<= 100", `not("APAC")`, "-", "approve"},
		{"-", "-", "-", "-", "-", "decline"},
	}
	t := &model.Table{Outputs: []model.Output{{Type: feel.String}}}
	for _, c := range []string{"tier", "age", "amount", "region", "flagged"} {
		t.Columns = append(t.Columns, text(c, &ref))
	}
	for _, row := range rows {
		r := model.Rule{Then: []model.Text{text(row[5], &ref)}}
		for _, c := range row[:5] {
			r.When = append(r.When, text(c, &ref))
		}
		t.Rules = append(t.Rules, r)
	}
	annuity := text("amount * rate / (1 - (1 + rate) ** -months)", &ref)
	return &model.Definition{
		Types: func(string) *feel.Type { return nil },
		Inputs: []model.Input{{Name: "tier", Type: feel.String}, {Name: "age", Type: feel.Number}, {Name: "amount", Type: feel.Number},
			{Name: "region", Type: feel.String}, {Name: "flagged", Type: feel.Boolean}, {Name: "rate", Type: feel.Number}, {Name: "months", Type: feel.Number}},
		Decisions: []model.Decision{
			{Name: "route", Type: feel.String, Body: model.Body{Table: t}},
			{Name: "annuity", Type: feel.Number, Body: model.Body{Expr: &annuity}},
		},
	}
}

// creditStates reach every rule of the table.
func creditStates() []*model.Inputs {
	type s struct {
		tier        string
		age, amount int64
		region      string
		flagged     bool
	}
	var out []*model.Inputs
	for i, x := range []s{{"gold", 17, 100, "EU", false}, {"gold", 40, 100, "EU", true}, {"gold", 40, 1000, "APAC", false}, {"gold", 40, 3000, "US", false},
		{"gold", 40, 9000, "EU", false}, {"silver", 18, 500, "APAC", false}, {"silver", 70, 90, "EU", false}, {"silver", 30, 800, "US", false},
		{"silver", 30, 800, "EU", false}, {"bronze", 65, 100, "US", false}, {"bronze", 65, 100, "APAC", false}, {"bronze", 66, 50, "EU", false},
		{"bronze", 30, 101, "EU", false}, {"silver", 70, 90, "US", false}, {"bronze", 17, 50, "EU", true}, {"gold", 40, 3000, "APAC", false}} {
		in := &model.Inputs{}
		in.Set("tier", feel.StringOf(x.tier))
		in.Set("age", feel.IntOf(x.age))
		in.Set("amount", feel.IntOf(x.amount))
		in.Set("region", feel.StringOf(x.region))
		in.Set("flagged", feel.BooleanOf(x.flagged))
		in.Set("rate", feel.NumberOf(decimal.New(int64(10+i), -3)))
		in.Set("months", feel.IntOf(int64(12+i)))
		out = append(out, in)
	}
	return out
}

// TestIndexAgreesWithTheRules compares the indexed table with the receipt's way, rule by rule.
func TestIndexAgreesWithTheRules(t *testing.T) {
	p := model.Build(creditModel(), nil)
	r := p.Runner([]string{"route"}, nil)
	seen := map[int]bool{}
	for i, in := range creditStates() {
		rec, err := p.Evaluate(context.Background(), *in, model.Ask{Decisions: []string{"route"}})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Run(context.Background(), in); err != nil {
			t.Fatal(err)
		}
		d := rec.Decision("route")
		seen[d.Rule] = true
		if got, want := r.Value(0).Literal(), d.Value.Literal(); got != want {
			t.Errorf("state %d: %s by the index, %s by the rules (rule %d)", i, got, want, d.Rule)
		}
	}
	if len(seen) != 10 {
		t.Errorf("the states reach %d of 10 rules", len(seen))
	}
}

func benchmark(b *testing.B, decision string) {
	p := model.Build(creditModel(), nil)
	states := creditStates()
	r := p.Runner([]string{decision}, nil)
	ctx := context.Background()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if err := r.Run(ctx, states[i&15]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTable(b *testing.B)   { benchmark(b, "route") }
func BenchmarkAnnuity(b *testing.B) { benchmark(b, "annuity") }

// BenchmarkAnnuityApd is the same arithmetic in apd at 34 digits, the peer of BenchmarkAnnuity.
func BenchmarkAnnuityApd(b *testing.B) {
	c := apd.BaseContext.WithPrecision(34)
	amount, one := apd.New(3000, 0), apd.New(1, 0)
	var x, y, z apd.Decimal
	for i := 0; b.Loop(); i++ {
		rate, months := apd.New(int64(10+i&15), -3), apd.New(int64(-12-i&15), 0)
		c.Add(&x, one, rate)
		c.Pow(&y, &x, months)
		c.Sub(&z, one, &y)
		c.Mul(&x, amount, rate)
		c.Quo(&y, &x, &z)
	}
}
