package feel_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/eval/feel"
)

var updateReference = flag.Bool("update-reference", false, "write docs/functions.md anew")

// TestReference keeps the reference page equal to the table of functions.
func TestReference(t *testing.T) {
	const path = "../../docs/functions.md"
	page := reference(t)
	if *updateReference {
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ReplaceAll(string(have), "\r\n", "\n") != page {
		t.Errorf("%s differs from the table of functions; go test ./eval/feel -run Reference -update-reference writes it", path)
	}
}

// families are the titles of the sections.
var families = map[string]string{
	"10.3.4.1": "Conversion", "10.3.4.2": "Booleans", "10.3.4.3": "Texts", "10.3.4.4": "Lists", "10.3.4.5": "Numbers", "10.3.4.6": "Dates and times",
	"10.3.4.7": "Ranges", "10.3.4.8": "The calendar", "10.3.4.9": "Sorting", "10.3.4.10": "Contexts", "10.3.4.11": "The clock",
}

// reference writes the page: every function with its forms, what it does and an example with its value.
func reference(t *testing.T) string {
	var b strings.Builder
	b.WriteString("# Built-in functions\n\nMade from the table of functions in `eval/feel`. Sections are those of DMN 1.5. A parameter with ? may be absent; … stands for\nany number of further arguments. Arguments are given in order or by name: `substring(string: \"abc\", start position: 2)`.\n")
	rows := feel.Builtins()
	byFamily := map[string][]feel.Builtin{}
	var order []string
	for _, f := range rows {
		if byFamily[f.Section] == nil {
			order = append(order, f.Section)
		}
		byFamily[f.Section] = append(byFamily[f.Section], f)
	}
	for _, section := range order {
		if families[section] == "" {
			t.Fatalf("the section %s has no title", section)
		}
		fmt.Fprintf(&b, "\n## %s (%s)\n", families[section], section)
		for _, f := range byFamily[section] {
			describe(t, &b, f)
		}
	}
	return b.String()
}

// describe writes one function.
func describe(t *testing.T, b *strings.Builder, f feel.Builtin) {
	fmt.Fprintf(b, "\n### %s\n\n", f.Name)
	for i := range f.Signatures {
		s := &f.Signatures[i]
		var params []string
		for _, p := range s.Params {
			name := p.Name
			if p.Optional {
				name += "?"
			}
			if p.Variadic {
				name += ", …"
			}
			params = append(params, name+": "+p.Type.String())
		}
		fmt.Fprintf(b, "    %s(%s): %s\n", f.Name, strings.Join(params, ", "), s.Result)
	}
	fmt.Fprintf(b, "\n%s\n", f.Doc)
	if f.Example != "" {
		value, _ := outcome(t, f.Example)
		fmt.Fprintf(b, "\n    %s = %s\n", f.Example, value)
	}
}
