package picture

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Measures of charts, in pixels.
const (
	chartWidth  = 920 // where nobody says how much room there is
	narrowest   = 380
	widest      = 1400
	nameRoom    = 108
	lastRoom    = 100 // for the value at the end of a curve
	tickRoom    = 45  // from one tick of the time axis to the next, at least
	mostTicks   = 8   // parts of the time axis
	moreRoom    = 66  // for "999 more" beside its mark, and thus the least room on the right
	panelHeight = 72
	panelGap    = 22
	bandHeight  = 14
	bandGap     = 8
	markRow     = 20
	markSize    = 5
	axisRoom    = 26
)

// What a chart holds at most; it says what is left out.
const (
	maxCurves   = 60
	maxBands    = 100
	maxMarks    = 1_000
	maxMarkRows = 8 // of marks with labels; the others share a row
	maxPoints   = 2_000
)

// SVG draws the chart as one SVG document of its own, with the colours and rules of [Graph.SVG]: a panel with its own
// axis for each variable above each other on one time axis, what happened above them and what was on below. It is as wide
// as the room, within reason; 0 leaves that to the chart.
func (c *Chart) SVG(room int) []byte {
	d := newChartDrawing(c, room)
	d.c.open(d.width, d.height, d.name(), d.description())
	d.c.decoration(func() {
		d.head.draw(d.c)
		d.grid()
	})
	for i := range d.curves {
		d.curve(i)
	}
	for i := range d.bands {
		d.band(i)
	}
	d.drawMarks()
	d.c.decoration(func() { d.legend.draw(d.c, d.axis+axisRoom, d.width) })
	return d.c.close()
}

// chartDrawing is a chart with its places.
type chartDrawing struct {
	c      *canvas
	chart  *Chart
	head   heading
	curves []Curve
	scales []scale // of the curves
	bands  []Band
	marks  []placedMark
	legend legend
	time   scale
	unit   string

	width, left, right                       int // of the whole; where the plots begin and end
	names                                    int // the room of the names of curves
	markTop, curveTop, bandTop, axis, height int
}

// placedMark is a mark with the place of its label.
type placedMark struct {
	*Mark
	x     float64
	row   int // from 0
	label row // empty where it has no room
	left  bool
}

func newChartDrawing(c *Chart, room int) *chartDrawing {
	d := &chartDrawing{c: &canvas{}, chart: c, curves: c.Curves[:min(len(c.Curves), maxCurves)], bands: c.Bands[:min(len(c.Bands), maxBands)], width: chartWidth}
	if room > 0 {
		d.width = min(max(room, narrowest), widest)
	}
	for i := range d.curves {
		d.scales = append(d.scales, d.curves[i].scale())
	}
	d.sides()
	d.time, d.unit = timeScale(c.End, min(max(2, (d.right-d.left)/tickRoom), mostTicks))
	rows := d.placeMarks()
	d.head = newHeading(c.Title, d.note(), d.width)
	d.markTop = d.head.room + 10
	d.curveTop = d.markTop + rows*markRow + 10
	d.bandTop = d.curveTop + len(d.curves)*(panelHeight+panelGap)
	d.axis = d.bandTop + len(d.bands)*(bandHeight+bandGap) + 2
	d.legend = d.newLegend()
	d.height = d.axis + axisRoom + d.legend.height(d.width)
	return d
}

// sides leaves as much room beside the plots as names and numbers need, so that no number is cut.
func (d *chartDrawing) sides() {
	names, ticks, bands, last := 0, 0, 0, moreRoom
	room := min(nameRoom, d.width/4)
	for i := range d.curves {
		v := &d.curves[i]
		for _, r := range append(wrap(v.Name, nameFont, room, 3), fit(v.Unit, smallFont, room)) {
			names = max(names, r.width)
		}
		for _, t := range d.scales[i].ticks {
			ticks = max(ticks, fit(d.scales[i].label(t), smallFont, lastRoom).width)
		}
		last = max(last, rounded(v.Last, nameFont, lastRoom).width)
	}
	for i := range d.bands {
		bands = max(bands, fit(d.bands[i].Name, smallFont, d.width/4).width)
	}
	d.names = names
	d.left = margin + max(names+2*8+ticks, bands+8)
	d.right = d.width - margin - 10 - last
}

