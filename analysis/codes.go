package analysis

import "slices"

// Code names a kind of diagnostic for scripts, suppressions and documentation; it never changes its meaning.
type Code string

// CodeInfo is a row of the table of codes. `lsp check --explain`, the documentation and the tests of coverage are made
// from it.
type CodeInfo struct {
	Code        Code
	Severity    Severity
	Title       string // a sentence without a full stop
	Explanation string // why it matters and what to do
	Example     string // the shortest text that shows it
}

// The codes of the syntax (RFC 8259).
const (
	JSONComma       Code = "json-comma"
	JSONComment     Code = "json-comment"
	JSONTrailing    Code = "json-trailing-comma"
	JSONValue       Code = "json-value"
	JSONKey         Code = "json-key"
	JSONString      Code = "json-string"
	JSONEscape      Code = "json-escape"
	JSONNumber      Code = "json-number"
	JSONBracket     Code = "json-bracket"
	JSONEncoding    Code = "json-encoding"
	JSONMark        Code = "json-byte-order-mark"
	JSONEmpty       Code = "json-empty"
	JSONContent     Code = "json-content"
	DuplicateMember Code = "duplicate-member"
)

// The codes of the model format.
const (
	WrongShape        Code = "wrong-shape"
	MissingMember     Code = "missing-member"
	UnknownField      Code = "unknown-field"
	BareInput         Code = "bare-input"
	BadName           Code = "bad-name"
	NameCollision     Code = "name-collision"
	RiskyName         Code = "risky-name"
	LetShadows        Code = "let-shadows"
	UnusedDecision    Code = "unused-decision"
	UnknownType       Code = "unknown-type"
	BadType           Code = "bad-type"
	TypeCycle         Code = "type-cycle"
	UnknownOption     Code = "unknown-option"
	MissingOption     Code = "missing-option"
	BadThreshold      Code = "bad-threshold"
	TextInput         Code = "text-input"
	DecisionBody      Code = "decision-body"
	HitPolicy         Code = "hit-policy"
	UnknownRequire    Code = "unknown-requirement"
	DifferentRequires Code = "different-requirements"
	TableHeader       Code = "table-header"
	OutputType        Code = "output-type"
	RuleShape         Code = "rule-shape"
	MissingWhy        Code = "missing-why"
	EmptyWhy          Code = "empty-why"
	UnknownColumn     Code = "unknown-column"
	MissingOutput     Code = "missing-output"
	CellKind          Code = "cell-kind"
	NullCell          Code = "null-cell"
	MissingElse       Code = "missing-else"
	NullElse          Code = "null-else"
	UnreachableRule   Code = "unreachable-rule"
	DecisionCycle     Code = "decision-cycle"
	FunctionCycle     Code = "function-cycle"
)

// The codes of expressions and cells.
const (
	ExpressionSyntax Code = "expression-syntax"
	UnknownName      Code = "unknown-name"
	UnknownMember    Code = "unknown-member"
	TypeMismatch     Code = "type-mismatch"
	NeverTrue        Code = "never-true"
	UnknownWord      Code = "unknown-word"
	BadArguments     Code = "bad-arguments"
	NotAFunction     Code = "not-a-function"
	ImpossibleValue  Code = "impossible-value"
	EmptyInterval    Code = "empty-interval"
	WordIsName       Code = "word-is-name"
	TooDeep          Code = "too-deep"
	OutsideSeed      Code = "outside-catalogue"
)

// The codes of questions and states.
const (
	QuestionType     Code = "question-type"
	QuestionDecision Code = "question-decision"
	QuestionShape    Code = "question-shape"
	ChoiceCriteria   Code = "choice-criteria"
	ChoiceUncovered  Code = "choice-uncovered"
	ScoreLevels      Code = "score-levels"
	MissingText      Code = "missing-instructions"
	UnknownInput     Code = "unknown-input"
	StateValue       Code = "state-value"
	PlainState       Code = "plain-state"
	UnknownExpect    Code = "unknown-expectation"
)

// Codes returns the table of codes, in the order of the documentation.
func Codes() []CodeInfo { return slices.Concat(codes, scenarioCodes) }

