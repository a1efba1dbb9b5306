package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// resolved is a scenario with everything it depends on: one part a document, dependencies first and each once, the
// document itself last.
type resolved struct {
	parts   []*module
	sources []source // of all parts but the last
	via     map[*module]*link
	byID    map[string]*element
	twice   map[string]bool // ids that stand twice: what they name is not known
	open    bool            // something is missing: an id that is not found may live there
	applied []*appliedOverride
	failed  bool // an override could not be applied
}

// source is where a part comes from.
type source struct {
	id     string // of the dependency in the document that imports it first
	pin    *dependency
	digest string
}

// key tells two imports of one content: a scenario at one revision with the same bytes.
func (s source) key() string { return s.pin.scenarioID + "\x00" + s.digest }

// own is the part of the document itself.
func (r *resolved) own() *module { return r.parts[len(r.parts)-1] }

// index finds the elements by id; the first of a name counts, a second is reported as such.
func (r *resolved) index() {
	n := 0
	for _, p := range r.parts {
		n += len(p.elements)
	}
	r.byID = make(map[string]*element, n)
	for _, p := range r.parts {
		for _, e := range p.elements {
			if e.id == "" {
				continue
			}
			if _, known := r.byID[e.id]; !known {
				r.byID[e.id] = e
				continue
			}
			if r.twice == nil {
				r.twice = map[string]bool{}
			}
			r.twice[e.id] = true
		}
	}
}

// dependencies checks the pins, each with one error at most, and joins what they bring (scenario-format.md,
// "Dependencies and overrides", 1 to 5).
func (a *scenarioAnalysis) dependencies() *resolved {
	out := &resolved{via: map[*module]*link{}, open: a.own.blurred}
	j := joiner{resolved: out, at: map[string]int{}}
	links := a.d.linked()
	if len(links) > 0 {
		g := a.d.graphed()
		if g.full {
			a.report(DependencyFault, links[0].pin.at(), "", "This scenario depends on more than %d documents, which is more than is followed.", maxDocuments)
			links, out.open = nil, true
		}
		conflicts := g.conflicts()
		for i, l := range links {
			dep := a.pin(g, l, conflicts, i)
			if dep == nil {
				out.open = true
				continue
			}
			if x, y := j.join(dep, l); x != nil {
				out.open = true
				d := a.report(OverrideConflict, l.pin.at(), l.pin.address(), "%s and %s both override %s, each otherwise: neither can win. Override it here, in one of them, or nowhere.",
					importer(x), importer(y), j.whatIs(x))
				d.Related = []Related{relatedTo(a.d, x.by, x.at(), importer(x)+" puts "+shortJSON(x.value)+" there."), relatedTo(a.d, y.by, y.at(), importer(y)+" puts "+shortJSON(y.value)+" there.")}
			}
		}
	}
	out.parts = append(out.parts, a.own)
	out.index()
	return out
}

// whatIs names what an override changes.
func (r *resolved) whatIs(o *appliedOverride) string {
	at, _ := elementOf(o.location)
	for _, p := range r.parts {
		if !holds(p.changed, o) {
			continue
		}
		for _, e := range p.elements {
			if slices.Equal(e.node.Pointer(), at) {
				return e.noun() + " of " + p.header.id
			}
		}
	}
	return at.String()
}

// at is where an override stands.
func (o *appliedOverride) at() jsontree.Span { return o.pathAt.Span() }

func importer(o *appliedOverride) string { return graphID(o.by) }

// relatedTo is related information about a place in another document, for a diagnostic of d.
func relatedTo(d, at *Document, s jsontree.Span, message string) Related {
	name := at.Name
	if at == d {
		name = ""
	}
	return Related{Document: name, Span: s, Message: message}
}

