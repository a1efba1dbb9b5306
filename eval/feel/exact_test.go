package feel_test

import "testing"

// The numbers of the standard have 34 digits and round half to even (DMN 1.5, 10.3.2.3.1).
func TestExactNumbers(t *testing.T) {
	expectAll(t, []expectation{
		{`0.1 + 0.2 = 0.3`, `true`, ``},
		{`0.1 + 0.2`, `0.3`, ``},
		{`1.1 * 1.1`, `1.21`, ``},
		{`0.1 * 3 - 0.3`, `0`, ``},
		{`1 - 0.9 = 0.1`, `true`, ``},
		{`4.35 * 100 = 435`, `true`, ``},
		{`1.10 = 1.1`, `true`, ``},
		{`10 / 9`, `1.111111111111111111111111111111111`, ``},
		{`10 / 9 * 9`, `9.999999999999999999999999999999999`, ``},
		{`1 / 3 * 3`, `0.9999999999999999999999999999999999`, ``},
		{`2 / 3`, `0.6666666666666666666666666666666667`, ``},
		{`1234567890123456789 * 9876543210987654321`, `12193263113702179522374638011112640000`, ``},
		{`9999999999999999999999999999999999 * 9999999999999999999999999999999999`, `99999999999999999999999999999999980000000000000000000000000000000000`, ``},
		{`9999999999999999999999999999999999 + 1`, `10000000000000000000000000000000000`, ``},
		// half to even, at the 34th digit
		{`1000000000000000000000000000000000 + 0.5`, `1000000000000000000000000000000000`, ``},
		{`1000000000000000000000000000000001 + 0.5`, `1000000000000000000000000000000002`, ``},
		{`1000000000000000000000000000000000 + 0.51`, `1000000000000000000000000000000001`, ``},
		{`decimal(0.5, 0)`, `0`, ``},
		{`decimal(1.5, 0)`, `2`, ``},
		{`decimal(2.5, 0)`, `2`, ``},
		{`decimal(-2.5, 0)`, `-2`, ``},
		{`decimal(2.675, 2)`, `2.68`, ``},
		{`decimal(2.665, 2)`, `2.66`, ``},
		{`decimal(1250, -2)`, `1200`, ``},
		{`decimal(1350, -2)`, `1400`, ``},
		// money
		{`19.99 * 3`, `59.97`, ``},
		{`100 * 1.075`, `107.5`, ``},
		{`decimal(200.005, 2)`, `200`, ``},
		{`decimal(200.015, 2)`, `200.02`, ``},
		{`0.07 * 100 = 7`, `true`, ``},
		{`1e-34 + 1`, `1`, ``},
		{`1e33 + 1`, `1000000000000000000000000000000001`, ``},
		{`-0 = 0`, `true`, ``},
		{`0 * -1`, `0`, ``},
		// the ends of the range
		{`1e6144 * 10`, `null`, `1E+6144 * 10 is too large for a number.`},
		{`1e-6176 / 10`, `0`, ``},
		{`1 / 0`, `null`, `Division by zero: 1 / 0.`},
		{`0 / 0`, `null`, `Division by zero: 0 / 0.`},
		{`0 ** 0`, `1`, ``},
		{`0 ** -1`, `null`, `0 ** -1`},
		{`(-8) ** 0.5`, `null`, `-8 ** 0.5`},
		{`1.01 ** 365`, `37.78343433288715887761660479649761`, ``},
		{`2 ** 100`, `1267650600228229401496703205376`, ``},
		{`2 ** 0.5`, `1.414213562373095048801688724209698`, ``},
	})
}

