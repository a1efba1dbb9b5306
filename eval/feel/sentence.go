package feel

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence writes an error of the rooms below as a sentence: capital first, full stop last.
func sentence(err error) string {
	s := err.Error()
	r, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[n:]
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}
