package feel

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Nearest returns the candidate that word most likely misspells, or "": the one within a third of its length in edits
// (insertions, deletions, replacements and swaps of neighbours), case aside.
func Nearest(word string, candidates []string) string {
	s := searchFor(word)
	for _, c := range candidates {
		s.consider(spell(c))
	}
	return s.nearest
}

// Vocabulary is a list of words that is searched more than once. It is immutable.
type Vocabulary struct{ spellings []spelling }

// NewVocabulary returns the vocabulary of the words; of two that are equally near the first is found.
func NewVocabulary(words []string) *Vocabulary {
	v := &Vocabulary{make([]spelling, len(words))}
	for i, w := range words {
		v.spellings[i] = spell(w)
	}
	return v
}

// Nearest is what [Nearest] finds among the words of the vocabulary.
func (v *Vocabulary) Nearest(word string) string {
	s := searchFor(word)
	s.among(v)
	return s.nearest
}

// spelling is a word with what tells most others apart from it at a glance.
type spelling struct {
	word   string
	length int    // in code points
	marks  uint64 // a bit for every letter that occurs, case aside; several letters share one
}

func spell(word string) spelling {
	s := spelling{word: word, length: len(word)}
	for i := range len(word) {
		c := word[i]
		if c >= utf8.RuneSelf {
			return spellWide(word)
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		s.marks |= 1 << (c & 63)
	}
	return s
}

// spellWide is spell for a word with letters beyond ASCII.
func spellWide(word string) spelling {
	s := spelling{word: word}
	for _, r := range strings.ToLower(word) {
		s.length++
		s.marks |= 1 << (r & 63)
	}
	return s
}

// search looks for the word that is nearest to another.
type search struct {
	spelling
	nearest  string
	distance int // of nearest; what is not nearer does not count
	looks    int // how many words had a closer look
}

// maxLooks bounds how many words a search compares letter by letter. Only a list of thousands of words that all look
// alike has more, and then ten thousand misspelt ones still are told in seconds.
const maxLooks = 500

func searchFor(word string) *search {
	return &search{spelling: spell(word), distance: maxDistanceLength}
}

func (s *search) among(v *Vocabulary) {
	for i := range v.spellings {
		s.consider(v.spellings[i])
	}
}

func (s *search) consider(c spelling) {
	limit := max(1, min(s.length, c.length)/3)
	if max(s.length, c.length) < 3 {
		limit = 0 // of two letters, one is no resemblance
	}
	limit = min(limit, s.distance-1)
	difference := s.length - c.length
	// An edit changes at most two of the letters that occur, so most words need no closer look.
	if difference > limit || -difference > limit || bits.OnesCount64(s.marks^c.marks) > 2*limit || c.word == s.word || s.looks == maxLooks {
		return
	}
	s.looks++
	if d := Distance(strings.ToLower(s.word), strings.ToLower(c.word), limit); d <= limit {
		s.nearest, s.distance = c.word, d
	}
}

// maxDistanceLength bounds what Distance compares; longer words are never misspelt by a letter in practice.
const maxDistanceLength = 200

// Distance is the optimal string alignment distance of a and b in code points, or more than limit. It fills the rows of
// the table of distances between their beginnings, but only the cells near the diagonal that can be within the limit.
func Distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	n, m := len(x), len(y)
	if d := n - m; d > limit || -d > limit || n > maxDistanceLength || m > maxDistanceLength {
		return limit + 1
	}
	far := uint8(min(limit, maxDistanceLength) + 1) // all that is beyond the limit
	var rows [3][maxDistanceLength + 2]uint8
	before, above, row := &rows[0], &rows[1], &rows[2]
	for j := 0; j <= min(m, limit+1); j++ {
		above[j] = min(uint8(j), far)
	}
	least, leastAbove := uint8(0), uint8(0)
	for i := 1; i <= n; i++ {
		low, high := max(1, i-limit), min(m, i+limit)
		row[low-1] = far
		if low == 1 {
			row[0] = min(uint8(i), far)
		}
		least, leastAbove = row[low-1], least
		for j := low; j <= high; j++ {
			d := min(above[j], row[j-1]) + 1
			if x[i-1] == y[j-1] {
				d = min(d, above[j-1])
			} else {
				d = min(d, above[j-1]+1)
			}
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = min(d, far)
			least = min(least, row[j])
		}
		if high < m {
			row[high+1] = far // the next row looks at it
		}
		if least >= far && leastAbove >= far-1 { // what follows is no less, or one more than leastAbove
			return limit + 1
		}
		before, above, row = above, row, before
	}
	return int(above[m])
}

// suggest writes the question that ends a message about word, or nothing.
func suggest(nearest string) string {
	if nearest == "" {
		return ""
	}
	return " Did you mean \"" + nearest + "\"?"
}
