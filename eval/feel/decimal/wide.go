package decimal

import "math/bits"

// u128 is an unsigned integer of 128 bits.
type u128 struct{ hi, lo uint64 }

// u256 is an unsigned integer of 256 bits, w3 its highest word. It holds the
// product of two coefficients (68 digits) and every aligned sum (71 digits).
type u256 struct{ w3, w2, w1, w0 uint64 }

// limit is 10^34, which no coefficient reaches.
const (
	limitHi = 0x1ed09bead87c0
	limitLo = 0x378d8e6400000000
)

// pow10[k] is 10^k; 10^77 is the last below 2^256.
var pow10 = powersOfTen()

func powersOfTen() (t [78]u256) {
	t[0] = u256{w0: 1}
	for i := 1; i < len(t); i++ {
		t[i] = mulLow(t[i-1], u128{lo: 10})
	}
	return t
}

// divisor is 10^k made ready for [divPow10].
type divisor struct {
	p     u128 // 10^k
	mu    u128 // floor(2^(shift+128) / p)
	shift uint // 2^shift is the highest power of two below p
}

// divisors[k] divides by 10^k, k from 1 to maxDrop.
var divisors = makeDivisors()

// maxDrop is the most digits that one division drops: 3·10^37 < 2^128.
const maxDrop = 37

func makeDivisors() (t [maxDrop + 1]divisor) {
	for k := 1; k <= maxDrop; k++ {
		p := pow10[k].lo128()
		shift := uint(p.bitLen() - 1)
		// 2^(shift+128) / p = (2^shift·2^128) / p, and 2^shift < p.
		top := u128{lo: 1}.shl(shift)
		mu, _ := div256(u256{top.hi, top.lo, 0, 0}, p)
		t[k] = divisor{p, mu, shift}
	}
	return t
}

func (x u128) isZero() bool { return x.hi|x.lo == 0 }

func (x u128) less(y u128) bool { return x.hi < y.hi || x.hi == y.hi && x.lo < y.lo }

func (x u128) cmp(y u128) int {
	switch {
	case x.less(y):
		return -1
	case x == y:
		return 0
	}
	return 1
}

func (x u128) bitLen() int {
	if x.hi != 0 {
		return 64 + bits.Len64(x.hi)
	}
	return bits.Len64(x.lo)
}

// digits is the number of decimal digits of x, 0 for 0.
func (x u128) digits() int {
	t := digitsBelow(x.bitLen())
	if x.less(pow10[t].lo128()) {
		return t
	}
	return t + 1
}

// digitsBelow is floor(n·log10(2)) for n up to 256: a number of n bits has so
// many digits or one more.
func digitsBelow(n int) int { return n * 1233 >> 12 }

func (x u128) add(y u128) u128 {
	lo, c := bits.Add64(x.lo, y.lo, 0)
	hi, _ := bits.Add64(x.hi, y.hi, c)
	return u128{hi, lo}
}

func (x u128) sub(y u128) u128 {
	lo, b := bits.Sub64(x.lo, y.lo, 0)
	hi, _ := bits.Sub64(x.hi, y.hi, b)
	return u128{hi, lo}
}

func (x u128) shl(n uint) u128 {
	if n >= 64 {
		return u128{x.lo << (n - 64), 0}
	}
	return u128{x.hi<<n | x.lo>>(64-n), x.lo << n}
}

func (x u256) lo128() u128 { return u128{x.w1, x.w0} }

func (x u256) digits() int {
	n := 0
	switch {
	case x.w3 != 0:
		n = 192 + bits.Len64(x.w3)
	case x.w2 != 0:
		n = 128 + bits.Len64(x.w2)
	default:
		return x.lo128().digits()
	}
	t := digitsBelow(n)
	if x.less(pow10[t]) {
		return t
	}
	return t + 1
}

func (x u256) less(y u256) bool {
	_, b := x.sub(y)
	return b != 0
}

func (x u256) add128(y u128) u256 {
	w0, c := bits.Add64(x.w0, y.lo, 0)
	w1, c := bits.Add64(x.w1, y.hi, c)
	w2, c := bits.Add64(x.w2, 0, c)
	w3, _ := bits.Add64(x.w3, 0, c)
	return u256{w3, w2, w1, w0}
}

func (x u256) add(y u256) u256 {
	w0, c := bits.Add64(x.w0, y.w0, 0)
	w1, c := bits.Add64(x.w1, y.w1, c)
	w2, c := bits.Add64(x.w2, y.w2, c)
	w3, _ := bits.Add64(x.w3, y.w3, c)
	return u256{w3, w2, w1, w0}
}

// sub is x-y, and 1 when it borrowed.
func (x u256) sub(y u256) (u256, uint64) {
	w0, b := bits.Sub64(x.w0, y.w0, 0)
	w1, b := bits.Sub64(x.w1, y.w1, b)
	w2, b := bits.Sub64(x.w2, y.w2, b)
	w3, b := bits.Sub64(x.w3, y.w3, b)
	return u256{w3, w2, w1, w0}, b
}

// mul128 is the whole product.
func mul128(x, y u128) u256 {
	h00, l00 := bits.Mul64(x.lo, y.lo)
	h01, l01 := bits.Mul64(x.lo, y.hi)
	h10, l10 := bits.Mul64(x.hi, y.lo)
	h11, l11 := bits.Mul64(x.hi, y.hi)
	w1, c := bits.Add64(h00, l01, 0)
	w2, c := bits.Add64(h01, l11, c)
	w3, _ := bits.Add64(h11, 0, c)
	w1, c = bits.Add64(w1, l10, 0)
	w2, c = bits.Add64(w2, h10, c)
	w3, _ = bits.Add64(w3, 0, c)
	return u256{w3, w2, w1, l00}
}

