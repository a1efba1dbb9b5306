package analysis

import (
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// Choice is a text that fits at a place.
type Choice struct {
	Text   string
	Detail string // what it is, in a few words
	Doc    string // what it does
	Kind   SymbolKind
}

// Choices returns what can stand in the text at an offset of a scenario, for completion: ids of the right sorts, kinds,
// operators, the declared unit, channels and the steps of an override's path. In the key of a member it returns the
// members of the format that are absent there.
func (d *Document) Choices(off int) []Choice {
	s := d.analysed().scenario
	n := d.Tree().NodeAt(off)
	if s == nil || s.resolved == nil || n.Kind() != jsontree.String {
		return nil
	}
	c := &chooser{scenarioResult: s, at: n}
	if n.IsKey() {
		return c.keys(n.Parent())
	}
	name, holder := n.Key(), n.Parent()
	if holder.Kind() == jsontree.Array {
		name, holder = holder.Key(), holder.Parent()
	}
	if name == nil {
		return nil
	}
	return c.values(name.Text(), holder, off)
}

type chooser struct {
	*scenarioResult
	at *jsontree.Node
}

// values are the texts that a member takes.
func (c *chooser) values(name string, holder *jsontree.Node, off int) []Choice {
	e := c.around(holder)
	switch name {
	case "patientId":
		return c.ids(patientSort)
	case "variableIds":
		return c.ids(variableSort)
	case "conditionIds":
		return c.ids(conditionSort)
	case "effectIds":
		return c.ids(effectSort)
	case "operator":
		return words(scenario.OperatorNames(), KindWord)
	case "path":
		return c.steps(off)
	case "type":
		return words([]string{"number", "boolean"}, KindWord)
	}
	if name == "targetId" {
		switch {
		case e == nil:
			return c.imported()
		case e.sort == effectSort && e.effect.kind != nil:
			return c.ids(e.effect.kind.targets...)
		}
		return c.ids(variableSort, flagSort)
	}
	if e == nil || e.sort != effectSort {
		return nil
	}
	switch name {
	case "kind":
		var out []Choice
		for i := range effectKinds {
			k := &effectKinds[i]
			out = append(out, Choice{Text: k.Kind.String(), Detail: k.Target, Doc: k.Doc, Kind: KindWord})
		}
		return out
	case "interpolation":
		return words(interpolations, KindWord)
	}
	t := c.resolved.byID[nodeText(e.effect.target)]
	switch {
	case t == nil:
	case name == "unit" && t.sort == variableSort && t.variable.unit != "":
		return []Choice{{Text: t.variable.unit, Detail: "the declared unit of " + t.id, Kind: KindWord}}
	case name == "channel" && t.sort == patientSort:
		var out []Choice
		for _, ch := range t.channels {
			out = append(out, Choice{Text: ch.name, Detail: "a channel of " + t.id, Kind: KindWord})
		}
		return out
	}
	return nil
}

// around is the document's own element that holds a node.
func (c *chooser) around(n *jsontree.Node) *element {
	for _, e := range c.own.elements {
		if s := e.node.Span(); s.Start <= n.Span().Start && n.Span().End <= s.End {
			return e
		}
	}
	return nil
}

func (c *chooser) ids(sorts ...idSort) []Choice {
	var out []Choice
	for _, s := range sorts {
		for _, e := range c.resolved.ofSort(s) {
			if e.id != "" {
				out = append(out, Choice{Text: e.id, Detail: elementDetail(e.node), Kind: collectionOf(s).symbol})
			}
		}
	}
	return out
}

// imported is what an override can name.
func (c *chooser) imported() []Choice {
	var out []Choice
	for _, d := range c.own.header.dependencies {
		if d.id != "" {
			out = append(out, Choice{Text: d.id, Detail: d.title(), Kind: KindDependency})
		}
	}
	for _, p := range c.resolved.parts[:len(c.resolved.parts)-1] {
		for _, e := range p.elements {
			if e.id != "" {
				out = append(out, Choice{Text: e.id, Detail: "of " + p.header.id, Kind: collectionOf(e.sort).symbol})
			}
		}
	}
	return out
}

// steps are the paths that go one step on from the last whole step of an override's path.
func (c *chooser) steps(off int) []Choice {
	for _, o := range c.own.header.overrides {
		if o.pathAt != c.at || o.target == nil {
			continue
		}
		base := c.resolved.start(c.own, o.target.Text())
		if base == nil {
			return nil
		}
		written := o.pathAt.Text()[:o.pathAt.InnerOffset(min(max(off, o.pathAt.ContentSpan().Start), o.pathAt.ContentSpan().End))]
		whole, err := jsontree.ParsePointer(written)
		if err != nil {
			return nil
		}
		if len(whole) > 0 {
			whole = whole[:len(whole)-1] // the step that is being written
		}
		n, failed := step(base, whole, nil)
		if failed != nil {
			return nil
		}
		return words((&stepFault{at: n}).has(whole), KindField)
	}
	return nil
}

// start is what the path of an override starts at: the root of a dependency or an imported element.
func (r *resolved) start(own *module, target string) *jsontree.Node {
	for _, d := range own.header.dependencies {
		for i, s := range r.sources {
			if d.id == target && s.pin.scenarioID == d.scenarioID {
				return r.parts[i].tree.Root
			}
		}
	}
	if e := r.byID[target]; e != nil && e.part != own {
		return e.node
	}
	return nil
}

// keys are the members of the format that an object does not have yet.
func (c *chooser) keys(object *jsontree.Node) []Choice {
	members := c.membersOf(object)
	var out []Choice
	for _, m := range members {
		if v := object.Get(m.name); v == nil || v.Key() == c.at {
			out = append(out, Choice{Text: m.name, Doc: m.doc, Kind: KindField})
		}
	}
	return out
}

// membersOf is the table of an object, by where it stands.
func (c *chooser) membersOf(object *jsontree.Node) []member {
	p := object.Pointer()
	last := func(i int) string {
		if len(p) < i {
			return ""
		}
		return p[len(p)-i]
	}
	switch {
	case len(p) == 0:
		return scenarioMembers
	case len(p) == 1 && p[0] == "events":
		return eventsMembers
	case len(p) == 1 && p[0] == "composition":
		return compositionMembers
	case len(p) == 2 && p[0] == "dependencies":
		return dependencyMembers
	case len(p) == 3 && p[0] == "composition" && p[1] == "overrides":
		return overrideMembers
	case last(1) == "monitor":
		return monitorMembers
	case last(2) == "channels":
		return channelMembers
	case last(2) == "outcomes":
		return outcomeMembers
	case last(2) == "all":
		return predicateMembers
	}
	for i := range collections {
		if t := &collections[i]; len(p) == len(t.path)+1 && within(p, t.path) {
			return t.members
		}
	}
	return nil
}

func words(list []string, kind SymbolKind) []Choice {
	out := make([]Choice, len(list))
	for i, w := range list {
		out[i] = Choice{Text: w, Kind: kind}
	}
	return out
}
