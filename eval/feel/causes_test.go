package feel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/eval/feel"
)

// TestMistakes gives mistaken expressions over the samples with what is told of them: where, and in which words, before
// anything runs and when it has run. One mistake is one problem and one cause.
func TestMistakes(t *testing.T) {
	for _, x := range []struct {
		text    string
		problem string // the place and the message; empty where the checker cannot know
		cause   string // likewise; empty where the value needs none
	}{
		{`1 / (n - 5)`, ``, `[1 / (n - 5)] Division by zero: 1 / 0.`},
		{`s + n`, `[s + n] s is a string and n is a number; + adds numbers, texts, durations, or a duration to a date or time.`,
			`[s + n] "abc" + 5 has no value: + adds numbers, texts, durations, or a duration to a date or time.`},
		{`d - n`, `[d - n] d is a date and n is a number; - subtracts numbers, dates, times, durations, or a duration from a date or time.`,
			`[d - n] 2026-10-01 - 5 has no value`},
		{`(s + n) * 2 > 3`, `[(s + n)]|[s + n] s is a string`, `[(s + n)]|[s + n] "abc" + 5`},
		{`dd + ym`, `[dd + ym] dd is a days and time duration and ym is a years and months duration`, `[dd + ym] P2D + P1Y has no value`},
		{`e = "goold"`, `["goold"] "goold" is not a value of e (gold, silver). Did you mean "gold"?`, ``},
		{`e < "silver"`, `[e] e is one of gold, silver, which have no order; write the type with < (gold<silver) to compare by <.`, ``},
		{`l > "lwo"`, `["lwo"] "lwo" is not a value of l (low, mid, high). Did you mean "low"?`, `[l > "lwo"] "mid" > "lwo" cannot be told`},
		{`d = "2026-10-01"`, `[d = "2026-10-01"] d is a date and "2026-10-01" is a string; they can never be equal.`, `[d = "2026-10-01"] 2026-10-01 = "2026-10-01" cannot be told`},
		{`d > n`, `[d > n] d is a date and n is a number; they have no common order.`, `[d > n] 2026-10-01 > 5 cannot be told`},
		{`b > true`, `[b] b is a boolean; > needs numbers`, `[b > true] true > true cannot be told`},
		{`n between 1 and "a"`, `[n between 1 and "a"] n is a number and "a" is a string`, `[n between 1 and "a"]`},
		{`n and b`, `[n] n is a number; and needs true or false.`, `[n and b] 5 and true is undecided`},
		{`if n then 1 else 2`, `[n] n is a number; if needs true or false.`, `[n] 5 is neither true nor false; if cannot decide.`},
		{`not(n)`, `[n] n is a number; negand of not needs a boolean.`, `[not(n)] negand of not is 5; it needs a boolean.`},
		{`-s`, `[-s] s is a string; - negates numbers and durations.`, `[-s] -"abc" has no value`},
		{`n in ["a"]`, `[["a"]] n is a number and never one of ["a"], which has strings.`, `[n in ["a"]] Whether 5 is in ["a"] cannot be told`},
		{`o.y`, `[y] o has no "y"; it has x.`, `[y] {x: 1} has no member "y".`},
		{`o.y.z + 1 > 2 and b`, `[y] o has no "y"; it has x.`, `[y] {x: 1} has no member "y".`},
		{`n.x`, `[x] n is a number and has no members; "x" stands for nothing.`, `[x] 5 has no member "x".`},
		{`nn + 1`, `[nn] "nn" is not declared.`, `[nn] "nn" is not declared.`},
		{`ns["a"]`, `["a"] "a" is a string; a filter needs a condition or a position.`, `["a"] "a" is neither a condition nor a position.`},
		{`ns[5]`, ``, `[5] There is no element 5 in a list of 2.`},
		{`for i in ns return i + "a"`, `[i + "a"] i is a number and "a" is a string`, `[i + "a"] 1 + "a" has no value`},
		{`for i in "a".."b" return i`, `["a"] "a" is a string; a loop counts over whole numbers or dates.`, `["a"] A loop cannot count from "a" to "b"`},
		{`some i in ns satisfies i`, `[i] i is a number; satisfies needs true or false.`, `[some i in ns satisfies i] 1 is neither true nor false`},
		{`n(1)`, `[n] n is a number, not a function; it cannot be called.`, `[n(1)] 5 is no function; it cannot be called.`},
		{`sum(s)`, `[s] s is a string; n of sum needs a list of numbers or a number.`, `[sum(s)] list of sum is "abc"; it needs a list of numbers.`},
		{`sum(ss)`, `[ss] ss is a list of strings`, `[sum(ss)] list of sum is ["a"]; it needs a list of numbers.`},
		{`min(n, s)`, `[min(n, s)] min cannot compare a number with a string.`, `[min(n, s)] min has no value: 5 and "abc" have no common order.`},
		{`max([b])`, `[max([b])] max compares values by their order; a boolean has none.`, `[max([b])] max has no value: true has no order.`},
		{`before(n, d)`, `[before(n, d)] before cannot compare a number with a date.`, `[before(n, d)] before(5, 2026-10-01) cannot be told`},
		{`list contains(ns, s)`, `[list contains(ns, s)] list contains looks for a string, which the list never has: it has numbers.`, ``},
		{`sort(ns, function(x) x > 1)`, `[sort(ns, function(x) x > 1)] sort needs a function of two parameters; this one has one parameter.`, `[sort(ns, function(x) x > 1)] precedes of sort is a function of one parameter`},
		{`substring(s)`, `[substring(s)] substring is called as substring(string, start position, length?); here it has one argument.`, `[substring(s)] substring is called as`},
		{`abs(m: n)`, `[m] abs has no parameter "m"; it is called as abs(n).`, `[abs(m: n)] abs is called as abs(n)`},
		{`matches(s, "[")`, ``, `[matches(s, "[")] "[" is no pattern`},
		{`date("2023-02-29") > d`, `["2023-02-29"] "2023-02-29" is no date: February 2023 has 28 days and no day 29.`, `[date("2023-02-29")] "2023-02-29" is no date`},
		{`@"2023-02-29" > d`, `[@"2023-02-29"] "2023-02-29" is no date`, `[@"2023-02-29"] "2023-02-29" is no date`},
		{`1e9999 + n`, `[1e9999] 1e9999 is beyond what a number can hold`, `[1e9999] 1e9999 is beyond`},
		{`{a: 1, a: 2}.a + 1`, `[a] "a" stands twice in this context; keys are unique, so the whole is null.`, `[{a: 1, a: 2}] "a" stands twice`},
		{`null + n`, `[null] With null, + has no value.`, `[null + n] The left side of + is null here (null + 5).`},
		{`n < nothing`, `[nothing] nothing is always null here; with null, < has no value.`, `[n < nothing] The right side of < is null here (5 < null).`},
		{`nothing.a`, `[nothing] nothing is always null here`, `[a] There is no "a" in null.`},
		{`nothing[1]`, `[nothing] nothing is always null here`, `[1] There is nothing to filter: the list is null.`},
		{`for i in nothing return i`, `[nothing] nothing is always null here`, `[nothing] There is nothing to iterate over: the list is null.`},
		{`count(nothing)`, `[nothing] list of count must not be null.`, `[count(nothing)] list of count is null.`},
		{`-nothing`, `[nothing] nothing is always null here`, `[-nothing] There is nothing to negate: the value is null.`},
		// a cause is given once, however often the place is reached, and what depends on it adds none
		{`for i in [1, 2, 3] return i / 0`, ``, `[i / 0] Division by zero: 1 / 0.`},
		{`sum(for i in [1, 2, 3] return i / 0) + 1 > 2 or (1 / 0 = 2)`, ``, `[i / 0] Division by zero|[1 / 0] Division by zero`},
		{`if 1 / 0 > 1 then 2 else 3`, ``, `[1 / 0] Division by zero: 1 / 0.`},
	} {
		e, _, causes := run(t, x.text, true)
		var problems, nulls []string
		for _, p := range e.Problems {
			problems = append(problems, fmt.Sprintf("[%s] %s", x.text[p.Span.Start:p.Span.End], p.Message))
		}
		for _, c := range causes {
			nulls = append(nulls, fmt.Sprintf("[%s] %s", x.text[c.Span.Start:c.Span.End], c.Message))
		}
		told(t, x.text, "problems", problems, x.problem)
		told(t, x.text, "causes", nulls, x.cause)
	}
}

