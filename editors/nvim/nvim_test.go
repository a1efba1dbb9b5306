// Package nvim holds the test that drives a real Neovim with the module of this folder.
package nvim

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSession opens a model in Neovim, sees a mistake and its repair, runs a lens, hovers a value, and sees the lens
// follow edits of the model and of its state. LSP_NVIM names another Neovim than the one on the path.
func TestSession(t *testing.T) {
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
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	server := filepath.Join(dir, "lsp")
	if out, err := exec.Command("go", "build", "-o", server, "../../cmd/lsp").CombinedOutput(); err != nil {
		t.Fatalf("the server does not build: %v\n%s", err, out)
	}

	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o777); err != nil {
		t.Fatal(err)
	}
	examples := filepath.Join(here, "..", "..", "cmd", "lsp", "tour")
	write := func(name, old, new string) {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(examples, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(work, name), []byte(strings.Replace(string(text), old, new, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("returns.model.json", `"crushed, lost"`, `"crushd, lost"`)
	write("returns.late.state.json", "", "")

	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	args := append(nvim[1:], "--headless", "--clean", "-n", "-i", "NONE",
		"-u", filepath.Join(here, "testdata", "init.lua"), "returns.model.json",
		"-c", "luafile "+filepath.Join(here, "testdata", "drive.lua"))
	cmd := exec.CommandContext(ctx, nvim[0], args...)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "LSP_SERVER="+server, "LSP_NVIM_MODULE="+here,
		"XDG_STATE_HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir)
	out, err := cmd.CombinedOutput()
	for line := range strings.Lines(string(out)) {
		t.Log(strings.TrimRight(line, "\r\n"))
		if strings.HasPrefix(line, "FAIL ") {
			t.Error(strings.TrimSpace(line))
		}
	}
	if err != nil {
		t.Errorf("Neovim ended with %v", err)
	}
	if !strings.Contains(string(out), "# all is well") {
		t.Error("the session did not come to its end")
	}
}
