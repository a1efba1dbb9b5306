package analysis_test

import (
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/analysis"
)

const streamModel = `{"content": {"name": "m", "inputs": {
 "days": {"type": "number", "desc": "d"}, "tier": {"type": "gold|silver", "desc": "t"}, "level": {"type": "low<high", "desc": "l"},
 "since": {"type": "date", "desc": "s"}, "late": {"type": "boolean", "desc": "b"}, "note": {"type": "string", "desc": "n"}, "tags": {"type": ["string"], "desc": "g"}},
 "decisions": {"x": "days + 1"}}, "questions": {}}`

// TestStreamAgreesWithStateLine reads lines at a glance and slowly: both must say the same.
func TestStreamAgreesWithStateLine(t *testing.T) {
	d := analysis.Open(analysis.Source{Name: "m.model.json", Text: []byte(streamModel)}, nil, nil)
	s := d.NewStateStream()
	for _, line := range []string{
		`{"days": 3, "tier": "gold", "level": "high", "since": "2026-02-28", "late": true, "note": "x"}`,
		`{"tier": "silver", "days": 1.50}`,
		`{"days": 3, "tier": "gold", "level": "high"}`,
		`{"id": "a\"b", "state": {"days": 7}}`,
		`{"state": {"days": 7}, "id": 12}`,
		`{"state": {"days": 7}, "id": null}`,
		`{"days": 1, "days": 2}`,
		`{"days": "three"}`,
		`{"dayz": 3}`, `{"dayz": 3, "days": 4}`, `{"days": 4, "unrelated key": [1]}`,
		`{"tier": "bronze"}`,
		`{"note": "a\nb", "tags": ["p", "q"], "since": null}`,
		`{"since": "2026-02-30"}`,
		`{"days": 01}`,
		`{"days": 3,}`,
		`[1]`, `"text"`, `{`, ``,
	} {
		id1, in1, f1 := s.Read([]byte(line))
		id2, in2, f2 := d.StateLine([]byte(line))
		if string(id1) != string(id2) {
			t.Errorf("%s: id %s at a glance, %s slowly", line, id1, id2)
		}
		if (f1 == nil) != (f2 == nil) || f1 != nil && f1.Message != f2.Message {
			t.Errorf("%s: fault %v at a glance, %v slowly", line, f1, f2)
			continue
		}
		if f1 != nil {
			continue
		}
		if got, want := strings.Join(in1.Names(), ","), strings.Join(in2.Names(), ","); got != want {
			t.Errorf("%s: inputs %s at a glance, %s slowly", line, got, want)
		}
		for _, n := range in2.Names() {
			a, _ := in1.Get(n)
			b, _ := in2.Get(n)
			if a.Literal() != b.Literal() || a.Kind() != b.Kind() {
				t.Errorf("%s: %s is %s at a glance, %s slowly", line, n, a.Literal(), b.Literal())
			}
		}
	}
}

func BenchmarkStream(b *testing.B) {
	d := analysis.Open(analysis.Source{Name: "m.model.json", Text: []byte(streamModel)}, nil, nil)
	s := d.NewStateStream()
	line := []byte(`{"days": 3, "tier": "gold", "level": "high", "since": "2026-02-28", "late": true, "note": "x"}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, f := s.Read(line); f != nil {
			b.Fatal(f.Message)
		}
	}
}
