package analysis_test

import (
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/analysis"
)

// exampleFrames are the places that an example of the table of codes may stand in: whole documents first.
var exampleFrames = []string{
	`%s`,
	`{"name": "claims", "inputs": {` + exampleInputs + `}, "decisions": {%s}}`,
	`{"name": "claims", "inputs": {` + exampleInputs + `, %s}, "decisions": {"late": "true"}}`,
	`{"name": "claims", "inputs": {` + exampleInputs + `}, "decisions": {"late": "true"}, %s}`,
	`{"content": {"name": "claims", "inputs": {` + exampleInputs + `}, "decisions": {"late": "days > 30", "which": {"type": "a|b", "expr": "\"a\""},
		"effort": {"type": "low<medium<high", "expr": "\"low\""}}}, "questions": {%s}}`,
}

const exampleInputs = `"days": {"type": "number", "desc": "How many days ago was it?"}, "cause": {"type": "weather|strike", "desc": "Why?"},
	"note": {"type": "string", "desc": "A word."}, "applicant": {"type": {"income": "number"}, "desc": "Who?"}`

// TestExamplesShowTheirCode reads every example of the table in its place.
func TestExamplesShowTheirCode(t *testing.T) {
	for _, c := range analysis.ModelCodes() {
		if c.Explanation == "" || c.Title == "" {
			t.Errorf("%s: title or explanation is missing", c.Code)
		}
		switch {
		case c.Code == analysis.JSONEmpty || c.Code == analysis.TooDeep: // nothing to show, or too much
		case !exampleShows(t, c):
			t.Errorf("%s: the example does not show the code: %s", c.Code, c.Example)
		}
	}
}

func exampleShows(t *testing.T, c analysis.CodeInfo) bool {
	example := string(unescapeBytes([]byte(c.Example)))
	state := strings.HasPrefix(string(c.Code), "state-") || c.Code == analysis.UnknownInput || c.Code == analysis.PlainState || c.Code == analysis.UnknownExpect
	var docs []*analysis.Document
	if state {
		f := folder{"m.model.json": open("m.model.json", strings.Replace(exampleFrames[1], "%s", `"late": "days > 30"`, 1), nil)}
		docs = append(docs, open("m.state.json", example, f))
	} else {
		for _, frame := range exampleFrames {
			docs = append(docs, open("m.model.json", strings.Replace(frame, "%s", example, 1), nil))
		}
	}
	for _, d := range docs {
		ds := diagnostics(t, d)
		shown, others := false, 0
		for _, x := range ds {
			if x.Code == c.Code {
				shown = true
			} else if x.Severity <= analysis.Warning {
				others++
			}
		}
		if shown && others == 0 {
			return true
		}
	}
	return false
}
