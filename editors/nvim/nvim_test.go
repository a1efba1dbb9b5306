// Package nvim holds the test that drives a real Neovim with the module of this folder.
package nvim

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/scenariolsp/lsp/lsp" // go test runs this again when the server changed, which it only builds
)

// TestSessions drives Neovim as people do who write models, and who write scenarios; through mishaps, of files, of the
// server and of its path; and with a server of another age.
func TestSessions(t *testing.T) {
	nvim := command(t)
	server, relay := build(t, "lsp", "../../cmd/lsp"), build(t, "relay", "../relay")
	for name, answers := range map[string]string{"models": "", "scenarios": "", "mishaps": "", "another": another(oneHint)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &session{name: name, nvim: nvim, server: server}
			if answers != "" {
				s.through(t, relay, answers)
			}
			out, err := s.run(t)
			t.Log(out)
			if failed := steps(out, "FAIL "); err != nil || len(failed) > 0 {
				t.Errorf("Neovim ended with %v, failed: %q", err, failed)
			}
			if !strings.Contains(out, "# all is well") {
				t.Error("the session did not come to its end")
			}
			for line := range strings.Lines(out) {
				if strings.HasPrefix(line, "Error") || strings.HasPrefix(line, "E5") {
					t.Errorf("Neovim told an error: %s", line)
				}
			}
		})
	}
}

// another is a server with hints, and without the command lsp.pin.
func another(hints string) string {
	return `{"+initialize": {"capabilities": {"inlayHintProvider": true, "executeCommandProvider": {"commands": ["lsp.runAll"]}}},
		"textDocument/inlayHint": ` + hints + `}`
}

// oneHint stands behind the key of the line with the only "expr" of the model.
const oneHint = `[{"position": {"line": 30, "character": 14}, "label": "71.91"}]`

