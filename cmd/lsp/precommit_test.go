package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/analysis"
)

// The hook of .pre-commit-hooks.yaml with the real pre-commit, from a local repository: a commit with a broken model is
// refused, one with a good model passes, and files of other names do not matter.
func TestPreCommitHook(t *testing.T) {
	if testing.Short() {
		t.Skip("pre-commit builds the whole program; not in a short run")
	}
	for _, tool := range []string{"pre-commit", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("LSP_REQUIRE_TOOLS") != "" {
				t.Fatalf("%s is required here and absent: %v", tool, err)
			}
			t.Skipf("no %s on this machine: %v", tool, err)
		}
	}
	t.Parallel()
	dir := t.TempDir()
	run := commandRunner(t, dir)

	hooks := filepath.Join(dir, "hooks")
	copyModule(t, filepath.Join("..", ".."), hooks)
	run.must(hooks, "git", "init", "-q", "-b", "main", ".")
	run.must(hooks, "git", "add", "-A")
	run.must(hooks, "git", "commit", "-q", "--no-verify", "-m", "hooks")
	run.must(hooks, "git", "tag", "v0.0.1")

	user := filepath.Join(dir, "user")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(user, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(user, 0o777); err != nil {
		t.Fatal(err)
	}
	run.must(user, "git", "init", "-q", "-b", "main", ".")
	write(".pre-commit-config.yaml", "repos:\n- repo: "+hooks+"\n  rev: v0.0.1\n  hooks:\n  - id: lsp-check\n")
	run.must(user, "pre-commit", "install")

	good, err := os.ReadFile(filepath.Join("tour", "returns.model.json"))
	if err != nil {
		t.Fatal(err)
	}
	write("returns.model.json", string(good))
	write("package.json", `{"name": "no document of ours",}`)
	run.must(user, "git", "add", "-A")
	run.must(user, "git", "commit", "-m", "a good model")

	write("returns.model.json", strings.Replace(string(good), `"crushed, lost"`, `"crushd, lost"`, 1))
	run.must(user, "git", "add", "-A")
	out, err := run.try(user, "git", "commit", "-m", "a broken model")
	if err == nil {
		t.Errorf("the commit of a broken model was accepted:\n%s", out)
	}
	if !strings.Contains(out, "returns.model.json:") || !strings.Contains(out, "crushd") {
		t.Errorf("the refusal does not show what is wrong:\n%s", out)
	}
}

// The hook is asked about every file that is a document by its name.
func TestPreCommitHookKnowsEveryKind(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", ".pre-commit-hooks.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "files: '")
	pattern, _, found := strings.Cut(rest, "'\n")
	if !found {
		t.Fatal("the hook has no files")
	}
	files := regexp.MustCompile(pattern)
	names := []string{"claims.states/late.json"}
	for _, k := range analysis.Kinds() {
		for _, p := range k.Patterns {
			names = append(names, strings.ReplaceAll(p, "*", "claims"))
		}
	}
	for _, name := range names {
		if analysis.KindByName(name) == nil || !files.MatchString(name) || !files.MatchString("some/folder/"+name) {
			t.Errorf("the hook leaves %s out", name)
		}
	}
	for _, other := range []string{"package.json", "model.json.txt", "claims.model.jsonx", "xlsp.json"} {
		if files.MatchString(other) {
			t.Errorf("the hook takes %s", other)
		}
	}
}

// runner runs commands in an environment of their own.
type runner struct {
	t   *testing.T
	env []string
}

// commandRunner keeps the caches of Go, so that nothing is downloaded twice, and nothing of the git around the test.
func commandRunner(t *testing.T, dir string) runner {
	r := runner{t: t}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "PRE_COMMIT") {
			r.env = append(r.env, v)
		}
	}
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	r.env = append(r.env,
		"GOMODCACHE="+strings.TrimSpace(string(cache)), "PRE_COMMIT_HOME="+filepath.Join(dir, "cache"),
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=test", "GIT_AUTHOR_EMAIL=test@example.invalid",
		"GIT_COMMITTER_NAME=test", "GIT_COMMITTER_EMAIL=test@example.invalid")
	return r
}

func (r runner) try(dir, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(r.t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, r.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (r runner) must(dir, name string, args ...string) {
	r.t.Helper()
	if out, err := r.try(dir, name, args...); err != nil {
		r.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// copyModule copies the files of the module as they stand, committed or not.
func copyModule(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch {
		case entry.Name() == ".git" && !entry.IsDir(): // a work tree's link; git would act on the repository it names
			return nil
		case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "bin" || entry.Name() == "node_modules"):
			return filepath.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		case !entry.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
}
