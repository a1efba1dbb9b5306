package lsp

import (
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// routes is everything this server does, by method. What capabilities promise and what is here agree by test.
func routes() map[string]route {
	return map[string]route{
		protocol.MethodInitialized: notification((*session).initialized),
		protocol.MethodSetTrace:    notification(func(*session, *protocol.SetTraceParams) error { return nil }),

		protocol.MethodTextDocumentDidOpen:                {order: didOpen},
		protocol.MethodTextDocumentDidChange:              notification((*session).didChange),
		protocol.MethodTextDocumentDidSave:                notification((*session).didSave),
		protocol.MethodTextDocumentDidClose:               notification((*session).didClose),
		protocol.MethodWorkspaceDidChangeWatchedFiles:     notification((*session).didChangeWatchedFiles),
		protocol.MethodWorkspaceDidChangeWorkspaceFolders: notification((*session).didChangeWorkspaceFolders),
		protocol.MethodWorkspaceDidChangeConfiguration:    notification((*session).didChangeConfiguration),
		protocol.MethodWindowWorkDoneProgressCancel:       notification(func(*session, *protocol.WorkDoneProgressCancelParams) error { return nil }),

		protocol.MethodTextDocumentHover:          query(drop, func(p *protocol.HoverParams) uri.URI { return p.TextDocument.URI }, hover),
		protocol.MethodTextDocumentCompletion:     query(drop, func(p *protocol.CompletionParams) uri.URI { return p.TextDocument.URI }, completion),
		protocol.MethodTextDocumentSignatureHelp:  query(drop, func(p *protocol.SignatureHelpParams) uri.URI { return p.TextDocument.URI }, signatureHelp),
		protocol.MethodTextDocumentDefinition:     query(keep, func(p *protocol.DefinitionParams) uri.URI { return p.TextDocument.URI }, definition),
		protocol.MethodTextDocumentReferences:     query(keep, func(p *protocol.ReferenceParams) uri.URI { return p.TextDocument.URI }, references),
		protocol.MethodTextDocumentDocumentLink:   query(keep, func(p *protocol.DocumentLinkParams) uri.URI { return p.TextDocument.URI }, documentLink),
		protocol.MethodTextDocumentDocumentSymbol: query(keep, func(p *protocol.DocumentSymbolParams) uri.URI { return p.TextDocument.URI }, documentSymbol),
		methodStates:                           query(keep, func(p *statesParams) uri.URI { return p.URI }, states),
		methodGraph:                            query(keep, func(p *graphParams) uri.URI { return p.URI }, graph),
		methodChart:                            query(keep, func(p *chartParams) uri.URI { return p.URI }, chart),
		protocol.MethodTextDocumentCodeLens:    query(keep, func(p *protocol.CodeLensParams) uri.URI { return p.TextDocument.URI }, codeLens).shows(),
		protocol.MethodCodeLensResolve:         query(keep, nil, codeLensResolve),
		protocol.MethodTextDocumentCodeAction:  query(drop, func(p *protocol.CodeActionParams) uri.URI { return p.TextDocument.URI }, codeAction),
		protocol.MethodTextDocumentDiagnostic:  query(retrigger, func(p *protocol.DocumentDiagnosticParams) uri.URI { return p.TextDocument.URI }, documentDiagnostic).shows(),
		protocol.MethodWorkspaceDiagnostic:     {order: workspaceDiagnostic, waits: true},
		protocol.MethodWorkspaceExecuteCommand: {order: executeCommand, waits: true},
	}
}

// clientCan is what this server needs to know of the client.
type clientCan struct {
	encoding       jsontree.Encoding
	markdown       bool // hover in Markdown
	hierarchy      bool // nested document symbols
	pull           bool // it asks for diagnostics, and does so again when told to
	pullDeclared   bool
	related        bool // diagnostics of related documents in one answer
	relatedInfo    bool // related information in a diagnostic
	lensRefresh    bool
	watch          bool // it watches files when asked
	watchOutside   bool // and outside of the workspace
	linkTooltip    bool
	configuration  bool
	applyEdit      bool
	documentChange bool // versioned edits
	createFile     bool // edits that create files
	actionLiterals bool // code actions that carry edits
	actionPrefer   bool
	snippets       bool // completions with a place to go on typing at
	codeLink       bool
}

func whatClientCan(c *protocol.ClientCapabilities) clientCan {
	can := clientCan{encoding: jsontree.UTF16}
	if g := c.General; g != nil && slices.Contains(g.PositionEncodings, protocol.PositionEncodingKindUTF8) {
		can.encoding = jsontree.UTF8
	} else if g != nil && len(g.PositionEncodings) > 0 && !slices.Contains(g.PositionEncodings, protocol.PositionEncodingKindUTF16) && slices.Contains(g.PositionEncodings, protocol.PositionEncodingKindUTF32) {
		can.encoding = jsontree.UTF32
	}
	if w := c.Workspace; w != nil {
		can.applyEdit = on(w.ApplyEdit)
		can.configuration = on(w.Configuration)
		can.lensRefresh = w.CodeLens != nil && on(w.CodeLens.RefreshSupport)
		can.pull = w.Diagnostics != nil && on(w.Diagnostics.RefreshSupport)
		can.watch = w.DidChangeWatchedFiles != nil && on(w.DidChangeWatchedFiles.DynamicRegistration)
		can.watchOutside = w.DidChangeWatchedFiles != nil && on(w.DidChangeWatchedFiles.RelativePatternSupport)
		if e := w.WorkspaceEdit; e != nil {
			can.documentChange = on(e.DocumentChanges)
			can.createFile = can.documentChange && slices.Contains(e.ResourceOperations, protocol.ResourceOperationKindCreate)
		}
	}
	if t := c.TextDocument; t != nil {
		if d := t.Diagnostic; d != nil {
			can.pullDeclared = true
			can.related = on(d.RelatedDocumentSupport)
		}
		if d := t.PublishDiagnostics; d != nil {
			can.relatedInfo = on(d.RelatedInformation)
			can.codeLink = on(d.CodeDescriptionSupport)
		}
		can.markdown = t.Hover != nil && slices.Contains(t.Hover.ContentFormat, protocol.MarkupKindMarkdown)
		can.linkTooltip = t.DocumentLink != nil && on(t.DocumentLink.TooltipSupport)
		can.hierarchy = t.DocumentSymbol != nil && on(t.DocumentSymbol.HierarchicalDocumentSymbolSupport)
		can.snippets = t.Completion != nil && t.Completion.CompletionItem != nil && on(t.Completion.CompletionItem.SnippetSupport)
		if a := t.CodeAction; a != nil {
			can.actionLiterals = len(a.CodeActionLiteralSupport.CodeActionKind.ValueSet) > 0
			can.actionPrefer = on(a.IsPreferredSupport)
		}
	}
	can.pull = can.pull && can.pullDeclared
	return can
}

func on(b *bool) bool { return b != nil && *b }

// capabilities is what this server promises this client: exactly what it does.
func capabilities(can *clientCan) protocol.ServerCapabilities {
	yes := true
	change := protocol.TextDocumentSyncKindIncremental
	c := protocol.ServerCapabilities{
		PositionEncoding: encodingName(can.encoding),
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: &yes, Change: &change, Save: protocol.Boolean(true),
		},
		HoverProvider:          protocol.Boolean(true),
		DefinitionProvider:     protocol.Boolean(true),
		ReferencesProvider:     protocol.Boolean(true),
		DocumentLinkProvider:   &protocol.DocumentLinkOptions{},
		SignatureHelpProvider:  &protocol.SignatureHelpOptions{TriggerCharacters: signatureTriggers},
		CompletionProvider:     &protocol.CompletionOptions{TriggerCharacters: completionTriggers},
		DocumentSymbolProvider: protocol.Boolean(true),
		CodeLensProvider:       &protocol.CodeLensOptions{ResolveProvider: &yes},
		ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: commandNames()},
		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{Supported: &yes, ChangeNotifications: protocol.Boolean(true)},
		},
	}
	if can.actionLiterals {
		c.CodeActionProvider = &protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, protocol.CodeActionKindSourceFixAll}}
	}
	// A client that asks for diagnostics but cannot be told to ask again would keep old ones on documents whose
	// neighbours changed. To it they are pushed, and asking is not offered, or it would show everything twice.
	if can.pull || !can.pullDeclared {
		c.DiagnosticProvider = &protocol.DiagnosticOptions{InterFileDependencies: true, WorkspaceDiagnostics: true}
	}
	return c
}

func encodingName(e jsontree.Encoding) protocol.PositionEncodingKind {
	switch e {
	case jsontree.UTF8:
		return protocol.PositionEncodingKindUTF8
	case jsontree.UTF32:
		return protocol.PositionEncodingKindUTF32
	}
	return protocol.PositionEncodingKindUTF16
}

// foldersOf returns the paths of the folders that the client has open.
func foldersOf(p *protocol.InitializeParams) []string {
	folders := []string{}
	if list, ok := p.WorkspaceFolders.Get(); ok {
		for _, f := range list {
			folders = addFolder(folders, f.URI)
		}
	} else if p.RootURI != nil {
		folders = addFolder(folders, *p.RootURI)
	} else if root, ok := p.RootPath.Get(); ok && root != "" {
		folders = append(folders, workspace.Clean(root))
	}
	return folders
}

func addFolder(folders []string, u uri.URI) []string {
	path := pathOf(u)
	if workspace.IsVirtual(path) || slices.Contains(folders, path) {
		return folders
	}
	return append(folders, path)
}
