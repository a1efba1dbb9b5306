package feel_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/eval/feel"
)

func TestStrings(t *testing.T) {
	expectAll(t, []expectation{
		{`substring("foobar", 3)`, `"obar"`, ``},
		{`substring("foobar", 3, 3)`, `"oba"`, ``},
		{`substring("foobar", 3, 99)`, `"obar"`, ``},
		{`substring("foobar", 3, 1e40)`, `"obar"`, ``},
		{`substring("foobar", 3, 0)`, `""`, ``},
		{`substring("foobar", -2, 1)`, `"a"`, ``},
		{`substring("foobar", -6)`, `"foobar"`, ``},
		{`substring("🐎😀x", 2, 1)`, `"😀"`, ``},
		{`substring(string: "foobar", start position: 6)`, `"r"`, ``},
		{`substring("foobar", 0)`, `null`, `There is no position 0 in "foobar", which has 6 characters; the first is at 1, the last at -1.`},
		{`substring("foobar", 7)`, `null`, `There is no position 7 in "foobar", which has 6 characters`},
		{`substring("foobar", -7)`, `null`, `There is no position -7 in "foobar"`},
		{`substring("", 1)`, `null`, `There is no position 1 in "", which has no characters`},
		{`substring("foobar", 1.5)`, `null`, `There is no position 1.5`},
		{`substring("foobar", 1e40)`, `null`, `There is no position 1`},
		{`substring("foobar", 1, -1)`, `null`, `The length of a substring is a whole number from 0 on, not -1.`},
		{`substring("foobar", 1, 1.5)`, `null`, `The length of a substring is a whole number from 0 on, not 1.5.`},
		{`substring("foobar", 1, null)`, `null`, `length of substring is null.`},
		{`substring(null, 1)`, `null`, `string of substring is null.`},

		{`string length("")`, `0`, ``},
		{`string length("foo")`, `3`, ``},
		{`string length("🐎😀")`, `2`, ``},
		{`string length("e\u0301")`, `2`, ``}, // characters, not what is drawn as one
		{`string length(null)`, `null`, `string of string length is null.`},

		{`upper case("aBc4ß")`, `"ABC4ß"`, ``},
		{`lower case("ABc4É")`, `"abc4é"`, ``},
		{`upper case(["a"])`, `"A"`, ``},
		{`upper case(null)`, `null`, `string of upper case is null.`},

		{`substring before("foobar", "bar")`, `"foo"`, ``},
		{`substring before("foobar", "xyz")`, `""`, ``},
		{`substring before("foobar", "")`, `""`, ``},
		{`substring after("foobar", "ob")`, `"ar"`, ``},
		{`substring after("foobar", "xyz")`, `""`, ``},
		{`substring after("foobar", "")`, `"foobar"`, ``},
		{`substring after("", "a")`, `""`, ``},
		{`substring after("a", null)`, `null`, `match of substring after is null.`},

		{`contains("foobar", "oba")`, `true`, ``},
		{`contains("foobar", "")`, `true`, ``},
		{`contains("", "a")`, `false`, ``},
		{`contains("foobar", null)`, `null`, `match of contains is null.`},
		{`starts with("foobar", "fo")`, `true`, ``},
		{`starts with("foobar", "ob")`, `false`, ``},
		{`starts with(match: "f", string: "foobar")`, `true`, ``},
		{`ends with("foobar", "r")`, `true`, ``},
		{`ends with("foobar", "fo")`, `false`, ``},

		{`string join(["a", "b", "c"])`, `"abc"`, ``},
		{`string join(["a", "b", "c"], " and ")`, `"a and b and c"`, ``},
		{`string join(["a", "b"], null)`, `"ab"`, ``},
		{`string join([null, "a", null, "", "c", null], "-")`, `"a--c"`, ``},
		{`string join([], "X")`, `""`, ``},
		{`string join([null], "X")`, `""`, ``},
		{`string join("a", "X")`, `"a"`, ``},
		{`string join(null)`, `null`, `list of string join is null.`},
	})
}

