package feel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

// bind lays arguments over the parameters: for each parameter the index of its argument, -1 where an optional one is
// absent; further arguments of a variadic parameter follow. ok = false when they do not fit by number or name.
func (s *Signature) bind(n int, names []string) (order []int, ok bool) {
	if names != nil {
		order = make([]int, len(s.Params))
		for i := range order {
			order[i] = slices.Index(names, s.Params[i].Name)
			if order[i] < 0 && !s.Params[i].Optional {
				return nil, false
			}
		}
		for i, name := range names {
			if !slices.Contains(order, i) || slices.Contains(names[:i], name) {
				return nil, false
			}
		}
		return order, true
	}
	variadic := len(s.Params) > 0 && s.Params[len(s.Params)-1].Variadic
	if n > len(s.Params) && !variadic {
		return nil, false
	}
	for i := range max(n, len(s.Params)) {
		switch {
		case i < n:
			order = append(order, i)
		case s.Params[i].Optional:
			order = append(order, -1)
		default:
			return nil, false
		}
	}
	return order, true
}

// arrange binds and converts argument values for the signature. why says what does not fit.
func (s *Signature) arrange(m *Machine, fn string, args []Value, names []string) (out []Value, why string, ok bool) {
	order, ok := s.bind(len(args), names)
	if !ok {
		return nil, "", false
	}
	out = make([]Value, len(order))
	for i, k := range order {
		if k < 0 {
			continue
		}
		param, v := s.param(i), args[k]
		if v.kind == NullValue {
			if !param.Null {
				if v.yes {
					return nil, "", true
				}
				return nil, fmt.Sprintf("%s of %s is null.", param.Name, fn), true
			}
			out[i] = v
			continue
		}
		c, fits := m.convert(v, param.Type, 0)
		if !fits {
			return nil, fmt.Sprintf("%s of %s is %s; it needs %s.", param.Name, fn, describe(v), param.Type.Phrase()), true
		}
		out[i] = c
	}
	return out, "", true
}

// choose finds the signature that the arguments fit: one that takes them as they are before one that converts them.
func (b *Builtin) choose(m *Machine, args []Value, names []string) (*Signature, []Value, string) {
	why, silent := "", false
	var chosen *Signature
	var bound []Value
	for i := range b.Signatures {
		s := &b.Signatures[i]
		out, reason, ok := s.arrange(m, b.Name, args, names)
		switch {
		case !ok:
		case out == nil && reason == "":
			silent = true
		case out == nil:
			if why == "" || strings.HasSuffix(why, "is null.") && !strings.HasSuffix(reason, "is null.") {
				why = reason
			}
		case s.exact(m, args, names):
			return s, out, ""
		case chosen == nil:
			chosen, bound = s, out
		}
	}
	if chosen != nil {
		return chosen, bound, ""
	}
	if silent {
		return nil, nil, ""
	}
	if why == "" {
		var forms []string
		for _, s := range b.Signatures {
			if form := s.String(b.Name); !slices.Contains(forms, form) {
				forms = append(forms, form)
			}
		}
		why = fmt.Sprintf("%s is called as %s; here it has %s.", b.Name, joinOr(forms), count(len(args), "argument"))
	}
	return nil, nil, why
}

// exact reports whether no argument needs a conversion.
func (s *Signature) exact(m *Machine, args []Value, names []string) bool {
	order, _ := s.bind(len(args), names)
	for i, k := range order {
		if k >= 0 && !m.conforms(args[k], s.param(i).Type, 0) {
			return false
		}
	}
	return true
}

// invoke calls a built-in function with values.
func (b *Builtin) invoke(m *Machine, at *site, args []Value, names []string) Value {
	if names == nil {
		for i := range b.Signatures {
			if s := &b.Signatures[i]; s.ready(m, args) {
				for len(args) < len(s.Params) {
					args = append(args, Value{})
				}
				return s.run(m, at, args)
			}
		}
	}
	s, out, why := b.choose(m, args, names)
	if s == nil {
		if why == "" || m.err != nil {
			return explained
		}
		return m.cause(b.misfit(args, names), at, "%s", why)
	}
	return s.run(m, at, out)
}

// run calls the implementation. The texts that go in and come out count as steps: reading them takes time.
func (s *Signature) run(m *Machine, at *site, args []Value) Value {
	if !m.spend(textSteps(args...)) {
		return explained
	}
	v := s.Call(&call{m, at}, args)
	if v.kind == StringValue && !m.spend(textSteps(v)) {
		return explained
	}
	return v
}

// textSteps is how many steps it takes to read the texts among values.
func textSteps(values ...Value) int {
	n := 0
	for i := range values {
		if values[i].kind == StringValue {
			n += len(values[i].ref.(string))
		}
	}
	return n / textStep
}

// misfit is the kind of mistake that arguments are which no signature takes: by type where they could never fit any.
func (b *Builtin) misfit(args []Value, names []string) CauseKind {
	kind := TypeCause
	for i := range b.Signatures {
		s := &b.Signatures[i]
		order, ok := s.bind(len(args), names)
		if !ok {
			continue
		}
		fits := true
		for j, k := range order {
			if k >= 0 && args[k].kind == NullValue && !s.param(j).Null {
				kind = MissingCause
			}
			fits = fits && (k < 0 || misfit(args[k], s.param(j).Type) != TypeCause)
		}
		if fits && kind != MissingCause {
			kind = ValueCause
		}
	}
	return kind
}

