package main

import (
	"sync"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

// models keeps the models that states were last checked against: the states of one model follow each other in a check.
// It is safe for concurrent use and bounded.
type models struct {
	level analysis.Level

	mu   sync.Mutex
	open map[*workspace.File]*analysis.Document
}

// maxModels is how many models are kept.
const maxModels = 16

func (m *models) document(file *workspace.File) *analysis.Document {
	m.mu.Lock()
	defer m.mu.Unlock()
	doc, ok := m.open[file]
	if !ok {
		if len(m.open) >= maxModels || m.open == nil {
			m.open = map[*workspace.File]*analysis.Document{}
		}
		doc = analysis.Open(analysis.Source{Name: file.Path, Text: file.Text, Level: m.level}, nil, nil)
		m.open[file] = doc
	}
	return doc
}

// beside answers what a document asks of the folder it lies in, from the disk (analysis.Surroundings).
type beside struct {
	view    *workspace.View
	models  *models
	library *library // nil: no scenario is found
}

// ModelOf returns the model that a state belongs to by its name, or nil.
func (b beside) ModelOf(state string) *analysis.Document {
	path, ok := b.view.ModelOf(state)
	if !ok {
		return nil
	}
	file, err := b.view.Read(path)
	if err != nil {
		return nil
	}
	return b.models.document(file)
}
