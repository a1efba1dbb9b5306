package lsp

import "strings"

// What authors write is shown as they wrote it: in Markdown, signs that would format it are escaped.

func (c *card) text(text string) string {
	if !c.markdown {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\`*_{}[]<>#|~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

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
