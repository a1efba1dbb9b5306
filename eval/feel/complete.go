package feel

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Candidate is something that could stand at a place of an expression.
type Candidate struct {
	Name   string
	Symbol *Symbol // nil for members, words and keywords
	Type   *Type   // may be nil
	Kind   UseKind // NameUse, MemberUse or WordUse
	// Written is how it is written there, where that is not the name.
	Written string
	From    int // the bytes From..To of the text are what is typed of it so far
	To      int
}

// wordsOfGrammar are the keywords that start or go on with an expression.
var wordsOfGrammar = []string{"if", "then", "else", "for", "in", "return", "some", "every", "satisfies", "and", "or", "between", "true", "false", "null", "not", "instance of", "function"}

// Complete lists what could stand at offset: the members of what stands before a dot, else the names in sight and the
// words of the grammar. Names with blanks are found from any of their words that are typed already.
func Complete(text string, offset int, env *Env) []Candidate {
	offset = min(max(offset, 0), len(text))
	e := Parse(text[:offset]+"_", env)
	for i := len(e.Uses) - 1; i >= 0; i-- {
		if u := e.Uses[i]; u.Kind == MemberUse && u.Of != nil && u.Span.End >= offset {
			return members(text, offset, u)
		}
	}
	if dot := strings.TrimRight(text[:offset], " "); strings.HasSuffix(dot, ".") && !strings.HasSuffix(dot, "..") {
		return nil // a dot behind what has no members
	}
	if env == nil {
		env = &Env{}
	}
	var out []Candidate
	seen := map[string]bool{}
	add := func(name string, s *Symbol, t *Type) {
		from, ok := typed(text, offset, name)
		if !ok || seen[name] {
			return
		}
		seen[name] = true
		out = append(out, Candidate{Name: name, Symbol: s, Type: t, From: from, To: wordEnd(text, offset)})
	}
	for i := len(e.Uses) - 1; i >= 0; i-- {
		if u := e.Uses[i]; u.Kind == BindUse && u.Span.End < offset {
			add(u.Name, u.Symbol, u.Symbol.Type())
		}
	}
	for _, sc := range []*Scope{env.Locals, env.Globals, builtinScope()} {
		for _, s := range sc.Symbols() {
			add(s.Name, s, s.Type())
		}
	}
	for _, w := range wordsOfGrammar {
		add(w, nil, nil)
	}
	return begun(out, offset)
}

// begun leaves those that go on with words already typed, where there are any: behind "claim " stands "claim type", not
// another name.
func begun(cs []Candidate, offset int) []Candidate {
	i := slices.IndexFunc(cs, func(c Candidate) bool { return c.From < offset })
	if i < 0 {
		return cs
	}
	return slices.DeleteFunc(cs, func(c Candidate) bool { return c.From == offset })
}

// members lists the members that the use could name.
func members(text string, offset int, u Use) []Candidate {
	t := u.Of
	if t.Kind == ListType {
		t = t.Elem
	}
	var out []Candidate
	for _, f := range t.Members() {
		typedSoFar := text[u.Span.Start:offset]
		if strings.HasPrefix(strings.ToLower(f.Name), strings.ToLower(strings.TrimLeft(typedSoFar, " "))) {
			out = append(out, Candidate{Name: f.Name, Type: f.Type, Kind: MemberUse, From: u.Span.Start, To: wordEnd(text, offset)})
		}
	}
	return out
}

// typed finds where the part of name that is typed before offset starts; ok = false when what is typed starts another
// name.
func typed(text string, offset int, name string) (from int, ok bool) {
	low := strings.ToLower(name)
	start := offset - len(name)
	for i := max(start, 0); i < offset; i++ {
		if i > 0 {
			r, _ := utf8.DecodeLastRuneInString(text[:i])
			if namePart(r) {
				continue
			}
		}
		if strings.HasPrefix(low, strings.ToLower(text[i:offset])) && !isSpace(text[i]) {
			return i, true
		}
	}
	if offset > 0 {
		if r, _ := utf8.DecodeLastRuneInString(text[:offset]); namePart(r) {
			return 0, false
		}
	}
	return offset, true
}

// Words lists the words of a type that could stand at offset of a cell: what is typed since the last comma,
// parenthesis or comparator of it.
func Words(text string, offset int, t *Type) []Candidate {
	offset = min(max(offset, 0), len(text))
	words := t.Values
	if t.Kind == BooleanType {
		words = []string{"true", "false"}
	}
	from := strings.LastIndexAny(text[:offset], ",(<>=[\"") + 1
	if i := strings.LastIndex(text[from:offset], ".."); i >= 0 {
		from += i + len("..")
	}
	inQuotes := from > 0 && text[from-1] == '"'
	for from < offset && isSpace(text[from]) {
		from++
	}
	to := offset
	for to < len(text) && strings.IndexByte(",)]\"", text[to]) < 0 && !strings.HasPrefix(text[to:], "..") {
		to++
	}
	var out []Candidate
	for _, w := range words {
		if strings.HasPrefix(strings.ToLower(w), strings.ToLower(text[from:offset])) {
			out = append(out, Candidate{Name: w, Written: written(w, inQuotes), Type: t, Kind: WordUse, From: from, To: to})
		}
	}
	return out
}

// written writes a word as a cell reads it: in quotes where it would be read as a test or as several words.
func written(w string, inQuotes bool) string {
	switch {
	case inQuotes:
		q := quote(w)
		return q[1 : len(q)-1]
	case w == "-" || strings.ContainsAny(w, `,"()[]<>=`) || strings.Contains(w, "..") || strings.TrimSpace(w) != w:
		return quote(w)
	}
	return w
}
