// Package pattern holds the regular expressions of FEEL: those of XPath, which
// are those of XML Schema with anchors, reluctant quantifiers, groups and
// back-references (DMN 1.5, 10.3.4.3; XQuery and XPath Functions and Operators,
// 7.6.1; XML Schema Part 2, appendix F).
//
// A pattern is translated to the syntax of RE2 and runs on package regexp, in
// time linear in the text. Where RE2 has no equal (a back-reference; ^ by lines
// before a newline that ends the text), the compiled program is walked with
// backtracking instead. All work is counted and bounded by the caller.
package pattern

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// Bounds on what a pattern may be, so that no document can exhaust the process.
const (
	maxPattern      = 4_000   // bytes of a pattern
	maxTranslation  = 1 << 20 // bytes of its translation
	maxInstructions = 20_000  // of its program
	maxSpans        = 1 << 21 // spans kept of one search: matches times groups
	workPerStep     = 64      // instructions of the linear engine that count as one step
)

// ErrStopped says that the caller allowed no more work.
var ErrStopped = errors.New("the search was stopped")

// Spend is asked before work is done: it counts steps and reports whether the
// search may go on.
type Spend func(steps int) bool

// Pattern is a compiled regular expression. It is immutable and safe for
// concurrent use.
type Pattern struct {
	source    string
	linear    *regexp.Regexp // nil where only backtracking finds the matches
	prog      *syntax.Prog
	size      int   // bytes of the translation
	groups    []int // the group of the program that each group of the pattern is; 0 is the whole match
	fold      bool  // case does not count
	lineStart bool  // ^ by lines occurs
	refs      bool  // back-references occur
}

// Compile reads a pattern with the flags s (a dot matches newlines), m (^ and $
// match at lines), i (case does not count) and x (white space in the pattern
// does not count). The error is a sentence without its full stop.
func Compile(source, flags string) (*Pattern, error) {
	f, err := parseFlags(flags)
	if err != nil {
		return nil, err
	}
	if len(source) > maxPattern {
		return nil, fmt.Errorf("the pattern has %d bytes; at most %d are allowed", len(source), maxPattern)
	}
	t, err := translate(source, f)
	if err != nil {
		return nil, refuse(source, err)
	}
	if t.out.Len() > maxTranslation {
		return nil, refuse(source, errTooLarge)
	}
	tree, err := syntax.Parse(t.out.String(), syntax.Perl)
	if err != nil {
		return nil, refuse(source, engineError(err))
	}
	p := &Pattern{source: source, groups: t.groups, size: t.out.Len(), fold: f.caseless, lineStart: t.lineStart, refs: t.refs}
	if p.prog, err = syntax.Compile(tree.Simplify()); err != nil {
		return nil, refuse(source, engineError(err))
	}
	if len(p.prog.Inst) > maxInstructions {
		return nil, refuse(source, errTooLarge)
	}
	if !t.refs {
		if p.linear, err = regexp.Compile(t.out.String()); err != nil {
			return nil, refuse(source, engineError(err))
		}
	}
	return p, nil
}

type flags struct{ dotAll, byLines, caseless, spaced bool }

func parseFlags(s string) (f flags, err error) {
	for _, r := range s {
		switch r {
		case 's':
			f.dotAll = true
		case 'm':
			f.byLines = true
		case 'i':
			f.caseless = true
		case 'x':
			f.spaced = true
		default:
			return f, fmt.Errorf("%q is no flag of a pattern: flags are s, m, i and x", r)
		}
	}
	return f, nil
}

var errTooLarge = errors.New("it is too large when its repetitions are written out")

func refuse(source string, why error) error {
	return fmt.Errorf("%s is no pattern: %w", quote(source), why)
}

// quote shows a text in an error, cut where it is long. Backslashes stay as they
// are written in a pattern.
func quote(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) > most {
		return `"` + string([]rune(s)[:most]) + `…"`
	}
	return `"` + s + `"`
}

// engineError words what the linear engine refuses of a translated pattern.
func engineError(err error) error {
	var e *syntax.Error
	if errors.As(err, &e) {
		switch e.Code {
		case syntax.ErrNestingDepth:
			return errors.New("its groups nest too deeply")
		case syntax.ErrInvalidRepeatSize:
			return errRepeat
		case syntax.ErrLarge:
			return errTooLarge
		}
	}
	return err
}

// Size tells how much work compiling was and how much memory the pattern takes,
// roughly: instructions and bytes.
func (p *Pattern) Size() int { return len(p.prog.Inst) + p.size }

// Match reports whether the pattern matches anywhere in s.
func (p *Pattern) Match(s string, spend Spend) (bool, error) {
	if p.walked(s) {
		w := walker{p: p, text: s, spend: spend}
		found, err := w.find(0)
		return found != nil, err
	}
	if !p.pay(s, spend, 1) {
		return false, ErrStopped
	}
	return p.linear.MatchString(s), nil
}

