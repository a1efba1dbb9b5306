package decimal

import (
	"math"
	"math/bits"
)

// u192 is a fraction: 192 bits after the binary point.
type u192 struct{ w2, w1, w0 uint64 }

// ln(2) and log2(e), cut off.
var (
	ln2Fraction = u192{0xb17217f7d1cf79ab, 0xc9e3b39803f2f6af, 0x40f343267298b62d}
	log2eGuard  = guard{0xb8aa3b295c17f0bb, 0xbe87fed0691d3e88, 0xeb577aa8dd695a58, -191}
)

// inverse[n] is 1/n and inverseFactorial[n] is 1/n!, for n from 2 to 21.
var inverse, inverseFactorial = makeInverses()

func makeInverses() (inv, fact [22]u192) {
	half := u192{w2: 1 << 63}
	inv[2], fact[2] = half, half
	for n := uint64(3); n < uint64(len(inv)); n++ {
		inv[n] = half.div(n).shl(1)
		fact[n] = fact[n-1].div(n)
	}
	return inv, fact
}

func (x u192) add(y u192) u192 {
	w0, c := bits.Add64(x.w0, y.w0, 0)
	w1, c := bits.Add64(x.w1, y.w1, c)
	w2, _ := bits.Add64(x.w2, y.w2, c)
	return u192{w2, w1, w0}
}

func (x u192) sub(y u192) u192 {
	w0, b := bits.Sub64(x.w0, y.w0, 0)
	w1, b := bits.Sub64(x.w1, y.w1, b)
	w2, _ := bits.Sub64(x.w2, y.w2, b)
	return u192{w2, w1, w0}
}

// mul is the product, at most three last places too small.
func (x u192) mul(y u192) u192 {
	w5, w4, w3, _ := mul192(x, y)
	return u192{w5, w4, w3}
}

func (x u192) div(n uint64) u192 {
	w2, r := x.w2/n, x.w2%n
	w1, r := bits.Div64(r, x.w1, n)
	w0, _ := bits.Div64(r, x.w0, n)
	return u192{w2, w1, w0}
}

func (x u192) shl(n uint) u192 {
	return u192{x.w2<<n | x.w1>>(64-n), x.w1<<n | x.w0>>(64-n), x.w0 << n}
}

func (x u192) shr(n uint) u192 {
	for ; n >= 64 && x != (u192{}); n -= 64 {
		x = u192{0, x.w2, x.w1}
	}
	return u192{x.w2 >> n, x.w1>>n | x.w2<<(64-n), x.w0>>n | x.w1<<(64-n)}
}

// onePlus is 1 + x as a guard.
func (x u192) onePlus() guard {
	x = x.shr(1)
	return guard{x.w2 | 1<<63, x.w1, x.w0, -191}
}

// split is the whole part and the fraction of g, which is below 2^63.
func (g guard) split() (uint64, u192) {
	m := u192{g.m2, g.m1, g.m0}
	up := g.exp + 192
	if up <= 0 {
		return 0, m.shr(uint(-up))
	}
	return g.m2 >> (64 - up), m.shl(uint(up))
}

// float is about g, negative when neg.
func (g guard) float(neg bool) float64 {
	f := math.Ldexp(float64(g.m2), g.exp+128)
	if neg {
		return -f
	}
	return f
}

// toGuard is the magnitude of d, which is not 0, and its error in units.
func toGuard(d Decimal) (guard, uint64) {
	return guard{d.hi, d.lo, 0, -64}.normal().scale(int(d.exp))
}

// expGuard is e^z, or e^-z when neg, for z up to 2^15 with an error of units;
// it gives its own.
//
// With z·log2(e) = k + f the result is 2^k · (e^(f·ln2/2^8))^(2^8): a series whose
// argument is below 2^-8.5, so that 17 terms reach 2^-192, squared eight times. The
// fraction f is off by 2^15·(units+3) units, 2^-173 and more; all
// else (17 products of 2^-190, doubled eight times) stays below 2^-176.
func expGuard(neg bool, z guard, units uint64) (guard, uint64) {
	const halvings, terms = 8, 17
	size := uint(max(0, z.exp+193)) // z < 2^(size-1)
	whole, f := z.mul(log2eGuard).split()
	k := int(whole)
	if neg {
		k = -k
		if f != (u192{}) {
			k--
			f = u192{}.sub(f)
		}
	}
	r := f.mul(ln2Fraction).shr(halvings)
	sum := inverseFactorial[terms]
	for n := terms - 1; n >= 2; n-- {
		sum = sum.mul(r).add(inverseFactorial[n])
	}
	// e^r = 1 + r·(1 + r·sum)
	e := r.add(r.mul(r.mul(sum))).onePlus()
	for range halvings {
		e = e.mul(e)
	}
	e.exp += k
	return e, 1<<14 + (units+3)<<size
}

