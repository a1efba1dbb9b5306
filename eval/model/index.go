package model

import (
	"math/bits"
	"slices"

	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

// index answers which rules of a FIRST table can match without trying them one by one. Every column cuts its values
// into regions in which no constant cell changes its mind: the points and gaps of the sorted thresholds of numbers, the
// words of texts. A region holds the set of rules whose cell in that column takes it; the rules that match a state lie
// in the intersection of its regions. A cell that is no constant takes every region and is tried afterwards.
type index struct {
	columns []columnIndex
	words   int   // machine words of a rule set
	open    []int // rules with cells to be tried afterwards, ascending
}

// columnIndex is the index of one column. all is set where no rule tests the column.
type columnIndex struct {
	all     bool
	kind    indexKind
	bounds  []decimal.Decimal // ascending; numbers
	texts   map[string]int    // region by word
	words   []string          // the words of regions 1, 2, … where they are few: comparing them beats a map
	regions []uint64          // rule sets, one after another
}

type indexKind uint8

const (
	numberIndex  indexKind = iota // regions: below bound 0, bound 0, between 0 and 1, bound 1, …
	textIndex                     // region 0: any other text
	booleanIndex                  // false, true
)

// maxIndexed bounds the rules of an indexed table; the sets of larger ones would take more memory than they save time.
const maxIndexed = 4096

// newIndex builds the index of a table, nil where it would not help.
func newIndex(t *tableUnit) *index {
	n := len(t.rules)
	if t.hit != First || n == 0 || n > maxIndexed {
		return nil
	}
	x := &index{words: (n + 63) / 64, columns: make([]columnIndex, len(t.columns))}
	useful := false
	for k := range t.columns {
		if !x.column(t, k) {
			return nil
		}
		useful = useful || !x.columns[k].all
	}
	if !useful {
		return nil
	}
	slices.Sort(x.open)
	x.open = slices.Compact(x.open)
	return x
}

// column indexes column k; false means that the values of its type cannot be cut into regions.
func (x *index) column(t *tableUnit, k int) bool {
	c := &x.columns[k]
	var cells []*feel.Cell
	c.all = true
	for i, r := range t.rules {
		cell := r.cells[k]
		if cell != nil && cell.Any {
			cell = nil
		}
		if cell != nil && !cell.Fixed() {
			x.open = append(x.open, i)
			cell = nil
		}
		c.all = c.all && cell == nil
		cells = append(cells, cell)
	}
	if c.all {
		return true
	}
	switch t.columns[k].expr.Type.Kind {
	case feel.NumberType:
		return x.numbers(c, cells)
	case feel.StringType, feel.EnumType:
		return x.textRegions(c, cells)
	case feel.BooleanType:
		c.kind = booleanIndex
		x.fill(c, cells, []feel.Value{feel.False, feel.True})
		return true
	}
	return false
}

// numbers cuts the numbers at every bound that a cell mentions.
func (x *index) numbers(c *columnIndex, cells []*feel.Cell) bool {
	for _, cell := range cells {
		if cell == nil {
			continue
		}
		for _, t := range cell.Tests {
			for _, v := range boundsOf(t.Value) {
				d, ok := v.Number()
				if !ok {
					return false
				}
				c.bounds = append(c.bounds, d)
			}
		}
	}
	slices.SortFunc(c.bounds, decimal.Decimal.Cmp)
	c.bounds = slices.CompactFunc(c.bounds, decimal.Decimal.Equal)
	if len(c.bounds) == 0 {
		c.bounds = append(c.bounds, decimal.Decimal{})
	}
	one := decimal.FromInt(1)
	var probes []feel.Value
	below, cond := decimal.Sub(c.bounds[0], one)
	ok := !cond.Failed() && below.Cmp(c.bounds[0]) < 0
	probes = append(probes, feel.NumberOf(below))
	for i, b := range c.bounds {
		probes = append(probes, feel.NumberOf(b))
		next, cond := decimal.Add(b, one)
		if i+1 < len(c.bounds) {
			next, cond = decimal.Add(b, c.bounds[i+1])
			next, _ = decimal.Quo(next, decimal.FromInt(2))
			ok = ok && next.Cmp(c.bounds[i+1]) < 0
		}
		ok = ok && !cond.Failed() && next.Cmp(b) > 0
		probes = append(probes, feel.NumberOf(next))
	}
	if !ok {
		return false // bounds so far out or so close that no number lies between them
	}
	x.fill(c, cells, probes)
	return true
}

// boundsOf are the values at which a constant test may change its mind.
func boundsOf(v feel.Value) []feel.Value {
	r, ok := v.Range()
	if !ok {
		return []feel.Value{v}
	}
	var out []feel.Value
	for _, b := range []feel.Value{r.Low, r.High} {
		if !b.IsNull() {
			out = append(out, b)
		}
	}
	return out
}

// textRegions gives every word that a cell mentions a region of its own.
func (x *index) textRegions(c *columnIndex, cells []*feel.Cell) bool {
	c.kind, c.texts = textIndex, map[string]int{}
	probes := []feel.Value{feel.StringOf("\x00 no word of the table")}
	for _, cell := range cells {
		if cell == nil {
			continue
		}
		for _, t := range cell.Tests {
			s, ok := t.Value.Text()
			if !ok {
				return false // texts in ranges have an order; they are tried one by one
			}
			if _, known := c.texts[s]; !known {
				c.texts[s] = len(probes)
				probes = append(probes, feel.StringOf(s))
			}
		}
	}
	if len(probes) <= fewWords {
		for _, v := range probes[1:] {
			w, _ := v.Text()
			c.words = append(c.words, w)
		}
	}
	x.fill(c, cells, probes)
	return true
}

// fewWords is the number of regions of a text column up to which a walk beats a map.
const fewWords = 8

// fill computes the rule set of every region by asking the cells about a value in it.
func (x *index) fill(c *columnIndex, cells []*feel.Cell, probes []feel.Value) {
	c.regions = make([]uint64, len(probes)*x.words)
	m := &feel.Machine{}
	asked := map[*feel.Cell][]bool{}
	for i, cell := range cells {
		takes := asked[cell]
		if takes == nil && cell != nil {
			p := feel.CompileCell(cell, feel.Origin{})
			frame := make([]feel.Value, p.Slots())
			for _, v := range probes {
				ok, _ := p.Match(m, frame, v, feel.Origin{})
				takes = append(takes, ok)
			}
			asked[cell] = takes
		}
		for r := range probes {
			if cell == nil || takes[r] {
				c.regions[r*x.words+i/64] |= 1 << (i % 64)
			}
		}
	}
}

// region returns the region of a value; ok = false when the value is of no region, such as null.
func (c *columnIndex) region(v *feel.Value) (int, bool) {
	switch c.kind {
	case numberIndex:
		d, ok := v.Number()
		if !ok {
			return 0, false
		}
		lo, hi := 0, len(c.bounds)
		for lo < hi {
			mid := (lo + hi) / 2
			order := d.Cmp(c.bounds[mid])
			if order == 0 {
				return 2*mid + 1, true
			}
			if order > 0 {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		return 2 * lo, true
	case textIndex:
		s, ok := v.Text()
		if len(c.words) > 0 {
			for i, w := range c.words {
				if w == s {
					return i + 1, ok
				}
			}
			return 0, ok
		}
		return c.texts[s], ok
	}
	b, ok := v.Boolean()
	if b {
		return 1, ok
	}
	return 0, ok
}

// first finds the first rule that matches, -1 where none does. known = false means that the index cannot tell and the
// rules must be tried one by one.
func (c *compiledTable) first(m *feel.Machine, frame []feel.Value, values []feel.Value) (rule int, known bool) {
	x := c.index
	var room [8]uint64
	set := room[:0]
	for range x.words {
		set = append(set, ^uint64(0))
	}
	for k := range x.columns {
		col := &x.columns[k]
		if col.all {
			continue
		}
		var v *feel.Value
		if g := c.globals[k]; g >= 0 && len(x.open) == 0 {
			v = m.Load(g)
		} else {
			v = &values[k]
			*v = c.columns[k].RunIn(m, frame)
		}
		r, ok := col.region(v)
		if !ok {
			return 0, false
		}
		if x.words == 1 {
			set[0] &= col.regions[r]
			continue
		}
		for w, bits := range col.regions[r*x.words : (r+1)*x.words] {
			set[w] &= bits
		}
	}
	for w, word := range set {
		for word != 0 {
			i := w*64 + bits.TrailingZeros64(word)
			word &= word - 1
			if i >= len(c.rules) {
				return -1, true
			}
			if c.certain(m, frame, values, i) {
				return i, true
			}
		}
	}
	return -1, true
}

// certain tries what the index leaves open of rule i.
func (c *compiledTable) certain(m *feel.Machine, frame, values []feel.Value, i int) bool {
	if _, open := slices.BinarySearch(c.index.open, i); !open {
		return true
	}
	for k := range c.columns {
		if c.index.columns[k].all { // its cells are all open or "-", and the column is not read yet
			values[k] = c.columns[k].RunIn(m, frame)
		}
	}
	return c.rules[i].matches(m, frame, func(k int) feel.Value { return values[k] })
}
