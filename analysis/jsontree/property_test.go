package jsontree

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// drawText draws bytes that look like JSON: fragments of it, in any order.
func drawText() *rapid.Generator[[]byte] {
	fragments := []string{`{`, `}`, `[`, `]`, `,`, `:`, `"a"`, `"b": `, `"`, `\`, `\"`, `\u00e9`, `\ud83d\ude00`, `1`, `-0.5`, `01`, `true`,
		`nul`, ` `, "\n", "\r\n", "\t", "\r", `//`, `/*`, `*/`, `#`, `'`, `“`, `”`, "é", "😀", "\xff", "\x00", "\ufeff", `;`, `=`, "    ", "\n  "}
	return rapid.Custom(func(t *rapid.T) []byte {
		length := rapid.SampledFrom([]int{1, 3, 5, 8, 12, 20, 40}).Draw(t, "length")
		return []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments), length, length).Draw(t, "fragments"), ""))
	})
}

// drawValue draws a JSON value as text, laid out in one of several ways.
func drawValue() *rapid.Generator[[]byte] {
	return rapid.Custom(func(t *rapid.T) []byte {
		var b bytes.Buffer
		writeValue(t, &b, 0)
		switch rapid.IntRange(0, 3).Draw(t, "layout") {
		case 0:
			var out bytes.Buffer
			json.Indent(&out, b.Bytes(), "", "  ")
			return out.Bytes()
		case 1:
			var out bytes.Buffer
			json.Indent(&out, b.Bytes(), "", "\t")
			return bytes.ReplaceAll(out.Bytes(), []byte("\n"), []byte("\r\n"))
		}
		return b.Bytes()
	})
}

func drawStringLiteral(t *rapid.T) string {
	parts := []string{`a`, `key`, ` `, `é`, `😀`, `\n`, `\"`, `\\`, `\/`, `\u00e9`, `\ud83d\ude00`, `{`, `]`, `,`, `:`, `'`, `//`}
	return `"` + strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 6).Draw(t, "string"), "") + `"`
}

func writeValue(t *rapid.T, b *bytes.Buffer, depth int) {
	// Drawn evenly: a range would favour its start, and so short documents.
	kind := rapid.SampledFrom([]int{0, 1, 2, 3, 4, 5, 6, 5, 6}).Draw(t, "kind")
	if depth == 0 && kind > 0 {
		kind = 5 + kind%2
	}
	space := rapid.SampledFrom([]string{"", " "}).Draw(t, "space")
	n := 0
	if kind > 4 {
		n = rapid.SampledFrom([]int{0, 1, 2, 3, 4}).Draw(t, "length")
	}
	switch {
	case kind <= 1:
		b.WriteString(drawStringLiteral(t))
	case kind == 2:
		b.WriteString(rapid.SampledFrom([]string{"0", "-1", "2.50", "1e3", "-0.1E-7", "123456789012345"}).Draw(t, "number"))
	case kind == 3 || depth > 4:
		b.WriteString(rapid.SampledFrom([]string{"true", "false"}).Draw(t, "bool"))
	case kind == 4:
		b.WriteString("null")
	case kind == 5:
		b.WriteByte('[')
		for i := range n {
			if i > 0 {
				b.WriteString("," + space)
			}
			writeValue(t, b, depth+1)
		}
		b.WriteByte(']')
	default:
		b.WriteByte('{')
		for i := range n {
			if i > 0 {
				b.WriteString("," + space)
			}
			b.WriteString(drawStringLiteral(t) + ":" + space)
			writeValue(t, b, depth+1)
		}
		b.WriteByte('}')
	}
}

// decode turns a tree into what encoding/json gives; a later duplicate wins.
func decode(n *Node) any {
	switch n.Kind() {
	case Bool:
		return n.Bool()
	case Number:
		return json.Number(n.Raw())
	case String:
		return n.Text()
	case Array:
		list := []any{}
		for _, e := range n.Elements() {
			list = append(list, decode(e))
		}
		return list
	case Object:
		object := map[string]any{}
		for _, m := range n.Members() {
			object[m.Key.Text()] = decode(m.Value)
		}
		return object
	}
	return nil
}

