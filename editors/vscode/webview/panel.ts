import type { FromPage, Part, ToPage } from "../src/panelMessages";
import { parseDrawing } from "./svg";

const vscode = acquireVsCodeApi();
const title = element("title");
const tools = element("tools");
const parts = element("parts");

const steps = 1.25; // of one press of + or -
const [least, most] = [0.1, 8];
let scale: number | undefined; // undefined: as it was made, or smaller to fit the panel

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
});

function show(name: string, list: Part[]): void {
  const focused = document.activeElement?.getAttribute("data-address");
  const [left, top] = [parts.scrollLeft, parts.scrollTop];
  document.body.classList.remove("stale");
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
    }
    return document.adoptNode(drawing);
  }
  const message = document.createElement("p");
  message.setAttribute("role", "status");
  message.textContent = "text" in part ? part.text : "The server's drawing cannot be read.";
  return message;
}

function drawings(): SVGSVGElement[] {
  return [...parts.querySelectorAll<SVGSVGElement>(":scope > svg")];
}

function resize(): void {
  for (const drawing of drawings()) {
    drawing.style.width = scale === undefined ? "" : `${drawing.viewBox.baseVal.width * scale}px`;
    drawing.style.maxWidth = scale === undefined ? "100%" : "none";
  }
}

function zoom(by: number | undefined): void {
  const [first] = drawings();
  if (by === undefined || !first) {
    scale = undefined;
  } else {
    const now = scale ?? first.getBoundingClientRect().width / (first.viewBox.baseVal.width || 1);
    scale = Math.min(most, Math.max(least, now * by));
  }
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
  zoom(undefined);
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
      zoom(undefined);
      break;
    case "Enter":
      reveal(event.target);
      break;
  }
});

send({ type: "ready" });
