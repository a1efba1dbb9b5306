package lsp

import (
	"context"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// source is the name that diagnostics carry, for people who run several servers.
const source = "lsp"

// diagnostics says what was found of a document in the words of the protocol. The list is never nil.
func (s *snapshot) diagnostics(doc *analysis.Document, found []analysis.Diagnostic) []protocol.Diagnostic {
	here := s.places(doc)
	list := make([]protocol.Diagnostic, 0, len(found))
	for i := range found {
		list = append(list, s.diagnostic(doc, here, &found[i]))
	}
	return list
}

func (s *snapshot) diagnostic(doc *analysis.Document, here places, d *analysis.Diagnostic) protocol.Diagnostic {
	out := protocol.Diagnostic{
		Range:    here.span(d.Span),
		Severity: protocol.DiagnosticSeverity(d.Severity), // the same order and numbers
		Code:     protocol.String(d.Code),
		Source:   protocol.NewOptional(source),
		Message:  protocol.String(s.inFolders(d.Message)),
	}
	if !s.can.relatedInfo {
		return out
	}
	for _, r := range d.Related {
		path, at := doc.Name, here
		if r.Document != "" && r.Document != doc.Name {
			other, err := s.document(r.Document)
			if err != nil {
				continue
			}
			path, at = r.Document, s.places(other)
		}
		out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{
			Location: protocol.Location{URI: s.uriOf(path), Range: at.span(r.Span)}, Message: s.inFolders(r.Message),
		})
	}
	return out
}

