package main

import (
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// screen is what stands behind an output: a terminal of some width with or without colours, or a file.
type screen struct {
	terminal bool
	colour   bool
	width    int // columns; the width of a wide page where there is no terminal
}

// pageWidth is how wide source lines are shown where no terminal says how wide it is.
const pageWidth = 120

// screenOf asks the system what file is.
func screenOf(file *os.File) screen {
	s := screen{width: pageWidth, terminal: term.IsTerminal(int(file.Fd()))}
	if !s.terminal {
		return s
	}
	if w, _, err := term.GetSize(int(file.Fd())); err == nil && w > 0 {
		s.width = w
	}
	s.colour = wantsColour(os.Getenv)
	return s
}

// wantsColour follows https://no-color.org: a terminal has colours unless NO_COLOR holds anything. One that calls
// itself dumb has none.
func wantsColour(getenv func(string) string) bool {
	return getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
}

// Colours by what they mean here, from the eight that every terminal has and every theme makes readable.
const (
	bold   = "1"
	dim    = "2"
	red    = "1;31"
	green  = "32"
	yellow = "1;33"
	blue   = "34"
	cyan   = "36"
)

// paint returns text in a colour where the screen has colours.
func (s screen) paint(colour, text string) string {
	if !s.colour || text == "" {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// printable returns text safe to print: a document decides neither the colours nor the cursor nor the reading
// direction of the reader's terminal. Line feeds stay.
func printable(text string) string {
	if !strings.ContainsFunc(text, hidden) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text { // bytes that are no UTF-8 come as the replacement character
		if hidden(r) {
			r = picture(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// hidden tells whether a terminal acts on the rune instead of showing it: controls, and marks that turn the reading
// direction.
func hidden(r rune) bool {
	return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0xfeff
}

// picture is what stands for a hidden rune.
func picture(r rune) rune {
	switch {
	case r < ' ':
		return '␀' + r
	case r == 0x7f:
		return '␡'
	}
	return utf8.RuneError
}
