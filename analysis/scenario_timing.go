package analysis

import (
	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// end warns of what lies behind the end of the scenario: operations due at the end run, none after.
func (r *reaching) end(o *operation) {
	own := r.own().header
	if !own.end.Present() {
		return
	}
	if !o.at.Present() {
		r.tooLong(o)
		return
	}
	if o.at.Number.Cmp(own.end.Number) > 0 {
		if r.mine(o.of) {
			f := r.reportIn(o.of, PastEnd, o.of.schedule.atAt.Span(), "%s comes due at %s s, after the end at %s s; it will not run.", o.of.id, o.at, own.end)
			f.Related = []Related{relatedIn(r.d, r.own(), own.endAt.Span(), "The end is here.")}
		}
		return
	}
	for _, s := range o.effects {
		x := s.effect.effect
		if x.kind == nil || x.kind.Kind != scenario.TrendVariable || !x.duration.Present() || !r.mine(o.of) {
			continue
		}
		if stop, _ := decimal.Add(o.at.Number, x.duration.Number); stop.Cmp(own.end.Number) > 0 {
			e, at := o.of, s.ref
			if r.mine(s.effect) {
				e, at = s.effect, x.durations
			}
			f := r.reportIn(e, PastEnd, at.Span(), "The trend %s lasts from %s s to %s s, past the end at %s s.", s.effect.id, o.at, stop, own.end)
			f.Related = []Related{relatedIn(r.d, o.of.part, o.of.schedule.atAt.Span(), "It starts here."), relatedIn(r.d, r.own(), own.endAt.Span(), "The end is here.")}
		}
	}
}

// tooLong warns of a trend of an action that lasts longer than the scenario, whenever somebody acts.
func (r *reaching) tooLong(o *operation) {
	own := r.own().header
	for _, s := range o.effects {
		x := s.effect.effect
		if x.kind == nil || x.kind.Kind != scenario.TrendVariable || !x.duration.Present() || !r.mine(o.of) || x.duration.Number.Cmp(own.end.Number) <= 0 {
			continue
		}
		e, at := o.of, s.ref
		if r.mine(s.effect) {
			e, at = s.effect, x.durations
		}
		f := r.reportIn(e, PastEnd, at.Span(), "The trend %s lasts %s s, past the end at %s s whenever it starts.", s.effect.id, x.duration, own.end)
		f.Related = []Related{relatedIn(r.d, o.of.part, s.ref.Span(), "It is started here."), relatedIn(r.d, r.own(), own.endAt.Span(), "The end is here.")}
	}
}

// exclusive tells whether the gates of two operations contradict each other.
func (r *reaching) exclusive(a, b *operation) bool {
	var need constraints
	for _, c := range append(a.gate[:len(a.gate):len(a.gate)], b.gate...) {
		if r.never[c] || !r.spend(len(c.condition.all)) {
			return true
		}
		for i := range c.condition.all {
			p := &c.condition.all[i]
			if t := r.lookup(p.target, variableSort, flagSort); p.usable(t) && need.require(t, p) != nil {
				return true
			}
		}
	}
	return false
}

// sameInstant warns of two schedules that are due at one instant and write one target: their order decides, and only
// the order of the document says which is first.
func (r *reaching) sameInstant() {
	ops := r.operations
	for from := 0; from < len(ops) && ops[from].at.Present(); {
		to := from + 1
		for to < len(ops) && ops[to].at.Present() && ops[to].at.Equal(ops[from].at) {
			to++
		}
		if to-from > 1 {
			r.together(ops[from:to])
		}
		from = to
	}
}

func (r *reaching) together(ops []*operation) {
	first := map[slot]*operation{}
	for _, o := range ops {
		told := map[*operation]bool{}
		for _, s := range o.effects {
			w, ok := r.writes(s.effect)
			if !ok {
				continue
			}
			other := first[w]
			if other == nil {
				first[w] = o
				continue
			}
			if other == o || told[other] || r.exclusive(o, other) {
				continue
			}
			told[other] = true
			at, rel := o, other
			if !r.mine(at.of) {
				at, rel = other, o
			}
			if r.mine(at.of) {
				r.because(r.reportIn(at.of, SameInstant, at.of.schedule.atAt.Span(), "%s and %s are both due at %s s and both write %s: the later in the document wins.", other.of.id, o.of.id, o.at, w.target.id),
					rel.of, rel.of.schedule.atAt.Span(), "The other one is due here.")
			}
		}
	}
}

// overtaken warns of a trend that another schedule's write ends early.
func (r *reaching) overtaken() {
	type write struct {
		o *operation
		application
	}
	byTarget := map[*element][]write{}
	var targets []*element
	for _, o := range r.operations {
		if !o.at.Present() {
			break
		}
		for _, s := range o.effects {
			if w, ok := r.writes(s.effect); ok && w.target.sort == variableSort {
				if byTarget[w.target] == nil {
					targets = append(targets, w.target)
				}
				byTarget[w.target] = append(byTarget[w.target], write{o, s})
			}
		}
	}
	const most = 8 // later writes that are looked at for each trend
	for _, t := range targets {
		writes := byTarget[t]
		for i, w := range writes {
			x := w.effect.effect
			if x.kind.Kind != scenario.TrendVariable || !x.duration.Present() || !r.mine(w.o.of) {
				continue
			}
			stop, _ := decimal.Add(w.o.at.Number, x.duration.Number)
			for _, next := range writes[i+1 : min(len(writes), i+1+most)] {
				if next.o.at.Number.Cmp(stop) >= 0 {
					break
				}
				if next.o.at.Equal(w.o.at) || r.exclusive(w.o, next.o) {
					continue
				}
				r.because(r.reportIn(w.o.of, TrendOvertaken, w.ref.Span(), "The trend %s of %s would end at %s s; %s writes %s at %s s already.", w.effect.id, t.id, stop, next.o.of.id, t.id, next.o.at),
					next.o.of, next.ref.Span(), "It is overtaken here.")
				break
			}
		}
	}
	r.equality()
}

// equality warns of eq and ne on a variable that a trend moves: it passes a value in no time at all.
func (r *reaching) equality() {
	trend := map[*element]*element{} // the first that something applies
	for t, effects := range r.written {
		for _, w := range effects {
			if w.effect.kind.Kind == scenario.TrendVariable && len(r.usedBy[w]) > 0 {
				trend[t] = w
				break
			}
		}
	}
	for _, p := range r.parts {
		for _, e := range p.elements {
			if e.sort != conditionSort || !r.mine(e) {
				continue
			}
			for i := range e.condition.all {
				q := &e.condition.all[i]
				t := r.lookup(q.target, variableSort)
				if !q.usable(t) || q.value.Kind != scenario.NumberValue || q.operator != scenario.Eq && q.operator != scenario.Ne {
					continue
				}
				if w := trend[t]; w != nil {
					r.because(r.reportIn(e, TrendEquality, q.operatorAt.Span(), "%s is moved by the trend %s, and whether it is exactly %s at some moment is a matter of luck; ask lte or gte.", t.id, w.id, q.value), w, w.at(), "The trend is here.")
				}
			}
		}
	}
}
