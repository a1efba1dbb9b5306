package analysis

import (
	"fmt"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// Use says whether an effect of a kind has an operand.
type Use uint8

// The uses of an operand.
const (
	Prohibited Use = iota
	Optional
	Wanted // absent it is a warning, and the scenario cannot be run
	Required
)

// String returns the word of the documentation.
func (u Use) String() string {
	return [...]string{"prohibited", "optional", "wanted", "required"}[u]
}

// EffectKind is a row of the closed vocabulary of effects: which operands a kind has and what it targets
// (scenario-format.md, "Effects"). Checks, completion, hover and the documentation read this table.
type EffectKind struct {
	Kind          scenario.Kind
	Doc           string
	Target        string // in words
	Value         scenario.ValueKind
	Unit          Use
	Duration      Use
	Interpolation Use
	Channel       Use

	targets []idSort // what targetId may name; a variable means a numeric one
}

var effectKinds = [...]EffectKind{
	{scenario.SetVariable, "Replaces the value of a numeric variable at once; a running trend of it ends.", "a numeric variable",
		scenario.NumberValue, Required, Prohibited, Prohibited, Prohibited, []idSort{variableSort}},
	{scenario.TrendVariable, "Moves a numeric variable from the value it then has to the target value over the duration.", "a numeric variable",
		scenario.NumberValue, Required, Wanted, Optional, Prohibited, []idSort{variableSort}},
	{scenario.Reveal, "Shows a history entry, an observation or a result.", "a history entry, an observation or a result",
		scenario.NoValue, Prohibited, Prohibited, Prohibited, Prohibited, []idSort{historySort, observationSort, resultSort}},
	{scenario.SetFlag, "Sets a flag to true or false.", "a flag",
		scenario.TruthValue, Prohibited, Prohibited, Prohibited, Prohibited, []idSort{flagSort}},
	{scenario.CancelEvent, "Cancels a schedule that is still pending.", "a schedule",
		scenario.NoValue, Prohibited, Prohibited, Prohibited, Prohibited, []idSort{scheduleSort}},
	{scenario.SetMonitorConnection, "Connects or disconnects a channel of a patient's monitor.", "a patient",
		scenario.TruthValue, Prohibited, Prohibited, Prohibited, Required, []idSort{patientSort}},
}

// Interpolations are the ways of a trend that can be run, the usual one first.
var interpolations = []string{"linear", "step"}

// operands are the members of an effect beside its id, kind and targetId: the closed vocabulary.
var operands = []struct {
	field
	use func(*EffectKind) Use
}{
	{field{"value", "The value that the target gets, or the end of a trend; never an increment."}, func(k *EffectKind) Use {
		if k.Value == scenario.NoValue {
			return Prohibited
		}
		return Required
	}},
	{field{"unit", "The declared unit of the variable, exactly as declared; nothing is converted."}, func(k *EffectKind) Use { return k.Unit }},
	{field{"durationSeconds", "How long a trend takes, in seconds."}, func(k *EffectKind) Use { return k.Duration }},
	{field{"interpolation", "linear (when it is not given) or step, which holds the old value until the end."}, func(k *EffectKind) Use { return k.Interpolation }},
	{field{"channel", "The channel of the patient's monitor."}, func(k *EffectKind) Use { return k.Channel }},
}

// effectMembers are all members of effects, for hover and near misses; the operands have their own check.
func effectMembers() []member {
	members := []member{
		idMember("The effect's id, by which effectIds name it."),
		{field{"kind", "What the effect does: " + strings.Join(scenario.KindNames(), ", ") + "."}, jsontree.Missing, false},
		{field{"targetId", "What the effect changes; its kind says of what sort that is."}, jsontree.Missing, false},
	}
	for _, o := range operands {
		members = append(members, member{o.field, jsontree.Missing, false})
	}
	return members
}

// OperandUses lists the operands of effects and how a kind uses each, in the order of the format's text.
func (k *EffectKind) OperandUses() (names []string, uses []Use) {
	for _, o := range operands {
		names, uses = append(names, o.name), append(uses, o.use(k))
	}
	return names, uses
}

// EffectTable writes the vocabulary of effects as a table of the documentation.
func EffectTable() string {
	var b strings.Builder
	b.WriteString("| kind | target |")
	for _, o := range operands {
		b.WriteString(" " + o.name + " |")
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(operands)) + "\n")
	for i := range effectKinds {
		k := &effectKinds[i]
		fmt.Fprintf(&b, "| `%s` | %s |", k.Kind, k.Target)
		for _, o := range operands {
			use := o.use(k).String()
			if o.name == "value" && k.Value != scenario.NoValue {
				use = valueWords[k.Value] + ", " + use
			}
			b.WriteString(" " + use + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}

var valueWords = map[scenario.ValueKind]string{scenario.NumberValue: "a number", scenario.TruthValue: "true or false"}