// severity returns the severity a code has; the table is small and read at start alone.
func (c Code) severity() Severity {
	for _, table := range [...][]CodeInfo{codes, scenarioCodes} {
		for i := range table {
			if table[i].Code == c {
				return table[i].Severity
			}
		}
	}
	return Error
}

var codes = []CodeInfo{
	{JSONComma, Error, "A comma is missing or one too many",
		"Members of an object and elements of an array are parted by exactly one comma. The document is read as if it were right, so that everything else is still checked.", `{"a": 1 "b": 2}`},
	{JSONComment, Error, "JSON has no comments",
		"RFC 8259 knows no comments and other readers of the file will refuse it. Say what is to be said in a desc or a # why column; the quick fix removes the comment.", `{"a": 1} // a note`},
	{JSONTrailing, Error, "A comma stands before a closing bracket",
		"Other readers of the file will refuse it; the quick fix removes it.", `{"a": 1,}`},
	{JSONValue, Error, "A value is missing or cannot be read",
		"Behind a key and its colon stands a text in double quotes, a number, true, false, null, an array or an object.", `{"a": }`},
	{JSONKey, Error, "A key is missing, bare, or without its colon",
		"Every member of an object is a key in double quotes, a colon and a value.", `{a: 1}`},
	{JSONString, Error, "A text is not closed or holds what it must not",
		"A text starts and ends with a double quote on one line; line breaks and other control characters are written as escapes such as \\n.", `{"a": "open}`},
	{JSONEscape, Error, "A backslash starts no escape",
		"RFC 8259 has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits. A backslash itself is written twice.", `{"a": "C:\dir"}`},
	{JSONNumber, Error, "A number is not written as JSON writes numbers",
		"No leading zero or plus sign, a digit on both sides of the point, no NaN or Infinity.", `{"a": 01}`},
	{JSONBracket, Error, "A bracket is not closed, or closes nothing",
		"Every [ has its ] and every { its }.", `{"a": [1, 2}`},
	{JSONEncoding, Error, "The file is not UTF-8",
		"JSON is exchanged in UTF-8 (RFC 8259, section 8.1). Save the file in that encoding.", ""},
	{JSONMark, Warning, "The file starts with a byte order mark",
		"It is ignored here, but other readers may refuse the file; save it without one.", ""},
	{JSONEmpty, Error, "The document is empty", "A JSON object is needed.", ""},
	{JSONContent, Error, "Something stands behind the document's value, or a character means nothing",
		"A document is one JSON value.", `{} {}`},
	{DuplicateMember, Error, "A member stands twice in one object",
		"Readers differ in which of the two they take, so nobody can rely on either. Remove or rename one.", `{"days": 1, "days": 2}`},

	{WrongShape, Error, "A value is not of the JSON kind that the format needs here",
		"The message says what was found and what is needed.", `{"content": {"name": 5}}`},
	{MissingMember, Error, "A required member is missing",
		"A complete model has content and questions; content has name, inputs and decisions; in strict checks an input has type and desc.", `{"content": {"inputs": {}, "decisions": {}}}`},
	{UnknownField, Warning, "The format has no such member here",
		"It is kept but has no effect. Often it is a misspelt member; the message names the nearest.", `{"type": "number", "dsec": "…"}`},
	{BareInput, Error, "An input is a bare type",
		"The public API needs an object with type and desc; the quick fix writes it.", `"inputs": {"days": "number"}`},
	{BadName, Error, "A name is empty or padded with blanks",
		"A name is written in expressions exactly as declared, which an empty or padded one cannot be.", `"inputs": {" days": {…}}`},
	{NameCollision, Error, "Two declarations share a name",
		"Inputs, decisions and functions share one namespace; an expression could not tell which is meant.", `"inputs": {"late": …}, "decisions": {"late": …}`},
	{RiskyName, Warning, "A name reads like an expression",
		"A name that is a keyword or holds an operator can be taken for something else, such as response-x for a subtraction.", `"inputs": {"response-x": …}`},
	{LetShadows, Error, "A let entry has the name of an input, decision or function",
		"Inside the decision the name would mean something else than everywhere else.", `"let": {"days": "…"}`},
	{UnusedDecision, Hint, "Nothing reads this decision and no question names it",
		"It is computed for nobody; remove it or ask for it.", ""},
	{UnknownType, Error, "A type is not declared",
		"Types are boolean, number, string, the date and time types, a|b|c, low<medium<high, a list, an object, or a name under types.", `"type": "bool"`},
	{BadType, Error, "A type cannot be read",
		"a|b is an enum, a<b has levels; they cannot be mixed, and no part may be empty or stand twice. When a value itself holds | or <, write {\"$enum\": […]} or {\"$levels\": […]}.", `"type": "a||b"`},
	{TypeCycle, Error, "A type contains itself",
		"Named types may use each other but not in a circle.", `"types": {"a": ["b"], "b": ["a"]}`},
	{UnknownOption, Error, "An option is no value of the type",
		"options explain the values of the type; another key explains nothing. On boolean the keys are true and false.", `"type": "a|b", "options": {"c": "…"}`},
	{MissingOption, Warning, "A value of the type has no option",
		"Where options are given, each value should be explained.", `"type": "a|b", "options": {"a": "…"}`},
	{BadThreshold, Error, "A threshold is no number from 0 to 1", "", `"threshold": 75`},
	{TextInput, Warning, "A free text input has no value in the state",
		"string is a free text input; it is filled from a key of a JSON state alone, since a reader cannot answer it from text.", ""},
	{DecisionBody, Error, "A decision has no body, or two",
		"A decision object has exactly one of expr and table.", `{"expr": "1", "table": […]}`},
	{HitPolicy, Error, "The hit policy is unknown, or not one the public API takes",
		"Strict checks allow FIRST, which is also what no hit means. UNIQUE, ANY, PRIORITY, COLLECT (SUM, MIN, MAX, COUNT), RULE ORDER and OUTPUT ORDER run in compact checks.", `"hit": "UNIQUE"`},
	{UnknownRequire, Error, "requires names no input or decision", "", `"requires": ["dayz"]`},
	{DifferentRequires, Information, "requires differs from what the decision reads",
		"What a decision needs is inferred from the names it uses; the list says something else.", `"requires": ["days", "weather"]`},
	{TableHeader, Error, "The header of a table cannot be read",
		"The first row names the columns: expressions for conditions, => for outputs, and # why.", `[["days"], ["> 3"]]`},
	{OutputType, Error, "An output column has no type, or not the decision's",
		"A bare => takes the type of the decision object; where both are given they must agree.", `["days", "=>"]`},
	{RuleShape, Error, "A rule does not fit its table",
		"A rule is an array as long as the header, or an object with when, then and why.", `["days", "=> boolean"], ["> 3"]`},
	{MissingWhy, Warning, "A rule has no # why cell",
		"The table has a # why column; each rule should say why it holds.", `["days", "=> boolean", "# why"], ["-", "true"]`},
	{EmptyWhy, Hint, "A # why cell is empty", "One sentence a reviewer would accept.", `["-", "true", ""]`},
	{UnknownColumn, Error, "when or then names no column of the table", "", `{"when": {"dayz": "> 3"}, "then": "true"}`},
	{MissingOutput, Error, "A rule leaves an output out",
		"then gives every output column a value.", `{"when": {}, "then": {"status": "ok"}}`},
	{CellKind, Hint, "A cell is a JSON number or boolean",
		"It is read as if it were text; texts are what other tools expect.", `["days", "=> boolean"], [3, true]`},
	{NullCell, Error, "A cell is null, an array or an object",
		"A cell is a text. - is any value in a condition and null in an output.", `["-", null]`},
	{MissingElse, Error, "The last rule is no else row",
		"Strict checks need - in every condition of the last row, so that no state falls through to null.", `["days", "=> boolean"], ["> 3", "true"]`},
	{NullElse, Warning, "The else row gives null",
		"What no other rule catches falls through to null.", `["-", "-"]`},
	{UnreachableRule, Warning, "An earlier rule catches everything",
		"Rules are tried top to bottom; a row with - in every condition leaves nothing for those below.", `["-", "true"], ["> 3", "false"]`},
	{DecisionCycle, Error, "Decisions need each other",
		"A decision cannot be computed from itself, also not by way of others. Every member of the circle is marked.", `"a": "b + 1", "b": "a + 1"`},
	{FunctionCycle, Error, "Functions call each other in a circle",
		"Strict checks allow no recursion; compact checks do.", `"f": {"params": {"n": "number"}, "returns": "number", "body": "f(n - 1)"}`},

	{ExpressionSyntax, Error, "An expression cannot be read", "The message says what is needed at the place.", `"days + "`},
	{UnknownName, Error, "A name is not declared",
		"Names are written exactly as declared, blanks included. A function sees only its parameters and other functions.", `"dayz + 1"`},
	{UnknownMember, Error, "A value has no such member", "", `"applicant.incme"`},
	{TypeMismatch, Error, "Operands or declared types can never agree",
		"At run time this would be null, whatever the state.", `"days + true"`},
	{NeverTrue, Error, "A comparison can never be true",
		"The two sides are of kinds that are never equal or have no common order.", `"days = \"three\""`},
	{UnknownWord, Error, "A word is no value of its type",
		"In a column or comparison over an enum or levels every word is one of the declared values. A misspelt one never matches, and nobody would be told.", `"tier = \"platnum\""`},
	{BadArguments, Error, "A function is called with the wrong arguments", "", `"substring(name)"`},
	{NotAFunction, Error, "What is called is no function", "", `"days(3)"`},
	{ImpossibleValue, Warning, "A constant has no value",
		"A date that does not exist is null, never the day next to it.", `"date(\"2023-02-29\")"`},
	{EmptyInterval, Warning, "An interval or test that no value can meet",
		"The interval starts after its end, so the rule never matches.", `"[65..18]"`},
	{WordIsName, Hint, "A word is spelt like a declared name",
		"In a column of texts a word is always a text. Write = and the name for its value.", `"tier": "status"`},
	{TooDeep, Error, "An expression nests too deep or is too long",
		"Evaluation is bounded; give a part of the expression a name of its own.", ""},
	{OutsideSeed, Information, "A function beyond the format's own catalogue",
		"The published format gives no complete list of functions and advises to validate a definition through its API and test its values. Said once a document.", `"abs(days)"`},

	{QuestionType, Error, "A question's type is unknown",
		"noul (yes or no), choice (one of several), score (a level) or box. boolean, predicate and binary are written noul.", `"type": "boolean"`},
	{QuestionDecision, Error, "A question has no decision that answers it",
		"For every question there is exactly one decision of the same name, with a type that fits: boolean for noul, an enum for choice, levels for score.", `"questions": {"outcome": …}, "decisions": {}`},
	{QuestionShape, Error, "A question is not of the shape its type needs",
		"The message says what its type needs.", `{"type": "score", "min": 0, "max": 10}`},
	{ChoiceCriteria, Error, "A choice's criteria and its decision differ",
		"criteria is a map from 1 to 255 options to descriptions; each value that the decision can give is one of them.", `{"type": "choice", "criteria": ["a", "b"]}`},
	{ChoiceUncovered, Warning, "A choice has an option that its decision cannot give", "", ""},
	{ScoreLevels, Error, "A score's levels and those of its decision differ",
		"criteria lists 2 to 10 levels, the lowest first; the decision has as many levels, in the same order.", `{"type": "score", "criteria": ["None", "A lot"]}`},
	{MissingText, Warning, "A question has no instructions", "", `{"type": "noul"}`},
	{UnknownInput, Error, "The state has a key that is no input",
		"It is read by nobody; often it is a misspelt input, which then is missing.", `{"dayz": 3}`},
	{StateValue, Error, "A value of the state does not fit its input's type",
		"Dates are ISO 8601 texts, enum values and levels are texts as declared.", `{"days": "three"}`},
	{PlainState, Information, "A plain-text state cannot be evaluated here",
		"Its inputs are read from the text elsewhere; give an object of inputs to run the model.", `"state": "The customer says …"`},
	{UnknownExpect, Error, "expect names no question or decision", "", `{"state": {}, "expect": {"outcom": "refund"}}`},
}
