package jsontree

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// This file reads strings whose quotation marks are missing, wrong or in the
// wrong place.

// foreignQuote tells whether an apostrophe or a typographic quotation mark
// stands at pos.
func (p *parser) foreignQuote() bool {
	return p.text[p.pos] == '\'' || bytes.HasPrefix(p.text[p.pos:], []byte("“"))
}

// foreignString reads a string in other quotation marks, or gives nil.
func (p *parser) foreignString() *Node {
	if !p.foreignQuote() {
		return nil
	}
	start := p.pos
	n := p.node(String, start, start)
	width := 1
	if p.text[start] != '\'' {
		width = 3
		n.flags |= curly
	}
	i := start + width
	for i < len(p.text) && p.text[i] != '\n' && p.text[i] != '\r' {
		switch {
		case p.text[i] == '\\':
			n.flags |= decodes
			i++
		case width == 1 && p.text[i] == '\'', width == 3 && (bytes.HasPrefix(p.text[i:], []byte("”")) || bytes.HasPrefix(p.text[i:], []byte("“"))):
			n.end = uint32(i + width)
			p.pos = i + width
			if !p.valid && !utf8.Valid(p.text[start:p.pos]) {
				n.flags |= decodes
			}
			if width == 1 {
				p.once(SingleQuotes, start, p.pos, `Text is written in double quotation marks ("), not in apostrophes.`)
			} else {
				p.once(CurlyQuotes, start, p.pos, `Text is written in straight quotation marks ("), not in typographic ones.`)
			}
			p.faulted = false
			return n
		}
		i++
	}
	p.unclosedString(n, min(i, len(p.text)), false)
	return n
}

// strayQuote handles a string with a word right behind its closing quotation
// mark. Either its own mark is missing and the one found opens the next string,
// or the mark belongs to the text, or what follows is surplus.
func (p *parser) strayQuote(n *Node, key bool) {
	start, end := int(n.start)+1, int(n.end)
	if cut := p.lostClosing(start, end-1, key); cut > 0 {
		n.end = uint32(cut)
		n.flags |= unclosed
		p.pos = cut
		p.report(UnclosedString, start-1, cut, unclosedMessage)
		return
	}
	p.report(UnescapedQuote, end-1, end, `The text ends at this quotation mark, but more follows it. Inside a text a quotation mark is written \".`)
	if last := p.realEnd(end, key); last > 0 {
		n.end = uint32(last)
		n.flags |= decodes
		p.pos = last
		return
	}
	p.pos = p.runEnd(p.pos)
	p.faulted = true
}

// lostClosing is where a string ends whose closing quotation mark is missing,
// so that the mark at an offset is the opening one of the next string, as in
// ["a, "b"] and {"a: "b"}. It is 0 when that is not so.
func (p *parser) lostClosing(start, mark int, key bool) int {
	content := p.text[start:mark]
	if key {
		if colon := bytes.IndexByte(content, ':'); colon >= 0 {
			return start + len(bytes.TrimRight(content[:colon], " \t"))
		}
		return 0
	}
	content = bytes.TrimRight(content, " \t")
	if len(content) == 0 || content[len(content)-1] != ',' {
		return 0
	}
	next := p.nextQuote(mark + 1)
	if next == 0 || !p.endsValue(next+1) && !p.endsKey(next+1) {
		return 0
	}
	return p.beforeTail(start, start+len(content))
}

// nextQuote is the offset of the next quotation mark on the line, 0 when there
// is none. It remembers what it looked at, so that asking often costs nothing.
func (p *parser) nextQuote(from int) int {
	if from < p.quoteFrom || from > p.quoteAt {
		p.quoteFrom, p.quoteAt = from, from
		for p.quoteAt < len(p.text) && strings.IndexByte("\"\r\n", p.text[p.quoteAt]) < 0 {
			p.quoteAt++
		}
	}
	if p.quoteAt < len(p.text) && p.text[p.quoteAt] == '"' {
		return p.quoteAt
	}
	return 0
}

// lostOpening is the end of the string that starts at an offset without its
// quotation mark, as in [a, b"], 0 when there is none.
func (p *parser) lostOpening(from int) int {
	mark := p.nextQuote(from)
	if mark <= from || !p.endsValue(mark+1) || p.opensAfter(from, mark) {
		return 0
	}
	return mark + 1
}

// opensAfter tells whether the quotation mark at an offset stands where one
// opens a string: behind a comma, a colon or an opening bracket.
func (p *parser) opensAfter(from, mark int) bool {
	for mark > from && (p.text[mark-1] == ' ' || p.text[mark-1] == '\t') {
		mark--
	}
	return mark > from && strings.IndexByte(",:[{", p.text[mark-1]) >= 0
}

