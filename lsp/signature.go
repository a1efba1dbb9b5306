package lsp

import (
	"context"
	"unicode/utf16"

	"go.lsp.dev/protocol"

	"github.com/scenariolsp/lsp/analysis"
)

// signatureTriggers open and continue a call.
var signatureTriggers = []string{"(", ","}

// signatureHelp answers with how the function around a position is called; the first form that has a parameter for
// the argument at the position is the active one.
func signatureHelp(_ context.Context, s *snapshot, p *protocol.SignatureHelpParams) (any, error) {
	doc, err := s.at(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	forms, argument := doc.Signatures(s.places(doc).offset(p.Position))
	if len(forms) == 0 {
		return nil, nil
	}
	active, at := uint32(0), uint32(argument)
	found := false
	help := &protocol.SignatureHelp{ActiveParameter: protocol.NewNullable(at)}
	for i, f := range forms {
		help.Signatures = append(help.Signatures, signatureOf(f))
		if !found && argument < len(f.Parameters) {
			active, found = uint32(i), true
		}
	}
	help.ActiveSignature = &active
	return help, nil
}

func signatureOf(f analysis.Signature) protocol.SignatureInformation {
	out := protocol.SignatureInformation{Label: f.Label, Parameters: []protocol.ParameterInformation{}}
	if f.Doc != "" {
		out.Documentation = protocol.String(f.Doc)
	}
	for _, span := range f.Parameters {
		// offsets in a label count UTF-16 units whatever the encoding of positions
		start := len(utf16.Encode([]rune(f.Label[:span.Start])))
		end := start + len(utf16.Encode([]rune(f.Label[span.Start:span.End])))
		out.Parameters = append(out.Parameters, protocol.ParameterInformation{Label: protocol.ParameterInformationLabelTuple{uint32(start), uint32(end)}})
	}
	return out
}
