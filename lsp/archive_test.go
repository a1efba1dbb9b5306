package lsp

import (
	"bytes"
	"crypto/sha256"
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
// opened in order, a model before its states, as they are saved. Files under disk/ stay closed. {{sha256 FILE}} stands for the digest of an
// earlier file. A section "hover", "definition" or "references" names places, one a line, as file and text. A section
// "edit FILE" replaces its first line, wherever that stands in the file, by its second; what the editor shows then is
// written again. The section "want" is what it showed.
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
	asks     []txtar.File // places to ask at
	out      bytes.Buffer
}

func show(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	s := &screen{texts: map[string]string{}, versions: map[string]int{}}
	onDisk, digests := map[string]string{}, []string{}
	var edits []txtar.File
	for _, f := range archive.Files {
		name, closed := strings.CutPrefix(f.Name, "disk/")
		text := strings.NewReplacer(digests...).Replace(string(f.Data))
		digests = append(digests, "{{sha256 "+name+"}}", fmt.Sprintf("%x", sha256.Sum256([]byte(text))))
		switch {
		case name == "want":
		case name == "hover" || name == "definition" || name == "references":
			s.asks = append(s.asks, f)
		case strings.HasPrefix(name, "edit "):
			f.Data = []byte(text)
			edits = append(edits, f)
		default:
			onDisk[name], s.texts[name] = text, text
			if !closed {
				s.names = append(s.names, name)
			}
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
	for _, f := range s.asks {
		for where := range strings.SplitSeq(strings.TrimSpace(string(f.Data)), "\n") {
			s.ask(f.Name, where)
		}
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
	for _, l := range into[[]struct {
		Range  rng
		Target string
	}](s.t, s.must("textDocument/documentLink", doc(u))) {
		s.print("%s links to %s\n", s.covered(name, l.Range), s.nameOf(l.Target))
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

// ask asks at a place what its section says.
func (s *screen) ask(what, where string) {
	name, find, _ := strings.Cut(where, " ")
	text := s.texts[name]
	off := strings.Index(text, find)
	if off < 0 {
		s.t.Fatalf("%q is not in %s", find, name)
	}
	line := strings.Count(text[:off], "\n")
	params := at(s.uri(name), line, len([]rune(text[strings.LastIndexByte(text[:off], '\n')+1:off])))
	params["context"] = obj{"includeDeclaration": true}
	s.print("# %s %s\n", what, where)
	raw := s.must("textDocument/"+what, params)
	switch {
	case string(raw) == "null" || string(raw) == "[]":
		s.print("nothing\n")
	case what == "hover":
		s.print("%s\n", into[struct{ Contents struct{ Value string } }](s.t, raw).Contents.Value)
	default:
		for _, l := range into[[]struct {
			URI   string
			Range rng
		}](s.t, raw) {
			name := s.nameOf(l.URI)
			s.print("%s:%d:%d %s\n", name, l.Range.Start.Line+1, l.Range.Start.Character+1, s.covered(name, l.Range))
		}
	}
}

// nameOf returns the name of a document in the folder.
func (s *screen) nameOf(u string) string { return strings.TrimPrefix(u, fileURI(s.dir)+"/") }

// covered returns the text of a range, on one line.
func (s *screen) covered(name string, r rng) string {
	lines := strings.Split(s.texts[name], "\n")
	return string([]rune(lines[r.Start.Line])[r.Start.Character:r.End.Character])
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
					"textDocument/references": true, "textDocument/documentLink": true,
					"textDocument/codeAction": true, "textDocument/hover": false, "textDocument/diagnostic": false,
					"textDocument/completion": false, "textDocument/signatureHelp": false,
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