// walked reports whether matches in s must be found by backtracking: RE2's ^ by
// lines also matches after a newline that ends the text, XPath's does not.
func (p *Pattern) walked(s string) bool {
	return p.refs || p.lineStart && strings.HasSuffix(s, "\n")
}

// pay counts a search by the linear engine, which keeps so many spans a thread.
func (p *Pattern) pay(s string, spend Spend, spans int) bool {
	return spend(1 + len(s)*len(p.prog.Inst)/workPerStep*spans)
}

// all finds the matches from left to right. Each has two byte offsets a group,
// -1 for a group that took no part.
func (p *Pattern) all(s string, spend Spend) ([][]int, error) {
	limit := maxSpans/len(p.groups) + 1
	var found [][]int
	if p.walked(s) {
		w := walker{p: p, text: s, spend: spend}
		for from := 0; len(found) <= limit; {
			m, err := w.find(from)
			if err != nil {
				return nil, err
			}
			if m == nil {
				return found, nil
			}
			found = append(found, m)
			from = m[1] // a pattern that matches nothing is refused before
		}
	} else {
		if !p.pay(s, spend, len(p.groups)) {
			return nil, ErrStopped
		}
		found = p.linear.FindAllStringSubmatchIndex(s, limit)
	}
	if len(found) >= limit {
		return nil, fmt.Errorf("%s matches more than %d times, which is more than is allowed", quote(p.source), limit-1)
	}
	return found, nil
}

// nonEmpty refuses a pattern that matches the empty text: where to replace or
// split would not be defined (Functions and Operators, err:FORX0003).
func (p *Pattern) nonEmpty(spend Spend) error {
	empty, err := p.Match("", spend)
	if err == nil && empty {
		err = fmt.Errorf("%s also matches the empty text, so where it matches is not defined; a pattern that replaces or splits must match at least one character", quote(p.source))
	}
	return err
}

// Replace puts replacement in place of every match. In it $1 to $9… stand for
// what the groups matched, $0 for the whole match, \$ for a dollar sign and \\
// for a backslash. A result of more than limit bytes is an error.
func (p *Pattern) Replace(s, replacement string, limit int, spend Spend) (string, error) {
	parts, err := p.parseReplacement(replacement)
	if err != nil {
		return "", err
	}
	if err := p.nonEmpty(spend); err != nil {
		return "", err
	}
	matches, err := p.all(s, spend)
	if err != nil || len(matches) == 0 {
		return s, err
	}
	var b strings.Builder
	at := 0
	for _, m := range matches {
		b.WriteString(s[at:m[0]])
		for _, part := range parts {
			b.WriteString(part.text)
			if part.group >= 0 && m[2*part.group] >= 0 {
				b.WriteString(s[m[2*part.group]:m[2*part.group+1]])
			}
		}
		if at = m[1]; b.Len() > limit {
			return "", fmt.Errorf("the text would be longer than is allowed (%d bytes)", limit)
		}
		if !spend(len(parts)) {
			return "", ErrStopped
		}
	}
	b.WriteString(s[at:])
	if b.Len() > limit {
		return "", fmt.Errorf("the text would be longer than is allowed (%d bytes)", limit)
	}
	return b.String(), nil
}

// part is a piece of a replacement: a text, then what a group matched.
type part struct {
	text  string
	group int // -1: none
}

// parseReplacement reads a replacement text (Functions and Operators, 7.6.3).
func (p *Pattern) parseReplacement(s string) ([]part, error) {
	var parts []part
	var text strings.Builder
	most := len(p.groups) - 1
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\':
			if i++; i == len(s) || s[i] != '\\' && s[i] != '$' {
				return nil, fmt.Errorf(`the replacement %s has a \ before something else than \ or $; a backslash is written \\`, quote(s))
			}
			text.WriteByte(s[i])
		case c == '$':
			n, digits := 0, 0
			for i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' {
				next := n*10 + int(s[i+1]-'0')
				if digits > 0 && next > most {
					break // the digit is text: only so many groups exist
				}
				n, digits, i = next, digits+1, i+1
			}
			if digits == 0 {
				return nil, fmt.Errorf(`the replacement %s has a $ that no number of a group follows; a dollar sign is written \$`, quote(s))
			}
			group := n
			if n > most {
				group = -1 // a group that does not exist matched nothing
			}
			parts = append(parts, part{text.String(), group})
			text.Reset()
		default:
			text.WriteByte(c)
		}
	}
	if text.Len() > 0 {
		parts = append(parts, part{text.String(), -1})
	}
	return parts, nil
}

// Split returns the texts between the matches: one more than there are matches.
func (p *Pattern) Split(s string, spend Spend) ([]string, error) {
	if err := p.nonEmpty(spend); err != nil {
		return nil, err
	}
	matches, err := p.all(s, spend)
	if err != nil {
		return nil, err
	}
	out := make([]string, 0, len(matches)+1)
	at := 0
	for _, m := range matches {
		out = append(out, s[at:m[0]])
		at = m[1]
	}
	return append(out, s[at:]), nil
}

// String is the pattern as it was written.
func (p *Pattern) String() string { return p.source }
