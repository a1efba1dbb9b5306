package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
)

// Explain says what a word of the format means that names no declaration: a member, a type, a kind, an operator, a unit, a
// value of an input. What completion offers at a place documents what stands there.
func (d *Document) Explain(off int) (out Description, span jsontree.Span, ok bool) {
	n := d.Tree().NodeAt(off)
	if n.Kind() != jsontree.String || n.Text() == "" || d.Kind == nil {
		return out, span, false
	}
	c := &completer{d: d, off: n.ContentSpan().End, spot: &spot{quoted: true}, m: d.analysed().model}
	if c.m != nil {
		if out, span, ok = c.explainType(n, off); ok {
			if !span.Contains(off) { // pointed at is the quotation mark, or the arrow
				span = n.Span()
			}
			return out, span, true
		}
		if _, t := c.textAt(n); t != nil {
			return out, span, false // its names and words are occurrences
		}
	}
	d.Kind.complete(c, n)
	i := slices.IndexFunc(c.out, func(x Completion) bool { return x.Label == n.Text() && x.raw == "" })
	if i < 0 {
		return out, span, false
	}
	x := &c.out[i]
	out = Description{Kind: x.Kind, Name: x.Label, Doc: x.Doc}
	if x.typ {
		out.Type = x.Detail
	} else if x.Detail != "" {
		out.Notes = []string{upperFirst(x.Detail) + "."}
	}
	return out, n.Span(), true
}

// explainType says what a type is: a word of it by its place among the others, a name by what it stands for.
func (c *completer) explainType(n *jsontree.Node, off int) (out Description, span jsontree.Span, ok bool) {
	s := &c.m.sections
	if n.IsKey() {
		t := c.m.types.byName[n.Text()]
		if n.Parent() != s.types || t == nil {
			return out, span, false
		}
		return Description{Kind: KindType, Name: n.Text(), Type: t.Named("").String()}, n.Span(), true
	}
	text, from := n.Text(), 0
	row := n.Parent()
	switch {
	case row.Kind() == jsontree.Array && row.Index() == 0 && isTable(row.Parent(), s) && strings.HasPrefix(strings.TrimSpace(text), "=>"):
		from = max(strings.Index(text, "=>")+2, strings.LastIndexByte(text, ':')+1)
	case n.Parent().Parent() == s.questions && s.questions != nil, !c.isType(n) && !c.isWordOfType(n):
		return out, span, false
	}
	if row.Kind() == jsontree.Array && (row.Key().Text() == "$enum" || row.Key().Text() == "$levels") {
		var words []string
		for _, e := range row.Elements() {
			words = append(words, textOf(e))
		}
		t := feel.EnumOf(words)
		if row.Key().Text() == "$levels" {
			t = feel.LevelsOf(words)
		}
		return describeWord(text, t, ""), n.Span(), true
	}
	whole := strings.TrimSpace(text[from:])
	t, err := feel.ParseType(whole, c.m.types.find)
	if err != nil {
		return out, span, false
	}
	start := from + strings.Index(text[from:], whole)
	if c.m.types.byName[whole] == nil && len(t.Values) > 0 { // the word that is pointed at
		at := n.InnerOffset(min(max(off, n.ContentSpan().Start), n.ContentSpan().End))
		for part := range strings.FieldsFuncSeq(whole, func(r rune) bool { return r == '|' || r == '<' }) {
			word := strings.TrimSpace(part)
			i := start + strings.Index(text[start:], part)
			if i <= at && at <= i+len(part) {
				i += strings.Index(part, word)
				return describeWord(word, t, ""), innerSpan(n, feel.Span{Start: i, End: i + len(word)}), true
			}
			start = i + len(part)
		}
	}
	out = Description{Kind: KindType, Name: whole, Doc: plainTypeDocs[whole]}
	if c.m.types.byName[whole] != nil {
		out.Type = t.Named("").String()
	}
	return out, innerSpan(n, feel.Span{Start: start, End: start + len(whole)}), true
}

// isWordOfType tells a word in the array of $enum or $levels.
func (c *completer) isWordOfType(n *jsontree.Node) bool {
	key := n.Parent().Key()
	return n.Parent().Kind() == jsontree.Array && (key.Text() == "$enum" || key.Text() == "$levels") && c.isType(n.Parent().Parent())
}

// describeWord says what a word is among the others of its type.
func describeWord(word string, t *feel.Type, option string) Description {
	return Description{Kind: KindWord, Name: word, Type: t.String(), Doc: wordDoc(t, word, option)}
}

// wordDoc says what a value of a type means: the option that explains it, and the rank of a level.
func wordDoc(t *feel.Type, word, option string) string {
	i := slices.Index(t.Values, word)
	if t.Kind != feel.LevelsType || i < 0 {
		return option
	}
	rank := fmt.Sprintf("Level %d, counted from 0: %s.", i, joined(t.Values, " < "))
	if option == "" {
		return rank
	}
	return strings.TrimSuffix(option, ".") + ". " + rank
}
