package feel

import (
	"slices"
)

// memberOf types x.name: a member of an object, a part of a date, time, duration or range, or, over a list, the list
// of the elements' members (DMN 1.5, 10.3.2.5 and table 53).
func (p *parser) memberOf(x Node, name string, span Span) Node {
	n := &memberNode{base{Span{x.Span().Start, max(span.End, x.Span().End)}, Any}, x, name, span}
	t := x.Type()
	over := false
	if t.Kind == ListType {
		t, over = t.Elem, true
	}
	p.uses = append(p.uses, Use{Span: span, Name: name, Kind: MemberUse, Of: t})
	m, known := partOf(t, name)
	switch {
	case name == "" || t.Kind == WrongType:
		n.typ = Wrong
		return n
	case m != nil:
		n.typ = m
	case known:
		n.typ = Wrong
		p.unknownMember(x, t, name, span)
	case x.Type().Kind == NullType:
		n.typ = Wrong
		p.neverNull(x, "."+name)
	}
	if over && n.typ != Wrong {
		n.typ = ListOf(n.typ)
	}
	n.typ = p.known(n, n.typ)
	return n
}

// unknownMember says which members there are and which is meant.
func (p *parser) unknownMember(x Node, t *Type, name string, span Span) {
	names := partNames(t)
	near := Nearest(name, names)
	switch {
	case len(names) == 0:
		p.problem(UnknownMember, span, "", "%s is %s and has no members; %q stands for nothing.", p.source(x), t.Phrase(), name)
	default:
		p.problem(UnknownMember, span, near, "%s has no %q; it has %s.%s", p.source(x), name, joinWords(names, 12), suggest(near))
	}
}

// partOf returns the type of the member name; known = false when the type does not tell.
func partOf(t *Type, name string) (part *Type, known bool) {
	switch t.Kind {
	case AnyType, WrongType:
		return nil, false
	case ObjectType:
		if f, ok := t.Field(name); ok {
			return f, true
		}
		return nil, !t.Open
	case NullType:
		return nil, false
	}
	for _, part := range parts {
		if part.name == name && slices.Contains(part.kinds, t.Kind) {
			if part.typ == nil {
				return t.Elem.OrNull(), true
			}
			return part.typ, true
		}
	}
	return nil, true
}

// partNames lists the members of a type.
func partNames(t *Type) []string {
	var names []string
	for _, f := range t.Fields {
		names = append(names, f.Name)
	}
	for _, part := range parts {
		if slices.Contains(part.kinds, t.Kind) {
			names = append(names, part.name)
		}
	}
	return names
}

// Members returns the names and types of the parts of a type that can be read behind a dot.
func (t *Type) Members() []Field {
	var fields []Field
	for _, n := range partNames(t) {
		m, _ := partOf(t, n)
		fields = append(fields, Field{n, orAny(m)})
	}
	return fields
}
