package analysis

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/model"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// module is one document of a resolved scenario as it is read: its elements in document order and the faults of their
// shape. What it says of other documents is looked at later. It is immutable once lowered.
type module struct {
	doc      *Document
	tree     *jsontree.Tree
	elements []*element
	faults   []fault // of shape, spans in tree
	header   header
	changed  []*appliedOverride // what overrides have put into tree, in order of application
	regions  []region           // where in tree their values stand, by position
	unnamed  map[idSort]int     // how many elements of the sort have no id that can be read; anyNumber where that is not known
	unread   bool               // some list of ids cannot be read: what it names is not known to be unused
	blurred  bool               // some dependency cannot be read: an id may live there
}

// header is what a scenario says of itself and of others.
type header struct {
	id           string
	idAt         *jsontree.Node
	revision     int64 // 0 where none can be read
	revisionAt   *jsontree.Node
	title        string
	end          scenario.Value
	endAt        *jsontree.Node
	dependencies []*dependency
	overrides    []*override
}

// element is a declared thing with an id. Of the pointers behind sort, those of its sort alone are set.
type element struct {
	sort    idSort
	id      string         // empty where none can be read
	idAt    *jsontree.Node // nil where there is none
	node    *jsontree.Node
	part    *module
	patient *jsontree.Node // patientId, a text; nil where there is none

	variable  *variable
	channels  []channel // of a patient
	unclear   bool      // a patient has channels that cannot be read
	truth     bool      // initial of a flag, revealed of an entry
	condition *condition
	effect    *effect
	gate      []*jsontree.Node // conditionIds, texts
	schedule  *schedule
	outcomes  []outcome
}

type variable struct {
	boolean, known  bool // known: its type is one of the two
	unit            string
	unitAt          *jsontree.Node // nil where there is none
	initial         scenario.Value
	min, max        scenario.Value
	initialAt       *jsontree.Node
	minAt, maxAt    *jsontree.Node
	shown           string // name, or else the id
	unitUnreadable  bool
	initialMismatch bool
}

type channel struct {
	name      string
	at        *jsontree.Node // the name
	node      *jsontree.Node
	variables []*jsontree.Node // variableIds, texts
	connected bool
}

type condition struct {
	all        []predicate
	allAt      *jsontree.Node // nil where there is none
	unreadable bool           // some predicate is of no use
}

type predicate struct {
	node       *jsontree.Node
	target     *jsontree.Node // a text; nil where there is none
	operator   scenario.Operator
	operatorAt *jsontree.Node // nil where it is missing or none of the vocabulary
	value      scenario.Value
	valueAt    *jsontree.Node
}

type effect struct {
	kind      *EffectKind // nil where it is missing or unknown
	kindAt    *jsontree.Node
	target    *jsontree.Node // a text; nil where there is none
	value     scenario.Value // absent where it is missing, prohibited or of the wrong type
	valueAt   *jsontree.Node
	unitAt    *jsontree.Node // a text; nil where there is none
	unitFault int            // the number, from 1, of the fault that it is missing; 0 where it is not
	duration  scenario.Value
	durations *jsontree.Node
	shape     string // interpolation
	channelAt *jsontree.Node
}

type schedule struct {
	at      scenario.Value
	atAt    *jsontree.Node
	effects []*jsontree.Node // effectIds, texts
}

type outcome struct {
	id      string
	idAt    *jsontree.Node
	node    *jsontree.Node
	gate    []*jsontree.Node
	effects []*jsontree.Node
}

// noun names an element in a message: the flag o2-on.
func (e *element) noun() string {
	_, noun, _ := strings.Cut(collectionOf(e.sort).noun, " ")
	if e.id == "" {
		return "this " + noun
	}
	return "the " + noun + " " + e.id
}

// address names the element: effects.e-desat.
func (e *element) address() string {
	if e.id == "" {
		return ""
	}
	return model.Address(collectionOf(e.sort).section, e.id)
}

// at is where a fault of the whole element is shown: its id, or its opening bracket.
func (e *element) at() jsontree.Span {
	if e.idAt != nil {
		return e.idAt.Span()
	}
	return valueSpan(e.node)
}

// fault is a diagnostic of a part, before it is known where it is told.
type fault struct {
	Diagnostic
	part    *module
	element *element // where it was found; nil: outside of elements
	about   []rest   // what else it rests on
}

// rest is a place in another element that a fault rests on.
type rest struct {
	element *element
	span    jsontree.Span
}

