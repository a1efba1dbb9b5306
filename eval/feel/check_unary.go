package feel

func (p *parser) between(x, low, high Node) Node {
	p.countOperator()
	before := len(p.problems)
	p.ordered(x, low, "between", Span{x.Span().Start, low.Span().End})
	if len(p.problems) == before {
		p.ordered(x, high, "between", Span{x.Span().Start, high.Span().End})
	}
	return &betweenNode{base{Span{x.Span().Start, high.Span().End}, Boolean}, x, low, high}
}

func (p *parser) in(x Node, tests []Node) Node {
	p.countOperator()
	end := p.prev.End
	for _, t := range tests {
		p.testAgainst(x, t)
	}
	return &inNode{base{Span{x.Span().Start, end}, Boolean}, x, tests}
}

// testAgainst checks one unary test of `in` or of a cell against the value it tests.
func (p *parser) testAgainst(x Node, test Node) {
	xt := x.Type()
	switch t := test.(type) {
	case *testNode:
		switch t.op {
		case "=", "!=":
			if !p.words(xt, t.x, x) && Comparable(xt, t.x.Type()) == Never {
				p.problem(NeverTrue, t.span, "", "%s is %s and %s is %s; they can never be equal.", p.source(x), xt.Phrase(), p.source(t.x), t.x.Type().Phrase())
			}
		default:
			p.ordered(x, t.x, t.op, t.span)
		}
	case *rangeNode:
		for _, bound := range []Node{t.low, t.high} {
			if !p.said(t.span) {
				p.ordered(x, bound, "an interval", t.span)
			}
		}
	case *notNode:
		for _, u := range t.tests {
			p.testAgainst(x, u)
		}
	default:
		tt := test.Type()
		if p.words(xt, test, x) || tt.Kind == BooleanType && usesColumn(test) {
			return
		}
		_, literal := test.(*literalNode)
		if Comparable(xt, tt) == Never && !(tt.Kind == ListType || tt.Kind == RangeType) && (tt.Kind != BooleanType || literal || p.column == nil) {
			p.problem(NeverTrue, test.Span(), "", "%s is %s and %s is %s; they can never be equal.", p.source(x), xt.Phrase(), p.source(test), tt.Phrase())
		} else if (tt.Kind == ListType || tt.Kind == RangeType) && Comparable(xt, tt) == Never && !meetable(xt, tt.Elem, tt.Kind) {
			p.problem(NeverTrue, test.Span(), "", "%s is %s and never one of %s, which has %s.", p.source(x), xt.Phrase(), p.source(test), tt.Elem.plural())
		}
	}
}

// meetable reports whether a value of type t can meet an element of a list, which may be a range, or lie between the
// bounds of a range.
func meetable(t, elem *Type, of TypeKind) bool {
	switch {
	case !t.Known() || !elem.Known() || t.Kind == NullType || elem.Kind == NullType:
		return true
	case of == RangeType:
		return t.Ordered() && orderable(t, elem)
	case elem.Kind == RangeType && t.Kind != RangeType:
		return meetable(t, elem.Elem, RangeType)
	case elem.Kind == ListType:
		return true
	}
	return Comparable(t, elem) != Never
}

// said reports whether a problem lies within span already.
func (p *parser) said(span Span) bool {
	n := len(p.problems)
	return n > 0 && p.problems[n-1].Span.Start >= span.Start && p.problems[n-1].Span.End <= span.End
}

// usesColumn reports whether a test speaks of the column's value by ?, and so is a condition of its own.
func usesColumn(n Node) bool {
	found := false
	walk(n, func(n Node) bool {
		if name, ok := n.(*nameNode); ok && name.symbol != nil && name.symbol.Kind == ColumnSymbol {
			found = true
		}
		return !found
	})
	return found
}
