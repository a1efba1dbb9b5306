package jsontree

import "bytes"

// mode is a way to read brackets that do not match.
type mode uint8

const (
	plain    mode = iota // by the brackets alone
	byIndent             // a line that is indented less ends what it is not part of
	byToken              // a wrong closing bracket is a slip of the finger; a key ends an array
)

// parser holds the state of one reading. It keeps its own stack, so that no
// document can exhaust the goroutine's.
type parser struct {
	tree  *Tree
	text  []byte
	pos   int
	valid bool // the text is UTF-8 throughout
	mode  mode

	frames  []frame
	elems   []*Node  // elements of the open arrays, innermost last
	members []Member // members of the open objects, innermost last
	slab    []Node
	open    [2]int // open arrays, open objects

	after   bool // an element or member stands before pos, and no comma after it
	faulted bool // the fault at hand is reported; what follows from it is not
	gap     bool // the last element is a reported gap between two commas

	bracketFault bool // another mode may read the document better
	endFault     bool // the end of the document is reported
	noBlockEnd   bool // no "*/" follows
	quoteFrom    int  // the next quotation mark or line end at or after this
	quoteAt      int  // is here
	noQuoteUntil int  // no quotation mark that ends a string before this offset
	line         lineCursor
}

type frame struct {
	node   *Node
	base   int // where its children start in elems or members
	line   int // start of the line its bracket stands on
	indent int // of that line
}

func parse(text []byte, valid bool, m mode) *parser {
	p := &parser{tree: newTree(text), text: text, valid: valid, mode: m, quoteAt: -1}
	// What a model of rules comes to, so that the slices seldom grow.
	p.tree.elements = make([]*Node, 0, len(text)/24)
	p.tree.members = make([]Member, 0, len(text)/96+4)
	p.document()
	if len(p.tree.Errors) > 1 {
		p.tree.sortErrors()
	}
	return p
}

// document reads one value and reports what follows it.
func (p *parser) document() {
	if bytes.HasPrefix(p.text, []byte("\ufeff")) {
		p.report(ByteOrderMark, 0, 3, "The document starts with a byte order mark. JSON files have none (RFC 8259, section 8.1).")
		p.pos = 3
	}
	if !p.root() {
		return
	}
	for len(p.frames) > 0 {
		p.item()
	}
	p.trailing()
}

// trailing reports what follows the document's value.
func (p *parser) trailing() {
	p.skip()
	if p.pos >= len(p.text) {
		return
	}
	p.bracketFault = true
	end := len(bytes.TrimRight(p.text, " \t\r\n"))
	if rest := p.text[p.pos:end]; len(bytes.Trim(rest, "]} \t\r\n")) == 0 {
		p.report(ExtraCloser, p.pos, end, `Nothing is open for this "`+excerpt(rest)+`". Remove it.`)
		return
	}
	p.report(TrailingContent, p.pos, end, "The document's value ends before this. A JSON document holds one value.")
}

// root reads the value of the document up to its opening bracket and tells
// whether there is one.
func (p *parser) root() bool {
	for {
		p.skip()
		if p.pos >= len(p.text) {
			p.attach(p.node(Missing, p.pos, p.pos))
			if !p.faulted {
				p.report(Empty, p.pos, p.pos, "The document is empty. A JSON value is needed, such as { }.")
			}
			return false
		}
		switch c := p.text[p.pos]; c {
		case ',', ':', ']', '}':
			p.once(stray(c), p.pos, p.pos+1, `The document starts with "`+string(c)+`". A value is needed first, such as { }.`)
			p.pos++
		default:
			p.faulted = false
			if p.beforeRoot() {
				continue
			}
			p.value(c)
			return true
		}
	}
}

func stray(c byte) ErrorKind {
	switch c {
	case ',':
		return ExtraComma
	case ':':
		return ExtraColon
	}
	return ExtraCloser
}

// item reads the next element, member, comma or closing bracket of the
// innermost open array or object.
func (p *parser) item() {
	p.skip()
	if p.pos >= len(p.text) {
		p.endOfDocument()
		return
	}
	if p.mode == byIndent && (p.dedent() || p.surplus()) {
		return
	}
	if p.frames[len(p.frames)-1].node.kind == Array {
		p.arrayItem(p.text[p.pos])
	} else {
		p.objectItem(p.text[p.pos])
	}
}

