package analysis

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// scenarioResult is what was found of a scenario document.
type scenarioResult struct {
	own      *module
	resolved *resolved

	describing sync.Once
	definition *scenario.Definition
	indexes    map[*element]int

	building sync.Once
	program  *scenario.Program
	problem  *Diagnostic // why there is no program
}

// analyseScenario finds everything about a scenario document: what it says alone, what it imports, how that is
// changed, and whether the whole holds together (scenario-format.md).
func analyseScenario(d *Document, r *result) {
	a := &scenarioAnalysis{d: d, r: r, own: d.ownModule()}
	r.scenario = &scenarioResult{own: a.own}
	if d.Tree().Root.Kind() != jsontree.Object {
		a.tell(a.own.faults)
		return
	}
	before := a.dependencies()
	after := a.applyOverrides(before)
	r.scenario.resolved = after
	found := checkScenario(d, after, after != before)
	a.tell(a.own.faults)
	if after != before {
		found = append(shapeFaults(after, before), found...)
		a.blame(after, found, append(shapeFaults(before, after), checkScenario(d, before, true)...))
		return
	}
	for _, f := range found {
		a.place(f)
	}
}

// scenarioAnalysis is the analysis of a scenario in progress.
type scenarioAnalysis struct {
	d   *Document
	r   *result
	own *module
}

// report adds a diagnostic of the document itself.
func (a *scenarioAnalysis) report(code Code, span jsontree.Span, address, format string, args ...any) *Diagnostic {
	a.r.diagnostics = append(a.r.diagnostics, Diagnostic{Code: code, Severity: code.severity(), Span: span, Address: address, Message: fmt.Sprintf(format, args...)})
	return &a.r.diagnostics[len(a.r.diagnostics)-1]
}

// tell reports faults that were found in the document's own text.
func (a *scenarioAnalysis) tell(faults []fault) {
	for _, f := range faults {
		a.r.diagnostics = append(a.r.diagnostics, f.Diagnostic)
	}
}

// place reports a fault of the joined whole where no override has a part in it: the document's own where it stands, and
// two imports that do not fit together at the dependency that brings the later one. Anything else of an import is told
// in its own document.
func (a *scenarioAnalysis) place(f fault) {
	if f.part == a.own {
		a.r.diagnostics = append(a.r.diagnostics, f.Diagnostic)
		return
	}
	if f.Code != IDCollision {
		return
	}
	if via := a.r.scenario.resolved.via[f.part]; via != nil {
		x := f.Diagnostic
		x.Related = append([]Related{a.where(f.part, f.Span, "It stands here.")}, x.Related...)
		x.Span, x.Address, x.Fixes = via.pin.at(), via.pin.address(), nil
		a.r.diagnostics = append(a.r.diagnostics, x)
	}
}

// where is related information about a place in a part.
func (a *scenarioAnalysis) where(p *module, s jsontree.Span, message string) Related {
	return relatedIn(a.d, p, s, message)
}

// relatedIn is related information about a place in a part, for a diagnostic of d.
func relatedIn(d *Document, p *module, s jsontree.Span, message string) Related {
	doc, span, _ := p.place(s)
	name := doc.Name
	if doc == d {
		name = ""
	}
	return Related{Document: name, Span: span, Message: message}
}

// shapeFaults are the faults of shape of the parts that differ between two resolutions.
func shapeFaults(of, other *resolved) []fault {
	had := map[*module]bool{}
	for _, p := range other.parts {
		had[p] = true
	}
	var out []fault
	for _, p := range of.parts {
		if !had[p] {
			out = append(out, p.faults...)
		}
	}
	return out
}

// faultKey tells which faults before and after overrides are the same.
type faultKey struct {
	code Code
	doc  *Document
	sort idSort
	id   string
}

func keyOf(f *fault) faultKey {
	k := faultKey{code: f.Code, doc: f.part.doc}
	if f.element != nil {
		k.sort, k.id = f.element.sort, f.element.id
	}
	return k
}

// blame reports the faults of the whole after overrides. One that was not there before them is the work of an
// override, and is told at its value.
func (a *scenarioAnalysis) blame(after *resolved, found, before []fault) {
	count := map[faultKey]int{}
	for i := range before {
		count[keyOf(&before[i])]++
	}
	inValue := func(f *fault) *appliedOverride {
		if _, _, by := f.part.place(f.Span); by != nil && by.by == a.d {
			return by
		}
		return nil
	}
	told := map[*fault]bool{}
	for i := range found { // what lies outside the new values was there before, as far as it was
		if f := &found[i]; inValue(f) == nil && count[keyOf(f)] > 0 {
			count[keyOf(f)]--
			told[f] = true
			a.place(*f)
		}
	}
	for i := range found {
		f := &found[i]
		if told[f] {
			continue
		}
		by := inValue(f)
		if by != nil && count[keyOf(f)] > 0 && f.Severity > Error {
			count[keyOf(f)]--
			continue
		}
		if by == nil {
			by = a.culprit(after, f)
		}
		if by == nil {
			a.place(*f)
			continue
		}
		x := f.Diagnostic
		x.Related = append([]Related{a.where(f.part, f.Span, "It shows here.")}, x.Related...)
		x.Message = "With this override, " + lowerArticle(x.Message)
		x.Span, x.Address, x.Fixes = valueSpan(by.value), by.address(), nil
		if doc, span, in := f.part.place(f.Span); in == by && doc == a.d { // inside of the new value
			x.Span, x.Related = span, x.Related[1:]
		}
		a.r.diagnostics = append(a.r.diagnostics, x)
	}
}

// lowerArticle lets a sentence go on behind a comma; what begins with a name stays.
func lowerArticle(s string) string {
	for _, article := range []string{"The ", "A ", "An ", "This ", "Nothing ", "What "} {
		if strings.HasPrefix(s, article) {
			return strings.ToLower(article) + s[len(article):]
		}
	}
	return s
}

// culprit is the override of this document that put what a fault rests on there, or else the last one that changed an
// element which it rests on.
func (a *scenarioAnalysis) culprit(after *resolved, f *fault) *appliedOverride {
	var about []*element
	if f.element != nil {
		about = append(about, f.element)
	}
	for _, x := range f.about {
		if _, _, by := x.element.part.place(x.span); by != nil && by.by == a.d {
			return by
		}
		about = append(about, x.element)
	}
	for _, e := range about {
		place := e.node.Pointer()
		for i := len(e.part.changed) - 1; i >= 0; i-- {
			if o := e.part.changed[i]; o.by == a.d && o.touches(place) {
				return o
			}
		}
	}
	for i := len(after.applied) - 1; i >= 0; i-- {
		if o := after.applied[i]; f.element == nil || o.touchesModule(f.part) {
			return o
		}
	}
	if len(after.applied) > 0 && f.part != a.own {
		return after.applied[len(after.applied)-1]
	}
	return nil
}

// touches tells whether the override changed a place or something around it.
func (o *appliedOverride) touches(p jsontree.Pointer) bool {
	return within(o.location, p) || within(p, o.location)
}

func (o *appliedOverride) touchesModule(p *module) bool {
	for _, c := range p.changed {
		if c == o {
			return true
		}
	}
	return false
}

// FirstError returns the first error of the document, or nil: what has errors is neither run nor exported.
func (d *Document) FirstError(ctx context.Context) (*Diagnostic, error) {
	found, err := d.Diagnostics(ctx)
	for i := range found {
		if found[i].Severity == Error {
			return &found[i], err
		}
	}
	return nil, err
}
