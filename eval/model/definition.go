// Package model runs decision models: typed inputs, decisions as expressions or decision tables, functions
// (model-format.md). It knows no documents; a caller lowers one to a Definition and keeps where each text stands.
package model

import "github.com/scenariolsp/lsp/eval/feel"

// Definition is a model as data, its types resolved and its expressions still text.
type Definition struct {
	Inputs    []Input
	Decisions []Decision
	Functions []Function
	// Types finds the types declared under a name.
	Types func(name string) *feel.Type
	// Signature stands for everything that a declaration can see of the others: names in order, kinds and declared
	// types. Two definitions with one signature give the same result for declarations with the same Key.
	Signature string
}

// Text is an expression or cell and the caller's number for it.
type Text struct {
	Source string
	Ref    int
}

// Input is an observation the model asks for.
type Input struct {
	Name string
	Type *feel.Type
}

// Decision is a named value. Type is nil where it is to be inferred.
type Decision struct {
	Name string
	Type *feel.Type
	Let  []Let
	Body Body
	Key  string // the declaration as written; empty where its text alone does not tell what it is
}

// Let is an intermediate value of a decision or function.
type Let struct {
	Name string
	Body Body
}

// Body is an expression or a table; neither where the document has none that can be read.
type Body struct {
	Expr  *Text
	Table *Table
}

// Function is a named function of the model.
type Function struct {
	Name    string
	Params  []feel.Field
	Open    bool       // the parameters could not be read: nothing is said of its calls
	Returns *feel.Type // nil: inferred
	Let     []Let
	Body    Body
	Key     string
}

// Hit is a hit policy (DMN 1.5, 8.2.10).
type Hit uint8

// The hit policies; the aggregations of COLLECT are policies of their own.
const (
	First Hit = iota
	Unique
	AnyHit
	Priority
	Collect
	CollectSum
	CollectMin
	CollectMax
	CollectCount
	RuleOrder
	OutputOrder
)

var hitNames = [...]string{"FIRST", "UNIQUE", "ANY", "PRIORITY", "COLLECT", "COLLECT SUM", "COLLECT MIN", "COLLECT MAX", "COLLECT COUNT", "RULE ORDER", "OUTPUT ORDER"}

// String returns the policy as the format writes it.
func (h Hit) String() string { return hitNames[h] }

// HitNames lists the policies as the format writes them.
func HitNames() []string { return hitNames[:] }

// ParseHit returns the policy of that name.
func ParseHit(name string) (Hit, bool) {
	for i, n := range hitNames {
		if n == name {
			return Hit(i), true
		}
	}
	return First, false
}

// Table is a decision table.
type Table struct {
	Hit     Hit
	Columns []Text
	Outputs []Output
	Rules   []Rule
}

// Output is an output column. Name is empty where there is one alone; Type is nil where nothing declares it.
type Output struct {
	Name string
	Type *feel.Type
}

// Rule is a row: a condition a column, a value an output. An absent cell has Ref -1; an absent condition means any value.
type Rule struct {
	When []Text
	Then []Text
}

// Absent marks a cell that the document does not have.
const Absent = -1
