package lsp

import (
	"context"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// stateAction offers what a question or decision that is pointed at lacks to be run (editor.md, "The active state"): a
// first state with the inputs that it needs, or those that the active state does not have. On the start of a model, or of
// a state, that is every input.
func (s *snapshot) stateAction(ctx context.Context, doc *analysis.Document, asked jsontree.Span) (*protocol.CodeAction, error) {
	of, given := s.modelOf(doc)
	if of == nil || workspace.IsVirtual(of.Name) || !of.TakesState() {
		return nil, nil
	}
	pointed := func(span jsontree.Span) bool { return span.Start <= asked.End && asked.Start <= span.End }
	var names []string // of decisions
	switch i := slices.IndexFunc(doc.Runnables(), func(r analysis.Runnable) bool { return r.Kind != analysis.RunDocument && pointed(r.Span) }); {
	case given == nil && i >= 0:
		names = []string{doc.Runnables()[i].Name}
	case !pointed(jsontree.Span{}): // neither a decision nor the start
		return nil, nil
	}
	if err := s.warm(ctx, of); err != nil {
		return nil, err
	}
	program, _ := of.Program(ctx)
	if program == nil {
		return nil, nil
	}
	inputs := of.Inputs()
	if names != nil {
		inputs = needs(program, names...)
	}
	state, has := s.stateFor(of)
	if given != nil {
		state, has = s.stateAt(of.Name, given.Name), true
	}
	if has {
		return s.addInputs(ctx, of, state, inputs)
	}
	path := workspace.StatePath(of.Name, "")
	if len(inputs) == 0 || !s.can.createFile {
		return nil, nil
	}
	edit := s.newFile(s.uriOf(path), of.Skeleton(inputs))
	return &protocol.CodeAction{Title: "Create " + filepath.Base(path) + " with " + list(inputs, 3), Kind: ptr(protocol.CodeActionKindQuickFix), Edit: &edit}, nil
}

// addInputs offers to add those of the inputs that a state does not have.
func (s *snapshot) addInputs(ctx context.Context, of *analysis.Document, state workspace.State, inputs []string) (*protocol.CodeAction, error) {
	_, in, _, err := s.inputs(ctx, of, state)
	if err != nil || in == nil {
		return nil, err
	}
	missing, edits := in.AddInputs(of, inputs)
	if len(missing) == 0 {
		return nil, nil
	}
	edit, ok := s.workspaceEdit(in, edits)
	if !ok {
		return nil, nil
	}
	return &protocol.CodeAction{Title: "Add " + list(missing, 3) + " to " + filepath.Base(in.Name), Kind: ptr(protocol.CodeActionKindQuickFix), Edit: edit}, nil
}
