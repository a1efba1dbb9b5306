package analysis

import (
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// declaration is a part in its place in this version of the document.
type declaration struct {
	section string // inputs, decisions, functions
	name    string
	key     *jsontree.Node
	value   *jsontree.Node
	part    *part
	unit    *model.Unit // of decisions and functions
	twice   bool        // the member stands twice
}

// address is how diagnostics and receipts name the declaration.
func (d *declaration) address() string { return model.Address(d.section, d.name) }

// base is where the spans of its part are counted from.
func (d *declaration) base() int { return d.value.Span().Start }

// modelResult is what was found of a model.
type modelResult struct {
	sections     sections
	types        *typeTable
	declarations []*declaration // inputs, decisions, functions, each in document order
	byAddress    map[string]*declaration
	program      *model.Program
	questions    []question
}

// analysis of a model in progress.
type modelAnalysis struct {
	*modelResult
	d    *Document
	r    *result
	memo *memo
	old  *memo
	// blind tells that inputs or decisions could not be read: a name that nothing declares may be one of theirs.
	blind bool
	// slips are where the syntax has faults, ascending. What stands around them is read as its surroundings suggest, so
	// that the same text may mean another thing in another version: it is read anew.
	slips []int
	// answerers are the decisions that a question can have meant, once one is misspelt.
	answerers *feel.Vocabulary
}

// analyseModel finds everything about a model document, in the order in which one thing rests on another.
func analyseModel(d *Document, r *result) {
	a := &modelAnalysis{modelResult: &modelResult{byAddress: map[string]*declaration{}}, d: d, r: r,
		memo: &memo{parts: map[string]*part{}}, old: d.memo}
	a.sections = findSections(d.Tree().Root)
	for _, e := range d.Tree().Errors {
		a.slips = append(a.slips, e.Span.Start)
	}
	slices.Sort(a.slips)
	defer func() { r.diagnostics = withoutEchoes(d.Tree(), r.diagnostics) }()
	if !a.envelopeShape() {
		return
	}
	a.blind = a.sections.inputs == nil || a.sections.decisions == nil || a.unreadable("functions")
	a.lowerTypes()
	a.lowerSection("inputs", a.sections.inputs, (*lowerer).input)
	a.lowerSection("decisions", a.sections.decisions, (*lowerer).decision)
	a.lowerSection("functions", a.sections.functions, (*lowerer).function)
	a.checkNames()
	a.build()
	a.checkExpressions()
	a.checkCycles()
	a.checkRequires()
	a.checkQuestions()
	a.checkUnused()
	a.checkEmbeddedState()
	r.model = a.modelResult
	d.memo = a.memo
}

// report notes a fault outside any part.
func (a *modelAnalysis) report(x Diagnostic) *Diagnostic {
	if x.Severity == 0 {
		x.Severity = x.Code.severity()
	}
	a.r.diagnostics = append(a.r.diagnostics, x)
	return &a.r.diagnostics[len(a.r.diagnostics)-1]
}

// lowerTypes resolves the types section, or takes it over when its text is unchanged.
func (a *modelAnalysis) lowerTypes() {
	text := string(a.sections.types.Raw())
	a.memo.types = text
	if a.slipped(a.sections.types) || a.old != nil && a.old.slipped {
		a.memo.slipped, a.old = a.slipped(a.sections.types), nil // everything rests on the types
	}
	if a.old != nil && a.old.table != nil && a.old.types == text {
		a.memo.types, a.memo.table = a.old.types, a.old.table
	} else {
		a.memo.table = lowerTypes(a.sections.types, a.d.Level)
	}
	a.types = a.memo.table
	if a.sections.types != nil {
		a.r.diagnostics = append(a.r.diagnostics, rebase(a.types.diagnostics, a.sections.types.Span().Start)...)
	}
}

// named finds a declared type.
func (a *modelAnalysis) named(name string) *feel.Type { return a.types.find(name) }

// lowerSection reads the declarations of a section; those whose text is unchanged are taken over.
func (a *modelAnalysis) lowerSection(section string, n *jsontree.Node, lower func(l *lowerer, name string, n *jsontree.Node)) {
	for _, m := range n.Members() {
		if m.Key.Kind() != jsontree.String {
			continue
		}
		name := declaredName(n, m.Key.Text())
		d := &declaration{section: section, name: name, key: m.Key, value: m.Value}
		if first := a.byAddress[d.address()]; first != nil {
			first.twice = true // reported as such; which of the two is meant is not known
			continue
		}
		id := section + "\x00" + name
		raw := m.Value.Raw()
		slipped := a.slipped(m.Value)
		if a.old != nil && !slipped {
			if p := a.old.parts[id]; p != nil && !p.slipped && p.types == a.memo.types && p.key == string(raw) {
				d.part = p
			}
		}
		if d.part == nil {
			d.part = &part{key: string(raw), types: a.memo.types, slipped: slipped}
			l := &lowerer{level: a.d.Level, named: a.named, names: a.types.names, base: m.Value.Span().Start, address: d.address(), part: d.part}
			lower(l, name, m.Value)
		}
		a.memo.parts[id] = d.part
		a.declarations = append(a.declarations, d)
		a.byAddress[d.address()] = d
		a.r.diagnostics = append(a.r.diagnostics, rebase(d.part.diagnostics, d.base())...)
	}
}

// slipped reports whether the syntax has a fault inside a value.
func (a *modelAnalysis) slipped(n *jsontree.Node) bool {
	if n == nil {
		return false
	}
	i, _ := slices.BinarySearch(a.slips, n.Span().Start)
	return i < len(a.slips) && a.slips[i] <= n.Span().End
}

// declaredName is the name that a key declares. Blanks around it are reported and left out, so that its readers, who
// write it without, find it.
func declaredName(section *jsontree.Node, key string) string {
	if trimmed := strings.TrimSpace(key); trimmed != "" && section.Get(trimmed) == nil {
		key = trimmed
	}
	return own(key)
}

// build makes the program of what was read.
func (a *modelAnalysis) build() {
	def := &model.Definition{Types: a.types.find} // not a's: the program outlives this version and must not keep it
	var h maphash.Hash
	h.SetSeed(signatureSeed)
	h.WriteString(a.memo.types)
	for _, d := range a.declarations {
		h.WriteString("\x00" + d.section + "\x01" + d.name + "\x02")
		switch d.section {
		case "inputs":
			in := d.part.input
			if d.twice {
				in.Type = feel.Wrong
			}
			def.Inputs = append(def.Inputs, in)
			h.WriteString(typeKey(in.Type))
		case "decisions":
			def.Decisions = append(def.Decisions, d.part.decision)
			h.WriteString(typeKey(d.part.decision.Type))
		case "functions":
			def.Functions = append(def.Functions, d.part.function)
			for _, p := range d.part.function.Params {
				h.WriteString(p.Name + "\x03" + typeKey(p.Type))
			}
			h.WriteString(strconv.FormatBool(d.part.function.Open))
			h.WriteString(typeKey(d.part.function.Returns))
		}
	}
	def.Signature = strconv.FormatUint(h.Sum64(), 16)
	var prev *model.Program
	if a.old != nil {
		prev = a.old.program
	}
	a.program = model.Build(def, prev)
	a.memo.program = a.program
	units := a.program.Units() // of decisions and functions in the order they stand
	for i, d := range a.declarations[len(def.Inputs):] {
		d.unit = units[i]
	}
}

// signatureSeed makes signatures comparable within one process, which is as long as they live.
var signatureSeed = maphash.MakeSeed()

// typeKey writes a type so that two types with one key are the same; named types are told by the types section.
func typeKey(t *feel.Type) string {
	if t == nil {
		return "?"
	}
	return t.String() + "\x04" + strconv.Itoa(int(t.Kind))
}
