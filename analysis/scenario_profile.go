package analysis

import (
	"slices"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// idSort is a sort of element of a scenario: what an id can name (scenario-format.md, "Profile").
type idSort uint8

const (
	patientSort idSort = iota
	variableSort
	flagSort
	historySort
	observationSort
	resultSort
	conditionSort
	effectSort
	scheduleSort
	actionSort
)

// collection is a section of the profile that declares elements. The table below is read by lowering, joining, export,
// outline and hover; the order is that of the profile.
type collection struct {
	sort    idSort
	section string   // in addresses: effects.e-desat
	path    []string // of members from the document's root
	noun    string   // as messages call one element
	symbol  SymbolKind
	members []member
}

// member is a member that the profile defines.
type member struct {
	field
	kind     jsontree.Kind // that its value must have; Missing: its own check says
	required bool
}

var collections = []collection{
	{patientSort, "patients", []string{"patients"}, "a patient", KindPatient, []member{
		idMember("The patient's id, by which set-monitor-connection and patientId name it."),
		{field{"name", "What people call the patient."}, jsontree.String, false},
		{field{"monitor", "The patient's monitor and its channels."}, jsontree.Object, false},
	}},
	{variableSort, "variables", []string{"variables"}, "a variable", KindVariable, []member{
		idMember("The variable's id, by which predicates, effects and channels name it."),
		patientMember,
		{field{"name", "What people call the variable."}, jsontree.String, false},
		{field{"type", "number (when it is not given) or boolean. A boolean variable is constant or bound, and is tested like a flag."}, jsontree.String, false},
		{field{"unit", "The unit of a numeric variable, a UCUM code. Effects repeat it exactly; nothing is converted."}, jsontree.String, false},
		{field{"initial", "The value at time 0. Without one the variable is a free input, and a run must bind it."}, jsontree.Missing, false},
		{field{"min", "The least value expected, for checks and questions. Values are never clamped."}, jsontree.Number, false},
		{field{"max", "The greatest value expected, for checks and questions. Values are never clamped."}, jsontree.Number, false},
	}},
	{flagSort, "flags", []string{"flags"}, "a flag", KindFlag, []member{
		idMember("The flag's id, by which predicates and set-flag name it."),
		{field{"name", "What people call the flag."}, jsontree.String, false},
		{field{"initial", "The flag at time 0; false when it is not given."}, jsontree.Bool, false},
	}},
	{historySort, "history", []string{"history"}, "a history entry", KindEntry, entryMembers},
	{observationSort, "observations", []string{"observations"}, "an observation", KindEntry, entryMembers},
	{resultSort, "results", []string{"results"}, "a result", KindEntry, entryMembers},
	{conditionSort, "conditions", []string{"events", "conditions"}, "a condition", KindCondition, []member{
		idMember("The condition's id, by which conditionIds name it."),
		{field{"all", "Predicates, all of which must hold. An empty list is explicitly true; a missing one is an error."}, jsontree.Missing, false},
	}},
	{effectSort, "effects", []string{"events", "effects"}, "an effect", KindEffect, effectMembers()},
	{scheduleSort, "schedules", []string{"events", "schedules"}, "a schedule", KindSchedule, scheduleMembers},
	{scheduleSort, "schedules", []string{"schedules"}, "a schedule", KindSchedule, scheduleMembers},
	{actionSort, "actions", []string{"actions"}, "an action", KindAction, []member{
		idMember("The action's id, by which runs perform it."),
		{field{"label", "What the person who acts reads."}, jsontree.String, false},
		patientMember,
		conditionsMember("The gate: conditions that must all hold when the action is performed; otherwise it is refused."),
		{field{"outcomes", "What the action does, in order. Every outcome whose conditions hold is applied."}, jsontree.Array, false},
	}},
}

var (
	patientMember = member{field{"patientId", "The patient this belongs to."}, jsontree.String, false}
	entryMembers  = []member{
		idMember("The id, by which reveal names it."),
		patientMember,
		{field{"revealed", "Whether it is shown from the start; false when it is not given."}, jsontree.Bool, false},
	}
	scheduleMembers = []member{
		idMember("The schedule's id, by which cancel-event names it."),
		{field{"atSeconds", "When it comes due, in seconds from the start."}, jsontree.Number, true},
		conditionsMember("Conditions that must all hold when the schedule comes due; otherwise it is skipped for good."),
		{field{"effectIds", "The effects it applies, in this order. Nothing is sorted and nothing is left out."}, jsontree.Array, true},
	}
	monitorMembers = []member{{field{"channels", "The leads of the monitor."}, jsontree.Array, false}}
	channelMembers = []member{
		{field{"channel", "The name of the channel, by which set-monitor-connection names it."}, jsontree.String, true},
		{field{"variableIds", "The variables that the channel shows."}, jsontree.Array, false},
		{field{"connected", "Whether it is connected at time 0; false when it is not given."}, jsontree.Bool, false},
	}
	outcomeMembers = []member{
		idMember("The outcome's id, which is one of its action alone."),
		conditionsMember("Conditions that must all hold for the outcome to be applied."),
		{field{"effectIds", "The effects it applies, in this order."}, jsontree.Array, true},
	}
	predicateMembers = []member{
		{field{"targetId", "The variable or flag that is tested."}, jsontree.Missing, true},
		{field{"operator", "eq, ne, lt, lte, gt or gte; a boolean takes eq and ne alone."}, jsontree.Missing, true},
		{field{"value", "A number in the variable's declared unit, or true or false."}, jsontree.Missing, true},
	}
	dependencyMembers = []member{
		{field{"id", "The name of the dependency in this document, by which overrides speak of it."}, jsontree.Missing, true},
		{field{"scenarioId", "The scenarioId of the document that is imported."}, jsontree.Missing, true},
		{field{"revision", "Its revision, exactly. Floating versions are prohibited."}, jsontree.Missing, true},
		{field{"sha256", "The digest of its stored bytes: 64 lower-case hexadecimal digits."}, jsontree.Missing, true},
	}
	compositionMembers = []member{{field{"overrides", "Explicit changes of imported content, applied in this order."}, jsontree.Array, false}}
	overrideMembers    = []member{
		{field{"targetId", "A dependency, whose document the path starts at, or an imported element, which the path starts at."}, jsontree.String, true},
		{field{"path", "A JSON pointer (RFC 6901) to what is replaced. It must exist."}, jsontree.String, true},
		{field{"value", "What stands there instead. Objects and arrays are replaced whole; nothing is merged."}, jsontree.Missing, true},
	}
	eventsMembers = []member{
		{field{"conditions", "Named conditions; the list may be empty."}, jsontree.Array, true},
		{field{"effects", "Named effects; the list may be empty."}, jsontree.Array, true},
		{field{"schedules", "Operations that come due by themselves."}, jsontree.Array, false},
	}
	scenarioMembers = []member{
		{field{"scenarioId", "The scenario's id, by which others depend on it."}, jsontree.String, true},
		{field{"revision", "The revision of this content, a whole number from 1."}, jsontree.Number, true},
		{field{"title", "What people call the scenario."}, jsontree.String, false},
		{field{"endSeconds", "When a run ends, in seconds. Without it, a run ends with its last operation or trend."}, jsontree.Number, false},
		{field{"patients", "The patients and their monitors."}, jsontree.Array, false},
		{field{"variables", "Quantities that change over time, each with its unit."}, jsontree.Array, false},
		{field{"flags", "Booleans that effects set."}, jsontree.Array, false},
		{field{"history", "What is known of the past, shown at once or by reveal."}, jsontree.Array, false},
		{field{"observations", "What can be observed, shown at once or by reveal."}, jsontree.Array, false},
		{field{"results", "Results of investigations, shown at once or by reveal."}, jsontree.Array, false},
		{field{"events", "Conditions, effects and schedules."}, jsontree.Object, false},
		{field{"schedules", "Operations that come due by themselves; they may also stand in events."}, jsontree.Array, false},
		{field{"actions", "What a person who takes part can do."}, jsontree.Array, false},
		{field{"dependencies", "Scenarios whose content is joined to this one, each pinned to its bytes."}, jsontree.Array, false},
		{field{"composition", "How imported content is changed."}, jsontree.Object, false},
		{field{"provenance", "Where the content of an exported snapshot comes from. lsp export writes it."}, jsontree.Array, false},
	}
)

func idMember(doc string) member { return member{field{"id", doc}, jsontree.String, true} }

func conditionsMember(doc string) member {
	return member{field{"conditionIds", doc}, jsontree.Array, false}
}

// collectionOf returns the row of a sort: its noun, section and members.
func collectionOf(s idSort) *collection {
	for i := range collections {
		if collections[i].sort == s {
			return &collections[i]
		}
	}
	return nil
}

// sortOf returns the sort of the elements that stand at a path of members.
func sortOf(path ...string) idSort {
	i := slices.IndexFunc(collections, func(c collection) bool { return slices.Equal(c.path, path) })
	return collections[i].sort
}

// find returns the array of the collection in a document, as it stands after replacements, or nil.
func (c *collection) find(root *jsontree.Node, at overlay) *jsontree.Node {
	n := at.now(root)
	for _, step := range c.path {
		n = at.now(n.Get(step))
	}
	return n
}

// overlay says what stands in the place of nodes that overrides have replaced; nil replaces nothing.
type overlay map[*jsontree.Node]*jsontree.Node

// now returns what stands at a node's place.
func (o overlay) now(n *jsontree.Node) *jsontree.Node {
	for r, ok := o[n]; ok; r, ok = o[n] {
		n = r
	}
	return n
}
