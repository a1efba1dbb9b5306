package feel

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Candidate is something that could stand at a place of an expression.
type Candidate struct {
	Name   string
	Symbol *Symbol // nil for members, words and keywords
	Type   *Type   // may be nil
	Kind   UseKind // NameUse, MemberUse or WordUse
	// Written is how it is written there, where that is not the name.
	Written string
	From    int // the bytes From..To of the text are what is typed of it so far
	To      int
}

// Reading parses a text as what it is in its place: an expression, a cell, an output.
type Reading func(text string) *Expression

// The keywords that an operand can start with, and those that can follow one.
var (
	startingWords  = []string{"if", "for", "some", "every", "true", "false", "null", "not", "function"}
	followingWords = []string{"and", "or", "in", "between", "instance of", "then", "else", "return", "satisfies"}
)

// Complete lists what could stand at offset: the members of what stands before a dot; the words that what stands there
// is compared with; the names in sight and the keywords, as far as an operand can stand there. Names with blanks are
// found from any of their words that are typed already. read parses the whole as what it is.
func Complete(text string, offset int, env *Env, read Reading) []Candidate {
	c := newCompleter(text, offset, env, read)
	last := c.tokenBefore(c.offset)
	if last.kind == badToken && strings.HasPrefix(last.text, `"`) {
		if text[last.span.Start] != '"' {
			return nil // the text of a @"…"
		}
		return c.inText(last.span.Start)
	}
	e := read(text[:c.offset] + "_")
	if len(e.Uses) == 0 { // an output of texts may have been read as a word
		e = Parse(text[:c.offset]+"_", c.env)
	}
	for i := len(e.Uses) - 1; i >= 0; i-- {
		if u := e.Uses[i]; u.Kind == MemberUse && u.Of != nil && u.Span.End >= c.offset {
			return members(text, c.offset, u)
		}
	}
	if dot := strings.TrimRight(text[:c.offset], " "); strings.HasSuffix(dot, ".") && !strings.HasSuffix(dot, "..") {
		return nil // a dot behind what has no members
	}
	start := wordStart(text, c.offset)
	if c.operandFits(start) {
		c.words(start, wordEnd(text, c.offset), `"`, `"`)
	}
	for i := len(e.Uses) - 1; i >= 0; i-- {
		if u := e.Uses[i]; u.Kind == BindUse && u.Span.End < c.offset {
			c.name(u.Name, u.Symbol, u.Symbol.Type())
		}
	}
	c.filtered()
	for _, sc := range []*Scope{c.env.Locals, c.env.Globals, builtinScope()} {
		for _, s := range sc.Symbols() {
			c.name(s.Name, s, s.Type())
		}
	}
	for _, w := range startingWords {
		c.name(w, nil, nil)
	}
	for _, w := range followingWords {
		if from, ok := typed(text, c.offset, w); ok && c.follows(w, from) {
			c.add(Candidate{Name: w, From: from, To: wordEnd(text, c.offset)})
		}
	}
	return c.begun()
}

// completer gathers the candidates at one place.
type completer struct {
	text   string
	offset int
	env    *Env
	read   Reading
	tokens []token // of what stands before the offset; the last may be an unclosed text
	out    []Candidate
	seen   map[string]bool
}

func newCompleter(text string, offset int, env *Env, read Reading) *completer {
	if env == nil {
		env = &Env{}
	}
	c := &completer{text: text, offset: min(max(offset, 0), len(text)), env: env, read: read, seen: map[string]bool{}}
	p := newParser(text[:c.offset], 0, c.env)
	for ; p.tok.kind != endToken && len(c.tokens) < maxOperators; p.advance() {
		c.tokens = append(c.tokens, p.tok)
	}
	return c
}

// tokenBefore returns the last token that ends at or before a place, the zero token where there is none.
func (c *completer) tokenBefore(pos int) token {
	for i := len(c.tokens) - 1; i >= 0; i-- {
		if c.tokens[i].span.End <= pos {
			return c.tokens[i]
		}
	}
	return token{}
}

// operandFits reports whether an operand can start at pos: not behind another, nor where a name is declared.
func (c *completer) operandFits(pos int) bool {
	t := c.tokenBefore(pos)
	return !endsOperand(t) && !t.is("for") && !t.is("some") && !t.is("every")
}

