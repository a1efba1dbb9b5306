package feel

import (
	"strings"
	"unicode/utf8"
)

// bind makes a new local symbol at the given place of the text.
func (p *parser) bind(name string, span Span, t *Type) *Symbol {
	s := &Symbol{Name: name, Kind: LocalSymbol, Slot: p.layout.Slot(), Typ: t}
	p.uses = append(p.uses, Use{Span: span, Name: name, Symbol: s, Kind: BindUse})
	return s
}

// push brings symbols in sight; pop takes the newest group out of it. Both read the current token again.
func (p *parser) push(symbols ...*Symbol) {
	p.locals = append(p.locals, group{symbols: symbols})
	p.rescan()
}

func (p *parser) pop() {
	p.locals = p.locals[:len(p.locals)-1]
	p.rescan()
}

// add brings one more symbol in sight beside the newest group.
func (p *parser) add(s *Symbol) {
	p.locals[len(p.locals)-1].add(s)
	p.rescan()
}

func (p *parser) ifExpression() Node {
	start := p.tok.span.Start
	p.advance()
	cond := p.expression()
	if !p.need("then", "if") {
		return p.ifOf(start, cond, p.bad(Span{p.prev.End, p.prev.End}), p.bad(Span{p.prev.End, p.prev.End}))
	}
	before := p.assume(cond, true)
	then := p.expression()
	p.forget(before)
	if !p.tok.is("else") {
		p.unexpected("\"else\" is needed %s; every if has both answers.")
		return p.ifOf(start, cond, then, p.bad(Span{p.prev.End, p.prev.End}))
	}
	p.advance()
	p.assume(cond, false)
	els := p.expression()
	p.forget(before)
	return p.ifOf(start, cond, then, els)
}

// variable reads the name that an iterator binds: everything up to `in`.
func (p *parser) variable() (string, Span, bool) {
	start := p.tok.span.Start
	end := start
	for i := start; i < len(p.text); {
		w := wordEnd(p.text, i)
		if w == i {
			if isSpace(p.text[i]) || end > start && strings.IndexByte("-+*/'.", p.text[i]) >= 0 {
				i++
				continue
			}
			break
		}
		if p.text[i:w] == "in" && end > start {
			p.pos = i
			p.tok = token{kind: nameToken, span: Span{start, end}}
			p.advance()
			return collapse(p.text[start:end]), Span{start, end}, true
		}
		i, end = w, w
	}
	return "", Span{}, false
}

// iterators reads `x in list, y in 1..3`. It leaves the variables in sight; the caller pops one group.
func (p *parser) iterators(what string) []iterator {
	p.locals = append(p.locals, group{})
	var its []iterator
	for {
		name, span, ok := p.variable()
		if !ok {
			p.unexpected(what + " needs a variable and its list, such as " + what + " x in list; neither stands %s.")
			return its
		}
		p.need("in", what)
		source := p.expression()
		it := iterator{source: source}
		elem := p.elementOf(source)
		if !p.neverNull(source, what) {
			elem = Wrong
		}
		if p.accept("..") {
			it.to = p.expression()
			elem = p.steps(source, it.to)
		}
		it.variable = p.bind(name, span, elem)
		p.add(it.variable)
		its = append(its, it)
		if !p.accept(",") {
			return its
		}
	}
}

func (p *parser) forExpression() Node {
	start := p.tok.span.Start
	p.advance()
	its := p.iterators("for")
	partial := &Symbol{Name: "partial", Kind: LocalSymbol, Slot: p.layout.Slot(), Typ: AnyList}
	p.add(partial)
	var body Node
	if p.need("return", "for") {
		body = p.expression()
	} else {
		body = p.bad(Span{p.prev.End, p.prev.End})
	}
	p.pop()
	return &forNode{base{Span{start, p.prev.End}, ListOf(body.Type().wordless())}, its, body, partial}
}

func (p *parser) quantified() Node {
	start, every := p.tok.span.Start, p.tok.is("every")
	word := p.tok.text
	p.advance()
	its := p.iterators(word)
	var cond Node
	if p.need("satisfies", word) {
		cond = p.expression()
		p.wantBoolean(cond, "satisfies")
	} else {
		cond = p.bad(Span{p.prev.End, p.prev.End})
	}
	p.pop()
	return &quantifiedNode{base{Span{start, p.prev.End}, Boolean}, every, its, cond}
}

