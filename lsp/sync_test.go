package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// textOf returns what the server holds of a document. It runs after everything sent before.
func textOf(e *fakeEditor, u string) (text string, version int) {
	e.t.Helper()
	raw := e.must("test/text", doc(u))
	got := into[struct {
		Text    string
		Version int
	}](e.t, raw)
	return got.Text, got.Version
}

// withText lets a test look at the text of the server.
func withText(s *session) {
	s.routes["test/text"] = route{order: func(s *session, raw jsonrpcParams) (work, error) {
		var p struct{ TextDocument struct{ URI string } }
		if err := json.Unmarshal(raw, &p); err != nil {
			return work{}, err
		}
		path, err := pathOfString(p.TextDocument.URI)
		if err != nil {
			return work{}, err
		}
		d := s.snapshot().open[path]
		answer, err := json.Marshal(obj{"text": string(d.file.Text), "version": d.file.Version})
		if err != nil {
			return work{}, err
		}
		return work{do: fixed(jsonrpcParams(answer))}, nil
	}}
}

func TestSyncEncodings(t *testing.T) {
	const u = "untitled:a.model.json"
	for name, test := range map[string]struct {
		offers []string
		want   string
		char   int // where X stands in `é😀X`
	}{
		"nothing offered":    {nil, "utf-16", 3},
		"UTF-8 preferred":    {[]string{"utf-16", "utf-8"}, "utf-8", 6},
		"UTF-32 only":        {[]string{"utf-32"}, "utf-32", 2},
		"UTF-16 over UTF-32": {[]string{"utf-32", "utf-16"}, "utf-16", 3},
		"unknown":            {[]string{"utf-7"}, "utf-16", 3},
	} {
		t.Run(name, func(t *testing.T) {
			e := start(t, withText)
			result := e.must("initialize", obj{"processId": nil, "rootUri": nil, "capabilities": obj{"general": obj{"positionEncodings": test.offers}}})
			got := into[struct {
				Capabilities struct{ PositionEncoding string }
			}](t, result)
			if got.Capabilities.PositionEncoding != test.want {
				t.Errorf("encoding %q, want %q", got.Capabilities.PositionEncoding, test.want)
			}
			e.didOpen(u, 1, "{\n\"é😀X\": x}")
			e.didChange(u, 2, edit(1, 1+test.char, 1, 2+test.char, "Y"))
			if text, version := textOf(e, u); text != "{\n\"é😀Y\": x}" || version != 2 {
				t.Errorf("got %q, version %d", text, version)
			}
			// Diagnostics count in the same way: the mistake is the x behind the colon.
			p := e.diagnostics(u, 2)
			there := false
			for _, d := range p.Diagnostics {
				there = there || d.Range.Start == (pos{1, 5 + test.char})
			}
			if !there {
				t.Errorf("diagnostics: %+v", p.Diagnostics)
			}
		})
	}
}

// TestSyncFlood types thousands of edits, several in a notification, and compares the texts and the last diagnostics
// with those of the final text opened by itself.
func TestSyncFlood(t *testing.T) {
	const u, v = "untitled:flood.model.json", "untitled:final.model.json"
	e := open(t, t.TempDir(), obj{}, withText)
	r := rand.New(rand.NewPCG(1, 2))
	text := "{\r\n  \"content\": {},\n  \"questions\": {}\r}\n"
	e.didOpen(u, 1, text)
	want := []byte(text)
	pieces := []string{"x", "\n", "\"", "{", "}", "é", "😀", ",", ":", "\r\n", "  "}
	const versions = 1500
	for version := 2; version <= versions; version++ {
		var changes []obj
		for range 1 + r.IntN(3) {
			lines := jsontree.NewLines(want)
			start := r.IntN(len(want) + 1)
			end := min(len(want), start+r.IntN(4))
			sl, sc := lines.Position(start, jsontree.UTF16)
			el, ec := lines.Position(end, jsontree.UTF16)
			start, end = lines.Offset(sl, sc, jsontree.UTF16), lines.Offset(el, ec, jsontree.UTF16)
			newText := pieces[r.IntN(len(pieces))]
			changes = append(changes, edit(sl, sc, el, ec, newText))
			want = append(append(append([]byte{}, want[:start]...), newText...), want[max(start, end):]...)
		}
		e.didChange(u, version, changes...)
		if version%300 == 0 {
			e.notify("$/cancelRequest", obj{"id": version})
			e.ask("textDocument/codeLens", doc(u))
		}
	}
	if got, version := textOf(e, u); got != string(want) || version != versions {
		t.Fatalf("version %d: the texts differ:\n%q\n%q", version, got, want)
	}
	e.didOpen(v, 1, string(want))
	last, fresh := e.diagnostics(u, versions), e.diagnostics(v, 1)
	if fmt.Sprint(last.Diagnostics) != fmt.Sprint(fresh.Diagnostics) {
		t.Errorf("diagnostics after edits:\n%+v\nfrom scratch:\n%+v", last.Diagnostics, fresh.Diagnostics)
	}
}

