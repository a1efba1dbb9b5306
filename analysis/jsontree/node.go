package jsontree

import "iter"

// Kind is the sort of a value.
type Kind uint8

// The kinds of values. Missing stands for a value that is absent or cannot be
// read: an error has been reported, and readers stay silent about it.
const (
	Missing Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// String names the kind as a person would: "text" for a string.
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "boolean"
	case Number:
		return "number"
	case String:
		return "text"
	case Array:
		return "array"
	case Object:
		return "object"
	}
	return "missing"
}

// Node is a value of the document, or the key of a member. Every method may be
// called on nil, which behaves as a Missing node that belongs to no tree.
type Node struct {
	tree         *Tree
	parent       *Node
	start, end   uint32
	first, count uint32 // children: tree.elements or tree.members
	index        uint32
	comma        uint32 // offset of the comma after an element; 0 is none
	kind         Kind
	flags        flags
}

type flags uint8

const (
	decodes  flags = 1 << iota // the text differs from the bytes: escapes, bad UTF-8
	unclosed                   // no closing quotation mark or bracket
	isKey
	bare  // a key without quotation marks
	curly // typographic quotation marks, three bytes each
	inner // the value was false or true: true
)

// Member is a key of an object with its value.
type Member struct {
	Key   *Node // a String; Missing when there is none
	Value *Node // Missing when there is none
	Colon Span  // empty when there is none
	Comma Span  // the comma after the value; empty when there is none
}

// Span is the member from its key to its value.
func (m Member) Span() Span { return Span{m.Key.Span().Start, m.Value.Span().End} }

// Kind is the sort of the value.
func (n *Node) Kind() Kind {
	if n == nil {
		return Missing
	}
	return n.kind
}

// Span is the place of the value with its quotation marks or brackets. That of
// a Missing value is what stands in its place, or the empty place itself.
func (n *Node) Span() Span {
	if n == nil {
		return Span{}
	}
	return Span{int(n.start), int(n.end)}
}

// Parent is the array or object that holds the node, nil for the root.
func (n *Node) Parent() *Node {
	if n == nil {
		return nil
	}
	return n.parent
}

// Tree is the document of the node.
func (n *Node) Tree() *Tree {
	if n == nil {
		return nil
	}
	return n.tree
}

// Index is the position of the element or member in its parent, from 0.
func (n *Node) Index() int {
	if n == nil {
		return 0
	}
	return int(n.index)
}

// Len is the number of elements or members.
func (n *Node) Len() int {
	if n == nil {
		return 0
	}
	return int(n.count)
}

// Elements are the elements of an array in order. The slice must not be changed.
func (n *Node) Elements() []*Node {
	if n == nil || n.kind != Array {
		return nil
	}
	return n.tree.elements[n.first : n.first+n.count : n.first+n.count]
}

// Members are the members of an object in order, duplicate keys kept. The slice
// must not be changed.
func (n *Node) Members() []Member {
	if n == nil || n.kind != Object {
		return nil
	}
	return n.tree.members[n.first : n.first+n.count : n.first+n.count]
}

// Get is the value of the first member with that key, nil when there is none.
func (n *Node) Get(key string) *Node {
	members := n.Members()
	for i := range members {
		if members[i].Key.hasText(key) {
			return members[i].Value
		}
	}
	return nil
}

// hasText avoids decoding where the bytes alone answer.
func (n *Node) hasText(s string) bool {
	if n.kind != String {
		return false
	}
	if n.flags&decodes == 0 {
		c := n.ContentSpan()
		return n.tree.src[c.Start:c.End] == s
	}
	return n.Text() == s
}

// IsKey tells a member's key from a value.
func (n *Node) IsKey() bool { return n != nil && n.flags&isKey != 0 }

// Key is the key of the member whose value the node is, nil for anything else.
func (n *Node) Key() *Node {
	if n == nil || n.parent == nil || n.parent.kind != Object || n.IsKey() {
		return nil
	}
	return n.parent.Members()[n.index].Key
}

// Value is the value of the member whose key the node is, nil for anything else.
func (n *Node) Value() *Node {
	if !n.IsKey() {
		return nil
	}
	return n.parent.Members()[n.index].Value
}

// Comma is the comma after an element or a member's value, empty when none is.
func (n *Node) Comma() Span {
	switch {
	case n == nil || n.parent == nil:
		return Span{}
	case n.parent.kind == Object:
		return n.parent.Members()[n.index].Comma
	case n.comma == 0:
		return Span{}
	}
	return Span{int(n.comma), int(n.comma) + 1}
}

// Closed tells whether an array, object or string has its closing mark.
func (n *Node) Closed() bool { return n != nil && n.flags&unclosed == 0 }

// Raw is the text of the value as it stands in the document.
func (n *Node) Raw() []byte {
	if n == nil {
		return nil
	}
	return n.tree.Text[n.start:n.end:n.end]
}

// Bool is the value of a boolean, false for anything else.
func (n *Node) Bool() bool { return n != nil && n.flags&inner != 0 }

// Depth is the number of arrays and objects around the node.
func (n *Node) Depth() int {
	depth := 0
	for n = n.Parent(); n != nil; n = n.parent {
		depth++
	}
	return depth
}

// All yields the node and everything in it in document order, keys before
// their values. It needs no stack, however deep the document is.
func (n *Node) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for at := n; at != nil; at = at.next(n) {
			if !yield(at) {
				return
			}
		}
	}
}

// next is the node after n in document order inside root, or nil.
func (n *Node) next(root *Node) *Node {
	if n.count > 0 {
		return n.child(0)
	}
	for n != root && n.parent != nil {
		if n.IsKey() {
			return n.Value()
		}
		if i := n.index + 1; i < n.parent.count {
			return n.parent.child(i)
		}
		n = n.parent
	}
	return nil
}

// child is the element, or the key of the member, at an index.
func (n *Node) child(i uint32) *Node {
	if n.kind == Array {
		return n.tree.elements[n.first+i]
	}
	return n.tree.members[n.first+i].Key
}

// NodeAt is the innermost value or key that a cursor at off touches, nil when
// there is none. Where two touch, the one that starts at off is taken.
func (t *Tree) NodeAt(off int) *Node {
	if !t.Root.Span().Contains(off) {
		return nil
	}
	n := t.Root
	for {
		child := n.childAt(off)
		if child == nil {
			return n
		}
		n = child
	}
}

func (n *Node) childAt(off int) *Node {
	// The last child that starts at or before off: children are in order.
	low, high := uint32(0), n.count
	for low < high {
		middle := (low + high) / 2
		if int(n.child(middle).start) <= off {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == 0 {
		return nil
	}
	child := n.child(low - 1)
	if n.kind == Object {
		m := n.tree.members[n.first+low-1]
		touchesKey := child.kind == String && child.Span().Contains(off)
		if m.Value.Span().Contains(off) && (!touchesKey || m.Colon.Len() > 0) {
			return m.Value
		}
	}
	if child.Span().Contains(off) {
		return child
	}
	return nil
}
