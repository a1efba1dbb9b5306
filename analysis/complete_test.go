package analysis_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
)

const completeModel = `{
  "content": {
    "name": "m",
    "types": {"Grade": "poor<fair<good"},
    "inputs": {
      "claim type": {"type": "storm|theft|water damage", "desc": "What happened."},
      "claim age days": {"type": "number", "desc": "How old."},
      "customer": {"type": {"since": "date", "tier": "gold|silver"}, "desc": "Who."}
    },
    "decisions": {
      "fee": "customer.¦since",
      "age": "claim ¦age days + 1",
      "grade": {"type": "Grade", "table": [
        ["claim type", "customer.tier", "=> Grade", "# why"],
        ["¦storm", "-", "poor", "w"],
        [{0}, "-", "goo¦d", "w"]
      ]},
      "last": {"ty¦pe": "number", "expr": "1"}
    }
  },
  "questions": {"grade": {"type": "sc¦ore", "instructions": "i", "criteria": ["poor", "fair", "good"]}}
}`

// TestComplete asks at the marks of a model, in the order they stand, for what must and what must not be offered.
func TestComplete(t *testing.T) {
	text := strings.Replace(completeModel, "{0}", `"theft, wa¦ter damage"`, 1)
	var at []int
	for {
		i := strings.Index(text, "¦")
		if i < 0 {
			break
		}
		at = append(at, i)
		text = text[:i] + text[i+len("¦"):]
	}
	d := analysis.Open(analysis.Source{Name: "m.model.json", Text: []byte(text)}, nil, nil)
	for i, want := range []struct {
		offered  string
		replaces string
		not      string
	}{
		{"since", "since", "claim type"},
		{"claim age days", "claim age days", "fee"}, // the whole name that stands around the cursor
		{"water damage", "storm", "claim type"},
		{"water damage", "water damage", "storm"},
		{"good", "good", "poor"},
		{"type", "type", "threshold"},
		{"score", "score", "number"},
	} {
		got := d.Complete(at[i])
		k := slices.IndexFunc(got, func(c analysis.Completion) bool { return c.Label == want.offered })
		if k < 0 {
			t.Errorf("mark %d: %q is not offered: %v", i, want.offered, labels(got))
			continue
		}
		if r := text[got[k].Span.Start:got[k].Span.End]; r != want.replaces {
			t.Errorf("mark %d: %q replaces %q, want %q", i, want.offered, r, want.replaces)
		}
		if slices.Contains(labels(got), want.not) {
			t.Errorf("mark %d: %q is offered", i, want.not)
		}
	}
}

func labels(cs []analysis.Completion) []string {
	var out []string
	for _, c := range cs {
		out = append(out, c.Label)
	}
	return out
}

// TestCompleteInRowsBeingTyped offers the words of a column in a row that has only its first cells.
func TestCompleteInRowsBeingTyped(t *testing.T) {
	for _, row := range []string{`["¦"]`, `["theft", "¦"]`, `["theft", "si¦`} {
		text := strings.ReplaceAll(strings.Replace(completeModel, `[{0}, "-", "goo¦d", "w"]`, row, 1), `¦`, "")
		at := strings.Index(strings.ReplaceAll(strings.Replace(completeModel, `[{0}, "-", "goo¦d", "w"]`, strings.Replace(row, "¦", "@", 1), 1), "¦", ""), "@")
		d := analysis.Open(analysis.Source{Name: "m.model.json", Text: []byte(text)}, nil, nil)
		want := "storm"
		if strings.Contains(row, "theft") {
			want = "silver"
		}
		if got := labels(d.Complete(at)); !slices.Contains(got, want) {
			t.Errorf("%s: %q is not offered: %v", row, want, got)
		}
	}
}

