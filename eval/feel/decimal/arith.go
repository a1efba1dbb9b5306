package decimal

import "math/bits"

// Neg is -x.
func Neg(x Decimal) Decimal { return x.Neg() }

// Sub is x - y.
func Sub(x, y Decimal) (Decimal, Condition) { return Add(x, y.Neg()) }

// Add is x + y.
func Add(x, y Decimal) (Decimal, Condition) {
	if x.exp == y.exp && x.hi|y.hi == 0 {
		if x.neg == y.neg {
			lo, c := bits.Add64(x.lo, y.lo, 0)
			return Decimal{c, lo, x.exp, x.neg}, 0
		}
		if x.lo > y.lo {
			return Decimal{0, x.lo - y.lo, x.exp, x.neg}, 0
		}
		return Decimal{0, y.lo - x.lo, x.exp, y.neg && x.lo != y.lo}, 0
	}
	if x.exp < y.exp {
		return addAligned(y, x)
	}
	return addAligned(x, y)
}

// maxAligned is how many digits an operand has at most after it is aligned to
// the other one, so that their sum drops no more than maxDrop digits.
const maxAligned = Precision + maxDrop - 1

// addAligned adds when the exponent of x is not below that of y.
func addAligned(x, y Decimal) (Decimal, Condition) {
	d := int(x.exp - y.exp)
	c := x.coef()
	if d >= maxDrop {
		if dx := c.digits(); dx+d > maxAligned {
			return addFar(x, y, dx)
		}
	}
	n := u256{w1: c.hi, w0: c.lo}
	if d > 0 {
		n = scaleUp(c, d)
	}
	if x.neg == y.neg {
		n = n.add128(y.coef())
		if n.w3|n.w2 == 0 && n.w1 < limitHi {
			return Decimal{n.w1, n.w0, y.exp, x.neg && n != (u256{})}, 0
		}
		return round(x.neg, n, int(y.exp), false)
	}
	neg := x.neg
	m, borrow := n.sub(u256{w1: y.hi, w0: y.lo})
	if borrow != 0 {
		neg = y.neg
		m, _ = u256{w1: y.hi, w0: y.lo}.sub(n)
	}
	if m.w3|m.w2 == 0 && m.w1 < limitHi {
		return Decimal{m.w1, m.w0, y.exp, neg && m != (u256{})}, 0
	}
	return round(neg, m, int(y.exp), false)
}

// addFar adds when x of dx digits, aligned to y, would be longer than maxAligned.
// With 36 digits in x a unit is more than 10^34 times the unit of y: y lies
// strictly between 0 and one unit and is a sticky digit. When it is subtracted,
// x-1 units and the rest of a unit remain, 35 digits at least.
func addFar(x, y Decimal, dx int) (Decimal, Condition) {
	if x.IsZero() {
		return y, 0
	}
	k := Precision + 2 - dx
	n := scaleUp(x.coef(), k)
	if y.IsZero() {
		return round(x.neg, n, int(x.exp)-k, false)
	}
	if x.neg != y.neg {
		n, _ = n.sub(u256{w0: 1})
	}
	return round(x.neg, n, int(x.exp)-k, true)
}

// Mul is x · y.
func Mul(x, y Decimal) (Decimal, Condition) {
	exp := int(x.exp) + int(y.exp)
	neg := x.neg != y.neg
	if x.hi|y.hi == 0 {
		hi, lo := bits.Mul64(x.lo, y.lo)
		if hi < limitHi && exp >= minExp && exp <= maxExp {
			return Decimal{hi, lo, int32(exp), neg && hi|lo != 0}, 0
		}
		return round(neg, u256{w1: hi, w0: lo}, exp, false)
	}
	return round(neg, mul128(x.coef(), y.coef()), exp, false)
}
