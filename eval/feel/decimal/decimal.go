// Package decimal is exact decimal arithmetic with 34 significant digits, the
// numbers of FEEL (DMN 1.5, 10.3.2.3.1: IEEE 754-2008 decimal128).
//
// A [Decimal] is a plain value of 24 bytes, always finite; an operation that
// has no finite result says so by its [Condition]. Every operation rounds its
// exact result once, half to even. None allocates, but for powers, Exp and Ln
// where 192 bits do not tell how to round (about one in 2^30, and results
// below 1E-6143): those take math/big.
package decimal

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Precision is the number of significant digits of a [Decimal].
const Precision = 34

// The exponents of decimal128: a coefficient below 10^34 and an exponent in
// minExp..maxExp give magnitudes up to 9.99…E+6144, normal ones down to
// 1E-6143 and subnormal ones, of fewer digits, down to 1E-6176.
const (
	maxExp      = 6111
	minExp      = -6176
	maxAdjusted = maxExp + Precision - 1
	minAdjusted = minExp + Precision - 1
)

// Decimal is the number (-1)^neg · (hi·2^64 + lo) · 10^exp. The zero value is
// 0. Numbers that are equal may differ in their exponents (1.5 and 1.50): == is
// not equality, use [Decimal.Equal], or [Decimal.Reduce] for a map key.
type Decimal struct {
	// Invariants: coefficient < 10^34, minExp <= exp <= maxExp, zero is not negative.
	hi, lo uint64
	exp    int32
	neg    bool
}

// Condition is what happened on the way to a result: a set of bits.
type Condition uint8

// The conditions. Inexact and Underflow accompany a good result; after any
// other one the result is 0 and means nothing.
const (
	Inexact          Condition = 1 << iota // the result was rounded
	Underflow                              // a result below 1E-6143 lost digits, perhaps all
	Overflow                               // the result is 1E+6145 or more
	DivisionByZero                         // a division, modulo or power by or of zero
	InvalidOperation                       // no real number is the result, or an argument is out of its range
)

// Failed says that there is no result.
func (c Condition) Failed() bool { return c&^(Inexact|Underflow) != 0 }