// pin checks one dependency and returns what it brings, or nil after the one error that is its fault.
func (a *scenarioAnalysis) pin(g *graph, l *link, conflicts map[int][2]pinned, i int) *resolved {
	at, address := l.pin.at(), l.pin.address()
	me := graphID(a.d)
	switch {
	case g.through(me, l.pin.scenarioID) || me == l.pin.scenarioID:
		way := g.way(me, l.pin.scenarioID)
		d := a.report(DependencyCycle, at, address, "%s.", steps(way))
		if len(way) > 1 {
			d.Message = joinNames(way) + " need each other: " + steps(way) + "."
		}
		d.Related = g.places(way)
		return nil
	case l.pin.broken:
		a.offerPin(l)
		return nil
	case conflicts[i][0].pin != nil:
		a.conflict(g, l, conflicts[i])
		return nil
	case l.doc == nil:
		message, near := l.missing()
		d := a.report(DependencyMissing, at, address, "%s", message)
		if near != nil {
			if l.pin.revisionAt != nil {
				d.Span = l.pin.revisionAt.Span()
			}
			d.Fixes = []Fix{pinFix(l.pin, near)}
			d.Related = []Related{{Document: near.Document.Name, Message: "Revision " + revisionText(near.Revision) + " is here."}}
		}
		return nil
	case l.digest != l.pin.sha256:
		d := a.report(DigestMismatch, l.pin.shaAt.Span(), address, "%s", l.mismatch())
		d.Related = []Related{{Document: l.doc.Name, Message: "The file that was found is here."}}
		d.Fixes = []Fix{editsFix("Pin to the bytes found", l.pin.pinTo(l.pin.revision, l.digest))}
		return nil
	}
	if id := g.entangled(l); id != "" {
		way := g.circle[id]
		if len(way) > 1 {
			way = g.way(id, nextOn(g, id))
		}
		d := a.report(DependencyFault, at, address, "%s cannot be resolved: %s.", l.pin.title(), steps(way))
		d.Related = g.places(way)
		return nil
	}
	if l.unsaved {
		a.report(UnsavedDependency, at, address, "%s is open in an editor with changes that are not saved; it is read as it stands there. Its pin is compared with the file.", l.pin.title())
	}
	dep := l.doc.analysed()
	for i := range dep.diagnostics {
		if dep.diagnostics[i].Severity == Error {
			a.inherit(l, &dep.diagnostics[i])
			return nil
		}
	}
	if dep.scenario == nil || dep.scenario.resolved == nil {
		a.report(DependencyFault, at, address, "%s is no scenario that can be read.", l.pin.title()).Related = []Related{{Document: l.doc.Name, Message: "It is here."}}
		return nil
	}
	return dep.scenario.resolved
}

// nextOn is a neighbour of an id on its circle.
func nextOn(g *graph, id string) string {
	for _, to := range g.edges[id] {
		if g.through(id, to) {
			return to
		}
	}
	return id
}

// inherit reports that a dependency has an error of its own, with the place where that is mended.
func (a *scenarioAnalysis) inherit(l *link, fault *Diagnostic) {
	root := Related{Document: l.doc.Name, Span: fault.Span, Message: fault.Message}
	if fault.Code == DependencyFault && len(fault.Related) > 0 && fault.Related[0].Document != "" {
		root = fault.Related[0]
	}
	line, column := 1, 1
	for _, doc := range append([]*Document{l.doc}, l.doc.graphed().docs...) {
		if doc.Name == root.Document {
			line, column = doc.Lines().Position(root.Span.Start, jsontree.UTF32)
			line, column = line+1, column+1
			break
		}
	}
	d := a.report(DependencyFault, l.pin.at(), l.pin.address(), "%s cannot be used before %s:%d:%d is mended: %s", l.pin.title(), root.Document, line, column, root.Message)
	d.Related = []Related{root}
}

