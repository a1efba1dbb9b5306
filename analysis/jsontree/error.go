package jsontree

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error is one fault of a document.
type Error struct {
	Kind    ErrorKind
	Span    Span   // empty where something is missing: what is needed goes there
	Message string // a sentence: what was found and what is needed
}

// Error is the message, so that an Error can be returned as an error.
func (e Error) Error() string { return e.Message }

// ErrorKind tells faults apart.
type ErrorKind uint8

// The kinds of faults.
const (
	MissingComma     ErrorKind = iota // no comma between two members or elements; the span is empty, where it belongs
	MissingValue                      // a key and colon without a value, or nothing between two commas of an array
	MissingColon                      // no colon after a key
	MissingKey                        // a value of an object without a key
	UnclosedString                    // a string that does not end on its line
	UnclosedArray                     // the span is the opening bracket
	UnclosedObject                    // the span is the opening brace
	ExtraCloser                       // a closing bracket that closes nothing
	WrongCloser                       // an array closed with a brace or an object with a bracket
	Comment                           // the span is the whole comment
	TrailingComma                     // a comma before a closing bracket
	ExtraComma                        // a comma with no member before it
	ExtraColon                        // a colon that follows no key
	BadEscape                         // a backslash that starts no escape of RFC 8259, section 7
	BadNumber                         // almost a number of RFC 8259, section 6
	BadLiteral                        // words without quotation marks
	BadCharacter                      // a character with no meaning outside strings
	ControlCharacter                  // a raw control character, such as a line break, in a string
	UnescapedQuote                    // a quotation mark inside a string without a backslash
	SingleQuotes                      // a string in apostrophes
	CurlyQuotes                       // a string in typographic quotation marks
	UnquotedKey                       // a key without quotation marks
	BadUTF8                           // bytes that are no UTF-8
	ByteOrderMark                     // a byte order mark at the start: ignored (RFC 8259, section 8.1)
	WrongEncoding                     // UTF-16 or UTF-32
	TrailingContent                   // something after the document's value
	Empty                             // a document without a value
	TooLarge                          // more than 4 GiB

	kindCount = iota
)

// Kinds lists every kind, for tables that must name them all.
func Kinds() []ErrorKind {
	kinds := make([]ErrorKind, kindCount)
	for i := range kinds {
		kinds[i] = ErrorKind(i)
	}
	return kinds
}

// String is the name of the kind in lower case with hyphens: "missing-comma".
func (k ErrorKind) String() string {
	if int(k) >= len(kindNames) {
		return "unknown"
	}
	return kindNames[k]
}

var kindNames = [kindCount]string{
	MissingComma:     "missing-comma",
	MissingValue:     "missing-value",
	MissingColon:     "missing-colon",
	MissingKey:       "missing-key",
	UnclosedString:   "unclosed-string",
	UnclosedArray:    "unclosed-array",
	UnclosedObject:   "unclosed-object",
	ExtraCloser:      "extra-closer",
	WrongCloser:      "wrong-closer",
	Comment:          "comment",
	TrailingComma:    "trailing-comma",
	ExtraComma:       "extra-comma",
	ExtraColon:       "extra-colon",
	BadEscape:        "bad-escape",
	BadNumber:        "bad-number",
	BadLiteral:       "bad-literal",
	BadCharacter:     "bad-character",
	ControlCharacter: "control-character",
	UnescapedQuote:   "unescaped-quote",
	SingleQuotes:     "single-quotes",
	CurlyQuotes:      "curly-quotes",
	UnquotedKey:      "unquoted-key",
	BadUTF8:          "bad-utf8",
	ByteOrderMark:    "byte-order-mark",
	WrongEncoding:    "wrong-encoding",
	TrailingContent:  "trailing-content",
	Empty:            "empty-document",
	TooLarge:         "too-large",
}

// excerpt shortens text of the document for use in a message: at most 40
// characters, nothing that does not print.
func excerpt(text []byte) string {
	const limit = 40
	var b strings.Builder
	count := 0
	for i := 0; i < len(text); count++ {
		if count == limit {
			b.WriteString("…")
			break
		}
		r, size := utf8.DecodeRune(text[i:])
		i += size
		if r < ' ' {
			fmt.Fprintf(&b, "U+%04X", r)
			continue
		}
		if !unicode.IsPrint(r) {
			r = utf8.RuneError
		}
		b.WriteRune(r)
	}
	return b.String()
}
