package analysis

// The codes of the scenario format.
const (
	BadID             Code = "bad-id"
	RiskyID           Code = "risky-id"
	DuplicateID       Code = "duplicate-id"
	IDCollision       Code = "id-collision"
	BadRevision       Code = "bad-revision"
	BadTime           Code = "bad-time"
	TimeDigits        Code = "time-digits"
	NumberRange       Code = "number-range"
	VariableType      Code = "variable-type"
	MissingUnit       Code = "missing-unit"
	UnitMismatch      Code = "unit-mismatch"
	UnitCode          Code = "unit-code"
	ValueType         Code = "value-type"
	ValueRange        Code = "value-range"
	UnknownPatient    Code = "unknown-patient"
	UnknownVariable   Code = "unknown-variable"
	UnknownCondition  Code = "unknown-condition"
	UnknownEffect     Code = "unknown-effect"
	UnknownTarget     Code = "unknown-target"
	TargetSort        Code = "target-sort"
	UnknownChannel    Code = "unknown-channel"
	ConditionShape    Code = "condition-shape"
	PredicateShape    Code = "predicate-shape"
	PredicateUnit     Code = "predicate-unit"
	UnknownOperator   Code = "unknown-operator"
	OperatorType      Code = "operator-type"
	EffectKindCode    Code = "effect-kind"
	MissingOperand    Code = "missing-operand"
	ProhibitedOperand Code = "prohibited-operand"
	NearMember        Code = "near-member"

	MissingDuration      Code = "missing-duration"
	UnknownInterpolation Code = "unknown-interpolation"

	DependencyShape   Code = "dependency-shape"
	FloatingVersion   Code = "floating-version"
	BadDigest         Code = "bad-digest"
	DependencyMissing Code = "dependency-missing"
	DigestMismatch    Code = "digest-mismatch"
	DependencyCycle   Code = "dependency-cycle"
	RevisionConflict  Code = "revision-conflict"
	DependencyFault   Code = "dependency-fault"
	UnsavedDependency Code = "unsaved-dependency"
	OverrideTarget    Code = "override-target"
	OverridePath      Code = "override-path"
	OverrideDuplicate Code = "override-duplicate"
	OverrideAncestor  Code = "override-ancestor"
	OverrideConflict  Code = "override-conflict"

	NeverHolds       Code = "never-holds"
	UnusedCondition  Code = "unused-condition"
	UnusedEffect     Code = "unused-effect"
	GateClosed       Code = "gate-closed"
	LateCancel       Code = "late-cancel"
	SameInstant      Code = "same-instant"
	DeadEffect       Code = "dead-effect"
	TrendEquality    Code = "trend-equality"
	TrendOvertaken   Code = "trend-overtaken"
	AlreadyRevealed  Code = "already-revealed"
	AlreadyConnected Code = "already-connected"
	PastEnd          Code = "past-end"
	EmptyAll         Code = "empty-all"
	NoChannels       Code = "no-channels"
	ExtensionPoint   Code = "extension-point"

	UnknownAction   Code = "unknown-action"
	UnknownBinding  Code = "unknown-binding"
	BindingValue    Code = "binding-value"
	UnboundVariable Code = "unbound-variable"
	LibraryFolder   Code = "library-folder"
)

