package scenario

import (
	"fmt"
	"slices"
	"strings"
)

// Explain tells the run as a story for people: every operation with its reasons and changes, the arrival of trends, and
// the end. It speaks of elements by their ids.
func (r *Result) Explain() string {
	var b strings.Builder
	next := 0
	arrive := func(until Instant) {
		for ; next < len(r.Arrivals) && r.Arrivals[next].At <= until; next++ {
			a := &r.Arrivals[next]
			t := Target{VariableSort, a.Variable}
			fmt.Fprintf(&b, "At %s %s arrives at %s.\n", a.At, r.program.def.id(t), r.program.def.Quantity(t, a.Value))
		}
	}
	for i := range r.Trace {
		arrive(r.Trace[i].At)
		r.explainStep(&b, &r.Trace[i])
	}
	arrive(r.End.At)
	for _, l := range r.Late {
		fmt.Fprintf(&b, "%s is not performed: %s is after the end.\n", r.program.def.Actions[l.Action].ID, l.At)
	}
	r.explainEnd(&b)
	return b.String()
}

// ExplainStep tells one operation: a line with its verdict and reasons, and an indented line an effect or outcome that
// was passed over.
func (r *Result) ExplainStep(step *Step) string {
	var b strings.Builder
	r.explainStep(&b, step)
	return b.String()
}

func (r *Result) explainStep(b *strings.Builder, step *Step) {
	d := r.program.def
	fmt.Fprintf(b, "At %s %s %s", step.At, step.Label.ID, nameOf(int(step.Verdict), "fires", "is skipped", "is performed", "is refused"))
	if step.Choice.Made() {
		others := make([]string, 0, len(step.Choice.Of)-1)
		for _, l := range step.Choice.Of {
			if l != step.Choice.Took {
				others = append(others, l.ID)
			}
		}
		fmt.Fprintf(b, ", taken before %s", wordList(firstFew(others)))
	}
	if reasons := r.Reasons(step, Absent); reasons != "" {
		b.WriteString(": " + reasons)
	}
	b.WriteString(".\n")
	if step.Sort == ActionOperation && step.Verdict == Performs {
		for i := range d.Actions[step.Index].Outcomes {
			taken, reasons := slices.Contains(step.Outcomes, i), r.Reasons(step, i)
			switch {
			case !taken:
				fmt.Fprintf(b, "  Outcome %s is passed over: %s.\n", d.Actions[step.Index].Outcomes[i].ID, reasons)
			case reasons != "":
				fmt.Fprintf(b, "  Outcome %s is taken: %s.\n", d.Actions[step.Index].Outcomes[i].ID, reasons)
			}
		}
	}
	for i := range step.Changes {
		fmt.Fprintf(b, "  %s.\n", r.explainChange(&step.Changes[i]))
	}
}

// Reasons says of the gate ([Absent]) or of an outcome which conditions hold, or which do not and why.
func (r *Result) Reasons(step *Step, outcome int) string {
	var held, failed []string
	for i := range step.Checks {
		c := &step.Checks[i]
		switch {
		case c.Outcome != outcome:
		case c.Holds:
			held = append(held, r.program.def.Conditions[c.Condition].ID)
		default:
			failed = append(failed, r.why(c))
		}
	}
	switch {
	case len(failed) > 0:
		return strings.Join(firstFew(failed), "; ")
	case len(held) == 1:
		return held[0] + " holds"
	case len(held) > 1:
		return wordList(firstFew(held)) + " hold"
	}
	return ""
}

