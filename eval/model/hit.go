package model

import (
	"slices"

	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

// compiledTable is a table ready to run.
type compiledTable struct {
	hit     Hit
	columns []*feel.Program
	rules   []compiledRule
	outputs []Output
	ranks   [][]string // of each output: the order of its words, for PRIORITY and OUTPUT ORDER
	at      string
	index   *index
	globals []int // of each column: the slot that it reads, -1 where it is more than a name
	direct  bool  // the index decides alone, over names, and every output is a literal: no frame is needed
	slots   int   // of the frame
}

type compiledRule struct {
	cells  []*feel.CellProgram // nil: any value
	refs   []int
	then   []*feel.Program
	outs   []int
	origin string
	fixed  []*feel.Value // of each output: its value where that is a literal of the column's type
}

// compileTable compiles a table found at the address at.
func compileTable(t *tableUnit, at string, slots int) *compiledTable {
	c := &compiledTable{hit: t.hit, outputs: t.outputs, at: at, slots: slots}
	for _, col := range t.columns {
		c.columns = append(c.columns, feel.Compile(col.expr, feel.Origin{Address: at, Ref: col.ref}, slots))
	}
	for _, o := range t.outputs {
		c.ranks = append(c.ranks, o.Type.Values)
	}
	shared := map[*feel.Cell]*feel.CellProgram{}
	for i, r := range t.rules {
		origin := RuleAddress(at, i+1)
		cr := compiledRule{refs: r.refs, outs: r.outs, origin: origin}
		for k, cell := range r.cells {
			if cell == nil || cell.Any {
				cr.cells = append(cr.cells, nil)
				continue
			}
			p := shared[cell]
			if p == nil || !cell.Fixed() {
				p = feel.CompileCell(cell, feel.Origin{Address: origin, Ref: r.refs[k]})
				shared[cell] = p
			}
			cr.cells = append(cr.cells, p)
		}
		for k, e := range r.then {
			if e == nil {
				cr.then = append(cr.then, nil)
				continue
			}
			cr.then = append(cr.then, feel.Compile(e, feel.Origin{Address: origin, Ref: r.outs[k]}, slots))
		}
		cr.fixed = make([]*feel.Value, len(cr.then))
		for k, p := range cr.then {
			if p == nil {
				continue
			}
			if v, ok := p.Fixed(); ok {
				if v, ok = v.Convert(t.outputs[k].Type); ok {
					cr.fixed[k] = &v
				}
			}
		}
		c.rules = append(c.rules, cr)
	}
	c.index = newIndex(t)
	for _, p := range c.columns {
		slot, _ := p.Global()
		c.globals = append(c.globals, slot)
	}
	c.direct = c.isDirect()
	return c
}

// isDirect tells whether the index decides alone.
func (c *compiledTable) isDirect() bool {
	if c.index == nil || len(c.index.open) > 0 {
		return false
	}
	for k := range c.columns {
		if c.globals[k] < 0 && !c.index.columns[k].all {
			return false
		}
	}
	for i := range c.rules {
		if slices.Contains(c.rules[i].fixed, nil) {
			return false
		}
	}
	return true
}

// run evaluates the table (DMN 1.5, 8.2.10). An evaluation that is to explain itself reads no more columns than it
// needs, rule by rule; any other asks the index first. frame may be nil where the table is direct.
func (c *compiledTable) run(m *feel.Machine, frame []feel.Value) outcome {
	if c.direct && m.Read == nil {
		if i, known := c.first(m, nil, nil); known {
			return c.found(m, nil, i)
		}
	}
	pushed := len(c.columns)
	if frame == nil {
		frame = m.Push(c.slots)
		pushed += c.slots
	}
	values := m.Push(len(c.columns))
	out, known := outcome{}, false
	if c.index != nil && !c.direct && m.Read == nil {
		var i int
		if i, known = c.first(m, frame, values); known {
			out = c.found(m, frame, i)
		}
	}
	if !known {
		out = c.tryAll(m, frame, values)
	}
	m.Pop(pushed)
	return out
}

// found makes the outcome of the rule that the index found, -1 for none.
func (c *compiledTable) found(m *feel.Machine, frame []feel.Value, i int) outcome {
	if !m.Step() {
		return outcome{value: feel.Explained()}
	}
	if i < 0 {
		return c.settle(m, frame, nil)
	}
	return outcome{value: c.row(m, frame, i), rule: i + 1}
}

// tryAll tries the rules one after another; a column is read when the first rule needs it.
func (c *compiledTable) tryAll(m *feel.Machine, frame, values []feel.Value) outcome {
	known := make([]bool, len(c.columns))
	column := func(i int) feel.Value {
		if !known[i] {
			values[i], known[i] = c.columns[i].RunIn(m, frame), true
		}
		return values[i]
	}
	var hits []int
	for i := range c.rules {
		if !m.Step() {
			return outcome{value: feel.Explained()}
		}
		if !c.rules[i].matches(m, frame, column) {
			continue
		}
		if c.hit == First {
			return outcome{value: c.row(m, frame, i), rule: i + 1}
		}
		hits = append(hits, i)
	}
	return c.settle(m, frame, hits)
}

func (r *compiledRule) matches(m *feel.Machine, frame []feel.Value, column func(int) feel.Value) bool {
	for k, cell := range r.cells {
		if cell == nil {
			continue
		}
		if ok, _ := cell.Match(m, frame, column(k), feel.Origin{Address: r.origin, Ref: r.refs[k]}); !ok {
			return false
		}
	}
	return true
}

// row evaluates the outputs of rule i.
func (c *compiledTable) row(m *feel.Machine, frame []feel.Value, i int) feel.Value {
	if len(c.outputs) == 1 {
		return c.output(m, frame, i, 0)
	}
	o := feel.NewObject(len(c.outputs))
	for k := range c.outputs {
		o.Set(c.outputs[k].Name, c.output(m, frame, i, k))
	}
	return feel.ObjectOfMembers(o)
}

func (c *compiledTable) output(m *feel.Machine, frame []feel.Value, i, k int) feel.Value {
	r := &c.rules[i]
	if r.fixed[k] != nil {
		return *r.fixed[k]
	}
	if r.then[k] == nil {
		return feel.Value{}
	}
	v := r.then[k].RunIn(m, frame)
	out, ok := m.Convert(v, c.outputs[k].Type)
	if !ok {
		return m.Explain(feel.Origin{Address: r.origin, Ref: r.outs[k]}, feel.Span{}, "The output needs %s, but its expression gave %s.", c.outputs[k].Type.Phrase(), v.Brief())
	}
	return out
}

// settle makes the value of the rules that matched.
func (c *compiledTable) settle(m *feel.Machine, frame []feel.Value, hits []int) outcome {
	none := feel.Origin{Address: c.at, Ref: Absent}
	if c.hit == CollectCount {
		return outcome{value: feel.IntOf(int64(c.distinct(m, frame, hits))), rules: numbers(hits)}
	}
	if len(hits) == 0 {
		if c.hit.list() {
			return outcome{value: feel.ListOfValues(nil)}
		}
		return outcome{value: m.Explain(none, feel.Span{}, "No rule matches.")}
	}
	switch c.hit {
	case Unique:
		if len(hits) > 1 {
			return outcome{value: m.Explain(none, feel.Span{}, "Rules %s all match, but the hit policy is UNIQUE.", numberList(hits)), rules: numbers(hits)}
		}
		return outcome{value: c.row(m, frame, hits[0]), rule: hits[0] + 1}
	case AnyHit:
		v := c.row(m, frame, hits[0])
		for _, i := range hits[1:] {
			if w := c.row(m, frame, i); !m.Equal(v, w) {
				return outcome{value: m.Explain(none, feel.Span{}, "Rules %d and %d match with different outputs (%s, %s), but the hit policy is ANY.", hits[0]+1, i+1, v.Brief(), w.Brief()), rules: numbers(hits)}
			}
		}
		return outcome{value: v, rule: hits[0] + 1, rules: manyOnly(hits)}
	case Priority:
		best, value := -1, feel.Value{}
		for _, i := range hits {
			if v := c.row(m, frame, i); best < 0 || c.before(v, value) {
				best, value = i, v
			}
		}
		return outcome{value: value, rule: best + 1}
	}
	rows := make([]feel.Value, len(hits))
	for k, i := range hits {
		rows[k] = c.row(m, frame, i)
	}
	switch c.hit {
	case OutputOrder:
		order := make([]int, len(rows))
		for k := range order {
			order[k] = k
		}
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case c.before(rows[a], rows[b]):
				return -1
			case c.before(rows[b], rows[a]):
				return 1
			}
			return 0
		})
		sorted, rules := make([]feel.Value, len(rows)), make([]int, len(rows))
		for k, at := range order {
			sorted[k], rules[k] = rows[at], hits[at]+1
		}
		return outcome{value: feel.ListOfValues(sorted), rules: rules}
	case CollectSum, CollectMin, CollectMax:
		return outcome{value: c.aggregate(m, rows), rules: numbers(hits)}
	}
	return outcome{value: feel.ListOfValues(rows), rules: numbers(hits)}
}