// endsOperand reports whether a token is the end of an operand.
func endsOperand(t token) bool {
	switch t.kind {
	case numberToken, stringToken, atToken, nameToken:
		return true
	case keywordToken:
		return t.text == "true" || t.text == "false" || t.text == "null"
	case operatorToken:
		return t.text == ")" || t.text == "]" || t.text == "}" || t.text == "?"
	}
	return false
}

// follows reports whether a keyword can stand at pos: behind an operand, and behind what it belongs to.
func (c *completer) follows(word string, pos int) bool {
	if !endsOperand(c.tokenBefore(pos)) {
		return false
	}
	open := map[string]int{}
	for _, t := range c.tokens {
		if t.kind == keywordToken && t.span.End <= pos {
			open[t.text]++
		}
	}
	switch word {
	case "then":
		return open["if"] > open["then"]
	case "else":
		return open["then"] > open["else"]
	case "return":
		return open["for"] > open["return"]
	case "satisfies":
		return open["some"]+open["every"] > open["satisfies"]
	}
	return true
}

func (c *completer) add(x Candidate) {
	if !c.seen[x.Name] {
		c.seen[x.Name] = true
		c.out = append(c.out, x)
	}
}

// name offers a name or the first keyword of an operand. What it replaces goes on over the rest of a name that stands
// around the offset already.
func (c *completer) name(name string, s *Symbol, t *Type) {
	from, ok := typed(c.text, c.offset, name)
	if !ok || c.seen[name] || !c.operandFits(from) {
		return
	}
	to := wordEnd(c.text, c.offset)
	if end := from + len(name); end > to && end <= len(c.text) && c.text[from:end] == name && wordEnd(c.text, end) == end {
		to = end
	} else if u := c.around(); u.End > to && u.Start <= from {
		to = u.End
	}
	c.add(Candidate{Name: name, Symbol: s, Type: t, From: from, To: to})
}

// filtered offers what a filter around the offset looks at: the members of the element, and the element itself, the
// innermost filter first.
func (c *completer) filtered() {
	var filters []*filterNode
	walk(c.read(c.text[:c.offset]+"_"+c.text[c.offset:]).Root, func(n Node) bool {
		if f, ok := n.(*filterNode); ok && f.item != nil && f.of.Span().End < c.offset && c.offset <= f.Span().End {
			filters = append(filters, f)
		}
		return true
	})
	for _, f := range slices.Backward(filters) {
		t := f.item.Type()
		for _, m := range t.Members() {
			c.name(m.Name, &Symbol{Name: m.Name, Kind: MemberSymbol, Typ: m.Type}, m.Type)
		}
		c.name(f.item.Name, f.item, t)
	}
}

// around is the declared name that stands around the offset, whole.
func (c *completer) around() Span {
	p := newParser(c.text, 0, c.env)
	for ; p.tok.kind != endToken && p.tok.span.Start < c.offset; p.advance() {
		if p.tok.kind == nameToken && p.tok.symbol != nil && c.offset < p.tok.span.End {
			return p.tok.span
		}
	}
	return Span{}
}

// begun leaves those that go on with words already typed, where there are any: behind "claim " stands "claim type", not
// another name. What starts at a later word stays only where the words before it are a name of their own.
func (c *completer) begun() []Candidate {
	first := c.offset
	for _, x := range c.out {
		first = min(first, x.From)
	}
	return slices.DeleteFunc(c.out, func(x Candidate) bool {
		if x.From == first {
			return false
		}
		t := c.tokenBefore(x.From)
		return t.kind != nameToken || t.symbol == nil
	})
}

// sentinel is a word that no type has.
const sentinel = "\uE000"

// words offers the words that a text at from..to is compared with. before and after are the quotation marks that it lacks
// there.
func (c *completer) words(from, to int, before, after string) {
	e := c.read(c.text[:from] + before + sentinel + after + c.text[to:])
	for _, p := range e.Problems {
		if p.Kind != UnknownWord || p.Of == nil || p.Span.Start > from || from > p.Span.End || !strings.Contains(e.Text[p.Span.Start:p.Span.End], sentinel) {
			continue
		}
		for _, w := range p.Of.Values {
			if strings.HasPrefix(strings.ToLower(w), strings.ToLower(c.text[from:c.offset])) {
				q := quote(w)
				c.add(Candidate{Name: w, Written: before + q[1:len(q)-1] + after, Type: p.Of, Kind: WordUse, From: from, To: to})
			}
		}
	}
}