// moduleLowerer reads one document. Its faults are those that the document shows alone.
type moduleLowerer struct {
	*module
	element *element // that is read now
	address string
}

// lowerScenario reads a document of the profile. Reading never fails: what cannot be read is reported and left out.
func lowerScenario(doc *Document, tree *jsontree.Tree) *module {
	l := &moduleLowerer{module: &module{doc: doc, tree: tree}}
	root := tree.Root
	if root.Kind() != jsontree.Object {
		if root.Kind() != jsontree.Missing {
			l.report(WrongShape, valueSpan(root), "A scenario is an object with scenarioId and revision, not %s.", kindPhrase(root))
		}
		return l.module
	}
	l.document(root)
	for i := range collections {
		l.collection(&collections[i], root)
	}
	return l.module
}

func (l *moduleLowerer) report(code Code, span jsontree.Span, format string, args ...any) *fault {
	address := l.address
	if l.element != nil && address == "" {
		address = l.element.address()
	}
	l.faults = append(l.faults, fault{part: l.module, element: l.element,
		Diagnostic: Diagnostic{Code: code, Severity: code.severity(), Span: span, Message: fmt.Sprintf(format, args...), Address: address}})
	return &l.faults[len(l.faults)-1]
}

// fix adds a fix of the part's own text and returns it, valid until the next is added.
func (f *fault) fix(title string, edits ...jsontree.Edit) *Fix {
	x := Fix{Title: title, Preferred: len(f.Fixes) == 0}
	for _, e := range edits {
		x.Edits = append(x.Edits, Edit{Span: e.Span, NewText: e.NewText})
	}
	f.Fixes = append(f.Fixes, x)
	return &f.Fixes[len(f.Fixes)-1]
}

// want reports a value of the wrong kind; one that could not be read is reported already.
func (l *moduleLowerer) want(n *jsontree.Node, kind jsontree.Kind, name string) bool {
	if n.Kind() == kind {
		return true
	}
	if n.Kind() != jsontree.Missing {
		l.report(WrongShape, valueSpan(n), "%s is %s here; it needs %s.", name, kindPhrase(n), kindNeeds[kind]).spelled(n, kind)
	}
	return false
}

// spelled offers to write the value as the kind that is needed, where it spells one.
func (f *fault) spelled(n *jsontree.Node, need jsontree.Kind) {
	if title, edit, ok := spelled(n, need); ok {
		f.fix(title, edit)
	}
}

var kindNeeds = map[jsontree.Kind]string{jsontree.String: "a text", jsontree.Number: "a number", jsontree.Bool: "true or false",
	jsontree.Array: "an array", jsontree.Object: "an object"}

// members checks an object against its table: kinds, what is required, and names that nearly are one of it. Others are
// kept and say nothing: the format is extensible.
// It returns the names that misspelt members were taken for.
func (l *moduleLowerer) members(n *jsontree.Node, members []member, what string) (meant map[string]bool) {
	near := l.nearMisses(n, members, what)
	for _, m := range members {
		v := n.Get(m.name)
		switch {
		case v == nil && m.required && !near[m.name]:
			l.report(MissingMember, opening(n), "%s needs %s: %s.", what, m.name, needOfMember(m))
		case v != nil && m.kind != jsontree.Missing:
			l.want(v, m.kind, m.name)
		}
	}
	return near
}

func needOfMember(m member) string {
	if need := kindNeeds[m.kind]; need != "" {
		return need
	}
	return strings.ToLower(m.doc[:1]) + strings.TrimSuffix(m.doc[1:], ".")
}

// nearMisses reports members that are nearly one of the table which is absent: within one edit, or two where it is
// required. It returns those that were probably meant: their absence is the same mistake.
func (l *moduleLowerer) nearMisses(n *jsontree.Node, members []member, what string) map[string]bool {
	var meant map[string]bool
	for _, m := range n.Members() {
		if m.Key.Kind() != jsontree.String {
			continue
		}
		name := m.Key.Text()
		near, required := "", false
		if isMember(members, name) {
			continue
		}
		for _, k := range members {
			if n.Get(k.name) == nil && !meant[k.name] && nearMiss(name, k.name) && (k.required || feel.Distance(name, k.name, 1) <= 1) {
				near, required = k.name, k.required
			}
		}
		if near == "" {
			continue
		}
		if meant == nil {
			meant = map[string]bool{}
		}
		meant[near] = true
		l.unread = true
		f := l.report(NearMember, m.Key.Span(), "%s has no member %q. Did you mean %q?", what, name, near)
		if required {
			f.needed(what, name, near)
		}
		f.fix("Change to \""+near+"\"", jsontree.ReplaceInString(m.Key, jsontree.Span{End: len(name)}, near))
	}
	return meant
}

