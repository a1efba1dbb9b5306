package analysis_test

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// The archives of testdata/scenario hold scenarios that lie in one folder, and what the checks say of them. In a document
// {{sha256 NAME}} stands for the digest of an earlier document of the archive. A document whose name starts with near
// is a near miss: it has neither errors nor warnings.

var digestMark = regexp.MustCompile(`\{\{sha256 ([^}]+)\}\}`)

// scenarioFolder is the folder of an archive (analysis.Surroundings and analysis.Library).
type scenarioFolder struct {
	docs   []*analysis.Document
	stored map[string][]byte // of documents with unsaved changes
}

func (f *scenarioFolder) ModelOf(string) *analysis.Document { return nil }

func (f *scenarioFolder) ScenarioOf(run string) *analysis.Document {
	return f.named(strings.TrimSuffix(run, ".run.json") + ".scenario.json")
}

func (f *scenarioFolder) Scenarios(_, id string) []analysis.Candidate {
	var out []analysis.Candidate
	for _, d := range f.docs {
		root := d.Tree().Root
		if n := root.Get("scenarioId"); n.Kind() == jsontree.String && n.Text() == id {
			c := analysis.Candidate{Document: d, Stored: f.stored[d.Name]}
			fmt.Sscan(string(root.Get("revision").Raw()), &c.Revision)
			out = append(out, c)
		}
	}
	return out
}

