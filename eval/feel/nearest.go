package feel

import (
	"strings"
	"unicode/utf8"
)

// Nearest returns the candidate that word most likely misspells, or "": the one within a third of its length in edits
// (insertions, deletions, replacements and swaps of neighbours), case aside.
func Nearest(word string, candidates []string) string {
	best, bestDistance := "", 1<<30
	w := strings.ToLower(word)
	for _, c := range candidates {
		if c == word {
			continue
		}
		l := strings.ToLower(c)
		n, m := utf8.RuneCountInString(w), utf8.RuneCountInString(l)
		limit := max(1, min(n, m)/3)
		if max(n, m) < 3 {
			limit = 0 // of two letters, one is no resemblance
		}
		if d := Distance(w, l, limit); d <= limit && d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// maxDistanceLength bounds what Distance compares; longer words are never misspelt by a letter in practice.
const maxDistanceLength = 200

// Distance is the optimal string alignment distance of a and b, or more than limit.
func Distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); d > limit || -d > limit || len(x) > maxDistanceLength || len(y) > maxDistanceLength {
		return limit + 1
	}
	before, above, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(y)]
}

// suggest writes the question that ends a message about word, or nothing.
func suggest(nearest string) string {
	if nearest == "" {
		return ""
	}
	return " Did you mean \"" + nearest + "\"?"
}
