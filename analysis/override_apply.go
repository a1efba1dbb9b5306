package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
)

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
	locations locations
	elements  map[string][]standing // by id, as they stand now, the first first; nil: to be found again
}

// standing is where an element stands: the numbers of its collection and in that.
type standing struct{ collection, index int }

func (s standing) compare(t standing) int {
	return cmp.Or(cmp.Compare(s.collection, t.collection), cmp.Compare(s.index, t.index))
}

func (s standing) pointer() jsontree.Pointer {
	return append(append(jsontree.Pointer{}, collections[s.collection].path...), decimalText(int64(s.index)))
}

func (w *overriding) editing(i int) *editing {
	e := w.edits[i]
	if e == nil {
		e = &editing{part: w.r.parts[i], at: overlay{}}
		w.edits[i] = e
	}
	return e
}

// find returns where an element of the part stands now.
func (e *editing) find(id string) (jsontree.Pointer, bool) {
	if e.elements == nil {
		e.elements = map[string][]standing{}
		for i := range collections {
			for k, n := range collections[i].find(e.part.tree.Root, e.at).Elements() {
				e.put(e.at.now(e.at.now(n).Get("id")), standing{i, k})
			}
		}
	}
	if all := e.elements[id]; len(all) > 0 {
		return all[0].pointer(), true
	}
	return nil, false
}

// put notes that an element has the id.
func (e *editing) put(id *jsontree.Node, s standing) {
	if id.Kind() == jsontree.String {
		all := e.elements[id.Text()]
		i, _ := slices.BinarySearchFunc(all, s, standing.compare)
		e.elements[own(id.Text())] = slices.Insert(all, i, s)
	}
}

// drop notes that an element has the id no more.
func (e *editing) drop(id *jsontree.Node, s standing) {
	if id.Kind() == jsontree.String {
		all := e.elements[id.Text()]
		if i, found := slices.BinarySearchFunc(all, s, standing.compare); found {
			e.elements[own(id.Text())] = slices.Delete(all, i, i+1)
		}
	}
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
	here := e.locations.find(location)
	if first := here.override(); first != nil {
		d := w.report(OverrideDuplicate, o.pathAt.Span(), o.address(), "%s of %s is overridden twice; neither of the two wins. Remove one.", key, title)
		d.Related = []Related{{Span: first.at(), Message: "The first is here."}}
		return
	}
	if below := here.inside(); below != nil {
		d := w.report(OverrideAncestor, o.pathAt.Span(), o.address(), "This replaces all of %s, with what an earlier override put at %s. Write the wider one first.", wide(key, title), below.location)
		d.Related = []Related{{Span: below.at(), Message: "The earlier one is here."}}
	}
	x := &appliedOverride{override: o, by: w.d, location: location, old: e.at.now(n), in: e.part}
	e.list, w.applied = append(e.list, x), append(w.applied, x)
	e.locations.add(location, x)
	e.replace(n, location, o.value)
}

// replace puts a value in a place, and keeps the index of elements true.
func (e *editing) replace(n *jsontree.Node, location jsontree.Pointer, value *jsontree.Node) {
	element, inElement := elementOf(location)
	switch whole := len(location) == len(element); {
	case e.elements == nil:
	case !inElement && holdsElements(location):
		e.elements = nil // a whole collection
	case inElement && whole || inElement && len(location) == len(element)+1 && location[len(element)] == "id":
		before, after := e.at.now(n), value
		if whole {
			before, after = e.at.now(before.Get("id")), value.Get("id")
		}
		s := standingAt(element)
		e.drop(before, s)
		e.put(after, s)
	}
	e.at[n] = value
}

// standingAt reads the pointer of an element.
func standingAt(p jsontree.Pointer) standing {
	path := p[:len(p)-1]
	k, _ := strconv.Atoi(p[len(path)])
	return standing{slices.IndexFunc(collections, func(c collection) bool { return slices.Equal(c.path, path) }), k}
}

// holdsElements tells whether a place holds whole collections.
func holdsElements(location jsontree.Pointer) bool {
	for i := range collections {
		if within(collections[i].path, location) {
			return true
		}
	}
	return false
}

// locations are the places that overrides have written, as a tree of their steps.
type locations struct {
	steps map[string]*locations
	first *appliedOverride // that was written here or below
	here  *appliedOverride
}

// find returns the part of the tree at a place, or nil.
func (l *locations) find(p jsontree.Pointer) *locations {
	for _, step := range p {
		if l = l.steps[step]; l == nil {
			return nil
		}
	}
	return l
}

// override is what was written exactly here.
func (l *locations) override() *appliedOverride {
	if l == nil {
		return nil
	}
	return l.here
}

// inside is the first that was written here or below.
func (l *locations) inside() *appliedOverride {
	if l == nil {
		return nil
	}
	return l.first
}

func (l *locations) add(p jsontree.Pointer, o *appliedOverride) {
	for i := 0; ; i++ {
		if l.first == nil {
			l.first = o
		}
		if i == len(p) {
			l.here = o
			return
		}
		next := l.steps[p[i]]
		if next == nil {
			if l.steps == nil {
				l.steps = map[string]*locations{}
			}
			next = &locations{}
			l.steps[p[i]] = next
		}
		l = next
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
	links := w.d.linked()
	names := func(l *link) bool { return l.pin.id == id }
	if e := w.mine[id]; e != nil && !slices.ContainsFunc(links, names) { // dependency ids are a space of their own
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
	for _, l := range links {
		if !names(l) {
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
	var known []string
	for _, l := range links {
		known = append(known, l.pin.id)
	}
	for i := range w.r.parts[:len(w.r.parts)-1] {
		for _, e := range w.r.parts[i].elements {
			known = append(known, e.id)
		}
	}
	near := feel.Nearest(id, known)
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
	case failed.at.Kind() == jsontree.Array && len(has) == 1:
		message += fmt.Sprintf(" It has %s alone.", has[0])
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
