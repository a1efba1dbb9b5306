package scenario

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestInputs(t *testing.T) {
	d := world()
	keepCancels(d)
	d.Variables[0].Initial = Value{}
	d.Actions = []Action{{ID: "go", Patient: Absent}, {ID: "go#2", Patient: Absent}}
	p := mustBuild(t, d)
	bind := func(name string, v Value, unit ...string) Binding {
		return Binding{Name: name, Value: v, Unit: strings.Join(unit, "")}
	}
	hr := bind("hr", num("70"))
	for _, test := range []struct {
		name string
		in   Inputs
		want string // errors, a line each
	}{
		{"all good", Inputs{
			Actions:  []Performed{{"go", num("3")}},
			Bindings: []Binding{bind("hr", num("70"), "/min"), bind("f", Truth(true)), bind("adult", Truth(false)), bind("act:go", num("1"), "s"), bind("act:go#3", num("1")), bind("until", num("9"))},
		}, ""},
		{"an id that looks like a repetition is that id", Inputs{Bindings: []Binding{hr, bind("act:go#2", num("1")), bind("act:go#2#2", num("2"))}}, ""},
		{"a free variable", Inputs{}, "hr has no initial value; a run needs one, bound to hr."},
		{"an unknown name", Inputs{Bindings: []Binding{hr, bind("spo", num("1"))}}, `"spo" is no variable, flag or performed action (act:<action>) of this scenario. Did you mean "spo2"?`},
		{"an unknown action", Inputs{Bindings: []Binding{hr}, Actions: []Performed{{"gp", num("1")}}}, `"gp" is no action of this scenario.`},
		{"an action that is a flag", Inputs{Bindings: []Binding{hr}, Actions: []Performed{{"f", num("1")}}}, `"f" is no action of this scenario.`},
		{"an unknown action bound", Inputs{Bindings: []Binding{hr, bind("act:no", num("1"))}}, `"act:no" is no variable, flag or performed action (act:<action>) of this scenario.`},
		{"no repetition", Inputs{Bindings: []Binding{hr, bind("act:go#0", num("1")), bind("act:go#+3", num("1")), bind("act:go#03", num("1"))}}, strings.Join([]string{
			`"act:go#0" is no variable, flag or performed action (act:<action>) of this scenario.`,
			`"act:go#+3" is no variable, flag or performed action (act:<action>) of this scenario.`,
			`"act:go#03" is no variable, flag or performed action (act:<action>) of this scenario.`}, "\n")},
		{"twice", Inputs{Bindings: []Binding{hr, hr, bind("act:go", num("1")), bind("act:go#1", num("2"))}}, "hr is bound twice.\nact:go#1 is bound twice."},
		{"kinds", Inputs{Bindings: []Binding{bind("hr", Truth(true)), bind("f", num("1")), bind("adult", num("1")), bind("act:go", Truth(true))}}, strings.Join([]string{
			"hr is given true; it needs a number.", "f is given 1; it needs a boolean.", "adult is given 1; it needs a boolean.",
			"The time of act:go is true; it needs a number of seconds."}, "\n")},
		{"another unit", Inputs{Bindings: []Binding{bind("hr", num("1"), "bpm"), bind("f", Truth(true), "1"), bind("act:go", num("1"), "min")}}, strings.Join([]string{
			`The unit "bpm" is not the declared unit of hr, "/min"; units are never converted.`,
			`The unit "1" is not the declared unit of f, ""; units are never converted.`,
			`The unit "min" is not the declared unit of act:go, "s"; units are never converted.`}, "\n")},
		{"what cannot be bound", Inputs{Bindings: []Binding{hr, bind("pt", num("1")), bind("go", num("1"))}}, strings.Join([]string{
			"pt is a patient; only variables and flags are bound, and actions as act:<action>.",
			"go is an action; only variables and flags are bound, and actions as act:<action>."}, "\n")},
		{"times", Inputs{Bindings: []Binding{hr, bind("act:go", num("-1"))}, Until: num("1E+10")}, strings.Join([]string{
			"until: 10000000000 s is beyond the last second of a run, 2000000000.",
			"The time of act:go: -1 s is before the start of the run, which is 0 s."}, "\n")},
		{"two ends", Inputs{Bindings: []Binding{hr, bind("until", num("1"))}, Until: num("1")}, "The end is given twice, as until and as a binding."},
	} {
		var got []string
		for _, err := range p.CheckInputs(test.in) {
			got = append(got, err.Error())
		}
		if strings.Join(got, "\n") != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, strings.Join(got, "\n"), test.want)
		}
		if _, err := p.Run(context.Background(), test.in, Options{}); (err == nil) != (test.want == "") {
			t.Errorf("%s: running gives %v", test.name, err)
		}
	}
	var missing *MissingError
	if _, err := p.Run(context.Background(), Inputs{}, Options{}); !errors.As(err, &missing) || len(missing.Variables) != 1 {
		t.Errorf("a free variable gives %v", err)
	}
	r := mustRun(t, p, Inputs{Bindings: []Binding{bind("hr", num("70"), "/min"), bind("g", Truth(false)), bind("act:go", num("2")), bind("act:go#2", num("1"))}}, Options{})
	if r.Start().Variable(0).String() != "70" || r.Start().Flags[1] || r.End.At != 2*Second || len(r.Trace) != 2 || r.Trace[0].Label.ID != "go#2" {
		t.Errorf("bound: %s", r.Explain())
	}
}

