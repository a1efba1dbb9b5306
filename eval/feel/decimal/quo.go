package decimal

import (
	"math"
	"math/bits"
)

// Quo is x / y. Division by zero, of zero too, is a DivisionByZero.
func Quo(x, y Decimal) (Decimal, Condition) {
	if y.IsZero() {
		return Decimal{}, DivisionByZero
	}
	neg := x.neg != y.neg
	exp := int(x.exp) - int(y.exp)
	if x.hi|y.hi == 0 {
		if q := x.lo / y.lo; q*y.lo == x.lo {
			return round(neg, u256{w0: q}, exp, false)
		}
	} else if x.IsZero() {
		return finish(false, u128{}, exp, 0)
	}
	// x·10^k / y lies in (10^34, 10^36): 35 digits at least, so that a
	// remainder is a sticky digit.
	cx, cy := x.coef(), y.coef()
	k := Precision + 1 + cy.digits() - cx.digits()
	q, r := div256(scaleUp(cx, k), cy)
	if r.isZero() {
		// Exact: as near to the exponent of x minus that of y as can be.
		var n int
		q, n = strip(q, k)
		k -= n
	}
	return round(neg, u256{w1: q.hi, w0: q.lo}, exp-k, !r.isZero())
}

// Mod is the modulo of FEEL, x - y·floor(x/y) (DMN 1.5, 10.3.4.5), with the sign
// of y. However large the quotient, it is not rounded; only when the
// signs differ may the result itself need more than 34 digits.
func Mod(x, y Decimal) (Decimal, Condition) {
	if y.IsZero() {
		return Decimal{}, DivisionByZero
	}
	r := remainder(x, y)
	if r.IsZero() || x.neg == y.neg {
		return r, 0
	}
	return Add(r, y)
}

// remainder is what the division truncated toward zero leaves, with the sign of
// x. It is a multiple of the smaller of the two units, below y and
// not above x, hence fits 34 digits.
func remainder(x, y Decimal) Decimal {
	cx, cy := x.coef(), y.coef()
	d := int(x.exp) - int(y.exp)
	exp := x.exp
	if d >= 0 {
		exp = y.exp
		_, cx = div256(u256{w1: cx.hi, w0: cx.lo}, cy)
		cx = mulMod(cx, powMod10(d, cy), cy)
	} else if cy.digits()-d <= Precision {
		_, cx = div256(u256{w1: cx.hi, w0: cx.lo}, scaleUp(cy, -d).lo128())
	}
	return Decimal{cx.hi, cx.lo, exp, x.neg && !cx.isZero()}
}

// mulMod is a·b modulo m, for a and b below m.
func mulMod(a, b, m u128) u128 {
	_, r := div256(mul128(a, b), m)
	return r
}

// powMod10 is 10^n modulo m.
func powMod10(n int, m u128) u128 {
	_, res := div256(u256{w0: 1}, m)
	_, base := div256(u256{w0: 10}, m)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			res = mulMod(res, base, m)
		}
		base = mulMod(base, base, m)
	}
	return res
}

// Sqrt is the square root of x; of a negative number an InvalidOperation.
func Sqrt(x Decimal) (Decimal, Condition) {
	if x.neg {
		return Decimal{}, InvalidOperation
	}
	if x.IsZero() {
		return Decimal{exp: x.exp >> 1}, 0
	}
	// 70 digits or 69, and an even exponent: a root of 35 digits. It has no
	// tie, for the square of 35 digits that end in 5 does not end in
	// the zeros appended here.
	c := x.coef()
	k := 2*(Precision+1) - c.digits()
	if (int(x.exp)-k)&1 != 0 {
		k--
	}
	n := scaleUp(c, k)
	root := sqrt256(n)
	exp := (int(x.exp) - k) / 2
	if mul128(root, root) != n {
		return round(false, u256{w1: root.hi, w0: root.lo}, exp, true)
	}
	root, zeros := strip(root, int(x.exp>>1)-exp)
	return round(false, u256{w1: root.hi, w0: root.lo}, exp+zeros, false)
}

// sqrt256 is the whole part of the root of n, for n from 2^192 to 2^254. Newton's
// iteration falls monotonously from any start that is not below the root,
// and stops at its whole part.
func sqrt256(n u256) u128 {
	s := uint(bits.LeadingZeros64(n.w3)) &^ 1
	top := n.w3<<s | n.w2>>(64-s) // n/2^(192-s)
	// The factor outweighs all that is cut off and rounded in the start.
	f := math.Sqrt(float64(top)) * (1 + 0x1p-50) // in [2^31, 2^32]
	root := u128{lo: uint64(f * 0x1p31)}.shl(65 - s/2)
	for {
		q, _ := div256(n, root)
		next := root.add(q)
		next = u128{next.hi >> 1, next.lo>>1 | next.hi<<63}
		if !next.less(root) {
			return root
		}
		root = next
	}
}
