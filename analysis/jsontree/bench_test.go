package jsontree

import (
	"fmt"
	"strings"
	"testing"

	"github.com/buger/jsonparser"
)

// modelDocument is a document of some size shaped like a decision model: tables
// of short strings inside objects inside objects.
func modelDocument(size int) []byte {
	var b strings.Builder
	b.WriteString("{\n  \"content\": {\n    \"name\": \"claims\",\n    \"decisions\": {\n")
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "      \"decision %d\": {\n        \"type\": \"string\",\n        \"desc\": \"Which rate applies to claim %d?\",\n        \"hit\": \"FIRST\",\n        \"table\": [\n          [\"cause\", \"claim_age_days\", \"=> rate\", \"# why\"]", i, i)
		for r := range 6 {
			fmt.Fprintf(&b, ",\n          [\"strike\", \"> %d\", \"%d.5\", \"Submitted after the \\\"long\\\" window.\", %d, true]", r*7, r, r*i)
		}
		b.WriteString("\n        ]\n      }")
	}
	b.WriteString("\n    }\n  }\n}\n")
	return []byte(b.String())
}

// BenchmarkParse compares the parser with a bare walk of the same bytes, which
// builds nothing and validates little. The aim is to stay within three times.
func BenchmarkParse(b *testing.B) {
	text := modelDocument(700_000)
	b.Run("jsontree", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if t := Parse(text); len(t.Errors) > 0 {
				b.Fatal(t.Errors[0])
			}
		}
	})
	b.Run("jsonparser-walk", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if walk(text) == 0 {
				b.Fatal("nothing walked")
			}
		}
	})
}

func walk(value []byte) int {
	switch value[0] {
	case '{':
		return walkObject(value)
	case '[':
		return walkArray(value)
	}
	return 1
}

func walkObject(value []byte) int {
	count := 1
	jsonparser.ObjectEach(value, func(_, v []byte, kind jsonparser.ValueType, _ int) error {
		count += walkValue(v, kind)
		return nil
	})
	return count
}

func walkArray(value []byte) int {
	count := 1
	jsonparser.ArrayEach(value, func(v []byte, kind jsonparser.ValueType, _ int, _ error) {
		count += walkValue(v, kind)
	})
	return count
}

func walkValue(v []byte, kind jsonparser.ValueType) int {
	switch kind {
	case jsonparser.Object:
		return walkObject(v)
	case jsonparser.Array:
		return walkArray(v)
	}
	return 1
}

// BenchmarkBroken reads the document with a bracket missing in the middle,
// which costs a second reading.
func BenchmarkBroken(b *testing.B) {
	text := modelDocument(700_000)
	i := len(text)/2 + strings.IndexByte(string(text[len(text)/2:]), ']')
	text = append(text[:i:i], text[i+1:]...)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if t := Parse(text); len(t.Errors) != 1 {
			b.Fatal(t.Errors)
		}
	}
}

func BenchmarkNodeAt(b *testing.B) {
	t := Parse(modelDocument(700_000))
	off := 0
	for b.Loop() {
		off = (off + 7919) % len(t.Text)
		if t.NodeAt(off) == nil && off < int(t.Root.end) {
			b.Fatal("no node")
		}
	}
}

func BenchmarkPosition(b *testing.B) {
	text := modelDocument(700_000)
	for name, text := range map[string][]byte{
		"lines":              text,
		"one-line-not-ascii": []byte(strings.ReplaceAll(string(text), "\n", "é")),
	} {
		b.Run(name, func(b *testing.B) {
			l := NewLines(text)
			off := 0
			for b.Loop() {
				off = (off + 7919) % len(text)
				l.Position(off, UTF16)
			}
		})
	}
}

func BenchmarkNewLines(b *testing.B) {
	text := modelDocument(700_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		NewLines(text)
	}
}
