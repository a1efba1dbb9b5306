package picture

import (
	"cmp"
	"math"
	"slices"
)

// Distances of the layout, in pixels.
const (
	layerGap = 56 // between layers
	boxGap   = 16 // between boxes of a layer
	lineGap  = 14 // beside an edge that passes through a layer
	margin   = 16
)

// maxPassing bounds how many passing places edges get. Beyond that long edges run straight, behind the boxes.
const maxPassing = 50_000

// place is where a node of a layout stands: a box, or, beyond the boxes, a place where the edges of one box pass
// through a layer on their way to later ones.
type place struct {
	layer, order  int
	x, y          int // of the left edge and of the middle
	width, height int
	source        int // of the box whose edges pass; its own index for boxes
	in, out       []int
}

// link is a stretch of an edge from one layer to the next, or back where the edge closes a circle.
type link struct {
	from, to int // places
	edge     int // the first edge that runs along it, or the one that does where any is used
	last     bool
}

// layout gives every box of a graph a place: in layers from left to right, so that edges run to the right (Sugiyama's
// method). Boxes are the first places, in the graph's order.
//
// A layout that runs down is made lying, of boxes that are turned, and stood up when it is drawn: x runs along the edges
// and y across them in both.
type layout struct {
	boxes         int
	room          int  // how far layers may extend, with the margins; 0 where nothing bounds them
	down          bool // it is drawn standing
	places        []place
	layers        [][]int
	ends          []int // of the layers, along x
	links         []link
	back          []int // edges that close a circle, and those too many to be led around boxes
	width, height int
}

// size is the size of a box.
type size struct{ width, height int }

// newLayout makes the layout of boxes and edges. ranks, which may be nil, says in which layer each box is to stand.
func newLayout(edges []Edge, sizes []size, ranks []int) *layout { return lay(edges, sizes, ranks, 0) }

// newStanding makes a layout that runs down, of layers that are no wider than the room, as far as their boxes and the
// edges that pass between them allow.
func newStanding(edges []Edge, sizes []size, ranks []int, room int) *layout {
	turned := make([]size, len(sizes))
	for i, s := range sizes {
		turned[i] = size{s.height, s.width}
	}
	l := lay(edges, turned, ranks, room)
	l.down = true
	return l
}

func lay(edges []Edge, sizes []size, ranks []int, room int) *layout {
	l := &layout{boxes: len(sizes), room: room, places: make([]place, len(sizes))}
	for i, s := range sizes {
		l.places[i] = place{width: s.width, height: s.height, source: i}
	}
	forward := l.acyclic(edges)
	if ranks == nil {
		l.assignLayers(edges, forward)
	} else {
		l.takeLayers(ranks)
	}
	if room > 0 {
		l.splitLayers(edges, forward)
	}
	l.connect(edges, forward)
	l.fillLayers()
	l.reduceCrossings()
	l.assignX()
	l.assignY()
	return l
}

// acyclic returns the indexes of edges that close no circle when the graph is walked in document order; the others are
// set aside.
func (l *layout) acyclic(edges []Edge) []int {
	out := make([][]int, l.boxes)
	for i, e := range edges {
		out[e.From] = append(out[e.From], i)
	}
	const untouched, open, done = 0, 1, 2
	state, next := make([]uint8, l.boxes), make([]int, l.boxes)
	closing := make([]bool, len(edges))
	var path []int
	for root := range l.boxes {
		if state[root] != untouched {
			continue
		}
		state[root] = open
		for path = append(path[:0], root); len(path) > 0; {
			v := path[len(path)-1]
			if next[v] == len(out[v]) {
				state[v] = done
				path = path[:len(path)-1]
				continue
			}
			i := out[v][next[v]]
			next[v]++
			switch w := edges[i].To; state[w] {
			case open:
				closing[i] = true
			case untouched:
				state[w] = open
				path = append(path, w)
			}
		}
	}
	var forward []int
	for i := range edges {
		if closing[i] {
			l.back = append(l.back, i)
		} else {
			forward = append(forward, i)
		}
	}
	return forward
}

