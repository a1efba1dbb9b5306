import assert from "node:assert/strict";
import * as vscode from "vscode";

const patienceMs = 15_000; // bounds a failure, not a success

/** Asks again until there is an answer that is not undefined, false or null. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false | null> | T | undefined | false | null): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false && answer !== null) {
      return answer;
    }
    assert.ok(Date.now() < end, `${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function file(name: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, "no folder is open");
  return vscode.Uri.joinPath(folder.uri, name);
}

export async function open(name: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(file(name));
  await vscode.window.showTextDocument(document, { preview: false });
  return document;
}

/** The place of the n-th occurrence of a text, from 0, and of what stands so many characters behind its start. */
export function place(document: vscode.TextDocument, text: string, behind = 1): vscode.Position {
  const at = document.getText().indexOf(text);
  assert.notEqual(at, -1, `${text} is not in ${document.fileName}`);
  return document.positionAt(at + behind);
}

export async function replace(document: vscode.TextDocument, old: string, now: string): Promise<void> {
  const at = document.getText().indexOf(old);
  assert.notEqual(at, -1, `${old} is not in ${document.fileName}`);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(at), document.positionAt(at + old.length)), now);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** The codes of what is said of a document. */
export function codes(uri: vscode.Uri): string[] {
  return vscode.languages.getDiagnostics(uri).map((d) => String(typeof d.code === "object" ? d.code.value : d.code));
}

export async function lenses(uri: vscode.Uri): Promise<vscode.CodeLens[]> {
  return (await vscode.commands.executeCommand<vscode.CodeLens[] | undefined>("vscode.executeCodeLensProvider", uri, 50)) ?? [];
}

/** Waits for a lens whose title fits. */
export function lens(uri: vscode.Uri, fits: RegExp): Promise<vscode.Command> {
  let last: string[] = [];
  return until(`a lens like ${fits.source}`, async () => {
    const commands = (await lenses(uri)).flatMap((l) => l.command ?? []);
    last = commands.map((c) => c.title);
    return commands.find((c) => fits.test(c.title));
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}; there are ${JSON.stringify(last)}`);
  });
}

export function setting(name: string, value: unknown): Thenable<void> {
  return vscode.workspace.getConfiguration("scenariolsp").update(name, value, vscode.ConfigurationTarget.Global);
}
