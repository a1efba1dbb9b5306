import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { languageIds, section } from "../../src/languages";

const root = join(__dirname, "..");

interface Manifest {
  version: string;
  main: string;
  contributes: {
    languages: { id: string; configuration: string }[];
    grammars: { path: string; language?: string }[];
    commands: { command: string; title: string; enablement?: string }[];
    menus: Record<string, { command: string; when?: string }[]>;
    configuration: { properties: Record<string, { description?: string; markdownDescription?: string }> };
    configurationDefaults: Record<string, unknown>;
    problemMatchers: { pattern: { regexp: string } }[];
  };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
  dependencies?: unknown;
  devDependencies: Record<string, string>;
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
const { contributes } = manifest;

void test("manifest: every language has its settings, grammar and snippets", () => {
  const ids = [...languageIds];
  assert.deepEqual(contributes.languages.map((l) => l.id), ids);
  assert.deepEqual(contributes.grammars.flatMap((g) => g.language ?? []), ids);
  assert.deepEqual(Object.keys(contributes.configurationDefaults), ids.map((id) => `[${id}]`));
  for (const file of contributes.grammars) {
    assert.ok(existsSync(join(root, file.path)), file.path);
  }
});

void test("manifest: a command of the server is offered when the server has it", () => {
  for (const { command, title, enablement } of contributes.commands) {
    assert.notEqual(title, "");
    if (command.startsWith("lsp.")) {
      assert.equal(enablement, `${section}.can.${command.slice("lsp.".length)}`);
    }
  }
  for (const { command, when } of Object.values(contributes.menus).flat()) {
    assert.ok(contributes.commands.some((c) => c.command === command), command);
    assert.ok(when, `${command} is offered everywhere`);
  }
});

void test("manifest: a folder that is not trusted names no program", () => {
  for (const name of manifest.capabilities.untrustedWorkspaces.restrictedConfigurations) {
    assert.ok(name in contributes.configuration.properties, name);
  }
  assert.ok(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.includes(`${section}.server.path`));
});

void test("manifest: every setting is explained", () => {
  for (const [name, property] of Object.entries(contributes.configuration.properties)) {
    assert.ok(name.startsWith(`${section}.`), name);
    assert.ok(property.description ?? property.markdownDescription, name);
  }
});

void test("manifest: versions are exact, and nothing is needed at run time", () => {
  assert.equal(manifest.dependencies, undefined);
  for (const [name, version] of Object.entries(manifest.devDependencies)) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
  }
  assert.ok(!readFileSync(join(root, "package-lock.json"), "utf8").includes('"resolved"'), "the lock file names a registry");
});

void test("manifest: the problem matcher reads what lsp check writes", () => {
  const [matcher] = contributes.problemMatchers;
  assert.ok(matcher);
  const line = String.raw`a/returns.model.json:19:13  error    "crushd" is not a value. Did you mean "crushed"?  [unknown-word]`;
  const match = new RegExp(matcher.pattern.regexp).exec(line);
  assert.deepEqual(match?.slice(1), ["a/returns.model.json", "19", "13", "error", '"crushd" is not a value. Did you mean "crushed"?', "unknown-word"]);
});
