package analysis_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// The archives of testdata/check are documentation, test and seed of the properties at once. Each is named by what it
// shows and holds documents and what the checks say of them:
//
//	A misspelt word of an enum is an error: it would never match, and nobody would be told.
//	level: compact
//	-- shows.model.json --
//	…
//	-- near.model.json --
//	…
//	-- want --
//	shows.model.json:6:12-6:18 error unknown-word "crushd" is not a value of …
//		fix Change to crushed: 6:12-6:18 "crushed"
//
// A document whose name starts with near is a near miss: the code that names the archive is silent there.

var update = flag.Bool("update", false, "rewrite what the archives and pages say the program gives")

// archive is one archive of testdata/check.
type archive struct {
	name  string // without .txtar
	path  string
	file  *txtar.Archive
	level analysis.Level
}

// archivesIn reads the archives of a folder of testdata in the order of their names.
func archivesIn(t testing.TB, folder string) []*archive {
	t.Helper()
	paths, err := filepath.Glob("../testdata/" + folder + "/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives in testdata/%s (%v)", folder, err)
	}
	var out []*archive
	for _, p := range paths {
		f, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, &archive{name: strings.TrimSuffix(filepath.Base(p), ".txtar"), path: p, file: f})
	}
	return out
}

// archives reads the archives of models and states.
func archives(t testing.TB) []*archive {
	t.Helper()
	all := archivesIn(t, "check")
	for _, a := range all {
		for _, line := range strings.Split(string(a.file.Comment), "\n") {
			switch line {
			case "level: compact":
				a.level = analysis.Compact
			case "bytes: escaped":
				for i := range a.file.Files {
					a.file.Files[i].Data = unescapeBytes(a.file.Files[i].Data)
				}
			}
		}
	}
	return all
}

var escapedByte = regexp.MustCompile(`\\x[0-9A-F]{2}`)

// unescapeBytes replaces \xFF by the byte it names, so that an archive stays a text.
func unescapeBytes(data []byte) []byte {
	return escapedByte.ReplaceAllFunc(data, func(m []byte) []byte {
		b, _ := strconv.ParseUint(string(m[2:]), 16, 8)
		return []byte{byte(b)}
	})
}

// documents opens the documents of the archive, in its order.
func (a *archive) documents() []*analysis.Document {
	f := folder{}
	var out []*analysis.Document
	for _, file := range a.file.Files {
		if file.Name == "want" {
			continue
		}
		d := analysis.Open(analysis.Source{Name: file.Name, Text: file.Data, Level: a.level}, f, nil)
		f[file.Name] = d
		out = append(out, d)
	}
	return out
}

// folder is the surroundings of the documents of an archive: x.state.json belongs to x.model.json.
type folder map[string]*analysis.Document

func (f folder) ModelOf(state string) *analysis.Document {
	return f[strings.TrimSuffix(state, ".state.json")+".model.json"]
}

// want is what the archive says the checks find.
func (a *archive) want() string {
	for _, file := range a.file.Files {
		if file.Name == "want" {
			return string(file.Data)
		}
	}
	return ""
}

// writeWant replaces what the archive says.
func (a *archive) writeWant(t *testing.T, want string) {
	t.Helper()
	raw, err := os.ReadFile(a.path)
	if err != nil {
		t.Fatal(err)
	}
	if i := bytes.Index(raw, []byte("\n-- want --\n")); i >= 0 {
		raw = raw[:i+1]
	}
	if err := os.WriteFile(a.path, append(raw, "-- want --\n"+want...), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestArchives compares what the checks find with what each archive says.
func TestArchives(t *testing.T) {
	for _, a := range archives(t) {
		t.Run(a.name, func(t *testing.T) {
			var got strings.Builder
			for _, d := range a.documents() {
				for _, x := range diagnostics(t, d) {
					got.WriteString(written(d, x))
				}
			}
			if *update {
				a.writeWant(t, got.String())
			} else if diff := cmp.Diff(a.want(), got.String()); diff != "" {
				t.Errorf("the checks find something else than the archive says (-archive +found):\n%s", diff)
			}
		})
	}
}

// TestEveryCodeIsShown holds the archives against the table of codes: each code is shown by an archive of its name,
// which also has a near miss where it is silent.
func TestEveryCodeIsShown(t *testing.T) {
	byName := map[string]*archive{}
	for _, a := range archives(t) {
		byName[a.name] = a
	}
	for _, c := range analysis.ModelCodes() {
		a := byName[string(c.Code)]
		if a == nil {
			t.Errorf("no archive %s.txtar shows the code", c.Code)
			continue
		}
		shown, near := false, 0
		for _, d := range a.documents() {
			for _, x := range diagnostics(t, d) {
				switch isNear := strings.HasPrefix(d.Name, "near"); {
				case isNear && x.Severity <= analysis.Warning:
					t.Errorf("%s: the near miss %s is not clean: %s", a.name, d.Name, x.Message)
				case x.Code == c.Code && isNear:
					t.Errorf("%s: the near miss %s is not silent: %s", a.name, d.Name, x.Message)
				case x.Code == c.Code:
					shown = true
				}
			}
			if strings.HasPrefix(d.Name, "near") {
				near++
			}
		}
		if !shown {
			t.Errorf("%s: no document of the archive shows the code", a.name)
		}
		if near == 0 {
			t.Errorf("%s: the archive has no near miss", a.name)
		}
	}
}

func diagnostics(t testing.TB, d *analysis.Document) []analysis.Diagnostic {
	t.Helper()
	ds, err := d.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

// written writes a diagnostic as the archives do.
func written(d *analysis.Document, x analysis.Diagnostic) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%s %s %s %s\n", d.Name, place(d, x.Span), x.Severity, x.Code, x.Message)
	for _, r := range x.Related {
		fmt.Fprintf(&b, "\trelated %s %s\n", place(d, r.Span), r.Message)
	}
	for _, f := range x.Fixes {
		word := "fix"
		switch {
		case f.Safe:
			word = "safe fix"
		case !f.Preferred:
			word = "other fix"
		}
		fmt.Fprintf(&b, "\t%s %s:", word, f.Title)
		for _, e := range f.Edits {
			fmt.Fprintf(&b, " %s %q", place(d, e.Span), e.NewText)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// place writes a span as line:column-line:column, counted from 1 in characters.
func place(d *analysis.Document, s jsontree.Span) string {
	l1, c1 := d.Lines().Position(s.Start, jsontree.UTF32)
	l2, c2 := d.Lines().Position(s.End, jsontree.UTF32)
	return fmt.Sprintf("%d:%d-%d:%d", l1+1, c1+1, l2+1, c2+1)
}

// apply makes the edits of a fix.
func apply(text []byte, f analysis.Fix) []byte {
	edits := slices.Clone(f.Edits)
	slices.SortStableFunc(edits, func(a, b analysis.Edit) int { return b.Span.Start - a.Span.Start })
	out := slices.Clone(text)
	for _, e := range edits {
		out = slices.Concat(out[:e.Span.Start], []byte(e.NewText), out[e.Span.End:])
	}
	return out
}
