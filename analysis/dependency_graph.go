package analysis

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// Library is what Surroundings also are where scenarios can be found. Without it, every dependency is missing.
type Library interface {
	// Scenarios returns what can be found of a scenario from the named document, of every revision: first its own
	// folder, then the others in their order.
	Scenarios(from, scenarioID string) []Candidate
	// ScenarioOf returns the scenario that the named run document belongs to, or nil.
	ScenarioOf(run string) *Document
}

// Candidate is a scenario that a dependency may mean.
type Candidate struct {
	Document *Document
	Revision int64  // as its text says
	Stored   []byte // what the disk holds where an editor holds unsaved changes; nil where both are the same
}

// link is a pin and what was found for it. It is what one document and the look-up tell; nothing of it is analysed.
type link struct {
	pin     *dependency
	doc     *Document // nil where nothing of that id and revision was found
	stored  []byte
	digest  string // of the stored bytes
	unsaved bool
	others  []Candidate // of the id, of other revisions
}

func decimalText(i int64) string { return strconv.FormatInt(i, 10) }

func revisionText(r int64) string {
	if r < 1 {
		return "(no revision)"
	}
	return decimalText(r)
}

// digestOf is the digest of stored bytes, nothing normalised (seed, "dependencies[]").
func digestOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Digest returns the SHA-256 of the document's bytes in lower-case hexadecimal digits.
func (d *Document) Digest() string {
	d.hashing.Do(func() { d.digest = digestOf(d.Text) })
	return d.digest
}

// ownModule reads the document alone, at the first call. It waits for no other document.
func (d *Document) ownModule() *module {
	d.lowering.Do(func() { d.module = lowerScenario(d, d.Tree()) })
	return d.module
}

// linked finds the documents that the pins name, at the first call. It reads them no further than their digests.
func (d *Document) linked() []*link {
	d.linking.Do(func() {
		for _, pin := range d.ownModule().header.dependencies {
			d.links = append(d.links, d.find(pin))
		}
	})
	return d.links
}

// find looks one pin up: of the candidates with its revision the first whose bytes are pinned, or else the first.
func (d *Document) find(pin *dependency) *link {
	l := &link{pin: pin}
	library, ok := d.around.(Library)
	if !ok || pin.scenarioID == "" {
		return l
	}
	for _, c := range library.Scenarios(d.Name, pin.scenarioID) {
		if c.Revision < 1 { // spelt as the index does not read it, such as 2.0
			c.Revision = c.Document.ownModule().header.revision
		}
		if pin.revision == 0 || c.Revision != pin.revision {
			l.others = append(l.others, c)
			continue
		}
		stored, digest := c.Document.Text, ""
		if c.Stored != nil {
			stored, digest = c.Stored, digestOf(c.Stored)
		} else {
			digest = c.Document.Digest()
		}
		if l.doc == nil || digest == pin.sha256 && l.digest != pin.sha256 {
			l.doc, l.stored, l.digest, l.unsaved = c.Document, stored, digest, c.Stored != nil
		}
	}
	return l
}

// maxDocuments bounds the graph of dependencies of one document.
const maxDocuments = 512

// graph is everything that a document depends on, by scenarioId, before any of it is resolved.
type graph struct {
	root   *Document
	docs   []*Document
	edges  map[string][]string
	circle map[string][]string // the circle that an id is part of
	full   bool                // there is more than maxDocuments
}

// graphID is the node of a document: its scenarioId, or its name where it has none.
func graphID(d *Document) string {
	if id := d.ownModule().header.id; id != "" {
		return id
	}
	return "\x00" + d.Name
}

// graphed walks the whole graph of the document, at the first call.
func (d *Document) graphed() *graph {
	d.walking.Do(func() { d.graph = graphOf(d) })
	return d.graph
}

// graphOf walks the whole graph, digests aside: the documents of a circle can never all be pinned to their bytes.
func graphOf(root *Document) *graph {
	g := &graph{root: root, edges: map[string][]string{}, circle: map[string][]string{}}
	seen := map[*Document]bool{root: true}
	g.docs = []*Document{root}
	var nodes []string
	for i := 0; i < len(g.docs); i++ {
		id := graphID(g.docs[i])
		if _, known := g.edges[id]; !known {
			nodes = append(nodes, id)
			g.edges[id] = nil
		}
		for _, l := range g.docs[i].linked() {
			if l.pin.scenarioID == "" {
				continue
			}
			g.edges[id] = append(g.edges[id], l.pin.scenarioID)
			if l.doc == nil || seen[l.doc] {
				continue
			}
			if len(g.docs) >= maxDocuments {
				g.full = true
				continue
			}
			seen[l.doc] = true
			g.docs = append(g.docs, l.doc)
		}
	}
	for _, group := range circles(nodes, g.edges) {
		for _, id := range group {
			g.circle[id] = group
		}
	}
	return g
}

// through reports whether two ids are part of one circle.
func (g *graph) through(a, b string) bool {
	return g.circle[a] != nil && slices.Contains(g.circle[a], b)
}

// way is the shortest circle that starts with the step from one id to the next.
func (g *graph) way(from, to string) []string {
	if from == to {
		return []string{from}
	}
	came := map[string]string{to: from}
	queue := []string{to}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, next := range g.edges[n] {
			if next == from {
				way := []string{n}
				for n != to {
					n = came[n]
					way = append(way, n)
				}
				slices.Reverse(way)
				return append([]string{from}, way...)
			}
			if _, known := came[next]; !known {
				came[next] = n
				queue = append(queue, next)
			}
		}
	}
	return []string{from, to}
}

