package feel

// Node is a part of a parsed expression. Its type is known as soon as it is built.
type Node interface {
	Span() Span
	Type() *Type
}

type base struct {
	span Span
	typ  *Type
}

func (b *base) Span() Span  { return b.span }
func (b *base) Type() *Type { return b.typ }

type (
	// literalNode is a constant; fault says why one that cannot be is null.
	literalNode struct {
		base
		value Value
		fault string
	}
	// nameNode reads a name; symbol is nil when nothing declares it.
	nameNode struct {
		base
		name   string
		symbol *Symbol
		// item is set inside a filter whose elements may have a member of this name (what they have is known at run
		// time only): the member, where there is one, stands before the symbol.
		item *Symbol
	}
	// memberNode reads a member of an object, a part of a date or the members of a list's elements.
	memberNode struct {
		base
		of       Node
		name     string
		nameSpan Span
	}
	negateNode struct {
		base
		x Node
	}
	// binaryNode is arithmetic, comparison, and, or.
	binaryNode struct {
		base
		op          string
		left, right Node
		opSpan      Span
	}
	ifNode struct {
		base
		cond, then, els Node
	}
	// forNode is `for`; every iterator sees those before it, the body sees also `partial`.
	forNode struct {
		base
		iterators []iterator
		body      Node
		partial   *Symbol
	}
	// quantifiedNode is `some` and `every`.
	quantifiedNode struct {
		base
		every     bool
		iterators []iterator
		cond      Node
	}
	betweenNode struct {
		base
		x, low, high Node
	}
	// inNode is `x in tests`; each test is an expression or a testNode.
	inNode struct {
		base
		x     Node
		tests []Node
	}
	// testNode is a one-sided unary test: < 5. As a value it is a range.
	testNode struct {
		base
		op string
		x  Node
	}
	rangeNode struct {
		base
		low, high                 Node
		lowIncluded, highIncluded bool
	}
	// notNode negates a list of unary tests.
	notNode struct {
		base
		tests []Node
	}
	instanceNode struct {
		base
		x    Node
		want *Type
	}
	listNode struct {
		base
		items []Node
	}
	contextNode struct {
		base
		entries []contextEntry
		twice   string // a key that stands twice makes the whole null
	}
	filterNode struct {
		base
		of, cond Node
		item     *Symbol
	}
	callNode struct {
		base
		fn       Node
		args     []Node
		names    []string // of named arguments; nil for positional ones
		builtin  *Builtin
		nameSpan []Span
	}
	functionNode struct {
		base
		params []*Symbol
		body   Node
	}
	// badNode stands where an expression is missing or broken.
	badNode struct{ base }
)

type iterator struct {
	variable *Symbol
	source   Node
	to       Node // the end of `in a..b`
}

type contextEntry struct {
	key     string
	keySpan Span
	symbol  *Symbol
	value   Node
}

// ProblemKind sorts what is wrong with an expression; callers give each a code of their own.
type ProblemKind uint8

const (
	SyntaxProblem     ProblemKind = iota // cannot be read
	UnknownName                          // nothing declares the name
	UnknownMember                        // the object has no such member
	TypeProblem                          // the operands can never give a value
	NeverTrue                            // a comparison that no value can meet
	UnknownWord                          // a text that its enum or levels do not have
	ArityProblem                         // too few, too many or misnamed arguments
	NotAFunction                         // a call of what is no function
	ImpossibleLiteral                    // a date that does not exist, a pattern that cannot be read
	EmptyInterval                        // starts after its end
	BareWordIsName                       // a literal word that is spelt like a declared name
	TooDeep                              // nested beyond what is evaluated
)

// Problem is a fault of an expression.
type Problem struct {
	Kind    ProblemKind
	Span    Span
	Message string
	// Nearest is what the author may have meant at Span, empty where nothing is near.
	Nearest string
	// Of is the type whose words are needed at Span, for UnknownWord.
	Of *Type
}

// Use is a place where an expression names something.
type Use struct {
	Span   Span
	Name   string
	Symbol *Symbol // nil for members and words
	Kind   UseKind
	Of     *Type // the object or the words that have it, for members and words
}

// UseKind sorts uses.
type UseKind uint8

const (
	NameUse   UseKind = iota // reads a symbol
	BindUse                  // binds a local symbol
	MemberUse                // reads a member of an object
	WordUse                  // a bare word or a text that is a value of an enum or levels type
)

// Expression is a parsed and typed expression.
type Expression struct {
	Text     string
	Root     Node
	Type     *Type
	Problems []Problem
	Uses     []Use
}

// Broken reports whether the expression cannot be read as a whole.
func (e *Expression) Broken() bool {
	for _, p := range e.Problems {
		if p.Kind == SyntaxProblem || p.Kind == TooDeep {
			return true
		}
	}
	return false
}

// Layout hands out the slots of a frame; expressions that share a frame share a Layout.
type Layout struct{ n int }

// Slot returns a new slot.
func (l *Layout) Slot() int {
	l.n++
	return l.n - 1
}

// Size returns the number of slots handed out.
func (l *Layout) Size() int { return l.n }

// Env is what an expression can see.
type Env struct {
	Globals *Scope                  // inputs, decisions and functions of the model
	Locals  *Scope                  // lets or parameters around the expression, before the globals
	Hidden  *Scope                  // names of the model that the expression must not read
	Types   func(name string) *Type // named types, for `instance of` and parameters of function literals
	Layout  *Layout                 // nil: the expression has a frame of its own
}
