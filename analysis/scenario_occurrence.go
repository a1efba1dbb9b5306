package analysis

import (
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/model"
)

// scenarioOccurrences lists the ids of a scenario: where they are declared, and everywhere they are named. An id that
// imported content declares has that element's address; Definition tells the document.
func scenarioOccurrences(s *scenarioResult) []Occurrence {
	o := &idOccurrences{res: s.resolved}
	o.fields(s.own.tree.Root, scenarioMembers, "")
	for _, e := range s.own.elements {
		o.element(e)
	}
	for _, d := range s.own.header.dependencies {
		o.fields(d.node, dependencyMembers, d.address())
		if d.idAt != nil {
			o.add(d.idAt, KindDependency, d.address(), Declares, d.scenarioID, d.address())
		}
	}
	for _, x := range s.own.header.overrides {
		o.fields(x.node, overrideMembers, x.address())
		if x.target == nil {
			continue
		}
		if o.dependency(s.own, x.target.Text()) {
			o.add(x.target, KindDependency, model.Address("dependencies", x.target.Text()), Refers, "", x.address())
		} else {
			o.refer(x.target, x.address())
		}
		if x.pathAt != nil {
			o.add(x.pathAt, KindMember, x.address(), Refers, "", x.address())
			if x.value != nil && x.value.Kind() != jsontree.Missing {
				o.out = append(o.out, Occurrence{Span: x.value.Span(), Kind: KindMember, Name: own(x.pathAt.Text()), Address: x.address(), Role: Refers, Within: x.address()})
			}
		}
	}
	return o.out
}

type idOccurrences struct {
	res *resolved
	out []Occurrence
}

func (o *idOccurrences) add(n *jsontree.Node, kind SymbolKind, address string, role Role, typ, within string) {
	o.out = append(o.out, Occurrence{Span: inside(n.Span()), Kind: kind, Name: own(n.Text()), Address: address, Role: role, Type: typ, Within: within})
}

func (o *idOccurrences) dependency(p *module, id string) bool {
	for _, d := range p.header.dependencies {
		if d.id == id && id != "" {
			return true
		}
	}
	return false
}

// fields adds the members that the format defines, for hover.
func (o *idOccurrences) fields(n *jsontree.Node, members []member, within string) {
	for _, m := range n.Members() {
		for _, k := range members {
			if m.Key.Kind() == jsontree.String && m.Key.Text() == k.name {
				o.out = append(o.out, Occurrence{Span: m.Key.Span(), Kind: KindField, Name: k.name, Address: "field." + k.name, Role: Declares, Type: k.doc, Within: within})
			}
		}
	}
}

func (o *idOccurrences) element(e *element) {
	c := collectionOf(e.sort)
	within := e.address()
	o.fields(e.node, c.members, within)
	if e.idAt != nil {
		o.add(e.idAt, c.symbol, within, Declares, elementDetail(e.node), within)
	}
	o.refer(e.patient, within)
	o.refers(e.gate, within)
	switch e.sort {
	case patientSort:
		for i := range e.channels {
			o.fields(e.channels[i].node, channelMembers, within)
			o.refers(e.channels[i].variables, within)
		}
	case conditionSort:
		for i := range e.condition.all {
			o.fields(e.condition.all[i].node, predicateMembers, within)
			o.refer(e.condition.all[i].target, within)
		}
	case effectSort:
		o.refer(e.effect.target, within)
	case scheduleSort:
		o.refers(e.schedule.effects, within)
	case actionSort:
		for i := range e.outcomes {
			out := &e.outcomes[i]
			o.fields(out.node, outcomeMembers, within)
			if out.idAt != nil {
				o.add(out.idAt, KindOutcome, within+".outcomes."+quoted(out.id), Declares, "", within)
			}
			o.refers(out.gate, within)
			o.refers(out.effects, within)
		}
	}
}

func (o *idOccurrences) refers(ns []*jsontree.Node, within string) {
	for _, n := range ns {
		o.refer(n, within)
	}
}

func (o *idOccurrences) refer(n *jsontree.Node, within string) {
	if n != nil {
		o.out = append(o.out, o.named(n.Text(), inside(n.Span()), within))
	}
}

