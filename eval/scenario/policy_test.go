package scenario

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// crowd is a world in which n schedules come due at once.
func crowd(n int) *Definition {
	d := world()
	for i := range n {
		d.Schedules = append(d.Schedules, at(fmt.Sprintf("s%d", i), "10", nil, 3))
	}
	keepCancels(d)
	return d
}

func order(r *Result) string {
	var ids []string
	for i := range r.Trace {
		ids = append(ids, r.Trace[i].Label.ID)
	}
	return strings.Join(ids, " ")
}

func TestPolicies(t *testing.T) {
	p := mustBuild(t, crowd(5))
	for _, test := range []struct{ policy, want string }{
		{"declared", "s0 s1 s2 s3 s4"},
		{"reverse", "s4 s3 s2 s1 s0"},
		{"seed:0", "s1 s2 s3 s4 s0"},
		{"seed:1", "s2 s3 s4 s0 s1"},
		{"seed:18446744073709551615", "s1 s2 s0 s4 s3"},
	} {
		policy, err := ParsePolicy(test.policy)
		if err != nil || policy.String() != test.policy {
			t.Fatalf("%s: %s, %v", test.policy, policy, err)
		}
		r := mustRun(t, p, Inputs{}, Options{Policy: policy})
		if got := order(r); got != test.want {
			t.Errorf("%s: %s, want %s", test.policy, got, test.want)
		}
		if r.Policy != test.policy {
			t.Errorf("the result says %s", r.Policy)
		}
		again, err := ParseChoices(FormatChoices(r.Choices()))
		if err != nil {
			t.Fatal(err)
		}
		if got := order(mustRun(t, p, Inputs{}, Options{Policy: Replay(again)})); got != test.want {
			t.Errorf("%s replayed: %s, want %s", test.policy, got, test.want)
		}
	}
}

func TestPolicySpelling(t *testing.T) {
	for _, bad := range []string{"", "seed", "seed:", "seed:-1", "seed:abc", "seed:1.5", "seed:18446744073709551616", "Declared", "replay", "explore"} {
		if _, err := ParsePolicy(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestReplay(t *testing.T) {
	p := mustBuild(t, crowd(3))
	for _, test := range []struct{ choices, order, err string }{
		{"no choice points", "s2 s1 s0", ""}, // goes on in reverse order
		{"step 1: 2@s1 first of 1@s0, 2@s1, 3@s2", "s1 s2 s0", ""},
		{"step 1: 2@s1 first of 3@s2, 2@s1, 1@s0; step 2: 1@s0 first of 1@s0, 3@s2", "s1 s0 s2", ""},
		{"step 1: 2@s1 first of 1@s0, 2@s1, 3@s2\r\nstep 2: 1@s0 first of 1@s0, 3@s2\n\nstep 9: whatever", "s1 s0 s2", ""},
		{"step 2: 1@s0 first of 1@s0, 3@s2", "", "replay refused: move 1 (step 2: 1@s0 first of 1@s0, 3@s2): the run is at step 1, where the choice is among 1@s0, 2@s1, 3@s2"},
		{"step 1: 2@s1 first of 1@s0, 2@s1", "", "replay refused: move 1 (step 1: 2@s1 first of 1@s0, 2@s1): the run is at step 1, where the choice is among 1@s0, 2@s1, 3@s2"},
		{"step 1: 1@s0 first of 1@s0, 2@s1, 3@s2\nstep 2: 2@s1 first of 2@s1, 3@s2\nstep 3: 3@s2 first of 3@s2, 4@x", "", "replay refused: move 3 (step 3: 3@s2 first of 3@s2, 4@x): the run ended after 3 operations without this choice"},
	} {
		choices, err := ParseChoices(test.choices)
		if err != nil {
			t.Errorf("%q: %v", test.choices, err)
			continue
		}
		r, err := p.Run(context.Background(), Inputs{}, Options{Policy: Replay(choices)})
		if errorText(err) != test.err {
			t.Errorf("%q: %v, want %q", test.choices, err, test.err)
		}
		if err == nil && order(r) != test.order {
			t.Errorf("%q: %s, want %s", test.choices, order(r), test.order)
		}
	}
}

func TestChoicesThatDoNotRead(t *testing.T) {
	for _, bad := range []string{
		"", "  ", "step", "step 0: 1@a first of 1@a, 2@b", "step x: 1@a first of 1@a, 2@b", "step 1: 1@a", "step 1: 1@a first of 1@a",
		"step 1: 3@c first of 1@a, 2@b", "step 1: a first of 1@a, 2@b", "step 1: 1@a first of 1@a, b", "step 1: 1@a first of 1@a, 0@b",
		"step 1: 1@ first of 1@, 2@b", "step 2: 1@a first of 1@a, 2@b\nstep 2: 1@a first of 1@a, 2@b", "1@a first of 1@a, 2@b",
	} {
		if c, err := ParseChoices(bad); err == nil {
			t.Errorf("%q reads as %v", bad, c)
		}
	}
}

// picky is a chooser of a caller.
type picky struct {
	asked  []string
	choose int
	err    error
	ended  int
}

func (p *picky) Choose(point Point) (int, error) {
	p.asked = append(p.asked, fmt.Sprintf("step %d at %s among %d with f %t", point.Step, point.At, len(point.Due), point.State.Flags[0]))
	return p.choose, p.err
}

func (p *picky) Finish(n int) error { p.ended = n; return nil }

func TestChooser(t *testing.T) {
	p := mustBuild(t, crowd(3))
	c := &picky{choose: 1}
	r := mustRun(t, p, Inputs{}, Options{Chooser: c})
	if got := order(r); got != "s1 s2 s0" || r.Policy != "" || c.ended != 3 {
		t.Errorf("%s by %q, ended after %d", got, r.Policy, c.ended)
	}
	if want := []string{"step 1 at 10 s among 3 with f false", "step 2 at 10 s among 2 with f true"}; !slices.Equal(c.asked, want) {
		t.Errorf("asked %q", c.asked)
	}
	stop := errors.New("enough")
	if _, err := p.Run(context.Background(), Inputs{}, Options{Chooser: &picky{err: stop}}); !errors.Is(err, stop) {
		t.Errorf("the chooser's error is %v", err)
	}
	for _, bad := range []int{-1, 3} {
		if _, err := p.Run(context.Background(), Inputs{}, Options{Chooser: &picky{choose: bad}}); err == nil {
			t.Errorf("%d is taken", bad)
		}
	}
}
