package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
)

// question is a question of the document.
type question struct {
	id    string
	near  string // the decision that was probably meant where none has the id
	kind  string
	key   *jsontree.Node
	value *jsontree.Node
}

// questionKind is what a question's type asks of its criteria and of its decision (model-format.md, "Questions"; ours:
// the seed's table is lost).
type questionKind struct {
	name          string
	doc           string
	needsCriteria bool
	criteria      func(c *questionCheck, n *jsontree.Node) // n is nil where there are none
	decision      func(c *questionCheck, t *feel.Type)
}

var questionKinds = []questionKind{
	{"noul", "Yes or no. Its decision is a boolean.", false, (*questionCheck).noulCriteria, (*questionCheck).noulDecision},
	{"choice", "One of several options. Its decision is an enum of them.", true, (*questionCheck).choiceCriteria, (*questionCheck).choiceDecision},
	{"score", "A level of two to ten. Its decision has as many levels.", true, (*questionCheck).scoreCriteria, (*questionCheck).scoreDecision},
	{"box", "A free box.", false, (*questionCheck).boxCriteria, (*questionCheck).boxDecision},
}

// spellings are other words that public files have for a type of question.
var spellings = map[string]string{"boolean": "noul", "bool": "noul", "predicate": "noul", "binary": "noul", "enum": "choice", "scale": "score", "level": "score"}

func questionKindNames() []string {
	var names []string
	for _, k := range questionKinds {
		names = append(names, k.name)
	}
	return names
}

// questionCheck checks one question.
type questionCheck struct {
	question
	members members
	report  func(Diagnostic) *Diagnostic
	options []string // of choice and score, in order
	ok      bool     // the criteria could be read
}

func (c *questionCheck) fault(code Code, span jsontree.Span, format string, args ...any) *Diagnostic {
	return c.report(Diagnostic{Code: code, Span: span, Address: "questions." + quoted(c.id), Message: fmt.Sprintf(format, args...)})
}

// checkQuestions checks the questions and their decisions.
func (a *modelAnalysis) checkQuestions() {
	a.questions = checkQuestionMap(a.sections.questions, a.report, a.answeredBy)
}

// checkQuestionMap checks a map of questions; decide, which may be nil, checks each against its decision.
func checkQuestionMap(n *jsontree.Node, report func(Diagnostic) *Diagnostic, decide func(c *questionCheck, k *questionKind)) []question {
	var out []question
	for _, m := range n.Members() {
		if m.Key.Kind() != jsontree.String {
			continue
		}
		c := &questionCheck{question: question{id: own(m.Key.Text()), key: m.Key, value: m.Value}, report: report, ok: true}
		if c.id == "" {
			c.fault(BadName, m.Key.Span(), "A question's id is not empty.")
		}
		k := c.shape()
		if decide != nil {
			decide(c, k)
		}
		out = append(out, c.question)
	}
	return out
}

// shape checks the question by itself and returns its kind, nil when that is unknown.
func (c *questionCheck) shape() *questionKind {
	n := c.value
	if n.Kind() != jsontree.Object {
		if n.Kind() != jsontree.Missing {
			c.fault(QuestionShape, valueSpan(n), "The question %s is %s; it needs an object with type and instructions.", c.id, kindPhrase(n))
		}
		return nil
	}
	c.members = membersOf(n, questionFields)
	k := c.kindOf(n)
	if i := c.members.Get("instructions"); i == nil && !n.Closed() {
		// it may be still to come
	} else if i == nil {
		c.fault(MissingText, c.key.Span(), "The question %s has no instructions: how it is put.", c.id)
	} else if i.Kind() == jsontree.Number || i.Kind() == jsontree.Bool || i.Kind() == jsontree.Null {
		c.fault(QuestionShape, i.Span(), "instructions is %s here; it needs a text, an object or an array.", kindPhrase(i))
	}
	c.unknownMembers(n, k)
	criteria := c.members.Get("criteria")
	switch {
	case k == nil:
	case criteria == nil && !n.Closed():
		c.ok = false
	default:
		k.criteria(c, criteria)
	}
	return k
}

