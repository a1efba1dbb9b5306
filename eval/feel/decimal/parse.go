package decimal

import (
	"fmt"
	"strings"
)

// Parse reads a number as FEEL (DMN 1.5, 10.3.1.2, rules 35 to 37) and JSON (RFC
// 8259) write it: an optional minus, digits with or without a point, an
// optional exponent. FEEL's .5 and 007 are numbers, 5. and +5 are not. More
// than 34 digits are rounded half to even. The error is a sentence that names
// the byte, counted from 1.
func Parse(s string) (Decimal, error) { return parse(s) }

// ParseBytes is [Parse] without a copy.
func ParseBytes(b []byte) (Decimal, error) { return parse(b) }

// shown is how much of a bad number an error quotes, in bytes.
const shown = 60

// text is what parse reads.
type text interface{ ~string | ~[]byte }

func parse[T text](s T) (Decimal, error) {
	if d, ok := parseShort(s); ok {
		return d, nil
	}
	i, neg := 0, false
	if len(s) > 0 && s[0] == '-' {
		i, neg = 1, true
	}
	var m significand
	start := i
	i = readDigits(s, i, &m)
	whole, fraction := i-start, 0
	if i < len(s) && s[i] == '.' {
		start = i + 1
		i = readDigits(s, start, &m)
		if fraction = i - start; fraction == 0 {
			return Decimal{}, fault(s, i, "a digit after the point")
		}
	}
	if whole+fraction == 0 {
		return Decimal{}, fault(s, i, "a digit")
	}
	exp := 0
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		minus := false
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			minus = s[i] == '-'
			i++
		}
		start = i
		for ; i < len(s) && isDigit(s[i]); i++ {
			// Enough to outweigh every fraction that fits in memory.
			if exp < 1<<50 {
				exp = exp*10 + int(s[i]-'0')
			}
		}
		if i == start {
			return Decimal{}, fault(s, i, "a digit of the exponent")
		}
		if minus {
			exp = -exp
		}
	}
	if i < len(s) {
		return Decimal{}, fault(s, i, "the end of the number")
	}
	if m.n.hi|m.n.lo == 0 {
		// Zero keeps its scale as far as a Decimal can.
		return Decimal{exp: int32(min(max(exp-fraction, minExp), maxExp))}, nil
	}
	exp += m.dropped - fraction
	if exp > 2*maxAdjusted || exp < 2*minExp {
		exp = min(max(exp, 2*minExp), 2*maxAdjusted)
	}
	d, cond := round(neg, u256{w1: m.n.hi, w0: m.n.lo}, exp, m.sticky)
	if cond.Failed() {
		return Decimal{}, fmt.Errorf("the number %s is too large: a number has a magnitude below 1E+6145", quote(s))
	}
	if d.IsZero() {
		return Decimal{}, fmt.Errorf("the number %s is too close to 0: the smallest magnitude is 1E-6176", quote(s))
	}
	return d, nil
}

// parseShort reads what most numbers are, up to 18 digits without an exponent; it
// refuses everything else, mistakes too.
func parseShort[T text](s T) (Decimal, bool) {
	var lo uint64
	i, point := 0, -1
	neg := len(s) > 0 && s[0] == '-'
	if neg {
		i = 1
	}
	if digits := len(s) - i; digits < 1 || digits > 19 || !isDigit(s[len(s)-1]) {
		return Decimal{}, false
	}
	for ; i < len(s); i++ {
		c := s[i]
		switch {
		case isDigit(c):
			lo = lo*10 + uint64(c-'0')
		case c == '.' && point < 0:
			point = i + 1
		default:
			return Decimal{}, false
		}
	}
	d := Decimal{lo: lo, neg: neg && lo != 0}
	if point >= 0 {
		d.exp = int32(point - len(s))
	}
	return d, true
}

// significand gathers digits: the first 38 that count as a number, the others as
// a sticky digit.
type significand struct {
	n       u128
	count   int // digits in n
	dropped int // digits after those
	sticky  bool
}

// readDigits reads digits from s[i:] and gives the index after them.
func readDigits[T text](s T, i int, m *significand) int {
	for ; i < len(s) && isDigit(s[i]); i++ {
		d := uint64(s[i] - '0')
		switch {
		case m.count < 19:
			m.n.lo = m.n.lo*10 + d
			if m.n.lo != 0 { // leading zeros do not count
				m.count++
			}
		case m.count < 38:
			m.n = mulLow(u256{w1: m.n.hi, w0: m.n.lo}, u128{lo: 10}).lo128().add(u128{lo: d})
			m.count++
		default:
			m.dropped++
			m.sticky = m.sticky || d != 0
		}
	}
	return i
}

func isDigit(c byte) bool { return c-'0' <= 9 }

// fault is the error of a number that stops at byte i.
func fault[T text](s T, i int, needed string) error {
	if i >= len(s) {
		return fmt.Errorf("the number %s ends after byte %d: it needs %s there", quote(s), i, needed)
	}
	r := []rune(strings.ToValidUTF8(string(s[i:min(i+4, len(s))]), "\ufffd"))[0]
	return fmt.Errorf("the number %s has %q at byte %d: it needs %s there", quote(s), r, i+1, needed)
}

// quote is s in quotation marks, cut short.
func quote[T text](s T) string {
	if len(s) > shown {
		return fmt.Sprintf("%q…", strings.ToValidUTF8(string(s[:shown]), ""))
	}
	return fmt.Sprintf("%q", string(s))
}