// assignLayers puts every box behind all that it is reached from, and what nothing leads to right before its nearest
// reader.
func (l *layout) assignLayers(edges []Edge, forward []int) {
	waits := make([]int, l.boxes)
	out := make([][]int, l.boxes)
	for _, i := range forward {
		waits[edges[i].To]++
		out[edges[i].From] = append(out[edges[i].From], edges[i].To)
	}
	var ready, sources []int
	for v, n := range waits {
		if n == 0 {
			ready = append(ready, v)
			sources = append(sources, v)
		}
	}
	for len(ready) > 0 {
		v := ready[0]
		ready = ready[1:]
		for _, w := range out[v] {
			l.places[w].layer = max(l.places[w].layer, l.places[v].layer+1)
			if waits[w]--; waits[w] == 0 {
				ready = append(ready, w)
			}
		}
	}
	for _, v := range sources {
		nearest := math.MaxInt
		for _, w := range out[v] {
			nearest = min(nearest, l.places[w].layer)
		}
		if nearest < math.MaxInt {
			l.places[v].layer = nearest - 1
		}
	}
}

// takeLayers puts every box into the layer that it is given; layers that would be empty are left out.
func (l *layout) takeLayers(ranks []int) {
	filled := slices.Compact(slices.Sorted(slices.Values(ranks)))
	for v, rank := range ranks {
		l.places[v].layer, _ = slices.BinarySearch(filled, rank)
	}
}

// parting is what is known of a layout when its layers are parted.
type parting struct {
	layer    []int   // of a box, before
	farthest []int   // the last layer that a box leads to; 0 for none
	sources  [][]int // the boxes that lead to a box
}

// splitLayers parts every layer that extends farther than the room into several, the edges that will pass through them
// taken into account. In a layer that is parted, what nobody reads comes first and what reads nothing last, so that few
// edges pass.
func (l *layout) splitLayers(edges []Edge, forward []int) {
	k := parting{make([]int, l.boxes), make([]int, l.boxes), make([][]int, l.boxes)}
	order := make([]int, l.boxes)
	for v := range order {
		order[v], k.layer[v] = v, l.places[v].layer
	}
	for _, i := range forward {
		from, to := edges[i].From, edges[i].To
		k.sources[to] = append(k.sources[to], from)
		k.farthest[from] = max(k.farthest[from], k.layer[to])
	}
	rank := func(v int) int {
		switch {
		case k.farthest[v] == 0:
			return 0
		case len(k.sources[v]) > 0:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(k.layer[a], k.layer[b]), cmp.Compare(rank(a), rank(b)))
	})
	next := 0
	for first := 0; first < l.boxes; {
		end := first + 1
		for end < l.boxes && k.layer[order[end]] == k.layer[order[first]] {
			end++
		}
		next = l.part(order[first:end], next, &k)
		first = end
	}
}

// part puts the boxes of one layer into as many layers as they need, from the next one on, and returns the one behind.
func (l *layout) part(boxes []int, next int, k *parting) int {
	at, passing := k.layer[boxes[0]], 0 // edges of so many boxes pass all of the layer
	for v, far := range k.farthest {
		if k.layer[v] < at && far > at {
			passing++
		}
	}
	later := make([]int, len(boxes)+1) // of so many others those that lead to the boxes from there on
	met := map[int]bool{}
	for i := len(boxes) - 1; i >= 0; i-- {
		for _, from := range k.sources[boxes[i]] {
			if k.farthest[from] <= at {
				met[from] = true
			}
		}
		later[i] = len(met)
	}
	most := l.room - 2*margin
	for i := 0; i < len(boxes); next++ {
		used, end := 0, i+1
		for j := i; j < len(boxes) && used <= most; j++ {
			used += (l.places[boxes[j]].height + 1) / 2 * 2 // distances are those of whole halves
			if used+(passing+later[j+1])*lineGap <= most {
				end = j + 1
			}
			used += boxGap
		}
		for ; i < end; i++ {
			l.places[boxes[i]].layer = next
			if k.farthest[boxes[i]] > 0 {
				passing++ // past the rest of the layer
			}
		}
	}
	return next
}

// extent is how much room a layer takes.
func (l *layout) extent(layer []int) int {
	if len(layer) == 0 {
		return 0
	}
	sum := l.places[layer[0]].height/2 + (l.places[layer[len(layer)-1]].height+1)/2
	for i := 1; i < len(layer); i++ {
		sum += l.distance(layer[i-1], layer[i])
	}
	return sum
}

