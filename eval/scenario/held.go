package scenario

import "context"

// Interval is a stretch of time in which something holds: from From on, and no longer at To. Where it still holds at the
// end of the run, To is that end and Lasts is set.
type Interval struct {
	From, To Instant
	Lasts    bool
}

// Held returns when a condition held, exactly: trends are followed between operations, to the nanosecond. An instant
// counts by the state it ends in, after all that happens then. Operations ask the condition earlier, of their own
// snapshots; see [Step.Checks] for those. The error is the context's.
func (r *Result) Held(ctx context.Context, condition int) ([]Interval, error) {
	end := r.End.At + 1 // the first instant that is not part of the run
	held := []span{{0, end}}
	for i := range r.program.def.Conditions[condition].All {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q := &r.program.def.Conditions[condition].All[i]
		if q.Target.Sort == FlagSort {
			held = intersect(held, r.flagSpans(q, end))
		} else {
			held = intersect(held, r.variableSpans(q, end))
		}
	}
	intervals := make([]Interval, len(held))
	for i, s := range held {
		intervals[i] = Interval{From: s.from, To: s.to}
		if s.to == end {
			intervals[i].To, intervals[i].Lasts = r.End.At, true
		}
	}
	return intervals, nil
}

// span is the instants from from to before to.
type span struct{ from, to Instant }

// spans is a list of spans in order that do not touch.
type spans []span

// add appends a span that begins where the last one ended, or later.
func (s spans) add(from, to Instant) spans {
	if from >= to {
		return s
	}
	if n := len(s); n > 0 && s[n-1].to == from {
		s[n-1].to = to
		return s
	}
	return append(s, span{from, to})
}

func intersect(a, b spans) spans {
	var both spans
	for i, j := 0, 0; i < len(a) && j < len(b); {
		both = both.add(max(a[i].from, b[j].from), min(a[i].to, b[j].to))
		if a[i].to < b[j].to {
			i++
		} else {
			j++
		}
	}
	return both
}

func (r *Result) flagSpans(q *Predicate, end Instant) spans {
	var found spans
	from, set := Instant(0), r.start.Flags[q.Target.Index]
	for _, t := range r.toggles[q.Target.Index] {
		if q.accepts(Truth(set)) {
			found = found.add(from, t.from)
		}
		from, set = t.from, t.set
	}
	if q.accepts(Truth(set)) {
		found = found.add(from, end)
	}
	return found
}

func (r *Result) variableSpans(q *Predicate, end Instant) spans {
	var found spans
	course := r.start.Courses[q.Target.Index]
	for _, next := range r.courses[q.Target.Index] {
		found = q.spans(found, &course, course.From, next.From)
		course = next
	}
	return q.spans(found, &course, course.From, end)
}

// spans appends the instants from from to before to at which the predicate accepts the value of a course. On a course
// values rise, fall or stay, so that three spans at most compare alike with the predicate's value, and the instants
// where they meet are found by halving.
func (q *Predicate) spans(found spans, c *Course, from, to Instant) spans {
	if from >= to {
		return found
	}
	first, last := c.At(from), c.At(to-1)
	if first.Kind != NumberValue || first.Equal(last) {
		if q.accepts(first) {
			found = found.add(from, to)
		}
		return found
	}
	direction := last.Number.Cmp(first.Number)
	reaches := func(least int) Instant { // the first instant that compares so in the course's direction
		a, b := from, to
		for a < b {
			t := a + (b-a)/2
			if c.At(t).Number.Cmp(q.Value.Number)*direction < least {
				a = t + 1
			} else {
				b = t
			}
		}
		return a
	}
	meets, passes := reaches(0), reaches(1)
	for _, part := range [...]span{{from, meets}, {meets, passes}, {passes, to}} {
		if part.from < part.to && q.accepts(c.At(part.from)) {
			found = found.add(part.from, part.to)
		}
	}
	return found
}
