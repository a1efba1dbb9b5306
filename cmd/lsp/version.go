package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// build is what is known of this program, the machine form of `lsp version`.
type build struct {
	Version  int    `json:"version"` // of this form
	Module   string `json:"module"`
	Release  string `json:"release"`            // the module's version; (devel) for a build from a working tree
	Revision string `json:"revision,omitempty"` // of the working tree, where the build recorded it
	Modified bool   `json:"modified"`           // the working tree differed from its revision
	Time     string `json:"time,omitempty"`     // of the revision, ISO 8601
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (a *app) version() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Say which lsp this is",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			if err := oneOf("format", format, "text", "json"); err != nil {
				return err
			}
			b := thisBuild()
			if format == "json" {
				return json.NewEncoder(a.out).Encode(b)
			}
			_, err := fmt.Fprintln(a.out, b)
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "the `FORM`: text or json")
	return cmd
}

// thisBuild reads what the Go toolchain recorded in this program.
func thisBuild() build {
	b := build{Version: 1, Release: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Module = info.Main.Path
	if info.Main.Version != "" {
		b.Release = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// String is the line for people: lsp v0.1.0 (revision 1a2b3c4d5e6f, modified) go1.26.0 linux/amd64.
func (b build) String() string {
	var source []string
	if b.Revision != "" {
		source = append(source, "revision "+b.Revision[:min(12, len(b.Revision))])
	}
	if b.Modified {
		source = append(source, "modified")
	}
	words := []string{"lsp", b.Release}
	if len(source) > 0 {
		words = append(words, "("+strings.Join(source, ", ")+")")
	}
	return strings.Join(append(words, b.Go, b.Platform), " ")
}