func TestPatterns(t *testing.T) {
	expectAll(t, []expectation{
		{`matches("ABC-123", "^[A-Z]{3}-\d+$")`, `true`, ``},
		{`matches("abracadabra", "^bra")`, `false`, ``},
		{`matches("abracadabra", "BRA", "i")`, `true`, ``},
		{`matches("abracadabra", "bra", null)`, `true`, ``},
		{`matches(flags: "x", input: "a b", pattern: "a [ ] b")`, `true`, ``},
		{`matches("aA", "(a)\1", "i")`, `true`, ``},
		{`matches("input", null)`, `null`, `pattern of matches is null.`},
		{`matches("a", "bra", "p")`, `null`, `'p' is no flag of a pattern: flags are s, m, i and x.`},
		{`matches("h", "(.)\2")`, `null`, `"(.)\2" is no pattern: \2 at character 4 refers back to a group that is not closed before it.`},
		{`matches("h", "(?=h)")`, `null`, `which neither XPath nor the engine (RE2) does.`},
		{`[matches("a", "["), matches("b", "a")]`, `[null, false]`, `"[" is no pattern: the [ at character 1 is never closed`},

		{`replace("abcd", "(ab)|(a)", "[1=$1][2=$2]")`, `"[1=ab][2=]cd"`, ``},
		{`replace("abracadabra", "a", "")`, `"brcdbr"`, ``},
		{`replace("0123456789", "(\d{3})(\d{3})(\d{4})", "($1) $2-$3")`, `"(012) 345-6789"`, ``},
		{`replace(input: "abc", pattern: "[A-Z]", replacement: "#", flags: "i")`, `"###"`, ``},
		{`replace("abc", "x*", "#")`, `null`, `"x*" also matches the empty text`},
		{`replace("abc", "b", "$")`, `null`, `The replacement "$" has a $ that no number of a group follows`},
		{`replace("abc", "b", null)`, `null`, `replacement of replace is null.`},

		{`split("John Doe", "\s")`, `["John", "Doe"]`, ``},
		{`split("a;b;c;;", ";")`, `["a", "b", "c", "", ""]`, ``},
		{`split("abc", ".*")`, `null`, `".*" also matches the empty text`},
		{`split("a|b", "|")`, `null`, `"|" also matches the empty text`},
		{`split("abc", null)`, `null`, `delimiter of split is null.`},
	})
}

// A machine compiles a pattern once and keeps no more than it may.
func TestPatternCache(t *testing.T) {
	for _, text := range []string{
		`count((for i in 1..2000 return matches("abc" + string(i), "c" + string(i) + "$"))[item])`,
		`count((for i in 1..2000 return matches("abc" + string(i), "c\d+$"))[item])`,
	} {
		if got, causes := outcome(t, text); got != "2000" {
			t.Errorf("%s is %s: %q", text, got, causes)
		}
	}
}

// A text that would grow without bound ends in a null with a cause or stops the evaluation.
func TestTextBounds(t *testing.T) {
	for _, text := range []string{
		`{a: string join(for i in 1..1000 return "0123456789"), b: string join(for i in 1..2000 return a), r: string length(b)}.r`,
		`{a: string join(for i in 1..9000 return "0123456789"), b: replace(a, "\d", a), r: string length(b)}.r`,
		`{a: for i in 1..1000 return "0123456789", b: for i in 1..1000 return a, c: for i in 1..1000 return b, r: string(c)}.r`,
	} {
		got, causes := outcome(t, text)
		if got != "null" || len(causes) != 1 || !strings.Contains(causes[0], "longer than is allowed (10000000 bytes)") {
			t.Errorf("%s is %s: %q", text, got, causes)
		}
	}
	layout := &feel.Layout{}
	text := `{a: string join(for i in 1..100000 return "0123456789"), r: for i in 1..100000 return contains(a, "x")}.r[1]`
	e := feel.Parse(text, &feel.Env{Layout: layout})
	m := &feel.Machine{}
	m.Reset(context.Background(), nil)
	feel.Compile(e, feel.Origin{}, layout.Size()).Run(m)
	if m.Err() == nil || !strings.Contains(m.Err().Error(), "steps") {
		t.Errorf("%s ends with %v", text, m.Err())
	}
}

// The parts of a text make it up again, counted in characters.
func TestSubstringsMakeUpTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOfN(rapid.SampledFrom([]rune(`ab"\ü🐎`)), 1, 10, -1).Draw(t, "text")
		n := rapid.IntRange(1, utf8.RuneCountInString(s)).Draw(t, "length")
		lit := feel.StringOf(s).Literal()
		cut := feel.IntOf(int64(n)).Literal()
		text := `substring(` + lit + `, 1, ` + cut + `) + substring(` + lit + ` + "!", ` + cut + ` + 1) = ` + lit + ` + "!" and string length(substring(` + lit + `, -` + cut + `)) = ` + cut
		if got, causes := outcome(t, text); got != "true" {
			t.Fatalf("%s is %s: %q", text, got, causes)
		}
	})
}

func BenchmarkMatchesInALoop(b *testing.B) {
	run := prepared(b, `for i in 1..100 return matches("ABC-123", "^[A-Z]{3}-\d+$")`)
	b.ReportAllocs()
	for b.Loop() {
		run()
	}
}