func TestInputErrorsAreBounded(t *testing.T) {
	d := world()
	keepCancels(d)
	var in Inputs
	for range 10_000 {
		in.Actions = append(in.Actions, Performed{"nowhere", num("1")})
		in.Bindings = append(in.Bindings, Binding{Name: "nowhere", Value: num("1")})
	}
	if n := len(mustBuild(t, d).CheckInputs(in)); n != maxInputErrors {
		t.Errorf("%d errors, want %d", n, maxInputErrors)
	}
}

func TestClockStep(t *testing.T) {
	d := world()
	keepCancels(d)
	p := mustBuild(t, d)
	for step, want := range map[string]string{
		"0":      "The clock step is 0 s; it needs a nanosecond at least.",
		"-1":     "The clock step: -1 s is before the start of the run, which is 0 s.",
		"1E-20":  "The clock step is 0.00000000000000000001 s; it needs a nanosecond at least.",
		"0.0001": "",
	} {
		_, err := p.Run(context.Background(), Inputs{}, Options{ClockStep: num(step)})
		if got := errorText(err); got != want {
			t.Errorf("a step of %s gives %q, want %q", step, got, want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestSeconds(t *testing.T) {
	for _, test := range []struct {
		in    string
		want  Instant
		exact bool
		err   string
	}{
		{"0", 0, true, ""},
		{"120", 120 * Second, true, ""},
		{"0.000000001", 1, true, ""},
		{"0.0000000005", 0, false, ""}, // half to even
		{"0.0000000015", 2, false, ""},
		{"1.23456789012", 1_234_567_890, false, ""},
		{"1E-6176", 0, false, ""},
		{"2E+9", 2_000_000_000 * Second, true, ""},
		{"2000000000.000000001", 0, false, "2000000000.000000001 s is beyond the last second of a run, 2000000000"},
		{"-0.1", 0, false, "-0.1 s is before the start of the run, which is 0 s"},
		{"9E+6144", 0, false, "9E+6144 s is beyond the last second of a run, 2000000000"},
	} {
		got, exact, err := Seconds(num(test.in).Number)
		if got != test.want || exact != test.exact || errorText(err) != test.err {
			t.Errorf("%s: %d %t %v, want %d %t %q", test.in, got, exact, err, test.want, test.exact, test.err)
		}
	}
	if got := Instant(1_500_000_000).String(); got != "1.5 s" {
		t.Errorf("got %s", got)
	}
}
