package scenario

import (
	"fmt"
	"slices"
	"strings"
)

// reference runs a definition in the plainest way that scenario-format.md, "Running a scenario", reads: everything is
// searched again at every instant, and nothing is kept but the state. It returns what happened and the end, as text.
func reference(d *Definition, in Inputs, opt Options) string {
	type op struct {
		schedule, action int
		due              Instant
		done             bool
		label            Label
	}
	type trend struct {
		on, step      bool
		from, arrives Instant
		length        Instant
		start, target Value
	}
	seconds := func(v Value) Instant { t, _, _ := Seconds(v.Number); return t }
	clock := Instant(0)
	if opt.ClockStep.Present() {
		clock = seconds(opt.ClockStep)
	}
	onClock := func(t Instant) Instant {
		for clock > 0 && t%clock != 0 {
			t += clock - t%clock
		}
		return t
	}
	var ops []op
	for i, s := range d.Schedules {
		ops = append(ops, op{i, Absent, onClock(seconds(s.At)), false, Label{len(ops) + 1, s.ID}})
	}
	for _, a := range in.Actions {
		i := slices.IndexFunc(d.Actions, func(x Action) bool { return x.ID == a.Action })
		ops = append(ops, op{Absent, i, onClock(seconds(a.At)), false, Label{len(ops) + 1, a.Action}})
	}
	values, trends := make([]Value, len(d.Variables)), make([]trend, len(d.Variables))
	for i := range values {
		values[i] = d.Variables[i].Initial
	}
	flags, revealed := make([]bool, len(d.Flags)), make([]bool, len(d.Entries))
	for i := range flags {
		flags[i] = d.Flags[i].Initial
	}
	for i := range revealed {
		revealed[i] = d.Entries[i].Revealed
	}
	monitor := map[string]bool{}
	for _, p := range d.Patients {
		for _, c := range p.Channels {
			monitor[p.ID+"/"+c.Name] = c.Connected
		}
	}
	state := make([]ScheduleState, len(d.Schedules))
	now := Instant(0)
	value := func(i int) Value {
		t := trends[i]
		switch {
		case !t.on, t.step && now < t.arrives:
			return values[i]
		case now-t.from >= t.length:
			return t.target
		}
		return Number(interpolate(t.start.Number, t.target.Number, now-t.from, t.length))
	}
	holds := func(conditions []int) bool {
		for _, c := range conditions {
			for _, q := range d.Conditions[c].All {
				found := Truth(false)
				if q.Target.Sort == FlagSort {
					found.Truth = flags[q.Target.Index]
				} else {
					found = value(q.Target.Index)
				}
				if !q.accepts(found) {
					return false
				}
			}
		}
		return true
	}
	apply := func(effects []int) {
		for _, n := range effects {
			e := d.Effects[n]
			i := e.Target.Index
			switch e.Kind {
			case SetVariable:
				values[i], trends[i] = e.Value, trend{}
			case TrendVariable:
				values[i] = value(i)
				length := seconds(e.Duration)
				trends[i] = trend{true, e.Interpolation == "step", now, onClock(now + length), length, values[i], e.Value}
			case SetFlag:
				flags[i] = e.Value.Truth
			case Reveal:
				revealed[i] = true
			case CancelEvent:
				if state[i] == Pending {
					state[i] = Cancelled
				}
			case SetMonitorConnection:
				monitor[d.Patients[i].ID+"/"+e.Channel] = e.Value.Truth
			}
		}
	}
	var story strings.Builder
	chooser := opt.Policy.Chooser()
	live := func(o op) bool { return !o.done && (o.schedule == Absent || state[o.schedule] == Pending) }
	end := noInstant
	for _, limit := range []Value{d.End, in.Until} {
		if limit.Present() && (end == noInstant || seconds(limit) < end) {
			end = seconds(limit)
		}
	}
	for steps := 1; ; {
		next := noInstant
		for _, o := range ops {
			if live(o) && (next == noInstant || o.due < next) {
				next = o.due
			}
		}
		for _, t := range trends {
			if t.on && (next == noInstant || t.arrives < next) {
				next = t.arrives
			}
		}
		if next == noInstant || end != noInstant && next > end {
			break
		}
		now = next
		for i, t := range trends {
			if t.on && t.arrives == now {
				values[i], trends[i] = t.target, trend{}
			}
		}
		for {
			var due []int
			var labels []Label
			for i, o := range ops {
				if live(o) && o.due == now {
					due, labels = append(due, i), append(labels, o.label)
				}
			}
			if len(due) == 0 {
				break
			}
			pick := 0
			if len(due) > 1 {
				pick, _ = chooser.Choose(Point{Step: steps, At: now, Due: labels})
			}
			o := &ops[due[pick]]
			o.done = true
			steps++
			if o.schedule != Absent {
				s := d.Schedules[o.schedule]
				state[o.schedule] = Skipped
				if holds(s.Conditions) {
					state[o.schedule] = Fired
					apply(s.Effects)
				}
				fmt.Fprintf(&story, "%s %s %s\n", now, o.label, state[o.schedule])
				continue
			}
			var effects []int
			verdict := Refuses
			if a := d.Actions[o.action]; holds(a.Conditions) {
				verdict = Performs
				for _, outcome := range a.Outcomes {
					if holds(outcome.Conditions) {
						effects = append(effects, outcome.Effects...)
					}
				}
			}
			apply(effects)
			fmt.Fprintf(&story, "%s %s %s\n", now, o.label, verdict)
		}
	}
	if end != noInstant {
		now = end
	}
	for i := range values {
		values[i] = value(i)
	}
	return story.String() + ending(now, values, flags, revealed, state, monitor)
}

func ending(now Instant, values []Value, flags, revealed []bool, state []ScheduleState, monitor map[string]bool) string {
	var parts []string
	for _, v := range values {
		parts = append(parts, v.String())
	}
	return fmt.Sprintf("%s %v %v %v %v %v", now, parts, flags, revealed, state, monitor) // maps print in the order of keys
}

// retold tells a result as reference does.
func retold(p *Program, r *Result) string {
	var story strings.Builder
	for i := range r.Trace {
		s := &r.Trace[i]
		fmt.Fprintf(&story, "%s %s %s\n", s.At, s.Label, s.Verdict)
	}
	s := &r.End
	var values []Value
	for i := range s.Courses {
		values = append(values, s.Variable(i))
	}
	monitor := map[string]bool{}
	for i, c := range p.Channels() {
		// The reference does not know of channels that no effect has come to.
		if s.Monitor[i] || declares(p.def, c) || connected(r, i) {
			monitor[p.def.Patients[c.Patient].ID+"/"+c.Name] = s.Monitor[i]
		}
	}
	return story.String() + ending(s.At, values, s.Flags, s.Revealed, s.Schedules, monitor)
}

func declares(d *Definition, c MonitorChannel) bool {
	return slices.ContainsFunc(d.Patients[c.Patient].Channels, func(x Channel) bool { return x.Name == c.Name })
}

func connected(r *Result, channel int) bool {
	for i := range r.Trace {
		for _, c := range r.Trace[i].Changes {
			if r.program.def.Effects[c.Effect].Kind == SetMonitorConnection && r.program.channel[c.Effect] == channel {
				return true
			}
		}
	}
	return false
}
