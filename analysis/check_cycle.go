package analysis

import (
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

// reportCircle marks every member of a group with a shortest way from it back to itself.
func (a *modelAnalysis) reportCircle(group []*declaration, edges map[*declaration][]*declaration) {
	for _, d := range group {
		way := wayRound(d, group, edges)
		code := DecisionCycle
		if d.unit.Function {
			if a.d.Level == Compact {
				continue // recursion runs in compact checks
			}
			code = FunctionCycle
		}
		x := Diagnostic{Code: code, Span: d.key.Span(), Address: d.address()}
		if len(way) == 1 {
			x.Message = d.name + " reads itself."
			if d.unit.Function {
				x.Message = d.name + " calls itself; strict checks allow no recursion."
			}
		} else {
			var steps []string
			for i, n := range way {
				to := way[(i+1)%len(way)]
				steps = append(steps, n.name+" reads "+to.name)
				x.Related = append(x.Related, Related{Span: a.useOf(n, to), Message: n.name + " reads " + to.name + " here."})
			}
			x.Message = nameList(way) + " need each other: " + strings.Join(steps, ", ") + "."
		}
		a.report(x)
	}
}

func nameList(ds []*declaration) string {
	names := make([]string, len(ds))
	for i, d := range ds {
		names[i] = d.name
	}
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// wayRound is a shortest circle through d within its group.
func wayRound(d *declaration, group []*declaration, edges map[*declaration][]*declaration) []*declaration {
	from := map[*declaration]*declaration{}
	queue := []*declaration{d}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, to := range edges[n] {
			if to == d {
				way := []*declaration{n}
				for n != d {
					n = from[n]
					way = append(way, n)
				}
				slices.Reverse(way)
				return way
			}
			if from[to] == nil && slices.Contains(group, to) {
				from[to] = n
				queue = append(queue, to)
			}
		}
	}
	return []*declaration{d}
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
