package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scenariolsp/lsp/analysis"
)

// sound is a scenario of every sort of element without any finding.
const sound = `{
  "scenarioId": "case", "revision": 1, "endSeconds": 600,
  "patients": [{"id": "pt", "monitor": {"channels": [{"channel": "spo2", "variableIds": ["spo2"]}, {"channel": "ecg", "connected": true}]}}],
  "variables": [{"id": "spo2", "patientId": "pt", "unit": "%", "initial": 96, "min": 0, "max": 100}, {"id": "dnr", "type": "boolean", "initial": true}],
  "flags": [{"id": "o2-on"}],
  "history": [{"id": "h1"}],
  "events": {
    "conditions": [
      {"id": "c-off", "all": [{"targetId": "o2-on", "operator": "eq", "value": false}]},
      {"id": "c-low", "all": [{"targetId": "spo2", "operator": "lt", "value": 90}]}],
    "effects": [
      {"id": "e-desat", "kind": "trend-variable", "targetId": "spo2", "value": 85, "unit": "%", "durationSeconds": 60},
      {"id": "e-on", "kind": "set-flag", "targetId": "o2-on", "value": true},
      {"id": "e-show", "kind": "reveal", "targetId": "h1"},
      {"id": "e-cancel", "kind": "cancel-event", "targetId": "s2"},
      {"id": "e-lead", "kind": "set-monitor-connection", "targetId": "pt", "channel": "spo2", "value": true}],
    "schedules": [
      {"id": "s1", "atSeconds": 120, "conditionIds": ["c-off"], "effectIds": ["e-desat"]},
      {"id": "s2", "atSeconds": 300, "conditionIds": ["c-low"], "effectIds": ["e-show"]}]},
  "actions": [{"id": "act", "outcomes": [{"id": "o1", "effectIds": ["e-on"]}, {"id": "o2", "conditionIds": ["c-low"], "effectIds": ["e-cancel", "e-lead"]}]}]
}`