// placeMarks gives every label the first row in which it meets no other, and returns how many rows there are. Marks whose
// labels have no room share a row of their own, where it is said how many they are.
func (d *chartDrawing) placeMarks() (rows int) {
	var ends []float64 // where a row is free from
	var rest []int
	most := min(200, d.width/2-margin-4*markSize)
	for i := range d.chart.Marks {
		if i == maxMarks {
			break
		}
		m := placedMark{Mark: &d.chart.Marks[i], x: d.time.at(d.chart.Marks[i].At, d.left, d.right), row: maxMarkRows}
		text := m.Name
		if !m.did() {
			text += " · " + m.Verdict
		}
		label := fit(text, smallFont, most)
		from, to := m.x-markSize-2, m.x+markSize+5+float64(label.width)
		if to > float64(d.width-margin) {
			m.left = true
			from, to = m.x-markSize-5-float64(label.width), m.x+markSize+2
		}
		for k := 0; k < maxMarkRows; k++ {
			if k == len(ends) {
				ends = append(ends, math.Inf(-1))
			}
			if ends[k] <= from {
				ends[k] = to + 8
				m.row, m.label = k, label
				break
			}
		}
		if m.row == maxMarkRows {
			m.left = false
			rest = append(rest, len(d.marks))
		}
		d.marks = append(d.marks, m)
	}
	if len(rest) == 0 {
		return len(ends)
	}
	for from := 0; from < len(rest); { // marks so near to each other that a number has no room between them
		to := from + 1
		for to < len(rest) && d.marks[rest[to]].x-d.marks[rest[to-1]].x < moreRoom+2*markSize {
			to++
		}
		d.marks[rest[to-1]].label = fit(fmt.Sprintf("%d more", to-from), smallFont, moreRoom-2*markSize)
		from = to
	}
	return maxMarkRows + 1
}

func (d *chartDrawing) name() string {
	if d.chart.Title == "" {
		return "Run over time"
	}
	return "Run of " + clean(d.chart.Title) + " over time"
}

