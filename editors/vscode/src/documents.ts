import * as vscode from "vscode";

const scheme = "scenariolsp";

/** Read-only documents that hold what a command answered. */
export class Answers implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly disposables: vscode.Disposable[];

  readonly onDidChange = this.changed.event;

  constructor() {
    this.disposables = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument((document) => this.texts.delete(document.uri.toString())),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** Shows a text, or a value as JSON, beside the editor, in the place of an older one of that name. */
  async show(name: string, value: unknown): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${name}` });
    this.texts.set(uri.toString(), typeof value === "string" ? value : JSON.stringify(value, undefined, 2) + "\n");
    this.changed.fire(uri);
    const document = await vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(uri), "json");
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true });
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables.splice(0)).dispose();
  }
}
