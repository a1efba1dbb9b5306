package lsp

import (
	"context"

	"go.lsp.dev/uri"
)

// methodStates is a request beside those of the protocol: which states a model has, or runs a scenario, and for which of
// them its values are shown. A client asks for it that keeps the active state in sight (editor.md, "Clients").
const methodStates = "lsp/states"

// statesParams names a model or a scenario, or a state or run of one.
type statesParams struct {
	URI uri.URI `json:"uri"`
}

// statesResult answers lsp/states. Active is absent when values are shown for no state.
type statesResult struct {
	Model  uri.URI     `json:"model"`
	Active *selection  `json:"active,omitempty"`
	States []selection `json:"states"`
}

// states answers lsp/states; null for a document that is neither a model nor a state of one.
func states(ctx context.Context, s *snapshot, p *statesParams) (any, error) {
	doc, err := s.at(p.URI)
	if err != nil {
		return nil, err
	}
	model, given := s.modelOf(doc)
	if model == nil || given == nil && len(model.Runnables()) == 0 {
		return nil, nil
	}
	if err := s.warm(ctx, model); err != nil { // a request may carry a state itself
		return nil, err
	}
	result := statesResult{Model: s.uriOf(model.Name), States: []selection{}}
	for _, state := range s.view.SidecarsOf(model.Name) {
		result.States = append(result.States, selection{URI: s.uriOf(state.Path), Name: state.Title()})
	}
	if active, ok := s.stateFor(model); ok {
		result.Active = &selection{URI: s.uriOf(active.Path), Name: active.Title()}
	}
	return result, nil
}