func (d *chartDrawing) description() string {
	return fmt.Sprintf("%s, %s and %s over %s %s.", counted(len(d.chart.Curves), "variable"), counted(len(d.chart.Bands), "band"),
		counted(len(d.chart.Marks), "operation"), number(d.chart.End/d.time.per), d.unit)
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

// grid draws the time axis and its lines through the panels. The end of the run stands at the end of the axis with the
// unit, and the ticks that would come too near to it have no number.
func (d *chartDrawing) grid() {
	c := d.c
	end := fit(d.ending(), smallFont, 2*(d.width-d.right))
	for _, t := range d.time.ticks {
		at := d.time.at(t, d.left, d.right)
		x := px(at)
		c.raw(`<path class="grid" d="M%s %dV%d"/>`, x, d.curveTop-4, d.axis)
		c.raw(`<path class="axis" d="M%s %dv5"/>`, x, d.axis)
		label := fit(d.time.label(t), smallFont, tickRoom)
		if at+float64(label.width+end.width)/2+8 <= float64(d.right) {
			c.raw(`<text class="small muted" x="%s" y="%d" text-anchor="middle">%s</text>`, x, d.axis+18, label.text)
		}
		c.raw("\n")
	}
	c.raw(`<path class="axis" d="M%d %dH%dv5"/>`, d.left, d.axis, d.right)
	c.set(end, d.right, d.axis+18, "small muted", "middle")
}

// ending is the time at the end of the axis, with its unit.
func (d *chartDrawing) ending() string {
	end := d.time.high / d.time.per
	if end >= 1e7 {
		return scientific(end, 4) + " " + d.unit
	}
	return trimmed(strconv.FormatFloat(end, 'f', max(2, d.time.places+1), 64)) + " " + d.unit
}

// curve draws the panel of one variable.
func (d *chartDrawing) curve(i int) {
	c, v, s := d.c, &d.curves[i], d.scales[i]
	top := d.curveTop + i*(panelHeight+panelGap)
	bottom := top + panelHeight
	c.item("panel", v.Address, v.Line, v.sentence(d))
	c.raw(`<rect class="hit" x="4" y="%d" width="%d" height="%d" rx="4"/>`+"\n", top-8, d.width-8, panelHeight+16)
	y := top + 11
	for _, r := range wrap(v.Name, nameFont, d.names, 3) {
		c.set(r, margin, y, "name", "")
		y += nameFont.line
	}
	if v.Unit != "" {
		c.set(fit(v.Unit, smallFont, d.names), margin, y, "small muted", "")
	}
	for _, t := range s.ticks {
		at := s.at(t, bottom, top)
		c.raw(`<path class="grid" d="M%d %sH%d"/>`, d.left, px(at), d.right)
		c.set(fit(s.label(t), smallFont, lastRoom), d.left-8, int(at)+4, "small muted", "end")
	}
	c.raw(`<path class="axis" d="M%d %dV%d"/>`+"\n", d.left, top, bottom)
	for _, limit := range v.Limits {
		if limit.Value >= s.low && limit.Value <= s.high {
			c.raw(`<path class="limit" aria-hidden="true" d="M%d %sH%d"><title>`, d.left, px(s.at(limit.Value, bottom, top)), d.right)
			c.text(limit.Text)
			c.raw("</title></path>\n")
		}
	}
	series := i%6 + 1
	if points := thin(v.Points, d.time); len(points) > 0 {
		c.raw(`<path class="curve c%d" d="`, series)
		for k, p := range points {
			c.raw("%c%s %s", "ML"[min(k, 1)], px(d.time.at(p.At, d.left, d.right)), px(s.at(p.Value, bottom, top)))
		}
		c.raw("\"/>\n")
		end := points[len(points)-1]
		x, at := d.time.at(end.At, d.left, d.right), s.at(end.Value, bottom, top)
		c.raw(`<circle class="dot d%d" cx="%s" cy="%s" r="3"/>`, series, px(x), px(at))
		c.set(rounded(v.Last, nameFont, lastRoom), d.right+10, int(at)+4, "name", "")
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
	for i, p := range v.Points {
		if i == most {
			fmt.Fprintf(&b, ", and %d more points", len(v.Points)-i)
			break
		}
		fmt.Fprintf(&b, ", %s at %s %s", number(p.Value), number(p.At/d.time.per), d.unit)
	}
	fmt.Fprintf(&b, "; %s at the end.", v.Last)
	for i, limit := range v.Limits {
		if i == most {
			fmt.Fprintf(&b, " And %d more.", len(v.Limits)-i)
			break
		}
		fmt.Fprintf(&b, " A condition: %s.", limit.Text)
	}
	return b.String()
}

// number is a value as people say it.
func number(v float64) string {
	if a := math.Abs(v); a != 0 && (a < 1e-3 || a >= 1e7) {
		return scientific(v, 4)
	}
	return trimmed(strconv.FormatFloat(v, 'f', 3, 64))
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
	c.raw(`<rect class="hit" x="4" y="%d" width="%d" height="%d" rx="4"/>`, top-3, d.width-8, bandHeight+6)
	c.set(fit(b.Name, smallFont, d.left-margin-8), margin, top+11, "small", "")
	c.raw(`<rect class="off" x="%d" y="%d" width="%d" height="%d" rx="2"/>`, d.left, top, d.right-d.left, bandHeight)
	for _, on := range b.On {
		from, to := d.time.at(on.From, d.left, d.right), d.time.at(on.To, d.left, d.right)
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
		parts = append(parts, fmt.Sprintf("from %s to %s %s", number(on.From/d.time.per), number(on.To/d.time.per), d.unit))
	}
	return "on " + strings.Join(parts, ", ") + "."
}

// drawMarks draws what happened above the panels, with a line through them where anything changed.
func (d *chartDrawing) drawMarks() {
	c := d.c
	c.decoration(func() {
		last := math.Inf(-1)
		for i := range d.marks {
			if m := &d.marks[i]; m.did() && m.x >= last+1 { // the first of those at one time stands highest
				last = m.x
				c.raw(`<path class="when" d="M%s %dV%d"/>`+"\n", px(m.x), d.markTop+m.row*markRow+markRow/2, d.axis)
			}
		}
	})
	for i := range d.marks {
		m := &d.marks[i]
		y := d.markTop + m.row*markRow + markRow/2
		c.item("happened", m.Address, m.Line, strings.Join(strings.Fields(m.Text), " "))
		width := float64(m.label.width) + 4*markSize
		left := m.x - 2*markSize
		if m.left {
			left = m.x + 2*markSize - width
		}
		c.raw(`<rect class="hit" x="%s" y="%d" width="%s" height="%d" rx="4"/>`, px(left), y-markRow/2, px(width), markRow)
		m.sign(c, m.x, y)
		if m.label.text != "" && m.left {
			c.raw("\n")
			c.set(m.label, int(m.x)-markSize-4, y+4, "small over", "end")
		} else if m.label.text != "" {
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
	limits := false
	for i, s := range d.scales {
		limits = limits || slices.ContainsFunc(d.curves[i].Limits, func(limit Limit) bool { return limit.Value >= s.low && limit.Value <= s.high })
	}
	if limits {
		l.add("limit of a condition", func(c *canvas, x, y int) {
			c.raw(`<path class="limit" d="M%d %dh%d"/>`+"\n", x, y, signWidth)
		})
	}
	return l
}
