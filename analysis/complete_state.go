package analysis

import (
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// state offers the inputs of the state's model, and what their values can be.
func (c *completer) state(n *jsontree.Node) {
	if c.d.around == nil {
		return
	}
	of := c.d.around.ModelOf(c.d.Name)
	if of == nil {
		return
	}
	if c.m = of.analysed().model; c.m == nil {
		return
	}
	root := c.d.Tree().Root
	isInput := func(name string) bool { return c.m.input(name) != nil }
	values, expect := stateParts(root, isInput)
	switch top := n.IsKey() && n.Parent() == root; {
	case isWithin(n, expect):
		c.expected(n, expect)
	case top && root.Len() == 2 && root.Get("state").Kind() == jsontree.Object && !isInput("state"):
		c.fieldKeys(n, stateFields) // beside state stands expect alone
	case isWithin(n, values):
		c.stateValue(n, values)
		if top && root.Len() == 1 {
			c.fieldKeys(n, stateFields)
		}
	case top:
		c.fieldKeys(n, stateFields)
	}
}

// isWithin tells whether a node lies in another, or is a key of it.
func isWithin(n, outer *jsontree.Node) bool {
	for ; n != nil && outer != nil; n = n.Parent() {
		if n == outer {
			return true
		}
	}
	return false
}

// stateValue offers a key or value of the inputs that a state gives.
func (c *completer) stateValue(n, values *jsontree.Node) {
	if n.Parent() == values && n.IsKey() {
		for _, name := range c.m.inputNames() {
			in := c.m.input(name)
			c.key(n, Completion{Label: name, Kind: KindInput, Detail: in.typeText(), Doc: in.part.desc, typ: true, opens: opens(in.part.input.Type)})
		}
		return
	}
	top := memberAround(n, values)
	if in := c.m.input(top.Key().Text()); in != nil {
		options := in.value.Get("options")
		c.typed(n, typeWithin(n, top, in.part.input.Type), func(w string) string { return textOf(options.Get(w)) })
	}
}

// memberAround is the value of the object's member that a node lies in, nil where it is the object's own.
func memberAround(n, object *jsontree.Node) *jsontree.Node {
	for ; n != nil; n = n.Parent() {
		if n.Parent() == object {
			return n
		}
	}
	return nil
}

// typeWithin is the type that is needed at n, or at the object that n is a key of, in a value of type t; nil where it is
// not known.
func typeWithin(n, top *jsontree.Node, t *feel.Type) *feel.Type {
	if n.IsKey() {
		n = n.Parent()
	}
	if n == top || n == nil {
		return t
	}
	outer := typeWithin(n.Parent(), top, t)
	switch {
	case outer == nil:
		return nil
	case outer.Kind == feel.ListType && n.Parent().Kind() == jsontree.Array:
		return outer.Elem
	case outer.Kind == feel.ObjectType && n.Key() != nil:
		if f, ok := outer.Field(n.Key().Text()); ok {
			return f
		}
	}
	return nil
}

// typed offers what a value of a type can be, or the members of an object.
func (c *completer) typed(n *jsontree.Node, t *feel.Type, doc func(string) string) {
	switch {
	case t == nil:
	case n.IsKey():
		if t.Kind == feel.ObjectType {
			for _, f := range t.Fields {
				c.key(n, Completion{Label: f.Name, Kind: KindMember, Detail: f.Type.String(), typ: true, opens: opens(f.Type)})
			}
		}
	case t.Kind == feel.BooleanType:
		c.booleans(n, doc)
	case t.Kind == feel.EnumType, t.Kind == feel.LevelsType:
		for _, w := range t.Values {
			c.add(n, Completion{Label: w, Kind: KindWord, Detail: t.String(), Doc: wordDoc(t, w, doc(w)), typ: true})
		}
	case temporalType(t):
		example, _ := jsontree.Parse([]byte(exampleJSON(t, 0))).Resolve(nil)
		c.add(n, Completion{Label: example.Text(), Kind: KindWord, Detail: t.String(), Doc: upperFirst(needOf(t)) + "."})
	}
}

// temporalType tells a date, a time or a duration, which JSON writes as a text.
func temporalType(t *feel.Type) bool {
	switch t.Kind {
	case feel.DateType, feel.TimeType, feel.DateTimeType, feel.DaysTimeType, feel.YearsMonthsType, feel.DurationType:
		return true
	}
	return false
}

// opens is what a JSON value of the type starts with.
func opens(t *feel.Type) opener {
	switch {
	case t == nil:
		return 0
	case t.Kind == feel.ListType:
		return '['
	case t.Kind == feel.ObjectType:
		return '{'
	case t.Kind == feel.StringType || len(t.Values) > 0 || temporalType(t):
		return '"'
	}
	return 0
}

// expected offers what a state can say of what must come out: the questions first, then the other decisions.
func (c *completer) expected(n, expect *jsontree.Node) {
	if !n.IsKey() || n.Parent() != expect {
		top := memberAround(n, expect)
		if d := c.m.byAddress[model.Address("decisions", top.Key().Text())]; d != nil && d.unit != nil {
			c.typed(n, typeWithin(n, top, d.unit.Type), undocumented)
		}
		return
	}
	asked := map[string]bool{}
	for _, q := range c.m.questions {
		asked[q.id] = true
	}
	for _, first := range []bool{true, false} {
		for _, d := range c.m.declarations {
			if d.section == "decisions" && d.unit != nil && asked[d.name] == first {
				c.key(n, Completion{Label: d.name, Kind: KindDecision, Detail: d.typeText(), Doc: d.part.desc, typ: true, opens: opens(d.unit.Type)})
			}
		}
	}
}
