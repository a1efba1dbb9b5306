// usage: host.mjs URL FOLDER EXTENSION SUITE
// Has VS Code load the extension from its folder and run the suite in its extension host.
import { join } from "node:path";
import { address, browser, remote } from "./browser.mjs";

const [url, folder, extension, suite] = process.argv.slice(2);
const patienceMs = 120_000;

const context = await browser();
const page = context.pages()[0];
let ended;
const end = new Promise((resolve) => (ended = resolve));
// VS Code calls these two when tests run in it.
await page.exposeFunction("codeAutomationLog", (type, args) => console.log(`[${type}]`, ...args));
await page.exposeFunction("codeAutomationExit", (code) => ended(code));
await page.goto(
  address(url, folder, [
    ["extensionDevelopmentPath", remote(url, extension)],
    ["extensionTestsPath", remote(url, suite)],
    ["enableProposedApi", ""],
  ]),
);
const late = setTimeout(() => ended("took too long"), patienceMs);
const code = await end;
clearTimeout(late);
await page.screenshot({ path: join(process.env.LSP_ARTEFACTS, "suite.png") });
await context.close();
if (code !== 0) {
  console.log(`the suite ended with ${code}`);
  process.exitCode = 1;
}
