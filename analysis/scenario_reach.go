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
	values     map[slot][2]bool          // whether some effect sets it to false, and to true
	unclear    unclear
	channels   map[slot]*channel // declared, of the patients that were asked for
	budget     int               // predicates and effects that are still looked at for gates
}

// gateBudget bounds what is looked at for the gates of one scenario; nothing is said of those beyond.
const gateBudget = 4_000_000

// operation is a schedule, or an outcome of an action.
type operation struct {
	of      *element
	at      scenario.Value // absent: whenever somebody acts
	gate    []*element     // conditions
	unclear bool           // a condition of its gate is not known
	effects []application  // in order
}

// application is one entry of effectIds.
type application struct {
	ref    *jsontree.Node
	effect *element
}

// reach warns of what cannot happen, or happens for nothing (scenario-format.md, "Checks").
func (c *scenarioCheck) reach(all bool) {
	r := &reaching{scenarioCheck: c, all: all, written: map[*element][]*element{}, usedBy: map[*element][]*operation{}, gates: map[*element]bool{}, never: map[*element]bool{},
		values: map[slot][2]bool{}, budget: gateBudget}
	r.unclear.parts(c.parts)
	r.gather()
	r.unclear.all = r.unclear.all || slices.ContainsFunc(r.unclear.effects, func(id string) bool { return r.nearest(id, []idSort{effectSort}) == "" })
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
	r.unused()
	for i, o := range r.operations {
		to := i + 1
		for to < len(r.operations) && r.operations[to].of == o.of {
			to++
		}
		if i == 0 || r.operations[i-1].of != o.of {
			r.dead(r.operations[i:to])
		}
		if o.of.sort == scheduleSort {
			r.gate(o)
		}
		r.end(o)
	}
	r.again()
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
				r.unclear.effect(r, e)
				if t := r.lookup(e.effect.target, variableSort, flagSort, patientSort); t != nil && e.effect.kind != nil {
					r.written[t] = append(r.written[t], e)
				}
				if w, ok := r.writes(e); ok && e.effect.value.Kind == scenario.TruthValue {
					v := r.values[w]
					v[truthIndex(e.effect.value.Truth)] = true
					r.values[w] = v
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

func truthIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}

// conditions are those that ids name, each once: all must hold, and a second time asks nothing more.
func (r *reaching) conditions(refs []*jsontree.Node) []*element {
	var out []*element
	seen := map[*element]bool{}
	for _, n := range refs {
		switch c := r.lookup(n, conditionSort); {
		case c == nil:
			r.unclear.conditions = append(r.unclear.conditions, n.Text())
		case !seen[c]:
			seen[c], r.gates[c] = true, true
			out = append(out, c)
		}
	}
	return out
}

func (r *reaching) operation(o *operation, gate, effects []*jsontree.Node) {
	known := len(r.unclear.conditions)
	o.gate = append(o.gate, r.conditions(gate)...)
	o.unclear = o.unclear || len(r.unclear.conditions) > known
	for _, n := range effects {
		if e := r.lookup(n, effectSort); e != nil {
			o.effects = append(o.effects, application{n, e})
			r.usedBy[e] = append(r.usedBy[e], o)
		} else {
			r.unclear.effects = append(r.unclear.effects, n.Text())
		}
	}
	r.operations = append(r.operations, o)
}

// condition warns of a condition that can never hold.
func (r *reaching) condition(e *element) {
	mine := r.mine(e)
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
	if !mine {
		return
	}
	r.element = e
	for i := range e.condition.all {
		p := &e.condition.all[i]
		if t := r.lookup(p.target, variableSort); p.usable(t) && p.value.Kind == scenario.NumberValue {
			r.bounds(p.value, p.valueAt, t, "What "+t.id+" is compared with")
		}
	}
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
	if want == t.truth || r.open || r.unclear.writes(t) || r.values[slot{target: t}][truthIndex(want)] {
		return ""
	}
	return t.id + " is " + scenario.Truth(t.truth).String() + " at the start, and nothing sets it to " + scenario.Truth(want).String()
}

// words says a predicate: spo2 lt 90.
func (p *predicate) words(t *element) string {
	return t.id + " " + p.operator.String() + " " + p.value.String()
}

// effectReach warns of an effect that changes nothing, and of a cancellation that comes late.
func (r *reaching) effectReach(e *element) {
	if !r.mine(e) {
		return
	}
	x, uses := e.effect, r.usedBy[e]
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
		r.cancellation(e, uses)
	}
}

