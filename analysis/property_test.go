package analysis_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// found is everything that a document tells.
type found struct {
	Diagnostics []analysis.Diagnostic
	Outline     []analysis.Symbol
	Occurrences []analysis.Occurrence
	Runnables   []analysis.Runnable
}

func everything(t testing.TB, d *analysis.Document) found {
	t.Helper()
	return found{diagnostics(t, d), d.Outline(), d.Occurrences(), d.Runnables()}
}

// spans yields every span of what was found, with what it belongs to.
func (f found) spans(yield func(what string, s jsontree.Span)) {
	for _, x := range f.Diagnostics {
		yield("diagnostic "+x.Message, x.Span)
		for _, r := range x.Related {
			yield("related "+r.Message, r.Span)
		}
		for _, fix := range x.Fixes {
			for _, e := range fix.Edits {
				yield("fix "+fix.Title, e.Span)
			}
		}
	}
	for _, o := range f.Occurrences {
		yield("occurrence "+o.Name, o.Span)
	}
	for _, r := range f.Runnables {
		yield("runnable "+r.Name, r.Span)
	}
	var symbols func(list []analysis.Symbol)
	symbols = func(list []analysis.Symbol) {
		for _, s := range list {
			yield("symbol "+s.Name, s.Span)
			yield("name of "+s.Name, s.NameSpan)
			symbols(s.Children)
		}
	}
	symbols(f.Outline)
}

// sane fails when a span lies outside the document or a diagnostic has no message, code or severity.
func sane(t testing.TB, d *analysis.Document, f found) {
	t.Helper()
	f.spans(func(what string, s jsontree.Span) {
		if s.Start < 0 || s.Start > s.End || s.End > len(d.Text) {
			t.Fatalf("%s lies at %d to %d in a document of %d bytes:\n%s", what, s.Start, s.End, len(d.Text), d.Text)
		}
	})
	for _, x := range f.Diagnostics {
		if x.Message == "" || x.Code == "" || x.Severity == 0 {
			t.Fatalf("a diagnostic is not whole: %+v", x)
		}
		if strings.Contains(x.Message, "%!") {
			t.Fatalf("a message is not written out: %s", x.Message)
		}
	}
}

// flood is how many diagnostics an unfinished document may have beyond those of the whole: a half-typed document has
// one fault where it ends, and what is read of it is not what its end would say.
const flood = 3

// TestPrefixes analyses every prefix of every document, as it is typed.
func TestPrefixes(t *testing.T) {
	stride := 1
	if testing.Short() || raceEnabled {
		stride = 17
	}
	for _, a := range archives(t) {
		for _, d := range a.documents() {
			whole := len(diagnostics(t, d))
			var prev *analysis.Document
			for n := 0; n < len(d.Text); n += stride {
				p := analysis.Open(analysis.Source{Name: d.Name, Text: d.Text[:n], Kind: d.Kind, Level: a.level}, folder{}, prev)
				f := everything(t, p)
				sane(t, p, f)
				p.At(n)
				if len(f.Diagnostics) > whole+flood {
					var list strings.Builder
					for _, x := range f.Diagnostics {
						list.WriteString(written(p, x))
					}
					t.Errorf("%s %s: %d diagnostics at %d bytes, %d in the whole:\n…%s\n%s", a.name, d.Name, len(f.Diagnostics), n, whole, p.Text[max(0, n-60):], list.String())
					break
				}
				prev = p
			}
		}
	}
}

// TestEditsAsFromScratch makes random edits and compares the analysis that follows them with one from scratch.
func TestEditsAsFromScratch(t *testing.T) {
	var texts []string
	var names []string
	for _, a := range archives(t) {
		for _, d := range a.documents() {
			if d.Kind != nil && d.Kind.Name == "model" && len(d.Text) < 3000 {
				texts, names = append(texts, string(d.Text)), append(names, d.Name)
			}
		}
	}
	texts, names = append(texts, wholeModel), append(names, "whole.model.json")
	rapid.Check(t, func(rt *rapid.T) {
		i := rapid.IntRange(0, len(texts)-1).Draw(rt, "document")
		level := rapid.SampledFrom([]analysis.Level{analysis.Strict, analysis.Compact}).Draw(rt, "level")
		text := texts[i]
		source := func() analysis.Source {
			return analysis.Source{Name: names[i], Text: []byte(text), Level: level}
		}
		d := analysis.Open(source(), nil, nil)
		everything(t, d)
		for range rapid.IntRange(1, 6).Draw(rt, "edits") {
			text = edit(rt, text)
			d = analysis.Open(source(), nil, d)
			if rapid.Bool().Draw(rt, "unread") {
				continue
			}
			got, want := everything(t, d), everything(t, analysis.Open(source(), nil, nil))
			sane(t, d, got)
			if !reflect.DeepEqual(got, want) {
				rt.Fatalf("after edits the analysis of this differs from one from scratch (-scratch +edits):\n%s\n%s", text, cmp.Diff(want, got))
			}
		}
	})
}

