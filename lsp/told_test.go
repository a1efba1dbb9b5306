package lsp

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTold asks for runs in words: every digit of a number, the reasons, and no line for the person besides.
func TestTold(t *testing.T) {
	dir := write(t, map[string]string{
		"claims.model.json":      claims,
		"claims.late.state.json": `{"days": 40, "damaged": false}`,
		"claims.none.state.json": `{"damaged": false}`,
		"third.model.json":       `{"content": {"name": "m", "inputs": {}, "decisions": {"a_third": {"type": "number", "expr": "1 / 3"}}}, "questions": {}}`,
		"drill.scenario.json":    drill,
		"drill.run.json":         `{"actions": [{"id": "act-o2", "atSeconds": 200}]}`,
	})
	for _, test := range []struct {
		name, command string
		args          obj
		want          string
	}{
		{"a question", "lsp.runQuestion", obj{"uri": "claims.model.json", "question": "outcome"},
			"**claims.model.json** · state: late\n\n**outcome** = `store_credit` · rule 1\n\n> After thirty days there is no money back.\n\nfrom late = true\n\n**late** = `true`\n\nfrom days = 40"},
		{"a missing input", "lsp.runDecision", obj{"uri": "claims.model.json", "decision": "late", "state": "none"},
			"**claims.model.json** · state: none\n\n**late** = `null`\n\nWithout a value: days"},
		{"many digits", "lsp.runAll", obj{"uri": "third.model.json"},
			"**third.model.json**\n\n**a_third** = `0.3333333333333333333333333333333333`"},
		{"a scenario", "lsp.runScenario", obj{"uri": "drill.scenario.json"},
			"**drill.scenario.json** · run: drill\n\n- At 120 s sch-desat fires: no-oxygen holds.\n  - e-desat trends spo2 from 96 % to 85 % over 60 s, to arrive at 180 s.\n- At 180 s spo2 arrives at 85 %.\n- At 200 s act-o2 is performed.\n  - e-on sets o2-on from false to true.\n- The run ends at 240 s.\n  - spo2 is 85 %; it was 96 %.\n  - o2-on is true; it was false."},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := open(t, dir, everything)
			test.args["uri"], test.args["text"] = fileURI(filepath.Join(dir, test.args["uri"].(string))), true
			m := e.execute(test.command, test.args)
			if m.Error != nil {
				t.Fatalf("%+v", m.Error)
			}
			got := into[struct {
				Version int
				Text    string
			}](t, m.Result)
			if diff := cmp.Diff(test.want, got.Text); diff != "" || got.Version != 1 {
				t.Errorf("version %d: %s", got.Version, diff)
			}
			e.mu.Lock()
			defer e.mu.Unlock()
			for _, m := range e.received { // a line for the person would have come before the answer
				if m.Method == "window/showMessage" {
					t.Errorf("the person was told besides: %s", m.Params)
				}
			}
		})
	}
	t.Run("a client without Markdown", func(t *testing.T) {
		e := open(t, dir, obj{})
		got := into[struct{ Text string }](t, e.execute("lsp.runAll", obj{"uri": fileURI(filepath.Join(dir, "third.model.json")), "text": true}).Result)
		if want := "third.model.json\n\na_third = 0.3333333333333333333333333333333333"; got.Text != want {
			t.Errorf("got %q, want %q", got.Text, want)
		}
		if strings.ContainsAny(got.Text, "*`\\") {
			t.Errorf("marks: %q", got.Text)
		}
	})
}
