package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Measures of charts, in pixels.
const (
	chartWidth  = 920
	plotLeft    = 176 // names and tick labels stand left of it
	plotRight   = chartWidth - 96
	nameRoom    = 108
	panelHeight = 72
	panelGap    = 22
	bandHeight  = 14
	bandGap     = 8
	markRow     = 20
	markSize    = 5
)

// What a chart holds at most; it says what is left out.
const (
	maxCurves   = 60
	maxBands    = 100
	maxMarks    = 1_000
	maxMarkRows = 8 // marks beyond them have no label on the chart
	maxPoints   = 2_000
)

// SVG draws the chart as one SVG document of its own, with the colours and rules of [Graph.SVG]: a panel with its own
// axis for each variable above each other on one time axis, what happened above them and what was on below.
func (c *Chart) SVG() []byte {
	d := newChartDrawing(c)
	d.c.open(chartWidth, d.height, d.name(), d.description())
	newHeading(c.Title, d.note()).draw(d.c)
	d.grid()
	for i := range d.curves {
		d.curve(i)
	}
	for i := range d.bands {
		d.band(i)
	}
	d.drawMarks()
	d.legend.draw(d.c, d.axis+26, chartWidth)
	return d.c.close()
}

// chartDrawing is a chart with its places.
type chartDrawing struct {
	c      *canvas
	chart  *Chart
	curves []Curve
	bands  []Band
	marks  []placedMark
	legend legend
	time   scale
	unit   string

	markTop, curveTop, bandTop, axis, height int
}

// placedMark is a mark with the place of its label.
type placedMark struct {
	*Mark
	x     float64
	row   int // from 0; -1 where the label has no room
	label row
	left  bool // the label stands left of the mark
}

func newChartDrawing(c *Chart) *chartDrawing {
	d := &chartDrawing{c: &canvas{}, chart: c, curves: c.Curves[:min(len(c.Curves), maxCurves)], bands: c.Bands[:min(len(c.Bands), maxBands)]}
	d.time, d.unit = timeScale(c.End, 8)
	rows := d.placeMarks()
	d.markTop = headRoom + 10
	d.curveTop = d.markTop + rows*markRow + 10
	d.bandTop = d.curveTop + len(d.curves)*(panelHeight+panelGap)
	d.axis = d.bandTop + len(d.bands)*(bandHeight+bandGap) + 2
	d.legend = d.newLegend()
	d.height = d.axis + 26 + d.legend.height(chartWidth)
	return d
}

// placeMarks gives every label the first row in which it meets no other.
func (d *chartDrawing) placeMarks() (rows int) {
	var ends []float64 // where a row is free from
	for i := range d.chart.Marks {
		if i == maxMarks {
			break
		}
		m := placedMark{Mark: &d.chart.Marks[i], x: d.time.at(d.chart.Marks[i].At, plotLeft, plotRight), row: -1}
		text := m.Name
		if !m.did() {
			text += " · " + m.Verdict
		}
		m.label = fit(text, smallFont, 200)
		from, to := m.x-markSize-2, m.x+markSize+5+float64(m.label.width)
		if to > chartWidth-margin {
			m.left = true
			from, to = m.x-markSize-5-float64(m.label.width), m.x+markSize+2
		}
		for k := 0; k < maxMarkRows; k++ {
			if k == len(ends) {
				ends = append(ends, math.Inf(-1))
			}
			if ends[k] <= from {
				ends[k] = to + 8
				m.row = k
				break
			}
		}
		d.marks = append(d.marks, m)
	}
	return len(ends)
}

func (d *chartDrawing) name() string {
	if d.chart.Title == "" {
		return "Run over time"
	}
	return "Run of " + clean(d.chart.Title) + " over time"
}

func (d *chartDrawing) description() string {
	return fmt.Sprintf("%s, %s and %s over %s %s.", counted(len(d.chart.Curves), "variable"), counted(len(d.chart.Bands), "band"),
		counted(len(d.chart.Marks), "operation"), px(d.chart.End/d.time.per), d.unit)
}

func (d *chartDrawing) note() string {
	note := d.chart.Note
	more := func(n int, noun string) {
		if n > 0 {
			note = strings.TrimPrefix(fmt.Sprintf("%s · %s not drawn", note, counted(n, noun)), " · ")
		}
	}
	more(len(d.chart.Curves)-len(d.curves), "variable")
	more(len(d.chart.Bands)-len(d.bands), "band")
	more(len(d.chart.Marks)-len(d.marks), "operation")
	return note
}

// grid draws the time axis and its lines through the panels.
func (d *chartDrawing) grid() {
	c := d.c
	for _, t := range d.time.ticks {
		x := px(d.time.at(t, plotLeft, plotRight))
		c.raw(`<path class="grid" d="M%s %dV%d"/>`, x, d.curveTop-4, d.axis)
		c.raw(`<path class="axis" d="M%s %dv5"/>`, x, d.axis)
		c.raw(`<text class="small muted" x="%s" y="%d" text-anchor="middle">%s</text>`+"\n", x, d.axis+18, d.time.label(t))
	}
	c.raw(`<path class="axis" d="M%d %dH%d"/>`, plotLeft, d.axis, plotRight)
	c.raw(`<text class="small muted" x="%d" y="%d">%s</text>`+"\n", plotRight+18, d.axis+18, d.unit)
}

