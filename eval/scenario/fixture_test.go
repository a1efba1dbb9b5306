package scenario

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

// num reads a number that a test is sure of.
func num(s string) Value {
	d, err := decimal.Parse(s)
	if err != nil {
		panic(err)
	}
	return Number(d)
}

// desaturation is the fixture of scenario-format.md, "Running a scenario"; with relief, act-o2 also trends spo2 to 97
// over 30 s.
func desaturation(relief bool) *Definition {
	d := &Definition{
		ID: "desaturation", Revision: 1, End: num("240"),
		Patients:  []Patient{{ID: "pt", Channels: []Channel{{Name: "spo2", Variables: []int{0}, Connected: true}}}},
		Variables: []Variable{{ID: "spo2", Name: "SpO2", Unit: "%", Initial: num("96")}},
		Flags:     []Flag{{ID: "o2-on"}},
		Conditions: []Condition{{ID: "not-on-oxygen", All: []Predicate{
			{Target: Target{FlagSort, 0}, Operator: Eq, Value: Truth(false)},
		}}},
		Effects: []Effect{
			{ID: "e-desat", Kind: TrendVariable, Target: Target{VariableSort, 0}, Value: num("85"), Duration: num("60")},
			{ID: "e-on", Kind: SetFlag, Target: Target{FlagSort, 0}, Value: Truth(true)},
			{ID: "e-relief", Kind: TrendVariable, Target: Target{VariableSort, 0}, Value: num("97"), Duration: num("30")},
		},
		Schedules: []Schedule{{ID: "sch-desat", At: num("120"), Conditions: []int{0}, Effects: []int{0}}},
		Actions:   []Action{{ID: "act-o2", Patient: 0, Outcomes: []Outcome{{ID: "on", Effects: []int{1}}}}},
	}
	if relief {
		d.Actions[0].Outcomes[0].Effects = []int{1, 2}
	}
	return d
}

func mustBuild(t testing.TB, d *Definition) *Program {
	t.Helper()
	p, err := Build(d)
	if err != nil {
		t.Fatalf("Build: %v", err)
	}
	return p
}

func mustRun(t testing.TB, p *Program, in Inputs, opt Options) *Result {
	t.Helper()
	r, err := p.Run(context.Background(), in, opt)
	if err != nil {
		t.Fatalf("Run: %v", err)
	}
	return r
}

// performing is the input that performs actions, each an id and its seconds.
func performing(pairs ...string) Inputs {
	var in Inputs
	for i := 0; i < len(pairs); i += 2 {
		in.Actions = append(in.Actions, Performed{pairs[i], num(pairs[i+1])})
	}
	return in
}

func TestFixture(t *testing.T) {
	for _, test := range []struct {
		name     string
		relief   bool
		at       string
		policy   Policy
		spo2     string
		schedule ScheduleState
		choices  string
	}{
		{"at 120 declared", false, "120", Declared(), "85", Fired, "step 1: 1@sch-desat first of 1@sch-desat, 2@act-o2"},
		{"at 120 reverse", false, "120", Reverse(), "96", Skipped, "step 1: 2@act-o2 first of 1@sch-desat, 2@act-o2"},
		{"at 100 declared", false, "100", Declared(), "96", Skipped, "no choice points"},
		{"at 100 reverse", false, "100", Reverse(), "96", Skipped, "no choice points"},
		{"relief declared", true, "120", Declared(), "97", Fired, "step 1: 1@sch-desat first of 1@sch-desat, 2@act-o2"},
		{"relief reverse", true, "120", Reverse(), "97", Skipped, "step 1: 2@act-o2 first of 1@sch-desat, 2@act-o2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := mustRun(t, mustBuild(t, desaturation(test.relief)), performing("act-o2", test.at), Options{Policy: test.policy})
			if got := r.End.Variable(0).String(); got != test.spo2 {
				t.Errorf("spo2 ends at %s, want %s", got, test.spo2)
			}
			if got, _ := r.Schedule(0); got != test.schedule {
				t.Errorf("sch-desat ends %s, want %s", got, test.schedule)
			}
			if got := FormatChoices(r.Choices()); got != test.choices {
				t.Errorf("choices %q, want %q", got, test.choices)
			}
			if r.End.At != 240*Second || !r.End.Flags[0] {
				t.Errorf("ends at %s with o2-on %t", r.End.At, r.End.Flags[0])
			}
		})
	}
}

