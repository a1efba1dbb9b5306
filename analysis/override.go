package analysis

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// appliedOverride is an override after its target was found: a location in one document.
type appliedOverride struct {
	*override
	by       *Document        // that holds the override
	location jsontree.Pointer // in the document that is changed, as it stood then
	old      *jsontree.Node   // what it replaced
	in       *module          // that it was applied to, as it stood before
}

// region is a run of bytes of a changed text and where they come from.
type region struct {
	start    int // in the changed text
	doc      *Document
	from     int              // in doc's text
	override *appliedOverride // nil: of the document itself
}

// place maps a span of the part's text to the document where it is written. override is the one that put it there.
func (p *module) place(s jsontree.Span) (doc *Document, span jsontree.Span, by *appliedOverride) {
	if len(p.regions) == 0 {
		return p.doc, s, nil
	}
	i := sort.Search(len(p.regions), func(i int) bool { return p.regions[i].start > s.Start }) - 1
	r := p.regions[max(i, 0)]
	end := s.End
	if i+1 < len(p.regions) {
		end = min(end, p.regions[i+1].start)
	}
	span = jsontree.Span{Start: r.from + s.Start - r.start, End: r.from + end - r.start}
	return r.doc, jsontree.Span{Start: span.Start, End: max(span.Start, span.End)}, r.override
}

// changedBy returns the part of a document after overrides in order. An override that leads nowhere is returned.
func changedBy(doc *Document, list []*appliedOverride) (p *module, lost *appliedOverride) {
	base := doc.ownModule()
	if len(list) == 0 {
		return base, nil
	}
	at := overlay{}
	by := map[*jsontree.Node]*appliedOverride{}
	for _, o := range list {
		n, _ := step(base.tree.Root, o.location, at)
		if n == nil {
			lost = cmp.Or(lost, o)
			continue
		}
		at[n] = o.value
		by[n] = o
	}
	w := &splicer{by: by, replaced: map[*jsontree.Tree][]*jsontree.Node{}}
	for n := range by {
		w.replaced[n.Tree()] = append(w.replaced[n.Tree()], n)
	}
	for _, nodes := range w.replaced {
		slices.SortFunc(nodes, func(a, b *jsontree.Node) int {
			return cmp.Or(cmp.Compare(a.Span().Start, b.Span().Start), cmp.Compare(b.Span().End, a.Span().End))
		})
	}
	w.copy(doc, base.tree, jsontree.Span{End: len(base.tree.Text)}, nil)
	p = lowerScenario(doc, jsontree.Parse(w.out.Bytes()))
	p.header = base.header // what a document is and imports was settled before anything is overridden
	p.changed, p.regions = list, w.regions
	return p, lost
}

// splicer writes a text with replaced values, and notes where every run of bytes comes from.
type splicer struct {
	out      bytes.Buffer
	by       map[*jsontree.Node]*appliedOverride
	replaced map[*jsontree.Tree][]*jsontree.Node // by position, outer ones first
	regions  []region
}

// copy writes a span of a tree. Values replace values, each by a later override, so that the depth is bounded by what
// one document says of one place.
func (w *splicer) copy(doc *Document, tree *jsontree.Tree, s jsontree.Span, by *appliedOverride) {
	nodes := w.replaced[tree]
	i := sort.Search(len(nodes), func(i int) bool { return nodes[i].Span().Start >= s.Start })
	at := s.Start
	for ; i < len(nodes) && nodes[i].Span().Start < s.End; i++ {
		n := nodes[i]
		if n.Span().Start < at || by != nil && n == by.value {
			continue // inside of what is replaced already
		}
		w.run(doc, tree.Text[at:n.Span().Start], at, by)
		o := w.by[n]
		w.copy(o.by, o.value.Tree(), o.value.Span(), o)
		at = n.Span().End
	}
	w.run(doc, tree.Text[at:s.End], at, by)
}

func (w *splicer) run(doc *Document, text []byte, from int, by *appliedOverride) {
	if len(text) > 0 {
		w.regions = append(w.regions, region{start: w.out.Len(), doc: doc, from: from, override: by})
		w.out.Write(text)
	}
}

