package analysis_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scenariolsp/lsp/analysis"
)

const takenModel = `{
  "content": {
    "name": "m",
    "types": {"Grade": "poor<fair<good"},
    "inputs": {
      "claim type": {"type": "storm|theft|water damage", "desc": "What happened.", "options": {"storm": "Wind.", "theft": "Gone.", "water damage": "Wet."}},
      "claim age days": {"type": "number", "desc": "How old."},
      "paid": {"type": "boolean", "desc": "Paid?"},
      "customer": {"type": {"tier": "gold|silver"}, "desc": "Who."}
    },
    "decisions": {
      "fee": "claim age days * 2",
      "grade": {
        "type": "Grade",
        "table": [
          ["claim type", "customer.tier", "paid", "=> Grade", "# why"],
          ["storm", "-", "-", "poor", "w"],
          ["-", "-", "-", "fair", "w"]
        ]
      },
      "last": {"type": "number", "let": {"x": "1"}, "expr": "fee + x"}
    }
  },
  "questions": {
    "grade": {"type": "score", "instructions": "i", "criteria": ["poor", "fair", "good"]}
  }
}`

const takenScenario = `{
  "scenarioId": "s", "revision": 1,
  "patients": [{"id": "pt", "monitor": {"channels": [{"channel": "ecg"}]}}],
  "variables": [{"id": "hr", "unit": "/min", "initial": 80}, {"id": "free", "unit": "1"}, {"id": "ready", "type": "boolean", "initial": true}],
  "flags": [{"id": "o2", "initial": false}],
  "history": [{"id": "h"}],
  "events": {
    "conditions": [{"id": "c", "all": [{"targetId": "o2", "operator": "eq", "value": false}]}, {"id": "c2", "all": []}],
    "effects": [{"id": "e", "kind": "reveal", "targetId": "h"}],
    "schedules": [{"id": "sch", "atSeconds": 1, "conditionIds": ["c"], "effectIds": ["e"]}]
  },
  "actions": [{"id": "act", "label": "Act", "outcomes": []}]
}`

