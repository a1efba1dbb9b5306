package analysis

import (
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// checkNames checks the names of inputs, decisions and functions, which share one namespace (model-format.md, "Names").
func (a *modelAnalysis) checkNames() {
	first := map[string]*declaration{}
	for _, d := range a.declarations {
		span, key := d.key.Span(), d.key.Text()
		switch {
		case strings.TrimSpace(key) == "":
			a.report(Diagnostic{Code: BadName, Span: span, Address: d.address(), Message: "The name is empty; an expression could not speak of it."})
		case strings.TrimSpace(key) != key:
			x := a.report(Diagnostic{Code: BadName, Span: span, Address: d.address(), Message: "The name \"" + key + "\" is padded with blanks; an expression writes it without."})
			if trimmed := strings.TrimSpace(key); trimmed == d.name {
				x.Fixes = []Fix{textFix("Remove the blanks", jsontree.ReplaceInString(d.key, jsontree.Span{End: len(key)}, trimmed))}
				x.Fixes[0].Safe = true // its readers write it so already
			}
		default:
			if why := risky(d.name); why != "" {
				a.report(Diagnostic{Code: RiskyName, Span: span, Address: d.address(), Message: "The name \"" + d.name + "\" " + why})
			}
		}
		if f := first[d.name]; f != nil {
			a.report(Diagnostic{Code: NameCollision, Span: span, Address: d.address(),
				Message: "\"" + d.name + "\" is declared twice: inputs, decisions and functions share one namespace.",
				Related: []Related{{Span: f.key.Span(), Message: f.address() + " is here."}}})
			continue
		}
		first[d.name] = d
	}
	for _, d := range a.declarations {
		for _, p := range d.part.spans {
			if p.kind != KindLet || p.label == d.name && a.d.Level == Compact {
				continue
			}
			if f := first[p.label]; f != nil {
				a.report(Diagnostic{Code: LetShadows, Span: p.name.Shift(d.base()), Address: d.address() + p.address,
					Message: "The let entry \"" + p.label + "\" has the name of " + f.address() + "; give it another name.",
					Related: []Related{{Span: f.key.Span(), Message: f.address() + " is here."}}})
			}
		}
	}
}

// keywords of the expression language, which a name cannot be without being mistaken for them.
var keywords = map[string]bool{
	"if": true, "then": true, "else": true, "for": true, "return": true, "in": true, "some": true, "every": true, "satisfies": true,
	"between": true, "and": true, "or": true, "not": true, "function": true, "true": true, "false": true, "null": true, "instance": true, "of": true, "external": true,
}

// risky says what is dangerous about a name, or nothing.
func risky(name string) string {
	if keywords[name] {
		return "is a word of the expression language; an expression may mean that instead."
	}
	if i := strings.IndexAny(name, "+-*/=<>!(){}[],:"); i >= 0 {
		return "holds \"" + name[i:i+1] + "\"; where it is misspelt, the parts are read as an expression."
	}
	if c := name[0]; c >= '0' && c <= '9' {
		return "starts with a digit; where it is misspelt, it is read as a number."
	}
	return ""
}
