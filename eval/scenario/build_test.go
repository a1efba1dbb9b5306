package scenario

import (
	"errors"
	"testing"
)

func TestBuildRefuses(t *testing.T) {
	for _, test := range []struct {
		spoil func(*Definition)
		want  string
	}{
		{func(d *Definition) { d.End = Truth(true) }, "endSeconds is no number of seconds."},
		{func(d *Definition) { d.End = num("0") }, "endSeconds is 0; it needs a number of seconds above 0."},
		{func(d *Definition) { d.End = num("-5") }, "endSeconds: -5 s is before the start of the run, which is 0 s."},
		{func(d *Definition) { d.Flags[0].ID = "" }, `"" is no id: an id is not empty and has no white space.`},
		{func(d *Definition) { d.Flags[0].ID = "a b" }, `"a b" is no id: an id is not empty and has no white space.`},
		{func(d *Definition) { d.Flags[0].ID = "hr" }, `Two elements have the id "hr"; every id stands once.`},
		{func(d *Definition) { d.Patients[0].Channels[1].Name = "ecg" }, `pt has two channels "ecg".`},
		{func(d *Definition) { d.Patients[0].Channels[1].Name = "" }, "A channel of pt has no name."},
		{func(d *Definition) { d.Patients[0].Channels[1].Variables[0] = 9 }, `The channel "spo2" of pt shows a variable that is not here.`},
		{func(d *Definition) { d.Variables[0].Initial = Truth(true) }, "The initial value of hr is true; it needs a number."},
		{func(d *Definition) { d.Variables[2].Initial = num("1") }, "The initial value of adult is 1; it needs a boolean."},
		{func(d *Definition) { d.Variables[0].Patient = 7 }, "The patient of hr is not here."},
		{func(d *Definition) { d.Conditions[1].All[0].Target = Target{} }, "A predicate of f-set asks of something unknown; it can ask of a variable or a flag."},
		{func(d *Definition) { d.Conditions[1].All[0].Target = Target{PatientSort, 0} }, "A predicate of f-set asks of a patient; it can ask of a variable or a flag."},
		{func(d *Definition) { d.Conditions[1].All[0].Target.Index = -1 }, "A predicate of f-set asks of a flag that is not here."},
		{func(d *Definition) { d.Conditions[2].All[0].Target.Index = 3 }, "A predicate of hr-high asks of a variable that is not here."},
		{func(d *Definition) { d.Conditions[1].All[0].Operator = Gte }, "A predicate of f-set has the operator gte on a boolean, which takes eq and ne."},
		{func(d *Definition) { d.Conditions[2].All[0].Operator = 77 }, "A predicate of hr-high has an operator that is unknown."},
		{func(d *Definition) { d.Conditions[2].All[0].Value = Value{} }, "A predicate of hr-high has the value absent; it needs a number."},
		{func(d *Definition) { d.Effects[0].Kind = 99 }, "The effect hr120 is of an unknown kind."},
		{func(d *Definition) { d.Effects[0].Target = Target{FlagSort, 0} }, "The effect hr120 has a flag as its target; set-variable needs a variable."},
		{func(d *Definition) { d.Effects[0].Target.Index = 2 }, "The effect hr120 has the boolean variable adult as its target; set-variable needs a numeric one."},
		{func(d *Definition) { d.Effects[5].Target.Index = 3 }, "The effect show-h has a target that is not here."},
		{func(d *Definition) { d.Effects[5].Value = num("1") }, "The effect show-h has the value 1; reveal needs no value."},
		{func(d *Definition) { d.Effects[1].Duration = num("0") }, "The effect hr-to-140 has the duration 0; it needs a number of seconds above 0."},
		{func(d *Definition) { d.Effects[1].Duration = num("3E+9") }, "The duration of hr-to-140: 3000000000 s is beyond the last second of a run, 2000000000."},
		{func(d *Definition) { d.Effects[9].Channel = "" }, "The effect ecg-on names no channel."},
		{func(d *Definition) { d.Schedules = []Schedule{{ID: "s"}} }, "s has no atSeconds; it needs the number of seconds when it comes due."},
		{func(d *Definition) { d.Schedules = []Schedule{at("s", "-1", nil)} }, "The time of s: -1 s is before the start of the run, which is 0 s."},
		{func(d *Definition) { d.Schedules = []Schedule{at("s", "1", []int{4})} }, "s names a condition that is not here."},
		{func(d *Definition) { d.Schedules = []Schedule{at("s", "1", nil, -1)} }, "s names an effect that is not here."},
		{func(d *Definition) { d.Actions = []Action{{ID: "a", Conditions: []int{-1}}} }, "a names a condition that is not here."},
		{func(d *Definition) { d.Actions = []Action{{ID: "a", Outcomes: []Outcome{{Effects: []int{99}}}}} }, "a names an effect that is not here."},
	} {
		d := world()
		keepCancels(d)
		mustBuild(t, d)
		test.spoil(d)
		_, err := Build(d)
		var fault *Fault
		if !errors.As(err, &fault) || fault.Message != test.want {
			t.Errorf("got  %v\nwant %s", err, test.want)
		}
	}
}

func TestDescribe(t *testing.T) {
	d := world()
	d.Variables[0].Name = "heart rate"
	d.Schedules = []Schedule{at("s", "1", nil)}
	for i, want := range []string{
		"sets heart rate to 120 /min",
		"trends heart rate from its value then to 140 /min over 60 s",
		"keeps heart rate at its value then and steps to 60 /min after 10 s",
		"sets f to true", "sets f to false", "reveals h", "reveals o",
		"cancels s if that is still to come", "cancels something unknown if that is still to come",
		"connects ecg on the monitor of pt", "connects nibp on the monitor of bare",
		"trends heart rate from its value then to 1 /min over a time that is not given",
		`trends heart rate from its value then to 1 /min over 5 s with the unknown interpolation "spline"`,
	} {
		if got := d.DescribeEffect(i); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	d.Conditions[3].All = append(d.Conditions[3].All, d.Conditions[2].All[0], Predicate{})
	for i, want := range []string{
		"always: there is no predicate to fail", "f is true", "heart rate is above 100 /min",
		"adult is true AND g is not false AND heart rate is above 100 /min AND something unknown is absent",
	} {
		if got := d.DescribeCondition(i); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	if d.DescribeEffect(-1) != "is not here" || d.DescribeCondition(99) != "is not here" {
		t.Error("an index out of range is described")
	}
}

func TestNames(t *testing.T) {
	for i, name := range KindNames() {
		if k, ok := ParseKind(name); !ok || int(k) != i || k.String() != name {
			t.Errorf("%s reads as %s", name, k)
		}
	}
	for i, name := range OperatorNames() {
		if o, ok := ParseOperator(name); !ok || int(o) != i || o.String() != name {
			t.Errorf("%s reads as %s", name, o)
		}
	}
	if _, ok := ParseKind("add-variable"); ok {
		t.Error("add-variable is a kind")
	}
	if _, ok := ParseOperator("EQ"); ok {
		t.Error("EQ is an operator")
	}
}
