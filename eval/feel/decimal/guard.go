package decimal

import (
	"math"
	"math/bits"
)

// guard is a positive binary floating-point number of 192 bits, 79 more than a
// coefficient needs: (m2·2^128 + m1·2^64 + m0) · 2^exp, the top bit of m2 set.
//
// Every operation cuts off, with a relative error below 2^-188, called a unit
// here. Errors add up to first order under multiplication: r^n with an
// error of e units in r and one a multiplication is off by less than
// n·(e+1) units. [guard.round] is told the sum and refuses where it could matter.
type guard struct {
	m2, m1, m0 uint64
	exp        int
}

// guardPow10[k] is 10^k, exact (10^57 < 2^192), and guardInv10[k] is 10^-k.
var (
	guardPow10 = makeGuardPow10()
	guardInv10 = makeGuardInv10()
)

func makeGuardPow10() (t [58]guard) {
	for k := range t {
		p := pow10[k]
		g := guard{p.w2, p.w1, p.w0, 0}
		t[k] = g.normal()
	}
	return t
}

func makeGuardInv10() (t [Precision]guard) {
	for k := range t {
		t[k] = guardPow10[k].inverse()
	}
	return t
}

// normal shifts the top bit of a number above 0 into place.
func (g guard) normal() guard {
	for g.m2 == 0 {
		g.m2, g.m1, g.m0 = g.m1, g.m0, 0
		g.exp -= 64
	}
	s := uint(bits.LeadingZeros64(g.m2))
	return guard{
		g.m2<<s | g.m1>>(64-s), g.m1<<s | g.m0>>(64-s), g.m0 << s,
		g.exp - int(s),
	}
}

// mul is the product.
func (g guard) mul(f guard) guard {
	w5, w4, w3, w2 := mul192(u192{g.m2, g.m1, g.m0}, u192{f.m2, f.m1, f.m0})
	exp := g.exp + f.exp + 192
	if w5>>63 == 0 {
		w5, w4, w3 = w5<<1|w4>>63, w4<<1|w3>>63, w3<<1|w2>>63
		exp--
	}
	return guard{w5, w4, w3, exp}
}

// mul192 is the upper two thirds of the product. The three lowest partial
// products are left out: together they are below 2.1 units of w3, so that
// with the cut there, and after a shift by one bit, less than 5.2 of the
// last places of a guard are missing.
func mul192(x, y u192) (w5, w4, w3, w2 uint64) {
	w3, w2 = bits.Mul64(x.w0, y.w2)
	h11, l11 := bits.Mul64(x.w1, y.w1)
	h20, l20 := bits.Mul64(x.w2, y.w0)
	h12, l12 := bits.Mul64(x.w1, y.w2)
	h21, l21 := bits.Mul64(x.w2, y.w1)
	w5, w4 = bits.Mul64(x.w2, y.w2)

	w2, c := bits.Add64(w2, l11, 0)
	w3, c = bits.Add64(w3, h11, c)
	w4, c = bits.Add64(w4, 0, c)
	w5 += c
	w2, c = bits.Add64(w2, l20, 0)
	w3, c = bits.Add64(w3, h20, c)
	w4, c = bits.Add64(w4, 0, c)
	w5 += c
	w3, c = bits.Add64(w3, l12, 0)
	w4, c = bits.Add64(w4, h12, c)
	w5 += c
	w3, c = bits.Add64(w3, l21, 0)
	w4, c = bits.Add64(w4, h21, c)
	w5 += c
	return w5, w4, w3, w2
}

// pow is g^n, for n above 0.
func (g guard) pow(n uint64) guard {
	r := g
	for i := bits.Len64(n) - 2; i >= 0; i-- {
		r = r.mul(r)
		if n>>i&1 == 1 {
			r = r.mul(g)
		}
	}
	return r
}

