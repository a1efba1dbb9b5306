package feel

import "slices"

// The functions on contexts (DMN 1.5, 10.3.4.10).
var contextFunctions = []Builtin{
	{Name: "get value", Section: "10.3.4.10", Doc: "The value of an entry of a context, by its key or by a path of keys; null when there is none.", Example: `get value({a: 1, b: 2}, "b")`,
		Signatures: []Signature{
			{Params: []Param{req("m", AnyObject), req("key", String)}, Result: Any, Infer: valueType, Call: func(c *call, a []Value) Value {
				return getValue(c, a[0], a[1:])
			}},
			{Params: []Param{req("m", AnyObject), req("keys", ListOf(String))}, Result: Any, Call: func(c *call, a []Value) Value {
				keys, _ := a[1].Items()
				return getValue(c, a[0], keys)
			}},
		}},
	{Name: "get entries", Section: "10.3.4.10", Doc: "The entries of a context in order, each as a context with key and value.", Example: `get entries({a: 1, b: 2})`,
		Signatures: []Signature{{Params: []Param{req("m", AnyObject)}, Result: entryList(Any), Infer: entriesType, Call: getEntries}}},
	{Name: "context", Section: "10.3.4.10", Doc: "A context made from entries, each a context with key and value. No key may occur twice.", Example: `context([{key: "a", value: 1}, {key: "b", value: 2}])`,
		Signatures: []Signature{{Params: []Param{req("entries", ListOf(AnyObject))}, Result: AnyObject, Check: entryShape, Call: contextOf}}},
	{Name: "context put", Section: "10.3.4.10", Doc: "A copy of a context with an entry added or replaced, by its key or by a path of keys into nested contexts.", Example: `context put({a: {b: 1}}, ["a", "c"], 2)`,
		Signatures: []Signature{
			{Params: []Param{req("context", AnyObject), req("key", String), nullable("value", Any)}, Result: AnyObject, Infer: putType, Call: func(c *call, a []Value) Value {
				return contextPut(c, a[0], a[1:2], a[2])
			}},
			{Params: []Param{req("context", AnyObject), req("keys", ListOf(String)), nullable("value", Any)}, Result: AnyObject, Call: func(c *call, a []Value) Value {
				keys, _ := a[1].Items()
				return contextPut(c, a[0], keys, a[2])
			}},
		}},
	{Name: "context merge", Section: "10.3.4.10", Doc: "The entries of several contexts in one; of entries with one key the last counts.", Example: `context merge([{a: 1, b: 1}, {b: 2}])`,
		Signatures: []Signature{{Params: []Param{req("contexts", ListOf(AnyObject))}, Result: AnyObject, Infer: mergedType, Call: contextMerge}}},
}

// knownKey is the only text that a key of type t can be.
func knownKey(t *Type) (string, bool) {
	if t == nil || t.Kind != StringType || len(t.Values) != 1 {
		return "", false
	}
	return t.Values[0], true
}

func valueType(args []*Type) *Type {
	if key, ok := knownKey(args[1]); ok {
		if t, ok := args[0].Field(key); ok {
			return t
		}
	}
	return Any
}

func entryList(value *Type) *Type {
	return ListOf(ObjectOf([]Field{{"key", String}, {"value", value}}))
}

func entriesType(args []*Type) *Type {
	t := args[0]
	if t.Kind != ObjectType || t.Open || len(t.Fields) == 0 {
		return entryList(Any)
	}
	types := make([]*Type, len(t.Fields))
	for i, f := range t.Fields {
		types[i] = orAny(f.Type)
	}
	return entryList(JoinAll(types))
}

// putType is the context's type with the field that is put, where both are known.
func putType(args []*Type) *Type {
	t := args[0]
	key, known := knownKey(args[1])
	if t.Kind != ObjectType || !known {
		return AnyObject
	}
	fields := slices.DeleteFunc(slices.Clone(t.Fields), func(f Field) bool { return f.Name == key })
	return &Type{Kind: ObjectType, Fields: append(fields, Field{key, orAny(args[2])}), Open: t.Open}
}

