package pattern

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// Limits of the engines.
const (
	maxRepeat     = 1000   // RE2 repeats no more often
	maxGroups     = 100    // that capture
	maxClassDepth = 50     // of subtractions in subtractions
	firstRef      = 0xD800 // surrogates, which no text holds, stand for back-references in the program
)

var errRepeat = fmt.Errorf("it repeats something more than %d times, which the engine (RE2) does not do", maxRepeat)

// translator turns an XPath pattern into the syntax of RE2.
type translator struct {
	flags
	src []rune
	pos int
	out strings.Builder

	groups     []int // the group of the program for each group of the pattern
	closed     []bool
	open       []int // the groups that are open, 0 for one that does not capture
	programs   int   // groups of the program so far
	repeatable bool  // something stands before that a quantifier can repeat
	refs       bool
	lineStart  bool
}

// translate reads the whole pattern.
func translate(source string, f flags) (*translator, error) {
	t := &translator{flags: f, src: []rune(source), groups: []int{0}, closed: []bool{false}}
	if f.spaced {
		t.src = withoutSpace(t.src)
	}
	for t.pos < len(t.src) {
		if err := t.piece(); err != nil {
			return nil, err
		}
	}
	if len(t.open) > 0 {
		return nil, errors.New("a ( is never closed")
	}
	return t, nil
}

// withoutSpace drops white space outside character classes (flag x).
func withoutSpace(src []rune) []rune {
	out := make([]rune, 0, len(src))
	depth, escaped := 0, false
	for _, r := range src {
		if depth == 0 && (r == ' ' || r == '\t' || r == '\n' || r == '\r') {
			continue
		}
		switch {
		case escaped:
			escaped = false
		case r == '\\':
			escaped = true
		case r == '[':
			depth++
		case r == ']' && depth > 0:
			depth--
		}
		out = append(out, r)
	}
	return out
}

// piece reads one part of the pattern.
func (t *translator) piece() error {
	switch r := t.src[t.pos]; r {
	case '\\':
		return t.escape()
	case '[':
		s, err := t.class(0)
		if err == nil {
			t.set(s)
		}
		return err
	case '(':
		return t.openGroup()
	case ')':
		return t.closeGroup()
	case '?', '*', '+', '{':
		return t.quantifier()
	case ']', '}':
		return fmt.Errorf(`the %c at character %d closes nothing; as a character it is written \%c`, r, t.pos+1, r)
	case '|':
		t.out.WriteByte('|')
		t.repeatable = false
	case '^':
		t.anchor(`\A`, `(?m:^)`)
		t.lineStart = t.lineStart || t.byLines
	case '$':
		t.anchor(`\z`, `(?m:$)`)
	case '.':
		if t.dotAll {
			t.atom(`(?s:.)`)
		} else {
			t.atom(`[^\n\r]`)
		}
	default:
		t.literal(r)
	}
	t.pos++
	return nil
}

func (t *translator) atom(s string) {
	t.out.WriteString(s)
	t.repeatable = true
}

func (t *translator) anchor(ofText, ofLine string) {
	if t.byLines {
		t.atom(ofLine)
	} else {
		t.atom(ofText)
	}
}

// literal writes a character, with its case variants where case does not count.
func (t *translator) literal(r rune) {
	if t.caseless && unicode.SimpleFold(r) != r {
		t.set(set{r, r}.folded())
		return
	}
	t.atom(regexp.QuoteMeta(string(r)))
}

// set writes a set of characters.
func (t *translator) set(s set) {
	s.write(&t.out)
	t.repeatable = true
}

// escape reads what a backslash begins outside a character class.
func (t *translator) escape() error {
	if t.pos+1 < len(t.src) {
		if d := t.src[t.pos+1]; d >= '1' && d <= '9' {
			return t.backReference()
		}
	}
	at := t.pos
	r, s, err := t.escaped()
	short := shortEscape(string(t.src[at:t.pos]))
	switch {
	case err != nil:
		return err
	case s != nil && short != "":
		t.atom(short)
	case s != nil:
		t.set(s)
	default:
		t.literal(r)
	}
	return nil
}

// shortEscape is the same set as an escape in the syntax of RE2, where that is
// shorter than the ranges.
func shortEscape(escape string) string {
	switch escape {
	case `\d`:
		return `\p{Nd}`
	case `\D`:
		return `\P{Nd}`
	case `\w`:
		return `[\pL\pM\pN\pS]`
	case `\W`:
		return `[^\pL\pM\pN\pS]`
	}
	if len(escape) <= len(`\p{Lu}`) && (strings.HasPrefix(escape, `\p`) || strings.HasPrefix(escape, `\P`)) {
		return escape
	}
	return ""
}

