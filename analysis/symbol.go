package analysis

import (
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
)

// Symbol is an entry of the outline.
type Symbol struct {
	Name     string
	Detail   string // the type, where there is one
	Kind     SymbolKind
	Address  string
	Span     jsontree.Span // the whole declaration, key and value
	NameSpan jsontree.Span // the key
	Children []Symbol
}

// SymbolKind sorts outline entries and occurrences.
type SymbolKind uint8

const (
	KindSection SymbolKind = iota
	KindType
	KindInput
	KindDecision
	KindRule
	KindLet
	KindFunction
	KindParameter
	KindQuestion
	KindColumn
	KindField   // a member that the format defines, such as "threshold"
	KindWord    // an enum value or level written as a bare word
	KindBuiltin // a built-in function of the expression language
	KindLocal   // a name bound inside an expression
	KindMember  // a member of an object, a part of a date

	KindPatient // the sorts of elements of a scenario
	KindVariable
	KindFlag
	KindEntry // of history, observations or results
	KindCondition
	KindEffect
	KindSchedule
	KindAction
	KindOutcome
	KindDependency

	KindKeyword // of the expression language
)

// Runnable is a place where something can be run.
type Runnable struct {
	Kind    RunnableKind
	Name    string        // of the question or decision; empty for the whole document
	Address string        // questions.outcome, decisions.route; empty for the whole document
	Span    jsontree.Span // the key of the question or decision; the document's first character
}

// RunnableKind tells what a Runnable runs.
type RunnableKind uint8

const (
	RunDocument RunnableKind = iota // all that a model answers
	RunQuestion
	RunDecision
	RunScenario  // a scenario as a whole
	RunSchedule  // whether it fired is shown, of a run of the whole scenario
	RunCondition // whether it held is shown
)

// Occurrence is one place where a name stands.
type Occurrence struct {
	Span    jsontree.Span // in the file
	Kind    SymbolKind
	Name    string
	Address string // of the declaration it names; empty where nothing declares it in this document
	Role    Role
	Type    string // the static type, as the author would write it; may be empty
	Within  string // the address of the declaration or rule that the occurrence stands in

	words *feel.Type // of a word: the type whose value it is
}

// Role tells what an occurrence does with its name.
type Role uint8

const (
	Declares Role = iota
	Reads         // in an expression or a cell
	Refers        // by name outside expressions: requires, questions, a state's key
)
