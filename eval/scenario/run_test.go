package scenario

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// world is a definition to vary: two variables, two flags, an entry of each section, a patient.
func world() *Definition {
	return &Definition{
		ID: "world", Revision: 1,
		Patients:  []Patient{{ID: "pt", Channels: []Channel{{Name: "ecg"}, {Name: "spo2", Variables: []int{1}, Connected: true}}}, {ID: "bare"}},
		Variables: []Variable{{ID: "hr", Unit: "/min", Initial: num("80")}, {ID: "spo2", Unit: "%", Initial: num("96")}, {ID: "adult", Truth: true, Initial: Truth(true)}},
		Flags:     []Flag{{ID: "f"}, {ID: "g", Initial: true}},
		Entries:   []Entry{{ID: "h", Section: History}, {ID: "o", Section: Observations, Revealed: true}, {ID: "r", Section: Results}},
		Conditions: []Condition{
			{ID: "always"},
			{ID: "f-set", All: []Predicate{{Target: Target{FlagSort, 0}, Value: Truth(true)}}},
			{ID: "hr-high", All: []Predicate{{Target: Target{VariableSort, 0}, Operator: Gt, Value: num("100")}}},
			{ID: "adult-and-g", All: []Predicate{
				{Target: Target{VariableSort, 2}, Value: Truth(true)}, {Target: Target{FlagSort, 1}, Operator: Ne, Value: Truth(false)},
			}},
		},
		Effects: []Effect{
			{ID: "hr120", Kind: SetVariable, Target: Target{VariableSort, 0}, Value: num("120")},                                                      // 0
			{ID: "hr-to-140", Kind: TrendVariable, Target: Target{VariableSort, 0}, Value: num("140"), Duration: num("60")},                           // 1
			{ID: "hr-step-60", Kind: TrendVariable, Target: Target{VariableSort, 0}, Value: num("60"), Duration: num("10"), Interpolation: "step"},    // 2
			{ID: "set-f", Kind: SetFlag, Target: Target{FlagSort, 0}, Value: Truth(true)},                                                             // 3
			{ID: "clear-f", Kind: SetFlag, Target: Target{FlagSort, 0}, Value: Truth(false)},                                                          // 4
			{ID: "show-h", Kind: Reveal, Target: Target{EntrySort, 0}},                                                                                // 5
			{ID: "show-o", Kind: Reveal, Target: Target{EntrySort, 1}},                                                                                // 6
			{ID: "cancel-0", Kind: CancelEvent, Target: Target{ScheduleSort, 0}},                                                                      // 7
			{ID: "cancel-1", Kind: CancelEvent, Target: Target{ScheduleSort, 1}},                                                                      // 8
			{ID: "ecg-on", Kind: SetMonitorConnection, Target: Target{PatientSort, 0}, Channel: "ecg", Value: Truth(true)},                            // 9
			{ID: "bare-on", Kind: SetMonitorConnection, Target: Target{PatientSort, 1}, Channel: "nibp", Value: Truth(true)},                          // 10
			{ID: "endless", Kind: TrendVariable, Target: Target{VariableSort, 0}, Value: num("1")},                                                    // 11
			{ID: "spline", Kind: TrendVariable, Target: Target{VariableSort, 0}, Value: num("1"), Duration: num("5"), Interpolation: "spline"},        // 12
			{ID: "hr-back", Kind: TrendVariable, Target: Target{VariableSort, 0}, Value: num("80"), Duration: num("0.0000000001")},                    // 13
			{ID: "hr-linear-90", Kind: TrendVariable, Target: Target{VariableSort, 0}, Value: num("90"), Duration: num("3"), Interpolation: "linear"}, // 14
		},
	}
}

// at is a schedule of world.
func at(id, seconds string, conditions []int, effects ...int) Schedule {
	return Schedule{ID: id, At: num(seconds), Conditions: conditions, Effects: effects}
}

