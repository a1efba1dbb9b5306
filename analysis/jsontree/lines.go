package jsontree

import (
	"sort"
	"unicode/utf8"
)

// Encoding is the unit that columns count: what a client of the language
// server protocol calls a position encoding.
type Encoding uint8

// The position encodings. UTF32 counts Unicode code points.
const (
	UTF8 Encoding = iota
	UTF16
	UTF32
)

// Lines turns byte offsets into lines and columns and back. A line ends with
// \n, \r\n or a lone \r. It is immutable.
type Lines struct {
	text   []byte
	starts []uint32 // of each line
	ascii  bool
	marks  []mark // every markStep bytes, for lines that are long and not ASCII
}

// mark counts the text before an offset, so that a column in a line of
// megabytes need not be counted from its start.
type mark struct{ offset, utf16, utf32 uint32 }

const markStep = 1024

// NewLines indexes a text, which must not change later.
func NewLines(text []byte) *Lines {
	l := &Lines{text: text, starts: make([]uint32, 1, 16+len(text)/32), ascii: true}
	var high byte
	for i, c := range text {
		high |= c
		if c > '\r' {
			continue
		}
		if c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			l.starts = append(l.starts, uint32(i+1))
		}
	}
	if l.ascii = high < utf8.RuneSelf; !l.ascii {
		l.setMarks()
	}
	return l
}

func (l *Lines) setMarks() {
	l.marks = make([]mark, 0, len(l.text)/markStep+1)
	var m mark
	for int(m.offset) < len(l.text) {
		l.marks = append(l.marks, m)
		for end := uint32(len(l.marks) * markStep); m.offset < end && int(m.offset) < len(l.text); {
			m.advance(l.text)
		}
	}
}

// advance counts the character at the mark. A byte that is no UTF-8 counts as
// one character, as it becomes one when it is shown.
func (m *mark) advance(text []byte) {
	m.utf16++
	m.utf32++
	if text[m.offset] < utf8.RuneSelf {
		m.offset++
		return
	}
	r, size := utf8.DecodeRune(text[m.offset:])
	m.offset += uint32(size)
	if r > 0xFFFF {
		m.utf16++
	}
}

func (m mark) count(enc Encoding) int {
	switch enc {
	case UTF16:
		return int(m.utf16)
	case UTF32:
		return int(m.utf32)
	}
	return int(m.offset)
}

// Count is the number of lines: one more than the line ends.
func (l *Lines) Count() int { return len(l.starts) }

// Line is the span of a line without its line end. A line outside the text is
// the nearest one.
func (l *Lines) Line(line int) Span {
	line = min(max(line, 0), len(l.starts)-1)
	s := Span{int(l.starts[line]), len(l.text)}
	if line+1 == len(l.starts) {
		return s
	}
	s.End = int(l.starts[line+1]) - 1
	if l.text[s.End] == '\n' && s.End > s.Start && l.text[s.End-1] == '\r' {
		s.End--
	}
	return s
}

// Position is the line and column of a byte offset, both from 0, the column in
// units of enc. An offset inside a character gives its start, one inside a
// line end the end of the line, one outside the text the nearest end.
func (l *Lines) Position(off int, enc Encoding) (line, char int) {
	off = min(max(off, 0), len(l.text))
	line = sort.Search(len(l.starts), func(i int) bool { return int(l.starts[i]) > off }) - 1
	span := l.Line(line)
	off = min(off, span.End)
	if l.ascii {
		return line, off - span.Start
	}
	start := mark{offset: uint32(span.Start)}
	if off-span.Start > markStep {
		start = l.markAt(span.Start)
		return line, l.markAt(off).count(enc) - start.count(enc)
	}
	return line, l.forward(start, off).count(enc) - start.count(enc)
}

// markAt counts the text before an offset.
func (l *Lines) markAt(off int) mark {
	i := min(off/markStep, len(l.marks)-1)
	if int(l.marks[i].offset) > off {
		i-- // a character lies across the step
	}
	return l.forward(l.marks[i], off)
}

// forward moves a mark to the start of the character at an offset.
func (l *Lines) forward(m mark, off int) mark {
	for int(m.offset) < off {
		next := m
		next.advance(l.text)
		if int(next.offset) > off {
			break
		}
		m = next
	}
	return m
}

// Offset is the byte offset of a line and column, both from 0, the column in
// units of enc. A column past the end of the line gives its end, one inside a
// character its start; a line past the last gives the end of the text.
func (l *Lines) Offset(line, char int, enc Encoding) int {
	switch {
	case line < 0:
		return 0
	case line >= len(l.starts):
		return len(l.text)
	}
	span := l.Line(line)
	char = min(max(char, 0), span.Len())
	if l.ascii {
		return span.Start + char
	}
	m := mark{offset: uint32(span.Start)}
	want := m.count(enc) + char
	if span.Len() > markStep {
		m = l.markAt(span.Start)
		want = m.count(enc) + char
		// The last mark of the index that is not past the place wanted.
		i := sort.Search(len(l.marks), func(i int) bool { return l.marks[i].count(enc) > want }) - 1
		if i >= 0 && l.marks[i].offset > m.offset {
			m = l.marks[i]
		}
	}
	for int(m.offset) < span.End {
		next := m
		next.advance(l.text)
		if next.count(enc) > want || int(next.offset) > span.End {
			break
		}
		m = next
	}
	return min(int(m.offset), span.End)
}
