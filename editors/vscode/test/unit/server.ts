import assert from "node:assert/strict";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { candidates, expand, findServer, isOlder, NoServer, serverModule, usable, type Surroundings } from "../../src/server";

const linux: Surroundings = { env: { PATH: "/usr/bin:/opt/x", GOPATH: "/go" }, home: "/home/a", platform: "linux", folder: "/folder" };
const windows: Surroundings = { env: { Path: String.raw`C:\bin;D:\tools` }, home: String.raw`C:\Users\a`, platform: "win32", folder: undefined };

void test("server: where it is looked for", () => {
  assert.deepEqual(candidates(linux), ["/usr/bin/lsp", "/opt/x/lsp", "/go/bin/lsp", "/home/a/go/bin/lsp"]);
  assert.deepEqual(candidates(windows), [String.raw`C:\bin\lsp.exe`, String.raw`D:\tools\lsp.exe`, String.raw`C:\Users\a\go\bin\lsp.exe`]);
  assert.deepEqual(candidates({ ...linux, env: { PATH: ".:bin:/usr/bin" } }), ["/usr/bin/lsp", "/home/a/go/bin/lsp"], "never in the folder that is open");
});

void test("server: what a setting may say", () => {
  for (const [setting, want] of [
    ["/opt/lsp", "/opt/lsp"],
    ["~/bin/lsp", "/home/a/bin/lsp"],
    ["bin/lsp", "/folder/bin/lsp"],
    ["${workspaceFolder}/bin/lsp", "/folder/bin/lsp"],
    ["~a/lsp", "/folder/~a/lsp"],
  ] as const) {
    assert.equal(expand(setting, linux), want);
  }
});

void test("server: releases are compared by number", () => {
  for (const [release, older] of [
    ["v0.0.9", true],
    ["0.1.0", false],
    ["v0.1.0", false],
    ["v0.10.0", false],
    ["v1.0.0", false],
    ["(devel)", false],
    ["v0.0.0-20260101120000-abcdefabcdef", false],
    ["v0.0.8-0.20260101120000-abcdefabcdef+dirty", false],
    ["unknown", false],
  ] as const) {
    assert.equal(isOlder(release, "0.1.0"), older, release);
  }
});

void test("server: what it says of itself", () => {
  assert.deepEqual(usable("/x", { module: serverModule, release: "v0.2.0" }), { path: "/x", release: "v0.2.0" });
  assert.throws(() => usable("/x", undefined), NoServer);
  assert.throws(() => usable("/x", { module: "example.com/other" }), NoServer);
  assert.throws(() => usable("/x", { module: serverModule, release: "v0.0.1" }), /needs/);
});

void test("server: another program of that name is passed over", { skip: process.platform === "win32" }, async () => {
  const program = async (script: string): Promise<string> => {
    const dir = await mkdtemp(join(tmpdir(), "lsp-"));
    await writeFile(join(dir, "lsp"), `#!/bin/sh\n${script}\n`);
    await chmod(join(dir, "lsp"), 0o755);
    return dir;
  };
  const pager = await program("echo 'lsp 1.0, a pager of manuals'");
  const failing = await program("exit 3");
  const ours = await program(`echo '{"module":"${serverModule}","release":"v9.9.9"}'`);
  const at = (...dirs: string[]): Surroundings => ({ env: { PATH: dirs.join(":") }, home: pager, platform: process.platform, folder: undefined });
  assert.deepEqual(await findServer("", at(pager, failing, ours)), { path: join(ours, "lsp"), release: "v9.9.9" });
  await assert.rejects(findServer("", at(pager)), /another program/);
  await assert.rejects(findServer("", at()), /not found/);
  await assert.rejects(findServer(join(pager, "lsp"), at(ours)), /another program/, "the setting decides");
  await assert.rejects(findServer("/nowhere/lsp", at(ours)), /no program there/);
  await assert.rejects(findServer(ours, at(ours)), /no program there/, "a folder");
});
