package picture

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestWrap: rows fit, are as many as allowed, and lose nothing without saying so.
func TestWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		width, rows := rapid.IntRange(20, 300).Draw(t, "width"), rapid.IntRange(1, 4).Draw(t, "rows")
		for _, f := range []font{nameFont, valueFont, smallFont} {
			got := wrap(text, f, width, rows)
			if len(got) == 0 || len(got) > rows {
				t.Fatalf("%d rows", len(got))
			}
			shown := ""
			for _, r := range got {
				if r.width > width+1 {
					t.Fatalf("the row %q takes %d of %d pixels", r.text, r.width, width)
				}
				if !utf8.ValidString(r.text) {
					t.Fatalf("the row %q is no text", r.text)
				}
				shown += r.text
			}
			squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
			if whole := squeeze(clean(text)); squeeze(shown) != whole && !strings.HasSuffix(shown, "…") {
				t.Fatalf("%q is shown as %q", whole, shown)
			}
		}
	})
}

func TestWrapExamples(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 100, ""},
		{"days since delivery", 300, "days since delivery"},
		{"days since delivery", 90, "days since|delivery"},
		{"mean arterial pressure", 60, "mean|arteria…"},
		{"averyveryverylongname", 60, "averyver|yveryl…"},
		{"trends SpO2 to 84 % over 60 s", 130, "trends SpO2 to|84 % over 60 s"},
		{"is below 60 mm[Hg] AND", 90, "is below|60 mm[Hg]…"},
		{"to 60.25 Cel", 70, "to|60.25 Cel"},
		{"[1, 2, 3, 4, 5, 6, 7]", 60, "[1, 2, 3,|4, 5, 6…"},
		{"a\nb\tc", 100, "a b c"},
		{"\u202egpj.exe", 100, "\ufffdgpj.exe"},
	} {
		rows := wrap(test.text, valueFont, test.width, 2)
		var texts []string
		for _, r := range rows {
			texts = append(texts, r.text)
		}
		if got := strings.Join(texts, "|"); got != test.want {
			t.Errorf("%q in %d pixels: %q, want %q", test.text, test.width, got, test.want)
		}
	}
}

// drawNode is a node with any texts.
func drawNode(t *rapid.T) Node {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"<script>alert(1)</script>", `"&'>`, "]]>", "-->", "a\x00b", "\xff\xfe", "</svg>", "#quot;", "`", "\\", "\\n", "]]; click"}))
	n := Node{
		Address: text.Draw(t, "address"), Name: text.Draw(t, "name"), Form: text.Draw(t, "form"), Type: text.Draw(t, "type"),
		Text: text.Draw(t, "text"), Question: text.Draw(t, "question"), Value: text.Draw(t, "value"), When: text.Draw(t, "when"), Why: text.Draw(t, "why"),
		Kind: Kind(rapid.IntRange(0, int(Patient)).Draw(t, "kind")), Status: Status(rapid.IntRange(0, int(Idle)).Draw(t, "status")),
		Rules: rapid.IntRange(0, 20).Draw(t, "rules"), Line: rapid.IntRange(NoLine, 99).Draw(t, "line"),
	}
	if n.Rules > 0 {
		n.Fired = rapid.SliceOfN(rapid.IntRange(1, n.Rules), 0, 6).Draw(t, "fired")
	}
	n.Causes = rapid.SliceOfN(text, 0, 3).Draw(t, "causes")
	return n
}

// TestAnyText: whatever names and texts hold, a drawing is well-formed, holds no element that is not ours, and its
// texts lie inside of their boxes; the other forms keep their shape.
func TestAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &Graph{Title: rapid.String().Draw(t, "title"), Note: rapid.String().Draw(t, "note")}
		for range rapid.IntRange(1, 5).Draw(t, "nodes") {
			g.Nodes = append(g.Nodes, drawNode(t))
		}
		for range rapid.IntRange(0, 6).Draw(t, "edges") {
			g.Edges = append(g.Edges, Edge{From: rapid.IntRange(0, len(g.Nodes)-1).Draw(t, "from"), To: rapid.IntRange(0, len(g.Nodes)-1).Draw(t, "to"),
				Kind: EdgeKind(rapid.IntRange(0, int(Writes)).Draw(t, "edge")), Used: rapid.Bool().Draw(t, "used")})
		}
		room := rapid.IntRange(-1, 1600).Draw(t, "room")
		svg := g.SVG(room)
		wellFormed(t, svg)
		if !bytes.Equal(svg, g.SVG(room)) {
			t.Fatal("drawn twice, the drawings differ")
		}
		for i := range g.Nodes {
			b := newBox(&g.Nodes[i], rapid.SampledFrom(breadths).Draw(t, "breadth"))
			for _, r := range b.rows {
				if r.width > b.width-2*padX+1 || r.y > b.height-padY+4 || r.y < padY {
					t.Fatalf("the row %q leaves its box", r.text)
				}
			}
		}
		mermaid := g.Mermaid()
		if lines := strings.Count(mermaid, "\n"); lines < 1+len(g.Nodes)+len(g.Edges) || strings.Count(mermaid, `"`) != 2*len(g.Nodes) {
			t.Fatalf("a text leaves its place in\n%s", mermaid)
		}
		if dot := g.DOT(); !strings.HasSuffix(dot, "\n}\n") || strings.Count(dot, "\n") < 5+len(g.Nodes)+len(g.Edges) {
			t.Fatalf("a text leaves its place in\n%s", dot)
		}
	})
}

