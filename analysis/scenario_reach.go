package analysis

import (
	"cmp"
	"slices"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// reaching is what can happen in a resolved scenario, as far as it shows without a run.
type reaching struct {
	*scenarioCheck
	all        bool
	operations []*operation // schedules in order of time, then actions
	written    map[*element][]*element
	usedBy     map[*element][]*operation // effects, by the operations that apply them
	gates      map[*element]bool         // conditions that something names
	never      map[*element]bool         // conditions that can never hold
}

// operation is a schedule, or an outcome of an action.
type operation struct {
	of      *element
	at      scenario.Value // absent: whenever somebody acts
	gate    []*element     // conditions
	effects []application  // in order
}

// application is one entry of effectIds.
type application struct {
	ref    *jsontree.Node
	effect *element
}

// reach warns of what cannot happen, or happens for nothing (scenario-format.md, "Checks").
func (c *scenarioCheck) reach(all bool) {
	r := &reaching{scenarioCheck: c, all: all, written: map[*element][]*element{}, usedBy: map[*element][]*operation{}, gates: map[*element]bool{}, never: map[*element]bool{}}
	r.gather()
	for _, p := range c.parts {
		for _, e := range p.elements {
			switch e.sort {
			case conditionSort:
				r.condition(e)
			case effectSort:
				r.effectReach(e)
			}
		}
	}
	for _, o := range r.operations {
		r.dead(o)
		if o.of.sort == scheduleSort {
			r.gate(o)
			r.end(o)
		}
	}
	r.sameInstant()
	r.overtaken()
}

// mine tells whether something is to be said of an element: that of an import is said in its own document.
func (r *reaching) mine(e *element) bool { return r.all || e.part == r.own() }

func (r *reaching) gather() {
	for _, p := range r.parts {
		for _, e := range p.elements {
			switch e.sort {
			case effectSort:
				if t := r.lookup(e.effect.target, variableSort, flagSort, patientSort); t != nil && e.effect.kind != nil {
					r.written[t] = append(r.written[t], e)
				}
			case scheduleSort:
				r.operation(&operation{of: e, at: e.schedule.at}, e.gate, e.schedule.effects)
			case actionSort:
				gate := r.conditions(e.gate)
				for i := range e.outcomes {
					o := &operation{of: e, gate: gate[:len(gate):len(gate)]}
					r.operation(o, e.outcomes[i].gate, e.outcomes[i].effects)
				}
			}
		}
	}
	slices.SortStableFunc(r.operations, func(a, b *operation) int {
		if a.at.Present() && b.at.Present() {
			return a.at.Number.Cmp(b.at.Number)
		}
		return cmp.Compare(b.at.Kind, a.at.Kind)
	})
}

func (r *reaching) conditions(refs []*jsontree.Node) []*element {
	var out []*element
	for _, n := range refs {
		if c := r.lookup(n, conditionSort); c != nil {
			r.gates[c] = true
			out = append(out, c)
		}
	}
	return out
}

func (r *reaching) operation(o *operation, gate, effects []*jsontree.Node) {
	o.gate = append(o.gate, r.conditions(gate)...)
	for _, n := range effects {
		if e := r.lookup(n, effectSort); e != nil {
			o.effects = append(o.effects, application{n, e})
			r.usedBy[e] = append(r.usedBy[e], o)
		}
	}
	r.operations = append(r.operations, o)
}

// condition warns of a condition that nothing names, and of one that can never hold.
func (r *reaching) condition(e *element) {
	mine := r.mine(e)
	if !r.gates[e] && mine && r.listed(e) {
		r.reportIn(e, UnusedCondition, e.at(), "Nothing asks for %s: no schedule, action or outcome names it.", e.noun())
	}
	var need constraints
	for i := range e.condition.all {
		p := &e.condition.all[i]
		t := r.lookup(p.target, variableSort, flagSort)
		if !p.usable(t) {
			continue
		}
		if clash := need.require(t, p); clash != nil {
			r.never[e] = true
			if mine {
				f := r.reportIn(e, NeverHolds, p.node.Span(), "%s can never hold: %s contradicts %s.", upperFirst(e.noun()), p.words(t), clash.words(t))
				f.Related = []Related{relatedIn(r.d, e.part, clash.node.Span(), "It contradicts this.")}
			}
			return
		}
	}
	for _, t := range need.order {
		if why := r.impossible(&need, t); why != "" {
			r.never[e] = true
			if mine {
				f := r.reportIn(e, NeverHolds, need.by[t].node.Span(), "%s can never hold: %s.", upperFirst(e.noun()), why)
				r.because(f, t, t.at(), "It is declared here.")
			}
			return
		}
	}
}

// listed tells whether it is known what names an element: it has an id, and every list of ids can be read. A snapshot
// holds whole libraries, of which a scenario need not use everything.
func (r *reaching) listed(e *element) bool {
	return e.id != "" && !r.twice[e.id] && !r.own().unread && r.own().tree.Root.Get("provenance").Len() == 0
}

// impossible says why what is asked of one target can never be so, or nothing.
func (r *reaching) impossible(need *constraints, t *element) string {
	if i := need.numbers[t]; i != nil {
		if v := t.variable; !i.between(v.min, v.max) {
			return need.by[t].words(t) + " lies outside of " + t.id + "'s min and max"
		}
		return ""
	}
	want := need.truths[t]
	if t.sort == variableSort {
		if v := t.variable.initial; v.Kind == scenario.TruthValue && v.Truth != want {
			return t.id + " is constant, " + v.String()
		}
		return ""
	}
	if want == t.truth || r.open {
		return ""
	}
	for _, e := range r.written[t] {
		if v := e.effect.value; v.Kind != scenario.TruthValue || v.Truth == want {
			return ""
		}
	}
	return t.id + " is " + scenario.Truth(t.truth).String() + " at the start, and nothing sets it to " + scenario.Truth(want).String()
}

// words says a predicate: spo2 lt 90.
func (p *predicate) words(t *element) string {
	return t.id + " " + p.operator.String() + " " + p.value.String()
}

// effectReach warns of an effect that nothing applies, or that changes nothing, and of a cancellation that comes late.
func (r *reaching) effectReach(e *element) {
	if !r.mine(e) {
		return
	}
	x, uses := e.effect, r.usedBy[e]
	if len(uses) == 0 && r.listed(e) {
		r.reportIn(e, UnusedEffect, e.at(), "Nothing applies %s: no schedule and no outcome names it.", e.noun())
	}
	if x.kind == nil {
		return
	}
	switch x.kind.Kind {
	case scenario.Reveal:
		if t := r.lookup(x.target, x.kind.targets...); t != nil && t.truth {
			r.because(r.reportIn(e, AlreadyRevealed, x.target.Span(), "%s is revealed from the start; revealing it changes nothing.", t.id), t, t.at(), "It is declared here.")
		}
	case scenario.SetMonitorConnection:
		r.connection(e)
	case scenario.CancelEvent:
		t := r.lookup(x.target, scheduleSort)
		if t == nil || !t.schedule.at.Present() || len(uses) == 0 {
			return
		}
		for _, o := range uses {
			if !o.at.Present() || o.at.Number.Cmp(t.schedule.at.Number) <= 0 {
				return
			}
		}
		r.because(r.reportIn(e, LateCancel, x.target.Span(), "%s comes due at %s s, before anything can cancel it: %s applies %s at %s s.", t.id, t.schedule.at, uses[0].of.id, e.id, uses[0].at),
			t, t.schedule.atAt.Span(), "It comes due here.")
	}
}

// connection warns of connecting a channel to the state that it has and never leaves.
func (r *reaching) connection(e *element) {
	x := e.effect
	t := r.lookup(x.target, patientSort)
	if t == nil || x.channelAt == nil || x.value.Kind != scenario.TruthValue {
		return
	}
	for _, other := range r.written[t] {
		if o := other.effect; o.channelAt != nil && o.channelAt.Text() == x.channelAt.Text() && o.value.Truth != x.value.Truth {
			return
		}
	}
	for _, ch := range t.channels {
		if ch.name != x.channelAt.Text() || ch.connected != x.value.Truth {
			continue
		}
		is := map[bool]string{true: "connected", false: "not connected"}[ch.connected]
		r.because(r.reportIn(e, AlreadyConnected, x.valueAt.Span(), "The channel %s of %s is %s from the start and stays so; this changes nothing.", ch.name, t.id, is), t, ch.at.Span(), "It is declared here.")
	}
}

// slot is what an effect writes; two effects with one place overwrite each other.
type slot struct {
	target  *element
	channel string
}

func (r *reaching) writes(e *element) (slot, bool) {
	x := e.effect
	if x.kind == nil {
		return slot{}, false
	}
	switch x.kind.Kind {
	case scenario.SetVariable, scenario.TrendVariable, scenario.SetFlag:
		t := r.lookup(x.target, variableSort, flagSort)
		return slot{target: t}, t != nil
	case scenario.SetMonitorConnection:
		t := r.lookup(x.target, patientSort)
		if t == nil || x.channelAt == nil {
			return slot{}, false
		}
		return slot{t, x.channelAt.Text()}, true
	}
	return slot{}, false
}

// dead warns of an effect that a later one of the same operation overwrites at once. A trend starts from the live
// value, so that setting a variable before its trend is not for nothing.
func (r *reaching) dead(o *operation) {
	if !r.mine(o.of) {
		return
	}
	last := map[slot]application{}
	for _, s := range o.effects {
		w, ok := r.writes(s.effect)
		if !ok {
			continue
		}
		if before, twice := last[w]; twice && !(s.effect.effect.kind.Kind == scenario.TrendVariable && before.effect.effect.kind.Kind == scenario.SetVariable) {
			f := r.reportIn(o.of, DeadEffect, before.ref.Span(), "%s does nothing here: %s writes %s again in the same operation.", before.effect.id, s.effect.id, w.target.id)
			f.Related = []Related{relatedIn(r.d, o.of.part, s.ref.Span(), "It is overwritten here.")}
			f.about = []rest{{before.effect, before.effect.at()}, {s.effect, s.effect.at()}}
		}
		last[w] = s
	}
}

// gate warns of a schedule whose conditions, each possible, cannot all hold when it comes due.
func (r *reaching) gate(o *operation) {
	if !r.mine(o.of) || r.open {
		return
	}
	var need constraints
	for _, c := range o.gate {
		if r.never[c] || c.condition.unreadable {
			return // that is reported at the condition
		}
		for i := range c.condition.all {
			p := &c.condition.all[i]
			t := r.lookup(p.target, variableSort, flagSort)
			if !p.usable(t) {
				return
			}
			if clash := need.require(t, p); clash != nil {
				r.closed(o, p.words(t)+" and "+clash.words(t)+" are both asked for", t)
				return
			}
		}
	}
	for _, t := range need.order {
		if why := r.unreached(&need, t, o.at); why != "" {
			r.closed(o, why, t)
			return
		}
	}
}

func (r *reaching) closed(o *operation, why string, t *element) {
	at := o.of.node.Get("conditionIds")
	r.because(r.reportIn(o.of, GateClosed, at.Span(), "Nothing can open the gate of %s: %s. It will be skipped.", o.of.id, why), t, t.at(), "It is declared here.")
}

// unreached says why a target cannot be as asked when an operation comes due, or nothing.
func (r *reaching) unreached(need *constraints, t *element, due scenario.Value) string {
	if i := need.numbers[t]; i != nil {
		v := t.variable
		if !v.initial.Present() {
			return ""
		}
		low, high := v.initial, v.initial
		for _, e := range r.written[t] {
			value := e.effect.value
			if !value.Present() {
				return ""
			}
			if !r.before(e, due) {
				continue
			}
			if value.Number.Cmp(low.Number) < 0 {
				low = value
			}
			if value.Number.Cmp(high.Number) > 0 {
				high = value
			}
		}
		if i.between(low, high) {
			return ""
		}
		if low.Equal(high) {
			return t.id + " is " + low.String() + " then, and " + need.by[t].words(t) + " is asked for"
		}
		return t.id + " lies between " + low.String() + " and " + high.String() + " then, and " + need.by[t].words(t) + " is asked for"
	}
	want := need.truths[t]
	if t.sort == variableSort || want == t.truth {
		return ""
	}
	for _, e := range r.written[t] {
		if v := e.effect.value; (v.Kind != scenario.TruthValue || v.Truth == want) && r.before(e, due) {
			return ""
		}
	}
	return "nothing sets " + t.id + " to " + scenario.Truth(want).String() + " before it comes due"
}

// before tells whether an effect can be applied up to a time: by an action at any time, by a schedule when it is due.
func (r *reaching) before(e *element, due scenario.Value) bool {
	for _, o := range r.usedBy[e] {
		if !o.at.Present() || !due.Present() || o.at.Number.Cmp(due.Number) <= 0 {
			return true
		}
	}
	return false
}
