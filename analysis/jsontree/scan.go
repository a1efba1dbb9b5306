package jsontree

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// inWord tells the bytes that words and numbers are made of, right or wrong.
func inWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80 || c == '_' || c == '$'
}

// skip moves over white space, and over comments, which it reports.
func (p *parser) skip() {
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case ' ', '\n', '\t', '\r':
			p.pos++
		case '/', '#':
			end := p.comment()
			if end == p.pos {
				return
			}
			p.report(Comment, p.pos, end, "This is a comment. JSON has none: put the remark in a text member, or remove it.")
			p.pos = end
		case '\v', '\f', 0xC2, 0xE2, 0xE3, 0xEF:
			end := p.oddSpace()
			if end == p.pos {
				return
			}
			p.once(BadCharacter, p.pos, end, "This is a white-space character that JSON does not know. Use spaces, tabs and line breaks.")
			p.pos = end
		default:
			return
		}
	}
}

// comment is the end of the comment at pos, or pos when there is none. One
// that is never closed ends with its line, so that the rest can be read.
func (p *parser) comment() int {
	rest := p.text[p.pos:]
	switch {
	case rest[0] == '#' && p.lostOpening(p.pos) > 0:
		return p.pos
	case rest[0] == '#' || bytes.HasPrefix(rest, []byte("//")):
	case bytes.HasPrefix(rest, []byte("/*")):
		if !p.noBlockEnd {
			if i := bytes.Index(rest[2:], []byte("*/")); i >= 0 {
				return p.pos + 2 + i + 2
			}
			p.noBlockEnd = true
		}
	default:
		return p.pos
	}
	return p.lineEnd(p.pos)
}

func (p *parser) lineEnd(from int) int {
	if i := bytes.IndexAny(p.text[from:], "\r\n"); i >= 0 {
		return from + i
	}
	return len(p.text)
}

// oddSpace is the end of the run of white space outside JSON's at pos: form
// feeds, no-break and zero-width spaces, byte order marks.
func (p *parser) oddSpace() int {
	end := p.pos
	for end < len(p.text) {
		r, size := utf8.DecodeRune(p.text[end:])
		switch {
		case r == ' ' || r == '\n' || r == '\t' || r == '\r':
			return end
		case !oddBlank(r):
			return end
		}
		end += size
	}
	return end
}

func oddBlank(r rune) bool {
	return unicode.IsSpace(r) || r == '\u200b' || r == '\u2060' || r == '\ufeff'
}

// stringEnd is the offset of the first byte at or after i that is a quotation
// mark, a backslash or a control character, or the length of the text. It
// looks at eight bytes at once: the borrow of a byte-wise subtraction shows in
// the top bit, and only bytes below the first hit can be hit by mistake of a
// borrow from it, which does not matter since the lowest one is taken.
func stringEnd(text []byte, i int) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(text); i += 8 {
		w := binary.LittleEndian.Uint64(text[i:])
		quote := w ^ ones*'"'
		slash := w ^ ones*'\\'
		hit := ((quote-ones)&^quote | (slash-ones)&^slash | (w-ones*0x20)&^w) & tops
		if hit != 0 {
			return i + bits.TrailingZeros64(hit)/8
		}
	}
	for ; i < len(text); i++ {
		if c := text[i]; c == '"' || c == '\\' || c < 0x20 {
			return i
		}
	}
	return len(text)
}

// str reads the string at pos, which is a quotation mark.
func (p *parser) str(key bool) *Node {
	start := p.pos
	i := stringEnd(p.text, start+1)
	if i >= len(p.text) || p.text[i] != '"' || !p.valid {
		return p.hardString(start, i, key)
	}
	n := p.node(String, start, i+1)
	p.pos = i + 1
	if p.pos < len(p.text) && inWord(p.text[p.pos]) {
		p.strayQuote(n, key)
	}
	return n
}

