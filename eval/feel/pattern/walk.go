package pattern

import (
	"errors"
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// Bounds of the backtracking search.
const (
	maxTrail   = 1 << 20 // choices to come back to
	maxVisited = 1 << 26 // places in program and text that are remembered
	walkPeriod = 64      // instructions between payments
)

var (
	errTrail   = errors.New("the search in a text of this length goes back too often; the pattern is ambiguous")
	errVisited = errors.New("the text is too long for a pattern with ^ by lines (flag m) when it ends in a newline")
)

// walker searches a text by walking the program with backtracking. Without
// back-references it remembers where it was and so takes linear time; with
// them the time may be exponential, and the caller's budget ends it.
type walker struct {
	p     *Pattern
	text  string
	spend Spend

	slots   []int    // the spans of the program's groups, then where each choice was last made
	trail   []choice // what to try next, the newest last
	visited []uint64 // a bit for each instruction at each place, without back-references
	steps   int
}

// choice is an alternative to try, or, when slot >= 0, an old value to restore.
type choice struct {
	pc, pos   int
	slot, old int
}

// find returns the spans of the pattern's groups in the leftmost match that
// begins at from or later, nil without one.
func (w *walker) find(from int) ([]int, error) {
	prog := w.p.prog
	if w.slots == nil {
		w.slots = make([]int, prog.NumCap+len(prog.Inst))
		if !w.p.refs {
			if len(prog.Inst)*(len(w.text)+1) > maxVisited {
				return nil, errVisited
			}
			w.visited = make([]uint64, len(prog.Inst)*(len(w.text)+1)/64+1)
		}
	}
	if !w.spend(1 + (len(w.visited)+len(w.slots))/workPerStep) {
		return nil, ErrStopped
	}
	clear(w.visited) // the walks from different starts share it: what failed once fails again
	for i := range w.slots {
		w.slots[i] = -1 // a walk that fails restores them
	}
	for start := from; start <= len(w.text); {
		matched, err := w.walk(start)
		if err != nil {
			return nil, err
		}
		if matched {
			return w.spans(), nil
		}
		_, n := utf8.DecodeRuneInString(w.text[start:])
		start += max(n, 1)
	}
	return nil, nil
}

// spans picks the groups of the pattern from those of the program.
func (w *walker) spans() []int {
	out := make([]int, 0, 2*len(w.p.groups))
	for _, g := range w.p.groups {
		low, high := -1, -1
		if 2*g+1 < w.p.prog.NumCap {
			low, high = w.slots[2*g], w.slots[2*g+1]
		}
		if low < 0 || high < 0 {
			low, high = -1, -1
		}
		out = append(out, low, high)
	}
	return out
}

// walk tries to match from start on; the first way that works is the one that
// the pattern prefers.
func (w *walker) walk(start int) (bool, error) {
	w.slots[0] = start
	w.trail = append(w.trail[:0], choice{pc: w.p.prog.Start, pos: start, slot: -1})
	for len(w.trail) > 0 {
		c := w.trail[len(w.trail)-1]
		w.trail = w.trail[:len(w.trail)-1]
		if c.slot >= 0 {
			w.slots[c.slot] = c.old
			continue
		}
		matched, err := w.run(c.pc, c.pos)
		if matched || err != nil {
			return matched, err
		}
	}
	return false, nil
}

// run follows one way until it fails or matches.
func (w *walker) run(pc, pos int) (bool, error) {
	for {
		if w.steps++; w.steps%walkPeriod == 0 && !w.spend(walkPeriod) {
			return false, ErrStopped
		}
		if len(w.trail) > maxTrail {
			return false, errTrail
		}
		if w.seen(pc, pos) {
			return false, nil
		}
		inst := &w.p.prog.Inst[pc]
		switch inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			// a loop whose turn took no character has come back here: another turn would be the same
			slot := w.p.prog.NumCap + pc
			if w.slots[slot] == pos {
				return false, nil
			}
			w.trail = append(w.trail, choice{slot: slot, old: w.slots[slot]}, choice{pc: int(inst.Arg), pos: pos, slot: -1})
			w.slots[slot] = pos
		case syntax.InstCapture:
			slot := int(inst.Arg)
			w.trail = append(w.trail, choice{slot: slot, old: w.slots[slot]})
			w.slots[slot] = pos
		case syntax.InstEmptyWidth:
			if !w.holds(syntax.EmptyOp(inst.Arg), pos) {
				return false, nil
			}
		case syntax.InstNop:
		case syntax.InstMatch:
			w.slots[1] = pos
			return true, nil
		case syntax.InstFail:
			return false, nil
		default:
			n, ok := w.take(inst, pos)
			if !ok {
				return false, nil
			}
			pos += n
		}
		pc = int(inst.Out)
	}
}

// seen marks an instruction at a place and reports whether it was there before.
func (w *walker) seen(pc, pos int) bool {
	if w.visited == nil {
		return false
	}
	n := pc*(len(w.text)+1) + pos
	mark := uint64(1) << (n % 64)
	was := w.visited[n/64]&mark != 0
	w.visited[n/64] |= mark
	return was
}

// holds tells whether an anchor holds at pos. The start of a line is not after
// a newline that ends the text (Functions and Operators, 7.6.1.1, flag m).
func (w *walker) holds(op syntax.EmptyOp, pos int) bool {
	switch {
	case op&syntax.EmptyBeginText != 0 && pos != 0,
		op&syntax.EmptyEndText != 0 && pos != len(w.text),
		op&syntax.EmptyBeginLine != 0 && pos != 0 && (pos == len(w.text) || w.text[pos-1] != '\n'),
		op&syntax.EmptyEndLine != 0 && pos != len(w.text) && w.text[pos] != '\n':
		return false
	}
	return true
}

// take consumes what an instruction matches at pos: a character, or again what
// a group matched.
func (w *walker) take(inst *syntax.Inst, pos int) (bytes int, ok bool) {
	if len(inst.Rune) == 1 && inst.Rune[0] >= firstRef && inst.Rune[0] <= firstRef+maxGroups {
		return w.again(int(inst.Rune[0]-firstRef), pos)
	}
	if pos == len(w.text) {
		return 0, false
	}
	r, n := utf8.DecodeRuneInString(w.text[pos:])
	return n, inst.MatchRune(r)
}

// again matches once more what a group matched; a group that took no part
// matched the empty text.
func (w *walker) again(group, pos int) (bytes int, ok bool) {
	g := w.p.groups[group]
	low, high := w.slots[2*g], w.slots[2*g+1]
	if low < 0 || high < low {
		return 0, true
	}
	at := pos
	for low < high {
		a, n := utf8.DecodeRuneInString(w.text[low:])
		b, m := utf8.DecodeRuneInString(w.text[at:])
		if m == 0 || a != b && !(w.p.fold && sameFold(a, b)) {
			return 0, false
		}
		low += n
		at += m
	}
	return at - pos, true
}

// sameFold reports whether two characters differ in case alone.
func sameFold(a, b rune) bool {
	for r := unicode.SimpleFold(a); r != a; r = unicode.SimpleFold(r) {
		if r == b {
			return true
		}
	}
	return false
}
