package feel

import (
	"strings"
	"unicode/utf8"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

// stringFunctions are the functions of texts (DMN 1.5, 10.3.4.3). Positions and lengths count characters (code points).
var stringFunctions = []Builtin{
	{Name: "substring", Section: "10.3.4.3", Doc: "The part of the text from a position on, to its end or of so many characters. The first character is at 1, the last at -1.", Example: `substring("foobar", 3, 3)`,
		Signatures: []Signature{{Params: []Param{req("string", String), req("start position", Number), opt("length", Number)}, Result: String, Call: substring}}},
	{Name: "string length", Section: "10.3.4.3", Doc: "The number of characters of the text.", Example: `string length("foo")`,
		Signatures: ofText(Number, func(s string) Value { return IntOf(int64(utf8.RuneCountInString(s))) })},
	{Name: "upper case", Section: "10.3.4.3", Doc: "The text with every letter in upper case.", Example: `upper case("aBc4")`,
		Signatures: ofText(String, func(s string) Value { return StringOf(strings.ToUpper(s)) })},
	{Name: "lower case", Section: "10.3.4.3", Doc: "The text with every letter in lower case.", Example: `lower case("aBc4")`,
		Signatures: ofText(String, func(s string) Value { return StringOf(strings.ToLower(s)) })},
	{Name: "substring before", Section: "10.3.4.3", Doc: "The text before the first occurrence of another; empty where it does not occur.", Example: `substring before("foobar", "bar")`,
		Signatures: ofTexts(String, func(s, match string) Value {
			before, _, found := strings.Cut(s, match)
			if !found {
				return StringOf("")
			}
			return StringOf(before)
		})},
	{Name: "substring after", Section: "10.3.4.3", Doc: "The text after the first occurrence of another; empty where it does not occur.", Example: `substring after("foobar", "ob")`,
		Signatures: ofTexts(String, func(s, match string) Value {
			_, after, _ := strings.Cut(s, match)
			return StringOf(after)
		})},
	{Name: "contains", Section: "10.3.4.3", Doc: "Whether the text contains another.", Example: `contains("foobar", "oba")`,
		Signatures: ofTexts(Boolean, func(s, match string) Value { return BooleanOf(strings.Contains(s, match)) })},
	{Name: "starts with", Section: "10.3.4.3", Doc: "Whether the text begins with another.", Example: `starts with("foobar", "fo")`,
		Signatures: ofTexts(Boolean, func(s, match string) Value { return BooleanOf(strings.HasPrefix(s, match)) })},
	{Name: "ends with", Section: "10.3.4.3", Doc: "Whether the text ends with another.", Example: `ends with("foobar", "bar")`,
		Signatures: ofTexts(Boolean, func(s, match string) Value { return BooleanOf(strings.HasSuffix(s, match)) })},
	{Name: "matches", Section: "10.3.4.3", Doc: "Whether a regular expression of XPath matches anywhere in the text. Flags: i ignores case, m lets ^ and $ match at lines, s lets a dot match newlines, x ignores white space in the pattern.", Example: `matches("ABC-123", "^[A-Z]{3}-\d+$")`,
		Signatures: []Signature{{Params: []Param{req("input", String), req("pattern", String), absent("flags", String)}, Result: Boolean, Call: matchesPattern}}},
	{Name: "replace", Section: "10.3.4.3", Doc: "The text with another in place of every match of a regular expression. In the replacement $1 to $9 stand for what the groups matched, $0 for the whole match, \\$ for a dollar sign. Flags are those of matches.", Example: `replace("abcd", "(ab)|(a)", "[1=$1][2=$2]")`,
		Signatures: []Signature{{Params: []Param{req("input", String), req("pattern", String), req("replacement", String), absent("flags", String)}, Result: String, Call: replaceByPattern}}},
	{Name: "split", Section: "10.3.4.3", Doc: "The texts between the matches of a regular expression.", Example: `split("John Doe", "\s")`,
		Signatures: []Signature{{Params: []Param{req("string", String), req("delimiter", String)}, Result: ListOf(String), Call: splitByPattern}}},
	{Name: "string join", Section: "10.3.4.3", Doc: "The texts of a list one after the other, with a delimiter between each two where one is given. Nulls in the list are left out.", Example: `string join(["a", "b", "c"], " and ")`,
		Signatures: []Signature{{Params: []Param{req("list", ListOf(String)), absent("delimiter", String)}, Result: String, Call: stringJoin}}},
}

// bytesPerStep is how much of a text is read in about the time of one step.
const bytesPerStep = 64

// ofText is the signature of a function of one text.
func ofText(result *Type, f func(s string) Value) []Signature {
	return []Signature{{Params: []Param{req("string", String)}, Result: result, Call: func(c *call, a []Value) Value {
		s, _ := a[0].Text()
		if !c.m.spend(len(s) / bytesPerStep) {
			return explained
		}
		return f(s)
	}}}
}

// ofTexts is the signature of a function that looks for one text in another.
func ofTexts(result *Type, f func(s, match string) Value) []Signature {
	return []Signature{{Params: []Param{req("string", String), req("match", String)}, Result: result, Call: func(c *call, a []Value) Value {
		s, _ := a[0].Text()
		match, _ := a[1].Text()
		if !c.m.spend((len(s) + len(match)) / bytesPerStep) {
			return explained
		}
		return f(s, match)
	}}}
}

// substring cuts characters out of a text. Longer lengths than there are characters take the rest.
func substring(c *call, a []Value) Value {
	s, _ := a[0].Text()
	if !c.m.spend(len(s) / bytesPerStep) {
		return explained
	}
	size := int64(utf8.RuneCountInString(s))
	start, ok := a[1].num.Int64()
	if start < 0 {
		start += size + 1
	}
	if !ok || start < 1 || start > size {
		return c.null("There is no position %s in %s, which has %s; the first is at 1, the last at -1.", describe(a[1]), describe(a[0]), count(int(size), "character"))
	}
	length := size - start + 1
	if n := a[2].num; !a[2].IsNull() {
		if !n.IsInteger() || n.IsNeg() {
			return c.null("The length of a substring is a whole number from 0 on, not %s.", describe(a[2]))
		}
		if n.Cmp(decimal.FromInt(length)) < 0 {
			length, _ = n.Int64()
		}
	}
	low := runeOffset(s, start-1)
	return StringOf(s[low : low+runeOffset(s[low:], length)])
}

// runeOffset is the length in bytes of the first n characters.
func runeOffset(s string, n int64) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

func matchesPattern(c *call, a []Value) Value {
	input, _ := a[0].Text()
	p, null, ok := c.patternOf(a[1], a[2])
	if !ok {
		return null
	}
	found, err := p.Match(input, c.m.spend)
	return c.searched(BooleanOf(found), err)
}

func replaceByPattern(c *call, a []Value) Value {
	input, _ := a[0].Text()
	replacement, _ := a[2].Text()
	p, null, ok := c.patternOf(a[1], a[3])
	if !ok {
		return null
	}
	out, err := p.Replace(input, replacement, maxText, c.m.spend)
	return c.searched(StringOf(out), err)
}

func splitByPattern(c *call, a []Value) Value {
	input, _ := a[0].Text()
	p, null, ok := c.patternOf(a[1], Value{})
	if !ok {
		return null
	}
	pieces, err := p.Split(input, c.m.spend)
	items := make([]Value, len(pieces))
	for i, piece := range pieces {
		items[i] = StringOf(piece)
	}
	return c.searched(ListOfValues(items), err)
}

func stringJoin(c *call, a []Value) Value {
	items, _ := a[0].Items()
	delimiter, _ := a[1].Text()
	var b strings.Builder
	first := true
	for _, it := range items {
		if !c.step() {
			return explained
		}
		s, ok := it.Text()
		if !ok {
			continue // null
		}
		if !first {
			b.WriteString(delimiter)
		}
		first = false
		b.WriteString(s)
		if b.Len() > maxText {
			return c.null("The text would be longer than is allowed (%d bytes).", maxText)
		}
	}
	return StringOf(b.String())
}
