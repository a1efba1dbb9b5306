package decimal

import "strconv"

// maxPlain is the longest plain notation, in characters; what would be longer is
// written with an exponent.
const maxPlain = 200

// String is d without trailing zeros of the fraction: 1.50 prints as 1.5 and 1E+10
// as 10000000000. What would be longer than 200 characters is written
// with an exponent, as 1.5E+300. Parse reads it back to an equal number.
func (d Decimal) String() string {
	var b [maxPlain + 16]byte
	return string(d.AppendTo(b[:0]))
}

// AppendTo appends what [Decimal.String] gives.
func (d Decimal) AppendTo(b []byte) []byte {
	if d.IsZero() {
		return append(b, '0')
	}
	most := 0
	switch {
	case d.exp < 0:
		most = int(-d.exp)
	case d.exp > maxPlain-Precision:
		most = Precision // even past maxExp: it is only printed
	}
	c, n := strip(d.coef(), most)
	d = Decimal{c.hi, c.lo, d.exp + int32(n), d.neg}
	return d.AppendText(b)
}

// Text is d with the scale kept: 1.50 prints as 1.50, 0.00 as 0.00.
func (d Decimal) Text() string {
	var b [maxPlain + 16]byte
	return string(d.AppendText(b[:0]))
}

// AppendText appends what [Decimal.Text] gives.
func (d Decimal) AppendText(b []byte) []byte {
	if d.IsZero() && d.exp > 0 {
		d.exp = 0
	}
	if int(d.exp) > maxPlain-Precision || int(-d.exp) > maxPlain-Precision {
		n := d.coef().digits()
		if n+int(d.exp) > maxPlain || int(-d.exp) > maxPlain-2 {
			return d.appendScientific(b)
		}
	}
	if d.neg {
		b = append(b, '-')
	}
	start := len(b)
	b = appendDigits(b, d.coef())
	if d.exp >= 0 {
		return appendZeros(b, int(d.exp))
	}
	scale, n := int(-d.exp), len(b)-start
	if n <= scale {
		// 0.000ddd: the zeros go before the digits.
		lead := scale - n + 2
		b = appendZeros(b, lead)
		copy(b[start+lead:], b[start:start+n])
		for i := start; i < start+lead; i++ {
			b[i] = '0'
		}
		b[start+1] = '.'
		return b
	}
	b = append(b, 0)
	point := len(b) - 1 - scale
	copy(b[point+1:], b[point:])
	b[point] = '.'
	return b
}

// appendScientific appends d as d.dddE+dd.
func (d Decimal) appendScientific(b []byte) []byte {
	if d.neg {
		b = append(b, '-')
	}
	start := len(b)
	b = appendDigits(b, d.coef())
	exp := int(d.exp) + len(b) - start - 1
	if len(b)-start > 1 {
		b = append(b, 0)
		copy(b[start+2:], b[start+1:])
		b[start+1] = '.'
	}
	b = append(b, 'E')
	if exp >= 0 {
		b = append(b, '+')
	}
	return strconv.AppendInt(b, int64(exp), 10)
}

func appendDigits(b []byte, c u128) []byte {
	if c.hi == 0 {
		return strconv.AppendUint(b, c.lo, 10)
	}
	q, r := div256(u256{w1: c.hi, w0: c.lo}, u128{lo: pow10[19].w0})
	b = strconv.AppendUint(b, q.lo, 10) // below 10^15
	var low [20]byte
	digits := strconv.AppendUint(low[:0], r.lo, 10)
	b = appendZeros(b, 19-len(digits))
	return append(b, digits...)
}

func appendZeros(b []byte, n int) []byte {
	for ; n > 0; n-- {
		b = append(b, '0')
	}
	return b
}
