package picture

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// font is how a text is set. Sizes are in pixels.
type font struct {
	size, line int // line is the distance from one line to the next
	bold       bool
}

var (
	headFont  = font{size: 15, line: 20, bold: true}
	nameFont  = font{size: 13, line: 17, bold: true}
	valueFont = font{size: 13, line: 17}
	smallFont = font{size: 11, line: 15}
)

// row is one line of a text that fits where it stands.
type row struct {
	text  string
	width int // pixels that it takes at most
	// pinned tells that the drawing must set the width: nobody knows how wide the font of the reader has such characters.
	pinned bool
}

// maxText is how many bytes of a text are looked at.
const maxText = 2000

// wrap breaks a text into at most so many rows of at most so many pixels, between words where that is possible. What
// has no room is replaced by an ellipsis.
func wrap(text string, f font, width, rows int) []row {
	words := pieces(clean(text))
	var out []row
	line, used := "", 0.0
	room := float64(width)
	for i := 0; i < len(words); i++ {
		w := f.width(words[i])
		if used+f.width(strings.TrimRight(words[i], " ")) <= room {
			line, used = line+words[i], used+w
			continue
		}
		if len(out) == rows-1 { // the last row takes what it can
			out = append(out, f.row(f.cut(line+words[i], room)))
			return out
		}
		if line == "" { // one word is wider than a row
			head := f.prefix(words[i], room)
			if head == "" {
				return append(out, f.row("…"))
			}
			out = append(out, f.row(head))
			words[i] = words[i][len(head):]
		} else {
			out = append(out, f.row(line))
			line, used = "", 0
		}
		i--
	}
	if line = strings.TrimRight(line, " "); line != "" || len(out) == 0 {
		out = append(out, f.row(line))
	}
	return out
}

// fit sets a text on one row of at most so many pixels.
func fit(text string, f font, width int) row { return wrap(text, f, width, 1)[0] }

// row measures a line.
func (f font) row(line string) row {
	line = strings.TrimRight(line, " ")
	r := row{text: line, width: int(f.width(line)) + 1}
	r.pinned = strings.ContainsFunc(line, uncertain)
	return r
}

// cut shortens a text to a width, with an ellipsis at its end.
func (f font) cut(text string, room float64) string {
	return strings.TrimRight(f.prefix(text, room-f.width("…")), " ,;") + "…"
}

// prefix is as much of a text as fits a width, between what a person sees as characters.
func (f font) prefix(text string, room float64) string {
	n, used := 0, 0.0
	for g := uniseg.NewGraphemes(text); g.Next(); {
		if used += f.width(g.Str()); used > room {
			break
		}
		n += len(g.Str())
	}
	return text[:n]
}

// pieces parts a text where a line may end: behind blanks, and behind marks inside names. A number stays with its unit.
func pieces(text string) []string {
	var out []string
	start := 0
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	for i, r := range text {
		if strings.ContainsRune(" _-/.,|", r) && (r != ' ' || !digit(i-1) || digit(i+1)) && (r != '.' || !digit(i+1)) {
			out = append(out, text[start:i+1])
			start = i + 1
		}
	}
	if start < len(text) {
		out = append(out, text[start:])
	}
	return out
}

// clean is a text on one line without what a reader's machine would act upon instead of showing it: controls and marks
// that turn the reading direction. Characters that are heaped up on one another are thinned out.
func clean(text string) string {
	if len(text) > maxText {
		text = text[:maxText] + "…"
	}
	plain := func(r rune) bool { return r >= ' ' && r < 0x7f }
	if strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	var b strings.Builder
	marks := 0
	for _, r := range text {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			r = ' '
		case r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0xfeff || r == 0xfffe || r == 0xffff:
			r = utf8.RuneError
		}
		if uniseg.StringWidth(string(r)) == 0 {
			if marks++; marks > 4 {
				continue
			}
		} else {
			marks = 0
		}
		b.WriteRune(r)
	}
	return b.String()
}

// width is how many pixels a text takes at most. The reader's font is not known: the widths are those of a wide one
// (DejaVu Sans), so that what fits here fits with the usual fonts of systems and editors.
func (f font) width(text string) float64 {
	sum := 0 // thousandths of the size
	for _, r := range text {
		w := advance(r)
		if f.bold {
			w += w/10 + 30
		}
		sum += w
	}
	return float64(sum*f.size) / 1000
}

// advance is the width of a character in thousandths of the font's size.
func advance(r rune) int {
	switch {
	case r < ' ':
		return 0
	case r < 0x7f:
		return int(asciiWidth[r-' ']) * 10
	case r < 0x370:
		return 700
	case r < 0x530: // Greek, Cyrillic
		return 780
	case r == '…' || r == '→' || r == utf8.RuneError:
		return 1050
	case r >= 0x2010 && r <= 0x2027:
		return 600
	case r >= 0x2190 && r < 0x2300: // arrows and mathematical signs
		return 850
	}
	switch uniseg.StringWidth(string(r)) {
	case 0:
		return 0
	case 1:
		return 800
	}
	return 1300
}

// uncertain tells whether fonts differ so much in a character that its width cannot be known.
func uncertain(r rune) bool {
	if r < 0xe80 { // the alphabets of Europe, the Near East and India
		return false
	}
	for _, known := range [][2]rune{
		{0x2010, 0x2027}, {0x20a0, 0x20bf}, {0x2190, 0x27bf}, // punctuation, currencies, signs
		{0x3000, 0x30ff}, {0x4e00, 0x9fff}, {0xac00, 0xd7a3}, {0xff01, 0xff60}, // of East Asia
		{0x1f300, 0x1faff}, {utf8.RuneError, utf8.RuneError},
	} {
		if r >= known[0] && r <= known[1] {
			return false
		}
	}
	return uniseg.StringWidth(string(r)) > 0
}

// asciiWidth holds the widths of the printable characters of ASCII in hundredths of the font's size.
var asciiWidth = [95]uint8{
	32, 41, 46, 84, 64, 95, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, // space ! " # $ % & ' ( ) * + , - . /
	64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 54, // 0-9 : ; < = > ?
	100, 69, 69, 70, 77, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79, // @ A-O
	61, 79, 70, 64, 62, 74, 69, 99, 69, 62, 69, 39, 34, 39, 84, 50, // P-Z [ \ ] ^ _
	50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62, // ` a-o
	64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84, // p-z { | } ~
}
