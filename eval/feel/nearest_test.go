package feel

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// plainDistance is the optimal string alignment distance by its definition, the whole table.
func plainDistance(a, b string) int {
	x, y := []rune(a), []rune(b)
	table := make([][]int, len(x)+1)
	for i := range table {
		table[i] = make([]int, len(y)+1)
		for j := range table[i] {
			switch {
			case i == 0 || j == 0:
				table[i][j] = i + j
				continue
			case x[i-1] == y[j-1]:
				table[i][j] = table[i-1][j-1]
			default:
				table[i][j] = 1 + min(table[i-1][j-1], table[i-1][j], table[i][j-1])
			}
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				table[i][j] = min(table[i][j], table[i-2][j-2]+1)
			}
		}
	}
	return table[len(x)][len(y)]
}

func TestDistance(t *testing.T) {
	word := rapid.StringMatching(`[abcé😀]{0,9}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b, limit := word.Draw(t, "a"), word.Draw(t, "b"), rapid.IntRange(0, 10).Draw(t, "limit")
		want := plainDistance(a, b)
		if got := Distance(a, b, limit); got != want && !(got > limit && want > limit) {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", a, b, limit, got, want)
		}
	})
}

// TestVocabulary compares a vocabulary with looking at each word in full.
func TestVocabulary(t *testing.T) {
	word := rapid.StringMatching(`[abcdA]{1,8}`)
	rapid.Check(t, func(t *rapid.T) {
		words, w := rapid.SliceOfN(word, 0, 12).Draw(t, "words"), word.Draw(t, "word")
		want, least := "", 100
		for _, c := range words {
			n, m := len(w), len(c)
			limit := max(1, min(n, m)/3)
			if max(n, m) < 3 {
				limit = 0
			}
			if d := plainDistance(lower(w), lower(c)); c != w && d <= limit && d < least {
				want, least = c, d
			}
		}
		if got := NewVocabulary(words).Nearest(w); got != want {
			t.Errorf("nearest to %q among %q is %q, want %q", w, words, got, want)
		}
		if got := Nearest(w, words); got != want {
			t.Errorf("Nearest(%q, %q) = %q, want %q", w, words, got, want)
		}
	})
}

func lower(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] |= 0x20
	}
	return string(b)
}

func BenchmarkNearest(b *testing.B) {
	words := make([]string, 10_000)
	for i := range words {
		words[i] = fmt.Sprintf("claim amount %d", i)
	}
	v := NewVocabulary(words)
	b.Run("vocabulary", func(b *testing.B) {
		for b.Loop() {
			v.Nearest("clam amuont 123")
		}
	})
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			Nearest("clam amuont 123", words)
		}
	})
}