// steps says a circle in words: a depends on b, b depends on a.
func steps(way []string) string {
	if len(way) == 1 {
		return way[0] + " depends on itself"
	}
	var b strings.Builder
	for i, id := range way {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(id + " depends on " + way[(i+1)%len(way)])
	}
	return b.String()
}

// places are the pins of a circle, for related information.
func (g *graph) places(way []string) []Related {
	var out []Related
	for i, id := range way {
		to := way[(i+1)%len(way)]
	search:
		for _, d := range g.docs {
			if graphID(d) != id {
				continue
			}
			for _, l := range d.linked() {
				if l.pin.scenarioID == to {
					out = append(out, Related{Document: g.name(d), Span: l.pin.at(), Message: id + " depends on " + to + " here."})
					break search
				}
			}
		}
	}
	return out
}

// name is how related information names a document: empty for the root itself.
func (g *graph) name(d *Document) string {
	if d == g.root {
		return ""
	}
	return d.Name
}

// entangled returns an id that lies on a circle and that the link leads to, or "".
func (g *graph) entangled(l *link) string {
	seen := map[string]bool{l.pin.scenarioID: true}
	queue := []string{l.pin.scenarioID}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		if g.circle[n] != nil {
			return n
		}
		for _, next := range g.edges[n] {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return ""
}

// pinned is where a scenario was pinned first, and through which dependency of the root.
type pinned struct {
	doc *Document
	pin *dependency
	via int
}

// conflicts finds, for every dependency of the root, a scenario that is pinned otherwise through an earlier one: at
// another revision or another digest. What conflicts below one dependency is that one's own fault.
func (g *graph) conflicts() map[int][2]pinned {
	out := map[int][2]pinned{}
	first := map[string]pinned{}
	for via, l := range g.root.linked() {
		seen := map[*Document]bool{}
		queue := []pinned{{g.root, l.pin, via}}
		for len(queue) > 0 {
			p := queue[0]
			queue = queue[1:]
			if p.pin.broken {
				continue
			}
			id := p.pin.scenarioID
			if f, known := first[id]; !known {
				first[id] = p
			} else if f.via != via && (f.pin.revision != p.pin.revision || f.pin.sha256 != p.pin.sha256) {
				if _, reported := out[via]; !reported {
					out[via] = [2]pinned{f, p}
				}
			}
			for _, step := range p.doc.linked() {
				if step.pin == p.pin && step.doc != nil && !seen[step.doc] && len(seen) < maxDocuments {
					seen[step.doc] = true
					for _, next := range step.doc.linked() {
						queue = append(queue, pinned{step.doc, next.pin, via})
					}
				}
			}
		}
	}
	return out
}

// mismatch says why the bytes of a link are not those pinned. Line ends that a check-out has changed are the
// commonest cause, and can be told.
func (l *link) mismatch() string {
	message := fmt.Sprintf("The file of %s has other bytes than pinned here (found %s…, pinned %s…).", l.pin.title(), l.digest[:4], l.pin.sha256[:4])
	unix := bytes.ReplaceAll(l.stored, []byte("\r\n"), []byte("\n"))
	if len(unix) != len(l.stored) && digestOf(unix) == l.pin.sha256 {
		return message + " It would match with LF line ends: a check-out has probably changed them to CRLF."
	}
	if digestOf(bytes.ReplaceAll(unix, []byte("\n"), []byte("\r\n"))) == l.pin.sha256 {
		return message + " It would match with CRLF line ends: a check-out has probably changed them to LF."
	}
	return message
}

// missing says that nothing was found, and what was found instead.
func (l *link) missing() (message string, near *Candidate) {
	if len(l.others) == 0 {
		return fmt.Sprintf("No scenario %s was found in this folder, the workspace and the library folders. Nothing is assumed in its place.", l.pin.title()), nil
	}
	var found []string
	best := &l.others[0]
	for i, c := range l.others {
		if text := revisionText(c.Revision); !slices.Contains(found, text) {
			found = append(found, text)
		}
		if c.Revision > best.Revision {
			best = &l.others[i]
		}
	}
	if best.Revision < 1 {
		return fmt.Sprintf("No revision %s of %s was found; %s has none that can be read.", revisionText(l.pin.revision), l.pin.scenarioID, best.Document.Name), nil
	}
	return fmt.Sprintf("No revision %s of %s was found; there is revision %s (%s).", revisionText(l.pin.revision), l.pin.scenarioID, joinNames(found), best.Document.Name), best
}

// pinTo are the edits that pin an entry to a document: its revision and digest, each as the entry has or lacks them.
func (d *dependency) pinTo(revision int64, digest string) []jsontree.Edit {
	var edits []jsontree.Edit
	set := func(name, raw string, at *jsontree.Node) {
		switch {
		case at == nil:
			edits = append(edits, jsontree.InsertMember(d.node, name, raw, d.node.Len()-1))
		case at == d.revisionAt && d.revision == revision: // 2.0 is 2
		case string(at.Raw()) != raw:
			edits = append(edits, jsontree.ReplaceValue(at, raw))
		}
	}
	set("revision", decimalText(revision), d.node.Get("revision"))
	set("sha256", jsontree.EncodeString(digest), d.node.Get("sha256"))
	return edits
}
