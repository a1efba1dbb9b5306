package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/analysis"
)

// The page of codes in the documentation is made from the same table as --explain. With UPDATE=1 it is written anew.
func TestPageOfCodes(t *testing.T) {
	page := filepath.Join("..", "..", "docs", "codes.md")
	want := pageOfCodes()
	if os.Getenv("UPDATE") != "" {
		if err := os.MkdirAll(filepath.Dir(page), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/codes.md is not what the table of codes says; UPDATE=1 go test ./cmd/lsp -run PageOfCodes writes it anew")
	}
}

func pageOfCodes() string {
	var b strings.Builder
	b.WriteString("# Codes\n\nWhat `lsp check` and an editor report, by code. `lsp check --explain CODE` says the same.\n\n| code | severity | |\n|---|---|---|\n")
	for _, c := range analysis.Codes() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", c.Code, c.Code, c.Severity, strings.ReplaceAll(c.Title, "|", `\|`))
	}
	for _, c := range analysis.Codes() {
		fmt.Fprintf(&b, "\n## %s\n\n%s (%s). %s\n", c.Code, c.Title, c.Severity, c.Explanation)
		if c.Example != "" {
			fmt.Fprintf(&b, "\n```\n%s\n```\n", strings.TrimRight(c.Example, "\n"))
		}
	}
	return b.String()
}
