import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";

import { codes, file, lens, lenses, open, place, replace, setting, until } from "./tools";

const model = "returns.model.json";
const late = "returns.late.state.json";
const soon = "returns.soon.state.json";

/** The tests, one after the other: each starts from what the one before it left. */
export const tests: [name: string, test: () => Promise<void>][] = [
  ["the names of files tell their languages", languagesOfFiles],
  ["a mistake is underlined", mistake],
  ["its quick fix is applied", quickFix],
  ["lenses show answers", answers],
  ["a question is run by its lens", runByLens],
  ["a value is hovered", hover],
  ["an answer follows its state, which is not saved", unsavedState],
  ["another state is selected", selectState],
  ["the outline has the sections", outline],
  ["a definition is found", definition],
  ["a name with spaces is completed", completion],
  ["snippets are offered where they fit", snippets],
  ["lenses are switched off and on", switchLenses],
  ["the level of checks is a setting", level],
  ["the receipt is shown", receipt],
  ["a state is created", createState],
  ["a command without an argument uses the editor", paletteCommand],
  ["the commands have titles", commandsDeclared],
  ["lsp check is a task", task],
  ["the server is restarted", restart],
  ["a server that is missing is reported, and found again", missingServer],
  ["a server that never answers keeps no other from being started", silentServer],
];

async function languagesOfFiles(): Promise<void> {
  const written: [string, string][] = [
    ["names/a.model.json", "model-json"],
    ["names/a.scenario.json", "scenario-json"],
    ["names/a.state.json", "state-json"],
    ["names/a.case.state.json", "state-json"],
    ["names/a.states/case.json", "state-json"],
    ["names/a.run.json", "run-json"],
    ["names/a.questions.json", "questions-json"],
    ["names/a.json", "json"],
  ];
  for (const [name, language] of written) {
    await vscode.workspace.fs.writeFile(file(name), Buffer.from("{}"));
    assert.equal((await vscode.workspace.openTextDocument(file(name))).languageId, language, name);
  }
  await vscode.workspace.fs.delete(file("names"), { recursive: true });
}

async function mistake(): Promise<void> {
  const document = await open(model);
  await until("the mistake", () => codes(document.uri).length > 0);
  const [found, ...more] = vscode.languages.getDiagnostics(document.uri);
  assert.ok(found);
  assert.deepEqual(more, []);
  assert.equal(found.severity, vscode.DiagnosticSeverity.Error);
  assert.equal(document.getText(found.range), "crushd");
  assert.deepEqual(codes(document.uri), ["unknown-word"]);
}

async function quickFix(): Promise<void> {
  const document = await open(model);
  const [found] = vscode.languages.getDiagnostics(document.uri);
  assert.ok(found);
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document.uri, found.range, "quickfix");
  const fix = actions.find((a) => a.edit && a.isPreferred);
  assert.ok(fix?.edit, `there are ${actions.map((a) => a.title).join(", ")}`);
  assert.ok(await vscode.workspace.applyEdit(fix.edit));
  assert.ok(document.getText().includes('"crushed, lost"'));
  await until("the end of the mistake", () => codes(document.uri).length === 0);
}

async function answers(): Promise<void> {
  await lens(file(model), /^= store_credit · rule 3$/);
  await lens(file(model), /^= 71\.91$/);
  await lens(file(model), /^▶ run all · state: late$/);
  for (const { range, command } of await lenses(file(model))) {
    assert.ok(command?.title, `a lens without a title on line ${range.start.line + 1}`);
  }
}

async function runByLens(): Promise<void> {
  const all = await lenses(file(model));
  const question = all.find((l) => l.command?.command === "lsp.runQuestion")?.command;
  assert.ok(question);
  const given = question.arguments as unknown[];
  const answer: unknown = await vscode.commands.executeCommand(question.command, ...given);
  assert.equal((answer as { answers: Record<string, unknown> }).answers["outcome"], "store_credit");
}

async function hover(): Promise<void> {
  const document = await open(model);
  const found = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, place(document, '"payout", "=>"', 2));
  const text = found.flatMap((h) => h.contents.map((c) => (c instanceof vscode.MarkdownString ? c.value : ""))).join("\n");
  assert.match(text, /payout/);
  assert.match(text, /71\.91/);
  assert.match(text, /late/);
}

