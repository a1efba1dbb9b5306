package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/model"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// Lenses are placed by syntax alone, so that they stand in a half-typed document too. Their values are there at once
// when the model runs within placeLimit, which nearly every model does: Neovim draws a placeholder for a lens without
// a title, and VS Code lets the line jump. A larger model's lenses come without titles; clients ask for each that is
// visible with codeLens/resolve, and wait for it as long as lensLimit.

// placedLens is a lens and where it stands.
type placedLens struct {
	at    analysis.Runnable
	title string // as it was shown last
	stale bool   // the document is broken where it stood
}

// remember keeps where lenses stand in a document whose syntax is whole.
func (l *lived) remember(doc *analysis.Document) {
	if broken(doc) {
		return
	}
	runnables := doc.Runnables()
	was := l.lenses.Load()
	if was != nil && len(*was) == len(runnables) && len(runnables) > 0 && (*was)[0].at == runnables[0] && (*was)[len(runnables)-1].at == runnables[len(runnables)-1] {
		return
	}
	placed := make([]placedLens, len(runnables))
	for i, r := range runnables {
		placed[i] = placedLens{at: r}
		if was != nil {
			placed[i].title = titleOf(*was, r.Address)
		}
	}
	l.lenses.Store(&placed)
}

// titled keeps the titles that were shown, for the time when the document is broken.
func (l *lived) titled(lenses []placedLens) {
	kept := append([]placedLens{}, lenses...)
	l.lenses.Store(&kept)
}

func titleOf(lenses []placedLens, address string) string {
	for i := range lenses {
		if lenses[i].at.Address == address {
			return lenses[i].title
		}
	}
	return ""
}

// moved returns what is remembered, moved along with an edit.
func (l *lived) moved(splices []splice) *lived {
	next := new(lived)
	old := l.lenses.Load()
	if old == nil {
		return next
	}
	moved := append([]placedLens{}, *old...)
	for i := range moved {
		for _, s := range splices {
			span := &moved[i].at.Span
			span.Start, span.End = s.move(span.Start), s.move(span.End)
		}
	}
	next.lenses.Store(&moved)
	return next
}

// broken reports whether the syntax of a document is not whole. A byte order mark breaks nothing.
func broken(doc *analysis.Document) bool {
	for _, e := range doc.Tree().Errors {
		if e.Kind != jsontree.ByteOrderMark {
			return true
		}
	}
	return false
}

// place returns where the lenses of a document stand: where the syntax says, and in a broken document also where the
// last whole one had some that cannot be made out now.
func (s *snapshot) place(doc *analysis.Document) []placedLens {
	runnables := doc.Runnables()
	lenses := make([]placedLens, 0, len(runnables)+1)
	for _, r := range runnables {
		lenses = append(lenses, placedLens{at: r})
	}
	d, open := s.open[doc.Name]
	if !open {
		return lenses
	}
	old := d.lived.lenses.Load()
	if old == nil {
		return lenses
	}
	here := make(map[string]bool, len(runnables))
	for _, r := range runnables {
		here[r.Address] = true
	}
	for _, l := range *old {
		if broken(doc) && !here[l.at.Address] {
			l.stale = true
			l.at.Span.Start = min(l.at.Span.Start, len(doc.Text))
			l.at.Span.End = min(max(l.at.Span.Start, l.at.Span.End), len(doc.Text))
			lenses = append(lenses, l)
		}
	}
	for i := range lenses {
		if lenses[i].title == "" {
			lenses[i].title = titleOf(*old, lenses[i].at.Address)
		}
	}
	return lenses
}

