package picture

import (
	"fmt"
	"strings"

	"github.com/scenariolsp/lsp/eval/feel"
)

// Mermaid writes the graph in the language of Mermaid, for documents that show such diagrams.
func (g *Graph) Mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	for i := range g.Nodes {
		n := &g.Nodes[i]
		open, shut := mermaidShape(n.Kind)
		fmt.Fprintf(&b, "  n%d%s\"%s\"%s\n", i, open, mermaidText(n.lines()), shut)
	}
	for _, e := range g.Edges {
		arrow := "-->"
		switch {
		case e.Kind == Calls || e.Kind == Gates:
			arrow = "-.->"
		case e.Used:
			arrow = "==>"
		}
		fmt.Fprintf(&b, "  n%d %s n%d\n", e.From, arrow, e.To)
	}
	classes := []struct{ name, style string }{
		{"asked", "stroke-width:3px"},
		{"null", "stroke:#b36b00,stroke-dasharray:5 3"},
		{"missing", "stroke:#b36b00,stroke-dasharray:5 3"},
		{"broken", "stroke:#c5202c,stroke-width:2px,stroke-dasharray:5 3"},
		{"idle", "stroke-dasharray:2 3"},
	}
	for _, class := range classes {
		var members []string
		for i := range g.Nodes {
			if n := &g.Nodes[i]; n.Status.String() == class.name || class.name == "asked" && n.Question != "" {
				members = append(members, fmt.Sprintf("n%d", i))
			}
		}
		if len(members) > 0 {
			fmt.Fprintf(&b, "  classDef %s %s\n  class %s %s\n", class.name, class.style, strings.Join(members, ","), class.name)
		}
	}
	return b.String()
}

// mermaidShape returns the brackets of a shape.
func mermaidShape(k Kind) (open, shut string) {
	switch k {
	case Input, Variable, Flag, Entry, Patient:
		return "([", "])"
	case Function, Condition:
		return "{{", "}}"
	}
	return "[", "]"
}

// lines are the texts of a node in forms that set them themselves.
func (n *Node) lines() []string {
	lines := []string{n.Name}
	if n.Form != "" {
		lines = append(lines, n.Form)
	}
	value := ""
	switch {
	case n.Value != "":
		value = n.valueText()
	case n.Status == Missing || n.Status == Broken:
		value = n.Status.String()
	}
	if fired := n.firedWords(); fired != "" {
		value += " · " + fired
	}
	if value != "" {
		lines = append(lines, value)
	}
	for _, reason := range []string{n.When, n.Why} {
		if reason != "" {
			lines = append(lines, reason)
		}
	}
	if len(n.Causes) > 0 && n.Status != Idle {
		lines = append(lines, n.Causes[0])
	}
	for i := range lines {
		lines[i] = short(lines[i])
	}
	return lines
}

// maxShort is how many characters of a text the other forms show.
const maxShort = 120

func short(text string) string {
	text = strings.Join(strings.Fields(clean(text)), " ")
	n := 0
	for i := range text {
		if n++; n > maxShort {
			return strings.TrimRight(text[:i], " ") + "…"
		}
	}
	return text
}

