package feel

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Cell is a condition cell of a decision table: unary tests of the column's value (model-format.md, "Tables";
// DMN 1.5, 8.3.3 and 10.3.1.2, rules 5 to 9).
type Cell struct {
	Expression
	Any     bool   // "-": every value meets it
	Negated bool   // not(…): a value meets it that meets none of the tests
	Tests   []Test // any of which is enough
	column  *Symbol
}

// Test is one unary test of a cell.
type Test struct {
	Node Node
	// Value is what the test compares with when that is known beforehand: a range, or a value to equal. Constant
	// tells that it is.
	Value    Value
	Constant bool
}

// NewColumn returns the symbol of a table's column: what ? stands for in its cells. header is what messages call it.
func NewColumn(slot int, t *Type, header string) *Symbol {
	return &Symbol{Name: "?", Kind: ColumnSymbol, Slot: slot, Typ: t, Label: shorten(collapse(header), 40)}
}

// ParseCell reads a condition cell of a column. In a column of texts bare words are literals; a cell that starts with
// = is read with names in place of words.
func ParseCell(text string, col *Symbol, env *Env) *Cell {
	c := &Cell{column: col}
	column := col.Typ
	if strings.TrimSpace(text) == "-" {
		c.Any, c.Expression = true, Expression{Text: text, Root: &literalNode{base: base{Span{0, len(text)}, Boolean}, value: True}, Type: Boolean}
		return c
	}
	start := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	named := strings.HasPrefix(text[start:], "=") && !strings.HasPrefix(text[start:], "==")
	if named {
		start++
	}
	p := newParser(text, start, env)
	p.column = c.column
	if strings.HasPrefix(text[start:], ">") && named {
		p.syntaxFix(Span{start - 1, start + 1}, ">=", "\"=>\" is no comparison; write >= or >.")
	}
	var nodes []Node
	if column.Text() && !named {
		nodes, c.Negated = p.wordTests(start, len(text))
	} else {
		nodes, c.Negated = p.cellTests()
	}
	subject := &nameNode{base: base{Span{}, column}, name: "?", symbol: c.column}
	for _, n := range nodes {
		p.testCell(subject, n)
		v, ok := constantTest(n)
		c.Tests = append(c.Tests, Test{n, v, ok})
	}
	if c.Negated {
		p.coversAll(nodes)
	}
	if column.Kind == WrongType && !named {
		p.problems = nil // whether its words are texts or names is not known
	}
	c.Expression = *p.finish(&notNode{base{Span{start, len(text)}, Boolean}, nodes})
	return c
}

// cellTests reads tests joined by commas, or not(…) around them.
func (p *parser) cellTests() (tests []Node, negated bool) {
	if p.tok.kind == nameToken && p.tok.symbol != nil && p.tok.symbol.Builtin != nil && p.tok.symbol.Name == "not" {
		open := p.pos
		p.advance()
		if p.tok.is("(") && p.wholeParenthesis() {
			p.advance()
			tests = p.testList()
			p.need(")", "not(…)")
			p.end()
			return tests, true
		}
		p.pos = open
		p.tok = token{kind: nameToken, span: Span{open - len("not"), open}, text: "not", symbol: builtinScope().Lookup("not")}
	}
	tests = p.testList()
	p.end()
	return tests, false
}

func (p *parser) testList() []Node {
	tests := []Node{p.test()}
	for p.accept(",") {
		tests = append(tests, p.test())
	}
	return tests
}

// wholeParenthesis reports whether the parenthesis that opens here closes at the end of the cell.
func (p *parser) wholeParenthesis() bool {
	close := matching(p.text, p.tok.span.Start)
	return close >= 0 && strings.TrimSpace(p.text[close+1:]) == ""
}