// hardString reads a string with escapes, with faults, or without an end.
func (p *parser) hardString(start, i int, key bool) *Node {
	n := p.node(String, start, start)
	firstBreak, breakErrors := -1, 0
	for {
		i = stringEnd(p.text, i)
		if i >= len(p.text) {
			break
		}
		c := p.text[i]
		if c == '"' {
			if firstBreak >= 0 {
				p.report(ControlCharacter, firstBreak, firstBreak+1, `A string ends on the line it starts on. A line break in it is written \n.`)
			}
			n.end = uint32(i + 1)
			p.pos = i + 1
			p.checkUTF8(n)
			if p.pos < len(p.text) && inWord(p.text[p.pos]) {
				p.strayQuote(n, key)
			}
			return n
		}
		switch {
		case c == '\\':
			n.flags |= decodes
			i = p.escape(i)
		case c == '\n' || c == '\r':
			if firstBreak < 0 {
				firstBreak, breakErrors = i, len(p.tree.Errors)
			}
			next, ok := p.continues(i)
			if key || !ok {
				p.tree.Errors = p.tree.Errors[:breakErrors]
				p.unclosedString(n, firstBreak, key)
				return n
			}
			i = next
		default:
			end := i + 1
			for end < len(p.text) && p.text[end] < 0x20 && p.text[end] != '\n' && p.text[end] != '\r' {
				end++
			}
			p.report(ControlCharacter, i, end, "A control character in a string is written as an escape: "+escapes(p.text[i:end])+".")
			i = end
		}
	}
	end := len(p.text)
	if firstBreak >= 0 {
		p.tree.Errors = p.tree.Errors[:breakErrors]
		end = firstBreak
	}
	p.unclosedString(n, end, key)
	return n
}

// escapes shows the first control characters as they are written in JSON.
func escapes(control []byte) string {
	more := ""
	if len(control) > 4 {
		control, more = control[:4], "…"
	}
	quoted := EncodeString(string(control))
	return quoted[1:len(quoted)-1] + more
}

// checkUTF8 reports the first bytes of a string that are no UTF-8.
func (p *parser) checkUTF8(n *Node) {
	if p.valid || utf8.Valid(p.text[n.start:n.end]) {
		return
	}
	n.flags |= decodes
	for i := int(n.start); i < int(n.end); {
		r, size := utf8.DecodeRune(p.text[i:n.end])
		if r == utf8.RuneError && size == 1 {
			end := i + 1
			for end < int(n.end) && p.text[end]&0xC0 == 0x80 {
				end++
			}
			p.report(BadUTF8, i, end, "These bytes are no UTF-8. JSON files are UTF-8 (RFC 8259, section 8.1).")
			return
		}
		i += size
	}
}

// escape reads the backslash at i and what it escapes (RFC 8259, section 7),
// and gives the offset after it.
func (p *parser) escape(i int) int {
	if i+1 >= len(p.text) {
		return i + 1
	}
	switch c := p.text[i+1]; c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2
	case '\n', '\r', '\t', 0:
		return i + 1 // the control character is the fault
	case 'u':
		end := i + 2
		for end < len(p.text) && end < i+6 && isHex(p.text[end]) {
			end++
		}
		if end < i+6 {
			p.report(BadEscape, i, end, `\u takes four hexadecimal digits, as in \u00e9; `+[...]string{"none is", "one is", "two are", "three are"}[end-i-2]+" here.")
		}
		return end
	default:
		_, size := utf8.DecodeRune(p.text[i+1:])
		p.report(BadEscape, i, i+1+size, `"`+excerpt(p.text[i:i+1+size])+`" is no escape of JSON: \" \\ \/ \b \f \n \r \t and \u with four digits are. A backslash itself is written \\.`)
		return i + 1 + size
	}
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// number reads the number at pos (RFC 8259, section 6), which starts with a
// digit or a minus sign.
func (p *parser) number() {
	end, ok := numberEnd(p.text, p.pos)
	if !ok || end < len(p.text) && (inWord(p.text[end]) || p.text[end] == '.' || p.text[end] == '+' || p.text[end] == '-') {
		p.badValue()
		return
	}
	if end < len(p.text) && (p.text[end] == ' ' && p.wordFollows(end) || p.text[end] == '"' && p.lostOpening(p.pos) > 0) {
		p.badValue()
		return
	}
	n := p.node(Number, p.pos, end)
	p.pos = end
	p.attach(n)
}

func numberEnd(text []byte, i int) (end int, ok bool) {
	if text[i] == '-' {
		i++
	}
	whole := i
	if i = digits(text, i); i == whole || text[whole] == '0' && i > whole+1 {
		return i, false
	}
	if i < len(text) && text[i] == '.' {
		fraction := i + 1
		if i = digits(text, fraction); i == fraction {
			return i, false
		}
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		exponent := i
		if i = digits(text, i); i == exponent {
			return i, false
		}
	}
	return i, true
}

func digits(text []byte, i int) int {
	for i < len(text) && '0' <= text[i] && text[i] <= '9' {
		i++
	}
	return i
}
