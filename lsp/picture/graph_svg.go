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

// SVG draws the graph as one SVG document of its own: boxes in layers from left to right, or, where so many pixels have
// no room for that, from top to bottom; 0 is all the room there needs to be. Its colours are custom properties of CSS
// with defaults for light and dark pages; texts of documents are escaped. Of very large graphs it draws the first nodes
// and says how many are left out.
func (g *Graph) SVG(room int) []byte {
	drawn, left := g.bound(maxNodes, maxEdges)
	drawn = drawn.unrolled()
	boxes, l := drawn.arrange(room)
	head := g.head(left, room)
	legend := drawn.legend()
	wide, low := l.reach(drawn.Edges)
	width := max(wide, head.width()+2*margin, leastWidth)
	low = head.room + max(low, 2*margin)
	height := low + legend.height(width)
	c := &canvas{}
	c.open(width, height, g.name(), g.description())
	c.decoration(func() { head.draw(c) })
	c.raw(`<g transform="translate(0 %d)">`+"\n", head.room)
	c.decoration(func() { l.drawEdges(c, drawn.Edges) })
	relations := drawn.relations()
	for i := range boxes {
		n := &drawn.Nodes[i]
		title := n.sentence()
		if relations[i] != "" {
			title = strings.TrimSuffix(title, ".") + relations[i] + "."
		}
		x, y, width := l.box(i)
		boxes[i].draw(c, n, title, x, y, width)
	}
	c.raw("</g>\n")
	c.decoration(func() { legend.draw(c, low, width) })
	return c.close()
}

// relations tells the edges to whoever does not see them: sentences for each node, of what it reads or needs and what it
// does.
func (g *Graph) relations() []string {
	const most = 12
	words := [...]string{Reads: "Reads", Calls: "Calls", Gates: "Needs", Does: "Applies", Writes: "Changes"}
	told := make([][len(words)][]string, len(g.Nodes))
	left := make([][len(words)]int, len(g.Nodes))
	for _, e := range g.Edges {
		teller, other := e.To, e.From
		if e.Kind == Does || e.Kind == Writes {
			teller, other = e.From, e.To
		}
		if list := &told[teller][e.Kind]; len(*list) < most {
			*list = append(*list, g.Nodes[other].Name)
		} else {
			left[teller][e.Kind]++
		}
	}
	out := make([]string, len(g.Nodes))
	for i := range told {
		var b strings.Builder
		for kind, names := range told[i] {
			if n := left[i][kind]; n > 0 {
				names = append(names, fmt.Sprintf("%d more", n))
			}
			if len(names) > 0 {
				fmt.Fprintf(&b, ". %s %s", words[kind], enumeration(names))
			}
		}
		out[i] = b.String()
	}
	return out
}

