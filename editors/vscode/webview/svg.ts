// The server escapes what it takes from documents. This is the second lock: of a drawing only shapes and text are
// kept, whatever it holds.

const elements = new Set(
  "svg g path rect circle ellipse line polyline polygon text tspan title desc defs marker clipPath linearGradient stop style".split(" "),
);
const references = /^(href|xlink:href|src)$/i;

/** Parses a drawing; undefined when it is no SVG. What could run or load anything is left out. */
export function parseDrawing(text: string): SVGSVGElement | undefined {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (!(root instanceof SVGSVGElement)) {
    return undefined;
  }
  clean(root);
  return root;
}

function clean(root: Element): void {
  for (const element of [...root.querySelectorAll("*")]) {
    if (element.namespaceURI !== "http://www.w3.org/2000/svg" || !elements.has(element.localName)) {
      element.remove();
    }
  }
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      if (/^on/i.test(name) || (references.test(name) && !value.startsWith("#"))) {
        element.removeAttribute(name);
      }
    }
  }
}
