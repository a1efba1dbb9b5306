package decimal

import (
	"math"
	"math/bits"
)

// maxFast is the largest exponent that powers by squaring; with larger ones a
// result is out of range or needs more digits than a guard has.
const maxFast = 1 << 32

// Pow is x^y, correctly rounded: exact when 34 digits can show it, else the
// nearest number. x^0 is 1, for 0 too. 0 to a negative power is a
// DivisionByZero, a negative number to a fraction an InvalidOperation.
func Pow(x, y Decimal) (Decimal, Condition) {
	if y.IsZero() {
		return FromInt(1), 0
	}
	if x.IsZero() {
		if y.neg {
			return Decimal{}, DivisionByZero
		}
		return Decimal{}, 0
	}
	if y.exp != 0 || y.hi != 0 {
		y = y.Reduce()
	}
	if y.exp < 0 {
		if x.neg {
			return Decimal{}, InvalidOperation
		}
		return powReal(x, y)
	}
	neg := x.neg && y.exp == 0 && y.lo&1 == 1
	c, exp := x.coef(), int(x.exp)
	if n := scaleUp(y.coef(), int(min(y.exp, Precision))); n.w3|n.w2|n.w1 == 0 && n.w0 <= maxFast {
		if d, cond, ok := powInteger(neg, c, exp, n.w0, y.neg); ok {
			return d, cond
		}
	}
	d, cond := powReal(x.Abs(), y)
	if neg {
		d = d.Neg()
	}
	return d, cond
}

// powInteger is (c·10^exp)^n, or its inverse. It refuses when 192 bits do not
// decide how to round, which about one in 2^40 does.
func powInteger(neg bool, c u128, exp int, n uint64, inverse bool) (Decimal, Condition, bool) {
	if !inverse {
		if p, ok := powExact(c, n); ok {
			d, cond := round(neg, u256{w1: p.hi, w0: p.lo}, exp*int(n), false)
			return d, cond, true
		}
	}
	// Without trailing zeros c is a multiple of 2 or of 5 or of neither, and
	// so are its powers: c^n has no trailing zero either. It is a number of 34
	// digits, or a tie between two (35 digits, the last a 5), only if it
	// is short. So is 1/c^n, which is finite only when c is 2^a (then it is
	// 5^(a·n)·10^(-a·n)) or 5^a. Whatever these exact attempts leave is
	// neither exact nor a tie.
	c, zeros := strip(c, Precision)
	exp += zeros
	if !inverse && zeros > 0 {
		if p, ok := powExact(c, n); ok {
			d, cond := round(neg, u256{w1: p.hi, w0: p.lo}, exp*int(n), false)
			return d, cond, true
		}
	}
	if inverse {
		if base, a, finite := inverseBase(c); finite {
			if p, ok := powExact(base, a*n); ok {
				d, cond := round(neg, u256{w1: p.hi, w0: p.lo}, -(exp+int(a))*int(n), false)
				return d, cond, true
			}
		}
	}

	// With the base as r·10^exp, r in [1, 10), the power r^n stays small for the
	// bases near 1 that interest is made of.
	digits := c.digits()
	exp += digits - 1
	r := guard{c.hi, c.lo, 0, -64}.normal()
	units := uint64(0)
	if digits > 1 {
		r = r.mul(guardInv10[digits-1])
		units = 2
	}
	if e := max(exp+1, -exp); e*int(n) >= maxAdjusted {
		// Perhaps out of range; the float is good to 10^-5 for n up to maxFast.
		log := (math.Log10(math.Ldexp(float64(r.m2), r.exp+128)) + float64(exp)) * float64(n)
		if inverse {
			log = -log
		}
		if log > maxAdjusted+2 {
			return Decimal{}, Overflow | Inexact, true
		}
		if log < minExp-2 {
			return Decimal{exp: minExp}, Underflow | Inexact, true
		}
	}
	p := r.pow(n)
	units = (units + 1) * n
	e := exp * int(n)
	if inverse {
		p = p.inverse()
		units++
		e = -e
	}
	return p.round(neg, e, units)
}

// powExact is c^n when that is below 2^128 (38 digits).
func powExact(c u128, n uint64) (u128, bool) {
	if b := uint64(c.bitLen() - 1); b != 0 && n >= (128+b-1)/b {
		return u128{}, false
	}
	p := c
	for i := bits.Len64(n) - 2; i >= 0; i-- {
		w := mul128(p, p)
		if w.w3|w.w2 != 0 {
			return u128{}, false
		}
		p = w.lo128()
		if n>>i&1 == 1 {
			w = mul128(p, c)
			if w.w3|w.w2 != 0 {
				return u128{}, false
			}
			p = w.lo128()
		}
	}
	return p, true
}

// inverseBase says how 1/c is finite, for c without trailing zeros: 1/2^a is
// 5^a·10^-a, which gives 5 and a; 1/5^a gives 2 and a, 1 itself 1 and 0.
func inverseBase(c u128) (base u128, a uint64, finite bool) {
	one := u128{lo: 1}
	if bits.OnesCount64(c.hi)+bits.OnesCount64(c.lo) == 1 && c != one {
		return u128{lo: 5}, uint64(c.bitLen() - 1), true
	}
	for c != one {
		q, r := div256(u256{w1: c.hi, w0: c.lo}, u128{lo: 5})
		if !r.isZero() {
			return u128{}, 0, false
		}
		c = q
		a++
	}
	if a == 0 {
		return one, 0, true
	}
	return u128{lo: 2}, a, true
}
