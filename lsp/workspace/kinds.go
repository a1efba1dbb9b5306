package workspace

import "github.com/scenariolsp/lsp/analysis"

// Named reports whether the path is named as a document of ours is, for Walk.
func Named(path string) bool { return analysis.KindByName(path) != nil || IsState(path) }
