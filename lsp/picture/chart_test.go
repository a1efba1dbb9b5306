package picture

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestMarks: labels meet neither each other nor the edge, and marks stand in the order of time.
func TestMarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &Chart{End: 100}
		at := 0.0
		for range rapid.IntRange(0, 60).Draw(t, "marks") {
			at = math.Min(100, at+rapid.SampledFrom([]float64{0, 0, 1, 5, 20}).Draw(t, "after"))
			c.Marks = append(c.Marks, Mark{Name: rapid.StringN(0, 30, -1).Draw(t, "name"), At: at, Verdict: rapid.SampledFrom([]string{"fired", "refused"}).Draw(t, "verdict")})
		}
		d := newChartDrawing(c)
		type span struct{ from, to float64 }
		rows := map[int][]span{}
		for _, m := range d.marks {
			if m.row < 0 {
				continue
			}
			s := span{m.x - markSize, m.x + markSize + 5 + float64(m.label.width)}
			if m.left {
				s = span{m.x - markSize - 5 - float64(m.label.width), m.x + markSize}
			}
			if s.from < 0 || s.to > chartWidth {
				t.Fatalf("%q leaves the page", m.label.text)
			}
			for _, other := range rows[m.row] {
				if s.from < other.to && other.from < s.to {
					t.Fatalf("%q meets another label in row %d", m.label.text, m.row)
				}
			}
			rows[m.row] = append(rows[m.row], s)
		}
		wellFormed(t, c.SVG())
	})
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
		wellFormed(t, c.SVG())
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
	svg := g.SVG()
	wellFormed(t, svg)
	if len(svg) > 30<<20 {
		t.Errorf("the drawing has %d bytes", len(svg))
	}
	// Every node reads every one before it: the layers are as many as the nodes.
	full := &Graph{Nodes: large(120, 0).Nodes}
	for i := range full.Nodes {
		for k := range i {
			full.Edges = append(full.Edges, Edge{From: k, To: i})
		}
	}
	wellFormed(t, full.SVG())
}

func BenchmarkSVG1000(b *testing.B) {
	g := large(1000, 3)
	for b.Loop() {
		g.SVG()
	}
}

func BenchmarkSVG20(b *testing.B) {
	g := large(20, 3)
	for b.Loop() {
		g.SVG()
	}
}
