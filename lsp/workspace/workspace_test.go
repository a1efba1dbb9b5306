package workspace_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/lsp/workspace"
)

// tree writes files below a new directory; a name that ends in a slash is a directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func named(path string) bool {
	return strings.HasSuffix(path, ".model.json") || strings.HasSuffix(path, ".jsonl")
}

// walk returns what a walk visits, relative to root: "path", with * where the name is ours and the error if any.
func walk(t *testing.T, root string, roots ...string) []string {
	t.Helper()
	got := []string{}
	var from []string
	for _, r := range roots {
		from = append(from, filepath.Join(root, r))
	}
	err := workspace.Walk(t.Context(), from, named, func(f workspace.Found) error {
		rel, err := filepath.Rel(root, f.Path)
		if err != nil {
			t.Fatal(err)
		}
		line := filepath.ToSlash(rel)
		if f.Named {
			line += " *"
		}
		if f.Err != nil {
			line += " " + strings.ReplaceAll(f.Err.Error(), root+string(filepath.Separator), "")
		}
		got = append(got, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestWalk(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		roots []string
		want  []string
	}{
		"by name, other files left out": {
			files: map[string]string{"b.model.json": "", "a.json": "", "c.txt": "", "sub/z.jsonl": "", "d.JSON": ""},
			want:  []string{"a.json", "b.model.json *", "d.JSON", "sub/z.jsonl *"},
		},
		"version control and modules": {
			files: map[string]string{".git/x.json": "", "node_modules/y.model.json": "", "s/node_modules/y.json": "", "k.json": ""},
			want:  []string{"k.json"},
		},
		"ignored": {
			files: map[string]string{
				".git/": "", ".gitignore": "# notes\n*.tmp.json\n/build/\n!keep.tmp.json\n", "a.tmp.json": "", "keep.tmp.json": "",
				"build/a.json": "", "sub/build/b.json": "", "sub/.gitignore": "only-here.json\r\n", "sub/only-here.json": "",
				"only-here.json": "", ".git/info/exclude": "private/\n", "private/p.json": "",
			},
			want: []string{"keep.tmp.json", "only-here.json", "sub/build/b.json"},
		},
		"rules above the root": {
			files: map[string]string{".git/": "", ".gitignore": "out/\n", "sub/a.json": "", "sub/out/b.json": "", "sub/deep/.gitignore": "c.json\n", "sub/deep/c.json": "", "sub/deep/d.json": ""},
			roots: []string{"sub"},
			want:  []string{"sub/a.json", "sub/deep/d.json"},
		},
		"an ignored root": {
			files: map[string]string{".git/": "", ".gitignore": "out/\n", "out/deep/b.json": "", "a.json": ""},
			roots: []string{"out", "a.json", "out/deep", "out/deep/b.json"},
			want: []string{
				"out out is left out by a .gitignore; a file in it is read when it is named itself", "a.json",
				"out/deep out/deep is left out by a .gitignore; a file in it is read when it is named itself", "out/deep/b.json",
			},
		},
		"given by name although ignored": {
			files: map[string]string{".git/": "", ".gitignore": "*.json\n", "a.json": "", "b.json": "", "notes.txt": ""},
			roots: []string{"a.json", "notes.txt", "."},
			want:  []string{"a.json", "notes.txt"},
		},
		"overlapping roots": {
			files: map[string]string{"a.json": "", "sub/b.json": "", "sub/c.json": ""},
			roots: []string{".", "sub", "sub/c.json", "sub"},
			want:  []string{"a.json", "sub/b.json", "sub/c.json"},
		},
		"missing root": {
			files: map[string]string{"a.json": ""},
			roots: []string{"gone.json", "a.json"},
			want:  []string{"gone.json gone.json cannot be read: there is no such file", "a.json"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			root := tree(t, test.files)
			if test.roots == nil {
				test.roots = []string{"."}
			}
			if diff := cmp.Diff(test.want, walk(t, root, test.roots...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWalkLinks(t *testing.T) {
	root := tree(t, map[string]string{"sub/a.model.json": "{}"})
	for link, to := range map[string]string{"sub/loop": "..", "sub/self.json": "self.json", "sub/b.model.json": "a.model.json", "away": "sub"} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Skipf("this file system has no symbolic links: %v", err)
		}
	}
	want := []string{"sub/a.model.json *", "sub/b.model.json *", "sub/self.json sub/self.json cannot be read: its symbolic links lead in a circle"}
	if diff := cmp.Diff(want, walk(t, root, ".")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"away/a.model.json *", "away/b.model.json *", "away/self.json away/self.json cannot be read: its symbolic links lead in a circle"}, walk(t, root, "away")); diff != "" {
		t.Errorf("a link that is given itself: %s", diff)
	}
}

func TestWalkEnds(t *testing.T) {
	root := tree(t, map[string]string{"a.json": "", "b.json": ""})
	ctx, cancel := context.WithCancel(t.Context())
	visits := 0
	err := workspace.Walk(ctx, []string{root}, named, func(workspace.Found) error { visits++; cancel(); return nil })
	if !errors.Is(err, context.Canceled) || visits != 1 {
		t.Errorf("got %d visits and %v; want the walk to end after the first", visits, err)
	}
	stop := errors.New("enough")
	if err := workspace.Walk(t.Context(), []string{root}, named, func(workspace.Found) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v; want the error of visit", err)
	}
}

func TestReadFile(t *testing.T) {
	text := "\ufeff{\r\n \"a\": 1\r}\xff\xfe"
	root := tree(t, map[string]string{"a.json": text, "dir/": "", "empty.json": ""})
	f, err := workspace.ReadFile(filepath.Join(root, "a.json"))
	if err != nil || string(f.Text) != text {
		t.Errorf("got %q, %v; want the bytes as they are", f.Text, err)
	}
	if f, err := workspace.ReadFile(filepath.Join(root, "empty.json")); err != nil || len(f.Text) != 0 {
		t.Errorf("empty file: %q, %v", f.Text, err)
	}
	for path, want := range map[string]string{
		"gone.json":               "cannot be read: there is no such file",
		"a.json/b.json":           "cannot be read: a part of its path is a file, not a directory",
		"dir":                     "is a directory; a file is needed here",
		strings.Repeat("n", 4000): "cannot be read: its name is longer than the file system allows",
	} {
		full := filepath.Join(root, path)
		if _, err := workspace.ReadFile(full); err == nil || !strings.HasPrefix(err.Error(), full) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%.20s: got %v; want the path and %q", path, err, want)
		}
	}
	if _, err := workspace.ReadFile(filepath.Join(root, "gone")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v does not wrap fs.ErrNotExist", err)
	}
}

// open returns a view in which the named files are open with the given texts.
func open(disk *workspace.Disk, root string, files map[string]string) *workspace.View {
	m := map[string]*workspace.File{}
	for name, text := range files {
		path := name
		if !workspace.IsVirtual(name) {
			path = filepath.Join(root, filepath.FromSlash(name))
		}
		m[path] = &workspace.File{Path: path, Text: []byte(text), Version: 1, Open: true}
	}
	return disk.View(m)
}

func TestStates(t *testing.T) {
	root := tree(t, map[string]string{
		"claims.model.json": "", "claims.late.model.json": "", "claims.state.json": "", "claims.late.state.json": "",
		"claims.late.eu.state.json": "", "claims.zoo.state.json": "", "claims.early.state.json": "", "claimsx.state.json": "",
		"claims.states/mid.json": "", "claims.states/notes.txt": "", "alone.state.json": "", "other.states/a.json": "",
		".model.json": "", ".states/b.json": "",
	})
	v := open(workspace.NewDisk(), root, map[string]string{"claims.unsaved.state.json": "", "claims.states/new.json": "", "fresh.model.json": "", "fresh.a.state.json": ""})
	states := func(model string) []string {
		got := []string{}
		for _, s := range v.StatesOf(filepath.Join(root, model)) {
			rel, _ := filepath.Rel(root, s.Path)
			got = append(got, filepath.ToSlash(rel)+" "+s.Title())
		}
		return got
	}
	for model, want := range map[string][]string{
		"claims.model.json": {"claims.state.json claims", "claims.early.state.json early", "claims.states/mid.json mid",
			"claims.states/new.json new", "claims.unsaved.state.json unsaved", "claims.zoo.state.json zoo"},
		"claims.late.model.json": {"claims.late.state.json claims.late", "claims.late.eu.state.json eu"},
		"fresh.model.json":       {"fresh.a.state.json a"},
		"claims.json":            {},
		".model.json":            {},
	} {
		if diff := cmp.Diff(want, states(model)); diff != "" {
			t.Errorf("states of %s: %s", model, diff)
		}
	}
	for state, want := range map[string]string{
		"claims.state.json": "claims.model.json", "claims.late.state.json": "claims.late.model.json",
		"claims.late.eu.state.json": "claims.late.model.json", "claims.unsaved.state.json": "claims.model.json",
		"claims.states/mid.json": "claims.model.json", "fresh.a.state.json": "fresh.model.json",
		"claimsx.state.json": "", "alone.state.json": "", "other.states/a.json": "", ".states/b.json": "", "claims.model.json": "",
	} {
		got, _ := v.ModelOf(filepath.Join(root, state))
		if got != "" {
			got = filepath.Base(got)
		}
		if got != want {
			t.Errorf("model of %s: got %q, want %q", state, got, want)
		}
	}
}

// TestStatesAgree holds both directions against each other: a state is listed for exactly the model it names.
func TestStatesAgree(t *testing.T) {
	part := rapid.SampledFrom([]string{"a", "b", "a.b", "b.a", "a.b.c", ""})
	rapid.Check(t, func(t *rapid.T) {
		files := map[string]string{}
		var models, all []string
		for range rapid.IntRange(0, 4).Draw(t, "models") {
			models = append(models, part.Draw(t, "model")+".model.json")
		}
		for range rapid.IntRange(0, 6).Draw(t, "states") {
			all = append(all, rapid.OneOf(
				rapid.Map(part, func(s string) string { return s + ".state.json" }),
				rapid.Map(part, func(s string) string { return s + ".states/x.json" })).Draw(t, "state"))
		}
		for _, name := range append(models, all...) {
			files[name] = ""
		}
		root := filepath.Join(string(filepath.Separator), "no", "such", "place")
		v := open(workspace.NewDisk(), root, files)
		for _, state := range all {
			path := filepath.Join(root, filepath.FromSlash(state))
			owner, owned := v.ModelOf(path)
			for _, model := range models {
				listed := false
				for _, s := range v.StatesOf(filepath.Join(root, model)) {
					listed = listed || s.Path == path
				}
				if want := owned && owner == filepath.Join(root, model); listed != want {
					t.Fatalf("%s is listed for %s: %v; its model is %q", state, model, listed, owner)
				}
			}
		}
	})
}

func TestView(t *testing.T) {
	root := tree(t, map[string]string{"a.json": "disk", "b.json": "old"})
	disk := workspace.NewDisk()
	a, b := filepath.Join(root, "a.json"), filepath.Join(root, "b.json")
	past := time.Now().Add(-time.Hour)
	for _, path := range []string{a, b} {
		if err := os.Chtimes(path, past, past); err != nil {
			t.Fatal(err)
		}
	}
	v := open(disk, root, map[string]string{"a.json": "editor", "untitled:One": "new"})
	read := func(v *workspace.View, path string) string {
		f, err := v.Read(path)
		if err != nil {
			return err.Error()
		}
		return string(f.Text)
	}
	if got := read(v, a); got != "editor" {
		t.Errorf("open document: got %q", got)
	}
	if got := read(v, "untitled:One"); got != "new" {
		t.Errorf("document without a file: got %q", got)
	}
	if got := read(v, "untitled:Two"); got != "untitled:Two cannot be read: no editor holds it open and it lies on no disk" {
		t.Errorf("closed document without a file: got %q", got)
	}
	if read(v, b); v.Stale() {
		t.Error("nothing changed, but the view is stale")
	}
	first, _ := v.Read(b)
	if again, _ := disk.View(nil).Read(b); again != first {
		t.Error("an unchanged file was read twice")
	}
	if err := os.WriteFile(b, []byte("new"), 0o644); err != nil { // the same size, another time
		t.Fatal(err)
	}
	if !v.Stale() {
		t.Error("the file changed, but the view is not stale")
	}
	if got := read(v, b); got != "old" {
		t.Errorf("a view changed its answer to %q", got)
	}
	if got := read(disk.View(nil), b); got != "new" {
		t.Errorf("the next view: got %q", got)
	}
	if got := read(disk.View(nil), a); got != "disk" {
		t.Errorf("a closed document: got %q", got)
	}
	missing := disk.View(nil)
	if read(missing, filepath.Join(root, "c.json")); missing.Stale() {
		t.Error("stale although nothing came")
	}
	if err := os.WriteFile(filepath.Join(root, "c.json"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if !missing.Stale() {
		t.Error("a file came, but the view is not stale")
	}
}

func TestIsVirtual(t *testing.T) {
	for name, want := range map[string]bool{"untitled:Untitled-1": true, "vscode-vfs://x/a.json": true, "/a:b/c.json": false, `C:\a.json`: false, "a.json": false, "": false} {
		if got := workspace.IsVirtual(name); got != want {
			t.Errorf("%q: got %v, want %v", name, got, want)
		}
	}
}

func TestForget(t *testing.T) {
	root := tree(t, map[string]string{"a.json": "old"})
	path := filepath.Join(root, "a.json")
	past := time.Now().Add(-time.Hour)
	stamp := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, past, past); err != nil {
			t.Fatal(err)
		}
	}
	stamp("old")
	disk := workspace.NewDisk()
	if _, err := disk.View(nil).Read(path); err != nil {
		t.Fatal(err)
	}
	stamp("new") // the same size and time: only word of the change tells
	disk.Forget(path)
	f, err := disk.View(nil).Read(path)
	if err != nil || string(f.Text) != "new" {
		t.Errorf("got %q, %v", f.Text, err)
	}
}

func TestNamed(t *testing.T) {
	for path, want := range map[string]bool{"a.model.json": true, "a.state.json": true, "x/a.states/late.json": true, "package.json": false, "a.states": false} {
		if got := workspace.Named(path); got != want {
			t.Errorf("%s: got %v", path, got)
		}
	}
}
