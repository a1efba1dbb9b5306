package scenario

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

// FuzzRun builds whatever the bytes spell, faults and all, and runs what builds.
func FuzzRun(f *testing.F) {
	for _, seed := range []string{"", "\x01\x02\x03\x04\x05\x06\x07", "scenario scenario scenario scenario scenario scenario scenario scenario"} {
		f.Add([]byte(seed))
	}
	long := make([]byte, 600)
	for i := range long {
		long[i] = byte(i * i * 7)
	}
	f.Add(long)
	f.Fuzz(func(t *testing.T, data []byte) {
		b := &spelling{data: data, wild: len(data)%3 == 0}
		d := b.definition()
		for i := range d.Effects {
			d.DescribeEffect(i)
		}
		for i := range d.Conditions {
			d.DescribeCondition(i)
		}
		before := fmt.Sprintf("%+v", d)
		p, err := Build(d)
		if err != nil {
			return
		}
		in := b.inputs(d)
		for _, policy := range []Policy{Declared(), Reverse(), Seed(uint64(b.next()))} {
			r, err := p.Run(context.Background(), in, Options{Policy: policy, Steps: 10_000})
			if err != nil {
				continue
			}
			text, err := json.Marshal(r)
			if err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			r.Explain()
			for i := range d.Conditions {
				if _, err := r.Held(context.Background(), i); err != nil {
					t.Fatal(err)
				}
			}
			r.At(r.End.At / 2)
		}
		if fmt.Sprintf("%+v", d) != before {
			t.Fatal("the definition was changed")
		}
	})
}

// FuzzChoices reads any text; what reads is written and read again the same.
func FuzzChoices(f *testing.F) {
	for _, seed := range []string{"no choice points", "step 1: 2@b first of 1@a, 2@b; step 2: 1@a first of 1@a, 3@c", "step 1: "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		choices, err := ParseChoices(text)
		if err != nil {
			return
		}
		again, err := ParseChoices(FormatChoices(choices))
		if err != nil || FormatChoices(again) != FormatChoices(choices) {
			t.Fatalf("%q: %q, %v", text, FormatChoices(choices), err)
		}
	})
}

// spelling reads a definition from bytes; a wild one has indexes, kinds and values that fit nothing.
type spelling struct {
	data []byte
	wild bool
}

func (s *spelling) next() int {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return int(b)
}

func (s *spelling) index(n int) int {
	i := s.next()
	if s.wild && i > 250 {
		return i - 253
	}
	return i % max(n, 1)
}

func (s *spelling) indexes(n int) []int {
	if n == 0 {
		return nil
	}
	list := make([]int, s.next()%5)
	for i := range list {
		list[i] = s.index(n)
	}
	return list
}

func (s *spelling) number() Value {
	exponent := int32(s.next()%12 - 10)
	if s.wild {
		exponent = int32(s.next()-128) * 48
	}
	return Number(decimal.New(int64(s.next()-20), exponent))
}

func (s *spelling) time() Value {
	if s.wild {
		return s.value()
	}
	return Number(decimal.New(int64(s.next()), int32(s.next()%3-2)))
}

func (s *spelling) value() Value {
	switch s.next() % 4 {
	case 0:
		return Value{}
	case 1:
		return Truth(s.next()%2 == 1)
	}
	return s.number()
}

func (s *spelling) definition() *Definition {
	d := &Definition{ID: "x"}
	if s.next()%2 == 0 {
		d.End = s.time()
	}
	sizes := [8]int{}
	for i := range sizes {
		sizes[i] = 1 + s.next()%5
	}
	for i := range sizes[0] {
		d.Patients = append(d.Patients, Patient{ID: fmt.Sprintf("p%d", i), Channels: []Channel{{Name: "a", Variables: s.indexes(sizes[1])}}})
	}
	for i := range sizes[1] {
		d.Variables = append(d.Variables, Variable{ID: fmt.Sprintf("v%d", i), Patient: Absent, Initial: s.number()})
	}
	for i := range sizes[2] {
		d.Flags = append(d.Flags, Flag{ID: fmt.Sprintf("f%d", i)})
	}
	for i := range sizes[3] {
		d.Entries = append(d.Entries, Entry{ID: fmt.Sprintf("x%d", i), Section: Section(i)})
	}
	for i := range sizes[4] {
		c := Condition{ID: fmt.Sprintf("k%d", i)}
		for range s.next() % 3 {
			q := Predicate{Target: Target{VariableSort, s.index(sizes[1])}, Operator: Operator(s.index(6)), Value: s.number()}
			if s.next()%3 == 0 {
				q = Predicate{Target: Target{FlagSort, s.index(sizes[2])}, Operator: Operator(s.index(2)), Value: Truth(true)}
			}
			c.All = append(c.All, q)
		}
		d.Conditions = append(d.Conditions, c)
	}
	for i := range sizes[5] {
		d.Effects = append(d.Effects, s.effect(fmt.Sprintf("e%d", i), sizes))
	}
	for i := range sizes[6] {
		d.Schedules = append(d.Schedules, Schedule{ID: fmt.Sprintf("s%d", i), At: s.time(), Conditions: s.indexes(sizes[4]), Effects: s.indexes(sizes[5])})
	}
	for i := range sizes[7] {
		a := Action{ID: fmt.Sprintf("a%d", i), Conditions: s.indexes(sizes[4])}
		a.Outcomes = []Outcome{{ID: "o", Conditions: s.indexes(sizes[4]), Effects: s.indexes(sizes[5])}}
		d.Actions = append(d.Actions, a)
	}
	return d
}

func (s *spelling) effect(id string, sizes [8]int) Effect {
	e := Effect{ID: id, Kind: Kind(s.index(6))}
	switch e.Kind {
	case SetVariable, TrendVariable:
		e.Target, e.Value = Target{VariableSort, s.index(sizes[1])}, s.number()
		e.Duration, e.Interpolation = s.time(), []string{"", "linear", "step", "curve"}[s.next()%4]
	case SetFlag:
		e.Target, e.Value = Target{FlagSort, s.index(sizes[2])}, Truth(s.next()%2 == 0)
	case Reveal:
		e.Target = Target{EntrySort, s.index(sizes[3])}
	case CancelEvent:
		e.Target = Target{ScheduleSort, s.index(sizes[6])}
	case SetMonitorConnection:
		e.Target, e.Value, e.Channel = Target{PatientSort, s.index(sizes[0])}, Truth(s.next()%2 == 0), "b"
	}
	return e
}

func (s *spelling) inputs(d *Definition) Inputs {
	var in Inputs
	for range s.next() % 6 {
		in.Actions = append(in.Actions, Performed{fmt.Sprintf("a%d", s.index(len(d.Actions))), s.time()})
	}
	for range s.next() % 4 {
		in.Bindings = append(in.Bindings, Binding{Name: []string{"v0", "f0", "act:a0", "act:a0#2", "until"}[s.next()%5], Value: s.value()})
	}
	return in
}
