package feel

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Span is a range of byte offsets in the text of an expression, half open.
type Span struct{ Start, End int }

type tokenKind uint8

const (
	endToken      tokenKind = iota // the end of the text
	numberToken                    // 12, .5, 1e3
	stringToken                    // "…"; value holds the decoded text
	atToken                        // @"…"; value holds the decoded text
	nameToken                      // a declared name, or words that none declares
	keywordToken                   // if, then, and, …
	operatorToken                  // punctuation
	badToken                       // a character that starts nothing, or an unclosed string
)

type token struct {
	kind   tokenKind
	span   Span
	text   string  // keyword, operator or name as it stands
	value  string  // decoded text
	symbol *Symbol // nameToken: the declaration, nil where there is none
}

// is reports whether the token is the given operator or keyword.
func (t token) is(text string) bool {
	return (t.kind == operatorToken || t.kind == keywordToken) && t.text == text
}

// keywords of the grammar (DMN 1.5, 10.3.1.2). `instance` counts only before `of`.
func isKeyword(w string) bool {
	switch w {
	case "if", "then", "else", "for", "return", "in", "some", "every", "satisfies", "between", "and", "or", "function", "true", "false", "null":
		return true
	}
	return false
}

// scanner cuts the text into tokens. What a name is depends on what is declared, so the parser hands it a matcher.
type scanner struct {
	text    string
	pos     int
	resolve func(pos int, head string) (*Symbol, int)
	odd     bool // names may start with characters that start no name elsewhere
}

// skipSpace moves over white space and comments; an unclosed comment runs to the end and is reported as ok = false.
func (s *scanner) skipSpace() (ok bool) {
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		switch {
		case isSpace(c):
			s.pos++
		case c == '/' && strings.HasPrefix(s.text[s.pos:], "//"):
			if i := strings.IndexByte(s.text[s.pos:], '\n'); i >= 0 {
				s.pos += i
			} else {
				s.pos = len(s.text)
			}
		case c == '/' && strings.HasPrefix(s.text[s.pos:], "/*"):
			i := strings.Index(s.text[s.pos+2:], "*/")
			if i < 0 {
				s.pos = len(s.text)
				return false
			}
			s.pos += i + 4
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s.text[s.pos:])
			if !otherSpace(r) {
				return true
			}
			s.pos += n
		default:
			return true
		}
	}
	return true
}

// otherSpace reports the white space beyond ASCII (DMN 1.5, 10.3.1.2, rule 61).
func otherSpace(r rune) bool {
	return r == 0x85 || r == 0xA0 || r == 0x1680 || r == 0x180E || r >= 0x2000 && r <= 0x200B || r == 0x2028 || r == 0x2029 ||
		r == 0x202F || r == 0x205F || r == 0x3000 || r == 0xFEFF
}

// next returns the token at the scanner's place and moves behind it.
func (s *scanner) next() token {
	if !s.skipSpace() {
		return token{kind: badToken, span: Span{s.pos, s.pos}, text: "/*"}
	}
	start := s.pos
	if start >= len(s.text) {
		return token{kind: endToken, span: Span{start, start}}
	}
	c := s.text[start]
	if asciiPart[c&0x7F] && c < utf8.RuneSelf && (c < '0' || c > '9') || c >= utf8.RuneSelf || s.odd {
		if t, ok := s.word(start); ok {
			return t
		}
	}
	switch {
	case c >= '0' && c <= '9' || c == '.' && start+1 < len(s.text) && isDigit(s.text[start+1]):
		s.pos = numberEnd(s.text, start)
		return token{kind: numberToken, span: Span{start, s.pos}, text: s.text[start:s.pos]}
	case c == '"':
		return s.str(start, start, stringToken)
	case c == '@' && start+1 < len(s.text) && s.text[start+1] == '"':
		return s.str(start, start+1, atToken)
	}
	for _, op := range operators {
		if strings.HasPrefix(s.text[start:], op) {
			s.pos = start + len(op)
			return token{kind: operatorToken, span: Span{start, s.pos}, text: op}
		}
	}
	_, n := utf8.DecodeRuneInString(s.text[start:])
	s.pos = start + n
	return token{kind: badToken, span: Span{start, s.pos}, text: s.text[start:s.pos]}
}

// operators, the longer before those they start with. != has two look-alikes that people try; the parser names them.
var operators = []string{"**", "!=", "<=", ">=", "->", "..", "==", "&&", "||", "<>", "=", "<", ">", "+", "-", "*", "/", "(", ")", "[", "]", "{", "}", ",", ":", ".", "?"}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// numberEnd returns the end of the number at text[pos:] (DMN 1.5, 10.3.1.2, rule 37).
func numberEnd(text string, pos int) int {
	for pos < len(text) && isDigit(text[pos]) {
		pos++
	}
	if pos+1 < len(text) && text[pos] == '.' && isDigit(text[pos+1]) {
		pos++
		for pos < len(text) && isDigit(text[pos]) {
			pos++
		}
	}
	if pos < len(text) && (text[pos] == 'e' || text[pos] == 'E') {
		e := pos + 1
		if e < len(text) && (text[e] == '+' || text[e] == '-') {
			e++
		}
		if e < len(text) && isDigit(text[e]) {
			for e < len(text) && isDigit(text[e]) {
				e++
			}
			return e
		}
	}
	return pos
}

