package analysis

import "testing"

func TestRuleWhen(t *testing.T) {
	doc := Open(Source{Name: "a.model.json", Text: []byte(`{"content": {"name": "a", "inputs": {"days": {"type": "number", "desc": "d"}, "parcel": {"type": "new|lost|crushed", "desc": "p"}},
	"decisions": {
		"one": {"type": "number", "table": [["days", "parcel", "=>", "# why"],
			["<= 60", "crushed, lost", "1", "w"], ["-", " new ", "2", "w"], [5, "-", "3", "w"],
			{"when": {"days": "[1..4]"}, "then": "4", "why": "w"}, {"then": "5", "why": "w"}, ["-", "-", "6", "w"]]},
		"two": [["=> number", "# why"], ["1", "w"]],
		"three": "days"
	}}, "questions": {}}`)}, nil, nil)
	for _, test := range []struct {
		decision string
		rule     int
		want     string
	}{
		{"one", 1, "days <= 60; parcel: crushed, lost"}, {"one", 2, "parcel: new"}, {"one", 3, "days: 5"},
		{"one", 4, "days: [1..4]"}, {"one", 5, "otherwise"}, {"one", 6, "otherwise"}, {"one", 7, ""}, {"one", 0, ""},
		{"two", 1, "always"}, {"three", 1, ""}, {"none", 1, ""},
	} {
		if got := doc.RuleWhen(test.decision, test.rule); got != test.want {
			t.Errorf("rule %d of %s: %q, want %q", test.rule, test.decision, got, test.want)
		}
	}
}
