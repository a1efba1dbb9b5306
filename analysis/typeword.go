package analysis

import "github.com/scenariolsp/lsp/eval/feel"

// TypeWord names the kind of a value in the words of the machine forms (cli.md, "--expr"): number, date and time, list,
// context. {"type": TypeWord(v), "value": …} can be read back by EvaluateExpression.
func TypeWord(v feel.Value) string { return typeWord(v) }
