package analysis

import (
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
)

// problemCodes maps every kind of problem of an expression to its code.
var problemCodes = map[feel.ProblemKind]Code{
	feel.SyntaxProblem: ExpressionSyntax, feel.UnknownName: UnknownName, feel.UnknownMember: UnknownMember,
	feel.TypeProblem: TypeMismatch, feel.NeverTrue: NeverTrue, feel.UnknownWord: UnknownWord, feel.ArityProblem: BadArguments,
	feel.NotAFunction: NotAFunction, feel.ImpossibleLiteral: ImpossibleValue, feel.EmptyInterval: EmptyInterval,
	feel.BareWordIsName: WordIsName, feel.TooDeep: TooDeep,
}

// checkExpressions reports the problems of every expression and cell where they stand.
func (a *modelAnalysis) checkExpressions() {
	noted := false
	for _, d := range a.declarations {
		if d.unit == nil {
			continue
		}
		if d.part.unit != d.unit || d.part.unitBlind != a.blind {
			p := *d.part // an earlier version may be read at the same time
			d.part = &p
			p.unit, p.unitBlind = d.unit, a.blind
			p.unitDiagnostics = a.problems(d)
			a.memo.parts[d.section+"\x00"+d.name] = d.part
		}
		a.r.diagnostics = append(a.r.diagnostics, rebase(d.part.unitDiagnostics, d.base())...)
		if !noted {
			noted = a.noteCatalogue(d)
		}
	}
}

// textNode returns the node of a text of the declaration.
func (a *modelAnalysis) textNode(d *declaration, ref int) *jsontree.Node {
	return textNode(a.d, d, ref)
}

func textNode(doc *Document, d *declaration, ref int) *jsontree.Node {
	start := d.base() + d.part.refs[ref].start
	n := doc.Tree().NodeAt(start + 1)
	if n == nil || n.Span().Start != start {
		n = doc.Tree().NodeAt(start)
	}
	return n
}

// innerSpan maps a span of a decoded text to the file.
func innerSpan(n *jsontree.Node, s feel.Span) jsontree.Span {
	if n.Kind() != jsontree.String {
		at := n.Span().Start
		return jsontree.Span{Start: at + s.Start, End: at + s.End}
	}
	return n.FileSpan(jsontree.Span{Start: s.Start, End: s.End})
}

// problems turns the problems of a unit's expressions into diagnostics relative to the declaration.
func (a *modelAnalysis) problems(d *declaration) []Diagnostic {
	var out []Diagnostic
	for _, t := range d.unit.Texts {
		if len(t.Expression.Problems) == 0 {
			continue
		}
		if d.part.refs[t.Ref].silent {
			continue
		}
		n := a.textNode(d, t.Ref)
		for _, p := range t.Expression.Problems {
			if p.Kind == feel.UnknownName && (d.part.blind || a.blind) {
				continue // what would declare the name could not be read
			}
			if p.Kind == feel.SyntaxProblem && n.Kind() == jsontree.String && !n.Closed() {
				continue // it follows from the missing quotation mark
			}
			x := Diagnostic{Code: problemCodes[p.Kind], Span: innerSpan(n, p.Span).Shift(-d.base()), Message: p.Message, Address: d.address() + d.part.refs[t.Ref].at}
			x.Severity = x.Code.severity()
			if p.Nearest != "" && n.Kind() == jsontree.String {
				nearest := p.Nearest
				if from := t.Expression.Text[p.Span.Start:p.Span.End]; len(from) > 1 && from[0] == '"' {
					nearest = `"` + nearest + `"`
				}
				e := jsontree.ReplaceInString(n, jsontree.Span{Start: p.Span.Start, End: p.Span.End}, nearest)
				e.Span = e.Span.Shift(-d.base())
				x.Fixes = []Fix{textFix("Change to \""+strings.Trim(nearest, "\"")+"\"", e)}
			}
			if whole := t.Expression.Text; p.Kind == feel.BareWordIsName && strings.TrimSpace(whole) == whole[p.Span.Start:p.Span.End] && n.Kind() == jsontree.String {
				e := jsontree.ReplaceInString(n, jsontree.Span{Start: p.Span.Start, End: p.Span.Start}, "= ")
				e.Span = e.Span.Shift(-d.base())
				x.Fixes = append(x.Fixes, otherFix("Read it as the name", e))
			}
			out = append(out, x)
		}
	}
	return out
}

// seedFunctions are the functions that the published page of the format shows.
var seedFunctions = map[string]bool{"date": true, "not": true}

// noteCatalogue says once a document that a function lies outside the published page.
func (a *modelAnalysis) noteCatalogue(d *declaration) bool {
	for _, t := range d.unit.Texts {
		for _, u := range t.Expression.Uses {
			if u.Symbol != nil && u.Symbol.Kind == feel.BuiltinSymbol && !seedFunctions[u.Name] {
				a.report(Diagnostic{Code: OutsideSeed, Span: innerSpan(a.textNode(d, t.Ref), u.Span), Address: d.address() + d.part.refs[t.Ref].at,
					Message: "The format's published page does not list " + u.Name + "(…); it advises to validate the definition through its API and to test the values."})
				return true
			}
		}
	}
	return false
}
