package jsontree

import "unicode/utf8"

// reporter is what the checks need of a test, a fuzz target or a property.
type reporter interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkTree fails the test unless the tree's spans nest and lie in the
// document, siblings are ordered and disjoint, and links agree.
func checkTree(t reporter, tree *Tree) {
	t.Helper()
	if tree.Root == nil || tree.Root.Parent() != nil {
		t.Fatalf("%.200q: no root, or one with a parent", tree.Text)
	}
	within := func(what string, s, outer Span) {
		if s.Start > s.End || s.Start < outer.Start || s.End > outer.End {
			t.Fatalf("%.200q: %s %v is not in %v", tree.Text, what, s, outer)
		}
	}
	document := Span{0, len(tree.Text)}
	last := 0
	for _, e := range tree.Errors {
		within("error", e.Span, document)
		if e.Span.Start < last {
			t.Fatalf("%.200q: errors are not in order: %v", tree.Text, tree.Errors)
		}
		last = e.Span.Start
		if e.Message == "" || !utf8.ValidString(e.Message) {
			t.Fatalf("%.200q: message %q", tree.Text, e.Message)
		}
	}
	within("root", tree.Root.Span(), document)
	for n := range tree.Root.All() {
		if n.Tree() != tree {
			t.Fatalf("%.200q: node of another tree", tree.Text)
		}
		if n.Kind() == String {
			within("content", n.ContentSpan(), n.Span())
			if !utf8.ValidString(n.Text()) {
				t.Fatalf("%.200q: text %q", tree.Text, n.Text())
			}
		}
		at := n.Span().Start
		for i, e := range n.Elements() {
			if e.Parent() != n || e.Index() != i || e.Key() != nil {
				t.Fatalf("%.200q: element %d has wrong links", tree.Text, i)
			}
			within("element", e.Span(), Span{at, n.Span().End})
			at = e.Span().End
			if c := e.Comma(); c != (Span{}) {
				within("comma", c, Span{at, n.Span().End})
				at = c.End
			}
		}
		for i, m := range n.Members() {
			if m.Key.Parent() != n || m.Value.Parent() != n || m.Key.Index() != i || m.Value.Index() != i ||
				m.Value.Key() != m.Key || m.Key.Value() != m.Value || m.Key.IsKey() == m.Value.IsKey() {
				t.Fatalf("%.200q: member %d has wrong links", tree.Text, i)
			}
			for _, s := range []Span{m.Key.Span(), m.Colon, m.Value.Span(), m.Comma} {
				if s != (Span{}) {
					within("part of a member", s, Span{at, n.Span().End})
					at = s.End
				}
			}
			if m.Comma != m.Value.Comma() {
				t.Fatalf("%.200q: member %d has two commas", tree.Text, i)
			}
		}
	}
}
