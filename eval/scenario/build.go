package scenario

import (
	"fmt"
	"strings"
	"unicode"
)

// Program is a definition that was checked and can be run. It reads the definition and never writes to it; as long as
// nobody else does, it is safe for concurrent use.
type Program struct {
	def       *Definition
	end       Instant // of endSeconds, or noInstant
	at        []Instant
	durations []Instant // by effect; noInstant where it is no trend or has no usable duration
	channels  []MonitorChannel
	channel   []int // by effect: its place in channels, or Absent
	elements  map[string]element
}

// noInstant is the time of what has none.
const noInstant Instant = -1

// MonitorChannel is a channel of a patient's monitor: a declared one, or one that only effects name.
type MonitorChannel struct {
	Patient int // index in Definition.Patients
	Name    string
}

// element is what an id names.
type element struct {
	sort  collection
	index int
}

// collection tells the collections of a definition apart.
type collection uint8

const (
	patients collection = iota
	variables
	flags
	entries
	conditions
	effects
	schedules
	actions
)

// Fault is what keeps a definition from being run.
type Fault struct {
	Element string // id of the element at fault; empty for the scenario itself
	Ref     int    // the caller's number for it
	Message string // a sentence
}

// Error returns the message.
func (f *Fault) Error() string { return f.Message }

