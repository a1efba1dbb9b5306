package lsp

import (
	"path/filepath"
	"strings"
	"testing"
)

type foundAction struct {
	Title, Kind string
	Edit        struct {
		DocumentChanges []struct {
			Kind, URI    string
			TextDocument struct{ URI string }
			Edits        []struct {
				Range   rng
				NewText string
			}
		}
	}
}

// actionsAt asks for actions at the first place of a text.
func actionsAt(t *testing.T, e *fakeEditor, u, text, find string, only ...string) []foundAction {
	t.Helper()
	line, char := place(t, text, find, 0)
	point := obj{"line": line, "character": char - 1}
	context := obj{"diagnostics": []any{}}
	if len(only) > 0 {
		context["only"] = only
	}
	return into[[]foundAction](t, e.must("textDocument/codeAction", obj{"textDocument": obj{"uri": u}, "range": obj{"start": point, "end": point}, "context": context}))
}

// TestStateActions creates a state for what is pointed at, and adds what a state lacks.
func TestStateActions(t *testing.T) {
	const model = `{"content": {"name": "m", "inputs": {"a": {"type": "number", "desc": "A."}, "b c": {"type": "low<high", "desc": "B."}, "d": {"type": "boolean", "desc": "D."}},
"decisions": {"one": "a + 1", "two": {"type": "number", "expr": "if b c = \"low\" then one else 0"}, "none": "1"}}, "questions": {}}`
	type want struct{ title, uri, text string }
	for name, test := range map[string]struct {
		files map[string]string
		open  string
		find  string
		want  want
	}{
		"a decision":               {nil, "m.model.json", `two": {`, want{"Create m.state.json with a, b c", "m.state.json", "{\n  \"a\": 0,\n  \"b c\": \"low\"\n}\n"}},
		"the whole model":          {nil, "m.model.json", `{"content`, want{"Create m.state.json with a, b c, d", "m.state.json", "{\n  \"a\": 0,\n  \"b c\": \"low\",\n  \"d\": false\n}\n"}},
		"what needs no input":      {nil, "m.model.json", `none": "1`, want{}},
		"elsewhere":                {nil, "m.model.json", `A."`, want{}},
		"what the state lacks":     {map[string]string{"m.state.json": "{\n  \"a\": 3\n}\n"}, "m.model.json", `two": {`, want{"Add b c to m.state.json", "m.state.json", ",\n  \"b c\": \"low\""}},
		"what an empty one lacks":  {map[string]string{"m.state.json": "{}"}, "m.model.json", `one": "a`, want{"Add a to m.state.json", "m.state.json", `{"a": 0}`}},
		"a state that has all":     {map[string]string{"m.state.json": `{"a": 3}`}, "m.model.json", `one": "a`, want{}},
		"on the state":             {map[string]string{"m.state.json": `{"a": 3}`}, "m.state.json", `{"a"`, want{"Add b c, d to m.state.json", "m.state.json", `, "b c": "low", "d": false`}},
		"on a value of the state":  {map[string]string{"m.state.json": `{"a": 3}`}, "m.state.json", `3}`, want{}},
		"on a state with a result": {map[string]string{"m.state.json": `{"state": {"a": 3}, "expect": {}}`}, "m.state.json", `{"state"`, want{"Add b c, d to m.state.json", "m.state.json", `, "b c": "low", "d": false`}},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"m.model.json": model}
			for file, text := range test.files {
				files[file] = text
			}
			dir := write(t, files)
			e := open(t, dir, everything)
			u := fileURI(filepath.Join(dir, test.open))
			e.didOpen(u, 1, files[test.open])
			var got want
			for _, a := range actionsAt(t, e, u, files[test.open], test.find, "quickfix") {
				changes := a.Edit.DocumentChanges
				last := changes[len(changes)-1]
				got = want{a.Title, strings.TrimPrefix(last.TextDocument.URI, fileURI(dir)+"/"), last.Edits[0].NewText}
				if strings.HasPrefix(a.Title, "Create") && (len(changes) != 2 || changes[0].Kind != "create" || changes[0].URI != last.TextDocument.URI) {
					t.Errorf("no file is made: %+v", changes)
				}
			}
			if got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
	e := open(t, t.TempDir(), everything)
	e.didOpen("untitled:m.model.json", 1, model)
	if got := actionsAt(t, e, "untitled:m.model.json", model, `two": {`, "quickfix"); len(got) > 0 {
		t.Errorf("beside a document that has no place: %+v", got)
	}
}

// TestFixAll mends how things are written, and leaves what is meant to its author.
func TestFixAll(t *testing.T) {
	const model = `{"content": {"name": "m", "inputs": {"n": {"type": "int", "desc": "N."}, "sky": {"type": "clear|rain", "desc": "S.",}}, // note
"decisions": {"d": [["n", "sky", "=> number", "# why"], [3, "rian", "1", "W."], ["-", "-", 2, "W."]]}}, "questions": {"d": {"type": "scale", "instructons": "?"}}}`
	const want = `{"content": {"name": "m", "inputs": {"n": {"type": "number", "desc": "N."}, "sky": {"type": "clear|rain", "desc": "S."}},
"decisions": {"d": [["n", "sky", "=> number", "# why"], ["3", "rian", "1", "W."], ["-", "-", "2", "W."]]}}, "questions": {"d": {"type": "score", "instructons": "?"}}}`
	e := open(t, t.TempDir(), everything)
	const u = "untitled:m.model.json"
	e.didOpen(u, 1, model)
	got := actionsAt(t, e, u, model, "content", "source.fixAll")
	if len(got) != 1 {
		t.Fatalf("%+v", got)
	}
	lines := strings.Split(model, "\n")
	edits := got[0].Edit.DocumentChanges[0].Edits
	for i := range edits { // none overlaps another: from behind
		last := 0
		for k := range edits {
			a, b := edits[k].Range.Start, edits[last].Range.Start
			if a.Line > b.Line || a.Line == b.Line && a.Character >= b.Character {
				last = k
			}
		}
		r, line := edits[last].Range, lines[edits[last].Range.Start.Line]
		if r.Start.Line != r.End.Line {
			t.Fatalf("edit %d is on several lines", i)
		}
		lines[r.Start.Line] = line[:r.Start.Character] + edits[last].NewText + line[r.End.Character:]
		edits[last].Range.Start = pos{-1, 0} // made
	}
	if text := strings.Join(lines, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}
