package analysis

import "github.com/scenariolsp/lsp/analysis/jsontree"

// Completion is something that could be written at a place of the document.
type Completion struct {
	Label   string
	Kind    SymbolKind
	Detail  string        // the type, or what it belongs to
	Doc     string        // documentation, where the table of fields or functions has it
	Span    jsontree.Span // what it replaces
	NewText string        // escaped for where it stands
	// Snippet is the same for editors that know snippets, with the place where one goes on typing; empty where that is
	// behind NewText.
	Snippet string
	Also    []jsontree.Edit // elsewhere: the comma that is missing before it

	raw   string // JSON that is no text: what stands in the place of the whole value, true or an object
	part  bool   // a part of a text, in which one goes on typing
	typ   bool   // Detail is a type
	opens opener // of a key: what its value starts with
}

// Complete lists what could stand at offset off: keys of the format, types, names in expressions, words in cells, ids of
// the right sort. It never returns nil.
func (d *Document) Complete(off int) []Completion {
	if d.Kind == nil {
		return []Completion{}
	}
	return d.completed(off, d.Kind.complete)
}

// CompletePins lists the scenarios that a dependency could name at offset off, of those that known says can be found: the
// document's surroundings tell only of those that it names. It is empty elsewhere.
func (d *Document) CompletePins(off int, known func() []string) []Completion {
	if d.Kind != scenarioKind {
		return []Completion{}
	}
	return d.completed(off, func(c *completer, n *jsontree.Node) {
		root := c.d.Tree().Root
		pin := n.Parent()
		if n.Key().Text() != "scenarioId" || pin.Parent() == nil || pin.Parent() != root.Get("dependencies") {
			return
		}
		for _, id := range known() {
			if id != textOf(root.Get("scenarioId")) {
				c.add(n, Completion{Label: id, Kind: KindDependency})
			}
		}
	})
}

// completed lists what fill offers in the place of what is being typed at an offset.
func (d *Document) completed(off int, fill func(c *completer, n *jsontree.Node)) []Completion {
	out := []Completion{}
	s, ok := spotAt(d, off)
	if !ok {
		return out
	}
	read, content := s.whole(d)
	c := &completer{d: read, off: off + content - s.content().Start, spot: &s, m: read.analysed().model}
	n := read.Tree().NodeAt(content)
	if n.Kind() != jsontree.String || n.ContentSpan() != (jsontree.Span{Start: content, End: content + s.content().Len()}) {
		return out // around what is being typed, the document cannot be made out
	}
	fill(c, n)
	for _, x := range c.out {
		if x.raw != "" && s.quoted {
			continue // a text is being typed
		}
		if x = s.place(x, read, content); x.Span.Contains(off) { // not in the middle of an escape
			out = append(out, x)
		}
	}
	return out
}

// completer gathers completions at one place. The place is always in a text: see spot.
type completer struct {
	d    *Document
	m    *modelResult
	off  int
	spot *spot
	out  []Completion
}

// choices offers what fits in a text of a scenario, in the place of what stands there.
func (c *completer) choices(n *jsontree.Node) {
	for _, choice := range c.d.Choices(c.off) {
		c.choice(n, choice)
	}
}

func (c *completer) choice(n *jsontree.Node, choice Choice) {
	c.add(n, Completion{Label: choice.Text, Kind: choice.Kind, Detail: choice.Detail, Doc: choice.Doc, raw: choice.raw, opens: choice.opens})
}

// add offers a replacement of a whole text.
func (c *completer) add(n *jsontree.Node, x Completion) {
	x.Span = n.ContentSpan()
	if x.NewText == "" {
		x.NewText = jsontree.EncodeContent(x.Label)
	}
	c.out = append(c.out, x)
}

// key offers a key unless the object has it already.
func (c *completer) key(at *jsontree.Node, x Completion) {
	for _, m := range at.Parent().Members() {
		if m.Key != at && m.Key.Kind() == jsontree.String && m.Key.Text() == x.Label {
			return
		}
	}
	c.add(at, x)
}

// fieldKeys offers the members of a table.
func (c *completer) fieldKeys(at *jsontree.Node, fields []field) {
	for _, f := range fields {
		c.key(at, Completion{Label: f.name, Kind: KindField, Doc: f.doc, opens: valueOpeners[f.name]})
	}
}

// memberKeys offers the members of a table, if the text is a key.
func (c *completer) memberKeys(n *jsontree.Node, members []member) {
	if n.IsKey() {
		for _, m := range members {
			c.key(n, Completion{Label: m.name, Kind: KindField, Doc: m.doc, opens: openerOf(m.kind)})
		}
	}
}

// booleans offers true and false, which stand without quotation marks.
func (c *completer) booleans(n *jsontree.Node, doc func(string) string) {
	for _, w := range []string{"true", "false"} {
		c.add(n, Completion{Label: w, Kind: KindWord, Detail: "boolean", Doc: doc(w), raw: w})
	}
}

func undocumented(string) string { return "" }

// questionMap offers what can stand in a map of questions.
func (c *completer) questionMap(n *jsontree.Node) {
	if n.IsKey() && n.Parent() == c.d.Tree().Root {
		c.fieldKeys(n, questionMapFields)
		return
	}
	c.model(n)
}

// model offers what can stand in a model.
func (c *completer) model(n *jsontree.Node) {
	if c.m == nil { // nothing of it can be read yet but where its parts are
		c.m = &modelResult{sections: findSections(c.d.Tree().Root), types: &typeTable{}, byAddress: map[string]*declaration{}}
	}
	s := &c.m.sections
	switch values := s.state; {
	case isWithin(n, values):
		c.stateValue(n, values)
	case n.IsKey():
		c.keys(n)
	default:
		c.value(n)
	}
}
