package analysis

import (
	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
)

// Signature is one way to call the function around a place.
type Signature struct {
	Label      string          // name(a, b?)
	Doc        string          // of the function
	Parameters []jsontree.Span // of each parameter in Label, in bytes
	Types      []string        // of each parameter
	Active     int             // the parameter that is being given, -1 where this form has none for it
}

// Signatures returns how the function whose call is around off can be called, and which argument off stands in; nil
// where no call is.
func (d *Document) Signatures(off int) (signatures []Signature, argument int) {
	s, ok := spotAt(d, off)
	if !ok || s.key || !s.quoted {
		return nil, 0
	}
	read, content := s.whole(d)
	c := &completer{d: read, off: off + content - s.content().Start, spot: &s, m: read.analysed().model}
	n := read.Tree().NodeAt(content)
	if c.m == nil || n.Kind() != jsontree.String || n.IsKey() {
		return nil, 0
	}
	decl, t := c.textAt(n)
	if t == nil {
		return nil, 0
	}
	call := feel.CallAt(t.Expression.Text, n.InnerOffset(c.off), c.reading(decl, t))
	if call == nil {
		return nil, 0
	}
	if call.Builtin == nil {
		var params []feel.Param
		for _, p := range call.Params {
			params = append(params, feel.Param{Name: p.Name, Type: p.Type})
		}
		doc := ""
		if f := c.m.byAddress[c.m.addressOf(call.Name)]; f != nil {
			doc = f.part.desc
		}
		return []Signature{signature(call, doc, params, call.Result)}, call.Argument
	}
	for i := range call.Builtin.Signatures {
		form := &call.Builtin.Signatures[i]
		signatures = append(signatures, signature(call, call.Doc, form.Params, form.Result))
	}
	return signatures, call.Argument
}

// active is the parameter of a form that is being given: the one that is named, or the one at the place of the argument.
func active(call *feel.CallInfo, params []feel.Param) int {
	for i, p := range params {
		if call.Named != "" && p.Name == call.Named {
			return i
		}
	}
	switch last := len(params) - 1; {
	case call.Named != "":
		return -1
	case call.Argument <= last:
		return call.Argument
	case last >= 0 && params[last].Variadic:
		return last
	}
	return -1
}

// signature writes one form of a call with the places of its parameters.
func signature(call *feel.CallInfo, doc string, params []feel.Param, result *feel.Type) Signature {
	s := Signature{Label: call.Name + "(", Doc: doc, Active: active(call, params)}
	for i, p := range params {
		if i > 0 {
			s.Label += ", "
		}
		start := len(s.Label)
		s.Label += p.Name
		if p.Optional {
			s.Label += "?"
		}
		if p.Variadic {
			s.Label += ", …"
		}
		if p.Type.Known() {
			s.Label += ": " + p.Type.String()
		}
		s.Parameters = append(s.Parameters, jsontree.Span{Start: start, End: len(s.Label)})
		s.Types = append(s.Types, p.Type.String())
	}
	s.Label += ")"
	if result != nil && result.Known() {
		s.Label += ": " + result.String()
	}
	return s
}