// mulHigh is the upper half of the product.
func mulHigh(x, y u128) u128 {
	p := mul128(x, y)
	return u128{p.w3, p.w2}
}

// mulLow is the product modulo 2^256.
func mulLow(x u256, y u128) u256 {
	h0, w0 := bits.Mul64(x.w0, y.lo)
	h1, l1 := bits.Mul64(x.w1, y.lo)
	h2, l2 := bits.Mul64(x.w2, y.lo)
	w1, c := bits.Add64(h0, l1, 0)
	w2, c := bits.Add64(h1, l2, c)
	w3 := h2 + x.w3*y.lo + c
	if y.hi == 0 {
		return u256{w3, w2, w1, w0}
	}
	h0, l0 := bits.Mul64(x.w0, y.hi)
	h1, l1 = bits.Mul64(x.w1, y.hi)
	w1, c = bits.Add64(w1, l0, 0)
	w2, c = bits.Add64(w2, l1, c)
	w3 += c + x.w2*y.hi + h1
	w2, c = bits.Add64(w2, h0, 0)
	return u256{w3 + c, w2, w1, w0}
}

// scaleUp is x · 10^k, which must be below 2^256.
func scaleUp(x u128, k int) u256 { return mulLow(pow10[k], x) }

// div256 is the quotient and the remainder of n / d, for quotients below
// 2^128: the upper half of n must be below d.
func div256(n u256, d u128) (q, r u128) {
	if d.hi == 0 {
		q.hi, r.lo = bits.Div64(n.w2, n.w1, d.lo)
		q.lo, r.lo = bits.Div64(r.lo, n.w0, d.lo)
		return q, r
	}
	// Knuth, The Art of Computer Programming, 4.3.1, algorithm D with two
	// quotient digits of 64 bits; the divisor's top bit is set first.
	s := uint(bits.LeadingZeros64(d.hi))
	d = d.shl(s)
	n3 := n.w3<<s | n.w2>>(64-s)
	n2 := n.w2<<s | n.w1>>(64-s)
	n1 := n.w1<<s | n.w0>>(64-s)
	q.hi, r = div192(u128{n3, n2}, n1, d)
	q.lo, r = div192(r, n.w0<<s, d)
	return q, u128{r.hi >> s, r.lo>>s | r.hi<<(64-s)}
}

// div192 is (n·2^64 + n0) / d for n < d, the top bit of d set.
func div192(n u128, n0 uint64, d u128) (q uint64, r u128) {
	var rest, over uint64
	if n.hi >= d.hi {
		q = ^uint64(0)
		rest, over = bits.Add64(n.lo, d.hi, 0) // n.hi == d.hi
	} else {
		q, rest = bits.Div64(n.hi, n.lo, d.hi)
	}
	// q is at most two too large, which the divisor's second word shows.
	ph, pl := bits.Mul64(q, d.lo)
	for over == 0 && (u128{rest, n0}).less(u128{ph, pl}) {
		q--
		var b uint64
		pl, b = bits.Sub64(pl, d.lo, 0)
		ph -= b
		rest, over = bits.Add64(rest, d.hi, 0)
	}
	return q, u128{rest, n0}.sub(u128{ph, pl})
}

// divPow10 is the quotient and the remainder of n / 10^k, for k from 1 to
// maxDrop and quotients below 2^126.
//
// It multiplies by the reciprocal (Barrett): with 2^s < p = 10^k, T = n/2^s and
// M = 2^s/p < 1, the estimate floor(floor(T)·mu / 2^128) is at most T·M = n/p,
// and above (T-1)(M-2^-128) - 1 > n/p - 3. So at most two corrections follow.
func divPow10(n u256, k int) (q, r u128) {
	d := &divisors[k]
	var top u128
	if s := d.shift; s < 64 {
		top = u128{n.w1>>s | n.w2<<(64-s), n.w0>>s | n.w1<<(64-s)}
	} else {
		s -= 64
		top = u128{n.w2>>s | n.w3<<(64-s), n.w1>>s | n.w2<<(64-s)}
	}
	q = mulHigh(top, d.mu)
	// The remainder is below 3p < 2^128: the lower halves suffice.
	h, l := bits.Mul64(q.lo, d.p.lo)
	h += q.lo*d.p.hi + q.hi*d.p.lo
	r = n.lo128().sub(u128{h, l})
	for !r.less(d.p) {
		r = r.sub(d.p)
		q = q.add(u128{lo: 1})
	}
	return q, r
}

// strip removes up to most trailing zeros from a number that is not zero, and
// says how many.
func strip(x u128, most int) (u128, int) {
	n := 0
	for k := 16; k > 0; k /= 2 {
		p := pow10[k].w0
		// A multiple of 10^k is a multiple of 2^k, which is cheap to see.
		for n+k <= most && x.lo&(1<<k-1) == 0 {
			qh, r := x.hi/p, x.hi%p
			ql, r := bits.Div64(r, x.lo, p)
			if r != 0 {
				break
			}
			x = u128{qh, ql}
			n += k
		}
	}
	return x, n
}

// divWide is the quotient and the remainder of n / 10^19.
func divWide(n u256) (u256, uint64) {
	p := pow10[19].w0
	w3, r := n.w3/p, n.w3%p
	w2, r := bits.Div64(r, n.w2, p)
	w1, r := bits.Div64(r, n.w1, p)
	w0, r := bits.Div64(r, n.w0, p)
	return u256{w3, w2, w1, w0}, r
}