// cancellation warns where a schedule has come due whenever it is cancelled: at the effect where that is so of every
// operation that applies it, and else at those of which it is.
func (r *reaching) cancellation(e *element, uses []*operation) {
	t := r.lookup(e.effect.target, scheduleSort)
	if t == nil || !t.schedule.at.Present() {
		return
	}
	var late []*operation
	for _, o := range uses {
		if o.of == t || o.at.Present() && o.at.Number.Cmp(t.schedule.at.Number) > 0 {
			late = append(late, o)
		}
	}
	const most = 8 // operations that are named
	switch {
	case len(late) == 0:
	case len(late) == len(uses) && len(r.unclear.effects) == 0 && !r.unclear.lists:
		r.because(r.reportIn(e, LateCancel, e.effect.target.Span(), "%s comes due at %s s, before anything can cancel it: %s applies %s at %s s.", t.id, t.schedule.at, late[0].of.id, e.id, late[0].at),
			t, t.schedule.atAt.Span(), "It comes due here.")
	default:
		for _, o := range late[:min(len(late), most)] {
			if i := slices.IndexFunc(o.effects, func(a application) bool { return a.effect == e }); r.mine(o.of) {
				r.because(r.reportIn(o.of, LateCancel, o.effects[i].ref.Span(), "%s comes due at %s s, before %s can cancel it at %s s.", t.id, t.schedule.at, o.of.id, o.at),
					t, t.schedule.atAt.Span(), "It comes due here.")
			}
		}
	}
}

// connection warns of connecting a channel to the state that it has and never leaves.
func (r *reaching) connection(e *element) {
	x := e.effect
	w, ok := r.writes(e)
	if !ok || x.value.Kind != scenario.TruthValue || r.values[w][truthIndex(!x.value.Truth)] || r.unclear.writes(w.target) {
		return
	}
	connected, at, known := r.connected(w)
	if !known || connected != x.value.Truth {
		return
	}
	is := map[bool]string{true: "connected", false: "not connected"}[connected]
	r.because(r.reportIn(e, AlreadyConnected, x.valueAt.Span(), "The channel %s of %s is %s from the start and stays so; this changes nothing.", w.channel, w.target.id, is), w.target, at, "It is declared here.")
}

// connected tells whether a channel is connected from the start, and where that is said: those of a patient who declares
// none are not. It is not known of one that the patient should declare.
func (r *reaching) connected(w slot) (is bool, at jsontree.Span, known bool) {
	if r.channels == nil {
		r.channels = map[slot]*channel{}
	}
	if len(w.target.channels) > 0 {
		if _, read := r.channels[slot{target: w.target}]; !read {
			r.channels[slot{target: w.target}] = nil
			for i := range w.target.channels {
				r.channels[slot{w.target, w.target.channels[i].name}] = &w.target.channels[i]
			}
		}
	}
	if ch := r.channels[w]; ch != nil {
		return ch.connected, ch.at.Span(), true
	}
	return false, w.target.at(), len(w.target.channels) == 0 && !w.target.unclear
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

// dead warns of an effect that a later one of the same operation overwrites at once: a schedule's, or that of an outcome
// which is taken whenever the earlier one is. A trend starts from the live value, so that setting a variable before its
// trend is not for nothing.
func (r *reaching) dead(parts []*operation) {
	if !r.mine(parts[0].of) {
		return
	}
	type write struct {
		application
		in *operation
	}
	last := map[slot]write{}
	for _, o := range parts {
		for _, s := range o.effects {
			w, ok := r.writes(s.effect)
			if !ok {
				continue
			}
			if before, twice := last[w]; twice && (before.in == o || r.implies(before.in, o)) &&
				!(s.effect.effect.kind.Kind == scenario.TrendVariable && before.effect.effect.kind.Kind == scenario.SetVariable) {
				f := r.reportIn(o.of, DeadEffect, before.ref.Span(), "%s does nothing here: %s writes %s again in the same operation.", before.effect.id, s.effect.id, w.target.id)
				f.Related = []Related{relatedIn(r.d, o.of.part, s.ref.Span(), "It is overwritten here.")}
				f.about = []rest{{before.effect, before.effect.at()}, {s.effect, s.effect.at()}}
			}
			last[w] = write{s, o}
		}
	}
}

// implies tells whether the gate of one operation asks for all that the other's asks for.
func (r *reaching) implies(a, b *operation) bool {
	if b.unclear || !r.spend(len(a.gate)*len(b.gate)) {
		return false
	}
	for _, c := range b.gate {
		if !always(c) && !slices.Contains(a.gate, c) {
			return false
		}
	}
	return true
}

// always tells whether a condition holds whatever happens.
func always(c *element) bool { return len(c.condition.all) == 0 && !c.condition.unreadable }

// spend takes from the budget, and tells whether that lasts.
func (r *reaching) spend(n int) bool {
	r.budget -= n
	return r.budget >= 0
}

// gate warns of a schedule whose conditions, each possible, cannot all hold when it comes due.
func (r *reaching) gate(o *operation) {
	if !r.mine(o.of) || r.open {
		return
	}
	var need constraints
	for _, c := range o.gate {
		if r.never[c] || c.condition.unreadable || !r.spend(len(c.condition.all)) {
			return // that is reported at the condition, or is more than is looked at
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
		if r.unclear.writes(t) || !r.spend(len(r.written[t])) {
			continue
		}
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

// before tells whether an effect can be applied up to a time: by an action at any time, by a schedule when it is due,
// and by what cannot be read at any time too.
func (r *reaching) before(e *element, due scenario.Value) bool {
	if len(r.unclear.effects) > 0 || r.unclear.lists {
		return true
	}
	for _, o := range r.usedBy[e] {
		if !r.spend(1) || !o.at.Present() || !due.Present() || o.at.Number.Cmp(due.Number) <= 0 {
			return true
		}
	}
	return false
}
