package feel

import "slices"

// Conforms reports whether v is a value of type t (DMN 1.5, 10.3.2.9.1); null is of every type but is an instance of none.
func (v Value) Conforms(t *Type) bool {
	var m Machine
	return m.conforms(v, t, 0)
}

// conforms counts the parts that it looks at as steps.
func (m *Machine) conforms(v Value, t *Type, depth int) bool {
	if v.kind == NullValue || t.Kind == AnyType || t.Kind == WrongType {
		return true
	}
	if depth > maxTypeDepth {
		return false
	}
	switch t.Kind {
	case BooleanType:
		return v.kind == BooleanValue
	case NumberType:
		return v.kind == NumberValue
	case StringType:
		return v.kind == StringValue || v.kind == LevelValue
	case EnumType:
		s, ok := v.Text()
		return ok && slices.Contains(t.Values, s)
	case LevelsType:
		_, set, ok := v.Level()
		return ok && (set == t.Levels || slices.Equal(set.Words, t.Values))
	case DateType:
		return v.kind == DateValue
	case TimeType:
		return v.kind == TimeValue
	case DateTimeType:
		return v.kind == DateTimeValue
	case DaysTimeType:
		return v.kind == DaysTimeValue
	case YearsMonthsType:
		return v.kind == YearsMonthsValue
	case DurationType:
		return v.kind == DaysTimeValue || v.kind == YearsMonthsValue
	case ListType:
		items, ok := v.Items()
		if !ok || t.Elem.Kind == AnyType {
			return ok
		}
		for _, it := range items {
			if !m.step() || !m.conforms(it, t.Elem, depth+1) {
				return false
			}
		}
		return true
	case ObjectType:
		o, ok := v.Object()
		if !ok {
			return false
		}
		for _, f := range t.Fields {
			member, ok := o.Get(f.Name)
			if !ok || !m.step() || !m.conforms(member, f.Type, depth+1) {
				return false
			}
		}
		return true
	case RangeType:
		r, ok := v.Range()
		return ok && m.conforms(r.Low, t.Elem, depth+1) && m.conforms(r.High, t.Elem, depth+1)
	case FunctionType:
		f, ok := v.Function()
		if !ok {
			return false
		}
		if t.Open {
			return true
		}
		return FunctionOf(f.Params, orAny(f.Result)).FitsIn(t) != Never && len(f.Params) == len(t.Params)
	}
	return false
}

// Convert returns v as a value of type t by the implicit conversions of the standard (DMN 1.5, 10.3.2.9.4): a list of
// one to its element, a value to a list of one, a date to a date and time; and a text to a level where t says so.
// ok = false when there is none.
// Evaluations convert by Machine.Convert, which their context can stop.
func (v Value) Convert(t *Type) (Value, bool) {
	var m Machine
	return m.convert(v, t, 0)
}

// Convert is Value.Convert within an evaluation: the parts that it looks at count as steps.
func (m *Machine) Convert(v Value, t *Type) (Value, bool) { return m.convert(v, t, 0) }

func (m *Machine) convert(v Value, t *Type, depth int) (Value, bool) {
	switch {
	case v.kind == NullValue || t.Kind == AnyType || t.Kind == WrongType:
		return v, true
	case depth > maxTypeDepth:
		return explained, false
	case t.Kind == NumberType && v.kind == NumberValue, t.Kind == StringType && v.kind == StringValue:
		return v, true
	case t.Kind == LevelsType:
		if s, ok := v.Text(); ok {
			return t.Levels.Value(s)
		}
	case t.Kind == ListType:
		if v.kind != ListValue {
			one, ok := m.convert(v, t.Elem, depth+1)
			if !ok {
				return explained, false
			}
			return ListOfValues([]Value{one}), true
		}
		return m.convertItems(v, t, depth)
	case t.Kind == ObjectType && v.kind == ObjectValue:
		return m.convertMembers(v, t, depth)
	case t.Kind == DateTimeType && v.kind == DateValue:
		d, _ := asDateTime(v)
		return DateTimeOf(d), true
	case m.conforms(v, t, depth):
		return v, true
	}
	if items, ok := v.Items(); ok && len(items) == 1 && items[0].kind != ListValue {
		return m.convert(items[0], t, depth+1)
	}
	return explained, false
}

func (m *Machine) convertItems(v Value, t *Type, depth int) (Value, bool) {
	items, _ := v.Items()
	if t.Elem.Kind == AnyType {
		return v, true
	}
	var out []Value
	for i, it := range items {
		c, ok := m.convert(it, t.Elem, depth+1)
		if !m.step() || !ok || c.kind != it.kind && it.kind != StringValue && it.kind != DateValue {
			return explained, false // elements are not wrapped or unwrapped
		}
		if out == nil && c.kind != it.kind || c.kind == ObjectValue || c.kind == ListValue {
			if out == nil {
				out = slices.Clone(items)
			}
		}
		if out != nil {
			out[i] = c
		}
	}
	if out == nil {
		return v, true
	}
	return ListOfValues(out), true
}

func (m *Machine) convertMembers(v Value, t *Type, depth int) (Value, bool) {
	o, _ := v.Object()
	out := o
	for _, f := range t.Fields {
		member, ok := o.Get(f.Name)
		if !ok {
			return explained, false
		}
		c, ok := m.convert(member, f.Type, depth+1)
		if !ok || !m.step() {
			return explained, false
		}
		if c.kind != member.kind || c.kind == ObjectValue || c.kind == ListValue {
			if out == o {
				out = o.clone(0)
			}
			out.Set(f.Name, c)
		}
	}
	return ObjectOfMembers(out), true
}
