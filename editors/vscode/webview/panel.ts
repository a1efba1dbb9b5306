import type { FromPage, ToPage } from "../src/panelMessages";
import { parseDrawing } from "./svg";

const vscode = acquireVsCodeApi();
const title = element("title");
const tools = element("tools");
const message = element("message");
const drawing = element("drawing");

const steps = 1.25; // of one press of + or -
const [least, most] = [0.1, 8];
let scale: number | undefined; // undefined: as large as the panel

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
  switch (m.type) {
    case "stale":
      document.body.classList.add("stale");
      break;
    case "message":
      say(m.text);
      break;
    case "graph":
      draw(m.svg, m.title);
      break;
  }
});

function say(text: string): void {
  message.textContent = text;
  drawing.hidden = tools.hidden = true;
  title.textContent = "";
}

function draw(svg: string, name: string): void {
  const root = parseDrawing(svg);
  if (!root) {
    say("The server's drawing cannot be read.");
    return;
  }
  document.body.classList.remove("stale");
  message.textContent = "";
  title.textContent = name;
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", name);
  for (const part of root.querySelectorAll<SVGElement>("[data-line]")) {
    part.setAttribute("tabindex", "0");
    part.setAttribute("role", "link");
  }
  const [left, top] = [drawing.scrollLeft, drawing.scrollTop];
  drawing.replaceChildren(document.adoptNode(root));
  drawing.hidden = tools.hidden = false;
  resize();
  drawing.scrollTo(left, top);
}

/** Gives the drawing its size. By itself it is as large as it was made, or smaller to fit the panel. */
function resize(): void {
  const root = drawing.querySelector("svg");
  if (!root) {
    return;
  }
  const box = root.viewBox.baseVal;
  root.style.width = scale === undefined ? "" : `${box.width * scale}px`;
  root.style.height = scale === undefined ? "" : "auto";
  root.style.maxWidth = scale === undefined ? "100%" : "none";
}

function zoom(by: number | undefined): void {
  const root = drawing.querySelector("svg");
  if (!root) {
    return;
  }
  if (by === undefined) {
    scale = undefined;
  } else {
    const now = scale ?? root.getBoundingClientRect().width / (root.viewBox.baseVal.width || 1);
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
drawing.addEventListener("click", (event) => {
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