// TestCompleteTaken types at a place and takes what is offered there: the list, and what the document then reads. In the
// result ▮ is where one goes on typing, in editors that know snippets.
func TestCompleteTaken(t *testing.T) {
	const effect = `{"id": "e", "kind": "reveal", "targetId": "h"}`
	for _, test := range []struct {
		name, document string
		old, typed     string // what is replaced, and what is typed there, ¦ being the cursor
		offered        string // the labels; those behind … are not looked at
		take, result   string
	}{
		// keys
		{"a key in an empty object", "m.model.json", `"paid": {"type": "boolean", "desc": "Paid?"}`, `"paid": {¦}`, "type desc options from threshold blank", "desc", `"paid": {"desc": "▮"}`},
		{"a key behind its quotation mark", "m.model.json", `"paid": {"type": "boolean", "desc": "Paid?"}`, `"paid": {"type": "boolean", "¦"}`, "desc options from threshold blank", "desc", `"paid": {"type": "boolean", "desc": "▮"}`},
		{"a key that is not closed", "m.model.json", `"paid": {"type": "boolean", "desc": "Paid?"},`, `"paid": {"type": "boolean", "de¦},`, "desc options from threshold blank", "options", `"paid": {"type": "boolean", "options": {▮}},`},
		{"a key without quotation marks", "m.model.json", `"paid": {"type": "boolean", "desc": "Paid?"}`, `"paid": {th¦}`, "type desc options from threshold blank", "threshold", `"paid": {"threshold": ▮}`},
		{"a key before others", "m.model.json", `"paid": {"type"`, `"paid": {¦ "type"`, "options from threshold blank", "from", `"paid": {"from": "▮", "type"`},
		{"a key with its colon", "m.model.json", `"desc": "Paid?"`, `"d¦": "Paid?"`, "desc options from threshold blank", "desc", `"desc": "Paid?"`},
		{"a key on a line of its own", "m.model.json", "    }\n  },\n  \"questions\"", "    }\n    ¦\n  },\n  \"questions\"", "functions", "functions", "    },\n    \"functions\": {▮}\n  },\n  \"questions\""},
		{"a decision: expr aside where a table stands", "m.model.json", `"table": [`, `¦"table": [`, "desc let hit requires", "hit", `"hit": "▮","table": [`},
		{"a question's decision", "m.model.json", `"questions": {`, `"questions": {"¦",`, "last fee", "last", `"questions": {"last": {▮},`},
		{"an input's options", "m.model.json", `"desc": "Paid?"`, `"desc": "Paid?", "options": {¦}`, "true false", "true", `"options": {"true": "▮"}`},
		{"the forms of a type", "m.model.json", `"type": "boolean"`, `"type": {¦}`, "$enum $levels", "$levels", `"type": {"$levels": [▮]}`},
		// values
		{"a type", "m.model.json", `"type": "boolean"`, `"type": "¦"`, "Grade boolean number …", "boolean", `"type": "boolean"`},
		{"a type without quotation marks", "m.model.json", `"type": "boolean"`, `"type": bo¦`, "Grade boolean number …", "boolean", `"type": "boolean"`},
		{"a type that is not closed, before more", "m.model.json", `"type": "boolean", "desc": "Paid?"`, `"type": "bo¦, "desc": "Paid?"`, "Grade boolean number …", "boolean", `"type": "boolean", "desc": "Paid?"`},
		{"a named type not in itself", "m.model.json", `"Grade": "poor<fair<good"`, `"Grade": "¦"`, "boolean number …", "boolean", `"Grade": "boolean"`},
		{"no type in a description, whatever the input is called", "m.model.json", `"paid": {"type": "boolean", "desc": "Paid?"}`, `"type": {"type": "boolean", "desc": "¦"}`, "", "", ""},
		{"an input", "m.model.json", `{"type": "boolean", "desc": "Paid?"}`, `¦`, "Grade boolean number …", "boolean", `"paid": {"type": "boolean", "desc": "▮"}`},
		{"true or false", "m.model.json", `"desc": "Paid?"`, `"desc": "Paid?", "blank": t¦`, "true false", "true", `"blank": true`},
		{"no true or false in a text", "m.model.json", `"desc": "Paid?"`, `"desc": "Paid?", "blank": "¦"`, "", "", ""},
		{"a hit policy that the API takes", "m.model.json", `"table": [`, `"hit": ¦, "table": [`, "FIRST", "FIRST", `"hit": "FIRST", "table": [`},
		{"what a decision reads", "m.model.json", `"let": {"x"`, `"requires": [¦], "let": {"x"`, "fee claim␣type claim␣age␣days paid customer grade", "fee", `"requires": ["fee"]`},
		{"what is required already", "m.model.json", `"let": {"x"`, `"requires": ["fee", "¦"], "let": {"x"`, "claim␣type claim␣age␣days paid customer grade", "paid", `"requires": ["fee", "paid"]`},
		{"the type that the decision answers", "m.model.json", `"type": "score"`, `"type": "¦"`, "score noul choice box", "score", `"type": "score"`},
		{"the levels that are missing", "m.model.json", `"criteria": ["poor", "fair", "good"]`, `"criteria": ["poor", "¦"]`, "fair good", "fair", `"criteria": ["poor", "fair"]`},
		{"a question", "m.model.json", `{"type": "score", "instructions": "i", "criteria": ["poor", "fair", "good"]}`, `¦`, "score", "score", `"grade": {"type": "score", "instructions": "▮", "criteria": ["poor", "fair", "good"]}`},
		// expressions and cells
		{"a name begun", "m.model.json", `"claim age days * 2"`, `"claim a¦"`, "claim␣age␣days", "claim age days", `"fee": "claim age days"`},
		{"inside a name", "m.model.json", `"claim age days * 2"`, `"claim a¦ge days * 2"`, "claim␣age␣days", "claim age days", `"fee": "claim age days * 2"`},
		{"another name for one that stands there", "m.model.json", `"claim age days * 2"`, `"claim ¦age days * 2"`, "claim␣type claim␣age␣days", "claim type", `"fee": "claim type * 2"`},
		{"behind a name", "m.model.json", `"claim age days * 2"`, `"claim age days ¦"`, "and or in between instance␣of", "in", `"fee": "claim age days in"`},
		{"then, once there is an if", "m.model.json", `"claim age days * 2"`, `"if paid ¦"`, "and or in between instance␣of then", "then", `"fee": "if paid then"`},
		{"a text of one's own", "m.model.json", `"claim age days * 2"`, `"\"cla¦\""`, "", "", ""},
		{"a word in quotation marks", "m.model.json", `"claim age days * 2"`, `"claim type = \"wa¦\""`, "water␣damage", "water damage", `"fee": "claim type = \"water damage\""`},
		{"a word in a text that is not closed", "m.model.json", `"claim age days * 2"`, `"claim type = \"wa¦"`, "water␣damage", "water damage", `"fee": "claim type = \"water damage\""`},
		{"a word before a name", "m.model.json", `"claim age days * 2"`, `"customer.tier = ¦"`, "gold silver claim␣type …", "silver", `"fee": "customer.tier = \"silver\""`},
		{"a word of a member in a list", "m.model.json", `"claim age days * 2"`, `"customer.tier in (\"gold\", \"¦\")"`, "gold silver", "silver", `"fee": "customer.tier in (\"gold\", \"silver\")"`},
		{"a member in a cell", "m.model.json", `"-", "-", "fair"`, `"-", "-", "customer.¦"`, "tier", "tier", `"customer.tier"`},
		{"a member behind a comparison", "m.model.json", `"last": {`, `"by": [["claim age days", "=> number"], ["> length(customer.¦)", "1"]], "last": {`, "tier", "tier", `customer.tier`},
		{"in a filter", "m.model.json", `"claim age days * 2"`, `"[customer][¦ = 1]"`, "tier item claim␣type …", "tier", `"[customer][tier = 1]"`},
		{"a function", "m.model.json", `"claim age days * 2"`, `"string le¦"`, "string␣length", "string length", `"fee": "string length(▮)"`},
		{"a function that is called already", "m.model.json", `"claim age days * 2"`, `"string le¦(x)"`, "string␣length", "string length", `"fee": "string length(x)"`},
		{"no decision that reads this one", "m.model.json", `"claim age days * 2"`, `"l¦"`, "lower␣case log list␣contains list␣replace", "", ""},
		{"a let before itself", "m.model.json", `"let": {"x": "1"}`, `"let": {"x": "1", "y": "¦", "z": "2"}`, "x claim␣type …", "x", `"y": "x"`},
		{"a cell", "m.model.json", `["storm", "-"`, `["¦", "-"`, "storm theft water␣damage", "water damage", `["water damage", "-"`},
		{"a cell without quotation marks", "m.model.json", `["storm", "-"`, `[wa¦, "-"`, "water␣damage", "water damage", `["water damage▮", "-"`},
		{"a word that the cell has already", "m.model.json", `["storm", "-"`, `["storm, ¦", "-"`, "theft water␣damage", "theft", `["storm, theft", "-"`},
		{"an output", "m.model.json", `"poor", "w"],`, `"¦", "w"],`, "poor fair good claim␣type …", "good", `"good", "w"],`},
		{"a header", "m.model.json", `["claim type", "customer.tier"`, `["¦", "customer.tier"`, "claim␣type claim␣age␣days paid customer fee last …", "claim type", `["claim type", "customer.tier"`},
		{"the type of an output", "m.model.json", `"=> Grade"`, `"=> g: ¦"`, "Grade boolean …", "Grade", `"=> g: Grade"`},
		{"the annotation", "m.model.json", `"=> Grade", "# why"]`, `"=> Grade", "#¦"]`, "#␣why", "# why", `"=> Grade", "# why"]`},
		// scenarios
		{"an effect's target by its kind", "s.scenario.json", effect, `{"id": "e", "kind": "set-variable", "targetId": "¦"}`, "hr free", "hr", `"targetId": "hr"}`},
		{"a target of any kind", "s.scenario.json", effect, `{"id": "e", "targetId": "¦"}`, "hr free h o2 sch pt", "o2", `"targetId": "o2"}`},
		{"the operands of a kind", "s.scenario.json", effect, `{"id": "e", "kind": "trend-variable", "targetId": "hr", ¦}`, "value unit durationSeconds interpolation", "unit", `"targetId": "hr", "unit": "▮"}`},
		{"the declared unit", "s.scenario.json", effect, `{"id": "e", "kind": "set-variable", "targetId": "hr", "unit": ¦}`, "/min", "/min", `"unit": "/min"}`},
		{"the value of a flag", "s.scenario.json", effect, `{"id": "e", "kind": "set-flag", "targetId": "o2", "value": ¦}`, "true false", "true", `"value": true}`},
		{"a channel", "s.scenario.json", effect, `{"id": "e", "kind": "set-monitor-connection", "targetId": "pt", "channel": "¦`, "ecg", "ecg", `"channel": "ecg"`},
		{"the operators of a flag", "s.scenario.json", `"operator": "eq"`, `"operator": "¦"`, "eq ne", "ne", `"operator": "ne"`},
		{"what a flag is compared with", "s.scenario.json", `"eq", "value": false`, `"eq", "value": ¦`, "true false", "true", `"eq", "value": true`},
		{"conditions that are not listed", "s.scenario.json", `"conditionIds": ["c"]`, `"conditionIds": ["c", ¦]`, "c2", "c2", `"conditionIds": ["c", "c2"]`},
		{"a member on a line of its own", "s.scenario.json", `"effects": [` + effect + `]`, `"effects": [{"id": "e",` + "\n" + `"kind": "set-flag"` + "\n¦\n}]", "targetId value", "targetId", "\"kind\": \"set-flag\",\n\"targetId\": \"▮\"\n}]"},
		// states and runs
		{"an input of a state", "m.state.json", "", `{"claim ¦"}`, "claim␣type claim␣age␣days paid customer state expect", "claim type", `{"claim type": "▮"}`},
		{"a value of a state", "m.state.json", "", `{"claim type": wa¦, "paid": true}`, "storm theft water␣damage", "water damage", `{"claim type": "water damage", "paid": true}`},
		{"a boolean of a state", "m.state.json", "", `{"paid": ¦}`, "true false", "false", `{"paid": false}`},
		{"a member of an input", "m.state.json", "", `{"customer": {"tier": "¦"}}`, "gold silver", "gold", `{"customer": {"tier": "gold"}}`},
		{"what must come out", "m.state.json", "", `{"state": {}, "expect": {¦}}`, "grade fee last", "grade", `{"state": {}, "expect": {"grade": "▮"}}`},
		{"what a run binds", "s.run.json", "", `{"bindings": {¦}}`, "free hr ready o2 act:act", "act:act", `{"bindings": {"act:act": ▮}}`},
		{"what a run performs", "s.run.json", "", `{"actions": [{"id": ¦}]}`, "act", "act", `{"actions": [{"id": "act"}]}`},
		{"the unit of a binding", "s.run.json", "", `{"bindings": {"hr": {"value": 70, "unit": "¦"}}}`, "/min", "/min", `"unit": "/min"}}}`},
		{"a flag of a run", "s.run.json", "", `{"bindings": {"o2": ¦}}`, "true false", "true", `{"bindings": {"o2": true}}`},
		{"the configuration", "lsp.json", "", `{¦}`, "libraries", "libraries", `{"libraries": [▮]}`},
	} {
		for _, ends := range []string{"\n", "\r\n"} {
			text := test.typed
			switch {
			case test.document == "m.model.json":
				text = strings.Replace(takenModel, test.old, test.typed, 1)
			case test.document == "s.scenario.json":
				text = strings.Replace(takenScenario, test.old, test.typed, 1)
			}
			text = strings.ReplaceAll(text, "\n", ends)
			at := strings.Index(text, "¦")
			if at < 0 {
				t.Fatalf("%s: %s does not stand in %s", test.name, test.old, test.document)
			}
			around := beside{open("m.model.json", takenModel, nil), open("s.scenario.json", takenScenario, nil)}
			d := open(test.document, strings.Replace(text, "¦", "", 1), around)
			cs := d.Complete(at)
			var got []string
			for _, c := range cs {
				got = append(got, strings.ReplaceAll(c.Label, " ", "␣"))
			}
			want, open := strings.CutSuffix(test.offered, " …")
			if wanted := strings.Fields(want); open {
				got = got[:min(len(got), len(wanted))]
			}
			if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
				t.Errorf("%s: %s", test.name, diff)
				continue
			}
			if test.take == "" {
				continue
			}
			c := cs[slices.IndexFunc(cs, func(c analysis.Completion) bool { return c.Label == test.take })]
			if result := strings.ReplaceAll(test.result, "\n", ends); !strings.Contains(typedOn(string(d.Text), c), result) {
				t.Errorf("%s: taking %s gives\n%s\nwant in it %s", test.name, test.take, typedOn(string(d.Text), c), result)
			}
		}
	}
}

// typedOn puts a completion into a text, with ▮ where one goes on typing.
func typedOn(text string, c analysis.Completion) string {
	if c.Snippet != "" {
		c.NewText, c.Snippet = strings.NewReplacer(`\\`, `\`, `\$`, "$", `\}`, "}", "$0", "▮").Replace(c.Snippet), ""
	}
	return take(text, c)
}

// TestCompleteDocuments has the words of an input documented by its options, in cells, states and keys.
func TestCompleteDocuments(t *testing.T) {
	for name, text := range map[string]string{
		"m.model.json": strings.Replace(takenModel, `["storm", "-"`, `["¦", "-"`, 1),
		"m.state.json": `{"claim type": "¦"}`,
	} {
		d := open(name, strings.Replace(text, "¦", "", 1), beside{model: open("m.model.json", takenModel, nil)})
		if c := d.Complete(strings.Index(text, "¦"))[2]; c.Doc != "Wet." || c.Detail != "storm|theft|water damage" {
			t.Errorf("%s: %+v", name, c)
		}
	}
}
