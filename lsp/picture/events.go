package picture

import (
	"fmt"

	"github.com/scenariolsp/lsp/eval/scenario"
)

// Events draws the event graph of a scenario: which condition lets which schedule or action happen, which effects these
// have, and what the effects change. r, which may be nil, is a run of it: then the graph shows what happened.
func Events(p *scenario.Program, r *scenario.Result, notes Notes) *Graph {
	d := p.Definition()
	e := &events{g: &Graph{Title: notes.Title}, d: d, r: r, notes: &notes, known: map[[2]int]bool{},
		asked: make([]bool, len(d.Conditions)), applied: make([]bool, len(d.Effects)), performed: make([]tally, len(d.Actions))}
	e.happened()
	if d.Title != "" {
		e.g.Title = d.Title
	}
	if r != nil {
		e.g.Note = "after " + r.End.At.String()
	}
	e.nodes()
	e.operations()
	for i := range d.Effects {
		e.edge(e.effects+i, e.target(d.Effects[i].Target), Writes, e.applied[i], d.Effects[i].Kind == scenario.CancelEvent)
	}
	written := map[int]bool{}
	for _, edge := range e.g.Edges {
		if edge.Kind == Writes {
			written[edge.To] = true
		}
	}
	for i := range d.Conditions {
		for _, q := range d.Conditions[i].All {
			from := e.target(q.Target)
			e.edge(from, e.conditions+i, Reads, e.asked[i], written[from])
		}
	}
	return e.g.pruned()
}

// events is an event graph in the making. The nodes of each collection follow each other, from the index kept here.
type events struct {
	g     *Graph
	d     *scenario.Definition
	r     *scenario.Result
	notes *Notes
	known map[[2]int]bool // edges

	asked, applied []bool // by condition and by effect: whether the run came to it
	performed      []tally

	conditions, schedules, actions, effects, variables, flags, entries, patients int
}

func (e *events) add(kind Kind, section, id, name, form string) *Node {
	n := node(kind, elementAddress(section, id), name, e.notes)
	n.Form = form
	e.g.Nodes = append(e.g.Nodes, n)
	return &e.g.Nodes[len(e.g.Nodes)-1]
}

// nodes adds everything that is declared.
func (e *events) nodes() {
	d := e.d
	e.conditions = len(e.g.Nodes)
	for i := range d.Conditions {
		n := e.add(Condition, "conditions", d.Conditions[i].ID, d.Conditions[i].ID, d.DescribeCondition(i))
		if e.r != nil && !e.asked[i] {
			n.Status = Idle
		}
	}
	e.schedules = len(e.g.Nodes)
	for i := range d.Schedules {
		s := &d.Schedules[i]
		n := e.add(Schedule, "schedules", s.ID, s.ID, "schedule · at "+s.At.String()+" s")
		if e.r != nil {
			state, _ := e.r.Schedule(i)
			n.Value, n.Status = state.String(), Valued
			if state != scenario.Fired {
				n.Status = Idle
			}
		}
	}
	e.actions = len(e.g.Nodes)
	for i := range d.Actions {
		a := &d.Actions[i]
		n := e.add(Action, "actions", a.ID, named(a.Label, a.ID), "action · "+counted(len(a.Outcomes), "outcome"))
		if e.r != nil {
			n.Value, n.Status = e.performed[i].String(), Valued
			if n.Value == "" {
				n.Status = Idle
			}
		}
	}
	e.effects = len(e.g.Nodes)
	for i := range d.Effects {
		n := e.add(Effect, "effects", d.Effects[i].ID, d.Effects[i].ID, d.DescribeEffect(i))
		if e.r != nil && !e.applied[i] {
			n.Status = Idle
		}
	}
	e.variables = len(e.g.Nodes)
	for i := range d.Variables {
		v := &d.Variables[i]
		n := e.add(Variable, "variables", v.ID, named(v.Name, v.ID), v.Unit)
		if e.r != nil {
			n.Value, n.Status = e.r.End.Variable(i).String(), Valued
		}
	}
	e.flags = len(e.g.Nodes)
	for i := range d.Flags {
		n := e.add(Flag, "flags", d.Flags[i].ID, named(d.Flags[i].Name, d.Flags[i].ID), "")
		if e.r != nil {
			n.Value, n.Status = fmt.Sprint(e.r.End.Flags[i]), Valued
		}
	}
	e.entries = len(e.g.Nodes)
	for i := range d.Entries {
		n := e.add(Entry, d.Entries[i].Section.String(), d.Entries[i].ID, d.Entries[i].ID, d.Entries[i].Section.String())
		if e.r != nil && e.r.End.Revealed[i] {
			n.Value, n.Status = "revealed", Valued
		}
	}
	e.patients = len(e.g.Nodes)
	for i := range d.Patients {
		e.add(Patient, "patients", d.Patients[i].ID, named(d.Patients[i].Name, d.Patients[i].ID), "")
	}
}

