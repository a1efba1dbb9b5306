package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// documentLink answers with the places that name other documents: the dependencies of a scenario.
func documentLink(_ context.Context, s *snapshot, p *protocol.DocumentLinkParams) (any, error) {
	links := []protocol.DocumentLink{}
	doc, err := s.at(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	at := s.places(doc)
	for _, d := range doc.Dependencies() {
		if d.Document == nil {
			continue
		}
		link := protocol.DocumentLink{Range: at.span(unquoted(doc.Text, d.Target)), Target: ptr(s.uriOf(d.Document.Name))}
		if s.can.linkTooltip {
			link.Tooltip = ptr(s.shortPath(d.Document.Name))
		}
		links = append(links, link)
	}
	return links, nil
}

// unquoted is the span of a text without its quotation marks.
func unquoted(text []byte, span jsontree.Span) jsontree.Span {
	if span.Len() >= 2 && text[span.Start] == '"' && text[span.End-1] == '"' {
		return jsontree.Span{Start: span.Start + 1, End: span.End - 1}
	}
	return span
}