func (c *questionCheck) kindOf(n *jsontree.Node) *questionKind {
	t := c.members.Get("type")
	if t == nil && !n.Closed() {
		return nil
	}
	if t == nil {
		c.fault(QuestionType, opening(n), "The question %s needs a type: %s.", c.id, strings.Join(questionKindNames(), ", "))
		return nil
	}
	if t.Kind() != jsontree.String {
		if t.Kind() != jsontree.Missing {
			c.fault(QuestionType, valueSpan(t), "The type of a question is %s here; it needs one of %s.", kindPhrase(t), strings.Join(questionKindNames(), ", "))
		}
		return nil
	}
	name := t.Text()
	for i := range questionKinds {
		if questionKinds[i].name == name {
			c.kind = name
			return &questionKinds[i]
		}
	}
	near := spellings[strings.ToLower(name)]
	message := fmt.Sprintf("%q is no type of question; it needs one of %s.%s", name, strings.Join(questionKindNames(), ", "), didYouMean(feel.Nearest(name, questionKindNames())))
	if near != "" {
		message = fmt.Sprintf("%q is no type of question; what it means is written %q.", name, near)
	} else {
		near = feel.Nearest(name, questionKindNames())
	}
	d := c.fault(QuestionType, t.Span(), "%s", message)
	if near != "" {
		d.Fixes = []Fix{textFix("Change to \""+near+"\"", jsontree.ReplaceValue(t, `"`+near+`"`))}
		d.Fixes[0].Safe = spellings[strings.ToLower(name)] == near
	}
	return nil
}

// unknownMembers reports members that a question does not have; min and max of a score have a message of their own.
func (c *questionCheck) unknownMembers(n *jsontree.Node, k *questionKind) {
	var bounds []string
	var first *jsontree.Node
	for _, m := range n.Members() {
		if m.Key.Kind() != jsontree.String {
			continue
		}
		name := m.Key.Text()
		if k != nil && k.name == "score" && (name == "min" || name == "max") {
			bounds = append(bounds, name)
			if first == nil {
				first = m.Key
			}
			continue
		}
		if u, ok := unknownField(m, questionFields, "A question"); ok {
			d := c.fault(UnknownField, m.Key.Span(), "%s", u.message)
			if c.members.slipped(m.Value) && (u.near == "type" || u.near == "criteria" && k != nil && k.needsCriteria) {
				d.Severity = Error
			}
			if u.near != "" {
				d.Fixes = []Fix{textFix("Change to \""+u.near+"\"", jsontree.ReplaceInString(m.Key, jsontree.Span{End: len(name)}, u.near))}
			}
		}
	}
	if first != nil {
		c.ok = c.ok && c.members.Get("criteria") != nil
		c.fault(QuestionShape, first.Span(), "A score has no %s; it has criteria, an array of its 2 to 10 levels, the lowest first.", strings.Join(bounds, " and "))
	}
}

func (c *questionCheck) noulCriteria(n *jsontree.Node) {
	if n == nil || n.Kind() == jsontree.Missing || n.Kind() == jsontree.Null {
		return
	}
	if n.Kind() != jsontree.Object {
		c.fault(QuestionShape, valueSpan(n), "The criteria of a noul is %s here; it needs an object that says what true and false mean.", kindPhrase(n))
		return
	}
	for _, m := range n.Members() {
		if name := m.Key.Text(); m.Key.Kind() == jsontree.String && name != "true" && name != "false" {
			near := feel.Nearest(name, []string{"true", "false"})
			d := c.fault(QuestionShape, m.Key.Span(), "A noul is true or false; %q is neither.%s", name, didYouMean(near))
			if near != "" && n.Get(near) == nil {
				d.Fixes = []Fix{textFix("Change to \""+near+"\"", jsontree.ReplaceInString(m.Key, jsontree.Span{End: len(name)}, near))}
			}
		}
	}
}

// maxOptions is how many options a choice may have.
const maxOptions = 255

