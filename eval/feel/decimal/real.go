package decimal

import (
	"math"
	"math/big"
)

// The functions here have irrational results, but for a few arguments. They work in
// binary floating point of increasing precision until the result, with its error
// added and taken away, rounds to one and the same number (Ziv's strategy);
// the first precision nearly always suffices.
const (
	firstPrec = 256
	lastPrec  = 1 << 13
	// lostBits is more than the bits that any of the functions loses: the arguments
	// of exp have 14 bits before the point, halving and squaring
	// takes 8, the sums of the series 8.
	lostBits = 40
)

// Exp is e^x, correctly rounded.
func Exp(x Decimal) (Decimal, Condition) {
	if x.IsZero() {
		return FromInt(1), 0
	}
	if cond := outOfRange(x); cond != 0 {
		return Decimal{}, cond
	}
	return settle(false, func(prec uint) *big.Float { return exp(toBig(x, prec), prec) })
}

// Ln is the natural logarithm of x, correctly rounded; of 0 and of negative numbers
// an InvalidOperation.
func Ln(x Decimal) (Decimal, Condition) {
	if x.Sign() <= 0 {
		return Decimal{}, InvalidOperation
	}
	neg := x.Cmp(FromInt(1)) < 0
	if x.Equal(FromInt(1)) {
		return Decimal{}, 0
	}
	return settle(neg, func(prec uint) *big.Float { return ln(x, prec) })
}

// powReal is x^y for x above 0 and any y, correctly rounded.
func powReal(x, y Decimal) (Decimal, Condition) {
	if y.lo == 5 && y.hi == 0 && y.exp == -1 && !y.neg {
		return Sqrt(x)
	}
	if d, cond, ok := powRoot(x, y); ok {
		return d, cond
	}
	// The exponent of e, to the digits that tell whether it is out of range.
	l := ln(x, firstPrec)
	if f, _ := l.Mul(l, toBig(y, firstPrec)).Float64(); f > maxLog {
		return Decimal{}, Overflow | Inexact
	} else if f < -maxLog {
		return Decimal{exp: minExp}, Underflow | Inexact
	}
	return settle(false, func(prec uint) *big.Float {
		l := ln(x, prec)
		return exp(l.Mul(l, toBig(y, prec)), prec)
	})
}

// maxLog is above the logarithm of every number and below that of none in magnitude:
// 6176·ln(10) = 14221.
const maxLog = 14300

// outOfRange says what e^x amounts to when x is too large for [exp].
func outOfRange(x Decimal) Condition {
	switch {
	case x.Cmp(FromInt(maxLog)) > 0:
		return Overflow | Inexact
	case x.Cmp(FromInt(-maxLog)) < 0:
		return Underflow | Inexact
	}
	return 0
}

// powRoot is x^y where that is a rational number: y = p/q and x = g^q give g^p. It
// refuses when there is no such g. With q above 128 no coefficient but 1 is a
// power of q, and a result that is no power of ten is none.
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

// settle rounds what f gives, at the first precision that decides.
func settle(neg bool, f func(prec uint) *big.Float) (Decimal, Condition) {
	var d Decimal
	var cond Condition
	for prec := uint(firstPrec); prec <= lastPrec; prec *= 2 {
		v := f(prec)
		low, high := bounds(v, prec)
		var other Decimal
		d, cond = fromBig(neg, low)
		other, _ = fromBig(neg, high)
		if d == other {
			break
		}
	}
	return d, cond
}

// bounds are |v| less and more its error.
func bounds(v *big.Float, prec uint) (low, high *big.Float) {
	v.Abs(v)
	err := new(big.Float).SetMantExp(v, -int(prec-lostBits))
	low = new(big.Float).SetPrec(prec).Sub(v, err)
	high = new(big.Float).SetPrec(prec).Add(v, err)
	return low, high
}

// fromBig rounds v, which is not exact.
func fromBig(neg bool, v *big.Float) (Decimal, Condition) {
	// Scaled to 37 digits or 38; the rest is a sticky digit.
	k := 37 - int(math.Floor(float64(v.MantExp(nil))*(math.Ln2/math.Ln10)))
	t := scaleBig(v, k)
	n, _ := t.Int(nil)
	return round(neg, fromBigInt(n), -k, true)
}

func fromBigInt(n *big.Int) u256 {
	var b [32]byte
	n.FillBytes(b[:])
	word := func(i int) (w uint64) {
		for _, c := range b[i : i+8] {
			w = w<<8 | uint64(c)
		}
		return w
	}
	return u256{word(0), word(8), word(16), word(24)}
}