async function unsavedState(): Promise<void> {
  const state = await open(late);
  await replace(state, "41", "61");
  assert.ok(state.isDirty);
  await lens(file(model), /^= decline · rule 4$/);
  await replace(state, "61", "41");
  await lens(file(model), /^= store_credit · rule 3$/);
}

async function selectState(): Promise<void> {
  const chosen: unknown = await vscode.commands.executeCommand("lsp.selectState", { uri: file(model).toString(), state: "soon" });
  assert.equal((chosen as { name: string }).name, "soon");
  await lens(file(model), /^▶ run all · state: soon$/);
  await lens(file(model), /^= refund · rule 1$/);
  await open(soon);
  await lens(file(soon), /^▶ run all of returns\.model\.json$/);
  await vscode.commands.executeCommand("lsp.selectState", { uri: file(model).toString(), state: "late" });
  await lens(file(model), /^▶ run all · state: late$/);
}

async function outline(): Promise<void> {
  const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>("vscode.executeDocumentSymbolProvider", file(model));
  const names = (list: vscode.DocumentSymbol[]): string[] => list.flatMap((s) => [s.name, ...names(s.children)]);
  for (const name of ["days since delivery", "outcome", "payout", "effort", "restocking"]) {
    assert.ok(names(symbols).includes(name), `${name} is not in ${names(symbols).join(", ")}`);
  }
}

async function definition(): Promise<void> {
  const document = await open(model);
  const found = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
    "vscode.executeDefinitionProvider", document.uri, place(document, "price * (", 2));
  const [target] = found.map((f) => ("range" in f ? f.range : f.targetSelectionRange ?? f.targetRange));
  assert.ok(target, "no definition");
  assert.ok(document.lineAt(target.start.line).text.includes('"price": {'), document.lineAt(target.start.line).text);
}

async function completion(): Promise<void> {
  const document = await open(model);
  await replace(document, '"if unopened then 0 else 0.1"', '"if unopened then 0 else days si"');
  const list = await vscode.commands.executeCommand<vscode.CompletionList>("vscode.executeCompletionItemProvider", document.uri, place(document, "days si\"", 7));
  const item = list.items.find((i) => (typeof i.label === "string" ? i.label : i.label.label) === "days since delivery");
  assert.ok(item, `there are ${list.items.map((i) => (typeof i.label === "string" ? i.label : i.label.label)).join(", ")}`);
  const range = item.range instanceof vscode.Range ? item.range : item.range?.replacing;
  assert.equal(range && document.getText(range), "days si", "the whole name is replaced");
  await replace(document, '"if unopened then 0 else days si"', '"if unopened then 0 else 0.1"');
}

async function snippets(): Promise<void> {
  const document = await open(model);
  const offered = async (behind: string): Promise<string[]> => {
    const at = place(document, behind, behind.length);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>("vscode.executeCompletionItemProvider", document.uri, at);
    return list.items.filter((i) => i.kind === vscode.CompletionItemKind.Snippet).map((i) => (typeof i.label === "string" ? i.label : i.label.label));
  };
  assert.ok((await offered('"inputs": {')).includes("input-enum"));
  assert.ok((await offered('"decisions": {')).includes("decision-table"));
  assert.deepEqual(await offered('"desc": "What'), []);
}

async function switchLenses(): Promise<void> {
  await open(model);
  await setting("lenses", false);
  await until("the end of lenses", async () => (await lenses(file(model))).length === 0);
  await setting("lenses", undefined);
  await lens(file(model), /^= store_credit/);
}

async function level(): Promise<void> {
  const document = await open(model);
  await replace(document, '["-", "-", "decline", "Both windows have closed."]', '["-", "> 60", "decline", "Both windows have closed."]');
  await until("a missing else row", () => codes(document.uri).length > 0);
  const strict = codes(document.uri);
  await setting("level", "compact");
  await until("no such error in compact", () => !codes(document.uri).some((c) => strict.includes(c)));
  await setting("level", undefined);
  await until("the error again", () => codes(document.uri).some((c) => strict.includes(c)));
  await replace(document, '"> 60", "decline"', '"-", "decline"');
  await until("the end of the mistake", () => codes(document.uri).length === 0);
}