// String names the conditions in words, parted by commas.
func (c Condition) String() string {
	if c == 0 {
		return "exact"
	}
	var names []string
	for i, name := range [...]string{"inexact", "underflow", "overflow", "division by zero", "invalid operation"} {
		if c&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// FromInt is the number i.
func FromInt(i int64) Decimal {
	if i < 0 {
		return Decimal{lo: -uint64(i), neg: true}
	}
	return Decimal{lo: uint64(i)}
}

// FromUint is the number u.
func FromUint(u uint64) Decimal { return Decimal{lo: u} }

// New is coef · 10^exp. An exponent out of the range of a [Decimal] gives 0;
// constants are its use, see [Parse] for input.
func New(coef int64, exp int32) Decimal {
	d := FromInt(coef)
	d, _ = round(d.neg, u256{w0: d.lo}, int(exp), false)
	return d
}

// coef is the coefficient.
func (d Decimal) coef() u128 { return u128{d.hi, d.lo} }

// IsZero says whether d is 0.
func (d Decimal) IsZero() bool { return d.hi|d.lo == 0 }

// IsNeg says whether d is below 0.
func (d Decimal) IsNeg() bool { return d.neg }

// Sign is -1, 0 or 1.
func (d Decimal) Sign() int {
	switch {
	case d.neg:
		return -1
	case d.IsZero():
		return 0
	}
	return 1
}

// Neg is -d.
func (d Decimal) Neg() Decimal {
	d.neg = !d.neg && !d.IsZero()
	return d
}

// Abs is |d|.
func (d Decimal) Abs() Decimal {
	d.neg = false
	return d
}

// Scale is the number of digits after the point that [Decimal.Text] prints.
func (d Decimal) Scale() int32 { return max(0, -d.exp) }

// Reduce is the canonical form of d: equal numbers are equal by == when reduced.
func (d Decimal) Reduce() Decimal {
	if d.IsZero() {
		return Decimal{}
	}
	c, n := strip(d.coef(), maxExp-int(d.exp))
	return Decimal{c.hi, c.lo, d.exp + int32(n), d.neg}
}

// IsInteger says whether d is a whole number (1.00 is one).
func (d Decimal) IsInteger() bool {
	if d.exp >= 0 || d.IsZero() {
		return true
	}
	if d.exp < -Precision {
		return false
	}
	_, n := strip(d.coef(), int(-d.exp))
	return n == int(-d.exp)
}

// Int64 is the whole part of d, and whether that is exactly d. What lies
// outside int64 gives 0 and false.
func (d Decimal) Int64() (int64, bool) {
	c, exact := d.coef(), true
	switch {
	case d.IsZero():
		return 0, true
	case d.exp > 18 || d.exp < -Precision:
		return 0, false
	case d.exp > 0:
		n := scaleUp(c, int(d.exp))
		if n.w3|n.w2 != 0 {
			return 0, false
		}
		c = u128{n.w1, n.w0}
	case d.exp < 0:
		var r u128
		c, r = divPow10(u256{w1: c.hi, w0: c.lo}, int(-d.exp))
		exact = r.isZero()
	}
	if c.hi != 0 || c.lo > 1<<63 || c.lo == 1<<63 && !d.neg {
		return 0, false
	}
	if d.neg {
		return -int64(c.lo), exact
	}
	return int64(c.lo), exact
}

// Float64 is the float64 nearest to d; beyond ±1.8E+308 it is infinite.
func (d Decimal) Float64() float64 {
	// Up to 2^53 and 10^19 both operands are exact (10^19 is 5^19, 45 bits,
	// shifted), so that the one operation rounds correctly.
	if d.hi == 0 && d.lo <= 1<<53 && d.exp >= -19 && d.exp <= 19 {
		f := float64(d.lo)
		if d.exp < 0 {
			f /= float64(pow10[-d.exp].w0)
		} else {
			f *= float64(pow10[d.exp].w0)
		}
		if d.neg {
			return -f
		}
		return f
	}
	var b [48]byte
	f, err := strconv.ParseFloat(string(d.appendScientific(b[:0])), 64)
	if err != nil && !math.IsInf(f, 0) {
		return math.NaN() // not reached: the text is a number
	}
	return f
}

// Equal says whether x and y are the same number, whatever their scales.
func (x Decimal) Equal(y Decimal) bool {
	if x.exp == y.exp {
		return x == y
	}
	return x.Cmp(y) == 0
}

// Cmp is -1, 0 or 1 as x is below, equal to or above y.
func (x Decimal) Cmp(y Decimal) int {
	if x.neg != y.neg {
		if x.neg {
			return -1
		}
		return 1
	}
	c := 0
	if x.exp == y.exp {
		c = x.coef().cmp(y.coef())
	} else {
		c = cmpAbs(x, y)
	}
	if x.neg {
		return -c
	}
	return c
}

// cmpAbs compares the magnitudes of x and y, whose exponents differ.
func cmpAbs(x, y Decimal) int {
	if x.exp < y.exp {
		return -cmpAbs(y, x)
	}
	d := int(x.exp - y.exp)
	if x.hi == 0 && d <= 19 {
		hi, lo := bits.Mul64(x.lo, pow10[d].w0)
		return u128{hi, lo}.cmp(y.coef())
	}
	if x.IsZero() || y.IsZero() {
		return boolInt(y.IsZero()) - boolInt(x.IsZero())
	}
	dx, dy := x.coef().digits()+d, y.coef().digits()
	if dx != dy {
		return 2*boolInt(dx > dy) - 1
	}
	// Of equal length, hence both below 10^34 once aligned.
	n := scaleUp(x.coef(), d)
	return u128{n.w1, n.w0}.cmp(y.coef())
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
