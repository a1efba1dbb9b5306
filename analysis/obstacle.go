package analysis

import (
	"context"

	"github.com/scenariolsp/lsp/eval/model"
)

// Obstacles are the errors of a model that keep parts of it from running.
type Obstacles struct {
	program *model.Program
	first   *Diagnostic            // of a model that cannot run at all
	at      map[string]*Diagnostic // the first error of a declaration, by its address
	types   *Diagnostic            // the first error among the types, on which everything may rest
}

// Obstacles finds what keeps parts of a model from running. What only the strict level refuses is none: whatever the
// compact parser accepts runs (model-format.md, "Validation levels").
func (d *Document) Obstacles() *Obstacles {
	r := d.analysed()
	found, of := r.diagnostics, d
	if d.Level != Compact && firstError(found) != nil {
		source := d.Source
		source.Level = Compact
		of = Open(source, d.around, nil)
		r = of.analysed()
		found = r.diagnostics
	}
	o := &Obstacles{at: map[string]*Diagnostic{}}
	if r.model != nil {
		o.program = r.model.program
	}
	if o.program == nil {
		_, o.first = d.Program(context.Background())
		return o
	}
	for i := range found {
		x := &found[i]
		if x.Severity != Error {
			continue
		}
		address := x.Address
		if address == "" {
			address = of.AddressAt(x.Span.Start)
		}
		parts, ok := model.SplitAddress(address)
		if !ok || len(parts) < 2 {
			continue
		}
		declaration := model.Address(parts[0], parts[1])
		if o.at[declaration] == nil {
			o.at[declaration] = x
		}
		if parts[0] == "types" && o.types == nil {
			o.types = x
		}
	}
	return o
}

func firstError(found []Diagnostic) *Diagnostic {
	for i := range found {
		if found[i].Severity == Error {
			return &found[i]
		}
	}
	return nil
}

// Of returns the first error that the named decisions depend on, by whatever way they read, or nil when they can run.
func (o *Obstacles) Of(names ...string) *Diagnostic {
	if o.program == nil {
		return o.first
	}
	if len(o.at) == 0 {
		return nil
	}
	if o.types != nil {
		return o.types
	}
	seen := map[int]bool{}
	queue := append([]string{}, names...)
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		unit := o.program.Unit(name)
		if unit == nil {
			continue
		}
		section := "decisions"
		if unit.Function {
			section = "functions"
		}
		if x := o.at[model.Address(section, name)]; x != nil {
			return x
		}
		for _, slot := range unit.Reads {
			if seen[slot] {
				continue
			}
			seen[slot] = true
			symbol := o.program.Symbol(slot)
			if x := o.at[model.Address("inputs", symbol.Name)]; x != nil {
				return x
			}
			queue = append(queue, symbol.Name)
		}
	}
	return nil
}
