package feel

import (
	"slices"
	"strings"
)

// wordTests reads the tests of a column of texts in text[from:to].
func (p *parser) wordTests(from, to int) (tests []Node, negated bool) {
	piece := trim(p.text, Span{from, to})
	if s := p.text[piece.Start:piece.End]; strings.HasPrefix(s, "not") && !slices.Contains(p.column.Typ.Values, s) {
		open := piece.Start + len("not")
		open += len(p.text[open:piece.End]) - len(strings.TrimLeft(p.text[open:piece.End], " \t\r\n"))
		if open < piece.End && p.text[open] == '(' {
			switch matching(p.text, open) {
			case piece.End - 1:
				negated = true
				from, to = open+1, piece.End-1
			case -1:
				p.syntax(Span{piece.End, piece.End}, "\")\" is missing at the end; it closes not(…).")
				return []Node{p.bad(piece)}, false
			}
		}
	}
	if s := trim(p.text, Span{from, to}); slices.Contains(p.column.Typ.Values, p.text[s.Start:s.End]) {
		return []Node{p.word(s)}, negated
	}
	pieces := split(p.text, from, to)
	if len(pieces) > 1 && p.unquoted(trim(p.text, Span{from, to}), pieces) {
		return []Node{p.bad(Span{from, to})}, negated
	}
	for _, piece := range pieces {
		tests = append(tests, p.wordTest(trim(p.text, piece)))
	}
	return tests, negated
}

// unquoted reports a misspelt word with commas that stands without quotes, which the commas would cut into pieces.
func (p *parser) unquoted(whole Span, pieces []Span) bool {
	for _, piece := range pieces {
		s := trim(p.text, piece)
		if w := p.text[s.Start:s.End]; w == "" || w[0] == '"' || slices.Contains(p.column.Typ.Values, w) {
			return false
		}
	}
	w := p.text[whole.Start:whole.End]
	near := Nearest(w, p.column.Typ.Values)
	if !strings.Contains(near, ",") {
		return false
	}
	p.problem(UnknownWord, whole, quote(near), "%q is not a value of %s.%s A value with a comma stands in quotes.", w, p.columnValues(), suggest(near))
	return true
}

