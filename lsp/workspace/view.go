package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// Disk remembers what was read from disk, so that many views share it. What it remembers is checked by size and time of
// change before a view uses it. It is safe for concurrent use; its size is bounded.
type Disk struct {
	mu     sync.Mutex
	files  map[string]*File
	lists  map[string]listing
	probes map[string]probed
	walks  map[string]*walked // of folders with all below them
	look   uint64             // how often there was reason to look at what is indexed again
}

// Bounds of what a Disk remembers. One session needs few files: the models and states around the open documents.
const (
	maxRemembered     = 256
	maxRememberedSize = 4 << 20 // bytes of one file; larger ones are read again by every view
)

// listing is the sorted names of the files of one directory.
type listing struct {
	names []string
	stamp stamp
}

// NewDisk returns an empty memory of the disk.
func NewDisk() *Disk {
	return &Disk{files: map[string]*File{}, lists: map[string]listing{}}
}

// View is the folders as they are at one moment: open documents over the disk. What it has answered once it answers
// again, whatever happens on disk, so that everything computed from one view fits together.
// It is safe for concurrent use.
type View struct {
	disk *Disk
	open map[string]*File // by cleaned path; never changed

	mu      sync.Mutex
	reads   map[string]read
	lists   map[string]listing
	indexes map[Folder]map[string][]string
	walks   []*walked

	of *View // that lists and indexes for this one; nil: it does so itself
}

type read struct {
	file  *File
	err   error
	stamp stamp
}

// View returns a view of the disk under the open documents, which are keyed by Clean path. The map must not change.
func (d *Disk) View(open map[string]*File) *View {
	return &View{disk: d, open: open, reads: map[string]read{}, lists: map[string]listing{}}
}

// Apart returns a view of the same moment that shares what is listed and indexed, and nothing that is read: work through
// many files does not keep all of them so.
func (v *View) Apart() *View {
	of := v
	if v.of != nil {
		of = v.of
	}
	return &View{disk: v.disk, open: v.open, reads: map[string]read{}, lists: map[string]listing{}, of: of}
}

// Read returns the document of the path: what an editor holds open, otherwise what lies on disk.
// Its errors are sentences that name the path.
func (v *View) Read(path string) (*File, error) {
	path = Clean(path)
	if f, ok := v.open[path]; ok {
		return f, nil
	}
	if IsVirtual(path) {
		return nil, &Unreadable{Path: path, Why: "no editor holds it open and it lies on no disk", cause: os.ErrNotExist}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if r, ok := v.reads[path]; ok {
		return r.file, r.err
	}
	r := v.disk.read(path)
	v.reads[path] = r
	return r.file, r.err
}

// Stale reports whether something that this view read from disk has changed since, or has come or gone.
func (v *View) Stale() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	for path, r := range v.reads {
		if !r.stamp.same(stampOf(path)) {
			return true
		}
	}
	for path, l := range v.lists {
		if !l.stamp.same(stampOf(path)) {
			return true
		}
	}
	for _, w := range v.walks {
		if len(w.read) <= maxLooked && !w.stands() {
			return true
		}
	}
	return false
}

// maxLooked is how many directories Stale looks at again: more would be felt in every request. What comes new to a larger
// workspace is found with the next change of which there is word.
const maxLooked = 1000

// list returns the sorted names of the files of a directory, those that are open and not saved yet included.
// A directory that cannot be read holds what is open.
func (v *View) list(dir string) []string {
	if v.of != nil {
		return v.of.list(dir)
	}
	dir = Clean(dir)
	v.mu.Lock()
	l, ok := v.lists[dir]
	if !ok {
		l = v.disk.list(dir)
		v.lists[dir] = l
	}
	v.mu.Unlock()
	names := l.names
	for path := range v.open {
		if IsVirtual(path) || filepath.Dir(path) != dir {
			continue
		}
		name := filepath.Base(path)
		if at, found := slices.BinarySearch(names, name); !found {
			names = slices.Insert(slices.Clip(names), at, name)
		}
	}
	return names
}

// read returns the file of the path, from memory while the disk has not changed.
func (d *Disk) read(path string) read {
	now := stampOf(path)
	if now.exists {
		d.mu.Lock()
		f := d.files[path]
		d.mu.Unlock()
		if f != nil && f.stamp.same(now) {
			return read{file: f, stamp: now}
		}
	}
	f, err := ReadFile(path)
	if err != nil {
		return read{err: err, stamp: now}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(f.Text) <= maxRememberedSize {
		if len(d.files) >= maxRemembered {
			clear(d.files)
		}
		d.files[path] = f
	}
	return read{file: f, stamp: f.stamp}
}

// list returns the sorted names of the files of a directory, from memory while the directory has not changed.
func (d *Disk) list(dir string) listing {
	now := stampOf(dir)
	if !now.exists {
		return listing{}
	}
	d.mu.Lock()
	known, ok := d.lists[dir]
	d.mu.Unlock()
	if ok && known.stamp.same(now) {
		return known
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return listing{stamp: now}
	}
	l := listing{stamp: now}
	for _, entry := range entries {
		if !entry.IsDir() {
			l.names = append(l.names, entry.Name())
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.lists) >= maxRemembered {
		clear(d.lists)
	}
	d.lists[dir] = l
	return l
}

// Look has views to come look again at everything that is indexed, instead of taking it as it was found.
func (d *Disk) Look() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.look++
}

// Forget drops what is remembered of a path, and of the directory it lies in, after word that it has changed.
func (d *Disk) Forget(path string) {
	path = Clean(path)
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.files, path)
	delete(d.probes, path)
	delete(d.lists, filepath.Dir(path))
}