// scaleBig is v·10^k to the precision of v.
func scaleBig(v *big.Float, k int) *big.Float {
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(k, -k))), nil)
	f := new(big.Float).SetPrec(v.Prec()).SetInt(p)
	if k < 0 {
		return f.Quo(v, f)
	}
	return f.Mul(v, f)
}

// bigCoef is the coefficient of d.
func bigCoef(c u128) *big.Int {
	n := new(big.Int).SetUint64(c.hi)
	n.Lsh(n, 64)
	return n.Or(n, new(big.Int).SetUint64(c.lo))
}

// toBig is d to prec bits.
func toBig(d Decimal, prec uint) *big.Float {
	v := new(big.Float).SetPrec(max(prec, 128)).SetInt(bigCoef(d.coef()))
	v = scaleBig(v, int(d.exp))
	if d.neg {
		v.Neg(v)
	}
	return v
}

// exp is e^v for |v| up to maxLog: with v = k·ln2 + r the series of r/2^8, squared
// eight times.
func exp(v *big.Float, prec uint) *big.Float {
	const halvings = 8
	newFloat := func() *big.Float { return new(big.Float).SetPrec(prec) }
	l2 := ln2(prec)
	f, _ := v.Float64()
	k := int64(math.Round(f / math.Ln2))
	r := newFloat().SetInt64(k)
	r.Sub(v, r.Mul(r, l2))
	r.SetMantExp(r, -halvings)

	sum, term := newFloat().SetInt64(1), newFloat().SetInt64(1)
	for i := int64(1); term.Sign() != 0 && term.MantExp(nil) > -int(prec); i++ {
		term.Mul(term, r)
		term.Quo(term, newFloat().SetInt64(i))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum.SetMantExp(sum, int(k))
}

// ln is the logarithm of x, which is above 0 and not 1.
func ln(x Decimal, prec uint) *big.Float {
	newFloat := func() *big.Float { return new(big.Float).SetPrec(prec) }
	if f := x.Float64(); f > 0.5 && f < 2 {
		// ln(x) = 2·atanh((x-1)/(x+1)), both exact as whole numbers: near 1
		// nothing cancels.
		c := bigCoef(x.coef())
		one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-x.exp)), nil)
		num := newFloat().SetInt(new(big.Int).Sub(c, one))
		den := newFloat().SetInt(c.Add(c, one))
		return atanh2(num.Quo(num, den))
	}
	// x = m·2^e with m in [0.7, 1.42).
	m := newFloat()
	e := toBig(x, prec).MantExp(m)
	if m.Cmp(big.NewFloat(math.Sqrt2/2)) < 0 {
		m.SetMantExp(m, 1)
		e--
	}
	one := newFloat().SetInt64(1)
	num := newFloat().Sub(m, one)
	sum := atanh2(num.Quo(num, m.Add(m, one)))
	l2 := ln2(prec)
	return sum.Add(sum, l2.Mul(l2, newFloat().SetInt64(int64(e))))
}

// ln2 is the logarithm of 2, as 18·atanh(1/26) - 2·atanh(1/4801) + 8·atanh(1/8749).
func ln2(prec uint) *big.Float {
	newFloat := func(i int64) *big.Float { return new(big.Float).SetPrec(prec).SetInt64(i) }
	sum := newFloat(0)
	for _, term := range [...]struct{ factor, of int64 }{{9, 26}, {-1, 4801}, {4, 8749}} {
		u := newFloat(1)
		u = atanh2(u.Quo(u, newFloat(term.of)))
		sum.Add(sum, u.Mul(u, newFloat(term.factor)))
	}
	return sum
}

// atanh2 is 2·atanh(u) = 2·(u + u^3/3 + u^5/5 + …) for |u| up to 1/3.
func atanh2(u *big.Float) *big.Float {
	prec := u.Prec()
	newFloat := func() *big.Float { return new(big.Float).SetPrec(prec) }
	square := newFloat().Mul(u, u)
	sum, power, term := newFloat().Set(u), newFloat().Set(u), newFloat().Set(u)
	for i := int64(3); term.Sign() != 0 && term.MantExp(nil) > u.MantExp(nil)-int(prec); i += 2 {
		power.Mul(power, square)
		term.Quo(power, newFloat().SetInt64(i))
		sum.Add(sum, term)
	}
	return sum.SetMantExp(sum, 1)
}