func wellFormed(t interface{ Fatalf(string, ...any) }, text []byte) {
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("the drawing is not well-formed: %v", err)
		}
		if start, ok := token.(xml.StartElement); ok {
			switch start.Name.Local {
			case "svg", "title", "desc", "style", "g", "rect", "circle", "path", "text", "tspan":
			default:
				t.Fatalf("the drawing holds <%s>", start.Name.Local)
			}
		}
	}
}

// TestRelations: whoever does not see the edges hears them.
func TestRelations(t *testing.T) {
	g := &Graph{
		Nodes: []Node{{Name: "a"}, {Name: "b"}, {Name: "f", Kind: Function}, {Name: "c", Kind: Decision, Why: "So it is."}, {Name: "now", Kind: Schedule}, {Name: "falls", Kind: Effect}, {Name: "map", Kind: Variable}},
		Edges: []Edge{{From: 0, To: 3}, {From: 1, To: 3}, {From: 2, To: 3, Kind: Calls}, {From: 3, To: 4, Kind: Gates}, {From: 4, To: 5, Kind: Does}, {From: 5, To: 6, Kind: Writes}},
	}
	want := []string{"", "", "", ". Reads a and b. Calls f", ". Needs c. Applies falls", ". Changes map", ""}
	if got := g.relations(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if svg, want := string(g.SVG(0)), "<title>decision c, So it is. Reads a and b. Calls f.</title>"; !strings.Contains(svg, want) {
		t.Errorf("there is no %q", want)
	}
	fan := large(20, 0)
	for i := range 19 {
		fan.Edges = append(fan.Edges, Edge{From: i, To: 19})
	}
	if got := fan.relations()[19]; !strings.HasSuffix(got, "decision 11 of a large model and 7 more") {
		t.Errorf("many are told as %q", got)
	}
}

// TestScales: ticks are few, round, in order, and hold all values between them.
func TestScales(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float64().Draw(t, "a"), rapid.Float64().Draw(t, "b")
		s := valueScale(min(a, b), max(a, b))
		if n := len(s.ticks); n < 2 || n > 6 {
			t.Fatalf("%d ticks from %v to %v: %v", n, a, b, s.ticks)
		}
		for _, v := range []float64{a, b} {
			if y := s.at(v, 0, 100); math.IsNaN(y) || y < 0 || y > 100 {
				t.Fatalf("%v stands at %v", v, y)
			}
		}
		for i, tick := range s.ticks {
			if i > 0 && tick <= s.ticks[i-1] {
				t.Fatalf("ticks %v", s.ticks)
			}
		}
		end := rapid.Float64Range(0, 3e9).Draw(t, "end")
		time, _ := timeScale(end, 8)
		if n := len(time.ticks); n < 1 || n > 10 {
			t.Fatalf("%d ticks up to %v s: %v", n, end, time.ticks)
		}
	})
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{84, 97, "80 85 90 95 100"}, {82, 128, "80 100 120 140"}, {37.2, 37.2, "34 36 38 40"}, {0, 0, "-1 0 1"},
		{0.001, 0.0042, "0.000 0.002 0.004 0.006"}, {-5, 5, "-5 0 5"}, {1e9, 2e9, "1e9 1.5e9 2e9"}, {0.3, 0.3, "0.0 0.2 0.4 0.6"},
	} {
		if got := labels(valueScale(test.low, test.high)); got != test.want {
			t.Errorf("%v to %v: %s, want %s", test.low, test.high, got, test.want)
		}
	}
	for _, test := range []struct {
		end  float64
		want string
		unit string
	}{
		{240, "0 30 60 90 120 150 180 210 240", "s"}, {420, "0 60 120 180 240 300 360 420", "s"}, {3600, "0 10 20 30 40 50 60", "min"},
		{86400, "0 3 6 9 12 15 18 21 24", "h"}, {0.5, "0.0 0.1 0.2 0.3 0.4 0.5", "s"}, {0, "0.0 0.2 0.4 0.6 0.8 1.0", "s"}, {2e9, "0 5000 10000 15000 20000", "d"},
	} {
		s, unit := timeScale(test.end, 8)
		if got := labels(s); got != test.want || unit != test.unit {
			t.Errorf("%v s: %s %s, want %s %s", test.end, got, unit, test.want, test.unit)
		}
	}
}

func labels(s scale) string {
	var out []string
	for _, tick := range s.ticks {
		out = append(out, s.label(tick))
	}
	return strings.Join(out, " ")
}

// FuzzNames draws nodes of any name and value, and what reads them.
func FuzzNames(f *testing.F) {
	f.Add("days since delivery", "41")
	f.Add("<script>", "]]>")
	f.Add("\u202e\x00\xff", "a\u0301\u0301\u0301\u0301\u0301\u0301")
	f.Add(strings.Repeat("W", 3000), "\ufdfd")
	f.Fuzz(func(t *testing.T, name, value string) {
		g := &Graph{
			Title: name, Note: value,
			Nodes: []Node{{Name: name, Address: name, Value: value, Status: Valued}, {Kind: Decision, Name: value, Address: value, Why: name, Line: NoLine}},
			Edges: []Edge{{From: 0, To: 1}},
		}
		wellFormed(t, g.SVG(0))
		if strings.Count(g.Mermaid(), `"`) != 4 {
			t.Errorf("a text leaves its place in\n%s", g.Mermaid())
		}
		if b, err := g.MarshalJSON(); err != nil || !json.Valid(b) {
			t.Errorf("%s is no JSON: %v", b, err)
		}
	})
}
