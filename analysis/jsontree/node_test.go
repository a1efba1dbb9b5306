package jsontree

import (
	"errors"
	"testing"
)

func TestSpans(t *testing.T) {
	tree := Parse([]byte(`{ "a" : [1 , "x"] , "b": true }`))
	a, b := tree.Root.Members()[0], tree.Root.Members()[1]
	elements := a.Value.Elements()
	for _, test := range []struct {
		what string
		got  Span
		want Span
	}{
		{"root", tree.Root.Span(), Span{0, 31}},
		{"key a", a.Key.Span(), Span{2, 5}},
		{"content of key a", a.Key.ContentSpan(), Span{3, 4}},
		{"colon", a.Colon, Span{6, 7}},
		{"array", a.Value.Span(), Span{8, 17}},
		{"comma after a", a.Comma, Span{18, 19}},
		{"member a", a.Span(), Span{2, 17}},
		{"1", elements[0].Span(), Span{9, 10}},
		{"comma after 1", elements[0].Comma(), Span{11, 12}},
		{"x", elements[1].Span(), Span{13, 16}},
		{"no comma after x", elements[1].Comma(), Span{}},
		{"true", b.Value.Span(), Span{25, 29}},
		{"no comma after b", b.Comma, Span{}},
	} {
		if test.got != test.want {
			t.Errorf("%s is at %v, needed %v", test.what, test.got, test.want)
		}
	}
	if !b.Value.Bool() || a.Value.Bool() || tree.Root.Get("b") != b.Value || tree.Root.Get("c") != nil {
		t.Error("values are wrong")
	}
	if s := (Span{2, 5}).Shift(3); s != (Span{5, 8}) || s.Len() != 3 || !s.Contains(8) || s.Contains(9) {
		t.Error("spans are wrong")
	}
}

func TestNilNode(t *testing.T) {
	var n *Node
	n = n.Get("a").Get("b").Key().Value().Parent()
	if n.Kind() != Missing || n.Span() != (Span{}) || n.Text() != "" || n.Raw() != nil || n.Len() != 0 || n.Bool() || n.Tree() != nil ||
		n.Elements() != nil || n.Members() != nil || n.FileOffset(3) != 0 || n.InnerOffset(3) != 0 || len(n.Pointer()) != 0 ||
		n.Comma() != (Span{}) || n.Index() != 0 || n.Depth() != 0 || n.Closed() || n.IsKey() {
		t.Error("a nil node is not like a missing one")
	}
	for range n.All() {
		t.Error("a nil node holds something")
	}
}

func TestNodeAt(t *testing.T) {
	tests := []struct {
		text string // the cursor is at ‸
		want string
	}{
		{`{"a‸": 1}`, `"a"`},
		{`{"a"‸: 1}`, `"a"`},
		{`{"a": ‸1}`, `1`},
		{`{"a": 1‸}`, `1`},
		{`{"a":‸ , "b": 2}`, ` `},
		{`{"a": ‸, "b": 2}`, ` `},
		{`{"a":‸}`, ``},
		{`{"a"‸}`, `"a"`},
		{`{ ‸"a": 1}`, `"a"`},
		{`{‸ "a": 1}`, `{ "a": 1}`},
		{`[1, ‸ 2]`, `[1,  2]`},
		{`[1,‸2]`, `2`},
		{`["x"‸"y"]`, `"y"`},
		{`[["x", "‸`, `"`},
		{"{\"a\": {\n  ‸", "{\n  "},
		{"{\n  \"a\": {\n    ‸\n  \"b\": 1\n}", "{\n    "},
	}
	for _, test := range tests {
		text, off := cursor(test.text)
		n := Parse([]byte(text)).NodeAt(off)
		if n == nil || string(n.Raw()) != test.want {
			t.Errorf("%q: found %q, needed %q", test.text, n.Raw(), test.want)
		}
	}
	if n := Parse([]byte(` 1 `)).NodeAt(0); n != nil {
		t.Errorf("before the root stands %q", n.Raw())
	}
}

func cursor(s string) (string, int) {
	const mark = "‸"
	for i := range s {
		if s[i:min(i+len(mark), len(s))] == mark {
			return s[:i] + s[i+len(mark):], i
		}
	}
	return s, 0
}

func TestOffsetsInStrings(t *testing.T) {
	n := Parse([]byte(` "a\n\u00e9\ud83d\ude00z\ud800é" `)).Root
	if n.Text() != "a\né😀z\ufffdé" {
		t.Fatalf("decoded %q", n.Text())
	}
	for _, test := range []struct{ inner, file int }{
		{0, 2}, {1, 3}, {2, 5}, {4, 11}, {8, 23}, {9, 24}, {12, 30}, {14, 32}, {99, 32}, {-1, 2},
	} {
		if got := n.FileOffset(test.inner); got != test.file {
			t.Errorf("offset %d is at %d, needed %d", test.inner, got, test.file)
		}
	}
	for _, test := range []struct{ file, inner int }{
		{0, 0}, {2, 0}, {3, 1}, {4, 1}, {5, 2}, {10, 2}, {11, 4}, {16, 4}, {22, 4}, {23, 8}, {29, 9}, {30, 12}, {32, 14}, {99, 14},
	} {
		if got := n.InnerOffset(test.file); got != test.inner {
			t.Errorf("file offset %d is %d, needed %d", test.file, got, test.inner)
		}
	}
	// A character is cut nowhere: offsets inside it give its start.
	if got := n.FileSpan(Span{3, 6}); got != (Span{5, 11}) {
		t.Errorf("the span is %v", got)
	}
}

