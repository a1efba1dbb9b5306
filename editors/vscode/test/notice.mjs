// usage: notice.mjs URL DOCUMENTS FOLDER SETTINGS RELAY
// Holds each feature against a server of which that one thing is broken, in VS Code in a browser: it has to be missed,
// or the feature's test would show nothing.
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { address, browser, remote, serveWith, shooter } from "./browser.mjs";
import { features } from "./features.mjs";
import { Person } from "./person.mjs";

const [url, documents, work, settings, relay] = process.argv.slice(2);

const context = await browser();
for (const [i, { what, mistaken, broken, act }] of features.entries()) {
  const folder = join(work, String(i));
  cpSync(join(documents, mistaken ? "mistaken" : "mended"), folder, { recursive: true });
  const answers = `${folder}.answers.json`;
  writeFileSync(answers, JSON.stringify(broken));
  serveWith(settings, relay, answers);

  const page = await context.newPage();
  const person = new Person(page, 60_000);
  const shot = shooter(page, "broken-");
  try {
    await person.opens(address(url, folder, [["openFile", remote(url, join(folder, "returns.model.json"))]]));
    await person.activeState("late").waitFor(); // the server is there, and says so by a way that none of these breaks
  } catch (error) {
    await shot(`failed-${i}`).catch(() => undefined);
    console.log(`FAIL ${what}: the editor did not come up with the server: ${error.message}`);
    process.exitCode = 1;
    continue;
  }
  let missed;
  const shows = async (look) => {
    person.patience = 4_000;
    missed = await look().then(() => undefined, (error) => error);
    throw new Error("that was all there is to know");
  };
  const ended = await act({ person, folder, shot: () => undefined, shows }).catch((error) => error);
  if (missed) {
    console.log(`ok   missed when broken: ${what}`);
  } else {
    await shot(`${i}`);
    console.log(`FAIL ${what}: not missed with a server that answers ${JSON.stringify(broken)}: ${ended.message}`);
    process.exitCode = 1;
  }
  await page.close();
}
await context.close();
