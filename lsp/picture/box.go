package picture

import (
	"fmt"
	"slices"
)

// Measures of boxes, in pixels.
const (
	padX, padY         = 11, 8
	leastText          = 84 // width of the text in a box
	badgeSize          = 16
	cellWidth, cellGap = 18, 3
	cellHeight         = 16
	cellRoom           = 21 // height of a row of cells
	cellPad            = 6
)

// cellWord stands before the cells.
var cellWord = fit("rule", smallFont, 60)

var cellFont = font{size: 11, line: 15, bold: true}

// box is a node as it is drawn.
type box struct {
	size
	rows  []boxRow
	cells int // y of the row of rules; 0 for none
	fired row // what stands there in the place of cells
}

type boxRow struct {
	row
	font  font
	class string
	y     int // of the baseline, from the top of the box
}

// newBox sets the texts of a node, on rows of at most so many pixels. Narrower boxes have more rows.
func newBox(n *Node, breadth int) *box {
	b := &box{}
	y := padY
	width := 0
	set := func(rows []row, f font, class string, extra int) {
		for i, r := range rows {
			b.rows = append(b.rows, boxRow{r, f, class, y + f.line - f.line/4})
			y += f.line
			if i > 0 {
				extra = 0
			}
			width = max(width, r.width+extra)
		}
	}
	most := func(rows int) int { return (rows*breadths[0] + breadth - 1) / breadth }
	badge := 0
	if n.Question != "" {
		badge = badgeSize + 6
	}
	set(wrap(n.Name, nameFont, breadth-badge, most(2)), nameFont, "name", badge)
	if n.Form != "" {
		set(wrap(n.Form, smallFont, breadth, most(2)), smallFont, "small muted", 0)
	}
	if n.hasCells(breadth) {
		y += 3
		b.cells = y
		y += cellRoom
		width = max(width, n.cellsWidth())
	} else if len(n.Fired) > 0 {
		b.fired = n.pill(breadth)
		y += 3
		b.cells = y
		y += cellRoom
		width = max(width, b.fired.width+2*cellPad)
	}
	if n.When != "" {
		set(wrap(n.When, smallFont, breadth, most(2)), smallFont, "small", 0)
	}
	switch {
	case n.Value != "" && n.Status == Null:
		set(wrap(n.valueText(), nameFont, breadth, 1), nameFont, "name", 0)
	case n.Value != "":
		set(wrap(n.valueText(), nameFont, breadth, most(2)), nameFont, "value", 0)
	case n.Status == Missing:
		set(wrap("missing", nameFont, breadth, 1), nameFont, "name", 0)
	case n.Status == Broken:
		set(wrap("cannot run", nameFont, breadth, 1), nameFont, "name", 0)
	}
	if n.Why != "" {
		set(wrap(n.Why, smallFont, breadth, most(3)), smallFont, "why", 0)
	}
	if n.Status == Null || n.Status == Broken {
		for i, cause := range n.Causes {
			if i == 2 {
				break
			}
			set(wrap(cause, smallFont, breadth, most(2)), smallFont, "small", 0)
		}
	}
	b.width = max(width, leastText) + 2*padX
	b.height = y + padY
	return b
}

// valueText is a value as it is shown; what becomes of operations is a word, and not what they equal.
func (n *Node) valueText() string {
	switch n.Kind {
	case Schedule, Action, Entry:
		return n.Value
	}
	return "= " + n.Value
}

// hasCells tells whether the rules of a node are drawn one by one, beside each other.
func (n *Node) hasCells(breadth int) bool {
	evaluated := n.Status == Valued || n.Status == Null
	return evaluated && n.Rules > 0 && n.cellsWidth() <= breadth
}

func (n *Node) cellsWidth() int {
	return cellWord.width + cellPad + n.Rules*(cellWidth+cellGap) - cellGap
}

// pill says which of many rules fired, or how many where they have no room.
func (n *Node) pill(breadth int) row {
	breadth -= 2 * cellPad
	text := fmt.Sprintf("%s of %d", n.firedWords(), n.Rules)
	if cellFont.width(clean(text)) > float64(breadth) {
		text = fmt.Sprintf("%d of %d rules", len(n.Fired), n.Rules)
	}
	return fit(text, cellFont, breadth)
}

// draw draws a node with its top left corner at x, y and at least so wide. The title says all that is known of it.
func (b *box) draw(c *canvas, n *Node, title string, x, y, width int) {
	c.item(n.class(), n.Address, n.Line, title)
	n.outline(c, x, y, width, b.height)
	if n.Question != "" {
		cx, cy := x+width-padX-badgeSize/2+3, y+padY+badgeSize/2
		c.raw(`<circle class="badge" cx="%d" cy="%d" r="%d"/>`, cx, cy, badgeSize/2)
		c.raw(`<text class="name small on" x="%d" y="%d" text-anchor="middle">?</text>`+"\n", cx, cy+4)
	}
	for _, r := range b.rows {
		c.set(r.row, x+padX, y+r.y, r.class, "")
	}
	switch {
	case b.fired.text != "":
		c.raw(`<rect class="cell fired" x="%d" y="%d" width="%d" height="%d" rx="3"/>`, x+padX, y+b.cells, b.fired.width+2*cellPad, cellHeight)
		c.set(b.fired, x+padX+cellPad, y+b.cells+12, "small name on", "")
	case b.cells > 0:
		c.set(cellWord, x+padX, y+b.cells+12, "small muted", "")
		first := x + padX + cellWord.width + cellPad
		for i := range n.Rules {
			class, text := "cell", "small muted"
			if slices.Contains(n.Fired, i+1) {
				class, text = "cell fired", "small name on"
			}
			left := first + i*(cellWidth+cellGap)
			c.raw(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="3"/>`, class, left, y+b.cells, cellWidth, cellHeight)
			c.raw(`<text class="%s" x="%d" y="%d" text-anchor="middle">%d</text>`+"\n", text, left+cellWidth/2, y+b.cells+12, i+1)
		}
	}
	c.raw("</g>\n")
}

func (n *Node) class() string {
	class := "node " + n.Kind.String()
	if n.Status != Plain {
		class += " " + n.Status.String()
	}
	if n.Question != "" {
		class += " asked"
	}
	if n.again {
		class += " again"
	}
	return class
}

// outline draws the border of a node: round for what is given, with cut corners for functions and conditions, which
// others use, and square for what decides or acts (the shapes of DMN 1.5, 6.2.1).
func (n *Node) outline(c *canvas, x, y, width, height int) {
	switch n.Kind {
	case Function, Condition:
		cut := min(9, height/4)
		c.raw(`<path class="box" d="M%d %dh%dl%d %dv%dl%d %dh%dl%d %dv%dz"/>`+"\n",
			x+cut, y, width-2*cut, cut, cut, height-2*cut, -cut, cut, -(width - 2*cut), -cut, -cut, -(height - 2*cut))
	case Input, Variable, Flag, Entry, Patient:
		c.raw(`<rect class="box" x="%d" y="%d" width="%d" height="%d" rx="%d"/>`+"\n", x, y, width, height, min(height/2, 15))
	default:
		c.raw(`<rect class="box" x="%d" y="%d" width="%d" height="%d" rx="3"/>`+"\n", x, y, width, height)
	}
}
