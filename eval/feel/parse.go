package feel

import (
	"fmt"
	"strings"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/feel/temporal"
)

// maxDepth bounds how deep an expression may nest, so that no text can exhaust the stack.
const maxDepth = 200

// maxOperators bounds the operators of one expression: a chain of them nests as deep as brackets do.
const maxOperators = 10_000

// parser reads an expression in one pass. It types every node as it builds it, because names with spaces behind a dot
// and inside filters can only be read when the type of what stands before them is known.
type parser struct {
	scanner
	env       *Env
	layout    *Layout
	tok       token
	prev      Span // of the token before tok
	locals    []group
	filters   []filterScope
	column    *Symbol // ? of unary tests
	depth     int
	operators int
	extending bool   // looking how far an unknown name goes
	endpoint  bool   // reading a bound of a range, where [ may close it
	failed    bool   // one syntax problem is reported, the rest follows from it
	facts     []fact // what the conditions around tell
	problems  []Problem
	uses      []Use
}

// filterScope is a filter around the current place.
type filterScope struct {
	item  *Symbol
	depth int // len(locals) with the filter's own scope
	open  bool
}

// Parse reads and types an expression. It never fails: what cannot be read becomes a problem with its span.
func Parse(text string, env *Env) *Expression {
	p := newParser(text, 0, env)
	root := p.expression()
	p.end()
	return p.finish(root)
}

// newParser starts to read text at the given place.
func newParser(text string, start int, env *Env) *parser {
	if env == nil {
		env = &Env{}
	}
	p := &parser{env: env, layout: env.Layout}
	if p.layout == nil {
		p.layout = &Layout{}
	}
	p.text, p.pos = text, start
	p.resolve = p.find
	p.odd = env.Globals != nil && env.Globals.odd || env.Locals != nil && env.Locals.odd
	p.advance()
	return p
}

func (p *parser) finish(root Node) *Expression {
	return &Expression{Text: p.text, Root: root, Type: root.Type(), Problems: p.problems, Uses: p.uses}
}

// find returns the longest declared name at pos: locals before lets and parameters, those before the model's names,
// those before built-in functions.
func (p *parser) find(pos int, h string) (*Symbol, int) {
	var best *Symbol
	end := 0
	for i := len(p.locals) - 1; i >= 0; i-- {
		if sym, e := p.locals[i].match(p.text, pos, h); e > end {
			best, end = sym, e
		}
	}
	if sym, e := p.env.Locals.match(p.text, pos, h); e > end {
		best, end = sym, e
	}
	if sym, e := p.env.Globals.match(p.text, pos, h); e > end {
		best, end = sym, e
	}
	if sym, e := builtinScope().match(p.text, pos, h); e >= end && e > 0 {
		// `date and time` may be two declared names, and `date` is one of an input; only a call makes it the function.
		if p.calledAt(e) && (e > end || !best.callable()) || best == nil && !p.extending {
			best, end = sym, e
		}
	}
	return best, end
}

// calledAt reports whether a parenthesis opens behind pos.
func (p *parser) calledAt(pos int) bool {
	s := scanner{text: p.text, pos: pos}
	s.skipSpace()
	return s.pos < len(s.text) && s.text[s.pos] == '('
}

func (p *parser) advance() {
	p.prev = p.tok.span
	p.tok = p.next()
}

// rescan reads the current token again, after the names in sight have changed.
func (p *parser) rescan() {
	p.pos = p.tok.span.Start
	p.tok = p.next()
}

// accept moves over the operator or keyword text if it comes next.
func (p *parser) accept(text string) bool {
	if !p.tok.is(text) {
		return false
	}
	p.advance()
	return true
}

func (p *parser) bad(span Span) Node { return &badNode{base{span, Wrong}} }

// enter counts a level of nesting; it reports ok = false, once, when there are too many.
func (p *parser) enter() bool {
	p.depth++
	if p.depth <= maxDepth {
		return true
	}
	p.tooDeep()
	return false
}

