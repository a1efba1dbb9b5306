package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/scenariolsp/lsp/analysis"
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
		if o.Address == "" {
			continue
		}
		if o.Kind == analysis.KindQuestion && o.Role == analysis.Declares {
			// The name of a question is that of the decision which answers it.
			o.Address, o.Role = model.Address("decisions", o.Name), analysis.Refers
		}
		if in, ok := s.declares(doc, o); ok {
			name, _, _ := in.Span(o.Address)
			return protocol.LocationSlice{{URI: s.uriOf(in.Name), Range: s.places(in).span(name)}}, nil
		}
	}
	return none, nil
}

// declares returns the document in which what an occurrence names is declared: its own, or the model of a state.
func (s *snapshot) declares(doc *analysis.Document, o analysis.Occurrence) (*analysis.Document, bool) {
	of, given := s.modelOf(doc)
	for _, in := range []*analysis.Document{of, doc} {
		if in == nil || in == given && o.Role == analysis.Refers {
			continue
		}
		if _, _, ok := in.Span(o.Address); ok {
			return in, true
		}
	}
	return nil, false
}