// rawKey reads a key and its colon: a quoted text, or any name up to the colon. It moves only when both are there.
func (p *parser) rawKey() (string, Span, bool) {
	start := p.tok.span.Start
	if p.tok.kind == stringToken {
		t := p.tok
		s := scanner{text: p.text, pos: t.span.End}
		s.skipSpace()
		if s.pos >= len(p.text) || p.text[s.pos] != ':' {
			return "", Span{}, false
		}
		p.pos = s.pos + 1
		p.tok = token{span: Span{start, s.pos + 1}}
		p.advance()
		return t.value, t.span, true
	}
	end := start
	for i := start; i < len(p.text); {
		r, n := utf8.DecodeRuneInString(p.text[i:])
		switch {
		case r == ':':
			if end == start {
				return "", Span{}, false
			}
			p.pos = i + 1
			p.tok = token{span: Span{start, i + 1}}
			p.advance()
			return collapse(p.text[start:end]), Span{start, end}, true
		case namePart(r) && (end > start || nameStart(r)), end > start && strings.ContainsRune("-+*/'.", r):
			end = i + n
		case r < utf8.RuneSelf && isSpace(byte(r)):
		default:
			return "", Span{}, false
		}
		i += n
	}
	return "", Span{}, false
}

// context reads { key: value, … }; an entry sees those before it.
func (p *parser) context() Node {
	defer p.leave()
	start := p.tok.span.Start
	if !p.enter() {
		return p.bad(p.tok.span)
	}
	p.advance()
	p.locals = append(p.locals, group{})
	var entries []contextEntry
	seen, twice := map[string]bool{}, ""
	for !p.tok.is("}") {
		key, span, ok := p.rawKey()
		if !ok {
			p.unexpected("A key and a colon, such as name: value, are needed %s.")
			break
		}
		if seen[key] {
			p.problem(TypeProblem, span, "", "%q stands twice in this context; keys are unique, so the whole is null.", shorten(key, 40))
			twice = key
		}
		seen[key] = true
		value := p.expression()
		e := contextEntry{key: key, keySpan: span, value: value, symbol: p.bind(key, span, value.Type())}
		entries = append(entries, e)
		p.add(e.symbol)
		if !p.accept(",") {
			break
		}
	}
	p.locals = p.locals[:len(p.locals)-1]
	p.rescan()
	p.need("}", "the context")
	return p.contextOf(start, entries, twice)
}

// functionLiteral reads function(a: number, b) body. External functions would run code from elsewhere; there are none.
func (p *parser) functionLiteral() Node {
	defer p.leave()
	start := p.tok.span.Start
	if !p.enter() {
		return p.bad(p.tok.span)
	}
	p.advance()
	p.need("(", "function")
	var params []*Symbol
	for !p.tok.is(")") && p.tok.kind != endToken {
		sym, ok := p.parameter()
		if !ok {
			break
		}
		params = append(params, sym)
		if !p.accept(",") {
			break
		}
	}
	p.need(")", "the parameters")
	if p.tok.kind == nameToken && p.tok.text == "external" {
		p.syntax(p.tok.span, "External functions run code from elsewhere; this language has none.")
	}
	p.push(params...)
	body := p.expression()
	p.pop()
	fields := make([]Field, len(params))
	for i, s := range params {
		fields[i] = Field{s.Name, s.Type()}
	}
	return &functionNode{base{Span{start, p.prev.End}, FunctionOf(fields, body.Type().wordless())}, params, body}
}

func (p *parser) parameter() (*Symbol, bool) {
	if key, span, ok := p.rawKey(); ok {
		s := p.bind(key, span, p.typeName())
		s.Kind = ParamSymbol
		return s, true
	}
	start, end := p.tok.span.Start, p.tok.span.Start
	for i := start; i < len(p.text); {
		r, n := utf8.DecodeRuneInString(p.text[i:])
		if namePart(r) || end > start && strings.ContainsRune("-+*/'.", r) {
			end = i + n
		} else if r >= utf8.RuneSelf || !isSpace(byte(r)) {
			break
		}
		i += n
	}
	if end == start {
		p.unexpected("A parameter's name is needed %s.")
		return nil, false
	}
	s := p.bind(collapse(p.text[start:end]), Span{start, end}, Any)
	s.Kind = ParamSymbol
	p.pos = end
	p.tok = token{span: Span{start, end}}
	p.advance()
	return s, true
}