// needed makes a misspelt member an error: it stands in the place of one that cannot be missing.
func (f *fault) needed(what, name, near string) {
	f.Severity = Error
	f.Message = fmt.Sprintf("%s needs %s, and has %q instead. Did you mean %q?", what, near, name, near)
}

func isMember(members []member, name string) bool {
	for i := range members {
		if members[i].name == name {
			return true
		}
	}
	return false
}

// text returns a member that is a text, or nil.
func text(n *jsontree.Node) *jsontree.Node {
	if n.Kind() == jsontree.String {
		return n
	}
	return nil
}

// number reads a number; one beyond decimal128 is reported.
func (l *moduleLowerer) number(n *jsontree.Node, name string) scenario.Value {
	if n.Kind() != jsontree.Number {
		return scenario.Value{}
	}
	d, err := decimal.ParseBytes(n.Raw())
	if err != nil {
		l.report(NumberRange, n.Span(), "%s is beyond what a number can hold (34 digits, exponents from -6176 to 6144).", name)
		return scenario.Value{}
	}
	return scenario.Number(d)
}

// maxSeconds is the latest time that a run knows.
var maxSeconds = decimal.FromInt(scenario.MaxSeconds)

// seconds reads a time of at least 0, or of more than 0 where positive says so, as it is held: in whole nanoseconds, of
// which what is more than 0 has one at least.
func (l *moduleLowerer) seconds(n *jsontree.Node, name string, positive bool) scenario.Value {
	v := l.number(n, name)
	if !v.Present() {
		return v
	}
	switch sign := v.Number.Sign(); {
	case sign < 0 || positive && sign == 0:
		need := "at least 0"
		if positive {
			need = "more than 0"
		}
		l.report(BadTime, n.Span(), "%s is %s; it needs a number of seconds of %s.", name, n.Raw(), need)
		return scenario.Value{}
	case v.Number.Cmp(maxSeconds) > 0:
		l.report(BadTime, n.Span(), "%s is %s; a time holds at most %d seconds.", name, n.Raw(), scenario.MaxSeconds)
		return scenario.Value{}
	}
	held, exact, _ := scenario.Seconds(v.Number)
	if exact {
		return v
	}
	l.report(TimeDigits, n.Span(), "%s has more than nine digits after the point; times are held in nanoseconds, and the rest is rounded away.", name)
	if positive {
		held = max(held, 1)
	}
	return scenario.Number(held.Seconds())
}

// texts reads an array of texts; what is none is reported and left out. The order and repetitions are kept.
func (l *moduleLowerer) texts(n *jsontree.Node, name string) []*jsontree.Node {
	var out []*jsontree.Node
	l.unread = l.unread || n != nil && n.Kind() != jsontree.Array
	for _, e := range n.Elements() {
		if l.want(e, jsontree.String, "An entry of "+name) {
			out = append(out, e)
		} else {
			l.unread = true
		}
	}
	return out
}

// document reads the members of the root.
func (l *moduleLowerer) document(root *jsontree.Node) {
	l.members(root, scenarioMembers, "A scenario")
	h := &l.header
	if n := text(root.Get("scenarioId")); n != nil {
		h.id, h.idAt = own(n.Text()), n
		l.idText(n, "The scenarioId")
	}
	h.revision, h.revisionAt = l.revision(root.Get("revision")), root.Get("revision")
	if n := text(root.Get("title")); n != nil {
		h.title = own(n.Text())
	}
	if n := root.Get("endSeconds"); n.Kind() == jsontree.Number {
		h.end, h.endAt = l.seconds(n, "endSeconds", true), n
	}
	events := root.Get("events")
	if events.Kind() == jsontree.Object {
		l.members(events, eventsMembers, "events")
		l.extensions(events, eventsMembers, "events.")
	}
	for _, m := range eventsMembers { // what is reported as missing would declare what is named
		if events != nil && (events.Kind() != jsontree.Object || m.required && events.Get(m.name) == nil) {
			l.nameless(sortOf("events", m.name), anyNumber)
		}
	}
	if n := root.Get("composition"); n.Kind() == jsontree.Object {
		l.members(n, compositionMembers, "composition")
		l.extensions(n, compositionMembers, "composition.")
	}
	l.extensions(root, scenarioMembers, "")
	l.dependencies(root.Get("dependencies"))
	l.overrides(root.Get("composition").Get("overrides"))
}