// TestRules shows each rule of "Running a scenario" on its own.
func TestRules(t *testing.T) {
	for _, test := range []struct {
		name      string
		schedules []Schedule
		actions   []Action
		perform   []string
		opt       Options
		until     string
		want      string // what Explain says
	}{
		{
			name:      "the snapshot is frozen: an operation's own effects do not change which of its outcomes are taken",
			schedules: nil,
			actions: []Action{{ID: "a", Patient: Absent, Outcomes: []Outcome{
				{ID: "first", Effects: []int{3}}, {ID: "second", Conditions: []int{1}, Effects: []int{0}},
			}}},
			perform: []string{"a", "5"},
			want: `At 5 s a is performed.
  Outcome second is passed over: f-set does not hold (f is false, needed: true).
  set-f sets f from false to true.
The run ends at 5 s.
  f is true; it was false.
`,
		},
		{
			name: "every outcome whose conditions hold is taken, in declared order, and the last of two effects wins",
			actions: []Action{{ID: "a", Patient: Absent, Outcomes: []Outcome{
				{ID: "first", Conditions: []int{0}, Effects: []int{3, 0}}, {ID: "second", Conditions: []int{0, 3}, Effects: []int{4}},
			}}},
			perform: []string{"a", "0"},
			want: `At 0 s a is performed.
  Outcome first is taken: always holds.
  Outcome second is taken: always and adult-and-g hold.
  set-f sets f from false to true.
  hr120 sets hr from 80 /min to 120 /min.
  clear-f sets f from true to false.
The run ends at 0 s.
  hr is 120 /min; it was 80 /min.
`,
		},
		{
			name:    "a refused action applies no effect",
			actions: []Action{{ID: "a", Patient: Absent, Conditions: []int{1, 2}, Outcomes: []Outcome{{ID: "x", Effects: []int{3}}}}},
			perform: []string{"a", "1.5"},
			want: `At 1.5 s a is refused: f-set does not hold (f is false, needed: true); hr-high does not hold (hr is 80 /min, needed: above 100 /min).
The run ends at 1.5 s.
`,
		},
		{
			name:      "a skipped schedule is skipped for good, though its gate opens later",
			schedules: []Schedule{at("s", "10", []int{1}, 0), at("later", "20", nil, 3)},
			want: `At 10 s s is skipped: f-set does not hold (f is false, needed: true).
At 20 s later fires.
  set-f sets f from false to true.
The run ends at 20 s.
  f is true; it was false.
`,
		},
		{
			name:      "effects are kept as often as they are named",
			schedules: []Schedule{at("s", "1", nil, 3, 3, 5, 5, 6)},
			want: `At 1 s s fires.
  set-f sets f from false to true.
  set-f sets f from true to true: nothing changes, it has this value already.
  show-h reveals h.
  show-h reveals h: nothing changes, it is revealed already.
  show-o reveals o: nothing changes, it is revealed already.
The run ends at 1 s.
  f is true; it was false.
`,
		},
		{
			name:      "a trend is read where it is, starts from the live value, and set-variable ends it",
			schedules: []Schedule{at("s", "0", nil, 1), at("gated", "30", []int{2}, 3), at("over", "45", []int{2}, 2), at("end", "50", nil, 0)},
			want: `At 0 s s fires.
  hr-to-140 trends hr from 80 /min to 140 /min over 60 s, to arrive at 60 s.
At 30 s gated fires: hr-high holds.
  set-f sets f from false to true.
At 45 s over fires: hr-high holds.
  hr-step-60 steps hr from 125 /min to 60 /min over 10 s, to arrive at 55 s: this ends the trend to 140 /min that began at 0 s.
At 50 s end fires.
  hr120 sets hr from 125 /min to 120 /min: this ends the trend to 60 /min that began at 45 s.
The run ends at 50 s.
  hr is 120 /min; it was 80 /min.
  f is true; it was false.
`,
		},
		{
			name:      "trends arrive before what is due at that instant, and the last trend ends the run",
			schedules: []Schedule{at("s", "0", nil, 0, 2), at("check", "10", []int{2}, 3), at("t", "20", nil, 1)},
			want: `At 0 s s fires.
  hr120 sets hr from 80 /min to 120 /min.
  hr-step-60 steps hr from 120 /min to 60 /min over 10 s, to arrive at 10 s.
At 10 s hr arrives at 60 /min.
At 10 s check is skipped: hr-high does not hold (hr is 60 /min, needed: above 100 /min).
At 20 s t fires.
  hr-to-140 trends hr from 60 /min to 140 /min over 60 s, to arrive at 80 s.
At 80 s hr arrives at 140 /min.
The run ends at 80 s.
  hr is 140 /min; it was 80 /min.
`,
		},
		{
			name:      "cancelling takes a pending schedule, also one due at the same instant, and is idle otherwise",
			schedules: []Schedule{at("zero", "10", nil, 8, 7), at("one", "10", nil, 3), at("two", "20", nil, 8)},
			want: `At 10 s zero fires, taken before one and two-b.
  cancel-1 cancels one.
  cancel-0 cancels zero: nothing changes, it is fired already.
At 10 s two-b is performed.
  cancel-1 cancels one: nothing changes, it is cancelled already.
At 20 s two fires.
  cancel-1 cancels one: nothing changes, it is cancelled already.
The run ends at 20 s.
`,
			actions: []Action{{ID: "two-b", Patient: Absent, Outcomes: []Outcome{{ID: "x", Effects: []int{8}}}}},
			perform: []string{"two-b", "10"},
		},
		{
			name:      "a cancelled schedule does not prolong the run",
			schedules: []Schedule{at("zero", "10", nil, 8), at("one", "500", nil, 3)},
			want:      "At 10 s zero fires.\n  cancel-1 cancels one.\nThe run ends at 10 s.\n",
		},
		{
			name:      "what is due at the end runs, nothing after",
			schedules: []Schedule{at("in", "30", nil, 3), at("out", "30.000000001", nil, 4)},
			actions:   []Action{{ID: "a", Patient: Absent, Outcomes: []Outcome{{ID: "x", Effects: []int{9, 10}}}}},
			perform:   []string{"a", "31", "a", "30"},
			until:     "30",
			want: `At 30 s in fires, taken before a.
  set-f sets f from false to true.
At 30 s a is performed.
  ecg-on connects ecg of pt.
  bare-on connects nibp of bare.
a is not performed: 31 s is after the end.
The run ends at 30 s.
  f is true; it was false.
  out did not come due: it is planned for 30.000000001 s.
`,
		},
		{
			name:      "a clock's ticks gather what falls between them",
			schedules: []Schedule{at("x", "2.3", nil, 3), at("y", "3", nil, 14), at("z", "2", nil, 6)},
			actions:   []Action{{ID: "a", Patient: Absent, Outcomes: []Outcome{{ID: "x", Effects: []int{9}}}}},
			perform:   []string{"a", "2.9"},
			opt:       Options{ClockStep: num("1.5")},
			want: `At 3 s x fires, taken before y, z and a.
  set-f sets f from false to true.
At 3 s y fires, taken before z and a.
  hr-linear-90 trends hr from 80 /min to 90 /min over 3 s, to arrive at 6 s.
At 3 s z fires, taken before a.
  show-o reveals o: nothing changes, it is revealed already.
At 3 s a is performed.
  ecg-on connects ecg of pt.
At 6 s hr arrives at 90 /min.
The run ends at 6 s.
  hr is 90 /min; it was 80 /min.
  f is true; it was false.
`,
		},
		{
			name:      "a duration above zero takes a nanosecond at least",
			schedules: []Schedule{at("s", "1", nil, 0, 13)},
			want: `At 1 s s fires.
  hr120 sets hr from 80 /min to 120 /min.
  hr-back trends hr from 120 /min to 80 /min over 0.0000000001 s, to arrive at 1.000000001 s.
At 1.000000001 s hr arrives at 80 /min.
The run ends at 1.000000001 s.
`,
		},
		{
			name:  "a run without operations lasts as long as it is told to",
			until: "12.5",
			want:  "The run ends at 12.5 s.\n",
		},
		{name: "or no time", want: "The run ends at 0 s.\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := world()
			d.Schedules, d.Actions = test.schedules, test.actions
			keepCancels(d)
			in := performing(test.perform...)
			if test.until != "" {
				in.Until = num(test.until)
			}
			r := mustRun(t, mustBuild(t, d), in, test.opt)
			if got := r.Explain(); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

// keepCancels turns the effects whose schedules a case does not have into others.
func keepCancels(d *Definition) {
	for i := range d.Effects {
		if e := &d.Effects[i]; e.Kind == CancelEvent && e.Target.Index >= len(d.Schedules) {
			*e = Effect{ID: e.ID, Kind: Reveal, Target: Target{EntrySort, 0}}
		}
	}
}

func TestEndIsTheEarlier(t *testing.T) {
	for _, test := range []struct{ end, until, want string }{
		{"100", "", "100 s"}, {"100", "50", "50 s"}, {"100", "200", "100 s"}, {"", "50", "50 s"},
	} {
		d := world()
		keepCancels(d)
		var in Inputs
		if test.end != "" {
			d.End = num(test.end)
		}
		if test.until != "" {
			in.Until = num(test.until)
		}
		if got := mustRun(t, mustBuild(t, d), in, Options{}).End.At.String(); got != test.want {
			t.Errorf("endSeconds %q, until %q: ends at %s, want %s", test.end, test.until, got, test.want)
		}
	}
}

func TestUnsupported(t *testing.T) {
	d := world()
	d.Schedules = []Schedule{at("s", "10", nil, 11), at("t", "20", nil, 12)}
	p := mustBuild(t, d)
	var found []string
	for _, u := range p.Unsupported() {
		found = append(found, u.Error())
	}
	want := []string{
		"The effect endless is unsupported: it is a trend without durationSeconds.",
		`The effect spline is unsupported: its interpolation is "spline", and a run knows linear and step.`,
	}
	if strings.Join(found, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q", found)
	}
	_, err := p.Run(context.Background(), Inputs{}, Options{})
	var u *Unsupported
	if !errors.As(err, &u) || u.ID != "endless" {
		t.Errorf("running gives %v", err)
	}
	// A run that does not come to the effect is a good run.
	if r := mustRun(t, p, Inputs{Until: num("9")}, Options{}); r.End.At != 9*Second {
		t.Errorf("ends at %s", r.End.At)
	}
}

func TestBudgetAndContext(t *testing.T) {
	d := world()
	for i := range 100 {
		d.Schedules = append(d.Schedules, at(fmt.Sprintf("s%d", i), "10", []int{2, 3}, 3, 4))
	}
	p := mustBuild(t, d)
	_, err := p.Run(context.Background(), Inputs{}, Options{Steps: 500})
	var budget *BudgetError
	if !errors.As(err, &budget) || err.Error() != "The run stopped at 10 s: it reached its bound of 500 steps." {
		t.Errorf("a bound of 500 gives %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Run(ctx, Inputs{}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context gives %v", err)
	}
	if r := mustRun(t, p, Inputs{}, Options{}); len(r.Trace) != 100 {
		t.Errorf("%d operations, want 100", len(r.Trace))
	}
}

func TestTrendsOfExtremeValues(t *testing.T) {
	d := world()
	d.Variables[0].Initial = num("-9.999999999999999999999999999999999E+6144")
	d.Effects[1].Value = num("9.999999999999999999999999999999999E+6144")
	d.Schedules = []Schedule{at("s", "0", nil, 1)}
	keepCancels(d)
	r := mustRun(t, mustBuild(t, d), Inputs{}, Options{})
	if got := r.Variable(0, 30*Second).Number; !got.IsZero() {
		t.Errorf("half way the value is %s, want 0", got)
	}
	if got := r.End.Variable(0); !got.Equal(d.Effects[1].Value) {
		t.Errorf("ends at %s", got)
	}
}

func TestSampling(t *testing.T) {
	d := world()
	d.Schedules = []Schedule{at("s", "10", nil, 1, 3, 9), at("t", "40", nil, 2, 4, 5, 7), at("u", "200", nil, 0)}
	keepCancels(d)
	r := mustRun(t, mustBuild(t, d), Inputs{Until: num("100")}, Options{})
	for _, test := range []struct {
		at   string
		want string
	}{
		{"0", `{"seconds":0,"variables":{"hr":{"value":80,"unit":"/min"},"spo2":{"value":96,"unit":"%"},"adult":{"value":true}},"flags":{"f":false,"g":true},"revealed":["o"],"schedules":{"s":"pending","t":"pending","u":"pending"},"monitor":{"pt":{"ecg":false,"spo2":true},"bare":{"nibp":false}}}`},
		{"10", `{"seconds":10,"variables":{"hr":{"value":80,"unit":"/min"},"spo2":{"value":96,"unit":"%"},"adult":{"value":true}},"flags":{"f":true,"g":true},"revealed":["o"],"schedules":{"s":"fired","t":"pending","u":"pending"},"monitor":{"pt":{"ecg":true,"spo2":true},"bare":{"nibp":false}}}`},
		{"25.5", `{"seconds":25.5,"variables":{"hr":{"value":95.5,"unit":"/min"},"spo2":{"value":96,"unit":"%"},"adult":{"value":true}},"flags":{"f":true,"g":true},"revealed":["o"],"schedules":{"s":"fired","t":"pending","u":"pending"},"monitor":{"pt":{"ecg":true,"spo2":true},"bare":{"nibp":false}}}`},
		{"49.999999999", `{"seconds":49.999999999,"variables":{"hr":{"value":110,"unit":"/min"},"spo2":{"value":96,"unit":"%"},"adult":{"value":true}},"flags":{"f":false,"g":true},"revealed":["h","o"],"schedules":{"s":"fired","t":"fired","u":"pending"},"monitor":{"pt":{"ecg":true,"spo2":true},"bare":{"nibp":false}}}`},
		{"1000", `{"seconds":100,"variables":{"hr":{"value":60,"unit":"/min"},"spo2":{"value":96,"unit":"%"},"adult":{"value":true}},"flags":{"f":false,"g":true},"revealed":["h","o"],"schedules":{"s":"fired","t":"fired","u":"pending"},"monitor":{"pt":{"ecg":true,"spo2":true},"bare":{"nibp":false}}}`},
	} {
		instant, _, _ := Seconds(num(test.at).Number)
		if got := string(r.Program().StateJSON(r.At(instant))); got != test.want {
			t.Errorf("at %s:\n got %s\nwant %s", test.at, got, test.want)
		}
	}
	if n := len(r.Courses(0)); n != 4 {
		t.Errorf("hr has %d courses, want 4: at its start, up, kept, down", n)
	}
}

func TestHeld(t *testing.T) {
	d := world()
	d.Schedules = []Schedule{at("s", "10", nil, 1, 3), at("t", "70", nil, 2, 4), at("u", "75", nil, 3)}
	keepCancels(d)
	predicate := func(o Operator, v string) Condition {
		return Condition{ID: o.String() + v, All: []Predicate{{Target: Target{VariableSort, 0}, Operator: o, Value: num(v)}}}
	}
	d.Conditions = append(d.Conditions, predicate(Eq, "110"), predicate(Ne, "110"), predicate(Lt, "110"), predicate(Gte, "110"),
		predicate(Lte, "80"), predicate(Gt, "1000"),
		Condition{ID: "both", All: append(predicate(Gte, "110").All, d.Conditions[1].All...)})
	r := mustRun(t, mustBuild(t, d), Inputs{Until: num("100")}, Options{})
	// hr is 80 up to 10 s, 140 at 70 s by a line, kept to 80 s, and 60 from then on; f is set from 10 to 70 and from 75 on.
	for i, want := range []string{
		"0 s to the end", "10 s-70 s, 75 s to the end", "30.000000001 s-80 s", "0 s to the end",
		"40 s-40.000000001 s", "0 s-40 s, 40.000000001 s to the end", "0 s-40 s, 80 s to the end", "40 s-80 s",
		"0 s-10.000000001 s, 80 s to the end", "", "40 s-70 s, 75 s-80 s",
	} {
		held, err := r.Held(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		var parts []string
		for _, h := range held {
			if h.Lasts {
				parts = append(parts, h.From.String()+" to the end")
			} else {
				parts = append(parts, h.From.String()+"-"+h.To.String())
			}
		}
		if got := strings.Join(parts, ", "); got != want {
			t.Errorf("%s held %s, want %s", d.Conditions[i].ID, got, want)
		}
	}
}
