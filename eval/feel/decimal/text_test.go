package decimal

import (
	"regexp"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
)

func TestParse(t *testing.T) {
	zeros := strings.Repeat("0", 300)
	tests := []struct{ in, text, canonical string }{
		{"12", "12", "12"},
		{"-1.50", "-1.50", "-1.5"},
		{".5", "0.5", "0.5"},
		{"-.5", "-0.5", "-0.5"},
		{"007", "7", "7"},
		{"1e-3", "0.001", "0.001"},
		{"1E+3", "1000", "1000"},
		{"1E10", "10000000000", "10000000000"},
		{"1.23e4", "12300", "12300"},
		{"0.00", "0.00", "0"},
		{"-0", "0", "0"},
		{"0e9999999999999999999999", "0", "0"},
		{"100", "100", "100"},
		{"1.000", "1.000", "1"},
		{"12345678901234567890", "12345678901234567890", "12345678901234567890"},
		{"1" + strings.Repeat("0", 33) + "5", "1" + strings.Repeat("0", 34), "1" + strings.Repeat("0", 34)},
		{"1" + strings.Repeat("0", 33) + "5" + zeros + "1e-335", "1." + strings.Repeat("0", 32) + "1", "1." + strings.Repeat("0", 32) + "1"},
		{"0." + zeros + "1", "1E-301", "1E-301"},
		{"1" + zeros, "1." + zeros[:33] + "E+300", "1E+300"},
		{"15e299", "1.5E+300", "1.5E+300"},
		{"1e199", "1" + zeros[:199], "1" + zeros[:199]},
		{"1e-198", "0." + zeros[:197] + "1", "0." + zeros[:197] + "1"},
		{"-1.5e-198", "-1.5E-198", "-1.5E-198"},
		{"1e6144", "1.000000000000000000000000000000000E+6144", "1E+6144"},
		{"9.999999999999999999999999999999999e6144", "9.999999999999999999999999999999999E+6144", "9.999999999999999999999999999999999E+6144"},
		{"1e-6176", "1E-6176", "1E-6176"},
		{"0.6e-6176", "1E-6176", "1E-6176"},
	}
	for _, test := range tests {
		d, err := Parse(test.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", test.in, err)
			continue
		}
		if d.Text() != test.text || d.String() != test.canonical {
			t.Errorf("Parse(%q) = %s, canonical %s; want %s, %s", test.in, d.Text(), d, test.text, test.canonical)
		}
	}
}

func TestParseError(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", `the number "" ends after byte 0: it needs a digit there`},
		{"-", `the number "-" ends after byte 1: it needs a digit there`},
		{"+5", `the number "+5" has '+' at byte 1: it needs a digit there`},
		{"5.", `the number "5." ends after byte 2: it needs a digit after the point there`},
		{".", `the number "." ends after byte 1: it needs a digit after the point there`},
		{"1.e5", `the number "1.e5" has 'e' at byte 3: it needs a digit after the point there`},
		{"1e", `the number "1e" ends after byte 2: it needs a digit of the exponent there`},
		{"1e+", `the number "1e+" ends after byte 3: it needs a digit of the exponent there`},
		{"1,5", `the number "1,5" has ',' at byte 2: it needs the end of the number there`},
		{"1.2.3", `the number "1.2.3" has '.' at byte 4: it needs the end of the number there`},
		{"12€", `the number "12€" has '€' at byte 3: it needs the end of the number there`},
		{"1\xff", `the number "1\xff" has '�' at byte 2: it needs the end of the number there`},
		{"NaN", `the number "NaN" has 'N' at byte 1: it needs a digit there`},
		{" 1", `the number " 1" has ' ' at byte 1: it needs a digit there`},
		{"1e6145", `the number "1e6145" is too large: a number has a magnitude below 1E+6145`},
		{"1e99999999999999999999", `the number "1e99999999999999999999" is too large: a number has a magnitude below 1E+6145`},
		{"1e-6177", `the number "1e-6177" is too close to 0: the smallest magnitude is 1E-6176`},
		{strings.Repeat("1", 100) + "x", `the number "` + strings.Repeat("1", shown) + `"… has 'x' at byte 101: it needs the end of the number there`},
	}
	for _, test := range tests {
		if d, err := Parse(test.in); err == nil {
			t.Errorf("Parse(%q) = %s", test.in, d)
		} else if err.Error() != test.want {
			t.Errorf("Parse(%q): %v\nwant %s", test.in, err, test.want)
		}
	}
}

