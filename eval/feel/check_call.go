package feel

import "slices"

// callOf types a call: of a built-in function by the table, of another function by its type.
func (p *parser) callOf(n *callNode) Node {
	n.typ = Any
	fn, named := n.fn.(*nameNode)
	if named && fn.symbol != nil && fn.symbol.Kind == BuiltinSymbol && fn.item == nil {
		n.builtin = fn.symbol.Builtin
		p.builtinCall(n)
		return n
	}
	switch t := n.fn.Type(); t.Kind {
	case FunctionType:
		n.typ = orAny(t.Result)
		if !t.Open {
			p.arguments(n, t)
		}
	case WrongType:
		n.typ = Wrong
	case AnyType:
	default:
		n.typ = Wrong
		p.problem(NotAFunction, n.fn.Span(), "", "%s is %s, not a function; it cannot be called.", p.source(n.fn), t.Phrase())
	}
	return n
}

// arguments checks a call of a function whose parameters are known.
func (p *parser) arguments(n *callNode, t *Type) {
	what := p.source(n.fn)
	if n.names == nil {
		if len(n.args) != len(t.Params) {
			p.problem(ArityProblem, n.span, "", "%s takes %s (%s), not %d.", what, count(len(t.Params), "argument"), fieldNames(t.Params), len(n.args))
			return
		}
		for i, a := range n.args {
			p.argument(a, t.Params[i].Type, t.Params[i].Name, what)
		}
		return
	}
	var params []string
	for _, f := range t.Params {
		params = append(params, f.Name)
	}
	for i, name := range n.names {
		k := slices.Index(params, name)
		if k < 0 {
			near := Nearest(name, params)
			p.problem(ArityProblem, n.nameSpan[i], near, "%s has no parameter %q; it has %s.%s", what, name, fieldNames(t.Params), suggest(near))
			return
		}
		p.argument(n.args[i], t.Params[k].Type, name, what)
	}
	if len(n.names) != len(params) {
		p.problem(ArityProblem, n.span, "", "%s takes %s (%s), not %d.", what, count(len(params), "argument"), fieldNames(t.Params), len(n.args))
	}
}

// argument checks one argument against its parameter, the implicit conversions aside.
func (p *parser) argument(a Node, want *Type, param, fn string) {
	t := a.Type()
	if p.words(want, a, a) {
		return
	}
	if convertible(t, want) == Never {
		p.problem(TypeProblem, a.Span(), "", "%s is %s; %s of %s needs %s.", p.source(a), t.Phrase(), param, fn, want.Phrase())
	}
}

// convertible is FitsIn with the implicit conversions (DMN 1.5, 10.3.2.9.4): a value to a list of one, a list of one to
// its element, a date to a date and time.
func convertible(t, want *Type) Fit {
	if t.Kind == ListType && want.Kind == ListType && t.Elem.Kind != DateType && t.Elem.FitsIn(want.Elem) == Never {
		return Never // an empty list aside, which is of every list type
	}
	if f := t.FitsIn(want); f != Never {
		return f
	}
	switch {
	case want.Kind == ListType && t.Kind != ListType:
		return min(Maybe, t.FitsIn(want.Elem))
	case t.Kind == ListType:
		return min(Maybe, t.Elem.FitsIn(want))
	case t.Kind == DateType && want.Kind == DateTimeType:
		return Always
	}
	return Never
}

func fieldNames(fields []Field) string {
	if len(fields) == 0 {
		return "none"
	}
	var names []string
	for _, f := range fields {
		names = append(names, f.Name)
	}
	return joinWords(names, 8)
}

// builtinCall finds the signatures that a call can mean and types it by them.
func (p *parser) builtinCall(n *callNode) {
	b := n.builtin
	n.typ = nil
	var reason func()
	told := false // by what the arguments are together: then the number and each type are right
	for i := range b.Signatures {
		sig := &b.Signatures[i]
		args, why, together := p.bindStatic(n, sig)
		if why != nil {
			if reason == nil || args != nil && !told {
				reason = why
			}
			told = told || together
			continue
		}
		t := sig.Result
		if sig.Infer != nil {
			t = sig.Infer(args)
		}
		if n.typ == nil {
			n.typ = t
		} else {
			n.typ = Join(n.typ, t)
		}
		if certain(sig, args) {
			break
		}
	}
	if n.typ == nil {
		n.typ = Wrong
		if reason != nil {
			reason()
		}
		return
	}
	for _, a := range n.args {
		if a.Type().Kind == WrongType && len(b.Signatures) > 1 {
			n.typ = Wrong // which signature is meant cannot be known
		}
	}
	p.impossible(n)
}