// step follows a pointer through what overrides have put in place. The node is the place itself, not what stands there
// now. Where it fails, at is the value that lacks the step, and depth its number.
func step(root *jsontree.Node, p jsontree.Pointer, at overlay) (n *jsontree.Node, failed *stepFault) {
	n = root
	for depth, name := range p {
		now := at.now(n)
		var next *jsontree.Node
		switch now.Kind() {
		case jsontree.Object:
			next = now.Get(name)
		case jsontree.Array:
			if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < now.Len() && strconv.Itoa(i) == name {
				next = now.Elements()[i]
			}
		}
		if next == nil {
			return nil, &stepFault{now, depth}
		}
		n = next
	}
	return n, nil
}

// stepFault is where a pointer leads nowhere: at has no step of that number.
type stepFault struct {
	at    *jsontree.Node
	depth int
}

// has lists what stands where a step failed, as pointers that go on from there.
func (s *stepFault) has(prefix jsontree.Pointer) []string {
	var out []string
	switch s.at.Kind() {
	case jsontree.Object:
		for _, m := range s.at.Members() {
			if m.Key.Kind() == jsontree.String {
				out = append(out, append(prefix[:len(prefix):len(prefix)], m.Key.Text()).String())
			}
		}
	case jsontree.Array:
		for i := range s.at.Elements() {
			out = append(out, append(prefix[:len(prefix):len(prefix)], strconv.Itoa(i)).String())
		}
	}
	return out
}

// within tells whether location is below above, or the same.
func within(location, above jsontree.Pointer) bool {
	return len(location) >= len(above) && slices.Equal(location[:len(above)], above)
}

// elementOf is the element that a location lies in, as its pointer; the location itself and false where it lies in none.
func elementOf(location jsontree.Pointer) (jsontree.Pointer, bool) {
	for i := range collections {
		if c := &collections[i]; within(location, c.path) && len(location) > len(c.path) {
			return location[:len(c.path)+1], true
		}
	}
	return location, false
}

// elementKey is the pointer of what an override counts as a change of.
func (o *appliedOverride) elementKey() string {
	e, _ := elementOf(o.location)
	return e.String()
}

// differ finds two overrides of one element by different importers that do not say the same (scenario-format.md,
// "Dependencies and overrides", 4).
func differ(a, b []*appliedOverride) (x, y *appliedOverride) {
	mine := func(list, other []*appliedOverride) []*appliedOverride {
		shared := map[*override]bool{}
		for _, o := range other {
			shared[o.override] = true
		}
		return slices.DeleteFunc(slices.Clone(list), func(o *appliedOverride) bool { return shared[o.override] })
	}
	a, b = mine(a, b), mine(b, a)
	if x, y = unmatched(a, b); x == nil {
		y, x = unmatched(b, a)
	}
	return x, y
}

// unmatched finds an override of a whose element b overrides too, in another way.
func unmatched(a, b []*appliedOverride) (x, y *appliedOverride) {
	byElement := map[string][]*appliedOverride{}
	var all locations
	for _, o := range b {
		byElement[o.elementKey()] = append(byElement[o.elementKey()], o)
		all.add(o.location, o)
	}
	for _, o := range a {
		if _, inElement := elementOf(o.location); !inElement {
			if other := all.find(o.location).inside(); other != nil && len(other.location) > len(o.location) {
				return o, other
			}
		}
		same := false
		others := byElement[o.elementKey()]
		for _, other := range others {
			same = same || slices.Equal(other.location, o.location) && sameJSON(other.value, o.value)
		}
		if len(others) > 0 && !same {
			return o, others[0]
		}
	}
	return nil, nil
}

// sameJSON compares two values without their white space.
func sameJSON(a, b *jsontree.Node) bool {
	var x, y bytes.Buffer
	if json.Compact(&x, a.Raw()) != nil || json.Compact(&y, b.Raw()) != nil {
		return string(a.Raw()) == string(b.Raw())
	}
	return bytes.Equal(x.Bytes(), y.Bytes())
}

// shortJSON writes a value on one line, cut to a length that a sentence bears.
func shortJSON(n *jsontree.Node) string {
	const most = 60
	r := []rune(strings.Join(strings.Fields(string(n.Raw())), " "))
	if len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return string(r)
}