// TestSessionsNotice holds the sessions against servers of which one thing is broken: the steps that show that thing
// must fail, or they would show nothing.
func TestSessionsNotice(t *testing.T) {
	nvim := command(t)
	server, relay := build(t, "lsp", "../../cmd/lsp"), build(t, "relay", "../relay")
	for _, broken := range []struct {
		what    string
		session string
		answers string   // of the relay
		fail    []string // in the order of the session, which ends with the last
	}{
		{"diagnostics", "models", `{"textDocument/publishDiagnostics": null, "textDocument/diagnostic": {"kind": "full", "items": []}}`,
			[]string{"a mistake is shown"}},
		{"quick fixes", "models", `{"textDocument/codeAction": null}`, []string{"its quick fix is applied"}},
		{"completion", "models", `{"textDocument/completion": null}`, []string{"a name with spaces is completed in a cell"}},
		{"lenses", "models", `{"textDocument/codeLens": null}`, []string{"a lens shows the answer", "a lens shows a number", "a lens names the state", "a lens is drawn",
			"it stays while its line is typed in", "a lens runs", "questions and decisions are completed", "the lens follows the edit"}},
		{"running", "models", `{"workspace/executeCommand lsp.runQuestion": null, "workspace/executeCommand lsp.runDecision": null}`,
			[]string{"a lens runs", "a decision runs by its name, with every digit"}},
		{"hovers", "models", `{"textDocument/hover": null}`, []string{"hover shows the value"}},
		{"following a state", "models", `{"workspace/codeLens/refresh": null}`, []string{"the lens follows the unsaved state", "the lens is fresh when the model is seen again"}},
		{"selecting a state", "models", `{"workspace/executeCommand lsp.selectState": null}`,
			[]string{"another state is selected", "the lens follows the selected state", "and told"}},
		{"naming states", "models", `{"lsp/states": null}`, []string{"states are completed"}},
		{"running everything", "models", `{"workspace/executeCommand lsp.runAll": null}`, []string{"the receipt is shown"}},
		{"drawing", "models", `{"workspace/executeCommand lsp.showGraph": null}`, []string{"the graph is shown as text", "the graph is drawn"}},
		{"making states", "models", `{"workspace/executeCommand lsp.createState": null}`, []string{"a new state is opened"}},
		{"running scenarios", "scenarios", `{"workspace/executeCommand lsp.runScenario": null}`,
			[]string{"the course is shown", "an order that is none is refused", "another order runs"}},
		{"pinning", "scenarios", `{"workspace/executeCommand lsp.pin": null}`, []string{"a dependency that is none is told", "the pin is told", "and set"}},
		{"exporting", "scenarios", `{"workspace/executeCommand lsp.export": null}`,
			[]string{"pins that do not hold keep it from being exported", "the snapshot is shown", "and shown again"}},
		{"lenses", "mishaps", `{"textDocument/codeLens": null}`,
			[]string{"a file that is read again keeps its lenses", "a file that was closed has them again", "with lenses"}},
		{"hints", "another", another("[]"), []string{"hints are drawn"}},
		{"commands", "another", `{}`, []string{"a command that it has not is told"}},
	} {
		t.Run(broken.session+" without "+broken.what, func(t *testing.T) {
			t.Parallel()
			s := &session{name: broken.session, nvim: nvim, server: server, environment: []string{
				"LSP_NVIM_PATIENCE=700", "LSP_NVIM_UNTIL=" + broken.fail[len(broken.fail)-1]}}
			s.through(t, relay, broken.answers)
			out, err := s.run(t)
			if broken.what == "hints" && strings.Contains(out, "# Neovim 0.7") {
				return // it draws none
			}
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

// bin is where the commands of this module are built for all tests.
var bin string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "nvim-test")
	if err != nil {
		panic(err)
	}
	bin = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// build builds a command of this module, unless another test did, and returns its path.
func build(t *testing.T, name, pkg string) string {
	t.Helper()
	program := filepath.Join(bin, name)
	if _, err := os.Stat(program); err == nil {
		return program
	}
	if out, err := exec.Command("go", "build", "-o", program, pkg).CombinedOutput(); err != nil {
		t.Fatalf("%s does not build: %v\n%s", pkg, err, out)
	}
	look(t)
	return program
}

// look looks at the folders that the programs and Neovim read from. Go keeps the results of a test for as long as what
// the test itself looked at is unchanged, and would go on telling what an older server did.
func look(t *testing.T) {
	t.Helper()
	for _, root := range []string{".", "../relay", "../../analysis", "../../cmd", "../../eval", "../../lsp"} {
		if err := filepath.WalkDir(root, func(string, fs.DirEntry, error) error { return nil }); err != nil {
			t.Fatal(err)
		}
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
	for _, file := range []string{"lua/scenariolsp.lua", "testdata/init.lua", "testdata/drive.lua"} {
		if _, err := os.Stat(file); err != nil { // go test sees by this what Neovim reads
			t.Fatal(err)
		}
	}
	return nvim
}

// session is one of testdata/drive.lua, with a server.
type session struct {
	name        string
	nvim        []string
	server      string
	environment []string
}

// through puts a relay with its answers before the server.
func (s *session) through(t *testing.T, relay, answers string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "answers.json")
	if err := os.WriteFile(file, []byte(answers), 0o666); err != nil {
		t.Fatal(err)
	}
	s.environment = append(s.environment, "LSP_SERVER="+s.server, "LSP_RELAY="+file)
	s.server = relay
}

// run runs the session in a folder with a model that has a mistake, two states, and a scenario that is pinned to other
// bytes than those of its library. It returns what was printed.
func (s *session) run(t *testing.T) (string, error) {
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
	write("bleeding.scenario.json", "bleeding.scenario.json", "", "")
	ward := fmt.Sprintf(`{
  "scenarioId": "ward",
  "revision": 1,
  "dependencies": [{"id": "shock-case", "scenarioId": "bleeding", "revision": 1, "sha256": "%064d"}]
}
`, 0)
	if err := os.WriteFile(filepath.Join(work, "ward.scenario.json"), []byte(ward), 0o666); err != nil {
		t.Fatal(err)
	}

	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	file := "returns.model.json"
	if s.name == "scenarios" {
		file = "ward.scenario.json"
	}
	args := append(slices.Clone(s.nvim[1:]), "--headless", "--clean", "-n", "-i", "NONE",
		"-u", filepath.Join(here, "testdata", "init.lua"), file,
		"-c", "luafile "+filepath.Join(here, "testdata", "drive.lua"))
	cmd := exec.CommandContext(ctx, s.nvim[0], args...)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "LSP_NVIM_MODULE="+here, "LSP_NVIM_SERVER="+s.server, "LSP_NVIM_SESSION="+s.name,
		"XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home)
	cmd.Env = append(cmd.Env, s.environment...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
