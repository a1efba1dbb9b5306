package units

import (
	"maps"
	"math/big"
)

// measure is the size of a unit in base units.
type measure struct {
	base    map[string]int // exponents of base units, without zeros
	size    *big.Rat       // of the rational part
	pi      int            // exponent of π
	scale   string         // of a special unit: its code, as two scales are never alike
	unknown bool           // the table does not tell the size of a part
}

// measure returns the size of a unit.
func (u Unit) measure() measure {
	m := measure{base: map[string]int{}, size: big.NewRat(1, 1)}
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
			if f, ok := new(big.Rat).SetString(c.factor); ok {
				m.multiply(f, e)
			}
			continue
		}
		if c.prefix != 0 {
			base := int64(10)
			if c.binary {
				base = 2
			}
			m.multiply(new(big.Rat).SetInt64(base), c.prefix*e)
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
			if size, ok := new(big.Rat).SetString(c.atom.size); ok {
				m.multiply(size, e)
			}
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

// multiply multiplies the size by f, which is above zero, to an exponent.
func (m *measure) multiply(f *big.Rat, e int) {
	if e < 0 {
		f, e = new(big.Rat).Inv(f), -e
	}
	power := big.NewInt(int64(e))
	num, den := new(big.Int).Exp(f.Num(), power, nil), new(big.Int).Exp(f.Denom(), power, nil)
	m.size.Mul(m.size, new(big.Rat).SetFrac(num, den))
}

// relation tells how two measures stand to each other.
func (m measure) relation(n measure) Relation {
	switch {
	case !maps.Equal(m.base, n.base):
		if m.unknown || n.unknown {
			return Unknown
		}
		return OtherKind
	case m.scale == n.scale && m.pi == n.pi && m.size.Cmp(n.size) == 0:
		return SameMeaning
	}
	return OtherSize
}
