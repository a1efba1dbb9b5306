// usage: see.mjs URL FOLDER SETTINGS
// What a person sees and does, in VS Code in a browser. Screenshots of every step are kept.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { address, browser, remote } from "./browser.mjs";

const [url, folder, machineSettings] = process.argv.slice(2);
const shots = process.env.LSP_ARTEFACTS;
mkdirSync(shots, { recursive: true });

const context = await browser();
const page = context.pages()[0];
page.setDefaultTimeout(30_000);
let step = "start";
const began = Date.now();

try {
  await page.goto(address(url, folder, [["openFile", remote(url, join(folder, "returns.model.json"))]]));
  await page.waitForSelector(".monaco-editor .view-lines .view-line");

  await doing("a mistake is underlined", "mistake", async () => {
    await page.waitForSelector(".monaco-editor .squiggly-error");
    await problem().waitFor();
    await lens("▶ run all · state: late").waitFor();
  });

  await doing("the cursor rests on the mistake, and its message is shown", "message", async () => {
    await pointAt("crushd", "Did you mean");
  });

  await doing("the quick fix is chosen from the menu", "fix", async () => {
    await clickOn("crushd");
    await page.keyboard.press("Control+.");
    const fix = page.locator(".action-widget .monaco-list-row", { hasText: "crushed" }).first();
    await fix.waitFor();
    await shot("fix-menu");
    await page.keyboard.press("Enter");
    await text("crushed, lost").waitFor();
    await page.waitForSelector(".monaco-editor .squiggly-error", { state: "detached" });
  });

  await doing("answers stand over questions and decisions", "lenses", async () => {
    await lens("▶ run all · state: late").waitFor();
    await lens("= store_credit · rule 3").waitFor();
    await page.keyboard.press("Escape");
  });

  await doing("a lens is clicked, and the answer is told", "answer", async () => {
    await lens("= store_credit · rule 3").click();
    await page.locator(".notification-toast", { hasText: "outcome = store_credit · rule 3" }).first().waitFor();
  });
  await clearToasts();

  await doing("a name is pointed at, and its value is shown", "hover", async () => {
    await pointAt("payout", "71.91");
  });

  await doing("the active state stands in the status bar", "state", async () => {
    await status("late").waitFor();
    await status("late").click();
    const item = page.locator(".quick-input-list .monaco-list-row", { hasText: "soon" });
    await item.waitFor();
    await shot("state-list");
    await item.click();
    await lens("▶ run all · state: soon").waitFor();
    await lens("= refund · rule 1").waitFor();
    await status("soon").waitFor();
  });

  await doing("a name with spaces is completed in a cell", "completion", async () => {
    const { x, y } = await middleOf("30");
    await page.mouse.dblclick(x, y);
    await page.keyboard.type("days s");
    const entry = page.locator(".suggest-widget .monaco-list-row", { hasText: "days since delivery" }).first();
    await entry.waitFor();
    await shot("completion-list");
    await page.keyboard.press("Enter");
    await text("<= days since delivery").waitFor();
    while (await text("<= days").isVisible()) await page.keyboard.press("Control+z");
  });

  await doing("the graph's panel opens beside the model, by the keyboard", "graph", async () => {
    await command("Model and Scenario: Show Graph");
    await panel().locator("svg [data-line]", { hasText: "outcome" }).first().waitFor();
  });

  await doing("a part of the drawing leads to its line, by the keyboard", "graph-line", async () => {
    await panel().locator('[data-address="decisions.payout"]').focus();
    await page.keyboard.press("Enter");
    await page.locator('.statusbar-item[id="status.editor.selection"]', { hasText: "Ln 25, Col 1" }).waitFor();
  });

  await doing("the drawing has the colours of a dark theme", "graph-dark", async () => {
    const ink = () => panel().locator("svg text").first().evaluate((text) => window.getComputedStyle(text).fill);
    const light = await ink();
    await command("Preferences: Toggle between Light/Dark Themes");
    await page.locator(".monaco-workbench.vs-dark").waitFor();
    await until(async () => (await ink()) !== light);
  });

  await doing("the panel follows to a scenario, and shows its run", "scenario", async () => {
    await page.keyboard.press("Control+1"); // where the model is
    await openFile("ward.scenario.json");
    await panel().locator("svg", { hasText: "Heart rate" }).first().waitFor();
    await panel().locator("svg", { hasText: "Give oxygen" }).nth(1).waitFor(); // the second drawing is the run
  });

  await doing("a large panel", "scenario-large", async () => {
    await page.setViewportSize({ width: 1920, height: 1200 });
    await command("Preferences: Toggle between Light/Dark Themes");
    await page.locator(".monaco-workbench.vs").waitFor();
    await page.waitForTimeout(500);
  });

  await doing("what a drawing must not do is left out of it", "drawing", async () => {
    writeFileSync(machineSettings, JSON.stringify({ "scenariolsp.server.path": join(import.meta.dirname, "drawing.mjs") }));
    await panel().locator("svg text", { hasText: "price <b>" }).first().waitFor();
    const found = await panel().locator("svg").first().evaluate((svg) => ({
      left: svg.querySelectorAll("script, foreignObject, a, img").length,
      handlers: [svg, ...svg.querySelectorAll("*")].filter((e) => e.hasAttribute("onload") || e.hasAttribute("onclick")).length,
      hacked: window.hacked,
    }));
    if (found.left + found.handlers > 0 || found.hacked !== undefined) {
      throw new Error(`the drawing holds ${JSON.stringify(found)}`);
    }
  });

  console.log(`ok   ${((Date.now() - began) / 1000).toFixed(1)} s: all that a person sees is there`);
} catch (error) {
  await page.screenshot({ path: join(shots, "failed.png") }).catch(() => undefined);
  console.log(`FAIL ${step}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await context.close();
}

async function doing(what, name, act) {
  step = what;
  await act();
  await shot(name);
  console.log(`ok   ${what}`);
}

async function shot(name) {
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

/** The page inside the graph's panel. */
function panel() {
  return page.frameLocator("iframe.webview.ready").last().frameLocator("iframe#active-frame");
}

async function until(holds) {
  for (let i = 0; !(await holds()); i++) {
    if (i === 100) {
      throw new Error("it did not come");
    }
    await page.waitForTimeout(100);
  }
}

/** VS Code draws spaces as no-break spaces. */
function drawn(words) {
  return new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(" ", String.raw`[\s\u00a0]`));
}

function lens(title) {
  return page.locator(".monaco-editor .codelens-decoration a", { hasText: drawn(title) }).first();
}

function status(name) {
  return page.locator(`.statusbar-item a[aria-label*="Active state"]`, { hasText: name }).first();
}

function text(words) {
  return page.locator(".view-line", { hasText: drawn(words) }).first();
}

/** The count of problems in the status bar. */
function problem() {
  return page.locator('.statusbar-item[id="status.problems"] a', { hasText: "1" }).first();
}

/** The middle of some words in the editor, as a person would aim at them. */
async function middleOf(words) {
  const box = await page.evaluate((sought) => {
    for (const line of document.querySelectorAll(".monaco-editor .view-line")) {
      const walker = document.createTreeWalker(line, 4 /* text */);
      let all = "";
      const nodes = [];
      while (walker.nextNode()) {
        nodes.push({ node: walker.currentNode, start: all.length });
        all += walker.currentNode.textContent.replaceAll("\u00a0", " ");
      }
      const at = all.indexOf(sought);
      if (at < 0) {
        continue;
      }
      const point = (offset) => {
        const { node, start } = nodes.findLast((n) => n.start <= offset);
        return [node, offset - start];
      };
      const range = document.createRange();
      range.setStart(...point(at));
      range.setEnd(...point(at + sought.length - 1));
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
    return undefined;
  }, words);
  if (!box) {
    throw new Error(`${words} is not in sight`);
  }
  return box;
}

/** Points at some words until a hover shows what is awaited: lenses that come meanwhile move the lines. */
async function pointAt(words, shows) {
  const hover = page.locator(".monaco-hover:not(.hidden)", { hasText: shows }).first();
  await until(async () => {
    const { x, y } = await middleOf(words);
    await page.mouse.move(x + 90, y + 60);
    await page.mouse.move(x, y, { steps: 5 });
    return await hover.waitFor({ timeout: 3000 }).then(() => true, () => false);
  });
}

async function clickOn(words) {
  const { x, y } = await middleOf(words);
  await page.mouse.click(x, y);
}

async function command(title) {
  await page.keyboard.press("F1");
  const input = page.locator(".quick-input-widget input");
  await input.waitFor();
  await input.fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().waitFor();
  await page.keyboard.press("Enter");
}

async function openFile(name) {
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).click();
}

async function clearToasts() {
  await command("Notifications: Clear All Notifications");
  await page.locator(".notification-toast").first().waitFor({ state: "detached" });
}
