import { once } from "node:events";
import * as vscode from "vscode";
import { CloseAction, CodeLensRequest, DidChangeConfigurationNotification, InlayHintRequest } from "vscode-languageclient";
import { LanguageClient, State, type ErrorHandler, type LanguageClientOptions, type Middleware, type ServerOptions } from "vscode-languageclient/node";

import { isOurs, section, selector } from "./languages";
import { findServer, installCommand, NoServer, surroundings, type Server } from "./server";

/** How long a server may take for its first answer. A program that gives none would keep any other from being started. */
const startMs = 10_000;

/** Carries out a command that a lens, an action or a person asked for. */
export type Execute = (client: LanguageClient, command: string, args: unknown[]) => Promise<unknown>;

/** A client that leaves it to the session to tell the person why a server does not start. */
class Client extends LanguageClient {
  override error(...[message, data, show]: Parameters<LanguageClient["error"]>): void {
    super.error(message, data, this.initializeResult ? show : false);
  }
}

/** The server, as long as the window is open: it is started, restarted when its settings change, and stopped. */
export class Session implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel("lsp", { log: true });
  /** Fires when the server started or ended. */
  readonly onDidChange: vscode.Event<void>;
  /** Fires when answers that are shown may be true no more. */
  readonly onDidChangeAnswers: vscode.Event<void>;

  private readonly changed = new vscode.EventEmitter<void>();
  private readonly answers = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable[] = [];
  private client: LanguageClient | undefined;
  private found: Server | undefined;
  private trouble: string | undefined;
  private work: Promise<void> = Promise.resolve();
  private starting = new AbortController();

  constructor(private readonly execute: Execute) {
    this.onDidChange = this.changed.event;
    this.onDidChangeAnswers = this.answers.event;
    this.disposables.push(
      this.output,
      this.changed,
      this.answers,
      vscode.workspace.onDidChangeConfiguration((e) => {
        if (e.affectsConfiguration(`${section}.server.path`) || e.affectsConfiguration(`${section}.logLevel`)) {
          void this.restart();
        } else if (e.affectsConfiguration(section)) {
          void this.tellSettings();
        }
        if (e.affectsConfiguration(`${section}.lenses`) || e.affectsConfiguration(`${section}.hints`)) {
          this.redraw();
        }
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        void this.restart(); // the folder's own settings count now
      }),
    );
  }

  /** The running client, if there is one. */
  get running(): LanguageClient | undefined {
    return this.client?.isRunning() ? this.client : undefined;
  }

  /** The server that was found last. */
  get server(): Server | undefined {
    return this.found;
  }

  /** Why there is no server, in a sentence. */
  get problem(): string | undefined {
    return this.trouble;
  }

  /** The commands that the server offers. */
  get commands(): string[] {
    return this.running?.initializeResult?.capabilities.executeCommandProvider?.commands ?? [];
  }

  /** Starts the server, or starts it anew. One start follows the other, which is given up if it still waits. */
  restart(): Promise<void> {
    this.starting.abort();
    const { signal } = (this.starting = new AbortController());
    this.work = this.work.then(async () => {
      await this.stop();
      await this.start(signal);
    });
    return this.work;
  }

  dispose(): void {
    void this.shutdown();
  }

  /** Ends the server and all else. */
  async shutdown(): Promise<void> {
    this.starting.abort();
    await this.work.then(() => this.stop());
    vscode.Disposable.from(...this.disposables.splice(0)).dispose();
  }

  private async start(signal: AbortSignal): Promise<void> {
    const settings = vscode.workspace.getConfiguration(section);
    const folder = vscode.workspace.workspaceFolders?.find((f) => f.uri.scheme === "file")?.uri.fsPath;
    this.trouble = undefined;
    try {
      const server = await findServer(settings.get("server.path", ""), surroundings(folder));
      this.found = server;
      this.output.info(`Starting ${server.path} (${server.release}).`);
      const client: LanguageClient = new Client(section, "lsp", run(server, settings.get("logLevel", "error")), this.options(() => client));
      this.client = client;
      client.onDidChangeState(({ newState }) => {
        if (this.client === client && newState !== State.Starting) {
          this.trouble = newState === State.Stopped ? "The server ended by itself. “lsp: Restart the Server” starts it again." : undefined;
          this.changed.fire(); // it is started again by itself, unless it ends again and again
        }
      });
      await inTime(client.start(), signal).catch((error: unknown) => {
        throw new Error(`${server.path} was started as the server and gives no answer (${reason(error)}).`);
      });
    } catch (error) {
      await this.stop(); // with the program, if there is one
      if (signal.aborted) {
        return; // another start follows
      }
      this.trouble = reason(error);
      this.output.error(this.trouble);
      void complain(error instanceof NoServer, this.trouble);
    }
    this.changed.fire();
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.found = undefined;
    if (client) {
      await client.dispose().catch((error: unknown) => {
        this.output.warn(`The server did not end in order: ${String(error)}`);
      });
      this.changed.fire();
    }
  }

  private options(client: () => LanguageClient): LanguageClientOptions {
    let handler: ErrorHandler | undefined;
    const usual = (): ErrorHandler => (handler ??= client().createDefaultErrorHandler()); // it counts how often the server ended
    const middleware: Middleware = {
      executeCommand: (command, args) => this.execute(client(), command, args as unknown[]),
      provideCodeLenses: (document, token, next) => {
        this.answers.fire(); // the editor asks again whenever the text or an answer changed
        return shows("lenses") ? next(document, token) : [];
      },
      provideInlayHints: (document, range, token, next) => (shows("hints") ? next(document, range, token) : []),
    };
    return {
      documentSelector: selector,
      diagnosticCollectionName: "lsp",
      outputChannel: this.output,
      traceOutputChannel: this.output,
      initializationOptions: vscode.workspace.getConfiguration(section),
      diagnosticPullOptions: { onChange: true, onTabs: true },
      middleware,
      initializationFailedHandler: () => false, // it is told where the server is started
      errorHandler: {
        error: (...happened) => usual().error(...happened),
        closed: () => (client().initializeResult ? usual().closed() : { action: CloseAction.DoNotRestart, handled: true }), // what never ran is not tried again
      },
    };
  }

  /** Tells the server that settings changed; it asks for what it needs. */
  private async tellSettings(): Promise<void> {
    const settings = { [section]: vscode.workspace.getConfiguration(section) };
    await this.running?.sendNotification(DidChangeConfigurationNotification.type, { settings });
  }

  /** Has lenses and hints drawn again. */
  private redraw(): void {
    const client = this.running;
    const document = vscode.workspace.textDocuments.find(isOurs);
    if (client && document) {
      client.getFeature(CodeLensRequest.method).getProvider(document)?.onDidChangeCodeLensEmitter.fire();
      client.getFeature(InlayHintRequest.method).getProvider(document)?.onDidChangeInlayHints.fire();
    }
  }
}

