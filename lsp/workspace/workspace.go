// Package workspace stands between documents and the file system, for the command line and the language server alike:
// what an editor holds open lies over what the disk holds, folders are walked, and documents that belong together by
// their names are found. It speaks no protocol.
package workspace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// MaxFileSize is the size in bytes beyond which a file is refused: no document written by people comes near it.
const MaxFileSize = 256 << 20

// File is the text of one document at one moment, from an editor or from disk. It never changes: a new text is a new
// File, so that two pointers are equal exactly while the text stands.
type File struct {
	Path    string // as the caller names it: a path of the file system or, for documents without one, a URI
	Text    []byte // as it stands, with its byte order mark and line ends
	Version int32  // the editor's number; 0 from disk
	Open    bool   // an editor holds it

	stamp stamp
}

// stamp tells two states of a path on disk apart without reading it.
type stamp struct {
	exists   bool
	fresh    bool // written a moment before the look: a second write may have left the same size and time
	size     int64
	modified time.Time
}

// settles is how long after a write its time of change is trusted. File systems count in steps of some milliseconds.
const settles = 50 * time.Millisecond

// same reports whether certainly nothing was written between the two stamps.
func (s stamp) same(t stamp) bool {
	return s.exists == t.exists && s.size == t.size && s.modified.Equal(t.modified) && !s.fresh
}

// stampOf looks at the path on disk. What cannot be looked at counts as absent.
func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stampOfInfo(info)
}

func stampOfInfo(info fs.FileInfo) stamp {
	age := time.Since(info.ModTime())
	return stamp{exists: true, fresh: age >= 0 && age < settles, size: info.Size(), modified: info.ModTime()}
}

// ReadFile reads a document from disk byte for byte. Its errors are sentences that name the path and what is needed.
func ReadFile(path string) (*File, error) {
	// Opened without waiting: a named pipe that nobody writes to must not hang the reader.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, readError(path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, readError(path, err)
	}
	switch {
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory; a file is needed here", path)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file; write its content to a file first", path)
	case info.Size() > MaxFileSize:
		return nil, fmt.Errorf("%s holds %d MB; a document may hold %d MB at most", path, info.Size()>>20, MaxFileSize>>20)
	}
	text := make([]byte, 0, info.Size()+1)
	for {
		n, err := f.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, readError(path, err)
		}
		if len(text) > MaxFileSize {
			return nil, fmt.Errorf("%s grew beyond %d MB while it was read; a document may hold that at most", path, MaxFileSize>>20)
		}
		if len(text) == cap(text) {
			text = append(text, 0)[:len(text)]
		}
	}
	return &File{Path: path, Text: text, stamp: stampOfInfo(info)}, nil
}

// readError says in words of the reader's what the operating system reports.
func readError(path string, err error) error {
	var why string
	switch {
	case errors.Is(err, fs.ErrNotExist):
		why = "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		why = "it may not be read by this user"
	case errors.Is(err, syscall.ENOTDIR):
		why = "a part of its path is a file, not a directory"
	case errors.Is(err, syscall.ELOOP):
		why = "its symbolic links lead in a circle"
	case errors.Is(err, syscall.ENAMETOOLONG):
		why = "its name is longer than the file system allows"
	default:
		why = strings.TrimPrefix(errorText(err), "open "+path+": ")
	}
	return &Unreadable{Path: path, Why: why, cause: err}
}

// Unreadable is the error of a path that could not be read.
type Unreadable struct {
	Path  string
	Why   string
	cause error
}

// Error names the path and the reason.
func (e *Unreadable) Error() string { return fmt.Sprintf("%s cannot be read: %s", e.Path, e.Why) }

// Unwrap returns the error of the operating system, for errors.Is.
func (e *Unreadable) Unwrap() error { return e.cause }

func errorText(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// Clean returns the one spelling of a path that this package uses as its key: absolute and without dots. Names that
// are no paths, such as untitled:Untitled-1, are returned as they are.
func Clean(path string) string {
	if IsVirtual(path) {
		return path
	}
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return filepath.Clean(path)
}

// IsVirtual reports whether the name is a URI of a document that lies on no disk.
func IsVirtual(name string) bool {
	scheme, _, found := strings.Cut(name, ":")
	if !found || len(scheme) < 2 { // a letter and a colon is a drive
		return false
	}
	for i, c := range scheme {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", c)) {
			return false
		}
	}
	return true
}