func (f *scenarioFolder) named(name string) *analysis.Document {
	for _, d := range f.docs {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// openScenarios opens texts as documents of one folder.
func openScenarios(names []string, texts [][]byte) *scenarioFolder {
	f := &scenarioFolder{stored: map[string][]byte{}}
	digests := map[string]string{}
	for i, name := range names {
		text := digestMark.ReplaceAllFunc(texts[i], func(m []byte) []byte {
			return []byte(digests[string(digestMark.FindSubmatch(m)[1])])
		})
		if saved, ok := strings.CutPrefix(name, "saved/"); ok { // what the disk holds of a document that an editor holds
			f.stored[saved] = text
			digests[saved] = analysis.Open(analysis.Source{Text: text}, nil, nil).Digest()
			continue
		}
		d := analysis.Open(analysis.Source{Name: name, Text: text}, f, nil)
		if strings.HasPrefix(name, "hidden/") { // to be pinned, and not found
			digests[name] = d.Digest()
			continue
		}
		if digests[name] == "" {
			digests[name] = d.Digest()
		}
		f.docs = append(f.docs, d)
	}
	return f
}

// scenarioArchives reads the archives of scenarios.
func scenarioArchives(t testing.TB) []*archive {
	t.Helper()
	all := archivesIn(t, "scenario")
	for _, a := range all {
		for i := range a.file.Files {
			if f := &a.file.Files[i]; strings.Contains(string(a.file.Comment), "bytes: crlf "+f.Name+"\n") {
				f.Data = bytes.ReplaceAll(f.Data, []byte("\n"), []byte("\r\n"))
			}
		}
	}
	return all
}

// scenarios opens the documents of an archive of scenarios.
func (a *archive) scenarios() *scenarioFolder {
	var names []string
	var texts [][]byte
	for _, f := range a.file.Files {
		if f.Name != "want" {
			names, texts = append(names, f.Name), append(texts, f.Data)
		}
	}
	return openScenarios(names, texts)
}

// writtenIn writes a diagnostic as the archives do, with the names of other documents.
func writtenIn(d *analysis.Document, x analysis.Diagnostic) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%s %s %s %s\n", d.Name, place(d, x.Span), x.Severity, x.Code, x.Message)
	for _, r := range x.Related {
		at := d
		if r.Document != "" {
			if at = d.Mentioned(r.Document); at == nil {
				fmt.Fprintf(&b, "\trelated %s is unknown\n", r.Document)
				continue
			}
		}
		fmt.Fprintf(&b, "\trelated %s:%s %s\n", at.Name, place(at, r.Span), r.Message)
	}
	for _, f := range x.Fixes {
		fmt.Fprintf(&b, "\tfix %s:", f.Title)
		for _, e := range f.Edits {
			fmt.Fprintf(&b, " %s %q", place(d, e.Span), e.NewText)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// hideDigests lets an archive say what a message says without the digests of its documents.
var anyDigest = regexp.MustCompile(`\b[0-9a-f]{64}\b|\b[0-9a-f]{4}…`)

func hideDigests(s string) string {
	return anyDigest.ReplaceAllStringFunc(s, func(m string) string {
		if len(m) == 64 {
			return "{{digest}}"
		}
		return "{{…}}"
	})
}

// TestScenarioArchives compares what the checks find with what each archive says.
func TestScenarioArchives(t *testing.T) {
	for _, a := range scenarioArchives(t) {
		t.Run(a.name, func(t *testing.T) {
			var got strings.Builder
			for _, d := range a.scenarios().docs {
				for _, x := range diagnostics(t, d) {
					got.WriteString(hideDigests(writtenIn(d, x)))
					if strings.HasPrefix(d.Name, "near") && x.Severity <= analysis.Warning {
						t.Errorf("the near miss is not clean: %s", writtenIn(d, x))
					}
				}
			}
			got.WriteString(hideDigests(a.asked(t)))
			if *update {
				a.writeWant(t, got.String())
			} else if diff := cmp.Diff(a.want(), got.String()); diff != "" {
				t.Errorf("the checks find something else than the archive says (-archive +found):\n%s", diff)
			}
		})
	}
}

// asked does what the comment of an archive asks for: "run: SCENARIO RUN ORDER" (- is no run document) and
// "export: SCENARIO". An export is checked: it has no errors and exports to itself.
func (a *archive) asked(t *testing.T) string {
	var out strings.Builder
	f := a.scenarios()
	for line := range strings.Lines(string(a.file.Comment)) {
		words := strings.Fields(line)
		switch {
		case len(words) == 4 && words[0] == "run:":
			out.WriteString(runOf(t, f.named(words[1]), f.named(words[2]), words[3]))
		case len(words) == 2 && words[0] == "export:":
			d := f.named(words[1])
			text, why := d.Export(t.Context())
			if why != nil {
				fmt.Fprintf(&out, "%s is not exported: %s\n", d.Name, why.Message)
				continue
			}
			fmt.Fprintf(&out, "%s exported:\n%s", d.Name, text)
			again, _ := d.Export(t.Context())
			snapshot := analysis.Open(analysis.Source{Name: "snapshot.scenario.json", Text: text}, nil, nil)
			settled, _ := snapshot.Export(t.Context())
			if !bytes.Equal(text, again) || !bytes.Equal(text, settled) {
				t.Errorf("%s exports to other bytes the second time:\n%s", d.Name, settled)
			}
			for _, x := range diagnostics(t, snapshot) {
				if x.Severity <= analysis.Warning {
					t.Errorf("the export of %s is not clean: %s", d.Name, writtenIn(snapshot, x))
				}
			}
		}
	}
	return out.String()
}

// runOf runs a scenario and tells the run.
func runOf(t *testing.T, d, run *analysis.Document, order string) string {
	text := slices.Clone(d.Text)
	defer func() {
		if !bytes.Equal(text, d.Text) {
			t.Errorf("the run of %s has written to it", d.Name)
		}
	}()
	p, why := d.Scenario(t.Context())
	if p == nil {
		return fmt.Sprintf("%s is not run: %s\n", d.Name, why.Message)
	}
	var in scenario.Inputs
	if run != nil {
		in, _ = run.Run(t.Context(), d)
	}
	policy, err := scenario.ParsePolicy(order)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), in, scenario.Options{Policy: policy})
	if err != nil {
		return err.Error() + "\n"
	}
	return fmt.Sprintf("%s run %s:\n%s", d.Name, order, r.Explain())
}

// TestEveryScenarioCodeIsShown holds the archives against the table of codes: each code is shown by an archive of its
// name, with a near miss where it is silent.
func TestEveryScenarioCodeIsShown(t *testing.T) {
	byName := map[string]*archive{}
	for _, a := range scenarioArchives(t) {
		byName[a.name] = a
	}
	for _, c := range analysis.ScenarioCodes() {
		a := byName[string(c.Code)]
		if a == nil {
			t.Errorf("no archive %s.txtar shows the code", c.Code)
			continue
		}
		shown, near := false, 0
		for _, d := range a.scenarios().docs {
			isNear := strings.HasPrefix(d.Name, "near")
			if isNear {
				near++
			}
			for _, x := range diagnostics(t, d) {
				switch {
				case x.Code == c.Code && isNear:
					t.Errorf("%s: the near miss %s is not silent: %s", a.name, d.Name, x.Message)
				case x.Code == c.Code:
					shown = true
				}
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

// TestScenarioFixes applies every fix of the archives: the fault it mends is gone, and no error comes with it.
func TestScenarioFixes(t *testing.T) {
	for _, a := range scenarioArchives(t) {
		f := a.scenarios()
		for _, d := range f.docs {
			before := diagnostics(t, d)
			for _, x := range before {
				for _, fix := range x.Fixes {
					after := diagnostics(t, analysis.Open(analysis.Source{Name: d.Name, Text: apply(d.Text, fix)}, f, nil))
					if errorsIn(after) > errorsIn(before) {
						t.Errorf("%s: the fix %q of %s makes errors: %v", a.name, fix.Title, writtenIn(d, x), after)
					}
					if countOf(after, x.Code) >= countOf(before, x.Code) {
						t.Errorf("%s: the fix %q does not mend %s", a.name, fix.Title, writtenIn(d, x))
					}
				}
			}
		}
	}
}

func errorsIn(ds []analysis.Diagnostic) int {
	n := 0
	for _, d := range ds {
		if d.Severity == analysis.Error {
			n++
		}
	}
	return n
}

func countOf(ds []analysis.Diagnostic, code analysis.Code) int {
	n := 0
	for _, d := range ds {
		if d.Code == code {
			n++
		}
	}
	return n
}

// exercise asks everything of a document that a front end can.
func exercise(t testing.TB, d *analysis.Document) {
	t.Helper()
	ctx := context.Background()
	size := len(d.Text)
	check := func(what string, s jsontree.Span) {
		if s.Start < 0 || s.End < s.Start || s.End > size {
			t.Fatalf("%s spans %v of %d bytes", what, s, size)
		}
	}
	for _, x := range diagnostics(t, d) {
		check(x.Message, x.Span)
		for _, r := range x.Related {
			if r.Document == "" {
				check(r.Message, r.Span)
			} else if at := d.Mentioned(r.Document); at == nil || r.Span.End > len(at.Text) {
				t.Fatalf("%q relates to nothing in %s", x.Message, r.Document)
			}
		}
		for _, f := range x.Fixes {
			var edits []jsontree.Edit
			for _, e := range f.Edits {
				edits = append(edits, jsontree.Edit{Span: e.Span, NewText: e.NewText})
			}
			if _, err := jsontree.Apply(d.Text, edits); err != nil {
				t.Fatalf("%s: %v", f.Title, err)
			}
		}
	}
	for _, s := range d.Outline() {
		check(s.Name, s.Span)
	}
	for _, r := range d.Runnables() {
		check(r.Name, r.Span)
	}
	for _, o := range d.Occurrences() {
		check(o.Name, o.Span)
		d.Describe(o)
		d.Definition(o)
	}
	d.Dependencies()
	for off := 0; off <= size; off += 1 + size/4 {
		d.Choices(off)
		d.At(off)
		d.AddressAt(off)
	}
	if p, why := d.Scenario(ctx); (p == nil) == (why == nil) {
		t.Fatalf("a scenario is a program or a reason, and this is neither or both: %v", why)
	}
	if _, why := d.Export(ctx); why == nil {
		if first, _ := d.FirstError(ctx); first != nil {
			t.Fatalf("exported with an error: %s", first.Message)
		}
	}
}

// TestScenarioPrefixes reads every prefix of every archive, alone in its folder's surroundings.
func TestScenarioPrefixes(t *testing.T) {
	for _, a := range scenarioArchives(t) {
		f := a.scenarios()
		for _, d := range f.docs {
			step := 1
			if len(d.Text) > 300 || testing.Short() {
				step = 1 + len(d.Text)/40
			}
			for n := 0; n <= len(d.Text); n += step {
				exercise(t, analysis.Open(analysis.Source{Name: d.Name, Text: d.Text[:n], Kind: d.Kind}, f, nil))
			}
		}
	}
}

// TestScenarioChoices completes at marks: what can stand there.
func TestScenarioChoices(t *testing.T) {
	lib := `{"scenarioId": "lib", "revision": 1, "patients": [{"id": "pt", "monitor": {"channels": [{"channel": "ecg"}, {"channel": "spo2"}]}}],
		"variables": [{"id": "map", "unit": "mm[Hg]", "initial": 90, "display": {"a/b": 1, "c": 2}}], "flags": [{"id": "f"}]}`
	for mark, want := range map[string]string{
		`"kind": "|"`: "set-variable trend-variable reveal set-flag cancel-event set-monitor-connection",
		`"kind": "set-variable", "targetId": "|"`:                                                   "map",
		`"kind": "set-flag", "targetId": "|"`:                                                       "f own",
		`"kind": "set-variable", "targetId": "map", "unit": "|"`:                                    "mm[Hg]",
		`"kind": "set-monitor-connection", "targetId": "pt", "channel": "|"`:                        "ecg spo2",
		`"kind": "trend-variable", "interpolation": "|"`:                                            "linear step",
		`"kind": "reveal", "|": 1`:                                                                  "targetId",
		`"id": "e2"}], "schedules": [{"id": "s", "atSeconds": 1, "effectIds": ["|"]`:                "e",
		`"id": "e2"}]}, "composition": {"overrides": [{"targetId": "|"`:                             "lib pt map f",
		`"id": "e2"}]}, "composition": {"overrides": [{"targetId": "map", "path": "|"`:              "/id /unit /initial /display",
		`"id": "e2"}]}, "composition": {"overrides": [{"targetId": "map", "path": "/display/|"`:     "/display/a~1b /display/c",
		`"id": "e2"}]}, "composition": {"overrides": [{"targetId": "lib", "path": "/variables/0/|"`: "/variables/0/id /variables/0/unit /variables/0/initial /variables/0/display",
	} {
		text := `{"scenarioId": "case", "revision": 1, "flags": [{"id": "own"}], "dependencies": [{"id": "lib", "scenarioId": "lib", "revision": 1, "sha256": "{{sha256 lib}}"}],
			"events": {"conditions": [], "effects": [{"id": "e", ` + mark
		f := openScenarios([]string{"lib", "case"}, [][]byte{[]byte(lib), []byte(strings.Replace(text, "|", "", 1))})
		d := f.named("case")
		off := len(d.Text) - (len(text) - 1 - strings.Index(text, "|"))
		var got []string
		for _, c := range d.Choices(off) {
			got = append(got, c.Text)
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("at %s:\n%s", mark, diff)
		}
	}
}

// TestScenarioHover describes what stands at marks, and finds where it is declared.
func TestScenarioHover(t *testing.T) {
	lib := `{"scenarioId": "lib", "revision": 1, "title": "Base", "variables": [{"id": "spo2", "name": "SpO2", "unit": "%", "initial": 96, "min": 0, "max": 100, "display": {"a": [1]}}]}`
	text := `{"scenarioId": "case", "revision": 1, "flags": [{"id": "o2-on"}],
  "events": {
    "conditions": [{"id": "c", "all": [{"targetId": "spo2", "operator": "lt", "value": 90}, {"targetId": "o2-on", "operator": "eq", "value": false}]}],
    "effects": [{"id": "e", "kind": "trend-variable", "targetId": "spo2", "value": 85, "unit": "%", "durationSeconds": 60}],
    "schedules": [{"id": "s", "atSeconds": 120, "conditionIds": ["c"], "effectIds": ["e"]}]},
  "dependencies": [{"id": "base", "scenarioId": "lib", "revision": 1, "sha256": "{{sha256 lib}}"}],
  "composition": {"overrides": [{"targetId": "spo2", "path": "/display", "value": {"a": [2]}}, {"targetId": "base", "path": "/variables/0/display/a/0", "value": 3}]}}`
	d := openScenarios([]string{"lib", "case"}, [][]byte{[]byte(lib), []byte(text)}).named("case")
	for mark, want := range map[string]struct{ says, declared string }{
		`c", "all"`:              {"Holds when SpO2 is below 90 % AND o2-on is false.", `case "c"`},
		`e", "kind"`:             {"Trends SpO2 from its value then to 85 % over 60 s.", `case "e"`},
		`s", "atSeconds"`:        {"Comes due at 120 s, and is skipped unless SpO2 is below 90 % AND o2-on is false. It trends SpO2 from its value then to 85 % over 60 s.", `case "s"`},
		`spo2", "operator"`:      {"SpO2|It starts at 96 %.|Expected from 0 to 100 %; values are never clamped.|Imported from lib 1.|Overridden by case: /variables/0/display is {\"a\": [2]}, was {\"a\": [1]}.|Overridden by case: /variables/0/display/a/0 is 3, was 2.", `lib "spo2"`},
		`base", "scenarioId"`:    {"Base|Found in lib.|Its bytes are those pinned here.", `lib "lib"`},
		`/display", "value"`:     {"Replaces {\"a\": [1]} by {\"a\": [2]}.", `lib {"a": [1]}`},
		`/variables/0/display/a`: {"Replaces 2 by 3.", `case 2`},
		`kind": "trend`:          {"What the effect does: set-variable, trend-variable, reveal, set-flag, cancel-event, set-monitor-connection.|trend-variable: Moves a numeric variable from the value it then has to the target value over the duration.|It takes targetId, value, unit, durationSeconds, interpolation.", ``},
	} {
		off := bytes.Index(d.Text, []byte(mark))
		at := d.At(off)
		if len(at) == 0 {
			t.Errorf("nothing stands at %s", mark)
			continue
		}
		got, _ := d.Describe(at[0])
		says := strings.Trim(strings.Join(append([]string{got.Doc}, got.Notes...), "|"), "|")
		if diff := cmp.Diff(want.says, says); diff != "" {
			t.Errorf("at %s:\n%s", mark, diff)
		}
		if in, name, _, ok := d.Definition(at[0]); ok {
			if where := in.Name + " " + string(in.Text[name.Start:name.End]); where != want.declared {
				t.Errorf("at %s: declared in %s, want %s", mark, where, want.declared)
			}
		} else if want.declared != "" {
			t.Errorf("at %s: declared nowhere", mark)
		}
	}
}

// FuzzScenario reads anything as a scenario that imports an archive's documents, and as one that is imported.
func FuzzScenario(f *testing.F) {
	var folders []*scenarioFolder
	for _, a := range scenarioArchives(f) {
		folder := a.scenarios()
		folders = append(folders, folder)
		for _, d := range folder.docs {
			f.Add(d.Text)
		}
	}
	kind := analysis.KindByName("x.scenario.json")
	f.Fuzz(func(t *testing.T, text []byte) {
		folder := &scenarioFolder{stored: map[string][]byte{}}
		if len(folders) > 0 {
			folder.docs = slices.Clone(folders[len(text)%len(folders)].docs)
		}
		d := analysis.Open(analysis.Source{Name: "fuzz.scenario.json", Text: text, Kind: kind}, folder, nil)
		folder.docs = append(folder.docs, d)
		exercise(t, d)
		user := `{"scenarioId": "user", "revision": 1, "dependencies": [{"id": "d", "scenarioId": "case", "revision": 1, "sha256": "` + d.Digest() + `"}],
			"composition": {"overrides": [{"targetId": "d", "path": "/events", "value": {}}, {"targetId": "d", "path": "/variables/0", "value": {"id": "v"}}]}}`
		exercise(t, analysis.Open(analysis.Source{Name: "user.scenario.json", Text: []byte(user), Kind: kind}, folder, nil))
	})
}
