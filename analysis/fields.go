package analysis

// field is a member that the format defines. Checks of unknown members, hover and completion read this table.
type field struct {
	name string
	doc  string
}

// The objects of the model format and their members (model-format.md).
var (
	modelFields = []field{
		{"content", "The executable definition: inputs, decisions, and where needed types and functions."},
		{"questions", "What is asked of the model: by id, each answered by the decision of the same name."},
	}
	requestFields = []field{
		{"model", "The complete model: content and questions."},
		{"state", "The observations to decide on: an object by input names, or a text."},
	}
	flatRequestFields = []field{
		modelFields[0], modelFields[1],
		{"state", "The observations to decide on: an object by input names, or a text."},
	}
	contentFields = []field{
		{"name", "The name of the model."},
		{"types", "Types with a name of their own, by that name."},
		{"inputs", "Observations, by name. The policy belongs in the decisions."},
		{"decisions", "Decisions, by name: expressions or decision tables over inputs and other decisions."},
		{"functions", "Functions, by name. They see only their parameters and other functions."},
	}
	inputFields = []field{
		{"type", "What values the input takes: boolean, number, a date or time type, a|b|c, low<medium<high, a list or an object."},
		{"desc", "What is observed, in words that a reader of the state can answer by."},
		{"options", "What each value of the type means, by value."},
		{"from", "Where in the state the answer is found, in words."},
		{"threshold", "A number from 0 to 1."},
		{"blank", "true or false."},
	}
	decisionFields = []field{
		{"type", "The type of the decision's value."},
		{"desc", "What is decided."},
		{"let", "Intermediate values, in order, each visible to the later ones and to the body."},
		{"expr", "The decision as an expression."},
		{"table", "The decision as a table: the first row is the header, every other row a rule."},
		{"hit", "Which of the rules that match counts. Without it, the first."},
		{"requires", "The inputs and decisions that this decision reads. They are inferred from the names used; the list is compared with them."},
	}
	functionFields = []field{
		{"params", "The parameters and their types, by name."},
		{"returns", "The type of the function's value."},
		{"body", "The function as an expression or a table."},
		{"desc", "What the function computes."},
		{"let", "Intermediate values of the function, in order."},
		{"hit", "The hit policy of a table in body."},
	}
	ruleFields = []field{
		{"when", "Conditions by column; a column that is not named takes any value."},
		{"then", "The output, or an object naming every output."},
		{"why", "Why the rule holds, in one sentence a reviewer would accept."},
	}
	tableFields = []field{
		{"table", "The table: the first row is the header, every other row a rule."},
		{"hit", "The hit policy."},
		{"type", "The type of the table's value."},
		{"desc", "What the value is."},
	}
	questionFields = []field{
		{"type", "noul (yes or no), choice (one of several), score (a level) or box."},
		{"instructions", "How the question is put."},
		{"criteria", "choice: the options and what each means. score: the levels, the lowest first. noul: what true and false mean."},
	}
	questionMapFields = []field{
		{"state", "What the questions are asked about."},
		{"model", "The name of the model that answers."},
		{"questions", "The questions, by id."},
	}
	stateFields = []field{
		{"state", "The observations, by input name."},
		{"expect", "What a question or decision must come out as, by name."},
	}
)

func fieldNames(fields []field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return names
}
