package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/model"
)

// definition answers with where the name at a position is declared.
func definition(_ context.Context, s *snapshot, p *protocol.DefinitionParams) (any, error) {
	none := protocol.LocationSlice{}
	doc, err := s.at(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	for _, o := range doc.At(s.places(doc).offset(p.Position)) {
		if in, name, ok := s.declares(doc, o); ok {
			return protocol.LocationSlice{{URI: s.uriOf(in.Name), Range: s.places(in).span(name)}}, nil
		}
	}
	return none, nil
}

// declares returns where that stands which an occurrence names: in its own document, in the model of a state or the
// scenario of a run, or in a dependency.
func (s *snapshot) declares(doc *analysis.Document, o analysis.Occurrence) (in *analysis.Document, name jsontree.Span, ok bool) {
	if o.Address == "" {
		return nil, name, false
	}
	if o.Kind == analysis.KindQuestion && o.Role == analysis.Declares {
		// The name of a question is that of the decision which answers it.
		o.Kind, o.Address, o.Role = analysis.KindDecision, model.Address("decisions", o.Name), analysis.Refers
	}
	of, given := s.modelOf(doc)
	for _, from := range []*analysis.Document{of, doc} {
		if from == nil || from == given && o.Role == analysis.Refers {
			continue
		}
		if in, name, _, ok := from.Definition(o); ok {
			return in, name, true
		}
	}
	return nil, name, false
}
