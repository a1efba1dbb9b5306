import type { FromPage, Part, ToPage } from "../src/panelMessages";
import { parseDrawing } from "./svg";

const vscode = acquireVsCodeApi();
const title = element("title");
const tools = element("tools");
const parts = element("parts");

const steps = 1.25; // of one press of + or -
const [least, most] = [0.1, 8];
const readable = 0.8; // the smallest scale at which text is read with ease
let size: number | "readable" | "fit" = "readable"; // a scale; as made, or smaller to fit, but readable; or to fit

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) {
    throw new Error(`the page has no #${id}`);
  }
  return found;
}

function send(m: FromPage): void {
  vscode.postMessage(m);
}

window.addEventListener("message", (event: MessageEvent<ToPage>) => {
  const m = event.data;
  if (m.type === "stale") {
    document.body.classList.add("stale");
    return;
  }
  show(m.title, m.parts);
  document.body.classList.toggle("stale", m.stale);
});

function show(name: string, list: Part[]): void {
  const focused = document.activeElement?.getAttribute("data-address");
  const [left, top] = [parts.scrollLeft, parts.scrollTop];
  title.textContent = name;
  parts.replaceChildren(...list.map(made));
  tools.hidden = drawings().length === 0;
  resize();
  parts.scrollTo(left, top);
  if (focused) {
    parts.querySelector<SVGElement>(`[data-address="${CSS.escape(focused)}"]`)?.focus();
  }
}

function made(part: Part): Element {
  const drawing = "svg" in part ? parseDrawing(part.svg) : undefined;
  if (drawing) {
    for (const item of drawing.querySelectorAll<SVGElement>("[data-line]")) {
      item.setAttribute("tabindex", "0");
      item.setAttribute("role", "link");
      for (const piece of item.children) {
        if (piece.localName !== "title") {
          piece.setAttribute("aria-hidden", "true"); // the title says all of it; a link's pieces would be read again
        }
      }
    }
    return document.adoptNode(drawing);
  }
  const message = document.createElement("p");
  message.setAttribute("role", "status");
  message.textContent = "text" in part ? part.text : "The server's drawing cannot be read.";
  return message;
}

/** How many pixels wide a drawing may be without being scrolled; 0 while nothing is shown. */
function room(): number {
  const { paddingLeft, paddingRight } = getComputedStyle(parts);
  return Math.max(0, Math.floor(parts.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)));
}

function drawings(): SVGSVGElement[] {
  return [...parts.querySelectorAll<SVGSVGElement>(":scope > svg")];
}

function resize(): void {
  for (const drawing of drawings()) {
    const { width } = drawing.viewBox.baseVal;
    drawing.style.width = typeof size === "number" ? `${width * size}px` : "";
    drawing.style.maxWidth = typeof size === "number" ? "none" : "100%";
    drawing.style.minWidth = size === "readable" ? `${width * readable}px` : "";
  }
}

function zoom(by: number): void {
  const [first] = drawings();
  if (first) {
    const now = typeof size === "number" ? size : first.getBoundingClientRect().width / (first.viewBox.baseVal.width || 1);
    size = Math.min(most, Math.max(least, now * by));
    resize();
  }
}

/** Fits the drawings into the panel; or makes them readable again, when they fit. */
function fit(): void {
  size = size === "fit" ? "readable" : "fit";
  resize();
}

function reveal(target: EventTarget | null): void {
  const part = target instanceof Element ? target.closest("[data-line]") : null;
  const line = Number(part?.getAttribute("data-line") ?? Number.NaN);
  if (Number.isInteger(line)) {
    send({ type: "reveal", line });
  }
}

element("smaller").addEventListener("click", () => {
  zoom(1 / steps);
});
element("larger").addEventListener("click", () => {
  zoom(steps);
});
element("fit").addEventListener("click", () => {
  fit();
});
parts.addEventListener("click", (event) => {
  reveal(event.target);
});
window.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  switch (event.key) {
    case "+":
    case "=":
      zoom(steps);
      break;
    case "-":
      zoom(1 / steps);
      break;
    case "0":
      fit();
      break;
    case "Enter":
      reveal(event.target);
      break;
  }
});

let told = room();
new ResizeObserver(() => {
  const width = room();
  if (width > 0 && width !== told) {
    told = width;
    send({ type: "resized", width });
  }
}).observe(parts);

send({ type: "ready", width: told });