// curve draws the panel of one variable.
func (d *chartDrawing) curve(i int) {
	c, v := d.c, &d.curves[i]
	top := d.curveTop + i*(panelHeight+panelGap)
	bottom := top + panelHeight
	s := v.scale()
	c.item("panel", v.Address, v.Line, v.sentence(d))
	c.raw(`<rect class="hit" x="4" y="%d" width="%d" height="%d" rx="4"/>`+"\n", top-8, chartWidth-8, panelHeight+16)
	y := top + 11
	for _, r := range wrap(v.Name, nameFont, nameRoom, 2) {
		c.set(r, margin, y, "name", "")
		y += nameFont.line
	}
	if v.Unit != "" {
		c.set(fit(v.Unit, smallFont, nameRoom), margin, y, "small muted", "")
	}
	for _, t := range s.ticks {
		at := s.at(t, bottom, top)
		c.raw(`<path class="grid" d="M%d %sH%d"/>`, plotLeft, px(at), plotRight)
		c.set(fit(s.label(t), smallFont, plotLeft-nameRoom-margin-8), plotLeft-8, int(at)+4, "small muted", "end")
	}
	c.raw(`<path class="axis" d="M%d %dV%d"/>`+"\n", plotLeft, top, bottom)
	for _, limit := range v.Limits {
		if limit.Value >= s.low && limit.Value <= s.high {
			c.raw(`<path class="limit" d="M%d %sH%d"><title>`, plotLeft, px(s.at(limit.Value, bottom, top)), plotRight)
			c.text(limit.Text)
			c.raw("</title></path>\n")
		}
	}
	series := i%6 + 1
	if points := thin(v.Points, d.time); len(points) > 0 {
		c.raw(`<path class="curve c%d" d="`, series)
		for k, p := range points {
			c.raw("%c%s %s", "ML"[min(k, 1)], px(d.time.at(p.At, plotLeft, plotRight)), px(s.at(p.Value, bottom, top)))
		}
		c.raw("\"/>\n")
		end := points[len(points)-1]
		x, at := d.time.at(end.At, plotLeft, plotRight), s.at(end.Value, bottom, top)
		c.raw(`<circle class="dot d%d" cx="%s" cy="%s" r="3"/>`, series, px(x), px(at))
		c.set(fit(v.Last, nameFont, chartWidth-plotRight-margin-8), plotRight+10, int(at)+4, fmt.Sprintf("name d%d", series), "")
	}
	c.raw("</g>\n")
}