// numbers makes rule numbers of row indexes.
func numbers(hits []int) []int {
	out := make([]int, len(hits))
	for i, h := range hits {
		out[i] = h + 1
	}
	return out
}

func manyOnly(hits []int) []int {
	if len(hits) == 1 {
		return nil
	}
	return numbers(hits)
}

// distinct counts the different outputs of the rules that matched: COLLECT COUNT counts values, not rules.
func (c *compiledTable) distinct(m *feel.Machine, frame []feel.Value, hits []int) int {
	var seen []feel.Value
	for _, i := range hits {
		v := c.row(m, frame, i)
		if !slices.ContainsFunc(seen, func(w feel.Value) bool { return m.Equal(v, w) }) {
			seen = append(seen, v)
		}
	}
	return len(seen)
}

// before reports whether output a stands before b in the order of the declared values (DMN 1.5, 8.2.10: the first
// output decides first).
func (c *compiledTable) before(a, b feel.Value) bool {
	for k := range c.outputs {
		i, j := c.rank(a, k), c.rank(b, k)
		if i != j {
			return i < j
		}
	}
	return false
}

func (c *compiledTable) rank(v feel.Value, k int) int {
	if len(c.outputs) > 1 {
		o, ok := v.Object()
		if !ok {
			return len(c.ranks[k])
		}
		v, _ = o.Get(c.outputs[k].Name)
	}
	s, _ := v.Text()
	if i := slices.Index(c.ranks[k], s); i >= 0 {
		return i
	}
	return len(c.ranks[k])
}

