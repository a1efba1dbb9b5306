package lsp

import (
	"encoding/json"
	"slices"
	"testing"
)

// promised maps what a server can promise to the methods that keep it.
var promised = map[string][]string{
	"hoverProvider":          {"textDocument/hover"},
	"definitionProvider":     {"textDocument/definition"},
	"referencesProvider":     {"textDocument/references"},
	"documentLinkProvider":   {"textDocument/documentLink"},
	"completionProvider":     {"textDocument/completion"},
	"signatureHelpProvider":  {"textDocument/signatureHelp"},
	"documentSymbolProvider": {"textDocument/documentSymbol"},
	"codeLensProvider":       {"textDocument/codeLens", "codeLens/resolve"},
	"codeActionProvider":     {"textDocument/codeAction"},
	"executeCommandProvider": {"workspace/executeCommand"},
	"diagnosticProvider":     {"textDocument/diagnostic", "workspace/diagnostic"},
	"textDocumentSync":       {"textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "textDocument/didClose"},
	"workspace":              {"workspace/didChangeWorkspaceFolders"},
	"positionEncoding":       {},
}

// unpromised are the methods that need no promise.
var unpromised = []string{"initialized", "$/setTrace", "workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration", "window/workDoneProgress/cancel", methodStates, methodGraph, methodChart}

var everything = obj{
	"general": obj{"positionEncodings": []string{"utf-8", "utf-16"}},
	"workspace": obj{"applyEdit": true, "configuration": false, "codeLens": obj{"refreshSupport": true}, "diagnostics": obj{"refreshSupport": true},
		"workspaceEdit": obj{"documentChanges": true, "resourceOperations": []string{"create"}}},
	"textDocument": obj{"diagnostic": obj{"relatedDocumentSupport": true}, "publishDiagnostics": obj{"relatedInformation": true},
		"hover": obj{"contentFormat": []string{"markdown", "plaintext"}}, "documentSymbol": obj{"hierarchicalDocumentSymbolSupport": true},
		"codeAction": obj{"isPreferredSupport": true, "codeActionLiteralSupport": obj{"codeActionKind": obj{"valueSet": []string{"quickfix"}}}}},
}

// TestCapabilities compares what is promised with what is there, in both directions.
func TestCapabilities(t *testing.T) {
	e := start(t)
	result := into[struct {
		Capabilities map[string]json.RawMessage
		ServerInfo   struct{ Name, Version string }
	}](t, e.must("initialize", obj{"processId": nil, "rootUri": nil, "capabilities": everything}))
	if result.ServerInfo.Name != "lsp" || result.ServerInfo.Version != "test" {
		t.Errorf("server info: %+v", result.ServerInfo)
	}
	var kept []string
	for name := range result.Capabilities {
		methods, known := promised[name]
		if !known {
			t.Errorf("%s is promised; the test knows no method that keeps it", name)
		}
		kept = append(kept, methods...)
	}
	there := routes()
	for _, method := range kept {
		if _, ok := there[method]; !ok {
			t.Errorf("%s is promised and not there", method)
		}
	}
	for method := range there {
		if !slices.Contains(kept, method) && !slices.Contains(unpromised, method) {
			t.Errorf("%s is there and not promised", method)
		}
	}
	commandList := into[struct{ Commands []string }](t, result.Capabilities["executeCommandProvider"])
	for _, name := range commandList.Commands {
		if _, ok := commands()[name]; !ok {
			t.Errorf("the command %s is promised and not there", name)
		}
	}
	if len(commandList.Commands) != len(commands()) {
		t.Errorf("promised %v", commandList.Commands)
	}
}

// TestDiagnosticsOffered tells clients apart that would show everything twice or keep what is old.
func TestDiagnosticsOffered(t *testing.T) {
	for name, test := range map[string]struct {
		capabilities obj
		offered      bool // to be asked
		pushed       bool
	}{
		"asks and is told again":    {obj{"textDocument": obj{"diagnostic": obj{}}, "workspace": obj{"diagnostics": obj{"refreshSupport": true}}}, true, false},
		"asks but cannot be told":   {obj{"textDocument": obj{"diagnostic": obj{}}}, false, true},
		"says nothing":              {obj{}, true, true},
		"can be told, does not ask": {obj{"workspace": obj{"diagnostics": obj{"refreshSupport": true}}}, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			e := start(t)
			raw := e.must("initialize", obj{"processId": nil, "rootUri": nil, "capabilities": test.capabilities})
			got := into[struct {
				Capabilities struct{ DiagnosticProvider json.RawMessage }
			}](t, raw)
			if offered := got.Capabilities.DiagnosticProvider != nil; offered != test.offered {
				t.Errorf("offered: %v", offered)
			}
			const u = "untitled:a.model.json"
			e.didOpen(u, 1, "{")
			if test.pushed {
				e.diagnostics(u, 1)
				return
			}
			e.must("textDocument/diagnostic", doc(u))
			e.must("shutdown", nil) // whatever would have been pushed has been
			e.mu.Lock()
			defer e.mu.Unlock()
			for _, m := range e.received {
				if m.Method == "textDocument/publishDiagnostics" {
					t.Error("diagnostics were pushed to a client that asks")
				}
			}
		})
	}
}