// The precedence of the operators (DMN 1.5, 10.3.1.2, rule 2 and the notes on it): negation over powers, powers over
// products, products over sums, sums over comparisons, those over and, and over or. Operators of one rank go from the left.
func TestPrecedence(t *testing.T) {
	for _, x := range []struct{ text, same string }{
		{`-2 ** 2`, `(-2) ** 2`},
		{`-(2) ** 2`, `(-(2)) ** 2`},
		{`2 ** 3 ** 2`, `(2 ** 3) ** 2`},
		{`2 ** -1 ** 2`, `(2 ** (-1)) ** 2`},
		{`2 * 3 ** 2`, `2 * (3 ** 2)`},
		{`-2 * -3`, `(-2) * (-3)`},
		{`1 + 2 * 3`, `1 + (2 * 3)`},
		{`10 - 4 - 3`, `(10 - 4) - 3`},
		{`100 / 10 / 5`, `(100 / 10) / 5`},
		{`100 / 10 * 5`, `(100 / 10) * 5`},
		{`10 - 4 + 3`, `(10 - 4) + 3`},
		{`1 - -1`, `1 - (-1)`},
		{`--1`, `-(-1)`},
		{`1 + 1 = 2`, `(1 + 1) = 2`},
		{`1 < 2 = true`, `(1 < 2) = true`},
		{`true or false and false`, `true or (false and false)`},
		{`false and true or true`, `(false and true) or true`},
		{`1 = 2 or 2 = 2 and 3 = 3`, `(1 = 2) or ((2 = 2) and (3 = 3))`},
		{`not(true) or true`, `(not(true)) or true`},
		{`not(true) = false`, `(not(true)) = false`},
		{`5 between 1 + 3 and 2 * 3 and true`, `(5 between (1 + 3) and (2 * 3)) and true`},
		{`3 in [1..2 + 1] and true`, `(3 in [1..(2 + 1)]) and true`},
		{`1 + 1 in [2, 3]`, `(1 + 1) in [2, 3]`},
		{`1 in (< 0, > 0) or false`, `(1 in (< 0, > 0)) or false`},
		{`2 instance of number and true`, `(2 instance of number) and true`},
		{`if true then 1 else 2 + 5`, `if true then 1 else (2 + 5)`},
		{`if false then 1 else 2 = 2`, `if false then 1 else (2 = 2)`},
		{`for x in [1, 2] return x + 1 = 2`, `for x in [1, 2] return ((x + 1) = 2)`},
		{`some x in [1, 2] satisfies x = 2 and true`, `some x in [1, 2] satisfies ((x = 2) and true)`},
		{`[1, 2, 3][item > 1][1]`, `([1, 2, 3][item > 1])[1]`},
		{`-[1, 2][2]`, `-([1, 2][2])`},
		{`{a: {b: 2}}.a.b ** 2`, `(({a: {b: 2}}.a).b) ** 2`},
		{`2 * sum(1, 2) ** 2`, `2 * ((sum(1, 2)) ** 2)`},
		{`1 + [2][1]`, `1 + ([2][1])`},
	} {
		got, causes := outcome(t, x.text)
		want, _ := outcome(t, x.same)
		if got != want || got == "null" || len(causes) > 0 {
			t.Errorf("%s is %s, but %s is %s %q", x.text, got, x.same, want, causes)
		}
	}
}

// Three-valued logic (DMN 1.5, tables 48 to 50), every combination.
func TestThreeValuedLogic(t *testing.T) {
	values := []string{"true", "false", "null"}
	and := [3][3]string{{"true", "false", "null"}, {"false", "false", "false"}, {"null", "false", "null"}}
	or := [3][3]string{{"true", "true", "true"}, {"true", "false", "null"}, {"true", "null", "null"}}
	check := func(text, want string) {
		t.Helper()
		got, causes := outcome(t, text)
		if got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
		if n := len(causes); want != "null" && n > 0 || n > 1 {
			t.Errorf("%s has the causes %q", text, causes)
		}
	}
	for i, a := range values {
		for j, b := range values {
			check(a+" and "+b, and[i][j])
			check(a+" or "+b, or[i][j])
			// a value that is no boolean counts as null
			if b == "null" {
				check(a+" and 1", and[i][j])
				check("1 or "+a, or[i][j])
			}
			check("some x in ["+a+", "+b+"] satisfies x", or[i][j])
			check("every x in ["+a+", "+b+"] satisfies x", and[i][j])
			check("any(["+a+", "+b+"])", or[i][j])
			check("all(["+a+", "+b+"])", and[i][j])
		}
		check("not("+a+")", []string{"false", "true", "null"}[i])
		check("if "+a+" then 1 else 2", []string{"1", "2", "2"}[i])
	}
}

