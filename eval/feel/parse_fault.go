package feel

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// What the parser says of what it cannot read: every message stands here or is built by the functions here.

// end reports what stands behind a whole expression.
func (p *parser) end() {
	switch {
	case p.tok.kind == endToken:
	case p.tok.is(")"), p.tok.is("]"), p.tok.is("}"):
		p.syntax(p.tok.span, "%s closes nothing.", p.tokenName())
	case p.text[p.prev.Start:p.prev.End] == "not":
		p.syntax(p.prev, "not takes what it negates in parentheses: write not(…).")
	default:
		p.unexpected("An operator is missing %s, or this is one word too many.")
	}
}

// need moves over text or reports that it is missing; what names the thing that needs it.
func (p *parser) need(text, what string) bool {
	if p.accept(text) {
		return true
	}
	switch text {
	case ")", "]", "}", ">":
		p.unexpected("\"" + text + "\" is missing %s; it closes " + what + ".")
	default:
		p.unexpected("\"" + text + "\" is missing %s; " + what + " needs it.")
	}
	return false
}

// problem notes a fault of meaning. Behind a fault of form there are none: what was meant is not known.
func (p *parser) problem(kind ProblemKind, span Span, nearest, format string, args ...any) {
	if p.failed {
		return
	}
	p.note(kind, span, nearest, format, args...)
}

// unknownWord reports a text that is none of the words that are needed there.
func (p *parser) unknownWord(span Span, of *Type, nearest, format string, args ...any) {
	before := len(p.problems)
	p.problem(UnknownWord, span, nearest, format, args...)
	if len(p.problems) > before {
		p.problems[before].Of = of
	}
}

// maxProblems bounds what is told of one expression: whoever mends these sees the others then.
const maxProblems = 100

// maxQuoted bounds the bytes of what a message quotes; words and names of a document may be of any length.
const maxQuoted = 1_000

func (p *parser) note(kind ProblemKind, span Span, nearest, format string, args ...any) {
	if len(p.problems) >= maxProblems && kind != SyntaxProblem && kind != TooDeep { // those two tell that it is broken
		return
	}
	for i, a := range args {
		if s, ok := a.(string); ok && len(s) > maxQuoted {
			args[i] = shorten(s, maxQuoted/5)
		}
	}
	p.problems = append(p.problems, Problem{Kind: kind, Span: span, Nearest: nearest, Message: fmt.Sprintf(format, args...)})
}

// syntax notes the first fault of form; those behind it would only follow from it.
func (p *parser) syntax(span Span, format string, args ...any) {
	if p.failed {
		return
	}
	p.failed = true
	p.note(SyntaxProblem, span, "", format, args...)
}

// syntaxFix is syntax with what the author may have meant.
func (p *parser) syntaxFix(span Span, nearest, format string, args ...any) {
	if !p.failed {
		p.failed = true
		p.note(SyntaxProblem, span, nearest, format, args...)
	}
}

// unexpected reports the current token; format has one %s for where it stands.
func (p *parser) unexpected(format string) {
	span := p.tok.span
	switch {
	case p.tok.kind == badToken && p.tok.text == `"`:
		p.syntax(span, "The text is not closed; a second \" is missing.")
	case p.tok.kind == badToken && p.tok.text == "/*":
		p.syntax(span, "The comment is not closed; */ is missing.")
	case p.tok.kind == badToken && (p.tok.text == "'" || p.tok.text == "“" || p.tok.text == "”"):
		p.syntax(span, "%s starts no text; texts stand in double quotes.", p.tok.text)
	case p.tok.is("=="):
		p.syntax(span, "\"==\" is no operator; = compares.")
	case p.tok.is("<>"):
		p.syntax(span, "\"<>\" is no operator; != compares.")
	case p.tok.is("&&"):
		p.syntax(span, "\"&&\" is no operator; write and.")
	case p.tok.is("||"):
		p.syntax(span, "\"||\" is no operator; write or.")
	case p.tok.kind == badToken && p.tok.text == "!":
		p.syntax(span, "\"!\" negates nothing; write not(…).")
	case p.tok.kind == badToken && p.tok.text == "%":
		p.syntax(span, "\"%%\" is no operator; modulo(a, b) gives a remainder, and 5 %% is written 0.05.")
	default:
		p.syntax(span, format, p.where())
	}
}

// where says where the current token stands.
func (p *parser) where() string {
	if p.tok.kind == endToken {
		return "at the end"
	}
	return "before " + p.tokenName()
}

// tokenName names the current token for a message.
func (p *parser) tokenName() string {
	return quoteSource(p.text[p.tok.span.Start:p.tok.span.End])
}

// quoteSource writes a piece of an expression in quotes; a text has its own.
func quoteSource(s string) string {
	if strings.HasPrefix(s, "\"") {
		return shorten(s, 30)
	}
	return "\"" + shorten(s, 30) + "\""
}

// shorten cuts a text to n characters with an ellipsis.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	return string(r[:n-1]) + "…"
}

// missing stands for an expression that is not there. It moves over nothing that may close what is open around it.
func (p *parser) missing() Node {
	t := p.tok
	switch {
	case strings.TrimSpace(p.text) == "":
		p.syntax(t.span, "The expression is empty; a value is needed.")
	case p.prev.End > p.prev.Start:
		p.unexpected("A value is needed %s, behind " + strings.ReplaceAll(quoteSource(p.text[p.prev.Start:p.prev.End]), "%", "%%") + ".")
	default:
		p.unexpected("A value is needed %s.")
	}
	closes := t.kind == endToken || t.kind == keywordToken ||
		t.kind == operatorToken && (t.text == ")" || t.text == "]" || t.text == "}" || t.text == "," || t.text == ":")
	if !closes {
		p.advance()
	}
	return p.bad(Span{t.span.Start, t.span.Start})
}