// enumeration joins names as a sentence does.
func enumeration(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// breadths are how wide the texts in boxes may be, in pixels, from the most comfortable down.
var breadths = []int{216, 168, 128}

// arrange sets the texts of the boxes and finds their places. What is too wide for the room with boxes of usual breadth,
// and with narrower ones, runs down instead, with the breadth that makes it the least high. A picture that is scaled down
// to fit would keep its shape, but the panel of an editor is narrow and high: so it is read without scrolling sideways
// and in letters of the size of the editor's.
func (g *Graph) arrange(room int) ([]*box, *layout) {
	ranks := g.ranks()
	var boxes []*box
	var best *layout
	for _, breadth := range breadths[:2] {
		set, sizes := g.boxes(breadth)
		l := newLayout(g.Edges, sizes, ranks)
		if wide, _ := l.reach(g.Edges); room <= 0 || wide <= room {
			return set, l
		}
	}
	least, lowest := 0, 0
	for _, breadth := range breadths {
		set, sizes := g.boxes(breadth)
		l := newStanding(g.Edges, sizes, ranks, max(room, leastWidth))
		wide, low := l.reach(g.Edges)
		if wide = max(wide, room); best == nil || wide < least || wide == least && low < lowest {
			boxes, best, least, lowest = set, l, wide, low
		}
	}
	return boxes, best
}

func (g *Graph) boxes(breadth int) ([]*box, []size) {
	boxes, sizes := make([]*box, len(g.Nodes)), make([]size, len(g.Nodes))
	for i := range g.Nodes {
		boxes[i] = newBox(&g.Nodes[i], breadth)
		sizes[i] = boxes[i].size
	}
	return boxes, sizes
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

// heading stands above a picture: the title and, on the same line where there is room for it, a note.
type heading struct {
	title, note row
	below       bool // the note stands on a line of its own
	room        int  // its height
}

const noteGap = 14

func (g *Graph) head(left string, room int) heading {
	note := g.Note
	if left != "" {
		note = strings.TrimPrefix(note+" · "+left, " · ")
	}
	if len(g.Nodes) == 0 {
		note = "There is nothing to draw yet."
	}
	return newHeading(g.Title, note, room)
}

func newHeading(title, note string, room int) heading {
	most := 420
	if room > 0 {
		most = min(most, max(room, leastWidth)-2*margin)
	}
	h := heading{title: fit(title, headFont, most), note: fit(note, valueFont, most), room: headRoom}
	if room > 0 && h.note.text != "" && h.width() > max(room, leastWidth)-2*margin {
		h.below = true
		h.room += valueFont.line
	}
	return h
}

func (h heading) width() int {
	if h.below {
		return max(h.title.width, h.note.width)
	}
	return h.title.width + noteGap + h.note.width
}

// draw sets title and note as one text, so that they stand at one distance whatever the reader's font.
func (h heading) draw(c *canvas) {
	const top = 26
	if h.below {
		c.set(h.title, margin, top, "head", "")
		c.set(h.note, margin, top+valueFont.line, "muted", "")
		return
	}
	if h.title.pinned || h.note.pinned || h.title.text == "" || h.note.text == "" {
		x := margin
		if h.title.text != "" {
			c.set(h.title, x, top, "head", "")
			x += h.title.width + noteGap
		}
		if h.note.text != "" {
			c.set(h.note, x, top, "muted", "")
		}
		return
	}
	c.raw(`<text x="%d" y="%d"><tspan class="head">`, margin, top)
	c.text(h.title.text)
	c.raw(`</tspan><tspan class="muted" dx="%d">`, noteGap)
	c.text(h.note.text)
	c.raw("</tspan></text>\n")
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
	if l.down {
		return bottom, right
	}
	return right, bottom
}

// box is where a box is drawn: its top left corner, and its width.
func (l *layout) box(i int) (x, y, width int) {
	p := &l.places[i]
	if l.down {
		return p.y - p.height/2, p.x, p.height
	}
	return p.x, p.y - p.height/2, p.width
}

// at writes a point for a path: x runs along the edges and y across them.
func (l *layout) at(x, y int) string {
	if l.down {
		x, y = y, x
	}
	return fmt.Sprintf("%d %d", x, y)
}

// along writes a straight stretch of a path along the edges.
func (l *layout) along(x int) string {
	if l.down {
		return fmt.Sprintf("V%d", x)
	}
	return fmt.Sprintf("H%d", x)
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
				l.drawLink(c, &s, edgeClass(e), ports[k])
			}
		}
	}
}

// drawLink draws a stretch of an edge to the height at which it meets its target. It goes straight on as long as it
// passes the boxes of its layer.
func (l *layout) drawLink(c *canvas, s *link, class string, y1 int) {
	from, to := &l.places[s.from], &l.places[s.to]
	x0, end, x1 := from.x+from.width, l.ends[from.layer], to.x
	if s.last {
		x1 -= 7
	}
	bend := (x1 - end) / 2
	c.raw(`<path class="edge%s" d="M%s`, class, l.at(x0, from.y))
	if end > x0 {
		c.raw("%s", l.along(end))
	}
	c.raw("C%s %s %s", l.at(end+bend, from.y), l.at(x1-bend, y1), l.at(x1, y1))
	if !s.last {
		c.raw("%s", l.along(to.x+to.width))
	}
	c.raw("\"/>\n")
	if s.last {
		c.raw(`<path class="tip%s" d="M%s%s"/>`+"\n", class, l.at(to.x, y1), either(l.down, "l-4 -8h8z", "l-8 -4v8z"))
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

// drawBack draws an edge that closes a circle beside the boxes, and one that is not led around boxes straight.
func (l *layout) drawBack(c *canvas, edges []Edge, i int) {
	e := &edges[i]
	from, to := &l.places[e.From], &l.places[e.To]
	if from.layer < to.layer {
		x0, x1 := from.x+from.width, to.x
		c.raw(`<path class="edge%s" d="M%sC%s %s %s"/>`+"\n", edgeClass(e), l.at(x0, from.y), l.at(x0+lineGap*3, from.y), l.at(x1-lineGap*3, to.y), l.at(x1, to.y))
		return
	}
	const class = " circle"
	x0, x1 := from.x+from.width*2/3, to.x+to.width/3
	y0, y1 := from.y+from.height/2, to.y+to.height/2
	low := depth(from, to)
	c.raw(`<path class="edge%s" d="M%sC%s %s %s"/>`, class, l.at(x0, y0), l.at(x0, low), l.at(x1, low), l.at(x1, y1+7))
	c.raw(`<path class="tip%s" d="M%s%s"/>`+"\n", class, l.at(x1, y1), either(l.down, "l8 -4v8z", "l-4 8h8z"))
}

// depth is where an edge that runs back has its lower control points: it comes no lower.
func depth(from, to *place) int {
	return max(from.y+from.height/2, to.y+to.height/2) + 40 + (from.x-to.x)/8
}
