package analysis

import (
	"strconv"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/model"
)

// markModel finds the outline of a model and the places to run, by syntax alone.
func markModel(d *Document, m *marks) {
	s := findSections(d.Tree().Root)
	if s.content == nil {
		return
	}
	m.runnables = append(m.runnables, Runnable{Kind: RunDocument, Span: jsontree.Span{Start: s.root.Span().Start, End: s.root.Span().Start + 1}})
	m.section("types", s.types, KindType, nil)
	m.section("inputs", s.inputs, KindInput, typeDetail)
	m.section("decisions", s.decisions, KindDecision, typeDetail)
	m.section("functions", s.functions, KindFunction, returnsDetail)
	m.section("questions", s.questions, KindQuestion, typeDetail)
	m.order()
	m.run(s.decisions, "decisions", RunDecision)
	m.run(s.questions, "questions", RunQuestion)
	sortBySpan(m.runnables, func(r Runnable) jsontree.Span { return r.Span })
}

// markQuestionMap finds the questions of a plain decisions request.
func markQuestionMap(d *Document, m *marks) {
	m.section("questions", object(d.Tree().Root.Get("questions")), KindQuestion, typeDetail)
}

func typeDetail(n *jsontree.Node) string {
	switch t := n.Get("type"); t.Kind() {
	case jsontree.String:
		return t.Text()
	case jsontree.Object, jsontree.Array:
		return string(t.Raw())
	}
	return ""
}

func returnsDetail(n *jsontree.Node) string {
	if r := n.Get("returns"); r.Kind() == jsontree.String {
		return r.Text()
	}
	return ""
}

// section adds a section and what it declares to the outline.
func (m *marks) section(name string, n *jsontree.Node, kind SymbolKind, detail func(*jsontree.Node) string) {
	if n == nil {
		return
	}
	key := n.Key()
	s := Symbol{Name: name, Kind: KindSection, Address: name, NameSpan: key.Span(), Span: jsontree.Span{Start: key.Span().Start, End: n.Span().End}}
	for _, member := range n.Members() {
		if member.Key.Kind() != jsontree.String {
			continue
		}
		declared := member.Key.Text()
		if kind != KindQuestion {
			declared = declaredName(n, declared)
		}
		c := Symbol{Name: declared, Kind: kind, Address: model.Address(name, declared), NameSpan: member.Key.Span(), Span: member.Span()}
		if detail != nil {
			c.Detail = shortDetail(detail(member.Value))
		}
		switch kind {
		case KindDecision:
			c.Children = decisionChildren(c.Address, member.Value)
		case KindType:
			c.Detail = shortDetail(typeText(member.Value))
		}
		s.Children = append(s.Children, c)
	}
	m.outline = append(m.outline, s)
}

func typeText(n *jsontree.Node) string {
	if n.Kind() == jsontree.String {
		return n.Text()
	}
	return string(n.Raw())
}

// maxDetail is how much of a type an outline shows.
const maxDetail = 60

func shortDetail(s string) string {
	r := []rune(s)
	if len(r) <= maxDetail {
		return s
	}
	return string(r[:maxDetail-1]) + "…"
}

// decisionChildren lists the let entries and rules of a decision.
func decisionChildren(address string, n *jsontree.Node) []Symbol {
	var out []Symbol
	table := n
	if n.Kind() == jsontree.Object {
		for _, m := range n.Get("let").Members() {
			if m.Key.Kind() == jsontree.String {
				out = append(out, Symbol{Name: m.Key.Text(), Kind: KindLet, Address: address + ".let." + quoted(m.Key.Text()), NameSpan: m.Key.Span(), Span: m.Span()})
			}
		}
		table = n.Get("table")
	}
	if table.Kind() != jsontree.Array || table.Len() == 0 {
		return out
	}
	for i, row := range table.Elements()[1:] {
		out = append(out, Symbol{Name: "rule " + strconv.Itoa(i+1), Detail: ruleDetail(row), Kind: KindRule, Address: model.RuleAddress(address, i+1), NameSpan: row.Span(), Span: row.Span()})
	}
	return out
}

// ruleDetail is the why of a rule: its last text.
func ruleDetail(row *jsontree.Node) string {
	if w := row.Get("why"); w.Kind() == jsontree.String {
		return shortDetail(w.Text())
	}
	if es := row.Elements(); len(es) > 0 && es[len(es)-1].Kind() == jsontree.String {
		return shortDetail(es[len(es)-1].Text())
	}
	return ""
}

// order sorts the sections as they stand in the document.
func (m *marks) order() {
	sortBySpan(m.outline, func(s Symbol) jsontree.Span { return s.Span })
}

func (m *marks) run(n *jsontree.Node, section string, kind RunnableKind) {
	for _, member := range n.Members() {
		if member.Key.Kind() == jsontree.String && member.Key.Text() != "" {
			m.runnables = append(m.runnables, Runnable{Kind: kind, Name: member.Key.Text(), Address: model.Address(section, member.Key.Text()), Span: member.Key.Span()})
		}
	}
}
