package feel_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/eval/feel"
)

func TestRanges(t *testing.T) {
	expectAll(t, []expectation{
		{`range("[1..3]")`, `[1..3]`, ``},
		{`range(" ( -1.5 .. 3e1 ) ")`, `(-1.5..30)`, ``},
		{`range("]1..3[") = (1..3)`, `true`, ``},
		{`range("[\"a..b\"..\"c]\"]")`, `["a..b".."c]"]`, ``},
		{`range("[date(\"2026-10-01\")..@\"2026-10-02\"]") = [@"2026-10-01"..@"2026-10-02"]`, `true`, ``},
		{`range("[date and time(\"2026-10-01T10:00:00\")..@\"2026-10-01T11:00:00\"]")`, `[2026-10-01T10:00:00..2026-10-01T11:00:00]`, ``},
		{`range("(..2]") = (<=2)`, `true`, ``},
		{`range("(..2)") = (<2)`, `true`, ``},
		{`range("[2..)") = (>=2)`, `true`, ``},
		{`range("]2..[") = (>2)`, `true`, ``},
		{`5 in range("(..2]")`, `false`, ``},
		{`range(from: "[1..1]")`, `[1..1]`, ``},
		{`range("[..2]")`, `null`, `"[..2]" is no range: a side without a bound cannot be included; write a round bracket there.`},
		{`range("[1..]")`, `null`, `a side without a bound cannot be included`},
		{`range("(..)")`, `null`, `it has no bound at all.`},
		{`range("")`, `null`, `"" is no range: it starts with the end, not with a bracket as in "[1..10]" or "(1..10)".`},
		{`range(">=10")`, `null`, `it starts with ">="`},
		{`range("[1,3]")`, `null`, `"," stands where .. is needed.`},
		{`range("[1..3")`, `null`, `the end stands where a closing bracket is needed.`},
		{`range("[1..3] x")`, `null`, `"x" stands behind its end.`},
		{`range("[3..1]")`, `null`, `its start 3 lies after its end 1.`},
		{`range("[1..\"b\"]")`, `null`, `its bounds 1 and "b" are of different kinds.`},
		{`range("[@\"2026-10-01\"..@\"2026-10-01T00:00:00\"]")`, `null`, `are of different kinds.`},
		{`range("[true..false]")`, `null`, `"true" is no bound; a bound is a number, a text, a date, a time or a duration, written out.`},
		{`range("[a..b]")`, `null`, `"a" is no bound`},
		{`range("[1+1..3]")`, `null`, `"+" stands where .. is needed.`},
		{`range("[date(string(\"2026-10-01\"))..@\"2026-10-02\"]")`, `null`, `date takes a written text here, nothing else.`},
		{`range("[date(\"2026-02-30\")..@\"2026-10-02\"]")`, `null`, `"[date(\"2026-02-30\")..@\"2026-10-02\"]" is no range`},
		{`range("[@\"x\"..3]")`, `null`, `is no range`},
		{`range("[\"a..3]")`, `null`, `is no bound`},
		{`range(null)`, `null`, `from of range is null.`},
		{`range([1..2])`, `null`, `from of range is [1..2]; it needs a string.`},

		{`before(1, 2)`, `true`, ``},
		{`before(2, 2)`, `false`, ``},
		{`before(1, (1..3])`, `true`, ``},
		{`before([1..3), 3)`, `true`, ``},
		{`before([1..3], [3..4])`, `false`, ``},
		{`before([1..3], (3..4])`, `true`, ``},
		{`before((<3), 3)`, `true`, ``},
		{`before(1, (<3))`, `false`, ``},
		{`before((>3), 9)`, `false`, ``},
		{`before(@"2026-10-01", @"2026-10-02")`, `true`, ``},
		{`before(point1: 1, point2: 2)`, `true`, ``},
		{`before(range: [1..2], point: 3)`, `true`, ``},
		{`after((3..4], 3)`, `true`, ``},
		{`after(3, [1..3])`, `false`, ``},
		{`after("b", "a")`, `true`, ``},
		{`meets([1..3], [3..4])`, `true`, ``},
		{`meets([1..3), [3..4])`, `false`, ``},
		{`met by([3..4], [1..3])`, `true`, ``},
		{`overlaps([1..3], [3..4])`, `true`, ``},
		{`overlaps([1..3], (3..4])`, `false`, ``},
		{`overlaps((<3), (>2))`, `true`, ``},
		{`overlaps((<3), (>=3))`, `false`, ``},
		{`overlaps before([1..5], (1..5])`, `true`, ``},
		{`overlaps before([1..5], [1..5])`, `false`, ``},
		{`overlaps before([1..6], [2..5])`, `false`, ``},
		{`overlaps after((1..5], [1..5))`, `true`, ``},
		{`finishes(10, [1..10])`, `true`, ``},
		{`finishes(10, [1..10))`, `false`, ``},
		{`finishes([5..10), [1..10))`, `true`, ``},
		{`finished by([5..10], [1..10])`, `false`, ``},
		{`includes([1..10], 1)`, `true`, ``},
		{`includes((1..10], [1..5])`, `false`, ``},
		{`includes((>=1), [1..5])`, `true`, ``},
		{`during(10, [1..10))`, `false`, ``},
		{`during([1..5], (<=5))`, `true`, ``},
		{`starts(1, (1..10])`, `false`, ``},
		{`started by([1..10], [1..10))`, `true`, ``},
		{`coincides(5, 5.0)`, `true`, ``},
		{`coincides((<5), (<5))`, `true`, ``},
		{`coincides((<5), (<=5))`, `false`, ``},
		{`coincides([1..5], [1..5))`, `false`, ``},

		{`before(1, "a")`, `null`, `before(1, "a") cannot be told: 1 and "a" have no common order.`},
		{`during(@"P1D", [1..10])`, `null`, `during(P1D, [1..10]) cannot be told: P1D and 1 have no common order.`},
		{`overlaps([1..2], ["a".."b"])`, `null`, `2 and "a" have no common order.`},
		{`before([1..null], 3)`, `null`, `before([1..null], 3) cannot be told: a bound is null.`},
		{`before(true, false)`, `null`, `true and false have no common order.`},
		{`before(null, 1)`, `null`, `is null.`},
		{`meets(1, [1..2])`, `null`, `range1 of meets is 1; it needs a range.`},
		{`during(1, (!=2))`, `null`, `during compares ranges; (!=2) is none, it has a gap.`},
	})
}