// scenarioCodes are the rows of the table for scenarios, run documents and the configuration.
var scenarioCodes = []CodeInfo{
	{BadID, Error, "An id is empty or holds white space",
		"Ids are how one part of a scenario names another; white space in one is a slip that nobody sees.", `{"id": "o2 on"}`},
	{RiskyID, Warning, "An id holds a character that may not travel",
		"Letters, digits and . _ : - are taken by every implementation.", `{"id": "o2/on"}`},
	{DuplicateID, Error, "An id stands twice",
		"All ids of a scenario share one namespace, whatever they name; a second one could never be meant. Dependency ids are a space of their own, and so are the outcome ids of one action and the channels of one monitor.", `"flags": [{"id": "a"}, {"id": "a"}]`},
	{IDCollision, Error, "An id of this scenario is taken by imported content",
		"Content is joined, never merged: an element of the same id does not replace an imported one. Give it another id, or change the imported one by an override.", ""},
	{BadRevision, Error, "A revision is no whole number from 1", "", `{"scenarioId": "case", "revision": 1.5}`},
	{BadTime, Error, "A time or duration is outside its range",
		"Times are seconds from the start, at least 0; durations and the end are more than 0. At most 2,000,000,000 seconds.", `{"atSeconds": -1}`},
	{TimeDigits, Warning, "A time has more digits than are held",
		"Times are held as whole nanoseconds, so that every run comes out the same; further digits are rounded away.", `{"atSeconds": 0.0000000001}`},
	{NumberRange, Error, "A number is beyond what a value can hold",
		"Values are decimal128: 34 digits, exponents from -6176 to 6144. Nothing is rounded to infinity.", `{"value": 1e9999}`},
	{VariableType, Error, "A variable's type is neither number nor boolean", "", `{"id": "spo2", "type": "integer"}`},
	{MissingUnit, Error, "A numeric variable has no unit",
		"Every number of a scenario is in the declared unit of its variable. Where it counts without a unit, write \"1\".", `{"id": "spo2", "initial": 96}`},
	{UnitMismatch, Error, "An effect's unit is not the declared unit",
		"Units are compared by code points and never converted or tidied: what means the same in another spelling is still another text. The quick fix writes the declared unit.", `{"unit": "mmHg"}`},
	{UnitCode, Warning, "A declared unit is no UCUM code",
		"Implementations exchange units as UCUM codes, such as mm[Hg], /min and Cel.", `{"id": "map", "unit": "mmHg"}`},
	{ValueType, Error, "A value is of the wrong type for its target",
		"Numeric variables take numbers, flags true or false.", `{"kind": "set-flag", "value": 1}`},
	{ValueRange, Warning, "A value lies outside of its variable's min and max",
		"min and max are for checks; values are never clamped, so that the value is taken as it stands.", `{"min": 0, "max": 100, "initial": 101}`},
	{UnknownPatient, Error, "A patientId names no patient", "", `{"patientId": "pt2"}`},
	{UnknownVariable, Error, "A channel shows something that is no variable", "", `{"variableIds": ["sp02"]}`},
	{UnknownCondition, Error, "A conditionId names no condition", "", `{"conditionIds": ["c-of"]}`},
	{UnknownEffect, Error, "An effectId names no effect", "", `{"effectIds": ["e-dsat"]}`},
	{UnknownTarget, Error, "A targetId names nothing",
		"An unknown target invalidates the document; it would show in the middle of a run only.", `{"targetId": "sp02"}`},
	{TargetSort, Error, "A target is of the wrong sort",
		"Each kind of effect has its sort of target, and a predicate tests a variable or a flag. A rule that points at the wrong sort would do nothing.", `{"kind": "set-flag", "targetId": "spo2"}`},
	{UnknownChannel, Error, "A channel is none that the patient declares", "", `{"channel": "spo"}`},
	{ConditionShape, Error, "A condition has no list of predicates",
		"A condition is {id, all}. An empty list is explicitly true; an absent one is an error, since absent is not empty.", `{"id": "c-off"}`},
	{PredicateShape, Error, "A predicate is not of the one shape it can have",
		"A predicate is an object {targetId, operator, value}. There is no expression text and nothing nests: all predicates of a condition must hold.", `{"all": ["spo2 < 90"]}`},
	{PredicateUnit, Warning, "A predicate carries a unit",
		"The number of a predicate is in the variable's declared unit; a unit beside it is ignored.", `{"targetId": "spo2", "operator": "lt", "value": 90, "unit": "%"}`},
	{UnknownOperator, Error, "An operator is outside the vocabulary", "eq, ne, lt, lte, gt and gte.", `{"operator": "<"}`},
	{OperatorType, Error, "An operator does not fit its target",
		"Flags and boolean variables know no order: only eq and ne can be asked.", `{"targetId": "o2-on", "operator": "gt", "value": true}`},
	{EffectKindCode, Error, "An effect's kind is missing or outside the vocabulary",
		"The vocabulary is closed: set-variable, trend-variable, reveal, set-flag, cancel-event and set-monitor-connection.", `{"id": "e1", "kind": "add-variable"}`},
	{MissingOperand, Error, "An effect lacks an operand that its kind needs", "Each kind has a closed set of operands.", `{"kind": "set-variable", "targetId": "spo2", "value": 90}`},
	{ProhibitedOperand, Error, "An effect has an operand that its kind prohibits",
		"Each kind has a closed set of operands; null counts as present. The quick fix removes it.", `{"kind": "reveal", "targetId": "xray", "value": true}`},
	{NearMember, Warning, "A member is nearly one that the format defines",
		"Other members are kept and do nothing. This one is within two letters of one that would; where that one is required, it is an error.", `{"durationSecond": 60}`},
	{MissingDuration, Warning, "A trend has no duration",
		"It is kept as it is; a run stops there as unsupported.", `{"kind": "trend-variable", "value": 85, "unit": "%"}`},
	{UnknownInterpolation, Warning, "A trend's interpolation cannot be run",
		"linear and step can be run. Another is kept as it is; a run stops there as unsupported.", `{"interpolation": "cubic"}`},

	{DependencyShape, Error, "A dependency lacks a part of its pin",
		"A dependency is {id, scenarioId, revision, sha256}.", `{"id": "lib", "scenarioId": "lib-airway"}`},
	{FloatingVersion, Error, "A dependency floats",
		"latest, ranges and missing revisions are prohibited: a scenario must resolve to the same content for everybody. The quick fix pins the newest revision that is found.", `{"revision": "latest"}`},
	{BadDigest, Error, "A sha256 is no digest",
		"64 lower-case hexadecimal digits over the stored bytes; lsp pin --write writes it.", `{"sha256": "77AA"}`},
	{DependencyMissing, Error, "A dependency was not found",
		"It is looked for by scenarioId and revision in the folder of the document, the workspace and the library folders (--library, the settings, lsp.json). Nothing is assumed in the place of a missing base.", ""},
	{DigestMismatch, Error, "A dependency has other bytes than pinned",
		"The digest is taken over the stored bytes, nothing normalised. Changed line ends are the commonest cause, and are named when they are it. The quick fix pins to the bytes found.", ""},
	{DependencyCycle, Error, "Scenarios depend on each other in a circle", "Every member of the circle is named, with the way round.", ""},
	{RevisionConflict, Error, "One scenario is needed at two revisions or digests",
		"A scenario can be joined once. Neither of the two is chosen silently.", ""},
	{DependencyFault, Error, "A dependency has an error of its own",
		"It cannot be joined before that is mended; the related information leads there. Nothing else is said of what it brings.", ""},
	{UnsavedDependency, Information, "A dependency is open with changes that are not saved",
		"Its content is read as it stands in the editor; the pin is compared with the file.", ""},
	{OverrideTarget, Error, "An override's target is no imported content",
		"targetId names a dependency of this document or an imported element. The document's own elements are changed where they stand.", `{"targetId": "own", "path": "/initial", "value": 1}`},
	{OverridePath, Error, "An override's path does not exist",
		"The path is a JSON pointer (RFC 6901): empty or starting with /, ~0 for ~ and ~1 for /, no - and no leading zeros. It must exist when the override is applied: an override replaces, it never adds.", `{"path": "/display/limit"}`},
	{OverrideDuplicate, Error, "Two overrides write one place",
		"No winner is chosen silently; the second is not applied.", ""},
	{OverrideAncestor, Warning, "An override replaces what an earlier one changed inside of it",
		"Objects and arrays are replaced whole, so the earlier override is lost. Write the wider one first.", ""},
	{OverrideConflict, Error, "Two dependencies override one shared element differently",
		"Each of them was made for its own version of the element; neither can win.", ""},

	{NeverHolds, Warning, "A condition can never hold",
		"Its predicates contradict each other or its target's min and max, or ask for a flag that nothing sets.", `{"all": [{"targetId": "spo2", "operator": "lt", "value": 80}, {"targetId": "spo2", "operator": "gt", "value": 90}]}`},
	{UnusedCondition, Warning, "Nothing names this condition", "", ""},
	{UnusedEffect, Warning, "Nothing applies this effect", "", ""},
	{GateClosed, Warning, "Nothing can open the gate of a schedule",
		"A schedule whose conditions do not hold when it comes due is skipped for good.", ""},
	{LateCancel, Warning, "A schedule is always due before it is cancelled", "Cancelling what is no longer pending does nothing.", ""},
	{SameInstant, Warning, "Two schedules are due at one instant and write one target",
		"The later one in the document wins, and nothing else says so. lsp ask can tell what depends on the order.", ""},
	{DeadEffect, Warning, "An effect is overwritten in the same operation",
		"Effects are applied one after another; of two that write one target only the last counts.", ""},
	{TrendEquality, Warning, "eq or ne is asked of a variable that a trend moves",
		"A moving value has exactly one number for an instant at most; ask lte or gte.", ""},
	{TrendOvertaken, Warning, "A trend is overtaken before it ends", "A later write of the variable ends the trend where it then is.", ""},
	{AlreadyRevealed, Warning, "What is revealed is shown already", "It is shown from the start, or an earlier schedule or effect has revealed it.", ""},
	{AlreadyConnected, Warning, "A channel is set to the state it has and keeps", "It is so from the start, or an earlier schedule has set it so, and nothing sets it otherwise.", ""},
	{PastEnd, Warning, "Something lies past the end of the scenario", "Operations due at the end run, none after.", `{"endSeconds": 60, "events": {"schedules": [{"atSeconds": 61}]}}`},
	{EmptyAll, Hint, "A condition has no predicates", "An empty list is explicitly true.", `{"id": "always", "all": []}`},
	{NoChannels, Hint, "A patient declares no channels",
		"set-monitor-connection then takes any channel name, and a misspelt one goes unseen.", ""},
	{ExtensionPoint, Hint, "An extension point: recorded, not executed",
		"Sections that the profile does not define are kept byte for byte.", `{"rewards": []}`},

	{UnknownAction, Error, "A run performs no action of its scenario", "", `{"actions": [{"id": "act-o3", "atSeconds": 120}]}`},
	{UnknownBinding, Error, "A run binds nothing of its scenario",
		"Bindings are named by a variable, a flag, act:<action> (act:<action>#2 for a second time) or until.", `{"bindings": {"sp02": 96}}`},
	{BindingValue, Error, "A run binds a value of the wrong type",
		"A variable takes a number in its declared unit, a flag true or false, an action a time in seconds.", `{"bindings": {"o2-on": 1}}`},
	{UnboundVariable, Warning, "A run leaves a free input without a value",
		"A variable without an initial value must be bound by every run.", ""},
	{LibraryFolder, Error, "A library folder is not named as one", "Folders are paths relative to lsp.json.", `{"libraries": [""]}`},
}
