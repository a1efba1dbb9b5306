package feel

import (
	"fmt"
	"slices"
	"strings"
)

// maxSource bounds the text that source folds: nodes are as long as the expression.
const maxSource = 400

// source returns the text of a node for a message.
func (p *parser) source(n Node) string {
	s := n.Span()
	if name, ok := n.(*nameNode); ok && name.symbol != nil && name.symbol.Kind == ColumnSymbol && s.Start == s.End {
		return name.symbol.Label
	}
	return shorten(collapse(p.text[s.Start:min(s.End, s.Start+maxSource)]), 40)
}

// name builds the node of a name token.
func (p *parser) name(t token) Node {
	name := collapse(t.text)
	n := &nameNode{base: base{t.span, Wrong}, name: name, symbol: t.symbol}
	if t.symbol == nil || !p.bound(t.symbol) || p.innermost(t.symbol) {
		// an element whose members are not known may have one of this name, which would stand before the outer one
		for i := len(p.filters) - 1; i >= 0; i-- {
			if p.filters[i].open {
				n.item = p.filters[i].item
				break
			}
		}
	}
	switch {
	case n.item != nil && !(t.symbol != nil && t.symbol.Kind == BuiltinSymbol && p.tok.is("(")):
		n.typ = Any
	case t.symbol == nil:
		p.unknownName(t.span, name)
	case t.symbol.Kind == BuiltinSymbol:
		n.typ, n.item = AnyFunction, nil
	default:
		n.typ = p.known(n, t.symbol.Type())
	}
	if t.symbol != nil {
		p.uses = append(p.uses, Use{Span: t.span, Name: name, Symbol: t.symbol})
	}
	return n
}

// innermost reports whether the symbol is the element of the innermost filter, where that may have a member of its name.
func (p *parser) innermost(s *Symbol) bool {
	last := len(p.filters) - 1
	return last >= 0 && p.filters[last].open && p.filters[last].item == s
}

// unknownName reports a name that nothing in sight declares.
func (p *parser) unknownName(span Span, name string) {
	if len(p.problems) >= maxProblems {
		return
	}
	if s := p.env.Hidden.Lookup(name); s != nil {
		p.problem(UnknownName, span, "", "%q is not in sight here: a function sees only its parameters and other functions. Hand it over as a parameter.", name)
		return
	}
	near := truthWords[name]
	if near == "" {
		near = p.nearestInSight(name, p.calledAt(span.End))
	}
	p.problem(UnknownName, span, near, "%q is not declared.%s", shorten(name, 60), suggest(near))
}

// truthWords are what people write for true and false elsewhere.
var truthWords = map[string]string{"yes": "true", "Yes": "true", "True": "true", "TRUE": "true", "no": "false", "No": "false", "False": "false", "FALSE": "false"}

// bound reports whether the symbol is bound inside the innermost open filter.
func (p *parser) bound(s *Symbol) bool {
	if len(p.filters) == 0 {
		return true
	}
	for _, group := range p.locals[max(0, p.filters[len(p.filters)-1].depth-1):] {
		if slices.Contains(group.symbols, s) {
			return true
		}
	}
	return false
}

// nearestInSight is what an unknown name may have meant, or ""; a built-in function only where something is called.
func (p *parser) nearestInSight(name string, called bool) string {
	s := searchFor(name)
	for _, group := range p.locals {
		for _, local := range group.symbols {
			s.consider(spell(local.Name))
		}
	}
	s.among(p.env.Locals.vocabulary())
	s.among(p.env.Globals.vocabulary())
	if called {
		s.among(builtinScope().vocabulary())
	}
	return s.nearest
}

// binary types an operator and its operands (DMN 1.5, tables 50 to 57).
func (p *parser) binary(op token, left, right Node) Node {
	n := &binaryNode{base{Span{left.Span().Start, max(right.Span().End, op.span.End)}, Any}, op.text, left, right, op.span}
	p.countOperator()
	l, r := left.Type(), right.Type()
	switch op.text {
	case "and", "or":
		n.typ = Boolean
		p.wantBoolean(left, op.text)
		p.wantBoolean(right, op.text)
	case "=", "!=":
		n.typ = Boolean
		p.comparable(n)
	case "<", "<=", ">", ">=":
		n.typ = Boolean
		p.ordered(left, right, op.text, n.span)
	default:
		n.typ = arithmetic(op.text, l.NotNull(), r.NotNull())
		if l.Kind == NullType || r.Kind == NullType {
			n.typ = Wrong
			_ = p.neverNull(left, op.text) && p.neverNull(right, op.text)
		} else if n.typ == nil {
			n.typ = Wrong
			p.problem(TypeProblem, n.span, "", "%s is %s and %s is %s; %s.", p.source(left), l.Phrase(), p.source(right), r.Phrase(), arithmeticNeeds(op.text))
		}
	}
	return n
}