// Build checks a definition and prepares it for runs. An error is a *Fault: the first thing that a valid scenario never
// has (scenario-format.md, "Checks"). What the format allows and no run can do is no fault here, see [Program.Unsupported].
func Build(d *Definition) (*Program, error) {
	p := &Program{def: d, end: noInstant, elements: map[string]element{}}
	for _, step := range []func() error{
		p.register, p.checkPatients, p.checkVariables, p.checkConditions, p.checkEffects, p.listChannels,
		p.checkSchedules, p.checkActions,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Definition returns what the program was built from. It must not be changed.
func (p *Program) Definition() *Definition { return p.def }

// Channels returns every channel of every monitor, in the order of patients: those declared, then those that effects
// alone name. It must not be changed.
func (p *Program) Channels() []MonitorChannel { return p.channels }

// register gives every element its id: all of a document share one namespace.
func (p *Program) register() error {
	d := p.def
	if d.End.Present() {
		if d.End.Kind != NumberValue {
			return &Fault{Message: "endSeconds is no number of seconds."}
		}
		end, _, err := Seconds(d.End.Number)
		if err != nil {
			return &Fault{Message: "endSeconds: " + err.Error() + "."}
		}
		if end == 0 {
			return &Fault{Message: "endSeconds is 0; it needs a number of seconds above 0."}
		}
		p.end = end
	}
	add := func(c collection, i, ref int, id string) error {
		if id == "" || strings.ContainsFunc(id, unicode.IsSpace) {
			return &Fault{id, ref, fmt.Sprintf("%q is no id: an id is not empty and has no white space.", id)}
		}
		if _, taken := p.elements[id]; taken {
			return &Fault{id, ref, fmt.Sprintf("Two elements have the id %q; every id stands once.", id)}
		}
		p.elements[id] = element{c, i}
		return nil
	}
	return firstError(
		each(d.Patients, func(i int, e *Patient) error { return add(patients, i, e.Ref, e.ID) }),
		each(d.Variables, func(i int, e *Variable) error { return add(variables, i, e.Ref, e.ID) }),
		each(d.Flags, func(i int, e *Flag) error { return add(flags, i, e.Ref, e.ID) }),
		each(d.Entries, func(i int, e *Entry) error { return add(entries, i, e.Ref, e.ID) }),
		each(d.Conditions, func(i int, e *Condition) error { return add(conditions, i, e.Ref, e.ID) }),
		each(d.Effects, func(i int, e *Effect) error { return add(effects, i, e.Ref, e.ID) }),
		each(d.Schedules, func(i int, e *Schedule) error { return add(schedules, i, e.Ref, e.ID) }),
		each(d.Actions, func(i int, e *Action) error { return add(actions, i, e.Ref, e.ID) }),
	)
}

func (p *Program) checkPatients() error {
	return each(p.def.Patients, func(_ int, e *Patient) error {
		seen := map[string]bool{}
		for _, c := range e.Channels {
			switch {
			case c.Name == "":
				return &Fault{e.ID, c.Ref, fmt.Sprintf("A channel of %s has no name.", e.ID)}
			case seen[c.Name]:
				return &Fault{e.ID, c.Ref, fmt.Sprintf("%s has two channels %q.", e.ID, c.Name)}
			case !within(c.Variables, len(p.def.Variables)):
				return &Fault{e.ID, c.Ref, fmt.Sprintf("The channel %q of %s shows a variable that is not here.", c.Name, e.ID)}
			}
			seen[c.Name] = true
		}
		return nil
	})
}

func (p *Program) checkVariables() error {
	return each(p.def.Variables, func(_ int, e *Variable) error {
		want := NumberValue
		if e.Truth {
			want = TruthValue
		}
		switch {
		case e.Initial.Present() && e.Initial.Kind != want:
			return &Fault{e.ID, e.Ref, fmt.Sprintf("The initial value of %s is %s; it needs %s.", e.ID, e.Initial, want.noun())}
		case !within([]int{e.Patient}, len(p.def.Patients)) && e.Patient != Absent:
			return &Fault{e.ID, e.Ref, fmt.Sprintf("The patient of %s is not here.", e.ID)}
		}
		return nil
	})
}

func (p *Program) checkConditions() error {
	return each(p.def.Conditions, func(_ int, e *Condition) error {
		for _, q := range e.All {
			if message := p.checkPredicate(&q); message != "" {
				return &Fault{e.ID, q.Ref, fmt.Sprintf("A predicate of %s %s.", e.ID, message)}
			}
		}
		return nil
	})
}

// checkPredicate says what is wrong with a predicate, or nothing.
func (p *Program) checkPredicate(q *Predicate) string {
	want := TruthValue
	switch q.Target.Sort {
	case VariableSort:
		if q.Target.Index < 0 || q.Target.Index >= len(p.def.Variables) {
			return "asks of a variable that is not here"
		}
		if !p.def.Variables[q.Target.Index].Truth {
			want = NumberValue
		}
	case FlagSort:
		if q.Target.Index < 0 || q.Target.Index >= len(p.def.Flags) {
			return "asks of a flag that is not here"
		}
	default:
		return "asks of " + q.Target.Sort.noun() + "; it can ask of a variable or a flag"
	}
	switch {
	case q.Operator > Gte:
		return "has an operator that is unknown"
	case want == TruthValue && q.Operator > Ne:
		return fmt.Sprintf("has the operator %s on a boolean, which takes eq and ne", q.Operator)
	case q.Value.Kind != want:
		return fmt.Sprintf("has the value %s; it needs %s", q.Value, want.noun())
	}
	return ""
}

func (p *Program) checkEffects() error {
	p.durations = make([]Instant, len(p.def.Effects))
	return each(p.def.Effects, func(i int, e *Effect) error {
		p.durations[i] = noInstant
		if message := p.checkEffect(e); message != "" {
			return &Fault{e.ID, e.Ref, fmt.Sprintf("The effect %s %s.", e.ID, message)}
		}
		if e.Kind == TrendVariable && e.Duration.Present() {
			d, _, err := Seconds(e.Duration.Number)
			if err != nil {
				return &Fault{e.ID, e.Ref, fmt.Sprintf("The duration of %s: %s.", e.ID, err)}
			}
			p.durations[i] = max(d, 1) // what is above zero takes time
		}
		return nil
	})
}

// checkEffect says what is wrong with an effect, or nothing.
func (p *Program) checkEffect(e *Effect) string {
	d := p.def
	sort, size, value := NoSort, 0, NoValue
	switch e.Kind {
	case SetVariable, TrendVariable:
		sort, size, value = VariableSort, len(d.Variables), NumberValue
	case SetFlag:
		sort, size, value = FlagSort, len(d.Flags), TruthValue
	case Reveal:
		sort, size = EntrySort, len(d.Entries)
	case CancelEvent:
		sort, size = ScheduleSort, len(d.Schedules)
	case SetMonitorConnection:
		sort, size, value = PatientSort, len(d.Patients), TruthValue
	default:
		return "is of an unknown kind"
	}
	switch {
	case e.Target.Sort != sort:
		return fmt.Sprintf("has %s as its target; %s needs %s", e.Target.Sort.noun(), e.Kind, sort.noun())
	case e.Target.Index < 0 || e.Target.Index >= size:
		return "has a target that is not here"
	case sort == VariableSort && d.Variables[e.Target.Index].Truth:
		return fmt.Sprintf("has the boolean variable %s as its target; %s needs a numeric one", d.Variables[e.Target.Index].ID, e.Kind)
	case e.Value.Kind != value:
		return fmt.Sprintf("has the value %s; %s needs %s", e.Value, e.Kind, value.noun())
	case e.Kind == TrendVariable && e.Duration.Present() && (e.Duration.Kind != NumberValue || e.Duration.Number.Sign() <= 0):
		return fmt.Sprintf("has the duration %s; it needs a number of seconds above 0", e.Duration)
	case e.Kind == SetMonitorConnection && e.Channel == "":
		return "names no channel"
	}
	return ""
}

// listChannels lists the channels that patients declare and those that effects alone name.
func (p *Program) listChannels() error {
	names := make([][]string, len(p.def.Patients))
	places := map[MonitorChannel]int{}
	add := func(patient int, name string) {
		if _, known := places[MonitorChannel{patient, name}]; !known {
			places[MonitorChannel{patient, name}] = 0
			names[patient] = append(names[patient], name)
		}
	}
	for i := range p.def.Patients {
		for _, c := range p.def.Patients[i].Channels {
			add(i, c.Name)
		}
	}
	for i := range p.def.Effects {
		if e := &p.def.Effects[i]; e.Kind == SetMonitorConnection {
			add(e.Target.Index, e.Channel)
		}
	}
	for patient, list := range names {
		for _, name := range list {
			places[MonitorChannel{patient, name}] = len(p.channels)
			p.channels = append(p.channels, MonitorChannel{patient, name})
		}
	}
	p.channel = make([]int, len(p.def.Effects))
	for i := range p.def.Effects {
		p.channel[i] = Absent
		if e := &p.def.Effects[i]; e.Kind == SetMonitorConnection {
			p.channel[i] = places[MonitorChannel{e.Target.Index, e.Channel}]
		}
	}
	return nil
}

func (p *Program) checkSchedules() error {
	p.at = make([]Instant, len(p.def.Schedules))
	return each(p.def.Schedules, func(i int, e *Schedule) error {
		if e.At.Kind != NumberValue {
			return &Fault{e.ID, e.Ref, fmt.Sprintf("%s has no atSeconds; it needs the number of seconds when it comes due.", e.ID)}
		}
		at, _, err := Seconds(e.At.Number)
		if err != nil {
			return &Fault{e.ID, e.Ref, fmt.Sprintf("The time of %s: %s.", e.ID, err)}
		}
		p.at[i] = at
		return p.checkLists(e.ID, e.Ref, e.Conditions, e.Effects)
	})
}

func (p *Program) checkActions() error {
	return each(p.def.Actions, func(_ int, e *Action) error {
		if err := p.checkLists(e.ID, e.Ref, e.Conditions, nil); err != nil {
			return err
		}
		for _, o := range e.Outcomes {
			if err := p.checkLists(e.ID, o.Ref, o.Conditions, o.Effects); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkLists checks the conditions and effects that an operation names.
func (p *Program) checkLists(id string, ref int, conditions, effects []int) error {
	if !within(conditions, len(p.def.Conditions)) {
		return &Fault{id, ref, fmt.Sprintf("%s names a condition that is not here.", id)}
	}
	if !within(effects, len(p.def.Effects)) {
		return &Fault{id, ref, fmt.Sprintf("%s names an effect that is not here.", id)}
	}
	return nil
}

// Unsupported is an effect that the format allows and no run can apply.
type Unsupported struct {
	Effect int    // index in Definition.Effects
	ID     string // of the effect
	Reason string
}

// Error returns a sentence that names the effect and the reason.
func (u *Unsupported) Error() string {
	return fmt.Sprintf("The effect %s is unsupported: %s.", u.ID, u.Reason)
}

// Unsupported returns the effects that no run can apply. A run that meets one ends with it as its error.
func (p *Program) Unsupported() []*Unsupported {
	var all []*Unsupported
	for i := range p.def.Effects {
		if u := p.unsupported(i); u != nil {
			all = append(all, u)
		}
	}
	return all
}

func (p *Program) unsupported(effect int) *Unsupported {
	e := &p.def.Effects[effect]
	switch {
	case e.Kind != TrendVariable:
		return nil
	case p.durations[effect] == noInstant:
		return &Unsupported{effect, e.ID, "it is a trend without durationSeconds"}
	case e.Interpolation != "" && e.Interpolation != "linear" && e.Interpolation != "step":
		return &Unsupported{effect, e.ID, fmt.Sprintf("its interpolation is %q, and a run knows linear and step", e.Interpolation)}
	}
	return nil
}

// each calls f with every element until one has an error.
func each[E any](list []E, f func(int, *E) error) error {
	for i := range list {
		if err := f(i, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// within says whether all indexes are of a list of that size.
func within(indexes []int, size int) bool {
	for _, i := range indexes {
		if i < 0 || i >= size {
			return false
		}
	}
	return true
}

// noun returns the sort with its article.
func (s Sort) noun() string {
	if s == NoSort {
		return "something unknown"
	}
	return "a " + s.String()
}

// noun returns the kind with its article.
func (k ValueKind) noun() string { return nameOf(int(k), "no value", "a number", "a boolean") }