// matching returns where the bracket at open is closed, texts skipped; -1 where it is not.
func matching(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '"':
			if i = textEnd(text, i); i < 0 {
				return -1
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// textEnd returns the place of the quote that closes the text opened at i; -1 where none does.
func textEnd(text string, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// testCell checks a test against the column.
func (p *parser) testCell(subject *nameNode, n Node) {
	t := subject.typ
	if t.Kind == EnumType || t.Kind == LevelsType {
		if p.cellWords(t, n) {
			return
		}
	}
	p.testAgainst(subject, n)
}

// cellWords checks the words of a test against those of the column. It reports whether a word is wrong.
func (p *parser) cellWords(t *Type, n Node) bool {
	wrong := false
	walk(n, func(n Node) bool {
		if _, call := n.(*callNode); call {
			return false
		}
		lit, ok := n.(*literalNode)
		if !ok || lit.typ.Kind != StringType {
			return true
		}
		w, _ := lit.value.Text()
		if slices.Contains(t.Values, w) {
			p.uses = append(p.uses, Use{Span: lit.span, Name: w, Kind: WordUse, Of: t})
			return true
		}
		wrong = true
		near := Nearest(w, t.Values)
		p.unknownWord(lit.span, t, near, "%q is not a value of %s.%s", w, p.columnValues(), suggest(near))
		return true
	})
	return wrong
}

// constantTest returns the range or value that a test compares with when it needs no evaluation.
func constantTest(n Node) (Value, bool) {
	switch n := n.(type) {
	case *testNode:
		v, ok := constant(n.x)
		if !ok || v.kind == NullValue {
			return Value{}, false
		}
		return RangeValueOf(sided(n.op, v)), true
	case *rangeNode:
		low, ok1 := constant(n.low)
		high, ok2 := constant(n.high)
		if !ok1 || !ok2 || low.kind == NullValue || high.kind == NullValue {
			return Value{}, false
		}
		return RangeValueOf(&Range{Low: low, High: high, LowIncluded: n.lowIncluded, HighIncluded: n.highIncluded}), true
	}
	v, ok := constant(n)
	return v, ok && v.kind != NullValue
}

// CellProgram is a compiled condition cell.
type CellProgram struct {
	any, negated bool
	column       int
	tests        []code
	conditions   []bool // by test: a boolean that speaks of ? is a condition, not a value to equal
	span         Span
	height       int // as of a body
}

// CompileCell turns a condition cell into a program; origin names it in the causes of nulls.
func CompileCell(c *Cell, origin Origin) *CellProgram {
	p := &CellProgram{any: c.Any, negated: c.Negated, span: Span{0, len(c.Text)}}
	if c.Any {
		return p
	}
	p.column = c.column.Slot
	comp := &compiler{origin: origin}
	for _, t := range c.Tests {
		test, height := comp.body(t.Node)
		p.tests, p.height = append(p.tests, test), max(p.height, height)
		p.conditions = append(p.conditions, usesColumn(t.Node))
	}
	return p
}

// Fixed reports whether the cell reads nothing but the column's value, so that one program serves every rule with the
// same text.
func (c *Cell) Fixed() bool {
	for _, t := range c.Tests {
		if !t.Constant {
			return false
		}
	}
	return true
}

// Slots returns how large a frame a cell needs that reads nothing but the column's value.
func (p *CellProgram) Slots() int { return p.column + 1 }

// Match tells whether v meets the cell; null = true when that cannot be told, which counts as no match and is explained
// at the given place.
func (p *CellProgram) Match(m *Machine, slots []Value, v Value, at Origin) (match, null bool) {
	if p.any {
		return true, false
	}
	if !m.rise(p.height) {
		return false, true
	}
	f := m.enter(slots)
	defer func() {
		m.leave()
		m.height -= p.height
	}()
	slots[p.column] = v
	unknown := false
	var with Value
	for i, t := range p.tests {
		tv := t(f)
		if tv.kind == BooleanValue && (v.kind != BooleanValue || p.conditions[i]) {
			if tv.yes {
				return !p.negated, false
			}
			continue
		}
		in, null := m.meets(v, tv)
		if in {
			return !p.negated, false
		}
		if null || p.conditions[i] && tv.kind == NullValue {
			unknown, with = true, tv
		}
	}
	if unknown {
		if kind, silent := unmet(v, with); !silent {
			m.cause(kind, &site{at, p.span}, "Whether %s meets %s cannot be told; the rule does not match.", describe(v), describe(with))
		}
		return false, true
	}
	return p.negated, false
}

// ParseOutput reads an output cell of the given type. In a column of texts a bare word is a literal, and a declared
// value of the type wins over a name; "-" is null; a leading = makes it an expression for sure.
func ParseOutput(text string, want *Type, env *Env) *Expression {
	s := trim(text, Span{0, len(text)})
	body := text[s.Start:s.End]
	switch {
	case body == "-":
		return &Expression{Text: text, Root: &literalNode{base: base{s, Null}}, Type: Null}
	case strings.HasPrefix(body, "=") && !strings.HasPrefix(body, "=="):
		return parseFor(text, s.Start+1, want, env)
	case want.Kind == WrongType:
		e := parseFor(text, s.Start, want, env)
		e.Problems = nil // whether its words are texts or names is not known
		return e
	case !want.Text():
		return parseFor(text, s.Start, want, env)
	case slices.Contains(want.Values, body), want.Values == nil && bareWords(body):
		p := newParser(text, len(text), env)
		if want.Values == nil {
			p.likeName(s, body)
		}
		return p.finishFor(p.text0(s, body), want)
	}
	e := parseFor(text, s.Start, want, env)
	if want.Values != nil && bareWords(body) && !isKeyword(head(body)) && len(e.Problems) > 0 || want.Values == nil && e.Broken() && !strings.ContainsAny(body, "\"()[]{}") {
		p := newParser(text, len(text), env)
		return p.finishFor(p.text0(s, body), want)
	}
	return e
}

// bareWords reports whether a text is words alone, with nothing of an expression in it.
func bareWords(s string) bool {
	for i, r := range s {
		switch {
		case namePart(r), r == ' ', r == '-' && i > 0, r == '&', r == '$', r == '%', r == '\'', r == '.' && i > 0, r == '/' && i > 0, r == '!', r == ';', r == ':':
		case r >= utf8.RuneSelf:
		default:
			return false
		}
	}
	return s != "" && !isDigit(s[0]) || s != "" && numberEnd(s, 0) < len(s)
}

// ParseAs reads an expression whose value is declared to be of type want.
func ParseAs(text string, want *Type, env *Env) *Expression { return parseFor(text, 0, want, env) }

func parseFor(text string, start int, want *Type, env *Env) *Expression {
	p := newParser(text, start, env)
	root := p.expression()
	p.end()
	return p.finishFor(root, want)
}

// finishFor checks the whole against the declared type.
func (p *parser) finishFor(root Node, want *Type) *Expression {
	if want != nil && !p.failed && !p.branchWords(root, want) && convertible(root.Type(), want) == Never {
		p.problem(TypeProblem, root.Span(), "", "%s is %s; %s is declared.", p.source(root), root.Type().Phrase(), want.Phrase())
	}
	return p.finish(root)
}

// branchWords checks the texts that an expression can give, by its branches, against the declared words.
func (p *parser) branchWords(n Node, want *Type) bool {
	if i, ok := n.(*ifNode); ok {
		a, b := p.branchWords(i.then, want), p.branchWords(i.els, want)
		return a || b
	}
	if name, ok := n.(*nameNode); ok && name.symbol == nil && slices.Contains(want.Values, name.name) {
		p.meantText(name)
		return true
	}
	if lit, ok := n.(*literalNode); ok && lit.typ.Kind == StringType && (want.Kind == EnumType || want.Kind == LevelsType) {
		w, _ := lit.value.Text()
		if slices.Contains(want.Values, w) {
			p.uses = append(p.uses, Use{Span: lit.span, Name: w, Kind: WordUse, Of: want})
			return false
		}
		near := Nearest(w, want.Values)
		what := "the declared values"
		if want.Name != "" {
			what = "the values of " + want.Name
		}
		p.unknownWord(lit.span, want, near, "%q is not one of %s (%s).%s", w, what, joinWords(want.Values, 12), suggest(near))
		return true
	}
	return false
}
