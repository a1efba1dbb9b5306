package scenario

import (
	"fmt"
	"strings"
)

// DescribeEffect says in words what an effect does, without a full stop: trends SpO2 from its value then to 85 % over
// 60 s. It takes definitions with faults too, as an editor has them.
func (d *Definition) DescribeEffect(effect int) string {
	if effect < 0 || effect >= len(d.Effects) {
		return "is not here"
	}
	e := &d.Effects[effect]
	name := d.name(e.Target)
	switch e.Kind {
	case SetVariable:
		return fmt.Sprintf("sets %s to %s", name, d.Quantity(e.Target, e.Value))
	case TrendVariable:
		over := "over a time that is not given"
		if e.Duration.Present() {
			over = "over " + e.Duration.String() + " s"
		}
		switch e.Interpolation {
		case "", "linear":
			return fmt.Sprintf("trends %s from its value then to %s %s", name, d.Quantity(e.Target, e.Value), over)
		case "step":
			return fmt.Sprintf("keeps %s at its value then and steps to %s %s", name, d.Quantity(e.Target, e.Value), strings.Replace(over, "over", "after", 1))
		}
		return fmt.Sprintf("trends %s from its value then to %s %s with the unknown interpolation %q", name, d.Quantity(e.Target, e.Value), over, e.Interpolation)
	case SetFlag:
		return fmt.Sprintf("sets %s to %s", name, e.Value)
	case Reveal:
		return "reveals " + name
	case CancelEvent:
		return fmt.Sprintf("cancels %s if that is still to come", name)
	case SetMonitorConnection:
		verb := "disconnects"
		if e.Value.Truth {
			verb = "connects"
		}
		return fmt.Sprintf("%s %s on the monitor of %s", verb, e.Channel, name)
	}
	return "does what is unknown"
}

// DescribeCondition spells a condition: SpO2 is below 90 % AND o2-on is false. It takes definitions with faults too.
func (d *Definition) DescribeCondition(condition int) string {
	if condition < 0 || condition >= len(d.Conditions) {
		return "is not here"
	}
	all := d.Conditions[condition].All
	if len(all) == 0 {
		return "always: there is no predicate to fail"
	}
	var b strings.Builder
	for i := range all {
		if i > 0 {
			b.WriteString(" AND ")
		}
		b.WriteString(d.DescribePredicate(&all[i]))
	}
	return b.String()
}

// DescribePredicate spells a predicate: SpO2 is below 90 %.
func (d *Definition) DescribePredicate(q *Predicate) string {
	return fmt.Sprintf("%s %s %s", d.name(q.Target), q.Operator.words(), d.Quantity(q.Target, q.Value))
}

// words returns the operator as a sentence has it.
func (o Operator) words() string {
	return nameOf(int(o), "is", "is not", "is below", "is at most", "is above", "is at least")
}

// id returns the id of what a target names; it is empty for what is not here.
func (d *Definition) id(t Target) string {
	id, _ := d.idAndName(t)
	return id
}

// name returns the name of what a target names, or its id.
func (d *Definition) name(t Target) string {
	id, name := d.idAndName(t)
	switch {
	case name != "":
		return name
	case id != "":
		return id
	}
	return "something unknown"
}

func (d *Definition) idAndName(t Target) (id, name string) {
	i := t.Index
	switch {
	case i < 0:
	case t.Sort == VariableSort && i < len(d.Variables):
		return d.Variables[i].ID, d.Variables[i].Name
	case t.Sort == FlagSort && i < len(d.Flags):
		return d.Flags[i].ID, d.Flags[i].Name
	case t.Sort == EntrySort && i < len(d.Entries):
		return d.Entries[i].ID, ""
	case t.Sort == ScheduleSort && i < len(d.Schedules):
		return d.Schedules[i].ID, ""
	case t.Sort == PatientSort && i < len(d.Patients):
		return d.Patients[i].ID, d.Patients[i].Name
	}
	return "", ""
}

// Quantity writes a value of a target with its unit: 85 %.
func (d *Definition) Quantity(t Target, v Value) string {
	if t.Sort == VariableSort && t.Index >= 0 && t.Index < len(d.Variables) && v.Kind == NumberValue {
		if unit := d.Variables[t.Index].Unit; unit != "" && unit != "1" {
			return v.String() + " " + unit
		}
	}
	return v.String()
}
