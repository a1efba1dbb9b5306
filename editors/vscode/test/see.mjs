// usage: see.mjs URL FOLDER SETTINGS RELAY
// What a person sees and does, in VS Code in a browser. Screenshots of every step are kept.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { address, browser, remote, serveWith, shooter } from "./browser.mjs";
import { features } from "./features.mjs";
import { Person } from "./person.mjs";

const [url, folder, settings, relay] = process.argv.slice(2);
const small = { width: 1280, height: 800 };
const large = { width: 1920, height: 1200 };

const context = await browser(small);
const page = context.pages()[0];
const person = new Person(page, 30_000);
const shot = shooter(page);
let step = "start";
const began = Date.now();

try {
  await person.opens(address(url, folder, [["openFile", remote(url, join(folder, "returns.model.json"))]]));
  const [mistake, ...others] = features;
  await doing(mistake.what, () => play(mistake));
  await doing("the cursor rests on the mistake, and its message is shown", async () => {
    await person.pointAt("crushd", "Did you mean");
    await shot("message");
  });
  for (const feature of others) {
    await doing(feature.what, () => play(feature));
  }

  await doing("the graph's panel opens beside the model, by the keyboard", async () => {
    await person.command("Model and Scenario: Show Graph");
    await person.panel().locator("svg [data-line]", { hasText: "outcome" }).first().waitFor();
  });
  await doing("a part of the drawing leads to its line, by the keyboard", async () => {
    await person.panel().locator('[data-address="decisions.payout"]').focus();
    await page.keyboard.press("Enter");
    await person.cursorAt("Ln 25, Col 1").waitFor();
  });
  await doing("the graph of the model is drawn for two sizes, light and dark", () => drawings("graph"));
  await doing("the picture of the README is taken", async () => {
    await page.setViewportSize({ width: 1120, height: 760 });
    await person.command("View: Close Primary Side Bar");
    await page.waitForTimeout(1000);
    await shot("readme-graph");
    await person.command("View: Toggle Primary Side Bar Visibility");
  });
  for (const [file, curve] of [["ward.scenario.json", "Heart rate"], ["bleeding.scenario.json", "mean pressure"]]) {
    await doing(`the panel follows to ${file}, whose run is drawn for two sizes, light and dark`, async () => {
      await page.keyboard.press("Control+1"); // where the model is
      await person.openFile(file);
      await person.panel().locator("svg").nth(1).waitFor(); // the run, and the graph below it
      await person.panel().locator("svg", { hasText: curve }).first().waitFor();
      await drawings(file.replace(".scenario.json", ""));
    });
  }

  await doing("a scenario in the middle of an edit keeps its drawings, as old ones, and the panel says why", async () => {
    await person.overwrite("400", "fourhundred");
    await person.panel().locator("p", { hasText: "bleeding.scenario.json:5:" }).waitFor();
    await person.panel().locator("body.stale svg", { hasText: "mean pressure" }).first().waitFor();
    await shot("stale");
    await person.undoTo('"endSeconds": 400');
    await person.panel().locator("body:not(.stale) svg").first().waitFor();
  });

  await doing("what a drawing must not do is left out of it", async () => {
    serveWith(settings, relay, join(import.meta.dirname, "drawing.json"));
    await person.panel().locator("svg text", { hasText: "price <b>" }).first().waitFor();
    const found = await person.panel().locator("svg").first().evaluate((svg) => ({
      left: svg.querySelectorAll("script, foreignObject, a, img").length,
      handlers: [svg, ...svg.querySelectorAll("*")].filter((e) => e.hasAttribute("onload") || e.hasAttribute("onclick")).length,
      hacked: window.hacked,
    }));
    if (found.left + found.handlers > 0 || found.hacked !== undefined) {
      throw new Error(`the drawing holds ${JSON.stringify(found)}`);
    }
  });
  await doing("a server that ends again and again is missed, and started again when a person asks for it", async () => {
    await person.closeEditor("bleeding.scenario.json");
    await person.openFile("returns.model.json");
    await person.activeState("late").waitFor();
    person.patience = 120_000; // it is started anew five times
    const seen = new Map();
    await person.until(async () => {
      endServers(seen);
      return await person.message("crashed").isVisible();
    });
    person.patience = 30_000;
    await person.activeState("late").waitFor({ state: "hidden" });
    await person.panel().getByText("The server ended by itself.").waitFor();
    await shot("ended");
    await person.clearMessages();
    await person.command("lsp: Restart the Server");
    await person.activeState("late").waitFor();
    await person.lens("= store_credit · rule 3").waitFor();
  });
  console.log(`ok   ${((Date.now() - began) / 1000).toFixed(1)} s: all that a person sees is there`);
} catch (error) {
  await shot("failed").catch(() => undefined);
  console.log(`FAIL ${step}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await context.close();
}

function play(feature) {
  return feature.act({ person, folder, shot, shows: (look) => look() });
}

async function doing(what, act) {
  step = what;
  await act();
  console.log(`ok   ${what}`);
}

/**
 * Ends the servers that the relay stands before, as a crash would: those that were seen some seconds ago, since one that
 * ends before it answered at all is another case.
 */
function endServers(seen) {
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, "utf8").startsWith(`${relay}\0serve`)) {
        continue;
      }
      if (!seen.has(id)) {
        seen.set(id, Date.now());
      } else if (Date.now() - seen.get(id) > 3_000) {
        process.kill(Number(id), "SIGKILL");
      }
    } catch {
      continue; // it ended meanwhile
    }
  }
}

/**
 * Looks at the panel in a small and a large window, under a light and a dark theme: the drawings have to fit the panel's
 * width, and their ink has to change with the theme.
 */
async function drawings(name) {
  const fits = () => person.panel().locator("#parts").evaluate((parts) => parts.scrollWidth <= parts.clientWidth && document.querySelector(".stale") === null);
  const ink = () => person.panel().locator("svg text").first().evaluate((text) => window.getComputedStyle(text).fill);
  for (const theme of ["light", "dark"]) {
    for (const [size, viewport] of Object.entries({ small, large })) {
      await page.setViewportSize(viewport);
      await page.waitForTimeout(1000); // the editor lays itself out anew, and the panel asks for drawings of its new width
      await person.until(fits);
      await shot(`${name}-${size}-${theme}`);
    }
    const before = await ink();
    await person.command("Preferences: Toggle between Light/Dark Themes");
    await person.until(async () => (await ink()) !== before);
  }
  await page.setViewportSize(small);
}
