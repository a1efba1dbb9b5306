package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// codeAction answers with the ways to mend what is found in a range, and with one that mends all that is safe to.
func codeAction(ctx context.Context, s *snapshot, p *protocol.CodeActionParams) (any, error) {
	actions := []protocol.CommandOrCodeAction{}
	doc, err := s.at(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if !s.can.actionLiterals {
		return actions, nil
	}
	found, err := doc.Diagnostics(ctx)
	if err != nil {
		return nil, err
	}
	at := s.places(doc)
	asked := jsontree.Span{Start: at.offset(p.Range.Start), End: at.offset(p.Range.End)}
	if wanted(p.Context.Only, protocol.CodeActionKindQuickFix) {
		for i := range found {
			d := &found[i]
			if d.Span.End < asked.Start || asked.End < d.Span.Start {
				continue
			}
			for _, fix := range d.Fixes {
				edit, ok := s.workspaceEdit(doc, fix.Edits)
				if !ok {
					continue
				}
				action := &protocol.CodeAction{
					Title: fix.Title, Kind: ptr(protocol.CodeActionKindQuickFix), Edit: edit,
					Diagnostics: []protocol.Diagnostic{s.diagnostic(doc, at, d)},
				}
				if s.can.actionPrefer && fix.Preferred {
					action.IsPreferred = ptr(true)
				}
				actions = append(actions, action)
			}
		}
	}
	if wanted(p.Context.Only, protocol.CodeActionKindQuickFix) {
		action, err := s.stateAction(ctx, doc, asked)
		if err != nil {
			return nil, err
		}
		if action != nil {
			actions = append(actions, action)
		}
	}
	// asked for by name alone: a person who points at a place wants what can be done there
	if len(p.Context.Only) > 0 && wanted(p.Context.Only, protocol.CodeActionKindSourceFixAll) {
		if edit, ok := s.workspaceEdit(doc, fixAll(doc.Name, found)); ok {
			actions = append(actions, &protocol.CodeAction{Title: "Mend everything that is safe to", Kind: ptr(protocol.CodeActionKindSourceFixAll), Edit: edit})
		}
	}
	return actions, nil
}

// wanted reports whether the client asks for a kind of action: all, that kind, or one that it belongs to.
func wanted(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	if len(only) == 0 {
		return true
	}
	return slices.ContainsFunc(only, func(o protocol.CodeActionKind) bool {
		return o == kind || o == protocol.CodeActionKindEmpty || strings.HasPrefix(string(kind), string(o)+".")
	})
}

// fixAll returns the edits of all fixes of the document itself that change no meaning, without those that touch one taken
// before. What is guessed, such as what a misspelt name means, or what takes something out, waits to be asked for.
func fixAll(name string, found []analysis.Diagnostic) []analysis.Edit {
	var edits []analysis.Edit
	free := func(e analysis.Edit) bool {
		return (e.Document == "" || e.Document == name) && !slices.ContainsFunc(edits, func(taken analysis.Edit) bool {
			return e.Span.Start <= taken.Span.End && taken.Span.Start <= e.Span.End
		})
	}
	for _, d := range found {
		for _, fix := range d.Fixes {
			if fix.Safe && !slices.ContainsFunc(fix.Edits, func(e analysis.Edit) bool { return !free(e) }) {
				edits = append(edits, fix.Edits...)
				break
			}
		}
	}
	return edits
}

// workspaceEdit says edits in the words of the protocol, bound to the versions that they were made for where the client
// can hold to that. ok is false when there is nothing to do or a document of it cannot be read.
func (s *snapshot) workspaceEdit(doc *analysis.Document, edits []analysis.Edit) (edit *protocol.WorkspaceEdit, ok bool) {
	byPath := map[string][]protocol.TextEdit{}
	var order []string
	for _, e := range edits {
		path := e.Document
		if path == "" {
			path = doc.Name
		}
		in, err := s.document(path)
		if err != nil {
			return nil, false
		}
		if _, known := byPath[path]; !known {
			order = append(order, path)
		}
		byPath[path] = append(byPath[path], protocol.TextEdit{Range: s.places(in).span(e.Span), NewText: e.NewText})
	}
	if len(order) == 0 {
		return nil, false
	}
	edit = new(protocol.WorkspaceEdit)
	if !s.can.documentChange {
		edit.Changes = map[uri.URI][]protocol.TextEdit{}
		for path, list := range byPath {
			edit.Changes[s.uriOf(path)] = list
		}
		return edit, true
	}
	for _, path := range order {
		change := &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
			TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: s.uriOf(path)},
		}}
		if version, open := s.version(path); open {
			change.TextDocument.Version = &version
		}
		for i := range byPath[path] {
			change.Edits = append(change.Edits, &byPath[path][i])
		}
		edit.DocumentChanges = append(edit.DocumentChanges, change)
	}
	return edit, true
}