// checkAgainstStandard compares validity and values with encoding/json, which
// differs on purpose about byte order marks, UTF-8 and depth.
func checkAgainstStandard(t reporter, tree *Tree) {
	t.Helper()
	if !utf8.Valid(tree.Text) || tree.Depth() > 9000 || len(tree.Errors) > 0 && tree.Errors[0].Kind == WrongEncoding {
		return
	}
	text := bytes.TrimPrefix(tree.Text, []byte("\ufeff"))
	errors := slices.DeleteFunc(slices.Clone(tree.Errors), func(e Error) bool { return e.Kind == ByteOrderMark })
	if valid := json.Valid(text); valid != (len(errors) == 0) {
		t.Fatalf("%q: encoding/json says %v, errors are %v", tree.Text, valid, tree.Errors)
	} else if !valid {
		return
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var want any
	if err := d.Decode(&want); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if got := decode(tree.Root); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: decoded %v, encoding/json %v", tree.Text, got, want)
	}
}

// checkStrings takes every offset of every string through its escapes and back.
func checkStrings(t reporter, tree *Tree) {
	t.Helper()
	for n := range tree.Root.All() {
		if n.Kind() != String {
			continue
		}
		text, content := n.Text(), n.ContentSpan()
		last := content.Start
		for i := range text {
			file := n.FileOffset(i)
			if file < last || file > content.End {
				t.Fatalf("%q: offset %d of %q is at %d, after %d", tree.Text, i, text, file, last)
			}
			if back := n.InnerOffset(file); back != i {
				t.Fatalf("%q: offset %d of %q comes back as %d", tree.Text, i, text, back)
			}
			last = file
		}
		if n.FileOffset(len(text)) != content.End || n.InnerOffset(content.End) != len(text) {
			t.Fatalf("%q: the end of %q is at %d, not %d", tree.Text, text, n.FileOffset(len(text)), content.End)
		}
		for file := content.Start; file <= content.End; file++ {
			if back := n.FileOffset(n.InnerOffset(file)); back > file {
				t.Fatalf("%q: file offset %d comes back as %d", tree.Text, file, back)
			}
		}
	}
}

// checkNodeAt compares the search with a walk over all nodes.
func checkNodeAt(t reporter, tree *Tree) {
	t.Helper()
	for off := 0; off <= len(tree.Text); off++ {
		found := tree.NodeAt(off)
		deepest := -1
		for n := range tree.Root.All() {
			if n.Span().Contains(off) {
				deepest = max(deepest, n.Depth())
			}
		}
		if found == nil != (deepest < 0) || found != nil && !found.Span().Contains(off) {
			t.Fatalf("%q: at %d stands %v", tree.Text, off, found)
		}
	}
}

func checkPointers(t reporter, tree *Tree) {
	t.Helper()
	for n := range tree.Root.All() {
		p := n.Pointer()
		parsed, err := ParsePointer(p.String())
		if err != nil || !slices.Equal(p, parsed) {
			t.Fatalf("%q: pointer %q: %v", tree.Text, p, err)
		}
		if n.IsKey() {
			continue
		}
		if got, err := tree.Resolve(p); err == nil && got != n && got.Kind() == n.Kind() && !duplicated(n) {
			t.Fatalf("%q: %q leads to another node", tree.Text, p)
		}
	}
}

// duplicated tells whether a key on the way to the node is there twice or
// missing, so that no pointer leads to the node.
func duplicated(n *Node) bool {
	for ; n.Parent() != nil; n = n.Parent() {
		if key := n.Key(); key != nil && n.Parent().Get(key.Text()) != n {
			return true
		}
	}
	return false
}

func checkAll(t reporter, text []byte) *Tree {
	t.Helper()
	tree := Parse(text)
	checkTree(t, tree)
	checkAgainstStandard(t, tree)
	if len(text) < 300 { // these take quadratic time
		checkStrings(t, tree)
		checkNodeAt(t, tree)
		checkPointers(t, tree)
	}
	for _, e := range tree.Errors {
		if _, edits, ok := tree.Fix(e); ok {
			if _, err := Apply(text, edits); err != nil {
				t.Fatalf("%q: fix of %v: %v", text, e.Kind, err)
			}
		}
	}
	return tree
}

func TestAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkAll(t, drawText().Draw(t, "text")) })
}

func TestValidText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawValue().Draw(t, "text")
		if tree := checkAll(t, text); len(tree.Errors) > 0 {
			t.Fatalf("%q: %v", text, tree.Errors)
		}
	})
}