// TestCompleteEverywhere asks at every place of documents, whole, cut off there, and with the rest of the line cut out:
// what is offered stands around the place, and taking it leaves no more faults in the syntax than there were.
func TestCompleteEverywhere(t *testing.T) {
	model := strings.ReplaceAll(strings.Replace(completeModel, "{0}", `"theft"`, 1), "¦", "")
	scenario := `{
  "scenarioId": "s", "revision": 1,
  "variables": [
    {"id": "hr", "unit": "/min", "initial": 80}
  ],
  "flags": [{"id": "o2", "initial": false}],
  "events": {
    "conditions": [{"id": "c", "all": [{"targetId": "o2", "operator": "eq", "value": true}]}],
    "effects": [
      {"id": "e", "kind": "set-variable",
        "targetId": "hr", "unit": "/min", "value": 1}
    ]
  },
  "actions": [{"id": "a", "outcomes": []}]
}`
	around := beside{model: open("m.model.json", model, nil), scenario: open("s.scenario.json", scenario, nil)}
	for name, text := range map[string]string{
		"m.model.json": model, "s.scenario.json": scenario,
		"m.state.json": "{\r\n  \"claim type\": \"storm\",\r\n  \"customer\": {\"tier\": \"gold\"},\r\n  \"claim age days\": 3\r\n}\r\n",
		"s.run.json":   `{"actions": [{"id": "a", "atSeconds": 3}], "bindings": {"hr": 70, "o2": true, "act:a": 4}}`,
	} {
		whole := open(name, text, around)
		for i := range len(text) + 1 {
			rest := strings.TrimLeftFunc(text[i:], func(r rune) bool { return r != '\n' && r != '\r' })
			for _, d := range []*analysis.Document{whole, open(name, text[:i], around), open(name, text[:i]+rest, around)} {
				cs := d.Complete(i)
				for k, c := range cs {
					if c.Span.Start > i || c.Span.End < i || c.Span.End > len(d.Text) {
						t.Fatalf("%s, offset %d: %q replaces %v", name, i, c.Label, c.Span)
					}
					if k > 2 && k < len(cs)-2 {
						continue
					}
					taken := take(string(d.Text), c)
					if before, after := d.Tree().Errors, jsontree.Parse([]byte(taken)).Errors; len(after) > len(before) {
						t.Fatalf("%s, offset %d: taking %q makes %v of %v:\n%s", name, i, c.Label, after, before, taken[max(0, i-60):min(len(taken), i+60)])
					}
				}
			}
		}
	}
}

// beside is a model and a scenario that states and runs belong to.
type beside struct{ model, scenario *analysis.Document }

func (b beside) ModelOf(string) *analysis.Document             { return b.model }
func (b beside) ScenarioOf(string) *analysis.Document          { return b.scenario }
func (b beside) Scenarios(string, string) []analysis.Candidate { return nil }

