package scenario

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Point is a choice point: several operations are due at one instant, and their order is left open.
type Point struct {
	Step  int     // the number of the operation to come, from 1
	At    Instant // when
	Due   []Label // two or more, in declared order
	State *State  // before that operation; to be read only, and only during the call
}

// Label names one operation of a run.
type Label struct {
	Rank int    // from 1, among the schedules in document order and then the actions in the order performed
	ID   string // of the schedule or action
}

// String returns the label as choices write it, as 2@act-o2.
func (l Label) String() string { return strconv.Itoa(l.Rank) + "@" + l.ID }

// Chooser orders simultaneous operations. One serves one run: it may remember what it was asked.
type Chooser interface {
	// Choose returns which of point.Due comes first. An error ends the run.
	Choose(point Point) (int, error)
	// Finish is called when a run of that many operations has ended. An error makes the run fail.
	Finish(operations int) error
}

// Policy is a way of ordering simultaneous operations, as the format's schedules of a run spell it. The zero value is
// declared.
type Policy struct {
	kind    policyKind
	seed    uint64
	choices []Choice
}

type policyKind uint8

const (
	declared policyKind = iota
	reverse
	seeded
	replay
)

// Declared is the policy that keeps the document's order: schedules, then actions as performed.
func Declared() Policy { return Policy{} }

// Reverse is the policy that takes the last in declared order first.
func Reverse() Policy { return Policy{kind: reverse} }

// Seed is the policy that draws. At every choice point one of the n operations still due, taken in declared order, is
// drawn uniformly: rand.New(rand.NewPCG(seed, 0)).Uint32N(n) of math/rand/v2, one generator a run. The order that results
// is a shuffle that depends on the seed and the scenario alone and is the same on every platform.
func Seed(seed uint64) Policy { return Policy{kind: seeded, seed: seed} }

// Replay is the policy that takes recorded choices one after another and goes on in reverse order when they are used up.
// A run that meets other choice points than these fails.
func Replay(choices []Choice) Policy { return Policy{kind: replay, choices: slices.Clone(choices)} }

// ParsePolicy reads a policy: declared, reverse or seed:<n>. A replay is made from its choices, see [ParseChoices]. The
// error is a sentence.
func ParsePolicy(text string) (Policy, error) {
	switch text {
	case "declared":
		return Declared(), nil
	case "reverse":
		return Reverse(), nil
	}
	if digits, ok := strings.CutPrefix(text, "seed:"); ok {
		n, err := strconv.ParseUint(digits, 10, 64)
		if err != nil {
			return Policy{}, fmt.Errorf("the order %q needs a whole number from 0 to %d after the colon, as in seed:7", text, uint64(1<<64-1))
		}
		return Seed(n), nil
	}
	return Policy{}, fmt.Errorf("the order %q is unknown: a run has the orders declared, reverse and seed:<number>, or replays a file", text)
}

// String returns the policy as [ParsePolicy] reads it; a replay as the word alone.
func (p Policy) String() string {
	if p.kind == seeded {
		return "seed:" + strconv.FormatUint(p.seed, 10)
	}
	return nameOf(int(p.kind), "declared", "reverse", "seed", "replay")
}

// Chooser returns a chooser for one run.
func (p Policy) Chooser() Chooser {
	switch p.kind {
	case reverse:
		return fixed{last: true}
	case seeded:
		return &drawn{rand.New(rand.NewPCG(p.seed, 0))}
	case replay:
		return &follower{choices: p.choices}
	}
	return fixed{}
}

type fixed struct{ last bool }

func (f fixed) Choose(point Point) (int, error) {
	if f.last {
		return len(point.Due) - 1, nil
	}
	return 0, nil
}

func (f fixed) Finish(int) error { return nil }

type drawn struct{ source *rand.Rand }

func (d *drawn) Choose(point Point) (int, error) {
	return int(d.source.Uint32N(uint32(len(point.Due)))), nil
}

func (d *drawn) Finish(int) error { return nil }

// Choice is what was done at a choice point.
type Choice struct {
	Step int // number of the operation, from 1
	Took Label
	Of   []Label // two or more, in declared order; Took is one of them
}

// Made says whether there was anything to choose.
func (c *Choice) Made() bool { return len(c.Of) > 1 }

// String returns the choice as replays write it: step 1: 2@act-o2 first of 1@sch-desat, 2@act-o2.
func (c *Choice) String() string { return string(c.append(nil)) }

func (c *Choice) append(b []byte) []byte {
	b = strconv.AppendInt(append(b, "step "...), int64(c.Step), 10)
	b = c.Took.append(append(b, ": "...))
	b = append(b, " first of "...)
	for i, l := range c.Of {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = l.append(b)
	}
	return b
}

func (l Label) append(b []byte) []byte {
	return append(append(strconv.AppendInt(b, int64(l.Rank), 10), '@'), l.ID...)
}

