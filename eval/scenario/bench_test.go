package scenario

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

// ward is a definition with n effects in n/4 schedules over an hour.
func ward(n int) *Definition {
	d := &Definition{ID: "ward", End: num("4000"), Patients: []Patient{{ID: "p"}}}
	m := n / 8
	for i := range m {
		d.Variables = append(d.Variables, Variable{ID: fmt.Sprintf("v%d", i), Unit: "%", Initial: num("50")})
		d.Flags = append(d.Flags, Flag{ID: fmt.Sprintf("f%d", i)})
		d.Conditions = append(d.Conditions, Condition{ID: fmt.Sprintf("c%d", i), All: []Predicate{
			{Target: Target{VariableSort, i}, Operator: Lt, Value: num("1000")}, {Target: Target{FlagSort, i}, Value: Truth(false)},
		}})
	}
	for i := range n {
		e := Effect{ID: fmt.Sprintf("e%d", i), Kind: SetVariable, Target: Target{VariableSort, i % m}, Value: Number(decimal.FromInt(int64(i % 100)))}
		if i%2 == 0 {
			e.Kind, e.Duration = TrendVariable, num("300")
		}
		d.Effects = append(d.Effects, e)
	}
	for i := range n / 4 {
		d.Schedules = append(d.Schedules, Schedule{ID: fmt.Sprintf("s%d", i), At: Number(decimal.FromInt(int64(i * 7 % 3600))), Conditions: []int{i % m}, Effects: []int{4 * i, 4*i + 1, 4*i + 2, 4*i + 3}})
	}
	return d
}

func BenchmarkBuild(b *testing.B) {
	d := ward(2000)
	b.ReportAllocs()
	for b.Loop() {
		mustBuild(b, d)
	}
}

func BenchmarkRun(b *testing.B) {
	p := mustBuild(b, ward(2000))
	b.ReportAllocs()
	for b.Loop() {
		mustRun(b, p, Inputs{}, Options{})
	}
}

func BenchmarkRunFixture(b *testing.B) {
	p, in := mustBuild(b, desaturation(true)), performing("act-o2", "120")
	b.ReportAllocs()
	for b.Loop() {
		mustRun(b, p, in, Options{})
	}
}

func BenchmarkRunSimultaneous(b *testing.B) {
	p := mustBuild(b, crowd(1000))
	b.ReportAllocs()
	for b.Loop() {
		mustRun(b, p, Inputs{}, Options{Policy: Seed(1)})
	}
}

func BenchmarkMarshal(b *testing.B) {
	r := mustRun(b, mustBuild(b, ward(2000)), Inputs{}, Options{})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := json.Marshal(r); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHeld(b *testing.B) {
	d := ward(2000)
	r := mustRun(b, mustBuild(b, d), Inputs{}, Options{})
	b.ReportAllocs()
	for b.Loop() {
		for i := range d.Conditions {
			if _, err := r.Held(context.Background(), i); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkSample(b *testing.B) {
	r := mustRun(b, mustBuild(b, ward(2000)), Inputs{}, Options{})
	b.ReportAllocs()
	for b.Loop() {
		r.Variable(7, 2000*Second)
	}
}
