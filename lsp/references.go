package lsp

import (
	"context"
	"maps"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// references answers with every place that names what stands at a position: in the document that declares it, in its
// states or runs, and in the scenarios that depend on it with theirs.
func references(ctx context.Context, s *snapshot, p *protocol.ReferenceParams) (any, error) {
	none := []protocol.Location{}
	doc, err := s.at(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	for _, o := range doc.At(s.places(doc).offset(p.Position)) {
		if in, name, ok := s.declares(doc, o); ok && namesOne(o) {
			return s.referencesTo(ctx, in, name, p.Context.IncludeDeclaration)
		}
	}
	return none, nil
}

// namesOne reports whether an occurrence names something that is declared: not a place inside of it, and no member that
// the format defines.
func namesOne(o analysis.Occurrence) bool {
	return o.Kind != analysis.KindField && o.Kind != analysis.KindMember
}

// referencesTo finds what names the thing whose name stands at a place.
func (s *snapshot) referencesTo(ctx context.Context, in *analysis.Document, name jsontree.Span, declaration bool) ([]protocol.Location, error) {
	found := []protocol.Location{}
	for _, doc := range s.mayName(in) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at := s.places(doc)
		var last jsontree.Span
		for _, o := range doc.Occurrences() {
			if o.Span == last || !namesOne(o) { // the id of a question names its decision, too
				continue
			}
			to, span, ok := s.declares(doc, o)
			if !ok || to != in || span != name {
				continue
			}
			last = o.Span
			if o.Role != analysis.Declares || doc != in || o.Kind == analysis.KindQuestion || declaration {
				found = append(found, protocol.Location{URI: s.uriOf(doc.Name), Range: at.span(o.Span)})
			}
		}
	}
	return found, nil
}

// mayName lists the documents in which something of a document can be named, itself first: its states or runs, and the
// scenarios that depend on it, with their runs. Documents of the workspace that are not open are among them.
func (s *snapshot) mayName(in *analysis.Document) []*analysis.Document {
	list := []*analysis.Document{in}
	for _, path := range s.dependents(in) {
		if doc, err := s.document(path); err == nil && doc != in && slices.Contains(doc.Reached(), in) {
			list = append(list, doc)
		}
	}
	for _, owner := range slices.Clone(list) {
		for _, sidecar := range s.view.SidecarsOf(owner.Name) {
			if doc, err := s.document(sidecar.Path); err == nil {
				list = append(list, doc)
			}
		}
	}
	return list
}

// dependents lists the paths of scenarios that may depend on a document: where it is none, there are none.
func (s *snapshot) dependents(in *analysis.Document) []string {
	if !runsScenario(in) {
		return nil
	}
	paths := map[string]bool{}
	for path := range s.open {
		paths[path] = true
	}
	s.mu.Lock()
	folders := s.libraries(in.Name)
	s.mu.Unlock()
	for _, f := range folders {
		for _, path := range s.view.Indexed(f) {
			paths[workspace.Clean(path)] = true
		}
	}
	return slices.Sorted(maps.Keys(paths))
}
