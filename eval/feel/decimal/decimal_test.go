package decimal

import (
	"strings"
	"testing"
)

// must parses a number of a test.
func must(t testing.TB, s string) Decimal {
	t.Helper()
	d, err := Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestArithmetic(t *testing.T) {
	ops := map[string]func(x, y Decimal) (Decimal, Condition){
		"+": Add, "-": Sub, "*": Mul, "/": Quo, "**": Pow, "mod": Mod,
		"sqrt": func(x, _ Decimal) (Decimal, Condition) { return Sqrt(x) },
		"exp":  func(x, _ Decimal) (Decimal, Condition) { return Exp(x) },
		"ln":   func(x, _ Decimal) (Decimal, Condition) { return Ln(x) },
	}
	nines := strings.Repeat("9", Precision)
	tests := []struct{ x, op, y, want string }{
		{"0.1", "+", "0.2", "0.3"},
		{"1.10", "+", "2.2", "3.3"},
		{nines, "+", "0.5", "1" + strings.Repeat("0", 34) + " inexact"}, // tie to even, carry
		{nines, "+", "0.4", nines + " inexact"},
		{nines, "-", "0.5", nines[1:] + "8 inexact"}, // tie to even below
		{nines, "+", "1", "1" + strings.Repeat("0", 34)},
		{"1E+34", "-", "0.5", "1" + strings.Repeat("0", 34) + " inexact"}, // 9999…9.5 ties up
		{"1E+34", "-", "0.6", nines + " inexact"},
		{"1E+6144", "+", "1E-6176", "1E+6144 inexact"},
		{"1E+6144", "-", "1E-6176", "1E+6144 inexact"},
		{"1", "-", "1E-35", "1 inexact"},
		{"5", "-", "5", "0"},
		{"-5", "+", "5", "0"},
		{"9.999999999999999999999999999999999E+6144", "+", "1E+6111", "inexact, overflow"},
		{"0", "+", "-7.5", "-7.5"},

		{"0.615", "*", "100", "61.5"},
		{"1E6144", "*", "10", "inexact, overflow"},
		{"1E-6176", "*", "0.5", "0 inexact, underflow"}, // tie to even
		{"1E-6176", "*", "0.6", "1E-6176 inexact, underflow"},
		{"3E-6176", "*", "0.5", "2E-6176 inexact, underflow"},
		{"1E-6100", "*", "1E-6100", "0 inexact, underflow"},
		{"1E-6100", "*", "1E-50", "1E-6150"}, // subnormal and exact
		{"-0", "*", "5", "0"},
		{"-5", "*", "0", "0"},

		{"10", "/", "9", "1.111111111111111111111111111111111 inexact"},
		{"1.111111111111111111111111111111111", "*", "9", "9.999999999999999999999999999999999"},
		{"2", "/", "3", "0.6666666666666666666666666666666667 inexact"},
		{"1", "/", "8", "0.125"},
		{"100", "/", "4", "25"},
		{"1E6144", "/", "0.1", "inexact, overflow"},
		{"1", "/", "0", "division by zero"},
		{"0", "/", "0", "division by zero"},
		{"0", "/", "7", "0"},
		{"1", "/", nines, "0.0000000000000000000000000000000001000000000000000000000000000000000 inexact"},

		{"10", "mod", "4", "2"},
		{"-10", "mod", "4", "2"},
		{"12", "mod", "-5", "-3"},
		{"-12", "mod", "-5", "-2"},
		{"-12", "mod", "5", "3"},
		{"10.1", "mod", "4.5", "1.1"},
		{"-10.1", "mod", "4.5", "3.4"},
		{"10.1", "mod", "-4.5", "-3.4"},
		{"1E6144", "mod", "7", "1"},     // 10^6 = 1 modulo 7
		{"1E6144", "mod", "0.7", "0.3"}, // 10^6145 = 3 modulo 7
		{"-1E-6176", "mod", "5", "5 inexact"},
		{"5", "mod", "0", "division by zero"},

		{"2", "**", "10", "1024"},
		{"2", "**", "-2", "0.25"},
		{"1.10", "**", "2", "1.21"},
		{"0", "**", "0", "1"},
		{"0", "**", "5", "0"},
		{"0", "**", "-1", "division by zero"},
		{"-2", "**", "3", "-8"},
		{"-2", "**", "-3", "-0.125"},
		{"-2", "**", "0.5", "invalid operation"},
		{"4", "**", "0.5", "2"},
		{"32", "**", "0.2", "2"},
		{"32", "**", "-0.4", "0.25"},
		{"1000000", "**", "0.5", "1000"},
		{"0.0625", "**", "0.25", "0.5"},
		{"4", "**", "1.5", "8"},
		{"1000", "**", "0.3333333333333333333333333333333333", "9.999999999999999999999999999999998 inexact"},
		{"2", "**", "112", "5192296858534827628530496329220096"},
		{"2", "**", "113", "10384593717069655257060992658440190 inexact"},
		{"5", "**", "-48", "0.0000000000000000000000000000000002814749767106560000000000000000"},
		{"1.1", "**", "32", "21.11377674535255285545615254209921"},
		{"9", "**", "387420489", "inexact, overflow"},
		{"0.9", "**", "1E33", "0 inexact, underflow"},
		{"10", "**", "6144", "1E+6144"},
		{"10", "**", "6145", "inexact, overflow"},
		{"10", "**", "-6176", "1E-6176"},
		{"10", "**", "-6177", "0 inexact, underflow"},
		{"-1", "**", "9999999999999999999999999999999999", "-1"},
		{"-1", "**", "1E33", "1"},
		{"1.000000000000000000000000000000001", "**", "1E33", "2.718281828459045235360287471352661 inexact"},

		{"2", "sqrt", "", "1.414213562373095048801688724209698 inexact"},
		{"1E-6176", "sqrt", "", "1E-3088"},
		{"0.25", "sqrt", "", "0.5"},
		{"15241578750190521", "sqrt", "", "123456789"},
		{"-1", "sqrt", "", "invalid operation"},
		{"0", "sqrt", "", "0"},

		{"0", "exp", "", "1"},
		{"1", "exp", "", "2.718281828459045235360287471352662 inexact"},
		{"-1", "exp", "", "0.3678794411714423215955237701614609 inexact"},
		{"5E-34", "exp", "", "1.000000000000000000000000000000001 inexact"}, // just above a tie
		{"-1E-40", "exp", "", "1 inexact"},
		{"1E-6176", "exp", "", "1 inexact"},
		{"-14200", "exp", "", "1.043174528E-6167 inexact, underflow"},
		{"1.000000000000000000000000000000002", "**", "0.25", "1 inexact"}, // just below a tie
		{"1.000000000000000000000000000000002", "**", "-0.25", "0.9999999999999999999999999999999995 inexact"},
		{"0.04", "**", "-0.5", "5"},
		{"243", "**", "0.6", "27"},
		{"1E-100", "**", "0.37", "1E-37"},
		{"1E-100", "**", "0.371", "7.943282347242815020659182828363879E-38 inexact"},
		{"15000", "exp", "", "inexact, overflow"},
		{"-15000", "exp", "", "0 inexact, underflow"},
		{"1", "ln", "", "0"},
		{"10", "ln", "", "2.302585092994045684017991454684364 inexact"},
		{"0.5", "ln", "", "-0.6931471805599453094172321214581766 inexact"},
		{"1.000000000000000000000000000000001", "ln", "", "9.999999999999999999999999999999995E-34 inexact"},
		{"0", "ln", "", "invalid operation"},
	}
	for _, test := range tests {
		x, y := must(t, test.x), Decimal{}
		if test.y != "" {
			y = must(t, test.y)
		}
		d, cond := ops[test.op](x, y)
		value, conds, _ := strings.Cut(test.want, " ")
		if want, err := Parse(value); err == nil && !cond.Failed() {
			if !d.Equal(want) || conds != strings.TrimPrefix(cond.String(), "exact") {
				t.Errorf("%s %s %s = %s (%v), want %s", test.x, test.op, test.y, d, cond, test.want)
			}
		} else if cond.String() != test.want {
			t.Errorf("%s %s %s = %s (%v), want %s", test.x, test.op, test.y, d, cond, test.want)
		}
		if err := valid(d); err != nil {
			t.Errorf("%s %s %s: %v", test.x, test.op, test.y, err)
		}
	}
}