// realEnd is the end of the next quotation mark on the line that ends a value
// or key, 0 when there is none.
func (p *parser) realEnd(from int, key bool) int {
	if from < p.noQuoteUntil {
		return 0
	}
	for i := stringEnd(p.text, from); i < len(p.text); i = stringEnd(p.text, i) {
		switch p.text[i] {
		case '\\':
			i = min(i+2, len(p.text))
			continue
		case '"':
			if key && p.endsKey(i+1) || !key && p.endsValue(i+1) {
				return i + 1
			}
			if key || p.opensAfter(from, i) {
				p.noQuoteUntil = i
				return 0
			}
		case '\n', '\r':
			p.noQuoteUntil = i
			return 0
		}
		i++
	}
	p.noQuoteUntil = len(p.text)
	return 0
}

// endsKey tells whether a colon follows on the line.
func (p *parser) endsKey(i int) bool {
	for i < len(p.text) && (p.text[i] == ' ' || p.text[i] == '\t') {
		i++
	}
	return i < len(p.text) && p.text[i] == ':'
}

// endsValue tells whether i is where a value can end: before a comma, a
// closing bracket or the end of the line.
func (p *parser) endsValue(i int) bool {
	for i < len(p.text) && (p.text[i] == ' ' || p.text[i] == '\t') {
		i++
	}
	return i >= len(p.text) || strings.IndexByte(",]}\r\n", p.text[i]) >= 0
}

// continues tells whether the line after the break at i goes on with the
// string that was open before it, and where. It does when it would make no
// sense as JSON.
func (p *parser) continues(i int) (next int, ok bool) {
	i = p.spaceEnd(i)
	if i >= len(p.text) {
		return i, false
	}
	switch c := p.text[i]; c {
	case '"':
		return i, p.endsValue(i + 1)
	case '{', '}', '[', ']', ',', ':', '-', '/', '#', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return i, false
	case 't', 'f', 'n':
		end := i
		for end < len(p.text) && inWord(p.text[end]) {
			end++
		}
		return i, !isLiteral(p.text[i:end])
	}
	return i, true
}

const unclosedMessage = "This text has no closing quotation mark. One is needed on the same line."

// unclosedString ends a string without a closing quotation mark at the end of
// its line, or before the punctuation there that the document needs.
func (p *parser) unclosedString(n *Node, lineEnd int, key bool) {
	start, end := int(n.start), lineEnd
	content := start + 1
	if n.flags&curly != 0 {
		content = start + 3
	}
	colon := -1
	if key {
		colon = bytes.IndexByte(p.text[content:end], ':')
	}
	if colon >= 0 {
		end = content + len(bytes.TrimRight(p.text[content:content+colon], " \t"))
	} else {
		end = p.beforeTail(content, end)
	}
	n.end = uint32(end)
	n.flags |= unclosed
	if !p.valid && !utf8.Valid(p.text[start:end]) {
		n.flags |= decodes
	}
	p.pos = end
	p.once(UnclosedString, start, end, unclosedMessage)
	p.endFault = p.endFault || end >= len(p.text)
}

// beforeTail cuts commas and closing brackets off the end of an unclosed
// string, as far as they close what is open outside it: in {"a": "b} the brace
// is the object's, in "f(x[1] it is not.
func (p *parser) beforeTail(start, end int) int {
	cut := end
	for cut > start && strings.IndexByte(" \t,]}", p.text[cut-1]) >= 0 {
		cut--
	}
	content := p.text[start:cut]
	squares := max(0, bytes.Count(content, []byte("["))-bytes.Count(content, []byte("]")))
	curlies := max(0, bytes.Count(content, []byte("{"))-bytes.Count(content, []byte("}")))
	level, punctuation := 0, false
	keep := func(i int) { cut, level, punctuation = i+1, 0, false }
	for i := cut; i < end; i++ {
		switch c := p.text[i]; {
		case c == ',':
			punctuation = true
		case c == ']' && squares > 0:
			squares--
			keep(i)
		case c == '}' && curlies > 0:
			curlies--
			keep(i)
		case c == ']' || c == '}':
			top := len(p.frames) - 1 - level
			if top < 0 || closerOf(p.frames[top].node.kind)[0] != c {
				keep(i)
				continue
			}
			level, punctuation = level+1, true
		}
	}
	if !punctuation {
		return end
	}
	return cut
}
