// Package units reads unit codes of the Unified Code for Units of Measure (UCUM), knows the spellings that clinicians use
// in their place, and tells whether two spellings mean the same. It never converts a value (scenario-format.md, "Units").
//
// The grammar is that of UCUM's case-sensitive codes. The table of atoms is written by hand for clinical use and is not
// UCUM's own; UCUM is the work of Regenstrief Institute, Inc. and the UCUM Organization, see https://ucum.org.
package units

// Relation is how two spellings of units stand to each other.
type Relation uint8

// The relations, from the nearest to the farthest; Unknown where one of the two is no unit that is known here.
const (
	Identical   Relation = iota // the same code points
	SameMeaning                 // the same size of the same dimension: mmHg and mm[Hg], /min and 1/min, L and l
	OtherSize                   // the same dimension, another size or scale: mm[Hg] and kPa, Cel and K
	OtherKind                   // another dimension: mm[Hg] and /min
	Unknown
)

// String returns the relation in words.
func (r Relation) String() string {
	return [...]string{"identical", "same meaning", "another size", "another dimension", "unknown"}[min(r, Unknown)]
}

// Compare tells how two spellings stand to each other. A spelling that is no code of UCUM, or that clinicians use for
// something else than UCUM does, is read as [Usual] has it; where both readings make sense the nearer relation is given.
func Compare(a, b string) Relation {
	if a == b {
		return Identical
	}
	nearest := Unknown
	for _, x := range readings(a) {
		for _, y := range readings(b) {
			nearest = min(nearest, x.relation(y))
		}
	}
	return nearest
}

// readings are what a spelling can mean.
func readings(spelling string) []measure {
	var all []measure
	add := func(code string) {
		if u, err := Parse(code); err == nil {
			all = append(all, u.measure())
		}
	}
	add(spelling)
	if code, ok := Usual(spelling); ok {
		add(code)
	}
	return all
}

// Valid says whether a code is one of UCUM, as far as the table here knows its atoms.
func Valid(code string) bool {
	_, err := Parse(code)
	return err == nil
}
