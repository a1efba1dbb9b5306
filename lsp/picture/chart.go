package picture

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/eval/scenario"
)

// Chart is a run of a scenario over time. Times are seconds.
type Chart struct {
	Title  string  `json:"title"`          // of the document, for people
	Note   string  `json:"note,omitempty"` // what the run is
	End    float64 `json:"end"`
	Curves []Curve `json:"curves"`
	Bands  []Band  `json:"bands"`
	Marks  []Mark  `json:"marks"` // in time order
}

// Curve is how a variable went: straight lines between points, of which two may stand at one time.
type Curve struct {
	Address string  `json:"id"`
	Name    string  `json:"name"`
	Unit    string  `json:"unit,omitempty"`
	Points  []Point `json:"points"`
	Last    string  `json:"last"` // the value at the end, exactly
	Limits  []Limit `json:"limits,omitempty"`
	Line    int     `json:"-"` // of the document, from 0, or NoLine; here and below
}

// Point is a value at a time.
type Point struct {
	At    float64 `json:"at"`
	Value float64 `json:"value"`
}

// Limit is a value that a condition compares a variable with.
type Limit struct {
	Value float64 `json:"value"`
	Text  string  `json:"text"` // the predicate in words
}

// Band tells when something was on.
type Band struct {
	Address string    `json:"id"`
	Kind    string    `json:"kind"` // flag, monitor, revealed, boolean
	Name    string    `json:"name"`
	On      []Stretch `json:"on"`
	Line    int       `json:"-"`
}

// Stretch is a time during which something was on.
type Stretch struct {
	From float64 `json:"from"`
	To   float64 `json:"to"`
}

// Mark is something that happened, or was to happen, at a time.
type Mark struct {
	Address string  `json:"id"`
	Kind    Kind    `json:"kind"` // Schedule or Action
	Name    string  `json:"name"`
	Verdict string  `json:"verdict"` // fired, skipped, cancelled; performed, refused
	At      float64 `json:"at"`
	Text    string  `json:"text"` // the story of it, in sentences
	Line    int     `json:"-"`
}

// did tells whether it changed anything.
func (m *Mark) did() bool {
	return m.Verdict == scenario.Fires.String() || m.Verdict == scenario.Performs.String()
}

// Timeline draws a run: the curve of each variable, when flags were set, and what happened when.
func Timeline(r *scenario.Result, notes Notes) *Chart {
	d := r.Program().Definition()
	c := &Chart{Title: notes.Title, End: seconds(r.End.At), Curves: []Curve{}, Bands: []Band{}, Marks: []Mark{}}
	if title := d.Title; title != "" {
		c.Title = title
	}
	for i := range d.Variables {
		v := &d.Variables[i]
		if v.Truth {
			c.Bands = append(c.Bands, truthBand(r, i, &notes))
			continue
		}
		c.Curves = append(c.Curves, curve(r, i, &notes))
	}
	c.flagBands(r, &notes)
	c.marks(r, &notes)
	if notes.Run != "" {
		c.Note = "run: " + notes.Run
	}
	if n := len(r.Late); n > 0 {
		c.Note = strings.TrimPrefix(c.Note+" · "+counted(n, "action")+" after the end", " · ")
	}
	return c
}

func seconds(t scenario.Instant) float64 { return t.Seconds().Float64() }

func elementAddress(section, id string) string { return section + "." + id }

func lineAt(notes *Notes, address string) int {
	if notes.Line != nil {
		if line, ok := notes.Line(address); ok {
			return line
		}
	}
	return NoLine
}

// named is what people call an element.
func named(name, id string) string {
	if name != "" {
		return name
	}
	return id
}

func curve(r *scenario.Result, i int, notes *Notes) Curve {
	d := r.Program().Definition()
	v := &d.Variables[i]
	address := elementAddress("variables", v.ID)
	c := Curve{Points: []Point{}, Address: address, Name: named(v.Name, v.ID), Unit: v.Unit, Line: lineAt(notes, address), Last: r.End.Variable(i).String()}
	add := func(at scenario.Instant, value scenario.Value) {
		if value.Kind == scenario.NumberValue {
			p := Point{seconds(at), value.Number.Float64()}
			if n := len(c.Points); n == 0 || c.Points[n-1] != p {
				c.Points = append(c.Points, p)
			}
		}
	}
	courses := r.Courses(i)
	for k := range courses {
		course, until := &courses[k], r.End.At
		if k+1 < len(courses) {
			until = courses[k+1].From
		}
		add(course.From, course.Start)
		switch {
		case course.Trend && !course.Step:
			add(until, course.At(until))
		default: // a step comes with the course that follows
			add(until, course.Start)
		}
		if course.Trend && course.Step && until == course.Arrives {
			add(until, course.At(until))
		}
	}
	seen := map[string]bool{}
	for k := range d.Conditions {
		for j := range d.Conditions[k].All {
			q := &d.Conditions[k].All[j]
			if q.Target != (scenario.Target{Sort: scenario.VariableSort, Index: i}) || q.Value.Kind != scenario.NumberValue {
				continue
			}
			if text := d.DescribePredicate(q); !seen[text] {
				seen[text] = true
				c.Limits = append(c.Limits, Limit{q.Value.Number.Float64(), text})
			}
		}
	}
	return c
}

