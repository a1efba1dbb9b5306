package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/model"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// The commands, each with one object as its argument (editor.md, "Methods").
const (
	cmdRunQuestion = "lsp.runQuestion"
	cmdRunDecision = "lsp.runDecision"
	cmdRunAll      = "lsp.runAll"
	cmdSelectState = "lsp.selectState"
	cmdCreateState = "lsp.createState"
	cmdShowGraph   = "lsp.showGraph"
	cmdRunScenario = "lsp.runScenario"
	cmdExport      = "lsp.export"
	cmdPin         = "lsp.pin"
)

// commandArguments is the one argument of every command; each uses what it needs of it.
type commandArguments struct {
	URI        string `json:"uri"`
	Question   string `json:"question,omitempty"`
	Decision   string `json:"decision,omitempty"`
	State      string `json:"state,omitempty"`      // the name of a case, a path or a URI; of a run for a scenario
	Run        string `json:"run,omitempty"`        // likewise
	Schedule   string `json:"schedule,omitempty"`   // declared, reverse or seed:<number>
	Dependency string `json:"dependency,omitempty"` // its id
	Text       bool   `json:"text,omitempty"`       // with the answer of a run in words, for a client that shows these

	path string // of URI
}

func (a commandArguments) list() []protocol.LSPAny {
	raw, err := json.Marshal(a)
	if err != nil {
		return nil
	}
	return []protocol.LSPAny{raw}
}

// command is what is done for one name.
type command func(context.Context, *session, *snapshot, *commandArguments) (any, error)

func commands() map[string]command {
	return map[string]command{
		cmdRunQuestion: func(ctx context.Context, s *session, snap *snapshot, a *commandArguments) (any, error) {
			if a.Question == "" {
				return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, `lsp.runQuestion needs the "question" to run`)
			}
			return s.runCommand(ctx, snap, a, model.Ask{Questions: []string{a.Question}})
		},
		cmdRunDecision: func(ctx context.Context, s *session, snap *snapshot, a *commandArguments) (any, error) {
			if a.Decision == "" {
				return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, `lsp.runDecision needs the "decision" to run`)
			}
			return s.runCommand(ctx, snap, a, model.Ask{Decisions: []string{a.Decision}})
		},
		cmdRunAll: func(ctx context.Context, s *session, snap *snapshot, a *commandArguments) (any, error) {
			return s.runCommand(ctx, snap, a, model.Ask{}) // all, once the document is known
		},
		cmdSelectState: func(ctx context.Context, s *session, snap *snapshot, a *commandArguments) (any, error) {
			return s.selectState(ctx, snap, a)
		},
		cmdCreateState: func(ctx context.Context, s *session, snap *snapshot, a *commandArguments) (any, error) {
			return s.createState(ctx, snap, a)
		},
		cmdShowGraph: func(ctx context.Context, s *session, snap *snapshot, a *commandArguments) (any, error) {
			return s.showGraph(ctx, snap, a)
		},
		cmdRunScenario: func(ctx context.Context, s *session, snap *snapshot, a *commandArguments) (any, error) {
			return s.runScenario(ctx, snap, a)
		},
		cmdExport: func(ctx context.Context, s *session, snap *snapshot, a *commandArguments) (any, error) {
			return s.export(ctx, snap, a)
		},
		cmdPin: func(ctx context.Context, s *session, snap *snapshot, a *commandArguments) (any, error) {
			return s.pin(ctx, snap, a)
		},
	}
}

func commandNames() []string { return slices.Sorted(maps.Keys(commands())) }

