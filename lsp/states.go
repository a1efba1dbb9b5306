package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// activeState returns the state under which values of the model are shown, or the run of the scenario: the one that a
// person chose, as long as it is there, else the first that belongs to it by its name (editor.md, "The active state").
func (s *snapshot) activeState(model string) (workspace.State, bool) {
	if path, ok := s.selected[model]; ok {
		if _, err := s.view.Read(path); err == nil {
			return s.stateAt(model, path), true
		}
	}
	if states := s.view.SidecarsOf(model); len(states) > 0 {
		return states[0], true
	}
	return workspace.State{}, false
}

// stateFor returns the state under which a model runs: the one that was chosen, the one that a request carries itself,
// or the active one. The document must be analysed.
func (s *snapshot) stateFor(doc *analysis.Document) (workspace.State, bool) {
	if _, chosen := s.selected[doc.Name]; !chosen {
		if _, ok := doc.EmbeddedState(); ok {
			return workspace.State{Path: doc.Name, Case: "of this request"}, true
		}
	}
	return s.activeState(doc.Name)
}

// activeStateFile returns the text of the active state or run, or nil.
func (s *snapshot) activeStateFile(model string) *workspace.File {
	state, ok := s.activeState(model)
	if !ok {
		return nil
	}
	file, err := s.view.Read(state.Path)
	if err != nil {
		return nil
	}
	return file
}

// stateAt returns the state or run of a path, with its case if it belongs to the model or scenario by name.
func (s *snapshot) stateAt(model, path string) workspace.State {
	for _, state := range s.view.SidecarsOf(model) {
		if state.Path == path {
			return state
		}
	}
	return workspace.State{Path: path}
}

// stateNamed finds the state or run that a person or a client means: by its URI, its path, relative to the model or
// scenario or not, or the name of its case.
func (s *snapshot) stateNamed(doc *analysis.Document, name string) (workspace.State, error) {
	model := doc.Name
	for _, state := range s.view.SidecarsOf(model) {
		if state.Title() == name || filepath.Base(state.Path) == name {
			return state, nil
		}
	}
	path := name
	switch {
	case strings.HasPrefix(name, "file:"):
		u, err := uri.Parse(name)
		if err != nil {
			return workspace.State{}, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%q is no URI of a %s: %v", name, sidecarWord(doc), err)
		}
		path = pathOf(u)
	case !workspace.IsVirtual(name) && !filepath.IsAbs(name):
		path = filepath.Join(filepath.Dir(model), name)
	}
	if _, err := s.view.Read(path); err != nil {
		return workspace.State{}, jsonrpc2.Errorf(codeRequestFailed, "there is no %s %q of %s; give the name of a case, a path or a URI", sidecarWord(doc), name, filepath.Base(model))
	}
	return s.stateAt(model, workspace.Clean(path)), nil
}

// sidecarWord returns what people call the documents that values are shown for.
func sidecarWord(doc *analysis.Document) string {
	if runsScenario(doc) {
		return "run"
	}
	return "state"
}

// runsScenario reports whether the document runs as a scenario does.
func runsScenario(doc *analysis.Document) bool {
	return slices.ContainsFunc(doc.Runnables(), func(r analysis.Runnable) bool { return r.Kind == analysis.RunScenario })
}

// selectState makes a state the active one of a model, or a run that of a scenario; on a state, of the model it belongs
// to. Without one it asks the person, in any client.
func (s *session) selectState(ctx context.Context, snap *snapshot, args *commandArguments) (any, error) {
	doc, _, err := snap.ownerAt(args.path)
	if err != nil {
		return nil, err
	}
	model := doc.Name
	if args.State != "" {
		state, err := snap.stateNamed(doc, args.State)
		if err != nil {
			return nil, err
		}
		return s.selected(model, state), nil
	}
	states := snap.view.SidecarsOf(model)
	switch {
	case len(states) == 0 && runsScenario(doc):
		return nil, jsonrpc2.Errorf(codeRequestFailed, "no run lies beside %s; one is named %s", filepath.Base(model), strings.TrimSuffix(filepath.Base(model), ".scenario.json")+".run.json")
	case len(states) == 0:
		return nil, jsonrpc2.Errorf(codeRequestFailed, "%s has no state yet; the command lsp.createState writes one", filepath.Base(model))
	case len(states) == 1:
		return s.selected(model, states[0]), nil
	}
	actions := make([]protocol.MessageActionItem, len(states))
	for i, state := range states {
		actions[i].Title = state.Title()
	}
	choice, err := s.client.ShowMessageRequest(ctx, &protocol.ShowMessageRequestParams{
		Type: protocol.MessageTypeInfo, Message: "Which " + sidecarWord(doc) + " of " + filepath.Base(model) + " shall values be shown for?", Actions: actions,
	})
	if err != nil {
		return nil, err
	}
	if choice != nil {
		for _, state := range states {
			if state.Title() == choice.Title {
				return s.selected(model, state), nil
			}
		}
	}
	return nil, nil // the person closed the question
}

// selection answers lsp.selectState.
type selection struct {
	URI  uri.URI `json:"uri"`
	Name string  `json:"name"`
}

func (s *session) selected(model string, state workspace.State) selection {
	snap := s.change(func(next *snapshot) { next.choose(model, state.Path) })
	return selection{URI: snap.uriOf(state.Path), Name: state.Title()}
}
