package pattern

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// free allows any work.
func free(int) bool { return true }

// atMost allows so many steps.
func atMost(steps int) Spend {
	return func(n int) bool {
		steps -= n
		return steps >= 0
	}
}

func compile(t testing.TB, source, flags string) *Pattern {
	t.Helper()
	p, err := Compile(source, flags)
	if err != nil {
		t.Fatalf("%q with flags %q: %v", source, flags, err)
	}
	return p
}

func TestMatch(t *testing.T) {
	tests := []struct {
		source, flags, text string
		want                bool
	}{
		{`bra`, "", "abracadabra", true},
		{`^bra`, "", "abracadabra", false},
		{`^a.*a$`, "", "abracadabra", true},
		{``, "", "", true},
		{`a||b`, "", "", true},

		// A dot matches neither newline nor carriage return, or both by flag s.
		{`Mary.Jones`, "", "Mary\rJones", false},
		{`Mary.Jones`, "", "Mary\nJones", false},
		{`Mary.Jones`, "s", "Mary\rJones", true},
		{`^.$`, "", "🐎", true},

		// Anchors are of the text, by flag m of lines; $ is not before a newline at the end.
		{`a$`, "", "a\n", false},
		{`a$`, "m", "a\n", true},
		{`^b$`, "", "a\nb\nc", false},
		{`^b$`, "m", "a\nb\nc", true},
		{`^$`, "m", "\nabcd\ndefg\n", true},
		{`^$`, "m", "abcd\n\ndefg\n ", true},
		{`^$`, "m", "abcd\ndefg\n", false}, // no line begins after the last newline
		{`\n^`, "m", "abcd\n", false},
		{`\n^`, "m", "abcd\n ", true},
		{`^$`, "m", "", true},
		{`(^a|b)+$`, "m", "ba\nabb\n", true},

		// Case variants, also of what has more than one.
		{`ABC`, "i", "abc", true},
		{`k`, "i", "\u212A", true},
		{`[a-k]`, "i", "\u212A", true},
		{`[A-Z]*$`, "i", "abZ", true},
		{`^[^Q]$`, "i", "q", false},
		{`^[A-Z-[OI]]$`, "i", "x", true},
		{`^[A-Z-[OI]]$`, "i", "X", true},
		{`^[A-Z-[OI]]$`, "i", "o", false},
		{`^\p{Lu}$`, "i", "a", false}, // a category is what it is
		{`straße`, "i", "STRAẞE", true},

		// White space in the pattern, but for classes, by flag x.
		{" hello[ ]world", "x", "hello world", true},
		{"he ll o[ ]worl d", "x", "hello world", true},
		{`\p{ I s B a s i c L a t i n }+`, "x", "hello world", true},
		{"a \\ . b", "x", "a.b", true},
		{`^[ \] ] a`, "x", "] a", false},
		{`^[ \] ] a`, "x", "]a", true},
		{`^[ \] ] a`, "x", " a", true},

		// Escapes and their sets.
		{`^\d{3}$`, "", "٠١٢", true}, // digits of every script
		{`^\D$`, "", "7", false},
		{`^\s$`, "", "\v", false},
		{`^\S\s\S$`, "", "a\tb", true},
		{`^\w+$`, "", "größe1€", true},
		{`^\w+$`, "", "snake_case", false}, // _ is punctuation
		{`^\W$`, "", "_", true},
		{`^\i\c*$`, "", "a-1.b", true},
		{`^\i\c*$`, "", "1a", false},
		{`^\I\C$`, "", "1!", true},
		{`^\.\\\?\*\+\{\}\(\)\[\]\|\-\^\$$`, "", `.\?*+{}()[]|-^$`, true},
		{`^\t\n\r$`, "", "\t\n\r", true},
		{`^\p{Sc}\P{L}$`, "", "€1", true},
		{`^\p{IsGreek}+$`, "", "λόγος", true},
		{`^\P{IsBasicLatin}$`, "", "a", false},
		{`^\p{Cn}$`, "", "\u0378", true},

		// Classes.
		{`^[a-c\-x-z]+$`, "", "a-z", true},
		{`^[-a]+[a-]+$`, "", "--", true},
		{`^[^-a]$`, "", "-", false},
		{`[0-9-.]*/`, "", "1.2-3/", true},
		{`^[\d\s]+$`, "", "1 2", true},
		{`^[^\d]$`, "", "1", false},
		{`^[a-z-[aeiou-[e]]]+$`, "", "the", true},
		{`^[a-z-[aeiou]]+$`, "", "the", false},
		{`[a-[a]]`, "", "a", false},
		{`^[+--]+$`, "", "+,-", true},
		{`^[.]$`, "", "x", false},
		{`^[a^]$`, "", "^", true},

		// Repetition.
		{`^a{2}$`, "", "aa", true},
		{`^a{2,}$`, "", "a", false},
		{`^(ab){1,2}?$`, "", "abab", true},
		{`^(a*)*$`, "", "aaaa", true},
		{`^(|a)+$`, "", "aaa", true},

		// Back-references.
		{`(.)\1`, "", "hello", true},
		{`(.)\1`, "", "helo", false},
		{`^(a)\1$`, "i", "aA", true},
		{`^(a)\1$`, "", "aA", false},
		{`^(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)\10$`, "", "abcdefghijj", true},
		{`^(.)\10$`, "", "aa0", true}, // there is one group, so 0 is a character
		{`^(?:(a)|b)\1$`, "", "b", true},
		{`^(a+)-\1$`, "", "aaa-aaa", true},
		{`^(a+)-\1$`, "", "aaa-aa", false},
		{`^((a)\2|b)+$`, "", "aabaa", true},
		{`^(a)(\1|b)$`, "", "ab", true},
		{`^(a|)*\1$`, "", "aaa", true},
		{`^(.)$\n\1`, "m", "a\na", true},
	}
	for _, test := range tests {
		p, err := Compile(test.source, test.flags)
		if err != nil {
			t.Errorf("%s", err)
			continue
		}
		got, err := p.Match(test.text, free)
		if err != nil || got != test.want {
			t.Errorf("%q with flags %q in %q: %v, %v; want %v", test.source, test.flags, test.text, got, err, test.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	tests := []struct{ source, flags, want string }{
		{`a`, "p", `'p' is no flag of a pattern: flags are s, m, i and x`},
		{`(.)\2`, "", `"(.)\2" is no pattern: \2 at character 4 refers back to a group that is not closed before it`},
		{`(a\1)`, "", `"(a\1)" is no pattern: \1 at character 3 refers back to a group that is not closed before it`},
		{`(asd)[\1]`, "", `"(asd)[\1]" is no pattern: \1 at character 7 is no escape of XPath patterns here: back-references stand outside of [ ] and count from 1`},
		{`a\bc`, "", `"a\bc" is no pattern: \b at character 2 is no escape of XPath patterns: they know no word boundaries`},
		{`a\/b`, "", `"a\/b" is no pattern: \/ at character 2 is no escape of XPath patterns: / needs none`},
		{`\Aa`, "", `"\Aa" is no pattern: \A at character 1 is no escape of XPath patterns; the start of the text is ^`},
		{`\q`, "", `"\q" is no pattern: \q at character 1 is no escape of XPath patterns`},
		{`a\`, "", `"a\" is no pattern: it ends in a \ that escapes nothing; a backslash is written \\`},
		{`(?=a)`, "", `"(?=a)" is no pattern: (?= at character 1 looks ahead or behind, or names a group, which neither XPath nor the engine (RE2) does`},
		{`(?i)a`, "", `"(?i)a" is no pattern: (?i at character 1 is no group of XPath: groups begin with ( or (?:, and flags are an argument of their own`},
		{`(a`, "", `"(a" is no pattern: a ( is never closed`},
		{`a)`, "", `"a)" is no pattern: the ) at character 2 closes nothing; as a character it is written \)`},
		{`*a`, "", `"*a" is no pattern: the * at character 1 has nothing to repeat; as a character it is written \*`},
		{`a**`, "", `"a**" is no pattern: the * at character 3 has nothing to repeat; as a character it is written \*`},
		{`(|+)`, "", `"(|+)" is no pattern: the + at character 3 has nothing to repeat; as a character it is written \+`},
		{`a{x}`, "", `"a{x}" is no pattern: the { at character 2 begins no count such as {2}, {2,} or {2,5}; as a character it is written \{`},
		{`a{3,2}`, "", `"a{3,2}" is no pattern: the count at character 2 goes from 3 to 2, the wrong way round`},
		{`a{1001}`, "", `"a{1001}" is no pattern: it repeats something more than 1000 times, which the engine (RE2) does not do`},
		{`(a{100}){100}`, "", `"(a{100}){100}" is no pattern: it repeats something more than 1000 times, which the engine (RE2) does not do`},
		{`a]`, "", `"a]" is no pattern: the ] at character 2 closes nothing; as a character it is written \]`},
		{`[]`, "", `"[]" is no pattern: the class at character 1 is empty; as a character ] is written \]`},
		{`x[a`, "", `"x[a" is no pattern: the [ at character 2 is never closed; as a character it is written \[`},
		{`[a[b]`, "", `"[a[b]" is no pattern: the [ at character 3 stands in a class; as a character it is written \[`},
		{`[a-z-[x]y]`, "", `"[a-z-[x]y]" is no pattern: the class at character 1 goes on after its subtraction`},
		{`[z-a]`, "", `"[z-a]" is no pattern: the range at character 2 does not go from a character to a later one`},
		{`[a-\d]`, "", `"[a-\d]" is no pattern: the range at character 2 does not go from a character to a later one`},
		{`\pL`, "", `"\pL" is no pattern: \p at character 1 needs a category or block in braces, such as \p{Lu}`},
		{`\p{Xx}`, "", `"\p{Xx}" is no pattern: "Xx" at character 1 names no category of Unicode`},
		{`\p{Greek}`, "", `"\p{Greek}" is no pattern: "Greek" at character 1 names no category of Unicode`},
		{`\P{IsKlingon}`, "", `"\P{IsKlingon}" is no pattern: "IsKlingon" at character 1 names no block of Unicode that is known here`},
		{strings.Repeat("()", 101), "", `it has more than 100 groups`},
		{strings.Repeat("a", 4001), "", `the pattern has 4001 bytes; at most 4000 are allowed`},
		{strings.Repeat(`[\w]{99}`, 400), "", `it is too large when its repetitions are written out`},
		{strings.Repeat(`(?:a{500})`, 50), "", `it is too large when its repetitions are written out`},
		{strings.Repeat("[a-", 1000), "", `its classes subtract from each other more than 50 deep`},
	}
	for _, test := range tests {
		p, err := Compile(test.source, test.flags)
		if err == nil {
			t.Errorf("%q is taken as %q", test.source, p)
			continue
		}
		if got := err.Error(); got != test.want && !(len(test.source) > 60 && strings.HasSuffix(got, test.want)) {
			t.Errorf("%q: %s\nwant %s", test.source, got, test.want)
		}
	}
}

func TestReplace(t *testing.T) {
	tests := []struct{ source, flags, text, replacement, want string }{
		{"a.*?a", "", "abracadabra", "*", "*c*bra"},
		{"a.*a", "", "abracadabra", "*", "*"},
		{"[iouy]", "", "facetiously", "[$0]", "facet[i][o][u]sl[y]"},
		{`(\d{3})(\d{3})(\d{4})`, "", "0123456789", "($1) $2-$3", "(012) 345-6789"},
		{"(ab)|(a)", "", "abcd", "[1=$1][2=$2]", "[1=ab][2=]cd"},
		{"(a)", "", "a", "$12", "a2"}, // there is one group, so 2 is a character
		{"a", "", "aa", "$1", ""},     // a group that does not exist matched nothing
		{"a", "", "a", `\$1\\`, `$1\`},
		{"def", "", "abc", "#", "abc"},
		{"^", "m", "", "", "-"},
		{"(.)\\1", "", "aabbc", "<$1>", "<a><b>c"},
		{"^.", "m", "ab\ncd\n", "#", "#b\n#d\n"},
		{"日", "", "今日は", "Tag", "今Tagは"},
		{".*?", "", "abc", "x", "-"},
		{"a", "", "a", "$", "-"},
		{"a", "", "a", "$x", "-"},
		{"a", "", "a", `\n`, "-"},
		{"a", "", "a", `\`, "-"},
	}
	for _, test := range tests {
		got, err := compile(t, test.source, test.flags).Replace(test.text, test.replacement, 1000, free)
		if err != nil {
			got = "-"
		}
		if got != test.want {
			t.Errorf("%q in %q by %q: %q, %v; want %q", test.source, test.text, test.replacement, got, err, test.want)
		}
	}
}

func TestReplaceRefusals(t *testing.T) {
	a := compile(t, "a", "")
	tests := []struct {
		p           *Pattern
		replacement string
		want        string
	}{
		{compile(t, "a*", ""), "", `"a*" also matches the empty text, so where it matches is not defined; a pattern that replaces or splits must match at least one character`},
		{a, "1$", `the replacement "1$" has a $ that no number of a group follows; a dollar sign is written \$`},
		{a, `C:\x`, `the replacement "C:\x" has a \ before something else than \ or $; a backslash is written \\`},
		{a, strings.Repeat("b", 600), "the text would be longer than is allowed (1000 bytes)"},
	}
	for _, test := range tests {
		if _, err := test.p.Replace("aaa", test.replacement, 1000, free); err == nil || err.Error() != test.want {
			t.Errorf("%v\nwant %s", err, test.want)
		}
	}
}

func TestSplit(t *testing.T) {
	tests := []struct {
		source, text string
		want         []string
	}{
		{`\s`, "John Doe", []string{"John", "Doe"}},
		{";", "a;b;c;;", []string{"a", "b", "c", "", ""}},
		{",", "", []string{""}},
		{`(\d)\1`, "a11b22c", []string{"a", "b", "c"}},
		{"[|]", "a|b", []string{"a", "b"}},
	}
	for _, test := range tests {
		got, err := compile(t, test.source, "").Split(test.text, free)
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("%q by %q: %v %s", test.text, test.source, err, diff)
		}
	}
	if _, err := compile(t, "x?", "").Split("axb", free); err == nil {
		t.Error("a pattern that matches the empty text splits")
	}
}

// Hostile patterns and texts end when the budget does.
func TestBudget(t *testing.T) {
	as := strings.Repeat("a", 5000)
	for _, test := range []struct {
		source, flags, text string
		steps               int
	}{
		{`^(a*)*(a*)*\1\1b$`, "", as, 2_000_000},
		{`(a+)+\1b`, "", as, 2_000_000},
		{`a*a*a*b`, "", strings.Repeat("a", 1_000_000), 50_000},
	} {
		p := compile(t, test.source, test.flags)
		if _, err := p.Match(test.text, atMost(test.steps)); err != ErrStopped {
			t.Errorf("%q: %v", test.source, err)
		}
		if _, err := p.Split(test.text, atMost(test.steps)); err != ErrStopped {
			t.Errorf("%q: %v", test.source, err)
		}
	}
	// Without back-references the walk is linear: what would take exponential time ends quickly.
	p := compile(t, `^(?:(?:a|aa)+)+$`, "m")
	if found, err := p.Match(strings.Repeat("a", 3000)+"b\n", atMost(1_000_000)); found || err != nil {
		t.Errorf("found %v, %v", found, err)
	}
	if _, err := p.Match(strings.Repeat("a", 10_000_000)+"\n", free); err != errVisited {
		t.Errorf("%v", err)
	}
}

// patterns draws patterns that XPath and RE2 read alike.
func patterns() *rapid.Generator[string] {
	atom := rapid.SampledFrom([]string{"a", "b", "[ab]", "[^a]", "(a|b)", "(?:ab|b)", "(a*)", "c", "(b+)", "\n", "^", "$"})
	quantifier := rapid.SampledFrom([]string{"", "", "", "?", "*", "+", "*?", "+?", "{2}", "{1,2}"})
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(1, 6).Draw(t, "atoms") {
			a := atom.Draw(t, "atom")
			b.WriteString(a)
			if a != "^" && a != "$" {
				b.WriteString(quantifier.Draw(t, "quantifier"))
			}
		}
		return b.String()
	})
}

// Both engines find the matches that package regexp finds.
func TestEnginesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := patterns().Draw(t, "pattern")
		text := rapid.StringOfN(rapid.SampledFrom([]rune("abc\n")), 0, 12, -1).Draw(t, "text")
		byLines := rapid.Bool().Draw(t, "by lines") && !strings.HasSuffix(text, "\n")
		flags, goFlags := "", ""
		if byLines {
			flags, goFlags = "m", "(?m)"
		}
		p, err := Compile(source, flags)
		if err != nil {
			t.Fatal(err)
		}
		want := regexp.MustCompile(goFlags + source).FindStringSubmatchIndex(text)
		linear, err := p.Match(text, free)
		if err != nil || linear != (want != nil) {
			t.Fatalf("%q in %q: %v, %v; want %v", source, text, linear, err, want)
		}
		w := walker{p: p, text: text, spend: free}
		first, err := w.find(0)
		if err != nil || (first == nil) != (want == nil) {
			t.Fatalf("%q in %q: %v, %v; want %v", source, text, first, err, want)
		}
		if first != nil && (first[0] != want[0] || first[1] != want[1]) {
			t.Fatalf("%q in %q: %v; want %v", source, text, first, want)
		}
		if again, _ := w.find(0); cmp.Diff(first, again) != "" {
			t.Fatalf("%q in %q: %v the first time, %v the second", source, text, first, again)
		}
	})
}

// What is between the matches and the matches make up the text.
func TestReplaceByItselfChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := patterns().Draw(t, "pattern") + rapid.SampledFrom([]string{"", `(a)\1`}).Draw(t, "end")
		if strings.Contains(source, `\1`) && strings.Count(source, "(") > 1 {
			source = `(.)\1`
		}
		text := rapid.StringOfN(rapid.SampledFrom([]rune("abc\n")), 0, 20, -1).Draw(t, "text")
		p, err := Compile(source, "")
		if err != nil {
			t.Fatal(err)
		}
		if p.nonEmpty(free) != nil {
			return
		}
		got, err := p.Replace(text, "$0", 100, free)
		if err != nil || got != text {
			t.Fatalf("%q in %q gives %q, %v", source, text, got, err)
		}
		pieces, err := p.Split(text, free)
		without, err2 := p.Replace(text, "", 100, free)
		if err != nil || err2 != nil || strings.Join(pieces, "") != without {
			t.Fatalf("%q in %q: pieces %q, without matches %q", source, text, pieces, without)
		}
	})
}

func TestSets(t *testing.T) {
	gen := rapid.Custom(func(t *rapid.T) set {
		s := set{}
		for range rapid.IntRange(0, 5).Draw(t, "ranges") {
			low := rapid.Int32Range(0, 60).Draw(t, "low")
			s = append(s, low, low+rapid.Int32Range(0, 9).Draw(t, "more"))
		}
		return s
	})
	has := func(s set, r rune) bool {
		for i := 0; i < len(s); i += 2 {
			if s[i] <= r && r <= s[i+1] {
				return true
			}
		}
		return false
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := gen.Draw(t, "a"), gen.Draw(t, "b")
		normal := a.normal()
		for r := rune(0); r < 80; r++ {
			if has(normal, r) != has(a, r) || has(normal.negated(), r) == has(a, r) {
				t.Fatalf("%d in %v", r, a)
			}
			if has(normal.minus(b), r) != (has(a, r) && !has(b, r)) {
				t.Fatalf("%d in %v without %v", r, a, b)
			}
		}
		if !has(normal.negated(), maxRune) {
			t.Fatal("the last character is in neither")
		}
	})
}

// No pattern and no text brings the engines down, and errors stay short.
func FuzzPattern(f *testing.F) {
	for _, s := range []string{`a(b|c)*\1`, `[a-z-[aeiou]]+`, `\p{Lu}\i\c`, `^(?:x{2,3}?|)$`, `(((a)))\3`, `[^\]-]`, `\`, `(?`, "[", `a{`, "(a|b*)*\\1c"} {
		f.Add(s, "mix", "abracadabra\n", "$1")
	}
	f.Fuzz(func(t *testing.T, source, flags, text, replacement string) {
		p, err := Compile(source, flags)
		if err != nil {
			if len(err.Error()) > 700 {
				t.Fatalf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		p.Match(text, atMost(20_000))
		p.Replace(text, replacement, 10_000, atMost(20_000))
		p.Split(text, atMost(20_000))
	})
}

func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		compile(b, `^[A-Z]{3}-\d+$`, "")
	}
}

func BenchmarkMatch(b *testing.B) {
	p := compile(b, `^[A-Z]{3}-\d+$`, "")
	b.ReportAllocs()
	for b.Loop() {
		if ok, _ := p.Match("ABC-12345", free); !ok {
			b.Fail()
		}
	}
}

func BenchmarkMatchBackReference(b *testing.B) {
	p := compile(b, `(\w)\1`, "")
	b.ReportAllocs()
	for b.Loop() {
		if ok, _ := p.Match("abcdefghijklmm", free); !ok {
			b.Fail()
		}
	}
}