func (c *questionCheck) choiceCriteria(n *jsontree.Node) {
	switch {
	case n == nil:
		c.ok = false
		c.fault(QuestionShape, c.key.Span(), "The choice %s needs criteria: a map from each option to its description.", c.id)
		return
	case n.Kind() == jsontree.Missing:
		c.ok = false
		return
	case n.Kind() == jsontree.Array:
		c.ok = false
		d := c.fault(QuestionShape, opening(n), "The criteria of a choice is an array here; it needs a map from each option to its description or null.")
		var members []string
		for _, e := range n.Elements() {
			if e.Kind() != jsontree.String {
				return
			}
			members = append(members, string(e.Raw())+": null")
		}
		d.Fixes = []Fix{textFix("Write it as a map", jsontree.ReplaceValue(n, "{"+strings.Join(members, ", ")+"}"))}
		d.Fixes[0].Safe = true
		return
	case n.Kind() != jsontree.Object:
		c.ok = false
		c.fault(QuestionShape, valueSpan(n), "The criteria of a choice is %s here; it needs a map from each option to its description or null.", kindPhrase(n))
		return
	}
	for _, m := range n.Members() {
		if m.Key.Kind() != jsontree.String {
			continue
		}
		c.options = append(c.options, own(m.Key.Text()))
		if k := m.Value.Kind(); k != jsontree.String && k != jsontree.Null && k != jsontree.Missing {
			c.fault(QuestionShape, valueSpan(m.Value), "The description of the option %q is %s here; it needs a text or null.", m.Key.Text(), kindPhrase(m.Value))
		}
	}
	switch len(c.options) {
	case 0:
		c.ok = false
		c.fault(ChoiceCriteria, n.Span(), "The choice %s has no options; it needs 1 to %d.", c.id, maxOptions)
	case 1:
		d := c.fault(ChoiceCriteria, n.Key().Span(), "The choice %s has one option; there is nothing to choose.", c.id)
		d.Severity = Warning
	}
	if len(c.options) > maxOptions {
		c.fault(ChoiceCriteria, n.Key().Span(), "The choice %s has %d options; it can have 1 to %d.", c.id, len(c.options), maxOptions)
	}
}

func (c *questionCheck) scoreCriteria(n *jsontree.Node) {
	switch {
	case n == nil:
		if c.ok && c.value.Get("min") == nil && c.value.Get("max") == nil {
			c.fault(QuestionShape, c.key.Span(), "The score %s needs criteria: an array of its 2 to 10 levels, the lowest first.", c.id)
		}
		c.ok = false
		return
	case n.Kind() == jsontree.Missing:
		c.ok = false
		return
	case n.Kind() == jsontree.Object:
		c.ok = false
		d := c.fault(QuestionShape, opening(n), "The criteria of a score is a map here; it needs an array of its levels, the lowest first: the position is the level.")
		var levels []string
		for _, m := range n.Members() {
			levels = append(levels, m.Key.Text())
		}
		if n.Closed() && len(levels) > 1 {
			d.Fixes = []Fix{otherFix("Write its keys as an array", jsontree.ReplaceValue(n, "["+encoded(levels, "")+"]"))}
		}
		return
	case n.Kind() != jsontree.Array:
		c.ok = false
		c.fault(QuestionShape, valueSpan(n), "The criteria of a score is %s here; it needs an array of its 2 to 10 levels, the lowest first.", kindPhrase(n))
		return
	}
	for _, e := range n.Elements() {
		switch {
		case e.Kind() == jsontree.String && slices.Contains(c.options, e.Text()):
			c.fault(ScoreLevels, e.Span(), "The level %q stands twice.", e.Text())
		case e.Kind() != jsontree.String && e.Kind() != jsontree.Missing:
			c.ok = false
			c.fault(QuestionShape, valueSpan(e), "A level of a score is %s here; it needs a text.", kindPhrase(e))
		}
		c.options = append(c.options, own(e.Text()))
	}
	if l := len(c.options); c.ok && (l < 2 || l > 10) {
		c.ok = false
		c.fault(ScoreLevels, n.Span(), "The score %s has %s; it needs 2 to 10.", c.id, plural(l, "level"))
	}
}

