package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// identity names exactly the document that an answer rests on: its path as a person would write it in the folder, the
// hash of its bytes, saved or not, and the client's number of it where that holds it open.
type identity struct {
	Path            string `json:"path"`
	SHA256          string `json:"sha256"`
	DocumentVersion *int32 `json:"documentVersion,omitempty"`
}

func (s *snapshot) identityOf(doc *analysis.Document) identity {
	i := identity{Path: s.shortPath(doc.Name), SHA256: doc.Digest()}
	if version, open := s.version(doc.Name); open {
		i.DocumentVersion = &version
	}
	return i
}

// scenarioOf returns the scenario that a command speaks of, and the run that it names or speaks of itself.
func (s *snapshot) scenarioOf(args *commandArguments) (doc, given *analysis.Document, err error) {
	doc, given, err = s.ownerAt(args.path)
	if err == nil && !runsScenario(doc) {
		err = jsonrpc2.Errorf(codeRequestFailed, "%s is no scenario", filepath.Base(args.path))
	}
	return doc, given, err
}

// runScenario runs a scenario and answers with its end and its trace (cli.md, "lsp eval SCENARIO").
func (s *session) runScenario(ctx context.Context, snap *snapshot, args *commandArguments) (any, error) {
	doc, given, err := snap.scenarioOf(args)
	if err != nil {
		return nil, err
	}
	policy := scenario.Declared()
	if args.Schedule != "" {
		if policy, err = scenario.ParsePolicy(args.Schedule); err != nil {
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
		}
	}
	run, _ := snap.activeState(doc.Name)
	if given != nil { // asked on a run
		run = snap.stateAt(doc.Name, given.Name)
	}
	if args.Run != "" {
		if run, err = snap.stateNamed(doc, args.Run); err != nil {
			return nil, err
		}
	}
	if err := s.slots.take(ctx); err != nil {
		return nil, err
	}
	defer s.slots.give()
	limited, cancel := context.WithTimeout(ctx, runLimit)
	defer cancel()
	r, err := snap.perform(limited, doc, run, policy)
	switch {
	case err != nil && limited.Err() != nil && ctx.Err() == nil:
		return nil, jsonrpc2.Errorf(codeRequestFailed, "running %s took longer than %s and was ended", filepath.Base(doc.Name), runLimit)
	case err != nil:
		return nil, err
	case r.problem != nil:
		return nil, cannotRun(snap, r.in, r.problem)
	case r.failure != nil:
		return nil, jsonrpc2.NewError(codeRequestFailed, r.failure.Error())
	}
	answer, err := r.result.MarshalJSON()
	if err != nil {
		return nil, err
	}
	who := struct {
		Scenario identity  `json:"scenario"`
		Run      *identity `json:"run,omitempty"`
	}{Scenario: snap.identityOf(doc)}
	if r.run.Path != "" {
		if with, err := snap.document(r.run.Path); err == nil {
			i := snap.identityOf(with)
			who.Run = &i
		}
	}
	names, err := json.Marshal(who)
	if err != nil {
		return nil, err
	}
	s.refresh(refreshes{lenses: true})
	whole := json.RawMessage(string(answer[:len(answer)-1]) + "," + string(names[1:]))
	if args.Text {
		return inWords(whole, snap.toldRun(doc, r))
	}
	s.say(filepath.Base(doc.Name) + " " + r.endLine())
	return whole, nil
}

// exported answers lsp.export. The snapshot is a text: decoded and written again, its numbers would not be the same.
type exported struct {
	Version  int      `json:"version"`
	Scenario identity `json:"scenario"`
	Text     string   `json:"text"`
}

// export answers with the resolved snapshot of a scenario and writes nothing.
func (s *session) export(ctx context.Context, snap *snapshot, args *commandArguments) (any, error) {
	doc, _, err := snap.scenarioOf(args)
	if err != nil {
		return nil, err
	}
	if err := s.slots.take(ctx); err != nil {
		return nil, err
	}
	defer s.slots.give()
	if err := snap.warm(ctx, doc); err != nil {
		return nil, err
	}
	text, why := doc.Export(ctx)
	if why != nil {
		return nil, cannotRun(snap, doc, why)
	}
	s.say(fmt.Sprintf("%s is exported, with %s", filepath.Base(doc.Name), counted(len(doc.Reached())-1, "dependency", "dependencies")))
	return exported{Version: 1, Scenario: snap.identityOf(doc), Text: string(text)}, nil
}

