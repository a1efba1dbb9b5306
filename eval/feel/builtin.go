package feel

// Builtin is a row of the table of built-in functions: completion, signature help, hover, the type checker and the
// evaluator all read it.
type Builtin struct {
	Name       string
	Signatures []Signature
	Doc        string // one or two sentences
	Section    string // of DMN 1.5
	Example    string // an expression that shows it
}

// Signature is one way to call a built-in function.
type Signature struct {
	Params []Param
	Result *Type
	// Infer, where set, narrows the result by the types of the arguments (one a parameter; nil where absent; the
	// variadic ones at the end).
	Infer func(args []*Type) *Type
	// Check, where set, says why a call with arguments of these types, laid out as for Infer, can have no value.
	Check func(args []*Type) string
	// Call computes the result. args has one value a parameter (null where an optional one is absent; the variadic
	// ones follow each other at the end), each of the parameter's type, none null unless the parameter says so.
	Call func(c *call, args []Value) Value
}

// Param is a parameter of a signature.
type Param struct {
	Name     string
	Type     *Type
	Optional bool // may be absent; then its value is null
	Null     bool // null is a value like others
	Variadic bool // the last: any number of arguments, one at least
}

// Lookup returns the built-in function of that name, or nil.
func Lookup(name string) *Builtin {
	if s := builtinScope().Lookup(name); s != nil {
		return s.Builtin
	}
	return nil
}
