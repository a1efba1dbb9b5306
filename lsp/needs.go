package lsp

import (
	"slices"

	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// needs returns the names of the inputs that decisions may read, directly or through others, in the model's order. A
// run tells only what it came to read; this is what a whole state has to say.
func needs(p *model.Program, names ...string) []string {
	seen := map[int]bool{}
	var inputs []*feel.Symbol
	for queue := slices.Clone(names); len(queue) > 0; {
		unit := p.Unit(queue[0])
		queue = queue[1:]
		if unit == nil {
			continue
		}
		for _, slot := range unit.Reads {
			if seen[slot] {
				continue
			}
			seen[slot] = true
			symbol := p.Symbol(slot)
			if symbol.Kind == feel.InputSymbol {
				inputs = append(inputs, symbol)
			} else {
				queue = append(queue, symbol.Name)
			}
		}
	}
	slices.SortFunc(inputs, func(a, b *feel.Symbol) int { return a.Slot - b.Slot })
	list := make([]string, len(inputs))
	for i, symbol := range inputs {
		list[i] = symbol.Name
	}
	return list
}
