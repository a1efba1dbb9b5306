package units

import (
	"strings"
	"unicode"
)

// Usual returns the UCUM code that stands for a spelling in clinical use: mm[Hg] for mmHg, /min for bpm. It knows
// spellings that UCUM does not have, and the few that it has for something that is no clinical quantity: C, which is the
// coulomb, and F, the farad: ask it before [Valid]. It returns false for other codes of UCUM and for what it cannot tell.
func Usual(text string) (string, bool) {
	for _, s := range exact {
		if s.text == text {
			return s.code, true
		}
	}
	if len(text) > maxLength || Valid(text) {
		return "", false
	}
	for _, code := range []string{whole(text), whole(plain(text)), parts(plain(text))} {
		if Valid(code) {
			return code, true
		}
	}
	return "", false
}

// whole finds the code of a spelling in the tables, or nothing.
func whole(text string) string {
	for _, s := range exact {
		if s.text == text {
			return s.code
		}
	}
	for _, s := range folded {
		if strings.EqualFold(s.text, text) {
			return s.code
		}
	}
	for _, code := range usualCodes {
		if strings.EqualFold(code, text) {
			return code
		}
	}
	return ""
}

// plain writes a spelling with the characters of UCUM: letters and digits for their typographic forms, . for a product,
// / for a quotient, no white space and no sign before an exponent.
func plain(text string) string {
	var b strings.Builder
	for _, r := range strings.ReplaceAll(text, " per ", "/") {
		ten := strings.HasSuffix(b.String(), "10")
		digit, raised := superscript(r)
		switch {
		case raised && ten:
			b.WriteByte('*')
			b.WriteByte(digit)
		case raised:
			b.WriteByte(digit)
		case unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff':
		case r == 'µ' || r == 'μ':
			b.WriteByte('u')
		case (r == '*' || r == '^') && ten:
			b.WriteRune(r)
		case r == '·' || r == '⋅' || r == '×' || r == '*':
			b.WriteByte('.')
		case r == '⁄' || r == '∕':
			b.WriteByte('/')
		case r == '^':
		default:
			b.WriteRune(r)
		}
	}
	plain := b.String()
	for _, times := range [...]string{"x10", "X10", ".10"} {
		if rest, ok := strings.CutPrefix(plain, times); ok {
			return "10" + rest
		}
	}
	return plain
}

// superscript returns the plain character of a raised one.
func superscript(r rune) (byte, bool) {
	switch {
	case r == '¹':
		return '1', true
	case r == '²' || r == '³':
		return byte(r-'²') + '2', true
	case r == '⁰' || r >= '⁴' && r <= '⁹':
		return byte(r-'⁰') + '0', true
	case r == '⁻':
		return '-', true
	}
	return 0, false
}

// parts replaces the components of a product or quotient that are no codes by those they stand for; nothing where it
// finds none for one of them.
func parts(text string) string {
	var b strings.Builder
	for text != "" {
		end, brackets := len(text), 0
		for i, r := range text {
			switch r {
			case '[', '{', '(':
				brackets++
			case ']', '}', ')':
				brackets--
			}
			if brackets <= 0 && (r == '/' || r == '.') {
				end = i
				break
			}
		}
		part := text[:end]
		if part != "" && !Valid(part) {
			body := strings.TrimRight(part, "0123456789")
			body = strings.TrimRight(body, "+-")
			code := whole(part)
			if code == "" && body != part && body != "" {
				if code = whole(body); code != "" {
					code += part[len(body):]
				}
			}
			if part = code; part == "" {
				return ""
			}
			if strings.Contains(part, "/") {
				part = "(" + part + ")"
			}
		}
		b.WriteString(part)
		if end < len(text) {
			b.WriteByte(text[end])
			end++
		}
		text = text[end:]
	}
	return b.String()
}
