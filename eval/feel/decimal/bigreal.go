package decimal

import (
	"math"
	"math/big"
)

// What a guard does not decide is computed in binary floating point of increasing
// precision until the result, with its error added and taken away, rounds to
// one and the same number (Ziv's strategy).
const (
	firstPrec = 256
	lastPrec  = 1 << 13
	// lostBits is more than the bits that any of the functions loses: the arguments
	// of exp have 14 bits before the point, halving and squaring
	// takes 8, the sums of the series 8.
	lostBits = 40
)

func expBig(x Decimal) (Decimal, Condition) {
	return settle(false, func(prec uint) *big.Float { return exp(toBig(x, prec), prec) })
}

func lnBig(x Decimal) (Decimal, Condition) {
	return settle(x.Cmp(FromInt(1)) < 0, func(prec uint) *big.Float { return ln(x, prec) })
}

func powBig(x, y Decimal) (Decimal, Condition) {
	// The exponent of e, to the digits that tell whether it is out of range.
	l := ln(x, firstPrec)
	f, _ := l.Mul(l, toBig(y, firstPrec)).Float64()
	if cond := outOfRange(f); cond != 0 {
		return outside(cond)
	}
	return settle(false, func(prec uint) *big.Float {
		l := ln(x, prec)
		return exp(l.Mul(l, toBig(y, prec)), prec)
	})
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
