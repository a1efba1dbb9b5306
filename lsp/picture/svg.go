package picture

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// canvas is an SVG document in the making. Text of documents comes in through text, attr and set alone, which escape it.
type canvas struct{ b strings.Builder }

// raw adds markup of ours.
func (c *canvas) raw(format string, args ...any) { fmt.Fprintf(&c.b, format, args...) }

// text adds a text, escaped.
func (c *canvas) text(text string) { _ = xml.EscapeText(&c.b, []byte(text)) } // a builder takes everything

// attr adds an attribute.
func (c *canvas) attr(name, value string) {
	c.b.WriteString(" " + name + `="`)
	c.text(value)
	c.b.WriteString(`"`)
}

// set adds a text element of one row that starts at x, or ends there, or has its middle there, as anchor says.
func (c *canvas) set(r row, x, y int, class, anchor string) {
	c.raw(`<text x="%d" y="%d" class="%s"`, x, y, class)
	if anchor != "" {
		c.raw(` text-anchor="%s"`, anchor)
	}
	if r.pinned {
		c.raw(` textLength="%d" lengthAdjust="spacingAndGlyphs"`, r.width)
	}
	c.raw(">")
	c.text(r.text)
	c.raw("</text>\n")
}

// open begins a document. Its name and description are what a screen reader says of the whole. What can be pointed at
// inside is to be reached by keyboard, so that the whole is a group and no image, whose parts nobody could hear.
func (c *canvas) open(width, height int, name, description string) {
	c.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="lsp-picture" role="group" width="%d" height="%d" viewBox="0 0 %d %d"`, width, height, width, height)
	c.attr("aria-label", name)
	c.raw(">\n<title>")
	c.text(name)
	c.raw("</title>\n<desc>")
	c.text(description)
	c.raw("</desc>\n<style>%s</style>\n", style)
	c.raw(`<rect class="page" width="%d" height="%d"/>`+"\n", width, height)
}

// item begins a part that can be reached by keyboard and pointed at: an image whose title is its name and its tooltip.
// The caller ends it with </g>.
func (c *canvas) item(class, address string, line int, title string) {
	c.raw(`<g class="%s" tabindex="0" role="img"`, class)
	if address != "" {
		c.attr("data-address", address)
	}
	if line >= 0 {
		c.raw(` data-line="%d"`, line)
	}
	c.raw("><title>")
	c.text(title)
	c.raw("</title>\n")
}

// decoration draws what is for the eyes alone, as scales and legends are: the parts tell what they say to whoever hears
// them.
func (c *canvas) decoration(draw func()) {
	c.raw(`<g aria-hidden="true">` + "\n")
	draw()
	c.raw("</g>\n")
}

func (c *canvas) close() []byte {
	c.raw("</svg>\n")
	return []byte(c.b.String())
}

// px writes a coordinate with at most one digit behind the point.
func px(x float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
}

// colours are the colours of a picture: those of the page around it where it sets them, those of the editor's theme,
// or ours, which suit a light or a dark page as the reader prefers.
var colours = []struct{ name, page, editor, light, dark string }{
	{"fg", "foreground", "editor-foreground", "#1f2328", "#e3e8ee"},
	{"bg", "background", "editor-background", "#ffffff", "#1b1f24"},
	{"surface", "surface", "editorWidget-background", "#f4f6f8", "#262c34"},
	{"line", "line", "editorLineNumber-foreground", "#8a939d", "#7a848f"},
	{"muted", "muted", "descriptionForeground", "#57606a", "#a3adb8"},
	{"accent", "accent", "textLink-foreground", "#0b62c4", "#5aa9ff"},
	{"warn", "warning", "editorWarning-foreground", "#8f5c00", "#e0a93b"},
	{"error", "error", "editorError-foreground", "#c5202c", "#ff7b72"},
	{"s1", "series-1", "charts-blue", "#0b62c4", "#5aa9ff"},
	{"s2", "series-2", "terminal-ansiCyan", "#00708a", "#3fb8d0"}, // charts-orange is too pale on light pages
	{"s3", "series-3", "charts-green", "#1a7f37", "#56c271"},
	{"s4", "series-4", "charts-purple", "#7a3fc0", "#c297ff"},
	{"s5", "series-5", "charts-red", "#c5202c", "#ff7b72"},
	{"s6", "series-6", "charts-yellow", "#7d6500", "#d8bd4a"},
}

// style is the style sheet of every picture.
var style = palette() + `
.lsp-picture{font-family:var(--vscode-font-family,system-ui,-apple-system,"Segoe UI","Helvetica Neue",Arial,sans-serif);font-size:13px}
.lsp-picture text{fill:var(--p-fg)}
.lsp-picture .page{fill:var(--p-bg)}
.lsp-picture tspan{unicode-bidi:isolate}
.lsp-picture .head{font-size:15px;font-weight:600}
.lsp-picture .name{font-weight:600}
.lsp-picture .small{font-size:11px}
.lsp-picture .muted{fill:var(--p-muted)}
.lsp-picture .over{paint-order:stroke;stroke:var(--p-bg);stroke-width:4px;stroke-linejoin:round}
.lsp-picture .why{font-size:11px;font-style:italic}
.lsp-picture .value{fill:var(--p-accent);font-weight:600}
.lsp-picture .box{fill:var(--p-surface);stroke:var(--p-line);stroke-width:1}
.lsp-picture .asked .box{stroke:var(--p-accent);stroke-width:2}
.lsp-picture .missing .box,.lsp-picture .null .box{stroke:var(--p-warn);stroke-width:1.5;stroke-dasharray:5 3}
.lsp-picture .broken .box{stroke:var(--p-error);stroke-width:2;stroke-dasharray:5 3}
.lsp-picture .idle .box{stroke-dasharray:2 3}
.lsp-picture .again .box{fill:none;stroke-dasharray:2 3}
.lsp-picture .again .name{fill:var(--p-muted);font-weight:400}
.lsp-picture .idle text{fill:var(--p-muted)}
.lsp-picture g:focus{outline:none}
.lsp-picture g:focus-visible .box,.lsp-picture g:focus-visible .hit{stroke:var(--p-fg);stroke-width:4;stroke-dasharray:none}
.lsp-picture .cell{fill:none;stroke:var(--p-line)}
.lsp-picture .cell.fired{fill:var(--p-accent);stroke:var(--p-accent)}
.lsp-picture .on{fill:var(--p-bg)}
.lsp-picture .badge{fill:var(--p-accent)}
.lsp-picture .edge{fill:none;stroke:var(--p-line);stroke-width:1}
.lsp-picture .edge.used{stroke:var(--p-fg);stroke-width:1.6}
.lsp-picture .edge.calls,.lsp-picture .edge.gates{stroke-dasharray:5 3}
.lsp-picture .edge.circle{stroke:var(--p-error);stroke-dasharray:5 3;stroke-width:1.6}
.lsp-picture .tip{fill:var(--p-line)}
.lsp-picture .tip.used{fill:var(--p-fg)}
.lsp-picture .tip.circle{fill:var(--p-error)}
.lsp-picture .grid{stroke:var(--p-line);stroke-width:1;opacity:.35}
.lsp-picture .axis{fill:none;stroke:var(--p-line);stroke-width:1}
.lsp-picture .when{stroke:var(--p-line);stroke-width:1;stroke-dasharray:2 3}
.lsp-picture .limit{stroke:var(--p-warn);stroke-width:1;stroke-dasharray:6 4}
.lsp-picture .curve{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.lsp-picture .mark{stroke:var(--p-fg);stroke-width:1.5;fill:var(--p-bg)}
.lsp-picture .mark.did{fill:var(--p-fg)}
.lsp-picture .hit{fill:transparent;stroke:none}
.lsp-picture .off{fill:var(--p-line);opacity:.2}
.lsp-picture .on-flag{fill:var(--p-s3)}
.lsp-picture .on-monitor{fill:var(--p-s1)}
.lsp-picture .on-revealed{fill:var(--p-s4)}
.lsp-picture .on-boolean{fill:var(--p-line)}
.lsp-picture .c1{stroke:var(--p-s1)}.lsp-picture .d1{fill:var(--p-s1)}
.lsp-picture .c2{stroke:var(--p-s2)}.lsp-picture .d2{fill:var(--p-s2)}
.lsp-picture .c3{stroke:var(--p-s3)}.lsp-picture .d3{fill:var(--p-s3)}
.lsp-picture .c4{stroke:var(--p-s4)}.lsp-picture .d4{fill:var(--p-s4)}
.lsp-picture .c5{stroke:var(--p-s5)}.lsp-picture .d5{fill:var(--p-s5)}
.lsp-picture .c6{stroke:var(--p-s6)}.lsp-picture .d6{fill:var(--p-s6)}
`

// palette declares the colours for the light and the dark page.
func palette() string {
	declare := func(ours func(i int) string) string {
		var b strings.Builder
		b.WriteString(".lsp-picture{")
		for i, c := range colours {
			fmt.Fprintf(&b, "--p-%s:var(--lsp-%s,var(--vscode-%s,%s));", c.name, c.page, c.editor, ours(i))
		}
		return b.String() + "}"
	}
	return "\n" + declare(func(i int) string { return colours[i].light }) + "\n@media (prefers-color-scheme:dark){" +
		declare(func(i int) string { return colours[i].dark }) + "}"
}
