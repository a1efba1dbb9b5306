package jsontree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Pointer is a JSON pointer (RFC 6901) as its unescaped steps: member names
// and indices. The empty pointer is the whole document.
type Pointer []string

// PointerError tells what is wrong with the text of a pointer.
type PointerError struct {
	Offset  int // bytes from the start of the text
	Message string
}

func (e *PointerError) Error() string { return e.Message }

// ParsePointer reads a pointer such as /decisions/route/table/0. The error is
// a *PointerError.
func ParsePointer(text string) (Pointer, error) {
	if text == "" {
		return Pointer{}, nil
	}
	if text[0] != '/' {
		return nil, &PointerError{0, fmt.Sprintf(`The path %q does not start with "/". A path to a place in a document is empty or starts with "/".`, text)}
	}
	p := Pointer{}
	offset := 1
	for step := range strings.SplitSeq(text[1:], "/") {
		for i := 0; i < len(step); i++ {
			if step[i] == '~' && (i+1 == len(step) || step[i+1] != '0' && step[i+1] != '1') {
				return nil, &PointerError{offset + i, fmt.Sprintf(`The path %q has a "~" that stands for nothing. "~" is written ~0 and "/" is written ~1.`, text)}
			}
		}
		offset += len(step) + 1
		p = append(p, strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~"))
	}
	return p, nil
}

// String is the pointer as text, with ~ and / escaped.
func (p Pointer) String() string {
	var b strings.Builder
	for _, step := range p {
		b.WriteByte('/')
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(step, "~", "~0"), "/", "~1"))
	}
	return b.String()
}

// Pointer is the path from the root to the node. A key has the path of its
// value.
func (n *Node) Pointer() Pointer {
	p := Pointer{}
	for ; n != nil && n.parent != nil; n = n.parent {
		if n.parent.kind == Array {
			p = append(p, strconv.Itoa(n.Index()))
		} else {
			p = append(p, n.parent.Members()[n.index].Key.Text())
		}
	}
	slices.Reverse(p)
	return p
}

// ResolveError tells which step of a pointer leads nowhere.
type ResolveError struct {
	Pointer Pointer
	Depth   int   // Pointer[Depth] is the step that failed
	Node    *Node // where it failed: what Pointer[:Depth] leads to
	Message string
}

func (e *ResolveError) Error() string { return e.Message }

// Resolve is the value that a pointer leads to. Of members with equal keys the
// first is taken. The error is a *ResolveError.
func (t *Tree) Resolve(p Pointer) (*Node, error) {
	n := t.Root
	for depth, step := range p {
		var next *Node
		switch n.kind {
		case Object:
			next = n.Get(step)
		case Array:
			if i, ok := index(step); ok && i < n.Len() {
				next = n.Elements()[i]
			}
		}
		if next == nil {
			return nil, &ResolveError{p, depth, n, unresolved(p, depth, n)}
		}
		n = next
	}
	return n, nil
}

// index reads an array index: digits without a leading zero (RFC 6901,
// section 4).
func index(step string) (int, bool) {
	if step == "" || len(step) > 1 && step[0] == '0' || strings.Trim(step, "0123456789") != "" {
		return 0, false
	}
	i, err := strconv.Atoi(step)
	return i, err == nil
}

func unresolved(p Pointer, depth int, n *Node) string {
	where := "The document"
	if depth > 0 {
		where = p[:depth].String()
	}
	step := p[depth]
	switch n.kind {
	case Object:
		return fmt.Sprintf("%s has no %s.", where, Pointer{step})
	case Array:
		if _, ok := index(step); !ok {
			return fmt.Sprintf(`%s is an array, so %q names nothing in it. An index is needed, counted from 0.`, where, step)
		}
		if n.Len() == 0 {
			return fmt.Sprintf("%s is an empty array: it has no %s.", where, step)
		}
		return fmt.Sprintf("%s has elements 0 to %d: it has no %s.", where, n.Len()-1, step)
	case Missing:
		return fmt.Sprintf("%s has no value that can be read, so it has no %s.", where, Pointer{step})
	case Null:
		return fmt.Sprintf("%s is null: it has no %s.", where, Pointer{step})
	}
	article := "a "
	if n.kind == String {
		article = ""
	}
	return fmt.Sprintf("%s is %s%s: it has no %s.", where, article, n.kind, Pointer{step})
}
