package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// place finds a text in a document; the n-th one, from 0, and inside it by one character.
func place(t *testing.T, text, find string, n int) (line, char int) {
	t.Helper()
	off := 0
	for i := 0; ; i++ {
		j := strings.Index(text[off:], find)
		if j < 0 {
			t.Fatalf("%q is not there %d times", find, n+1)
		}
		if off += j; i == n {
			break
		}
		off += len(find)
	}
	before := text[:off]
	return strings.Count(before, "\n"), off - strings.LastIndexByte(before, '\n') // one behind the start
}

type lens struct {
	Range   rng
	Command *struct {
		Title     string
		Command   string
		Arguments []json.RawMessage
	}
	Data json.RawMessage
}

// lenses returns what the lenses of a document say, resolved as a client does, as line: title.
func lenses(e *fakeEditor, u string) []string {
	e.t.Helper()
	got := []string{}
	for _, raw := range into[[]json.RawMessage](e.t, e.must("textDocument/codeLens", doc(u))) {
		l := resolved(e, raw)
		if l.Command == nil {
			e.t.Fatalf("a lens without a command: %+v", l)
		}
		got = append(got, l.Command.Title)
	}
	return got
}

// resolved returns a lens, asked for by itself if it came without a title.
func resolved(e *fakeEditor, raw json.RawMessage) lens {
	e.t.Helper()
	l := into[lens](e.t, raw)
	if l.Command == nil {
		l = into[lens](e.t, e.must("codeLens/resolve", raw))
	}
	return l
}

