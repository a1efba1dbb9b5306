package feel

// What a condition tells about names and members where it holds and where it does not: behind `x != null and` x is not
// null, and in the else of `if x != null` it is. Expressions have no effects, so it stays true as long as the names mean
// the same.

// fact is the type of a name, or of a member of a name, in a part of the expression.
type fact struct {
	symbol *Symbol
	path   string // the members behind the name, each after a zero byte
	typ    *Type
}

// assume notes what follows when cond is not false (holds) or not true, which a null is neither of; the caller forgets
// it by cutting p.facts to the length it had.
func (p *parser) assume(cond Node, holds bool) (before int) {
	before = len(p.facts)
	p.conclude(cond, holds)
	return before
}

func (p *parser) forget(before int) { p.facts = p.facts[:before] }

// conclude follows and, or and not down to the tests that are always true or false: comparisons with null and
// `instance of`.
func (p *parser) conclude(cond Node, holds bool) {
	for {
		b, ok := cond.(*binaryNode)
		if !ok || b.op != "and" && b.op != "or" || (b.op == "and") != holds {
			break
		}
		p.conclude(b.right, holds)
		cond = b.left // a chain of them is as long as the text
	}
	switch n := cond.(type) {
	case *binaryNode:
		if n.op != "=" && n.op != "!=" {
			return
		}
		x := n.left
		if isNull(x) {
			x = n.right
		} else if !isNull(n.right) {
			return
		}
		if (n.op == "=") == holds {
			p.learn(x, Null)
		} else {
			p.learn(x, x.Type().NotNull())
		}
	case *instanceNode:
		switch {
		case !holds:
		case n.want.Kind != NullType && (!n.x.Type().Known() || n.x.Type().Kind == DurationType):
			p.learn(n.x, n.want)
		case n.want.Kind != NullType:
			p.learn(n.x, n.x.Type().NotNull())
		}
	case *callNode:
		if n.builtin != nil && n.builtin.Name == "not" && len(n.args) == 1 {
			p.conclude(n.args[0], !holds)
		}
	}
}

func isNull(n Node) bool {
	l, ok := n.(*literalNode)
	return ok && l.value.kind == NullValue && l.fault == ""
}

// learn notes the type of what n reads, where that has a name.
func (p *parser) learn(n Node, t *Type) {
	if symbol, path, ok := named(n); ok && n.Type().Kind != WrongType {
		p.facts = append(p.facts, fact{symbol, path, t})
	}
}

// known returns the type that n has here, t where nothing more is known of it.
func (p *parser) known(n Node, t *Type) *Type {
	if len(p.facts) == 0 || t.Kind == WrongType {
		return t
	}
	symbol, path, ok := named(n)
	for i := len(p.facts) - 1; ok && i >= 0; i-- {
		if f := p.facts[i]; f.symbol == symbol && f.path == path {
			return f.typ
		}
	}
	return t
}

// named returns the name and the members behind it that n reads. A name that may be a member of a filtered element
// means another value for each.
func named(n Node) (symbol *Symbol, path string, ok bool) {
	for {
		switch x := n.(type) {
		case *nameNode:
			return x.symbol, path, x.symbol != nil && x.item == nil
		case *memberNode:
			path = "\x00" + x.name + path
			n = x.of
		default:
			return nil, "", false
		}
	}
}

// neverNull reports an operand that is null in every evaluation.
func (p *parser) neverNull(n Node, what string) bool {
	if n.Type().Kind != NullType {
		return true
	}
	if source := p.source(n); source != "null" {
		p.problem(TypeProblem, n.Span(), "", "%s is always null here; with null, %s has no value.", source, what)
	} else {
		p.problem(TypeProblem, n.Span(), "", "With null, %s has no value.", what)
	}
	return false
}
