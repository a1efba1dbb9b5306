package lsp

import (
	"context"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/scenariolsp/lsp/lsp/workspace"
)

// Clients watch files for the server. Those of the workspace are asked for once; libraries may lie elsewhere, and which
// they are is known when a scenario is open.

// watchedFiles asks for word of the files that documents depend on.
func watchedFiles() *protocol.RegistrationParams {
	return watching("files",
		protocol.FileSystemWatcher{GlobPattern: protocol.Pattern("**/*.{model,state,scenario,run,questions,engine}.json")},
		protocol.FileSystemWatcher{GlobPattern: protocol.Pattern("**/*.states/*.json")},
		protocol.FileSystemWatcher{GlobPattern: protocol.Pattern("**/" + workspace.ConfigName)},
	)
}

func watching(id string, watchers ...protocol.FileSystemWatcher) *protocol.RegistrationParams {
	options, err := protocol.Marshal(&protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: watchers})
	if err != nil {
		options = nil
	}
	return &protocol.RegistrationParams{Registrations: []protocol.Registration{
		{ID: id, Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: options},
	}}
}

// libraryWatch has the client watch the libraries outside of the workspace. Only the publisher's goroutine uses it.
type libraryWatch struct {
	folders []string
	number  int           // of the registrations made
	before  chan struct{} // closed when the client has answered the last of them
}

// follow makes the folders those that are watched.
func (w *libraryWatch) follow(s *session, folders []string) {
	if !s.can.watch || !s.can.watchOutside || slices.Equal(w.folders, folders) {
		return
	}
	watchers := make([]protocol.FileSystemWatcher, len(folders))
	for i, folder := range folders {
		watchers[i].GlobPattern = &protocol.RelativePattern{BaseURI: protocol.URI(uri.File(folder)), Pattern: "**/*.json"}
	}
	id := func(number int) string { return fmt.Sprintf("libraries %d", number) }
	w.folders, w.number = folders, w.number+1
	number, before, done := w.number, w.before, make(chan struct{})
	w.before = done
	s.background("watching libraries", func(ctx context.Context) error {
		defer close(done)
		if before != nil {
			select {
			case <-before: // one registration takes the place of the other
			case <-ctx.Done():
				return ctx.Err()
			}
			gone := []protocol.Unregistration{{ID: id(number - 1), Method: protocol.MethodWorkspaceDidChangeWatchedFiles}}
			if err := s.client.UnregisterCapability(ctx, &protocol.UnregistrationParams{Unregisterations: gone}); err != nil {
				return err
			}
		}
		return s.client.RegisterCapability(ctx, watching(id(number), watchers...))
	})
}
