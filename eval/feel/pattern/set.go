package pattern

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// set is a set of characters: the first and last of each range in turn. It is
// normal when the ranges are in order and apart; nil is no set, the empty one
// is not nil.
type set []rune

const maxRune = unicode.MaxRune

// normal sorts the ranges and joins those that touch.
func (s set) normal() set {
	type span struct{ low, high rune }
	spans := make([]span, 0, len(s)/2)
	for i := 0; i < len(s); i += 2 {
		spans = append(spans, span{s[i], s[i+1]})
	}
	slices.SortFunc(spans, func(a, b span) int { return int(a.low - b.low) })
	out := set{}
	for _, x := range spans {
		if n := len(out); n > 0 && x.low <= out[n-1]+1 {
			out[n-1] = max(out[n-1], x.high)
		} else {
			out = append(out, x.low, x.high)
		}
	}
	return out
}

// negated is all characters that a normal set has not.
func (s set) negated() set {
	out := set{}
	next := rune(0)
	for i := 0; i < len(s); i += 2 {
		if next < s[i] {
			out = append(out, next, s[i]-1)
		}
		next = s[i+1] + 1
	}
	if next <= maxRune {
		out = append(out, next, maxRune)
	}
	return out
}

// minus is what the normal set s has and t has not.
func (s set) minus(t set) set {
	if len(t) == 0 {
		return s
	}
	return append(s.negated(), t...).normal().negated()
}

// The characters between which all that have case lie.
const (
	minCased = 0x41
	maxCased = 0x1E943
)

// folded adds the case variants of a set.
func (s set) folded() set {
	out := slices.Clone(s)
	for i := 0; i < len(s); i += 2 {
		if s[i] <= minCased && s[i+1] >= maxCased {
			continue // it has all variants
		}
		for r := max(s[i], minCased); r <= min(s[i+1], maxCased); r++ {
			for v := unicode.SimpleFold(r); v != r; v = unicode.SimpleFold(v) {
				out = append(out, v, v)
			}
		}
	}
	return out.normal()
}

// write spells the set in the syntax of RE2.
func (s set) write(b *strings.Builder) {
	if len(s) == 0 {
		b.WriteString(`[^\x{0}-\x{10FFFF}]`)
		return
	}
	b.WriteByte('[')
	for i := 0; i < len(s); i += 2 {
		writeRune(b, s[i])
		if s[i] != s[i+1] {
			b.WriteByte('-')
			writeRune(b, s[i+1])
		}
	}
	b.WriteByte(']')
}

func writeRune(b *strings.Builder, r rune) {
	b.WriteString(`\x{`)
	b.WriteString(strconv.FormatInt(int64(r), 16))
	b.WriteByte('}')
}

// escapeSet is the set that an escape of one letter stands for, or nil (XML Schema Part 2, F.1.1).
func escapeSet(r rune) set {
	switch r {
	case 's':
		return set{'\t', '\n', '\r', '\r', ' ', ' '}
	case 'd':
		return categorySet("Nd")
	case 'w': // all but punctuation, separators and others
		return tables(unicode.L, unicode.M, unicode.N, unicode.S)
	case 'i':
		return nameStart()
	case 'c':
		return append(nameStart(), '-', '.', '0', '9', 0xB7, 0xB7, 0x300, 0x36F, 0x203F, 0x2040).normal()
	case 'S', 'D', 'W', 'I', 'C':
		return escapeSet(unicode.ToLower(r)).negated()
	}
	return nil
}

// nameStart is the first characters of names (XML 1.0, fifth edition, production 4).
func nameStart() set {
	return set{
		':', ':', 'A', 'Z', '_', '_', 'a', 'z', 0xC0, 0xD6, 0xD8, 0xF6, 0xF8, 0x2FF, 0x370, 0x37D, 0x37F, 0x1FFF, 0x200C, 0x200D,
		0x2070, 0x218F, 0x2C00, 0x2FEF, 0x3001, 0xD7FF, 0xF900, 0xFDCF, 0xFDF0, 0xFFFD, 0x10000, 0xEFFFF,
	}
}

// categorySet is a general category of Unicode such as L or Lu, or nil. Of the
// categories of Unicode, XML Schema leaves out the surrogates.
func categorySet(name string) set {
	const letters = "LMNPZSC"
	if len(name) == 0 || len(name) > 2 || !strings.Contains(letters, name[:1]) || name == "Cs" || name == "LC" {
		return nil
	}
	t, ok := unicode.Categories[name]
	if !ok {
		return nil
	}
	return tables(t)
}

// tables joins tables of package unicode.
func tables(ts ...*unicode.RangeTable) set {
	out := set{}
	add := func(low, high, stride rune) {
		if stride == 1 {
			out = append(out, low, high)
			return
		}
		for r := low; r <= high; r += stride {
			out = append(out, r, r)
		}
	}
	for _, t := range ts {
		for _, r := range t.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return out.normal()
}
