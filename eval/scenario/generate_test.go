package scenario

import (
	"fmt"

	"pgregory.net/rapid"
)

// drawDefinition draws a definition that can be run: small, with times on a coarse grid so that much is simultaneous.
func drawDefinition(t *rapid.T) *Definition {
	count := func(what string, least int) int { return rapid.IntRange(least, 4).Draw(t, what) }
	some := func(what string, n int) []int {
		if n == 0 {
			return nil
		}
		return rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 4).Draw(t, what)
	}
	d := &Definition{ID: "drawn", Revision: 1}
	if rapid.Bool().Draw(t, "ends") {
		d.End = drawTime(t, 1)
	}
	for i := range count("patients", 1) {
		p := Patient{ID: fmt.Sprintf("p%d", i)}
		for j := range rapid.IntRange(0, 2).Draw(t, "channels") {
			p.Channels = append(p.Channels, Channel{Name: fmt.Sprintf("c%d", j), Connected: rapid.Bool().Draw(t, "connected")})
		}
		d.Patients = append(d.Patients, p)
	}
	for i := range count("variables", 1) {
		d.Variables = append(d.Variables, Variable{ID: fmt.Sprintf("v%d", i), Patient: Absent, Unit: "%", Initial: drawNumber(t)})
	}
	for i := range count("flags", 1) {
		d.Flags = append(d.Flags, Flag{ID: fmt.Sprintf("f%d", i), Initial: rapid.Bool().Draw(t, "initial")})
	}
	for i := range count("entries", 1) {
		d.Entries = append(d.Entries, Entry{ID: fmt.Sprintf("x%d", i), Patient: Absent, Revealed: rapid.Bool().Draw(t, "revealed")})
	}
	for i := range count("conditions", 1) {
		c := Condition{ID: fmt.Sprintf("k%d", i)}
		for range rapid.IntRange(0, 2).Draw(t, "predicates") {
			c.All = append(c.All, drawPredicate(t, d))
		}
		d.Conditions = append(d.Conditions, c)
	}
	schedules := count("schedules", 1)
	for i := range count("effects", 1) {
		d.Effects = append(d.Effects, drawEffect(t, d, schedules, fmt.Sprintf("e%d", i)))
	}
	for i := range schedules {
		d.Schedules = append(d.Schedules, Schedule{ID: fmt.Sprintf("s%d", i), At: drawTime(t, 0), Conditions: some("gate", len(d.Conditions)), Effects: some("effects", len(d.Effects))})
	}
	for i := range count("actions", 0) {
		a := Action{ID: fmt.Sprintf("a%d", i), Patient: Absent, Conditions: some("gate", len(d.Conditions))}
		for j := range rapid.IntRange(0, 2).Draw(t, "outcomes") {
			a.Outcomes = append(a.Outcomes, Outcome{ID: fmt.Sprintf("o%d", j), Conditions: some("gate", len(d.Conditions)), Effects: some("effects", len(d.Effects))})
		}
		d.Actions = append(d.Actions, a)
	}
	return d
}

func drawTime(t *rapid.T, least int) Value {
	return num(fmt.Sprintf("%de-1", 5*rapid.IntRange(least, 12).Draw(t, "half seconds")))
}

func drawNumber(t *rapid.T) Value { return num(fmt.Sprint(rapid.IntRange(-3, 9).Draw(t, "number"))) }

func drawPredicate(t *rapid.T, d *Definition) Predicate {
	if rapid.Bool().Draw(t, "of a flag") {
		return Predicate{
			Target:   Target{FlagSort, rapid.IntRange(0, len(d.Flags)-1).Draw(t, "flag")},
			Operator: Operator(rapid.IntRange(0, int(Ne)).Draw(t, "operator")), Value: Truth(rapid.Bool().Draw(t, "value")),
		}
	}
	return Predicate{
		Target:   Target{VariableSort, rapid.IntRange(0, len(d.Variables)-1).Draw(t, "variable")},
		Operator: Operator(rapid.IntRange(0, int(Gte)).Draw(t, "operator")), Value: drawNumber(t),
	}
}

func drawEffect(t *rapid.T, d *Definition, schedules int, id string) Effect {
	e := Effect{ID: id, Kind: Kind(rapid.IntRange(0, int(SetMonitorConnection)).Draw(t, "kind"))}
	target := func(s Sort, n int) { e.Target = Target{s, rapid.IntRange(0, n-1).Draw(t, "target")} }
	switch e.Kind {
	case SetVariable, TrendVariable:
		target(VariableSort, len(d.Variables))
		e.Value = drawNumber(t)
		if e.Kind == TrendVariable {
			e.Duration = drawTime(t, 1)
			e.Interpolation = rapid.SampledFrom([]string{"", "linear", "step"}).Draw(t, "interpolation")
		}
	case SetFlag:
		target(FlagSort, len(d.Flags))
		e.Value = Truth(rapid.Bool().Draw(t, "value"))
	case Reveal:
		target(EntrySort, len(d.Entries))
	case CancelEvent:
		target(ScheduleSort, schedules)
	case SetMonitorConnection:
		target(PatientSort, len(d.Patients))
		e.Channel = fmt.Sprintf("c%d", rapid.IntRange(0, 2).Draw(t, "channel"))
		e.Value = Truth(rapid.Bool().Draw(t, "value"))
	}
	return e
}

func drawInputs(t *rapid.T, d *Definition) Inputs {
	var in Inputs
	if len(d.Actions) > 0 {
		for range rapid.IntRange(0, 4).Draw(t, "performed") {
			in.Actions = append(in.Actions, Performed{rapid.SampledFrom(d.Actions).Draw(t, "action").ID, drawTime(t, 0)})
		}
	}
	if rapid.Bool().Draw(t, "until") {
		in.Until = drawTime(t, 0)
	}
	return in
}

func drawOptions(t *rapid.T) Options {
	o := Options{Policy: rapid.SampledFrom([]Policy{Declared(), Reverse(), Seed(1), Seed(2)}).Draw(t, "policy")}
	if rapid.Bool().Draw(t, "clock") {
		o.ClockStep = rapid.SampledFrom([]Value{num("1"), num("0.7"), num("2")}).Draw(t, "step")
	}
	return o
}
