package analysis

import (
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// unclear is what cannot be read or does not exist in a scenario with errors. What only follows from that is not said
// (scenario-format.md: "nothing is reported that only follows from another error").
type unclear struct {
	effects    []string          // ids in lists of effects that are none
	conditions []string          // ids in lists of conditions that are none
	lists      bool              // some list of ids cannot be read
	all        bool              // some effect cannot be read, or is named and does not exist
	sorts      map[idSort]bool   // an effect writes something of the sort, and it is not known what
	targets    map[*element]bool // an effect has this target, and it is not known what it writes
}

// parts notes what is not clear about whole documents.
func (u *unclear) parts(parts []*module) {
	u.sorts, u.targets = map[idSort]bool{}, map[*element]bool{}
	for _, p := range parts {
		u.lists = u.lists || p.unread
		u.all = u.all || p.unnamed[effectSort] > 0
	}
}

// effect notes what is not clear about an effect.
func (u *unclear) effect(r *reaching, e *element) {
	x := e.effect
	var t *element
	if x.target != nil {
		t = r.byID[x.target.Text()]
	}
	switch {
	case x.kind == nil && t != nil:
		u.targets[t] = true
	case x.kind == nil:
		for _, s := range []idSort{variableSort, flagSort, patientSort} {
			u.sorts[s] = true
		}
	case t == nil || r.twice[t.id] || r.lookup(x.target, x.kind.targets...) == nil || t.sort == variableSort && t.variable.boolean:
		for _, s := range x.kind.targets {
			u.sorts[s] = true
		}
	case x.kind.Kind == scenario.SetMonitorConnection && x.channelAt == nil, x.kind.Value != scenario.NoValue && !x.value.Present():
		u.targets[t] = true
	}
}

// writes tells whether an effect that is not clear may write the element.
func (u *unclear) writes(t *element) bool {
	return u.all || u.targets[t] || u.sorts[t.sort]
}

// unused warns of conditions and effects that nothing names. An id that names nothing was meant for one of them: it
// excuses one.
func (r *reaching) unused() {
	if r.unclear.lists || r.own().tree.Root.Get("provenance").Len() > 0 {
		return // a snapshot holds whole libraries, of which a scenario need not use everything
	}
	var conditions, effects []*element
	for _, p := range r.parts {
		for _, e := range p.elements {
			switch {
			case !r.mine(e) || e.id == "" || r.twice[e.id]:
			case e.sort == conditionSort && !r.gates[e]:
				conditions = append(conditions, e)
			case e.sort == effectSort && len(r.usedBy[e]) == 0:
				effects = append(effects, e)
			}
		}
	}
	for _, e := range unmeant(conditions, r.unclear.conditions) {
		r.reportIn(e, UnusedCondition, e.at(), "Nothing asks for %s: no schedule, action or outcome names it.", e.noun())
	}
	for _, e := range unmeant(effects, r.unclear.effects) {
		r.reportIn(e, UnusedEffect, e.at(), "Nothing applies %s: no schedule and no outcome names it.", e.noun())
	}
}

// unmeant leaves out one element for every id that names nothing: the nearest by its spelling, or else the first.
func unmeant(elements []*element, lost []string) []*element {
	if len(lost) == 0 || len(elements) == 0 {
		return elements
	}
	ids := make([]string, len(elements))
	for i, e := range elements {
		ids[i] = e.id
	}
	words := feel.NewVocabulary(ids)
	seen, excused, others := map[string]bool{}, map[string]bool{}, 0
	for _, id := range lost {
		if seen[id] {
			continue
		}
		seen[id] = true
		if near := words.Nearest(id); near != "" && !excused[near] {
			excused[near] = true
		} else {
			others++
		}
	}
	var out []*element
	for _, e := range elements {
		switch {
		case excused[e.id]:
		case others > 0:
			others--
		default:
			out = append(out, e)
		}
	}
	return out
}