// backReference reads \1 and the like: the longest number of a group that exists.
func (t *translator) backReference() error {
	at := t.pos
	n := int(t.src[t.pos+1] - '0')
	for t.pos += 2; t.pos < len(t.src) && t.src[t.pos] >= '0' && t.src[t.pos] <= '9'; t.pos++ {
		next := n*10 + int(t.src[t.pos]-'0')
		if next >= len(t.groups) {
			break
		}
		n = next
	}
	if n >= len(t.groups) || !t.closed[n] {
		return fmt.Errorf(`\%d at character %d refers back to a group that is not closed before it`, n, at+1)
	}
	// a group of its own keeps the program's optimiser from merging it with its neighbours
	t.programs++
	t.refs = true
	t.atom(fmt.Sprintf(`(\x{%X})`, firstRef+n))
	return nil
}

// openGroup reads ( or (?: and names what RE2 or XPath lacks.
func (t *translator) openGroup() error {
	group := 0
	t.repeatable = false
	if t.pos+1 < len(t.src) && t.src[t.pos+1] == '?' {
		var kind rune
		if t.pos+2 < len(t.src) {
			kind = t.src[t.pos+2]
		}
		switch kind {
		case ':':
			t.out.WriteString("(?:")
			t.pos += 3
			t.open = append(t.open, group)
			return nil
		case '=', '!', '<':
			return fmt.Errorf("(?%c at character %d looks ahead or behind, or names a group, which neither XPath nor the engine (RE2) does", kind, t.pos+1)
		}
		return fmt.Errorf("(?%c at character %d is no group of XPath: groups begin with ( or (?:, and flags are an argument of their own", kind, t.pos+1)
	}
	if len(t.groups) > maxGroups {
		return fmt.Errorf("it has more than %d groups", maxGroups)
	}
	group = len(t.groups)
	t.programs++
	t.groups = append(t.groups, t.programs)
	t.closed = append(t.closed, false)
	t.open = append(t.open, group)
	t.out.WriteByte('(')
	t.pos++
	return nil
}

func (t *translator) closeGroup() error {
	if len(t.open) == 0 {
		return fmt.Errorf(`the ) at character %d closes nothing; as a character it is written \)`, t.pos+1)
	}
	t.closed[t.open[len(t.open)-1]] = true // index 0, for groups that do not capture, is never asked
	t.open = t.open[:len(t.open)-1]
	t.atom(")")
	t.pos++
	return nil
}

// quantifier reads ?, *, +, {n}, {n,} or {n,m}, and the ? that makes it reluctant.
func (t *translator) quantifier() error {
	if !t.repeatable {
		return fmt.Errorf(`the %c at character %d has nothing to repeat; as a character it is written \%c`, t.src[t.pos], t.pos+1, t.src[t.pos])
	}
	if t.src[t.pos] == '{' {
		if err := t.counts(); err != nil {
			return err
		}
	} else {
		t.out.WriteRune(t.src[t.pos])
		t.pos++
	}
	if t.pos < len(t.src) && t.src[t.pos] == '?' {
		t.out.WriteByte('?')
		t.pos++
	}
	t.repeatable = false
	return nil
}

// counts reads {n}, {n,} or {n,m}.
func (t *translator) counts() error {
	at := t.pos
	t.pos++
	low, ok := t.count()
	high, bounded := low, true
	if ok && t.pos < len(t.src) && t.src[t.pos] == ',' {
		t.pos++
		high, bounded = t.count()
	}
	if !ok || t.pos >= len(t.src) || t.src[t.pos] != '}' {
		return fmt.Errorf(`the { at character %d begins no count such as {2}, {2,} or {2,5}; as a character it is written \{`, at+1)
	}
	t.pos++
	switch {
	case low > maxRepeat || bounded && high > maxRepeat:
		return errRepeat
	case bounded && low > high:
		return fmt.Errorf("the count at character %d goes from %d to %d, the wrong way round", at+1, low, high)
	}
	t.out.WriteString(string(t.src[at:t.pos]))
	return nil
}

// count reads a number; what is too large to matter is cut to maxRepeat + 1.
func (t *translator) count() (n int, ok bool) {
	for t.pos < len(t.src) && t.src[t.pos] >= '0' && t.src[t.pos] <= '9' {
		n = min(n*10+int(t.src[t.pos]-'0'), maxRepeat+1)
		t.pos++
		ok = true
	}
	return n, ok
}