// scale is the axis of a curve. It takes in limits of conditions where they are not far off.
func (v *Curve) scale() scale {
	if len(v.Points) == 0 {
		return valueScale(0, 1)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range v.Points {
		low, high = math.Min(low, bounded(p.Value)), math.Max(high, bounded(p.Value))
	}
	span := math.Max(high-low, math.Abs(high)*0.1)
	for _, limit := range v.Limits {
		if value := bounded(limit.Value); value > low-2*span && value < high+2*span {
			low, high = math.Min(low, value), math.Max(high, value)
		}
	}
	return valueScale(low, high)
}

// thin leaves out points that nobody could tell apart: of every narrow stretch of time it keeps the first, the least,
// the greatest and the last.
func thin(points []Point, time scale) []Point {
	if len(points) <= maxPoints {
		return points
	}
	var out []Point
	stretch := func(p Point) int { return int(time.at(p.At, 0, maxPoints/4)) }
	for i := 0; i < len(points); {
		first, least, greatest := i, i, i
		for ; i < len(points) && stretch(points[i]) == stretch(points[first]); i++ {
			if points[i].Value < points[least].Value {
				least = i
			}
			if points[i].Value > points[greatest].Value {
				greatest = i
			}
		}
		keep := []int{first, least, greatest, i - 1}
		slices.Sort(keep)
		for _, k := range slices.Compact(keep) {
			out = append(out, points[k])
		}
	}
	return out
}

// sentence tells the curve to whoever does not see it.
func (v *Curve) sentence(d *chartDrawing) string {
	var b strings.Builder
	b.WriteString(v.Name)
	if v.Unit != "" {
		b.WriteString(" in " + v.Unit)
	}
	const most = 12
	s := scale{places: 3, per: 1}
	for i, p := range v.Points {
		if i == most {
			fmt.Fprintf(&b, ", and %d more points", len(v.Points)-i)
			break
		}
		fmt.Fprintf(&b, ", %s at %s %s", trimmed(s.label(p.Value)), px(p.At/d.time.per), d.unit)
	}
	fmt.Fprintf(&b, "; %s at the end.", v.Last)
	return b.String()
}

// trimmed is a number without zeros at its end.
func trimmed(number string) string {
	if strings.ContainsAny(number, ".") && !strings.Contains(number, "e") {
		return strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	return number
}

// band draws when something was on.
func (d *chartDrawing) band(i int) {
	c, b := d.c, &d.bands[i]
	top := d.bandTop + i*(bandHeight+bandGap)
	label := b.Kind + " " + b.Name + ": " + b.sentence(d)
	c.item("band", b.Address, b.Line, label)
	c.raw(`<rect class="hit" x="4" y="%d" width="%d" height="%d" rx="4"/>`, top-3, chartWidth-8, bandHeight+6)
	c.set(fit(b.Name, smallFont, plotLeft-margin-8), margin, top+11, "small", "")
	c.raw(`<rect class="off" x="%d" y="%d" width="%d" height="%d" rx="2"/>`, plotLeft, top, plotRight-plotLeft, bandHeight)
	for _, on := range b.On {
		from, to := d.time.at(on.From, plotLeft, plotRight), d.time.at(on.To, plotLeft, plotRight)
		c.raw(`<rect class="on-%s" x="%s" y="%d" width="%s" height="%d" rx="2"/>`, b.Kind, px(from), top, px(math.Max(to-from, 1)), bandHeight)
	}
	c.raw("</g>\n")
}

func (b *Band) sentence(d *chartDrawing) string {
	if len(b.On) == 0 {
		return "off."
	}
	parts := make([]string, 0, len(b.On))
	for i, on := range b.On {
		if i == 12 {
			parts = append(parts, fmt.Sprintf("and %d more times", len(b.On)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("from %s to %s %s", px(on.From/d.time.per), px(on.To/d.time.per), d.unit))
	}
	return "on " + strings.Join(parts, ", ") + "."
}

// drawMarks draws what happened above the panels, with a line through them where anything changed.
func (d *chartDrawing) drawMarks() {
	c := d.c
	last := math.Inf(-1)
	for i := range d.marks {
		if m := &d.marks[i]; m.did() && m.x >= last+1 { // the first of those at one time stands highest
			last = m.x
			c.raw(`<path class="when" d="M%s %dV%d"/>`+"\n", px(m.x), d.markTop+max(m.row, 0)*markRow+markRow/2, d.axis)
		}
	}
	for i := range d.marks {
		m := &d.marks[i]
		y := d.markTop + max(m.row, 0)*markRow + markRow/2
		c.item("happened", m.Address, m.Line, strings.Join(strings.Fields(m.Text), " "))
		width := float64(m.label.width) + 4*markSize
		left := m.x - 2*markSize
		if m.left {
			left = m.x + 2*markSize - width
		}
		if m.row >= 0 {
			c.raw(`<rect class="hit" x="%s" y="%d" width="%s" height="%d" rx="4"/>`, px(left), y-markRow/2, px(width), markRow)
		}
		m.sign(c, m.x, y)
		if m.row >= 0 && m.left {
			c.raw("\n")
			c.set(m.label, int(m.x)-markSize-4, y+4, "small over", "end")
		} else if m.row >= 0 {
			c.raw("\n")
			c.set(m.label, int(m.x)+markSize+5, y+4, "small over", "")
		}
		c.raw("</g>\n")
	}
}

// sign draws a mark: round for schedules, pointed for actions; filled where something happened, hollow where a
// condition did not hold, crossed out where it was cancelled.
func (m *Mark) sign(c *canvas, x float64, y int) {
	class := "mark"
	if m.did() {
		class = "mark did"
	}
	switch {
	case m.Kind == Action:
		c.raw(`<path class="%s" d="M%s %dl-6 10h12z"/>`, class, px(x), y-6)
	default:
		c.raw(`<circle class="%s" cx="%s" cy="%d" r="%d"/>`, class, px(x), y, markSize)
	}
	if m.Verdict == "cancelled" {
		c.raw(`<path class="mark" d="M%s %dl10 -10"/>`, px(x-5), y+5)
	}
}

func (d *chartDrawing) newLegend() legend {
	var l legend
	seen := map[string]bool{}
	for i := range d.marks {
		m := d.marks[i].Mark
		word := m.Kind.String() + " " + m.Verdict
		if seen[word] {
			continue
		}
		seen[word] = true
		l.add(word, func(c *canvas, x, y int) {
			m.sign(c, float64(x+11), y)
			c.raw("\n")
		})
	}
	for _, kind := range []string{"flag", "monitor", "revealed", "boolean"} {
		if slices.ContainsFunc(d.bands, func(b Band) bool { return b.Kind == kind }) {
			text := map[string]string{"flag": "flag set", "monitor": "monitor connected", "revealed": "revealed", "boolean": "true"}[kind]
			l.add(text, func(c *canvas, x, y int) {
				c.raw(`<rect class="on-%s" x="%d" y="%d" width="%d" height="10" rx="2"/>`+"\n", kind, x, y-5, signWidth)
			})
		}
	}
	if slices.ContainsFunc(d.curves, func(v Curve) bool {
		s := v.scale()
		return slices.ContainsFunc(v.Limits, func(limit Limit) bool { return limit.Value >= s.low && limit.Value <= s.high })
	}) {
		l.add("limit of a condition", func(c *canvas, x, y int) {
			c.raw(`<path class="limit" d="M%d %dh%d"/>`+"\n", x, y, signWidth)
		})
	}
	return l
}
