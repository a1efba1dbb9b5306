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

// The examples are parts of a model, a model or a state, which a test reads in their place; \xE9 stands for that byte.
var codes = []CodeInfo{
	{JSONComma, Error, "A comma is missing or one too many",
		"Members of an object and elements of an array are parted by exactly one comma. The document is read as if it were right, so that everything else is still checked.",
		`{"name": "claims" "inputs": {}, "decisions": {}}`},
	{JSONComment, Error, "JSON has no comments",
		"RFC 8259 knows no comments and other readers of the file will refuse it. Say what is to be said in a desc or a # why column; the quick fix removes the comment.",
		`{"name": "claims", "inputs": {}, "decisions": {}} // a note`},
	{JSONTrailing, Error, "A comma stands before a closing bracket",
		"Other readers of the file will refuse it; the quick fix removes it.",
		`{"name": "claims", "inputs": {}, "decisions": {},}`},
	{JSONValue, Error, "A value is missing or cannot be read",
		"Behind a key and its colon stands a text in double quotes, a number, true, false, null, an array or an object.",
		`{"name": claims, "inputs": {}, "decisions": {}}`},
	{JSONKey, Error, "A key is missing, bare, or without its colon",
		"Every member of an object is a key in double quotes, a colon and a value.",
		`{name: "claims", "inputs": {}, "decisions": {}}`},
	{JSONString, Error, "A text is not closed or holds what it must not",
		"A text starts and ends with a double quote on one line; line breaks and other control characters are written as escapes such as \\n.",
		`{"inputs": {}, "decisions": {}, "name": "claims}`},
	{JSONEscape, Error, "A backslash starts no escape",
		"RFC 8259 has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits. A backslash itself is written twice.",
		`{"name": "C:\claims", "inputs": {}, "decisions": {}}`},
	{JSONNumber, Error, "A number is not written as JSON writes numbers",
		"No leading zero or plus sign, a digit on both sides of the point, no NaN or Infinity.",
		`"hours": {"type": "number", "desc": "How late?", "threshold": .5}`},
	{JSONBracket, Error, "A bracket is not closed, or closes nothing",
		"Every [ has its ] and every { its }. The document is read as if it were right, as far as its indentation tells what was meant.",
		`{"name": "claims", "inputs": {}, "decisions": {}`},
	{JSONEncoding, Error, "The file is not UTF-8",
		"JSON is exchanged in UTF-8 (RFC 8259, section 8.1). Save the file in that encoding.",
		`{"name": "r\xE9clamation", "inputs": {}, "decisions": {}}`},
	{JSONMark, Warning, "The file starts with a byte order mark",
		"It is ignored here, but other readers may refuse the file; save it without one, as the quick fix does.",
		`\xEF\xBB\xBF{"name": "claims", "inputs": {}, "decisions": {}}`},
	{JSONEmpty, Error, "The document is empty",
		"A JSON value is needed: an object of content and questions for a model, an object of values by input name for a state.",
		""},
	{JSONContent, Error, "Something stands behind the document's value, or a character means nothing",
		"A document is one JSON value.",
		`{"name": "claims", "inputs": {}, "decisions": {}} {}`},
	{DuplicateMember, Error, "A member stands twice in one object",
		"Readers differ in which of the two they take, so nobody can rely on either. Remove or rename one.",
		`{"name": "claims", "inputs": {}, "inputs": {}, "decisions": {}}`},

	{WrongShape, Error, "A value is not of the JSON kind that the format needs here",
		"The message says what was found and what is needed. What rests on the value is left alone until it is mended.",
		`{"name": "claims", "inputs": ["days"], "decisions": {}}`},
	{MissingMember, Error, "A required member is missing",
		"A complete model has content and questions; content has name, inputs and decisions; a function has params, returns and body; in strict checks an input has type and desc.",
		`{"name": "claims", "decisions": {}}`},
	{UnknownField, Warning, "The format has no such member here",
		"It has no effect. Often it is a misspelt member; the message names the nearest, and the quick fix writes it. Where it stands for a required member it is an error.",
		`"late": {"expr": "days > 30", "descr": "Too late?"}`},
	{BareInput, Error, "An input is a bare type",
		"The public API needs an object with type and desc; the quick fix writes it. Compact checks take the bare type.",
		`"hours": "number"`},
	{BadName, Error, "A name is empty or padded with blanks",
		"A name is written in expressions exactly as declared, which an empty or padded one cannot be.",
		`" hours": {"type": "number", "desc": "How late?"}`},
	{NameCollision, Error, "Two declarations share a name",
		"Inputs, decisions and functions share one namespace; an expression could not tell which is meant. A declared type may not have the name of one of the format's own.",
		`"days": "30"`},
	{RiskyName, Warning, "A name reads like an expression",
		"A name that is a keyword, starts with a digit or holds an operator can be taken for something else once it is misspelt: response-y is then read as a subtraction.",
		`"response-x": {"type": "number", "desc": "The response."}`},
	{LetShadows, Error, "A let entry has the name of an input, decision or function",
		"Inside the decision the name would mean something else than everywhere else. Give the entry a name of its own.",
		`"late": {"let": {"days": "7"}, "expr": "days > 3"}`},
	{UnusedDecision, Hint, "Nothing reads this decision and no question names it",
		"It is computed for nobody; remove it or ask for it. Nothing is said in a document without questions, where any decision may be asked for.",
		`{"content": {"name": "claims", "inputs": {}, "decisions": {"late": "true"}}, "questions": {}}`},
	{UnknownType, Error, "A type is not declared",
		"Types are boolean, number, string, the date and time types, a|b|c, low<medium<high, a list, an object, or a name under types. What rests on the type is left alone until it is mended.",
		`"hours": {"type": "int", "desc": "How late?"}`},
	{BadType, Error, "A type cannot be read",
		"a|b is an enum, a<b has levels; they cannot be mixed, and no part may be empty or stand twice. When a value itself holds | or <, write {\"$enum\": […]} or {\"$levels\": […]}. A list type has exactly one element.",
		`"size": {"type": "small||large", "desc": "How large?"}`},
	{TypeCycle, Error, "A type contains itself",
		"Named types may use each other, also one declared further down, but not in a circle. Every member of the circle is marked.",
		`"types": {"tree": {"left": "branch"}, "branch": ["tree"]}`},
	{UnknownOption, Error, "An option is no value of the type",
		"options explain the values of an enum, of levels or of a boolean (true and false); another key explains nothing.",
		`"why": {"type": "weather|strike", "desc": "Why?", "options": {"weather": "Storm.", "strikes": "Any staff.", "strike": "Any."}}`},
	{MissingOption, Warning, "A value of the type has no option",
		"Where options are given, each value should be explained, or who answers has to guess.",
		`"why": {"type": "weather|strike", "desc": "Why?", "options": {"weather": "Storm."}}`},
	{BadThreshold, Error, "A threshold is no number from 0 to 1",
		"threshold is a JSON number, not a text and not a percentage: 0.75, not 75.",
		`"hours": {"type": "number", "desc": "How late?", "threshold": 75}`},
	{TextInput, Warning, "A free text input has no value in the state",
		"string is a free text input; it is filled from a key of a JSON state alone, since a reader cannot answer it from text. With a plain-text state it is an error.",
		`{"model": {"content": {"name": "claims", "inputs": {"note": {"type": "string", "desc": "A word."}}, "decisions": {}}, "questions": {}}, "state": {}}`},
	{DecisionBody, Error, "A decision has no body, or two",
		"A decision object has exactly one of expr and table.",
		`"late": {"type": "boolean"}`},
	{HitPolicy, Error, "The hit policy is unknown, or not one the public API takes",
		"Strict checks allow FIRST, which is also what no hit means. UNIQUE, ANY, PRIORITY, COLLECT (SUM, MIN, MAX, COUNT), RULE ORDER and OUTPUT ORDER run in compact checks.",
		`"late": {"hit": "UNIQUE", "table": [["days", "=> boolean"], ["-", "true"]]}`},
	{UnknownRequire, Error, "requires names no input or decision",
		"requires lists the inputs and decisions that the decision reads, by name. Functions and let entries do not belong there.",
		`"late": {"expr": "days > 30", "requires": ["dayz"]}`},
	{DifferentRequires, Information, "requires differs from what the decision reads",
		"What a decision needs is inferred from the names it uses; the list says something else. Evaluation follows the names.",
		`"late": {"expr": "days > 30", "requires": ["days", "cause"]}`},
	{TableHeader, Error, "The header of a table cannot be read",
		"The first row names the columns: expressions for conditions, => for outputs, and # why. Several outputs each have a name: => name: type.",
		`"late": [["days", "# why"], ["> 3", "Too late."]]`},
	{OutputType, Error, "An output column has no type, or not the decision's",
		"A bare => takes the type of the decision object; where both are given they must agree.",
		`"late": [["days", "=>"], ["-", "true"]]`},
	{RuleShape, Error, "A rule does not fit its table",
		"A rule is an array as long as the header, or an object with when, then and why; the two may be mixed.",
		`"late": [["days", "=> boolean"], ["> 3"], ["-", "true"]]`},
	{MissingWhy, Warning, "A rule has no # why cell",
		"The table has a # why column; each rule should say why it holds.",
		`"late": [["days", "=> boolean", "# why"], ["-", "true"]]`},
	{EmptyWhy, Hint, "A # why cell is empty",
		"Say in one sentence, which a reviewer would accept, why the rule holds.",
		`"late": [["days", "=> boolean", "# why"], ["-", "true", ""]]`},
	{UnknownColumn, Error, "when or then names no column of the table",
		"when names conditions and then names outputs, each written as in the header.",
		`"late": [["days", "=> boolean"], {"when": {"dayz": "> 3"}, "then": "true"}, ["-", "true"]]`},
	{MissingOutput, Error, "A rule leaves an output out",
		"then is the output, or an object that gives every output of the table a value; - is null.",
		`"late": [["days", "=> a: boolean", "=> b: boolean"], {"then": {"a": "true"}}]`},
	{CellKind, Hint, "A cell is a JSON number or boolean",
		"It is read as if it were text; texts are what other tools expect, and the quick fix writes one.",
		`"late": [["days", "=> boolean"], [3, "true"], ["-", "false"]]`},
	{NullCell, Error, "A cell is null, an array or an object",
		"A cell is a text. - is any value in a condition and null in an output; several values are joined by commas in one text.",
		`"late": [["days", "=> boolean"], ["> 3", null], ["-", "false"]]`},
	{MissingElse, Error, "The last rule is no else row",
		"Strict checks need - in every condition of the last row, so that no state falls through to null. Compact checks do not.",
		`"late": [["days", "=> boolean"], ["> 3", "true"]]`},
	{NullElse, Warning, "The else row gives null",
		"What no other rule catches falls through to null, which is what an else row is there to prevent.",
		`"late": [["days", "=> boolean"], ["> 3", "true"], ["-", "-"]]`},
	{UnreachableRule, Warning, "An earlier rule catches everything",
		"Rules are tried top to bottom; a row with - in every condition leaves nothing for those below.",
		`"late": [["days", "=> boolean"], ["-", "true"], ["> 3", "false"], ["-", "true"]]`},
	{DecisionCycle, Error, "Decisions need each other",
		"A decision cannot be computed from itself, also not by way of others. Every member of the circle is marked, with a shortest way round.",
		`"a": "b + 1", "b": "a + 1"`},
	{FunctionCycle, Error, "Functions call each other in a circle",
		"Strict checks allow no recursion; compact checks do.",
		`"functions": {"f": {"params": {"n": "number"}, "returns": "number", "body": "if n < 1 then 0 else f(n - 1)"}}`},

	{ExpressionSyntax, Error, "An expression cannot be read",
		"The message says what is missing or one too many, and where. Nothing else is said of the expression until it can be read.",
		`"late": "days > "`},
	{UnknownName, Error, "A name is not declared",
		"Names are written exactly as declared, blanks included. A function sees only its parameters and other functions. A text stands in double quotes.",
		`"late": "dayz > 30"`},
	{UnknownMember, Error, "A value has no such member",
		"Objects have the members of their type; dates, times and durations have parts such as year or days. The message lists what there is.",
		`"late": "applicant.incme > 100"`},
	{TypeMismatch, Error, "Operands or declared types can never agree",
		"At run time this would be null, whatever the state.",
		`"late": "days + true > 3"`},
	{NeverTrue, Error, "A comparison can never be true",
		"The two sides are of kinds that are never equal or have no common order.",
		`"late": "days = \"three\""`},
	{UnknownWord, Error, "A word is no value of its type",
		"In a column or comparison over an enum or levels every word is one of the declared values. A misspelt one never matches, and nobody would be told.",
		`"late": "cause = \"wether\""`},
	{BadArguments, Error, "A function is called with the wrong arguments",
		"Arguments are given in order, or all by name; the message says how the function is called.",
		`"late": "substring(note) = \"late\""`},
	{NotAFunction, Error, "What is called is no function",
		"A parenthesis behind a name calls it. To multiply, write *.",
		`"late": "days(3) > 1"`},
	{ImpossibleValue, Warning, "A constant has no value",
		"A date that does not exist is null, never the day next to it; so is a duration or a number that cannot be read.",
		`"late": "date(\"2023-02-29\") > date(\"2023-01-01\")"`},
	{EmptyInterval, Warning, "An interval or test that no value can meet",
		"The interval starts after its end, or the test leaves out every value that the column can have, so the rule never matches.",
		`"late": [["days", "=> boolean"], ["[65..18]", "true"], ["-", "false"]]`},
	{WordIsName, Hint, "A word is spelt like a declared name",
		"In a column of texts a word is always a text. Write = and the name for its value.",
		`"late": [["note", "=> boolean"], ["cause", "true"], ["-", "false"]]`},
	{TooDeep, Error, "An expression nests too deep or is too long",
		"Evaluation is bounded; give a part of the expression a name of its own.",
		""},
	{OutsideSeed, Information, "A function beyond the format's own catalogue",
		"The published format gives no complete list of functions and advises to validate a definition through its API and test its values. Said once a document.",
		`"late": "abs(days) > 30"`},

	{QuestionType, Error, "A question's type is unknown",
		"noul (yes or no), choice (one of several), score (a level) or box. boolean, predicate and binary are written noul.",
		`"late": {"type": "boolean", "instructions": "Is it late?"}`},
	{QuestionDecision, Error, "A question has no decision that answers it",
		"For every question there is exactly one decision of the same name, with a type that fits: boolean for noul, an enum for choice, levels for score.",
		`"lat": {"type": "noul", "instructions": "Is it late?"}`},
	{QuestionShape, Error, "A question is not of the shape its type needs",
		"A choice has criteria, a map from option to description or null; a score has criteria, an array of levels; a noul may say what true and false mean; a box has none. The message says what was found.",
		`"effort": {"type": "score", "instructions": "How much work is it?", "min": 0, "max": 10}`},
	{ChoiceCriteria, Error, "A choice's criteria and its decision differ",
		"criteria is a map from 1 to 255 options to descriptions; each value that the decision can give is one of them.",
		`"which": {"type": "choice", "instructions": "Which?", "criteria": {"a": null, "c": null}}`},
	{ChoiceUncovered, Warning, "A choice has an option that its decision cannot give",
		"Who reads the question expects every option to be possible. Take the option out, or the decision's type lacks a value.",
		`"which": {"type": "choice", "instructions": "Which?", "criteria": {"a": null, "b": null, "c": null}}`},
	{ScoreLevels, Error, "A score's levels and those of its decision differ",
		"criteria lists 2 to 10 levels, the lowest first; the decision has as many levels, in the same order. The names may differ: the position is the level.",
		`"effort": {"type": "score", "instructions": "How much work is it?", "criteria": ["None", "A lot"]}`},
	{MissingText, Warning, "A question has no instructions",
		"instructions say how the question is put: a text, an object or an array.",
		`"late": {"type": "noul"}`},
	{UnknownInput, Error, "The state has a key that is no input",
		"It is read by nobody. Where it stands in for an input that is missing it is a misspelling, and an error; else a warning, since states are cut out of larger records.",
		`{"dayz": 3}`},
	{StateValue, Error, "A value of the state does not fit its input's type",
		"Dates are ISO 8601 texts, enum values and levels are texts as declared, null is no answer.",
		`{"days": "three"}`},
	{PlainState, Information, "A plain-text state cannot be evaluated here",
		"Its inputs are read from the text elsewhere; give an object of inputs to run the model.",
		`"The customer says that it is late."`},
	{UnknownExpect, Error, "expect names no question or decision",
		"expect says what a question or decision must come out as, by its name; lsp test compares.",
		`{"state": {"days": 3}, "expect": {"lat": false}}`},
}