// take puts a completion into a text, as an editor that knows snippets does; where one goes on typing stands 0, or
// nothing in a text, an array or an object.
func take(text string, c analysis.Completion) string {
	written := c.NewText
	if c.Snippet != "" {
		written = strings.NewReplacer(`\\`, `\`, `\$`, "$", `\}`, "}", `"$0"`, `""`, "[$0]", "[]", "{$0}", "{}", "($0)", "()", `: $0`, ": 0", "$0", "").Replace(c.Snippet)
	}
	text = text[:c.Span.Start] + written + text[c.Span.End:]
	for _, e := range c.Also {
		text = text[:e.Span.Start] + e.NewText + text[e.Span.End:]
	}
	return text
}

// TestCompleteWords takes every word that is offered in a cell and finds it a word of the column there, however it is
// spelled. None is offered twice.
func TestCompleteWords(t *testing.T) {
	const model = `{"content": {"name": "m", "inputs": {"e": {"type": {"$enum": ["gold", "a, b", "-", "say \"x\"", "x..y", "(n)", "C:\\", "not", "e"]}, "desc": "E."},
		"l": {"type": "low<mid<high", "desc": "L."}, "b": {"type": "boolean", "desc": "B."}},
	"decisions": {"d": {"type": "number", "table": [["e", "l", "b", "=>", "# why"], [CELLS, "1", "W."], ["-", "-", "-", "0", "W."]]}}}, "questions": {}}`
	for _, test := range []struct {
		cells string
		want  int
	}{
		{`"¦", "-", "-"`, 9},
		{`"\"¦\"", "-", "-"`, 9},
		{`"gold, ¦", "-", "-"`, 8}, // gold is listed already
		{`"not(¦)", "-", "-"`, 9},
		{`"say¦", "-", "-"`, 1},
		{`"-", "¦", "-"`, 3},
		{`"-", "[low..¦]", "-"`, 3},
		{`"-", "[¦..high]", "-"`, 3},
		{`"-", "[l¦..high]", "-"`, 1},
		{`"-", "-", "tr¦"`, 1},
	} {
		text := strings.Replace(model, "CELLS", test.cells, 1)
		at := strings.Index(text, "¦")
		text = strings.Replace(text, "¦", "", 1)
		offered := map[string]int{}
		words := 0
		for _, c := range open("m.model.json", text, nil).Complete(at) {
			if offered[c.Label]++; offered[c.Label] > 1 {
				t.Errorf("%s: %q is offered twice", test.cells, c.Label)
			}
			if c.Kind != analysis.KindWord {
				continue
			}
			words++
			taken := text[:c.Span.Start] + c.NewText + text[c.Span.End:]
			for _, d := range diagnostics(t, open("m.model.json", taken, nil)) {
				if d.Severity == analysis.Error || d.Code == analysis.ImpossibleValue {
					t.Errorf("%s: taking %q gives %s: %s", test.cells, c.Label, taken[c.Span.Start:c.Span.Start+len(c.NewText)], d.Message)
				}
			}
		}
		if words != test.want {
			t.Errorf("%s: %d words are offered, want %d: %v", test.cells, words, test.want, offered)
		}
	}
}

// TestCompleteNames takes names with quotes and backslashes into keys, texts and expressions.
func TestCompleteNames(t *testing.T) {
	const model = `{"content": {"name": "m", "inputs": {"\"q\"": {"type": "number", "desc": "Q."}, "c:\\": {"type": "number", "desc": "C."}},
	"decisions": {"d": {"type": "number", "requires": ["¦"], "expr": "¦"}}}, "questions": {}}`
	for mark := range 2 {
		parts := strings.Split(model, "¦")
		at := len(strings.Join(parts[:mark+1], ""))
		text := strings.Join(parts, "")
		for _, want := range []string{`"q"`, `c:\`} {
			cs := open("m.model.json", text, nil).Complete(at)
			i := slices.IndexFunc(cs, func(c analysis.Completion) bool { return c.Label == want })
			if i < 0 {
				t.Fatalf("mark %d: %s is not offered: %v", mark, want, labels(cs))
			}
			taken := text[:cs[i].Span.Start] + cs[i].NewText + text[cs[i].Span.End:]
			for _, d := range diagnostics(t, open("m.model.json", taken, nil)) {
				if strings.HasPrefix(string(d.Code), "json-") || d.Code == analysis.UnknownName || d.Code == analysis.UnknownRequire && mark == 0 && !strings.Contains(d.Message, `""`) {
					t.Errorf("mark %d: taking %s gives %s", mark, want, d.Message)
				}
			}
		}
	}
}

// TestAskedAnywhere asks for all that a place can be asked for, in documents of every archive, whole and with a stretch
// missing: every answer stands around its place.
func TestAskedAnywhere(t *testing.T) {
	stride := 17
	if testing.Short() || raceEnabled {
		stride = 61
	}
	var docs []*analysis.Document
	for _, a := range archives(t) {
		docs = append(docs, a.documents()...)
	}
	for _, a := range scenarioArchives(t) {
		docs = append(docs, a.scenarios().docs...)
	}
	around := beside{open("m.model.json", takenModel, nil), open("s.scenario.json", takenScenario, nil)}
	for _, whole := range docs {
		for at := 0; at <= len(whole.Text); at += stride {
			gap := min(len(whole.Text), at+at%5)
			text := string(whole.Text[:at]) + string(whole.Text[gap:])
			d := analysis.Open(analysis.Source{Name: whole.Name, Text: []byte(text), Kind: whole.Kind}, around, nil)
			for _, c := range d.Complete(at) {
				if c.Span.Start > at || c.Span.End < at {
					t.Fatalf("%s at %d: %q replaces %v in\n%s", whole.Name, at, c.Label, c.Span, text)
				}
			}
			if x, span, ok := d.Explain(at); ok && (x.Name == "" || span.Start > at || span.End < at) {
				t.Fatalf("%s at %d: %+v is said of %v in\n%s", whole.Name, at, x, span, text)
			}
			for _, o := range d.At(at) {
				d.Describe(o)
			}
			d.Signatures(at)
			d.Invites(at)
			d.CompletePins(at, func() []string { return []string{"x"} })
		}
	}
}
