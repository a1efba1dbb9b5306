package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// What a drawing holds at most. The other forms hold everything.
const (
	maxNodes = 2_000
	maxEdges = 20_000
)

const (
	headRoom   = 30  // height of the line above a picture
	leastWidth = 360 // of a graph
)

// SVG draws the graph as one SVG document of its own: boxes in layers from left to right. Its colours are custom
// properties of CSS with defaults for light and dark pages; texts of documents are escaped. Of very large graphs it
// draws the first nodes and says how many are left out.
func (g *Graph) SVG() []byte {
	drawn, left := g.bound(maxNodes, maxEdges)
	drawn = drawn.unrolled()
	boxes := make([]*box, len(drawn.Nodes))
	sizes := make([]size, len(drawn.Nodes))
	for i := range drawn.Nodes {
		boxes[i] = newBox(&drawn.Nodes[i])
		sizes[i] = boxes[i].size
	}
	l := newLayout(drawn.Edges, sizes, drawn.ranks())
	head := g.head(left)
	legend := drawn.legend()
	wide, low := l.reach(drawn.Edges)
	width := max(wide, head.width()+2*margin, leastWidth)
	low = headRoom + max(low, 2*margin)
	height := low + legend.height(width)
	c := &canvas{}
	c.open(width, height, g.name(), g.description())
	head.draw(c)
	c.raw(`<g transform="translate(0 %d)">`+"\n", headRoom)
	l.drawEdges(c, drawn.Edges)
	for i := range boxes {
		p := &l.places[i]
		boxes[i].draw(c, &drawn.Nodes[i], p.x, p.y-p.height/2, p.width)
	}
	c.raw("</g>\n")
	legend.draw(c, low, width)
	return c.close()
}

// name is what the picture is called.
func (g *Graph) name() string {
	name := "Graph"
	if g.Title != "" {
		name = "Graph of " + clean(g.Title)
	}
	if g.Note != "" {
		name += ", " + clean(g.Note)
	}
	return name
}

// description tells a person who does not see the picture what is on it.
func (g *Graph) description() string {
	if len(g.Nodes) == 0 {
		return "There is nothing to draw yet."
	}
	count := map[Kind]int{}
	for i := range g.Nodes {
		count[g.Nodes[i].Kind]++
	}
	var parts []string
	for k := range kindWords {
		switch n, word := count[Kind(k)], kindWords[k]; {
		case n > 1 && strings.HasSuffix(word, "y"):
			parts = append(parts, fmt.Sprintf("%d %sies", n, strings.TrimSuffix(word, "y")))
		case n > 0:
			parts = append(parts, counted(n, word))
		}
	}
	return strings.Join(parts, ", ") + "; " + counted(len(g.Edges), "edge") + "."
}

// heading is the line above a picture.
type heading struct{ title, note row }

func (g *Graph) head(left string) heading {
	note := g.Note
	if left != "" {
		note = strings.TrimPrefix(note+" · "+left, " · ")
	}
	if len(g.Nodes) == 0 {
		note = "There is nothing to draw yet."
	}
	return newHeading(g.Title, note)
}

func newHeading(title, note string) heading {
	return heading{fit(title, font{size: 15, line: 20, bold: true}, 420), fit(note, valueFont, 420)}
}

func (h heading) width() int { return h.title.width + 14 + h.note.width }

func (h heading) draw(c *canvas) {
	x := margin
	if h.title.text != "" {
		c.set(h.title, x, 26, "head", "")
		x += h.title.width + 14
	}
	if h.note.text != "" {
		c.set(h.note, x, 26, "muted", "")
	}
}

// reach is how far to the right and how low the drawing goes, edges that run back included.
func (l *layout) reach(edges []Edge) (right, bottom int) {
	right, bottom = l.width, l.height
	for _, i := range l.back {
		from, to := &l.places[edges[i].From], &l.places[edges[i].To]
		if from.layer >= to.layer {
			bottom = max(bottom, depth(from, to)+margin)
		}
	}
	return right, bottom
}

// drawEdges draws what was used above what was not.
func (l *layout) drawEdges(c *canvas, edges []Edge) {
	ports := l.ports()
	for _, used := range []bool{false, true} {
		for _, i := range l.back {
			if edges[i].Used == used {
				l.drawBack(c, edges, i)
			}
		}
		for k, s := range l.links {
			if e := &edges[s.edge]; e.Used == used {
				from, to := &l.places[s.from], &l.places[s.to]
				class := edgeClass(e)
				x0, x1, y1 := from.x+from.width, to.x, ports[k]
				if s.last {
					x1 -= 7
				}
				bend := (x1 - x0) / 2
				c.raw(`<path class="edge%s" d="M%d %dC%d %d %d %d %d %d`, class, x0, from.y, x0+bend, from.y, x1-bend, y1, x1, y1)
				if !s.last {
					c.raw(`H%d`, to.x+to.width)
				}
				c.raw("\"/>\n")
				if s.last {
					c.raw(`<path class="tip%s" d="M%d %dl-8 -4v8z"/>`+"\n", class, to.x, y1)
				}
			}
		}
	}
}

func edgeClass(e *Edge) string {
	class := ""
	if e.Kind == Calls || e.Kind == Gates {
		class = " " + e.Kind.String()
	}
	if e.Used {
		class += " used"
	}
	return class
}

// ports returns for every link the height at which it meets its target: those of one box stand apart, in the order of
// where they come from.
func (l *layout) ports() []int {
	into := make([][]int, len(l.places))
	for k, s := range l.links {
		into[s.to] = append(into[s.to], k)
	}
	at := make([]int, len(l.links))
	for p, links := range into {
		slices.SortStableFunc(links, func(a, b int) int { return cmp.Compare(l.places[l.links[a].from].y, l.places[l.links[b].from].y) })
		gap := 0
		if n := len(links); n > 1 {
			gap = min(10, (l.places[p].height-16)/(n-1))
		}
		for i, k := range links {
			at[k] = l.places[p].y + (2*i-len(links)+1)*gap/2
		}
	}
	return at
}

// drawBack draws an edge that closes a circle below the boxes, and one that is not led around boxes straight.
func (l *layout) drawBack(c *canvas, edges []Edge, i int) {
	e := &edges[i]
	from, to := &l.places[e.From], &l.places[e.To]
	if from.layer < to.layer {
		x0, x1 := from.x+from.width, to.x
		class := edgeClass(e)
		c.raw(`<path class="edge%s" d="M%d %dC%d %d %d %d %d %d"/>`+"\n", class, x0, from.y, x0+lineGap*3, from.y, x1-lineGap*3, to.y, x1, to.y)
		return
	}
	const class = " circle"
	x0, x1 := from.x+from.width*2/3, to.x+to.width/3
	y0, y1 := from.y+from.height/2, to.y+to.height/2
	low := depth(from, to)
	c.raw(`<path class="edge%s" d="M%d %dC%d %d %d %d %d %d"/>`, class, x0, y0, x0, low, x1, low, x1, y1+7)
	c.raw(`<path class="tip%s" d="M%d %dl-4 8h8z"/>`+"\n", class, x1, y1)
}

// depth is where an edge that runs back has its lower control points: it comes no lower.
func depth(from, to *place) int {
	return max(from.y+from.height/2, to.y+to.height/2) + 40 + (from.x-to.x)/8
}
