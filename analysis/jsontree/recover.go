package jsontree

import (
	"bytes"
	"strings"
)

// This file decides what a document with misplaced brackets, commas and colons
// means. Every function reports one fault and moves on, so that what follows
// is read at its right depth.

// endOfDocument closes what is open when the text ends.
func (p *parser) endOfDocument() {
	p.unclosed(0, len(p.text), p.endFault)
}

// unclosed closes the containers above a depth, which lack their closing
// brackets, at an offset. They are one fault, reported at the innermost.
func (p *parser) unclosed(depth, end int, silent bool) {
	p.bracketFault = true
	if !silent {
		const shown = 8
		kind, opener := UnclosedArray, p.frames[len(p.frames)-1].node
		if opener.kind == Object {
			kind = UnclosedObject
		}
		closers := ""
		for i := len(p.frames) - 1; i >= depth && len(closers) < shown; i-- {
			closers += closerOf(p.frames[i].node.kind)
		}
		if len(p.frames)-depth > shown {
			closers += "…"
		}
		start := int(opener.start)
		p.report(kind, start, start+1, `This "`+string(p.text[start])+`" is not closed: "`+closers+`" is needed.`)
	}
	for len(p.frames) > depth {
		f := &p.frames[len(p.frames)-1]
		f.node.flags |= unclosed
		// The last item may reach further when it, too, lacks its bracket.
		p.close(max(end, p.lastEnd(f)))
	}
}

func closerOf(k Kind) string {
	if k == Array {
		return "]"
	}
	return "}"
}

// trailingComma reports the comma before a closing bracket.
func (p *parser) trailingComma() {
	top := &p.frames[len(p.frames)-1]
	var comma Span
	switch {
	case top.node.kind == Array && len(p.elems) > top.base:
		if c := int(p.elems[len(p.elems)-1].comma); c > 0 {
			comma = Span{c, c + 1}
		}
	case top.node.kind == Object && len(p.members) > top.base:
		comma = p.members[len(p.members)-1].Comma
	}
	if comma.Len() > 0 && !p.faulted {
		p.report(TrailingComma, comma.Start, comma.End, `No comma stands before "`+closerOf(top.node.kind)+`". Remove it.`)
	}
}

// wrongCloser reads a closing bracket of the kind that the innermost container
// is not. Either an outer one ends here and the inner ones were never closed,
// or it is the wrong bracket.
func (p *parser) wrongCloser(kind Kind) {
	top := p.frames[len(p.frames)-1].node
	found := string(p.text[p.pos])
	p.bracketFault = true
	switch {
	case p.mode == byToken:
		p.report(WrongCloser, p.pos, p.pos+1, `This "`+found+`" ends an `+top.kind.String()+`. "`+closerOf(top.kind)+`" is needed.`)
		p.close(p.pos + 1)
		p.pos++
	case p.open[kind-Array] == 0:
		p.once(ExtraCloser, p.pos, p.pos+1, `No "`+string(openerOf(kind))+`" is open for this "`+found+`". Remove it.`)
		p.pos++
	default:
		depth := len(p.frames)
		for p.frames[depth-1].node.kind != kind {
			depth--
		}
		p.unclosed(depth, p.pos, false)
	}
}

func openerOf(k Kind) byte {
	if k == Array {
		return '['
	}
	return '{'
}

// closesTooEarly tells whether the brace at pos ends the document's object
// while more members follow it.
func (p *parser) closesTooEarly() bool {
	if len(p.frames) > 1 {
		return false
	}
	i := p.spaceEnd(p.pos + 1)
	if i < len(p.text) && p.text[i] == ',' {
		i = p.spaceEnd(i + 1)
	}
	return p.keyLike(i)
}

