package picture_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/model"
	"github.com/scenariolsp/lsp/eval/scenario"
	"github.com/scenariolsp/lsp/lsp/picture"
)

var update = flag.Bool("update", false, "write the pictures into the archives")

// TestArchives draws what every archive of testdata/picture holds, in every form. The style sheet, which all drawings
// share, is left out of them.
func TestArchives(t *testing.T) {
	for name, path := range archives(t) {
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := draw(t, archive)
			if again := draw(t, archive); !cmp.Equal(got, again) {
				t.Error("drawn twice, the pictures differ")
			}
			for _, f := range got {
				check(t, f)
			}
			if *update {
				archive.Files = append(slices.DeleteFunc(archive.Files, wanted), got...)
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return !wanted(f) })
			if diff := cmp.Diff(texts(archive.Files), texts(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func archives(t testing.TB) map[string]string {
	paths, err := filepath.Glob(filepath.Join("..", "..", "testdata", "picture", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	out := map[string]string{}
	for _, path := range paths {
		out[strings.TrimSuffix(filepath.Base(path), ".txtar")] = path
	}
	return out
}

func wanted(f txtar.File) bool { return strings.HasPrefix(f.Name, "want") }

func texts(files []txtar.File) map[string]string {
	out := map[string]string{}
	for _, f := range files {
		out[f.Name] = strings.TrimSuffix(string(f.Data), "\n")
	}
	return out
}

// draw makes the pictures of an archive.
func draw(t *testing.T, archive *txtar.Archive) (out []txtar.File) {
	t.Helper()
	files := map[string][]byte{}
	var name string
	for _, f := range archive.Files {
		if kind := analysis.KindByName(f.Name); kind != nil && !wanted(f) {
			files[kind.Name] = f.Data
			if name == "" {
				name = f.Name
			}
		}
	}
	add := func(name string, data []byte) {
		data = style.ReplaceAll(data, []byte("<style/>"))
		out = append(out, txtar.File{Name: "want." + name, Data: append(bytes.TrimSuffix(data, []byte("\n")), '\n')})
	}
	addGraph := func(g *picture.Graph, of string) {
		b, err := g.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		add(of+"mmd", []byte(g.Mermaid()))
		add(of+"dot", []byte(g.DOT()))
		add(of+"json", indented(t, b))
		add(of+"svg", g.SVG(0))
	}
	doc := analysis.Open(analysis.Source{Name: name, Text: files["model"], Level: analysis.Compact}, nil, nil)
	if files["scenario"] == nil {
		g := modelGraph(t, doc, files["state"])
		addGraph(g, "")
		add("narrow.svg", g.SVG(narrow))
		return out
	}
	doc = analysis.Open(analysis.Source{Name: name, Text: files["scenario"]}, nil, nil)
	p, problem := doc.Scenario(context.Background())
	if p == nil {
		t.Fatal(problem.Message)
	}
	run := analysis.Open(analysis.Source{Name: "a.run.json", Text: files["run"]}, nil, nil)
	in, _ := run.Run(context.Background(), doc)
	r, err := p.Run(context.Background(), in, scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	addGraph(picture.Scenario(doc, p, name, nil), "events.")
	addGraph(picture.Scenario(doc, p, name, r), "happened.")
	c := picture.Course(doc, name, "given", r)
	b, err := c.JSON()
	if err != nil {
		t.Fatal(err)
	}
	add("run.json", indented(t, b))
	add("run.svg", c.SVG(0))
	add("run.narrow.svg", c.SVG(narrow))
	return out
}

// narrow is the room in a panel beside an editor.
const narrow = 434

var style = regexp.MustCompile(`(?s)<style>.*</style>`)

func indented(t *testing.T, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := json.Indent(&out, b, "", " "); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return out.Bytes()
}

// modelGraph draws a model under a state, as the command line and the server do.
func modelGraph(t testing.TB, doc *analysis.Document, stateText []byte) *picture.Graph {
	t.Helper()
	ctx := context.Background()
	p, problem := doc.Program(ctx)
	if p == nil {
		t.Fatal(problem.Message)
	}
	obstacles := doc.Obstacles()
	var run picture.Run
	var inputs model.Inputs
	if stateText != nil {
		state := analysis.Open(analysis.Source{Name: "a.state.json", Text: stateText}, nil, nil)
		inputs, _ = state.State(ctx, doc)
		run = picture.Run{State: "given", Inputs: &inputs}
	}
	var ask model.Ask
	for _, u := range p.Decisions() {
		if obstacles.Of(u.Name) == nil {
			ask.Decisions = append(ask.Decisions, u.Name)
		}
	}
	if len(ask.Decisions) > 0 {
		r, err := p.Evaluate(ctx, inputs, ask)
		if err != nil {
			t.Fatal(err)
		}
		run.Receipt = r
	}
	return picture.Model(ctx, doc, filepath.Base(doc.Name), run, obstacles)
}

// check tests what must hold of every picture.
func check(t *testing.T, f txtar.File) {
	t.Helper()
	switch filepath.Ext(f.Name) {
	case ".svg":
		checkSVG(t, f.Data)
	case ".json":
		if !json.Valid(f.Data) {
			t.Errorf("%s is no JSON", f.Name)
		}
	}
}

// ours are the elements and attributes that a drawing of ours can have. None of them runs or loads anything.
var ours = map[string]string{
	"svg": "xmlns class role width height viewBox aria-label", "title": "", "desc": "", "style": "",
	"g": "class tabindex role data-address data-line aria-hidden transform", "rect": "class x y width height rx",
	"circle": "class cx cy r", "path": "class d aria-hidden", "text": "class x y text-anchor textLength lengthAdjust",
	"tspan": "class dx",
}

func checkSVG(t testing.TB, text []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("the drawing is not well-formed: %v", err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		attributes, known := ours[start.Name.Local]
		if !known {
			t.Errorf("the drawing holds <%s>", start.Name.Local)
		}
		for _, a := range start.Attr {
			if !slices.Contains(strings.Fields(attributes), a.Name.Local) {
				t.Errorf("the drawing holds <%s %s=%q>", start.Name.Local, a.Name.Local, a.Value)
			}
		}
	}
}