// inverse is 1/g: three quotient words of 2^383 / mantissa by long division
// (Knuth 4.3.1, algorithm D).
func (g guard) inverse() guard {
	if g.m2 == 1<<63 && g.m1|g.m0 == 0 {
		return guard{1 << 63, 0, 0, -382 - g.exp}
	}
	var q [3]uint64
	r2, r1, r0 := uint64(1)<<63, uint64(0), uint64(0)
	for i := range q {
		var d, rest, over uint64
		if r2 >= g.m2 {
			d = ^uint64(0)
			rest, over = bits.Add64(r1, g.m2, 0)
		} else {
			d, rest = bits.Div64(r2, r1, g.m2)
		}
		h, l := bits.Mul64(d, g.m1)
		for over == 0 && (h > rest || h == rest && l > r0) {
			d--
			var b uint64
			l, b = bits.Sub64(l, g.m1, 0)
			h -= b
			rest, over = bits.Add64(rest, g.m2, 0)
		}
		// The remainder is (rest, r0, 0) - (h, l, 0) - d·m0; d may still be one too large.
		h0, l0 := bits.Mul64(d, g.m0)
		n0, b := bits.Sub64(0, l0, 0)
		n1, b := bits.Sub64(r0, h0, b)
		n2, b := bits.Sub64(rest, 0, b)
		top := over - b
		n1, b = bits.Sub64(n1, l, 0)
		n2, b = bits.Sub64(n2, h, b)
		top -= b
		if top != 0 { // below zero
			d--
			var c uint64
			n0, c = bits.Add64(n0, g.m0, 0)
			n1, c = bits.Add64(n1, g.m1, c)
			n2, _ = bits.Add64(n2, g.m2, c)
		}
		q[i] = d
		r2, r1, r0 = n2, n1, n0
	}
	return guard{q[0], q[1], q[2], -383 - g.exp}
}

// scale is g·10^k, and the error of that in units.
func (g guard) scale(k int) (guard, uint64) {
	switch {
	case k == 0:
		return g, 0
	case k > 0 && k < len(guardPow10):
		return g.mul(guardPow10[k]), 1
	case k < 0 && -k < len(guardInv10):
		return g.mul(guardInv10[-k]), 2
	case k > 0:
		return g.mul(guardPow10[1].pow(uint64(k))), uint64(k) + 1
	}
	return g.mul(guardPow10[1].pow(uint64(-k)).inverse()), uint64(-k) + 2
}

// parts is the whole part of a number between 2^65 and 2^127, and the -exp bits after
// the point.
func (g guard) parts() (whole, frac u128, ok bool) {
	s := -g.exp
	if s <= 64 || s >= 128 {
		return whole, frac, false
	}
	n := uint(s - 64)
	return u128{g.m2 >> n, g.m1>>n | g.m2<<(64-n)}, u128{g.m1 & (1<<n - 1), g.m0}, true
}

// round rounds g·10^exp, which is no number of 35 digits or fewer, half to even
// (hence to the nearest) to 34 digits. The error of g is below err units. It
// refuses when a tie is within the error, and below the normal range.
func (g guard) round(neg bool, exp int, err uint64) (d Decimal, c Condition, ok bool) {
	// With g in [2^k, 2^(k+1)) its decimal exponent is floor(k·log10(2)) or one more.
	est := int(math.Floor(float64(g.exp+191) * (math.Ln2 / math.Ln10)))
	v, add := g.scale(Precision - 1 - est)
	q, frac, ok := v.parts()
	if ok && !q.less(u128{limitHi, limitLo}) {
		est++
		v, add = g.scale(Precision - 1 - est)
		q, frac, ok = v.parts()
	}
	if !ok || q.less(pow10[Precision-1].lo128()) || !q.less(u128{limitHi, limitLo}) {
		return d, 0, false // within the error of a power of ten
	}
	exp += est - (Precision - 1)
	if exp < minExp {
		return d, 0, false
	}
	half := u128{lo: 1}.shl(uint(-v.exp) - 1)
	above := half.less(frac)
	gap := half.sub(frac)
	if above {
		gap = frac.sub(half)
	}
	// A unit is sixteen times the last place of the mantissa at most.
	if margin := (err + add + 1) * 16; gap.hi == 0 && gap.lo <= margin {
		return d, 0, false
	}
	if above {
		q = q.add(u128{lo: 1})
		if q.hi == limitHi && q.lo == limitLo {
			q = pow10[Precision-1].lo128()
			exp++
		}
	}
	d, c = finish(neg, q, exp, Inexact)
	return d, c, true
}
