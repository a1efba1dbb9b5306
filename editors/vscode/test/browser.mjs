// The browser that the parts of the test drive, and what they share.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** Starts Chromium with a profile of its own. */
export async function browser(viewport = { width: 1280, height: 800 }) {
  return await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), "lsp-browser-")), {
    executablePath: process.env.LSP_CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    viewport,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** The address at which VS Code opens a folder. */
export function address(url, folder, payload) {
  return `${url}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

/** How VS Code in a browser names a file of the machine that serves it. */
export function remote(url, path) {
  return `vscode-remote://${new URL(url).host}${path}`;
}

/** Takes screenshots by name. */
export function shooter(page, prefix = "") {
  const folder = process.env.LSP_ARTEFACTS;
  mkdirSync(folder, { recursive: true });
  return (name) => page.screenshot({ path: join(folder, `${prefix}${name}.png`) });
}

/** Has the extension start, from now on, the relay before the server, with answers of its own. */
export function serveWith(settings, relay, answers) {
  const program = `${settings}.${Date.now()}.sh`; // another name, so that a running session takes note
  writeFileSync(program, `#!/bin/sh\nLSP_RELAY='${answers}' exec '${relay}' "$@"\n`, { mode: 0o755 });
  writeFileSync(settings, JSON.stringify({ "scenariolsp.server.path": program }));
}