function run(server: Server, logLevel: string): ServerOptions {
  return { command: server.path, args: ["serve", "--log-level", logLevel] };
}

/** Waits for work until it is given up, but no longer than a server may take to start. */
async function inTime(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(startMs)]);
  await Promise.race([work, once(end, "abort").then(() => Promise.reject(new Error(`waited for ${startMs / 1000} s`)))]);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function shows(what: "lenses" | "hints"): boolean {
  return vscode.workspace.getConfiguration(section).get(what, true);
}

/** Says why there is no server, and offers what helps. */
async function complain(canInstall: boolean, why: string): Promise<void> {
  const copy = "Copy the Install Command";
  const choose = "Choose the Program…";
  const log = "Show Output";
  const choice = await vscode.window.showErrorMessage(
    canInstall ? `${why} Install it with “${installCommand}”, or say where it is.` : `The server could not be started: ${why}`,
    ...(canInstall ? [copy, choose] : [choose, log]),
  );
  switch (choice) {
    case copy:
      await vscode.env.clipboard.writeText(installCommand);
      break;
    case choose: {
      const [file] = (await vscode.window.showOpenDialog({ title: "The program lsp", openLabel: "Use" })) ?? [];
      if (file) {
        await vscode.workspace.getConfiguration(section).update("server.path", file.fsPath, vscode.ConfigurationTarget.Global);
      }
      break;
    }
    case log:
      await vscode.commands.executeCommand(`${section}.showOutput`);
      break;
  }
}