func plural(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (c *questionCheck) boxCriteria(n *jsontree.Node) {
	if n != nil {
		d := c.fault(QuestionShape, n.Key().Span(), "A box has no criteria.")
		d.Fixes = []Fix{textFix("Remove criteria", jsontree.RemoveMember(c.value, n.Index()))}
	}
}

// decisionNames are the names that a question can have meant.
func (a *modelAnalysis) decisionNames() *feel.Vocabulary {
	if a.answerers == nil {
		var names []string
		for _, x := range a.declarations {
			if x.section == "decisions" {
				names = append(names, x.name)
			}
		}
		a.answerers = feel.NewVocabulary(names)
	}
	return a.answerers
}

// answeredBy checks a question against the decision of its name.
func (a *modelAnalysis) answeredBy(c *questionCheck, k *questionKind) {
	d := a.byAddress["decisions."+quoted(c.id)]
	if d == nil {
		if a.sections.decisions == nil || c.id == "" {
			return
		}
		near := a.decisionNames().Nearest(c.id)
		c.near = near
		d := c.fault(QuestionDecision, c.key.Span(), "No decision is named %q; every question is answered by the decision of its name.%s", c.id, didYouMean(near))
		if near != "" && a.sections.questions.Get(near) == nil {
			d.Fixes = []Fix{textFix("Change to \""+near+"\"", jsontree.ReplaceInString(c.key, jsontree.Span{End: len(c.id)}, near))}
			d.Fixes[0].Preferred = false // the id may be what callers know
		}
		if answer := c.answer(k); answer != "" {
			d.Fixes = append(d.Fixes, otherFix("Add the decision "+c.id, jsontree.InsertMember(a.sections.decisions, c.id, answer, a.sections.decisions.Len()-1)))
		}
		return
	}
	if k == nil || !c.ok || d.unit == nil {
		return
	}
	if d.part.outputs > 1 && d.unit.Type.Kind == feel.ObjectType {
		c.fault(QuestionDecision, c.key.Span(), "The decision %s has several outputs; a question is answered by one value.", c.id)
		return
	}
	t := d.unit.Type
	if t.Known() {
		k.decision(c, t)
	}
}

// answer writes a decision of the type that the question needs, for the author to fill in; "" where that is not known.
func (c *questionCheck) answer(k *questionKind) string {
	var typ, expr string
	switch {
	case k == nil || !c.ok:
		return ""
	case k.name == "noul":
		typ, expr = `"boolean"`, "false"
	case len(c.options) == 0:
		return ""
	default:
		form, sep := "$enum", "|"
		if k.name == "score" {
			form, sep = "$levels", "<"
		}
		typ, expr = wordsType(c.value, c.options, form, sep), jsontree.EncodeString(c.options[0])
	}
	return jsontree.ObjectText(c.value, [2]string{"type", typ}, [2]string{"expr", jsontree.EncodeString(expr)})
}

// wordsType writes a type of words: as one text where that reads as those words, else as an object.
func wordsType(near *jsontree.Node, words []string, form, sep string) string {
	if text := strings.Join(words, sep); len(words) > 1 {
		if t, err := feel.ParseType(text, func(string) *feel.Type { return nil }); err == nil && slices.Equal(t.Values, words) {
			return jsontree.EncodeString(text)
		}
	}
	return jsontree.ObjectText(near, [2]string{form, "[" + encoded(words, "") + "]"})
}

func (c *questionCheck) noulDecision(t *feel.Type) {
	if t.Kind != feel.BooleanType {
		c.fault(QuestionDecision, c.key.Span(), "The question %s is yes or no (noul), but its decision is %s; it needs a boolean.", c.id, t.Phrase())
	}
}

func (c *questionCheck) choiceDecision(t *feel.Type) {
	if t.Values == nil {
		if t.Kind == feel.StringType {
			c.fault(QuestionDecision, c.key.Span(), "The question %s is a choice, but its decision is any text; give the decision the type %s.", c.id, joined(c.options, "|"))
			return
		}
		c.fault(QuestionDecision, c.key.Span(), "The question %s is a choice, but its decision is %s; it needs an enum of the options.", c.id, t.Phrase())
		return
	}
	var outside, uncovered []string
	for _, v := range t.Values {
		if !slices.Contains(c.options, v) {
			outside = append(outside, v)
		}
	}
	for _, o := range c.options {
		if !slices.Contains(t.Values, o) {
			uncovered = append(uncovered, o)
		}
	}
	switch {
	case len(outside) > 0:
		near := feel.Nearest(outside[0], uncovered)
		d := c.fault(ChoiceCriteria, c.key.Span(), "The decision %s can be %s, which %s no option of the question (%s).%s", c.id, listed(outside), isAre(outside), listed(c.options), didYouMean(near))
		criteria := c.members.Get("criteria")
		if i := slices.IndexFunc(criteria.Members(), func(m jsontree.Member) bool { return m.Key.Text() == near }); near != "" && i >= 0 {
			d.Fixes = append(d.Fixes, textFix("Change the option \""+near+"\" to \""+outside[0]+"\"", jsontree.ReplaceInString(criteria.Members()[i].Key, jsontree.Span{End: len(near)}, outside[0])))
		}
		d.Fixes = append(d.Fixes, otherFix("Add "+listed(outside)+" to the criteria", addMembers(criteria, outside, "null")))
	case len(uncovered) > 0:
		d := c.fault(ChoiceUncovered, c.key.Span(), "The decision %s can never be %s, which the question offers.", c.id, joined(uncovered, " or "))
		criteria := c.members.Get("criteria")
		if i := slices.IndexFunc(criteria.Members(), func(m jsontree.Member) bool { return m.Key.Text() == uncovered[0] }); len(uncovered) == 1 && i >= 0 {
			d.Fixes = []Fix{otherFix("Remove the option \""+uncovered[0]+"\"", jsontree.RemoveMember(criteria, i))}
		}
	}
}

func isAre(words []string) string {
	if len(words) == 1 {
		return "is"
	}
	return "are"
}

func (c *questionCheck) scoreDecision(t *feel.Type) {
	switch {
	case t.Kind == feel.NumberType:
		d := c.fault(QuestionDecision, c.key.Span(), "The question %s is a score, but its decision is a number; levels such as %s are safer.", c.id, joined(c.options, "<"))
		d.Severity = Warning
	case t.Kind != feel.LevelsType:
		c.fault(QuestionDecision, c.key.Span(), "The question %s is a score, but its decision is %s; it needs levels.", c.id, t.Phrase())
	case len(t.Values) != len(c.options):
		c.takeLevels(t, c.fault(ScoreLevels, c.key.Span(), "The question %s has %d levels (%s); the decision %s has %d (%s).", c.id, len(c.options), listed(c.options), c.id, len(t.Values), listed(t.Values)))
	case !slices.Equal(t.Values, c.options) && sameWords(t.Values, c.options):
		c.takeLevels(t, c.fault(ScoreLevels, c.key.Span(), "The question %s has its levels in the order %s; the decision has %s.", c.id, listed(c.options), listed(t.Values)))
	}
}

// takeLevels offers to ask for the levels that the decision has, where a question can have as many.
func (c *questionCheck) takeLevels(t *feel.Type, d *Diagnostic) {
	if n := c.members.Get("criteria"); n.Kind() == jsontree.Array && len(t.Values) >= 2 && len(t.Values) <= 10 {
		d.Fixes = []Fix{otherFix("Take the levels of the decision", jsontree.ReplaceValue(n, jsontree.ArrayText(n, encodedAll(t.Values))))}
	}
}

func sameWords(a, b []string) bool {
	for _, w := range a {
		if !slices.Contains(b, w) {
			return false
		}
	}
	return true
}

func (c *questionCheck) boxDecision(*feel.Type) {
	d := c.fault(QuestionDecision, c.key.Span(), "No type of decision is known to answer a box.")
	d.Severity = Warning
}

// analyseQuestionMap checks a plain decisions request: its questions alone.
func analyseQuestionMap(d *Document, r *result) {
	root := d.Tree().Root
	a := &modelAnalysis{modelResult: &modelResult{}, d: d, r: r}
	a.unknownFields(root, questionMapFields, "A decisions request")
	a.required(root, "A decisions request", need{"questions", jsontree.Object, "an object of questions by id"})
	checkQuestionMap(object(root.Get("questions")), a.report, nil)
}

// replaceText replaces the whole of a string.
func replaceText(n *jsontree.Node, text string) jsontree.Edit {
	return jsontree.ReplaceValue(n, jsontree.EncodeString(text))
}