// misfit is the kind of mistake that a value is which cannot be converted: by type where no value of its type could be.
func misfit(v Value, want *Type) CauseKind {
	if convertible(v.Type(), want) == Never {
		return TypeCause
	}
	return ValueCause
}

// ready reports whether args can be handed over as they are, but for optional ones that are absent. The first signature
// that is ready is the one that choose finds, without its work.
func (s *Signature) ready(m *Machine, args []Value) bool {
	n := len(s.Params)
	if len(args) > n && (n == 0 || !s.Params[n-1].Variadic) || len(args) < n && !s.Params[len(args)].Optional {
		return false
	}
	for i, v := range args {
		p := s.param(i)
		if v.kind == NullValue && !p.Null || !m.conforms(v, p.Type, 0) {
			return false
		}
	}
	return true
}

// apply calls the function outside any evaluation and returns why its value is null, if it is.
func (b *Builtin) apply(args []Value) (Value, string) {
	m := &Machine{}
	v := b.invoke(m, &site{}, args, nil)
	if v.kind == NullValue && len(m.nulls) > 0 {
		return v, m.nulls[0].Message
	}
	return v, ""
}

func (c *compiler) call(n *callNode) code {
	args, names, at := c.all(n.args), n.names, c.at(n)
	if n.builtin != nil {
		b := n.builtin
		return func(f *frame) Value {
			var room [4]Value
			vals := room[:0]
			for _, a := range args {
				vals = append(vals, a(f))
			}
			if !f.m.step() {
				return explained
			}
			return b.invoke(f.m, at, vals, names)
		}
	}
	fn := c.compile(n.fn)
	return func(f *frame) Value {
		v := fn(f)
		vals := make([]Value, len(args))
		for i, a := range args {
			vals[i] = a(f)
		}
		callee, ok := v.Function()
		if !ok {
			if v.kind == NullValue && v.yes {
				return explained
			}
			if v.kind == NullValue {
				return f.m.missing(at, "There is nothing to call: the function is null.")
			}
			return f.m.mistyped(at, "%s is no function; it cannot be called.", describe(v))
		}
		return callee.invoke(f.m, at, vals, names)
	}
}

// invoke calls a function value: arguments are bound and converted, the result is converted too.
func (fn *Function) invoke(m *Machine, at *site, args []Value, names []string) Value {
	if fn.builtin != nil {
		return fn.builtin.invoke(m, at, args, names)
	}
	if len(args) != len(fn.Params) {
		return m.mistyped(at, "%s takes %s, not %d.", fn.Signature(), count(len(fn.Params), "argument"), len(args))
	}
	if names != nil {
		ordered := make([]Value, len(args))
		for i, p := range fn.Params {
			k := slices.Index(names, p.Name)
			if k < 0 {
				return m.mistyped(at, "%s has no argument for %q.", fn.Signature(), p.Name)
			}
			ordered[i] = args[k]
		}
		args = ordered
	}
	for i, p := range fn.Params {
		c, ok := m.convert(args[i], orAny(p.Type), 0)
		if !ok {
			return m.cause(misfit(args[i], p.Type), at, "%s of %s is %s; it needs %s.", p.Name, fn.Signature(), describe(args[i]), p.Type.Phrase())
		}
		args[i] = c
	}
	if m.calls >= maxCalls {
		return m.stop(&LimitError{Reason: fmt.Sprintf("functions call each other more than %d deep", maxCalls)})
	}
	if !m.step() {
		return explained
	}
	m.calls++
	v := fn.call(&call{m, at}, args)
	m.calls--
	if fn.Result != nil {
		c, ok := m.convert(v, fn.Result, 0)
		if !ok {
			return m.cause(misfit(v, fn.Result), at, "%s gave %s; it needs to give %s.", fn.Signature(), describe(v), fn.Result.Phrase())
		}
		v = c
	}
	return v
}

// slotsPerStep is how many slots of a frame are copied in about the time of one step.
const slotsPerStep = 16

// function compiles a function literal. It keeps the values of the frame it was made in: loops change theirs later.
func (c *compiler) function(n *functionNode) code {
	body, height := c.body(n.body)
	params := make([]Field, len(n.params))
	slots := make([]int, len(n.params))
	for i, s := range n.params {
		params[i], slots[i] = Field{s.Name, s.Type()}, s.Slot
	}
	return func(f *frame) Value {
		captured := slices.Clone(f.slots)
		if !f.m.spend(len(captured) / slotsPerStep) {
			return explained
		}
		return functionOf(&Function{Params: params, call: func(c *call, args []Value) Value {
			if !c.m.spend(len(captured)/slotsPerStep) || !c.m.rise(height) {
				return explained
			}
			own := slices.Clone(captured)
			for i, s := range slots {
				own[s] = args[i]
			}
			v := body(c.m.enter(own))
			c.m.leave()
			c.m.height -= height
			return v
		}})
	}
}

// NewFunction returns a function of the model: its body runs in a frame of its own whose first slots are the parameters.
func NewFunction(name string, params []Field, result *Type, slots int, body func(m *Machine, frame []Value) Value) Value {
	return functionOf(&Function{Name: name, Params: params, Result: result, call: func(c *call, args []Value) Value {
		own := c.m.Push(slots)
		copy(own, args)
		v := body(c.m, own)
		c.m.Pop(slots)
		return v
	}})
}
