package analysis

import (
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// decision reads a decision (model-format.md, "Decisions").
func (l *lowerer) decision(name string, n *jsontree.Node) {
	d := &l.part.decision
	*d = model.Decision{Name: name, Key: l.part.unitKey()}
	switch n.Kind() {
	case jsontree.String:
		t := l.text(n)
		d.Body.Expr = &t
	case jsontree.Array:
		d.Body.Table = l.table(n, nil, false, model.First)
	case jsontree.Object:
		l.decisionObject(d, n)
	case jsontree.Missing:
		d.Type = feel.Wrong
	default:
		d.Type = feel.Wrong
		l.report(WrongShape, n.Span(), "The decision %s is %s; it needs an expression, a table or an object.", name, kindPhrase(n))
	}
	if l.part.badOutputs && d.Type == nil {
		d.Type = feel.Wrong
	}
}

func (l *lowerer) decisionObject(d *model.Decision, of *jsontree.Node) {
	n := l.fields(of, decisionFields, "A decision", "expr", "table")
	if t := n.Get("type"); t != nil {
		d.Type = l.typ(t)
		l.part.typed = true
	}
	l.part.desc = l.desc(n, "The decision "+d.Name, false)
	d.Let = l.lets(n.Get("let"))
	l.requires(n.Get("requires"))
	expr, table := n.Get("expr"), n.Get("table")
	hit := l.hit(n.Get("hit"), table)
	switch {
	case expr != nil && table != nil:
		x := l.report(DecisionBody, table.Key().Span(), "The decision %s has both expr and table; it needs exactly one of them.", d.Name)
		l.fix(x, "Remove table", jsontree.RemoveMember(of, table.Index())).Preferred = false
		l.fix(x, "Remove expr", jsontree.RemoveMember(of, expr.Index()))
	case expr == nil && table == nil && !of.Closed():
		d.Type = feel.Wrong // it may be still to come
	case expr == nil && table == nil:
		l.report(DecisionBody, opening(of), "The decision %s has neither expr nor table; it needs one of them.", d.Name)
	case expr != nil:
		if l.wantKind(expr, jsontree.String, "expr", "a text that holds an expression") {
			t := l.text(expr)
			d.Body.Expr = &t
		}
	default:
		if l.wantKind(table, jsontree.Array, "table", "an array of rows") {
			d.Body.Table = l.table(table, d.Type, l.part.typed, hit)
		}
	}
}

// hit reads the hit policy of a table; without one the first rule that matches counts (ours).
func (l *lowerer) hit(n, table *jsontree.Node) model.Hit {
	if n == nil || !l.wantKind(n, jsontree.String, "hit", "a text such as FIRST") {
		return model.First
	}
	name := n.Text()
	h, ok := model.ParseHit(name)
	switch {
	case !ok:
		near := feel.Nearest(name, model.HitNames())
		if u, known := model.ParseHit(strings.ToUpper(name)); known {
			near = u.String()
		}
		d := l.report(HitPolicy, n.Span(), "%q is no hit policy; there are %s.%s", name, strings.Join(model.HitNames(), ", "), didYouMean(near))
		if near != "" {
			l.fix(d, "Change to \""+near+"\"", jsontree.ReplaceValue(n, jsontree.EncodeString(near))).Safe = strings.EqualFold(name, near)
		}
		return model.First
	case table == nil:
		d := l.report(HitPolicy, n.Key().Span(), "hit belongs to a table; there is none here.")
		l.fix(d, "Remove hit", jsontree.RemoveMember(n.Parent(), n.Index()))
	case h != model.First && l.level == Strict:
		d := l.report(HitPolicy, n.Span(), "The hit policy %s is not taken by the public API; it needs FIRST.", name)
		l.fix(d, "Change to FIRST: the first rule that matches decides", jsontree.ReplaceValue(n, `"FIRST"`)).Preferred = false
	}
	return h
}

// lets reads intermediate values, in order.
func (l *lowerer) lets(n *jsontree.Node) []model.Let {
	if n == nil {
		return nil
	}
	if !l.wantKind(n, jsontree.Object, "let", "an object of expressions by name") {
		l.part.blind = true
		return nil
	}
	var lets []model.Let
	before := l.at
	defer func() { l.at = before }()
	for _, m := range n.Members() {
		if m.Key.Kind() != jsontree.String {
			continue
		}
		name := own(m.Key.Text())
		l.at = before + ".let." + quoted(name)
		if name == "" || strings.TrimSpace(name) != name {
			l.report(BadName, m.Key.Span(), "%s", nameFault("a let entry", name))
			l.part.blind = true
			continue
		}
		l.part.spans = append(l.part.spans, place{l.at, l.rel(m.Key.Span()), l.rel(m.Span()), name, KindLet})
		lets = append(lets, model.Let{Name: name, Body: l.letBody(m.Value)})
	}
	return lets
}

// nameFault says what is wrong with an empty or padded name.
func nameFault(what, name string) string {
	if strings.TrimSpace(name) == "" {
		return "The name of " + what + " is empty; an expression could not speak of it."
	}
	return "The name \"" + name + "\" of " + what + " is padded with blanks; an expression writes it without."
}

// letBody reads the value of a let entry: an expression, or, in compact documents, a table.
func (l *lowerer) letBody(n *jsontree.Node) model.Body {
	switch n.Kind() {
	case jsontree.String:
		t := l.text(n)
		return model.Body{Expr: &t}
	case jsontree.Array, jsontree.Object:
		if l.level == Strict {
			l.report(WrongShape, valueSpan(n), "A let entry is %s here; it needs an expression. Make the table a decision of its own.", kindPhrase(n))
			return model.Body{}
		}
		return l.tableBody(n)
	case jsontree.Missing:
	default:
		l.report(WrongShape, n.Span(), "A let entry is %s here; it needs an expression.", kindPhrase(n))
	}
	return model.Body{}
}

// tableBody reads a table, bare or with its hit policy and type in an object.
func (l *lowerer) tableBody(of *jsontree.Node) model.Body {
	if of.Kind() == jsontree.Array {
		return model.Body{Table: l.table(of, nil, false, model.First)}
	}
	n := l.fields(of, tableFields, "A table in an object", "table")
	var want *feel.Type
	if t := n.Get("type"); t != nil {
		want = l.typ(t)
	}
	t := n.Get("table")
	hit := l.hit(n.Get("hit"), t)
	if t == nil {
		l.report(DecisionBody, opening(of), "The object needs a table.")
		return model.Body{}
	}
	if !l.wantKind(t, jsontree.Array, "table", "an array of rows") {
		return model.Body{}
	}
	return model.Body{Table: l.table(t, want, want != nil, hit)}
}

// requires reads the list of what the decision reads; it is compared with the names used once those are known.
func (l *lowerer) requires(n *jsontree.Node) {
	if n == nil || !l.wantKind(n, jsontree.Array, "requires", "an array of names") {
		return
	}
	l.part.requires = []reference{}
	for _, e := range n.Elements() {
		if !l.wantKind(e, jsontree.String, "An entry of requires", "the name of an input or decision") {
			l.part.requires = nil
			return
		}
		l.part.requires = append(l.part.requires, reference{own(e.Text()), l.rel(e.Span())})
	}
	l.part.requiresSpan = l.rel(n.Key().Span())
}

// function reads a function (model-format.md, "Functions").
func (l *lowerer) function(name string, of *jsontree.Node) {
	f := &l.part.function
	*f = model.Function{Name: name, Key: l.part.unitKey(), Open: true}
	if !l.wantKind(of, jsontree.Object, "The function "+name, "an object with params, returns and body") {
		return
	}
	n := l.fields(of, functionFields, "A function", "params", "returns", "body")
	l.part.desc = l.desc(n, "The function "+name, false)
	f.Params, f.Open = l.params(name, n.Get("params"), of)
	l.part.blind = f.Open
	if r := n.Get("returns"); r != nil {
		f.Returns = l.typ(r)
	} else if of.Closed() {
		l.report(MissingMember, opening(of), "The function %s needs returns, the type of its value.", name)
	}
	if let := n.Get("let"); let != nil {
		if l.level == Strict {
			l.report(UnknownField, let.Key().Span(), "A function has no let; it has params, returns and body.")
		}
		f.Let = l.lets(let)
	}
	body := n.Get("body")
	hit := l.hit(n.Get("hit"), body)
	switch body.Kind() {
	case jsontree.String:
		t := l.text(body)
		f.Body.Expr = &t
	case jsontree.Array:
		f.Body.Table = l.table(body, f.Returns, f.Returns != nil, hit)
	case jsontree.Object:
		f.Body = l.tableBody(body)
	case jsontree.Missing:
		if body == nil && of.Closed() {
			l.report(MissingMember, opening(of), "The function %s needs a body: an expression or a table.", name)
		}
	default:
		l.report(WrongShape, valueSpan(body), "The body of %s is %s; it needs an expression or a table.", name, kindPhrase(body))
	}
}

// params reads the parameters of a function; open tells that they cannot be known.
func (l *lowerer) params(name string, n, of *jsontree.Node) (fields []feel.Field, open bool) {
	if n == nil {
		if of.Closed() {
			l.report(MissingMember, opening(of), "The function %s needs params, an object of types by name; {} where it has none.", name)
		}
		return nil, true
	}
	if !l.wantKind(n, jsontree.Object, "params", "an object of types by name") {
		return nil, true
	}
	for _, m := range n.Members() {
		if m.Key.Kind() != jsontree.String {
			continue
		}
		param := own(m.Key.Text())
		if param == "" || strings.TrimSpace(param) != param {
			l.report(BadName, m.Key.Span(), "%s", nameFault("a parameter", param))
			open = true
			continue
		}
		t := l.typ(m.Value)
		fields = append(fields, feel.Field{Name: param, Type: t})
		l.part.spans = append(l.part.spans, place{".params." + quoted(param), l.rel(m.Key.Span()), l.rel(m.Span()), param, KindParameter})
	}
	return fields, open
}

func quoted(name string) string { return model.Quoted(name) }