// executeCommand runs a command. Its result is the answer, for any client; people whose client shows no answers are
// told in one line.
func executeCommand(s *session, raw jsonrpc2.RawMessage) (work, error) {
	p := new(protocol.ExecuteCommandParams)
	if err := decode(raw, p); err != nil {
		return work{}, err
	}
	do, ok := commands()[p.Command]
	if !ok {
		return work{}, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no command %q; there are %s", p.Command, list(commandNames(), 20))
	}
	args := new(commandArguments)
	if len(p.Arguments) != 1 {
		return work{}, jsonrpc2.Errorf(jsonrpc2.InvalidParams, `%s takes one object, such as {"uri": "file:///claims.model.json"}; %d arguments were given`, p.Command, len(p.Arguments))
	}
	if err := json.Unmarshal(p.Arguments[0], args); err != nil || args.URI == "" {
		return work{}, jsonrpc2.Errorf(jsonrpc2.InvalidParams, `%s takes one object with the "uri" of a document`, p.Command)
	}
	path, err := pathOfString(args.URI)
	if err != nil {
		return work{}, err
	}
	args.path = path
	return work{path: path, do: func(ctx context.Context, snap *snapshot) (any, error) {
		result, err := do(ctx, s, snap, args)
		if err != nil || result == nil {
			return nil, err
		}
		answer, err := json.Marshal(result)
		if err != nil {
			return nil, fmt.Errorf("the result of %s could not be written as JSON: %w", p.Command, err)
		}
		return jsonrpc2.RawMessage(answer), nil
	}}, nil
}

// runCommand runs a model and answers with the receipt.
func (s *session) runCommand(ctx context.Context, snap *snapshot, args *commandArguments, ask model.Ask) (any, error) {
	doc, given, err := snap.ownerAt(args.path)
	if err != nil {
		return nil, err
	}
	if err := s.slots.take(ctx); err != nil {
		return nil, err
	}
	defer s.slots.give()
	limited, cancel := context.WithTimeout(ctx, runLimit)
	defer cancel()
	snap.forgetTime() // a person who runs it now means now
	o, ask, err := s.runLimited(limited, snap, doc, given, args, ask)
	switch {
	case err != nil && limited.Err() != nil && ctx.Err() == nil:
		return nil, jsonrpc2.Errorf(codeRequestFailed, "running %s took longer than %s and was ended", filepath.Base(doc.Name), runLimit)
	case err != nil:
		return nil, err
	case o.problem != nil:
		return nil, cannotRun(snap, doc, o.problem)
	}
	s.refresh(refreshes{lenses: true})
	if args.Text {
		return inWords(o.receipt, snap.told(ctx, doc, o, ask))
	}
	s.say(resultLine(o, ask))
	return o.receipt, nil
}

// ownerAt returns the model or scenario that a command on the document of a path is about, and that document when it is a
// state or a run of it.
func (s *snapshot) ownerAt(path string) (of, given *analysis.Document, err error) {
	doc, err := s.document(path)
	if err != nil {
		return nil, nil, err
	}
	of, given = s.modelOf(doc)
	if of == nil {
		return nil, nil, jsonrpc2.Errorf(codeRequestFailed, "what %s belongs to cannot be read", filepath.Base(path))
	}
	return of, given, nil
}

// runLimited runs what is asked, or all that can be run, under the state that was asked for or that stands.
func (s *session) runLimited(ctx context.Context, snap *snapshot, doc, given *analysis.Document, args *commandArguments, ask model.Ask) (*outcome, model.Ask, error) {
	if len(ask.Questions)+len(ask.Decisions) == 0 {
		all, problem, err := snap.askRunnable(ctx, doc)
		if err != nil || problem != nil {
			return &outcome{problem: problem}, all, err
		}
		ask = all
	}
	for _, name := range slices.Concat(ask.Questions, ask.Decisions) {
		if !runs(doc, name) {
			return nil, ask, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s has no question or decision %q", filepath.Base(doc.Name), name)
		}
	}
	if err := snap.warm(ctx, doc); err != nil {
		return nil, ask, err
	}
	state, _ := snap.stateFor(doc)
	if given != nil { // asked on a state: its model runs under it
		state = snap.stateAt(doc.Name, given.Name)
	}
	if args.State != "" {
		var err error
		if state, err = snap.stateNamed(doc, args.State); err != nil {
			return nil, ask, err
		}
	}
	o, err := snap.evaluate(ctx, doc, state, ask)
	return o, ask, err
}

