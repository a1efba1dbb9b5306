import * as vscode from "vscode";

import type { Session } from "./client";
import { isOurs, section } from "./languages";
import { statesRequest, type States } from "./requests";

/** The status item that keeps the active state in sight. A click chooses another. */
export class ActiveState implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(`${section}.state`, vscode.StatusBarAlignment.Right, 100);
  private readonly disposables: vscode.Disposable[] = [this.item];
  private asked: vscode.CancellationTokenSource | undefined;

  constructor(private readonly session: Session) {
    this.item.name = "Active State of the Model";
    this.disposables.push(
      session.onDidChangeAnswers(() => {
        this.refresh();
      }),
      session.onDidChange(() => {
        this.refresh();
      }),
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.refresh();
      }),
    );
  }

  dispose(): void {
    this.asked?.cancel();
    vscode.Disposable.from(...this.disposables.splice(0)).dispose();
  }

  /** Asks the server anew. */
  private refresh(): void {
    this.asked?.cancel();
    const document = vscode.window.activeTextEditor?.document;
    const client = this.session.running;
    if (!client || !isOurs(document) || !["model-json", "state-json"].includes(document.languageId)) {
      this.item.hide();
      return;
    }
    const asked = new vscode.CancellationTokenSource();
    this.asked = asked;
    client.sendRequest(statesRequest, { uri: document.uri.toString() }, asked.token).then(
      (states) => {
        if (!asked.token.isCancellationRequested) {
          this.show(states);
        }
      },
      () => {
        if (!asked.token.isCancellationRequested) {
          this.item.hide(); // a server that cannot say, or a document that cannot be read
        }
      },
    );
  }

  private show(states: States | null): void {
    if (!states) {
      this.item.hide();
      return;
    }
    const model = vscode.workspace.asRelativePath(vscode.Uri.parse(states.model));
    const name = states.active?.name;
    this.item.text = name === undefined ? "$(beaker) no state" : `$(beaker) ${name}`;
    this.item.tooltip =
      name === undefined ? `${model} has no state; click to create one` : `Values of ${model} are shown for the state ${name}; click to choose another`;
    this.item.accessibilityInformation = { label: name === undefined ? `No state of ${model}` : `Active state of ${model}: ${name}`, role: "button" };
    this.item.command = {
      title: "Select the Active State…",
      command: name === undefined && states.states.length === 0 ? "lsp.createState" : "lsp.selectState",
      arguments: [{ uri: states.model }],
    };
    this.item.show();
  }
}
