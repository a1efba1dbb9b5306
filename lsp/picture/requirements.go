package picture

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// Run is an evaluation of a model. Its zero value is none.
type Run struct {
	State   string         // what people call the state; empty where the model ran without one
	Inputs  *model.Inputs  // what the state gives
	Receipt *model.Receipt // nil where nothing could be evaluated
}

// Notes are what a document knows of the elements of a program. Any of them may be nil.
type Notes struct {
	Title    string
	Run      string                                   // what people call the run of a scenario
	Line     func(address string) (line int, ok bool) // from 0
	Text     func(address string) string
	Question func(id string) (sort string, ok bool)
	When     func(decision string, rule int) string
	Why      func(decision string, rule int) string
	Fault    func(decision string) string // the error that keeps a decision from running, or ""
}

// Requirements draws who reads what in a model: inputs, decisions and functions, and an edge from each to whoever reads
// it. The values are those of the run. It draws models with errors too, as far as they can be read.
func Requirements(p *model.Program, run Run, notes Notes) *Graph {
	g := &Graph{Title: notes.Title}
	if run.State != "" {
		g.Note = "state: " + run.State
	}
	units := p.Units()
	first := len(p.Inputs()) // the slots are those of the program
	for i, in := range p.Inputs() {
		n := node(Input, model.Address("inputs", in.Name), in.Name, &notes)
		if in.Type != nil {
			n.Type = in.Type.String()
			n.Form = n.Type
		}
		inputRun(&n, i, run, units)
		g.Nodes = append(g.Nodes, n)
	}
	for _, u := range units {
		kind, section := Decision, "decisions"
		if u.Function {
			kind, section = Function, "functions"
		}
		n := node(kind, model.Address(section, u.Name), u.Name, &notes)
		if u.Type != nil {
			n.Type = u.Type.String()
		}
		form(&n, u)
		if !u.Function {
			if notes.Question != nil {
				n.Question, _ = notes.Question(u.Name)
			}
			decisionRun(&n, u, p, run, &notes)
		}
		g.Nodes = append(g.Nodes, n)
	}
	for i, u := range units {
		for _, slot := range u.Reads {
			kind := Reads
			if p.Symbol(slot).Kind == feel.FunctionSymbol {
				kind = Calls
			}
			g.Edges = append(g.Edges, Edge{From: slot, To: first + i, Kind: kind, Used: wentAlong(u, &g.Nodes[slot], run)})
		}
	}
	return g
}

func node(kind Kind, address, name string, notes *Notes) Node {
	n := Node{Kind: kind, Address: address, Name: name, Line: NoLine}
	if notes.Line != nil {
		if line, ok := notes.Line(address); ok {
			n.Line = line
		}
	}
	if notes.Text != nil {
		n.Text = notes.Text(address)
	}
	return n
}

// form says how a unit is made.
func form(n *Node, u *model.Unit) {
	switch f := u.Form(); {
	case f.Table:
		n.Rules = f.Rules
		n.Form = fmt.Sprintf("table · %s · %s", f.Hit, counted(f.Rules, "rule"))
	case f.Expression != "":
		n.Form = f.Expression
	}
}

// inputRun puts onto an input what the state says of it.
func inputRun(n *Node, slot int, run Run, units []*model.Unit) {
	if run.Inputs != nil {
		if v, ok := run.Inputs.Get(n.Name); ok {
			n.Value, n.Status = v.String(), Valued
			if v.IsNull() {
				n.Status = Null
			}
			return
		}
	}
	switch {
	case run.State == "" || run.Receipt == nil:
	case slices.Contains(run.Receipt.Missing, n.Name):
		n.Status = Missing
		n.Causes = []string{fmt.Sprintf("The state gives no %s.", n.Name)}
	case slices.ContainsFunc(units, func(u *model.Unit) bool { return slices.Contains(u.Reads, slot) }):
		n.Status = Idle
		n.Causes = []string{"The state does not give it, and nothing came to read it."}
	}
}

