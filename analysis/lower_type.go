package analysis

import (
	"errors"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
)

// typeAliases are what people write for types of other languages.
var typeAliases = map[string]string{
	"bool": "boolean", "int": "number", "integer": "number", "float": "number", "double": "number", "decimal": "number", "num": "number",
	"text": "string", "str": "string", "datetime": "date and time", "dateTime": "date and time", "timestamp": "date and time", "object": "any", "enum": "a|b|c",
}

// sameType tells whether text is what another language calls the type.
func sameType(text, name string) bool {
	return typeAliases[text] == name && name != "any" && feel.PlainType(name) != nil
}

// plainTypes are the names of the types without parts.
var plainTypes = []string{"boolean", "number", "string", "date", "time", "date and time", "days and time duration", "years and months duration", "duration", "any"}

// plainTypeDocs say what they are.
var plainTypeDocs = map[string]string{
	"boolean": "true or false.", "number": "A decimal number of up to 34 digits.", "string": "A free text; it needs a key of a JSON state.",
	"date": "A calendar date, in a state such as \"2026-10-01\".", "time": "A time of day, in a state such as \"10:30:00\".",
	"date and time":             "A date with its time, in a state such as \"2026-10-01T10:30:00Z\".",
	"days and time duration":    "A duration of days, hours, minutes and seconds, in a state such as \"P3DT4H\".",
	"years and months duration": "A duration of years and months, in a state such as \"P1Y6M\".",
	"duration":                  "A duration of either kind.", "any": "Any value; nothing is checked.",
}

// maxTypeNesting bounds the nesting of types in a document.
const maxTypeNesting = 40

// typ reads a type in any of its forms; what cannot be read is reported and becomes the type that silences its readers.
func (l *lowerer) typ(n *jsontree.Node) *feel.Type { return l.typeAt(n, 0) }

func (l *lowerer) typeAt(n *jsontree.Node, depth int) *feel.Type {
	if depth > maxTypeNesting {
		l.report(BadType, n.Span(), "The type nests more than %d levels deep.", maxTypeNesting)
		return feel.Wrong
	}
	switch n.Kind() {
	case jsontree.String:
		return l.typeText(n)
	case jsontree.Array:
		if n.Len() != 1 {
			l.report(BadType, n.Span(), "A list type has exactly one element, the type of its items; this has %d.", n.Len())
			return feel.Wrong
		}
		elem := l.typeAt(n.Elements()[0], depth+1)
		if elem.Kind == feel.WrongType {
			return feel.Wrong
		}
		return feel.ListOf(elem)
	case jsontree.Object:
		for _, form := range []string{"$enum", "$levels"} {
			if w := n.Get(form); w != nil {
				return l.words(n, w, form)
			}
		}
		if l.unknownForm(n) {
			return feel.Wrong
		}
		fields := make([]feel.Field, 0, n.Len())
		for _, m := range n.Members() {
			if m.Key.Kind() == jsontree.String {
				fields = append(fields, feel.Field{Name: own(m.Key.Text()), Type: l.typeAt(m.Value, depth+1)})
			}
		}
		return feel.ObjectOf(fields)
	case jsontree.Missing:
		return feel.Wrong
	}
	l.report(BadType, n.Span(), "A type is a text, a list with one element or an object of members, not %s.", kindPhrase(n))
	return feel.Wrong
}

// unknownForm reports a member such as $enums, which is no form of a type and no member of an object that anybody means.
func (l *lowerer) unknownForm(n *jsontree.Node) bool {
	for _, m := range n.Members() {
		if name := m.Key.Text(); m.Key.Kind() == jsontree.String && strings.HasPrefix(name, "$") {
			near := feel.Nearest(name, []string{"$enum", "$levels"})
			d := l.report(BadType, m.Key.Span(), "%q is no form of a type; there are $enum and $levels.%s", name, didYouMean(near))
			if near != "" {
				l.fix(d, "Change to \""+near+"\"", jsontree.ReplaceInString(m.Key, jsontree.Span{End: len(name)}, near))
			}
			return true
		}
	}
	return false
}

// typeText reads the text form of a type.
func (l *lowerer) typeText(n *jsontree.Node) *feel.Type {
	text := own(n.Text())
	if strings.TrimSpace(text) == "" {
		l.report(BadType, n.Span(), "The type is empty; it needs one such as boolean, number, string, date, a|b or low<high.")
		return feel.Wrong
	}
	t, err := feel.ParseType(text, l.named)
	if err == nil {
		return t
	}
	var unknown *feel.UnknownTypeError
	if !errors.As(err, &unknown) {
		l.wordForms(n, text, l.report(BadType, n.Span(), "The type %s.", err))
		return feel.Wrong
	}
	near := typeAliases[text]
	if near == "" {
		near = feel.Nearest(text, append(slices.Clone(plainTypes), l.names...))
	}
	d := l.report(UnknownType, n.Span(), "%q is no type.%s", text, didYouMean(near))
	if near != "" {
		l.fix(d, "Change to \""+near+"\"", jsontree.ReplaceValue(n, jsontree.EncodeString(near))).Safe = sameType(text, near)
	}
	return feel.Wrong
}

