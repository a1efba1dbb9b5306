package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/lsp/workspace"
)

type exportFlags struct {
	output  string
	library []string
}

func (a *app) export() *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export SCENARIO",
		Short: "Write a scenario with everything it depends on",
		Long: `Export writes a scenario for execution: what it imports is joined in, overrides are applied, and the
provenance of every part is recorded. What the document itself says stays byte for byte. The same files give the
same bytes, and a snapshot never changes when a library does.`,
		Example: `  lsp export icu.scenario.json --output icu.snapshot.scenario.json
  lsp export icu.scenario.json --library ../library | sha256sum`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf(`Export takes one scenario, such as "lsp export icu.scenario.json".`)
			}
			return a.runExport(cmd.Context(), args[0], f)
		},
	}
	cmd.Flags().StringVar(&f.output, "output", "", "write to `FILE` instead of standard output")
	cmd.Flags().StringArrayVar(&f.library, "library", nil, "look for dependencies in `DIR` too; can be repeated")
	return cmd
}

func (a *app) runExport(ctx context.Context, path string, f exportFlags) error {
	library, err := a.openLibrary(workspace.NewDisk(), analysis.Strict, []string{path}, f.library)
	if err != nil {
		return err
	}
	doc, err := library.read(path)
	if err != nil {
		return err
	}
	text, why := doc.Export(ctx)
	if why != nil {
		return a.refused(doc, why, "exported")
	}
	if f.output == "" {
		_, err := a.out.Write(text)
		return err
	}
	for _, d := range doc.Reached() {
		if workspace.Clean(d.Name) == workspace.Clean(f.output) {
			return fmt.Errorf("%s is one of the documents that are exported; write the snapshot to another file.", f.output)
		}
	}
	return replaceFile(f.output, text)
}

// replaceFile writes a file in one step, so that a reader never sees half of it. The permissions of an existing file
// stay as they are, and a link keeps pointing where it did.
func replaceFile(path string, text []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w.", path, err)
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(text)
	if closing := temp.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Chmod(temp.Name(), mode)
	}
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w.", path, err)
	}
	return nil
}
