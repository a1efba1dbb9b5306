package feel

import (
	"fmt"
	"strings"

	"github.com/buger/jsonparser"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/feel/temporal"
)

// FromText reads the text form of a value of a type without parts, as states and command lines write it: dates, times
// and durations in ISO 8601, numbers in decimal.
func FromText(s string, t *Type) (Value, error) {
	switch t.Kind {
	case NumberType:
		d, err := decimal.Parse(s)
		return NumberOf(d), err
	case BooleanType:
		switch s {
		case "true":
			return True, nil
		case "false":
			return False, nil
		}
		return Value{}, fmt.Errorf("%q is neither true nor false", s)
	case DateType:
		d, err := temporal.ParseDate(s)
		return DateOf(d), err
	case TimeType:
		d, err := temporal.ParseTime(s)
		return TimeOf(d), err
	case DateTimeType:
		d, err := temporal.ParseDateTime(s)
		return DateTimeOf(d), err
	case DaysTimeType:
		d, err := temporal.ParseDaysTime(s)
		return DaysTimeOf(d), err
	case YearsMonthsType:
		d, err := temporal.ParseYearsMonths(s)
		return YearsMonthsOf(d), err
	case DurationType:
		d, err := temporal.ParseDuration(s)
		if err != nil {
			return Value{}, err
		}
		return temporalValue(d), nil
	case LevelsType, EnumType:
		if v, ok := StringOf(s).Convert(t); ok {
			return v, nil
		}
		near := Nearest(s, t.Values)
		return Value{}, fmt.Errorf("%q is not one of %s.%s", s, joinWords(t.Values, 12), suggest(near))
	case StringType, AnyType, WrongType:
		return StringOf(s), nil
	}
	return Value{}, fmt.Errorf("%q is no %s", s, t)
}

// FromJSON reads a plain JSON value: numbers with all their digits, strings as texts, arrays and objects.
func FromJSON(raw []byte) (Value, error) {
	data, kind, _, err := jsonparser.Get(raw)
	if err != nil {
		return Value{}, fmt.Errorf("the value is no JSON: %w", err)
	}
	return fromJSON(data, kind, false, 0)
}

// FromTypedJSON reads the recursive form {"type": …, "value": …}, in which numbers, dates and durations are strings.
// Where the members are missing, the value is read as plain JSON.
func FromTypedJSON(raw []byte) (Value, error) {
	data, kind, _, err := jsonparser.Get(raw)
	if err != nil {
		return Value{}, fmt.Errorf("the value is no JSON: %w", err)
	}
	return fromJSON(data, kind, true, 0)
}

func fromJSON(data []byte, kind jsonparser.ValueType, typed bool, depth int) (Value, error) {
	if depth > maxTypeDepth*2 {
		return Value{}, fmt.Errorf("the value nests more than %d levels deep", maxTypeDepth*2)
	}
	switch kind {
	case jsonparser.Null:
		return Value{}, nil
	case jsonparser.Boolean:
		return BooleanOf(data[0] == 't'), nil
	case jsonparser.Number:
		d, err := decimal.ParseBytes(data)
		return NumberOf(d), err
	case jsonparser.String:
		s, err := jsonparser.ParseString(data)
		return StringOf(s), err
	case jsonparser.Array:
		var items []Value
		var bad error
		_, err := jsonparser.ArrayEach(data, func(item []byte, k jsonparser.ValueType, _ int, _ error) {
			v, err := fromJSON(item, k, typed, depth+1)
			if err != nil && bad == nil {
				bad = err
			}
			items = append(items, v)
		})
		if bad != nil {
			err = bad
		}
		return ListOfValues(items), err
	case jsonparser.Object:
		if typed {
			if v, ok, err := typedValue(data, depth); ok {
				return v, err
			}
		}
		return objectFromJSON(data, typed, depth)
	}
	return Value{}, fmt.Errorf("%q is no JSON value", data)
}

func objectFromJSON(data []byte, typed bool, depth int) (Value, error) {
	o := NewObject(4)
	err := jsonparser.ObjectEach(data, func(key, item []byte, k jsonparser.ValueType, _ int) error {
		name, err := jsonparser.ParseString(key)
		if err != nil {
			return err
		}
		v, err := fromJSON(item, k, typed, depth+1)
		o.Set(name, v)
		return err
	})
	return ObjectOfMembers(o), err
}

// typedValue reads {"type", "value"}; ok = false when the object is not of that shape.
func typedValue(data []byte, depth int) (v Value, ok bool, err error) {
	name, err := jsonparser.GetString(data, "type")
	if err != nil {
		return Value{}, false, nil
	}
	item, kind, _, err := jsonparser.Get(data, "value")
	if err != nil || kind == jsonparser.Null {
		return Value{}, true, nil
	}
	switch name {
	case "list", "context":
		v, err := fromJSON(item, kind, true, depth+1)
		return v, true, err
	}
	if kind != jsonparser.String {
		v, err := fromJSON(item, kind, true, depth+1)
		return v, true, err
	}
	s, err := jsonparser.ParseString(item)
	if err != nil {
		return Value{}, true, err
	}
	t := PlainType(name)
	if t == nil {
		return Value{}, true, fmt.Errorf("%q names no type", name)
	}
	v, err = FromText(s, t)
	return v, true, err
}

// ParseType reads the text form of a type: a plain type, a|b|c, low<medium<high or a name that named knows
// (model-format.md, "Types"). The error is a sentence.
func ParseType(text string, named func(string) *Type) (*Type, error) {
	if named != nil {
		if t := named(text); t != nil {
			return t, nil
		}
	}
	if t := PlainType(text); t != nil {
		return t, nil
	}
	enum, levels := strings.Contains(text, "|"), strings.Contains(text, "<")
	switch {
	case enum && levels:
		return nil, fmt.Errorf("%q mixes | and <; write {\"$enum\": […]} or {\"$levels\": […]} when a value holds one of them", text)
	case enum:
		words, err := splitWords(text, "|", "$enum")
		return EnumOf(words), err
	case levels:
		words, err := splitWords(text, "<", "$levels")
		return LevelsOf(words), err
	}
	return nil, &UnknownTypeError{text}
}

// UnknownTypeError says that a name is no type.
type UnknownTypeError struct{ Name string }

func (e *UnknownTypeError) Error() string { return fmt.Sprintf("%q names no type", e.Name) }

func splitWords(text, sep, form string) ([]string, error) {
	words := strings.Split(text, sep)
	for i, w := range words {
		words[i] = strings.TrimSpace(w)
		if words[i] == "" {
			return nil, fmt.Errorf("%q has an empty value between its %s; write {%q: […]} when a value holds %s", text, sep, form, sep)
		}
		for _, before := range words[:i] {
			if before == words[i] {
				return nil, fmt.Errorf("%q has the value %q twice", text, before)
			}
		}
	}
	return words, nil
}
