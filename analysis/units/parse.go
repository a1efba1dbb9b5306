package units

import (
	"fmt"
	"strconv"
	"strings"
)

// Unit is a unit code that was read.
type Unit struct {
	components []component
}

// component is an atom with prefix and exponent, or a factor. Division is part of the exponent.
type component struct {
	atom     *atom // nil for a factor
	prefix   int   // power of ten, or of two where binary
	binary   bool
	exponent int
	factor   string // digits
}

// Error tells why a code is none of UCUM.
type Error struct {
	Offset  int    // in bytes
	Length  int    // of the part at fault, in bytes
	Message string // begins a sentence without its full stop
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// The bounds of what is read: no unit in use comes near them.
const (
	maxLength     = 200
	maxComponents = 20
	maxExponent   = 30
)

// Parse reads a case-sensitive UCUM code, by its grammar: terms of components joined by . and /, atoms with prefixes and
// exponents, whole factors, annotations in braces, parentheses. A solidus, also a leading one, divides by the component
// that follows it alone. The error is an *Error.
func Parse(code string) (Unit, error) {
	if len(code) > maxLength {
		return Unit{}, &Error{0, len(code), fmt.Sprintf("a unit of %d characters is longer than any in use", len(code))}
	}
	p := parser{text: code}
	first := 1
	if strings.HasPrefix(code, "/") {
		p.at, first = 1, -1
	}
	if err := p.term(1, first); err != nil {
		return Unit{}, err
	}
	if p.at < len(code) {
		return Unit{}, p.fail(p.at, 1, "%q closes no parenthesis", code[p.at:p.at+1])
	}
	if err := p.alone(); err != nil {
		return Unit{}, err
	}
	return Unit{p.components}, nil
}

type parser struct {
	text       string
	at         int
	components []component
}

// fail returns an *Error; the result is of that type's interface so that nil stays nil.
func (p *parser) fail(offset, length int, format string, args ...any) error {
	return &Error{offset, length, fmt.Sprintf(format, args...)}
}

// term reads components up to a closing parenthesis or the end. Those multiplied have the sign of the term, the first
// its own.
func (p *parser) term(sign, next int) error {
	for {
		if err := p.component(next); err != nil {
			return err
		}
		if p.at == len(p.text) || p.text[p.at] == ')' {
			return nil
		}
		switch p.text[p.at] {
		case '.':
			next = sign
		case '/':
			next = -sign
		default:
			return p.fail(p.at, 1, "%q needs a . or / before it", p.text[p.at:p.at+1])
		}
		p.at++
	}
}

// component reads an annotation, a factor, an atom with what belongs to it, or a term in parentheses. The depth of
// recursion is bounded by the length of a code.
func (p *parser) component(sign int) error {
	if p.at == len(p.text) {
		return p.fail(p.at, 0, "a unit is missing %s", missing(p.text))
	}
	switch c := p.text[p.at]; {
	case c == '(':
		open := p.at
		p.at++
		if err := p.term(sign, sign); err != nil {
			return err
		}
		if p.at == len(p.text) {
			return p.fail(open, 1, "the parenthesis is not closed")
		}
		p.at++
		return nil
	case c == '{':
		return p.annotation()
	case c == '.' || c == '/' || c == ')':
		return p.fail(p.at, 1, "a unit is missing before %q", string(c))
	}
	start := p.at
	for p.at < len(p.text) && !strings.ContainsRune("./(){}", rune(p.text[p.at])) {
		if p.text[p.at] == '[' { // brackets may hold any of these
			end := strings.IndexByte(p.text[p.at:], ']')
			if end < 0 {
				return p.fail(p.at, len(p.text)-p.at, "the bracket is not closed")
			}
			p.at += end
		}
		p.at++
	}
	if err := p.symbol(start, p.text[start:p.at], sign); err != nil {
		return err
	}
	if p.at < len(p.text) && p.text[p.at] == '{' {
		return p.annotation()
	}
	return nil
}

func missing(text string) string {
	if text == "" {
		return "here; a quantity without dimension has the unit 1"
	}
	return "at the end"
}

// annotation reads {anything}, which means nothing.
func (p *parser) annotation() error {
	for i := p.at + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '}':
			p.at = i + 1
			return nil
		case c < 33 || c > 126 || c == '{':
			return p.fail(i, 1, "an annotation in braces holds visible ASCII characters alone")
		}
	}
	return p.fail(p.at, len(p.text)-p.at, "the annotation is not closed")
}

// symbol reads a factor, or prefix, atom and exponent.
func (p *parser) symbol(offset int, text string, sign int) error {
	if len(p.components) == maxComponents {
		return p.fail(offset, len(text), "a unit of more than %d parts is longer than any in use", maxComponents)
	}
	body := strings.TrimRight(text, "0123456789")
	if body == "" {
		if strings.Trim(text, "0") == "" {
			return p.fail(offset, len(text), "a factor of zero measures nothing")
		}
		p.components = append(p.components, component{exponent: sign, factor: text})
		return nil
	}
	digits, exponent := text[len(body):], 1
	if digits != "" {
		if last := body[len(body)-1]; last == '-' || last == '+' {
			body = body[:len(body)-1]
		}
		n, err := strconv.Atoi(digits)
		if err != nil || n > maxExponent {
			return p.fail(offset, len(text), "the exponent of %q is above %d", text, maxExponent)
		}
		if exponent = n; text[len(body)] == '-' {
			exponent = -n
		}
	}
	c, ok := lookup(body)
	if !ok {
		return p.fail(offset, len(text), "%q is no unit of UCUM", body)
	}
	c.exponent = exponent * sign
	p.components = append(p.components, c)
	return nil
}

// lookup finds an atom, or a prefix and a metric atom: the whole symbol first, so that cd is no day and min no inch.
func lookup(symbol string) (component, bool) {
	if a := find(symbol); a != nil {
		return component{atom: a}, true
	}
	for _, prefix := range prefixes {
		rest, ok := strings.CutPrefix(symbol, prefix.code)
		if !ok {
			continue
		}
		if a := find(rest); a != nil && a.metric {
			return component{atom: a, prefix: prefix.power, binary: prefix.binary}, true
		}
	}
	return component{}, false
}

// alone says that a unit of a scale that does not start at zero takes no part in products, powers and quotients.
func (p *parser) alone() error {
	atoms := 0
	for _, c := range p.components {
		if c.atom != nil {
			atoms++
		}
	}
	for _, c := range p.components {
		if c.atom != nil && c.atom.special && (atoms > 1 || c.exponent != 1) {
			return p.fail(0, len(p.text), "%s is a scale with a zero of its own and stands in no product, quotient or power", c.atom.code)
		}
	}
	return nil
}
