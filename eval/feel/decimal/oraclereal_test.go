package decimal

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/cockroachdb/apd/v3"
)

// wideOracle computes with more digits than any result here needs to be rounded.
var wideOracle = apd.Context{
	Precision:   2*Precision + 12,
	Rounding:    apd.RoundHalfEven,
	MaxExponent: apd.MaxExponent,
	MinExponent: apd.MinExponent,
}

// agreeRounded compares with a result of the wide oracle, once that is rounded to 34
// digits.
func agreeRounded(t *testing.T, op string, x, y, got Decimal, cond Condition, want *apd.Decimal) bool {
	t.Helper()
	var rounded apd.Decimal
	flags, err := oracle.Round(&rounded, want)
	if err != nil || flags.Subnormal() { // far out of range, or rounded twice
		tiny := want.Exponent < 0 && cond&Underflow != 0 && !cond.Failed()
		huge := want.Exponent > 0 && cond == Overflow|Inexact
		if !tiny && !huge {
			t.Errorf("%s(%s, %s) = %s (%v), want %v", op, x, y, got, cond, want)
		}
		return tiny || huge
	}
	return agree(t, op, x, y, got, cond, &rounded, flags)
}

// TestOraclePow raises bases near 1 and others to whole powers. The oracle computes
// x^n by exact products as long as they fit, and no double rounding
// shows: 80 digits decide all but one case in 10^40.
func TestOraclePow(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 1))
	for range rounds(40_000) {
		x := operand(r)
		x.exp = int32(-r.IntN(40))
		n := r.Int64N(60)
		switch r.IntN(3) {
		case 0: // interest
			x = Decimal{lo: 1_000_000 + r.Uint64N(100_000), exp: -6}
			n = r.Int64N(400)
		case 1:
			x.hi, x.lo = 0, x.lo%1000
			x.neg = x.neg && x.lo != 0
		}
		if r.IntN(2) == 0 {
			n = -n
		}
		y := FromInt(n)
		got, cond := Pow(x, y)
		if x.IsZero() || n == 0 {
			continue
		}
		var want apd.Decimal
		if !wholePower(&want, toAPD(x), n) {
			t.Fatal("the oracle failed")
		}
		if !agreeRounded(t, "Pow", x, y, got, cond, &want) {
			return
		}
	}
}

// wholePower is x^n to the digits of the wide oracle.
func wholePower(d, x *apd.Decimal, n int64) bool {
	abs := n
	if n < 0 {
		abs = -n
	}
	// Exactly, as whole numbers; only the quotient is rounded.
	var c apd.BigInt
	c.Exp(&x.Coeff, apd.NewBigInt(abs), nil)
	d.Form, d.Negative, d.Exponent = apd.Finite, x.Negative && abs%2 == 1, x.Exponent*int32(abs)
	d.Coeff.Set(&c)
	if n > 0 {
		return true
	}
	one := apd.New(1, 0)
	_, err := wideOracle.Quo(d, one, d)
	return err == nil
}

func TestOracleReal(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 2))
	for range rounds(600) {
		x := operand(r)
		x.exp = int32(-x.coef().digits() - r.IntN(6) + 3)
		got, cond := Exp(x)
		var want apd.Decimal
		if x.IsZero() {
			continue
		}
		if _, err := wideOracle.Exp(&want, toAPD(x)); err != nil {
			t.Fatal(x, err)
		}
		if !agreeRounded(t, "Exp", x, x, got, cond, &want) {
			return
		}
		x = operand(r).Abs()
		if r.IntN(3) > 0 {
			x.exp = int32(-x.coef().digits() + r.IntN(3))
		}
		if x.IsZero() || x.Equal(FromInt(1)) {
			continue
		}
		got, cond = Ln(x)
		if _, err := wideOracle.Ln(&want, toAPD(x)); err != nil {
			continue // the oracle refuses large exponents
		}
		if !agreeRounded(t, "Ln", x, x, got, cond, &want) {
			return
		}
		y := operand(r)
		y.exp = int32(-y.coef().digits() - r.IntN(3) + 2)
		got, cond = Pow(x, y)
		if y.IsInteger() {
			continue
		}
		if flags, _ := wideOracle.Mul(&want, &want, toAPD(y)); flags.Overflow() || flags.Underflow() {
			continue
		}
		if _, err := wideOracle.Exp(&want, &want); err != nil {
			continue // the oracle refuses large arguments
		}
		if cond == 0 {
			// Exact, which the oracle cannot see: its digits end in zeros or nines.
			cond |= Inexact
		}
		if !agreeRounded(t, "Pow", x, y, got, cond, &want) {
			return
		}
	}
}

// TestOracleSqrt checks roots by their definition: with the result r and one half u of its
// last digit, (r-u)^2 < x < (r+u)^2, or r^2 = x exactly.
func TestOracleSqrt(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 3))
	for range rounds(80_000) {
		x := operand(r).Abs()
		x.exp = int32(r.IntN(120) - 60)
		got, cond := Sqrt(x)
		root := scaled(got, 200)
		square := new(big.Int).Mul(root, root)
		want := new(big.Int).Mul(scaled(x, 200), pow(200))
		if cond == 0 {
			if square.Cmp(want) != 0 {
				t.Fatalf("Sqrt(%s) = %s and is not exact", x, got)
			}
			continue
		}
		half := scaled(Decimal{lo: 5, exp: got.exp - 1}, 200)
		low := new(big.Int).Sub(root, half)
		high := new(big.Int).Add(root, half)
		if low.Mul(low, low).Cmp(want) >= 0 || high.Mul(high, high).Cmp(want) <= 0 {
			t.Fatalf("Sqrt(%s) = %s (%v) is not the nearest", x, got, cond)
		}
		if square.Cmp(want) == 0 {
			t.Fatalf("Sqrt(%s) = %s is exact and says %v", x, got, cond)
		}
	}
}

// scaled is d·10^k as a whole number.
func scaled(d Decimal, k int) *big.Int {
	n := bigCoef(d.coef())
	n.Mul(n, pow(k+int(d.exp)))
	if d.neg {
		n.Neg(n)
	}
	return n
}

func pow(k int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(k)), nil) }