// member reads .name behind x.
func (p *parser) member(x Node) Node {
	dot := p.tok.span
	p.pos = dot.End
	p.skipSpace()
	start := p.pos
	name, end := p.memberName(x.Type(), start)
	if end == start {
		p.tok = token{span: dot}
		p.advance()
		p.syntax(Span{dot.Start, p.tok.span.End}, "The name of a member is needed behind the dot.")
		return p.memberOf(x, "", Span{dot.End, dot.End})
	}
	p.pos = end
	p.tok = token{span: Span{start, end}}
	p.advance()
	return p.memberOf(x, name, Span{start, end})
}

// wideMembers are the parts of values whose names are more than one word (DMN 1.5, table 53 and 10.3.2.7).
var wideMembers = []string{"time offset", "start included", "end included"}

// memberName returns the longest member of the type that stands at pos; where none does, the words up to the next
// keyword or declared name, so that a mistake is reported whole.
func (p *parser) memberName(of *Type, pos int) (string, int) {
	name, end := "", pos
	try := func(n string) {
		if e := matchName(n, p.text, pos); e > end {
			name, end = n, e
		}
	}
	t := of
	if t.Kind == ListType {
		t = t.Elem
	}
	for _, f := range t.Fields {
		try(f.Name)
	}
	if t.Kind != ObjectType || t.Open {
		for _, n := range wideMembers {
			try(n)
		}
	}
	w := wordEnd(p.text, pos)
	if end >= w && end > pos {
		return name, end
	}
	if w == pos {
		return "", pos
	}
	p.extending = true
	w = p.unknownEnd(w)
	p.extending = false
	return collapse(p.text[pos:w]), w
}

// filter reads [ … ] behind x: a condition over the elements, or a position.
func (p *parser) filter(x Node) Node {
	defer p.leave()
	if !p.enter() {
		return p.bad(p.tok.span)
	}
	p.advance()
	elem := p.filtered(x)
	item := &Symbol{Name: "item", Kind: LocalSymbol, Slot: p.layout.Slot(), Typ: elem}
	var group []*Symbol
	if _, ok := elem.Field("item"); !ok { // a member of that name stands before the element
		group = append(group, item)
	}
	for _, f := range elem.Fields {
		group = append(group, &Symbol{Name: f.Name, Kind: MemberSymbol, Typ: f.Type, item: item})
	}
	p.filters = append(p.filters, filterScope{item: item, depth: len(p.locals) + 1, open: elem.Kind == AnyType || elem.Kind == ObjectType && elem.Open})
	p.push(group...)
	cond := p.expression()
	p.filters = p.filters[:len(p.filters)-1]
	p.pop()
	p.need("]", "the filter")
	return p.filterOf(x, cond, item)
}

// call reads ( … ) behind fn.
func (p *parser) call(fn Node) Node {
	defer p.leave()
	if !p.enter() {
		return p.bad(p.tok.span)
	}
	p.advance()
	n := &callNode{fn: fn}
	for !p.tok.is(")") {
		key, span, named := "", Span{}, false
		if p.tok.kind != stringToken {
			key, span, named = p.rawKey()
		}
		if named {
			n.names = append(n.names, key)
			n.nameSpan = append(n.nameSpan, span)
		} else if n.names != nil {
			p.syntax(p.tok.span, "Arguments are all named or all in order; this one has no name.")
		}
		if named && len(n.names) != len(n.args)+1 {
			p.syntax(span, "Arguments are all named or all in order; those before %q have no names.", key)
		}
		n.args = append(n.args, p.test())
		if !p.accept(",") {
			break
		}
	}
	p.need(")", "the call")
	n.span = Span{fn.Span().Start, p.prev.End}
	return p.callOf(n)
}