// lnGuard is |ln(x)| for x above 0 and not 1, whether ln(x) is negative, and the error in
// units.
func lnGuard(x Decimal) (neg bool, l guard, units uint64, ok bool) {
	v, _ := toGuard(x)
	if f := v.float(false); f > 0.999 && f < 1.001 {
		neg, l, units = lnNearOne(x)
		return neg, l, units, true
	}
	// y approximates the logarithm in multiples of 2^-40, to 2^-36. Then
	// ln(x) = y + ln(x·e^-y), and that factor is 1 + d with |d| < 2^-35.
	const places = 40
	c := math.Log(float64(x.hi)*0x1p64+float64(x.lo)) + float64(x.exp)*math.Ln10
	y := uint64(math.Abs(math.RoundToEven(c * (1 << places))))
	neg = c < 0
	e, _ := expGuard(!neg, guard{y, 0, 0, -128 - places}.normal(), 0)
	w := v.mul(e)
	d := u192{w.m2, w.m1, w.m0}
	above := w.exp == -191 // at least 1: d is what follows the top bit
	if above {
		d = d.shl(1)
	} else {
		d = u192{}.sub(d)
	}
	if !above && w.exp != -192 || d.w2>>29 != 0 {
		return neg, l, 0, false // not reached: the float is good enough
	}
	// ln(1+d) = d·(1 - d·(1/2 - d·(1/3 - d·(1/4 - d/5)))), without minus for -d.
	sum := inverse[5]
	for n := 4; n >= 2; n-- {
		if t := sum.mul(d); above {
			sum = inverse[n].sub(t)
		} else {
			sum = inverse[n].add(t)
		}
	}
	t := d.mul(d.mul(sum))
	if above {
		t = d.sub(t)
	} else {
		t = d.add(t)
	}
	// The sum, of two signs perhaps, as a number of 64 and 192 bits. The factor is
	// off by 2^17 units of [expGuard] and 2^13 of v, and the result may be 2^-10.
	n, part := u256{y >> places, y << (64 - places), 0, 0}, u256{0, t.w2, t.w1, t.w0}
	if above != neg {
		n = n.add(part)
	} else {
		n, _ = n.sub(part)
	}
	l = guard{n.w2, n.w1, n.w0, -192}
	if s := uint(bits.Len64(n.w3)); s > 0 {
		l = guard{n.w3<<(64-s) | n.w2>>s, n.w2<<(64-s) | n.w1>>s, n.w1<<(64-s) | n.w0>>s, int(s) - 192}
	}
	return neg, l.normal(), 1 << 30, true
}

// lnNearOne is [lnGuard] for x within 0.001 of 1, by ln(x) = 2·atanh((x-1)/(x+1)): the
// difference is exact, so that nothing cancels.
func lnNearOne(x Decimal) (neg bool, l guard, units uint64) {
	c, one := x.coef(), pow10[-x.exp].lo128()
	neg = c.less(one)
	diff := c.sub(one)
	if neg {
		diff = one.sub(c)
	}
	sum := c.add(one)
	u := guard{diff.hi, diff.lo, 0, -64}.normal()
	u = u.mul(guard{sum.hi, sum.lo, 0, -64}.normal().inverse())
	// 2·u·(1 + v/3 + v^2/5 + …) with v = u^2 below 2^-21.
	_, v := u.mul(u).split()
	series := inverse[21]
	for n := 19; n >= 3; n -= 2 {
		series = series.mul(v).add(inverse[n])
	}
	l = u.mul(series.mul(v).onePlus())
	l.exp++
	return neg, l, 16
}
