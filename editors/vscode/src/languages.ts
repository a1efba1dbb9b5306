import type { TextDocument } from "vscode";

/** The name under which settings, contexts and the client's messages are known. */
export const section = "scenariolsp";

/** Every language of this extension: one for each kind of document. */
export const languageIds = ["model-json", "scenario-json", "state-json", "run-json", "questions-json"] as const;

/** What the server is asked about: files and documents that have no file yet. */
export const selector: { scheme: string; language: string }[] = languageIds.flatMap((language) => [
  { scheme: "file", language },
  { scheme: "untitled", language },
]);

/** Reports whether the document is one that the server knows. */
export function isOurs(document: TextDocument | undefined): document is TextDocument {
  return document !== undefined && selector.some((s) => s.language === document.languageId && s.scheme === document.uri.scheme);
}
