package analysis

import (
	"bytes"
	"path"
	"strings"

	"github.com/buger/jsonparser"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// Kind is a kind of document: how files of it are told from others and how they are analysed. The table below is the
// only place that knows which kinds there are.
type Kind struct {
	Name       string   // what messages call it: a model, a state
	LanguageID string   // of editors
	Patterns   []string // of file names, matched against the last element of the path
	// probe recognises a document by the kinds of its top-level members.
	probe func(members map[string]jsontree.Kind) bool
	// analyse finds everything that the document alone, and its surroundings, tell.
	analyse func(d *Document, r *result)
	// complete offers what can stand in the place of a text.
	complete func(c *completer, n *jsontree.Node)
	// mark finds the outline and the places to run by syntax alone.
	mark func(d *Document, m *marks)
}

var kinds = []*Kind{modelKind, stateKind, scenarioKind, runKind, questionMapKind, configKind}

var modelKind = &Kind{
	Name: "model", LanguageID: "model-json", Patterns: []string{"*.model.json"},
	probe: func(m map[string]jsontree.Kind) bool {
		return m["content"] == jsontree.Object || m["model"] == jsontree.Object && has(m, "state") ||
			m["inputs"] == jsontree.Object && m["decisions"] == jsontree.Object
	},
	analyse:  analyseModel,
	complete: (*completer).model,
	mark:     markModel,
}

var stateKind = &Kind{
	Name: "state", LanguageID: "state-json", Patterns: []string{"*.state.json"},
	probe: func(m map[string]jsontree.Kind) bool {
		return m["state"] == jsontree.Object && has(m, "expect") && len(m) == 2
	},
	analyse:  analyseState,
	complete: (*completer).state,
	mark:     func(*Document, *marks) {},
}

var scenarioKind = &Kind{
	Name: "scenario", LanguageID: "scenario-json", Patterns: []string{"*.scenario.json"},
	probe: func(m map[string]jsontree.Kind) bool {
		return m["scenarioId"] == jsontree.String && (has(m, "revision") || m["events"] == jsontree.Object || m["variables"] == jsontree.Array)
	},
	analyse:  analyseScenario,
	complete: (*completer).choices,
	mark:     markScenario,
}

// runKind is what a scenario is run with: actions performed and values bound.
var runKind = &Kind{
	Name: "run", LanguageID: "run-json", Patterns: []string{"*.run.json"},
	probe: func(m map[string]jsontree.Kind) bool {
		return m["actions"] == jsontree.Array && m["bindings"] == jsontree.Object
	},
	analyse:  analyseRun,
	complete: (*completer).run,
	mark:     func(*Document, *marks) {},
}

// configKind is lsp.json at the root of a workspace.
var configKind = &Kind{
	Name: "configuration", LanguageID: "lsp-config-json", Patterns: []string{"lsp.json"},
	probe:    func(map[string]jsontree.Kind) bool { return false },
	analyse:  analyseConfig,
	complete: func(c *completer, n *jsontree.Node) { c.memberKeys(n, configMembers) },
	mark:     func(*Document, *marks) {},
}

// questionMapKind is a plain decisions request: questions without content (model-format.md, "Documents").
var questionMapKind = &Kind{
	Name: "question map", LanguageID: "model-json",
	probe: func(m map[string]jsontree.Kind) bool {
		return m["questions"] == jsontree.Object && m["model"] == jsontree.String && !has(m, "content")
	},
	analyse:  analyseQuestionMap,
	complete: (*completer).questionMap,
	mark:     markQuestionMap,
}

func has(m map[string]jsontree.Kind, key string) bool {
	_, ok := m[key]
	return ok
}

// Kinds lists the kinds of documents.
func Kinds() []*Kind { return kinds }

// KindByName returns the kind that a file name tells, or nil. name may be a path or a URI.
func KindByName(name string) *Kind {
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	for _, k := range kinds {
		for _, p := range k.Patterns {
			if ok, _ := path.Match(p, base); ok {
				return k
			}
		}
	}
	if path.Base(path.Dir(strings.ReplaceAll(name, `\`, "/"))) != "." && strings.HasSuffix(path.Base(path.Dir(strings.ReplaceAll(name, `\`, "/"))), ".states") && strings.HasSuffix(base, ".json") {
		return stateKind
	}
	return nil
}

// KindByLanguage returns the kind of an editor's language id, or nil.
func KindByLanguage(id string) *Kind {
	for _, k := range kinds {
		if k.LanguageID == id {
			return k
		}
	}
	return nil
}

// KindByContent returns the kind that the top-level members tell, or nil when the text is none of ours. It builds no
// tree and stops at the first thing it cannot read.
func KindByContent(text []byte) *Kind {
	members := map[string]jsontree.Kind{}
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	_ = jsonparser.ObjectEach(text, func(key, _ []byte, kind jsonparser.ValueType, _ int) error {
		members[string(key)] = probeKinds[kind]
		return nil
	})
	if len(members) == 0 {
		return nil
	}
	for _, k := range kinds {
		if k.probe(members) {
			return k
		}
	}
	return nil
}

var probeKinds = map[jsonparser.ValueType]jsontree.Kind{
	jsonparser.Null: jsontree.Null, jsonparser.Boolean: jsontree.Bool, jsonparser.Number: jsontree.Number,
	jsonparser.String: jsontree.String, jsonparser.Array: jsontree.Array, jsonparser.Object: jsontree.Object,
}