// Dates are real dates; durations are of days and time or of years and months, never of both (DMN 1.5, 10.3.2.3.4 to 8).
func TestExactDates(t *testing.T) {
	expectAll(t, []expectation{
		{`@"2024-02-29" + @"P1Y"`, `2025-02-28`, ``},
		{`@"2024-02-29" + @"P4Y"`, `2028-02-29`, ``},
		{`@"2024-02-29" - @"P1Y"`, `2023-02-28`, ``},
		{`@"2024-01-31" + @"P1M"`, `2024-02-29`, ``},
		{`@"2023-01-31" + @"P1M"`, `2023-02-28`, ``},
		{`@"2024-03-31" - @"P1M"`, `2024-02-29`, ``},
		{`@"2024-02-28" + @"P1D"`, `2024-02-29`, ``},
		{`@"2023-02-28" + @"P1D"`, `2023-03-01`, ``},
		{`@"1900-02-28" + @"P1D"`, `1900-03-01`, ``},
		{`@"2000-02-28" + @"P1D"`, `2000-02-29`, ``},
		{`@"2024-03-01" - @"2024-02-01"`, `P29D`, ``},
		{`(@"2024-03-01" - @"2023-03-01").days`, `366`, ``},
		{`date("2023-02-29")`, `null`, `February 2023 has 28 days and no day 29.`},
		{`@"2023-02-29"`, `null`, `February 2023 has 28 days and no day 29.`},
		{`date(2023, 2, 29) = null`, `true`, `29`},
		// the years before 1 are leap as the rule has it: 0 is, -1 is not
		{`@"-0001-12-31" + @"P1D"`, `0000-01-01`, ``},
		{`@"0000-02-29" + @"P1Y"`, `0001-02-28`, ``},
		{`@"-0004-02-29".year`, `-4`, ``},
		{`date("-0001-02-29")`, `null`, `February`},
		{`@"-0001-01-01" < @"0001-01-01"`, `true`, ``},
		{`@"12024-02-29" - @"P1D"`, `12024-02-28`, ``},
		// zones
		{`@"2026-03-29T01:30:00@Europe/Berlin" + @"PT1H"`, `2026-03-29T03:30:00@Europe/Berlin`, ``},
		{`@"2026-03-28T12:00:00@Europe/Berlin" + @"P1D" = @"2026-03-29T13:00:00@Europe/Berlin"`, `true`, ``},
		{`@"2026-10-25T04:00:00@Europe/Berlin" - @"2026-10-25T00:00:00@Europe/Berlin"`, `PT5H`, ``},
		{`@"2026-09-06T00:30:00@America/Santiago" - @"2026-09-05T23:30:00-04:00"`, `PT1H`, ``}, // the hour from midnight does not exist
		{`@"2026-01-01T00:00:00+01:00" = @"2025-12-31T23:00:00Z"`, `true`, ``},
		{`@"2026-01-01T00:00:00Z" - @"2025-12-31T23:59:59.5Z"`, `PT0.5S`, ``},
		{`@"2026-01-01T23:00:00-05:00" + @"PT2H"`, `2026-01-02T01:00:00-05:00`, ``},
		{`@"23:30:00Z" + @"PT1H"`, `00:30:00Z`, ``},
		{`@"00:30:00Z" - @"PT1H"`, `23:30:00Z`, ``},
		// durations
		{`@"P1Y" = @"P12M"`, `true`, ``},
		{`@"PT24H" = @"P1D"`, `true`, ``},
		{`@"PT36H".days`, `1`, ``},
		{`@"PT36H".hours`, `12`, ``},
		{`@"-P14M".years`, `-1`, ``},
		{`@"-P14M".months`, `-2`, ``},
		{`@"P1Y2M" - @"P3M"`, `P11M`, ``},
		{`-@"P1Y2M"`, `-P1Y2M`, ``},
		{`@"P1D" * 1.5`, `P1DT12H`, ``},
		{`1.5 * @"P1D"`, `P1DT12H`, ``},
		{`@"P1Y" / 2`, `P6M`, ``},
		{`@"P1D" / @"PT1H"`, `24`, ``},
		{`@"PT0.1S" * 3 = @"PT0.3S"`, `true`, ``},
		{`@"P1D" / 0`, `null`, `divided by zero`},
		{`@"P1Y" + @"P1D"`, `null`, `P1Y + P1D has no value`},
		{`years and months duration(@"2024-02-29", @"2025-02-28")`, `P11M`, ``},
		{`years and months duration(@"2023-08-24", @"2021-12-22")`, `-P1Y8M`, ``},
	})
}

