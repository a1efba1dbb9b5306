package analysis

import "github.com/scenariolsp/lsp/analysis/jsontree"

// sections are the parts of a model document, each nil where it is absent or of the wrong shape.
type sections struct {
	root      *jsontree.Node
	envelope  *jsontree.Node // holds content and questions; nil where the document is the content alone
	content   *jsontree.Node
	questions *jsontree.Node
	state     *jsontree.Node // of a request
	types     *jsontree.Node
	inputs    *jsontree.Node
	decisions *jsontree.Node
	functions *jsontree.Node
}

// findSections reads the envelope by shape alone (model-format.md, "Documents").
func findSections(root *jsontree.Node) sections {
	s := sections{root: root}
	if root.Kind() != jsontree.Object {
		return s
	}
	s.envelope = root
	if m := root.Get("model"); m.Kind() == jsontree.Object {
		s.envelope = m
	}
	if isContent(root) {
		s.envelope, s.content = nil, root
	} else {
		envelope := membersOf(s.envelope, modelFields)
		s.content, s.questions = object(envelope.Get("content")), object(envelope.Get("questions"))
	}
	s.state = root.Get("state")
	if s.content != nil {
		content := membersOf(s.content, contentFields)
		s.types, s.inputs = object(content.Get("types")), object(content.Get("inputs"))
		s.decisions, s.functions = object(content.Get("decisions")), object(content.Get("functions"))
	}
	return s
}

// isContent tells the content alone from a model that holds it: it has members of the content and none of the envelope.
func isContent(root *jsontree.Node) bool {
	for _, name := range []string{"content", "questions", "model", "state"} {
		if root.Get(name) != nil {
			return root.Get("content") == nil && root.Get("model") == nil && (root.Get("inputs") != nil || root.Get("decisions") != nil)
		}
	}
	for _, f := range contentFields {
		if root.Get(f.name) != nil {
			return true
		}
	}
	return false
}

// object returns n if it is an object, nil otherwise.
func object(n *jsontree.Node) *jsontree.Node {
	if n.Kind() == jsontree.Object {
		return n
	}
	return nil
}

// kindPhrase names what stands in the document for a message.
func kindPhrase(n *jsontree.Node) string {
	switch n.Kind() {
	case jsontree.Null:
		return "null"
	case jsontree.Bool:
		return "true or false"
	case jsontree.Number:
		return "a number"
	case jsontree.String:
		return "a text"
	case jsontree.Array:
		return "an array"
	case jsontree.Object:
		return "an object"
	}
	return "nothing"
}