// truthBand is a boolean variable, which does not change.
func truthBand(r *scenario.Result, i int, notes *Notes) Band {
	v := &r.Program().Definition().Variables[i]
	address := elementAddress("variables", v.ID)
	b := Band{On: []Stretch{}, Address: address, Kind: "boolean", Name: named(v.Name, v.ID), Line: lineAt(notes, address)}
	if value := r.End.Variable(i); value.Truth {
		b.On = []Stretch{{0, seconds(r.End.At)}}
	}
	return b
}

// switching follows things that are on or off through a run.
type switching struct {
	band  Band
	on    bool
	since float64
	moved bool
}

func (s *switching) turn(on bool, at float64) {
	if on == s.on {
		return
	}
	s.moved = true
	if s.on && at > s.since {
		s.band.On = append(s.band.On, Stretch{s.since, at})
	}
	s.on, s.since = on, at
}

// flagBands follows flags, the channels of monitors, and what is revealed. Of the latter two only what changed in the
// run is shown.
func (c *Chart) flagBands(r *scenario.Result, notes *Notes) {
	d, start := r.Program().Definition(), r.Start()
	channels := r.Program().Channels()
	flags, monitor, entries := make([]switching, len(d.Flags)), make([]switching, len(channels)), make([]switching, len(d.Entries))
	for i := range d.Flags {
		address := elementAddress("flags", d.Flags[i].ID)
		flags[i] = switching{band: Band{On: []Stretch{}, Address: address, Kind: "flag", Name: named(d.Flags[i].Name, d.Flags[i].ID), Line: lineAt(notes, address)}, on: start.Flags[i]}
	}
	for i, ch := range channels {
		address := elementAddress("patients", d.Patients[ch.Patient].ID)
		monitor[i] = switching{band: Band{On: []Stretch{}, Address: address, Kind: "monitor", Name: named(d.Patients[ch.Patient].Name, d.Patients[ch.Patient].ID) + " · " + ch.Name, Line: lineAt(notes, address)}, on: start.Monitor[i]}
	}
	for i := range d.Entries {
		address := elementAddress(d.Entries[i].Section.String(), d.Entries[i].ID)
		entries[i] = switching{band: Band{On: []Stretch{}, Address: address, Kind: "revealed", Name: d.Entries[i].ID, Line: lineAt(notes, address)}, on: start.Revealed[i]}
	}
	for i := range r.Trace {
		at := seconds(r.Trace[i].At)
		for _, change := range r.Trace[i].Changes {
			e := &d.Effects[change.Effect]
			switch e.Kind {
			case scenario.SetFlag:
				flags[e.Target.Index].turn(e.Value.Truth, at)
			case scenario.Reveal:
				entries[e.Target.Index].turn(true, at)
			case scenario.SetMonitorConnection:
				k := slices.Index(channels, scenario.MonitorChannel{Patient: e.Target.Index, Name: e.Channel})
				if k >= 0 {
					monitor[k].turn(e.Value.Truth, at)
				}
			}
		}
	}
	for _, list := range []struct {
		of  []switching
		all bool
	}{{flags, true}, {monitor, false}, {entries, false}} {
		for i := range list.of {
			s := &list.of[i]
			if !s.moved && !list.all {
				continue
			}
			if s.on {
				s.band.On = append(s.band.On, Stretch{s.since, c.End})
			}
			c.Bands = append(c.Bands, s.band)
		}
	}
}

func (c *Chart) marks(r *scenario.Result, notes *Notes) {
	d := r.Program().Definition()
	for i := range r.Trace {
		step := &r.Trace[i]
		m := Mark{Kind: Schedule, Verdict: step.Verdict.String(), At: seconds(step.At), Text: strings.TrimSpace(r.ExplainStep(step))}
		if step.Sort == scenario.ActionOperation {
			m.Kind, m.Name, m.Address = Action, named(d.Actions[step.Index].Label, d.Actions[step.Index].ID), elementAddress("actions", d.Actions[step.Index].ID)
		} else {
			m.Name, m.Address = d.Schedules[step.Index].ID, elementAddress("schedules", d.Schedules[step.Index].ID)
		}
		m.Line = lineAt(notes, m.Address)
		c.Marks = append(c.Marks, m)
	}
	for i := range d.Schedules {
		state, by := r.Schedule(i)
		at := d.Schedules[i].At
		if state != scenario.Cancelled || by == nil || at.Kind != scenario.NumberValue || at.Number.Float64() > c.End {
			continue
		}
		address := elementAddress("schedules", d.Schedules[i].ID)
		c.Marks = append(c.Marks, Mark{Address: address, Kind: Schedule, Name: d.Schedules[i].ID, Verdict: state.String(), At: at.Number.Float64(),
			Text: fmt.Sprintf("%s was cancelled at %s by %s.", d.Schedules[i].ID, by.At, by.Label.ID), Line: lineAt(notes, address)})
	}
	slices.SortStableFunc(c.Marks, func(a, b Mark) int {
		switch {
		case a.At < b.At:
			return -1
		case a.At > b.At:
			return 1
		}
		return 0
	})
}

// JSON writes the chart for programs, with "version":1 before the members of [Chart]. Values of curves are rounded to
// what a drawing needs; the exact run is that of "lsp eval".
func (c *Chart) JSON() ([]byte, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	err := out.Encode(struct {
		Version int `json:"version"`
		*Chart
	}{1, c})
	return bytes.TrimSpace(b.Bytes()), err
}
