import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { languageIds } from "../../src/languages";
import { bodyOf, fitting, snippets } from "../../src/snippets";

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
  const all = Object.entries(snippets[language]);

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

const rows: [what: string, language: keyof typeof snippets, text: string, want: string][] = [
  ["an empty document", "model-json", "‸", "model"],
  ["a word in an empty document", "scenario-json", "scen‸", "scenario"],
  ["before a document", "model-json", '‸{"content": {}}', ""],
  ["the root of a document", "model-json", '{‸}', ""],
  ["inputs", "model-json", '{"content": {"inputs": {‸}}}', "input-number input-boolean input-enum input-date"],
  ["inputs of a request", "model-json", '{"model": {"content": {"inputs": {"a": {}, ‸}}}}', "input-number input-boolean input-enum input-date"],
  ["a key in inputs", "model-json", '{"content": {"inputs": {"inp‸"}}}', "input-number input-boolean input-enum input-date"],
  ["an input", "model-json", '{"content": {"inputs": {"a": {‸}}}}', ""],
  ["decisions", "model-json", '{"content": {"decisions": {\n  dec‸\n}}}', "decision-expr decision-let decision-table"],
  ["a table", "model-json", '{"content": {"decisions": {"a": {"table": [["a", "=>"],\n  ‸]}}}}', "rule rule-object"],
  ["a table by itself", "model-json", '{"content": {"decisions": {"a": [["a", "=>"],\n  ‸]}}}', "rule rule-object"],
  ["a cell", "model-json", '{"content": {"decisions": {"a": {"table": [["a", "=>"],\n  ["ru‸"]]}}}}', ""],
  ["a description", "model-json", '{"content": {"inputs": {"a": {"desc": "model inp‸"}}}}', ""],
  ["questions", "model-json", '{"content": {}, "questions": {‸}}', "question-choice question-score question-noul"],
  ["effects", "scenario-json", '{"events": {"effects": [‸]}}',
    "effect-set-variable effect-trend-variable effect-set-flag effect-reveal effect-cancel-event effect-set-monitor-connection"],
  ["an effect's value", "scenario-json", '{"events": {"effects": [{"kind": "eff‸"}]}}', ""],
  ["predicates", "scenario-json", '{"events": {"conditions": [{"id": "a", "all": [‸]}]}}', "predicate"],
  ["questions of a file", "questions-json", '{"questions": [‸]}', "ask-evaluate ask-outcomes ask-holds ask-sensitive ask-satisfiable ask-sweep"],
];

for (const [what, language, marked, want] of rows) {
  void test(`snippets: where they fit: ${what}`, () => {
    const at = marked.indexOf("‸");
    const found = fitting(language, marked.replace("‸", ""), at);
    assert.equal((found?.names ?? []).map((name) => snippets[language][name]?.prefix).join(" "), want);
  });
}

void test("snippets: a key that is being written is replaced with its quotes", () => {
  const text = '{"content": {"inputs": {"inp"}}}';
  const found = fitting("model-json", text, text.indexOf("inp\"") + 3);
  assert.equal(found && text.slice(found.start, found.end), '"inp"');
});

const server = process.env["LSP_SERVER"];

for (const [language, name, part] of [
  ["model", "Model", undefined],
  ["model", "Decision: table", "decisions"],
  ["model", "Decision: expression with steps", "decisions"],
  ["model", "Function", "functions"],
  ["scenario", "Scenario", undefined],
] as const) {
  void test(`snippets: ${name} has no errors`, { skip: server ? false : "LSP_SERVER names no lsp to check it with" }, (t) => {
    const snippet = snippets[`${language}-json`][name];
    assert.ok(snippet && server);
    let text = expand(snippet.body.join("\n"));
    if (part) {
      const model = JSON.parse(expand(snippets["model-json"]["Model"]?.body.join("\n") ?? "")) as { content: Record<string, object> };
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

void test("snippets: a rule has a cell for each column of its table", () => {
  const marked = '{"content": {"decisions": {"a": {"table": [["parcel", "=> pay: number", "=> why", "# why"],\n  ‸]}}}}';
  const found = fitting("model-json", marked.replace("‸", ""), marked.indexOf("‸"));
  const rule = snippets["model-json"]["Rule"];
  assert.ok(rule);
  assert.equal(bodyOf(rule, found?.header), '["${1:-}", "${2:value}", "${3:value}", "${4:Why?}"]$0');
  assert.equal(bodyOf(rule), '["${1:-}", "${2:value}", "${3:Why?}"]$0', "where no header is");
});
