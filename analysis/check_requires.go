package analysis

import (
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
)

// checkRequires compares the listed requirements of decisions with the names they use (model-format.md, "Decisions").
func (a *modelAnalysis) checkRequires() {
	var all []string
	declared := map[string]bool{}
	for _, d := range a.declarations {
		if d.section != "functions" {
			all = append(all, d.name)
			declared[d.name] = true
		}
	}
	names := feel.NewVocabulary(all)
	for _, d := range a.declarations {
		if d.section != "decisions" || d.part.requires == nil || a.blind {
			continue
		}
		var given []string
		known := true
		for _, r := range d.part.requires {
			given = append(given, r.name)
			if declared[r.name] {
				continue
			}
			known = false
			near := names.Nearest(r.name)
			x := Diagnostic{Code: UnknownRequire, Span: r.span.Shift(d.base()), Address: d.address(), Message: "\"" + r.name + "\" is no input or decision." + didYouMean(near)}
			if near != "" {
				n := a.d.Tree().NodeAt(x.Span.Start + 1)
				x.Fixes = []Fix{textFix("Change to \""+near+"\"", replaceText(n, near))}
			}
			a.report(x)
		}
		if !known || a.faulty(d) {
			continue // what it reads may be another thing once the fault is mended
		}
		var extra, missing []string
		for _, slot := range d.unit.Reads {
			if s := a.program.Symbol(slot); s.Kind != feel.FunctionSymbol && !slices.Contains(given, s.Name) {
				missing = append(missing, s.Name)
			}
		}
		for _, name := range given {
			if !slices.ContainsFunc(d.unit.Reads, func(slot int) bool { return a.program.Symbol(slot).Name == name }) {
				extra = append(extra, name)
			}
		}
		var parts []string
		if len(missing) > 0 {
			parts = append(parts, "it reads "+listed(missing)+", which requires leaves out")
		}
		if len(extra) > 0 {
			parts = append(parts, "requires lists "+listed(extra)+", which it does not read")
		}
		if len(parts) > 0 {
			x := a.report(Diagnostic{Code: DifferentRequires, Span: d.part.requiresSpan.Shift(d.base()), Address: d.address(),
				Message: "requires and the names used differ: " + strings.Join(parts, "; ") + "."})
			if list := d.value.Get("requires"); list != nil {
				names := slices.DeleteFunc(slices.Clone(given), func(name string) bool { return slices.Contains(extra, name) })
				x.Fixes = []Fix{textFix("List what it reads", jsontree.ReplaceValue(list, jsontree.ArrayText(list, encodedAll(append(names, missing...)))))}
			}
		}
	}
}

// faulty reports whether the declaration has an error, so that it may not read what its author means.
func (a *modelAnalysis) faulty(d *declaration) bool {
	return firstError(d.part.diagnostics) != nil || firstError(d.part.unitDiagnostics) != nil || d.part.blind
}

// checkUnused hints at decisions that nothing reads and no question names.
func (a *modelAnalysis) checkUnused() {
	read := map[string]bool{}
	for _, d := range a.declarations {
		if d.unit == nil {
			continue
		}
		if a.faulty(d) {
			return // what it reads is not known as a whole
		}
		for _, slot := range d.unit.Reads {
			read[a.program.Symbol(slot).Name] = true
		}
	}
	for _, q := range a.questions {
		read[q.id] = true
		read[q.near] = true
	}
	if a.sections.envelope == nil || !a.sections.questions.Closed() {
		return // without questions nobody can tell which decisions are answers
	}
	for _, d := range a.declarations {
		if d.section == "decisions" && !read[d.name] {
			a.report(Diagnostic{Code: UnusedDecision, Span: d.key.Span(), Address: d.address(), Message: "Nothing reads " + d.name + " and no question names it."})
		}
	}
}
