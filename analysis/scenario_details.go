package analysis

import (
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// details reads what elements of one sort have.
func (l *moduleLowerer) details(e *element) {
	n := e.node
	switch e.sort {
	case patientSort:
		e.channels, e.unclear = l.monitor(n.Get("monitor"))
	case variableSort:
		e.variable = l.variableOf(e)
	case flagSort:
		e.truth = n.Get("initial").Bool()
	case historySort, observationSort, resultSort:
		e.truth = n.Get("revealed").Bool()
	case conditionSort:
		e.condition = l.conditionOf(e)
	case effectSort:
		e.effect = l.effectOf(e)
	case scheduleSort:
		l.unread = l.unread || n.Get("effectIds") == nil
		e.schedule = &schedule{atAt: n.Get("atSeconds"), at: l.seconds(n.Get("atSeconds"), "atSeconds", false), effects: l.texts(n.Get("effectIds"), "effectIds")}
	case actionSort:
		e.outcomes = l.outcomesOf(e)
	}
}

// monitor reads the channels of a patient; unclear tells that some cannot be read.
func (l *moduleLowerer) monitor(n *jsontree.Node) (out []channel, unclear bool) {
	channels := n.Get("channels")
	if n.Kind() == jsontree.Object {
		unclear = l.members(n, monitorMembers, "monitor")["channels"] || channels != nil && channels.Kind() != jsontree.Array
	} else {
		unclear = n != nil
	}
	seen := map[string]*jsontree.Node{}
	for _, c := range channels.Elements() {
		if !l.want(c, jsontree.Object, "An entry of channels") {
			unclear = true
			continue
		}
		l.members(c, channelMembers, "A channel")
		name := text(c.Get("channel"))
		switch {
		case name == nil:
			unclear = true
			continue
		case name.Text() == "":
			l.report(BadID, name.Span(), "The name of the channel is empty; nothing could name it.")
			unclear = true
			continue
		}
		if first := seen[name.Text()]; first != nil {
			f := l.report(DuplicateID, name.Span(), "The channel %q stands twice on this monitor; each may stand once.", name.Text())
			f.Related = []Related{{Span: first.Span(), Message: "The first is here."}}
			continue
		}
		seen[name.Text()] = name
		out = append(out, channel{name: own(name.Text()), at: name, node: c, connected: c.Get("connected").Bool(), variables: l.texts(c.Get("variableIds"), "variableIds")})
	}
	return out, unclear
}

// variableOf reads a variable (scenario-format.md, "Profile").
func (l *moduleLowerer) variableOf(e *element) *variable {
	n := e.node
	v := &variable{known: true, shown: e.id}
	if name := text(n.Get("name")); name != nil && name.Text() != "" {
		v.shown = own(name.Text())
	}
	if t := n.Get("type"); t != nil {
		v.known = t.Kind() == jsontree.String && (t.Text() == "number" || t.Text() == "boolean")
		v.boolean = v.known && t.Text() == "boolean"
		if t.Kind() == jsontree.String && !v.known {
			near := feel.Nearest(t.Text(), []string{"number", "boolean"})
			f := l.report(VariableType, t.Span(), "%q is no type of a variable; it needs number or boolean.%s", t.Text(), didYouMean(near))
			if near != "" {
				f.fix("Change to \""+near+"\"", replaceText(t, near))
			}
		}
	}
	if initial := n.Get("initial"); initial.Kind() == jsontree.Bool && n.Get("type") == nil && n.Get("unit") == nil {
		v.known = false // what it is compared with and set to may be right
		l.report(ValueType, initial.Span(), "The initial value of %s is %s, and a variable is numeric unless its type is boolean.", v.shown, initial.Raw()).
			fix("Add \"type\": \"boolean\"", jsontree.InsertMember(n, "type", `"boolean"`, int(initial.Index())-1))
	}
	l.unitOf(e, v)
	v.minAt, v.maxAt = n.Get("min"), n.Get("max")
	v.min, v.max = l.number(v.minAt, "min"), l.number(v.maxAt, "max")
	if v.min.Present() && v.max.Present() && v.min.Number.Cmp(v.max.Number) > 0 {
		l.report(ValueRange, v.minAt.Span(), "min is %s, which is more than max, %s; no value lies between.", v.min, v.max)
		v.min, v.max = scenario.Value{}, scenario.Value{}
	}
	if v.initialAt = n.Get("initial"); v.initialAt == nil || !v.known {
		return v
	}
	v.initial, v.initialMismatch = l.typed(v.initialAt, v.boolean, "The initial value of "+v.shown)
	return v
}

// unitOf reads the declared unit; a numeric variable must have one.
func (l *moduleLowerer) unitOf(e *element, v *variable) {
	u := e.node.Get("unit")
	if u.Kind() == jsontree.String {
		v.unit, v.unitAt = own(u.Text()), u
		if v.unit == "" && !v.boolean {
			l.report(MissingUnit, u.Span(), "The unit of %s is empty; a numeric variable needs one (%q where it counts without a unit).", v.shown, "1")
			v.unitUnreadable = true
		}
		return
	}
	v.unitUnreadable = true
	if u == nil && !v.boolean && v.known && !l.nearReported(e.node, "unit", "A numeric variable") {
		l.report(MissingUnit, e.at(), "The numeric variable %s needs a unit, such as %q; %q where it counts without one.", v.shown, "mm[Hg]", "1")
	}
}

// nearReported tells whether a misspelt member of n was already taken for name, which n needs: that is an error then.
func (l *moduleLowerer) nearReported(n *jsontree.Node, name, what string) bool {
	for _, m := range n.Members() {
		if m.Key.Kind() != jsontree.String || !nearMiss(m.Key.Text(), name) {
			continue
		}
		for i := range l.faults {
			if f := &l.faults[i]; f.Code == NearMember && f.Span == m.Key.Span() {
				f.needed(what, m.Key.Text(), name)
				return true
			}
		}
	}
	return false
}

// typed reads a number or a boolean; wrong says that it is something else.
func (l *moduleLowerer) typed(n *jsontree.Node, boolean bool, name string) (v scenario.Value, wrong bool) {
	switch {
	case n.Kind() == jsontree.Missing:
		return scenario.Value{}, true
	case boolean && n.Kind() == jsontree.Bool:
		return scenario.Truth(n.Bool()), false
	case !boolean && n.Kind() == jsontree.Number:
		v = l.number(n, name)
		return v, !v.Present()
	}
	need, kind := "a number", jsontree.Number
	if boolean {
		need, kind = "true or false", jsontree.Bool
	}
	l.report(ValueType, valueSpan(n), "%s is %s; it needs %s.", name, kindPhrase(n), need).spelled(n, kind)
	return scenario.Value{}, true
}

// conditionOf reads a condition: a flat list of predicates (seed, "events.conditions[]").
func (l *moduleLowerer) conditionOf(e *element) *condition {
	c := &condition{allAt: e.node.Get("all")}
	switch {
	case c.allAt == nil:
		c.unreadable = true
		if !l.nearReported(e.node, "all", "A condition") {
			f := l.report(ConditionShape, e.at(), "%s needs all, a list of predicates; a condition that always holds has an empty list. A missing one is not an empty one.", upperFirst(e.noun()))
			if whole(e.node) {
				f.fix("Add an empty list: it always holds", jsontree.InsertMember(e.node, "all", "[]", e.node.Len()-1)).Preferred = false
			}
		}
		return c
	case c.allAt.Kind() != jsontree.Array:
		c.unreadable = true
		if c.allAt.Kind() != jsontree.Missing {
			f := l.report(ConditionShape, valueSpan(c.allAt), "all is %s here; it needs a list of predicates {targetId, operator, value}.", kindPhrase(c.allAt))
			if c.allAt.Kind() == jsontree.Object && c.allAt.Closed() {
				f.fix("Write it as a list", jsontree.ReplaceValue(c.allAt, "["+string(c.allAt.Raw())+"]"))
			}
		}
		return c
	}
	if c.allAt.Len() == 0 {
		l.report(EmptyAll, c.allAt.Span(), "%s has no predicates: it always holds.", upperFirst(e.noun()))
	}
	for _, n := range c.allAt.Elements() {
		p, ok := l.predicate(n)
		c.unreadable = c.unreadable || !ok
		if n.Kind() == jsontree.Object {
			c.all = append(c.all, p)
		}
	}
	return c
}

// nested are members by which other formats combine predicates; this one has none.
var nested = []string{"all", "any", "not", "or", "and", "none"}

// predicate reads one predicate; ok is false where it is of another shape or a part is missing.
func (l *moduleLowerer) predicate(n *jsontree.Node) (p predicate, ok bool) {
	p.node = n
	switch n.Kind() {
	case jsontree.Object:
	case jsontree.Missing:
		return p, false
	case jsontree.String:
		l.report(PredicateShape, n.Span(), "A predicate is a text here; it needs an object {targetId, operator, value}. The format has no expressions.")
		return p, false
	default:
		l.report(PredicateShape, valueSpan(n), "A predicate is %s here; it needs an object {targetId, operator, value}.", kindPhrase(n))
		return p, false
	}
	target, operator, value := n.Get("targetId"), n.Get("operator"), n.Get("value")
	for _, name := range nested {
		inner := n.Get(name)
		if inner != nil && (target == nil || operator == nil || inner.Kind() == jsontree.Array || inner.Kind() == jsontree.Object) {
			l.report(PredicateShape, inner.Key().Span(), "Predicates do not nest: %s has no meaning here. All predicates of a condition must hold; list them side by side.", name)
			return p, false
		}
	}
	if u := n.Get("unit"); u != nil {
		l.report(PredicateUnit, u.Key().Span(), "A predicate carries no unit: its number is in the variable's declared unit. This one is ignored.").
			fix("Remove it", jsontree.RemoveMember(n, int(u.Index())))
	}
	if n.Len() == 0 {
		l.report(PredicateShape, n.Span(), "The predicate is empty; it needs targetId, operator and value.")
		return p, false
	}
	near := l.nearMisses(n, predicateMembers, "A predicate")
	var missing []string
	for _, m := range predicateMembers {
		if n.Get(m.name) == nil && !near[m.name] {
			missing = append(missing, m.name)
		}
	}
	if len(missing) > 0 {
		l.report(MissingMember, opening(n), "The predicate needs %s.", joinNames(missing))
	}
	if target != nil && l.want(target, jsontree.String, "targetId") {
		p.target = target
	}
	if operator != nil && l.want(operator, jsontree.String, "operator") {
		p.operator, p.operatorAt = l.operator(operator)
	}
	if p.valueAt = value; value != nil {
		switch value.Kind() {
		case jsontree.Number:
			p.value = l.number(value, "The value")
		case jsontree.Bool:
			p.value = scenario.Truth(value.Bool())
		}
	}
	return p, p.target != nil && p.operatorAt != nil && p.value.Present()
}

// operator reads one of the closed vocabulary.
func (l *moduleLowerer) operator(n *jsontree.Node) (scenario.Operator, *jsontree.Node) {
	name := n.Text()
	if op, ok := scenario.ParseOperator(name); ok {
		return op, n
	}
	near := feel.Nearest(name, scenario.OperatorNames())
	if meant := signs[name]; meant != "" {
		near = meant
	}
	f := l.report(UnknownOperator, n.Span(), "%q is no operator; there are %s.%s", name, strings.Join(scenario.OperatorNames(), ", "), didYouMean(near))
	if near != "" {
		f.fix("Change to \""+near+"\"", replaceText(n, near)).Safe = signs[name] != ""
	}
	return 0, nil
}

// signs are operators as other languages write them.
var signs = map[string]string{"=": "eq", "==": "eq", "===": "eq", "!=": "ne", "<>": "ne", "neq": "ne", "<": "lt", "<=": "lte", "le": "lte", ">": "gt", ">=": "gte", "ge": "gte"}

// outcomesOf reads the outcomes of an action, in order.
func (l *moduleLowerer) outcomesOf(e *element) []outcome {
	var out []outcome
	seen := map[string]*jsontree.Node{}
	outcomes := e.node.Get("outcomes")
	l.unread = l.unread || outcomes != nil && outcomes.Kind() != jsontree.Array
	for _, n := range outcomes.Elements() {
		if !l.want(n, jsontree.Object, "An entry of outcomes") {
			l.unread = true
			continue
		}
		l.members(n, outcomeMembers, "An outcome")
		l.unread = l.unread || n.Get("effectIds") == nil
		o := outcome{node: n, gate: l.texts(n.Get("conditionIds"), "conditionIds"), effects: l.texts(n.Get("effectIds"), "effectIds")}
		if id := text(n.Get("id")); id != nil {
			o.id, o.idAt = own(id.Text()), id
			l.idText(id, "The id")
			if first := seen[o.id]; first != nil {
				f := l.report(DuplicateID, id.Span(), "The outcome id %q stands twice in this action; each may stand once.", o.id)
				f.Related = []Related{{Span: first.Span(), Message: "The first is here."}}
			} else {
				seen[o.id] = id
			}
		}
		out = append(out, o)
	}
	return out
}

// nearMiss tells whether two different names are within two edits of each other, and close for their length.
func nearMiss(name, known string) bool {
	d := feel.Distance(name, known, 2)
	return d > 0 && d <= 2 && d <= len(known)/2
}
