package lsp

import "testing"

// TestText escapes what would format a text, and nothing else.
func TestText(t *testing.T) {
	markdown := &card{markdown: true}
	for text, want := range map[string]string{
		"from outcome = store_credit, days > 30":  "from outcome = store_credit, days > 30",
		"_all_ of __init":                         `\_all\_ of \_\_init`,
		"trailing_":                               `trailing\_`,
		"in [1..5] or ]1..5[":                     "in [1..5] or ]1..5[",
		"map in mm[Hg]":                           "map in mm[Hg]",
		"[a](b), [a][b], - [ ] c":                 `\[a](b), \[a][b], - \[ ] c`,
		"[a]: b":                                  `\[a]: b`,
		"poor < fair":                             "poor < fair",
		"<b>bold</b>":                             `\<b>bold\</b>`,
		"2 * 3 ~ 6 | `7` \\ 8":                    "2 \\* 3 \\~ 6 \\| \\`7\\` \\\\ 8",
		"# no heading\n  > no quotation, item #4": "\\# no heading\n  \\> no quotation, item #4",
		"größe_in_m":                              "größe_in_m",
	} {
		if got := markdown.text(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if got := new(card).text(text); got != text {
			t.Errorf("%q, without Markdown: %q", text, got)
		}
	}
}
