package lsp

import (
	"strings"

	"github.com/buger/jsonparser"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"github.com/scenariolsp/lsp/lsp/workspace"
)

// didOpen takes over a document. The URI is kept as the client spells it, since some clients compare letters; the
// library's decoder would respell it.
func didOpen(s *session, raw jsonrpc2.RawMessage) (work, error) {
	p := new(protocol.DidOpenTextDocumentParams)
	if err := decode(raw, p); err != nil {
		return work{}, err
	}
	spelled, err := jsonparser.GetString(raw, "textDocument", "uri")
	if err != nil {
		spelled = string(p.TextDocument.URI)
	}
	path := strings.Clone(pathOf(p.TextDocument.URI)) // decoded strings keep the whole message alive
	file := &workspace.File{Path: path, Text: []byte(p.TextDocument.Text), Version: p.TextDocument.Version, Open: true}
	opened := &document{uri: uri.URI(strings.Clone(spelled)), language: strings.Clone(string(p.TextDocument.LanguageID)), file: file, lived: new(lived)}
	s.flights.supersede(path)
	s.change(func(next *snapshot) { next.set(path, opened) })
	return work{}, nil
}

// didChange makes the next version of a document. Nothing is parsed here: the messages that follow, a cancellation
// among them, do not wait for a large text.
func (s *session) didChange(p *protocol.DidChangeTextDocumentParams) error {
	path := pathOf(p.TextDocument.URI)
	old, ok := s.snapshot().open[path]
	if !ok {
		s.log.Warn("a document changed that is not open")
		return nil
	}
	path = old.file.Path
	text, splices := applyChanges(old.file.Text, p.ContentChanges, s.can.encoding)
	file := &workspace.File{Path: path, Text: text, Version: p.TextDocument.Version, Open: true}
	if file.Version <= old.file.Version {
		s.log.Debug("the version of a document did not grow", zap.Int32("from", old.file.Version), zap.Int32("to", file.Version))
	}
	s.flights.supersede(path)
	s.retype(func(next *snapshot) {
		next.set(path, &document{uri: old.uri, language: old.language, file: file, lived: old.lived.moved(splices)})
	})
	return nil
}

// didSave has the disk looked at again: other documents may have been waiting for this one.
func (s *session) didSave(p *protocol.DidSaveTextDocumentParams) error {
	s.change(func(*snapshot) {})
	return nil
}

// didClose gives the document back to the disk.
func (s *session) didClose(p *protocol.DidCloseTextDocumentParams) error {
	path := pathOf(p.TextDocument.URI)
	s.flights.supersede(path)
	s.change(func(next *snapshot) { next.set(path, nil) })
	return nil
}

// didChangeWatchedFiles has the disk looked at again.
func (s *session) didChangeWatchedFiles(p *protocol.DidChangeWatchedFilesParams) error {
	for _, c := range p.Changes {
		s.disk.Forget(pathOf(c.URI))
	}
	s.change(func(*snapshot) {})
	return nil
}

func (s *session) didChangeWorkspaceFolders(p *protocol.DidChangeWorkspaceFoldersParams) error {
	s.change(func(next *snapshot) {
		var folders []string
		gone := map[string]bool{}
		for _, f := range p.Event.Removed {
			gone[pathOf(f.URI)] = true
		}
		for _, path := range next.folders {
			if !gone[path] {
				folders = append(folders, path)
			}
		}
		for _, f := range p.Event.Added {
			folders = addFolder(folders, uri.URI(strings.Clone(string(f.URI))))
		}
		next.folders = folders
	})
	return nil
}