// noChoice is what a run without choice points writes in place of choices.
const noChoice = "no choice points"

// FormatChoices writes choices one a line; "no choice points" where there is none.
func FormatChoices(choices []Choice) string {
	if len(choices) == 0 {
		return noChoice
	}
	var b []byte
	for i := range choices {
		if i > 0 {
			b = append(b, '\n')
		}
		b = choices[i].append(b)
	}
	return string(b)
}

// ParseChoices reads what [FormatChoices] writes, up to the first blank line; choices may also be joined by "; ". Blank
// text is an error: it is no recording. The error names the line.
func ParseChoices(text string) ([]Choice, error) {
	var choices []Choice
	text = strings.TrimSpace(text)
	if text == noChoice {
		return nil, nil
	}
	for i, line := range strings.Split(text, "\n") {
		if i > 0 && strings.TrimSpace(line) == "" {
			break
		}
		for part := range strings.SplitSeq(strings.TrimSuffix(line, "\r"), "; ") {
			c, err := parseChoice(part)
			if err != nil {
				return nil, fmt.Errorf("line %d, %q, is no choice: %w; it needs the form step 1: 2@b first of 1@a, 2@b", i+1, shorten(part), err)
			}
			if n := len(choices); n > 0 && choices[n-1].Step >= c.Step {
				return nil, fmt.Errorf("line %d speaks of step %d after step %d; steps go up", i+1, c.Step, choices[n-1].Step)
			}
			choices = append(choices, c)
		}
	}
	return choices, nil
}

func parseChoice(text string) (Choice, error) {
	rest, ok := strings.CutPrefix(text, "step ")
	number, rest, colon := strings.Cut(rest, ": ")
	step, err := strconv.Atoi(number)
	if !ok || !colon || err != nil || step < 1 {
		return Choice{}, errors.New("it does not begin with a step and its number")
	}
	first, of, found := strings.Cut(rest, " first of ")
	if !found {
		return Choice{}, errors.New(`it has no "first of"`)
	}
	c := Choice{Step: step}
	if c.Took, ok = parseLabel(first); !ok {
		return Choice{}, fmt.Errorf("%q is no operation", shorten(first))
	}
	for l := range strings.SplitSeq(of, ", ") {
		label, ok := parseLabel(l)
		if !ok {
			return Choice{}, fmt.Errorf("%q is no operation", shorten(l))
		}
		c.Of = append(c.Of, label)
	}
	switch {
	case len(c.Of) < 2:
		return Choice{}, errors.New("there is one operation alone to choose from")
	case !slices.Contains(c.Of, c.Took):
		return Choice{}, fmt.Errorf("%s is none of those to choose from", c.Took)
	}
	return c, nil
}

func parseLabel(text string) (Label, bool) {
	rank, id, ok := strings.Cut(text, "@")
	n, err := strconv.Atoi(rank)
	return Label{n, id}, ok && err == nil && n >= 1 && id != ""
}

// shorten cuts a quoted text to a length that a message can bear.
func shorten(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

// ReplayError tells where a run left its recording.
type ReplayError struct {
	Move   int    // number of the recorded choice, from 1
	Choice Choice // the recorded choice
	Faced  string // what the run met
}

// Error says what was recorded and what was met.
func (e *ReplayError) Error() string {
	return fmt.Sprintf("replay refused: move %d (%s): %s", e.Move, shorten(e.Choice.String()), e.Faced)
}

// follower takes recorded choices.
type follower struct {
	choices []Choice
	next    int
}

func (f *follower) Choose(point Point) (int, error) {
	if f.next == len(f.choices) {
		return len(point.Due) - 1, nil
	}
	c := f.choices[f.next]
	faced := Choice{Step: point.Step, Of: point.Due}
	if c.Step != point.Step || !sameLabels(c.Of, point.Due) {
		return 0, &ReplayError{f.next + 1, c, fmt.Sprintf("the run is at step %d, where the choice is among %s", point.Step, shorten(faced.among()))}
	}
	f.next++
	return slices.Index(point.Due, c.Took), nil
}

func (f *follower) Finish(operations int) error {
	if f.next < len(f.choices) {
		return &ReplayError{f.next + 1, f.choices[f.next], fmt.Sprintf("the run ended after %d operations without this choice", operations)}
	}
	return nil
}

// among lists what there was to choose from.
func (c *Choice) among() string {
	var b []byte
	for i, l := range c.Of {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = l.append(b)
	}
	return string(b)
}

// sameLabels says whether two lists hold the same labels, in any order.
func sameLabels(a, b []Label) bool {
	if len(a) != len(b) {
		return false
	}
	byRank := func(x, y Label) int { return x.Rank - y.Rank }
	a, b = slices.Clone(a), slices.Clone(b)
	slices.SortFunc(a, byRank)
	slices.SortFunc(b, byRank)
	return slices.Equal(a, b)
}