// certain reports whether the argument types leave no doubt that the signature is meant.
func certain(sig *Signature, args []*Type) bool {
	for i, t := range args {
		if t != nil && convertible(t, sig.param(i).Type) != Always {
			return false
		}
	}
	return true
}

// param returns the parameter of the i-th argument.
func (s *Signature) param(i int) *Param { return &s.Params[min(i, len(s.Params)-1)] }

// bindStatic lays the argument types over the parameters. why reports the first reason that it cannot; args is not nil
// when the number of arguments was right, since then the reason is the better one to tell; together, when only what the
// arguments are together is wrong.
func (p *parser) bindStatic(n *callNode, sig *Signature) (args []*Type, why func(), together bool) {
	order, ok := sig.bind(len(n.args), n.names)
	if !ok {
		return nil, func() { p.arity(n) }, false
	}
	args = make([]*Type, len(order))
	for i, k := range order {
		if k < 0 {
			continue
		}
		a, param := n.args[k], sig.param(i)
		args[i] = a.Type()
		if a.Type().Kind == NullType && !param.Null {
			// a literal null is a mistake only where no signature takes it; it is reported as such
			return args, func() {
				p.problem(TypeProblem, a.Span(), "", "%s of %s must not be null.", param.Name, n.builtin.Name)
			}, false
		}
		if convertible(a.Type(), param.Type) == Never {
			return args, func() {
				p.problem(TypeProblem, a.Span(), "", "%s is %s; %s of %s needs %s.", p.source(a), a.Type().Phrase(), param.Name, n.builtin.Name, p.needed(n, i))
			}, false
		}
	}
	if sig.Check != nil {
		if why := sig.Check(args); why != "" {
			return args, func() { p.problem(TypeProblem, n.span, "", "%s %s", n.builtin.Name, why) }, true
		}
	}
	return args, nil, false
}

// needed lists the types that the signatures take as their i-th parameter.
func (p *parser) needed(n *callNode, i int) string {
	var ts []string
	for j := range n.builtin.Signatures {
		sig := &n.builtin.Signatures[j]
		if _, ok := sig.bind(len(n.args), n.names); ok {
			if s := sig.param(i).Type.Phrase(); !slices.Contains(ts, s) {
				ts = append(ts, s)
			}
		}
	}
	return joinOr(ts)
}

func joinOr(words []string) string {
	switch n := len(words); n {
	case 0:
		return "something else"
	case 1:
		return words[0]
	default:
		return joinWords(words[:n-1], n) + " or " + words[n-1]
	}
}

// arity says how a built-in function is called.
func (p *parser) arity(n *callNode) {
	var forms []string
	for _, s := range n.builtin.Signatures {
		if form := s.String(n.builtin.Name); !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	if n.names != nil {
		var params []string
		for _, s := range n.builtin.Signatures {
			for _, q := range s.Params {
				params = append(params, q.Name)
			}
		}
		for i, name := range n.names {
			if !slices.Contains(params, name) {
				near := Nearest(name, params)
				p.problem(ArityProblem, n.nameSpan[i], near, "%s has no parameter %q; it is called as %s.%s", n.builtin.Name, name, joinOr(forms), suggest(near))
				return
			}
		}
	}
	p.problem(ArityProblem, n.span, "", "%s is called as %s; here it has %s.", n.builtin.Name, joinOr(forms), count(len(n.args), "argument"))
}

// String writes the signature for a person: name(a, b, c?).
func (s *Signature) String(name string) string {
	out := name + "("
	for i, q := range s.Params {
		if i > 0 {
			out += ", "
		}
		out += q.Name
		if q.Optional {
			out += "?"
		}
		if q.Variadic {
			out += ", …"
		}
	}
	return out + ")"
}

func count(n int, what string) string {
	switch n {
	case 0:
		return "no " + what + "s"
	case 1:
		return "one " + what
	}
	return itoa(n) + " " + what + "s"
}

// impossible evaluates conversions of constant texts: a date that does not exist is known before anything runs.
func (p *parser) impossible(n *callNode) {
	switch n.builtin.Name {
	case "date", "time", "date and time", "duration", "number", "range":
	default:
		return
	}
	if n.names != nil || len(n.args) == 0 {
		return
	}
	values := make([]Value, len(n.args))
	for i, a := range n.args {
		l, ok := a.(*literalNode)
		if !ok || l.value.IsNull() {
			return
		}
		values[i] = l.value
	}
	if _, null := n.builtin.apply(values); null != "" {
		span := n.span
		if len(n.args) == 1 {
			span = n.args[0].Span()
		}
		p.problem(ImpossibleLiteral, span, "", "%s", null)
	}
}
