package workspace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
)

// ConfigName is the name of the configuration at the root of a workspace.
const ConfigName = "lsp.json"

// Config is what a workspace says of itself.
type Config struct {
	Path      string // of the file; empty where there is none
	Libraries []Folder
}

// Config reads the configuration of a folder. A folder without one has an empty configuration; one that cannot be read
// is an error, a sentence, and says nothing.
func (v *View) Config(folder string) (Config, error) {
	path := filepath.Join(folder, ConfigName)

	for _, name := range v.list(folder) {
		if name != ConfigName {
			continue
		}
		file, err := v.Read(path)
		if err != nil {
			return Config{}, err
		}
		var c struct{ Libraries []string }
		if err := json.Unmarshal(bytes.TrimPrefix(file.Text, []byte("\uFEFF")), &c); err != nil {
			return Config{}, fmt.Errorf("%s cannot be used: \"lsp check %s\" says what is wrong with it", path, path)
		}
		out := Config{Path: path}
		for _, l := range c.Libraries {
			if l == "" {
				continue
			}
			if !filepath.IsAbs(l) {
				l = filepath.Join(folder, filepath.FromSlash(l))
			}
			out.Libraries = append(out.Libraries, Folder{Path: l, Deep: true})
		}
		return out, nil
	}
	return Config{}, nil
}

// ConfigAround reads the nearest configuration in or above a folder, as far as the repository that it lies in goes.
func (v *View) ConfigAround(folder string) (Config, error) {
	top := repository(Clean(folder))
	for at := folder; ; at = filepath.Join(at, "..") {
		c, err := v.Config(at)
		if err != nil || c.Path != "" {
			return c, err
		}
		if abs := Clean(at); abs == top || abs == filepath.Dir(abs) {
			return Config{}, nil
		}
	}
}