// TestRelationsAgreeWithMembership checks the relations against the values 0 to 12 in steps of a half that ranges over
// whole numbers hold.
func TestRelationsAgreeWithMembership(t *testing.T) {
	rangeText := rapid.Custom(func(t *rapid.T) string {
		low := rapid.IntRange(1, 9).Draw(t, "low")
		high := rapid.IntRange(low+1, 10).Draw(t, "high")
		return rapid.SampledFrom([]string{"[", "("}).Draw(t, "open") + fmt.Sprintf("%d..%d", low, high) + rapid.SampledFrom([]string{"]", ")"}).Draw(t, "close")
	})
	rapid.Check(t, func(t *rapid.T) {
		x, y := rangeText.Draw(t, "x"), rangeText.Draw(t, "y")
		p := rapid.IntRange(0, 11).Draw(t, "p")
		for _, claim := range []string{
			`overlaps(x, y) = (some v in vs satisfies v in x and v in y)`,
			`before(x, y) = (every v in vs satisfies every w in vs satisfies not(v in x and w in y) or v < w)`,
			`includes(x, y) = (every v in vs satisfies not(v in y) or v in x)`,
			`includes(x, p) = (p in x)`,
			`during(x, y) = includes(y, x)`,
			`after(x, y) = before(y, x)`,
			`met by(x, y) = meets(y, x)`,
			`meets(x, y) = (x.end = y.start and x.end included and y.start included)`,
			`overlaps after(x, y) = overlaps before(y, x)`,
			`overlaps before(x, y) = (overlaps(x, y) and (some v in vs satisfies v in x and before(v, y)) and (every v in vs satisfies not(v in x) or not(after(v, y))))`,
			`finished by(x, y) = finishes(y, x)`,
			`finishes(x, y) = (during(x, y) and x.end = y.end and x.end included = y.end included)`,
			`started by(x, y) = starts(y, x)`,
			`starts(x, y) = (during(x, y) and x.start = y.start and x.start included = y.start included)`,
			`coincides(x, y) = (x = y)`,
			`before(p, x) = (every v in vs satisfies not(v in x) or p < v)`,
			`after(p, x) = (every v in vs satisfies not(v in x) or p > v)`,
			`finishes(p, x) = (p in x and p = x.end)`,
			`starts(p, x) = (p in x and p = x.start)`,
		} {
			text := fmt.Sprintf("{x: %s, y: %s, p: %d, vs: for i in 0..24 return i / 2, r: %s}.r", x, y, p, claim)
			if got, causes := outcome(t, text); got != "true" {
				t.Fatalf("%s is %s %q", text, got, causes)
			}
		}
	})
}

// FuzzRangeText checks that a text is read as the expression of the same spelling is, or refused with a cause.
func FuzzRangeText(f *testing.F) {
	for _, s := range []string{"[1..3]", "(..2]", "]@\"P1D\"..@\"P2D\"[", "[\"a\"..\"b\\\"\"]", "[date(\"2026-10-01\")..@\"2026-10-02\")", "[-1.5..)", "[", "..", "[1..3]]", "[\"..\"]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			t.Skip("an expression is UTF-8")
		}
		got, causes := outcome(t, "range("+feel.StringOf(s).Literal()+")")
		if (got == "null") != (len(causes) == 1) {
			t.Fatalf("range(%q) is %s %q", s, got, causes)
		}
		if got == "null" || strings.HasPrefix(got, "(<") || strings.HasPrefix(got, "(>") {
			return
		}
		if want, _ := outcome(t, s); got != want {
			t.Fatalf("range(%q) is %s, the expression is %s", s, got, want)
		}
	})
}
