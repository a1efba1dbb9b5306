package jsontree

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file reads what stands where a string, a number or a word should: words
// without quotation marks, wrong quotation marks, numbers of other languages,
// strings without an end.

// runEnd is the end of the words at i: they stop at punctuation of JSON, at a
// comment and at the line's end. It is always past i.
func (p *parser) runEnd(i int) int {
	start := i
loop:
	for ; i < len(p.text); i++ {
		switch p.text[i] {
		case ',', ':', ';', '{', '}', '[', ']', '"', '\n', '\r':
			break loop
		case '/':
			if i > start && i+1 < len(p.text) && (p.text[i+1] == '/' || p.text[i+1] == '*') {
				break loop
			}
		}
	}
	if i == start {
		return start + 1
	}
	for i > start+1 && (p.text[i-1] == ' ' || p.text[i-1] == '\t') {
		i--
	}
	return i
}

// wordFollows tells whether the number that ends at i is the start of words,
// as in 10 days.
func (p *parser) wordFollows(i int) bool {
	for i < len(p.text) && p.text[i] == ' ' {
		i++
	}
	if i >= len(p.text) || !inWord(p.text[i]) || '0' <= p.text[i] && p.text[i] <= '9' {
		return false
	}
	end := i
	for end < len(p.text) && inWord(p.text[end]) {
		end++
	}
	if isLiteral(p.text[i:end]) {
		return false
	}
	next := p.spaceEnd(end)
	return next >= len(p.text) || p.text[next] != ':'
}

func isLiteral(word []byte) bool {
	switch string(word) {
	case "true", "false", "null":
		return true
	}
	return false
}

// badValue reads what is no value where one is needed.
func (p *parser) badValue() {
	if n := p.foreignString(); n != nil {
		p.attach(n)
		return
	}
	start, end := p.pos, p.runEnd(p.pos)
	if len(p.frames) > 0 && p.frames[len(p.frames)-1].node.kind == Object {
		if next := p.spaceEnd(end); next < len(p.text) && p.text[next] == ':' {
			// The last word is the next key.
			colon := p.members[len(p.members)-1].Colon.End
			if space := bytes.LastIndexAny(p.text[start:end], " \t"); space > 0 {
				end = start + len(bytes.TrimRight(p.text[start:start+space], " \t"))
			} else if colon > 0 && bytes.ContainsAny(p.text[colon:start], "\r\n") {
				p.missingValue()
				return
			}
		}
	}
	p.badRun(start, end)
	p.attach(p.node(Missing, start, end))
}

// beforeRoot skips words before the opening bracket of the document, as in
// data = {, and tells whether there were any.
func (p *parser) beforeRoot() bool {
	if c := p.text[p.pos]; c == '"' || c == '{' || c == '[' {
		return false
	}
	end := p.runEnd(p.pos)
	if next := p.spaceEnd(end); next >= len(p.text) || p.text[next] != '{' && p.text[next] != '[' {
		return false
	}
	kind, message := BadCharacter, `"`+excerpt(p.text[p.pos:end])+`" stands before the document's value. Remove it.`
	if !utf8.Valid(p.text[p.pos:end]) {
		kind, message = describe(p.text[p.pos:end])
	}
	p.report(kind, p.pos, end, message)
	p.pos = end
	return true
}

// badRun reports words that are no value and moves behind them.
func (p *parser) badRun(start, end int) {
	kind, message := describe(p.text[start:end])
	p.once(kind, start, end, message)
	p.pos = end
	p.endFault = p.endFault || end >= len(p.text)
}

// bareKey reads a key without double quotation marks, or what else stands in
// an object that is no JSON.
func (p *parser) bareKey() {
	if p.foreignQuote() {
		p.separated(func() { p.key(p.foreignString()) })
		p.colon()
		return
	}
	start, end := p.pos, p.runEnd(p.pos)
	next := p.spaceEnd(end)
	colon := next < len(p.text) && p.text[next] == ':'
	if p.after && !colon {
		p.afterValue(start, end)
		return
	}
	p.separated(func() {
		n := p.node(String, start, end)
		n.flags = bare
		if !p.valid && !utf8.Valid(p.text[start:end]) {
			n.flags |= decodes
		}
		p.pos = end
		p.once(UnquotedKey, start, end, `A key is text in double quotation marks: "`+excerpt(p.text[start:end])+`".`)
		p.endFault = p.endFault || end >= len(p.text)
		p.faulted = !colon
		p.key(n)
	})
	p.colon()
}