// connect leads every edge from layer to layer. The edges of one box pass through a layer at one place.
func (l *layout) connect(edges []Edge, forward []int) {
	passing := 0
	farthest := make([]int, l.boxes)
	for _, i := range forward {
		farthest[edges[i].From] = max(farthest[edges[i].From], l.places[edges[i].To].layer)
	}
	for v, far := range farthest {
		passing += max(0, far-l.places[v].layer-1)
	}
	type stretch struct{ from, to int }
	known := map[stretch]int{}
	lead := func(from, to, edge int, last bool) {
		if k, ok := known[stretch{from, to}]; ok {
			if edges[edge].Used && !edges[l.links[k].edge].Used {
				l.links[k].edge = edge
			}
			return
		}
		known[stretch{from, to}] = len(l.links)
		l.links = append(l.links, link{from, to, edge, last})
		l.places[from].out = append(l.places[from].out, to)
		l.places[to].in = append(l.places[to].in, from)
	}
	at := map[stretch]int{} // the place where the edges of a box pass through a layer
	for _, i := range forward {
		from, to := edges[i].From, edges[i].To
		first, last := l.places[from].layer+1, l.places[to].layer
		if passing > maxPassing && last > first || last < first { // the latter against the ranks that were given
			l.back = append(l.back, i)
			continue
		}
		previous := from
		for layer := first; layer < last; layer++ {
			p, ok := at[stretch{from, layer}]
			if !ok {
				p = len(l.places)
				at[stretch{from, layer}] = p
				l.places = append(l.places, place{layer: layer, source: from})
			}
			lead(previous, p, i, false)
			previous = p
		}
		lead(previous, to, i, true)
	}
}

func (l *layout) fillLayers() {
	for p := range l.places {
		layer := l.places[p].layer
		for len(l.layers) <= layer {
			l.layers = append(l.layers, nil)
		}
		l.places[p].order = len(l.layers[layer])
		l.layers[layer] = append(l.layers[layer], p)
	}
}

// reduceCrossings orders each layer by where its neighbours stand, back and forth, and keeps the best order it meets.
func (l *layout) reduceCrossings() {
	sweeps := 12
	if len(l.links) > 5000 {
		sweeps = 4
	}
	best, fewest := l.snapshot(), l.crossings()
	for s := 0; s < sweeps && fewest > 0; s++ {
		if s%2 == 0 {
			for i := 1; i < len(l.layers); i++ {
				l.sortLayer(i, func(p *place) []int { return p.in })
			}
		} else {
			for i := len(l.layers) - 2; i >= 0; i-- {
				l.sortLayer(i, func(p *place) []int { return p.out })
			}
		}
		if n := l.crossings(); n < fewest {
			best, fewest = l.snapshot(), n
		}
	}
	l.layers = best
	for _, layer := range l.layers {
		for i, p := range layer {
			l.places[p].order = i
		}
	}
}

func (l *layout) snapshot() [][]int {
	out := make([][]int, len(l.layers))
	for i := range l.layers {
		out[i] = slices.Clone(l.layers[i])
	}
	return out
}

// sortLayer orders a layer by the barycentres of neighbours; what has none keeps its place.
func (l *layout) sortLayer(layer int, neighbours func(*place) []int) {
	centre := make(map[int]float64, len(l.layers[layer]))
	for _, p := range l.layers[layer] {
		sum, near := 0, neighbours(&l.places[p])
		for _, q := range near {
			sum += l.places[q].order
		}
		centre[p] = float64(l.places[p].order)
		if len(near) > 0 {
			centre[p] = float64(sum) / float64(len(near))
		}
	}
	slices.SortStableFunc(l.layers[layer], func(a, b int) int { return cmp.Compare(centre[a], centre[b]) })
	for i, p := range l.layers[layer] {
		l.places[p].order = i
	}
}

// crossings counts the pairs of stretches that cross (Barth, Jünger, Mutzel: inversions, with a tree of sums).
func (l *layout) crossings() int {
	total := 0
	for i := 1; i < len(l.layers); i++ {
		sums := make([]int, len(l.layers[i])+1)
		seen := 0
		for _, p := range l.layers[i-1] {
			to := make([]int, 0, len(l.places[p].out))
			for _, q := range l.places[p].out {
				to = append(to, l.places[q].order)
			}
			for _, q := range to {
				before := 0 // earlier stretches that end at q or above it
				for k := q + 1; k > 0; k -= k & -k {
					before += sums[k]
				}
				total += seen - before
			}
			for _, q := range to {
				for k := q + 1; k < len(sums); k += k & -k {
					sums[k]++
				}
				seen++
			}
		}
	}
	return total
}

// assignX makes every layer as wide as its widest box. Lying boxes all become so wide; standing ones keep their height.
func (l *layout) assignX() {
	x, gap := margin, layerGap
	if l.room > 0 {
		gap = layerGap * 9 / 14 // arrows that run down need less, and a panel is not that high
	}
	for _, layer := range l.layers {
		width := 0
		for _, p := range layer {
			width = max(width, l.places[p].width)
		}
		for _, p := range layer {
			l.places[p].x = x
			if l.room == 0 || p >= l.boxes {
				l.places[p].width = width
			}
		}
		l.ends = append(l.ends, x+width)
		x += width + gap
	}
	l.width = max(x-gap, margin) + margin
}