func TestRound(t *testing.T) {
	// The seven roundings of each number to whole digits, in the order of their declaration.
	tests := []struct {
		in   string
		want [7]string
	}{
		{"5.5", [...]string{"6", "6", "5", "6", "5", "5", "6"}},
		{"2.5", [...]string{"2", "3", "2", "3", "2", "2", "3"}},
		{"1.6", [...]string{"2", "2", "2", "2", "1", "1", "2"}},
		{"1.1", [...]string{"1", "1", "1", "2", "1", "1", "2"}},
		{"1.0", [...]string{"1", "1", "1", "1", "1", "1", "1"}},
		{"0.5", [...]string{"0", "1", "0", "1", "0", "0", "1"}},
		{"-0.5", [...]string{"0", "-1", "0", "-1", "0", "-1", "0"}},
		{"-1.1", [...]string{"-1", "-1", "-1", "-2", "-1", "-2", "-1"}},
		{"-2.5", [...]string{"-2", "-3", "-2", "-3", "-2", "-3", "-2"}},
		{"-5.5", [...]string{"-6", "-6", "-5", "-6", "-5", "-6", "-5"}},
		{"0.04", [...]string{"0", "0", "0", "1", "0", "0", "1"}},
	}
	for _, test := range tests {
		for mode, want := range test.want {
			if got, _ := Round(must(t, test.in), 0, Rounding(mode)); got.Text() != want {
				t.Errorf("Round(%s, 0, %d) = %s, want %s", test.in, mode, got.Text(), want)
			}
		}
	}

	scales := []struct {
		in    string
		scale int32
		want  string
		cond  Condition
	}{
		{"1.005", 2, "1.00", Inexact}, // a double would hold 1.00499…
		{"1.015", 2, "1.02", Inexact},
		{"0.515", 2, "0.52", Inexact},
		{"61.5", 0, "62", Inexact},
		{"1.5", 2, "1.50", 0},
		{"0", 2, "0.00", 0},
		{"1234.5", -2, "1200", Inexact},
		{"1250", -2, "1200", Inexact},
		{"1350", -2, "1400", Inexact},
		{"49", -2, "0", Inexact},
		{"1", 6176, "1", 0}, // no room for the zeros
		{"1E-6176", 6175, "0", Inexact},
		{"9E6144", -6111, "9000000000000000000000000000000000E+6111", 0},
		{"1", 6177, "0", InvalidOperation},
		{"1", -6112, "0", InvalidOperation},
	}
	for _, test := range scales {
		got, cond := Round(must(t, test.in), test.scale, HalfEven)
		if strings.Contains(test.want, ".") && got.Text() != test.want || !got.Equal(must(t, test.want)) || cond != test.cond {
			t.Errorf("Round(%s, %d) = %s (%v), want %s (%v)", test.in, test.scale, got.Text(), cond, test.want, test.cond)
		}
	}
	if _, cond := Round(FromInt(1), 0, Ceiling+1); cond != InvalidOperation {
		t.Errorf("an unknown rounding gives %v", cond)
	}
}

func TestMoney(t *testing.T) {
	// Prices times quantities, tax and discount, as a clerk computes them.
	tests := []struct{ amount, rate, want string }{
		{"0.615", "100", "61.50"},
		{"19.99", "0.19", "3.80"},
		{"1.005", "1", "1.00"},
		{"2.675", "1", "2.68"},
		{"1000000.005", "1", "1000000.00"},
		{"99999999999999.995", "1", "100000000000000.00"},
	}
	for _, test := range tests {
		d, cond := Mul(must(t, test.amount), must(t, test.rate))
		if cond != 0 {
			t.Errorf("%s · %s is %v", test.amount, test.rate, cond)
		}
		if got, _ := Round(d, 2, HalfEven); got.Text() != test.want {
			t.Errorf("%s · %s rounds to %s, want %s", test.amount, test.rate, got.Text(), test.want)
		}
	}
}

