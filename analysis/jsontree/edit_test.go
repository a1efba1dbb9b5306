package jsontree

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestApply(t *testing.T) {
	text := []byte("0123456789")
	got, err := Apply(text, []Edit{{Span{8, 9}, ""}, {Span{2, 4}, "ab"}, {Span{2, 2}, "x"}, {Span{2, 2}, "y"}, {Span{10, 10}, "!"}, {Span{4, 5}, ""}})
	if string(got) != "01xyab5679!" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	if string(text) != "0123456789" {
		t.Error("the text is changed")
	}
	for _, edits := range [][]Edit{
		{{Span{2, 4}, ""}, {Span{3, 5}, ""}},
		{{Span{2, 4}, ""}, {Span{3, 3}, "x"}},
		{{Span{-1, 2}, ""}},
		{{Span{9, 11}, ""}},
		{{Span{5, 4}, ""}},
	} {
		if got, err := Apply(text, edits); err == nil {
			t.Errorf("%v gives %q", edits, got)
		}
	}
}

func TestEditsKeepTheLayout(t *testing.T) {
	const spread = "{\n    \"a\": 1,\n    \"b\": {},\n    \"c\": [1, 2],\n    \"d\": []\n}\n"
	tests := []struct {
		what string
		text string
		edit func(t *Tree) Edit
		want string
	}{
		{"last member", spread, func(t *Tree) Edit { return InsertMember(t.Root, "e", "true", 3) },
			"{\n    \"a\": 1,\n    \"b\": {},\n    \"c\": [1, 2],\n    \"d\": [],\n    \"e\": true\n}\n"},
		{"first member", spread, func(t *Tree) Edit { return InsertMember(t.Root, "e", "{\n    \"x\": 1\n}", -1) },
			"{\n    \"e\": {\n        \"x\": 1\n    },\n    \"a\": 1,\n    \"b\": {},\n    \"c\": [1, 2],\n    \"d\": []\n}\n"},
		{"member in the middle", spread, func(t *Tree) Edit { return InsertMember(t.Root, "q\"", "1", 0) },
			"{\n    \"a\": 1,\n    \"q\\\"\": 1,\n    \"b\": {},\n    \"c\": [1, 2],\n    \"d\": []\n}\n"},
		{"into an empty object", spread, func(t *Tree) Edit { return InsertMember(t.Root.Get("b"), "x", "1", -1) },
			"{\n    \"a\": 1,\n    \"b\": {\n        \"x\": 1\n    },\n    \"c\": [1, 2],\n    \"d\": []\n}\n"},
		{"scalar into an empty array", spread, func(t *Tree) Edit { return InsertElement(t.Root.Get("d"), `"x"`, 0) },
			"{\n    \"a\": 1,\n    \"b\": {},\n    \"c\": [1, 2],\n    \"d\": [\"x\"]\n}\n"},
		{"row into an empty array", spread, func(t *Tree) Edit { return InsertElement(t.Root.Get("d"), `["x", 1]`, 0) },
			"{\n    \"a\": 1,\n    \"b\": {},\n    \"c\": [1, 2],\n    \"d\": [\n        [\"x\", 1]\n    ]\n}\n"},
		{"last element", spread, func(t *Tree) Edit { return InsertElement(t.Root.Get("c"), "3", 1) },
			"{\n    \"a\": 1,\n    \"b\": {},\n    \"c\": [1, 2, 3],\n    \"d\": []\n}\n"},
		{"first element", spread, func(t *Tree) Edit { return InsertElement(t.Root.Get("c"), "0", -1) },
			"{\n    \"a\": 1,\n    \"b\": {},\n    \"c\": [0, 1, 2],\n    \"d\": []\n}\n"},
		{"remove the first member", spread, func(t *Tree) Edit { return RemoveMember(t.Root, 0) },
			"{\n    \"b\": {},\n    \"c\": [1, 2],\n    \"d\": []\n}\n"},
		{"remove the last member", spread, func(t *Tree) Edit { return RemoveMember(t.Root, 3) },
			"{\n    \"a\": 1,\n    \"b\": {},\n    \"c\": [1, 2]\n}\n"},
		{"remove an element", spread, func(t *Tree) Edit { return RemoveElement(t.Root.Get("c"), 1) },
			"{\n    \"a\": 1,\n    \"b\": {},\n    \"c\": [1],\n    \"d\": []\n}\n"},
		{"remove the only member", "{\n  \"a\": 1\n}", func(t *Tree) Edit { return RemoveMember(t.Root, 0) }, `{}`},
		{"replace", spread, func(t *Tree) Edit { return ReplaceValue(t.Root.Get("a"), "[\n    1\n]") },
			"{\n    \"a\": [\n        1\n    ],\n    \"b\": {},\n    \"c\": [1, 2],\n    \"d\": []\n}\n"},
		{"compact", `{"a":1}`, func(t *Tree) Edit { return InsertMember(t.Root, "b", "2", 0) }, `{"a":1,"b":2}`},
		{"compact array", `{"a":[1],"b":2}`, func(t *Tree) Edit { return InsertElement(t.Root.Get("a"), "2", 0) }, `{"a":[1,2],"b":2}`},
		{"one line", `{"a": 1}`, func(t *Tree) Edit { return InsertMember(t.Root, "b", "2", 0) }, `{"a": 1, "b": 2}`},
		{"padded", `{ "a" : { } }`, func(t *Tree) Edit { return InsertMember(t.Root.Get("a"), "b", "2", 0) }, `{ "a" : { "b" : 2 } }`},
		{"windows", "{\r\n\t\"a\": 1\r\n}", func(t *Tree) Edit { return InsertMember(t.Root, "b", "{\n\t\"c\": 2\n}", 0) },
			"{\r\n\t\"a\": 1,\r\n\t\"b\": {\r\n\t\t\"c\": 2\r\n\t}\r\n}"},
		{"an empty document", `{}`, func(t *Tree) Edit { return InsertMember(t.Root, "a", "1", 0) }, "{\n  \"a\": 1\n}"},
		{"after a trailing comma", `{"a": 1,}`, func(t *Tree) Edit { return InsertMember(t.Root, "b", "2", 0) }, `{"a": 1, "b": 2}`},
		{"a trailing comma goes too", `[1, 2,]`, func(t *Tree) Edit { return RemoveElement(t.Root, 1) }, `[1]`},
		{"a value that is missing", `{"a":, "b": 1}`, func(t *Tree) Edit { return ReplaceValue(t.Root.Get("a"), "2") }, `{"a": 2, "b": 1}`},
		{"a colon and value that are missing", `{"a", "b": 1}`, func(t *Tree) Edit { return ReplaceValue(t.Root.Get("a"), "2") }, `{"a": 2, "b": 1}`},
		{"a word in place of a value", `{"a": tru}`, func(t *Tree) Edit { return ReplaceValue(t.Root.Get("a"), "true") }, `{"a": true}`},
		{"inside a string", `{"a": "caf\u00e9 \n x"}`, func(t *Tree) Edit { return ReplaceInString(t.Root.Get("a"), Span{3, 5}, "\"é") },
			`{"a": "caf\"é \n x"}`},
	}
	for _, test := range tests {
		tree := Parse([]byte(test.text))
		got, err := Apply(tree.Text, []Edit{test.edit(tree)})
		if string(got) != test.want || err != nil {
			t.Errorf("%s: %v\n%s\nneeded\n%s", test.what, err, got, test.want)
		}
	}
}

