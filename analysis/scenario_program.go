package analysis

import (
	"context"
	"errors"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// Scenario returns the scenario as a program: resolved, overrides applied. A scenario with errors is not run; the
// diagnostic is the first of them (scenario-format.md, "Predicates").
func (d *Document) Scenario(ctx context.Context) (*scenario.Program, *Diagnostic) {
	r := d.analysed()
	if first, _ := d.FirstError(ctx); first != nil {
		return nil, first
	}
	if r.scenario == nil || r.scenario.resolved == nil {
		return nil, &Diagnostic{Code: WrongShape, Severity: Error, Message: "This document holds no scenario: an object with scenarioId and revision is needed."}
	}
	s := r.scenario
	s.building.Do(func() { s.program, s.problem = s.build() })
	return s.program, s.problem
}

// described is the definition of the resolved scenario, faults and all, for descriptions in words.
func (s *scenarioResult) described() (*scenario.Definition, map[*element]int) {
	s.describing.Do(func() {
		b := &definer{resolved: s.resolved, index: map[*element]int{}}
		s.definition, s.indexes = b.definition(), b.index
	})
	return s.definition, s.indexes
}

// unknownKind stands for the kind of an effect that has none of the vocabulary.
const unknownKind scenario.Kind = 255

// build makes the program of a resolved scenario without errors.
func (s *scenarioResult) build() (*scenario.Program, *Diagnostic) {
	r := s.resolved
	def, _ := s.described()
	p, err := scenario.Build(def)
	if err == nil {
		return p, nil
	}
	x := &Diagnostic{Code: WrongShape, Severity: Error, Message: err.Error(), Span: opening(r.own().tree.Root)}
	var f *scenario.Fault
	if errors.As(err, &f) {
		if e := r.byID[f.Element]; e != nil && e.part == r.own() {
			x.Span, x.Address = e.at(), e.address()
		}
	}
	return nil, x
}

// definer turns elements into a definition: every id becomes an index.
type definer struct {
	*resolved
	index map[*element]int
	def   scenario.Definition
}

// targetSorts are the sorts of a definition, by sort of element.
var targetSorts = map[idSort]scenario.Sort{variableSort: scenario.VariableSort, flagSort: scenario.FlagSort, historySort: scenario.EntrySort,
	observationSort: scenario.EntrySort, resultSort: scenario.EntrySort, scheduleSort: scenario.ScheduleSort, patientSort: scenario.PatientSort}

var entrySections = map[idSort]scenario.Section{historySort: scenario.History, observationSort: scenario.Observations, resultSort: scenario.Results}

func (b *definer) definition() *scenario.Definition {
	h := b.own().header
	b.def = scenario.Definition{ID: h.id, Revision: h.revision, Title: h.title, End: h.end}
	var all []*element
	for s := patientSort; s <= actionSort; s++ {
		all = append(all, b.ofSort(s)...)
	}
	counts := map[scenario.Sort]int{}
	others := map[idSort]int{}
	for _, e := range all {
		if s, named := targetSorts[e.sort]; named {
			b.index[e] = counts[s]
			counts[s]++
		} else {
			b.index[e] = others[e.sort]
			others[e.sort]++
		}
	}
	for ref, e := range all {
		b.add(e, ref)
	}
	return &b.def
}

// ofSort lists the elements of a sort, those of dependencies first; schedules in the order of the document, whichever
// of the two sections they stand in.
func (r *resolved) ofSort(s idSort) []*element {
	var out []*element
	for _, p := range r.parts {
		from := len(out)
		for _, e := range p.elements {
			if e.sort == s {
				out = append(out, e)
			}
		}
		if s == scheduleSort {
			sortBySpan(out[from:], func(e *element) jsontree.Span { return e.node.Span() })
		}
	}
	return out
}

func (b *definer) at(n *jsontree.Node) int {
	if n != nil {
		if e := b.byID[n.Text()]; e != nil {
			return b.index[e]
		}
	}
	return scenario.Absent
}

func (b *definer) all(ns []*jsontree.Node) []int {
	out := make([]int, 0, len(ns))
	for _, n := range ns {
		out = append(out, b.at(n))
	}
	return out
}

func (b *definer) target(n *jsontree.Node) scenario.Target {
	if n == nil {
		return scenario.Target{}
	}
	e := b.byID[n.Text()]
	if e == nil {
		return scenario.Target{}
	}
	return scenario.Target{Sort: targetSorts[e.sort], Index: b.index[e]}
}

func (b *definer) add(e *element, ref int) {
	d := &b.def
	switch e.sort {
	case patientSort:
		p := scenario.Patient{ID: e.id, Name: memberText(e.node, "name"), Ref: ref}
		for _, ch := range e.channels {
			p.Channels = append(p.Channels, scenario.Channel{Name: ch.name, Variables: b.all(ch.variables), Connected: ch.connected, Ref: ref})
		}
		d.Patients = append(d.Patients, p)
	case variableSort:
		v := e.variable
		d.Variables = append(d.Variables, scenario.Variable{ID: e.id, Name: memberText(e.node, "name"), Patient: b.at(e.patient), Truth: v.boolean, Unit: v.unit,
			Initial: v.initial, Min: v.min, Max: v.max, Ref: ref})
	case flagSort:
		d.Flags = append(d.Flags, scenario.Flag{ID: e.id, Name: memberText(e.node, "name"), Initial: e.truth, Ref: ref})
	case historySort, observationSort, resultSort:
		d.Entries = append(d.Entries, scenario.Entry{ID: e.id, Section: entrySections[e.sort], Patient: b.at(e.patient), Revealed: e.truth, Ref: ref})
	case conditionSort:
		c := scenario.Condition{ID: e.id, Ref: ref}
		for _, p := range e.condition.all {
			c.All = append(c.All, scenario.Predicate{Target: b.target(p.target), Operator: p.operator, Value: p.value, Ref: ref})
		}
		d.Conditions = append(d.Conditions, c)
	case effectSort:
		x, kind := e.effect, unknownKind
		if x.kind != nil {
			kind = x.kind.Kind
		}
		d.Effects = append(d.Effects, scenario.Effect{ID: e.id, Kind: kind, Target: b.target(x.target), Value: x.value, Duration: x.duration,
			Interpolation: x.shape, Channel: nodeText(x.channelAt), Ref: ref})
	case scheduleSort:
		d.Schedules = append(d.Schedules, scenario.Schedule{ID: e.id, At: e.schedule.at, Conditions: b.all(e.gate), Effects: b.all(e.schedule.effects), Ref: ref})
	case actionSort:
		a := scenario.Action{ID: e.id, Label: memberText(e.node, "label"), Patient: b.at(e.patient), Conditions: b.all(e.gate), Ref: ref}
		for _, o := range e.outcomes {
			a.Outcomes = append(a.Outcomes, scenario.Outcome{ID: o.id, Conditions: b.all(o.gate), Effects: b.all(o.effects), Ref: ref})
		}
		d.Actions = append(d.Actions, a)
	}
}

func memberText(n *jsontree.Node, name string) string { return nodeText(text(n.Get(name))) }

func nodeText(n *jsontree.Node) string {
	if n == nil {
		return ""
	}
	return own(n.Text())
}