// codeLens answers with every lens of a document.
func codeLens(ctx context.Context, s *snapshot, p *protocol.CodeLensParams) (any, error) {
	doc, err := s.at(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	lenses := []protocol.CodeLens{}
	placed := s.place(doc)
	defer s.answered(doc, lensed)
	if len(placed) == 0 {
		return s.stateLenses(doc, lenses), nil
	}
	limited, cancel := context.WithTimeout(ctx, placeLimit)
	defer cancel()
	at := s.places(doc)
	whole := true
	for i := range placed {
		l := &placed[i]
		out := protocol.CodeLens{Range: at.span(l.at.Span)}
		command, ok := s.lensCommand(limited, doc, l)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if ok {
			l.title = command.Title
			out.Command = command
		} else {
			whole = false
			out.Data = lensDataOf(doc, s, l)
		}
		lenses = append(lenses, out)
		if l.at.Kind == analysis.RunDocument || l.at.Kind == analysis.RunScenario {
			lenses = append(lenses, s.choiceLenses(doc, out.Range)...)
		}
	}
	if d, open := s.open[doc.Name]; open && whole && !broken(doc) {
		d.lived.titled(placed)
	}
	return lenses, nil
}

// lensData is what a lens without a title carries to be resolved by.
type lensData struct {
	URI     string                `json:"uri"`
	Version int32                 `json:"version"`
	Kind    analysis.RunnableKind `json:"kind"`
	Name    string                `json:"name"`
	Address string                `json:"address"`
	Stale   bool                  `json:"stale,omitempty"`
	Title   string                `json:"title,omitempty"`
}

func lensDataOf(doc *analysis.Document, s *snapshot, l *placedLens) protocol.LSPAny {
	version, _ := s.version(doc.Name)
	raw, err := json.Marshal(lensData{URI: string(s.uriOf(doc.Name)), Version: version, Kind: l.at.Kind, Name: l.at.Name, Address: l.at.Address, Stale: l.stale, Title: l.title})
	if err != nil {
		return nil
	}
	return raw
}

// codeLensResolve gives a lens its title. It runs the document as it is now: the client draws the lens over that.
func codeLensResolve(ctx context.Context, s *snapshot, p *protocol.CodeLens) (any, error) {
	var data lensData
	if err := json.Unmarshal(p.Data, &data); err != nil || data.URI == "" {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, "the lens carries no data of this server")
	}
	path, err := pathOfString(data.URI)
	if err != nil {
		return nil, err
	}
	doc, err := s.document(path)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, lensLimit)
	defer cancel()
	l := &placedLens{at: analysis.Runnable{Kind: data.Kind, Name: data.Name, Address: data.Address}, stale: data.Stale, title: data.Title}
	command, ok := s.lensCommand(limited, doc, l)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if !ok {
		command = s.command(doc, l, runTitle+" · took longer than "+lensLimit.String())
	}
	resolved := *p
	resolved.Command = command
	return &resolved, nil
}

const runTitle = "▶ run"

// lensCommand returns what a lens says and does. ok is false when the context ended before the value was there.
func (s *snapshot) lensCommand(ctx context.Context, doc *analysis.Document, l *placedLens) (command protocol.Command, ok bool) {
	switch {
	case l.stale:
		return s.command(doc, l, staleTitle(l.title)), true
	case l.at.Kind == analysis.RunScenario || l.at.Kind == analysis.RunSchedule || l.at.Kind == analysis.RunCondition:
		return s.scenarioLens(ctx, doc, l)
	}
	if err := s.warm(ctx, doc); err != nil && l.at.Kind != analysis.RunDocument {
		return protocol.Command{}, false
	}
	state, has := s.activeState(doc.Name)
	if ctx.Err() == nil {
		state, has = s.stateFor(doc)
	}
	if l.at.Kind == analysis.RunDocument {
		title := runTitle + " all"
		if has {
			title += " · state: " + state.Title()
		}
		return s.command(doc, l, title), true
	}
	o, err := s.evaluateOne(ctx, doc, state, l.at.Name)
	switch {
	case err != nil:
		return protocol.Command{}, false
	case o.problem != nil && l.title != "" && broken(doc):
		return s.command(doc, l, staleTitle(l.title)), true
	case o.problem != nil:
		line, _ := doc.Lines().Position(o.problem.Span.Start, jsontree.UTF8)
		return s.command(doc, l, fmt.Sprintf("%s · cannot run, see line %d", runTitle, line+1)), true
	}
	if lack := o.lack(l.at.Name); lack != "" {
		command := s.command(doc, l, runTitle+" · "+lack)
		if !has && s.can.applyEdit {
			command.Command = cmdCreateState
		}
		return command, true
	}
	if d := o.receipt.Decision(l.at.Name); d != nil {
		return s.command(doc, l, "= "+resultTitle(d)), true
	}
	return s.command(doc, l, runTitle), true
}