// operations adds what conditions gate and operations do. A condition of one outcome gates the effects of that outcome.
func (e *events) operations() {
	d := e.d
	for i := range d.Schedules {
		s, n := &d.Schedules[i], e.schedules+i
		fired := e.r != nil && e.r.End.Schedules[i] == scenario.Fired
		for _, c := range s.Conditions {
			e.edge(e.conditions+c, n, Gates, fired, false)
		}
		for _, effect := range s.Effects {
			e.edge(n, e.effects+effect, Does, fired, false)
		}
	}
	for i := range d.Actions {
		a, n := &d.Actions[i], e.actions+i
		done := e.performed[i].outcomes
		for _, c := range a.Conditions {
			e.edge(e.conditions+c, n, Gates, e.performed[i].done > 0, false)
		}
		for k := range a.Outcomes {
			for _, effect := range a.Outcomes[k].Effects {
				e.edge(n, e.effects+effect, Does, done[k], false)
				for _, c := range a.Outcomes[k].Conditions {
					e.edge(e.conditions+c, e.effects+effect, Gates, done[k], false)
				}
			}
		}
	}
}

// edge adds an edge, once.
func (e *events) edge(from, to int, kind EdgeKind, used, feeds bool) {
	if from < 0 || to < 0 {
		return
	}
	if e.known[[2]int{from, to}] {
		return
	}
	e.known[[2]int{from, to}] = true
	e.g.Edges = append(e.g.Edges, Edge{From: from, To: to, Kind: kind, Used: used, feeds: feeds})
}

// target is the node of what a predicate or an effect names.
func (e *events) target(t scenario.Target) int {
	switch t.Sort {
	case scenario.VariableSort:
		return e.variables + t.Index
	case scenario.FlagSort:
		return e.flags + t.Index
	case scenario.EntrySort:
		return e.entries + t.Index
	case scenario.ScheduleSort:
		return e.schedules + t.Index
	case scenario.PatientSort:
		return e.patients + t.Index
	}
	return -1
}

// tally is how often an action was tried in a run.
type tally struct {
	done, refused int
	outcomes      map[int]bool // those that were reached
}

// String says it in words; empty where it was not tried.
func (t tally) String() string {
	switch {
	case t.done == 0 && t.refused == 0:
		return ""
	case t.refused == 0:
		return "performed" + times(t.done)
	case t.done == 0:
		return "refused" + times(t.refused)
	}
	return fmt.Sprintf("performed%s, refused%s", times(t.done), times(t.refused))
}

func times(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(" %d times", n)
}

// happened gathers from the trace what the run came to.
func (e *events) happened() {
	if e.r == nil {
		return
	}
	for i := range e.r.Trace {
		step := &e.r.Trace[i]
		for k := range step.Checks {
			e.asked[step.Checks[k].Condition] = true
		}
		for k := range step.Changes {
			e.applied[step.Changes[k].Effect] = true
		}
		if step.Sort != scenario.ActionOperation {
			continue
		}
		t := &e.performed[step.Index]
		if step.Verdict != scenario.Performs {
			t.refused++
			continue
		}
		t.done++
		for _, o := range step.Outcomes {
			if t.outcomes == nil {
				t.outcomes = map[int]bool{}
			}
			t.outcomes[o] = true
		}
	}
}

// pruned leaves out the variables, flags, entries and patients that no event reads or changes.
func (g *Graph) pruned() *Graph {
	kept := &Graph{Title: g.Title, Note: g.Note}
	touched := make([]bool, len(g.Nodes))
	for _, e := range g.Edges {
		touched[e.From], touched[e.To] = true, true
	}
	at := make([]int, len(g.Nodes))
	for i := range g.Nodes {
		if touched[i] || g.Nodes[i].Kind < Variable {
			at[i] = len(kept.Nodes)
			kept.Nodes = append(kept.Nodes, g.Nodes[i])
		}
	}
	for _, e := range g.Edges {
		e.From, e.To = at[e.From], at[e.To]
		kept.Edges = append(kept.Edges, e)
	}
	return kept
}

// unrolled is the graph as it is drawn, from left to right. What leads back in it, as an effect on what a condition
// reads, leads to a copy of the node instead: on the left of what is read, on the right of what is changed.
func (g *Graph) unrolled() *Graph {
	out := &Graph{Title: g.Title, Note: g.Note, Nodes: g.Nodes[:len(g.Nodes):len(g.Nodes)], Edges: make([]Edge, len(g.Edges))}
	copies := map[int]int{}
	copyOf := func(i int) int {
		at, ok := copies[i]
		if !ok {
			at = len(out.Nodes)
			copies[i] = at
			n := &g.Nodes[i]
			out.Nodes = append(out.Nodes, Node{Address: n.Address, Kind: n.Kind, Name: n.Name, Line: n.Line, again: true})
		}
		return at
	}
	for i, e := range g.Edges {
		switch {
		case e.feeds && e.Kind == Reads:
			e.From, e.feeds = copyOf(e.From), false
		case e.feeds:
			e.To, e.feeds = copyOf(e.To), false
		}
		out.Edges[i] = e
	}
	return out
}

// ranks are the layers of an event graph: what is read, conditions, operations, effects, what is changed; nil for other
// graphs.
func (g *Graph) ranks() []int {
	ranks := make([]int, len(g.Nodes))
	written := make([]bool, len(g.Nodes))
	for _, e := range g.Edges {
		if e.Kind == Writes {
			written[e.To] = true
		}
	}
	for i := range g.Nodes {
		switch g.Nodes[i].Kind {
		case Input, Decision, Function:
			return nil
		case Condition:
			ranks[i] = 1
		case Schedule, Action:
			ranks[i] = 2
		case Effect:
			ranks[i] = 3
		}
		if written[i] {
			ranks[i] = 4
		}
	}
	return ranks
}
