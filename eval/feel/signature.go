package feel

import "strings"

// CallInfo is the call around a place of an expression, for signature help.
type CallInfo struct {
	Name     string
	Builtin  *Builtin // nil for functions of the model and function values
	Params   []Field  // of a function that is no built-in one
	Result   *Type
	Doc      string
	Argument int    // the argument that the place stands in, from 0
	Named    string // the parameter that the argument names, name: value; empty where it names none
}

// CallAt returns the innermost call whose parentheses are around offset, or nil. read parses the text as what it is in its
// place.
func CallAt(text string, offset int, read Reading) *CallInfo {
	var found *callNode
	open := 0
	walk(read(text).Root, func(n Node) bool {
		c, ok := n.(*callNode)
		if !ok {
			return true
		}
		at := c.fn.Span().End
		for at < len(text) && text[at] != '(' {
			at++
		}
		if close := matching(text, at); at < offset && (close < 0 || offset <= close) { // a call being typed is not closed
			found, open = c, at
		}
		return true
	})
	if found == nil {
		return nil
	}
	fn := found.fn.Span()
	info := &CallInfo{Name: collapse(text[fn.Start:fn.End]), Builtin: found.builtin, Result: found.Type()}
	if found.builtin != nil {
		info.Doc = found.builtin.Doc
	} else {
		t := found.fn.Type()
		if t.Kind != FunctionType || t.Open {
			return nil
		}
		info.Params, info.Result = t.Params, orAny(t.Result)
	}
	before := split(text, open+1, offset)
	info.Argument = len(before) - 1
	last := before[info.Argument]
	if name, _, ok := strings.Cut(text[last.Start:last.End], ":"); ok {
		info.Named = collapse(strings.TrimSpace(name))
	}
	return info
}
