import * as vscode from "vscode";

import { ActiveState } from "./activeState";
import { Session } from "./client";
import { Commands, offer } from "./commands";
import { Answers } from "./documents";
import { section, selector } from "./languages";
import { GraphPanel } from "./panel";
import { offerSnippets } from "./snippetItems";
import { checkTasks } from "./tasks";

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const answers = new Answers();
  const commands = new Commands(answers);
  const running = new Session((client, command, args) => commands.execute(client, command, args));
  session = running;
  const panel = new GraphPanel(context.extensionUri, running);
  const state = new ActiveState(running);
  const health = vscode.languages.createLanguageStatusItem(`${section}.server`, selector);
  health.name = "lsp";
  context.subscriptions.push(
    answers,
    panel,
    state,
    health,
    checkTasks(running),
    offerSnippets(),
    running.onDidChange(() => {
      void offer(running, declaredCommands(context));
      showHealth(health, running);
    }),
    vscode.commands.registerCommand(`${section}.restart`, () => running.restart()),
    vscode.commands.registerCommand(`${section}.showOutput`, () => {
      running.output.show(true);
    }),
    vscode.commands.registerCommand(`${section}.showGraph`, (uri?: vscode.Uri) => panel.show(uri ?? vscode.window.activeTextEditor?.document.uri)),
    vscode.commands.registerCommand(`${section}.showReceipt`, () => running.running && commands.showReceipt(running.running)),
  );
  await running.restart();
}

export async function deactivate(): Promise<void> {
  await session?.shutdown();
}

/** The commands of the server that package.json gives titles to. */
function declaredCommands(context: vscode.ExtensionContext): string[] {
  const manifest = context.extension.packageJSON as { contributes: { commands: { command: string }[] } };
  return manifest.contributes.commands.map((c) => c.command).filter((c) => c.startsWith("lsp."));
}

/** Says in the list of the language's services whether the server runs. */
function showHealth(item: vscode.LanguageStatusItem, s: Session): void {
  const problem = s.problem;
  item.text = problem === undefined ? `lsp ${s.server?.release ?? ""}` : "lsp does not run";
  item.detail = problem ?? s.server?.path ?? "";
  item.severity = problem === undefined ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Error;
  item.command = { title: "Restart", command: `${section}.restart` };
}