func TestResolve(t *testing.T) {
	tree := Parse([]byte(`{"display": {"limits": [10, 20], "a/b~c": 1, "": 2, "name": "x", "none": null}, "list": []}`))
	for pointer, want := range map[string]string{
		"":                  string(tree.Text),
		"/display/limits/1": "20",
		"/display/a~1b~0c":  "1",
		"/display/":         "2",
	} {
		p, err := ParsePointer(pointer)
		if err != nil {
			t.Fatal(err)
		}
		n, err := tree.Resolve(p)
		if err != nil || string(n.Raw()) != want {
			t.Errorf("%q leads to %q, %v", pointer, n.Raw(), err)
		}
		if n.Pointer().String() != pointer {
			t.Errorf("the pointer back is %q, needed %q", n.Pointer(), pointer)
		}
	}
	for _, test := range []struct {
		pointer string
		depth   int
		message string
	}{
		{"/display/limit", 1, `/display has no /limit.`},
		{"/shown", 0, `The document has no /shown.`},
		{"/display/limits/2", 2, `/display/limits has elements 0 to 1: it has no 2.`},
		{"/display/limits/01", 2, `/display/limits is an array, so "01" names nothing in it. An index is needed, counted from 0.`},
		{"/display/limits/-", 2, `/display/limits is an array, so "-" names nothing in it. An index is needed, counted from 0.`},
		{"/list/0", 1, `/list is an empty array: it has no 0.`},
		{"/display/name/x/y", 2, `/display/name is text: it has no /x.`},
		{"/display/none/x", 2, `/display/none is null: it has no /x.`},
		{"/display/limits/0/x", 3, `/display/limits/0 is a number: it has no /x.`},
	} {
		p, _ := ParsePointer(test.pointer)
		_, err := tree.Resolve(p)
		var failed *ResolveError
		if !errors.As(err, &failed) || failed.Depth != test.depth || failed.Message != test.message || failed.Node == nil {
			t.Errorf("%s: %v", test.pointer, err)
		}
	}
	for text, offset := range map[string]int{"a/b": 0, "/a~": 2, "/a/b~2c": 4} {
		_, err := ParsePointer(text)
		var wrong *PointerError
		if !errors.As(err, &wrong) || wrong.Offset != offset {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestLines(t *testing.T) {
	l := NewLines([]byte("ab\r\né😀x\rlast\n"))
	if l.Count() != 4 || l.Line(1) != (Span{4, 11}) || l.Line(3) != (Span{17, 17}) || l.Line(9) != l.Line(3) {
		t.Fatalf("%d lines, %v, %v", l.Count(), l.Line(1), l.Line(3))
	}
	for _, test := range []struct{ off, line, utf8, utf16, utf32 int }{
		{0, 0, 0, 0, 0}, {2, 0, 2, 2, 2}, {3, 0, 2, 2, 2}, // inside \r\n
		{4, 1, 0, 0, 0}, {5, 1, 0, 0, 0}, {6, 1, 2, 1, 1}, {8, 1, 2, 1, 1}, {10, 1, 6, 3, 2}, {11, 1, 7, 4, 3},
		{12, 2, 0, 0, 0}, {17, 3, 0, 0, 0}, {-5, 0, 0, 0, 0}, {99, 3, 0, 0, 0},
	} {
		for enc, want := range map[Encoding]int{UTF8: test.utf8, UTF16: test.utf16, UTF32: test.utf32} {
			if line, char := l.Position(test.off, enc); line != test.line || char != want {
				t.Errorf("%d is at %d:%d in encoding %d, needed %d:%d", test.off, line, char, enc, test.line, want)
			}
		}
	}
	for _, test := range []struct {
		line, char int
		enc        Encoding
		off        int
	}{
		{0, 99, UTF16, 2}, {1, 2, UTF16, 6}, {1, 1, UTF8, 4}, {1, 3, UTF16, 10}, {1, 2, UTF32, 10}, {1, 99, UTF32, 11},
		{-1, 5, UTF8, 0}, {3, 1, UTF8, 17}, {4, 0, UTF8, 17}, {1, -3, UTF8, 4},
	} {
		if off := l.Offset(test.line, test.char, test.enc); off != test.off {
			t.Errorf("%d:%d in encoding %d is %d, needed %d", test.line, test.char, test.enc, off, test.off)
		}
	}
	if line, char := NewLines(nil).Position(0, UTF16); line != 0 || char != 0 {
		t.Error("the start of an empty text is not 0:0")
	}
}