func (p *parser) spaceEnd(i int) int {
	for i < len(p.text) && isSpace(p.text[i]) {
		i++
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// keyLike tells whether a string with a colon after it stands at i.
func (p *parser) keyLike(i int) bool {
	if i >= len(p.text) || p.text[i] != '"' {
		return false
	}
	for i = stringEnd(p.text, i+1); i < len(p.text) && p.text[i] == '\\'; {
		i = stringEnd(p.text, min(i+2, len(p.text)))
	}
	if i >= len(p.text) || p.text[i] != '"' {
		return false
	}
	i = p.spaceEnd(i + 1)
	return i < len(p.text) && p.text[i] == ':'
}

// semicolon reads the separator of other languages as a comma.
func (p *parser) semicolon() {
	p.once(BadCharacter, p.pos, p.pos+1, `A semicolon separates nothing in JSON. A comma is needed.`)
	p.pos++
	p.after, p.faulted = false, false
}

// arrayColon reads a colon among the elements of an array.
func (p *parser) arrayColon() {
	p.bracketFault = true
	top := p.frames[len(p.frames)-1]
	count := len(p.elems) - top.base
	if p.mode == byToken && p.after && count > 1 && top.node.parent != nil && top.node.parent.kind == Object {
		if key := p.elems[len(p.elems)-1]; key.kind == String && key.flags&unclosed == 0 {
			// A key: the array ended before it.
			p.elems = p.elems[:len(p.elems)-1]
			comma := int(p.elems[len(p.elems)-1].comma) + 1
			p.unclosed(len(p.frames)-1, comma, false)
			p.key(key)
			p.colon()
			return
		}
	}
	p.once(ExtraColon, p.pos, p.pos+1, "A colon stands between a key and its value in an object. This is an array: its elements are separated by commas.")
	p.pos++
	p.after = false
}

// objectColon reads a colon where none belongs: after a value or before any key.
func (p *parser) objectColon() {
	if !p.after {
		p.once(MissingKey, p.pos, p.pos, `A key is missing before this colon: members of an object are written "key": value.`)
	} else {
		m := &p.members[len(p.members)-1]
		v := m.Value
		if v.kind == String && v.flags&unclosed == 0 && m.Colon.Len() > 0 &&
			bytes.ContainsAny(p.text[m.Colon.End:v.start], "\r\n") && p.spaceEnd(int(v.end)) == p.pos {
			// "a": ⏎ "b": 1 — the string on the next line is the next key.
			colon := p.pos
			p.pos = int(v.start)
			p.missingValue()
			p.key(v)
			p.pos = colon
			p.colon()
			return
		}
		p.once(ExtraColon, p.pos, p.pos+1, "This colon follows a value. One colon stands between a key and its value; members are separated by commas.")
	}
	p.key(p.node(Missing, p.pos, p.pos))
	p.colon()
}

// missingColon handles a key without a colon at pos, and tells whether a value
// follows all the same.
func (p *parser) missingColon() bool {
	key := p.members[len(p.members)-1].Key
	at, silent := int(key.end), p.faulted
	p.faulted = true
	if !silent {
		p.endFault = p.endFault || p.pos >= len(p.text)
	}
	say := func(start, end int) {
		if !silent {
			p.report(MissingColon, start, end, `The key `+quoted(key)+` has no colon after it: a member is written "key": value.`)
		}
	}
	c := byte(',')
	if p.pos < len(p.text) {
		c = p.text[p.pos]
	}
	switch {
	case c == '=':
		end := p.pos + 1
		if end < len(p.text) && p.text[end] == '>' {
			end++
		}
		say(p.pos, end)
		p.pos = end
		p.faulted = false
		return true
	case c == ',' && p.pos < len(p.text) && p.valueLike(p.spaceEnd(p.pos+1)):
		say(p.pos, p.pos+1)
		p.pos++
		return true
	case c == ',' || c == '}' || c == ']' || c == ';' || p.keyLike(p.pos) || p.bareKeyLike(p.pos):
		say(at, at)
		p.attach(p.node(Missing, at, at))
		return false
	}
	say(at, at)
	return true
}

// valueLike tells whether a value that is no key stands at i.
func (p *parser) valueLike(i int) bool {
	if i >= len(p.text) {
		return false
	}
	switch c := p.text[i]; {
	case c == '"':
		return !p.keyLike(i)
	case c == '{' || c == '[':
		return true
	default:
		return inWord(c) && !p.bareKeyLike(i)
	}
}

// bareKeyLike tells whether words with a colon after them stand at i.
func (p *parser) bareKeyLike(i int) bool {
	if i >= len(p.text) || !inWord(p.text[i]) || bytes.HasPrefix(p.text[i:], []byte("“")) {
		return false
	}
	i = p.spaceEnd(p.runEnd(i))
	return i < len(p.text) && p.text[i] == ':'
}

// missingValue adds the value that the last member lacks.
func (p *parser) missingValue() {
	m := &p.members[len(p.members)-1]
	start := p.pos
	if m.Colon.Len() > 0 {
		start = m.Colon.End
	}
	end := p.pos
	if i := bytes.IndexAny(p.text[start:end], "\r\n"); i >= 0 {
		end = start + i
	}
	name := "The member"
	if m.Key.kind == String {
		name = "The key " + quoted(m.Key)
	}
	p.once(MissingValue, start, end, name+" has no value. A value is needed after the colon.")
	p.endFault = p.endFault || p.pos >= len(p.text)
	p.attach(p.node(Missing, start, end))
}

func quoted(key *Node) string {
	return `"` + strings.TrimSpace(excerpt([]byte(key.Text()))) + `"`
}
