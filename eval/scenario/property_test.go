package scenario

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestProperties runs what it draws and asks of the result everything that the specification promises of all runs.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDefinition(t)
		in, opt := drawInputs(t, d), drawOptions(t)
		before := fmt.Sprintf("%+v", d)
		p, err := Build(d)
		if err != nil {
			t.Fatalf("Build: %v", err)
		}
		r, err := p.Run(context.Background(), in, opt)
		if err != nil {
			t.Fatalf("Run: %v", err)
		}
		if diff := cmp.Diff(reference(d, in, opt), retold(p, r)); diff != "" {
			t.Fatalf("the plain reading runs otherwise (-reference +run):\n%s", diff)
		}
		orderKept(t, p, r)
		timeRises(t, r)
		cancelledNeverFires(t, r)
		trendsArriveExactly(t, r)
		sampledAgrees(t, p, r)
		replayAgrees(t, p, in, opt, r)
		if after := fmt.Sprintf("%+v", d); after != before {
			t.Fatalf("the definition was changed:\n%s\n%s", before, after)
		}
	})
}

// orderKept: effects are applied in declared order, as often as they are named, and all of them.
func orderKept(t *rapid.T, p *Program, r *Result) {
	for i := range r.Trace {
		s := &r.Trace[i]
		want := []int{}
		switch s.Verdict {
		case Fires:
			want = append(want, p.def.Schedules[s.Index].Effects...)
		case Performs:
			for _, o := range s.Outcomes {
				want = append(want, p.def.Actions[s.Index].Outcomes[o].Effects...)
			}
		}
		got := []int{}
		for _, c := range s.Changes {
			got = append(got, c.Effect)
		}
		if !cmp.Equal(got, want) {
			t.Fatalf("%s applied %v, want %v", s.Label, got, want)
		}
	}
}

// timeRises: neither operations nor arrivals nor courses go back in time, and none is after the end.
func timeRises(t *rapid.T, r *Result) {
	last := Instant(0)
	for i := range r.Trace {
		if s := &r.Trace[i]; s.At < last || s.At > r.End.At || s.Number != i+1 {
			t.Fatalf("step %d, number %d, is at %s, after %s and before the end %s", i+1, s.Number, s.At, last, r.End.At)
		}
		last = r.Trace[i].At
	}
	last = 0
	for _, a := range r.Arrivals {
		if a.At < last || a.At > r.End.At {
			t.Fatalf("an arrival at %s after %s", a.At, last)
		}
		last = a.At
	}
	for v := range r.courses {
		last := Instant(-1)
		for _, c := range r.courses[v] {
			if c.From <= last {
				t.Fatalf("a course from %s after %s", c.From, last)
			}
			last = c.From
		}
	}
}

// cancelledNeverFires: what is cancelled has no step of its own, and what is decided has one, the only one.
func cancelledNeverFires(t *rapid.T, r *Result) {
	own := map[int]int{}
	for i := range r.Trace {
		if r.Trace[i].Sort == ScheduleOperation {
			own[r.Trace[i].Index]++
		}
	}
	for i, s := range r.End.Schedules {
		want := 0
		if s == Fired || s == Skipped {
			want = 1
		}
		state, step := r.Schedule(i)
		if own[i] != want || state != s || (step == nil) != (s == Pending) {
			t.Fatalf("schedule %d is %s and has %d steps", i, s, own[i])
		}
	}
}

// trendsArriveExactly: a trend that arrived left its target, digit for digit, and until then stayed between its ends.
func trendsArriveExactly(t *rapid.T, r *Result) {
	for _, a := range r.Arrivals {
		var course *Course
		for i := range r.courses[a.Variable] {
			if c := &r.courses[a.Variable][i]; c.Trend && c.Arrives == a.At {
				course = c
			}
		}
		if course == nil || Number(course.Target) != a.Value {
			t.Fatalf("variable %d arrived at %s, not at the target of its trend", a.Variable, a.Value)
		}
	}
	for v := range r.courses {
		for _, c := range r.courses[v] {
			if !c.Trend {
				continue
			}
			low, high := c.Start.Number, c.Target
			if low.Cmp(high) > 0 {
				low, high = high, low
			}
			at := c.From + Instant(rapid.Int64Range(0, int64(c.Arrives-c.From)).Draw(t, "at"))
			if got := c.At(at).Number; got.Cmp(low) < 0 || got.Cmp(high) > 0 {
				t.Fatalf("a trend from %s to %s passes %s", c.Start, c.Target, got)
			}
		}
	}
}

// sampledAgrees: the state asked for at the end is the end, and conditions hold when they are said to have held.
func sampledAgrees(t *rapid.T, p *Program, r *Result) {
	if got, want := string(p.StateJSON(r.At(r.End.At))), string(p.StateJSON(&r.End)); got != want {
		t.Fatalf("sampled at the end:\n%s\nwant\n%s", got, want)
	}
	for c := range p.def.Conditions {
		held, err := r.Held(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		instants := []Instant{0, r.End.At, Instant(rapid.Int64Range(0, int64(r.End.At)).Draw(t, "instant"))}
		for _, h := range held {
			instants = append(instants, h.From, h.From-1, h.To, h.To-1)
		}
		for _, at := range instants {
			if at < 0 || at > r.End.At {
				continue
			}
			want := false
			for _, h := range held {
				want = want || h.From <= at && (at < h.To || at == h.To && h.Lasts)
			}
			if got := p.Holds(c, r.At(at)); got != want {
				t.Fatalf("at %s condition %d holds: %t, said %t", at, c, got, want)
			}
		}
	}
}

// replayAgrees: the choices replayed, and the run repeated, give the same bytes.
func replayAgrees(t *rapid.T, p *Program, in Inputs, opt Options, r *Result) {
	want, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	choices, err := ParseChoices(FormatChoices(r.Choices()))
	if err != nil {
		t.Fatal(err)
	}
	for _, policy := range []Policy{opt.Policy, Replay(choices)} {
		opt.Policy = policy
		again, err := p.Run(context.Background(), in, opt)
		if err != nil {
			t.Fatalf("%s: %v", policy, err)
		}
		got, _ := json.Marshal(again)
		if string(got) != string(want) || again.Explain() != r.Explain() {
			t.Fatalf("%s gives other bytes:\n%s\n%s", policy, got, want)
		}
	}
}
