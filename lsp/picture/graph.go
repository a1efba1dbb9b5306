// Package picture draws what the evaluators found: the requirement graph of a model under a state, the event graph of a
// scenario, and a run of a scenario over time. It reads no files, speaks no protocol and needs no browser: a picture is
// text in the form that is asked for. Every picture of the same thing has the same bytes.
package picture

import "fmt"

// Graph is a picture of things and what runs between them.
type Graph struct {
	Title string // of the document, for people
	Note  string // what the values are of: "state: late"; empty where there are none
	Nodes []Node
	Edges []Edge
}

// Node is one thing of a graph.
type Node struct {
	Address  string // as the document's format spells it; unique in the graph
	Kind     Kind
	Name     string
	Form     string // how it is made, in a few words: table · FIRST · 4 rules
	Type     string // as the author would write it; may be empty
	Text     string // what its author says of it; may be empty
	Question string // the sort of the question that it answers; empty for none
	Value    string // empty where there is none
	Status   Status
	Rules    int      // of its table; 0 where it has none
	Fired    []int    // the rules that gave the value, from 1
	When     string   // what the rule that fired asks for; empty where several did
	Why      string   // the reason that the author gives for the rule
	Causes   []string // sentences: why it is null, missing or cannot be evaluated
	Line     int      // of the document, from 0; NoLine where it stands elsewhere

	again bool // it stands for a node that is drawn elsewhere too
}

// NoLine is the line of a node that does not stand in the document.
const NoLine = -1

// Kind sorts nodes.
type Kind uint8

// The kinds of nodes: of models the first three, of scenarios the others.
const (
	Input Kind = iota
	Decision
	Function
	Schedule
	Action
	Condition
	Effect
	Variable
	Flag
	Entry
	Patient
)

var kindWords = [...]string{"input", "decision", "function", "schedule", "action", "condition", "effect", "variable", "flag", "entry", "patient"}

// String returns the word that people and the JSON form use.
func (k Kind) String() string { return kindWords[k] }

// MarshalText writes the word.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Status tells how a node came out of an evaluation.
type Status uint8

// The statuses.
const (
	Plain   Status = iota // nothing was evaluated
	Valued                // it has a value
	Null                  // its value is null
	Missing               // it was needed, and the state does not give it
	Broken                // an error of the document keeps it from being evaluated
	Idle                  // it was not needed, did not happen, or did not hold
)

var statusWords = [...]string{"", "valued", "null", "missing", "broken", "idle"}

// String returns the word of the JSON form, empty for Plain.
func (s Status) String() string { return statusWords[s] }

// Edge runs from what is read to its reader, or from what acts to what it acts upon.
type Edge struct {
	From, To int // indexes in Graph.Nodes
	Kind     EdgeKind
	Used     bool // the evaluation went this way

	feeds bool // it may close a circle, and that is no mistake: what an effect changes is read by a condition
}

// EdgeKind tells what an edge stands for.
type EdgeKind uint8

// The kinds of edges.
const (
	Reads  EdgeKind = iota // a value flows along it
	Calls                  // a function is called
	Gates                  // a condition decides whether something happens
	Does                   // an operation applies an effect
	Writes                 // an effect changes its target
)

var edgeWords = [...]string{"reads", "calls", "gates", "does", "writes"}

// String returns the word of the JSON form.
func (k EdgeKind) String() string { return edgeWords[k] }

// bound returns the graph with at most so many nodes and edges, the first ones, and says what is left out.
func (g *Graph) bound(nodes, edges int) (small *Graph, left string) {
	if len(g.Nodes) <= nodes && len(g.Edges) <= edges {
		return g, ""
	}
	small = &Graph{Title: g.Title, Note: g.Note, Nodes: g.Nodes[:min(nodes, len(g.Nodes))]}
	for _, e := range g.Edges {
		if e.From < nodes && e.To < nodes && len(small.Edges) < edges {
			small.Edges = append(small.Edges, e)
		}
	}
	return small, fmt.Sprintf("%s and %s are not drawn", counted(len(g.Nodes)-len(small.Nodes), "node"), counted(len(g.Edges)-len(small.Edges), "edge"))
}
