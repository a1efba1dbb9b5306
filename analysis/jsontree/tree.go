// Package jsontree reads JSON (RFC 8259) into a tree that keeps the byte span
// of every key, value and separator.
//
// Reading never fails. A document that is unfinished or wrong gives a tree of
// all that is there, and one Error for each fault. The tree is immutable and
// may be read by many goroutines at once.
//
// Offsets are byte offsets into the UTF-8 text; spans are half-open. Lines
// turns them into lines and columns of an editor, Node.FileOffset turns an
// offset inside a decoded string into one of the file, and the functions that
// return an Edit change a document without touching the rest of it.
package jsontree

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"sync"
	"unicode/utf8"
	"unsafe"
)

// Span is a half-open range of byte offsets: Start is in it, End is not.
type Span struct{ Start, End int }

// Len is the number of bytes of the span.
func (s Span) Len() int { return s.End - s.Start }

// Contains tells whether a cursor at off touches the span: both ends count,
// because a cursor stands between two characters.
func (s Span) Contains(off int) bool { return s.Start <= off && off <= s.End }

// Shift is the span moved by d bytes.
func (s Span) Shift(d int) Span { return Span{s.Start + d, s.End + d} }

// Tree is a parsed document.
type Tree struct {
	Text   []byte  // the document as it was given; it must not be changed
	Root   *Node   // never nil; a Missing node when the document holds no value
	Errors []Error // by Span.Start

	src      string // Text, seen as a string without a copy
	elements []*Node
	members  []Member
	depth    int

	linesOnce sync.Once
	lines     *Lines
}

// Parse reads a document. It always returns a tree with a root, takes linear
// time and constant stack, and holds text: the caller must not change it later.
func Parse(text []byte) *Tree {
	if e, ok := unreadable(text); ok {
		return unreadableTree(text, e)
	}
	valid := utf8.Valid(text)
	best := parse(text, valid, plain)
	if !best.bracketFault {
		return best.tree
	}
	// A missing or surplus bracket can be read in several ways. The reading
	// with the fewest faults is the likeliest; among equals the one that
	// follows the indentation, since an author looks at that and not at the
	// brackets.
	if p := parse(text, valid, byIndent); len(p.tree.Errors) <= len(best.tree.Errors) {
		best = p
	}
	if len(best.tree.Errors) > 1 {
		if p := parse(text, valid, byToken); len(p.tree.Errors) < len(best.tree.Errors) {
			best = p
		}
	}
	return best.tree
}

// Lines is the line index of the document, built on the first call.
func (t *Tree) Lines() *Lines {
	t.linesOnce.Do(func() { t.lines = NewLines(t.Text) })
	return t.lines
}

// Depth is the number of arrays and objects open at the deepest place. A caller
// that recurses over the tree checks it first: the parser has no limit.
func (t *Tree) Depth() int { return t.depth }

func newTree(text []byte) *Tree {
	t := &Tree{Text: text}
	if len(text) > 0 {
		// Strings without escapes are slices of the text. The contract of
		// Parse, that text does not change, makes the view sound.
		t.src = unsafe.String(&text[0], len(text))
	}
	return t
}

func unreadableTree(text []byte, e Error) *Tree {
	t := newTree(text)
	t.Errors = []Error{e}
	t.Root = &Node{tree: t}
	return t
}

func (t *Tree) sortErrors() {
	slices.SortStableFunc(t.Errors, func(a, b Error) int { return a.Span.Start - b.Span.Start })
}

// unreadable recognises what cannot be read as UTF-8 text at all.
func unreadable(text []byte) (Error, bool) {
	if len(text) > math.MaxUint32-1 {
		return Error{TooLarge, Span{}, fmt.Sprintf("The document has %d bytes. At most %d can be read.", len(text), math.MaxUint32-1)}, true
	}
	name := ""
	switch {
	case bytes.HasPrefix(text, []byte{0, 0, 0xFE, 0xFF}), bytes.HasPrefix(text, []byte{0xFF, 0xFE, 0, 0}):
		name = "UTF-32"
	case bytes.HasPrefix(text, []byte{0xFE, 0xFF}), bytes.HasPrefix(text, []byte{0xFF, 0xFE}):
		name = "UTF-16"
	case len(text) >= 4 && len(text)%2 == 0 && alternatesNUL(text):
		name = "UTF-16"
	}
	if name == "" {
		return Error{}, false
	}
	return Error{WrongEncoding, Span{0, len(text)}, "The document is encoded in " + name + ". JSON files are UTF-8 (RFC 8259, section 8.1): save it as UTF-8."}, true
}

// alternatesNUL tells UTF-16 without a byte order mark by its first two
// characters, which are ASCII in any JSON text.
func alternatesNUL(text []byte) bool {
	big := text[0] == 0 && text[2] == 0 && text[1] != 0 && text[3] != 0
	little := text[1] == 0 && text[3] == 0 && text[0] != 0 && text[2] != 0
	return big || little
}
