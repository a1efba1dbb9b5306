package decimal

import "math"

// Exp is e^x, correctly rounded.
func Exp(x Decimal) (Decimal, Condition) {
	if x.IsZero() {
		return FromInt(1), 0
	}
	z, units := toGuard(x)
	if cond := outOfRange(z.float(x.neg)); cond != 0 {
		return outside(cond)
	}
	e, units := expGuard(x.neg, z, units)
	if d, cond, ok := e.round(false, 0, units); ok {
		return d, cond
	}
	return expBig(x)
}

// Ln is the natural logarithm of x, correctly rounded; of 0 and of negative numbers
// an InvalidOperation.
func Ln(x Decimal) (Decimal, Condition) {
	if x.Sign() <= 0 {
		return Decimal{}, InvalidOperation
	}
	if x.Equal(FromInt(1)) {
		return Decimal{}, 0
	}
	if neg, l, units, ok := lnGuard(x); ok {
		if d, cond, ok := l.round(neg, 0, units); ok {
			return d, cond
		}
	}
	return lnBig(x)
}

// powReal is x^y for x above 0 and any y, correctly rounded.
func powReal(x, y Decimal) (Decimal, Condition) {
	if y.lo == 5 && y.hi == 0 && y.exp == -1 && !y.neg {
		return Sqrt(x)
	}
	if d, cond, ok := powRoot(x, y); ok {
		return d, cond
	}
	neg, l, units, ok := lnGuard(x)
	if !ok {
		return powBig(x, y)
	}
	z, more := toGuard(y)
	z = z.mul(l)
	if cond := outOfRange(z.float(neg != y.neg)); cond != 0 {
		return outside(cond)
	}
	e, units := expGuard(neg != y.neg, z, units+more+1)
	if d, cond, ok := e.round(false, 0, units); ok {
		return d, cond
	}
	return powBig(x, y)
}

// maxLog is above the magnitude of the logarithm of every number, 6176·ln(10) = 14221.
const maxLog = 14300

// outOfRange says what e^x amounts to when x is beyond every logarithm.
func outOfRange(x float64) Condition {
	switch {
	case x > maxLog:
		return Overflow | Inexact
	case x < -maxLog:
		return Underflow | Inexact
	}
	return 0
}

// outside is the result out of range.
func outside(cond Condition) (Decimal, Condition) {
	if cond.Failed() {
		return Decimal{}, cond
	}
	return Decimal{exp: minExp}, cond
}

// powRoot is x^y where that is a rational number: y = p/q and x = g^q give g^p. It
// refuses when there is no such g. A coefficient above 1 and below 2^113 is a q-th
// power for q up to 112 only.
func powRoot(x, y Decimal) (Decimal, Condition, bool) {
	x, y = x.Reduce(), y.Reduce()
	c, zeros := strip(x.coef(), Precision)
	exp := int(x.exp) + zeros
	if c == (u128{lo: 1}) {
		// A power of ten: 10^(exp·y), when that is whole.
		e, cond := Mul(FromInt(int64(exp)), y)
		n, whole := e.Int64()
		switch {
		case cond != 0 || !whole && e.IsInteger():
			return Decimal{}, 0, false
		case whole:
			n = min(max(n, 2*minExp), -2*minExp)
			d, cond := round(false, u256{w0: 1}, int(n), false)
			return d, cond, true
		}
		return Decimal{}, 0, false
	}
	if y.exp >= 0 || y.exp < -7 || y.hi != 0 {
		return Decimal{}, 0, false
	}
	p, q := y.lo, pow10[-y.exp].w0
	for _, f := range [...]uint64{2, 5} {
		for p%f == 0 && q%f == 0 {
			p, q = p/f, q/f
		}
	}
	if q > 128 || exp%int(q) != 0 {
		return Decimal{}, 0, false
	}
	g, ok := root(c, q)
	if !ok {
		return Decimal{}, 0, false
	}
	base := Decimal{g.hi, g.lo, int32(exp / int(q)), false}
	power := Decimal{lo: p, neg: y.neg}
	d, cond := Pow(base, power)
	return d, cond, true
}

// root is the whole q-th root of c, for q = 2^i·5^j above 1, when there is one.
func root(c u128, q uint64) (u128, bool) {
	for q%2 == 0 {
		d, cond := Sqrt(Decimal{hi: c.hi, lo: c.lo})
		if cond != 0 || d.exp != 0 {
			return u128{}, false
		}
		c, q = d.coef(), q/2
	}
	for q%5 == 0 {
		// Below 10^7, which a float64 shows with room to spare.
		f := math.Round(math.Pow(float64(c.hi)*0x1p64+float64(c.lo), 0.2))
		g := u128{lo: uint64(f)}
		if p, ok := powExact(g, 5); !ok || p != c {
			return u128{}, false
		}
		c, q = g, q/5
	}
	return c, true
}
