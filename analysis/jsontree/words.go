package jsontree

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file reads what stands where a value or key should: words without
// quotation marks, numbers of other languages.

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
	if last := p.lostOpening(start); last > 0 {
		p.once(BadLiteral, start, last, `This text has no opening quotation mark. One is needed before it.`)
		p.pos = last
		p.attach(p.node(Missing, start, last))
		p.faulted = false
		return
	}
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
	behind := end
	if end < len(p.text) && p.text[end] == '"' && p.endsKey(end+1) {
		behind++ // only the opening quotation mark is missing
	}
	next := p.spaceEnd(behind)
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
		p.pos = behind
		p.once(UnquotedKey, start, behind, `A key is text in double quotation marks: "`+excerpt(p.text[start:end])+`".`)
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
