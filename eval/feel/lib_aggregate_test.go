package feel_test

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/eval/feel"
)

func TestAggregates(t *testing.T) {
	expectAll(t, []expectation{
		{`count([])`, `0`, ``},
		{`count([1, null, [2, 3]])`, `3`, ``},
		{`count(5)`, `1`, ``},
		{`count(null)`, `null`, `list of count is null.`},

		{`min([3, 1, 2])`, `1`, ``},
		{`min(3, 1, 2)`, `1`, ``},
		{`max("b", "a")`, `"b"`, ``},
		{`max(@"2026-10-01", @"2026-09-30")`, `2026-10-01`, ``},
		{`max([@"P1D", @"PT25H"])`, `P1DT1H`, ``},
		{`min(list: [2, 1])`, `1`, ``},
		{`min([])`, `null`, `min of an empty list has no value.`},
		{`max([1, null])`, `null`, `max has no value: element 2 is null.`},
		{`max([null])`, `null`, `max has no value: element 1 is null.`},
		{`max(1, null)`, `null`, `c of max is null.`},
		{`max([1, "a"])`, `null`, `max has no value: 1 and "a" have no common order.`},
		{`min([true])`, `null`, `min has no value: true has no order.`},
		{`min(null)`, `null`, `list of min is null.`},

		{`sum([1, 2, 3])`, `6`, ``},
		{`sum(0.1, 0.2)`, `0.3`, ``},
		{`sum([])`, `null`, `sum of an empty list has no value.`},
		{`sum([1, null])`, `null`, `sum has no value: element 2 is null.`},
		{`sum([1, "a"])`, `null`, `list of sum is [1, "a"]; it needs a list of numbers.`},
		{`sum("a")`, `null`, `list of sum is "a"; it needs a list of numbers.`},
		{`sum(9e6144, 9e6144)`, `null`, `sum of 2 numbers is too large for a number.`},

		{`mean([1, 2, 3])`, `2`, ``},
		{`mean(1, 2)`, `1.5`, ``},
		{`mean([0, 0, 1])`, `0.3333333333333333333333333333333333`, ``},
		{`mean([])`, `null`, `mean of an empty list has no value.`},

		{`product([2.5, 2, 3])`, `15`, ``},
		{`product(2, 3, 4)`, `24`, ``},
		{`product([])`, `null`, `product of an empty list has no value.`},
		{`product([1e6000, 1e6000])`, `null`, `product of 2 numbers is too large for a number.`},
		{`product([1, null])`, `null`, `product has no value: element 2 is null.`},

		{`median([8, 2, 5, 3, 4])`, `4`, ``},
		{`median(6, 1, 2, 3)`, `2.5`, ``},
		{`median([])`, `null`, `median of an empty list has no value.`},
		{`median([1, null, 3])`, `null`, `median has no value: element 2 is null.`},

		{`stddev([2, 4, 7, 5])`, `2.081665999466132735282297706979931`, ``},
		{`stddev(1, 2, 2)`, `0.5773502691896257645091487805019574`, ``},
		{`stddev([5, 5, 5])`, `0`, ``},
		{`stddev([1e20, 1e20 + 1])`, `0.707106781186547524400844362104849`, ``},
		{`stddev([47])`, `null`, `stddev of one number has no value; it needs two at least.`},
		{`stddev([])`, `null`, `stddev of no numbers has no value; it needs two at least.`},
		{`stddev([1e4000, 1])`, `null`, `stddev of 2 numbers is too large for a number.`},

		{`mode([6, 3, 9, 6, 6])`, `[6]`, ``},
		{`mode(6, 1, 9, 6, 1)`, `[1, 6]`, ``},
		{`mode([])`, `[]`, ``},
		{`mode([1, null])`, `null`, `mode has no value: element 2 is null.`},

		{`all([true, false])`, `false`, ``},
		{`all(true, true)`, `true`, ``},
		{`all([])`, `true`, ``},
		{`all([null, false])`, `false`, ``},
		{`all([true, null])`, `null`, `all has no value: element 2 is null.`},
		{`all([0])`, `null`, `list of all is [0]; it needs a list of booleans.`},
		{`all(list: null)`, `null`, `list of all is null.`},
		{`any([false, true])`, `true`, ``},
		{`any([null, true])`, `true`, ``},
		{`any([])`, `false`, ``},
		{`any(false, null)`, `null`, `any has no value: element 2 is null.`},
		{`any([false, 0])`, `null`, `list of any is [false, 0]; it needs a list of booleans.`},
		{`any()`, `null`, `any is called as any(list) or any(b, …); here it has no arguments.`},
	})
}

// TestSumIsExact compares with rational arithmetic on numbers whose sums and means fit 34 digits.
func TestSumIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cents := rapid.SliceOfN(rapid.Int64Range(-1e12, 1e12), 1, 30).Draw(t, "cents")
		texts := make([]string, len(cents))
		want := int64(0)
		for i, c := range cents {
			texts[i] = fmt.Sprintf("%de-2", c)
			want += c
		}
		list := "[" + strings.Join(texts, ", ") + "]"
		if got, _ := outcome(t, fmt.Sprintf("sum(%s) = %de-2 and min(%[1]s) <= median(%[1]s) and median(%[1]s) <= max(%[1]s)", list, want)); got != "true" {
			t.Fatalf("sum(%s) = %de-2 is %s", list, want, got)
		}
	})
}

// TestStddevIsExact compares the square with the variance as a fraction.
func TestStddevIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.Int64Range(-1e15, 1e15).Draw(t, "base")
		ys := rapid.SliceOfN(rapid.Int64Range(0, 1e6), 2, 20).Draw(t, "distances")
		texts := make([]string, len(ys))
		once, squares := new(big.Int), new(big.Int)
		for i, y := range ys {
			texts[i] = fmt.Sprint(base + y)
			once.Add(once, big.NewInt(y))
			squares.Add(squares, new(big.Int).Mul(big.NewInt(y), big.NewInt(y)))
		}
		n := int64(len(ys))
		spread := new(big.Int).Sub(new(big.Int).Mul(big.NewInt(n), squares), new(big.Int).Mul(once, once))
		text := fmt.Sprintf("stddev([%s]) = sqrt(%s / %d)", strings.Join(texts, ", "), spread, n*(n-1))
		if got, causes := outcome(t, text); got != "true" {
			t.Fatalf("%s is %s %q", text, got, causes)
		}
	})
}

// prepared compiles an expression once and returns what runs it.
func prepared(b *testing.B, text string) (run func()) {
	layout := &feel.Layout{}
	e := feel.Parse(text, &feel.Env{Layout: layout})
	p := feel.Compile(e, feel.Origin{}, layout.Size())
	m := &feel.Machine{}
	return func() {
		m.Reset(context.Background(), nil)
		if v := p.Run(m); v.IsNull() {
			b.Fatalf("%s is null: %v", text, m.Err())
		}
	}
}

func BenchmarkAggregates(b *testing.B) {
	for _, text := range []string{
		`sum([1, 2, 3, 4, 5, 6, 7, 8])`, `max(1, 2)`, `count([1, 2, 3])`, `list contains(["a", "b", "c"], "c")`,
		`sort([5, 3, 1, 4, 2], function(x, y) x < y)`, `sum(for i in 1..1000 return i)`, `before(1, [2..3])`,
	} {
		run := prepared(b, text)
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				run()
			}
		})
	}
}