// countOperator ends an expression that has too many operators.
func (p *parser) countOperator() {
	if p.operators++; p.operators > maxOperators {
		p.tooDeep()
	}
}

// wantBoolean reports an operand that can never be true or false.
func (p *parser) wantBoolean(n Node, what string) {
	if t := n.Type(); t.Known() && t.Kind != BooleanType && t.Kind != NullType {
		p.problem(TypeProblem, n.Span(), "", "%s is %s; %s needs true or false.", p.source(n), t.Phrase(), what)
	}
}

func arithmeticNeeds(op string) string {
	switch op {
	case "+":
		return "+ adds numbers, texts, durations, or a duration to a date or time"
	case "-":
		return "- subtracts numbers, dates, times, durations, or a duration from a date or time"
	case "*":
		return "* multiplies numbers, or a duration by a number"
	case "/":
		return "/ divides numbers, durations, or a duration by a number"
	}
	return "** raises a number to a number"
}

// arithmetic returns the type of l op r, nil when it can never be a value.
func arithmetic(op string, l, r *Type) *Type {
	if l.Kind == WrongType || r.Kind == WrongType {
		return Wrong
	}
	if l.Kind == NullType || r.Kind == NullType {
		return nil
	}
	if l.Kind == AnyType || r.Kind == AnyType {
		return arithmeticAny(op, l, r)
	}
	switch {
	case l.Kind == NumberType && r.Kind == NumberType:
		return Number
	case op == "**":
		return nil
	case op == "*" && l.duration() && r.Kind == NumberType, op == "/" && l.duration() && r.Kind == NumberType:
		return l
	case op == "*" && l.Kind == NumberType && r.duration():
		return r
	case op == "/" && l.duration() && r.duration():
		if l.Kind != r.Kind && l.Kind != DurationType && r.Kind != DurationType {
			return nil
		}
		return Number
	case op == "*" || op == "/":
		return nil
	case op == "+" && l.Text() && r.Text():
		return String
	case l.duration() && r.duration():
		if l.Kind == r.Kind {
			return l
		}
		if l.Kind == DurationType || r.Kind == DurationType {
			return Duration
		}
		return nil
	case op == "-" && l.moment() && r.moment():
		if l.Kind == TimeType != (r.Kind == TimeType) {
			return nil
		}
		return DaysTime
	case l.Kind == TimeType && (r.Kind == DaysTimeType || r.Kind == DurationType):
		return Time
	case (l.Kind == DateType || l.Kind == DateTimeType) && r.duration():
		return l
	case op == "+" && l.duration() && r.moment():
		return arithmetic(op, r, l)
	}
	return nil
}

// moment reports dates, times and dates with times.
func (t *Type) moment() bool {
	return t.Kind == DateType || t.Kind == TimeType || t.Kind == DateTimeType
}

// arithmeticAny types arithmetic with one operand of which nothing is known.
func arithmeticAny(op string, l, r *Type) *Type {
	known := l
	if l.Kind == AnyType {
		known = r
	}
	switch {
	case op == "**":
		if known.Kind != AnyType && known.Kind != NumberType {
			return nil
		}
		return Number
	case known.Text():
		if op != "+" {
			return nil
		}
		return String
	case known.Kind == BooleanType, known.Kind == ObjectType, known.Kind == FunctionType, known.Kind == RangeType:
		return nil
	}
	return Any
}

// comparable checks = and !=: operands that can never be equal are a mistake (model-format.md, "Expressions").
func (p *parser) comparable(n *binaryNode) {
	l, r := n.left.Type(), n.right.Type()
	if p.words(l, n.right, n.left) || p.words(r, n.left, n.right) {
		return
	}
	if Comparable(l, r) == Never {
		p.problem(NeverTrue, n.span, "", "%s is %s and %s is %s; they can never be equal.", p.source(n.left), l.Phrase(), p.source(n.right), r.Phrase())
	}
}