// extensions hints at sections that the profile does not define.
func (l *moduleLowerer) extensions(n *jsontree.Node, known []member, prefix string) {
	reported := map[jsontree.Span]bool{}
	for i := range l.faults {
		reported[l.faults[i].Span] = true
	}
	for _, m := range n.Members() {
		if m.Key.Kind() != jsontree.String || reported[m.Key.Span()] {
			continue
		}
		if name := m.Key.Text(); !isMember(known, name) {
			l.report(ExtensionPoint, m.Key.Span(), "%s%s is an extension point: recorded and kept, not executed.", prefix, name)
		}
	}
}

func (l *moduleLowerer) reportedAt(s jsontree.Span) bool {
	for i := range l.faults {
		if l.faults[i].Span == s {
			return true
		}
	}
	return false
}

// revision reads a whole number from 1, 0 where there is none.
func (l *moduleLowerer) revision(n *jsontree.Node) int64 {
	if n.Kind() != jsontree.Number {
		return 0
	}
	r, ok := wholeNumber(n)
	if !ok || r < 1 {
		l.report(BadRevision, n.Span(), "The revision is %s; it needs a whole number from 1%s.", n.Raw(), upTo(n))
		return 0
	}
	return r
}

// upTo names the largest revision where a number is beyond it.
func upTo(n *jsontree.Node) string {
	if d, err := decimal.ParseBytes(n.Raw()); err == nil && d.Cmp(decimal.FromInt(math.MaxInt64)) <= 0 {
		return ""
	}
	return fmt.Sprintf(" to %d", int64(math.MaxInt64))
}

// wholeNumber reads an integer.
func wholeNumber(n *jsontree.Node) (int64, bool) {
	d, err := decimal.ParseBytes(n.Raw())
	if err != nil {
		return 0, false
	}
	return d.Int64()
}

// collection reads the elements of a section.
func (l *moduleLowerer) collection(c *collection, root *jsontree.Node) {
	array := c.find(root, nil)
	if array != nil && array.Kind() != jsontree.Array {
		l.nameless(c.sort, anyNumber)
	}
	for _, n := range array.Elements() {
		l.element, l.address = nil, ""
		if n.Kind() != jsontree.Object {
			l.want(n, jsontree.Object, "An entry of "+strings.Join(c.path, "."))
			l.nameless(c.sort, 1)
			continue
		}
		e := &element{sort: c.sort, node: n, part: l.module}
		l.elements = append(l.elements, e)
		l.element = e
		if id := text(n.Get("id")); id != nil {
			e.id, e.idAt = own(id.Text()), id
			l.idText(id, "The id")
		}
		if e.id == "" {
			l.nameless(c.sort, 1)
		}
		if c.sort != effectSort { // the operands of effects are checked by kind
			l.members(n, c.members, upperFirst(c.noun))
		}
		e.patient = text(n.Get("patientId"))
		e.gate = l.texts(n.Get("conditionIds"), "conditionIds")
		l.details(e)
	}
	l.element, l.address = nil, ""
}

// anyNumber stands for the elements of a section that cannot be read.
const anyNumber = 1 << 30

// nameless notes that elements of the sort cannot be named: an id that is not found may be theirs.
func (l *moduleLowerer) nameless(s idSort, n int) {
	if l.unnamed == nil {
		l.unnamed = map[idSort]int{}
	}
	l.unnamed[s] += n
	l.unread = l.unread || s == scheduleSort || s == actionSort
}

// idText checks the spelling of an id.
func (l *moduleLowerer) idText(n *jsontree.Node, what string) {
	id := n.Text()
	switch {
	case id == "":
		l.report(BadID, n.Span(), "%s is empty; nothing could name it.", what)
	case strings.ContainsFunc(id, unicode.IsSpace):
		l.report(BadID, n.Span(), "%s %q holds white space; an id has none.", what, id)
	default:
		if i := strings.IndexFunc(id, riskyInID); i >= 0 {
			l.report(RiskyID, n.Span(), "%s %q holds %q; ids of letters, digits and . _ : - travel safely between implementations.", what, id, []rune(id[i:])[0])
		}
	}
}

func riskyInID(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._:-", r))
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