// afterValue reports words between a value and the next separator.
func (p *parser) afterValue(start, end int) {
	found := `"` + excerpt(p.text[start:end]) + `" follows a value`
	n, number := numberEnd(p.text, start)
	switch {
	case !utf8.Valid(p.text[start:end]):
		p.badRun(start, end)
	case number && n == end, isLiteral(p.text[start:end]):
		p.once(MissingKey, start, end, found+" without a key. A comma and a key are needed before it.")
	default:
		p.once(BadLiteral, start, end, found+`. A comma or "}" is needed there.`)
	}
	p.pos = end
	p.endFault = p.endFault || end >= len(p.text)
}

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
// mark. Either the mark belongs to the text, which goes on to the last mark of
// the value, or what follows is surplus.
func (p *parser) strayQuote(n *Node) {
	p.report(UnescapedQuote, int(n.end)-1, int(n.end), `The text ends at this quotation mark, but more follows it. Inside a text a quotation mark is written \".`)
	if end := p.realEnd(int(n.end)); end > 0 {
		n.end = uint32(end)
		n.flags |= decodes
		p.pos = end
		return
	}
	p.pos = p.runEnd(p.pos)
	p.faulted = true
}

// realEnd is the end of the next quotation mark on the line that ends a value,
// 0 when there is none.
func (p *parser) realEnd(from int) int {
	if from < p.noQuoteUntil {
		return 0
	}
	for i := stringEnd(p.text, from); i < len(p.text); i = stringEnd(p.text, i) {
		switch p.text[i] {
		case '\\':
			i = min(i+2, len(p.text))
			continue
		case '"':
			if p.endsValue(i + 1) {
				return i + 1
			}
			if before := bytes.TrimRight(p.text[from:i], " \t"); len(before) > 0 && strings.IndexByte(",:[{", before[len(before)-1]) >= 0 {
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
	p.once(UnclosedString, start, end, `This text has no closing quotation mark. One is needed on the same line.`)
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

// describe names what is wrong with words that are no value.
func describe(run []byte) (ErrorKind, string) {
	text := excerpt(run)
	if !utf8.Valid(run) {
		return BadUTF8, "These bytes are no UTF-8. JSON files are UTF-8 (RFC 8259, section 8.1)."
	}
	if kind, message, ok := describeNumber(string(run), text); ok {
		return kind, message
	}
	if meant := literalFor(strings.ToLower(string(run))); meant != "" {
		return BadLiteral, `"` + text + `" is no word of JSON. Did you mean ` + meant + `?`
	}
	for _, r := range string(run) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return BadLiteral, `Text is written in double quotation marks: "` + text + `".`
		}
	}
	return BadCharacter, `"` + text + `" means nothing here. A value is needed.`
}

func literalFor(word string) string {
	switch word {
	case "none", "nil", "undefined", "nan":
		return "null"
	case "yes", "on":
		return "true"
	case "no", "off":
		return "false"
	}
	for _, literal := range [...]string{"true", "false", "null"} {
		if len(word) > 1 && (strings.HasPrefix(literal, word) || strings.HasPrefix(word, literal) && len(word) < len(literal)+2) {
			return literal
		}
	}
	return ""
}

// describeNumber explains what keeps a run of letters, digits and signs from
// being a number (RFC 8259, section 6).
func describeNumber(run, text string) (ErrorKind, string, bool) {
	unsigned := strings.TrimLeft(run, "+-")
	switch strings.ToLower(unsigned) {
	case "nan", "inf", "infinity":
		return BadNumber, `"` + text + `" is no number of JSON, which are all finite.`, true
	case "":
		return BadNumber, `A number needs digits after the "` + text + `".`, true
	}
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	dotted := unsigned[0] == '.' && len(unsigned) > 1 && digit(unsigned[1])
	if !digit(unsigned[0]) && !dotted || strings.Trim(unsigned, "0123456789abcdefxABCDEFX.+-_oO") != "" {
		return 0, "", false
	}
	if strings.Count(unsigned, "-") > 1 { // a date
		return 0, "", false
	}
	why := `A number is written as in 12, -0.5 or 1e3.`
	switch {
	case run[0] == '+':
		why = "A number has no plus sign in front."
	case dotted:
		why = "A digit is needed before the decimal point, as in 0.5."
	case len(unsigned) > 1 && unsigned[0] == '0' && strings.IndexByte("xXoObB", unsigned[1]) >= 0:
		why = "Numbers are decimal."
	case unsigned[0] == '0' && len(unsigned) > 1 && digit(unsigned[1]):
		why = "A number does not start with 0 before other digits."
	case strings.Count(unsigned, ".") > 1:
		why = "A number has one decimal point."
	case strings.Contains(unsigned, "_"):
		why = "Digits are not grouped."
	case strings.HasSuffix(unsigned, ".") || strings.Contains(unsigned, ".e") || strings.Contains(unsigned, ".E"):
		why = "A digit is needed after the decimal point."
	case strings.IndexByte("eE+-", unsigned[len(unsigned)-1]) >= 0:
		why = "A digit is needed in the exponent."
	}
	return BadNumber, `"` + text + `" is no number of JSON. ` + why, true
}