// evaluateOne returns the outcome of one decision. All that can run is run at once for all lenses; a decision is run by
// itself only to tell what it misses from what others miss, or why it cannot run.
func (s *snapshot) evaluateOne(ctx context.Context, doc *analysis.Document, state workspace.State, name string) (*outcome, error) {
	ask, _, err := s.askRunnable(ctx, doc)
	if err != nil {
		return nil, err
	}
	if slices.Contains(ask.Questions, name) || slices.Contains(ask.Decisions, name) {
		all, err := s.evaluate(ctx, doc, state, ask)
		if err != nil {
			return nil, err
		}
		if all.receipt != nil && len(all.receipt.Missing) == 0 {
			return all, nil
		}
	}
	return s.evaluate(ctx, doc, state, model.Ask{Decisions: []string{name}})
}

// resultTitle says a result in one line: refund · rule 2.
func resultTitle(d *model.Decided) string {
	title := shorten(d.Value.String(), maxValue)
	if rules := rulesOf(d); rules != "" {
		title += " · " + rules
	}
	if len(d.Nulls) > 0 && title == "null" {
		title += " · " + shorten(d.Nulls[0].Message, maxValue)
	}
	return title
}

// rulesOf names the rules that decided.
func rulesOf(d *model.Decided) string {
	switch {
	case len(d.Rules) > 1:
		parts := make([]string, len(d.Rules))
		for i, r := range d.Rules {
			parts[i] = fmt.Sprint(r)
		}
		return "rules " + list(parts, 4)
	case d.Rule > 0:
		return fmt.Sprintf("rule %d", d.Rule)
	}
	return ""
}

func staleTitle(title string) string {
	if title == "" {
		title = runTitle
	}
	return strings.TrimSuffix(title, staleMark) + staleMark
}

const staleMark = " (before this edit)"

// maxValue is how many characters of a value a lens shows.
const maxValue = 60

// command returns the command that runs what a lens stands on.
func (s *snapshot) command(doc *analysis.Document, l *placedLens, title string) protocol.Command {
	args := commandArguments{URI: string(s.uriOf(doc.Name))}
	name := cmdRunAll
	switch l.at.Kind {
	case analysis.RunQuestion:
		name, args.Question = cmdRunQuestion, l.at.Name
	case analysis.RunDecision:
		name, args.Decision = cmdRunDecision, l.at.Name
	case analysis.RunScenario, analysis.RunSchedule, analysis.RunCondition:
		name = cmdRunScenario
	}
	return protocol.Command{Title: title, Command: name, Arguments: args.list()}
}

// choiceLenses stand beside that of the whole document: they choose a state or run, or write the first state.
func (s *snapshot) choiceLenses(doc *analysis.Document, at protocol.Range) []protocol.CodeLens {
	args := commandArguments{URI: string(s.uriOf(doc.Name))}
	command := protocol.Command{Title: "create a state", Command: cmdCreateState, Arguments: args.list()}
	switch len(s.view.SidecarsOf(doc.Name)) {
	case 0:
		if !s.can.applyEdit || runsScenario(doc) || !doc.TakesState() {
			return nil
		}
	case 1:
		return nil
	default:
		command = protocol.Command{Title: "choose a " + sidecarWord(doc), Command: cmdSelectState, Arguments: args.list()}
	}
	return []protocol.CodeLens{{Range: at, Command: command}}
}

// stateLenses offer to make an open state or run the active one of its model or scenario.
func (s *snapshot) stateLenses(doc *analysis.Document, lenses []protocol.CodeLens) []protocol.CodeLens {
	of, given := s.modelOf(doc)
	if of == nil || given == nil {
		return lenses
	}
	args := commandArguments{URI: string(s.uriOf(of.Name))}
	command := protocol.Command{Title: runTitle + " all of " + s.shortPath(of.Name), Command: cmdRunAll}
	switch active, ok := s.activeState(of.Name); {
	case !ok || active.Path != doc.Name:
		args.State = string(s.uriOf(doc.Name))
		command = protocol.Command{Title: "use this " + sidecarWord(of) + " for " + s.shortPath(of.Name), Command: cmdSelectState}
	case runsScenario(of):
		command = protocol.Command{Title: runTitle + " " + s.shortPath(of.Name), Command: cmdRunScenario}
	}
	command.Arguments = args.list()
	return append(lenses, protocol.CodeLens{Command: command})
}

// list joins names for a person and leaves out what would be too many.
func list(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// shorten cuts a text to one line of at most n characters.
func shorten(text string, n int) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	runes := []rune(text)
	return strings.TrimRight(string(runes[:n-1]), " ") + "…"
}