// escaped reads an escape that stands for a character or, then s is not nil,
// for a set of characters (XML Schema Part 2, F.1.1).
func (t *translator) escaped() (r rune, s set, err error) {
	at := t.pos
	if t.pos++; t.pos >= len(t.src) {
		return 0, nil, errors.New(`it ends in a \ that escapes nothing; a backslash is written \\`)
	}
	r = t.src[t.pos]
	t.pos++
	switch r {
	case 'n':
		return '\n', nil, nil
	case 'r':
		return '\r', nil, nil
	case 't':
		return '\t', nil, nil
	case '\\', '|', '.', '-', '^', '$', '?', '*', '+', '{', '}', '(', ')', '[', ']':
		return r, nil, nil
	case 'p', 'P':
		s, err = t.property(at)
		if r == 'P' {
			s = s.negated()
		}
		return 0, s, err
	}
	if s = escapeSet(r); s != nil {
		return 0, s, nil
	}
	return 0, nil, fmt.Errorf(`\%c at character %d is no escape of XPath patterns%s`, r, at+1, escapeHint(r))
}

// escapeHint says what to write for an escape of other dialects.
func escapeHint(r rune) string {
	switch r {
	case 'b', 'B':
		return ": they know no word boundaries"
	case 'A':
		return "; the start of the text is ^"
	case 'z', 'Z':
		return "; the end of the text is $"
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return " here: back-references stand outside of [ ] and count from 1"
	case '/', ' ', '"', '\'', ',', ';', ':', '@', '#', '%', '&', '=', '!', '<', '>', '~', '_':
		return fmt.Sprintf(": %c needs none", r)
	}
	return ""
}

// property reads {L}, {Lu} or {IsBasicLatin} after \p or \P.
func (t *translator) property(at int) (set, error) {
	end := t.pos
	for end < len(t.src) && t.src[end] != '}' {
		end++
	}
	if end == len(t.src) || t.src[t.pos] != '{' {
		return nil, fmt.Errorf(`\%c at character %d needs a category or block in braces, such as \p{Lu}`, t.src[at+1], at+1)
	}
	name := string(t.src[t.pos+1 : end])
	t.pos = end + 1
	if block, ok := strings.CutPrefix(name, "Is"); ok {
		if s := blockSet(block); s != nil {
			return s, nil
		}
		return nil, fmt.Errorf("%s at character %d names no block of Unicode that is known here", quote(name), at+1)
	}
	if s := categorySet(name); s != nil {
		return s, nil
	}
	return nil, fmt.Errorf("%s at character %d names no category of Unicode", quote(name), at+1)
}

// class reads a character class from its [ to its ].
func (t *translator) class(depth int) (set, error) {
	start := t.pos
	t.pos++
	negated := t.at(0) == '^'
	if negated {
		t.pos++
	}
	var s, minus set
	for first := true; ; first = false {
		r := t.at(0)
		switch {
		case r == 0 && t.pos >= len(t.src):
			return nil, fmt.Errorf(`the [ at character %d is never closed; as a character it is written \[`, start+1)
		case r == ']' && first:
			return nil, fmt.Errorf(`the class at character %d is empty; as a character ] is written \]`, start+1)
		case r == '[':
			return nil, fmt.Errorf(`the [ at character %d stands in a class; as a character it is written \[`, t.pos+1)
		case r == '-' && t.at(1) == '[' && !first:
			if depth == maxClassDepth {
				return nil, fmt.Errorf("its classes subtract from each other more than %d deep", maxClassDepth)
			}
			t.pos++
			var err error
			if minus, err = t.class(depth + 1); err != nil {
				return nil, err
			}
			if t.at(0) != ']' {
				return nil, fmt.Errorf("the class at character %d goes on after its subtraction", start+1)
			}
			fallthrough
		case r == ']':
			t.pos++
			s = s.normal()
			if negated {
				s = s.negated()
			}
			return s.minus(minus), nil
		}
		if err := t.classItem(&s); err != nil {
			return nil, err
		}
	}
}

// classItem reads a character, a range or an escape inside a class.
func (t *translator) classItem(s *set) error {
	at := t.pos
	low, many, err := t.classChar()
	if err != nil {
		return err
	}
	if many != nil {
		*s = append(*s, many...)
		return nil
	}
	high := low
	if next := t.at(1); t.at(0) == '-' && next != ']' && next != '[' && t.pos+1 < len(t.src) {
		t.pos++
		if high, many, err = t.classChar(); err != nil {
			return err
		}
		if many != nil || high < low {
			return fmt.Errorf("the range at character %d does not go from a character to a later one", at+1)
		}
	}
	one := set{low, high}
	if t.caseless {
		one = one.folded()
	}
	*s = append(*s, one...)
	return nil
}

func (t *translator) classChar() (rune, set, error) {
	if t.src[t.pos] == '\\' {
		return t.escaped()
	}
	t.pos++
	return t.src[t.pos-1], nil, nil
}

// at returns the character n further on, 0 beyond the end.
func (t *translator) at(n int) rune {
	if t.pos+n < len(t.src) {
		return t.src[t.pos+n]
	}
	return 0
}
