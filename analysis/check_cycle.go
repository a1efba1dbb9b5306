package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
)

// checkCycles reports every member of a circle of decisions, and of functions in strict checks, with the way round.
func (a *modelAnalysis) checkCycles() {
	bySlot := map[int]*declaration{}
	edges := map[*declaration][]*declaration{}
	var nodes []*declaration
	for i, d := range a.declarations {
		bySlot[i] = d // declarations stand in the order of their slots
	}
	for _, d := range a.declarations {
		if d.unit == nil {
			continue
		}
		nodes = append(nodes, d)
		for _, slot := range d.unit.Reads {
			if to := bySlot[slot]; to != nil && to.unit != nil {
				edges[d] = append(edges[d], to)
			}
		}
	}
	for _, circle := range circles(nodes, edges) {
		a.reportCircle(circle, edges)
	}
}

// circles returns the strongly connected groups of more than one node, or of one that reads itself (Tarjan, iterative).
func circles[N comparable](nodes []N, edges map[N][]N) [][]N {
	type state struct{ index, low, next int }
	states := map[N]*state{}
	var stack, path []N
	onStack := map[N]bool{}
	var out [][]N
	enter := func(n N) {
		states[n] = &state{index: len(states), low: len(states)}
		stack, path, onStack[n] = append(stack, n), append(path, n), true
	}
	for _, root := range nodes {
		if states[root] != nil {
			continue
		}
		enter(root)
		for len(path) > 0 {
			n := path[len(path)-1]
			s := states[n]
			if s.next < len(edges[n]) {
				to := edges[n][s.next]
				s.next++
				if states[to] == nil {
					enter(to)
				} else if onStack[to] {
					s.low = min(s.low, states[to].index)
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				p := states[path[len(path)-1]]
				p.low = min(p.low, s.low)
			}
			if s.low != s.index {
				continue
			}
			var group []N
			for {
				last := stack[len(stack)-1]
				stack, onStack[last] = stack[:len(stack)-1], false
				group = append(group, last)
				if last == n {
					break
				}
			}
			if len(group) > 1 || slices.Contains(edges[n], n) {
				out = append(out, group)
			}
		}
	}
	return out
}

// maxSteps is how many steps of the way round a circle are told one by one.
const maxSteps = 8

// reportCircle marks every member of a group with a shortest way from it back to itself.
func (a *modelAnalysis) reportCircle(group []*declaration, edges map[*declaration][]*declaration) {
	c := newCircle(group, edges)
	for i, d := range group {
		code := DecisionCycle
		if d.unit.Function {
			if a.d.Level == Compact {
				continue // recursion runs in compact checks
			}
			code = FunctionCycle
		}
		x := Diagnostic{Code: code, Span: d.key.Span(), Address: d.address()}
		way := c.wayRound(i)
		if len(way) == 1 {
			x.Message = d.name + " reads itself."
			if d.unit.Function {
				x.Message = d.name + " calls itself; strict checks allow no recursion."
			}
		} else {
			var steps []string
			for i, n := range way {
				if i >= maxSteps-1 && i < len(way)-1 {
					continue // the last step closes the circle
				}
				to := way[(i+1)%len(way)]
				step := n.name + " reads " + to.name
				if len(way) > maxSteps && i == len(way)-1 {
					step = "and so on until " + step
				}
				steps = append(steps, step)
				x.Related = append(x.Related, Related{Span: a.useOf(n, to), Message: n.name + " reads " + to.name + " here."})
			}
			x.Message = nameList(way) + " need each other: " + strings.Join(steps, ", ") + "."
		}
		a.report(x)
	}
}

func nameList(ds []*declaration) string {
	names := make([]string, 0, maxSteps)
	for _, d := range ds[:min(len(ds), maxSteps)] {
		names = append(names, d.name)
	}
	last := len(names) - 1
	switch {
	case len(ds) > maxSteps:
		return strings.Join(names[:last], ", ") + fmt.Sprintf(" and %d more", len(ds)-last)
	case last == 0:
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// circle is a group of declarations of which each can be reached from each.
type circle struct {
	group []*declaration
	next  [][]int // by place in the group
	from  []int   // where a search came from, -1 where it was not yet
	queue []int
}

func newCircle(group []*declaration, edges map[*declaration][]*declaration) *circle {
	c := &circle{group: group, next: make([][]int, len(group)), from: make([]int, len(group))}
	place := make(map[*declaration]int, len(group))
	for i, d := range group {
		place[d] = i
	}
	for i, d := range group {
		for _, to := range edges[d] {
			if j, ok := place[to]; ok {
				c.next[i] = append(c.next[i], j)
			}
		}
	}
	return c
}

// wayRound is a shortest way from the i-th member back to itself.
func (c *circle) wayRound(i int) []*declaration {
	for j := range c.from {
		c.from[j] = -1
	}
	c.queue = append(c.queue[:0], i)
	for at := 0; at < len(c.queue); at++ {
		n := c.queue[at]
		for _, to := range c.next[n] {
			if to == i {
				way := []*declaration{c.group[n]}
				for n != i {
					n = c.from[n]
					way = append(way, c.group[n])
				}
				slices.Reverse(way)
				return way
			}
			if c.from[to] < 0 {
				c.from[to] = n
				c.queue = append(c.queue, to)
			}
		}
	}
	return []*declaration{c.group[i]}
}

// useOf is where n first reads to.
func (a *modelAnalysis) useOf(n, to *declaration) jsontree.Span {
	for _, t := range n.unit.Texts {
		for _, u := range t.Expression.Uses {
			if u.Kind == feel.NameUse && u.Symbol != nil && u.Symbol.Kind <= feel.FunctionSymbol && u.Symbol.Name == to.name {
				return innerSpan(a.textNode(n, t.Ref), u.Span)
			}
		}
	}
	return n.key.Span()
}
