package picture

import (
	"slices"
	"strings"
)

// legend explains the signs of a picture, below it. Only what is on the picture is explained.
type legend []legendItem

type legendItem struct {
	text row
	sign func(c *canvas, x, y int) // 22 pixels wide, around y
}

const (
	signWidth = 22
	signGap   = 6
	itemGap   = 18
	legendRow = 22
	legendGap = 18 // above and below together
)

func (l *legend) add(text string, sign func(c *canvas, x, y int)) {
	*l = append(*l, legendItem{fit(text, smallFont, 400), sign})
}

// rows parts the items into rows of at most so many pixels.
func (l legend) rows(width int) (rows []legend) {
	x := width // no row is begun
	for i := range l {
		room := signWidth + signGap + l[i].text.width
		if x+room > width-margin {
			rows, x = append(rows, nil), margin
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], l[i])
		x += room + itemGap
	}
	return rows
}

// height is how high the legend of a picture of that width is, with the room around it.
func (l legend) height(width int) int { return len(l.rows(width))*legendRow + legendGap }

// draw writes the legend below top.
func (l legend) draw(c *canvas, top, width int) {
	for i, items := range l.rows(width) {
		x, y := margin, top+legendGap/2+i*legendRow+14
		for _, item := range items {
			item.sign(c, x, y-4)
			c.set(item.text, x+signWidth+signGap, y, "small muted", "")
			x += signWidth + signGap + item.text.width + itemGap
		}
	}
}

// legend explains what is on the graph.
func (g *Graph) legend() legend {
	var l legend
	kinds := map[Kind]bool{}
	asked, fired, missing, null, idle, broken := false, false, false, false, false, false
	for i := range g.Nodes {
		n := &g.Nodes[i]
		kinds[n.Kind] = true
		asked = asked || n.Question != ""
		fired = fired || len(n.Fired) > 0
		missing = missing || n.Status == Missing
		null = null || n.Status == Null
		idle = idle || n.Status == Idle
		broken = broken || n.Status == Broken
	}
	for _, shape := range [][]Kind{{Input, Variable, Flag, Entry, Patient}, {Function, Condition}, {Decision, Schedule, Action, Effect}} {
		var words []string
		for _, k := range shape {
			if kinds[k] {
				words = append(words, k.String())
			}
		}
		if len(words) > 0 {
			l.add(strings.Join(words, ", "), func(c *canvas, x, y int) {
				(&Node{Kind: shape[0]}).outline(c, x, y-7, signWidth, 14)
			})
		}
	}
	events := kinds[Schedule] || kinds[Action]
	if asked {
		l.add("answers a question", func(c *canvas, x, y int) {
			c.raw(`<circle class="badge" cx="%d" cy="%d" r="8"/><text class="name small on" x="%d" y="%d" text-anchor="middle">?</text>`+"\n", x+11, y, x+11, y+4)
		})
	}
	if fired {
		l.add("rule that fired", func(c *canvas, x, y int) {
			c.raw(`<rect class="cell fired" x="%d" y="%d" width="18" height="14" rx="3"/>`+"\n", x+2, y-7)
		})
	}
	for _, s := range []struct {
		there  bool
		status Status
		text   string
	}{{missing || null, Null, statusLegend(missing, null)}, {idle, Idle, either(events, "did not happen", "not needed")}, {broken, Broken, "cannot run"}} {
		if s.there {
			l.add(s.text, func(c *canvas, x, y int) {
				c.raw(`<g class="%s"><rect class="box" x="%d" y="%d" width="%d" height="14" rx="3"/></g>`+"\n", s.status, x, y-7, signWidth)
			})
		}
	}
	if slices.ContainsFunc(g.Nodes, func(n Node) bool { return n.again }) {
		l.add("the same again", func(c *canvas, x, y int) {
			c.raw(`<g class="again"><rect class="box" x="%d" y="%d" width="%d" height="14" rx="7"/></g>`+"\n", x, y-7, signWidth)
		})
	}
	l.edges(g, events)
	return l
}

func statusLegend(missing, null bool) string {
	switch {
	case missing && null:
		return "missing, or null"
	case missing:
		return "missing"
	}
	return "null"
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// edges explains the lines that need it.
func (l *legend) edges(g *Graph, events bool) {
	line := func(class string) func(c *canvas, x, y int) {
		return func(c *canvas, x, y int) {
			c.raw(`<path class="edge%s" d="M%d %dh%d"/>`+"\n", class, x, y, signWidth)
		}
	}
	kinds := map[EdgeKind]bool{}
	used, unused := false, false
	for _, e := range g.Edges {
		kinds[e.Kind] = true
		used = used || e.Used
		unused = unused || !e.Used
	}
	if used && unused {
		l.add(either(events, "happened", "read in this run"), line(" used"))
	}
	if kinds[Calls] {
		l.add("calls", line(" calls"))
	}
	if kinds[Gates] {
		l.add("must hold", line(" gates"))
	}
}