// conflict reports a scenario that is pinned at two revisions or digests.
func (a *scenarioAnalysis) conflict(g *graph, l *link, two [2]pinned) {
	first, second := two[0], two[1]
	what := fmt.Sprintf("at revision %d and at revision %d", first.pin.revision, second.pin.revision)
	if first.pin.revision == second.pin.revision {
		what = fmt.Sprintf("at revision %d with two digests (%s… and %s…)", first.pin.revision, short(first.pin.sha256), short(second.pin.sha256))
	}
	d := a.report(RevisionConflict, l.pin.at(), l.pin.address(), "%s is needed %s; one scenario can be joined once only, and neither wins.", first.pin.scenarioID, what)
	d.Related = []Related{relatedTo(a.d, first.doc, first.pin.at(), graphID(first.doc)+" pins it here."), relatedTo(a.d, second.doc, second.pin.at(), graphID(second.doc)+" pins it here.")}
}

func short(digest string) string { return digest[:min(len(digest), 4)] }

// offerPin adds a fix to the fault of a pin whose shape is wrong, where the scenario can be found.
func (a *scenarioAnalysis) offerPin(l *link) {
	best := l.best()
	if l.pin.fault == 0 || best == nil {
		return
	}
	f := &a.own.faults[l.pin.fault-1]
	for _, x := range f.Fixes {
		if strings.HasPrefix(x.Title, "Pin to") {
			return
		}
	}
	if l.pin.node.Get("id") == nil {
		return // what is missing is its name
	}
	if f.Code == FloatingVersion || f.Code == BadDigest || f.Code == DependencyShape && l.pin.shaAt == nil {
		f.Fixes = append(f.Fixes, pinFix(l.pin, best))
	}
}

// best is the candidate that a pin without a readable revision or digest would be set to: the one of its revision, or
// else the newest.
func (l *link) best() *Candidate {
	if l.doc != nil {
		return &Candidate{Document: l.doc, Revision: l.pin.revision, Stored: l.stored}
	}
	var best *Candidate
	for i := range l.others {
		if best == nil || l.others[i].Revision > best.Revision {
			best = &l.others[i]
		}
	}
	return best
}

func (c *Candidate) storedDigest() string {
	if c.Stored != nil {
		return digestOf(c.Stored)
	}
	return c.Document.Digest()
}

func pinFix(pin *dependency, to *Candidate) Fix {
	return editsFix(fmt.Sprintf("Pin to revision %d and its bytes", to.Revision), pin.pinTo(to.Revision, to.storedDigest()))
}

func editsFix(title string, edits []jsontree.Edit) Fix {
	f := Fix{Title: title}
	for _, e := range edits {
		f.Edits = append(f.Edits, Edit{Span: e.Span, NewText: e.NewText})
	}
	return f
}

func joinNames(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// joiner gathers the parts of dependencies in declared order, each content once.
type joiner struct {
	*resolved
	at map[string]int // by key of the source
}

// join adds what a dependency brings. A content that an earlier one brought too gets the overrides of both; where they
// contradict each other, both are returned.
func (j *joiner) join(dep *resolved, l *link) (x, y *appliedOverride) {
	sources := append(dep.sources[:len(dep.sources):len(dep.sources)], source{l.pin.id, l.pin, l.digest})
	for i, p := range dep.parts {
		at, known := j.at[sources[i].key()]
		if !known {
			j.at[sources[i].key()] = len(j.parts)
			j.parts, j.sources = append(j.parts, p), append(j.sources, sources[i])
			j.via[p] = l
			continue
		}
		had := j.parts[at]
		if had == p || sameOverrides(had.changed, p.changed) {
			continue
		}
		if x == nil {
			x, y = differ(had.changed, p.changed)
		}
		both := had.changed[:len(had.changed):len(had.changed)]
		for _, o := range p.changed {
			if !holds(both, o) {
				both = append(both, o)
			}
		}
		joined, lost := changedBy(had.doc, both)
		if lost != nil && x == nil {
			x, y = lost, had.changed[0]
		}
		j.parts[at] = joined
		j.via[joined] = j.via[had]
	}
	return x, y
}

func holds(list []*appliedOverride, o *appliedOverride) bool {
	for _, x := range list {
		if x == o || x.override == o.override {
			return true
		}
	}
	return false
}

func sameOverrides(a, b []*appliedOverride) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].override != b[i].override {
			return false
		}
	}
	return true
}
