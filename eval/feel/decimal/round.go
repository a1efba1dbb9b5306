package decimal

// Rounding is how a number between two neighbours is rounded (DMN 1.5,
// 10.3.4.1: decimal and the round functions).
type Rounding uint8

// The roundings.
const (
	HalfEven Rounding = iota // to the nearest; of two the even one
	HalfUp                   // to the nearest; of two the one away from zero
	HalfDown                 // to the nearest; of two the one toward zero
	Up                       // away from zero
	Down                     // toward zero
	Floor                    // toward minus infinity
	Ceiling                  // toward plus infinity
)

// The scales that [Round] takes, those of DMN 1.5, 10.3.4.1.
const (
	MinScale = -6111
	MaxScale = 6176
)

// Round rounds x to scale digits after the point; a negative scale rounds to
// tens, hundreds and so on. The result has that scale when 34 digits can show
// it (1.5 to two digits is 1.50). A scale outside MinScale..MaxScale is an
// InvalidOperation.
func Round(x Decimal, scale int32, mode Rounding) (Decimal, Condition) {
	if scale < MinScale || scale > MaxScale || mode > Ceiling {
		return Decimal{}, InvalidOperation
	}
	c := x.coef()
	drop := -int(scale) - int(x.exp)
	switch {
	case drop == 0:
		return x, 0
	case drop < 0:
		if c.digits()-drop <= Precision {
			n := scaleUp(c, -drop)
			return Decimal{n.w1, n.w0, -scale, x.neg}, 0
		}
		return x, 0
	case c.isZero():
		return Decimal{exp: -scale}, 0
	}
	var q u128
	below := true // the half: what is dropped is below one half of a unit
	tie := false
	exact := false
	if drop <= c.digits() {
		var r u128
		q, r = divPow10(u256{w1: c.hi, w0: c.lo}, drop)
		exact = r.isZero()
		half := pow10[drop].lo128()
		half = u128{half.hi >> 1, half.lo>>1 | half.hi<<63}
		below, tie = r.less(half), r == half
	}
	if exact {
		return Decimal{q.hi, q.lo, -scale, x.neg && !q.isZero()}, 0
	}
	if away(mode, x.neg, q.lo&1 == 1, below, tie) {
		q = q.add(u128{lo: 1})
	}
	return Decimal{q.hi, q.lo, -scale, x.neg && !q.isZero()}, Inexact
}

// away says whether a magnitude that lies between two neighbours is rounded to
// the larger one.
func away(mode Rounding, neg, odd, below, tie bool) bool {
	switch mode {
	case HalfEven:
		return !below && (!tie || odd)
	case HalfUp:
		return !below
	case HalfDown:
		return !below && !tie
	case Up:
		return true
	case Floor:
		return neg
	case Ceiling:
		return !neg
	}
	return false
}

// round is the one place where a result becomes a Decimal: n · 10^exp, plus
// something in (0, 10^exp) when sticky, rounded half to even to 34 digits, or
// to fewer in the subnormal range.
//
// Why sticky suffices: the rounding asks whether the dropped part is below, at
// or above one half of the last digit kept. That half is a whole number of
// units 10^exp as long as a digit is dropped, so a fraction of a unit can
// only turn "at" into "above" (and "nothing" into "something below"). The
// caller of a sticky round therefore gives 35 digits at least.
func round(neg bool, n u256, exp int, sticky bool) (Decimal, Condition) {
	drop := n.digits() - Precision
	cond := Inexact
	if exp+drop < minExp { // subnormal: down to the multiples of 10^minExp
		drop, cond = minExp-exp, Inexact|Underflow
		n, drop, sticky = shorten(n, drop, sticky)
		exp = minExp - drop
	}
	if drop <= 0 {
		return finish(neg, n.lo128(), exp, 0)
	}
	q, r := divPow10(n, drop)
	exp += drop
	if r.isZero() && !sticky {
		return finish(neg, q, exp, 0)
	}
	p := divisors[drop].p
	twice := u128{r.hi<<1 | r.lo>>63, r.lo << 1} // r < 10^37
	if p.less(twice) || twice == p && (sticky || q.lo&1 == 1) {
		q = q.add(u128{lo: 1})
		if q.hi == limitHi && q.lo == limitLo { // 99…9 became 10^34
			q = pow10[Precision-1].lo128()
			exp++
		}
	}
	return finish(neg, q, exp, cond)
}

// shorten drops digits of n until no more than maxDrop remain to be dropped.
func shorten(n u256, drop int, sticky bool) (u256, int, bool) {
	for drop > maxDrop {
		if n == (u256{}) {
			return n, 1, sticky
		}
		var r uint64
		n, r = divWide(n)
		sticky = sticky || r != 0
		drop -= 19
	}
	return n, drop, sticky
}

// finish fits an exponent above the range by appending zeros, when there is
// room for them.
func finish(neg bool, c u128, exp int, cond Condition) (Decimal, Condition) {
	if c.isZero() {
		return Decimal{exp: int32(min(max(exp, minExp), maxExp))}, cond
	}
	if exp > maxExp {
		if exp-maxExp > Precision-c.digits() {
			return Decimal{}, Overflow | Inexact
		}
		c = scaleUp(c, exp-maxExp).lo128()
		exp = maxExp
	}
	return Decimal{c.hi, c.lo, int32(exp), neg}, cond
}
