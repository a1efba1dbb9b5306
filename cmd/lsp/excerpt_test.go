package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"
)

func TestExcerpt(t *testing.T) {
	long := `"` + strings.Repeat("abcdefghi ", 20) + `HERE` + strings.Repeat(" jklmnopqr", 20) + `"`
	for _, tc := range []struct {
		name, text, mark string
		width            int
		line, carets     string
	}{
		{"plain", "one\n  two three\nfour", "two", 80, "  two three", "  ^^^"},
		{"first line", "one two", "one", 80, "one two", "^^^"},
		{"last character", "ab\ncd", "d", 80, "cd", " ^"},
		{"windows line ends", "one\r\ntwo\r\n", "two", 80, "two", "^^^"},
		{"lone carriage returns", "one\rtwo\rthree", "two", 80, "two", "^^^"},
		{"tabs", "\ta\tHERE", "HERE", 80, "    a   HERE", "        ^^^^"},
		{"wide characters", "\"価格\": HERE", "HERE", 80, "\"価格\": HERE", "        ^^^^"},
		{"marked wide characters", "x 価格 y", "価格", 80, "x 価格 y", "  ^^^^"},
		{"emoji with joiners", "👩‍👩‍👧 HERE", "HERE", 80, "👩‍👩‍👧 HERE", "   ^^^^"},
		{"combining accent", "e\u0301 HERE", "HERE", 80, "e\u0301 HERE", "  ^^^^"},
		{"control characters", "a\x1b[31mb HERE", "HERE", 80, "a␛[31mb HERE", "        ^^^^"},
		{"several lines", "one HERE\ntwo", "HERE\ntwo", 80, "one HERE", "    ^^^^"},
		{"long", long, "HERE", 40, "…fghi abcdefghi HERE jklmnopqr jklmnopq…", strings.Repeat(" ", 16) + "^^^^"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			at := strings.Index(tc.text, tc.mark)
			line, carets := excerpt([]byte(tc.text), at, at+len(tc.mark), tc.width)
			if tc.name == "long" {
				if uniseg.StringWidth(line) > tc.width || uniseg.StringWidth(line[:strings.Index(line, "HERE")]) != strings.Index(carets, "^") ||
					!strings.HasPrefix(line, "…") || !strings.HasSuffix(line, "…") {
					t.Errorf("got\n%s\n%s", line, carets)
				}
				return
			}
			if line != tc.line || carets != tc.carets {
				t.Errorf("got\n%q\n%q, want\n%q\n%q", line, carets, tc.line, tc.carets)
			}
		})
	}
}

func TestExcerptOfNothing(t *testing.T) {
	for _, tc := range []struct {
		text         string
		at           int
		line, carets string
	}{
		{"", 0, "", "^"},
		{"{\n", 2, "", "^"},
		{"{\"a\": \n}", 6, "{\"a\":", "      ^"},
		{"abc", 1, "abc", " ^"},
		{"abc", 3, "abc", "   ^"},
	} {
		if line, carets := excerpt([]byte(tc.text), tc.at, tc.at, 80); line != tc.line || carets != tc.carets {
			t.Errorf("%q at %d: got\n%q\n%q, want\n%q\n%q", tc.text, tc.at, line, carets, tc.line, tc.carets)
		}
	}
}

// Whatever the text and the span, the line fits, is safe to print, and the carets stand within it or just after it.
func TestExcerptAlwaysFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.SliceOfN(rapid.Byte(), 0, 300),
			rapid.Map(rapid.StringN(0, 300, -1), func(s string) []byte { return []byte(s) }),
			rapid.Map(rapid.StringMatching(`["a-z\t ,價👩‍]{0,400}`), func(s string) []byte { return []byte(s) }),
		).Draw(t, "text")
		start := rapid.IntRange(0, len(text)).Draw(t, "start")
		end := rapid.IntRange(start, len(text)).Draw(t, "end")
		width := rapid.IntRange(20, 60).Draw(t, "width")
		line, carets := excerpt(text, start, end, width)
		if !utf8.ValidString(line) || strings.ContainsAny(line, "\n\r\x1b\t") {
			t.Fatalf("the line is not safe to print: %q", line)
		}
		if !strings.Contains(carets, "^") || len(carets) > width+1 {
			t.Fatalf("the carets %q do not fit in %d columns", carets, width)
		}
		columns := 0
		for g := uniseg.NewGraphemes(line); g.Next(); {
			columns += g.Width()
		}
		if columns > width+1 { // a character may be as wide as it likes where joiners meet a cut
			t.Fatalf("the line has %d columns, more than %d: %q", columns, width, line)
		}
	})
}

func TestExcerptOfALongLineIsCheap(t *testing.T) {
	text := []byte(strings.Repeat("x", 8<<20))
	allocs := testing.AllocsPerRun(3, func() { excerpt(text, 4<<20, 4<<20+3, 80) })
	if allocs > 10_000 {
		t.Errorf("an excerpt of a line of 8 MB allocates %v times", allocs)
	}
}
