package feel

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// SymbolKind tells what declares a name.
type SymbolKind uint8

const (
	InputSymbol    SymbolKind = iota
	DecisionSymbol            // a decision of the model
	FunctionSymbol            // a function of the model
	LetSymbol                 // an intermediate value of a decision
	ParamSymbol               // a parameter of the function around
	LocalSymbol               // bound inside the expression: for, some, every, a context's entry, a literal's parameter
	MemberSymbol              // a member of the element that a filter looks at
	ColumnSymbol              // ?, the value of a table's column
	BuiltinSymbol             // a function of the standard
)

// Symbol is a declared name as an expression sees it.
type Symbol struct {
	Name string
	Kind SymbolKind
	// Slot is the place of the value: among the globals for inputs, decisions and functions, in the frame for lets,
	// parameters and locals.
	Slot int
	// Typ is the type where it is known beforehand; TypeOf, where set, finds it when it is first asked.
	Typ    *Type
	TypeOf func() *Type
	// Label is what messages call a column: its header. Empty elsewhere.
	Label string
	// Builtin is the row of the table of functions, for BuiltinSymbol.
	Builtin *Builtin
	// item is the symbol of the filtered element, for MemberSymbol.
	item *Symbol
}

// Type returns the type of the symbol's values.
func (s *Symbol) Type() *Type {
	if s.Typ == nil && s.TypeOf != nil {
		return orAny(s.TypeOf())
	}
	return orAny(s.Typ)
}

// callable reports whether the symbol can stand for a function. The type of a decision is not asked for: it may be the
// one that is being found.
func (s *Symbol) callable() bool {
	if s.Kind == FunctionSymbol {
		return true
	}
	return s.TypeOf == nil && (!orAny(s.Typ).Known() || s.Typ.Kind == FunctionType)
}

// Scope holds the names an expression can see and finds the longest that stands at a place
// (model-format.md, "Names": the longest declared name first). It is immutable once built.
type Scope struct {
	byHead map[string][]*Symbol // by the first word, the longest name first
	odd    bool                 // some name starts with a character that starts no name elsewhere
	all    []*Symbol

	spelled sync.Once // most scopes are never searched for a misspelt name
	words   *Vocabulary
}

// NewScope returns the scope of the given symbols; of two with one name the later stands.
func NewScope(symbols []*Symbol) *Scope {
	s := &Scope{byHead: make(map[string][]*Symbol, len(symbols)), all: symbols}
	for _, sym := range symbols {
		if sym.Name == "" {
			continue
		}
		h := head(sym.Name)
		if r, _ := utf8.DecodeRuneInString(sym.Name); !nameStart(r) {
			s.odd = true
		}
		s.byHead[h] = append(s.byHead[h], sym)
	}
	for h, syms := range s.byHead {
		sort.SliceStable(syms, func(i, j int) bool { return len(syms[i].Name) > len(syms[j].Name) })
		s.byHead[h] = syms
	}
	return s
}

// Symbols returns the symbols of the scope in the order they were given.
func (s *Scope) Symbols() []*Symbol {
	if s == nil {
		return nil
	}
	return s.all
}

// vocabulary returns the names of the scope.
func (s *Scope) vocabulary() *Vocabulary {
	if s == nil {
		return &Vocabulary{}
	}
	s.spelled.Do(func() {
		names := make([]string, len(s.all))
		for i, sym := range s.all {
			names[i] = sym.Name
		}
		s.words = NewVocabulary(names)
	})
	return s.words
}

// Lookup returns the symbol of exactly that name, or nil.
func (s *Scope) Lookup(name string) *Symbol {
	if s == nil {
		return nil
	}
	var found *Symbol
	for _, sym := range s.byHead[head(name)] {
		if sym.Name == name {
			found = sym
		}
	}
	return found
}

// match returns the symbol with the longest name that stands at text[pos:] and where it ends.
func (s *Scope) match(text string, pos int, h string) (*Symbol, int) {
	if s == nil {
		return nil, 0
	}
	var found *Symbol
	end := 0
	for _, sym := range s.byHead[h] {
		if found != nil && len(sym.Name) < len(found.Name) {
			break
		}
		if e := matchName(sym.Name, text, pos); e > 0 {
			found, end = sym, e
		}
	}
	return found, end
}

// group is the names that one part of an expression brings in sight.
type group struct {
	symbols []*Symbol
	byHead  map[string][]*Symbol // from manyMembers on
}

