package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/lsp/workspace"
)

// libraries returns where the scenarios are looked for that a document depends on, beside its own folder: the folders of
// the workspace, those of the settings, and those that lsp.json names (scenario-format.md, "Dependencies and
// overrides", 1). The snapshot is locked.
func (s *snapshot) libraries(from string) []workspace.Folder {
	dir := filepath.Dir(from)
	if workspace.IsVirtual(from) {
		dir = ""
	}
	if known, ok := s.searched[dir]; ok {
		return known
	}
	var folders []workspace.Folder
	add := func(path string) {
		if f := (workspace.Folder{Path: workspace.Clean(path), Deep: true}); !slices.Contains(folders, f) {
			folders = append(folders, f)
		}
	}
	for _, folder := range s.folders {
		add(folder)
	}
	for _, path := range s.settingsOrDefault().Libraries {
		switch home, err := os.UserHomeDir(); {
		case path == "":
		case strings.HasPrefix(path, "~/") && err == nil:
			add(filepath.Join(home, path[2:]))
		case filepath.IsAbs(path):
			add(path)
		default:
			for _, folder := range s.folders {
				add(filepath.Join(folder, filepath.FromSlash(path)))
			}
		}
	}
	var configs []workspace.Config
	if dir != "" {
		if c, err := s.view.ConfigAround(dir); err == nil { // the diagnostics of a broken one say what is wrong with it
			configs = append(configs, c)
		}
	}
	for _, folder := range s.folders {
		if c, err := s.view.Config(folder); err == nil {
			configs = append(configs, c)
		}
	}
	for _, c := range configs {
		for _, f := range c.Libraries {
			add(f.Path)
		}
	}
	if s.searched == nil {
		s.searched = map[string][]workspace.Folder{}
	}
	s.searched[dir] = folders
	return folders
}

// scenarioIDs returns the ids of all scenarios that a document could depend on.
func (s *snapshot) scenarioIDs(from string) []string {
	s.mu.Lock()
	folders := s.libraries(from)
	s.mu.Unlock()
	return s.view.ScenarioIDs(from, folders)
}

// outside returns the folders that dependencies were looked for in and that the workspace does not hold.
func (s *snapshot) outside() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, folders := range s.searched {
		for _, f := range folders {
			if !slices.ContainsFunc(s.folders, func(folder string) bool { return under(folder, f.Path) }) && !slices.Contains(out, f.Path) {
				out = append(out, f.Path)
			}
		}
	}
	slices.Sort(out)
	return out
}

// under reports whether a path lies in a folder, or is it.
func under(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}