// words checks a text literal against the words its counterpart can be. It reports whether it had to say something.
func (p *parser) words(t *Type, literal, counterpart Node) bool {
	if name, ok := literal.(*nameNode); ok && name.symbol == nil && slices.Contains(t.Values, name.name) {
		p.meantText(name)
		return true
	}
	lit, ok := literal.(*literalNode)
	if !ok || lit.typ.Kind != StringType || t.Kind != EnumType && t.Kind != LevelsType {
		return false
	}
	word, _ := lit.value.Text()
	if slices.Contains(t.Values, word) {
		p.uses = append(p.uses, Use{Span: lit.span, Name: word, Kind: WordUse, Of: t})
		return false
	}
	near := Nearest(word, t.Values)
	p.unknownWord(lit.span, t, near, "%q is not a value of %s (%s).%s", word, p.source(counterpart), joinWords(t.Values, 12), suggest(near))
	return true
}

// meantText says of an unknown name that it is a value of what it is compared with, which is written in quotes.
func (p *parser) meantText(n *nameNode) {
	for i := range p.problems {
		if x := &p.problems[i]; x.Kind == UnknownName && x.Span == n.span {
			x.Nearest = quote(n.name)
			x.Message = fmt.Sprintf("%q is no name; as a text it is written %s.", n.name, x.Nearest)
		}
	}
}

// ordered checks the operands of <, <=, >, >= and of ranges.
func (p *parser) ordered(left, right Node, op string, span Span) {
	l, r := left.Type(), right.Type()
	if p.words(l, right, left) || p.words(r, left, right) {
		return
	}
	for _, n := range []Node{left, right} {
		if !p.neverNull(n, op) {
			return
		}
		if t := n.Type(); t.Known() && t.Kind != NullType && !t.Ordered() {
			p.problem(TypeProblem, shownAt(n, span), "", "%s is %s; %s needs numbers, texts, dates, times, durations or levels.", p.source(n), t.Phrase(), op)
			return
		}
		if t := n.Type(); t.Kind == EnumType {
			p.problem(TypeProblem, shownAt(n, span), "", "%s is one of %s, which have no order; write the type with < (%s) to compare by %s.", p.source(n), joinWords(t.Values, 6), joinWith(t.Values, "<", 4), op)
			return
		}
	}
	if !l.Known() || !r.Known() {
		return
	}
	if !orderable(l, r) {
		p.problem(NeverTrue, span, "", "%s is %s and %s is %s; they have no common order.", p.source(left), l.Phrase(), p.source(right), r.Phrase())
	}
}

// shownAt is where a fault of an operand is shown: the column's value stands nowhere, so the whole test is.
func shownAt(n Node, whole Span) Span {
	if s := n.Span(); s.End > s.Start {
		return s
	}
	return whole
}

func orderable(l, r *Type) bool {
	switch {
	case l.Kind == r.Kind:
		return l.Kind != LevelsType || slices.Equal(l.Values, r.Values)
	case l.Text() && r.Text(), l.duration() && r.duration() && (l.Kind == DurationType || r.Kind == DurationType):
		return true
	}
	// a date compares with a date and time as its midnight (DMN 1.5, 10.3.2.3.6)
	return l.moment() && r.moment() && l.Kind != TimeType && r.Kind != TimeType
}

func joinWith(words []string, sep string, n int) string {
	if len(words) > n {
		return strings.Join(words[:n], sep) + sep + "…"
	}
	return strings.Join(words, sep)
}

func (p *parser) negate(start int, x Node) Node {
	t := x.Type()
	switch {
	case t.Kind == NumberType, t.duration(), t.Kind == AnyType, t.Kind == WrongType:
		t = t.NotNull()
	case t.Kind == NullType:
		p.neverNull(x, "-")
		t = Wrong
	default:
		p.problem(TypeProblem, Span{start, x.Span().End}, "", "%s is %s; - negates numbers and durations.", p.source(x), t.Phrase())
		t = Wrong
	}
	return &negateNode{base{Span{start, x.Span().End}, t}, x}
}

