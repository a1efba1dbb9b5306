package feel_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/eval/feel"
)

func TestLists(t *testing.T) {
	expectAll(t, []expectation{
		{`list contains([1, 2, 3], 2.0)`, `true`, ``},
		{`list contains([1, null], null)`, `true`, ``},
		{`list contains([1, "2"], 2)`, `false`, ``},
		{`list contains([[1, 2], 3], [1, 2])`, `true`, ``},
		{`list contains("a", "a")`, `true`, ``},
		{`list contains([], null)`, `false`, ``},
		{`list contains(null, 1)`, `null`, `list of list contains is null.`},

		{`sublist([4, 5, 6], 1, 2)`, `[4, 5]`, ``},
		{`sublist([4, 5, 6], 2)`, `[5, 6]`, ``},
		{`sublist([4, 5, 6], -2)`, `[5, 6]`, ``},
		{`sublist([4, 5, 6], -3, 1)`, `[4]`, ``},
		{`sublist(list: [4, 5, 6], start position: 3)`, `[6]`, ``},
		{`sublist([4, 5, 6], 0)`, `null`, `0 is no position in a list; the first element is at 1, the last at -1.`},
		{`sublist([4, 5, 6], 4)`, `null`, `There is no position 4 in a list of 3.`},
		{`sublist([4, 5, 6], -4)`, `null`, `There is no position -4 in a list of 3.`},
		{`sublist([4, 5, 6], 1.5)`, `null`, `1.5 is no position in a list; a position is a whole number.`},
		{`sublist([4, 5, 6], 2, 3)`, `null`, `A sublist from position 2 of a list of 3 has at most 2 elements, not 3.`},
		{`sublist([4, 5, 6], 2, 0)`, `null`, `The length of a sublist is a whole number from 1 on, not 0.`},
		{`sublist([4, 5, 6], 2, null)`, `null`, `length of sublist is null.`},
		{`sublist([], 1)`, `null`, `There is no position 1 in a list of 0.`},

		{`append([1], 2, 3)`, `[1, 2, 3]`, ``},
		{`append([1], [2])`, `[1, [2]]`, ``},
		{`append(1, null)`, `[1, null]`, ``},
		{`append([])`, `null`, `append is called as append(list, item, …)`},
		{`append(null, 1)`, `null`, `list of append is null.`},

		{`concatenate([1, 2], [3])`, `[1, 2, 3]`, ``},
		{`concatenate([1], 2, [[3]])`, `[1, 2, [3]]`, ``},
		{`concatenate([])`, `[]`, ``},
		{`concatenate([1], null)`, `null`, `list of concatenate is null.`},

		{`insert before([1, 3], 2, 2)`, `[1, 2, 3]`, ``},
		{`insert before([1, 3], 1, null)`, `[null, 1, 3]`, ``},
		{`insert before([1, 3], -1, 2)`, `[1, 2, 3]`, ``},
		{`insert before(newItem: 0, position: 1, list: [1])`, `[0, 1]`, ``},
		{`insert before([1, 3], 3, 2)`, `null`, `There is no position 3 in a list of 2.`},
		{`insert before(null, 1, 2)`, `null`, `list of insert before is null.`},

		{`remove([1, 2, 3], 2)`, `[1, 3]`, ``},
		{`remove([1, 2, 3], -1)`, `[1, 2]`, ``},
		{`remove([1], 1)`, `[]`, ``},
		{`remove([1, 2, 3], 9)`, `null`, `There is no position 9 in a list of 3.`},
		{`remove([1, 2, 3], 1e30)`, `null`, `no position`},

		{`list replace([1, 2, 3], 2, 4)`, `[1, 4, 3]`, ``},
		{`list replace([1, 2, 3], -1, null)`, `[1, 2, null]`, ``},
		{`list replace([1, 2, 3], 0, 4)`, `null`, `0 is no position`},
		{`list replace([1, 2, 3], "2", 4)`, `null`, `position of list replace is "2"; it needs a number.`},
		{`list replace([2, 4, 7], function(item, newItem) item < newItem, 5)`, `[5, 5, 7]`, ``},
		{`list replace([[1], [2]], function(item, newItem) item = [2], "x")`, `[[1], "x"]`, ``},
		{`list replace([2], function(item) true, 5)`, `null`, `match of list replace is a function of one parameter; it needs one of two.`},
		{`list replace([2], function(item, newItem) item, 5)`, `null`, `match of list replace gives 2 for 2 and 5; it needs to give true or false.`},
		{`list replace([2], function(item, newItem) null, 5)`, `null`, `match of list replace gives null for 2 and 5`},
		{`list replace([2, 3], before, 3)`, `[3, 3]`, ``},

		{`reverse([1, 2, 3])`, `[3, 2, 1]`, ``},
		{`reverse([])`, `[]`, ``},
		{`reverse("ab")`, `["ab"]`, ``},
		{`reverse(null)`, `null`, `list of reverse is null.`},

		{`index of([1, 2, 3, 2], 2)`, `[2, 4]`, ``},
		{`index of([1, null], null)`, `[2]`, ``},
		{`index of([1], 5)`, `[]`, ``},

		{`union([1, 2], [2.0, 3], 3)`, `[1, 2, 3]`, ``},
		{`union([null, 1], [null])`, `[null, 1]`, ``},
		{`union([1], null)`, `null`, `list of union is null.`},

		{`distinct values([1, 2, 1.0, "1", true, null, null, true])`, `[1, 2, "1", true, null]`, ``},
		{`distinct values([{a: 1, b: 2}, {b: 2, a: 1}, [1], [1]])`, `[{a: 1, b: 2}, [1]]`, ``},
		{`distinct values([@"2026-10-01", @"2026-10-01", @"P1D", @"PT24H", @"P1Y", @"P12M", @"10:00:00Z", @"11:00:00+01:00"])`, `[2026-10-01, P1D, P1Y, 10:00:00Z]`, ``},

		{`flatten([[1, 2], [[3]], 4])`, `[1, 2, 3, 4]`, ``},
		{`flatten([[], [[]], null])`, `[null]`, ``},
		{`flatten(1)`, `[1]`, ``},

		{`sort([3, 1, 4, 1], function(x, y) x < y)`, `[1, 1, 3, 4]`, ``},
		{`sort([3, 1, 4, 1], function(x, y) x >= y)`, `[4, 3, 1, 1]`, ``},
		{`sort([3], function(x, y) null)`, `[3]`, ``},
		{`sort([], function(x, y) x < y)`, `[]`, ``},
		{`sort([3, 1, 2], before)`, `[1, 2, 3]`, ``},
		{`sort(list: [2, 1], precedes: function(a, b) a < b)`, `[1, 2]`, ``},
		{`sort([{k: 1, v: "a"}, {k: 0, v: "b"}, {k: 1, v: "c"}], function(x, y) x.k < y.k).v`, `["b", "a", "c"]`, ``},
		{`sort([{k: 1, v: "a"}, {k: 0, v: "b"}, {k: 1, v: "c"}], function(x, y) x.k <= y.k).v`, `["b", "a", "c"]`, ``},
		{`sort([3, 1], function(x) true)`, `null`, `precedes of sort is a function of one parameter; it needs one of two.`},
		{`sort([3, 1], function(x, y) x - y)`, `null`, `precedes of sort gives`},
		{`sort([3, "a"], function(x, y) x < y)`, `null`, `cannot be told: the two have no common order.`},
		{`sort([2, 1], null)`, `null`, `precedes of sort is null.`},
	})
}

