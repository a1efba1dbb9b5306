package analysis

import (
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
)

// runOccurrences are the ids of a run, which name elements of its scenario, and the members that the format defines.
func runOccurrences(d *Document) []Occurrence {
	o := &idOccurrences{}
	root := d.Tree().Root
	o.fields(root, runMembers, "")
	if of := d.ofRun(); of != nil {
		if s := of.analysed().scenario; s != nil {
			o.res = s.resolved
		}
	}
	for _, n := range root.Get("actions").Elements() {
		o.fields(n, performedMembers, "")
		o.refer(text(n.Get("id")), "")
	}
	for _, m := range root.Get("bindings").Members() {
		if m.Key.Kind() != jsontree.String {
			continue
		}
		start, end := boundID(m.Key.Text(), o.declares)
		o.out = append(o.out, o.named(m.Key.Text()[start:end], innerSpan(m.Key, feel.Span{Start: start, End: end}), ""))
	}
	return o.out
}

func (o *idOccurrences) declares(id string) bool { return o.res != nil && o.res.byID[id] != nil }

// boundID finds the id in the name of a binding: all of it, or what act: names, a number behind # aside. An id of the
// scenario wins over these spellings (scenario-format.md, "Running a scenario").
func boundID(name string, declares func(string) bool) (start, end int) {
	id, isAction := strings.CutPrefix(name, "act:")
	if !isAction || declares(name) {
		return 0, len(name)
	}
	if cut := strings.LastIndexByte(id, '#'); cut > 0 && !declares(id) {
		id = id[:cut]
	}
	start = len("act:")
	return start, start + len(id)
}

// ofRun returns the scenario that a run belongs to, or nil.
func (d *Document) ofRun() *Document {
	if library, ok := d.around.(Library); ok {
		return library.ScenarioOf(d.Name)
	}
	return nil
}

// describeRun says what an id or a member of a run stands for.
func (d *Document) describeRun(o Occurrence) (Description, bool) {
	if o.Kind == KindField {
		return Description{Kind: o.Kind, Name: o.Name, Address: o.Address, Doc: o.Type}, true
	}
	of := d.ofRun()
	if of == nil {
		return Description{}, false
	}
	s := of.analysed().scenario
	if s == nil {
		return Description{}, false
	}
	return of.describeScenario(s, o)
}

// PinnedIDs returns the ids of the scenarios that a scenario depends on directly, each once and in declared order, as
// they are asked of the Library. It needs the tree alone.
func (d *Document) PinnedIDs() []string {
	if d.Kind != scenarioKind {
		return nil
	}
	var out []string
	for _, e := range d.Tree().Root.Get("dependencies").Elements() {
		id := text(e.Get("scenarioId"))
		if e.Kind() == jsontree.Object && id != nil && !slices.Contains(out, id.Text()) {
			out = append(out, own(id.Text()))
		}
	}
	return out
}