// named is a place where an id is named.
func (o *idOccurrences) named(id string, span jsontree.Span, within string) Occurrence {
	x := Occurrence{Span: span, Kind: KindEntry, Name: own(id), Role: Refers, Within: within}
	if o.res != nil {
		if e := o.res.byID[x.Name]; e != nil {
			x.Kind, x.Address, x.Type = collectionOf(e.sort).symbol, e.address(), elementDetail(e.node)
		}
	}
	return x
}

// Definition returns where the thing that an occurrence names is declared: its document, its name and the whole.
func (d *Document) Definition(o Occurrence) (doc *Document, name, whole jsontree.Span, ok bool) {
	if s := d.analysed().scenario; s != nil && s.resolved != nil && o.Kind != KindField {
		if strings.HasPrefix(o.Address, "dependencies.") {
			for _, l := range d.linked() {
				if l.pin.address() == o.Address && l.doc != nil {
					root := l.doc.Tree().Root
					at := opening(root)
					if n := root.Get("scenarioId"); n != nil {
						at = n.Span()
					}
					return l.doc, at, root.Span(), true
				}
			}
			return nil, name, whole, false
		}
		for _, x := range s.resolved.applied {
			if x.address() == o.Address && o.Kind == KindMember {
				in, at := x.replaced()
				return in, at, at, true
			}
		}
		if e := s.resolved.byID[o.Name]; e != nil && e.address() == o.Address {
			in, at, _ := e.part.place(e.at())
			_, all, _ := e.part.place(e.node.Span())
			return in, at, all, true
		}
	}
	if name, whole, ok = d.Span(o.Address); ok {
		return d, name, whole, true
	}
	return nil, name, whole, false
}

// replaced is where what an override replaces is written.
func (o *appliedOverride) replaced() (*Document, jsontree.Span) {
	if o.old.Tree() != o.in.tree { // in the value of an earlier override of the same document
		return o.by, o.old.Span()
	}
	doc, span, _ := o.in.place(o.old.Span())
	return doc, span
}

// Dependency is a pin of a scenario and what was found for it.
type Dependency struct {
	ID         string
	ScenarioID string
	Revision   int64         // 0 where it floats
	Span       jsontree.Span // of the entry
	Target     jsontree.Span // of its scenarioId: what a link covers
	Document   *Document     // nil where nothing was found
	Pinned     string        // the digest in the document, or ""
	Found      string        // the digest of the bytes found, or ""
	PinTo      []Edit        // what would pin the entry to the bytes found; empty where it is so or nothing was found
	Revised    int64         // the revision that PinTo pins
}

// Dependencies returns the pins of a scenario in declared order.
func (d *Document) Dependencies() []Dependency {
	if d.Kind != scenarioKind {
		return nil
	}
	var out []Dependency
	for _, l := range d.linked() {
		x := Dependency{ID: l.pin.id, ScenarioID: l.pin.scenarioID, Revision: l.pin.revision, Span: l.pin.node.Span(), Target: l.pin.at(), Pinned: l.pin.sha256, Document: l.doc, Found: l.digest}
		if best := l.best(); best != nil && (l.doc != nil || l.pin.revision == 0) {
			x.Document, x.Found, x.Revised = best.Document, best.storedDigest(), best.Revision
			for _, e := range l.pin.pinTo(best.Revision, x.Found) {
				x.PinTo = append(x.PinTo, Edit{Span: e.Span, NewText: e.NewText})
			}
		}
		out = append(out, x)
	}
	return out
}

// Reached returns every document that this one depends on, directly or not, itself first.
func (d *Document) Reached() []*Document {
	if d.Kind != scenarioKind {
		return []*Document{d}
	}
	return d.graphed().docs
}

// Mentioned returns the document of that name which a diagnostic of this one speaks of, or nil.
func (d *Document) Mentioned(name string) *Document {
	for _, at := range d.Reached() {
		if at.Name == name {
			return at
		}
		if at.Kind != scenarioKind {
			continue
		}
		for _, l := range at.linked() {
			for _, c := range l.others {
				if c.Document.Name == name {
					return c.Document
				}
			}
		}
	}
	return nil
}
