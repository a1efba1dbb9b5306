// Package analysis turns the text of a document into what every front end shows: diagnostics, an outline, the
// occurrences of names, the places where something can be run and, where the document can run, a program.
// It reads no files and speaks no protocol: callers hand it bytes and what the bytes belong to.
package analysis

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/model"
)

// Level is the strictness of the checks (model-format.md, "Validation levels").
type Level uint8

const (
	Strict  Level = iota // what the public API applies
	Compact              // what the compact parser accepts
)

// Source is one version of one document as a caller holds it.
type Source struct {
	Name  string // path or URI, as the caller wants it repeated in messages
	Text  []byte // UTF-8; held, never changed
	Kind  *Kind  // nil: found by the name, then by the content
	Level Level
}

// Surroundings answers what a document must ask of the folder it lies in. A nil Surroundings knows nothing.
// Implementations must be safe for concurrent use and give the same answer for the life of a snapshot.
type Surroundings interface {
	// ModelOf returns the model that the named state document belongs to, or nil.
	ModelOf(state string) *Document
}

// Document is the analysis of one Source: immutable to its readers, computed on demand, safe for concurrent use.
type Document struct {
	Source
	around Surroundings

	parse sync.Once
	tree  *jsontree.Tree

	marking sync.Once
	marks   marks

	lowering sync.Once
	module   *module // of a scenario, read alone
	linking  sync.Once
	links    []*link
	walking  sync.Once
	graph    *graph
	hashing  sync.Once
	digest   string

	mu     sync.Mutex // guards result and memo
	result *result
	memo   *memo // of this version once analysed, of an earlier one before
}

// marks are what the syntax alone tells.
type marks struct {
	outline   []Symbol
	runnables []Runnable
}

// result is what the checks found.
type result struct {
	diagnostics []Diagnostic
	model       *modelResult    // nil where the document is no model
	state       *stateResult    // nil where the document is no state
	scenario    *scenarioResult // nil where the document is no scenario
	run         *runResult      // nil where the document is no run
}

// Open prepares the analysis of src; nothing is parsed yet. prev, which may be nil, is an earlier version of the
// same document: what its analysis found of unchanged declarations is used again.
func Open(src Source, around Surroundings, prev *Document) *Document {
	if src.Kind == nil {
		src.Kind = KindByName(src.Name)
	}
	if src.Kind == nil {
		src.Kind = KindByContent(src.Text)
	}
	d := &Document{Source: src, around: around}
	if prev != nil && prev.Kind == src.Kind && prev.Level == src.Level {
		prev.mu.Lock()
		d.memo = prev.memo
		prev.mu.Unlock()
	}
	return d
}

// Tree returns the syntax tree, parsed at the first call.
func (d *Document) Tree() *jsontree.Tree {
	d.parse.Do(func() { d.tree = jsontree.Parse(d.Text) })
	return d.tree
}

// Lines maps offsets to positions and back.
func (d *Document) Lines() *jsontree.Lines { return d.Tree().Lines() }

// marked finds outline and places to run at the first call.
func (d *Document) marked() *marks {
	d.marking.Do(func() {
		if d.Kind != nil {
			d.Kind.mark(d, &d.marks)
		}
	})
	return &d.marks
}

// Outline returns the document's symbols in source order. It needs the tree alone.
func (d *Document) Outline() []Symbol { return d.marked().outline }

// Runnables returns the places to run in source order. It needs the tree alone, so that a lens never waits for a check.
func (d *Document) Runnables() []Runnable { return d.marked().runnables }

// analysed runs the checks at the first call.
func (d *Document) analysed() *result {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.result == nil {
		r := &result{diagnostics: syntaxDiagnostics(d.Tree())}
		if d.Kind != nil {
			d.Kind.analyse(d, r)
		}
		slices.SortStableFunc(r.diagnostics, func(a, b Diagnostic) int {
			return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Code, b.Code))
		})
		d.result = r
	}
	return d.result
}

// Diagnostics runs the checks and returns what they found, sorted by position. It never returns nil. When ctx has
// ended before the checks start, they are not run and err says so.
func (d *Document) Diagnostics(ctx context.Context) ([]Diagnostic, error) {
	if err := ctx.Err(); err != nil {
		return []Diagnostic{}, err
	}
	if ds := d.analysed().diagnostics; ds != nil {
		return ds, nil
	}
	return []Diagnostic{}, nil
}

// Program returns the model as a program, or the reason it cannot run: the first error of its shape. A model with
// errors elsewhere runs as far as what is asked does not depend on what is wrong.
func (d *Document) Program(ctx context.Context) (*model.Program, *Diagnostic) {
	r := d.analysed()
	if r.model != nil && r.model.program != nil {
		return r.model.program, nil
	}
	for i := range r.diagnostics {
		if r.diagnostics[i].Severity == Error {
			return nil, &r.diagnostics[i]
		}
	}
	return nil, &Diagnostic{Code: WrongShape, Severity: Error, Message: "This document holds no model: an object with content, or with inputs and decisions, is needed."}
}
