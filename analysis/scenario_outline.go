package analysis

import (
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/model"
)

// markScenario finds the outline of a scenario and the places to run, by syntax alone.
func markScenario(d *Document, m *marks) {
	root := d.Tree().Root
	if root.Kind() != jsontree.Object {
		return
	}
	m.runnables = append(m.runnables, Runnable{Kind: RunScenario, Span: opening(root)})
	for i := range collections {
		c := &collections[i]
		array := c.find(root, nil)
		if array.Kind() != jsontree.Array {
			continue
		}
		name := strings.Join(c.path, ".")
		key := array.Key().Span()
		s := &Symbol{Name: name, Kind: KindSection, Address: name, NameSpan: key, Span: jsontree.Span{Start: key.Start, End: array.Span().End}}
		for _, n := range array.Elements() {
			m.element(c, n, s)
		}
		m.outline = append(m.outline, *s)
	}
	m.dependencies(root.Get("dependencies"))
	m.order()
	sortBySpan(m.runnables, func(r Runnable) jsontree.Span { return r.Span })
}

// element adds an element to the outline of its section, and where it can be looked at in a run, a place for that.
func (m *marks) element(c *collection, n *jsontree.Node, section *Symbol) {
	id := text(n.Get("id"))
	if id == nil || id.Text() == "" {
		return
	}
	address := model.Address(c.section, id.Text())
	s := Symbol{Name: id.Text(), Detail: shortDetail(elementDetail(n)), Kind: c.symbol, Address: address, NameSpan: id.Span(), Span: n.Span()}
	for _, o := range n.Get("outcomes").Elements() {
		if oid := text(o.Get("id")); oid != nil && c.sort == actionSort {
			s.Children = append(s.Children, Symbol{Name: oid.Text(), Kind: KindOutcome, Address: address + ".outcomes." + quoted(oid.Text()), NameSpan: oid.Span(), Span: o.Span()})
		}
	}
	section.Children = append(section.Children, s)
	switch c.sort {
	case scheduleSort:
		m.runnables = append(m.runnables, Runnable{Kind: RunSchedule, Name: id.Text(), Address: address, Span: id.Span()})
	case conditionSort:
		m.runnables = append(m.runnables, Runnable{Kind: RunCondition, Name: id.Text(), Address: address, Span: id.Span()})
	}
}

// elementDetail is what tells an element from its neighbours: its kind, its name, its label or its time.
func elementDetail(n *jsontree.Node) string {
	for _, name := range []string{"kind", "name", "label", "title"} {
		if s := memberText(n, name); s != "" {
			return s
		}
	}
	if at := n.Get("atSeconds"); at.Kind() == jsontree.Number {
		return string(at.Raw()) + " s"
	}
	return memberText(n, "unit")
}

func (m *marks) dependencies(n *jsontree.Node) {
	if n.Kind() != jsontree.Array {
		return
	}
	key := n.Key().Span()
	s := Symbol{Name: "dependencies", Kind: KindSection, Address: "dependencies", NameSpan: key, Span: jsontree.Span{Start: key.Start, End: n.Span().End}}
	for _, e := range n.Elements() {
		if id := text(e.Get("id")); id != nil && id.Text() != "" {
			s.Children = append(s.Children, Symbol{Name: id.Text(), Detail: shortDetail(memberText(e, "scenarioId")), Kind: KindDependency, Address: model.Address("dependencies", id.Text()), NameSpan: id.Span(), Span: e.Span()})
		}
	}
	m.outline = append(m.outline, s)
}
