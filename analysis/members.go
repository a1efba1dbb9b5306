package analysis

import (
	"slices"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
)

// members are the members of an object of the format. A misspelt one is found under the name that it means: it is
// reported as what it is, and read as if it were right, so that nothing else follows from the slip.
type members struct {
	*jsontree.Node
	slips []slip
}

// slip is a member whose key misspells an absent one.
type slip struct {
	meant string
	value *jsontree.Node
}

// membersOf reads the members of an object that can have those of known.
func membersOf(n *jsontree.Node, known []field) members {
	out := members{Node: n}
	for _, m := range n.Members() {
		if m.Key.Kind() != jsontree.String || isField(m.Key.Text(), known) {
			continue
		}
		near := feel.Nearest(m.Key.Text(), fieldNames(known))
		if near != "" && n.Get(near) == nil && !slices.ContainsFunc(out.slips, func(s slip) bool { return s.meant == near }) {
			out.slips = append(out.slips, slip{near, m.Value})
		}
	}
	return out
}

// Get returns the member that has the name or means it, nil where there is none.
func (m members) Get(name string) *jsontree.Node {
	for _, s := range m.slips {
		if s.meant == name {
			return s.value
		}
	}
	return m.Node.Get(name)
}

// slipped reports whether the member of that name is a misspelt one.
func (m members) slipped(n *jsontree.Node) bool {
	return slices.ContainsFunc(m.slips, func(s slip) bool { return s.value == n })
}

func isField(name string, known []field) bool {
	for i := range known {
		if known[i].name == name {
			return true
		}
	}
	return false
}
