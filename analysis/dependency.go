package analysis

import (
	"regexp"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/model"
)

// dependency is an entry of dependencies: library content pinned to its bytes (seed, "dependencies[]").
type dependency struct {
	node       *jsontree.Node
	id         string
	idAt       *jsontree.Node
	scenarioID string
	scenarioAt *jsontree.Node
	revision   int64          // 0 where it is missing, floating or unreadable
	revisionAt *jsontree.Node // nil where it is missing
	sha256     string         // empty where it is no digest
	shaAt      *jsontree.Node // nil where it is missing
	broken     bool           // its shape is reported: nothing is said of what it names
	fault      int            // the number of the fault of its pin in the part, from 1; 0 where there is none
}

func (d *dependency) address() string { return model.Address("dependencies", d.id) }

// at is where a fault of the whole entry is shown.
func (d *dependency) at() jsontree.Span {
	for _, n := range []*jsontree.Node{d.scenarioAt, d.idAt} {
		if n != nil {
			return n.Span()
		}
	}
	return valueSpan(d.node)
}

// title names what is imported, for messages.
func (d *dependency) title() string { return d.scenarioID + " " + revisionText(d.revision) }

// override is an entry of composition.overrides.
type override struct {
	node     *jsontree.Node
	target   *jsontree.Node // a text; nil where there is none
	pathAt   *jsontree.Node
	path     jsontree.Pointer
	value    *jsontree.Node
	number   int // counted from 1
	readable bool
}

var digestForm = regexp.MustCompile(`^[0-9a-f]{64}$`)

// dependencies reads the pins. Every fault of one entry is one error on it.
func (l *moduleLowerer) dependencies(n *jsontree.Node) {
	seen := map[string]*jsontree.Node{}
	l.blurred = n != nil && n.Kind() != jsontree.Array
	for _, e := range n.Elements() {
		if !l.want(e, jsontree.Object, "An entry of dependencies") {
			l.blurred = true
			continue
		}
		d := &dependency{node: e}
		l.header.dependencies = append(l.header.dependencies, d)
		near := l.nearMisses(e, dependencyMembers, "A dependency")
		d.broken = len(near) > 0 // the pin cannot be followed without it
		if id := text(e.Get("id")); id != nil {
			d.id, d.idAt = own(id.Text()), id
			l.idText(id, "The id")
			if first := seen[d.id]; first != nil {
				l.report(DuplicateID, id.Span(), "The dependency id %q stands twice; each may stand once.", d.id).Related = []Related{{Span: first.Span(), Message: "The first is here."}}
			} else {
				seen[d.id] = id
			}
			l.address = d.address()
		}
		if s := text(e.Get("scenarioId")); s != nil {
			d.scenarioID, d.scenarioAt = own(s.Text()), s
		}
		if !d.broken {
			if d.broken = !l.pin(d); d.broken {
				d.fault = len(l.faults)
			}
		}
		l.address = ""
	}
}

// pin checks the shape of one entry and reports the first fault alone.
func (l *moduleLowerer) pin(d *dependency) bool {
	shape := func(name string, n *jsontree.Node) bool {
		if n == nil {
			f := l.report(DependencyShape, opening(d.node), "The dependency%s needs %s; it has id, scenarioId, revision and sha256.", spaced(d.id), name)
			if of := nodeText(d.node.Get("scenarioId")); name == "id" && of != "" {
				f.fix("Name it \""+of+"\"", jsontree.InsertMember(d.node, "id", jsontree.EncodeString(of), -1))
			}
			return false
		}
		return l.shape(n, name)
	}
	e := d.node
	if !shape("id", e.Get("id")) || !shape("scenarioId", e.Get("scenarioId")) {
		return false
	}
	d.revisionAt, d.shaAt = e.Get("revision"), e.Get("sha256")
	switch r := d.revisionAt; r.Kind() {
	case jsontree.Number:
		if d.revision, _ = wholeNumber(r); d.revision < 1 || !isWhole(r) {
			d.revision = 0
			l.report(FloatingVersion, r.Span(), "The dependency %s names revision %s; it needs a whole number from 1.", d.id, r.Raw())
			return false
		}
	case jsontree.String:
		l.report(FloatingVersion, r.Span(), "The dependency %s floats: its revision is %s. It needs one revision, a whole number from 1, so that every reader gets the same content.", d.id, r.Raw())
		return false
	case jsontree.Missing:
		if r == nil {
			l.report(FloatingVersion, d.at(), "The dependency %s floats: it has no revision. It needs one, a whole number from 1, so that every reader gets the same content.", d.id)
		}
		return false
	default:
		l.report(DependencyShape, valueSpan(r), "The revision of %s is %s; it needs a whole number from 1.", d.id, kindPhrase(r))
		return false
	}
	if !shape("sha256", d.shaAt) {
		return false
	}
	if s := d.shaAt.Text(); digestForm.MatchString(s) {
		d.sha256 = own(s)
		return true
	}
	f := l.report(BadDigest, d.shaAt.Span(), "The sha256 of %s is no digest: it needs 64 lower-case hexadecimal digits.", d.id)
	if lower := strings.ToLower(d.shaAt.Text()); digestForm.MatchString(lower) {
		f.Message = "The sha256 of " + d.id + " is written in capitals; the format needs lower-case digits."
		f.fix("Write it in lower case", replaceText(d.shaAt, lower)).Safe = true
	}
	return false
}

func isWhole(n *jsontree.Node) bool {
	_, ok := wholeNumber(n)
	return ok
}

// shape reports a member of a dependency that is no text or empty.
func (l *moduleLowerer) shape(n *jsontree.Node, name string) bool {
	switch {
	case n.Kind() == jsontree.Missing:
		return false
	case n.Kind() != jsontree.String:
		l.report(DependencyShape, valueSpan(n), "%s is %s here; it needs a text.", name, kindPhrase(n))
		return false
	case n.Text() == "":
		if name != "id" { // an empty id is reported as such
			l.report(DependencyShape, n.Span(), "%s is empty here; it names nothing.", name)
		}
		return false
	}
	return true
}

func spaced(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

// overrides reads the changes of imported content; where they lead is looked at when they are applied.
func (l *moduleLowerer) overrides(n *jsontree.Node) {
	for i, e := range n.Elements() {
		if !l.want(e, jsontree.Object, "An entry of overrides") {
			continue
		}
		o := &override{node: e, number: i + 1, target: text(e.Get("targetId")), pathAt: text(e.Get("path")), value: e.Get("value")}
		l.header.overrides = append(l.header.overrides, o)
		l.address = o.address()
		l.members(e, overrideMembers, "An override")
		if o.pathAt != nil {
			path, err := jsontree.ParsePointer(o.pathAt.Text())
			if err != nil {
				f := l.report(OverridePath, o.pathAt.Span(), "%s", err.Error())
				if !strings.HasPrefix(o.pathAt.Text(), "/") {
					f.fix("Add the \"/\"", replaceText(o.pathAt, "/"+o.pathAt.Text()))
				}
			} else {
				o.path, o.readable = path, o.target != nil && o.value != nil && o.value.Kind() != jsontree.Missing
			}
		}
		l.address = ""
	}
}

func (o *override) address() string { return "overrides[" + decimalText(int64(o.number)) + "]" }
