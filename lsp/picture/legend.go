package picture

const legendRoom = 34 // height of the line below a picture

// legend explains the signs of a picture, on one line below it. Only what is on the picture is explained.
type legend []legendItem

type legendItem struct {
	text row
	sign func(c *canvas, x, y int) // 22 pixels wide, around y
}

const (
	signWidth = 22
	signGap   = 6
	itemGap   = 18
)

func (l *legend) add(text string, sign func(c *canvas, x, y int)) {
	*l = append(*l, legendItem{fit(text, smallFont, 400), sign})
}

func (l legend) width() int {
	width := 0
	for _, item := range l {
		width += signWidth + signGap + item.text.width + itemGap
	}
	return max(0, width-itemGap)
}

// draw writes the legend with its baseline at y.
func (l legend) draw(c *canvas, y int) {
	x := margin
	for _, item := range l {
		item.sign(c, x, y-4)
		c.set(item.text, x+signWidth+signGap, y, "small muted", "")
		x += signWidth + signGap + item.text.width + itemGap
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
		fired = fired || n.hasCells() && len(n.Fired) > 0
		missing = missing || n.Status == Missing
		null = null || n.Status == Null
		idle = idle || n.Status == Idle
		broken = broken || n.Status == Broken
	}
	for k := range kindWords {
		if kinds[Kind(k)] {
			l.add(kindWords[k], func(c *canvas, x, y int) {
				c.raw("<g>")
				(&Node{Kind: Kind(k)}).outline(c, x, y-7, signWidth, 14)
				c.raw("</g>\n")
			})
		}
	}
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
	}{{missing || null, Null, statusLegend(missing, null)}, {idle, Idle, "not needed"}, {broken, Broken, "cannot run"}} {
		if s.there {
			l.add(s.text, func(c *canvas, x, y int) {
				c.raw(`<g class="%s"><rect class="box" x="%d" y="%d" width="%d" height="14" rx="3"/></g>`+"\n", s.status, x, y-7, signWidth)
			})
		}
	}
	l.edges(g)
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

// edges explains the lines that need it.
func (l *legend) edges(g *Graph) {
	line := func(class string) func(c *canvas, x, y int) {
		return func(c *canvas, x, y int) {
			c.raw(`<path class="edge%s" d="M%d %dh%d"/>`+"\n", class, x, y, signWidth)
		}
	}
	kinds := map[EdgeKind]bool{}
	used, unused, feeds := false, false, false
	for _, e := range g.Edges {
		kinds[e.Kind] = true
		used = used || e.Used
		unused = unused || !e.Used
		feeds = feeds || e.feeds
	}
	if used && unused {
		l.add("read in this run", line(" used"))
	}
	if kinds[Calls] {
		l.add("calls", line(" calls"))
	}
	if kinds[Gates] {
		l.add("must hold", line(" gates"))
	}
	if feeds {
		l.add("is read by", line(" feeds"))
	}
}