// decisionRun puts onto a decision what the run found of it.
func decisionRun(n *Node, u *model.Unit, p *model.Program, run Run, notes *Notes) {
	if notes.Fault != nil {
		if fault := notes.Fault(u.Name); fault != "" {
			n.Status, n.Causes = Broken, []string{fault}
			return
		}
	}
	if run.Receipt == nil {
		return
	}
	d := run.Receipt.Decision(u.Name)
	var missing []string
	for _, slot := range u.Reads {
		if name := p.Symbol(slot).Name; slices.Contains(run.Receipt.Missing, name) {
			missing = append(missing, name)
		}
	}
	switch {
	case d == nil:
		n.Status = Idle
		return
	case run.State == "" && d.Value.IsNull(): // without a state that says nothing of the model
		return
	}
	n.Value, n.Status = d.Value.String(), Valued
	n.Fired = d.Rules
	if d.Rule > 0 {
		n.Fired = []int{d.Rule}
		if notes.When != nil {
			n.When = notes.When(u.Name, d.Rule)
		}
		if notes.Why != nil {
			n.Why = notes.Why(u.Name, d.Rule)
		}
	}
	if !d.Value.IsNull() {
		return
	}
	n.Status = Null
	for _, name := range missing {
		n.Causes = append(n.Causes, fmt.Sprintf("%s is not given.", name))
	}
	for _, c := range d.Nulls {
		n.Causes = append(n.Causes, c.Message)
	}
	if len(n.Causes) > 0 {
		return
	}
	for _, used := range d.Uses { // the null that was passed on
		if used.Value.IsNull() {
			parts, _ := model.SplitAddress(used.Address)
			n.Causes = append(n.Causes, fmt.Sprintf("%s is null.", parts[len(parts)-1]))
		}
	}
}

// wentAlong tells whether the run read something for a unit. Of functions it is told by the decision that calls them:
// what they call themselves is not recorded.
func wentAlong(u *model.Unit, from *Node, run Run) bool {
	if run.Receipt == nil || u.Function {
		return false
	}
	d := run.Receipt.Decision(u.Name)
	switch {
	case d == nil:
		return false
	case from.Kind == Function:
		return true
	case from.Status == Missing:
		return true
	}
	return slices.ContainsFunc(d.Uses, func(used model.Used) bool { return used.Address == from.Address })
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// sentence says in one line everything that is known of a node, for screen readers and for whoever points at it.
func (n *Node) sentence() string {
	var b strings.Builder
	b.WriteString(n.Kind.String() + " " + n.Name)
	add := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	if n.again {
		add(", the same again")
	}
	if n.Question != "" {
		add(", answers a %s question", n.Question)
	}
	if n.Type != "" {
		add(", %s", n.Type)
	}
	if n.Form != "" && n.Form != n.Type {
		add(", %s", n.Form)
	}
	if n.Value != "" {
		add(": %s", n.Value)
	} else if n.Status != Plain {
		add(": %s", n.Status)
	}
	if rules := n.firedWords(); rules != "" {
		add(" by %s", rules)
	}
	if n.When != "" {
		add(" (%s)", n.When)
	}
	if n.Why != "" {
		add(", %s", n.Why)
	}
	for _, c := range n.Causes {
		add(" %s", c)
	}
	return b.String()
}

// firedWords names the rules that gave the value.
func (n *Node) firedWords() string {
	switch len(n.Fired) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("rule %d", n.Fired[0])
	}
	words := make([]string, 0, 5)
	for i, r := range n.Fired {
		if i == 4 && len(n.Fired) > 5 {
			return "rules " + strings.Join(words, ", ") + fmt.Sprintf(" and %d more", len(n.Fired)-i)
		}
		words = append(words, fmt.Sprint(r))
	}
	return "rules " + strings.Join(words, ", ")
}