// A null that is explained where it arises is not explained again by what depends on it.
func TestOneCauseForOneMistake(t *testing.T) {
	for _, text := range []string{
		`sum([1, 1/0])`, `max(1, 1/0)`, `all([1/0 > 1])`, `reverse(1/0)`, `get value({a: 1/0}, "a") + 1`, `context put({a: 1}, string(1/0), 1)`,
		`before(1/0, 1)`, `before([1..1/0], 1)`, `context([{key: string(1/0), value: 1}])`, `sort([1, 1/0], function(x, y) x < y)`,
		`context merge([{a: 1}, 1/0])`, `get value({a: 1}, ["a", string(1/0)])`,
	} {
		got, causes := outcome(t, text)
		if got != "null" || len(causes) != 1 || !strings.Contains(causes[0], "Division by zero") {
			t.Errorf("%s is %s: %q", text, got, causes)
		}
	}
}

func TestListTypes(t *testing.T) {
	for text, want := range map[string]string{
		`append([1], 2)`:                                `[number]`,
		`append([1], true)`:                             `[any]`,
		`concatenate([1], [2], 3)`:                      `[number]`,
		`union([date("2026-10-01")], [])`:               `[date]`,
		`reverse([true])`:                               `[boolean]`,
		`sublist([1], 1)`:                               `[number]`,
		`insert before([1], 1, 2)`:                      `[number]`,
		`list replace([1], 1, 2)`:                       `[number]`,
		`flatten([[[1]], [[2]]])`:                       `[number]`,
		`index of(["a"], "a")`:                          `[number]`,
		`sort([1, 2], function(x, y) x < y)`:            `[number]`,
		`min([1, 2])`:                                   `number`,
		`max(date("2026-10-01"), date("2026-10-02"))`:   `date`,
		`sum([1])`:                                      `number`,
		`mode([1])`:                                     `[number]`,
		`all([true])`:                                   `boolean`,
		`get value({a: 1, b: true}, "b")`:               `boolean`,
		`get value({a: 1}, "c")`:                        `any`,
		`get entries({a: 1, b: 2})`:                     `[{key: string, value: number}]`,
		`context put({a: 1}, "b", true)`:                `{a: number, b: boolean}`,
		`context merge([{a: 1, b: 1}, {a: 2}]).a`:       `number`,
		`range("[1..3]")`:                               `range<number>`,
		`range("(..@\"P1D\"]")`:                         `range<days and time duration>`,
		`before(1, [2..3])`:                             `boolean`,
		`sort([{k: 1}], function(x, y) x.k < y.k)[1].k`: `number`,
		`distinct values(for x in [1, 2] return {n: x})[1].n + 1`: `number`,
	} {
		e := feel.Parse(text, &feel.Env{Layout: &feel.Layout{}})
		if got := e.Type.String(); got != want || len(e.Problems) > 0 {
			t.Errorf("%s is of type %s, want %s; problems %v", text, got, want, e.Problems)
		}
	}
}

func TestSortIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.IntRange(0, 5), 0, 40).Draw(t, "keys")
		op := rapid.SampledFrom([]string{"<", "<=", ">", ">="}).Draw(t, "op")
		items := make([]string, len(keys))
		want := make([]int, len(keys))
		for i, k := range keys {
			items[i], want[i] = fmt.Sprintf("{k: %d, i: %d}", k, i), i
		}
		slices.SortStableFunc(want, func(a, b int) int {
			if op[0] == '<' {
				return keys[a] - keys[b]
			}
			return keys[b] - keys[a]
		})
		got, causes := outcome(t, "sort(["+strings.Join(items, ", ")+"], function(x, y) x.k "+op+" y.k).i")
		if w := strings.Join(strings.Fields(fmt.Sprint(want)), ", "); got != w || len(causes) > 0 {
			t.Fatalf("sorted by %s: %s, want %s %q", op, got, w, causes)
		}
	})
}

func TestDistinctAgreesWithEquality(t *testing.T) {
	pool := []string{"1", "1.0", `"1"`, "null", "true", `@"P1D"`, `@"PT24H"`, `@"2026-10-01"`, "[1]", "[1.0]", "{a: 1}", "[1..2]", `@"10:00:00Z"`, `@"12:00:00+02:00"`}
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOfN(rapid.SampledFrom(pool), 1, 12).Draw(t, "items")
		list := "[" + strings.Join(items, ", ") + "]"
		got, _ := outcome(t, "distinct values("+list+")")
		// the elements whose first equal is at their own position
		want, _ := outcome(t, "{l: "+list+", firsts: index of(for x in 1..count(l) return index of(l, l[x])[1] = x, true), d: for i in firsts return l[i]}.d")
		if got != want {
			t.Fatalf("distinct values(%s) is %s, want %s", list, got, want)
		}
	})
}

// A list of lists that share their parts is far longer when written than in memory; a cause shows its start only.
func TestCausesOfHugeValuesAreShort(t *testing.T) {
	got, causes := outcome(t, `sum(for i in 1..200 return partial)`)
	if got != "null" || len(causes) != 1 || len(causes[0]) > 200 {
		t.Errorf("sum of nested lists is %s: %d causes", got, len(causes))
	}
}

// Work on long lists counts by their length, so that no expression runs without end.
func TestListWorkIsBounded(t *testing.T) {
	for _, text := range []string{
		`{l: for i in 1..100000 return i, c: for i in l return count(concatenate(l, l))}`,
		`{l: for i in 1..30 return partial, f: flatten(l)}`,
	} {
		layout := &feel.Layout{}
		e := feel.Parse(text, &feel.Env{Layout: layout})
		m := &feel.Machine{}
		m.Reset(context.Background(), nil)
		feel.Compile(e, feel.Origin{}, layout.Size()).Run(m)
		var limit *feel.LimitError
		if !errors.As(m.Err(), &limit) {
			t.Errorf("%s ends with %v, not at a limit", text, m.Err())
		}
	}
}
