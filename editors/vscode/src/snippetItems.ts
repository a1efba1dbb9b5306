import * as vscode from "vscode";

import { bodyOf, fitting, snippets } from "./snippets";

/** Offers snippets of each kind of document. */
export function offerSnippets(): vscode.Disposable {
  return vscode.Disposable.from(
    ...(Object.keys(snippets) as (keyof typeof snippets)[]).map((language) =>
      vscode.languages.registerCompletionItemProvider({ language }, { provideCompletionItems: (document, at) => items(language, document, at) }),
    ),
  );
}

function items(language: keyof typeof snippets, document: vscode.TextDocument, at: vscode.Position): vscode.CompletionItem[] {
  const found = fitting(language, document.getText(), document.offsetAt(at));
  if (!found) {
    return [];
  }
  const range = new vscode.Range(document.positionAt(found.start), document.positionAt(found.end));
  const quote = document.getText(range).startsWith('"') ? '"' : "";
  return found.names.map((name) => {
    const snippet = snippets[language][name];
    const item = new vscode.CompletionItem({ label: snippet?.prefix ?? "", description: name }, vscode.CompletionItemKind.Snippet);
    const body = snippet ? bodyOf(snippet, found.header) : "";
    item.insertText = new vscode.SnippetString(body);
    item.documentation = new vscode.MarkdownString(snippet?.description).appendCodeblock(body.replace(/\$\{\d+:?([^}]*)\}|\$\d/g, "$1"), "json");
    item.range = range;
    item.filterText = `${quote}${snippet?.prefix ?? ""}`;
    item.sortText = `~${snippet?.prefix ?? ""}`; // behind what the server offers
    return item;
  });
}
