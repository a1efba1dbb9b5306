package analysis

import "github.com/scenariolsp/lsp/eval/scenario"

// again warns of a reveal or a connection that an earlier operation has certainly done already: a schedule without a gate
// that nothing cancels, or the same operation by another effect. One that is named twice in a list is meant to be.
func (r *reaching) again() {
	cancelled := map[*element]bool{}
	for e := range r.usedBy {
		if x := e.effect; x.kind != nil && x.kind.Kind == scenario.CancelEvent {
			cancelled[r.lookup(x.target, scheduleSort)] = true
		}
	}
	end := r.own().header.end
	done := map[slot]*operation{}
	for _, o := range r.operations {
		certain := o.at.Present() && !o.unclear && !cancelled[o.of] && !cancelled[nil] && !(end.Present() && o.at.Number.Cmp(end.Number) > 0)
		for _, c := range o.gate {
			certain = certain && always(c)
		}
		here := map[slot]*element{}
		for _, s := range o.effects {
			w, verb := r.shows(s.effect)
			if verb == "" {
				continue
			}
			switch before := done[w]; {
			case here[w] == s.effect:
			case here[w] != nil && w.channel == "": // a connection that is written twice in one operation is a dead effect
				r.repeated(o, o, s, w, verb)
			case before != nil && before != o && o.at.Present():
				r.repeated(o, before, s, w, verb)
			}
			here[w] = s.effect
			if certain && done[w] == nil {
				done[w] = o
			}
		}
	}
}

// shows is what an effect reveals or connects for good, with the word for it; "" where it does neither, or where that
// is so from the start.
func (r *reaching) shows(e *element) (slot, string) {
	x := e.effect
	if x.kind == nil {
		return slot{}, ""
	}
	switch x.kind.Kind {
	case scenario.Reveal:
		if t := r.lookup(x.target, x.kind.targets...); t != nil && !t.truth {
			return slot{target: t}, "revealed"
		}
	case scenario.SetMonitorConnection:
		w, ok := r.writes(e)
		if !ok || x.value.Kind != scenario.TruthValue || r.values[w][truthIndex(!x.value.Truth)] || r.unclear.writes(w.target) {
			break
		}
		if from, _, known := r.connected(w); known && from != x.value.Truth {
			return w, map[bool]string{true: "connected", false: "disconnected"}[x.value.Truth]
		}
	}
	return slot{}, ""
}

func (r *reaching) repeated(o, before *operation, s application, w slot, verb string) {
	if !r.mine(o.of) {
		return
	}
	what, code := w.target.id, AlreadyRevealed
	if w.channel != "" {
		what, code = "The channel "+w.channel+" of "+w.target.id, AlreadyConnected
	}
	if before == o {
		r.because(r.reportIn(o.of, code, s.ref.Span(), "%s is %s by this operation already; %s changes nothing.", what, verb, s.effect.id), s.effect, s.effect.at(), "The effect is here.")
		return
	}
	r.because(r.reportIn(o.of, code, s.ref.Span(), "%s is %s by %s at %s s already; %s changes nothing.", what, verb, before.of.id, before.at, s.effect.id),
		before.of, before.of.schedule.atAt.Span(), "It is "+verb+" here.")
}