// mergedType knows the fields that every one of the contexts has.
func mergedType(args []*Type) *Type {
	elem := elemType(args[0])
	if elem.Kind != ObjectType {
		return AnyObject
	}
	return &Type{Kind: ObjectType, Fields: elem.Fields, Open: true}
}

// member takes the entry of v that a path's key names, and explains why there is none.
func (c *call) member(v Value, key Value) (Value, bool) {
	o, ok := v.Object()
	switch {
	case key.IsNull():
		if !key.yes {
			c.missing("A key is null here; a key is a text.")
		}
		return explained, false
	case v.IsNull() && v.yes:
		return explained, false
	case !ok:
		c.mistyped("%s is no context; it has no entry %s.", describe(v), describe(key))
		return explained, false
	}
	name, _ := key.Text()
	found, ok := o.Get(name)
	if !ok {
		near := ""
		if c.m.spend(o.Len()) {
			near = Nearest(name, o.names)
		}
		c.null("%s has no entry %s.%s", describe(v), describe(key), suggest(near))
		return explained, false
	}
	return found, true
}

func getValue(c *call, v Value, keys []Value) Value {
	if len(keys) == 0 {
		return c.null("The path of get value has no key.")
	}
	for _, k := range keys {
		var ok bool
		if v, ok = c.member(v, k); !ok {
			return explained
		}
	}
	return v
}

func getEntries(c *call, a []Value) Value {
	o, _ := a[0].Object()
	out := make([]Value, o.Len())
	for i := range out {
		if !c.step() {
			return explained
		}
		name, v := o.At(i)
		entry := NewObject(2)
		entry.Set("key", StringOf(name))
		entry.Set("value", v)
		out[i] = ObjectOfMembers(entry)
	}
	return ListOfValues(out)
}

func contextOf(c *call, a []Value) Value {
	entries, _ := a[0].Items()
	out := NewObject(len(entries))
	for i, e := range entries {
		if !c.step() {
			return explained
		}
		o, ok := e.Object()
		if !ok {
			return c.nullItem("context", i, e)
		}
		key, hasKey := o.Get("key")
		value, hasValue := o.Get("value")
		name, isText := key.Text()
		switch {
		case !hasKey || !hasValue:
			return c.mistyped("Entry %d of context is %s; it needs a key and a value.", i+1, describe(e))
		case key.IsNull() && key.yes:
			return explained
		case !isText:
			return c.mistyped("The key of entry %d of context is %s; it needs to be a text.", i+1, describe(key))
		}
		if _, twice := out.Get(name); twice {
			return c.null("Two entries of context have the key %s.", describe(key))
		}
		out.Set(name, value)
	}
	return ObjectOfMembers(out)
}

// contextPut copies the contexts along the path, from the inside out; what is beside the path is shared.
func contextPut(c *call, v Value, keys []Value, value Value) Value {
	if len(keys) == 0 {
		return c.null("The path of context put has no key.")
	}
	last := len(keys) - 1
	along := make([]*Object, len(keys))
	for i, k := range keys {
		o, ok := v.Object()
		along[i] = o
		if i == last && ok && !k.IsNull() {
			break
		}
		if v, ok = c.member(v, k); !ok {
			return explained
		}
	}
	for i := last; i >= 0; i-- {
		if !c.m.spend(along[i].Len() + 1) {
			return explained
		}
		name, _ := keys[i].Text()
		o := along[i].clone(1)
		o.Set(name, value)
		value = ObjectOfMembers(o)
	}
	return value
}

func contextMerge(c *call, a []Value) Value {
	contexts, _ := a[0].Items()
	out := NewObject(4)
	for i, v := range contexts {
		o, ok := v.Object()
		if !ok {
			return c.nullItem("context merge", i, v)
		}
		if !c.m.spend(o.Len() + 1) {
			return explained
		}
		for k := range o.Len() {
			name, m := o.At(k)
			out.Set(name, m)
		}
	}
	return ObjectOfMembers(out)
}
