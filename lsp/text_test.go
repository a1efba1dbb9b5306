package lsp

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

func change(startLine, startChar, endLine, endChar uint32, text string) *protocol.TextDocumentContentChangePartial {
	return &protocol.TextDocumentContentChangePartial{Text: text, Range: protocol.Range{
		Start: protocol.Position{Line: startLine, Character: startChar}, End: protocol.Position{Line: endLine, Character: endChar}}}
}

func TestApplyChanges(t *testing.T) {
	const far = 1 << 30
	for name, test := range map[string]struct {
		text    string
		changes []protocol.TextDocumentContentChangeEvent
		want    string
	}{
		"insert":                 {"ab\ncd", []protocol.TextDocumentContentChangeEvent{change(1, 1, 1, 1, "X")}, "ab\ncXd"},
		"across lines":           {"ab\r\ncd\ref", []protocol.TextDocumentContentChangeEvent{change(0, 1, 2, 1, "-")}, "a-f"},
		"character beyond line":  {"ab\ncd", []protocol.TextDocumentContentChangeEvent{change(0, far, 0, far, "!")}, "ab!\ncd"},
		"character beyond CRLF":  {"ab\r\ncd", []protocol.TextDocumentContentChangeEvent{change(0, 3, 0, 3, "!")}, "ab!\r\ncd"},
		"line beyond text":       {"ab", []protocol.TextDocumentContentChangeEvent{change(far, 0, far, 0, "!")}, "ab!"},
		"everything by range":    {"ab\ncd\n", []protocol.TextDocumentContentChangeEvent{change(0, 0, far, far, "x")}, "x"},
		"end before start":       {"abcd", []protocol.TextDocumentContentChangeEvent{change(0, 3, 0, 1, "-")}, "abc-d"},
		"one after the other":    {"a", []protocol.TextDocumentContentChangeEvent{change(0, 1, 0, 1, "\nb"), change(1, 1, 1, 1, "\nc"), change(0, 0, 1, 0, "")}, "b\nc"},
		"whole then part":        {"a", []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangeWholeDocument{Text: "x\ny"}, change(1, 0, 1, 1, "z")}, "x\nz"},
		"carriage return joined": {"a\rb", []protocol.TextDocumentContentChangeEvent{change(1, 0, 1, 0, "\n"), change(1, 0, 1, 1, "c")}, "a\r\nc"},
		"surrogate pair":         {"\U0001F600b", []protocol.TextDocumentContentChangeEvent{change(0, 2, 0, 3, "c")}, "\U0001F600c"},
		"none":                   {"a", nil, "a"},
	} {
		t.Run(name, func(t *testing.T) {
			before := test.text
			text := []byte(test.text)
			got, _ := applyChanges(text, test.changes, jsontree.UTF16)
			if string(got) != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if string(text) != before {
				t.Errorf("the text before was changed to %q", text)
			}
		})
	}
}

// TestApplyChangesModel holds the editor against the plainest one: lines split, characters counted one by one.
func TestApplyChangesModel(t *testing.T) {
	piece := rapid.SampledFrom([]string{"", "a", "bc", "\n", "\r\n", "\r", "é", "€", "\U0001F600", "\n\n", "\r\r\n", "{\"k\": 1}"})
	rapid.Check(t, func(t *rapid.T) {
		encoding := rapid.SampledFrom([]jsontree.Encoding{jsontree.UTF8, jsontree.UTF16, jsontree.UTF32}).Draw(t, "encoding")
		text := strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "text"), "")
		want := text
		var changes []protocol.TextDocumentContentChangeEvent
		for range rapid.IntRange(0, 6).Draw(t, "changes") {
			start, end := drawOffset(t, want), drawOffset(t, want)
			if start > end {
				start, end = end, start
			}
			newText := strings.Join(rapid.SliceOfN(piece, 0, 3).Draw(t, "new"), "")
			sl, sc := plainPosition(want, start, encoding)
			el, ec := plainPosition(want, end, encoding)
			changes = append(changes, change(sl, sc, el, ec, newText))
			want = want[:start] + newText + want[end:]
		}
		got, splices := applyChanges([]byte(text), changes, encoding)
		if string(got) != want {
			t.Fatalf("got %q, want %q", got, want)
		}
		if len(splices) != len(changes) {
			t.Fatalf("%d splices for %d changes", len(splices), len(changes))
		}
	})
}

// drawOffset draws an offset that an editor can stand at: not inside a character and not between \r and \n.
func drawOffset(t *rapid.T, text string) int {
	off := rapid.IntRange(0, len(text)).Draw(t, "offset")
	for off < len(text) && !utf8.RuneStart(text[off]) {
		off++
	}
	if off > 0 && off < len(text) && text[off-1] == '\r' && text[off] == '\n' {
		off++
	}
	return off
}

func plainPosition(text string, off int, encoding jsontree.Encoding) (line, char uint32) {
	for i, r := range text[:off] {
		if r == '\n' || r == '\r' && (i+1 >= len(text) || text[i+1] != '\n') {
			line++
			char = 0
			continue
		}
		switch encoding {
		case jsontree.UTF8:
			char += uint32(utf8.RuneLen(r))
		case jsontree.UTF16:
			char += uint32(utf16.RuneLen(r))
		default:
			char++
		}
	}
	return line, char
}

func TestSpliceMove(t *testing.T) {
	s := splice{start: 3, end: 6, length: 1} // 0123456 -> 012X6
	for off, want := range []int{0, 1, 2, 3, 3, 3, 4, 5} {
		if got := s.move(off); got != want {
			t.Errorf("offset %d: got %d, want %d", off, got, want)
		}
	}
	if got := (splice{start: 3, end: 3, length: 2}).move(3); got != 3 {
		t.Errorf("an insertion at the offset: got %d, want it to stay", got)
	}
}

func BenchmarkApplyChanges(b *testing.B) {
	text := []byte(strings.Repeat("    \"a name\": \"and a value of some length\",\n", 1700)) // 75 KB
	c := []protocol.TextDocumentContentChangeEvent{change(850, 9, 850, 10, "x")}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		applyChanges(text, c, jsontree.UTF16)
	}
}

func changesOf(changes ...*protocol.TextDocumentContentChangePartial) []protocol.TextDocumentContentChangeEvent {
	var all []protocol.TextDocumentContentChangeEvent
	for _, c := range changes {
		all = append(all, c)
	}
	return all
}
