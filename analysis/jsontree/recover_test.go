package jsontree

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shape writes a tree in one line: keys without quotation marks, ? for what is
// missing, ⟩ and ⟧ for brackets that are.
func shape(n *Node) string {
	switch n.Kind() {
	case Missing:
		return "?"
	case String:
		return "'" + n.Text() + "'"
	case Array:
		parts := make([]string, n.Len())
		for i, e := range n.Elements() {
			parts[i] = shape(e)
		}
		if !n.Closed() {
			return "[" + strings.Join(parts, " ") + "⟧"
		}
		return "[" + strings.Join(parts, " ") + "]"
	case Object:
		parts := make([]string, n.Len())
		for i, m := range n.Members() {
			key := "?"
			if m.Key.Kind() == String {
				key = m.Key.Text()
			}
			parts[i] = key + ":" + shape(m.Value)
		}
		if !n.Closed() {
			return "{" + strings.Join(parts, " ") + "⟩"
		}
		return "{" + strings.Join(parts, " ") + "}"
	}
	return string(n.Raw())
}

func faults(t *Tree) string {
	var b strings.Builder
	for i, e := range t.Errors {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%v %d-%d", e.Kind, e.Span.Start, e.Span.End)
	}
	return b.String()
}

// TestRecovery shows what is read from each kind of broken document, the
// faults with their spans, and the document after the fixes of all of them.
func TestRecovery(t *testing.T) {
	tests := []struct{ text, shape, faults, fixed string }{
		// Valid.
		{`{}`, `{}`, ``, ``},
		{` [1, -0.5e+3, "é\u00e9", true, false, null] `, `[1 -0.5e+3 'éé' true false null]`, ``, ``},
		{`{"a":1,"a":2}`, `{a:1 a:2}`, ``, ``},
		{`"\ud83d\ude00 \ud800 \/\b"`, "'😀 \ufffd /\b'", ``, ``},

		// Commas.
		{`[1 2]`, `[1 2]`, `missing-comma 2-2`, `[1, 2]`},
		{`["a""b"]`, `['a' 'b']`, `missing-comma 4-4`, `["a","b"]`},
		{`[[1][2]{}]`, `[[1] [2] {}]`, `missing-comma 4-4, missing-comma 7-7`, `[[1],[2],{}]`},
		{`{"a": 1 "b": 2}`, `{a:1 b:2}`, `missing-comma 7-7`, `{"a": 1, "b": 2}`},
		{"{\"a\": {}\n\"b\": [] \"c\": 3}", `{a:{} b:[] c:3}`, `missing-comma 8-8, missing-comma 16-16`, "{\"a\": {},\n\"b\": [], \"c\": 3}"},
		{`[1,]`, `[1]`, `trailing-comma 2-3`, `[1]`},
		{`{"a":1,}`, `{a:1}`, `trailing-comma 6-7`, `{"a":1}`},
		{`[1,,2]`, `[1 ? 2]`, `missing-value 3-3`, ``},
		{`[,1]`, `[? 1]`, `missing-value 1-1`, ``},
		{`[1,,,,]`, `[1 ? ? ?]`, `missing-value 3-3`, ``},
		{`{"a":1,,"b":2}`, `{a:1 b:2}`, `extra-comma 7-8`, `{"a":1,"b":2}`},
		{`{,"b":2}`, `{b:2}`, `extra-comma 1-2`, `{"b":2}`},
		{`{"a":1;"b":2}`, `{a:1 b:2}`, `bad-character 6-7`, `{"a":1,"b":2}`},
		{`[1;2]`, `[1 2]`, `bad-character 2-3`, `[1,2]`},

		// Values.
		{`{"a": , "b": 2}`, `{a:? b:2}`, `missing-value 5-6`, ``},
		{`{"a": }`, `{a:?}`, `missing-value 5-6`, ``},
		{`{"a":}`, `{a:?}`, `missing-value 5-5`, ``},
		{`{"a":`, `{a:?⟩`, `missing-value 5-5`, ``},
		{"{\"a\": \n \"b\": 2}", `{a:? b:2}`, `missing-value 5-6`, ``},
		{"{\"a\":\n b: 2}", `{a:? b:2}`, `missing-value 5-5, unquoted-key 7-8`, ``},
		{`{"a": tru, "b": 2}`, `{a:? b:2}`, `bad-literal 6-9`, `{"a": true, "b": 2}`},
		{`[None, True, undefined]`, `[? ? ?]`, `bad-literal 1-5, bad-literal 7-11, bad-literal 13-22`, `[null, true, null]`},
		{`{"a": very late, "b": 2}`, `{a:? b:2}`, `bad-literal 6-15`, `{"a": "very late", "b": 2}`},
		{`{"a": 10 days, "b": 2}`, `{a:? b:2}`, `bad-literal 6-13`, `{"a": "10 days", "b": 2}`},
		{`{"a": 10 b: 2}`, `{a:10 b:2}`, `unquoted-key 9-10`, ``},
		{`[01, +1, .5, 1., 0x1, 1e, -, 1_000]`, `[? ? ? ? ? ? ? ?]`,
			`bad-number 1-3, bad-number 5-7, bad-number 9-11, bad-number 13-15, bad-number 17-20, bad-number 22-24, bad-number 26-27, bad-number 29-34`, ``},
		{`[01, +1, .5, 1., 1_000]`, `[? ? ? ? ?]`,
			`bad-number 1-3, bad-number 5-7, bad-number 9-11, bad-number 13-15, bad-number 17-22`, `[1, 1, 0.5, 1, 1000]`},
		{`[NaN, -Infinity]`, `[? ?]`, `bad-number 1-4, bad-number 6-15`, ``},
		{`[2024-01-31]`, `[?]`, `bad-literal 1-11`, `["2024-01-31"]`},
		{`[*, 1]`, `[? 1]`, `bad-character 1-2`, ``},
		{`{"a": 1 + 2, "b": 3}`, `{a:1 b:3}`, `bad-literal 8-11`, ``},
		{`{"a": 1 true, "b": 3}`, `{a:1 b:3}`, `missing-key 8-12`, ``},

		// Keys and colons.
		{`{"a" 1}`, `{a:1}`, `missing-colon 4-4`, `{"a": 1}`},
		{`{"a"}`, `{a:?}`, `missing-colon 4-4`, ``},
		{`{"a", "b": 2}`, `{a:? b:2}`, `missing-colon 4-4`, ``},
		{`{"a", 1, "b": 2}`, `{a:1 b:2}`, `missing-colon 4-5`, `{"a": 1, "b": 2}`},
		{"{\"a\"\n \"b\": 2}", `{a:? b:2}`, `missing-colon 4-4`, ``},
		{`{"a" = 1, "b" => 2}`, `{a:1 b:2}`, `missing-colon 5-6, missing-colon 14-16`, `{"a" : 1, "b" : 2}`},
		{`{"a":: 1}`, `{a:1}`, `extra-colon 5-6`, ``},
		{`{"a": "b": 1, "c": 2}`, `{a:'b' ?:1 c:2}`, `extra-colon 9-10`, ``},
		{`["a": 1]`, `['a' 1]`, `extra-colon 4-5`, ``},
		{`{: 1, "b": 2}`, `{?:1 b:2}`, `missing-key 1-1`, ``},
		{`{"a": 1, {"b": 2}}`, `{a:1 ?:{b:2}}`, `missing-key 9-9`, ``},
		{`{a: 1, b c: 2, 3: 4}`, `{a:1 b c:2 3:4}`, `unquoted-key 1-2, unquoted-key 7-10, unquoted-key 15-16`, `{"a": 1, "b c": 2, "3": 4}`},
		{`{'a': 'it"s \u0041'}`, `{a:'it"s A'}`, `single-quotes 1-4, single-quotes 6-19`, `{"a": "it\"s A"}`},
		{`{“a”: “b”}`, `{a:'b'}`, `curly-quotes 1-8, curly-quotes 10-17`, `{"a": "b"}`},
		{`{foo}`, `{foo:?}`, `unquoted-key 1-4`, ``},

		// Strings.
		{"{\"a\": \"x y\n, \"b\": 2}", `{a:'x y' b:2}`, `unclosed-string 6-10`, "{\"a\": \"x y\"\n, \"b\": 2}"},
		{"{\"a\": \"x,\n \"b\": 2}", `{a:'x' b:2}`, `unclosed-string 6-8`, "{\"a\": \"x\",\n \"b\": 2}"},
		{"{\"a\": \"x\n \"b\": 2}", `{a:'x' b:2}`, `unclosed-string 6-8`, ``},
		{"[[\"a\", \"b],\n [\"c\"]]", `[['a' 'b'] ['c']]`, `unclosed-string 7-9`, "[[\"a\", \"b\"],\n [\"c\"]]"},
		{"{\"a\": \"f(x[1]}", `{a:'f(x[1]'}`, `unclosed-string 6-13`, `{"a": "f(x[1]"}`},
		{"{\"a: 1,\n \"b\": 2}", `{a:1 b:2}`, `unclosed-string 1-3`, "{\"a\": 1,\n \"b\": 2}"},
		{"{\"ab\n \"c\": 1}", `{ab:? c:1}`, `unclosed-string 1-4`, ``},
		{`["a`, `['a'⟧`, `unclosed-string 1-3`, ``},
		{"[\"if a then\n  b\", 1]", "['if a then\n  b' 1]", `control-character 11-12`, `["if a then\n  b", 1]`},
		{"[\"if a\r\n\tb\r\n\", 1]", "['if a\r\n\tb\r\n' 1]", `control-character 6-7`, `["if a\n\tb\n", 1]`},
		{"[\"a\tb\x00\x01\"]", "['a\tb\x00\x01']", `control-character 3-4, control-character 5-7`, ``},
		{`["\d+", 1]`, `['\d+' 1]`, `bad-escape 2-4`, `["\\d+", 1]`},
		{`["\u12", "\u12g4"]`, `['\u12' '\u12g4']`, `bad-escape 2-6, bad-escape 10-14`, `["\\u12", "\\u12g4"]`},
		{`{"a": "say "hi" now, ok", "b": 2}`, `{a:'say "hi" now, ok' b:2}`, `unescaped-quote 11-12`, `{"a": "say \"hi\" now, ok", "b": 2}`},
		{`[["x", "y, "z"], ["w"]]`, `[['x' 'y' 'z'] ['w']]`, `unclosed-string 7-9`, `[["x", "y", "z"], ["w"]]`},
		{`{"a": "x, "b": 2}`, `{a:'x' b:2}`, `unclosed-string 6-8`, `{"a": "x", "b": 2}`},
		{`{"a: "x", "b": 2}`, `{a:'x' b:2}`, `unclosed-string 1-3`, `{"a": "x", "b": 2}`},
		{`{"a"b": "x", "b": 2}`, `{a"b:'x' b:2}`, `unescaped-quote 3-4`, `{"a\"b": "x", "b": 2}`},
		{`{a": "x", "b": 2}`, `{a:'x' b:2}`, `unquoted-key 1-3`, `{"a": "x", "b": 2}`},
		{`{"a": x, y", "b": 2}`, `{a:? b:2}`, `bad-literal 6-11`, `{"a": "x, y", "b": 2}`},
		{`["a", 7 days", "b"]`, `['a' ? 'b']`, `bad-literal 6-13`, `["a", "7 days", "b"]`},
		{`[["a", # why"], [1", 2], [true", > 3", "b"]]`, `[['a' ?] [? 2] [? ? 'b']]`,
			`bad-literal 7-13, bad-literal 17-19, bad-literal 26-31, bad-literal 33-37`, `[["a", "# why"], ["1", 2], ["true", "> 3", "b"]]`},
		{"{\"a\":\n  [1],\n  [2],\n  [3]\n}", `{a:[1] ?:[2] ?:[3]}`, `missing-key 15-15`, ``},
		{`["a"b, "c"]`, `['a' 'c']`, `unescaped-quote 3-4`, ``},
		{"[\"\xff\", 1]", "['\ufffd' 1]", `bad-utf8 2-3`, ``},

		// Brackets.
		{`{"a": [1, 2`, `{a:[1 2⟧⟩`, `unclosed-array 6-7`, `{"a": [1, 2]}`},
		{`{"a": {"b": 1,`, `{a:{b:1⟩⟩`, `unclosed-object 6-7`, `{"a": {"b": 1}}`},
		{`{"a": [1, 2}`, `{a:[1 2⟧}`, `unclosed-array 6-7`, `{"a": [1, 2]}`},
		{`{"a": [1, 2}, "b": 3}`, `{a:[1 2] b:3}`, `wrong-closer 11-12`, `{"a": [1, 2], "b": 3}`},
		{`[1}`, `[1]`, `wrong-closer 2-3`, `[1]`},
		{`{"a": [1, 2, "b": 3}`, `{a:[1 2⟧ b:3}`, `unclosed-array 6-7`, `{"a": [1, 2], "b": 3}`},
		{`{"a": 1}}`, `{a:1}`, `extra-closer 8-9`, `{"a": 1}`},
		{`{"a": 1}, "b": 2}`, `{a:1 b:2}`, `extra-closer 7-8`, `{"a": 1, "b": 2}`},
		{`{"a": 1], "b": 2}`, `{a:1 b:2}`, `extra-closer 7-8`, `{"a": 1, "b": 2}`},
		{"{\n  \"a\": {\n    \"new\": {\n    \"b\": 1\n  },\n  \"c\": 2\n}", `{a:{new:{⟩ b:1} c:2}`, `unclosed-object 22-23`,
			"{\n  \"a\": {\n    \"new\": {},\n    \"b\": 1\n  },\n  \"c\": 2\n}"},
		{"{\n  \"a\": {\n    \"x\": [\n      1\n  },\n  \"b\": 2\n}", `{a:{x:[1⟧} b:2}`, `unclosed-array 20-21`,
			"{\n  \"a\": {\n    \"x\": [\n      1\n    ]\n  },\n  \"b\": 2\n}"},
		{"{\n  \"t\": [\n    [1, 2,\n    [3, 4]\n  ],\n  \"b\": 2\n}", `{t:[[1 2⟧ [3 4]] b:2}`, `unclosed-array 15-16`,
			"{\n  \"t\": [\n    [1, 2],\n    [3, 4]\n  ],\n  \"b\": 2\n}"},
		{"{\n  \"a\": [\n    1\n  ,\n  \"b\": 2\n}", `{a:[1⟧ b:2}`, `unclosed-array 9-10`, ``},
		{"{\n\"a\": {\n\"b\": 1,\n\"c\": 2\n}", `{a:{b:1 c:2}⟩`, `unclosed-object 0-1`, ``},

		{"{\n  \"a\": [\n    1,}\n    2\n  ],\n  \"b\": 3\n}", `{a:[1 2] b:3}`, `extra-closer 17-18`,
			"{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": 3\n}"},
		{"{\n  \"a\": {\n    \"x\": 1\n    }\n  },\n  \"b\": 3\n}", `{a:{x:1} b:3}`, `extra-closer 26-27`, ``},
		{"{\n  \"a\": [{\n    \"x\": 1\n  }, {\n    \"x\": 2\n  }],\n  \"b\": [3\n}", `{a:[{x:1} {x:2}] b:[3⟧}`, `unclosed-array 54-55`, ``},

		// Around the value.
		{``, `?`, `empty-document 0-0`, ``},
		{" \n", `?`, `empty-document 2-2`, ``},
		{"\ufeff[]", `[]`, `byte-order-mark 0-3`, `[]`},
		{`[] []`, `[]`, `trailing-content 3-5`, ``},
		{`data = {"a": 1}`, `{a:1}`, `bad-character 0-6`, ` {"a": 1}`},
		{"{\n  // one\n  \"a\": 1, /* two */ \"b\": 2 // three\n}", `{a:1 b:2}`, `comment 4-10, comment 21-30, comment 38-46`,
			"{\n  \"a\": 1,  \"b\": 2\n}"},
		{"[1, # one\n2]", `[1 2]`, `comment 4-9`, "[1,\n2]"},
		{"[1, /* one\n2]", `[1 2]`, `comment 4-10`, "[1,\n2]"},
		{"[1,\u00a02]", `[1 2]`, `bad-character 3-5`, `[1, 2]`},
		{"[\x00]", `[?]`, `bad-character 1-2`, ``},
		{"\xff\xfe[\x00]\x00", `?`, `wrong-encoding 0-6`, ``},
		{"[\x00]\x00", `?`, `wrong-encoding 0-4`, ``},
	}
	for _, test := range tests {
		tree := Parse([]byte(test.text))
		checkTree(t, tree)
		if got := shape(tree.Root); got != test.shape {
			t.Errorf("%s\n  gives  %s\n  needed %s", test.text, got, test.shape)
		}
		if got := faults(tree); got != test.faults {
			t.Errorf("%s\n  has    %s\n  needed %s", test.text, got, test.faults)
		}
		if test.fixed == "" {
			continue
		}
		var edits []Edit
		for _, e := range tree.Errors {
			title, fix, ok := tree.Fix(e)
			if !ok || title == "" {
				t.Errorf("%s\n  no fix for %v", test.text, e.Kind)
			}
			edits = append(edits, fix...)
		}
		fixed, err := Apply(tree.Text, edits)
		if diff := cmp.Diff(test.fixed, string(fixed)); diff != "" || err != nil {
			t.Errorf("%s\n  is fixed to other text: %v %s", test.text, err, diff)
		}
		if again := Parse(fixed); len(again.Errors) > 0 {
			t.Errorf("%s\n  is fixed to %s, which has %s", test.text, fixed, faults(again))
		}
	}
}