// told compares what was told with what is wanted: one start of a message, or several of which either stands for one.
func told(t *testing.T, text, what string, got []string, want string) {
	t.Helper()
	if want == "" {
		if len(got) > 0 {
			t.Errorf("%s has the %s %q", text, what, got)
		}
		return
	}
	for _, g := range got {
		matches := false
		for _, w := range strings.Split(want, "|") {
			matches = matches || strings.HasPrefix(g, w)
		}
		if !matches {
			t.Errorf("%s has among its %s %q, want %q", text, what, g, want)
		}
	}
	if len(got) == 0 || len(got) > 2 || len(got) == 2 && !strings.Contains(want, "|") {
		t.Errorf("%s has the %s %q, want %q", text, what, got, want)
	}
}

// Behind a test for null the checker knows more.
func TestNarrowing(t *testing.T) {
	const always = " is always null here"
	for _, x := range []struct{ text, problem string }{
		{`if n != null then n + 1 else 0`, ``},
		{`if n = null then 0 else n + 1`, ``},
		{`n != null and n > 3`, ``},
		{`n = null or n > 3`, ``},
		{`not(n = null) and n > 3`, ``},
		{`if n = null or b then 0 else n + 1`, ``},
		{`if n != null and o.x != null then n + o.x else 0`, ``},
		{`if n = null then n + 1 else 0`, always},
		{`if n != null then 0 else n + 1`, always},
		{`if not(n != null) then n + 1 else 0`, always},
		{`if null = n and b then n + 1 else 0`, always},
		{`if n = null or b then 0 else n + 1`, ``},
		{`if n = null or b then n + 1 else 0`, ``}, // b alone may be true
		{`if n != null or b then 0 else n + 1`, always},
		{`n = null and n > 3`, always},
		{`n != null or n > 3`, always},
		{`o.x = null and o.x > 3`, always},
		{`if o = null then o.x else 1`, always},
		{`ns = null and ns[1] = 1`, always},
		{`if ns = null then count(ns) else 1`, "must not be null"},
		{`if ns = null then (for i in ns return i) else ns`, always},
		{`ns[item = null and item > 1]`, always},
		{`if n = null then (for n in [1] return n + 1) else [n]`, ``}, // another n
		{`if (if b then 1 else null) > 0 then 1 else 2`, ``},          // may be null, which is no mistake yet
		{`if n = null then n = null else n > 1`, ``},
		{`(if b then null else null) + 1`, always},
		{`[n, null][item != null][1] + 1`, ``},
		{`[1, "a"][item instance of number][1] - 1`, ``},
		{`(function(x) if x instance of string then x * 2 else 0)(1)`, `x is a string`},
		{`(function(x) x instance of number and x > "a")(1)`, `they have no common order`},
		{`(function(x) x instance of number or x > "a")(1)`, ``},
	} {
		e, _, _ := run(t, x.text, true)
		var problems []string
		for _, p := range e.Problems {
			problems = append(problems, p.Message)
		}
		if x.problem == "" && len(problems) > 0 || x.problem != "" && (len(problems) != 1 || !strings.Contains(problems[0], x.problem)) {
			t.Errorf("%s has the problems %q, want %q", x.text, problems, x.problem)
		}
	}
}

// Null among the values of a type is known where an expression says so.
func TestNullability(t *testing.T) {
	for text, nullable := range map[string]bool{
		`n`: false, `n + 1`: false, `if b then 1 else null`: true, `if b then 1 else 2`: false,
		`[1, null][1]`: true, `[1, 2][1]`: false, `[1, null][item != null][1]`: false,
		`if n = null then 1 else n`: false, `{a: if b then 1 else null}.a`: true, `t.timezone`: true, `dt.time offset`: true,
		`(if b then 1 else null) + 1`: false, `max(1, if b then 1 else null)`: false,
	} {
		e, _, _ := run(t, text, true)
		if len(e.Problems) > 0 || e.Type.Nullable != nullable {
			t.Errorf("%s is of type %s, with null: %v %v", text, e.Type, e.Type.Nullable, e.Problems)
		}
	}
	if feel.Number.OrNull().NotNull().Nullable || !feel.Same(feel.Number.OrNull().NotNull(), feel.Number) || feel.Same(feel.Number.OrNull(), feel.Number) {
		t.Error("OrNull and NotNull do not undo each other")
	}
}
