package lsp

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

type completionItem struct {
	Label            string
	Kind             int
	Detail           string
	Documentation    string
	SortText         string
	FilterText       string
	InsertTextFormat int
	TextEdit         struct {
		Range   rng
		NewText string
	}
	AdditionalTextEdits []struct {
		Range   rng
		NewText string
	}
}

// completed asks for completion at the mark ¦ of a text, with positions in UTF-16.
func completed(t *testing.T, e *fakeEditor, u, marked string) (text string, line, char int, items []completionItem) {
	t.Helper()
	at := strings.Index(marked, "¦")
	text = strings.Replace(marked, "¦", "", 1)
	e.didOpen(u, 1, text)
	line = strings.Count(text[:at], "\n")
	char = len(utf16.Encode([]rune(text[strings.LastIndexByte(text[:at], '\n')+1 : at])))
	list := into[struct{ Items []completionItem }](t, e.must("textDocument/completion", obj{"textDocument": obj{"uri": u}, "position": obj{"line": line, "character": char}}))
	e.didClose(u)
	return text, line, char, list.Items
}

// TestCompletionInTheProtocol holds ranges against UTF-16, the text before the cursor against the label that a client
// filters by, and snippets against what the client knows.
func TestCompletionInTheProtocol(t *testing.T) {
	const before = `{"content": {"name": "m", "inputs": {"grüße 🎉 an": {"type": "number", "desc": "E."}, "claim type": {"type": "water damage|theft", "desc": "W."}}, "decisions": {`
	snippets := obj{"textDocument": obj{"completion": obj{"completionItem": obj{"snippetSupport": true}}}}
	for _, test := range []struct {
		name, marked string
		plain        bool // a client without snippets
		label        string
		typed        string // of the range, what stands before the cursor
		rest         string // and behind it
		newText      string
		also         string // inserted elsewhere
	}{
		{"behind letters beyond ASCII", before + `"ü🎉": "grüße ¦"}}, "questions": {}}`, false, "grüße 🎉 an", "grüße ", "", "grüße 🎉 an", ""},
		{"behind an escape", before + `"d": "\"\u00e9\" = claim ¦"}}, "questions": {}}`, false, "claim type", "claim ", "", "claim type", ""},
		{"in a cell", before + `"d": [["claim type", "=> number"], ["wat¦er", "1"]]}}, "questions": {}}`, false, "water damage", "wat", "er", "water damage", ""},
		{"a key", before + `"d": {"ex¦"}}}, "questions": {}}`, false, "expr", "ex", `"`, `expr": "$0"`, ""},
		{"a key without snippets", before + `"d": {"ex¦"}}}, "questions": {}}`, true, "expr", "ex", `"`, `expr": `, ""},
		{"a key where a comma is missing", "{\r\n  \"content\": {\r\n    \"name\": \"m\"\r\n    ¦\r\n  }\r\n}\r\n", false, "inputs", "", "", `"inputs": {$0}`, ","},
		{"a function", before + `"d": "coun¦"}}, "questions": {}}`, false, "count", "coun", "", `count($0)`, ""},
		{"a function without snippets", before + `"d": "coun¦"}}, "questions": {}}`, true, "count", "coun", "", `count`, ""},
		{"a name that reads like a snippet", `{"content": {"name": "m", "inputs": {"a$0}": {"type": "number", "desc": "E."}}, "decisions": {"d": {"requires": [¦], "expr": "1"}}}, "questions": {}}`, false, "a$0}", "", "", `"a$0}"`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			can := snippets
			if test.plain {
				can = obj{}
			}
			e := open(t, t.TempDir(), can)
			text, line, char, items := completed(t, e, "untitled:c.model.json", test.marked)
			row := utf16.Encode([]rune(strings.TrimSuffix(strings.Split(text, "\n")[line], "\r")))
			for i, item := range items {
				if i > 0 && item.SortText <= items[i-1].SortText {
					t.Errorf("%q is sorted as %q, behind %q", item.Label, item.SortText, items[i-1].SortText)
				}
				if item.Label != test.label {
					continue
				}
				r := item.TextEdit.Range
				if r.Start.Line != line || r.End.Line != line || r.Start.Character > char || r.End.Character < char {
					t.Fatalf("the range %+v is not around %d:%d on one line", r, line, char)
				}
				typed, rest := string(utf16.Decode(row[r.Start.Character:char])), string(utf16.Decode(row[char:r.End.Character]))
				if typed != test.typed || rest != test.rest || item.TextEdit.NewText != test.newText {
					t.Errorf("%q and %q become %q, want %q, %q and %q", typed, rest, item.TextEdit.NewText, test.typed, test.rest, test.newText)
				}
				if !strings.HasPrefix(item.Label, typed) || item.FilterText != "" {
					t.Errorf("a client that filters by %q drops %q", typed, item.Label)
				}
				also := ""
				for _, a := range item.AdditionalTextEdits {
					also += a.NewText
					if a.Range.Start != a.Range.End || a.Range.Start != (pos{2, 15}) {
						t.Errorf("%q is written at %+v", a.NewText, a.Range)
					}
				}
				if also != test.also {
					t.Errorf("elsewhere %q is written, want %q", also, test.also)
				}
				return
			}
			t.Errorf("%q is not offered: %+v", test.label, items)
		})
	}
}

