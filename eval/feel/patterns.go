package feel

import (
	"errors"

	"github.com/scenariolsp/lsp/eval/feel/pattern"
)

// Bounds of the patterns that a machine keeps compiled.
const (
	maxPatterns    = 256
	maxPatternSize = 1 << 22 // of all together, as pattern.Pattern.Size counts
)

// patternCache keeps the compiled patterns of one machine. When it is full it starts anew: an expression rarely uses
// more than a few patterns, and most are constants.
type patternCache struct {
	byText map[patternKey]compiledPattern
	size   int
}

type patternKey struct{ text, flags string }

type compiledPattern struct {
	pattern *pattern.Pattern
	err     error
}

// patternOf compiles a pattern or finds it compiled. ok = false when it is none, with the null that says so.
func (c *call) patternOf(source, flags Value) (p *pattern.Pattern, null Value, ok bool) {
	text, _ := source.Text()
	letters, _ := flags.Text()
	cache, key := &c.m.patterns, patternKey{text, letters}
	found, cached := cache.byText[key]
	if !cached {
		found.pattern, found.err = pattern.Compile(text, letters)
		size := 1000 + len(text)
		if found.err == nil {
			size += found.pattern.Size()
		}
		if cache.byText == nil || len(cache.byText) >= maxPatterns || cache.size > maxPatternSize {
			cache.byText, cache.size = map[patternKey]compiledPattern{}, 0
		}
		cache.byText[key] = found
		cache.size += size
		if !c.m.spend(size / 8) {
			return nil, explained, false
		}
	}
	if found.err != nil {
		return nil, c.null("%s", sentence(found.err)), false
	}
	return found.pattern, Value{}, true
}

// searched turns the end of a search into the value of a function.
func (c *call) searched(v Value, err error) Value {
	switch {
	case err == nil:
		return v
	case errors.Is(err, pattern.ErrStopped):
		return explained
	}
	return c.null("%s", sentence(err))
}
