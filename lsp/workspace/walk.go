package workspace

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// Found is one file of a walk, or one place where the walk could not look.
type Found struct {
	Path  string
	Named bool  // its name says that it is ours; otherwise only its content can
	Given bool  // named by the caller, not met on the way
	Err   error // why the path could not be looked at; a sentence
}

// maxDepth bounds how deep directories may nest. Links are not followed, so that only a hostile tree comes near it.
const maxDepth = 255

// Walk calls visit for every file below the roots that may be a document: first the first root, and in every directory
// by name. named tells whether a file's name is one of ours; other files are visited if they end in .json.
// What a .gitignore excludes is left out, which is told of a root, and .git and node_modules always are; links to directories
// are not followed.
// A root that is a file is visited whatever its name. A file is visited once, even when roots overlap.
// Walk ends with the first error of visit, or with that of ctx.
func Walk(ctx context.Context, roots []string, named func(path string) bool, visit func(Found) error) error {
	w := walker{ctx: ctx, named: named, visit: visit, read: func(string) {}}
	return w.walk(roots)
}

func (w *walker) walk(roots []string) error {
	w.roots = make(map[string]bool, len(roots))
	for _, root := range roots {
		w.roots[Clean(root)] = true
	}
	walked := make(map[string]bool, len(roots))
	for _, root := range roots {
		if walked[Clean(root)] {
			continue
		}
		walked[Clean(root)] = true
		info, err := os.Stat(root)
		switch {
		case err != nil:
			err = w.visit(Found{Path: root, Given: true, Err: readError(root, err)})
		case info.IsDir():
			err = w.root(root)
		default:
			err = w.visit(Found{Path: root, Named: w.named(root), Given: true})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type walker struct {
	ctx   context.Context
	named func(path string) bool
	visit func(Found) error
	read  func(path string) // is told of every directory and ignore file that the walk goes by
	roots map[string]bool   // cleaned; each is walked in its own turn and left out of the others
}

// root walks one directory that the caller named, with the ignore rules of the repository around it.
func (w *walker) root(dir string) error {
	abs := Clean(dir)
	top := repository(abs)
	rel, err := filepath.Rel(top, abs)
	if err != nil {
		rel = "."
	}
	var parts []string
	patterns := w.ignore(nil, filepath.Join(top, ".git", "info", "exclude"), nil)
	if rel != "." {
		at := top
		for part := range strings.SplitSeq(rel, string(filepath.Separator)) {
			patterns = w.ignore(patterns, filepath.Join(at, ".gitignore"), parts)
			at = filepath.Join(at, part)
			parts = append(parts, part)
		}
		if gitignore.NewMatcher(patterns).Match(parts, true) {
			return w.visit(Found{Path: dir, Given: true, Err: errors.New(dir + " is left out by a .gitignore; a file in it is read when it is named itself")})
		}
	}
	return w.directory(dir, parts, patterns, 0)
}

// repository returns the nearest directory around dir that holds .git, or dir itself.
func repository(dir string) string {
	for at := dir; ; {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		up := filepath.Dir(at)
		if up == at {
			return dir
		}
		at = up
	}
}

// directory visits one directory: parts is its path below the top of the repository, patterns what stands above it.
func (w *walker) directory(dir string, parts []string, patterns []gitignore.Pattern, depth int) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if depth > maxDepth {
		return w.visit(Found{Path: dir, Err: errors.New(dir + " lies more than 255 directories deep and was left out")})
	}
	w.read(dir)
	entries, err := os.ReadDir(dir) // sorted by name
	if err != nil {
		return w.visit(Found{Path: dir, Err: readError(dir, err)})
	}
	patterns = w.ignore(patterns[:len(patterns):len(patterns)], filepath.Join(dir, ".gitignore"), parts)
	match := gitignore.NewMatcher(patterns)
	for _, entry := range entries {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		name := entry.Name()
		path := filepath.Join(dir, name)
		if entry.IsDir() {
			if name == ".git" || name == "node_modules" || w.roots[Clean(path)] {
				continue
			}
			below := append(parts[:len(parts):len(parts)], name)
			if match.Match(below, true) {
				continue
			}
			if err := w.directory(path, below, patterns, depth+1); err != nil {
				return err
			}
			continue
		}
		ours := w.named(path)
		if !ours && !strings.EqualFold(filepath.Ext(name), ".json") || w.roots[Clean(path)] {
			continue
		}
		if match.Match(append(parts[:len(parts):len(parts)], name), false) {
			continue
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			info, err := os.Stat(path)
			if err != nil {
				if err := w.visit(Found{Path: path, Named: ours, Err: readError(path, err)}); err != nil {
					return err
				}
				continue
			}
			if info.IsDir() { // a link to a directory may lead back here
				continue
			}
		}
		if err := w.visit(Found{Path: path, Named: ours}); err != nil {
			return err
		}
	}
	return nil
}

// ignore appends the patterns of one ignore file; an absent or unreadable one adds none. parts is the path of the
// directory that the file speaks of, below the top of the repository.
func (w *walker) ignore(patterns []gitignore.Pattern, file string, parts []string) []gitignore.Pattern {
	text, err := os.ReadFile(file)
	if err != nil {
		return patterns
	}
	w.read(file)
	for line := range bytes.Lines(text) {
		rule := strings.TrimRight(string(line), "\r\n")
		if strings.TrimSpace(rule) == "" || strings.HasPrefix(rule, "#") {
			continue
		}
		if rest, ok := strings.CutPrefix(rule, `\#`); ok { // an escaped # is a name that begins with it
			rule = "#" + rest
		}
		patterns = append(patterns, gitignore.ParsePattern(rule, parts))
	}
	return patterns
}
