package analysis

import (
	"fmt"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// scenarioCheck checks what elements say of each other in a resolved scenario.
type scenarioCheck struct {
	*resolved
	d           *Document
	element     *element // that is checked now
	faults      []fault
	words       map[string]*feel.Vocabulary // for suggestions: the ids of sorts, found when the first is made
	excuses     map[idSort]map[string]bool  // unknown ids that may be those of elements without one
	suggestions int                         // that were searched for
	stating     map[*module]map[string][]*element
}

// checkScenario checks the elements of a resolved scenario: those of d alone, or all of them. Nothing is said of what
// an unresolved dependency may hold.
func checkScenario(d *Document, r *resolved, all bool) []fault {
	c := &scenarioCheck{resolved: r, d: d}
	for _, p := range r.parts {
		for _, e := range p.elements {
			if e.id != "" && r.byID[e.id] != e {
				c.duplicate(e)
			}
			if all || p == r.own() {
				c.check(e)
			}
		}
	}
	c.element = nil
	c.reach(all)
	return c.faults
}

func (c *scenarioCheck) report(code Code, span jsontree.Span, format string, args ...any) *fault {
	return c.reportIn(c.element, code, span, format, args...)
}

func (c *scenarioCheck) reportIn(e *element, code Code, span jsontree.Span, format string, args ...any) *fault {
	c.faults = append(c.faults, fault{part: e.part, element: e,
		Diagnostic: Diagnostic{Code: code, Severity: code.severity(), Span: span, Address: e.address(), Message: fmt.Sprintf(format, args...)}})
	return &c.faults[len(c.faults)-1]
}

// because relates a fault to another element.
func (c *scenarioCheck) because(f *fault, e *element, span jsontree.Span, message string) {
	f.about = append(f.about, rest{e, span})
	f.Related = append(f.Related, relatedIn(c.d, e.part, span, message))
}

// duplicate reports an id that an earlier element has: all of a resolved document share one namespace.
func (c *scenarioCheck) duplicate(e *element) {
	first := c.byID[e.id]
	var f *fault
	if first.part == e.part {
		f = c.reportIn(e, DuplicateID, e.at(), "The id %q stands twice; all ids of a scenario share one namespace.", e.id)
	} else {
		f = c.reportIn(e, IDCollision, e.at(), "The id %q is taken: %s has %s of that id. Only an override changes imported content.", e.id, graphID(first.part.doc), collectionOf(first.sort).noun)
	}
	c.because(f, first, first.at(), "The first is here.")
}

// check checks one element.
func (c *scenarioCheck) check(e *element) {
	c.element = e
	if e.patient != nil {
		c.reference(e.patient, UnknownPatient, patientSort)
	}
	c.references(e.gate, UnknownCondition, conditionSort)
	switch e.sort {
	case patientSort:
		for i := range e.channels {
			c.references(e.channels[i].variables, UnknownVariable, variableSort)
		}
		if len(e.channels) == 0 && !e.unclear {
			c.report(NoChannels, e.at(), "%s has no monitor channels; any channel name is taken as it is.", upperFirst(e.noun()))
		}
	case variableSort:
		c.variable(e)
	case conditionSort:
		for i := range e.condition.all {
			c.predicate(&e.condition.all[i])
		}
	case effectSort:
		c.effect(e)
	case scheduleSort:
		c.references(e.schedule.effects, UnknownEffect, effectSort)
	case actionSort:
		for i := range e.outcomes {
			c.references(e.outcomes[i].gate, UnknownCondition, conditionSort)
			c.references(e.outcomes[i].effects, UnknownEffect, effectSort)
		}
	}
}

func (c *scenarioCheck) references(ns []*jsontree.Node, code Code, sort idSort) {
	for _, n := range ns {
		c.reference(n, code, sort)
	}
}

// reference finds the element that a text names; nil where there is none of that sort.
func (c *scenarioCheck) reference(n *jsontree.Node, code Code, sort idSort) *element {
	id := n.Text()
	_, noun, _ := strings.Cut(collectionOf(sort).noun, " ")
	e := c.byID[id]
	switch {
	case e == nil:
		c.unknown(n, code, "%q is no "+noun+" of this scenario.", sort)
	case e.sort != sort && c.twice[id]: // the other may be meant
	case e.sort != sort:
		f := c.report(code, n.Span(), "%s is needed here, and %s is %s.", upperFirst(collectionOf(sort).noun), id, collectionOf(e.sort).noun)
		c.because(f, e, e.at(), "It is declared here.")
	default:
		return e
	}
	return nil
}

// unknown reports an id that nothing has, with the nearest of the sorts needed. It is silent while content is missing
// in which the id may live; an element whose id cannot be read excuses one.
func (c *scenarioCheck) unknown(n *jsontree.Node, code Code, format string, sorts ...idSort) {
	if c.open || c.failed {
		return
	}
	if c.excused(n.Text(), sorts) {
		return
	}
	near := c.nearest(n.Text(), sorts)
	f := c.report(code, n.Span(), format+"%s", n.Text(), didYouMean(near))
	if near != "" {
		f.fix("Change to \""+near+"\"", replaceText(n, near))
	}
}

// excused tells whether an unknown id may be that of an element whose own cannot be read.
func (c *scenarioCheck) excused(id string, sorts []idSort) bool {
	for _, s := range sorts {
		nameless := 0
		for _, p := range c.parts {
			nameless += p.unnamed[s]
		}
		taken := c.excuses[s]
		if taken[id] {
			return true
		}
		if len(taken) < nameless {
			if taken == nil {
				if c.excuses == nil {
					c.excuses = map[idSort]map[string]bool{}
				}
				taken = map[string]bool{}
				c.excuses[s] = taken
			}
			taken[id] = true
			return true
		}
	}
	return false
}

// maxSuggestions bounds the unknown ids of one scenario for which the nearest known one is searched.
const maxSuggestions = 2000

// nearest finds the id of some sorts that resembles an unknown one, or "".
func (c *scenarioCheck) nearest(id string, sorts []idSort) string {
	if c.suggestions++; c.suggestions > maxSuggestions {
		return ""
	}
	key := fmt.Sprint(sorts)
	if c.words[key] == nil {
		var names []string
		for _, s := range sorts {
			for _, p := range c.parts {
				for _, e := range p.elements {
					if e.sort == s {
						names = append(names, e.id)
					}
				}
			}
		}
		if c.words == nil {
			c.words = map[string]*feel.Vocabulary{}
		}
		c.words[key] = feel.NewVocabulary(names)
	}
	return c.words[key].Nearest(id)
}

// lookup finds what an id names, for checks that come after the one of the reference itself.
func (c *scenarioCheck) lookup(n *jsontree.Node, sorts ...idSort) *element {
	if n == nil {
		return nil
	}
	e := c.byID[n.Text()]
	if e == nil {
		return nil
	}
	for _, s := range sorts {
		if e.sort == s {
			return e
		}
	}
	return nil
}

// variable checks the unit and the bounds of a variable.
func (c *scenarioCheck) variable(e *element) {
	v := e.variable
	if v.unitAt != nil && !v.boolean && v.known && v.unit != "" {
		c.declaredUnit(e)
	}
	if v.initial.Kind == scenario.NumberValue {
		c.bounds(v.initial, v.initialAt, e, "The initial value of "+v.shown)
	}
}

// bounds warns of a value outside of what its variable declares.
func (c *scenarioCheck) bounds(value scenario.Value, at *jsontree.Node, of *element, what string) {
	v := of.variable
	bound, word, side := v.min, "min", "below"
	if !v.min.Present() || value.Number.Cmp(v.min.Number) >= 0 {
		if !v.max.Present() || value.Number.Cmp(v.max.Number) <= 0 {
			return
		}
		bound, word, side = v.max, "max", "above"
	}
	f := c.report(ValueRange, at.Span(), "%s is %s, %s its %s, %s. Values are never clamped.", what, value, side, word, bound)
	if of != c.element {
		n := v.minAt
		if word == "max" {
			n = v.maxAt
		}
		c.because(f, of, n.Span(), "The "+word+" is declared here.")
	}
}

// predicate checks one comparison against what it tests.
func (c *scenarioCheck) predicate(p *predicate) {
	if p.target == nil {
		return
	}
	e := c.byID[p.target.Text()]
	switch {
	case e == nil:
		c.unknown(p.target, UnknownTarget, "%q is no variable and no flag of this scenario.", variableSort, flagSort)
		return
	case c.twice[e.id]:
		return
	case e.sort != variableSort && e.sort != flagSort:
		f := c.report(TargetSort, p.target.Span(), "%s is %s; a predicate tests a variable or a flag.", e.id, collectionOf(e.sort).noun)
		c.because(f, e, e.at(), "It is declared here.")
		return
	case e.sort == variableSort && !e.variable.known:
		return
	}
	boolean := e.sort == flagSort || e.variable.boolean
	ordering := p.operatorAt != nil && p.operator != scenario.Eq && p.operator != scenario.Ne
	_, noun, _ := strings.Cut(collectionOf(e.sort).noun, " ")
	if boolean && e.sort == variableSort {
		noun = "boolean variable"
	}
	var f *fault
	switch {
	case boolean && ordering:
		f = c.report(OperatorType, p.operatorAt.Span(), "%s is a %s and knows no order: %s cannot be asked of it, only eq and ne.", e.id, noun, p.operator)
	case p.valueAt == nil || p.valueAt.Kind() == jsontree.Missing:
	case boolean && p.valueAt.Kind() != jsontree.Bool:
		f = c.report(ValueType, valueSpan(p.valueAt), "%s is a %s and the value is %s; it needs true or false.", e.id, noun, kindPhrase(p.valueAt))
		f.spelled(p.valueAt, jsontree.Bool)
	case !boolean && p.valueAt.Kind() != jsontree.Number:
		f = c.report(ValueType, valueSpan(p.valueAt), "%s is a numeric variable and the value is %s; it needs a number%s.", e.id, kindPhrase(p.valueAt), inUnit(e.variable))
		f.spelled(p.valueAt, jsontree.Number)
	}
	if f != nil {
		c.because(f, e, e.at(), "It is declared here.")
	}
}

func inUnit(v *variable) string {
	if v.unit == "" {
		return ""
	}
	return " in " + v.unit
}

// effect checks an effect's target and what the target says of its operands.
func (c *scenarioCheck) effect(e *element) {
	x := e.effect
	if x.target == nil || x.kind == nil {
		return
	}
	id := x.target.Text()
	t := c.byID[id]
	if t == nil {
		c.unknown(x.target, UnknownTarget, "%q is nothing in this scenario; "+x.kind.Kind.String()+" needs "+x.kind.Target+".", x.kind.targets...)
		return
	}
	if c.twice[id] {
		return
	}
	fits := false
	for _, s := range x.kind.targets {
		fits = fits || t.sort == s
	}
	what := collectionOf(t.sort).noun
	if t.sort == variableSort && fits && t.variable.known && t.variable.boolean {
		fits, what = false, "a boolean variable"
	}
	if !fits {
		f := c.report(TargetSort, x.target.Span(), "%s is %s; %s needs %s.", id, what, x.kind.Kind, x.kind.Target)
		c.because(f, t, t.at(), "It is declared here.")
		return
	}
	switch t.sort {
	case variableSort:
		c.effectUnit(x, t)
		if x.unitFault > 0 && t.variable.unit != "" && e.part == c.own() {
			e.part.faults[x.unitFault-1].fix("Add the declared unit \""+t.variable.unit+"\"", jsontree.InsertMember(e.node, "unit", jsontree.EncodeString(t.variable.unit), e.node.Len()-1))
		}
		if x.value.Present() {
			c.bounds(x.value, x.valueAt, t, "The value for "+t.variable.shown)
		}
	case patientSort:
		c.channel(x, t)
	}
}

// channel checks that a patient who declares channels declares this one.
func (c *scenarioCheck) channel(x *effect, t *element) {
	if x.channelAt == nil || len(t.channels) == 0 || t.unclear {
		return
	}
	names := make([]string, len(t.channels))
	for i, ch := range t.channels {
		if names[i] = ch.name; ch.name == x.channelAt.Text() {
			return
		}
	}
	near := feel.Nearest(x.channelAt.Text(), names)
	f := c.report(UnknownChannel, x.channelAt.Span(), "%q is no channel of %s; it has %s.%s", x.channelAt.Text(), t.id, few(names), didYouMean(near))
	if near != "" {
		f.fix("Change to \""+near+"\"", replaceText(x.channelAt, near))
	}
	c.because(f, t, t.at(), "The patient is declared here.")
}
