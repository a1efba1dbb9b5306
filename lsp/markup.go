package lsp

import (
	"strings"
	"unicode"
)

// What authors write is shown as they wrote it: in Markdown, signs that would format it are escaped, and no others, for
// there are clients that show the backslashes (CommonMark 2.4, 6.2).

func (c *card) text(text string) string {
	if !c.markdown {
		return text
	}
	var b strings.Builder
	runes := []rune(text)
	begins := true // nothing but blanks stands before this in its line
	for i, r := range runes {
		if formats(runes, i, begins) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		begins = r == '\n' || begins && (r == ' ' || r == '\t')
	}
	return b.String()
}

// formats reports whether a sign could format the text that it stands in.
func formats(text []rune, i int, begins bool) bool {
	switch text[i] {
	case '\\', '`', '*', '|', '~':
		return true
	case '[': // a link, a place to link to, a box to tick; other brackets are intervals and units
		rest := string(text[i+1:])
		return strings.Contains(rest, "](") || strings.Contains(rest, "][") || strings.Contains(rest, "]:") || strings.HasPrefix(rest, " ]") || strings.HasPrefix(rest, "x]")
	case '<': // a tag or a link begins right behind it
		return i < len(text)-1 && !unicode.IsSpace(text[i+1])
	case '#', '>': // a heading, a quotation
		return begins
	case '_': // within a word it is a letter
		return i == 0 || i == len(text)-1 || !inWord(text[i-1]) || !inWord(text[i+1])
	}
	return false
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func (c *card) strong(text string) string {
	if !c.markdown {
		return text
	}
	return "**" + c.text(text) + "**"
}

// code sets text that a program would read: with as many backticks around it as it needs (CommonMark 6.1).
func (c *card) code(text string) string {
	if !c.markdown {
		return text
	}
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 || strings.HasPrefix(text, " ") || strings.HasSuffix(text, " ") {
		return fence + " " + text + " " + fence
	}
	return fence + text + fence
}

func (c *card) quote(text string) string {
	if !c.markdown {
		return text
	}
	return "> " + strings.ReplaceAll(c.text(text), "\n", "\n> ")
}

// block sets a line to be copied.
func (c *card) block(text string) string {
	if !c.markdown {
		return text
	}
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "sh\n" + text + "\n" + fence
}
