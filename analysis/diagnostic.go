package analysis

import "github.com/scenariolsp/lsp/analysis/jsontree"

// Severity ranks a diagnostic; the order and the words are those of `lsp check --format json`.
type Severity uint8

const (
	Error       Severity = iota + 1 // the document cannot mean what it should
	Warning                         // it can run, and probably not as meant
	Information                     // worth knowing, nothing to mend
	Hint                            // a better way to write it
)

// String returns the word of the machine forms: error, warning, information or hint.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Information:
		return "information"
	case Hint:
		return "hint"
	}
	return "none"
}

// Diagnostic is one fault of a document, said in the author's words: what was found, what is needed,
// the nearest right thing (editor.md, "How a message reads").
type Diagnostic struct {
	Code     Code
	Severity Severity
	Span     jsontree.Span // byte offsets in the document's text
	Message  string
	Address  string // the declaration it speaks of, such as decisions.route.rule[3]; may be empty
	Related  []Related
	Fixes    []Fix
}

// Related is another place that a diagnostic speaks of.
type Related struct {
	Document string // name of the document; empty means the diagnostic's own
	Span     jsontree.Span
	Message  string
}

// Fix is a way to mend a diagnostic: edits that belong together.
type Fix struct {
	Title     string
	Edits     []Edit
	Preferred bool // the one that an editor offers first
	Safe      bool // it changes how something is written and not what it means: fix-all may apply it without asking
}

// Edit replaces the bytes of Span in Document (empty: the diagnostic's own) by NewText.
type Edit struct {
	Document string
	Span     jsontree.Span
	NewText  string
}
