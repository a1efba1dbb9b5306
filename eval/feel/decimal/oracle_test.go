package decimal

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/cockroachdb/apd/v3"
)

// The oracle is apd, an independent implementation of the General Decimal
// Arithmetic, in the context of decimal128.
var oracle = apd.Context{
	Precision:   Precision,
	Rounding:    apd.RoundHalfEven,
	MaxExponent: maxAdjusted,
	MinExponent: minAdjusted,
}

// rounds is how many random operands one oracle test takes.
func rounds(n int) int {
	if testing.Short() || raceEnabled {
		return n / 50
	}
	return n
}

// toAPD is d for the oracle.
func toAPD(d Decimal) *apd.Decimal {
	var r apd.Decimal
	var lo apd.BigInt
	r.Coeff.SetUint64(d.hi)
	r.Coeff.Lsh(&r.Coeff, 64)
	r.Coeff.Add(&r.Coeff, lo.SetUint64(d.lo))
	r.Exponent = d.exp
	r.Negative = d.neg
	return &r
}

// operand draws a number from a distribution that favours edges.
func operand(r *rand.Rand) Decimal {
	var c u128
	switch r.IntN(8) {
	case 0:
		c.lo = r.Uint64N(1000)
	case 1:
		c.lo = r.Uint64() >> r.IntN(64)
	case 2: // a power of ten and its neighbours
		c = pow10[r.IntN(Precision)].lo128().add(u128{lo: r.Uint64N(3)})
		if r.IntN(2) == 0 && c.lo > 1 {
			c = c.sub(u128{lo: 2})
		}
	case 3: // many nines, or a five and zeros
		c = pow10[r.IntN(Precision)+1].lo128()
		if r.IntN(2) == 0 {
			c = u128{c.hi >> 1, c.lo>>1 | c.hi<<63}
		} else {
			c = c.sub(u128{lo: 1 + r.Uint64N(2)})
		}
	case 4: // zeros at the end
		k := r.IntN(Precision)
		c = mulLow(pow10[k], random(r, Precision-k)).lo128()
	default:
		c = random(r, 1+r.IntN(Precision))
	}
	if !c.less(u128{limitHi, limitLo}) {
		c = u128{lo: 1}
	}
	var exp int
	switch r.IntN(8) {
	case 0:
		exp = 0
	case 1, 2:
		exp = -r.IntN(6)
	case 3, 4:
		exp = r.IntN(80) - 40
	case 5:
		exp = r.IntN(200) - 100
	case 6:
		exp = minExp + r.IntN(80)
		if r.IntN(2) == 0 {
			exp = maxExp - r.IntN(80)
		}
	default:
		exp = minExp + r.IntN(maxExp-minExp+1)
	}
	return Decimal{c.hi, c.lo, int32(exp), r.IntN(2) == 0 && !c.isZero()}
}

// random is a number of up to n digits.
func random(r *rand.Rand, n int) u128 {
	_, m := div256(u256{w1: r.Uint64(), w0: r.Uint64()}, pow10[n].lo128())
	return m
}

// near draws a second operand: alone, or related to x so that sums cancel,
// carry and tie.
func near(r *rand.Rand, x Decimal) Decimal {
	y := operand(r)
	switch r.IntN(16) {
	case 0:
		y.exp = x.exp
	case 2:
	case 1:
		y = x
		y.neg = r.IntN(2) == 0 && !y.IsZero()
		if y.hi|y.lo > 0 && r.IntN(2) == 0 {
			c := y.coef().sub(u128{lo: 1})
			y.hi, y.lo = c.hi, c.lo
			y.neg = y.neg && !c.isZero()
		}
	default:
		// Mostly in reach: the oracle is slow on far exponents.
		e := int(x.exp) + r.IntN(90) - 45
		y.exp = int32(min(max(e, minExp), maxExp))
	}
	return y
}

// agree fails unless got is what the oracle found, value and conditions.
func agree(t *testing.T, op string, x, y, got Decimal, cond Condition, want *apd.Decimal, flags apd.Condition) bool {
	t.Helper()
	bad := func() bool {
		t.Helper()
		t.Errorf("%s(%s, %s) = %s (%v), want %v (%v)", op, x.Text(), y.Text(), got.Text(), cond, want, flags)
		return false
	}
	if err := valid(got); err != nil {
		t.Error(err)
		return bad()
	}
	failed := want.Form != apd.Finite
	if failed || cond.Failed() {
		if failed != cond.Failed() {
			return bad()
		}
		return true
	}
	if toAPD(got).Cmp(want) != 0 {
		return bad()
	}
	if (cond&Inexact != 0) != flags.Inexact() || (cond&Underflow != 0) != flags.Underflow() {
		return bad()
	}
	return true
}

// valid checks the invariants of a Decimal.
func valid(d Decimal) error {
	switch {
	case !d.coef().less(u128{limitHi, limitLo}):
		return fmt.Errorf("coefficient of more than %d digits", Precision)
	case d.exp < minExp || d.exp > maxExp:
		return fmt.Errorf("exponent %d", d.exp)
	case d.neg && d.IsZero():
		return fmt.Errorf("negative zero")
	}
	return nil
}

func TestOracle(t *testing.T) {
	tests := []struct {
		name string
		n    int
		ours func(x, y Decimal) (Decimal, Condition)
		apd  func(d, x, y *apd.Decimal) (apd.Condition, error)
	}{
		{"Add", 700_000, Add, oracle.Add},
		{"Sub", 300_000, Sub, oracle.Sub},
		{"Mul", 700_000, Mul, oracle.Mul},
		{"Quo", 500_000, Quo, oracle.Quo},
	}
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, uint64(i)))
			var want apd.Decimal
			for range rounds(test.n) {
				x := operand(r)
				y := near(r, x)
				got, cond := test.ours(x, y)
				flags, _ := test.apd(&want, toAPD(x), toAPD(y))
				if test.name == "Quo" && flags.Subnormal() {
					continue // apd rounds these quotients twice; see TestQuoSubnormal
				}
				if !agree(t, test.name, x, y, got, cond, &want, flags) {
					return
				}
			}
		})
	}
}