// assignY draws everything towards its neighbours, without changing the order and without overlaps.
func (l *layout) assignY() {
	for _, layer := range l.layers {
		y := 0
		for i, p := range layer {
			if i > 0 {
				y += l.distance(layer[i-1], p)
			}
			l.places[p].y = y
		}
		if l.room > 0 {
			l.confine(layer)
		}
	}
	const sweeps = 8
	for s := range sweeps {
		if s%2 == 0 {
			for i := 1; i < len(l.layers); i++ {
				l.settle(l.layers[i], func(p *place) []int { return p.in })
			}
		} else {
			for i := len(l.layers) - 2; i >= 0; i-- {
				l.settle(l.layers[i], func(p *place) []int { return p.out })
			}
		}
	}
	l.height = l.closeUp() + margin
}

// closeUp moves everything to the top, closes stretches of the height where nothing stands, and returns the bottom.
func (l *layout) closeUp() (bottom int) {
	order := make([]int, len(l.places))
	for p := range order {
		order[p] = p
	}
	top := func(p int) int { return l.places[p].y - l.places[p].height/2 }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(top(a), top(b)) })
	shift := 0
	for i, p := range order {
		if i == 0 {
			shift = margin - top(p)
		} else if gap := top(p) + shift - bottom; gap > 2*boxGap {
			shift -= gap - 2*boxGap
		}
		l.places[p].y += shift
		bottom = max(bottom, l.places[p].y+(l.places[p].height+1)/2)
	}
	return bottom
}

// distance is the least distance between the middles of two places that follow each other in a layer.
func (l *layout) distance(a, b int) int {
	gap := boxGap
	if a >= l.boxes || b >= l.boxes {
		gap = lineGap
	}
	return (l.places[a].height+1)/2 + (l.places[b].height+1)/2 + gap
}

// settle moves a layer as near to the middle of its neighbours as its order and distances allow, in the sense of least
// squares: neighbours in the layer that would come too close form a block that moves as one (pool adjacent violators).
func (l *layout) settle(layer []int, neighbours func(*place) []int) {
	type block struct {
		sum, weight float64 // whole numbers
		from        int
	}
	mean := func(b block) float64 { return b.sum / b.weight }
	var blocks []block
	offsets := make([]int, len(layer)) // where a place would stand if all stood as close as they may
	for i, p := range layer {
		if i > 0 {
			offsets[i] = offsets[i-1] + l.distance(layer[i-1], p)
		}
		at, weight := l.places[p].y, 1
		if near := neighbours(&l.places[p]); len(near) > 0 {
			sum := 0
			for _, q := range near {
				sum += l.places[q].y
			}
			at, weight = sum/len(near), 4*len(near)
			if p >= l.boxes {
				weight = 16 // passing edges are better straight
			}
		}
		b := block{sum: float64((at - offsets[i]) * weight), weight: float64(weight), from: i}
		for len(blocks) > 0 && mean(blocks[len(blocks)-1]) >= mean(b) {
			before := blocks[len(blocks)-1]
			blocks = blocks[:len(blocks)-1]
			b = block{before.sum + b.sum, before.weight + b.weight, before.from}
		}
		blocks = append(blocks, b)
	}
	for k, b := range blocks {
		end := len(layer)
		if k+1 < len(blocks) {
			end = blocks[k+1].from
		}
		base := int(math.Floor(mean(b)))
		for i := b.from; i < end; i++ {
			l.places[layer[i]].y = base + offsets[i]
		}
	}
	if l.room > 0 {
		l.confine(layer)
	}
}

// confine moves a layer into the room, as little as that needs.
func (l *layout) confine(layer []int) {
	most := l.room - 2*margin
	for i := len(layer) - 1; i >= 0; i-- {
		p := &l.places[layer[i]]
		if i == len(layer)-1 {
			most -= (p.height + 1) / 2
		} else {
			most -= l.distance(layer[i], layer[i+1])
		}
		p.y = min(p.y, most)
		most = p.y
	}
	for i := range layer {
		p := &l.places[layer[i]]
		least := p.height / 2
		if i > 0 {
			least = l.places[layer[i-1]].y + l.distance(layer[i-1], layer[i])
		}
		if p.y >= least {
			break
		}
		p.y = least
	}
}
