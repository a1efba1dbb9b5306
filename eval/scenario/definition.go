// Package scenario runs clinical scenarios: variables, flags, timed schedules and performed actions, whose effects a
// frozen snapshot decides (scenario-format.md, "Running a scenario"). It knows no documents; a caller lowers one to a
// Definition and keeps where each element stands.
package scenario

import "github.com/scenariolsp/lsp/eval/feel/decimal"

// Definition is a resolved scenario as data: dependencies joined (imported elements first), overrides applied, every id
// replaced by the index of what it names. [Build] checks it, so that one with faults is refused and never run.
// A run only reads it.
type Definition struct {
	ID         string // scenarioId
	Revision   int64
	Title      string
	End        Value // endSeconds; absent: the run ends with its last operation or trend
	Patients   []Patient
	Variables  []Variable
	Flags      []Flag
	Entries    []Entry // history, then observations, then results
	Conditions []Condition
	Effects    []Effect
	Schedules  []Schedule // in document order, those of dependencies first
	Actions    []Action
}

// Absent is the index of what an element does not name or what was not found.
const Absent = -1

// Patient is a person whose monitor the scenario shows.
type Patient struct {
	ID       string
	Name     string
	Channels []Channel
	Ref      int // the caller's number for this element, here and below
}

// Channel is a lead of a patient's monitor.
type Channel struct {
	Name      string
	Variables []int // indexes in Definition.Variables
	Connected bool
	Ref       int
}

// Variable is a quantity that changes over time or, with Truth, a boolean that does not.
type Variable struct {
	ID       string
	Name     string
	Patient  int // index in Definition.Patients, or Absent
	Truth    bool
	Unit     string
	Initial  Value // absent: a free input, to be bound
	Min, Max Value // for checks and domains; values are never clamped
	Ref      int
}

// Flag is a boolean that effects set.
type Flag struct {
	ID      string
	Name    string
	Initial bool
	Ref     int
}

// Section is where an Entry stands.
type Section uint8

// The sections whose elements a reveal shows.
const (
	History Section = iota
	Observations
	Results
)

// String returns the section's member name.
func (s Section) String() string {
	return nameOf(int(s), "history", "observations", "results")
}

// Entry is a history entry, an observation or a result.
type Entry struct {
	ID       string
	Section  Section
	Patient  int // index in Definition.Patients, or Absent
	Revealed bool
	Ref      int
}

// Sort tells the collections of a Definition apart.
type Sort uint8

// The sorts of element that a predicate or an effect can name. NoSort stands for what was not found.
const (
	NoSort Sort = iota
	VariableSort
	FlagSort
	EntrySort
	ScheduleSort
	PatientSort
)

// String returns the sort in words.
func (s Sort) String() string {
	return nameOf(int(s), "nothing known", "variable", "flag", "history, observation or result", "schedule", "patient")
}

// Target is an element by its sort and its index in that collection of the Definition.
type Target struct {
	Sort  Sort
	Index int
}

// Condition holds when all of its predicates do; without any it is explicitly true.
type Condition struct {
	ID  string
	All []Predicate
	Ref int
}

// Operator compares a target with a value.
type Operator uint8

// The operators of predicates.
const (
	Eq Operator = iota
	Ne
	Lt
	Lte
	Gt
	Gte
)

var operatorNames = [...]string{"eq", "ne", "lt", "lte", "gt", "gte"}

// String returns the operator as the format writes it.
func (o Operator) String() string { return nameOf(int(o), operatorNames[:]...) }

// OperatorNames lists the operators as the format writes them. Flags take the first two alone.
func OperatorNames() []string { return append([]string(nil), operatorNames[:]...) }

// ParseOperator returns the operator of that name.
func ParseOperator(name string) (Operator, bool) {
	i := indexOf(name, operatorNames[:])
	return Operator(max(i, 0)), i >= 0
}

// Predicate compares a variable or flag with a value: a number in the variable's declared unit, or a boolean.
type Predicate struct {
	Target   Target
	Operator Operator
	Value    Value
	Ref      int
}

// Kind is what an effect does: the closed vocabulary of the format.
type Kind uint8

// The kinds of effect.
const (
	SetVariable Kind = iota
	TrendVariable
	Reveal
	SetFlag
	CancelEvent
	SetMonitorConnection
)

var kindNames = [...]string{"set-variable", "trend-variable", "reveal", "set-flag", "cancel-event", "set-monitor-connection"}

// String returns the kind as the format writes it.
func (k Kind) String() string { return nameOf(int(k), kindNames[:]...) }

// KindNames lists the kinds as the format writes them, in the order of its text.
func KindNames() []string { return append([]string(nil), kindNames[:]...) }

// ParseKind returns the kind of that name.
func ParseKind(name string) (Kind, bool) {
	i := indexOf(name, kindNames[:])
	return Kind(max(i, 0)), i >= 0
}

// Effect is one change. Value is a replacement or a trend's target, never an increment.
type Effect struct {
	ID            string
	Kind          Kind
	Target        Target
	Value         Value
	Duration      Value  // seconds, of a trend; absent: the scenario cannot be run
	Interpolation string // of a trend: "" or "linear", "step"; with another the scenario cannot be run
	Channel       string // of a monitor connection
	Ref           int
}

// Schedule is an operation that comes due by itself.
type Schedule struct {
	ID         string
	At         Value // seconds
	Conditions []int // indexes in Definition.Conditions; all must hold when due
	Effects    []int // indexes in Definition.Effects, in declared order, repetitions kept
	Ref        int
}

// Action is an operation that somebody performs.
type Action struct {
	ID         string
	Label      string
	Patient    int   // index in Definition.Patients, or Absent
	Conditions []int // the gate
	Outcomes   []Outcome
	Ref        int
}

// Outcome is a part of an action: its effects are applied when its conditions hold.
type Outcome struct {
	ID         string
	Conditions []int
	Effects    []int
	Ref        int
}

// ValueKind tells what a Value holds.
type ValueKind uint8

// The kinds of Value.
const (
	NoValue ValueKind = iota
	NumberValue
	TruthValue
)

// Value is a number, a truth value or absent, as the zero value is.
type Value struct {
	Kind   ValueKind
	Number decimal.Decimal
	Truth  bool
}

// Number returns the value of a number.
func Number(d decimal.Decimal) Value { return Value{Kind: NumberValue, Number: d} }

// Truth returns the value of a boolean.
func Truth(b bool) Value { return Value{Kind: TruthValue, Truth: b} }

// Present says whether there is a value.
func (v Value) Present() bool { return v.Kind != NoValue }

// Equal says whether two values are of one kind and the same, whatever the scale of numbers.
func (v Value) Equal(w Value) bool {
	switch {
	case v.Kind != w.Kind:
		return false
	case v.Kind == NumberValue:
		return v.Number.Equal(w.Number)
	}
	return v.Truth == w.Truth
}

// String returns the value as JSON writes it; an absent one as "absent".
func (v Value) String() string {
	switch v.Kind {
	case NumberValue:
		return v.Number.String()
	case TruthValue:
		if v.Truth {
			return "true"
		}
		return "false"
	}
	return "absent"
}

func nameOf(i int, names ...string) string {
	if i < len(names) {
		return names[i]
	}
	return "unknown"
}

func indexOf(name string, names []string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return -1
}
