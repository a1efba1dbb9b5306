package jsontree

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// ContentSpan is the span of a string without its quotation marks, and the
// span of any other value.
func (n *Node) ContentSpan() Span {
	s := n.Span()
	if n == nil || n.kind != String || n.flags&bare != 0 {
		return s
	}
	width := 1
	if n.flags&curly != 0 {
		width = 3
	}
	s.Start += width
	if n.flags&unclosed == 0 {
		s.End -= width
	}
	return s
}

// Text is the decoded value of a string, "" for anything else. It is always
// valid UTF-8: a lone surrogate escape, which RFC 8259 section 8.2 leaves open,
// and each byte that is no UTF-8 become U+FFFD. Without escapes it is a view
// of the document's text and costs nothing.
func (n *Node) Text() string {
	if n == nil || n.kind != String {
		return ""
	}
	content := n.ContentSpan()
	s := n.tree.src[content.Start:content.End]
	if n.flags&decodes == 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, size := character(s, i)
		b.WriteRune(r)
		i += size
	}
	return b.String()
}

// FileOffset is the offset in the document of an offset in the decoded string.
// One inside a character gives the start of that character, one outside the
// string the nearest end.
func (n *Node) FileOffset(inner int) int {
	content := n.ContentSpan()
	if n == nil || inner <= 0 {
		return content.Start
	}
	if n.flags&decodes == 0 {
		return min(content.Start+inner, content.End)
	}
	s := n.tree.src[content.Start:content.End]
	i := 0
	for i < len(s) {
		r, size := character(s, i)
		if inner -= utf8.RuneLen(r); inner < 0 {
			break
		}
		i += size
	}
	return content.Start + i
}

// InnerOffset is the offset in the decoded string of an offset in the
// document. One inside an escape gives the start of what it stands for.
func (n *Node) InnerOffset(file int) int {
	content := n.ContentSpan()
	file = min(max(file, content.Start), content.End) - content.Start
	if n == nil || n.flags&decodes == 0 {
		return file
	}
	s := n.tree.src[content.Start:content.End]
	inner := 0
	for i := 0; i < file; {
		r, size := character(s, i)
		if i += size; i > file {
			break
		}
		inner += utf8.RuneLen(r)
	}
	return inner
}

// FileSpan is the span in the document of a span in the decoded string.
func (n *Node) FileSpan(inner Span) Span {
	return Span{n.FileOffset(inner.Start), n.FileOffset(inner.End)}
}

// character decodes the character at s[i] of a string's content (RFC 8259,
// section 7) and gives the bytes it takes there. A backslash that starts no
// escape stands for itself.
func character(s string, i int) (r rune, size int) {
	c := s[i]
	if c != '\\' {
		if c < utf8.RuneSelf {
			return rune(c), 1
		}
		return utf8.DecodeRuneInString(s[i:])
	}
	if i+1 == len(s) {
		return '\\', 1
	}
	switch s[i+1] {
	case '"', '\\', '/', '\'':
		return rune(s[i+1]), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r, ok := hex4(s, i+2)
		if !ok {
			return '\\', 1
		}
		if !utf16.IsSurrogate(r) {
			return r, 6
		}
		if i+8 <= len(s) && s[i+6] == '\\' && s[i+7] == 'u' {
			if low, ok := hex4(s, i+8); ok {
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
					return pair, 12
				}
			}
		}
		return utf8.RuneError, 6
	}
	return '\\', 1
}

func hex4(s string, i int) (rune, bool) {
	if i+4 > len(s) {
		return 0, false
	}
	var r rune
	for _, c := range []byte(s[i : i+4]) {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case isHex(c):
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// EncodeString writes a string as JSON (RFC 8259, section 7) in quotation
// marks: escapes only where the standard asks for them, other characters as
// they are. Bytes that are no UTF-8 become U+FFFD.
func EncodeString(s string) string {
	return string(append(appendContent(append(make([]byte, 0, len(s)+2), '"'), s), '"'))
}

// EncodeContent writes a string as [EncodeString] does, without the quotation
// marks.
func EncodeContent(s string) string {
	return string(appendContent(make([]byte, 0, len(s)), s))
}

// appendContent appends the content of a JSON string, without the quotation
// marks.
func appendContent(dst []byte, s string) []byte {
	const digits = "0123456789abcdef"
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				dst = append(append(dst, s[from:i]...), "\ufffd"...)
				from = i + 1
			}
			i += size
			continue
		}
		if c >= 0x20 && c != '"' && c != '\\' {
			i++
			continue
		}
		dst = append(dst, s[from:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, `\b`...)
		case '\f':
			dst = append(dst, `\f`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, `\u00`...)
			dst = append(dst, digits[c>>4], digits[c&15])
		}
		i++
		from = i
	}
	return append(dst, s[from:]...)
}