// TestPrefixes types a document from its start: no prefix is read without an
// error unless it is a document itself, and members before the last one stay.
func TestPrefixes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawValue().Draw(t, "text")
		for i := range text {
			tree := Parse(text[:i])
			checkTree(t, tree)
			if len(tree.Errors) == 0 && !json.Valid(text[:i]) {
				t.Fatalf("%q has no error", text[:i])
			}
		}
	})
}

// TestOneBracketMissing takes one closing bracket out of an indented document:
// that is one fault, and all that is there is read at its place.
func TestOneBracketMissing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b, out bytes.Buffer
		writeValue(t, &b, 0)
		json.Indent(&out, b.Bytes(), "", "  ")
		tree := Parse(out.Bytes())
		var closers []int
		for n := range tree.Root.All() {
			if n.Len() > 0 {
				closers = append(closers, n.Span().End-1)
			}
		}
		if len(closers) == 0 {
			return
		}
		at := rapid.SampledFrom(closers).Draw(t, "closer")
		broken := Parse(slices.Delete(slices.Clone(tree.Text), at, at+1))
		checkTree(t, broken)
		if len(broken.Errors) != 1 {
			t.Fatalf("%s\n%v", broken.Text, broken.Errors)
		}
		if got, want := decode(broken.Root), decode(tree.Root); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s\nis read as %v, needed %v", broken.Text, got, want)
		}
	})
}

func TestLinesRoundTrip(t *testing.T) {
	pieces := []string{"a", "é", "😀", "\n", "\r\n", "\r", "\xff", strings.Repeat("x", 700), strings.Repeat("😀é", 300), "€"}
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "text"), ""))
		l := NewLines(text)
		wantLine, lineStart := 0, 0
		utf16, utf32 := 0, 0
		for off := 0; off <= len(text); {
			want := [...]int{UTF8: off - lineStart, UTF16: utf16, UTF32: utf32}
			if off%7 == 0 || off < 50 || off > len(text)-50 {
				for enc := UTF8; enc <= UTF32; enc++ {
					line, char := l.Position(off, enc)
					if line != wantLine || char != want[enc] {
						t.Fatalf("%q: %d is at %d:%d in encoding %d, needed %d:%d", text, off, line, char, enc, wantLine, want[enc])
					}
					if back := l.Offset(line, char, enc); back != off {
						t.Fatalf("%q: %d comes back as %d in encoding %d", text, off, back, enc)
					}
				}
			}
			if off == len(text) {
				break
			}
			r, size := utf8.DecodeRune(text[off:])
			off += size
			utf16++
			utf32++
			if r > 0xFFFF {
				utf16++
			}
			if r == '\r' && off < len(text) && text[off] == '\n' {
				off++
			}
			if r == '\r' || r == '\n' {
				wantLine, lineStart, utf16, utf32 = wantLine+1, off, 0, 0
			}
		}
		if l.Count() != wantLine+1 {
			t.Fatalf("%q has %d lines, needed %d", text, l.Count(), wantLine+1)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a": [1, -2.5e3, "x\u00e9\ud83d\ude00", null]}`, "{\n  \"a\": {\n    \"b\": [1,\n  \"c\": 2\n}", `{"a": "b" c: 'd', // e`, "[\"a\nb\", .5}", "\ufeff{\"a\" \"b\": 1}]",
		"{x [0\n \"\"0{\nk [0\n \"0?\n}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkAll(t, text) })
}

func FuzzEncodeString(f *testing.F) {
	f.Add("a\"\\\n\x00é\xff\u2028")
	f.Fuzz(func(t *testing.T, s string) {
		var got string
		if err := json.Unmarshal([]byte(EncodeString(s)), &got); err != nil || got != strings.ToValidUTF8(s, "\ufffd") && utf8.ValidString(s) {
			t.Fatalf("%q is encoded as %s: %v", s, EncodeString(s), err)
		}
		if text := Parse([]byte(EncodeString(s))).Root.Text(); text != got {
			t.Fatalf("%q is read as %q", s, text)
		}
	})
}

func FuzzParsePointer(f *testing.F) {
	f.Add("/a~1b/0/~0")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePointer(s)
		if err != nil {
			if e, ok := err.(*PointerError); !ok || e.Offset < 0 || e.Offset > len(s) {
				t.Fatalf("%q: %v", s, err)
			}
			return
		}
		if p.String() != s {
			t.Fatalf("%q is printed as %q", s, p)
		}
	})
}