func (p *parser) arrayItem(c byte) {
	switch c {
	case ',':
		p.arrayComma()
	case ']':
		if !p.after && !p.gap {
			p.trailingComma()
		}
		p.close(p.pos + 1)
		p.pos++
	case '}':
		p.wrongCloser(Object)
	case ':':
		p.arrayColon()
	case ';':
		p.semicolon()
	default:
		if p.after {
			p.separated(func() { p.value(c) })
		} else {
			p.value(c)
		}
	}
}

func (p *parser) arrayComma() {
	if !p.after {
		// A place is kept for what is missing, so that the cells behind it
		// stay in their columns.
		if !p.gap {
			p.once(MissingValue, p.pos, p.pos, `A value is missing before this comma.`)
		}
		p.attach(p.node(Missing, p.pos, p.pos))
		p.gap = true
	} else {
		p.gap = false
	}
	p.elems[len(p.elems)-1].comma = uint32(p.pos)
	p.pos++
	p.after, p.faulted = false, false
}

func (p *parser) objectItem(c byte) {
	switch c {
	case '"':
		if p.after {
			p.separated(func() { p.key(p.str(true)) })
		} else {
			p.key(p.str(true))
		}
		p.colon()
	case ',':
		p.objectComma()
	case '}':
		if p.closesTooEarly() {
			p.report(ExtraCloser, p.pos, p.pos+1, `This "}" ends the document's object, but more members follow. Remove it.`)
			p.bracketFault = true
			p.pos++
			return
		}
		if !p.after && !p.gap {
			p.trailingComma()
		}
		p.close(p.pos + 1)
		p.pos++
	case ']':
		p.wrongCloser(Array)
	case ':':
		p.objectColon()
	case ';':
		p.semicolon()
	case '{', '[':
		p.separated(func() {
			top := p.frames[len(p.frames)-1]
			if len(p.members) > top.base && p.members[len(p.members)-1].Key.kind == Missing {
				p.faulted = true // one fault: the values of an array without its bracket
			}
			p.once(MissingKey, p.pos, p.pos, `A key is missing before this value: members of an object are written "key": value.`)
			p.key(p.node(Missing, p.pos, p.pos))
		})
		p.value(c)
	default:
		p.bareKey()
	}
}

func (p *parser) objectComma() {
	if p.after {
		p.members[len(p.members)-1].Comma = Span{p.pos, p.pos + 1}
		p.gap = false
	} else if !p.gap {
		p.once(ExtraComma, p.pos, p.pos+1, "No member stands before this comma. Remove it.")
		p.gap = true
	}
	p.pos++
	p.after, p.faulted = false, false
}

// separated runs what reads an item, and reports a missing comma before it
// unless the item itself is faulty.
func (p *parser) separated(read func()) {
	if !p.after {
		read()
		return
	}
	silent := p.faulted
	p.faulted = false
	reported := len(p.tree.Errors)
	top := &p.frames[len(p.frames)-1]
	previous := p.lastEnd(top)
	read()
	if !silent && len(p.tree.Errors) == reported {
		what := "elements of an array"
		if top.node.kind == Object {
			what = "members of an object"
		}
		p.report(MissingComma, previous, previous, "A comma is missing here: "+what+" are separated by commas.")
	}
}

// lastEnd is the end of the last element or member of an open container, or of
// its bracket when it has none.
func (p *parser) lastEnd(f *frame) int {
	switch {
	case f.node.kind == Array && len(p.elems) > f.base:
		return int(p.elems[len(p.elems)-1].end)
	case f.node.kind == Object && len(p.members) > f.base:
		m := &p.members[len(p.members)-1]
		if m.Value == nil {
			return int(m.Key.end)
		}
		return int(m.Value.end)
	}
	return int(f.node.start) + 1
}

// key adds a member with that key and no value yet.
func (p *parser) key(n *Node) {
	top := &p.frames[len(p.frames)-1]
	n.parent = top.node
	n.index = uint32(len(p.members) - top.base)
	n.flags |= isKey
	p.members = append(p.members, Member{Key: n})
	p.after, p.gap = true, false
}

// colon reads the colon after a key and the value after that.
func (p *parser) colon() {
	p.skip()
	if p.pos < len(p.text) && p.text[p.pos] == ':' {
		p.members[len(p.members)-1].Colon = Span{p.pos, p.pos + 1}
		p.pos++
	} else if !p.missingColon() {
		return
	}
	p.memberValue()
}

