package analysis_test

import (
	"testing"

	"github.com/scenariolsp/lsp/analysis"
)

func TestObstacles(t *testing.T) {
	const text = `{"content": {"name": "m",
  "inputs": {"a": {"type": "number", "desc": "A."}, "b": "boolean", "c": {"type": "nmber", "desc": "C."}},
  "functions": {"twice": {"params": {"x": "number"}, "returns": "number", "body": "x * "}},
  "decisions": {
    "good": "a + 1", "bare": "b", "wrong": "a + nothing", "reads wrong": "wrong + 1", "calls": "twice(a)", "typed": "c = 1",
    "open": {"type": "number", "table": [["a", "=>", "# why"], ["> 1", "1", "More."]]}
  }}, "questions": {}}`
	d := analysis.Open(analysis.Source{Name: "m.model.json", Text: []byte(text)}, nil, nil)
	o := d.Obstacles()
	for name, blocked := range map[string]bool{
		"good": false, "bare": false, "open": false, // strict refuses the last two, and they run
		"wrong": true, "reads wrong": true, "calls": true, "typed": true,
	} {
		if got := o.Of(name); (got != nil) != blocked {
			t.Errorf("%s: got %v", name, got)
		}
	}
	if got := o.Of("good", "calls"); got == nil {
		t.Error("one of two is blocked: got nothing")
	}
	none := analysis.Open(analysis.Source{Name: "m.model.json", Text: []byte(`{"content": 1}`)}, nil, nil)
	if got := none.Obstacles().Of("good"); got == nil {
		t.Error("a document that holds no model: got nothing")
	}
}
