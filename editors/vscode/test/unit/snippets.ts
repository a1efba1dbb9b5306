import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { languageIds } from "../../src/languages";

type Snippets = Record<string, { prefix: string; description: string; body: string[] }>;

const snippets = (language: string): Snippets =>
  JSON.parse(readFileSync(join(__dirname, "..", "snippets", `${language.replace("-json", "")}.json`), "utf8")) as Snippets;

/** Returns what a person gets who changes nothing: every place holds its first proposal, wherever it stands. */
export function expand(body: string): string {
  const defaults = new Map<string, string>();
  const whole = body
    .replace(/\$\{(\d+)\|([^,|}]*)[^}]*\|\}/g, (_, n: string, first: string) => `\${${n}:${first}}`)
    .replace(/\$\{(\d+):((?:\$\d|[^}$])*)\}/g, (_, n: string, text: string) => {
      defaults.set(n, text);
      return `$${n};`;
    });
  const fill = (text: string, depth: number): string =>
    depth > 4 ? text : fill(text.replace(/\$(?:(\d+);?|\{(\d+)\})/g, (_, n?: string, m?: string) => defaults.get(n ?? m ?? "") ?? ""), depth + 1);
  return fill(whole, 0);
}

for (const language of languageIds) {
  const all = Object.entries(snippets(language));

  void test(`snippets: ${language}: each gives JSON, and its prefix is its own`, () => {
    const prefixes = new Set<string>();
    for (const [name, { prefix, description, body }] of all) {
      const text = expand(body.join("\n"));
      const whole = /^["]/.test(text) ? `{${text}}` : text;
      assert.doesNotThrow(() => JSON.parse(whole) as unknown, `${name}: ${text}`);
      assert.ok(!prefixes.has(prefix), prefix);
      assert.notEqual(description, "");
      prefixes.add(prefix);
    }
  });
}

const server = process.env["LSP_SERVER"];

for (const [language, name, part] of [
  ["model", "Model", undefined],
  ["model", "Decision: table", "decisions"],
  ["model", "Decision: expression with steps", "decisions"],
  ["model", "Function", "functions"],
  ["scenario", "Scenario", undefined],
] as const) {
  void test(`snippets: ${name} has no errors`, { skip: server ? false : "LSP_SERVER names no lsp to check it with" }, (t) => {
    const snippet = snippets(`${language}-json`)[name];
    assert.ok(snippet && server);
    let text = expand(snippet.body.join("\n"));
    if (part) {
      const model = JSON.parse(expand(snippets("model-json")["Model"]?.body.join("\n") ?? "")) as { content: Record<string, object> };
      const added = JSON.parse(`{${text.replaceAll('"input"', '"days since delivery"')}}`) as object;
      model.content[part] = { ...model.content[part], ...added };
      text = JSON.stringify(model, undefined, 2);
    }
    const file = join(mkdtempSync(join(tmpdir(), "lsp-")), `a.${language}.json`);
    writeFileSync(file, text);
    const { stdout, stderr, status } = spawnSync(server, ["check", file], { encoding: "utf8" });
    if (stderr.includes("is no document that lsp knows")) {
      t.skip("this lsp does not check such documents");
      return;
    }
    assert.equal(status, 0, stdout + stderr);
  });
}