// TestEditsMeanWhatTheySay makes one edit in a document and compares the value
// read again with the same change made to the decoded value.
func TestEditsMeanWhatTheySay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := Parse(drawValue().Draw(t, "text"))
		var containers []*Node
		for n := range tree.Root.All() {
			if n.Kind() == Array || n.Kind() == Object {
				containers = append(containers, n)
			}
		}
		if len(containers) == 0 {
			return
		}
		n := rapid.SampledFrom(containers).Draw(t, "container")
		raw := rapid.SampledFrom([]string{`1`, `"x\n"`, `[]`, "{\n  \"p\": [\n    1\n  ]\n}"}).Draw(t, "raw")
		added := decode(Parse([]byte(raw)).Root)
		at := rapid.IntRange(0, n.Len()).Draw(t, "index")
		remove := at < n.Len() && rapid.Bool().Draw(t, "remove")

		var edit Edit
		var want any
		switch list, _ := decode(n).([]any); {
		case n.Kind() == Array && remove:
			edit, want = RemoveElement(n, at), slices.Delete(list, at, at+1)
		case n.Kind() == Array:
			edit, want = InsertElement(n, raw, at-1), slices.Insert(list, at, added)
		case remove:
			members := map[string]any{}
			for i, m := range n.Members() {
				if i != at {
					members[m.Key.Text()] = decode(m.Value)
				}
			}
			edit, want = RemoveMember(n, at), members
		default:
			members := decode(n).(map[string]any)
			members["new\t"] = added
			edit, want = InsertMember(n, "new\t", raw, at-1), members
		}
		text, err := Apply(tree.Text, []Edit{edit})
		if err != nil {
			t.Fatal(err)
		}
		again := Parse(text)
		if len(again.Errors) > 0 {
			t.Fatalf("%s\nbecomes\n%s\n%v", tree.Text, text, again.Errors)
		}
		found := again.NodeAt(n.Span().Start + 1)
		for found.Span().Start != n.Span().Start {
			found = found.Parent()
		}
		for found.Kind() != n.Kind() {
			found = found.Parent()
		}
		if got := decode(found); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s\nbecomes\n%s\nwhich holds %v, needed %v", tree.Text, text, got, want)
		}
	})
}

func TestReplaceInStringMeansWhatItSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := Parse([]byte(drawStringLiteral(t)))
		text := tree.Root.Text()
		var starts []int
		for i := range text + " " {
			starts = append(starts, i)
		}
		a := rapid.SampledFrom(starts).Draw(t, "start")
		b := max(a, rapid.SampledFrom(starts).Draw(t, "end"))
		insert := rapid.String().Draw(t, "text")
		out, err := Apply(tree.Text, []Edit{ReplaceInString(tree.Root, Span{a, b}, insert)})
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if err := json.Unmarshal(out, &got); err != nil || got != text[:a]+insert+text[b:] {
			t.Fatalf("%s becomes %s: %v", tree.Text, out, err)
		}
		// What is around the edit stays as it was written.
		if !bytes.HasPrefix(out, tree.Text[:tree.Root.FileOffset(a)]) || !bytes.HasSuffix(out, tree.Text[tree.Root.FileOffset(b):]) {
			t.Fatalf("%s becomes %s", tree.Text, out)
		}
	})
}

func TestEncodeString(t *testing.T) {
	const text = "a\"\\/<>&\n\r\t\b\f\x01\x7f é \u2028 😀 \xff"
	const want = `"a\"\\/<>&\n\r\t\b\f\u0001` + "\x7f é \u2028 😀 \ufffd" + `"`
	if got := EncodeString(text); got != want {
		t.Errorf("%s\nneeded\n%s", got, want)
	}
	if got := EncodeString(strings.Repeat("a", 3)); got != `"aaa"` {
		t.Error(got)
	}
}