func (g *group) add(s *Symbol) {
	g.symbols = append(g.symbols, s)
	if g.byHead != nil {
		g.byHead[head(s.Name)] = append(g.byHead[head(s.Name)], s)
	}
}

// match returns the symbol with the longest name that stands at text[pos:] and where it ends; of two with one name the
// earlier stands.
func (g *group) match(text string, pos int, h string) (found *Symbol, end int) {
	for _, sym := range g.startingWith(h) {
		if e := matchName(sym.Name, text, pos); e > end {
			found, end = sym, e
		}
	}
	return found, end
}

// startingWith returns the symbols among which are all that start with the word h.
func (g *group) startingWith(h string) []*Symbol {
	if len(g.symbols) < manyMembers {
		return g.symbols
	}
	if g.byHead == nil {
		g.byHead = map[string][]*Symbol{}
		for _, s := range g.symbols {
			g.byHead[head(s.Name)] = append(g.byHead[head(s.Name)], s)
		}
	}
	return g.byHead[h]
}

// matchName returns where name ends when it stands at text[pos:], 0 otherwise. A blank of the name matches any
// white space, since a name may be broken over lines; a name never ends inside a word.
func matchName(name, text string, pos int) int {
	if name == "" {
		return 0
	}
	i := pos
	for j := 0; j < len(name); {
		if isSpace(name[j]) {
			if i >= len(text) || !isSpace(text[i]) {
				return 0
			}
			for j < len(name) && isSpace(name[j]) {
				j++
			}
			for i < len(text) && isSpace(text[i]) {
				i++
			}
			continue
		}
		if i >= len(text) || text[i] != name[j] {
			return 0
		}
		i++
		j++
	}
	last, _ := utf8.DecodeLastRuneInString(name)
	next, _ := utf8.DecodeRuneInString(text[i:])
	if i < len(text) && namePart(last) && namePart(next) {
		return 0
	}
	return i
}

// head returns the first word of a name, by which scopes find it.
func head(name string) string {
	n := wordEnd(name, 0)
	if n == 0 {
		_, n = utf8.DecodeRuneInString(name)
	}
	return name[:n]
}

// wordEnd returns the end of the run of name characters at text[pos:].
func wordEnd(text string, pos int) int {
	for pos < len(text) {
		if c := text[pos]; c < utf8.RuneSelf {
			if !asciiPart[c] {
				return pos
			}
			pos++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[pos:])
		if !namePart(r) {
			return pos
		}
		pos += n
	}
	return pos
}

var asciiPart = func() (t [utf8.RuneSelf]bool) {
	for c := range t {
		t[c] = c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return t
}()

// nameStart reports whether a name can start with r (DMN 1.5, 10.3.1.2, rule 28; ? is kept for the column's value).
func nameStart(r rune) bool {
	switch {
	case r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
		return true
	case r < 0xC0 || r == 0xD7 || r == 0xF7:
		return false
	case r <= 0x2FF, r >= 0x370 && r <= 0x37D, r >= 0x37F && r <= 0x1FFF, r == 0x200C, r == 0x200D,
		r >= 0x2070 && r <= 0x218F, r >= 0x2C00 && r <= 0x2FEF, r >= 0x3001 && r <= 0xD7FF,
		r >= 0xF900 && r <= 0xFDCF, r >= 0xFDF0 && r <= 0xFFFC, r >= 0x10000 && r <= 0xEFFFF:
		return true
	// symbols of the planes below, which people write as emoji
	case r >= 0x2190 && r <= 0x2BFF, r == 0xFE0F:
		return true
	}
	return false
}

// namePart reports whether a name can go on with r (DMN 1.5, 10.3.1.2, rule 29).
func namePart(r rune) bool {
	return nameStart(r) || r >= '0' && r <= '9' || r == 0xB7 || r >= 0x300 && r <= 0x36F || r == 0x203F || r == 0x2040
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// plainName reports whether a name needs no quotes as a key of a context.
func plainName(name string) bool {
	if name == "" || strings.TrimSpace(name) != name {
		return false
	}
	for i, r := range name {
		if !(namePart(r) || i > 0 && (r == ' ' || r == '-' || r == '+' || r == '*' || r == '/' || r == '\'' || r == '.')) || i == 0 && !nameStart(r) {
			return false
		}
	}
	return true
}