// inText lists the words that could stand in the text that opens at a place.
func (c *completer) inText(open int) []Candidate {
	to := c.offset
	for to < len(c.text) && c.text[to] != '"' {
		if c.text[to] == '\\' {
			to++
		}
		to++
	}
	after := ""
	if to >= len(c.text) { // it is not closed: what follows is the rest of the expression
		to, after = c.offset, `"`
	}
	c.words(open+1, to, "", after)
	return c.out
}

// wordStart returns where the word that ends at an offset starts.
func wordStart(text string, offset int) int {
	for offset > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:offset])
		if !namePart(r) {
			break
		}
		offset -= n
	}
	return offset
}

// members lists the members that the use could name.
func members(text string, offset int, u Use) []Candidate {
	t := u.Of
	if t.Kind == ListType {
		t = t.Elem
	}
	var out []Candidate
	for _, f := range t.Members() {
		typedSoFar := text[u.Span.Start:offset]
		if strings.HasPrefix(strings.ToLower(f.Name), strings.ToLower(strings.TrimLeft(typedSoFar, " "))) {
			out = append(out, Candidate{Name: f.Name, Type: f.Type, Kind: MemberUse, From: u.Span.Start, To: wordEnd(text, offset)})
		}
	}
	return out
}

// typed finds where the part of name that is typed before offset starts; ok = false when what is typed starts another
// name.
func typed(text string, offset int, name string) (from int, ok bool) {
	low := strings.ToLower(name)
	start := offset - len(name)
	for i := max(start, 0); i < offset; i++ {
		if i > 0 {
			r, _ := utf8.DecodeLastRuneInString(text[:i])
			if namePart(r) {
				continue
			}
		}
		if strings.HasPrefix(low, strings.ToLower(text[i:offset])) && !isSpace(text[i]) {
			return i, true
		}
	}
	if offset > 0 {
		if r, _ := utf8.DecodeLastRuneInString(text[:offset]); namePart(r) {
			return 0, false
		}
	}
	return offset, true
}

// Words lists the words of a type that could stand at offset of a cell: what is typed since the last comma,
// parenthesis or comparator of it.
func Words(text string, offset int, t *Type) []Candidate {
	offset = min(max(offset, 0), len(text))
	words := t.Values
	if t.Kind == BooleanType {
		words = []string{"true", "false"}
	}
	from := strings.LastIndexAny(text[:offset], ",(<>=[\"") + 1
	if i := strings.LastIndex(text[from:offset], ".."); i >= 0 {
		from += i + len("..")
	}
	inQuotes := from > 0 && text[from-1] == '"'
	for from < offset && isSpace(text[from]) {
		from++
	}
	to := offset
	for to < len(text) && strings.IndexByte(",)]\"", text[to]) < 0 && !strings.HasPrefix(text[to:], "..") {
		to++
	}
	listed := map[string]bool{} // one that the cell names already says nothing more
	others := strings.TrimSpace(text[:from] + text[to:])
	for _, part := range strings.FieldsFunc(strings.TrimPrefix(others, "not("), func(r rune) bool { return strings.ContainsRune(",()\"", r) }) {
		listed[strings.TrimSpace(part)] = true
	}
	var out []Candidate
	for _, w := range words {
		if strings.HasPrefix(strings.ToLower(w), strings.ToLower(text[from:offset])) && !listed[w] {
			out = append(out, Candidate{Name: w, Written: written(w, inQuotes), Type: t, Kind: WordUse, From: from, To: to})
		}
	}
	return out
}

// written writes a word as a cell reads it: in quotes where it would be read as a test or as several words.
func written(w string, inQuotes bool) string {
	switch {
	case inQuotes:
		q := quote(w)
		return q[1 : len(q)-1]
	case w == "-" || strings.ContainsAny(w, `,"()[]<>=`) || strings.Contains(w, "..") || strings.TrimSpace(w) != w:
		return quote(w)
	}
	return w
}
