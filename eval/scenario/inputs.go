package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/scenariolsp/lsp/eval/feel"
)

// Inputs are what a run is given, as a run file and the bindings of a question hold them.
type Inputs struct {
	Actions  []Performed // in the order performed
	Bindings []Binding
	Until    Value // seconds; absent: the scenario's end
}

// Performed is an action done at a time.
type Performed struct {
	Action string // id
	At     Value  // seconds
}

// Binding gives a value to a name: <variableId> or <flagId> its initial value, act:<actionId> and act:<actionId>#2 (3, …)
// the seconds when the action is performed, until the seconds when the run ends. An id of the scenario wins over these
// spellings.
type Binding struct {
	Name  string
	Value Value
	Unit  string // empty, or the declared one (s for times): a unit is compared and never converted
}

// InputError is an input that does not fit the scenario.
type InputError struct {
	Address string // as in a run file: actions[0], bindings.spo2, until
	Message string // a sentence
}

// Error returns the message.
func (e *InputError) Error() string { return e.Message }

// MissingError tells of free variables that were given no value.
type MissingError struct {
	Variables []string // ids, in the order of the definition
}

// Error names the variables.
func (e *MissingError) Error() string {
	names := e.Variables
	if len(names) > 5 {
		names = append(slices.Clone(names[:5]), fmt.Sprintf("%d more", len(names)-5))
	}
	if len(names) == 1 {
		return fmt.Sprintf("%s has no initial value; a run needs one, bound to %s.", names[0], names[0])
	}
	return fmt.Sprintf("%s have no initial value; a run needs one for each, bound to their names.", wordList(names))
}

// given are inputs resolved against a program.
type given struct {
	start   State
	actions []performed
	until   Instant
}

// performed is an action at its time, on the clock.
type performed struct {
	action int
	at     Instant // as given
}

// The bounds of what CheckInputs lists, and of the names it searches for one that is near.
const (
	maxInputErrors = 100
	maxSuggestions = 10
)

// CheckInputs returns what is wrong with inputs, up to 100 things: until, actions and bindings in their order, then the
// variables without a value. Each error is an *InputError or a *MissingError.
func (p *Program) CheckInputs(in Inputs) []error {
	_, errs := p.resolve(in)
	return errs
}

// resolve reads inputs into the state at the start, the actions in the order performed and the end.
func (p *Program) resolve(in Inputs) (*given, []error) {
	d := p.def
	g := &given{start: p.initial(), until: noInstant}
	var errs []error
	fail := func(address, format string, args ...any) {
		errs = append(errs, &InputError{address, fmt.Sprintf(format, args...)})
	}
	seconds := func(address, what string, v Value) (Instant, bool) {
		if v.Kind != NumberValue {
			fail(address, "%s is %s; it needs a number of seconds.", what, v)
			return 0, false
		}
		t, _, err := Seconds(v.Number)
		if err != nil {
			fail(address, "%s: %s.", what, err)
		}
		return t, err == nil
	}
	suggestions := 0
	suggest := func(name string, among ...collection) string {
		if suggestions++; suggestions > maxSuggestions {
			return ""
		}
		return p.suggest(name, among...)
	}
	if in.Until.Present() {
		g.until, _ = seconds("until", "until", in.Until)
	}
	for i, a := range in.Actions {
		if len(errs) >= maxInputErrors {
			return g, errs
		}
		address := fmt.Sprintf("actions[%d]", i)
		e, ok := p.elements[a.Action]
		if !ok || e.sort != actions {
			fail(address, "%q is no action of this scenario.%s", a.Action, suggest(a.Action, actions))
			continue
		}
		if at, ok := seconds(address, "The time of "+a.Action, a.At); ok {
			g.actions = append(g.actions, performed{e.index, at})
		}
	}
	seen := map[string]bool{}
	for _, b := range in.Bindings {
		if len(errs) >= maxInputErrors {
			return g, errs
		}
		address := "bindings." + b.Name
		e, known := p.elements[b.Name]
		name := b.Name
		if !known {
			name, e = p.reserved(b.Name)
		}
		if seen[name] {
			fail(address, "%s is bound twice.", b.Name)
			continue
		}
		seen[name] = true
		unit := "s"
		switch {
		case known && e.sort == variables:
			unit = d.Variables[e.index].Unit
		case known:
			unit = ""
		}
		switch {
		case !known && e.sort != actions && name != untilName:
			fail(address, "%q is no variable, flag or performed action (act:<action>) of this scenario.%s", b.Name, suggest(b.Name, variables, flags))
		case b.Unit != "" && b.Unit != unit:
			fail(address, "The unit %q is not the declared unit of %s, %q; units are never converted.", b.Unit, b.Name, unit)
		case known:
			if message := g.bind(d, e, b); message != "" {
				fail(address, "%s", message)
			}
		case name == untilName && in.Until.Present():
			fail(address, "The end is given twice, as until and as a binding.")
		case name == untilName:
			g.until, _ = seconds(address, "until", b.Value)
		default:
			if at, ok := seconds(address, "The time of "+b.Name, b.Value); ok {
				g.actions = append(g.actions, performed{e.index, at})
			}
		}
	}
	var missing []string
	for i := range d.Variables {
		id := d.Variables[i].ID
		if !g.start.Courses[i].Start.Present() && !seen[id] {
			missing = append(missing, id)
		}
	}
	if len(missing) > 0 {
		errs = append(errs, &MissingError{missing})
	}
	return g, errs
}

