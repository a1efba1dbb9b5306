package picture

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestMarks: labels meet neither each other nor another mark nor the edge, whatever the room, and every mark is drawn in
// a row of the chart.
func TestMarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &Chart{End: 100}
		at := 0.0
		for range rapid.IntRange(0, 60).Draw(t, "marks") {
			at = math.Min(100, at+rapid.SampledFrom([]float64{0, 0, 1, 5, 20}).Draw(t, "after"))
			c.Marks = append(c.Marks, Mark{Name: rapid.StringN(0, 30, -1).Draw(t, "name"), At: at, Verdict: rapid.SampledFrom([]string{"fired", "refused"}).Draw(t, "verdict")})
		}
		d := newChartDrawing(c, rapid.IntRange(0, 1600).Draw(t, "room"))
		type span struct{ from, to float64 }
		rows := map[int][]span{}
		unnamed, counted := 0, 0
		for _, m := range d.marks {
			if m.row < 0 || d.markTop+(m.row+1)*markRow > d.curveTop {
				t.Fatalf("row %d is none of the chart's", m.row)
			}
			if m.row == maxMarkRows {
				unnamed++
				n := 0
				if _, err := fmt.Sscanf(m.label.text, "%d more", &n); err == nil {
					counted += n
				}
				if m.label.text == "" {
					continue // it shares its place with others
				}
			}
			s := span{m.x - markSize, m.x + markSize + 5 + float64(m.label.width)}
			if m.left {
				s = span{m.x - markSize - 5 - float64(m.label.width), m.x + markSize}
			}
			if s.from < 0 || s.to > float64(d.width) {
				t.Fatalf("%q leaves the page", m.label.text)
			}
			for _, other := range rows[m.row] {
				if s.from < other.to && other.from < s.to {
					t.Fatalf("%q meets another label in row %d", m.label.text, m.row)
				}
			}
			rows[m.row] = append(rows[m.row], s)
		}
		if unnamed != counted {
			t.Fatalf("%d marks have no name, and %d are counted", unnamed, counted)
		}
		wellFormed(t, c.SVG(0))
	})
}

// TestCrowd: of what happens at one instant the first have their names, and the number of the others stands below.
func TestCrowd(t *testing.T) {
	c := &Chart{End: 100}
	for i := range 40 {
		c.Marks = append(c.Marks, Mark{Name: fmt.Sprintf("schedule %d", i), At: 50, Verdict: "fired"})
	}
	d := newChartDrawing(c, 0)
	for i, m := range d.marks {
		want, row := "", min(i, maxMarkRows)
		switch {
		case i < maxMarkRows:
			want = fmt.Sprintf("schedule %d", i)
		case i == 39:
			want = "32 more"
		}
		if m.label.text != want || m.row != row {
			t.Errorf("mark %d is %q in row %d, want %q in row %d", i, m.label.text, m.row, want, row)
		}
	}
}

// TestNumbersStandWhole: the numbers beside a curve are never cut, which would make others of them.
func TestNumbersStandWhole(t *testing.T) {
	for _, test := range []struct {
		from, to float64
		last     string
		ticks    string
		end      string
	}{
		{1e6, 2.5e6, "2500000", "1000000 1500000 2000000 2500000", "2500000"},
		{0, 1e30, "1000000000000000000000000000000", "0 5e29 1e30 1.5e30", "1e30"},
		{1e-9, 5e-9, "0.000000005", "0 2e-9 4e-9 6e-9", "5e-9"},
		{100000.001, 100000.002, "100000.002", "100000.0010 100000.0015 100000.0020", "100000.002"},
		{80, 60, "60.61532598367254", "60 70 80", "≈60.615326"},
		{5, -12.345678, "-12.345678", "-20 -10 0 10", "-12.345678"},
		{1.23e-6, 1.23e-6, "0.00000123", "0 1e-6 2e-6 3e-6", "0.00000123"},
		{1e20, 1e20, "1E+20", "9.5e19 1e20 1.05e20", "1E+20"},
	} {
		c := &Chart{End: 10, Curves: []Curve{{Name: "v", Last: test.last, Points: []Point{{0, test.from}, {10, test.to}}}}}
		for _, room := range []int{0, narrowest} {
			d := newChartDrawing(c, room)
			if got := labels(d.scales[0]); got != test.ticks {
				t.Errorf("%v to %v: %s, want %s", test.from, test.to, got, test.ticks)
			}
			svg := string(c.SVG(room))
			for _, tick := range strings.Fields(test.ticks) {
				if !strings.Contains(svg, `text-anchor="end">`+tick+"<") {
					t.Errorf("the tick %s is not drawn whole", tick)
				}
			}
			if want := ">" + test.end + "</text>"; !strings.Contains(svg, want) {
				t.Errorf("%s at the end is not drawn as %s", test.last, test.end)
			}
		}
	}
}

