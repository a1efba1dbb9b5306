package workspace

import (
	"path/filepath"
	"slices"
	"strings"
)

// The names by which runs belong to a scenario: icu.run.json and icu.<case>.run.json beside icu.scenario.json.
const (
	scenarioSuffix = ".scenario.json"
	runSuffix      = ".run.json"
)

// RunsOf returns the runs of a scenario, icu.run.json first and the others by the name of their case. As with states,
// a run belongs to the scenario with the longest name that fits.
func (v *View) RunsOf(scenario string) []State {
	stem, ok := strings.CutSuffix(filepath.Base(scenario), scenarioSuffix)
	if !ok || stem == "" || IsVirtual(scenario) {
		return nil
	}
	dir := filepath.Dir(scenario)
	names := v.list(dir)
	var runs []State
	for _, name := range names {
		if owner, sub, ok := ownerOf(name, names, runSuffix, scenarioSuffix); ok && owner == stem {
			runs = append(runs, State{Path: filepath.Join(dir, name), Case: sub})
		}
	}
	slices.SortStableFunc(runs, func(a, b State) int { return strings.Compare(a.Case, b.Case) })
	return runs
}

// ScenarioOf returns the path of the scenario that a run belongs to by its name; ok is false where none lies beside.
func (v *View) ScenarioOf(run string) (scenario string, ok bool) {
	if IsVirtual(run) {
		return "", false
	}
	return v.ownerBeside(run, runSuffix, scenarioSuffix)
}
