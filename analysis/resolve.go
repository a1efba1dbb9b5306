package analysis

import (
	"fmt"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
)

// resolved is a scenario with everything it depends on: one part a document, dependencies first and each once, the
// document itself last.
type resolved struct {
	parts   []*module
	sources []source // of all parts but the last
	via     map[*module]*link
	byID    map[string]*element
	open    bool // something is missing: an id that is not found may live there
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
			if _, known := r.byID[e.id]; !known && e.id != "" {
				r.byID[e.id] = e
			}
		}
	}
}

// dependencies checks the pins, each with one error at most, and joins what they bring (scenario-format.md,
// "Dependencies and overrides", 1 to 5).
func (a *scenarioAnalysis) dependencies() *resolved {
	out := &resolved{via: map[*module]*link{}}
	j := joiner{resolved: out, at: map[string]int{}}
	links := a.d.linked()
	if len(links) > 0 {
		g := graphOf(a.d)
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
					importer(x), importer(y), elementOf(x.location))
				d.Related = []Related{relatedTo(a.d, x.by, x.at(), importer(x)+" puts "+shortJSON(x.value)+" there."), relatedTo(a.d, y.by, y.at(), importer(y)+" puts "+shortJSON(y.value)+" there.")}
			}
		}
		if g.full {
			out.open = true
			a.report(DependencyFault, links[0].pin.at(), "", "This scenario depends on more than %d documents, which is more than is followed.", maxDocuments)
		}
	}
	out.parts = append(out.parts, a.own)
	out.index()
	return out
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
	for _, doc := range append([]*Document{l.doc}, graphOf(l.doc).docs...) {
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

// applyOverrides applies the document's own overrides in declared order to what it imports, and returns the result: r
// itself where nothing was changed.
func (a *scenarioAnalysis) applyOverrides(r *resolved) *resolved {
	if len(a.own.header.overrides) == 0 {
		return r
	}
	w := &overriding{scenarioAnalysis: a, r: r, edits: map[int]*editing{}, mine: map[string]*element{}}
	for _, e := range a.own.elements {
		w.mine[e.id] = e
	}
	for _, o := range a.own.header.overrides {
		if o.readable {
			w.apply(o)
		} else {
			r.failed = true
		}
	}
	if len(w.applied) == 0 {
		return r
	}
	out := &resolved{sources: r.sources, via: map[*module]*link{}, open: r.open, failed: r.failed, applied: w.applied}
	for i, p := range r.parts {
		now := p
		if e := w.edits[i]; e != nil && len(e.list) > 0 {
			now, _ = changedBy(p.doc, append(p.changed[:len(p.changed):len(p.changed)], e.list...))
		}
		out.parts = append(out.parts, now)
		out.via[now] = r.via[p]
	}
	out.index()
	return out
}

// overriding applies the overrides of one document.
type overriding struct {
	*scenarioAnalysis
	r       *resolved
	mine    map[string]*element // the document's own, by id
	edits   map[int]*editing    // by number of the part
	applied []*appliedOverride
}

// editing is a part while overrides are applied to it.
type editing struct {
	part      *module
	at        overlay
	list      []*appliedOverride
	locations map[string]*appliedOverride
	above     map[string]*appliedOverride // pointers above a location, with the first below
	elements  map[string]jsontree.Pointer // by id, as they stand now; nil: to be found again
}

func (w *overriding) editing(i int) *editing {
	e := w.edits[i]
	if e == nil {
		e = &editing{part: w.r.parts[i], at: overlay{}, locations: map[string]*appliedOverride{}, above: map[string]*appliedOverride{}}
		w.edits[i] = e
	}
	return e
}

// find returns where an element of the part stands now.
func (e *editing) find(id string) (jsontree.Pointer, bool) {
	if e.elements == nil {
		e.elements = map[string]jsontree.Pointer{}
		for i := range collections {
			c := &collections[i]
			for k, n := range c.find(e.part.tree.Root, e.at).Elements() {
				name := e.at.now(e.at.now(n).Get("id"))
				if _, known := e.elements[name.Text()]; name.Kind() == jsontree.String && !known {
					e.elements[own(name.Text())] = append(append(jsontree.Pointer{}, c.path...), decimalText(int64(k)))
				}
			}
		}
	}
	p, ok := e.elements[id]
	return p, ok
}

// identity are members of an imported document that were settled before overrides apply.
var identity = map[string]bool{"dependencies": true, "composition": true, "scenarioId": true, "revision": true, "provenance": true}

// apply finds where an override leads, at the time of application, and puts its value there.
func (w *overriding) apply(o *override) {
	index, base, ok := w.target(o)
	if !ok {
		w.r.failed = true
		return
	}
	e := w.editing(index)
	title := w.r.sources[index].pin.scenarioID
	location := append(base[:len(base):len(base)], o.path...)
	if len(base) == 0 && len(o.path) > 0 && identity[o.path[0]] {
		w.r.failed = true
		w.report(OverridePath, o.pathAt.Span(), o.address(), "%s of %s was settled before overrides apply; an override of it would change nothing.", o.path[0], title)
		return
	}
	n, failed := step(e.part.tree.Root, location, e.at)
	if failed != nil {
		w.r.failed = true
		w.nowhere(o, title, base, failed)
		return
	}
	key := location.String()
	if first := e.locations[key]; first != nil {
		d := w.report(OverrideDuplicate, o.pathAt.Span(), o.address(), "%s of %s is overridden twice; neither of the two wins. Remove one.", key, title)
		d.Related = []Related{{Span: first.at(), Message: "The first is here."}}
		return
	}
	if below := e.above[key]; below != nil {
		d := w.report(OverrideAncestor, o.pathAt.Span(), o.address(), "This replaces all of %s, with what an earlier override put at %s. Write the wider one first.", wide(key, title), below.location)
		d.Related = []Related{{Span: below.at(), Message: "The earlier one is here."}}
	}
	x := &appliedOverride{override: o, by: w.d, location: location, old: e.at.now(n)}
	e.list, w.applied = append(e.list, x), append(w.applied, x)
	e.locations[key] = x
	for i := range location {
		if above := location[:i].String(); e.above[above] == nil {
			e.above[above] = x
		}
	}
	e.at[n] = o.value
	if len(location) <= 3 || location[len(location)-1] == "id" {
		e.elements = nil
	}
}

func wide(key, title string) string {
	if key == "" {
		return title
	}
	return key
}

// target finds the part and the place in it that a path starts at: a dependency's document or an imported element.
func (w *overriding) target(o *override) (index int, base jsontree.Pointer, ok bool) {
	id := o.target.Text()
	if e := w.mine[id]; e != nil {
		w.report(OverrideTarget, o.target.Span(), o.address(), "%s is this document's own: change it where it stands. An override changes imported content.", upperFirst(e.noun())).
			Related = []Related{{Span: e.at(), Message: "It stands here."}}
		return 0, nil, false
	}
	foundIn := -1
	for i := range w.r.parts[:len(w.r.parts)-1] {
		if p, found := w.editing(i).find(id); found {
			foundIn, base = i, p
			break
		}
	}
	for _, l := range w.d.linked() {
		if l.pin.id != id {
			continue
		}
		if foundIn >= 0 {
			w.report(OverrideTarget, o.target.Span(), o.address(), "%q names both a dependency and an imported element; give the dependency another id.", id)
			return 0, nil, false
		}
		for i, s := range w.r.sources {
			if s.pin.scenarioID == l.pin.scenarioID {
				return i, nil, true
			}
		}
		return 0, nil, false // its fault is reported at the dependency
	}
	if foundIn >= 0 {
		return foundIn, base, true
	}
	if w.r.open {
		return 0, nil, false // it may live in what is missing
	}
	var names []string
	for _, l := range w.d.linked() {
		names = append(names, l.pin.id)
	}
	for i := range w.r.parts[:len(w.r.parts)-1] {
		for _, e := range w.r.parts[i].elements {
			names = append(names, e.id)
		}
	}
	near := feel.Nearest(id, names)
	d := w.report(OverrideTarget, o.target.Span(), o.address(), "%q names no dependency and no imported element.%s", id, didYouMean(near))
	if near != "" {
		d.Fixes = []Fix{textFix("Change to \""+near+"\"", replaceText(o.target, near))}
	}
	return 0, nil, false
}

// nowhere reports a path that does not exist when it is applied, with what stands there instead.
func (w *overriding) nowhere(o *override, title string, base jsontree.Pointer, failed *stepFault) {
	in := ""
	if len(base) > 0 {
		in = " in " + o.target.Text()
	}
	depth := failed.depth - len(base)
	prefix := o.path[:max(depth, 0)]
	has := failed.has(prefix)
	name := ""
	if depth >= 0 && depth < len(o.path) {
		name = o.path[depth]
	}
	message := fmt.Sprintf("%s has no %s%s.", title, o.path[:max(depth+1, 0)], in)
	switch k := failed.at.Kind(); {
	case name == "-" && k == jsontree.Array:
		message = fmt.Sprintf("%q names the place behind the last element of %s%s, where nothing stands; an override replaces what exists.", "-", prefixed(prefix), in)
	case k == jsontree.Array && len(name) > 1 && strings.Trim(name, "0123456789") == "":
		if name[0] == '0' {
			message = fmt.Sprintf("The index %q has a leading zero, which a JSON pointer must not have (RFC 6901, section 4).", name)
		}
	}
	switch {
	case failed.at.Kind() == jsontree.Array && len(has) == 0:
		message += " The array is empty."
	case failed.at.Kind() == jsontree.Array:
		message += fmt.Sprintf(" It has %s to %s.", has[0], has[len(has)-1])
	case len(has) == 0:
		message += fmt.Sprintf(" There is %s.", kindPhrase(failed.at))
	default:
		message += " It has " + few(has) + "."
	}
	d := w.report(OverridePath, o.pathAt.Span(), o.address(), "%s", message)
	if near := feel.Nearest(o.path[:max(depth+1, 0)].String(), has); near != "" && failed.at.Kind() == jsontree.Object {
		d.Message += " Did you mean " + near + "?"
		d.Fixes = []Fix{textFix("Change to "+near, replaceText(o.pathAt, near+o.path[depth+1:].String()))}
	}
}

func prefixed(p jsontree.Pointer) string {
	if len(p) == 0 {
		return "the array"
	}
	return p.String()
}

// few joins the first of many names.
func few(names []string) string {
	const most = 8
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return joinNames(names)
}