func TestFixtureJSON(t *testing.T) {
	r := mustRun(t, mustBuild(t, desaturation(false)), performing("act-o2", "120"), Options{})
	got, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want := `{
 "version": 1,
 "end": {
  "seconds": 240,
  "variables": {
   "spo2": {
    "value": 85,
    "unit": "%"
   }
  },
  "flags": {
   "o2-on": true
  },
  "revealed": [],
  "schedules": {
   "sch-desat": "fired"
  },
  "monitor": {
   "pt": {
    "spo2": true
   }
  }
 },
 "trace": [
  {
   "seconds": 120,
   "operation": "sch-desat",
   "effects": [
    "e-desat"
   ],
   "choice": "step 1: 1@sch-desat first of 1@sch-desat, 2@act-o2",
   "verdict": "fired",
   "conditions": [
    {
     "id": "not-on-oxygen",
     "holds": true,
     "predicates": [
      {
       "targetId": "o2-on",
       "operator": "eq",
       "value": false,
       "found": false,
       "holds": true
      }
     ]
    }
   ],
   "changes": [
    {
     "effect": "e-desat",
     "kind": "trend-variable",
     "targetId": "spo2",
     "from": 96,
     "to": 85,
     "unit": "%",
     "arrivesSeconds": 180
    }
   ]
  },
  {
   "seconds": 120,
   "operation": "act-o2",
   "effects": [
    "e-on"
   ],
   "verdict": "performed",
   "outcomes": [
    "on"
   ],
   "conditions": [],
   "changes": [
    {
     "effect": "e-on",
     "kind": "set-flag",
     "targetId": "o2-on",
     "from": false,
     "to": true
    }
   ]
  }
 ],
 "assumptions": [
  "scenario-profile-1"
 ]
}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestFixtureExplained(t *testing.T) {
	p := mustBuild(t, desaturation(true))
	for policy, want := range map[string]string{
		"declared": `At 120 s sch-desat fires, taken before act-o2: not-on-oxygen holds.
  e-desat trends spo2 from 96 % to 85 % over 60 s, to arrive at 180 s.
At 120 s act-o2 is performed.
  e-on sets o2-on from false to true.
  e-relief trends spo2 from 96 % to 97 % over 30 s, to arrive at 150 s: this ends the trend to 85 % that began at 120 s.
At 150 s spo2 arrives at 97 %.
The run ends at 240 s.
  spo2 is 97 %; it was 96 %.
  o2-on is true; it was false.
`,
		"reverse": `At 120 s act-o2 is performed, taken before sch-desat.
  e-on sets o2-on from false to true.
  e-relief trends spo2 from 96 % to 97 % over 30 s, to arrive at 150 s.
At 120 s sch-desat is skipped: not-on-oxygen does not hold (o2-on is true, needed: false).
At 150 s spo2 arrives at 97 %.
The run ends at 240 s.
  spo2 is 97 %; it was 96 %.
  o2-on is true; it was false.
`,
	} {
		order, err := ParsePolicy(policy)
		if err != nil {
			t.Fatal(err)
		}
		r := mustRun(t, p, performing("act-o2", "120"), Options{Policy: order})
		if diff := cmp.Diff(want, r.Explain()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", policy, diff)
		}
	}
}

// TestSameBytes runs one program many times at once: the results are the same to the byte.
func TestSameBytes(t *testing.T) {
	p := mustBuild(t, desaturation(true))
	for _, policy := range []Policy{Declared(), Reverse(), Seed(7)} {
		want := render(t, p, policy)
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				if got := render(t, p, policy); got != want {
					t.Errorf("%s: another result:\n%s", policy, got)
				}
			})
		}
		wait.Wait()
	}
}

func render(t testing.TB, p *Program, policy Policy) string {
	r, err := p.Run(context.Background(), performing("act-o2", "120"), Options{Policy: policy})
	if err != nil {
		t.Error(err)
		return ""
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Error(err)
	}
	return strings.Join([]string{string(b), r.Explain()}, "\n")
}