// wordForms offers the object forms of a type whose text does not part its words: each with what it can be taken for.
func (l *lowerer) wordForms(n *jsontree.Node, text string, d *Diagnostic) {
	both := strings.Contains(text, "|") && strings.Contains(text, "<")
	for _, f := range [][2]string{{"$enum", "|"}, {"$levels", "<"}} {
		var words []string
		for part := range strings.SplitSeq(text, f[1]) {
			if w := strings.TrimSpace(part); w != "" && !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
		if strings.Contains(text, f[1]) && len(words) > 1 {
			l.fix(d, "Write it as "+f[0]+" of "+listed(words), jsontree.ReplaceValue(n, jsontree.ObjectText(n, [2]string{f[0], "[" + encoded(words, "") + "]"}))).Preferred = !both
		}
	}
}

// words reads {"$enum": […]} or {"$levels": […]}.
func (l *lowerer) words(n, list *jsontree.Node, form string) *feel.Type {
	for _, m := range n.Members() {
		if m.Value != list {
			l.report(BadType, m.Key.Span(), "%s stands alone in its object; %q has no place beside it.", form, m.Key.Text())
			return feel.Wrong
		}
	}
	if list.Kind() != jsontree.Array || list.Len() == 0 {
		l.report(BadType, list.Span(), "%s needs an array of at least one text.", form)
		return feel.Wrong
	}
	var words []string
	for _, e := range list.Elements() {
		w := own(e.Text())
		switch {
		case e.Kind() == jsontree.Missing:
			return feel.Wrong
		case e.Kind() != jsontree.String:
			l.report(BadType, e.Span(), "A value of %s is a text, not %s.", form, kindPhrase(e))
			return feel.Wrong
		case w == "":
			l.report(BadType, e.Span(), "A value of %s is not empty.", form)
			return feel.Wrong
		case slices.Contains(words, w):
			l.report(BadType, e.Span(), "%q stands twice in %s.", w, form)
			return feel.Wrong
		}
		words = append(words, w)
	}
	if form == "$enum" {
		return feel.EnumOf(words)
	}
	return feel.LevelsOf(words)
}

// typeTable resolves the types section.
type typeTable struct {
	names       []string
	byName      map[string]*feel.Type
	diagnostics []Diagnostic // relative to the section's start
}

// find returns the type declared under a name, or nil.
func (t *typeTable) find(name string) *feel.Type { return t.byName[name] }

// lowerTypes reads the types section; a type may use those declared behind it, but not itself.
func lowerTypes(section *jsontree.Node, level Level) *typeTable {
	t := &typeTable{byName: map[string]*feel.Type{}}
	if section == nil {
		return t
	}
	base := section.Span().Start
	nodes := map[string]jsontree.Member{}
	for _, m := range section.Members() {
		if m.Key.Kind() == jsontree.String {
			name := own(m.Key.Text())
			if _, twice := nodes[name]; !twice {
				t.names = append(t.names, name)
				nodes[name] = m
			}
		}
	}
	p := &part{}
	l := &lowerer{level: level, names: t.names, base: base, part: p}
	var path []string
	l.named = func(name string) *feel.Type {
		if done, ok := t.byName[name]; ok {
			return done
		}
		m, ok := nodes[name]
		if !ok || feel.PlainType(name) != nil {
			return nil // the format's own types cannot be declared anew
		}
		if i := slices.Index(path, name); i >= 0 {
			l.typeCycle(path[i:], nodes)
			return feel.Wrong
		}
		if len(path) > maxTypeNesting {
			l.report(BadType, m.Value.Span(), "Types use each other more than %d deep.", maxTypeNesting)
			t.byName[name] = feel.Wrong // said once
			return feel.Wrong
		}
		path = append(path, name)
		before := l.address
		l.address = "types." + quoted(name)
		typ := l.typ(m.Value)
		l.address = before
		path = path[:len(path)-1]
		if typ.Kind != feel.WrongType && feel.PlainType(typ.String()) == nil || len(typ.Values) > 0 {
			typ = typ.Named(name)
		}
		t.byName[name] = typ
		return typ
	}
	for _, name := range t.names {
		m := nodes[name]
		l.address = "types." + quoted(name)
		switch {
		case strings.TrimSpace(name) != name || name == "":
			l.report(BadName, m.Key.Span(), "%s", nameFault("a type", name))
		case feel.PlainType(name) != nil:
			l.report(NameCollision, m.Key.Span(), "%q is a type of the format already.", name)
		}
		l.named(name)
	}
	t.diagnostics = p.diagnostics
	return t
}

// typeCycle reports every member of a circle of types once.
func (l *lowerer) typeCycle(circle []string, nodes map[string]jsontree.Member) {
	for i, name := range circle {
		key := nodes[name].Key.Span()
		if slices.ContainsFunc(l.part.diagnostics, func(d Diagnostic) bool { return d.Code == TypeCycle && d.Span == l.rel(key) }) {
			continue
		}
		next := circle[(i+1)%len(circle)]
		before := l.address
		l.address = "types." + quoted(name)
		d := l.report(TypeCycle, key, "The type %s contains itself: %s.", name, strings.Join(append(slices.Clone(circle), circle[0]), " → "))
		d.Related = []Related{{Span: l.rel(nodes[next].Key.Span()), Message: name + " uses " + next + "."}}
		l.address = before
	}
}