func TestLenses(t *testing.T) {
	dir := write(t, map[string]string{
		"claims.model.json":      claims,
		"claims.late.state.json": `{"days": 40, "damaged": false}`,
		"claims.soon.state.json": `{"days": 4, "damaged": true}`,
	})
	m := fileURI(filepath.Join(dir, "claims.model.json"))
	late := fileURI(filepath.Join(dir, "claims.late.state.json"))
	e := open(t, dir, everything)
	e.didOpen(m, 1, claims)
	want := func(what string, titles ...string) {
		t.Helper()
		if diff := cmp.Diff(titles, lenses(e, m)); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
	want("first state", "▶ run all · state: late", "choose a state", "= true", "= store_credit · rule 1", "= store_credit · rule 1")

	// A state that is open counts as it stands, saved or not, and the client is told to ask again.
	e.didOpen(late, 1, `{"days": 40, "damaged": false}`)
	e.didChange(late, 2, edit(0, 9, 0, 11, "3"))
	e.await("a refresh of lenses", func(m message) bool { return m.Method == "workspace/codeLens/refresh" })
	want("unsaved state", "▶ run all · state: late", "choose a state", "= false", "= decline · rule 3", "= decline · rule 3")

	e.must("workspace/executeCommand", obj{"command": "lsp.selectState", "arguments": []obj{{"uri": m, "state": "soon"}}})
	e.await("a refresh of lenses", func(m message) bool { return m.Method == "workspace/codeLens/refresh" })
	want("chosen state", "▶ run all · state: soon", "choose a state", "= false", "= refund · rule 2", "= refund · rule 2")

	// The model is edited: new values, and what is broken keeps the last ones, marked.
	l, c := place(t, claims, `"15 * 2"`, 0)
	e.didChange(m, 2, edit(l, c, l, c+6, "1 + 1"))
	want("edited", "▶ run all · state: soon", "choose a state", "= true", "= store_credit · rule 1", "= store_credit · rule 1")
	e.didChange(m, 3, edit(l, c, l, c+5, `1 + "`))
	for i, title := range lenses(e, m) {
		if i > 1 && !strings.HasSuffix(title, staleMark) && !strings.HasPrefix(title, "=") && !strings.HasPrefix(title, runTitle) {
			t.Errorf("mid-edit: %q", title)
		}
	}

	e.didClose(late)
	if err := os.Remove(filepath.Join(dir, "claims.soon.state.json")); err != nil {
		t.Fatal(err)
	}
	e.didChange(m, 4, obj{"text": claims})
	want("the chosen state is gone", "▶ run all · state: late", "= true", "= store_credit · rule 1", "= store_credit · rule 1")
}

// TestClock has lenses and hovers of one snapshot at one time; a run is at the time of the run, and they follow it.
func TestClock(t *testing.T) {
	const model = `{"content": {"name": "m", "inputs": {}, "decisions": {"minute": {"type": "string", "expr": "string(now())"}}}, "questions": {}}`
	var minutes atomic.Int32
	e := open(t, t.TempDir(), everything, func(s *session) {
		s.now.Load().clock = func() time.Time { return time.Date(2026, 10, 1, 12, int(minutes.Add(1)), 0, 0, time.UTC) }
	})
	const u = "untitled:clock.model.json"
	e.didOpen(u, 1, model)
	value := func() string { return lenses(e, u)[1] }
	first := value()
	hover := string(e.must("textDocument/hover", obj{"textDocument": obj{"uri": u}, "position": obj{"line": 0, "character": strings.Index(model, "minute") + 1}}))
	if again := value(); again != first || !strings.Contains(first, "2026-10-01T12:") || !strings.Contains(hover, strings.TrimPrefix(first, "= ")) {
		t.Errorf("a lens says %s and then %s, a hover %s", first, again, hover)
	}
	receipt := string(e.must("workspace/executeCommand", obj{"command": "lsp.runDecision", "arguments": []obj{{"uri": u, "decision": "minute"}}}))
	if second := value(); second == first || !strings.Contains(receipt, strings.TrimPrefix(second, "= ")) {
		t.Errorf("after a run a lens says %s, before %s; the receipt is %s", second, first, receipt)
	}
}

func TestLensesWithoutState(t *testing.T) {
	constant := strings.Replace(claims, `"days > limit"`, `"limit > 20"`, 1)
	e := open(t, t.TempDir(), everything)
	const u, v = "untitled:claims.model.json", "untitled:constant.model.json"
	e.didOpen(u, 1, claims)
	if diff := cmp.Diff([]string{"▶ run all", "create a state", "▶ run · needs days", "▶ run · needs days, damaged", "▶ run · needs days, damaged"}, lenses(e, u)); diff != "" {
		t.Error(diff)
	}
	e.didOpen(v, 1, constant)
	if got := lenses(e, v); got[2] != "= true" {
		t.Errorf("an answer that needs no input: %q", got)
	}
}

func TestCommands(t *testing.T) {
	dir := write(t, map[string]string{
		"claims.model.json":      claims,
		"claims.late.state.json": `{"days": 40, "damaged": false}`,
		"claims.soon.state.json": `{"days": 4, "damaged": true}`,
	})
	m := fileURI(filepath.Join(dir, "claims.model.json"))
	run := func(e *fakeEditor, command string, args obj) json.RawMessage {
		t.Helper()
		return e.must("workspace/executeCommand", obj{"command": command, "arguments": []obj{args}})
	}
	type receipt struct {
		Version   int
		Model     struct{ Path, SHA256 string }
		State     *struct{ Path, SHA256 string }
		Answers   map[string]string
		Decisions map[string]struct {
			Value any
			Rule  int
		}
		Inputs  map[string]any
		Missing []string
	}
	t.Run("question", func(t *testing.T) {
		e := open(t, dir, everything)
		got := into[receipt](t, run(e, "lsp.runQuestion", obj{"uri": m, "question": "outcome"}))
		if got.Version != 1 || got.Model.Path != "claims.model.json" || len(got.Model.SHA256) != 64 || got.State == nil || got.State.Path != "claims.late.state.json" {
			t.Errorf("identity: %+v", got)
		}
		if got.Answers["outcome"] != "store_credit" || got.Decisions["outcome"].Rule != 1 || got.Decisions["late"].Value != true {
			t.Errorf("answer: %+v", got)
		}
		shown := e.await("a line for the person", func(m message) bool { return m.Method == "window/showMessage" })
		if got := into[struct{ Message string }](t, shown.Params).Message; got != "outcome = store_credit · rule 1 · state: late" {
			t.Errorf("shown: %q", got)
		}
		e.await("a refresh of lenses", func(m message) bool { return m.Method == "workspace/codeLens/refresh" })
	})
	t.Run("other states", func(t *testing.T) {
		e := open(t, dir, everything)
		for _, state := range []string{"soon", "claims.soon.state.json", filepath.Join(dir, "claims.soon.state.json"), fileURI(filepath.Join(dir, "claims.soon.state.json"))} {
			got := into[receipt](t, run(e, "lsp.runDecision", obj{"uri": m, "decision": "outcome", "state": state}))
			if got.Decisions["outcome"].Value != "refund" {
				t.Errorf("state %q: %+v", state, got)
			}
		}
		if code := e.fails("workspace/executeCommand", obj{"command": "lsp.runAll", "arguments": []obj{{"uri": m, "state": "never"}}}); code != -32803 {
			t.Errorf("an absent state: code %d", code)
		}
	})
	t.Run("all, asked on a state", func(t *testing.T) {
		e := open(t, dir, everything)
		got := into[receipt](t, run(e, "lsp.runAll", obj{"uri": fileURI(filepath.Join(dir, "claims.soon.state.json"))}))
		if got.Answers["outcome"] != "refund" || got.State.Path != "claims.soon.state.json" {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("choose by asking the person", func(t *testing.T) {
		e := open(t, dir, everything)
		var asked struct {
			Message string
			Actions []struct{ Title string }
		}
		choice := any(obj{"title": "soon"})
		e.reply["window/showMessageRequest"] = func(params json.RawMessage) any {
			asked = into[struct {
				Message string
				Actions []struct{ Title string }
			}](t, params)
			return choice
		}
		got := into[struct{ URI, Name string }](t, run(e, "lsp.selectState", obj{"uri": m}))
		if got.Name != "soon" || len(asked.Actions) != 2 || asked.Actions[0].Title != "late" {
			t.Errorf("got %+v, asked %+v", got, asked)
		}
		if got := into[receipt](t, run(e, "lsp.runAll", obj{"uri": m})); got.Answers["outcome"] != "refund" {
			t.Errorf("after the choice: %+v", got)
		}
		choice = nil
		if got := run(e, "lsp.selectState", obj{"uri": m}); string(got) != "null" {
			t.Errorf("the person chose nothing: %s", got)
		}
	})
	t.Run("create a state", func(t *testing.T) {
		dir := write(t, map[string]string{"claims.model.json": claims})
		m := fileURI(filepath.Join(dir, "claims.model.json"))
		e := open(t, dir, everything)
		var applied json.RawMessage
		e.reply["workspace/applyEdit"] = func(params json.RawMessage) any { applied = params; return obj{"applied": true} }
		got := into[struct{ URI, Name string }](t, run(e, "lsp.createState", obj{"uri": m, "question": "outcome"}))
		want := fileURI(filepath.Join(dir, "claims.state.json"))
		if got.URI != want {
			t.Errorf("got %+v", got)
		}
		edit := into[struct {
			Edit struct {
				DocumentChanges []struct {
					Kind, URI    string
					TextDocument struct{ URI string }
					Edits        []struct{ NewText string }
				}
			}
		}](t, applied).Edit.DocumentChanges
		if len(edit) != 2 || edit[0].Kind != "create" || edit[0].URI != want || edit[1].TextDocument.URI != want {
			t.Fatalf("edit: %s", applied)
		}
		if text := edit[1].Edits[0].NewText; text != "{\n  \"days\": 0,\n  \"damaged\": false\n}\n" {
			t.Errorf("text: %q", text)
		}
		e.reply["workspace/applyEdit"] = func(json.RawMessage) any { return obj{"applied": false, "failureReason": "read only"} }
		m2 := e.call("workspace/executeCommand", obj{"command": "lsp.createState", "arguments": []obj{{"uri": m}}})
		if m2.Error == nil || !strings.Contains(m2.Error.Message, "read only") {
			t.Errorf("refused by the client: %+v", m2.Error)
		}
		poor := open(t, dir, obj{})
		if code := poor.fails("workspace/executeCommand", obj{"command": "lsp.createState", "arguments": []obj{{"uri": m}}}); code != -32803 {
			t.Errorf("a client that applies no edits: code %d", code)
		}
	})
	t.Run("cannot run", func(t *testing.T) {
		e := open(t, dir, everything)
		const u = "untitled:broken.model.json"
		e.didOpen(u, 1, `{"content": 1, "questions": {}}`)
		got := e.call("workspace/executeCommand", obj{"command": "lsp.runAll", "arguments": []obj{{"uri": u}}})
		if got.Error == nil || got.Error.Code != -32803 || !strings.Contains(got.Error.Message, "model.json:1:") || len(got.Error.Data) == 0 {
			t.Errorf("got %+v", got.Error)
		}
	})
}

func TestHover(t *testing.T) {
	dir := write(t, map[string]string{"claims.model.json": claims, "claims.late.state.json": `{"days": 40, "damaged": false}`})
	m := fileURI(filepath.Join(dir, "claims.model.json"))
	state := fileURI(filepath.Join(dir, "claims.late.state.json"))
	for name, test := range map[string]struct {
		find string
		n    int
		want []string // parts of the text, in order
		not  []string
	}{
		"input":               {"days", 0, []string{"**days** · input · `number`", "Days since delivery.", "= `40` · state: late"}, []string{"lsp eval"}},
		"input in expression": {"days >", 0, []string{"**days** · input", "= `40`"}, nil},
		"decision":            {`outcome": {`, 0, []string{"**outcome** · decision · `refund|store_credit|decline`", "What the customer gets.", "= `store_credit` · rule 1 · state: late", "> After thirty days there is no money back.", "late = true", "lsp eval claims.model.json --state claims.late.state.json --decision outcome"}, nil},
		"decision in header":  {`late", "damaged`, 0, []string{"**late** · decision", "= `true`", "days = 40"}, nil},
		"let":                 {"limit\":", 0, []string{"**limit** · let", "= `30`"}, nil},
		"question":            {`outcome": {`, 1, []string{"**outcome** · question", "What does the customer get?", "= `store_credit`"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			e := open(t, dir, everything)
			e.didOpen(m, 1, claims)
			line, char := place(t, claims, test.find, test.n)
			raw := e.must("textDocument/hover", at(m, line, char))
			if string(raw) == "null" {
				t.Fatal("no hover")
			}
			got := into[struct{ Contents struct{ Kind, Value string } }](t, raw).Contents
			if got.Kind != "markdown" {
				t.Errorf("kind %q", got.Kind)
			}
			rest := got.Value
			for _, part := range test.want {
				_, after, found := strings.Cut(rest, part)
				if !found {
					t.Fatalf("%q is not in its place in:\n%s", part, got.Value)
				}
				rest = after
			}
			for _, part := range test.not {
				if strings.Contains(got.Value, part) {
					t.Errorf("%q is in:\n%s", part, got.Value)
				}
			}
		})
	}
	t.Run("plain text", func(t *testing.T) {
		e := open(t, dir, obj{})
		line, char := place(t, claims, `outcome": {`, 0)
		got := into[struct{ Contents struct{ Kind, Value string } }](t, e.must("textDocument/hover", at(m, line, char))).Contents
		if got.Kind != "plaintext" || strings.ContainsAny(got.Value, "*`") {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("nothing there", func(t *testing.T) {
		e := open(t, dir, everything)
		if got := e.must("textDocument/hover", at(m, 0, 0)); string(got) != "null" {
			t.Errorf("got %s", got)
		}
	})
	t.Run("key of a state", func(t *testing.T) {
		e := open(t, dir, everything)
		raw := e.must("textDocument/hover", at(state, 0, 3))
		if !strings.Contains(string(raw), "Days since delivery.") {
			t.Errorf("got %s", raw)
		}
	})
}

func TestDefinition(t *testing.T) {
	dir := write(t, map[string]string{"claims.model.json": claims, "claims.late.state.json": `{"days": 40, "damaged": false}`})
	m := fileURI(filepath.Join(dir, "claims.model.json"))
	e := open(t, dir, everything)
	e.didOpen(m, 1, claims)
	type location struct {
		URI   string
		Range rng
	}
	for name, test := range map[string]struct {
		find, decl string
	}{
		"input in an expression": {"days >", `"days": {`},
		"let in an expression":   {"limit\",", `"limit": "15`},
		"decision in a header":   {`late", "damaged`, `"late": {`},
		"question": {`outcome": {
      "type": "choice"`, `"outcome": {`},
	} {
		t.Run(name, func(t *testing.T) {
			line, char := place(t, claims, test.find, 0)
			got := into[[]location](t, e.must("textDocument/definition", at(m, line, char)))
			wantLine, wantChar := place(t, claims, test.decl, 0)
			if len(got) != 1 || got[0].URI != m || got[0].Range.Start.Line != wantLine || got[0].Range.Start.Character != wantChar-1 && got[0].Range.Start.Character != wantChar {
				t.Errorf("got %+v, want line %d, character %d", got, wantLine, wantChar)
			}
		})
	}
	if got := e.must("textDocument/definition", at(m, 0, 0)); string(got) != "[]" {
		t.Errorf("nothing there: %s", got)
	}
	got := into[[]location](t, e.must("textDocument/definition", at(fileURI(filepath.Join(dir, "claims.late.state.json")), 0, 3)))
	if len(got) != 1 || got[0].URI != m {
		t.Errorf("key of a state: %+v", got)
	}
}

func TestDocumentSymbols(t *testing.T) {
	dir := write(t, map[string]string{"claims.model.json": claims})
	m := fileURI(filepath.Join(dir, "claims.model.json"))
	type symbol struct {
		Name          string
		Range         rng
		Children      []symbol
		ContainerName string
		Location      struct{ URI string }
	}
	var names func(list []symbol, depth int) []string
	names = func(list []symbol, depth int) (got []string) {
		for _, s := range list {
			got = append(got, strings.Repeat(" ", depth)+s.Name)
			got = append(got, names(s.Children, depth+1)...)
		}
		return got
	}
	nested := into[[]symbol](t, open(t, dir, everything).must("textDocument/documentSymbol", doc(m)))
	flat := into[[]symbol](t, open(t, dir, obj{}).must("textDocument/documentSymbol", doc(m)))
	all := names(nested, 0)
	for _, want := range []string{"days", "damaged", "late", "outcome"} {
		if !strings.Contains(strings.Join(all, "\n"), " "+want) {
			t.Errorf("%s is not in %q", want, all)
		}
	}
	if len(flat) != len(all) {
		t.Errorf("%d flat, %d nested", len(flat), len(all))
	}
	for i, s := range flat {
		if s.Name != strings.TrimSpace(all[i]) || s.Location.URI != m {
			t.Errorf("flat %d: %+v, nested %q", i, s, all[i])
		}
	}
	empty := open(t, dir, obj{})
	if got := empty.must("textDocument/documentSymbol", openDoc(empty, "untitled:x.json", "")); string(got) != "[]" {
		t.Errorf("empty document: %s", got)
	}
}

func TestCodeActions(t *testing.T) {
	text := strings.Replace(claims, `"true", "refund"`, `"true", "refnud"`, 1)
	e := open(t, t.TempDir(), everything)
	const u = "untitled:claims.model.json"
	e.didOpen(u, 4, text)
	line, char := place(t, text, "refnud", 0)
	point := obj{"start": obj{"line": line, "character": char}, "end": obj{"line": line, "character": char}}
	type action struct {
		Title, Kind string
		Diagnostics []struct{ Code string }
		Edit        struct {
			DocumentChanges []struct {
				TextDocument struct {
					URI     string
					Version int
				}
				Edits []struct {
					Range   rng
					NewText string
				}
			}
		}
	}
	got := into[[]action](t, e.must("textDocument/codeAction", obj{"textDocument": obj{"uri": u}, "range": point, "context": obj{"diagnostics": []any{}}}))
	if len(got) == 0 || got[0].Kind != "quickfix" || len(got[0].Diagnostics) != 1 {
		t.Fatalf("got %+v", got)
	}
	change := got[0].Edit.DocumentChanges
	if len(change) != 1 || change[0].TextDocument.URI != u || change[0].TextDocument.Version != 4 || !strings.Contains(change[0].Edits[0].NewText, "refund") {
		t.Errorf("edit: %+v", change)
	}
	for _, only := range []string{"quickfix", "source", "refactor", "source.fixAll"} {
		raw := e.must("textDocument/codeAction", obj{"textDocument": obj{"uri": u}, "range": point, "context": obj{"diagnostics": []any{}, "only": []string{only}}})
		for _, a := range into[[]action](t, raw) {
			if a.Kind != only && !strings.HasPrefix(a.Kind, only+".") {
				t.Errorf("only %s: got %s", only, a.Kind)
			}
		}
		if only == "refactor" && string(raw) != "[]" {
			t.Errorf("no refactoring: %s", raw)
		}
	}
}

func TestPullDiagnostics(t *testing.T) {
	dir := write(t, map[string]string{
		"claims.model.json": claims, "claims.bad.state.json": `{"dayz": 1}`, "other.model.json": `{"content": 1}`,
		"package.json": `{"name": "x"}`, "node_modules/x.model.json": "{",
	})
	m, state := fileURI(filepath.Join(dir, "claims.model.json")), fileURI(filepath.Join(dir, "claims.bad.state.json"))
	e := open(t, dir, everything)
	e.didOpen(m, 1, claims)
	e.didOpen(state, 1, `{"dayz": 1}`)
	type report struct {
		Kind, ResultID, URI string
		Version             *int
		Items               []struct{ Code, Message string }
		RelatedDocuments    map[string]struct {
			Kind  string
			Items []struct{ Code string }
		}
	}
	first := into[report](t, e.must("textDocument/diagnostic", doc(m)))
	if first.Kind != "full" || first.ResultID == "" || first.Items == nil || len(first.RelatedDocuments[state].Items) == 0 {
		t.Errorf("first: %+v", first)
	}
	second := into[report](t, e.must("textDocument/diagnostic", obj{"textDocument": obj{"uri": m}, "previousResultId": first.ResultID}))
	if second.Kind != "unchanged" || second.ResultID != first.ResultID {
		t.Errorf("second: %+v", second)
	}
	// A model that changes makes its state's diagnostics others, and the client is told.
	e.didChange(m, 2, obj{"text": strings.Replace(claims, `"days": {"type"`, `"dayz": {"type"`, 1)})
	e.await("a refresh of diagnostics", func(m message) bool { return m.Method == "workspace/diagnostic/refresh" })

	all := into[struct{ Items []report }](t, e.must("workspace/diagnostic", obj{"previousResultIds": []any{}})).Items
	var names []string
	var had []obj
	for _, r := range all {
		names = append(names, strings.TrimPrefix(r.URI, fileURI(dir)+"/"))
		had = append(had, obj{"uri": r.URI, "value": r.ResultID})
	}
	if diff := cmp.Diff([]string{"claims.bad.state.json", "claims.model.json", "other.model.json"}, names); diff != "" {
		t.Error(diff)
	}
	// Nothing new: the request is held until there is.
	_, answer := e.ask("workspace/diagnostic", obj{"previousResultIds": had})
	e.must("textDocument/diagnostic", doc(state))
	select {
	case m := <-answer:
		t.Errorf("answered although nothing changed: %s", m.Result)
	default:
	}
	e.didChange(m, 3, obj{"text": `{"content": `})
	again := into[struct{ Items []report }](t, e.wait(answer).Result).Items
	fullOnes := 0
	for _, r := range again {
		if r.Kind == "full" {
			fullOnes++
		}
	}
	if len(again) != 3 || fullOnes == 0 || fullOnes == 3 {
		t.Errorf("%d reports, %d of them full", len(again), fullOnes)
	}
}

// TestPublishDependents pushes the diagnostics of a state again when its model changes, on disk or in the editor.
func TestPublishDependents(t *testing.T) {
	dir := write(t, map[string]string{"claims.model.json": claims})
	path := filepath.Join(dir, "claims.model.json")
	m, state := fileURI(path), fileURI(filepath.Join(dir, "claims.new.state.json")) // not on disk
	e := open(t, dir, obj{})
	count := func(version int) int { return len(e.diagnostics(state, version).Diagnostics) }
	e.didOpen(state, 1, `{"days": 1, "damaged": true}`)
	if n := count(1); n != 0 {
		t.Errorf("%d diagnostics of a good state", n)
	}
	renamed := strings.ReplaceAll(claims, "damaged", "broken")
	e.didOpen(m, 1, renamed)
	if n := count(1); n == 0 {
		t.Error("the open model has no such input; the state is not told")
	}
	e.didClose(m)
	if n := count(1); n != 0 {
		t.Errorf("the model on disk counts again: %d diagnostics", n)
	}
	if err := os.WriteFile(path, []byte(renamed), 0o644); err != nil {
		t.Fatal(err)
	}
	e.notify("workspace/didChangeWatchedFiles", obj{"changes": []obj{{"uri": m, "type": 2}}})
	if n := count(1); n == 0 {
		t.Error("the model on disk changed; the state is not told")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	e.notify("workspace/didChangeWatchedFiles", obj{"changes": []obj{{"uri": m, "type": 3}}})
	e.diagnostics(state, 1)
}

func TestSettings(t *testing.T) {
	const u = "untitled:bare.model.json"
	bare := strings.Replace(claims, `{"type": "boolean", "desc": "The parcel arrived damaged."}`, `"boolean"`, 1)
	e := open(t, t.TempDir(), obj{})
	e.didOpen(u, 1, bare)
	if p := e.diagnostics(u, 1); len(p.Diagnostics) == 0 {
		t.Error("a bare input is no error in strict")
	}
	e.notify("workspace/didChangeConfiguration", obj{"settings": obj{"scenariolsp": obj{"level": "compact"}}})
	if p := e.diagnostics(u, 1); len(p.Diagnostics) != 0 {
		t.Errorf("compact: %+v", p.Diagnostics)
	}
	asks := open(t, t.TempDir(), obj{"workspace": obj{"configuration": true}}, func(*session) {})
	asks.mu.Lock()
	asks.reply["workspace/configuration"] = func(json.RawMessage) any { return []any{obj{"level": "compact"}} }
	asks.mu.Unlock()
	asks.notify("workspace/didChangeConfiguration", obj{"settings": nil})
	asks.didOpen(u, 1, bare)
	for { // strict until the client has answered
		if p := asks.diagnostics(u, 1); len(p.Diagnostics) == 0 {
			break
		}
	}
}
