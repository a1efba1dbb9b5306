package feel

import (
	"slices"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

// Program is a compiled expression. It is immutable and safe for concurrent use by many machines.
type Program struct {
	code   code
	slots  int
	height int
	global int    // the slot that the whole expression reads, -1 where it is more than a global name
	fixed  *Value // the value of the whole expression where that is a literal
}

// Compile turns a parsed expression into a program. origin names the expression in the causes of nulls; slots is the
// size of its frame. Broken parts compile too: they give null.
func Compile(e *Expression, origin Origin, slots int) *Program {
	c := &compiler{origin: origin}
	code, height := c.body(e.Root)
	p := &Program{code: code, slots: slots, height: height, global: -1}
	switch n := e.Root.(type) {
	case *literalNode:
		if n.value.kind != NullValue {
			p.fixed = &n.value
		}
	case *nameNode:
		if n.item == nil && n.symbol != nil && (n.symbol.Kind == InputSymbol || n.symbol.Kind == DecisionSymbol) {
			p.global = n.symbol.Slot
		}
	}
	return p
}

// Global returns the slot that the whole expression reads; ok = false where it is more than the name of an input or
// decision.
func (p *Program) Global() (slot int, ok bool) { return p.global, p.global >= 0 }

// Fixed returns the value of the whole expression where that is a literal and not null.
func (p *Program) Fixed() (v Value, ok bool) {
	if p.fixed == nil {
		return Value{}, false
	}
	return *p.fixed, true
}

// Run evaluates the program in a frame of its own.
func (p *Program) Run(m *Machine) Value {
	return p.RunIn(m, make([]Value, p.slots))
}

// RunIn evaluates the program in the frame slots, which holds the lets and parameters it reads.
func (p *Program) RunIn(m *Machine, slots []Value) Value {
	if !m.rise(p.height) {
		return explained
	}
	v := p.code(m.enter(slots))
	m.leave()
	m.height -= p.height
	return v
}

type compiler struct {
	origin  Origin
	level   int // of the node being compiled
	deepest int // level reached
}

func (c *compiler) at(n Node) *site { return &site{c.origin, n.Span()} }

func (c *compiler) all(ns []Node) []code {
	out := make([]code, len(ns))
	for i, n := range ns {
		out[i] = c.compile(n)
	}
	return out
}

// body compiles what runs on a frame of its own. height is the stack that it takes, in nodes.
func (c *compiler) body(n Node) (code code, height int) {
	outer := c.deepest
	c.deepest = c.level
	code = c.compile(n)
	height = c.deepest - c.level + bodyHeight
	c.deepest = max(c.deepest, outer)
	return code, height
}

// bodyHeight is what a call takes beside the nodes of its body.
const bodyHeight = 4

func (c *compiler) compile(n Node) code {
	c.level++
	c.deepest = max(c.deepest, c.level)
	code := c.node(n)
	c.level--
	return code
}

func (c *compiler) node(n Node) code {
	switch n := n.(type) {
	case *literalNode:
		v := n.value
		if n.fault != "" {
			at, fault := c.at(n), n.fault
			return func(f *frame) Value { return f.m.null(at, "%s", fault) }
		}
		return func(*frame) Value { return v }
	case *nameNode:
		return c.name(n)
	case *memberNode:
		return c.member(n)
	case *negateNode:
		return c.negate(n)
	case *binaryNode:
		return c.binary(n)
	case *ifNode:
		return c.ifElse(n)
	case *forNode:
		return c.loop(n)
	case *quantifiedNode:
		return c.quantified(n)
	case *betweenNode:
		return c.between(n)
	case *inNode:
		return c.in(n)
	case *testNode:
		x, op := c.compile(n.x), n.op
		return func(f *frame) Value { return RangeValueOf(sided(op, x(f))) }
	case *rangeNode:
		return c.interval(n)
	case *notNode:
		return c.not(n)
	case *instanceNode:
		x, t := c.compile(n.x), n.want
		return func(f *frame) Value {
			v := x(f)
			if v.kind == NullValue {
				return BooleanOf(t.Kind == NullType)
			}
			return BooleanOf(t.Kind != NullType && f.m.conforms(v, t, 0))
		}
	case *listNode:
		items := c.all(n.items)
		return func(f *frame) Value {
			out := make([]Value, len(items))
			for i, it := range items {
				out[i] = it(f)
			}
			return ListOfValues(out)
		}
	case *contextNode:
		return c.context(n)
	case *filterNode:
		return c.filter(n)
	case *callNode:
		return c.call(n)
	case *functionNode:
		return c.function(n)
	}
	// a part that could not be read is reported where it stands
	return func(*frame) Value { return explained }
}

func (c *compiler) name(n *nameNode) code {
	read := c.symbol(n)
	if n.item == nil {
		return read
	}
	item, name, at := n.item.Slot, n.name, c.at(n)
	if n.symbol == nil {
		read = func(f *frame) Value { return f.m.noMember(at, f.slots[item], name) }
	}
	return func(f *frame) Value {
		if o, ok := f.slots[item].Object(); ok {
			if v, ok := o.Get(name); ok {
				return v
			}
		}
		return read(f)
	}
}

func (c *compiler) symbol(n *nameNode) code {
	s, at, name := n.symbol, c.at(n), n.name
	if s == nil {
		return func(f *frame) Value { return f.m.mistyped(at, "%q is not declared.", shorten(name, 40)) }
	}
	slot := s.Slot
	switch s.Kind {
	case InputSymbol, DecisionSymbol, FunctionSymbol:
		return func(f *frame) Value {
			m := f.m
			if m.Read == nil && m.Ready[slot] {
				return m.Globals[slot]
			}
			return m.global(slot)
		}
	case BuiltinSymbol:
		v := functionOf(&Function{Name: s.Builtin.Name, Result: Any, builtin: s.Builtin})
		return func(*frame) Value { return v }
	case MemberSymbol:
		item := s.item.Slot
		return func(f *frame) Value {
			if o, ok := f.slots[item].Object(); ok {
				if v, ok := o.Get(name); ok {
					return v
				}
			}
			return f.m.noMember(at, f.slots[item], name)
		}
	}
	return func(f *frame) Value { return f.slots[slot] }
}

func (c *compiler) member(n *memberNode) code {
	of, name, at := c.compile(n.of), n.name, &site{c.origin, n.nameSpan}
	return func(f *frame) Value { return f.m.memberOf(at, of(f), name) }
}

// memberOf reads v.name; over a list it reads it of every element.
func (m *Machine) memberOf(at *site, v Value, name string) Value {
	switch v.kind {
	case NullValue:
		return m.noMember(at, v, name)
	case ObjectValue:
		o, _ := v.Object()
		if x, ok := o.Get(name); ok {
			return x
		}
		return m.noMember(at, v, name)
	case ListValue:
		items, _ := v.Items()
		if !m.keep(len(items)) {
			return explained
		}
		out := make([]Value, len(items))
		for i, it := range items {
			if !m.step() {
				return explained
			}
			if it.kind == ListValue { // one level only, or a cycle of lists could not be told from a list of lists
				out[i] = m.noMember(at, it, name)
				continue
			}
			out[i] = m.memberOf(at, it, name)
		}
		return ListOfValues(out)
	}
	k := v.partKind()
	for i := range parts {
		if parts[i].name == name && slices.Contains(parts[i].kinds, k) {
			return parts[i].get(v)
		}
	}
	return m.noMember(at, v, name)
}

func (m *Machine) noMember(at *site, v Value, name string) Value {
	if v.kind == NullValue {
		if v.yes {
			return explained
		}
		return m.missing(at, "There is no %q in null.", shorten(name, 40))
	}
	return m.mistyped(at, "%s has no member %q.", describe(v), shorten(name, 40))
}

func (c *compiler) negate(n *negateNode) code {
	x, at := c.compile(n.x), c.at(n)
	return func(f *frame) Value {
		v := x(f)
		switch v.kind {
		case NumberValue:
			return NumberOf(v.num.Neg())
		case DaysTimeValue, YearsMonthsValue:
			neg, err := scaleDuration(v, decimal.FromInt(-1), decimal.Mul)
			if err != nil {
				return f.m.null(at, "-%s has no value: %s.", describe(v), err)
			}
			return neg
		case NullValue:
			if v.yes {
				return explained
			}
			return f.m.missing(at, "There is nothing to negate: the value is null.")
		}
		return f.m.mistyped(at, "-%s has no value: - negates numbers and durations.", describe(v))
	}
}

func (c *compiler) binary(n *binaryNode) code {
	l, r, at := c.compile(n.left), c.compile(n.right), c.at(n)
	switch n.op {
	case "and":
		return func(f *frame) Value { return f.m.connect(at, "and", False, l(f), r, f) }
	case "or":
		return func(f *frame) Value { return f.m.connect(at, "or", True, l(f), r, f) }
	case "=":
		return func(f *frame) Value { return f.m.equality(at, "=", l(f), r(f), true) }
	case "!=":
		return func(f *frame) Value { return f.m.equality(at, "!=", l(f), r(f), false) }
	case "<", "<=", ">", ">=":
		op := n.op
		accept := acceptor(op)
		return func(f *frame) Value { return f.m.order(at, op, l(f), r(f), accept) }
	case "+":
		return func(f *frame) Value {
			a, b := l(f), r(f)
			if a.kind == NumberValue && b.kind == NumberValue {
				if d, cond := decimal.Add(a.num, b.num); !cond.Failed() {
					return NumberOf(d)
				}
			}
			return f.m.arith(at, "+", a, b)
		}
	case "*":
		return func(f *frame) Value {
			a, b := l(f), r(f)
			if a.kind == NumberValue && b.kind == NumberValue {
				if d, cond := decimal.Mul(a.num, b.num); !cond.Failed() {
					return NumberOf(d)
				}
			}
			return f.m.arith(at, "*", a, b)
		}
	}
	op := n.op
	return func(f *frame) Value { return f.m.arith(at, op, l(f), r(f)) }
}

// acceptor maps the outcome of a comparison to the operator's answer.
func acceptor(op string) func(int) bool {
	switch op {
	case "<":
		return func(c int) bool { return c < 0 }
	case "<=":
		return func(c int) bool { return c <= 0 }
	case ">":
		return func(c int) bool { return c > 0 }
	}
	return func(c int) bool { return c >= 0 }
}

// connect is three-valued and/or (DMN 1.5, table 48); decides is the value that settles it alone.
func (m *Machine) connect(at *site, op string, decides, a Value, right code, f *frame) Value {
	if a.kind == BooleanValue && a.yes == decides.yes {
		return decides
	}
	b := right(f)
	if b.kind == BooleanValue && b.yes == decides.yes {
		return decides
	}
	if a.kind == BooleanValue && b.kind == BooleanValue {
		return BooleanOf(!decides.yes)
	}
	for _, v := range []Value{a, b} {
		if v.kind == NullValue && v.yes {
			return explained
		}
	}
	kind := MissingCause
	if a.kind != BooleanValue && a.kind != NullValue || b.kind != BooleanValue && b.kind != NullValue {
		kind = TypeCause
	}
	return m.cause(kind, at, "%s %s %s is undecided: %s needs true or false on both sides.", describe(a), op, describe(b), op)
}

func (m *Machine) equality(at *site, op string, a, b Value, want bool) Value {
	eq, ok := m.equal(a, b, 0)
	if !ok {
		return m.mistyped(at, "%s %s %s cannot be told: the two are of different kinds.", describe(a), op, describe(b))
	}
	return BooleanOf(eq == want)
}

func (m *Machine) order(at *site, op string, a, b Value, accept func(int) bool) Value {
	c, ok := compare(a, b)
	if s, text := a.ref.(string); text && !m.spend(len(s)/textStep) {
		return explained
	}
	if !ok {
		if a.kind == NullValue || b.kind == NullValue {
			return m.nullOperand(at, op, a, b)
		}
		return m.cause(unordered(a, b), at, "%s %s %s cannot be told: the two have no common order.", describe(a), op, describe(b))
	}
	return BooleanOf(accept(c))
}

// unordered is the kind of mistake that two values without a common order are: texts beside levels may be the wrong
// texts, other kinds never go together.
func unordered(a, b Value) CauseKind {
	_, text1 := a.Text()
	_, text2 := b.Text()
	if text1 && text2 {
		return ValueCause
	}
	return TypeCause
}

func (c *compiler) ifElse(n *ifNode) code {
	cond, then, els, at := c.compile(n.cond), c.compile(n.then), c.compile(n.els), c.at(n.cond)
	return func(f *frame) Value {
		v := cond(f)
		switch {
		case v.IsTrue():
			return then(f)
		case v.kind == BooleanValue || v.kind == NullValue:
			return els(f)
		}
		return f.m.mistyped(at, "%s is neither true nor false; if cannot decide.", describe(v))
	}
}

func (c *compiler) between(n *betweenNode) code {
	x, low, high, at := c.compile(n.x), c.compile(n.low), c.compile(n.high), c.at(n)
	return func(f *frame) Value {
		v := x(f)
		a := f.m.order(at, ">=", v, low(f), func(c int) bool { return c >= 0 })
		b := f.m.order(at, "<=", v, high(f), func(c int) bool { return c <= 0 })
		return f.m.connect(at, "and", False, a, func(*frame) Value { return b }, f)
	}
}

func (c *compiler) in(n *inNode) code {
	x, at := c.compile(n.x), c.at(n)
	tests := c.all(n.tests)
	return func(f *frame) Value { return f.m.inAny(at, x(f), tests, f) }
}

// inAny tells whether v meets any of the tests; null when none is met and one cannot be told.
func (m *Machine) inAny(at *site, v Value, tests []code, f *frame) Value {
	unknown := false
	var with Value
	for _, t := range tests {
		tv := t(f)
		in, null := m.meets(v, tv)
		if in {
			return True
		}
		if null {
			unknown, with = true, tv
		}
	}
	if !unknown {
		return False
	}
	kind, silent := unmet(v, with)
	if silent {
		return explained
	}
	return m.cause(kind, at, "Whether %s is in %s cannot be told: they have no common order.", describe(v), describe(with))
}

// unmet is the kind of mistake that a test is which cannot be told; silent when a null that is explained already makes it so.
func unmet(v, test Value) (kind CauseKind, silent bool) {
	kind = unordered(v, test)
	parts := []Value{v, test}
	if r, ok := test.Range(); ok {
		parts = []Value{v}
		kind = ValueCause
		for _, bound := range []struct {
			absent bool
			value  Value
		}{{r.lowUnbound, r.Low}, {r.highUnbound, r.High}} {
			if !bound.absent {
				parts = append(parts, bound.value)
				kind = max(kind, unordered(v, bound.value))
			}
		}
	}
	for _, p := range parts {
		if p.kind == NullValue {
			kind = MissingCause
			silent = silent || p.yes
		}
	}
	return kind, silent
}

func (c *compiler) interval(n *rangeNode) code {
	low, high, at := c.compile(n.low), c.compile(n.high), c.at(n)
	li, hi := n.lowIncluded, n.highIncluded
	return func(f *frame) Value {
		a, b := low(f), high(f)
		if a.kind != NullValue && b.kind != NullValue {
			if _, ok := compare(a, b); !ok {
				return f.m.cause(unordered(a, b), at, "An interval from %s to %s has no order.", describe(a), describe(b))
			}
		}
		return RangeValueOf(&Range{Low: a, High: b, LowIncluded: li, HighIncluded: hi})
	}
}

// not negates unary tests as a value: it is true for what meets none of them, which only a cell can ask.
func (c *compiler) not(n *notNode) code {
	at := c.at(n)
	return func(f *frame) Value { return f.m.mistyped(at, "not(…) of tests stands in a cell only.") }
}

func (c *compiler) context(n *contextNode) code {
	type entry struct {
		key  string
		slot int
		code code
	}
	entries := make([]entry, len(n.entries))
	for i, e := range n.entries {
		entries[i] = entry{e.key, e.symbol.Slot, c.compile(e.value)}
	}
	if n.twice != "" {
		at, key := c.at(n), shorten(n.twice, 40)
		return func(f *frame) Value {
			return f.m.null(at, "%q stands twice in this context; keys are unique, so the whole is null.", key)
		}
	}
	return func(f *frame) Value {
		o := NewObject(len(entries))
		for _, e := range entries {
			v := e.code(f)
			f.slots[e.slot] = v
			o.Set(e.key, v)
		}
		return ObjectOfMembers(o)
	}
}
