package scenario

import (
	"strconv"

	"github.com/scenariolsp/lsp/eval/feel"
)

// MarshalJSON writes the result in the form of cli.md, "lsp eval SCENARIO". Each operation carries, beside the members
// named there, its verdict, the conditions it asked with what their predicates found, and what each effect changed.
func (r *Result) MarshalJSON() ([]byte, error) {
	b := append([]byte(nil), `{"version":1,"end":`...)
	b = r.program.appendState(b, &r.End)
	b = append(b, `,"trace":[`...)
	for i := range r.Trace {
		if i > 0 {
			b = append(b, ',')
		}
		b = r.appendStep(b, &r.Trace[i])
	}
	b = append(b, ']')
	if len(r.Late) > 0 {
		b = append(b, `,"notPerformed":[`...)
		for i, l := range r.Late {
			b = object(b, i)
			b = text(b, "operation", r.program.def.Actions[l.Action].ID)
			b = seconds(append(b, ','), "seconds", l.At)
			b = append(b, '}')
		}
		b = append(b, ']')
	}
	b = append(b, `,"assumptions":["`+Assumption+`"]}`...)
	return b, nil
}

// StateJSON writes a state as the end of a run is written: instant, variables with their units, flags, what is revealed,
// schedules and monitors, each in the order of the definition.
func (p *Program) StateJSON(s *State) []byte { return p.appendState(nil, s) }

func (p *Program) appendState(b []byte, s *State) []byte {
	d := p.def
	b = seconds(append(b, '{'), "seconds", s.At)
	b = append(b, `,"variables":{`...)
	for i := range d.Variables {
		b = member(b, i, d.Variables[i].ID)
		b = s.Variable(i).append(append(b, `{"value":`...))
		if unit := d.Variables[i].Unit; unit != "" {
			b = text(append(b, ','), "unit", unit)
		}
		b = append(b, '}')
	}
	b = append(b, `},"flags":{`...)
	for i := range d.Flags {
		b = strconv.AppendBool(member(b, i, d.Flags[i].ID), s.Flags[i])
	}
	b = append(b, `},"revealed":[`...)
	n := 0
	for i := range d.Entries {
		if s.Revealed[i] {
			b = feel.AppendJSONString(comma(b, n), d.Entries[i].ID)
			n++
		}
	}
	b = append(b, `],"schedules":{`...)
	for i := range d.Schedules {
		b = feel.AppendJSONString(member(b, i, d.Schedules[i].ID), s.Schedules[i].String())
	}
	b = append(b, `},"monitor":{`...)
	place := 0
	for i := range d.Patients {
		b = append(member(b, i, d.Patients[i].ID), '{')
		for first := place; place < len(p.channels) && p.channels[place].Patient == i; place++ {
			b = strconv.AppendBool(member(b, place-first, p.channels[place].Name), s.Monitor[place])
		}
		b = append(b, '}')
	}
	return append(b, "}}"...)
}

func (r *Result) appendStep(b []byte, step *Step) []byte {
	d := r.program.def
	b = seconds(append(b, '{'), "seconds", step.At)
	b = text(append(b, ','), "operation", step.Label.ID)
	b = append(b, `,"effects":[`...)
	for i := range step.Changes {
		b = feel.AppendJSONString(comma(b, i), d.Effects[step.Changes[i].Effect].ID)
	}
	b = append(b, ']')
	if step.Choice.Made() {
		b = text(append(b, ','), "choice", step.Choice.String())
	}
	b = text(append(b, ','), "verdict", step.Verdict.String())
	if step.Sort == ActionOperation {
		b = append(b, `,"outcomes":[`...)
		for i, o := range step.Outcomes {
			b = feel.AppendJSONString(comma(b, i), d.Actions[step.Index].Outcomes[o].ID)
		}
		b = append(b, ']')
	}
	b = append(b, `,"conditions":[`...)
	for i := range step.Checks {
		b = r.appendCheck(object(b, i), step, &step.Checks[i])
	}
	b = append(b, `],"changes":[`...)
	for i := range step.Changes {
		b = r.appendChange(object(b, i), &step.Changes[i])
	}
	return append(b, "]}"...)
}

func (r *Result) appendCheck(b []byte, step *Step, c *Check) []byte {
	d := r.program.def
	condition := &d.Conditions[c.Condition]
	b = text(b, "id", condition.ID)
	if c.Outcome != Absent {
		b = text(append(b, ','), "outcome", d.Actions[step.Index].Outcomes[c.Outcome].ID)
	}
	b = strconv.AppendBool(append(b, `,"holds":`...), c.Holds)
	b = append(b, `,"predicates":[`...)
	for i, found := range c.Readings {
		q := &condition.All[i]
		b = text(object(b, i), "targetId", d.id(q.Target))
		b = text(append(b, ','), "operator", q.Operator.String())
		b = q.Value.append(append(b, `,"value":`...))
		b = found.Found.append(append(b, `,"found":`...))
		b = strconv.AppendBool(append(b, `,"holds":`...), found.Holds)
		b = append(b, '}')
	}
	return append(b, "]}"...)
}

func (r *Result) appendChange(b []byte, c *Change) []byte {
	d := r.program.def
	e := &d.Effects[c.Effect]
	b = text(b, "effect", e.ID)
	b = text(append(b, ','), "kind", e.Kind.String())
	b = text(append(b, ','), "targetId", d.id(e.Target))
	switch e.Kind {
	case CancelEvent:
		after := c.Was
		if !c.Idle {
			after = Cancelled
		}
		b = text(append(b, ','), "from", c.Was.String())
		b = text(append(b, ','), "to", after.String())
	default:
		b = c.From.append(append(b, `,"from":`...))
		b = c.To.append(append(b, `,"to":`...))
	}
	switch e.Kind {
	case SetVariable, TrendVariable:
		b = text(append(b, ','), "unit", d.Variables[e.Target.Index].Unit)
	case SetMonitorConnection:
		b = text(append(b, ','), "channel", e.Channel)
	}
	if e.Kind == TrendVariable {
		b = seconds(append(b, ','), "arrivesSeconds", c.Arrives)
	}
	if note := r.note(c); note != "" {
		b = text(append(b, ','), "note", note)
	}
	return append(b, '}')
}

// append writes a value; an absent one as null.
func (v Value) append(b []byte) []byte {
	switch v.Kind {
	case NumberValue:
		return v.Number.AppendTo(b)
	case TruthValue:
		return strconv.AppendBool(b, v.Truth)
	}
	return append(b, "null"...)
}

// comma parts the elements of a list.
func comma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

// object begins the i-th object of a list.
func object(b []byte, i int) []byte { return append(comma(b, i), '{') }

// member begins the i-th member of an object.
func member(b []byte, i int, name string) []byte {
	return append(feel.AppendJSONString(comma(b, i), name), ':')
}

// text writes a member that is a string.
func text(b []byte, name, value string) []byte {
	return feel.AppendJSONString(append(feel.AppendJSONString(b, name), ':'), value)
}

// seconds writes a member that is a time.
func seconds(b []byte, name string, t Instant) []byte {
	return t.Seconds().AppendTo(append(feel.AppendJSONString(b, name), ':'))
}
