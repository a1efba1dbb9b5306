package feel_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

func TestNumbers(t *testing.T) {
	expectAll(t, []expectation{
		{`decimal(1 / 3, 2)`, `0.33`, ``},
		{`decimal(2.5, 0)`, `2`, ``},
		{`decimal(1.5, 0)`, `2`, ``},
		{`decimal(0.125, 2)`, `0.12`, ``},
		{`decimal(1 / 3, 2.9)`, `0.33`, ``}, // the fraction of a scale does not count
		{`decimal(1250, -2)`, `1200`, ``},
		{`decimal(scale: 1, n: 0.25)`, `0.2`, ``},
		{`decimal(1, 6177)`, `null`, `A number cannot be rounded to scale 6177; scales go from -6111 to 6176.`},
		{`decimal(1, 1e40)`, `null`, `A number cannot be rounded to scale 1`},
		{`decimal(1, null)`, `null`, `scale of decimal is null.`},

		{`floor(1.5)`, `1`, ``},
		{`floor(-1.5)`, `-2`, ``},
		{`floor(-1.56, 1)`, `-1.6`, ``},
		{`floor(1.56, null)`, `null`, `scale of floor is null.`},
		{`ceiling(1.5)`, `2`, ``},
		{`ceiling(-1.5)`, `-1`, ``},
		{`ceiling(-1.56, 1)`, `-1.5`, ``},
		{`ceiling(null)`, `null`, `n of ceiling is null.`},

		{`round up(5.5, 0)`, `6`, ``},
		{`round up(-5.5, 0)`, `-6`, ``},
		{`round up(1.121, 2)`, `1.13`, ``},
		{`round up(-1.126, 2)`, `-1.13`, ``},
		{`round down(5.5, 0)`, `5`, ``},
		{`round down(-5.5, 0)`, `-5`, ``},
		{`round down(-1.126, 2)`, `-1.12`, ``},
		{`round half up(5.5, 0)`, `6`, ``},
		{`round half up(-5.5, 0)`, `-6`, ``},
		{`round half up(2.345, 2)`, `2.35`, ``},
		{`round half down(5.5, 0)`, `5`, ``},
		{`round half down(-5.5, 0)`, `-5`, ``},
		{`round half down(1.126, 2)`, `1.13`, ``},
		{`round up(9.999999999999999999999999999999999, 0)`, `10`, ``},
		{`round up(5.5, 6176)`, `5.5`, ``},
		{`round up(5.5, -6112)`, `null`, `A number cannot be rounded to scale -6112`},

		{`abs(-10)`, `10`, ``},
		{`abs(10)`, `10`, ``},
		{`abs(@"-P1DT1H")`, `P1DT1H`, ``},
		{`abs(@"-P1Y")`, `P1Y`, ``},
		{`abs(n: -1)`, `1`, ``},
		{`abs(null)`, `null`, `n of abs is null.`},

		{`modulo(12, 5)`, `2`, ``},
		{`modulo(-12, 5)`, `3`, ``},
		{`modulo(12, -5)`, `-3`, ``},
		{`modulo(-12, -5)`, `-2`, ``},
		{`modulo(10.1, 4.5)`, `1.1`, ``},
		{`modulo(1e30, 7)`, `1`, ``},
		{`modulo(10, 0)`, `null`, `modulo(10, 0) has no value: the divisor is zero.`},
		{`modulo(10, null)`, `null`, `divisor of modulo is null.`},

		{`sqrt(16)`, `4`, ``},
		{`sqrt(2)`, `1.414213562373095048801688724209698`, ``},
		{`sqrt(-1)`, `null`, `sqrt(-1) has no value: a negative number has no square root.`},
		{`log(1)`, `0`, ``},
		{`log(10)`, `2.302585092994045684017991454684364`, ``},
		{`log(0)`, `null`, `log(0) has no value: only numbers above 0 have a logarithm.`},
		{`log(-1)`, `null`, `log(-1) has no value`},
		{`exp(0)`, `1`, ``},
		{`exp(1)`, `2.718281828459045235360287471352662`, ``},
		{`exp(1e9)`, `null`, `exp(1000000000) is too large for a number.`},
		{`exp(-1e9) >= 0`, `true`, ``},

		{`odd(5)`, `true`, ``},
		{`odd(2)`, `false`, ``},
		{`odd(-1)`, `true`, ``},
		{`odd(1.5)`, `false`, ``},
		{`even(5)`, `false`, ``},
		{`even(-2)`, `true`, ``},
		{`even(0)`, `true`, ``},
		{`even(2.5)`, `false`, ``},
		{`even(1e33 + 1)`, `false`, ``},
		{`odd(null)`, `null`, `number of odd is null.`},
	})
}

// The five roundings to a scale agree on which neighbours a number has, and each picks its own.
func TestRoundingsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := feel.NumberOf(decimal.New(rapid.Int64Range(-99_999, 99_999).Draw(t, "digits"), -3)).Literal()
		s := feel.IntOf(rapid.Int64Range(-2, 4).Draw(t, "scale")).Literal()
		text := `{n: ` + n + `, s: ` + s + `, low: floor(n, s), high: ceiling(n, s), up: round up(n, s), down: round down(n, s),
			r: low <= n and n <= high and (if n < 0 then up = low and down = high else up = high and down = low) and
			(every x in [decimal(n, s), round half up(n, s), round half down(n, s)] satisfies abs(x - n) = min(n - low, high - n)) and
			abs(round half down(n, s)) <= abs(round half up(n, s))}.r`
		if got, causes := outcome(t, text); got != "true" {
			t.Fatalf("%s is %s: %q", text, got, causes)
		}
	})
}

func TestModuloIsWhatIsLeft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := feel.NumberOf(decimal.New(rapid.Int64Range(-1e9, 1e9).Draw(t, "dividend"), -2)).Literal()
		b := feel.NumberOf(decimal.New(rapid.Int64Range(1, 1e6).Draw(t, "divisor"), -2)).Literal()
		for _, b := range []string{b, "-" + b} {
			text := `{a: ` + a + `, b: ` + b + `, m: modulo(a, b), r: m = 0 or abs(m) < abs(b) and (m < 0) = (b < 0), w: modulo(a - m, b) = 0, both: r and w}.both`
			if got, causes := outcome(t, text); got != "true" {
				t.Fatalf("%s is %s: %q", text, got, causes)
			}
		}
	})
}