// aggregate sums the outputs, or takes the least or the greatest.
func (c *compiledTable) aggregate(m *feel.Machine, rows []feel.Value) feel.Value {
	at := feel.Origin{Address: c.at, Ref: Absent}
	acc := rows[0]
	for i, v := range rows {
		if v.IsNull() {
			return m.Explain(at, feel.Span{}, "One of the collected outputs is null; %s has no value.", c.hit)
		}
		if i == 0 {
			continue
		}
		switch c.hit {
		case CollectSum:
			sum, ok := add(acc, v)
			if !ok {
				return m.Explain(at, feel.Span{}, "%s and %s cannot be added.", acc.Brief(), v.Brief())
			}
			acc = sum
		default:
			order, ok := feel.Compare(v, acc)
			if !ok {
				return m.Explain(at, feel.Span{}, "%s and %s have no common order.", acc.Brief(), v.Brief())
			}
			if c.hit == CollectMin && order < 0 || c.hit == CollectMax && order > 0 {
				acc = v
			}
		}
	}
	return acc
}

func add(a, b feel.Value) (feel.Value, bool) {
	x, ok1 := a.Number()
	y, ok2 := b.Number()
	if !ok1 || !ok2 {
		return feel.Value{}, false
	}
	sum, cond := decimal.Add(x, y)
	return feel.NumberOf(sum), !cond.Failed()
}