// documentDiagnostic answers a client that asks for the diagnostics of one document.
func documentDiagnostic(ctx context.Context, s *snapshot, p *protocol.DocumentDiagnosticParams) (any, error) {
	doc, err := s.at(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	id, list, err := s.report(ctx, doc)
	if err != nil {
		return nil, err
	}
	related, err := s.relatedReports(ctx, doc)
	if err != nil {
		return nil, err
	}
	if p.PreviousResultID != nil && *p.PreviousResultID == id {
		return &protocol.RelatedUnchangedDocumentDiagnosticReport{
			UnchangedDocumentDiagnosticReport: protocol.UnchangedDocumentDiagnosticReport{Kind: unchanged, ResultID: id},
			RelatedDocuments:                  related,
		}, nil
	}
	return &protocol.RelatedFullDocumentDiagnosticReport{
		FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{Kind: full, ResultID: &id, Items: list},
		RelatedDocuments:             related,
	}, nil
}

const (
	full      = string(protocol.DocumentDiagnosticReportKindFull)
	unchanged = string(protocol.DocumentDiagnosticReportKindUnchanged)
)

// report returns the diagnostics of a document and a name for exactly these, by which a client says that it has them.
func (s *snapshot) report(ctx context.Context, doc *analysis.Document) (id string, list []protocol.Diagnostic, err error) {
	found, err := doc.Diagnostics(ctx)
	if err != nil {
		return "", nil, err
	}
	if d, ok := s.open[doc.Name]; ok {
		d.lived.remember(doc)
		s.answered(doc, diagnosed)
	}
	list = s.diagnostics(doc, found)
	hash := fnv.New64a()
	for i := range list {
		raw, err := protocol.Marshal(&list[i])
		if err != nil {
			return "", nil, err
		}
		hash.Write(raw)
	}
	return strconv.FormatUint(hash.Sum64(), 36), list, nil
}

// relatedReports returns the diagnostics of the open documents that rest on this one: the states of a model, the runs of
// a scenario, the scenarios that depend on it.
func (s *snapshot) relatedReports(ctx context.Context, doc *analysis.Document) (map[uri.URI]protocol.FullDocumentDiagnosticReportOrUnchangedDocumentDiagnosticReport, error) {
	if !s.can.related {
		return nil, nil
	}
	var related map[uri.URI]protocol.FullDocumentDiagnosticReportOrUnchangedDocumentDiagnosticReport
	for path, d := range s.open {
		other, err := s.document(path)
		if err != nil || other == doc || !s.restsOn(other, doc) {
			continue
		}
		id, list, err := s.report(ctx, other)
		if err != nil {
			return nil, err
		}
		if related == nil {
			related = map[uri.URI]protocol.FullDocumentDiagnosticReportOrUnchangedDocumentDiagnosticReport{}
		}
		related[d.uri] = &protocol.FullDocumentDiagnosticReport{Kind: full, ResultID: &id, Items: list}
	}
	return related, nil
}

// restsOn reports whether what is said of a document depends on another one.
func (s *snapshot) restsOn(doc, other *analysis.Document) bool {
	if owner, _ := s.modelOf(doc); owner == other {
		return true
	}
	return slices.Contains(doc.Reached(), other)
}

// patience is how long a request for the diagnostics of the workspace is held while there is nothing new: clients ask
// again at once when it is answered (LSP 3.18, "Workspace Diagnostics").
const patience = 30 * time.Second

// workspaceDiagnostic answers a client that asks for the diagnostics of all documents, open or not.
func workspaceDiagnostic(s *session, raw jsonrpc2.RawMessage) (work, error) {
	p := new(protocol.WorkspaceDiagnosticParams)
	if err := decode(raw, p); err != nil {
		return work{}, err
	}
	had := make(map[string]string, len(p.PreviousResultIds))
	for _, previous := range p.PreviousResultIds {
		had[pathOf(previous.URI)] = previous.Value
	}
	return work{do: func(ctx context.Context, snap *snapshot) (any, error) {
		enough := time.NewTimer(patience)
		defer enough.Stop()
		for {
			changed := s.changed.wait()
			if latest := s.snapshot(); latest.number > snap.number {
				snap = latest
			}
			items, news, err := s.workspaceReports(ctx, snap, had)
			if err != nil {
				return nil, err
			}
			if news || len(had) == 0 {
				return &protocol.WorkspaceDiagnosticReport{Items: items}, nil
			}
			select {
			case <-changed:
			case <-enough.C:
				return &protocol.WorkspaceDiagnosticReport{Items: items}, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
	}}, nil
}

// workspaceReports looks at every document of the folders. news is false when the client has all of it already.
func (s *session) workspaceReports(ctx context.Context, snap *snapshot, had map[string]string) (items []protocol.WorkspaceDocumentDiagnosticReport, news bool, err error) {
	items = []protocol.WorkspaceDocumentDiagnosticReport{}
	seen := map[string]bool{}
	err = workspace.Walk(ctx, snap.folders, workspace.Named, func(found workspace.Found) error {
		if found.Err != nil || !found.Named && snap.open[found.Path] == nil {
			return nil // in a workspace full of other JSON, a file that is ours has a name of ours or is open
		}
		if err := s.slots.take(ctx); err != nil {
			return err
		}
		defer s.slots.give()
		// A view of its own for each file: a workspace is larger than what one snapshot should hold.
		one := snap.next()
		one.view = snap.view.Apart()
		doc, err := one.document(found.Path)
		if err != nil {
			return nil
		}
		id, list, err := one.report(ctx, doc)
		if err != nil {
			return err
		}
		seen[found.Path] = true
		var version *int32
		if v, ok := snap.version(found.Path); ok {
			version = &v
		}
		if had[found.Path] == id {
			items = append(items, &protocol.WorkspaceUnchangedDocumentDiagnosticReport{
				UnchangedDocumentDiagnosticReport: protocol.UnchangedDocumentDiagnosticReport{Kind: unchanged, ResultID: id},
				URI:                               snap.uriOf(found.Path), Version: version,
			})
			return nil
		}
		news = true
		items = append(items, &protocol.WorkspaceFullDocumentDiagnosticReport{
			FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{Kind: full, ResultID: &id, Items: list},
			URI:                          snap.uriOf(found.Path), Version: version,
		})
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	for _, path := range slices.Sorted(maps.Keys(had)) { // files that are gone keep no diagnostics
		if seen[path] || snap.open[path] != nil {
			continue
		}
		news = true
		items = append(items, &protocol.WorkspaceFullDocumentDiagnosticReport{
			FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{Kind: full, Items: []protocol.Diagnostic{}},
			URI:                          snap.uriOf(path),
		})
	}
	return items, news, nil
}
