// Package nvim holds the test that drives a real Neovim with the module of this folder.
package nvim

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// muteVariable makes this test binary a language server that knows nothing.
const muteVariable = "LSP_TEST_MUTE"

func TestMain(m *testing.M) {
	if os.Getenv(muteVariable) != "" {
		if err := serveMute(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// TestSession opens a model in Neovim, sees a mistake and applies its repair, completes a name, runs a lens, hovers a
// value, sees the lens follow edits of the model and of its state, and selects another state.
func TestSession(t *testing.T) {
	nvim := command(t)
	server := filepath.Join(t.TempDir(), "lsp")
	if out, err := exec.Command("go", "build", "-o", server, "../../cmd/lsp").CombinedOutput(); err != nil {
		t.Fatalf("the server does not build: %v\n%s", err, out)
	}
	out, err := session(t, nvim, "LSP_SERVER="+server)
	for line := range strings.Lines(out) {
		if line = strings.TrimSpace(line); line != "" {
			t.Log(line)
		}
		if strings.HasPrefix(line, "FAIL ") {
			t.Error(line)
		}
	}
	if err != nil {
		t.Errorf("Neovim ended with %v", err)
	}
	if !strings.Contains(out, "# all is well") {
		t.Error("the session did not come to its end")
	}
}

// TestSessionNoticesAMuteServer holds the session against a server that answers nothing: each step that shows what the
// server knows must fail, or it would show nothing.
func TestSessionNoticesAMuteServer(t *testing.T) {
	nvim := command(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, err := session(t, nvim, "LSP_SERVER="+self, muteVariable+"=1", "LSP_NVIM_PATIENCE=200")
	if err == nil {
		t.Error("Neovim ended well")
	}
	var passed []string
	for line := range strings.Lines(out) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "ok "); ok {
			passed = append(passed, name)
		}
	}
	alone := []string{"file type", "coloured as JSON", "server attached", "the completion is undone"} // what Neovim does without the server
	if !slices.Equal(passed, alone) || !strings.Contains(out, "# failed: ") {
		t.Errorf("passed without answers: %q, want %q\n%s", passed, alone, out)
	}
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

// session runs testdata/drive.lua in a folder with a model that has a mistake and with two states, and returns what it
// printed.
func session(t *testing.T, nvim []string, environment ...string) (string, error) {
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
	cmd.Env = append(os.Environ(), "LSP_NVIM_MODULE="+here,
		"XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home)
	cmd.Env = append(cmd.Env, environment...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// serveMute is a language server that promises everything and answers each request with null, until the input ends or
// the client says exit.
func serveMute(in io.Reader, out io.Writer) error {
	const promises = `{"capabilities":{"textDocumentSync":1,"hoverProvider":true,"codeActionProvider":true,"codeLensProvider":{},` +
		`"completionProvider":{},"executeCommandProvider":{"commands":["lsp.runAll","lsp.selectState"]}}}`
	r := bufio.NewReader(in)
	for {
		var length int
		for {
			line, err := r.ReadString('\n')
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			fmt.Sscanf(line, "Content-Length: %d", &length)
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(r, body); err != nil {
			return err
		}
		var m struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.Unmarshal(body, &m); err != nil {
			return err
		}
		if m.Method == "exit" {
			return nil
		}
		if m.ID == nil {
			continue
		}
		result := "null"
		if m.Method == "initialize" {
			result = promises
		}
		answer := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
		if _, err := fmt.Fprintf(out, "Content-Length: %d\r\n\r\n%s", len(answer), answer); err != nil {
			return err
		}
	}
}