// The forms of expressions (DMN 1.5, 10.3.2).
func TestForms(t *testing.T) {
	expectAll(t, []expectation{
		// if
		{`if null then 1 else 2`, `2`, ``},
		{`if "a" then 1 else 2`, `null`, `"a" is neither true nor false; if cannot decide.`},
		// paths
		{`{a: {b: {c: 1}}}.a.b.c`, `1`, ``},
		{`[{a: 1}, {a: 2}].a`, `[1, 2]`, ``},
		{`[{a: 1}, {b: 2}].a`, `[1, null]`, `{b: 2} has no member "a".`},
		{`{"a b": 1}.a b`, `1`, ``},
		{`[].a`, `[]`, ``},
		{`[1..5].start`, `1`, ``},
		{`]1..5].start included`, `false`, ``},
		// filters
		{`[1, 2, 3][item >= 2]`, `[2, 3]`, ``},
		{`[1, 2, 3][2]`, `2`, ``},
		{`[1, 2, 3][-1]`, `3`, ``},
		{`[1, 2, 3][0]`, `null`, `There is no element 0 in a list of 3.`},
		{`[1, 2, 3][4]`, `null`, `There is no element 4 in a list of 3.`},
		{`[1, 2, 3][1.5]`, `null`, `There is no element 1.5 in a list of 3.`},
		{`[{x: 1, y: 2}, {x: 2, y: 3}][x = 2].y`, `[3]`, ``},
		{`[{x: 1}, {y: 2}][x = 1]`, `[{x: 1}]`, `{y: 2} has no member "x".`},
		{`[{item: 1}, {item: 2}][item = 2]`, `[{item: 2}]`, ``}, // the member stands before the element
		{`[{item: 1}, 5][item = 5]`, `[5]`, ``},
		{`[][item > 1]`, `[]`, ``},
		{`[][1]`, `null`, `There is no element 1 in a list of 0.`},
		{`5[item > 1]`, `[5]`, ``},
		{`5[1]`, `5`, ``},
		{`null[1]`, `null`, `There is nothing to filter: the list is null.`},
		{`[1, null, 3][item != null]`, `[1, 3]`, ``},
		{`[[1, 2], [3]][count(item) > 1]`, `[[1, 2]]`, ``},
		// for
		{`for x in [1, 2] return x * 2`, `[2, 4]`, ``},
		{`for x in 1..3, y in x..1 return x * y`, `[1, 4, 2, 9, 6, 3]`, ``},
		{`for x in 3..1 return x`, `[3, 2, 1]`, ``},
		{`for x in [1..3) return x`, `[1, 2]`, ``},
		{`for i in 0..4 return if i = 0 then 1 else i * partial[-1]`, `[1, 1, 2, 6, 24]`, ``},
		{`for x in 5 return x`, `[5]`, ``},
		{`for x in [] return x + 1`, `[]`, ``},
		{`for d in @"2024-02-28"..@"2024-03-01" return d.day`, `[28, 29, 1]`, ``},
		{`for x in null return x`, `null`, `There is nothing to iterate over: the list is null.`},
		{`for x in 1..2.5 return x`, `null`, `A loop cannot count from 1 to 2.5`},
		// some and every
		{`some x in [] satisfies x > 1`, `false`, ``},
		{`every x in [] satisfies x > 1`, `true`, ``},
		{`some x in [1, 2], y in [2, 3] satisfies x = y`, `true`, ``},
		{`every x in [1, 2], y in [2, 3] satisfies x <= y`, `true`, ``},
		{`every x in [1, 2] satisfies x`, `null`, `1 is neither true nor false; satisfies needs a condition.`},
		// contexts
		{`{a: 1, b: a + 1, c: b * 2}.c`, `4`, ``},
		{`{a: 1, a: 2}`, `null`, `"a" stands twice in this context`},
		{`{}`, `{}`, ``},
		{`{a: 1} = {a: 1.0}`, `true`, ``},
		{`{a: 1, b: 2} = {b: 2, a: 1}`, `true`, ``},
		// functions
		{`(function(x, y) x - y)(5, 3)`, `2`, ``},
		{`(function(x, y) x - y)(y: 3, x: 5)`, `2`, ``},
		{`(function(x: number) x + 1)("a")`, `null`, `x of function(x) is "a"; it needs a number.`},
		{`{n: 10, f: function(x) x + n, r: f(1)}.r`, `11`, ``},
		{`(for i in 1..3 return function(x) x * i)[2](5)`, `10`, ``},
		{`{f: function(g, n) if n = 0 then 1 else n * g(g, n - 1), r: f(f, 20)}.r`, `2432902008176640000`, ``},
		{`1(2)`, `null`, `1 is no function; it cannot be called.`},
		// in
		{`5 in (1, 5)`, `true`, ``},
		{`5 in (< 3, > 4)`, `true`, ``},
		{`5 in > 4`, `true`, ``},
		{`5 in [1..5]`, `true`, ``},
		{`5 in [1..5[`, `false`, ``},
		{`1 in ]1..5]`, `false`, ``},
		{`1 in (1..5)`, `false`, ``},
		{`5 in [[1..3], [4..6]]`, `true`, ``},
		{`[1, 2] in [[1, 2], 3]`, `true`, ``},
		{`"b" in ["a".."c"]`, `true`, ``},
		{`null in [null, 1]`, `true`, ``},
		{`1 in []`, `false`, ``},
		{`5 between 5 and 5`, `true`, ``},
		// equality
		{`null = null`, `true`, ``},
		{`null != 1`, `true`, ``},
		{`[1, [2]] = [1, [2]]`, `true`, ``},
		{`[1, 2] = [2, 1]`, `false`, ``},
		{`[1..3] = [1..3]`, `true`, ``},
		{`[1..3] = [1..3)`, `false`, ``},
		{`1 = "1"`, `null`, `1 = "1" cannot be told: the two are of different kinds.`},
		// instance of
		{`1 instance of number`, `true`, ``},
		{`null instance of number`, `false`, ``},
		{`[1, 2] instance of list<number>`, `true`, ``},
		{`[1, "a"] instance of list<number>`, `false`, ``},
		{`{a: 1} instance of context<a: number>`, `true`, ``},
		{`[1..2] instance of range<number>`, `true`, ``},
		{`@"P1D" instance of years and months duration`, `false`, ``},
		{`(function(x: number) x) instance of function<number>->Any`, `true`, ``},
		// texts and comments
		{`"a\tb\"\\"`, `"a\tb\"\\"`, ``},
		{`string length("\U01F600é")`, `2`, ``},
		{`1 /* one */ + // two` + "\n" + `2`, `3`, ``},
		{`"/* no comment */"`, `"/* no comment */"`, ``},
	})
}
