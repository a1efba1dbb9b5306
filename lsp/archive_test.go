package lsp

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write what the server answers into the archives")

// TestArchives shows whole documents as an editor would: every archive of testdata/server is a folder whose files are
// opened in order, a model before its states. Files under disk/ stay closed. A section "hover" names places, one a line, as file and text. A
// section "edit FILE" replaces its first line, wherever that stands in the file, by its second; what the editor shows
// then is written again. The section "want" is what it showed.
func TestArchives(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "testdata", "server", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := show(t, archive)
			if *update {
				setWant(archive, got)
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want := ""
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func setWant(archive *txtar.Archive, want string) {
	for i := range archive.Files {
		if archive.Files[i].Name == "want" {
			archive.Files[i].Data = []byte(want)
			return
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: "want", Data: []byte(want)})
}

// screen is an editor with its documents, for one archive.
type screen struct {
	*fakeEditor
	dir      string
	names    []string
	texts    map[string]string
	versions map[string]int
	hovers   []string
	out      bytes.Buffer
}

func show(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	s := &screen{texts: map[string]string{}, versions: map[string]int{}}
	onDisk := map[string]string{}
	var edits []txtar.File
	for _, f := range archive.Files {
		switch name, closed := strings.CutPrefix(f.Name, "disk/"); {
		case name == "want":
		case name == "hover":
			s.hovers = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
		case strings.HasPrefix(name, "edit "):
			edits = append(edits, f)
		case closed:
			onDisk[name] = string(f.Data)
		default:
			s.names = append(s.names, name)
			s.texts[name] = string(f.Data)
		}
	}
	s.dir = write(t, onDisk)
	s.fakeEditor = open(t, s.dir, obj{
		"general": obj{"positionEncodings": []string{"utf-32"}}, "workspace": obj{"applyEdit": true},
		"textDocument": obj{"hover": obj{"contentFormat": []string{"markdown"}}, "documentSymbol": obj{"hierarchicalDocumentSymbolSupport": true},
			"publishDiagnostics": obj{"relatedInformation": true}},
	})
	for _, name := range s.names {
		s.versions[name] = 1
		s.didOpen(s.uri(name), 1, s.texts[name])
	}
	for _, name := range s.names {
		s.document(name, true)
	}
	for _, hover := range s.hovers {
		s.hover(hover)
	}
	for _, e := range edits {
		s.edit(strings.TrimPrefix(e.Name, "edit "), string(e.Data))
	}
	return s.out.String()
}

func (s *screen) uri(name string) string { return fileURI(filepath.Join(s.dir, name)) }

func (s *screen) print(format string, args ...any) { fmt.Fprintf(&s.out, format, args...) }

// document writes what stands around the text of a document.
func (s *screen) document(name string, outline bool) {
	u := s.uri(name)
	s.print("# %s\n", name)
	for _, d := range s.diagnostics(u, s.versions[name]).Diagnostics {
		s.print("%d:%d-%d:%d %s [%s]\n", d.Range.Start.Line+1, d.Range.Start.Character+1, d.Range.End.Line+1, d.Range.End.Character+1, d.Message, d.Code)
	}
	for _, raw := range into[[]json.RawMessage](s.t, s.must("textDocument/codeLens", doc(u))) {
		l := resolved(s.fakeEditor, raw)
		s.print("%d:%d %s\n", l.Range.Start.Line+1, l.Range.Start.Character+1, l.Command.Title)
	}
	if outline {
		s.outline(s.must("textDocument/documentSymbol", doc(u)), 0)
	}
}

func (s *screen) outline(raw json.RawMessage, depth int) {
	for _, symbol := range into[[]struct {
		Name, Detail string
		Kind         int
		Range        rng
		Children     json.RawMessage
	}](s.t, raw) {
		s.print("%s- %s", strings.Repeat("  ", depth), symbol.Name)
		if symbol.Detail != "" {
			s.print(": %s", symbol.Detail)
		}
		s.print("\n")
		if symbol.Children != nil {
			s.outline(symbol.Children, depth+1)
		}
	}
}

func (s *screen) hover(where string) {
	name, find, _ := strings.Cut(where, " ")
	line, char := 0, 0
	text := s.texts[name]
	off := strings.Index(text, find)
	if off < 0 {
		s.t.Fatalf("%q is not in %s", find, name)
	}
	line = strings.Count(text[:off], "\n")
	char = len([]rune(text[strings.LastIndexByte(text[:off], '\n')+1 : off]))
	s.print("# hover %s\n", where)
	raw := s.must("textDocument/hover", at(s.uri(name), line, char))
	if string(raw) == "null" {
		s.print("nothing\n")
		return
	}
	s.print("%s\n", into[struct{ Contents struct{ Value string } }](s.t, raw).Contents.Value)
}

func (s *screen) edit(name, data string) {
	old, after, _ := strings.Cut(strings.TrimSuffix(data, "\n"), "\n")
	text := s.texts[name]
	off := strings.Index(text, old)
	if off < 0 {
		s.t.Fatalf("%q is not in %s", old, name)
	}
	pos := func(off int) (line, char int) {
		return strings.Count(text[:off], "\n"), len([]rune(text[strings.LastIndexByte(text[:off], '\n')+1 : off]))
	}
	sl, sc := pos(off)
	el, ec := pos(off + len(old))
	s.versions[name]++
	s.texts[name] = text[:off] + after + text[off+len(old):]
	s.didChange(s.uri(name), s.versions[name], edit(sl, sc, el, ec, after))
	s.print("# edit: %s becomes %s\n", old, after)
	for _, other := range s.names {
		if other == name {
			s.document(name, false)
			continue
		}
		s.lensesOf(other)
	}
}

// lensesOf writes the lenses of a document that was not edited: they may say something else now.
func (s *screen) lensesOf(name string) {
	s.print("# %s\n", name)
	for _, title := range lenses(s.fakeEditor, s.uri(name)) {
		s.print("%s\n", title)
	}
}

// TestArchivesOnEveryPrefix asks for everything while the documents of the archives are typed: nothing may fail by a
// defect, and every list is a list.
func TestArchivesOnEveryPrefix(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "testdata", "server", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		e := open(t, t.TempDir(), everything)
		for _, f := range archive.Files {
			if !strings.HasSuffix(f.Name, ".json") {
				continue
			}
			u := "untitled:" + filepath.Base(path) + "/" + f.Name
			text := string(f.Data)
			e.didOpen(u, 0, "")
			step := max(1, len(text)/80)
			for cut := 0; cut < len(text); cut += step {
				e.didChange(u, cut+1, obj{"text": text[:cut]})
				line := strings.Count(text[:cut], "\n")
				char := cut - strings.LastIndexByte(text[:cut], '\n') - 1
				for method, isList := range map[string]bool{
					"textDocument/codeLens": true, "textDocument/documentSymbol": true, "textDocument/definition": true,
					"textDocument/codeAction": true, "textDocument/hover": false, "textDocument/diagnostic": false,
				} {
					params := at(u, line, char)
					params["range"] = rng{pos{line, 0}, pos{line, char}}.params()
					params["context"] = obj{"diagnostics": []any{}}
					raw := e.must(method, params)
					if isList && !strings.HasPrefix(string(raw), "[") {
						t.Fatalf("%s on %d bytes of %s: %s", method, cut, f.Name, raw)
					}
				}
			}
		}
	}
}

func (r rng) params() obj {
	p := func(p pos) obj { return obj{"line": p.Line, "character": p.Character} }
	return obj{"start": p(r.Start), "end": p(r.End)}
}
