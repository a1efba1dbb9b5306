package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// documentSymbol answers with the outline: nested where the client can show it, else flat with the name of what
// contains each entry.
func documentSymbol(_ context.Context, s *snapshot, p *protocol.DocumentSymbolParams) (any, error) {
	doc, err := s.at(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	at := s.places(doc)
	if s.can.hierarchy {
		return protocol.DocumentSymbolSlice(nested(at, doc.Outline(), 0)), nil
	}
	return flat(protocol.SymbolInformationSlice{}, at, s.uriOf(doc.Name), doc.Outline(), "", 0), nil
}

// maxNesting bounds how deep an outline is followed; the format nests no deeper than a few levels.
const maxNesting = 64

func nested(at places, symbols []analysis.Symbol, depth int) []protocol.DocumentSymbol {
	list := make([]protocol.DocumentSymbol, 0, len(symbols))
	for i := range symbols {
		from := &symbols[i]
		out := protocol.DocumentSymbol{Name: symbolName(from), Kind: symbolKind(from.Kind), Range: at.span(around(from)), SelectionRange: at.span(from.NameSpan)}
		if from.Detail != "" {
			out.Detail = &from.Detail
		}
		if len(from.Children) > 0 && depth < maxNesting {
			out.Children = nested(at, from.Children, depth+1)
		}
		list = append(list, out)
	}
	return list
}

func flat(list protocol.SymbolInformationSlice, at places, in uri.URI, symbols []analysis.Symbol, container string, depth int) protocol.SymbolInformationSlice {
	for i := range symbols {
		from := &symbols[i]
		out := protocol.SymbolInformation{Location: protocol.Location{URI: in, Range: at.span(around(from))}}
		out.Name, out.Kind = symbolName(from), symbolKind(from.Kind)
		if container != "" {
			out.ContainerName = &container
		}
		list = append(list, out)
		if depth < maxNesting {
			list = flat(list, at, in, from.Children, from.Name, depth+1)
		}
	}
	return list
}

// around returns the whole of a symbol; the name must lie in it, or clients refuse the outline.
func around(s *analysis.Symbol) jsontree.Span {
	return jsontree.Span{Start: min(s.Span.Start, s.NameSpan.Start), End: max(s.Span.End, s.NameSpan.End)}
}

// symbolName returns a name that clients accept: VS Code refuses an empty one.
func symbolName(s *analysis.Symbol) string {
	if s.Name == "" {
		return `""`
	}
	return s.Name
}

func symbolKind(kind analysis.SymbolKind) protocol.SymbolKind {
	switch kind {
	case analysis.KindSection:
		return protocol.SymbolKindNamespace
	case analysis.KindType:
		return protocol.SymbolKindEnum
	case analysis.KindInput:
		return protocol.SymbolKindVariable
	case analysis.KindDecision:
		return protocol.SymbolKindClass
	case analysis.KindRule:
		return protocol.SymbolKindEvent
	case analysis.KindLet, analysis.KindLocal:
		return protocol.SymbolKindConstant
	case analysis.KindFunction, analysis.KindBuiltin:
		return protocol.SymbolKindFunction
	case analysis.KindParameter:
		return protocol.SymbolKindVariable
	case analysis.KindQuestion:
		return protocol.SymbolKindInterface
	case analysis.KindColumn, analysis.KindMember:
		return protocol.SymbolKindField
	case analysis.KindWord, analysis.KindOutcome:
		return protocol.SymbolKindEnumMember
	case analysis.KindPatient:
		return protocol.SymbolKindObject
	case analysis.KindVariable:
		return protocol.SymbolKindVariable
	case analysis.KindFlag:
		return protocol.SymbolKindBoolean
	case analysis.KindEntry:
		return protocol.SymbolKindField
	case analysis.KindCondition:
		return protocol.SymbolKindInterface
	case analysis.KindEffect:
		return protocol.SymbolKindOperator
	case analysis.KindSchedule:
		return protocol.SymbolKindEvent
	case analysis.KindAction:
		return protocol.SymbolKindMethod
	case analysis.KindDependency:
		return protocol.SymbolKindModule
	}
	return protocol.SymbolKindProperty
}
