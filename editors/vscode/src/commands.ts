import * as vscode from "vscode";
import { CodeLensRequest, CodeLensResolveRequest, ExecuteCommandRequest } from "vscode-languageclient";
import type { LanguageClient } from "vscode-languageclient/node";

import type { Session } from "./client";
import type { Answers } from "./documents";
import { isOurs, section } from "./languages";
import { statesRequest, type StateRef, type States } from "./requests";

/** The one argument of every command of the server (each uses what it needs of it). */
interface Arguments {
  uri: string;
  question?: string;
  decision?: string;
  state?: string;
}

/**
 * Carries out the commands of the server. A lens or an action brings the argument of its command; from the palette or
 * a key there is none, and it is made from the active editor and what the person chooses.
 */
export class Commands {
  constructor(private readonly answers: Answers) {}

  /** Carries out one command and returns the server's result. Failures are told to the person, here alone. */
  async execute(client: LanguageClient, command: string, given: unknown[]): Promise<unknown> {
    try {
      const args = isArguments(given[0]) ? given[0] : await this.fromEditor(client, command);
      if (!args) {
        return undefined;
      }
      if (command === "lsp.showGraph") {
        await vscode.commands.executeCommand(`${section}.showGraph`, vscode.Uri.parse(args.uri));
        return undefined;
      }
      if (command === "lsp.selectState" && args.state === undefined) {
        return await this.chooseState(client, args);
      }
      if (command === "lsp.createState" && args.state === undefined) {
        const name = await this.nameOfNewState(client, args);
        if (name === undefined) {
          return undefined;
        }
        args.state = name;
      }
      return await this.send(client, command, args);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      void vscode.window.showErrorMessage(message);
      return undefined;
    }
  }

  /** Answers everything and shows the whole receipt. */
  async showReceipt(client: LanguageClient): Promise<void> {
    const uri = activeUri();
    const receipt = uri && (await this.execute(client, "lsp.runAll", [{ uri: uri.toString() }]));
    if (uri && receipt) {
      await this.answers.show(uri.path.replace(/^.*\//, "").replace(/(\.\w+)?\.json$/, ".receipt.json"), receipt);
    }
  }

  private async send(client: LanguageClient, command: string, args: Arguments): Promise<unknown> {
    const result: unknown = await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [args] });
    if (command === "lsp.createState" && isStateRef(result)) {
      await vscode.window.showTextDocument(vscode.Uri.parse(result.uri), { viewColumn: vscode.ViewColumn.Beside });
    }
    if (command === "lsp.export" && isExported(result)) {
      await this.answers.show("export.scenario.json", result.text);
    }
    return result;
  }

  /** Makes the argument of a command that a person called by its name. */
  private async fromEditor(client: LanguageClient, command: string): Promise<Arguments | undefined> {
    const uri = activeUri();
    if (!uri) {
      void vscode.window.showInformationMessage("Open a model, a scenario or one of their files first.");
      return undefined;
    }
    const args: Arguments = { uri: uri.toString() };
    const member = command === "lsp.runDecision" ? "decision" : command === "lsp.runQuestion" || command === "lsp.ask" ? "question" : undefined;
    return member ? await this.chooseRunnable(client, args, member) : args;
  }

  /** Offers what the document's lenses can run. */
  private async chooseRunnable(client: LanguageClient, args: Arguments, member: "question" | "decision"): Promise<Arguments | undefined> {
    const found = (async () => {
      const lenses = (await client.sendRequest(CodeLensRequest.type, { textDocument: { uri: args.uri } })) ?? [];
      const whole = await Promise.all(lenses.map(async (l) => (l.command ? l : await client.sendRequest(CodeLensResolveRequest.type, l))));
      return whole.flatMap((lens) => {
        const own: unknown = lens.command?.arguments?.[0];
        const name = isArguments(own) ? own[member] : undefined;
        return name === undefined ? [] : [{ label: name, description: lens.command?.title ?? "", name }];
      });
    })();
    const choice = await vscode.window.showQuickPick(found, { placeHolder: `Which ${member}?`, matchOnDescription: true });
    return choice && { ...args, [member]: choice.name };
  }

  /** Lets the person choose the active state, look at one, or make another. */
  private async chooseState(client: LanguageClient, args: Arguments): Promise<unknown> {
    const known = await client.sendRequest(statesRequest, { uri: args.uri });
    if (!known) {
      throw new Error("This document is neither a model nor a state of one.");
    }
    const chosen = await pickState(known);
    if (chosen === "create") {
      return await this.execute(client, "lsp.createState", [{ uri: known.model }]);
    }
    return chosen && (await this.send(client, "lsp.selectState", { uri: known.model, state: chosen.uri }));
  }

  /** Asks what a further state is called; the first needs no name. */
  private async nameOfNewState(client: LanguageClient, args: Arguments): Promise<string | undefined> {
    const known = await client.sendRequest(statesRequest, { uri: args.uri });
    if (!known || known.states.length === 0) {
      return "";
    }
    const taken = new Set(known.states.map((state) => state.name));
    return await vscode.window.showInputBox({
      title: "New State",
      prompt: "What is this case called? Its file is named after it.",
      placeHolder: "late",
      validateInput: (name) => {
        if (taken.has(name)) {
          return `There is a state ${name} already.`;
        }
        return /^[^\\/:*?"<>|\s.][^\\/:*?"<>|]*$/.test(name) ? undefined : "A name that can be part of a file's name is needed.";
      },
    });
  }
}

type StateItem = vscode.QuickPickItem & { state?: StateRef };

function pickState(known: States): Promise<StateRef | "create" | undefined> {
  const open: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("go-to-file"), tooltip: "Open" };
  const items: StateItem[] = known.states.map((state) => ({
    label: state.name,
    description: vscode.workspace.asRelativePath(vscode.Uri.parse(state.uri)) + (state.uri === known.active?.uri ? " · active" : ""),
    buttons: [open],
    state,
  }));
  const create: StateItem = { label: "$(add) Create a State…", alwaysShow: true };
  const pick = vscode.window.createQuickPick<StateItem>();
  pick.title = "Which state shall values be shown for?";
  pick.matchOnDescription = true;
  pick.items = [...items, { label: "", kind: vscode.QuickPickItemKind.Separator }, create];
  pick.activeItems = items.filter((item) => item.state?.uri === known.active?.uri);
  return new Promise((resolve) => {
    pick.onDidTriggerItemButton(({ item }) => {
      if (item.state) {
        void vscode.window.showTextDocument(vscode.Uri.parse(item.state.uri), { preview: false });
      }
      pick.hide();
    });
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      resolve(item?.state ?? (item ? "create" : undefined));
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function activeUri(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return isOurs(document) ? document.uri : undefined;
}

function isArguments(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && "uri" in value && typeof value.uri === "string";
}

/** The snapshot comes as a text: its numbers keep their digits so. */
function isExported(value: unknown): value is { text: string } {
  return typeof value === "object" && value !== null && "text" in value && typeof value.text === "string";
}

function isStateRef(value: unknown): value is StateRef {
  return isArguments(value) && "name" in value;
}

/** Has the palette offer what this server can do, and nothing else. */
export async function offer(session: Session, declared: readonly string[]): Promise<void> {
  const offered = new Set(session.commands);
  for (const command of declared) {
    await vscode.commands.executeCommand("setContext", `${section}.can.${command.replace(/^lsp\./, "")}`, offered.has(command));
  }
}
