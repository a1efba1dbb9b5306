// The browser that both parts of the test drive.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** Starts Chromium with a profile of its own. */
export async function browser(width = 1280, height = 800) {
  return await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), "lsp-browser-")), {
    executablePath: process.env.LSP_CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    viewport: { width, height },
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