// FuzzDidChange sends any sequence of edits; the server must hold what a plain replacement gives.
func FuzzDidChange(f *testing.F) {
	f.Add("{}", uint16(0), uint16(1), "x", uint16(1), uint16(0), "\n")
	f.Add("a\r\nb", uint16(0), uint16(2), "\r", uint16(1), uint16(0), "\n")
	f.Fuzz(func(t *testing.T, text string, l1, c1 uint16, t1 string, l2, c2 uint16, t2 string) {
		a := change(uint32(l1), uint32(c1), uint32(l1), uint32(c1)+1, t1)
		b := change(uint32(l2), uint32(c2), uint32(l2)+1, uint32(c2), t2)
		for _, encoding := range []jsontree.Encoding{jsontree.UTF8, jsontree.UTF16, jsontree.UTF32} {
			both, _ := applyChanges([]byte(text), changesOf(a, b), encoding)
			first, _ := applyChanges([]byte(text), changesOf(a), encoding)
			second, _ := applyChanges(first, changesOf(b), encoding)
			if string(both) != string(second) {
				t.Errorf("together %q, one after the other %q", both, second)
			}
		}
	})
}

func TestSyncClose(t *testing.T) {
	dir := write(t, map[string]string{"a.model.json": "{}"})
	u := fileURI(filepath.Join(dir, "a.model.json"))
	e := open(t, dir, obj{})
	e.didOpen(u, 7, `{"a": `)
	if p := e.diagnostics(u, 7); len(p.Diagnostics) == 0 {
		t.Error("a broken document has no diagnostics")
	}
	e.didClose(u)
	if p := e.diagnostics(u, -1); len(p.Diagnostics) != 0 {
		t.Errorf("a closed document keeps %+v", p.Diagnostics)
	}
	e.didOpen(u, 1, `{"a": `)
	if p := e.diagnostics(u, 1); len(p.Diagnostics) == 0 {
		t.Error("opened again: no diagnostics")
	}
}

// TestSyncSpelling keeps the URI as the client spells it: some compare letters.
func TestSyncSpelling(t *testing.T) {
	e := open(t, t.TempDir(), obj{})
	for _, u := range []string{"file:///tmp/a%28b%29.model.json", "file:///tmp/a(b)c.model.json", "file:///c%3A/x.model.json", "untitled:Untitled-1", "vscode-vfs://github/x/y.model.json"} {
		e.didOpen(u, 1, `{`)
		e.diagnostics(u, 1)
	}
}

// TestLensesOnEveryPrefix types a document from its first character to its last and back, and looks at the lenses: none
// that stood may vanish while the syntax is broken.
func TestLensesOnEveryPrefix(t *testing.T) {
	const u = "untitled:p.model.json"
	text := strings.ReplaceAll(claims, "\n", "\n")
	e := open(t, t.TempDir(), obj{})
	e.didOpen(u, 1, text)
	whole := lensCount(e, u)
	if whole < 3 {
		t.Fatalf("%d lenses on the whole document", whole)
	}
	step := max(1, len(text)/150)
	version := 1
	for cut := len(text) - 1; cut > 0; cut -= step {
		version++
		e.didChange(u, version, obj{"text": text[:cut]})
		broken := len(jsontree.Parse([]byte(text[:cut])).Errors) > 0
		if n := lensCount(e, u); broken && n < whole {
			t.Fatalf("cut at %d: %d lenses of %d", cut, n, whole)
		}
	}
	version++
	e.didChange(u, version, obj{"text": text})
	if n := lensCount(e, u); n != whole {
		t.Errorf("whole again: %d lenses of %d", n, whole)
	}
	version++
	e.didChange(u, version, obj{"text": "{}"})
	if n := lensCount(e, u); n != 0 {
		t.Errorf("an empty object has %d lenses", n)
	}
}

func lensCount(e *fakeEditor, u string) int {
	return len(into[[]any](e.t, e.must("textDocument/codeLens", doc(u))))
}

// TestLensesMove keeps a lens at its declaration while lines come and go above it in a broken document.
func TestLensesMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := "0123456789"
		start := rapid.IntRange(0, 9).Draw(t, "start")
		l := new(lived)
		l.lenses.Store(&[]placedLens{{at: analysis.Runnable{Address: "a", Span: jsontree.Span{Start: start, End: start + 1}}}})
		from := rapid.IntRange(0, 10).Draw(t, "from")
		to := rapid.IntRange(from, 10).Draw(t, "to")
		newText := rapid.SampledFrom([]string{"", "x", "xyz"}).Draw(t, "new")
		moved := (*l.moved([]splice{{start: from, end: to, length: len(newText)}}).lenses.Load())[0].at.Span
		after := text[:from] + newText + text[to:]
		if from > start || to <= start { // the lens's own character stands
			if got := after[moved.Start:]; !strings.HasPrefix(got, text[start:start+1]) && from != start {
				t.Fatalf("the lens at %q stands at %q of %q", text[start:start+1], got, after)
			}
		}
		if moved.Start < 0 || moved.End > len(after) || moved.Start > moved.End {
			t.Fatalf("%+v lies outside of %q", moved, after)
		}
	})
}

func TestWorkspaceOnDisk(t *testing.T) {
	dir := write(t, map[string]string{"a.model.json": claims})
	e := open(t, dir, obj{})
	u := fileURI(filepath.Join(dir, "a.model.json"))
	n := lensCount(e, u) // a document that is not open is read from disk
	if n == 0 {
		t.Fatal("no lenses")
	}
	if err := os.WriteFile(filepath.Join(dir, "a.model.json"), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if n := lensCount(e, u); n != 0 {
		t.Errorf("%d lenses after the file was emptied", n)
	}
}