async function receipt(): Promise<void> {
  await open(model);
  await vscode.commands.executeCommand("scenariolsp.showReceipt");
  const shown = await until("the receipt", () => vscode.workspace.textDocuments.find((d) => d.uri.path === "/returns.receipt.json"));
  const answer = JSON.parse(shown.getText()) as { answers: Record<string, unknown> };
  assert.deepEqual(answer.answers, { outcome: "store_credit", effort: "medium" });
  await vscode.commands.executeCommand("workbench.action.closeEditorsInOtherGroups");
}

async function createState(): Promise<void> {
  await open(model);
  const made: unknown = await vscode.commands.executeCommand("lsp.createState", { uri: file(model).toString(), state: "gift" });
  assert.equal((made as { name: string }).name, "gift");
  const document = await until("the new state", () => vscode.window.visibleTextEditors.find((e) => e.document.uri.path.endsWith("/returns.gift.state.json")));
  assert.ok(document.document.getText().includes('"days since delivery"'));
  await vscode.window.showTextDocument(document.document);
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  await until("the end of the new state's editor", () => !vscode.window.visibleTextEditors.some((e) => e.document === document.document));
  await vscode.workspace.fs.delete(file("returns.gift.state.json")).then(undefined, () => undefined);
  await lens(file(model), /^▶ run all · state: late$/);
}

async function paletteCommand(): Promise<void> {
  await open(model);
  const answer: unknown = await vscode.commands.executeCommand("lsp.runAll");
  assert.deepEqual((answer as { answers: unknown }).answers, { outcome: "store_credit", effort: "medium" });
}

async function commandsDeclared(): Promise<void> {
  const there = await vscode.commands.getCommands(true);
  for (const command of ["lsp.runAll", "lsp.runQuestion", "lsp.runDecision", "lsp.selectState", "lsp.createState",
    "scenariolsp.showGraph", "scenariolsp.showReceipt", "scenariolsp.restart", "scenariolsp.showOutput"]) {
    assert.ok(there.includes(command), command);
  }
  const extension = vscode.extensions.getExtension("scenariolsp.scenariolsp");
  const { contributes } = extension?.packageJSON as { contributes: { commands: { command: string }[] } };
  for (const command of there.filter((c) => c.startsWith("lsp."))) {
    assert.ok(command === "lsp.showGraph" || contributes.commands.some((c) => c.command === command), `${command} has no title`);
  }
}

async function task(): Promise<void> {
  const [found] = await vscode.tasks.fetchTasks({ type: "lsp-check" });
  assert.ok(found, "no task");
  const document = await open(model);
  await replace(document, '"crushed, lost"', '"crushd, lost"'); // VS Code saves every document before a task
  const ended = new Promise<number | undefined>((resolve) => {
    const listening = vscode.tasks.onDidEndTaskProcess((e) => {
      listening.dispose();
      resolve(e.exitCode);
    });
  });
  await vscode.tasks.executeTask(found);
  assert.equal(await ended, 1);
  await replace(document, '"crushd, lost"', '"crushed, lost"');
}

async function restart(): Promise<void> {
  await open(model);
  await vscode.commands.executeCommand("scenariolsp.restart");
  await lens(file(model), /^= store_credit/);
}

async function missingServer(): Promise<void> {
  await open(model);
  const path = vscode.workspace.getConfiguration("scenariolsp").get<string>("server.path");
  await setting("server.path", "/nowhere/lsp");
  await until("the end of lenses", async () => (await lenses(file(model))).length === 0);
  await setting("server.path", path);
  await lens(file(model), /^= store_credit/);
  await vscode.commands.executeCommand("notifications.clearAll");
}

async function silentServer(): Promise<void> {
  await open(model);
  const path = vscode.workspace.getConfiguration("scenariolsp").get<string>("server.path");
  const silent = join(await mkdtemp(join(tmpdir(), "lsp-silent-")), "lsp");
  const version = JSON.stringify({ module: "github.com/scenariolsp/lsp", release: "v9.0.0" });
  await writeFile(silent, `#!/bin/sh\ncase $1 in version) echo '${version}' ;; *) touch '${silent}.started'; exec sleep 600 ;; esac\n`, { mode: 0o755 });
  await setting("server.path", silent);
  await until("the start of the silent one", () => existsSync(`${silent}.started`));
  await setting("server.path", path);
  await lens(file(model), /^= store_credit/);
}
