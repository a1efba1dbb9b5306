package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/scenariolsp/lsp/analysis"
)

// completionTriggers are the characters behind which a list is useful before a letter is typed: a text or cell opens,
// a value begins, a member is named, another test or argument begins, a path goes on. An opening bracket is none: whoever
// goes on to the next line would take what is offered. A blank is one: behind ">= " a client would go on to look for it
// in what it was given behind ">=", and keep only names with blanks.
var completionTriggers = []string{`"`, ":", ".", ",", "(", "=", "/", " "}

// completion answers with what could be written at a position. Names may hold blanks, so each entry says what it
// replaces; clients that guess by words would leave half of a name behind.
func completion(_ context.Context, s *snapshot, p *protocol.CompletionParams) (any, error) {
	doc, err := s.at(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	at := s.places(doc)
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	off := at.offset(p.Position)
	if typed := p.Context.TriggerCharacter; typed != nil && (*typed == "," || *typed == " ") && !doc.Invites(off) {
		return list, nil // whoever ends a member or lays out a line goes on, and would take what is offered
	}
	pins := doc.CompletePins(off, func() []string { return s.scenarioIDs(doc.Name) })
	for i, c := range append(pins, doc.Complete(off)...) {
		item := protocol.CompletionItem{
			Label: c.Label, Kind: completionKind(c.Kind),
			SortText: protocol.NewOptional(fmt.Sprintf("%04d", i)), // the order of analysis: the nearest scope first
			TextEdit: &protocol.TextEdit{Range: at.span(c.Span), NewText: c.NewText},
		}
		if c.Snippet != "" && s.can.snippets {
			item.TextEdit = &protocol.TextEdit{Range: at.span(c.Span), NewText: c.Snippet}
			item.InsertTextFormat = protocol.InsertTextFormatSnippet
		}
		for _, e := range c.Also {
			item.AdditionalTextEdits = append(item.AdditionalTextEdits, protocol.TextEdit{Range: at.span(e.Span), NewText: e.NewText})
		}
		if c.Detail != "" {
			item.Detail = protocol.NewOptional(c.Detail)
		}
		if c.Doc != "" {
			item.Documentation = protocol.String(c.Doc)
		}
		list.Items = append(list.Items, item)
	}
	return list, nil
}

func completionKind(kind analysis.SymbolKind) protocol.CompletionItemKind {
	switch kind {
	case analysis.KindType:
		return protocol.CompletionItemKindClass
	case analysis.KindInput, analysis.KindParameter, analysis.KindLet, analysis.KindLocal, analysis.KindVariable, analysis.KindFlag:
		return protocol.CompletionItemKindVariable
	case analysis.KindSchedule, analysis.KindAction:
		return protocol.CompletionItemKindEvent
	case analysis.KindDependency:
		return protocol.CompletionItemKindModule
	case analysis.KindDecision, analysis.KindQuestion, analysis.KindPatient, analysis.KindEntry, analysis.KindCondition, analysis.KindEffect, analysis.KindOutcome:
		return protocol.CompletionItemKindReference
	case analysis.KindFunction, analysis.KindBuiltin:
		return protocol.CompletionItemKindFunction
	case analysis.KindWord:
		return protocol.CompletionItemKindEnumMember
	case analysis.KindMember, analysis.KindColumn:
		return protocol.CompletionItemKindField
	case analysis.KindKeyword:
		return protocol.CompletionItemKindKeyword
	}
	return protocol.CompletionItemKindProperty
}
