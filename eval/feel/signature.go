package feel

// CallInfo is the call around a place of an expression, for signature help.
type CallInfo struct {
	Name     string
	Builtin  *Builtin // nil for functions of the model and function values
	Params   []Field  // of a function that is no built-in one
	Result   *Type
	Doc      string
	Argument int // the argument that the place stands in, from 0
}

// CallAt returns the innermost call whose parentheses are around offset, or nil.
func CallAt(text string, offset int, env *Env) *CallInfo {
	var found *callNode
	open := 0
	if env != nil {
		own := *env
		own.Layout = nil // nothing of it runs, and the frame of the declaration stays as it is
		env = &own
	}
	walk(Parse(text, env).Root, func(n Node) bool {
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
	info.Argument = len(split(text, open+1, offset)) - 1
	return info
}