// word scans a name or a keyword. The longest declared name wins; where none stands, a keyword; else the words up to
// the next keyword or declared name count as one unknown name, so that it is reported once and whole.
func (s *scanner) word(start int) (token, bool) {
	end := wordEnd(s.text, start)
	if end == start {
		_, n := utf8.DecodeRuneInString(s.text[start:])
		if !s.odd {
			return token{}, false
		}
		end = start + n
		sym, e := s.resolve(start, s.text[start:end])
		if sym == nil {
			return token{}, false
		}
		s.pos = e
		return token{kind: nameToken, span: Span{start, e}, text: s.text[start:e], symbol: sym}, true
	}
	w := s.text[start:end]
	sym, e := s.resolve(start, w)
	if sym != nil && !(e == end && isKeyword(w)) {
		s.pos = e
		return token{kind: nameToken, span: Span{start, e}, text: s.text[start:e], symbol: sym}, true
	}
	if isDigit(w[0]) {
		return token{}, false
	}
	if isKeyword(w) || w == "instance" && s.followedBy(end, "of") {
		s.pos = end
		return token{kind: keywordToken, span: Span{start, end}, text: w}, true
	}
	end = s.unknownEnd(end)
	s.pos = end
	return token{kind: nameToken, span: Span{start, end}, text: s.text[start:end]}, true
}

// unknownEnd extends a name that nothing declares over the words behind it that nothing else claims.
func (s *scanner) unknownEnd(end int) int {
	for {
		i := end
		for i < len(s.text) && isSpace(s.text[i]) {
			i++
		}
		r, _ := utf8.DecodeRuneInString(s.text[min(i, len(s.text)):])
		if i == end || i >= len(s.text) || !namePart(r) {
			return end
		}
		e := wordEnd(s.text, i)
		w := s.text[i:e]
		if isKeyword(w) || w == "instance" && s.followedBy(e, "of") || isDigit(w[0]) && numberEnd(s.text, i) > e {
			return end
		}
		if sym, _ := s.resolve(i, w); sym != nil {
			return end
		}
		end = e
	}
}

// followedBy reports whether the word w comes next behind pos.
func (s *scanner) followedBy(pos int, w string) bool {
	t := scanner{text: s.text, pos: pos}
	t.skipSpace()
	return strings.HasPrefix(s.text[t.pos:], w) && wordEnd(s.text, t.pos) == t.pos+len(w)
}

// str scans the string literal whose quote stands at quote (DMN 1.5, 10.3.1.2, rules 33 to 35).
func (s *scanner) str(start, quote int, kind tokenKind) token {
	i := quote + 1
	for i < len(s.text) && s.text[i] != '"' {
		if s.text[i] == '\\' {
			i++
		}
		i++
	}
	if i >= len(s.text) {
		s.pos = len(s.text)
		return token{kind: badToken, span: Span{start, s.pos}, text: `"`}
	}
	s.pos = i + 1
	return token{kind: kind, span: Span{start, s.pos}, text: s.text[start:s.pos], value: unescape(s.text[quote+1 : i])}
}

// unescape decodes the escapes of a string literal: \n \r \t \" \' \\ \uXXXX \UXXXXXX. A backslash before another
// character stands for itself, as regular expressions are written.
func unescape(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c != '\\' || i+1 == len(raw) {
			b.WriteByte(c)
			continue
		}
		i++
		switch raw[i] {
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case '"', '\'', '\\':
			b.WriteByte(raw[i])
		case 'u', 'U':
			r, n := hexRune(raw[i:])
			if n == 0 {
				b.WriteByte('\\')
				b.WriteByte(raw[i])
				continue
			}
			i += n - 1
			if utf16.IsSurrogate(r) && i+1 < len(raw) && raw[i+1] == '\\' {
				if low, m := hexRune(raw[i+2:]); m > 0 {
					if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
						r = pair
						i += m + 1
					}
				}
			}
			b.WriteRune(r)
		default:
			b.WriteByte('\\')
			b.WriteByte(raw[i])
		}
	}
	return b.String()
}

// hexRune reads uXXXX or UXXXXXX and returns how many bytes it took, 0 when the digits are not there.
func hexRune(s string) (rune, int) {
	n := 5
	if s == "" || s[0] != 'u' && s[0] != 'U' {
		return 0, 0
	}
	if s[0] == 'U' {
		n = 7
	}
	if len(s) < n {
		return 0, 0
	}
	var r rune
	for _, c := range []byte(s[1:n]) {
		d := strings.IndexByte("0123456789abcdef", c|0x20)
		if d < 0 {
			return 0, 0
		}
		r = r<<4 | rune(d)
	}
	return r, n
}
