package analysis

import (
	"encoding/json"

	"github.com/buger/jsonparser"

	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/model"
)

// StateStream reads the lines of a stream of states for one model. It keeps what one line has taught it about the
// next, builds no tree and belongs to one goroutine. What it cannot read at a glance it leaves to StateLine, which
// says what is wrong.
type StateStream struct {
	d      *Document
	types  map[string]*feel.Type
	words  map[string]feel.Value // texts and levels met, so that the same word costs no memory twice
	keys   map[string]bool       // keys met that are no inputs: whether they may be passed over
	in     model.Inputs
	noWrap bool // an input is named state: a line is never {"id", "state"}
}

// NewStateStream prepares to read states for the model.
func (d *Document) NewStateStream() *StateStream {
	m := d.analysed().model
	s := &StateStream{d: d, types: map[string]*feel.Type{}, words: map[string]feel.Value{}, keys: map[string]bool{}, noWrap: m.input("state") != nil}
	if m == nil {
		return s
	}
	for _, decl := range m.declarations {
		if decl.section == "inputs" {
			s.types[decl.name] = decl.part.input.Type
		}
	}
	return s
}

// maxWords bounds the words that a stream remembers.
const maxWords = 4096

// Read reads one line: an object of inputs, or {"id", "state"}. The inputs are good until the next line is read.
func (s *StateStream) Read(raw []byte) (id []byte, in *model.Inputs, fault *Diagnostic) {
	if json.Valid(raw) {
		if id, ok := s.glance(raw); ok {
			return id, &s.in, nil
		}
	}
	id, slow, fault := s.d.StateLine(raw)
	return id, &slow, fault
}

// glance reads a line whose members are plain values of the declared types.
func (s *StateStream) glance(raw []byte) (id []byte, ok bool) {
	if !s.noWrap {
		if inner, kind, _, err := jsonparser.Get(raw, "state"); err == nil {
			n := 0
			_ = jsonparser.ObjectEach(raw, func(key, _ []byte, _ jsonparser.ValueType, _ int) error { n++; return nil })
			item, idKind, end, err := jsonparser.Get(raw, "id")
			if kind != jsonparser.Object || n > 2 || n == 2 && err != nil {
				return nil, false
			}
			if err == nil {
				if id = item; idKind == jsonparser.String {
					id = raw[end-len(item)-2 : end] // with its quotes
				}
			}
			raw = inner
		}
	}
	n := 0
	err := jsonparser.ObjectEach(raw, func(key, item []byte, kind jsonparser.ValueType, _ int) error {
		t, known := s.types[string(key)]
		if !known && s.harmless(key) {
			return nil
		}
		v, ok := s.value(t, item, kind)
		if !known || !ok || !s.in.Put(n, key, v) {
			return errGlance
		}
		n++
		return nil
	})
	s.in.Truncate(n)
	return id, err == nil
}

var errGlance = jsonparser.UnknownValueTypeError

// harmless reports a key that is no input and misspells none.
func (s *StateStream) harmless(key []byte) bool {
	if ok, known := s.keys[string(key)]; known {
		return ok
	}
	names := make([]string, 0, len(s.types))
	for name := range s.types {
		names = append(names, name)
	}
	ok := feel.Nearest(string(key), names) == ""
	if len(s.keys) < maxWords {
		s.keys[string(key)] = ok
	}
	return ok
}

// value reads a member; false where a glance is not enough.
func (s *StateStream) value(t *feel.Type, item []byte, kind jsonparser.ValueType) (feel.Value, bool) {
	if t == nil {
		return feel.Value{}, false
	}
	switch kind {
	case jsonparser.Boolean:
		return feel.BooleanOf(item[0] == 't'), t.Kind == feel.BooleanType
	case jsonparser.Number:
		if t.Kind != feel.NumberType {
			return feel.Value{}, false
		}
		v, err := feel.FromText(string(item), feel.Number)
		return v, err == nil
	case jsonparser.String:
		return s.word(item, t)
	}
	return feel.Value{}, false
}

// word reads a text without escapes.
func (s *StateStream) word(item []byte, t *feel.Type) (feel.Value, bool) {
	switch t.Kind {
	case feel.StringType, feel.EnumType:
		if v, ok := s.words[string(item)]; ok {
			return v, t.Kind == feel.StringType || v.Conforms(t)
		}
	}
	for _, c := range item {
		if c == '\\' {
			return feel.Value{}, false
		}
	}
	v, err := feel.FromText(string(item), t)
	if err != nil {
		return v, false
	}
	switch t.Kind {
	case feel.StringType, feel.EnumType:
		if len(s.words) < maxWords {
			s.words[string(item)] = v
		}
	case feel.LevelsType, feel.DateType, feel.TimeType, feel.DateTimeType, feel.DaysTimeType, feel.YearsMonthsType, feel.DurationType:
	default:
		return v, false
	}
	return v, true
}
