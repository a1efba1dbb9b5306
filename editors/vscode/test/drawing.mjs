#!/usr/bin/env node
// A server as $LSP_SERVER is, which answers lsp/graph with a drawing of its own that tries what a drawing must not: the
// panel has to show its shapes and run none of it.
import { spawn, spawnSync } from "node:child_process";

const server = process.env.LSP_SERVER;
const [command] = process.argv.slice(2);
if (command !== "serve") {
  const { stdout, status } = spawnSync(server, process.argv.slice(2));
  process.stdout.write(stdout);
  process.exit(status ?? 1);
}

const box = (x, y, name, value, line, accent) => `
  <g data-line="${line}" onclick="parent.hacked = 1">
    <title>${name}</title>
    <rect x="${x}" y="${y}" width="190" height="52" rx="6" fill="var(--vscode-editorWidget-background, #fff)" stroke="var(--vscode-${accent ? "textLink-foreground" : "editorLineNumber-foreground"}, #666)" stroke-width="${accent ? 2 : 1}"/>
    <text x="${x + 95}" y="${y + 22}" text-anchor="middle" font-size="13" fill="var(--vscode-editor-foreground)">${name}</text>
    <text x="${x + 95}" y="${y + 40}" text-anchor="middle" font-size="12" fill="var(--vscode-descriptionForeground, #666)">${value}</text>
  </g>`;
const edge = (x1, y1, x2, y2) => `<path d="M${x1} ${y1} C${x1 + 40} ${y1} ${x2 - 40} ${y2} ${x2} ${y2}" fill="none" stroke="var(--vscode-editorLineNumber-foreground, #666)"/>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 720 300" width="720" height="300" onload="window.hacked = 1">
  <script>window.hacked = 1</script>
  <foreignObject width="10" height="10"><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="window.hacked = 1"/></foreignObject>
  <a xlink:href="javascript:window.hacked = 1"><text>away</text></a>
  ${edge(210, 46, 270, 96)}${edge(210, 126, 270, 96)}${edge(210, 206, 270, 226)}${edge(460, 96, 510, 156)}${edge(460, 226, 510, 156)}
  ${box(20, 20, "parcel", "dented", 8)}${box(20, 100, "days since delivery", "41", 7)}${box(20, 180, "price &lt;b&gt;", "79.90", 9)}
  ${box(270, 70, "outcome", "store_credit · rule 3", 13, true)}${box(270, 200, "payout", "71.91", 24)}${box(510, 130, "effort", "medium · rule 3", 32)}
</svg>`;

const child = spawn(server, process.argv.slice(2), { stdio: ["pipe", "pipe", "inherit"] });
child.on("exit", (code) => process.exit(code ?? 1));
process.stdin.on("end", () => child.stdin.end());
process.stdin.on("data", frames((body) => {
  const message = JSON.parse(body);
  if (message.method === "lsp/graph") {
    send(process.stdout, JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { svg, title: "Returns desk" } }));
  } else {
    send(child.stdin, body);
  }
}));
child.stdout.on("data", frames((body) => send(process.stdout, body)));

function send(to, body) {
  to.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** Cuts a stream into messages. */
function frames(each) {
  let held = Buffer.alloc(0);
  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const head = held.indexOf("\r\n\r\n");
      const length = Number(/content-length: *(\d+)/i.exec(held.subarray(0, Math.max(head, 0)).toString())?.[1] ?? Number.NaN);
      if (head < 0 || held.length < head + 4 + length) {
        return;
      }
      const body = held.subarray(head + 4, head + 4 + length).toString();
      held = held.subarray(head + 4 + length);
      each(body);
    }
  };
}