// TestMessages keeps the sentences readable in one place.
func TestMessages(t *testing.T) {
	tests := []struct{ text, message string }{
		{`[1 2]`, `A comma is missing here: elements of an array are separated by commas.`},
		{`{"a": }`, `The key "a" has no value. A value is needed after the colon.`},
		{`{"a" 1}`, `The key "a" has no colon after it: a member is written "key": value.`},
		{`[tru]`, `"tru" is no word of JSON. Did you mean true?`},
		{`[late]`, `Text is written in double quotation marks: "late".`},
		{`[012]`, `"012" is no number of JSON. A number does not start with 0 before other digits.`},
		{`{"a": [1`, `This "[" is not closed: "]}" is needed.`},
		{"[\"\x00\"]", `A control character in a string is written as an escape: \u0000.`},
		{"[\x00]", `"U+0000" means nothing here. A value is needed.`},
	}
	for _, test := range tests {
		tree := Parse([]byte(test.text))
		if len(tree.Errors) != 1 || tree.Errors[0].Message != test.message {
			t.Errorf("%s\n  gives  %v\n  needed %s", test.text, tree.Errors, test.message)
		}
	}
}

func TestKindsAreNamed(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Kinds() {
		if name := k.String(); name == "" || name == "unknown" || seen[name] {
			t.Errorf("kind %d has the name %q", k, name)
		} else {
			seen[name] = true
		}
	}
}

// TestOneSlip takes out each byte of a model in turn: a slip is one fault, two
// where an opening bracket is gone, and a prefix has exactly one.
func TestOneSlip(t *testing.T) {
	model := modelDocument(1500)
	if tree := Parse(model); len(tree.Errors) > 0 {
		t.Fatalf("%s\n%v", model, tree.Errors)
	}
	for i := range model {
		if prefix := Parse(model[:i]); len(prefix.Errors) != 1 && i < len(model)-1 { // the last byte is a line end
			t.Errorf("%q has %s", model[:i], faults(prefix))
		}
		allowed := 1
		if model[i] == '{' || model[i] == '[' {
			allowed = 2
		}
		text := append(append([]byte{}, model[:i]...), model[i+1:]...)
		tree := Parse(text)
		checkTree(t, tree)
		if len(tree.Errors) > allowed {
			t.Errorf("without %q at %q there is %s", model[i], model[max(0, i-20):min(i+20, len(model))], faults(tree))
		}
	}
}
