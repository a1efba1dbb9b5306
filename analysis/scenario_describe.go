package analysis

import (
	"fmt"
	"strings"

	"github.com/scenariolsp/lsp/eval/scenario"
)

// describeScenario says what an id of a scenario stands for, in sentences.
func (d *Document) describeScenario(s *scenarioResult, o Occurrence) (Description, bool) {
	out := Description{Kind: o.Kind, Name: o.Name, Address: o.Address}
	switch {
	case o.Kind == KindField:
		out.Doc = o.Type
		if o.Name == "kind" || o.Name == "targetId" || isOperand(o.Name) {
			out.Notes = append(out.Notes, d.kindNote(s, o.Within)...)
		}
		if strings.HasPrefix(o.Within, "overrides[") {
			out.Notes = append(out.Notes, overrideNotes(s, o.Within)...)
		}
		return out, out.Doc != ""
	case o.Kind == KindMember: // the path of an override
		out.Notes = overrideNotes(s, o.Within)
		return out, true
	case o.Kind == KindDependency:
		return d.describeDependency(out)
	case o.Kind == KindOutcome || s.resolved == nil:
		return out, false
	}
	e := s.resolved.byID[o.Name]
	if e == nil {
		return out, false
	}
	out.Type = strings.TrimPrefix(strings.TrimPrefix(collectionOf(e.sort).noun, "an "), "a ")
	if name := memberText(e.node, "name"); name != "" {
		out.Doc = name
	}
	out.Notes = append(out.Notes, s.notes(e)...)
	if e.part != s.own {
		out.Notes = append(out.Notes, "Imported from "+graphID(e.part.doc)+" "+revisionText(e.part.header.revision)+".")
		for _, x := range e.part.changed {
			if x.touches(e.node.Pointer()) {
				out.Notes = append(out.Notes, fmt.Sprintf("Overridden by %s: %s is %s, was %s.", importer(x), x.location, shortJSON(x.value), shortJSON(x.old)))
			}
		}
	}
	if strings.HasPrefix(o.Within, "overrides[") {
		out.Notes = append(out.Notes, overrideNotes(s, o.Within)...)
	}
	return out, true
}

func isOperand(name string) bool {
	for _, o := range operands {
		if o.name == name {
			return true
		}
	}
	return false
}

// kindNote says what the kind of the effect at an address does, and which operands it has.
func (d *Document) kindNote(s *scenarioResult, address string) []string {
	for _, e := range s.own.elements {
		if e.sort == effectSort && e.address() == address && e.effect.kind != nil {
			k := e.effect.kind
			return []string{k.Kind.String() + ": " + k.Doc, upperFirst(takes(k)) + "."}
		}
	}
	return nil
}

// overrideNotes says what an override replaces by what.
func overrideNotes(s *scenarioResult, address string) []string {
	if s.resolved == nil {
		return nil
	}
	for _, x := range s.resolved.applied {
		if x.address() == address {
			return []string{fmt.Sprintf("Replaces %s by %s.", shortJSON(x.old), shortJSON(x.value))}
		}
	}
	return []string{"This override is not applied."}
}

func (d *Document) describeDependency(out Description) (Description, bool) {
	for _, l := range d.linked() {
		if l.pin.address() != out.Address {
			continue
		}
		out.Type = l.pin.title()
		if l.doc == nil {
			out.Notes = append(out.Notes, "No file of that id and revision was found.")
			return out, true
		}
		out.Doc = l.doc.ownModule().header.title
		out.Notes = append(out.Notes, "Found in "+l.doc.Name+".")
		if l.digest == l.pin.sha256 {
			out.Notes = append(out.Notes, "Its bytes are those pinned here.")
		} else {
			out.Notes = append(out.Notes, "Its bytes are not those pinned here.")
		}
		return out, true
	}
	return out, false
}

// notes says in a sentence what an element is.
func (s *scenarioResult) notes(e *element) []string {
	def, at := s.described()
	switch e.sort {
	case variableSort:
		return variableNotes(e)
	case flagSort:
		return []string{"At the start it is " + scenario.Truth(e.truth).String() + "."}
	case historySort, observationSort, resultSort:
		if e.truth {
			return []string{"It is revealed from the start."}
		}
		return []string{"It is revealed by an effect."}
	case conditionSort:
		return []string{"Holds when " + def.DescribeCondition(at[e]) + "."}
	case effectSort:
		return []string{upperFirst(def.DescribeEffect(at[e])) + "."}
	case scheduleSort:
		var what, gate []string
		for _, i := range def.Schedules[at[e]].Effects {
			what = append(what, def.DescribeEffect(i))
		}
		for _, i := range def.Schedules[at[e]].Conditions {
			gate = append(gate, def.DescribeCondition(i))
		}
		note := "Comes due at " + e.schedule.at.String() + " s"
		if len(gate) > 0 {
			note += ", and is skipped unless " + strings.Join(gate, " AND ")
		}
		if len(what) > 0 {
			note += ". It " + strings.Join(what, ", then ")
		}
		return []string{note + "."}
	}
	return nil
}

func variableNotes(e *element) []string {
	v := e.variable
	var notes []string
	unit := ""
	if v.unit != "" {
		unit = " " + v.unit
	}
	if v.initial.Present() {
		notes = append(notes, "It starts at "+v.initial.String()+unit+".")
	} else {
		notes = append(notes, "It has no initial value: a run must bind it.")
	}
	if v.min.Present() || v.max.Present() {
		notes = append(notes, "Expected from "+orOpen(v.min)+" to "+orOpen(v.max)+unit+"; values are never clamped.")
	}
	return notes
}

func orOpen(v scenario.Value) string {
	if v.Present() {
		return v.String()
	}
	return "anything"
}