// pieces are what an author types: names, cells, types, members, brackets.
var pieces = []string{`"`, `,`, `:`, `{`, `}`, `[`, `]`, ` `, `-`, `=`, `1`, `days`, `cause`, `late`, `"late": "days > 1", `, `"number"`, `"a|b"`, `"low<high"`, `"days": {"type": "number", "desc": "."}, `,
	`"x": ["number"], `, `not(`, `> 3`, `strike`, `"-"`, `null`, `\`, `é`, "\n"}

// edit makes one change: a piece put in, a stretch taken out, or one doubled elsewhere.
func edit(rt *rapid.T, text string) string {
	at := rapid.IntRange(0, len(text)).Draw(rt, "at")
	switch rapid.IntRange(0, 3).Draw(rt, "kind") {
	case 0, 1:
		return text[:at] + rapid.SampledFrom(pieces).Draw(rt, "piece") + text[at:]
	case 2:
		end := min(len(text), at+rapid.IntRange(0, 40).Draw(rt, "length"))
		return text[:at] + text[end:]
	}
	from := rapid.IntRange(0, len(text)).Draw(rt, "from")
	end := min(len(text), from+rapid.IntRange(0, 60).Draw(rt, "length"))
	return text[:at] + text[from:end] + text[at:]
}

// TestFixesMend applies every fix of every archive: the diagnostic goes and no error comes. One that fix-all applies says
// nothing new but what it asks the author to fill in.
func TestFixesMend(t *testing.T) {
	count := 0
	for _, a := range archives(t) {
		docs := a.documents()
		around := folder{}
		for _, d := range docs {
			around[d.Name] = d
		}
		for _, d := range docs {
			said := messages(diagnostics(t, d))
			for _, x := range diagnostics(t, d) {
				for _, f := range x.Fixes {
					count++
					mended := analysis.Open(analysis.Source{Name: d.Name, Text: apply(d.Text, f), Kind: d.Kind, Level: a.level}, around, nil)
					if before, after := tally(t, d, x.Code), tally(t, mended, x.Code); after >= before {
						t.Errorf("%s: %q leaves %s:\n%s", a.name, f.Title, x.Message, listed(t, mended))
					}
					if before, after := errorCount(t, d), errorCount(t, mended); after > before || x.Severity == analysis.Error && after == before {
						t.Errorf("%s: %q makes errors of %d into %d:\n%s", a.name, f.Title, before, after, listed(t, mended))
					}
					for _, y := range diagnostics(t, mended) {
						if f.Safe && !said[y.Message] && y.Code != analysis.EmptyWhy {
							t.Errorf("%s: %q is safe, and leads to %s", a.name, f.Title, y.Message)
						}
					}
				}
			}
			for _, ends := range []string{"\r\n", "\n"} { // fixes keep the line ends of the document
				text := strings.ReplaceAll(strings.ReplaceAll(string(d.Text), "\r\n", "\n"), "\n", ends)
				windows := analysis.Open(analysis.Source{Name: d.Name, Text: []byte(text), Kind: d.Kind, Level: a.level}, around, nil)
				for _, x := range diagnostics(t, windows) {
					for _, f := range x.Fixes {
						for _, e := range f.Edits {
							if strings.ContainsAny(strings.ReplaceAll(e.NewText, ends, ""), "\r\n") {
								t.Errorf("%s: %q writes %q into lines that end with %q", a.name, f.Title, e.NewText, ends)
							}
						}
					}
				}
			}
		}
	}
	if count < 80 {
		t.Errorf("only %d fixes were tried", count)
	}
}

func messages(ds []analysis.Diagnostic) map[string]bool {
	out := map[string]bool{}
	for _, d := range ds {
		out[d.Message] = true
	}
	return out
}

func tally(t *testing.T, d *analysis.Document, code analysis.Code) int {
	n := 0
	for _, x := range diagnostics(t, d) {
		if x.Code == code {
			n++
		}
	}
	return n
}

func errorCount(t *testing.T, d *analysis.Document) int {
	n := 0
	for _, x := range diagnostics(t, d) {
		if x.Severity == analysis.Error {
			n++
		}
	}
	return n
}

func listed(t *testing.T, d *analysis.Document) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", d.Text)
	for _, x := range diagnostics(t, d) {
		b.WriteString(written(d, x))
	}
	return b.String()
}

// TestVersionsTogether analyses versions that share a past at the same time, as a session does while its author types.
func TestVersionsTogether(t *testing.T) {
	first := open("whole.model.json", wholeModel, nil)
	diagnostics(t, first)
	done := make(chan []analysis.Diagnostic)
	versions := []string{"gold", "points", "covered", "note", "effort"}
	for _, word := range versions {
		go func() {
			text := strings.Replace(wholeModel, word, word+"x", 1)
			d := analysis.Open(analysis.Source{Name: first.Name, Text: []byte(text)}, nil, first)
			ds, _ := d.Diagnostics(context.Background())
			d.Occurrences()
			done <- ds
		}()
	}
	for range versions {
		if ds := <-done; len(ds) == 0 {
			t.Error("a misspelt name is not found")
		}
	}
}

// FuzzDocument reads arbitrary bytes as each kind of document.
func FuzzDocument(f *testing.F) {
	for _, a := range archives(f) {
		for _, file := range a.file.Files {
			if file.Name != "want" {
				f.Add(file.Data, uint8(0), 10)
			}
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, kind uint8, at int) {
		kinds := analysis.Kinds()
		d := analysis.Open(analysis.Source{Name: "x.json", Text: text, Kind: kinds[int(kind)%len(kinds)], Level: analysis.Level(kind >> 7)}, nil, nil)
		found := everything(t, d)
		sane(t, d, found)
		for _, o := range d.At(at) {
			d.Describe(o)
		}
		d.AddressAt(at)
		d.Obstacles()
		for _, c := range d.Complete(at) {
			if c.Span.Start < 0 || c.Span.End < c.Span.Start || c.Span.End > len(text) {
				t.Fatalf("offset %d: %q replaces %v of %d bytes", at, c.Label, c.Span, len(text))
			}
		}
		d.Signatures(at)
		d.Explain(at)
	})
}