// pinned answers lsp.pin.
type pinned struct {
	Version  int      `json:"version"`
	Scenario identity `json:"scenario"` // as it was
	Pins     []pin    `json:"pins"`     // that were changed
	Missing  []string `json:"missing"`  // scenarioIds of which no file was found
}

// pin is the change of one dependency.
type pin struct {
	Dependency string `json:"dependency"`
	ScenarioID string `json:"scenarioId"`
	Path       string `json:"path"` // of the file that was found
	From       pinTo  `json:"from"`
	To         pinTo  `json:"to"`
}

// pinTo is what a dependency is pinned to.
type pinTo struct {
	Revision int64  `json:"revision,omitempty"` // absent where it floats
	SHA256   string `json:"sha256,omitempty"`
}

// pin pins dependencies to the files that are found, through an edit of the client. It changes no document but the
// scenario, and in that nothing but the pins.
func (s *session) pin(ctx context.Context, snap *snapshot, args *commandArguments) (any, error) {
	doc, _, err := snap.scenarioOf(args)
	if err != nil {
		return nil, err
	}
	if broken(doc) {
		return nil, jsonrpc2.Errorf(codeRequestFailed, "%s has errors of JSON; its pins are changed when these are mended", filepath.Base(doc.Name))
	}
	answer := pinned{Version: 1, Scenario: snap.identityOf(doc), Pins: []pin{}, Missing: []string{}}
	var edits []analysis.Edit
	var told []string
	named := args.Dependency == ""
	for _, d := range doc.Dependencies() {
		if args.Dependency != "" && d.ID != args.Dependency {
			continue
		}
		named = true
		switch {
		case d.Document == nil:
			answer.Missing = append(answer.Missing, d.ScenarioID)
			told = append(told, d.ScenarioID+" was not found")
		case len(d.PinTo) > 0:
			edits = append(edits, d.PinTo...)
			p := pin{Dependency: d.ID, ScenarioID: d.ScenarioID, Path: snap.shortPath(d.Document.Name), From: pinTo{d.Revision, d.Pinned}, To: pinTo{d.Revised, d.Found}}
			answer.Pins = append(answer.Pins, p)
			told = append(told, p.String())
		}
	}
	switch {
	case !named:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s has no dependency %q", filepath.Base(doc.Name), args.Dependency)
	case len(edits) > 0:
		if err := s.apply(ctx, snap, doc, "pin dependencies of "+filepath.Base(doc.Name), edits); err != nil {
			return nil, err
		}
	case len(told) == 0:
		told = []string{"every pin of " + filepath.Base(doc.Name) + " holds"}
	}
	s.say(strings.Join(told, " · "))
	return answer, nil
}

// String says what changed in a few words.
func (p pin) String() string {
	short := func(digest string) string {
		if digest == "" {
			return "none"
		}
		return digest[:min(len(digest), 8)] + "…"
	}
	what := "sha256 " + short(p.From.SHA256) + " → " + short(p.To.SHA256)
	if p.From.Revision != p.To.Revision {
		what = fmt.Sprintf("revision %d, ", p.To.Revision) + what
	}
	return p.ScenarioID + ": " + what
}

// apply has the client make edits.
func (s *session) apply(ctx context.Context, snap *snapshot, doc *analysis.Document, label string, edits []analysis.Edit) error {
	if !s.can.applyEdit {
		return jsonrpc2.NewError(codeRequestFailed, "the client applies no edits of a server, which this needs")
	}
	edit, ok := snap.workspaceEdit(doc, edits)
	if !ok {
		return nil
	}
	return s.applyEdit(ctx, label, *edit)
}

// applyEdit has the client make an edit of the workspace; that it does not is an error.
func (s *session) applyEdit(ctx context.Context, label string, edit protocol.WorkspaceEdit) error {
	result, err := s.client.ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{Label: &label, Edit: edit})
	if err != nil {
		return err
	}
	if result == nil || !result.Applied {
		why := "the client did not say why"
		if result != nil && result.FailureReason != nil {
			why = *result.FailureReason
		}
		return jsonrpc2.Errorf(codeRequestFailed, "%s: the edit was not made: %s", label, why)
	}
	return nil
}

// counted writes a number with its noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
