package analysis

import (
	"context"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// Export writes the scenario for execution: everything that it imports joined in, overrides applied, dependencies and
// overrides emptied, and where each part comes from under provenance (seed, "Exports for execution"). What the document
// itself says stays byte for byte, unknown members and the order of members included; imported elements keep theirs.
// The same documents give the same bytes. A scenario with errors is not exported; the diagnostic is the first of them.
func (d *Document) Export(ctx context.Context) ([]byte, *Diagnostic) {
	if _, first := d.Scenario(ctx); first != nil {
		return nil, first
	}
	x := &exporter{resolved: d.analysed().scenario.resolved, tree: d.Tree()}
	x.compact = x.tree.Lines().Count() <= 2
	out, err := jsontree.Apply(d.Text, x.edits())
	if err != nil { // a defect: the edits are of places that differ
		return nil, &Diagnostic{Code: WrongShape, Severity: Error, Message: "The scenario could not be exported: " + err.Error() + "."}
	}
	return out, nil
}

// exporter makes the edits that turn a document into its snapshot.
type exporter struct {
	*resolved
	tree    *jsontree.Tree
	compact bool // the document is written on one line
	out     []jsontree.Edit
}

func (x *exporter) edits() []jsontree.Edit {
	root := x.tree.Root
	var events []string // members of an events object that the document does not have
	joins := false
	for i := range collections {
		c := &collections[i]
		if c.sort == scheduleSort && i != x.scheduleSection() {
			continue
		}
		var imported []string
		for _, e := range x.ofSort(c.sort) {
			if e.part != x.own() {
				imported = append(imported, dedented(e.node))
			}
		}
		array := c.find(root, nil)
		name := c.path[len(c.path)-1]
		holder := root
		if len(c.path) > 1 {
			holder = root.Get(c.path[0])
		}
		switch {
		case holder == nil: // no events at all
			joins = joins || len(imported) > 0
			if len(imported) > 0 || c.sort != scheduleSort { // the other two are required
				events = append(events, jsontree.EncodeString(name)+": "+x.array(imported))
			}
		case len(imported) == 0:
		case array == nil:
			x.out = append(x.out, jsontree.InsertMember(holder, name, x.array(imported), holder.Len()-1))
		case array.Len() == 0:
			x.out = append(x.out, jsontree.ReplaceValue(array, x.array(imported)))
		default:
			for _, raw := range imported {
				x.out = append(x.out, jsontree.InsertElement(array, raw, -1))
			}
		}
	}
	if joins {
		x.out = append(x.out, jsontree.InsertMember(root, "events", x.lines("{", events, "}"), root.Len()-1))
	}
	x.empty(root.Get("dependencies"))
	x.empty(root.Get("composition").Get("overrides"))
	x.provenance(root)
	return x.out
}

// scheduleSection is the number of the collection that imported schedules go to: of the two that may hold schedules the
// one that stands first, so that they stay before the document's own.
func (x *exporter) scheduleSection() int {
	best, at := -1, 0
	for i := range collections {
		if c := &collections[i]; c.sort == scheduleSort {
			n := c.find(x.tree.Root, nil)
			if best < 0 || n.Kind() == jsontree.Array && (at == 0 || n.Span().Start < at) {
				best = i
			}
			if n.Kind() == jsontree.Array && (at == 0 || n.Span().Start < at) {
				at = n.Span().Start
			}
		}
	}
	return best
}

func (x *exporter) empty(n *jsontree.Node) {
	if n.Len() > 0 {
		x.out = append(x.out, jsontree.ReplaceValue(n, "[]"))
	}
}

// provenance adds an entry for every document that was joined, behind those of an earlier export.
func (x *exporter) provenance(root *jsontree.Node) {
	var entries []string
	for i, s := range x.sources {
		entries = append(entries, x.origin(s, x.parts[i]))
	}
	array := root.Get("provenance")
	switch {
	case array == nil:
		x.out = append(x.out, jsontree.InsertMember(root, "provenance", x.array(entries), root.Len()-1))
	case len(entries) == 0:
	case array.Len() == 0:
		x.out = append(x.out, jsontree.ReplaceValue(array, x.array(entries)))
	default:
		for _, raw := range entries {
			x.out = append(x.out, jsontree.InsertElement(array, raw, array.Len()-1))
		}
	}
}

// origin says where a part comes from and what was overridden in it; what its document says beyond the elements travels
// here, since it is never merged.
func (x *exporter) origin(s source, p *module) string {
	var overrides []string
	for _, o := range p.changed {
		raw := dedented(o.node)
		if o.node.Get("by") == nil { // who overrides, in an override that does not say so itself
			raw = strings.TrimRight(strings.TrimSuffix(raw, "}"), " \t\r\n") + `, "by": ` + jsontree.EncodeString(importer(o)) + closing(raw)
		}
		overrides = append(overrides, raw)
	}
	members := []string{
		`"id": ` + jsontree.EncodeString(s.id),
		`"scenarioId": ` + jsontree.EncodeString(s.pin.scenarioID),
		`"revision": ` + decimalText(s.pin.revision),
		`"sha256": ` + jsontree.EncodeString(s.digest),
		`"overridesApplied": ` + x.array(overrides),
	}
	if rest := x.rest(p.tree.Root, scenarioJoined); len(rest) > 0 {
		members = append(members, `"members": `+x.lines("{", rest, "}"))
	}
	return x.lines("{", members, "}")
}

// closing is the end of an object as it was written: on a line of its own or not.
func closing(raw string) string {
	inner := strings.TrimSuffix(raw, "}")
	return inner[len(strings.TrimRight(inner, " \t\r\n")):] + "}"
}

// scenarioJoined are members whose content is joined or recorded otherwise, with those inside of them.
var scenarioJoined = map[string][]string{"scenarioId": nil, "revision": nil, "dependencies": nil, "patients": nil, "variables": nil, "flags": nil, "history": nil,
	"observations": nil, "results": nil, "schedules": nil, "actions": nil, "events": {"conditions", "effects", "schedules"}, "composition": {"overrides"}}

// rest lists the members that nothing else keeps.
func (x *exporter) rest(n *jsontree.Node, joined map[string][]string) []string {
	var out []string
	for _, m := range n.Members() {
		inside, known := joined[m.Key.Text()]
		switch {
		case !known:
			out = append(out, string(m.Key.Raw())+": "+dedented(m.Value))
		case inside != nil:
			var inner []string
			for _, k := range m.Value.Members() {
				if !slices.Contains(inside, k.Key.Text()) {
					inner = append(inner, string(k.Key.Raw())+": "+dedented(k.Value))
				}
			}
			if len(inner) > 0 {
				out = append(out, string(m.Key.Raw())+": "+x.lines("{", inner, "}"))
			}
		}
	}
	return out
}

func (x *exporter) array(items []string) string { return x.lines("[", items, "]") }

// lines writes items one a line, or all on one where the document does.
func (x *exporter) lines(open string, items []string, close string) string {
	switch {
	case len(items) == 0:
		return open + close
	case x.compact:
		return open + strings.Join(items, ", ") + close
	}
	var b strings.Builder
	b.WriteString(open)
	for i, item := range items {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n  " + strings.ReplaceAll(item, "\n", "\n  "))
	}
	b.WriteString("\n" + close)
	return b.String()
}

// dedented is the text of a value without the indentation that all of its lines but the first have. Texts hold no line
// ends, so that no value changes.
func dedented(n *jsontree.Node) string {
	raw := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(n.Raw()))
	lines := strings.Split(raw, "\n")
	if len(lines) == 1 {
		return raw
	}
	indent := lines[len(lines)-1]
	indent = indent[:len(indent)-len(strings.TrimLeft(indent, " \t"))]
	for _, line := range lines[1:] {
		for !strings.HasPrefix(line, indent) && strings.TrimLeft(line, " \t") != "" {
			indent = indent[:len(indent)-1]
		}
	}
	for i := 1; i < len(lines); i++ {
		lines[i] = strings.TrimPrefix(lines[i], indent)
	}
	return strings.Join(lines, "\n")
}