// tooDeep reports, once, an expression that is too large to evaluate safely and skips the rest of it.
func (p *parser) tooDeep() {
	if !p.failed {
		p.failed = true
		p.note(TooDeep, p.tok.span, "", "The expression nests too deep to be evaluated safely, or has more than %d operators; give a part of it a name of its own.", maxOperators)
	}
	p.pos, p.tok = len(p.text), token{kind: endToken, span: Span{len(p.text), len(p.text)}}
}

func (p *parser) leave() { p.depth-- }

// expression reads what the standard calls a textual expression (DMN 1.5, 10.3.1.2, rule 2).
func (p *parser) expression() Node {
	defer p.leave()
	if !p.enter() {
		return p.bad(p.tok.span)
	}
	endpoint := p.endpoint
	p.endpoint = false
	defer func() { p.endpoint = endpoint }()
	return p.open()
}

// open reads an expression without resetting the context of a range's bound.
func (p *parser) open() Node {
	switch {
	case p.tok.is("if"):
		return p.ifExpression()
	case p.tok.is("for"):
		return p.forExpression()
	case p.tok.is("some"), p.tok.is("every"):
		return p.quantified()
	}
	return p.disjunction()
}

func (p *parser) disjunction() Node {
	left := p.conjunction()
	if !p.tok.is("or") {
		return left
	}
	defer p.forget(p.assume(left, false)) // the right side counts only where the left is not true
	for p.tok.is("or") {
		op := p.tok
		p.advance()
		right := p.conjunction()
		left = p.binary(op, left, right)
		p.conclude(right, false)
	}
	return left
}

func (p *parser) conjunction() Node {
	left := p.comparison()
	if !p.tok.is("and") {
		return left
	}
	defer p.forget(p.assume(left, true)) // the right side counts only where the left is not false
	for p.tok.is("and") {
		op := p.tok
		p.advance()
		right := p.comparison()
		left = p.binary(op, left, right)
		p.conclude(right, true)
	}
	return left
}