func (p *parser) rangeOf(start int, low, high Node, lowIncluded, highIncluded bool) Node {
	span := Span{start, p.prev.End}
	p.ordered(low, high, "an interval", span)
	elem := Join(low.Type(), high.Type()).wordless()
	if l, ok := constant(low); ok {
		if h, ok := constant(high); ok {
			if c, ok := compare(l, h); ok && (c > 0 || c == 0 && !(lowIncluded && highIncluded)) {
				p.problem(EmptyInterval, span, "", "Nothing lies in this interval: it starts at %s and ends at %s.", p.source(low), p.source(high))
			}
		}
	}
	return &rangeNode{base{span, RangeOf(elem)}, low, high, lowIncluded, highIncluded}
}

// constant returns the value of a node that is the same in every evaluation and known without one.
func constant(n Node) (Value, bool) {
	if l, ok := n.(*literalNode); ok {
		return l.value, true
	}
	if c, ok := n.(*callNode); ok && c.builtin != nil && c.names == nil && len(c.args) == 1 {
		switch c.builtin.Name {
		case "date", "time", "date and time", "duration":
			if l, ok := c.args[0].(*literalNode); ok && l.typ.Kind == StringType {
				v, null := c.builtin.apply([]Value{l.value})
				return v, null == ""
			}
		}
	}
	return Value{}, false
}

func (p *parser) list(start int, items []Node) Node {
	types := make([]*Type, len(items))
	for i, it := range items {
		types[i] = it.Type()
	}
	return &listNode{base{Span{start, p.prev.End}, ListOf(JoinAll(types))}, items}
}

func (p *parser) ifOf(start int, cond, then, els Node) Node {
	p.wantBoolean(cond, "if")
	return &ifNode{base{Span{start, p.prev.End}, Join(then.Type(), els.Type())}, cond, then, els}
}

func (p *parser) contextOf(start int, entries []contextEntry, twice string) Node {
	fields := make([]Field, len(entries))
	for i, e := range entries {
		fields[i] = Field{e.key, e.value.Type().wordless()}
	}
	return &contextNode{base: base{Span{start, p.prev.End}, ObjectOf(fields)}, entries: entries, twice: twice}
}

// elementOf returns the type of what a filter or an iterator takes from x, a single value counting as a list of one.
func (p *parser) elementOf(x Node) *Type {
	switch t := x.Type(); t.Kind {
	case ListType, RangeType:
		if t.Elem.Kind == NullType { // of an empty list
			return Any
		}
		return t.Elem
	case NullType:
		return Any
	default:
		return t.NotNull()
	}
}

// filtered returns the type of the elements that a filter looks at; only a list has several.
func (p *parser) filtered(x Node) *Type {
	if t := x.Type(); t.Kind == RangeType {
		return t.NotNull()
	}
	return p.elementOf(x)
}

// steps types the variable of `for x in from..to`.
func (p *parser) steps(from, to Node) *Type {
	for _, n := range []Node{from, to} {
		switch t := n.Type(); {
		case t.Kind == NumberType, t.Kind == DateType, !t.Known(), t.Kind == NullType:
		default:
			p.problem(TypeProblem, n.Span(), "", "%s is %s; a loop counts over whole numbers or dates.", p.source(n), t.Phrase())
			return Wrong
		}
	}
	return Join(from.Type(), to.Type())
}

// filterOf types x[cond]: a condition keeps a list, a number takes one element (DMN 1.5, 10.3.2.5).
func (p *parser) filterOf(x, cond Node, item *Symbol) Node {
	n := &filterNode{base{Span{x.Span().Start, p.prev.End}, Any}, x, cond, item}
	elem := p.filtered(x)
	switch t := cond.Type(); t.Kind {
	case NumberType, BooleanType:
		if x.Type().Kind == WrongType || x.Type().Kind == NullType && !p.neverNull(x, "a filter") {
			n.typ = Wrong
			return n
		}
	}
	before := p.assume(cond, true)
	for _, f := range p.facts[before:] {
		if f.symbol == item && f.path == "" {
			elem = f.typ
		}
	}
	p.forget(before)
	switch t := cond.Type(); t.Kind {
	case BooleanType:
		n.typ = ListOf(elem)
	case NumberType:
		n.typ = elem
	case AnyType, WrongType, NullType:
		if x.Type().Kind == WrongType || t.Kind == WrongType {
			n.typ = Wrong
		}
	default:
		p.problem(TypeProblem, cond.Span(), "", "%s is %s; a filter needs a condition or a position.", p.source(cond), t.Phrase())
		n.typ = Wrong
	}
	return n
}
