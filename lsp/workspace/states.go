package workspace

import (
	"path/filepath"
	"slices"
	"strings"
)

// The names by which states belong to a model (model-format.md, "Documents"): claims.state.json,
// claims.<case>.state.json and claims.states/<case>.json beside claims.model.json.
const (
	modelSuffix  = ".model.json"
	stateSuffix  = ".state.json"
	statesSuffix = ".states"
	jsonSuffix   = ".json"
)

// State is a state document that belongs to a model by its name, or a run document that belongs to a scenario so.
type State struct {
	Path string
	Case string // "late" of claims.late.state.json; empty for claims.state.json
}

// Title returns what a person calls the state: its case, or the name that it shares with the model.
func (s State) Title() string {
	if s.Case != "" {
		return s.Case
	}
	name := filepath.Base(s.Path)
	return strings.TrimSuffix(strings.TrimSuffix(name, stateSuffix), runSuffix)
}

// SidecarsOf returns the states of a model, or the runs of a scenario.
func (v *View) SidecarsOf(path string) []State {
	if runs := v.RunsOf(path); len(runs) > 0 {
		return runs
	}
	return v.StatesOf(path)
}

// OwnerOf returns the model that a state belongs to, or the scenario that a run does; ok is false for other documents.
func (v *View) OwnerOf(path string) (owner string, ok bool) {
	if owner, ok = v.ScenarioOf(path); ok {
		return owner, ok
	}
	return v.ModelOf(path)
}

// StatesOf returns the states of the model, claims.state.json first and the others by the name of their case. Documents
// that are open and not saved yet are among them. A state belongs to the model with the longest name that fits, so that
// claims.late.state.json is not among those of claims.model.json where a claims.late.model.json lies beside it.
func (v *View) StatesOf(model string) []State {
	stem, ok := strings.CutSuffix(filepath.Base(model), modelSuffix)
	if !ok || stem == "" || IsVirtual(model) {
		return nil
	}
	dir := filepath.Dir(model)
	names := v.list(dir)
	var states []State
	for _, name := range names {
		if owner, sub, ok := ownerOf(name, names, stateSuffix, modelSuffix); ok && owner == stem {
			states = append(states, State{Path: filepath.Join(dir, name), Case: sub})
		}
	}
	folder := filepath.Join(dir, stem+statesSuffix)
	for _, name := range v.list(folder) {
		if sub, ok := strings.CutSuffix(name, jsonSuffix); ok && sub != "" {
			states = append(states, State{Path: filepath.Join(folder, name), Case: sub})
		}
	}
	slices.SortStableFunc(states, func(a, b State) int { return strings.Compare(a.Case, b.Case) })
	return states
}

// ModelOf returns the path of the model that the state belongs to by its name; ok is false for a document that is named
// like no state, or that no model lies beside.
func (v *View) ModelOf(state string) (model string, ok bool) {
	if IsVirtual(state) {
		return "", false
	}
	dir, name := filepath.Dir(state), filepath.Base(state)
	if owner, ok := v.ownerBeside(state, stateSuffix, modelSuffix); ok {
		return owner, true
	}
	stem, inFolder := strings.CutSuffix(filepath.Base(dir), statesSuffix)
	if !inFolder || stem == "" || !strings.HasSuffix(name, jsonSuffix) {
		return "", false
	}
	beside := stem + modelSuffix
	if !slices.Contains(v.list(filepath.Dir(dir)), beside) {
		return "", false
	}
	return filepath.Join(filepath.Dir(dir), beside), true
}

// IsState reports whether the path is named as a state is, whatever its content.
func IsState(path string) bool {
	if strings.HasSuffix(path, stateSuffix) {
		return true
	}
	dir := filepath.Base(filepath.Dir(path))
	return strings.HasSuffix(path, jsonSuffix) && strings.HasSuffix(dir, statesSuffix) && dir != statesSuffix
}

// StatePath returns where a new state of the model belongs: claims.state.json for the first, and
// claims.<case>.state.json for a further one.
func StatePath(model, sub string) string {
	stem, ok := strings.CutSuffix(model, modelSuffix)
	if !ok {
		stem = strings.TrimSuffix(model, jsonSuffix)
	}
	if sub != "" {
		stem += "." + sub
	}
	return stem + stateSuffix
}

// ownerBeside finds the document that another one in its folder belongs to by its name.
func (v *View) ownerBeside(path, suffix, ownerSuffix string) (string, bool) {
	dir, name := filepath.Dir(path), filepath.Base(path)
	if !strings.HasSuffix(name, suffix) {
		return "", false
	}
	owner, _, ok := ownerOf(name, v.list(dir), suffix, ownerSuffix)
	return filepath.Join(dir, owner+ownerSuffix), ok
}

// ownerOf finds, among the names beside a state, the model with the longest name that the state's name begins with; of a
// run, the scenario.
func ownerOf(name string, beside []string, suffix, ownerSuffix string) (owner, sub string, ok bool) {
	stem, isOne := strings.CutSuffix(name, suffix)
	if !isOne {
		return "", "", false
	}
	for owner := stem; ; {
		if _, found := slices.BinarySearch(beside, owner+ownerSuffix); found && owner != "" {
			return owner, strings.TrimPrefix(strings.TrimPrefix(stem, owner), "."), true
		}
		dot := strings.LastIndexByte(owner, '.')
		if dot < 0 {
			return "", "", false
		}
		owner = owner[:dot]
	}
}
