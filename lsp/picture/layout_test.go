package picture

import (
	"testing"

	"pgregory.net/rapid"
)

// drawGraph is any graph, circles and loops included.
func drawGraph(t *rapid.T) ([]Edge, []size) {
	n := rapid.IntRange(1, 30).Draw(t, "boxes")
	sizes := make([]size, n)
	for i := range sizes {
		sizes[i] = size{rapid.IntRange(20, 240).Draw(t, "width"), rapid.IntRange(20, 140).Draw(t, "height")}
	}
	edges := make([]Edge, rapid.IntRange(0, 60).Draw(t, "edges"))
	for i := range edges {
		edges[i] = Edge{From: rapid.IntRange(0, n-1).Draw(t, "from"), To: rapid.IntRange(0, n-1).Draw(t, "to")}
	}
	return edges, sizes
}

// TestLayout: no two boxes overlap, all lie on the page, edges run to the right, and what passes a layer meets no box.
func TestLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		edges, sizes := drawGraph(t)
		l := newLayout(edges, sizes, nil)
		if room := rapid.IntRange(0, 900).Draw(t, "room"); room > 300 {
			l = newStanding(edges, sizes, nil, room)
			for i, s := range sizes {
				sizes[i] = size{s.height, s.width}
			}
			fit := true // a layer that is too wide has one box, and only the edges that pass it
			for _, layer := range l.layers {
				boxes := 0
				for _, p := range layer {
					if p < l.boxes {
						boxes++
					}
				}
				if wide := l.extent(layer) + 2*margin; wide > room {
					fit = false
					if boxes > 1 {
						t.Fatalf("a layer of %d boxes takes %d of %d pixels", boxes, wide, room)
					}
				}
			}
			if fit && l.height > room {
				t.Fatalf("layers that fit take %d of %d pixels", l.height, room)
			}
		}
		for a := range l.places {
			p := &l.places[a]
			top, bottom := p.y-p.height/2, p.y+(p.height+1)/2
			if p.x < margin || top < margin || p.x+p.width > l.width-margin || bottom > l.height-margin {
				t.Fatalf("place %d lies off the page", a)
			}
			if a < l.boxes && p.width < sizes[a].width {
				t.Fatalf("box %d is narrower than its text", a)
			}
			for b := range a {
				q := &l.places[b]
				apart := p.x >= q.x+q.width || q.x >= p.x+p.width || top >= q.y+(q.height+1)/2 || bottom <= q.y-q.height/2
				if !apart {
					t.Fatalf("places %d and %d overlap: %+v, %+v", b, a, *q, *p)
				}
			}
		}
		led := map[int]bool{}
		for _, s := range l.links {
			if l.places[s.to].layer != l.places[s.from].layer+1 {
				t.Fatalf("a stretch runs from layer %d to %d", l.places[s.from].layer, l.places[s.to].layer)
			}
			if s.last {
				led[s.to*len(sizes)+l.places[s.from].source] = true
			}
		}
		for _, i := range l.back {
			led[edges[i].To*len(sizes)+edges[i].From] = true
		}
		for i, e := range edges {
			if !led[e.To*len(sizes)+e.From] {
				t.Fatalf("edge %d is not drawn", i)
			}
		}
		for k, y := range l.ports() {
			if p := &l.places[l.links[k].to]; y < p.y-p.height/2 || y > p.y+p.height/2 {
				t.Fatalf("a stretch meets its target at %d, beside it", y)
			}
		}
	})
}

// TestCrossings compares the count with its definition.
func TestCrossings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		edges, sizes := drawGraph(t)
		l := newLayout(edges, sizes, nil)
		want := 0
		for i, a := range l.links {
			for _, b := range l.links[:i] {
				pa, pb, qa, qb := l.places[a.from], l.places[b.from], l.places[a.to], l.places[b.to]
				if pa.layer == pb.layer && (pa.order-pb.order)*(qa.order-qb.order) < 0 {
					want++
				}
			}
		}
		if got := l.crossings(); got != want {
			t.Fatalf("%d crossings are counted, %d there", got, want)
		}
	})
}

// TestLayoutOfAFan keeps the crossings of a small graph at none, whatever the order of its nodes.
func TestLayoutOfAFan(t *testing.T) {
	edges := []Edge{{From: 3, To: 4}, {From: 0, To: 5}, {From: 2, To: 4}, {From: 1, To: 5}, {From: 4, To: 6}, {From: 5, To: 6}}
	sizes := make([]size, 7)
	for i := range sizes {
		sizes[i] = size{100, 40}
	}
	if n := newLayout(edges, sizes, nil).crossings(); n != 0 {
		t.Errorf("there are %d crossings, and none is needed", n)
	}
}

// TestStanding parts a layer that is too wide, and keeps edges running down.
func TestStanding(t *testing.T) {
	var edges []Edge
	sizes := make([]size, 9)
	for i := range sizes {
		sizes[i] = size{150, 60}
		if i < 8 {
			edges = append(edges, Edge{From: i, To: 8})
		}
	}
	l := newStanding(edges, sizes, nil, 434)
	if l.height > 434 {
		t.Errorf("the layout is %d pixels wide", l.height)
	}
	for i := range 8 {
		if _, y, _ := l.box(i); y+60 > l.places[8].x {
			t.Errorf("box %d does not stand above its reader", i)
		}
	}
}
