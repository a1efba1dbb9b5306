package analysis

import (
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// ConfigName is the name of the configuration at the root of a workspace.
const ConfigName = "lsp.json"

var configMembers = []member{
	{field{"libraries", "Folders that scenarios are found in by their id, relative to this file, in this order."}, jsontree.Array, false},
}

// analyseConfig checks lsp.json.
func analyseConfig(d *Document, r *result) {
	l := &moduleLowerer{module: &module{doc: d, tree: d.Tree()}}
	root := d.Tree().Root
	switch root.Kind() {
	case jsontree.Missing:
	case jsontree.Object:
		l.members(root, configMembers, "The configuration")
		for _, m := range root.Members() {
			if u, ok := unknownField(m, fieldsOf(configMembers), "The configuration"); ok && !l.reportedAt(m.Key.Span()) {
				l.report(UnknownField, m.Key.Span(), "%s", u.message)
			}
		}
		for _, n := range root.Get("libraries").Elements() {
			if l.want(n, jsontree.String, "An entry of libraries") && strings.TrimSpace(n.Text()) == "" {
				l.report(LibraryFolder, n.Span(), "A library folder is empty here; it needs the path of a folder, such as \"../library\".")
			}
		}
	default:
		l.report(WrongShape, valueSpan(root), "The configuration is an object, not %s.", kindPhrase(root))
	}
	for _, f := range l.faults {
		r.diagnostics = append(r.diagnostics, f.Diagnostic)
	}
}

// Libraries returns the library folders that a configuration names, as it names them.
func (d *Document) Libraries() []string {
	var out []string
	for _, n := range d.Tree().Root.Get("libraries").Elements() {
		if n.Kind() == jsontree.String && strings.TrimSpace(n.Text()) != "" {
			out = append(out, own(n.Text()))
		}
	}
	return out
}
