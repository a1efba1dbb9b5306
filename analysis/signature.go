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
}

// Signatures returns how the function whose call is around off can be called, and which argument off stands in; nil
// where no call is.
func (d *Document) Signatures(off int) (signatures []Signature, argument int) {
	n := d.Tree().NodeAt(off)
	m := d.analysed().model
	if m == nil || n.Kind() != jsontree.String || n.IsKey() {
		return nil, 0
	}
	c := &completer{d: d, off: off, m: m}
	decl, t := c.textAt(n)
	if t == nil {
		return nil, 0
	}
	call := feel.CallAt(t.Expression.Text, n.InnerOffset(off), decl.unit.Env)
	if call == nil {
		return nil, 0
	}
	if call.Builtin == nil {
		var params []feel.Param
		for _, p := range call.Params {
			params = append(params, feel.Param{Name: p.Name, Type: p.Type})
		}
		doc := ""
		if f := m.byAddress[m.addressOf(call.Name)]; f != nil {
			doc = f.part.desc
		}
		return []Signature{signature(call.Name, doc, params, call.Result)}, call.Argument
	}
	for i := range call.Builtin.Signatures {
		s := &call.Builtin.Signatures[i]
		signatures = append(signatures, signature(call.Name, call.Doc, s.Params, s.Result))
	}
	return signatures, call.Argument
}

// signature writes one form of a call with the places of its parameters.
func signature(name, doc string, params []feel.Param, result *feel.Type) Signature {
	s := Signature{Label: name + "(", Doc: doc}
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