func isComparator(op string) bool {
	switch op {
	case "=", "!=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

func (p *parser) comparison() Node {
	left := p.addition()
	for {
		op := p.tok
		switch {
		case op.kind == operatorToken && isComparator(op.text):
			p.advance()
			left = p.binary(op, left, p.addition())
		case op.is("between"):
			p.advance()
			low := p.addition()
			p.need("and", "between")
			left = p.between(left, low, p.addition())
		case op.is("in"):
			p.advance()
			left = p.in(left, p.inTests())
		default:
			return left
		}
	}
}

// inTests reads what stands behind `in`: one test, or several in parentheses.
func (p *parser) inTests() []Node {
	if t, ok := p.sidedTest(); ok {
		return []Node{t}
	}
	if !p.tok.is("(") {
		return []Node{p.addition()}
	}
	// ( may open an interval, a list of tests or a parenthesised expression; the first item tells.
	start := p.tok.span.Start
	p.advance()
	first := p.test()
	if p.tok.is("..") {
		return []Node{p.postfix(p.interval(start, first, false))}
	}
	if !p.tok.is(",") {
		p.need(")", "the parenthesis")
		return []Node{p.continued(p.postfix(p.parenthesised(start, first)))}
	}
	tests := []Node{first}
	for p.accept(",") {
		tests = append(tests, p.test())
	}
	p.need(")", "the list of tests")
	return tests
}

// continued goes on with the arithmetic that may follow a parenthesis already read.
func (p *parser) continued(left Node) Node {
	return p.additionFrom(p.multiplicationFrom(p.powerFrom(p.instance(left))))
}

// sidedTest reads a comparator and its operand: < 5.
func (p *parser) sidedTest() (Node, bool) {
	op := p.tok
	if op.kind != operatorToken || !isComparator(op.text) {
		return nil, false
	}
	p.advance()
	x := p.addition()
	return &testNode{base{Span{op.span.Start, x.Span().End}, RangeOf(x.Type())}, op.text, x}, true
}

// test reads a positive unary test (DMN 1.5, 10.3.1.2, rule 7).
func (p *parser) test() Node {
	if t, ok := p.sidedTest(); ok {
		return t
	}
	return p.expression()
}

func (p *parser) addition() Node { return p.additionFrom(p.multiplication()) }

func (p *parser) additionFrom(left Node) Node {
	for p.tok.is("+") || p.tok.is("-") {
		op := p.tok
		p.advance()
		left = p.binary(op, left, p.multiplication())
	}
	return left
}

func (p *parser) multiplication() Node { return p.multiplicationFrom(p.power()) }

func (p *parser) multiplicationFrom(left Node) Node {
	for p.tok.is("*") || p.tok.is("/") {
		op := p.tok
		p.advance()
		left = p.binary(op, left, p.power())
	}
	return left
}

func (p *parser) power() Node { return p.powerFrom(p.negation()) }

func (p *parser) powerFrom(left Node) Node {
	for p.tok.is("**") {
		op := p.tok
		p.advance()
		left = p.binary(op, left, p.negation())
	}
	return left
}

// negation binds closer than ** (DMN 1.5, 10.3.1.2, rule 4: the alternatives stand in the order of precedence).
func (p *parser) negation() Node {
	if !p.tok.is("-") {
		return p.instance(p.postfix(p.primary()))
	}
	defer p.leave()
	start := p.tok.span.Start
	if !p.enter() {
		return p.bad(p.tok.span)
	}
	p.advance()
	if p.tok.kind == numberToken { // the sign belongs to the literal (rule 37)
		n := p.primary().(*literalNode)
		n.span.Start = start
		if n.fault == "" {
			n.value = NumberOf(n.value.num.Neg())
		}
		return p.instance(p.postfix(n))
	}
	return p.negate(start, p.negation())
}

// instance reads `instance of TYPE` behind x.
func (p *parser) instance(x Node) Node {
	for n := 0; p.tok.is("instance"); n++ {
		if n > maxDepth {
			p.tooDeep()
			return x
		}
		s := scanner{text: p.text, pos: p.tok.span.End}
		s.skipSpace()
		p.pos = s.pos + len("of")
		p.tok = token{span: Span{s.pos, p.pos}}
		p.advance()
		t := p.typeName()
		x = &instanceNode{base{Span{x.Span().Start, p.prev.End}, Boolean}, x, t.unlimited(0)}
	}
	return x
}

// postfix reads what follows a primary: members, filters and calls.
func (p *parser) postfix(x Node) Node {
	for n := 0; ; n++ {
		if n > maxDepth {
			p.tooDeep()
			return x
		}
		switch {
		case p.tok.is("."):
			x = p.member(x)
		case p.tok.is("[") && !(p.endpoint && p.closesRange()):
			x = p.filter(x)
		case p.tok.is("("):
			x = p.call(x)
		default:
			return x
		}
	}
}

// closesRange tells the [ that ends ]a..b[ from the one that opens a filter: nothing that could start an expression
// follows it.
func (p *parser) closesRange() bool {
	s := scanner{text: p.text, pos: p.tok.span.End, resolve: func(int, string) (*Symbol, int) { return nil, 0 }}
	t := s.next()
	switch t.kind {
	case endToken:
		return true
	case operatorToken:
		return t.text != "(" && t.text != "[" && t.text != "{" && t.text != "-" && t.text != "?" && !isComparator(t.text)
	case keywordToken:
		return t.text == "and" || t.text == "or" || t.text == "then" || t.text == "else" || t.text == "return" || t.text == "satisfies"
	}
	return false
}

// primary reads literals, names, parentheses, lists, contexts and function literals.
func (p *parser) primary() Node {
	t := p.tok
	switch t.kind {
	case numberToken:
		p.advance()
		d, err := decimal.Parse(t.text)
		if err != nil {
			fault := fmt.Sprintf("%s is beyond what a number can hold (34 digits, exponents up to 6144).", shorten(t.text, 30))
			p.problem(ImpossibleLiteral, t.span, "", "%s", fault)
			return &literalNode{base: base{t.span, Number}, fault: fault}
		}
		return &literalNode{base: base{t.span, Number}, value: NumberOf(d)}
	case stringToken:
		p.advance()
		return &literalNode{base: base{t.span, &Type{Kind: StringType, Values: []string{t.value}}}, value: StringOf(t.value)}
	case atToken:
		p.advance()
		return p.atLiteral(t)
	case nameToken:
		p.advance()
		return p.name(t)
	case keywordToken:
		switch t.text {
		case "true", "false":
			p.advance()
			return &literalNode{base: base{t.span, Boolean}, value: BooleanOf(t.text == "true")}
		case "null":
			p.advance()
			return &literalNode{base: base{t.span, Null}}
		case "function":
			return p.functionLiteral()
		case "if", "for", "some", "every":
			return p.expression()
		}
	case operatorToken:
		switch t.text {
		case "(":
			return p.parenthesis()
		case "[", "]":
			return p.bracket()
		case "{":
			return p.context()
		case "?":
			p.advance()
			if p.column == nil {
				p.problem(UnknownName, t.span, "", "\"?\" stands for the value of a table's column; there is none here.")
				return p.bad(t.span)
			}
			return &nameNode{base: base{t.span, p.column.Type()}, name: "?", symbol: p.column}
		}
	}
	return p.missing()
}

func (p *parser) atLiteral(t token) Node {
	v, err := temporal.Parse(t.value)
	if err != nil {
		p.problem(ImpossibleLiteral, t.span, "", "%s", sentence(err))
		return &literalNode{base: base{t.span, Wrong}, fault: sentence(err)}
	}
	value := temporalValue(v)
	return &literalNode{base: base{t.span, value.Type()}, value: value}
}

// parenthesis reads what ( opens: an interval, a test as a value, or an expression.
func (p *parser) parenthesis() Node {
	defer p.leave()
	start := p.tok.span.Start
	if !p.enter() {
		return p.bad(p.tok.span)
	}
	p.advance()
	endpoint := p.endpoint
	p.endpoint = false
	x := p.test()
	p.endpoint = endpoint
	if p.tok.is("..") {
		return p.interval(start, x, false)
	}
	p.need(")", "the parenthesis")
	return p.parenthesised(start, x)
}

// parenthesised widens the span of x over its parentheses.
func (p *parser) parenthesised(start int, x Node) Node {
	if n, ok := x.(interface{ widen(Span) }); ok {
		n.widen(Span{start, p.prev.End})
	}
	return x
}

func (b *base) widen(s Span) { b.span = s }

// interval reads the rest of an interval behind its first bound.
func (p *parser) interval(start int, low Node, lowIncluded bool) Node {
	p.advance() // ..
	if p.tok.is(")") || p.tok.is("]") && p.closesRange() {
		p.unexpected("The interval has no end; a value is needed %s.")
	}
	endpoint := p.endpoint
	p.endpoint = true
	high := p.open()
	p.endpoint = endpoint
	included := p.tok.is("]")
	if !included && !p.tok.is(")") && !p.tok.is("[") {
		p.unexpected("\"]\" or \")\" is missing %s; it closes the interval.")
		return p.rangeOf(start, low, high, lowIncluded, false)
	}
	p.advance()
	return p.rangeOf(start, low, high, lowIncluded, included)
}

// bracket reads what [ or ] opens: a list or an interval.
func (p *parser) bracket() Node {
	defer p.leave()
	start, closed := p.tok.span.Start, p.tok.is("[")
	if !p.enter() {
		return p.bad(p.tok.span)
	}
	p.advance()
	if closed && p.accept("]") {
		return &listNode{base{Span{start, p.prev.End}, ListOf(Null)}, nil}
	}
	first := p.test()
	if p.tok.is("..") {
		return p.interval(start, first, closed)
	}
	if !closed {
		p.syntax(Span{start, start + 1}, "\"]\" opens an interval such as ]1..5]; there is none here.")
		return p.bad(Span{start, p.prev.End})
	}
	items := []Node{first}
	for p.accept(",") {
		items = append(items, p.test())
	}
	p.need("]", "the list")
	return p.list(start, items)
}

// collapse folds every run of white space into one blank.
func collapse(s string) string { return strings.Join(strings.Fields(s), " ") }