// mermaidText escapes texts for a quoted label, where Mermaid reads entities, HTML and, after a backtick, Markdown.
func mermaidText(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		if i > 0 {
			b.WriteString("<br/>")
		}
		for _, r := range line {
			if strings.ContainsRune("\"&<>#;`\\*_{}[]()|~:@%", r) {
				fmt.Fprintf(&b, "#%d;", r)
			} else {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

// DOT writes the graph in the language of Graphviz.
func (g *Graph) DOT() string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n  rankdir=LR\n  node [fontname=\"sans-serif\" fontsize=11]\n  edge [color=\"#8a939d\"]\n", dotText([]string{g.Title}))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		shape := "box"
		switch n.Kind {
		case Input, Variable, Flag, Entry, Patient:
			shape = `box style="rounded`
		case Function, Condition:
			shape = "octagon"
		}
		shape, style, _ := strings.Cut(shape, ` style="`)
		color := ""
		switch n.Status {
		case Null, Missing:
			style, color = join(style, "dashed"), ` color="#b36b00"`
		case Broken:
			style, color = join(style, "dashed"), ` color="#c5202c"`
		case Idle:
			style = join(style, "dotted")
		}
		if n.Question != "" {
			style = join(style, "bold")
		}
		fmt.Fprintf(&b, "  n%d [shape=%s label=%s tooltip=%s", i, shape, dotText(n.lines()), dotText([]string{short(n.sentence())}))
		if style != "" {
			fmt.Fprintf(&b, " style=%q", style)
		}
		fmt.Fprintf(&b, "%s]\n", color)
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "  n%d -> n%d", e.From, e.To)
		var attributes []string
		if e.Kind == Calls || e.Kind == Gates {
			attributes = append(attributes, "style=dashed")
		}
		if e.Used {
			attributes = append(attributes, `penwidth=2 color="#1f2328"`)
		}
		if len(attributes) > 0 {
			fmt.Fprintf(&b, " [%s]", strings.Join(attributes, " "))
		}
		b.WriteString("\n")
	}
	b.WriteString("}\n")
	return b.String()
}

func join(style, more string) string { return strings.TrimPrefix(style+","+more, ",") }

// dotText quotes texts as one label. In a quoted label \n ends a line, and a backslash is written twice.
func dotText(lines []string) string {
	for i := range lines {
		lines[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(clean(lines[i]))
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}

// MarshalJSON writes the graph for programs (cli.md, "lsp graph"):
//
//	{"version":1,"title","note"?,"nodes":[{"id","kind","name",...}],"edges":[{"from","to","kind","used"?}]}
//
// Ids are addresses.
func (g *Graph) MarshalJSON() ([]byte, error) {
	b := append([]byte(nil), `{"version":1`...)
	b = text(b, "title", g.Title)
	b = text(b, "note", g.Note)
	b = append(b, `,"nodes":[`...)
	for i := range g.Nodes {
		if i > 0 {
			b = append(b, ',')
		}
		b = g.Nodes[i].append(b)
	}
	b = append(b, `],"edges":[`...)
	for i, e := range g.Edges {
		if i > 0 {
			b = append(b, ',')
		}
		b = feel.AppendJSONString(append(b, `{"from":`...), g.Nodes[e.From].Address)
		b = text(b, "to", g.Nodes[e.To].Address)
		b = text(b, "kind", e.Kind.String())
		if e.Used {
			b = append(b, `,"used":true`...)
		}
		b = append(b, '}')
	}
	return append(b, "]}"...), nil
}

func (n *Node) append(b []byte) []byte {
	b = feel.AppendJSONString(append(b, `{"id":`...), n.Address)
	b = text(b, "kind", n.Kind.String())
	b = text(b, "name", n.Name)
	b = text(b, "form", n.Form)
	b = text(b, "type", n.Type)
	b = text(b, "text", n.Text)
	b = text(b, "question", n.Question)
	b = text(b, "status", n.Status.String())
	b = text(b, "value", n.Value)
	if n.Rules > 0 {
		b = fmt.Appendf(b, `,"rules":%d`, n.Rules)
	}
	if len(n.Fired) > 0 {
		b = append(b, `,"fired":[`...)
		for i, r := range n.Fired {
			b = fmt.Appendf(b, "%s%d", strings.Repeat(",", min(i, 1)), r)
		}
		b = append(b, ']')
	}
	b = text(b, "when", n.When)
	b = text(b, "why", n.Why)
	if len(n.Causes) > 0 {
		b = append(b, `,"causes":[`...)
		for i, cause := range n.Causes {
			if i > 0 {
				b = append(b, ',')
			}
			b = feel.AppendJSONString(b, cause)
		}
		b = append(b, ']')
	}
	if n.Line != NoLine {
		b = fmt.Appendf(b, `,"line":%d`, n.Line+1)
	}
	return append(b, '}')
}

// text writes a member behind others, unless it is empty.
func text(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	return feel.AppendJSONString(append(feel.AppendJSONString(append(b, ','), name), ':'), value)
}
