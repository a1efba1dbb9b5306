package analysis

import (
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/model"
)

// memo keeps what was found of declarations, so that an edit costs what it changes.
type memo struct {
	parts   map[string]*part // by section and name
	program *model.Program
	types   string // the text of the types section
	slipped bool   // the syntax has a fault in it
	table   *typeTable
}

// part is what was found of one declaration, with every span relative to where its value starts.
type part struct {
	key         string    // the value as it stands in the document
	types       string    // the text of the types section it was read under
	slipped     bool      // the syntax has a fault in it
	refs        []textRef // by number of a text
	spans       []place
	diagnostics []Diagnostic

	input        model.Input
	decision     model.Decision
	function     model.Function
	desc         string
	whys         []string    // by rule, 1-based less one
	outputs      int         // output columns
	elseRule     int         // the row that catches the rest, 1-based; 0 where there is none
	requires     []reference // nil where the declaration has no list
	requiresSpan jsontree.Span
	typed        bool
	blind        bool // some of the names that its expressions see could not be read
	badOutputs   bool // the names of its outputs could not be read

	unit            *model.Unit
	unitBlind       bool
	unitDiagnostics []Diagnostic
}

// unitKey stands for the text of a decision or function; empty where the same text may be read as another thing.
func (p *part) unitKey() string {
	if p.slipped {
		return ""
	}
	return p.key
}

// place is an addressed part of a declaration: a rule, a let entry.
type place struct {
	address    string // behind the address of the declaration: .rule[3], .let.total
	name, span jsontree.Span
	label      string
	kind       SymbolKind
}

// reference is a name that stands outside expressions.
type reference struct {
	name string
	span jsontree.Span
}

// rebase moves the spans of diagnostics by d bytes.
func rebase(ds []Diagnostic, d int) []Diagnostic {
	out := make([]Diagnostic, len(ds))
	for i, x := range ds {
		x.Span = x.Span.Shift(d)
		if len(x.Related) > 0 {
			related := make([]Related, len(x.Related))
			for k, r := range x.Related {
				if r.Document == "" {
					r.Span = r.Span.Shift(d)
				}
				related[k] = r
			}
			x.Related = related
		}
		if len(x.Fixes) > 0 {
			fixes := make([]Fix, len(x.Fixes))
			for k, f := range x.Fixes {
				edits := make([]Edit, len(f.Edits))
				for j, e := range f.Edits {
					if e.Document == "" {
						e.Span = e.Span.Shift(d)
					}
					edits[j] = e
				}
				f.Edits = edits
				fixes[k] = f
			}
			x.Fixes = fixes
		}
		out[i] = x
	}
	return out
}

// textRef is where a text of a declaration stands.
type textRef struct {
	start int    // of its node, relative to the declaration
	at    string // what it belongs to, behind the declaration's address: .rule[3]
	// silent tells that what is wrong with the text follows from a fault that is reported.
	silent bool
}