func TestConditionString(t *testing.T) {
	if got := (Inexact | Underflow).String(); got != "inexact, underflow" || (Inexact | Underflow).Failed() {
		t.Errorf("%q", got)
	}
	for _, c := range []Condition{Overflow, DivisionByZero, InvalidOperation} {
		if !c.Failed() || !(c | Inexact).Failed() {
			t.Errorf("%v did not fail", c)
		}
	}
}

func TestNew(t *testing.T) {
	for want, d := range map[string]Decimal{
		"1.5": New(15, -1), "-1200": New(-12, 2), "-9223372036854775808": New(-1<<63, 0),
		"18446744073709551615": FromUint(1<<64 - 1), "0": New(1, 1<<30),
	} {
		if d.String() != want {
			t.Errorf("%s, want %s", d, want)
		}
	}
}

// FuzzParse compares with the grammar of FEEL as a regular expression and with apd.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"12", "-1.50", ".5", "1e-3", "1E+3", "5.", "+1", "1e6145", "0e-9999999999999999999999", "1" + strings.Repeat("0", 40) + "1", "--1", "1e-6176", "\xff"} {
		f.Add(s)
	}
	grammar := regexp.MustCompile(`^-?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?$`)
	f.Fuzz(func(t *testing.T, s string) {
		d, err := Parse(s)
		b, errBytes := ParseBytes([]byte(s))
		if d != b || (err == nil) != (errBytes == nil) {
			t.Fatalf("%q is %v (%v), as bytes %v (%v)", s, d, err, b, errBytes)
		}
		if verr := valid(d); verr != nil {
			t.Fatal(verr)
		}
		if !grammar.MatchString(s) {
			if err == nil {
				t.Fatalf("%q is no number and reads as %v", s, d)
			}
			return
		}
		var want apd.Decimal
		_, flags, apdErr := oracle.SetString(&want, s)
		switch {
		case apdErr != nil: // an exponent that apd does not read
		case err != nil:
			if !flags.Overflow() && !want.IsZero() {
				t.Fatalf("%q gives %v, want %v", s, err, &want)
			}
		case want.Form != apd.Finite || toAPD(d).Cmp(&want) != 0:
			t.Fatalf("%q = %v, want %v", s, d, &want)
		}
	})
}

// FuzzOperators runs every operation on arbitrary operands: none panics, and every result
// keeps the invariants.
func FuzzOperators(f *testing.F) {
	f.Add(uint64(0), uint64(15), int32(-1), false, uint64(0), uint64(3), int32(0), true)
	f.Add(uint64(limitHi), uint64(limitLo-1), int32(maxExp), true, uint64(limitHi), uint64(limitLo-1), int32(minExp), false)
	f.Fuzz(func(t *testing.T, xh, xl uint64, xe int32, xn bool, yh, yl uint64, ye int32, yn bool) {
		x, _ := round(xn, u256{w1: xh, w0: xl}, int(xe)%8000, false)
		y, _ := round(yn, u256{w1: yh, w0: yl}, int(ye)%8000, false)
		for _, op := range []func(x, y Decimal) (Decimal, Condition){Add, Sub, Mul, Quo, Mod, Pow,
			func(x, _ Decimal) (Decimal, Condition) { return Sqrt(x) },
			func(x, _ Decimal) (Decimal, Condition) { return Exp(x) },
			func(x, _ Decimal) (Decimal, Condition) { return Ln(x) },
			func(x, y Decimal) (Decimal, Condition) { return Round(x, y.exp, Rounding(yl%8)) },
		} {
			d, cond := op(x, y)
			if err := valid(d); err != nil {
				t.Fatal(err)
			}
			if cond.Failed() && d != (Decimal{}) {
				t.Fatalf("%v with %v", d, cond)
			}
		}
	})
}
