import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { ErrorCodes, ResponseError } from "vscode-languageclient";
import type { LanguageClient } from "vscode-languageclient/node";

import type { Session } from "./client";
import { isOurs, section } from "./languages";
import type { FromPage, Part, ToPage } from "./panelMessages";
import { chartRequest, graphRequest, type DrawingParams } from "./requests";

/** How long the text must rest before the drawing follows it. */
const restMs = 200;

const nothing = "There is nothing to draw in this document yet.";

/** The side panel: the graph of the model that is being edited, or the run of the scenario over time and its graph. */
export class GraphPanel implements vscode.Disposable {
  private readonly disposables: vscode.Disposable[];
  private panel: vscode.WebviewPanel | undefined;
  private shown: vscode.Uri | undefined; // the document that the panel follows
  private shownVersion = -1;
  private width: number | undefined; // the room of the page; undefined before it tells
  private last: (ToPage & { type: "show" }) | undefined;
  private asked: vscode.CancellationTokenSource | undefined;
  private rest: NodeJS.Timeout | undefined;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly session: Session,
  ) {
    this.disposables = [
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (this.panel && hasGraph(editor?.document)) {
          this.follow(editor.document.uri);
        }
      }),
      vscode.workspace.onDidChangeTextDocument((change) => {
        if (isOurs(change.document)) {
          this.later(); // the document itself, or its state or run
        }
      }),
      session.onDidChangeAnswers(() => {
        this.later();
      }),
      session.onDidChange(() => {
        this.later();
      }),
    ];
  }

  /** Opens the panel beside the editor, for one document or the one that is edited. */
  async show(uri: vscode.Uri | undefined): Promise<void> {
    const document = uri && (await vscode.workspace.openTextDocument(uri));
    if (!hasGraph(document)) {
      void vscode.window.showInformationMessage("Open a model or a scenario first; its graph is shown beside it.");
      return;
    }
    this.panel ??= this.open();
    this.panel.reveal(undefined, true);
    this.follow(document.uri);
  }

  dispose(): void {
    clearTimeout(this.rest);
    this.asked?.cancel();
    this.panel?.dispose();
    vscode.Disposable.from(...this.disposables.splice(0)).dispose();
  }

  private open(): vscode.WebviewPanel {
    const dist = vscode.Uri.joinPath(this.extension, "dist");
    const panel = vscode.window.createWebviewPanel(
      `${section}.graph`,
      "Graph",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [dist] },
    );
    panel.webview.html = page(panel.webview, dist);
    panel.webview.onDidReceiveMessage((message: FromPage) => {
      if (message.type === "reveal") {
        void this.reveal(message.line);
        return;
      }
      if (message.type === "ready" && this.last) {
        void panel.webview.postMessage(this.last); // the page was made anew, as when its tab was hidden
      }
      if (message.width !== this.width) {
        this.width = message.width;
        this.later();
      }
    });
    panel.onDidDispose(() => {
      this.asked?.cancel();
      this.panel = this.shown = this.last = this.width = undefined;
    });
    return panel;
  }

  private follow(uri: vscode.Uri): void {
    if (uri.toString() !== this.shown?.toString()) {
      this.shown = uri;
      this.last = undefined;
    }
    void this.draw();
  }

  /** Draws when the text rests. What is shown meanwhile is marked as older than the text. */
  private later(): void {
    if (!this.panel || !this.shown) {
      return;
    }
    if (this.version(this.shown) !== this.shownVersion) {
      void this.panel.webview.postMessage({ type: "stale" } satisfies ToPage);
    }
    clearTimeout(this.rest);
    this.rest = setTimeout(() => void this.draw(), this.last ? restMs : 0); // at once when nothing is shown yet
  }

  private async draw(): Promise<void> {
    const uri = this.shown;
    const { width } = this;
    const client = this.session.running;
    this.asked?.cancel();
    if (!this.panel || !uri || width === undefined) {
      return; // the page draws when it has told its width
    }
    if (!client) {
      this.tell(uri.path.replace(/^.*\//, ""), [{ text: this.session.problem ?? "The server is starting." }]);
      return;
    }
    const asked = new vscode.CancellationTokenSource();
    this.asked = asked;
    const version = this.version(uri);
    const scenario = vscode.workspace.textDocuments.some((d) => d.uri.toString() === uri.toString() && d.languageId === "scenario-json");
    const requests = scenario ? [chartRequest, graphRequest] : [graphRequest]; // what happens, before what makes it happen
    const drawn = await Promise.all(requests.map((request) => ask(client, request, { uri: uri.toString(), width }, asked.token)));
    if (asked.token.isCancellationRequested) {
      return;
    }
    this.shownVersion = version;
    const parts = drawn.filter((part, i) => !("text" in part) || drawn.findIndex((p) => "text" in p && p.text === part.text) === i); // said once
    const name = uri.path.replace(/^.*\//, "");
    this.tell(name, parts);
  }

  /** Shows parts. Where they are but reasons why there is no drawing now, the last drawings stay below, as stale ones. */
  private tell(title: string, parts: Part[]): void {
    const drawn = parts.some((part) => "svg" in part || part.text === nothing);
    const kept = drawn ? [] : (this.last?.parts.filter((part) => "svg" in part) ?? []); // in the middle of an edit
    this.last = { type: "show", title, parts: [...parts, ...kept], stale: kept.length > 0 };
    if (this.panel) {
      this.panel.title = `Graph · ${title}`;
      void this.panel.webview.postMessage(this.last);
    }
  }

  /** Shows the line of the document that a part of the drawing stands for. */
  private async reveal(line: number): Promise<void> {
    if (!this.shown || !Number.isInteger(line) || line < 0) {
      return;
    }
    const open = vscode.window.visibleTextEditors.find((e) => e.document.uri.toString() === this.shown?.toString());
    const at = new vscode.Range(line, 0, line, 0);
    await vscode.window.showTextDocument(this.shown, { selection: at, viewColumn: open?.viewColumn ?? vscode.ViewColumn.One });
  }

  private version(uri: vscode.Uri): number {
    return vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri.toString())?.version ?? -1;
  }
}

function hasGraph(document: vscode.TextDocument | undefined): document is vscode.TextDocument {
  return isOurs(document) && ["model-json", "scenario-json"].includes(document.languageId);
}

/** Asks for one drawing. What keeps it from being drawn is said in its place. */
async function ask(client: LanguageClient, request: typeof graphRequest, params: DrawingParams, token: vscode.CancellationToken): Promise<Part> {
  try {
    const drawing = await client.sendRequest(request, params, token);
    return drawing ? { svg: drawing.svg } : { text: nothing };
  } catch (error) {
    if (error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound) {
      return { text: "This server draws no such picture; a newer one does." };
    }
    return { text: error instanceof Error ? error.message : String(error) };
  }
}

/** The page. Its policy lets it load its own script and style, and nothing from anywhere else. */
function page(webview: vscode.Webview, dist: vscode.Uri): string {
  const nonce = randomBytes(16).toString("hex");
  const script = webview.asWebviewUri(vscode.Uri.joinPath(dist, "panel.js")).toString();
  const style = webview.asWebviewUri(vscode.Uri.joinPath(dist, "panel.css")).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource} 'unsafe-inline'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${style}">
  <title>Graph</title>
</head>
<body>
  <header>
    <h1 id="title"></h1>
    <div role="group" aria-label="Size" id="tools" hidden>
      <button type="button" id="smaller" title="Smaller (-)" aria-label="Smaller">−</button>
      <button type="button" id="fit" title="Fit the panel (0)">Fit</button>
      <button type="button" id="larger" title="Larger (+)" aria-label="Larger">+</button>
    </div>
  </header>
  <main id="parts" tabindex="0" aria-label="Drawings"></main>
  <script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