func (p *parser) memberValue() {
	for {
		p.skip()
		if p.pos >= len(p.text) {
			p.missingValue()
			return
		}
		switch c := p.text[p.pos]; c {
		case ',', '}', ']', ';':
			p.missingValue()
			return
		case ':':
			p.once(ExtraColon, p.pos, p.pos+1, "One colon stands between a key and its value. Remove this one.")
			p.pos++
		default:
			p.value(c)
			return
		}
	}
}

// value reads a scalar, or the opening bracket of an array or object, and
// attaches it. The byte at pos is neither a separator nor a closing bracket.
func (p *parser) value(c byte) {
	switch c {
	case '"':
		p.attach(p.str(false))
	case '{':
		p.push(Object)
	case '[':
		p.push(Array)
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		p.number()
	case 't':
		p.literal("true", Bool, inner)
	case 'f':
		p.literal("false", Bool, 0)
	case 'n':
		p.literal("null", Null, 0)
	default:
		p.badValue()
	}
}

func (p *parser) literal(word string, kind Kind, f flags) {
	end := p.pos + len(word)
	if end > len(p.text) || string(p.text[p.pos:end]) != word ||
		end < len(p.text) && (inWord(p.text[end]) || p.text[end] == '"' && p.lostOpening(p.pos) > 0) {
		p.badValue()
		return
	}
	n := p.node(kind, p.pos, end)
	n.flags = f
	p.pos = end
	p.attach(n)
}

func (p *parser) push(kind Kind) {
	n := p.node(kind, p.pos, p.pos)
	p.attach(n)
	f := frame{node: n, base: len(p.elems)}
	if kind == Object {
		f.base = len(p.members)
	}
	if p.mode == byIndent {
		line := p.line.at(p.text, p.pos)
		f.line, f.indent = line.start, line.indent
	}
	p.frames = append(p.frames, f)
	p.tree.depth = max(p.tree.depth, len(p.frames))
	p.open[kind-Array]++
	p.pos++
	p.after, p.gap, p.faulted = false, false, false
}

// close ends the innermost container at an offset and moves its children to
// the tree, where they lie side by side.
func (p *parser) close(end int) {
	f := p.frames[len(p.frames)-1]
	n := f.node
	n.end = uint32(end)
	if n.kind == Array {
		n.first, n.count = uint32(len(p.tree.elements)), uint32(len(p.elems)-f.base)
		p.tree.elements = append(p.tree.elements, p.elems[f.base:]...)
		p.elems = p.elems[:f.base]
	} else {
		n.first, n.count = uint32(len(p.tree.members)), uint32(len(p.members)-f.base)
		p.tree.members = append(p.tree.members, p.members[f.base:]...)
		p.members = p.members[:f.base]
	}
	p.frames = p.frames[:len(p.frames)-1]
	p.open[n.kind-Array]--
	p.after, p.gap, p.faulted = true, false, false
}

// attach makes a value the next element of the innermost array, the value of
// the innermost object's last member, or the root.
func (p *parser) attach(n *Node) {
	p.after, p.gap = true, false
	if len(p.frames) == 0 {
		p.tree.Root = n
		return
	}
	top := &p.frames[len(p.frames)-1]
	n.parent = top.node
	if top.node.kind == Array {
		n.index = uint32(len(p.elems) - top.base)
		p.elems = append(p.elems, n)
		return
	}
	m := &p.members[len(p.members)-1]
	n.index = m.Key.index
	m.Value = n
}

// node takes a node from the slab: a document costs a few allocations, not one
// a value.
func (p *parser) node(kind Kind, start, end int) *Node {
	if len(p.slab) == 0 {
		p.slab = make([]Node, min(max((len(p.text)-start)/16, 8), 1024))
	}
	n := &p.slab[0]
	p.slab = p.slab[1:]
	n.tree, n.kind, n.start, n.end = p.tree, kind, uint32(start), uint32(end)
	return n
}

func (p *parser) report(kind ErrorKind, start, end int, message string) {
	p.tree.Errors = append(p.tree.Errors, Error{kind, Span{start, end}, message})
	if start >= len(p.text) {
		p.endFault = true
	}
}

// once reports a fault unless it follows from the one before.
func (p *parser) once(kind ErrorKind, start, end int, message string) {
	if !p.faulted {
		p.report(kind, start, end, message)
	}
	p.faulted = true
}