// initial is the state before anything is bound.
func (p *Program) initial() State {
	d := p.def
	s := State{
		Courses: make([]Course, len(d.Variables)), Flags: make([]bool, len(d.Flags)), Revealed: make([]bool, len(d.Entries)),
		Schedules: make([]ScheduleState, len(d.Schedules)), Monitor: make([]bool, len(p.channels)),
	}
	for i := range d.Variables {
		s.Courses[i].Start = d.Variables[i].Initial
	}
	for i := range d.Flags {
		s.Flags[i] = d.Flags[i].Initial
	}
	for i := range d.Entries {
		s.Revealed[i] = d.Entries[i].Revealed
	}
	// The declared channels of each patient come first among its channels, in their order.
	place := 0
	for i := range d.Patients {
		for j := range d.Patients[i].Channels {
			s.Monitor[place+j] = d.Patients[i].Channels[j].Connected
		}
		for place < len(p.channels) && p.channels[place].Patient == i {
			place++
		}
	}
	return s
}

// untilName is the binding that ends a run.
const untilName = "until"

// reserved reads until, act:<id> and act:<id>#<n>. The name is the same for spellings that mean the same.
func (p *Program) reserved(name string) (string, element) {
	none := element{variables, Absent}
	id, ok := strings.CutPrefix(name, "act:")
	if !ok {
		return name, none
	}
	if e, ok := p.elements[id]; ok && e.sort == actions {
		return name, e
	}
	cut := strings.LastIndexByte(id, '#')
	if cut < 0 {
		return name, none
	}
	n, err := strconv.Atoi(id[cut+1:])
	e, ok := p.elements[id[:cut]]
	switch {
	case err != nil || n < 1 || !ok || e.sort != actions || id[cut+1] < '1' || id[cut+1] > '9':
		return name, none
	case n == 1:
		return "act:" + id[:cut], e
	}
	return name, e
}

// bind sets an initial value and says what is wrong with it, or nothing.
func (g *given) bind(d *Definition, e element, b Binding) string {
	want := TruthValue
	if e.sort == variables && !d.Variables[e.index].Truth {
		want = NumberValue
	}
	switch {
	case e.sort != variables && e.sort != flags:
		return fmt.Sprintf("%s is %s; only variables and flags are bound, and actions as act:<action>.", b.Name, e.sort.noun())
	case b.Value.Kind != want:
		return fmt.Sprintf("%s is given %s; it needs %s.", b.Name, b.Value, want.noun())
	case e.sort == flags:
		g.start.Flags[e.index] = b.Value.Truth
	default:
		g.start.Courses[e.index].Start = b.Value
	}
	return ""
}

// suggest returns a question that names the nearest id of some collections, or nothing.
func (p *Program) suggest(name string, among ...collection) string {
	var ids []string
	for id, e := range p.elements {
		if slices.Contains(among, e.sort) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids) // a map has no order, and a message is always the same
	nearest := feel.Nearest(name, ids)
	if nearest == "" {
		return ""
	}
	return fmt.Sprintf(" Did you mean %q?", nearest)
}

// noun returns the collection's element with its article.
func (c collection) noun() string {
	return nameOf(int(c), "a patient", "a variable", "a flag", "an entry of history, observations or results", "a condition", "an effect", "a schedule", "an action")
}

// wordList joins names with commas and an and.
func wordList(names []string) string {
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