// TestTimeAxis: the end of a run stands at the end of its axis, with the unit, and no tick's number meets it.
func TestTimeAxis(t *testing.T) {
	number := regexp.MustCompile(`<text[^>]* x="([0-9.]+)"[^>]*text-anchor="middle">([^<]*)</text>|<text x="([0-9]+)"[^>]*text-anchor="middle">([^<]*)</text>`)
	for _, test := range []struct {
		end  float64
		room int
		want string
	}{
		{400, 0, "0 60 120 180 240 300 360 400 s"},
		{420, 0, "0 60 120 180 240 300 360 420 s"},
		{400, narrowest, "0 120 240 400 s"},
		{3700, 0, "0 10 20 30 40 50 61.67 min"},
		{420, 300, "0 120 240 360 420 s"},
		{86400, 500, "0 3 6 9 12 15 18 21 24 h"},
		{1e7, 0, "0 20 40 60 80 100 115.74 d"},
		{0, 0, "0.0 0.2 0.4 0.6 0.8 1 s"},
	} {
		svg := string((&Chart{End: test.end}).SVG(test.room))
		var got []string
		for _, m := range number.FindAllStringSubmatch(svg, -1) {
			got = append(got, m[2]+m[4])
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%v s in %d pixels: %s, want %s", test.end, test.room, text, test.want)
		}
	}
}

// TestAnyChart draws whatever numbers and texts there are.
func TestAnyChart(t *testing.T) {
	number := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, 1e308, -1e308, math.Inf(1), math.Inf(-1), math.NaN(), 5e-324}))
	rapid.Check(t, func(t *rapid.T) {
		c := &Chart{Title: rapid.String().Draw(t, "title"), End: math.Abs(number.Draw(t, "end"))}
		for range rapid.IntRange(0, 4).Draw(t, "curves") {
			v := Curve{Name: rapid.String().Draw(t, "name"), Unit: rapid.String().Draw(t, "unit"), Last: rapid.String().Draw(t, "last"), Line: NoLine}
			for range rapid.IntRange(0, 6).Draw(t, "points") {
				v.Points = append(v.Points, Point{number.Draw(t, "at"), number.Draw(t, "value")})
			}
			v.Limits = []Limit{{number.Draw(t, "limit"), rapid.String().Draw(t, "text")}}
			c.Curves = append(c.Curves, v)
		}
		c.Bands = []Band{{Kind: "flag", Name: rapid.String().Draw(t, "band"), On: []Stretch{{number.Draw(t, "from"), number.Draw(t, "to")}}}}
		c.Marks = []Mark{{Kind: Action, Name: rapid.String().Draw(t, "mark"), At: number.Draw(t, "when")}}
		wellFormed(t, c.SVG(rapid.IntRange(-1, 2000).Draw(t, "room")))
	})
}

// TestThin: thinned curves keep their ends and extremes.
func TestThin(t *testing.T) {
	var points []Point
	for i := range 100_000 {
		points = append(points, Point{float64(i), math.Sin(float64(i) / 50)})
	}
	points[54_321].Value = 9
	time, _ := timeScale(100_000, 8)
	got := thin(points, time)
	if len(got) > maxPoints+4 || got[0] != points[0] || got[len(got)-1] != points[len(points)-1] {
		t.Errorf("%d points from %v to %v", len(got), got[0], got[len(got)-1])
	}
	greatest := 0.0
	for i, p := range got {
		greatest = max(greatest, p.Value)
		if i > 0 && p.At < got[i-1].At {
			t.Fatal("points are out of order")
		}
	}
	if greatest != 9 {
		t.Errorf("the greatest value is lost: %v", greatest)
	}
}

// large is a graph of n nodes in which each reads up to so many before it, near and far.
func large(n, reads int) *Graph {
	g := &Graph{Title: "large", Note: "state: x"}
	for i := range n {
		g.Nodes = append(g.Nodes, Node{Kind: Decision, Address: fmt.Sprint(i), Name: fmt.Sprintf("decision %d of a large model", i), Form: "table · FIRST · 8 rules", Rules: 8, Fired: []int{3}, Status: Valued, Value: "yes", Line: i})
		for k := range reads {
			if from := (i*7919 + k*104729) % (i + 1); from < i {
				g.Edges = append(g.Edges, Edge{From: from, To: i, Used: k%2 == 0})
			}
		}
	}
	return g
}

// TestLarge draws what is far too large for a person: bounded, and whole in the other forms.
func TestLarge(t *testing.T) {
	g := large(maxNodes+500, 6)
	svg := g.SVG(0)
	wellFormed(t, svg)
	if len(svg) > 30<<20 {
		t.Errorf("the drawing has %d bytes", len(svg))
	}
	wellFormed(t, g.SVG(460))
	// Every node reads every one before it: the layers are as many as the nodes.
	full := &Graph{Nodes: large(120, 0).Nodes}
	for i := range full.Nodes {
		for k := range i {
			full.Edges = append(full.Edges, Edge{From: k, To: i})
		}
	}
	wellFormed(t, full.SVG(0))
	wellFormed(t, full.SVG(460))
}

func BenchmarkSVG1000(b *testing.B) {
	g := large(1000, 3)
	for b.Loop() {
		g.SVG(0)
	}
}

func BenchmarkNarrow1000(b *testing.B) {
	g := large(1000, 3)
	for b.Loop() {
		g.SVG(434)
	}
}

func BenchmarkSVG20(b *testing.B) {
	g := large(20, 3)
	for b.Loop() {
		g.SVG(0)
	}
}
