package analysis

import (
	"cmp"
	"slices"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// Choice is a text that fits at a place.
type Choice struct {
	Text   string
	Detail string // what it is, in a few words
	Doc    string // what it does
	Kind   SymbolKind

	raw   string // JSON that is no text: true or false
	opens opener // of a key: what its value starts with
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
	listed := func(all []Choice) []Choice { // one that is listed already says nothing more
		return slices.DeleteFunc(all, func(x Choice) bool { return listsText(c.at.Parent(), x.Text, c.at) })
	}
	switch name {
	case "patientId":
		return c.ids(patientSort)
	case "variableIds":
		return listed(c.ids(variableSort))
	case "conditionIds":
		return listed(c.ids(conditionSort))
	case "effectIds":
		return c.ids(effectSort)
	case "connected", "revealed":
		return truths()
	case "operator":
		return c.operators(holder)
	case "path":
		return c.steps(off)
	case "type":
		return words([]string{"number", "boolean"}, KindWord)
	}
	switch {
	case holder.Parent() == c.own.tree.Root.Get("dependencies") && holder.Parent() != nil:
		return c.pinned(name, holder)
	case e == nil && name == "targetId":
		return c.imported()
	case e == nil:
		return nil
	case e.sort == conditionSort:
		return c.predicate(name, holder)
	case e.sort == effectSort:
		return c.operand(name, e)
	case name == "initial" && (e.sort == flagSort || e.sort == variableSort && e.variable.boolean):
		return truths()
	}
	return nil
}

// truths are the two values of a flag.
func truths() []Choice {
	return []Choice{{Text: "true", Kind: KindWord, Detail: "boolean", raw: "true"}, {Text: "false", Kind: KindWord, Detail: "boolean", raw: "false"}}
}

// tested is what a predicate tests; nil where that is not known.
func (c *chooser) tested(predicate *jsontree.Node) *element {
	return c.resolved.byID[nodeText(predicate.Get("targetId"))]
}

// isTruth tells an element whose value is true or false.
func isTruth(e *element) bool {
	return e != nil && (e.sort == flagSort || e.sort == variableSort && e.variable.boolean)
}

// operators are those that what is tested knows; a boolean has no order.
func (c *chooser) operators(predicate *jsontree.Node) []Choice {
	names := scenario.OperatorNames()
	if isTruth(c.tested(predicate)) {
		names = []string{scenario.Eq.String(), scenario.Ne.String()}
	}
	out := words(names, KindWord)
	for i := range out {
		out[i].Detail = operatorWords[out[i].Text]
	}
	return out
}

// operatorWords say operators in words.
var operatorWords = map[string]string{"eq": "equal", "ne": "not equal", "lt": "less than", "lte": "at most", "gt": "more than", "gte": "at least"}

func (c *chooser) predicate(name string, holder *jsontree.Node) []Choice {
	switch {
	case name == "targetId":
		return c.ids(variableSort, flagSort)
	case name == "value" && isTruth(c.tested(holder)):
		return truths()
	}
	return nil
}

// operand is what fits in a member of an effect.
func (c *chooser) operand(name string, e *element) []Choice {
	k := e.effect.kind
	switch name {
	case "kind":
		var out []Choice
		for i := range effectKinds {
			k := &effectKinds[i]
			out = append(out, Choice{Text: k.Kind.String(), Detail: "its target is " + k.Target, Doc: k.Doc, Kind: KindWord})
		}
		return out
	case "targetId":
		return c.targets(k)
	case "interpolation":
		return words(interpolations, KindWord)
	case "value":
		if k != nil && k.Value == scenario.TruthValue {
			return truths()
		}
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

// targets are the ids that an effect of a kind can change, of any kind where that is not known yet.
func (c *chooser) targets(k *EffectKind) []Choice {
	var out []Choice
	var sorts []idSort
	for i := range effectKinds {
		if x := &effectKinds[i]; k == nil || k == x {
			for _, s := range x.targets {
				if !slices.Contains(sorts, s) {
					sorts = append(sorts, s)
				}
			}
		}
	}
	for _, x := range c.ids(sorts...) {
		if e := c.resolved.byID[x.Text]; e != nil && e.sort == variableSort && e.variable.boolean {
			continue // no effect changes it
		}
		out = append(out, x)
	}
	return out
}

// pinned are the revisions of a dependency's scenario that can be found, the newest first, and the digests of their bytes.
func (c *chooser) pinned(name string, pin *jsontree.Node) []Choice {
	library, ok := c.own.doc.around.(Library)
	id := nodeText(pin.Get("scenarioId"))
	if !ok || id == "" || name != "revision" && name != "sha256" {
		return nil
	}
	found := slices.Clone(library.Scenarios(c.own.doc.Name, id))
	slices.SortStableFunc(found, func(a, b Candidate) int { return cmp.Compare(b.Revision, a.Revision) })
	var out []Choice
	for i := range found {
		f := &found[i]
		x := Choice{Text: decimalText(f.Revision), Kind: KindWord, Detail: graphID(f.Document), raw: decimalText(f.Revision)}
		if name == "sha256" {
			if revision, _ := wholeNumber(pin.Get("revision")); revision != f.Revision {
				continue
			}
			x = Choice{Text: f.storedDigest(), Kind: KindWord, Detail: "the bytes of " + id + " " + decimalText(f.Revision)}
		}
		if !slices.ContainsFunc(out, func(y Choice) bool { return y.Text == x.Text }) {
			out = append(out, x)
		}
	}
	return out
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
		var out []Choice
		for i, path := range (&stepFault{at: n}).has(whole) {
			x := Choice{Text: path, Kind: KindField}
			if n.Kind() == jsontree.Array {
				x.Detail = shortJSON(n.Elements()[i])
			} else if last, err := jsontree.ParsePointer(path); err == nil {
				if n.Parent() == nil && identity[last[len(last)-1]] {
					continue // settled before overrides apply
				}
				x.Detail = shortJSON(n.Get(last[len(last)-1]))
			}
			out = append(out, x)
		}
		return out
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

// keys are the members of the format that an object does not have yet, but those that its kind of effect prohibits.
func (c *chooser) keys(object *jsontree.Node) []Choice {
	var kind *EffectKind
	if e := c.around(object); e != nil && e.sort == effectSort {
		kind = e.effect.kind
	}
	members := slices.Clone(c.membersOf(object))
	slices.SortStableFunc(members, func(a, b member) int { return boolRank(b.required) - boolRank(a.required) })
	var out []Choice
	for _, m := range members {
		if v := object.Get(m.name); v != nil && v.Key() != c.at || prohibits(kind, m.name) {
			continue
		}
		x := Choice{Text: m.name, Doc: m.doc, Kind: KindField, opens: openerOf(m.kind)}
		if x.opens == 0 {
			x.opens = anyOpeners[m.name]
		}
		out = append(out, x)
	}
	return out
}

func boolRank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// anyOpeners are what the values of members start with whose kind a check of their own looks at.
var anyOpeners = map[string]opener{"id": '"', "scenarioId": '"', "sha256": '"', "targetId": '"', "operator": '"', "kind": '"', "unit": '"',
	"interpolation": '"', "channel": '"', "all": '['}

// prohibits tells whether a kind of effect, where it is known, has no such operand.
func prohibits(kind *EffectKind, name string) bool {
	for _, o := range operands {
		if o.name == name && kind != nil {
			return o.use(kind) == Prohibited
		}
	}
	return false
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