// TestScenarioOnce makes one mistake in the sound scenario, and holds that it is told once and nothing with it that only
// follows from it.
func TestScenarioOnce(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		// What a broken effect would write, and what would apply it, is not known.
		{`"id": "e-desat", "kind"`, `"kind"`, "error missing-member"},
		{`"kind": "trend-variable", "targetId": "spo2"`, `"targetId": "spo2"`, "error effect-kind"},
		{`"kind": "trend-variable"`, `"kind": "add-variable"`, "error effect-kind"},
		{`"targetId": "spo2", "value": 85`, `"targetId": "sp02", "value": 85`, "error unknown-target"},
		{`"targetId": "spo2", "value": 85`, `"targetId": "dnr", "value": 85`, "error target-sort"},
		{`"effectIds": ["e-desat"]`, `"effectIds": ["e-dsat"]`, "error unknown-effect"},
		{`"effectIds": ["e-desat"]`, `"effectIds": ["elsewhere"]`, "error unknown-effect"},
		{`, "effectIds": ["e-desat"]`, ``, "error missing-member"},
		{`"effectIds": ["e-desat"]`, `"effectIds": null`, "error wrong-shape"},
		{`{"id": "e-desat", "kind": "trend-variable", "targetId": "spo2", "value": 85, "unit": "%", "durationSeconds": 60},`, ``, "error unknown-effect"},
		{`"outcomes": [{"id": "o1", "effectIds": ["e-on"]}, `, `"outcomes": [null, `, "error wrong-shape"},
		{`"type": "boolean", "initial"`, `"initial"`, "error value-type"},
		{`"conditionIds": ["c-off"]`, `"conditionIds": ["c-of"]`, "error unknown-condition"},
		{`"kind": "set-flag", "targetId": "o2-on"`, `"kind": "set-flag", "targetId": "dnr"`, "error target-sort"},
		{`"kind": "cancel-event", "targetId": "s2"`, `"kind": "cancel-event", "targetId": "s3"`, "error unknown-target"},
		{`"all": [{"targetId": "o2-on", "operator": "eq", "value": false}]`, `"all": [{"targetId": "o2-on", "operator": "eq", "value": false, "all": []}]`, "error predicate-shape"},
		// A collection that cannot be read may hold what is named.
		{`"events": {`, `"events": [], "was": {`, "error wrong-shape\nhint extension-point"},
		{`"conditions": [`, `"rules": [`, "error missing-member\nhint extension-point"},
		{`"monitor": {"channels": [`, `"monitor": null, "was": {"channels": [`, "error wrong-shape"},
		{`"channel": "spo2", "variableIds"`, `"variableIds"`, "error missing-member"},
		{`"channel": "spo2", "variableIds"`, `"channel": "", "variableIds"`, "error bad-id"},
		{`"channel": "spo2", "value"`, `"channel": "", "value"`, "error missing-operand"},
		// Times are as they are held.
		{`"atSeconds": 120`, `"atSeconds": 2000000001`, "error bad-time"},
		{`"atSeconds": 120`, `"atSeconds": 299.99999999999`, "warning time-digits"},
		{`"revision": 1`, `"revision": 9223372036854775808`, "error bad-revision"},
		// A misspelt member stands in the place of one that is needed.
		{`"operator": "lt", "value": 90`, `"operator": "lt", "values": 90`, "error near-member"},
		{`"operator": "lt", "value": 90`, `"operater": "lt", "value": 90`, "error near-member"},
		{`"id": "c-low", "all"`, `"id": "c-low", "al"`, "error near-member"},
		{`"unit": "%", "initial"`, `"units": "%", "initial"`, "error near-member"},
		{`"type": "boolean", "initial"`, `"type": "boolean", "units": "%", "initial"`, "warning near-member"},
		// Other members may be named after those that are no operands.
		{`"id": "e-on"`, `"id": "e-on", "ids": [], "kinds": 1`, ""},
		// What changes nothing, wherever it shows.
		{`"effectIds": ["e-show"]`, `"effectIds": ["e-show", "e-cancel"]`, "warning late-cancel"},
		{`"effectIds": ["e-show"]`, `"effectIds": ["e-show", "e-show"]`, ""},
		{`"effectIds": ["e-on"]`, `"effectIds": ["e-on"]}, {"id": "o3", "effectIds": ["e-on"]`, "warning dead-effect"},
		{`"effectIds": ["e-on"]`, `"effectIds": ["e-on"]}, {"id": "o3", "conditionIds": ["c-off"], "effectIds": ["e-on"]`, ""},
		{`"schedules": [`, `"schedules": [{"id": "s0", "atSeconds": 10, "effectIds": ["e-show"]},`, "warning already-revealed"},
		{`"schedules": [`, `"schedules": [{"id": "s0", "atSeconds": 10, "conditionIds": ["c-off"], "effectIds": ["e-show"]},`, ""},
		{`"schedules": [`, `"schedules": [{"id": "s0", "atSeconds": 10, "effectIds": ["e-lead"]}, {"id": "s9", "atSeconds": 11, "effectIds": ["e-lead"]},`, "warning already-connected"},
		{`"operator": "lt", "value": 90`, `"operator": "lt", "value": 120`, "warning value-range"},
		{`"effectIds": ["e-on"]`, `"effectIds": ["e-on", "e-long"]`, "error unknown-effect"},
		// Dependencies that cannot be read may hold anything.
		{`"flags": [`, `"dependencies": null, "flags": [{"id": "x", "patientId": "theirs"}, `, "error wrong-shape"},
		{`"actions": [`, `"dependencies": ["lib"], "actions": [{"id": "a", "conditionIds": ["theirs"], "outcomes": []}, `, "error wrong-shape"},
	} {
		if strings.Count(sound, c.old) < 1 {
			t.Fatalf("%q does not stand in the scenario", c.old)
		}
		text := strings.Replace(sound, c.old, c.new, 1)
		f := openScenarios([]string{"case.scenario.json"}, [][]byte{[]byte(text)})
		var got []string
		for _, d := range diagnosticsOf(t, f.docs[0]) {
			got = append(got, fmt.Sprintf("%s %s", d.Severity, d.Code))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, "\n")); diff != "" {
			t.Errorf("%s instead of %s (-want +got):\n%s", c.new, c.old, diff)
		}
	}
}

// TestScenarioOnceOfMany holds that an id that names nothing excuses one element that is not used, and no more.
func TestScenarioOnceOfMany(t *testing.T) {
	text := strings.Replace(sound, `"effectIds": ["e-desat"]`, `"effectIds": ["e-dsat"]`, 1)
	text = strings.Replace(text, `"effectIds": ["e-show"]`, `"effectIds": []`, 1)
	var got []string
	for _, d := range diagnosticsOf(t, openScenarios([]string{"case.scenario.json"}, [][]byte{[]byte(text)}).docs[0]) {
		got = append(got, fmt.Sprintf("%s %s", d.Code, d.Address))
	}
	want := []string{"unused-effect effects.e-show", "unknown-effect schedules.s1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestScenarioNameless holds that an element without an id excuses one id that nothing has, wherever it stands, and no
// second one.
func TestScenarioNameless(t *testing.T) {
	text := strings.Replace(sound, `"id": "e-desat", "kind"`, `"kind"`, 1)
	text = strings.Replace(text, `"effectIds": ["e-show"]`, `"effectIds": ["e-desat", "e-show", "other"]`, 1)
	var got []string
	for _, d := range diagnosticsOf(t, openScenarios([]string{"case.scenario.json"}, [][]byte{[]byte(text)}).docs[0]) {
		got = append(got, fmt.Sprintf("%s %s", d.Code, d.Address))
	}
	want := []string{"missing-member ", "unknown-effect schedules.s2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func diagnosticsOf(t *testing.T, d *analysis.Document) []analysis.Diagnostic {
	t.Helper()
	found, err := d.Diagnostics(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found
}