// TestCompletionOfPins offers the scenarios that can be found, then the revisions and the bytes of the one that is named.
func TestCompletionOfPins(t *testing.T) {
	const vitals2 = `{"scenarioId": "vitals", "revision": 2}`
	dir := write(t, map[string]string{"lib/vitals.scenario.json": `{"scenarioId": "vitals", "revision": 1}`, "lib/vitals2.scenario.json": vitals2,
		"lib/airway.scenario.json": `{"scenarioId": "airway", "revision": 4}`, "s.scenario.json": `{"scenarioId": "s", "revision": 1}`})
	e := open(t, dir, everything)
	for pin, want := range map[string]string{
		`"scenarioId": "¦"`:                                    "airway vitals",
		`"scenarioId": vi¦`:                                    "airway vitals",
		`"scenarioId": "vitals", "revision": ¦`:                "2 1",
		`"scenarioId": "vitals", "revision": 2, "sha256": "¦"`: digestOfText(vitals2),
		`"id": "¦"`: "",
	} {
		_, _, _, items := completed(t, e, fileURI(filepath.Join(dir, "s.scenario.json")), `{"scenarioId": "s", "revision": 1, "dependencies": [{`+pin+`}]}`)
		var got []string
		for _, item := range items {
			got = append(got, item.Label)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", pin, got, want)
		}
	}
}

func digestOfText(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// TestCompletionByItself lists nothing by itself behind a comma that ends a member or a blank that lays out a line, and
// the next word behind one in a cell; behind a blank a list begins anew, so that it still holds names without blanks.
func TestCompletionByItself(t *testing.T) {
	e := open(t, t.TempDir(), everything)
	const u = "untitled:m.model.json"
	const before = `{"content": {"name": "m", "inputs": {"e": {"type": "a|b b", "desc": "E."}, "n": {"type": "number", "desc": "N."}}, "decisions": {`
	for marked, want := range map[string]string{
		`{"content": {"name": "m",¦ "inputs": {}, "decisions": {}}, "questions": {}}`: "",
		`{"content": {"name": "m", ¦`: "",
		"{\n  ¦":                      "",
		before + `"d": [["e", "=> number"], ["a,¦", "1"]]}}, "questions": {}}`:    "b b",
		before + `"d": [["e", "=> number"], ["b b, ¦", "1"]]}}, "questions": {}}`: "a",
		before + `"d": [["n", "=> number"], [">= ¦", "1"]]}}, "questions": {}}`:   "n",
		before + `"d": {"type": ¦`: "number",
	} {
		at := strings.Index(marked, "¦")
		typed := marked[at-1 : at]
		if !slices.Contains(completionTriggers, typed) {
			t.Errorf("%s: nobody asks behind %q", marked, typed)
		}
		e.didOpen(u, 1, strings.Replace(marked, "¦", "", 1))
		ask := obj{
			"textDocument": obj{"uri": u},
			"position":     obj{"line": strings.Count(marked[:at], "\n"), "character": at - 1 - strings.LastIndex(marked[:at], "\n")},
			"context":      obj{"triggerKind": 2, "triggerCharacter": typed},
		}
		offered := func() (labels []string) {
			for _, item := range into[struct{ Items []completionItem }](t, e.must("textDocument/completion", ask)).Items {
				labels = append(labels, item.Label)
			}
			return labels
		}
		if got := offered(); want == "" && len(got) > 0 || want != "" && !slices.Contains(got, want) {
			t.Errorf("%s: %q is offered, not %q", marked, got, want)
		}
		ask["context"] = obj{"triggerKind": 1}
		if len(offered()) == 0 {
			t.Errorf("%s: nothing is offered to who asks", marked)
		}
		e.didClose(u)
	}
}
