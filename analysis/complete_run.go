package analysis

import (
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// run offers the members of a run, the actions of its scenario and what it can bind.
func (c *completer) run(n *jsontree.Node) {
	root := c.d.Tree().Root
	holder := n.Parent()
	switch {
	case holder == root:
		c.memberKeys(n, runMembers)
		return
	case holder.Parent() == root.Get("actions") && holder.Parent() != nil:
		c.memberKeys(n, performedMembers)
	}
	of := c.d.ofRun()
	if of == nil {
		return
	}
	s := of.analysed().scenario
	if s == nil || s.resolved == nil {
		return
	}
	x := &chooser{scenarioResult: s}
	bindings := root.Get("bindings")
	switch {
	case n.IsKey() && holder == bindings:
		x.bindable(func(choice Choice) {
			c.key(n, Completion{Label: choice.Text, Kind: choice.Kind, Detail: choice.Detail, Doc: choice.Doc})
		})
	case n.IsKey() && holder.Parent() == bindings && bindings != nil:
		c.memberKeys(n, bindingMembers)
	case n.IsKey():
	case holder == bindings:
		c.binding(n, x, n.Key().Text())
	case holder.Parent() == bindings && bindings != nil && n.Key().Text() == "value":
		c.binding(n, x, holder.Key().Text())
	case holder.Parent() == bindings && bindings != nil && n.Key().Text() == "unit":
		if e := s.resolved.byID[holder.Key().Text()]; e != nil && e.sort == variableSort && e.variable.unit != "" {
			c.add(n, Completion{Label: e.variable.unit, Kind: KindWord, Detail: "the declared unit of " + e.id})
		}
	case n.Key().Text() == "id":
		for _, choice := range x.ids(actionSort) {
			c.choice(n, choice)
		}
	}
}

// bindingMembers are those of a binding that says its unit.
var bindingMembers = []member{
	{field{"value", "The value: a number, or true or false."}, jsontree.Missing, true},
	{field{"unit", "The unit of the number; it must be the declared one, nothing is converted."}, jsontree.String, false},
}

// binding offers the values of a flag or a boolean variable.
func (c *completer) binding(n *jsontree.Node, x *chooser, name string) {
	if e := x.resolved.byID[name]; e != nil && (e.sort == flagSort || e.sort == variableSort && e.variable.boolean) {
		c.booleans(n, undocumented)
	}
}

// bindable goes through what a run can bind: variables, those first that it must bind, flags, and actions by the time
// that they are performed at.
func (c *chooser) bindable(offer func(Choice)) {
	free := map[string]bool{}
	for _, e := range c.resolved.ofSort(variableSort) {
		free[e.id] = !e.variable.initial.Present()
	}
	for _, first := range []bool{true, false} {
		for _, x := range c.ids(variableSort) {
			if free[x.Text] == first {
				offer(x)
			}
		}
	}
	for _, x := range c.ids(flagSort) {
		offer(x)
	}
	for _, x := range c.ids(actionSort) {
		x.Doc = strings.TrimSpace("Performs " + x.Text + " at that time, in seconds.")
		x.Text = "act:" + x.Text
		offer(x)
	}
}