// runs reports whether something of that name can be run in the document.
func runs(doc *analysis.Document, name string) bool {
	return slices.ContainsFunc(doc.Runnables(), func(r analysis.Runnable) bool { return r.Kind != analysis.RunDocument && r.Name == name })
}

// cannotRun is the error of a document that no program can be made of, with the place.
func cannotRun(snap *snapshot, doc *analysis.Document, d *analysis.Diagnostic) error {
	line, column := doc.Lines().Position(d.Span.Start, snap.can.encoding)
	e := jsonrpc2.Errorf(codeRequestFailed, "%s:%d:%d: %s", filepath.Base(doc.Name), line+1, column+1, snap.inFolders(d.Message))
	problem := snap.diagnostic(doc, snap.places(doc), d)
	if raw, err := protocol.Marshal(&problem); err == nil {
		e.Data = raw
	}
	return e
}

// say tells the person something in one line, for clients that show no answers of commands.
func (s *session) say(message string) {
	err := s.client.ShowMessage(s.ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: message})
	if err != nil {
		s.log.Debug("the result was not shown")
	}
}

func resultLine(o *outcome, ask model.Ask) string {
	names := ask.Questions
	if len(names) == 0 {
		names = ask.Decisions
	}
	var parts []string
	for _, name := range names {
		if d := o.receipt.Decision(name); d != nil {
			parts = append(parts, name+" = "+resultTitle(d))
		}
	}
	line := list(parts, 3)
	if o.state.Path != "" {
		line += " · state: " + o.state.Title()
	}
	if missing := o.receipt.Missing; len(missing) > 0 {
		line += " · missing: " + list(missing, 3)
	}
	return line
}

// createState writes a first state of a model through the client, with the inputs that the answer needs.
func (s *session) createState(ctx context.Context, snap *snapshot, args *commandArguments) (any, error) {
	if !s.can.applyEdit {
		return nil, jsonrpc2.NewError(codeRequestFailed, "the client applies no edits of a server, which a new state needs")
	}
	doc, _, err := snap.ownerAt(args.path)
	if err != nil {
		return nil, err
	}
	program, problem := doc.Program(ctx)
	if program == nil {
		return nil, cannotRun(snap, doc, problem)
	}
	var inputs []string // all
	if args.Question != "" {
		inputs = needs(program, args.Question)
	}
	text := doc.Skeleton(inputs)
	path := workspace.StatePath(doc.Name, args.State)
	if _, err := snap.view.Read(path); err == nil {
		return nil, jsonrpc2.Errorf(codeRequestFailed, `%s exists already; give another case as "state"`, filepath.Base(path))
	}
	if err := s.applyEdit(ctx, "create "+filepath.Base(path), snap.newFile(snap.uriOf(path), text)); err != nil {
		return nil, err
	}
	return selection{URI: snap.uriOf(path), Name: workspace.State{Path: path, Case: args.State}.Title()}, nil
}

// newFile returns the edit that makes a file.
func (s *snapshot) newFile(u uri.URI, text string) protocol.WorkspaceEdit {
	edit := protocol.TextEdit{NewText: text}
	if !s.can.createFile {
		return protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{u: {edit}}}
	}
	return protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{
		&protocol.CreateFile{Kind: "create", URI: u, Options: &protocol.CreateFileOptions{IgnoreIfExists: ptr(true)}},
		&protocol.TextDocumentEdit{
			TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: u}},
			Edits:        []protocol.TextDocumentEditElement{&edit},
		},
	}}
}

func ptr[T any](v T) *T { return &v }

// pathOfString returns the path of a URI that a client wrote into the argument of a command.
func pathOfString(text string) (string, error) {
	u, err := uri.Parse(text)
	if err != nil {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%q is no URI: %v", text, err)
	}
	return pathOf(u), nil
}
