package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"lsp": main})
}

// Every script of testdata/cli shows a subcommand, a form or an exit code: what goes in, what comes out, and where.
// With UPDATE=1 the files that cmp compares are written anew.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                filepath.Join("..", "..", "testdata", "cli"),
		UpdateScripts:      os.Getenv("UPDATE") != "",
		RequireUniqueNames: true,
		Setup:              func(env *testscript.Env) error { return copyTour(env.WorkDir) },
		Cmds:               map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits is the command `exits CODE PROGRAM ARGS...` of the scripts: it runs a program and checks its exit code exactly.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Check(err)
		}
		code = exit.ExitCode()
	}
	if code != want {
		ts.Fatalf("%s ended with code %d, want %d", args[1], code, want)
	}
}

// copyTour lays the documents of the tour into a script's folder.
func copyTour(dir string) error {
	return os.CopyFS(dir, os.DirFS("tour"))
}
