package analysis

import (
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/analysis/units"
)

// unitRelation says how two spellings of units stand to each other, for the message that they differ.
func unitRelation(found, declared string) string {
	switch {
	case strings.TrimSpace(found) == strings.TrimSpace(declared):
		return "it differs by white space"
	case strings.EqualFold(found, declared):
		if units.Compare(found, declared) == units.SameMeaning {
			return "same meaning, another spelling"
		}
		return "it differs in capitals"
	}
	switch units.Compare(found, declared) {
	case units.SameMeaning:
		return "same meaning, another spelling"
	case units.OtherSize:
		return "another size of the same quantity"
	case units.OtherKind:
		return "another quantity"
	}
	return "another text"
}

// effectUnit compares an effect's unit with the declared one by code points (scenario-format.md, "Units").
func (c *scenarioCheck) effectUnit(x *effect, t *element) {
	v := t.variable
	if x.unitAt == nil || v.unitAt == nil || v.unitUnreadable || x.unitAt.Text() == v.unit {
		return
	}
	f := c.report(UnitMismatch, x.unitAt.Span(), "The unit %q is not the declared unit of %s, %q (%s; units are never converted).", x.unitAt.Text(), t.id, v.unit, unitRelation(x.unitAt.Text(), v.unit))
	fix := f.fix("Change to the declared unit \""+v.unit+"\"", replaceText(x.unitAt, v.unit))
	relation := units.Compare(strings.TrimSpace(x.unitAt.Text()), strings.TrimSpace(v.unit))
	fix.Safe = relation == units.SameMeaning || relation == units.Identical
	fix.Preferred = relation != units.OtherSize && relation != units.OtherKind // the number would mean something else
	c.because(f, t, v.unitAt.Span(), "The unit is declared here.")
}

// declaredUnit warns of a unit that is no UCUM code. The fix changes the effects that repeat it too.
func (c *scenarioCheck) declaredUnit(e *element) {
	v := e.variable
	usual, known := units.Usual(v.unit)
	switch {
	case known:
		f := c.report(UnitCode, v.unitAt.Span(), "The unit %q of %s is no UCUM code for it; the usual one is %q.", v.unit, v.shown, usual)
		edits := []jsontree.Edit{replaceText(v.unitAt, usual)}
		for _, o := range c.repeating(e) {
			if o.effect.unitAt.Text() == v.unit {
				edits = append(edits, replaceText(o.effect.unitAt, usual))
			}
		}
		f.fix("Change to \""+usual+"\"", edits...).Safe = true
	case !units.Valid(v.unit):
		c.report(UnitCode, v.unitAt.Span(), "The unit %q of %s is no UCUM code that is known here; other implementations may not know it either.", v.unit, v.shown)
	}
}

// repeating lists the effects in a variable's own document that state a unit for it.
func (c *scenarioCheck) repeating(e *element) []*element {
	if c.stating == nil {
		c.stating = map[*module]map[string][]*element{}
	}
	byTarget := c.stating[e.part]
	if byTarget == nil {
		byTarget = map[string][]*element{}
		for _, o := range e.part.elements {
			if o.sort == effectSort && o.effect.unitAt != nil && o.effect.target != nil {
				id := o.effect.target.Text()
				byTarget[id] = append(byTarget[id], o)
			}
		}
		c.stating[e.part] = byTarget
	}
	return byTarget[e.id]
}
