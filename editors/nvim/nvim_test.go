// Package nvim holds the test that drives a real Neovim with the module of this folder.
package nvim

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSession opens a model in Neovim, sees a mistake and applies its repair, completes a name, runs a lens, hovers a
// value, sees the lens follow edits of the model and of its state, and selects another state.
func TestSession(t *testing.T) {
	nvim := command(t)
	out, err := session(t, nvim, build(t, "../../cmd/lsp"))
	t.Log(out)
	if failed := steps(out, "FAIL "); err != nil || len(failed) > 0 {
		t.Errorf("Neovim ended with %v, failed: %q", err, failed)
	}
	if !strings.Contains(out, "# all is well") {
		t.Error("the session did not come to its end")
	}
}

// TestSessionNotices holds the session against servers of which one thing is broken: the step that shows that thing
// must fail, or it would show nothing.
func TestSessionNotices(t *testing.T) {
	nvim := command(t)
	server, relay := build(t, "../../cmd/lsp"), build(t, "../relay")
	for _, broken := range []struct {
		what    string
		answers string // of the relay
		fail    []string
	}{
		{"diagnostics", `{"textDocument/publishDiagnostics": null, "textDocument/diagnostic": {"kind": "full", "items": []}}`,
			[]string{"a mistake is shown"}},
		{"quick fixes", `{"textDocument/codeAction": null}`, []string{"its quick fix is applied"}},
		{"completion", `{"textDocument/completion": null}`, []string{"a name with spaces is completed in a cell"}},
		{"lenses", `{"textDocument/codeLens": null}`, []string{"a lens shows the answer", "a lens names the state", "a lens runs", "the lens follows the edit"}},
		{"running", `{"workspace/executeCommand lsp.runQuestion": null}`, []string{"a lens runs"}},
		{"hovers", `{"textDocument/hover": null}`, []string{"hover shows the value"}},
		{"following a state", `{"workspace/codeLens/refresh": null}`, []string{"the lens follows the unsaved state"}},
		{"selecting a state", `{"workspace/executeCommand lsp.selectState": null}`,
			[]string{"another state is selected", "the lens follows the selected state"}},
		{"running everything", `{"workspace/executeCommand lsp.runAll": null}`, []string{"the receipt is shown"}},
	} {
		t.Run(broken.what, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "answers.json")
			if err := os.WriteFile(file, []byte(broken.answers), 0o666); err != nil {
				t.Fatal(err)
			}
			out, err := session(t, nvim, relay, "LSP_SERVER="+server, "LSP_RELAY="+file, "LSP_NVIM_PATIENCE=2000")
			failed := steps(out, "FAIL ")
			for _, step := range broken.fail {
				if !slices.Contains(failed, step) {
					t.Errorf("%q did not fail", step)
				}
			}
			if passed := steps(out, "ok "); err == nil || !slices.Contains(passed, "server attached") {
				t.Errorf("Neovim ended with %v, passed: %q", err, passed)
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}

// steps returns the names of the steps of a session whose lines start so.
func steps(out, start string) []string {
	var names []string
	for line := range strings.Lines(out) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), start); ok {
			name, _, _ = strings.Cut(name, ":")
			names = append(names, name)
		}
	}
	return names
}

// build builds a command of this module and returns its path.
func build(t *testing.T, pkg string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), filepath.Base(pkg))
	if out, err := exec.Command("go", "build", "-o", program, pkg).CombinedOutput(); err != nil {
		t.Fatalf("%s does not build: %v\n%s", pkg, err, out)
	}
	return program
}

// command returns how Neovim is started: LSP_NVIM names another than the one on the path.
func command(t *testing.T) []string {
	t.Helper()
	nvim := strings.Fields(os.Getenv("LSP_NVIM"))
	if len(nvim) == 0 {
		nvim = []string{"nvim"}
	}
	if _, err := exec.LookPath(nvim[0]); err != nil {
		if os.Getenv("LSP_REQUIRE_TOOLS") != "" {
			t.Fatalf("Neovim is required here and absent: %v", err)
		}
		t.Skipf("no Neovim on this machine: %v", err)
	}
	return nvim
}

// session runs testdata/drive.lua with a server, in a folder with a model that has a mistake and with two states, and
// returns what it printed.
func session(t *testing.T, nvim []string, server string, environment ...string) (string, error) {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	home, work := t.TempDir(), t.TempDir()
	examples := filepath.Join(here, "..", "..", "cmd", "lsp", "tour")
	write := func(name, from, old, new string) {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(examples, from))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), old) {
			t.Fatalf("%s does not hold %s, which the session changes", from, old)
		}
		if err := os.WriteFile(filepath.Join(work, name), []byte(strings.Replace(string(text), old, new, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("returns.model.json", "returns.model.json", `"crushed, lost"`, `"crushd, lost"`)
	write("returns.late.state.json", "returns.late.state.json", "", "")
	write("returns.soon.state.json", "returns.late.state.json", "41", "50")

	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	args := append(slices.Clone(nvim[1:]), "--headless", "--clean", "-n", "-i", "NONE",
		"-u", filepath.Join(here, "testdata", "init.lua"), "returns.model.json",
		"-c", "luafile "+filepath.Join(here, "testdata", "drive.lua"))
	cmd := exec.CommandContext(ctx, nvim[0], args...)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "LSP_NVIM_MODULE="+here, "LSP_NVIM_SERVER="+server,
		"XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home)
	cmd.Env = append(cmd.Env, environment...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
