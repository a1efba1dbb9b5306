package main

import "testing"

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 12: "12", 999: "999", 1000: "1,000", 10000: "10,000", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is written %q, want %q", n, got, want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                 "plain",
		"two\nlines":            "two\nlines",
		"red \x1b[31m":          "red ␛[31m",
		"nul \x00 del \x7f":     "nul ␀ del ␡",
		"c1 \u009b31m":          "c1 \ufffd31m",
		"turned \u202e back":    "turned \ufffd back",
		"bytes \xff\xfe":        "bytes \ufffd\ufffd",
		"kept: é 価 👩‍👧 \u00a0 ": "kept: é 価 👩‍👧 \u00a0 ",
	} {
		if got := printable(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

func TestWantsColour(t *testing.T) {
	for _, tc := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, true},
		{map[string]string{"TERM": "xterm-256color"}, true},
		{map[string]string{"TERM": "dumb"}, false},
		{map[string]string{"NO_COLOR": "1"}, false},
		{map[string]string{"NO_COLOR": "0"}, false},
		{map[string]string{"NO_COLOR": ""}, true},
	} {
		if got := wantsColour(func(name string) string { return tc.env[name] }); got != tc.want {
			t.Errorf("%v: %v, want %v", tc.env, got, tc.want)
		}
	}
}