// why says which predicates of a condition failed: low does not hold (spo2 is 96 %, needed: below 90 %).
func (r *Result) why(c *Check) string {
	d := r.program.def
	condition := &d.Conditions[c.Condition]
	var parts []string
	for i, found := range c.Readings {
		if q := &condition.All[i]; !found.Holds {
			need := nameOf(int(q.Operator), "", "not ", "below ", "at most ", "above ", "at least ")
			parts = append(parts, fmt.Sprintf("%s is %s, needed: %s%s", d.id(q.Target), d.Quantity(q.Target, found.Found), need, d.Quantity(q.Target, q.Value)))
		}
	}
	return fmt.Sprintf("%s does not hold (%s)", condition.ID, strings.Join(firstFew(parts), "; "))
}

func (r *Result) explainChange(c *Change) string {
	d := r.program.def
	e := &d.Effects[c.Effect]
	target := d.id(e.Target)
	var s string
	switch e.Kind {
	case SetVariable:
		s = fmt.Sprintf("%s sets %s from %s to %s", e.ID, target, d.Quantity(e.Target, c.From), d.Quantity(e.Target, c.To))
	case TrendVariable:
		verb := "trends"
		if e.Interpolation == "step" {
			verb = "steps"
		}
		s = fmt.Sprintf("%s %s %s from %s to %s over %s s, to arrive at %s", e.ID, verb, target, d.Quantity(e.Target, c.From),
			d.Quantity(e.Target, c.To), e.Duration, c.Arrives)
	case SetFlag:
		s = fmt.Sprintf("%s sets %s from %s to %s", e.ID, target, c.From, c.To)
	case Reveal:
		s = fmt.Sprintf("%s reveals %s", e.ID, target)
	case CancelEvent:
		s = fmt.Sprintf("%s cancels %s", e.ID, target)
	case SetMonitorConnection:
		verb := "disconnects"
		if c.To.Truth {
			verb = "connects"
		}
		s = fmt.Sprintf("%s %s %s of %s", e.ID, verb, e.Channel, target)
	}
	if note := r.note(c); note != "" {
		s += ": " + note
	}
	return s
}

// note says what is out of the ordinary about a change, or nothing.
func (r *Result) note(c *Change) string {
	d := r.program.def
	e := &d.Effects[c.Effect]
	switch {
	case c.Replaced.Trend:
		t := &c.Replaced
		return fmt.Sprintf("this ends the trend to %s that began at %s", d.Quantity(e.Target, Number(t.Target)), t.From)
	case !c.Idle:
		return ""
	}
	switch e.Kind {
	case Reveal:
		return "nothing changes, it is revealed already"
	case CancelEvent:
		return fmt.Sprintf("nothing changes, it is %s already", c.Was)
	case SetMonitorConnection:
		if c.To.Truth {
			return "nothing changes, it is connected already"
		}
		return "nothing changes, it is not connected"
	}
	return "nothing changes, it has this value already"
}

// explainEnd says what ends otherwise than it began.
func (r *Result) explainEnd(b *strings.Builder) {
	d := r.program.def
	fmt.Fprintf(b, "The run ends at %s.\n", r.End.At)
	for i := range d.Variables {
		t := Target{VariableSort, i}
		start, end := r.start.Courses[i].Start, r.End.Variable(i)
		if !start.Equal(end) {
			fmt.Fprintf(b, "  %s is %s; it was %s.\n", d.Variables[i].ID, d.Quantity(t, end), d.Quantity(t, start))
		}
	}
	for i := range d.Flags {
		if start, end := r.start.Flags[i], r.End.Flags[i]; start != end {
			fmt.Fprintf(b, "  %s is %t; it was %t.\n", d.Flags[i].ID, end, start)
		}
	}
	for i := range d.Schedules {
		if r.End.Schedules[i] == Pending {
			fmt.Fprintf(b, "  %s did not come due: it is planned for %s.\n", d.Schedules[i].ID, r.program.at[i])
		}
	}
}

// firstFew cuts a list of words to a length that a line can bear.
func firstFew(words []string) []string {
	const most = 6
	if len(words) <= most {
		return words
	}
	return append(slices.Clone(words[:most-1]), fmt.Sprintf("%d more", len(words)-most+1))
}
