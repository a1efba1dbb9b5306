package feel

import "sync"

// builtins is the table of built-in functions, one row each, by family.
var builtins = sync.OnceValue(func() []Builtin {
	var all []Builtin
	for _, family := range [][]Builtin{
		conversionFunctions,
		booleanFunctions,
		stringFunctions,
		numberFunctions,
		temporalFunctions,
		listFunctions,
		aggregateFunctions,
		contextFunctions,
		rangeFunctions,
	} {
		all = append(all, family...)
	}
	return all
})

// Builtins returns the table of built-in functions.
func Builtins() []Builtin { return builtins() }

var builtinScope = sync.OnceValue(func() *Scope {
	rows := builtins()
	symbols := make([]*Symbol, len(rows))
	for i := range rows {
		symbols[i] = &Symbol{Name: rows[i].Name, Kind: BuiltinSymbol, Typ: AnyFunction, Builtin: &rows[i]}
	}
	return NewScope(symbols)
})