// split cuts text[from:to] at the commas outside texts and brackets.
func split(text string, from, to int) []Span {
	var pieces []Span
	depth := 0
	for i := from; i < to; i++ {
		switch text[i] {
		case '"':
			if e := textEnd(text, i); e >= 0 && e < to {
				i = e
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth <= 0 {
				pieces = append(pieces, Span{from, i})
				from = i + 1
			}
		}
	}
	return append(pieces, Span{from, to})
}

func trim(text string, s Span) Span {
	for s.Start < s.End && isSpace(text[s.Start]) {
		s.Start++
	}
	for s.End > s.Start && isSpace(text[s.End-1]) {
		s.End--
	}
	return s
}

// wordTest reads one test of a column of texts: a bare word, a quoted text, a comparison or an interval of words.
func (p *parser) wordTest(s Span) Node {
	defer p.leave()
	if !p.enter() {
		return p.bad(s)
	}
	text := p.text[s.Start:s.End]
	switch {
	case text == "":
		p.syntax(p.commaAt(s), "A value is missing here; write - for any value.")
		return p.bad(s)
	case text[0] == '"' && textEnd(text, 0) == len(text)-1:
		return p.text0(s, unescape(text[1:len(text)-1]))
	case text[0] == '"' && textEnd(text, 0) < 0:
		p.syntax(s, "The text is not closed; a second \" is missing.")
		return p.bad(s)
	case strings.ContainsRune(text, '?') && strings.ContainsAny(text, "(\""), text[0] == '"':
		return p.within(s)
	}
	if slices.Contains(p.column.Typ.Values, text) {
		return p.word(s)
	}
	for _, op := range []string{"<=", ">=", "!=", "<", ">", "="} {
		if strings.HasPrefix(text, op) {
			x := p.wordTest(trim(p.text, Span{s.Start + len(op), s.End}))
			n := &testNode{base{s, RangeOf(x.Type())}, op, x}
			p.beyondLevels(n)
			return n
		}
	}
	if dots := strings.Index(text, ".."); dots > 0 && strings.IndexByte("[(]", text[0]) >= 0 && strings.IndexByte("])[", text[len(text)-1]) >= 0 {
		low := p.wordTest(trim(p.text, Span{s.Start + 1, s.Start + dots}))
		high := p.wordTest(trim(p.text, Span{s.Start + dots + 2, s.End - 1}))
		n := &rangeNode{base{s, RangeOf(String)}, low, high, text[0] == '[', text[len(text)-1] == ']'}
		p.wordOrder(n)
		return n
	}
	return p.word(s)
}

// commaAt is where a missing word of a list is shown: at the comma before it, or else the one behind it.
func (p *parser) commaAt(s Span) Span {
	if before := strings.TrimRight(p.text[:s.Start], " \t\r\n"); strings.HasSuffix(before, ",") {
		return Span{len(before) - 1, len(before)}
	}
	if s.End < len(p.text) && p.text[s.End] == ',' {
		return Span{s.End, s.End + 1}
	}
	return s
}

// wordOrder reports an interval of words that starts after its end, levels by their position.
func (p *parser) wordOrder(n *rangeNode) {
	t := p.column.Typ
	l, ok1 := n.low.(*literalNode)
	h, ok2 := n.high.(*literalNode)
	if !ok1 || !ok2 || t.Kind == EnumType {
		return
	}
	ls, _ := l.value.Text()
	hs, _ := h.value.Text()
	order := strings.Compare(ls, hs)
	if t.Kind == LevelsType {
		i, j := slices.Index(t.Values, ls), slices.Index(t.Values, hs)
		if i < 0 || j < 0 {
			return
		}
		order = i - j
	}
	if order > 0 || order == 0 && !(n.lowIncluded && n.highIncluded) {
		p.problem(EmptyInterval, n.span, "", "Nothing lies in this interval: it starts at %s and ends at %s.", ls, hs)
	}
}

// beyondLevels reports a comparison that asks for more than the highest level or less than the lowest.
func (p *parser) beyondLevels(n *testNode) {
	lit, ok := n.x.(*literalNode)
	words := p.column.Typ.Values
	if p.column.Typ.Kind != LevelsType || !ok || len(words) == 0 {
		return
	}
	switch w, _ := lit.value.Text(); {
	case n.op == ">" && w == words[len(words)-1]:
		p.problem(EmptyInterval, n.span, "", "No value meets this: %s is the highest level of %s.", w, p.column.Label)
	case n.op == "<" && w == words[0]:
		p.problem(EmptyInterval, n.span, "", "No value meets this: %s is the lowest level of %s.", w, p.column.Label)
	}
}

// coversAll reports a not(…) around every value that the column can have.
func (p *parser) coversAll(tests []Node) {
	t := p.column.Typ
	var left []string
	switch {
	case t.Kind == BooleanType:
		left = []string{"true", "false"}
	case len(t.Values) > 0:
		left = slices.Clone(t.Values)
	default:
		return
	}
	for _, n := range tests {
		lit, ok := n.(*literalNode)
		if !ok {
			return
		}
		left = slices.DeleteFunc(left, func(w string) bool { return w == lit.value.String() })
	}
	if len(left) == 0 {
		p.problem(EmptyInterval, trim(p.text, Span{0, len(p.text)}), "", "No value meets this: %s can be nothing else.", p.column.Label)
	}
}

// columnValues names the column's type and its words.
func (p *parser) columnValues() string {
	t := p.column.Typ
	name := p.column.Label
	if t.Name != "" {
		name = t.Name
	}
	return name + " (" + joinWords(t.Values, 12) + ")"
}

// within reads the expression in the given part of the text.
func (p *parser) within(s Span) Node {
	q := *p
	q.text, q.pos = p.text[:s.End], s.Start
	q.scanner.resolve = q.find
	q.problems, q.uses = nil, nil
	q.tok = token{span: Span{s.Start, s.Start}} // nothing stands before the part
	q.advance()
	n := q.expression()
	q.end()
	p.problems, p.uses, p.failed = append(p.problems, q.problems...), append(p.uses, q.uses...), p.failed || q.failed
	return n
}

// word makes a literal of a bare word.
func (p *parser) word(s Span) Node {
	w := p.text[s.Start:s.End]
	if p.column.Typ.Values == nil || slices.Contains(p.column.Typ.Values, w) {
		p.likeName(s, w)
	}
	return p.text0(s, w)
}

// likeName hints at a literal word that is spelt like a declared name.
func (p *parser) likeName(s Span, w string) {
	for _, sc := range []*Scope{p.env.Locals, p.env.Globals} {
		if sym := sc.Lookup(w); sym != nil && sym.Kind != FunctionSymbol {
			p.problem(BareWordIsName, s, "", "%q is the text %q here, not the value of %s; write = %s for that.", w, w, w, w)
			return
		}
	}
}

// text0 makes a literal text.
func (p *parser) text0(s Span, text string) Node {
	return &literalNode{base: base{s, &Type{Kind: StringType, Values: []string{text}}}, value: StringOf(text)}
}
