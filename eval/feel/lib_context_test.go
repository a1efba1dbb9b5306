package feel_test

import "testing"

func TestContexts(t *testing.T) {
	expectAll(t, []expectation{
		{`get value({a: 1, b: 2}, "b")`, `2`, ``},
		{`get value({a: null}, "a")`, `null`, ``},
		{`get value({a: {b: {c: 1}}}, ["a", "b", "c"])`, `1`, ``},
		{`get value({a: 1}, ["a"])`, `1`, ``},
		{`get value(m: {a: 1}, key: "a")`, `1`, ``},
		{`get value({amount: 1}, "amuont")`, `null`, `{amount: 1} has no entry "amuont". Did you mean "amount"?`},
		{`get value({a: {b: 1}}, ["a", "c"])`, `null`, `{b: 1} has no entry "c".`},
		{`get value({a: 1}, ["a", "b"])`, `null`, `1 is no context; it has no entry "b".`},
		{`get value({a: 1}, [])`, `null`, `The path of get value has no key.`},
		{`get value({a: 1}, ["a", null])`, `null`, `A key is null here; a key is a text.`},
		{`get value({a: 1}, 1)`, `null`, `key of get value is 1; it needs a string.`},
		{`get value(null, "a")`, `null`, `m of get value is null.`},

		{`get entries({a: 1, "b c": [2]})`, `[{key: "a", value: 1}, {key: "b c", value: [2]}]`, ``},
		{`get entries({})`, `[]`, ``},
		{`get entries([1])`, `null`, `m of get entries is [1]`},
		{`get entries(null)`, `null`, `m of get entries is null.`},

		{`context([{key: "a", value: 1}, {key: "b", value: null}])`, `{a: 1, b: null}`, ``},
		{`context({key: "a", value: 1, more: 2})`, `{a: 1}`, ``},
		{`context([])`, `{}`, ``},
		{`context(get entries({a: 1, b: {c: 2}}))`, `{a: 1, b: {c: 2}}`, ``},
		{`context([{key: "a", value: 1}, {key: "a", value: 2}])`, `null`, `Two entries of context have the key "a".`},
		{`context([{key: "a"}])`, `null`, `Entry 1 of context is {key: "a"}; it needs a key and a value.`},
		{`context([{value: 1}])`, `null`, `it needs a key and a value.`},
		{`context([{key: 1, value: 1}])`, `null`, `The key of entry 1 of context is 1; it needs to be a text.`},
		{`context([{key: null, value: 1}])`, `null`, `The key of entry 1 of context is null`},
		{`context([null])`, `null`, `context has no value: element 1 is null.`},
		{`context("a")`, `null`, `entries of context is "a"`},

		{`context put({a: 1}, "b", 2)`, `{a: 1, b: 2}`, ``},
		{`context put({a: 1, b: 2}, "a", null)`, `{a: null, b: 2}`, ``},
		{`context put({}, "", 1)`, `{"": 1}`, ``},
		{`context put({a: {b: 1}, c: 2}, ["a", "b"], 3)`, `{a: {b: 3}, c: 2}`, ``},
		{`context put({a: {b: 1}}, ["a", "d"], 3)`, `{a: {b: 1, d: 3}}`, ``},
		{`context put(context: {a: 1}, keys: ["b"], value: 2)`, `{a: 1, b: 2}`, ``},
		{`{x: {a: {b: 1}}, y: context put(x, ["a", "b"], 2), z: x}.z`, `{a: {b: 1}}`, ``},
		{`context put({a: 1}, ["a", "b"], 2)`, `null`, `1 is no context; it has no entry "b".`},
		{`context put({a: 1}, ["x", "b"], 2)`, `null`, `{a: 1} has no entry "x".`},
		{`context put({a: 1}, [], 2)`, `null`, `The path of context put has no key.`},
		{`context put({a: 1}, [null], 2)`, `null`, `A key is null here; a key is a text.`},
		{`context put({a: {}}, ["a", null], 2)`, `null`, `A key is null here; a key is a text.`},
		{`context put({a: 1}, null, 2)`, `null`, `of context put is null.`},
		{`context put([], "a", 2)`, `null`, `context of context put is []`},

		{`context merge([{a: 1, b: 1}, {b: 2, c: 3}])`, `{a: 1, b: 2, c: 3}`, ``},
		{`context merge([{a: {x: 1}}, {a: {y: 2}}])`, `{a: {y: 2}}`, ``},
		{`context merge({a: 1})`, `{a: 1}`, ``},
		{`context merge([])`, `{}`, ``},
		{`context merge([{a: 1}, 2])`, `null`, `contexts of context merge is [{a: 1}, 2]`},
		{`context merge([{a: 1}, null])`, `null`, `context merge has no value: element 2 is null.`},
		{`context merge(null)`, `null`, `contexts of context merge is null.`},
	})
}
