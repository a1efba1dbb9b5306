package units

import (
	"maps"
	"math/big"
	"strings"
)

// measure is the size of a unit in base units.
type measure struct {
	base    map[string]int // exponents of base units, without zeros
	num     *big.Int       // the size is num/den·10^tens·2^twos·π^pi
	den     *big.Int
	tens    int
	twos    int
	pi      int
	scale   string // of a special unit: its code, as two scales are never alike
	unknown bool   // the table does not tell the size of a part
}

// measure returns the size of a unit.
func (u Unit) measure() measure {
	m := measure{base: map[string]int{}, num: big.NewInt(1), den: big.NewInt(1)}
	m.take(u, 1, 0)
	return m
}

// maxDepth bounds how deep atoms are defined by others; the table is far from it.
const maxDepth = 12

// take multiplies m by a unit to an exponent.
func (m *measure) take(u Unit, exponent, depth int) {
	for _, c := range u.components {
		e := c.exponent * exponent
		if c.atom == nil {
			m.multiply(c.factor, e)
			continue
		}
		if c.binary {
			m.twos += c.prefix * e
		} else {
			m.tens += c.prefix * e
		}
		if c.atom.special {
			m.scale = c.atom.code
		}
		switch {
		case c.atom.unit == "":
			m.add(c.atom.code, e)
		case c.atom.unit == "?":
			m.unknown = true
			m.add(c.atom.code, e)
		case depth < maxDepth:
			if c.atom.code == "[pi]" {
				m.pi += e
			}
			m.multiply(c.atom.size, e)
			if of, err := Parse(c.atom.unit); err == nil {
				m.take(of, e, depth+1)
			}
		}
	}
}

func (m *measure) add(base string, e int) {
	if m.base[base] += e; m.base[base] == 0 {
		delete(m.base, base)
	}
}

// multiply multiplies the size by a decimal above zero to an exponent.
func (m *measure) multiply(decimal string, e int) {
	whole, fraction, _ := strings.Cut(decimal, ".")
	digits := strings.TrimRight(whole+fraction, "0")
	m.tens += (len(whole) - len(digits)) * e
	if digits == "1" {
		return
	}
	f, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		m.unknown = true // not reached: factors and the table's sizes are digits
		return
	}
	if e < 0 {
		m.den.Mul(m.den, f.Exp(f, big.NewInt(int64(-e)), nil))
	} else {
		m.num.Mul(m.num, f.Exp(f, big.NewInt(int64(e)), nil))
	}
}

// relation tells how two measures stand to each other.
func (m measure) relation(n measure) Relation {
	switch {
	case !maps.Equal(m.base, n.base):
		if m.unknown || n.unknown {
			return Unknown
		}
		return OtherKind
	case m.scale == n.scale && m.pi == n.pi && m.sameSize(n):
		return SameMeaning
	}
	return OtherSize
}

// sameSize says whether two sizes are equal, but for π.
func (m measure) sameSize(n measure) bool {
	a, b := new(big.Int).Mul(m.num, n.den), new(big.Int).Mul(n.num, m.den)
	scale := func(base int64, difference int) {
		smaller := a // the one to be raised
		if difference < 0 {
			smaller, difference = b, -difference
		}
		smaller.Mul(smaller, new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(difference)), nil))
	}
	scale(10, m.tens-n.tens)
	scale(2, m.twos-n.twos)
	return a.Cmp(b) == 0
}
