package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// sample is a document with findings of every severity, as a check hands them over.
func sample() checked {
	text := "{\n\t\"a\": \"价格 \x1b[31mred\",\n\t\"b\": 2\n}\n"
	doc := analysis.Open(analysis.Source{Name: "a.model.json", Text: []byte(text)}, nil, nil)
	span := func(s string) jsontree.Span {
		at := strings.Index(text, s)
		return jsontree.Span{Start: at, End: at + len(s)}
	}
	return checked{path: "a.model.json", document: doc, diagnostics: []analysis.Diagnostic{
		{Code: "one", Severity: analysis.Hint, Span: span(`"a"`), Message: "A hint."},
		{Code: "two", Severity: analysis.Error, Span: span("red"), Message: "An error about \"\x1b[2J\", with 100 %.", Address: "inputs.a",
			Related: []analysis.Related{{Span: span(`"b"`), Message: "It is here."}},
			Fixes:   []analysis.Fix{{Title: "Mend", Edits: []analysis.Edit{{Span: span("2"), NewText: "<3>"}}}}},
		{Code: "three", Severity: analysis.Warning, Span: span("2"), Message: "A warning: a, b."},
	}}
}

func reported(t *testing.T, make func(out *bufio.Writer) reporter) string {
	t.Helper()
	var b bytes.Buffer
	out := bufio.NewWriter(&b)
	r := make(out)
	c := sample()
	var sum tally
	sum.add(c)
	if err := r.document(c); err != nil {
		t.Fatal(err)
	}
	if err := r.end(sum); err != nil {
		t.Fatal(err)
	}
	out.Flush()
	return b.String()
}

func TestTextReport(t *testing.T) {
	got := reported(t, func(out *bufio.Writer) reporter {
		return &textReport{out: out, screen: screen{width: pageWidth}}
	})
	want := `a.model.json:2:2  hint     A hint.  [one]
   2 |     "a": "价格 ␛[31mred",
     |     ^^^

a.model.json:2:16  error    An error about "␛[2J", with 100 %.  [two]
   2 |     "a": "价格 ␛[31mred",
     |                     ^^^
     > a.model.json:3:2  It is here.

a.model.json:3:7  warning  A warning: a, b.  [three]
   3 |     "b": 2
     |          ^

1 document checked: 1 error, 1 warning, 1 hint.
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// On a terminal there are colours, and long messages break between words.
func TestTextReportOnATerminal(t *testing.T) {
	got := reported(t, func(out *bufio.Writer) reporter {
		return &textReport{out: out, screen: screen{terminal: true, colour: true, width: 50}}
	})
	for _, want := range []string{
		"\x1b[1ma.model.json:2:16\x1b[0m  \x1b[1;31merror  \x1b[0m  An error about \"␛[2J\",\n    with 100 %. \x1b[2m[two]\x1b[0m\n",
		"\x1b[1;33m         ^\x1b[0m\n",
		"checked: \x1b[1;31m1 error, 1 warning, 1 hint\x1b[0m.\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%q", want, got)
		}
	}
}

func TestGithubReport(t *testing.T) {
	got := reported(t, func(out *bufio.Writer) reporter { return &githubReport{out: out} })
	want := `::notice file=a.model.json,line=2,endLine=2,col=2,endColumn=5,title=one::A hint.
::error file=a.model.json,line=2,endLine=2,col=16,endColumn=19,title=two::An error about "␛[2J", with 100 %25.
::warning file=a.model.json,line=3,endLine=3,col=7,endColumn=8,title=three::A warning: a, b.
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestJSONReport(t *testing.T) {
	got := reported(t, func(out *bufio.Writer) reporter { return &jsonReport{out: out} })
	var form struct {
		Version, Documents int
		Diagnostics        []jsonDiagnostic
	}
	if err := json.Unmarshal([]byte(got), &form); err != nil {
		t.Fatalf("%v in\n%s", err, got)
	}
	if form.Version != 1 || form.Documents != 1 || len(form.Diagnostics) != 3 {
		t.Errorf("got\n%s", got)
	}
	want := jsonDiagnostic{
		Path: "a.model.json", Severity: "error", Code: "two", Address: "inputs.a",
		Range:   extent{place{2, 16, 21}, place{2, 19, 24}},
		Message: "An error about \"\x1b[2J\", with 100 %.",
		Related: []jsonRelated{{"a.model.json", extent{place{3, 2, 28}, place{3, 5, 31}}, "It is here."}},
		Fixes:   []jsonFix{{"Mend", []jsonEdit{{"a.model.json", extent{place{3, 7, 33}, place{3, 8, 34}}, "<3>"}}}},
	}
	if diff := cmp.Diff(want, form.Diagnostics[1]); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(got, "null") || strings.Contains(got, `\u003c`) {
		t.Errorf("lists are never null, and < stays <:\n%s", got)
	}
}

func TestWorstFindingsStay(t *testing.T) {
	var all []analysis.Diagnostic
	for i := range 40 {
		severity := analysis.Hint
		switch {
		case i%10 == 9:
			severity = analysis.Error
		case i%10 == 4:
			severity = analysis.Warning
		}
		all = append(all, analysis.Diagnostic{Severity: severity, Message: fmt.Sprint(i)})
	}
	var shown []string
	show, left := worst(all, 6)
	for _, d := range show {
		shown = append(shown, d.Message)
	}
	if diff := cmp.Diff([]string{"4", "9", "14", "19", "29", "39"}, shown); diff != "" {
		t.Error(diff)
	}
	if left.words() != "2 warnings, 32 hints" {
		t.Errorf("left out: %s", left.words())
	}
	if show, _ := worst(all, 0); len(show) != 40 {
		t.Errorf("without a limit %d of 40 are shown", len(show))
	}
}
