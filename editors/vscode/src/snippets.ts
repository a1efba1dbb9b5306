import { findNodeAtLocation, getLocation, parseTree, type JSONPath } from "jsonc-parser";

import model from "../snippets/model.json";
import questions from "../snippets/questions.json";
import run from "../snippets/run.json";
import scenario from "../snippets/scenario.json";
import state from "../snippets/state.json";
import type { languageIds } from "./languages";

/** A piece of a document. `in` tells where it belongs: the path of what contains it, "" for a whole document. */
export interface Snippet {
  prefix: string;
  in: string[];
  description: string;
  body: string[];
}

export const snippets: Record<(typeof languageIds)[number], Record<string, Snippet>> = {
  "model-json": model,
  "scenario-json": scenario,
  "state-json": state,
  "run-json": run,
  "questions-json": questions,
};

/** What fits at a place of a document, and the span of the text that it replaces. */
export interface Fitting {
  start: number;
  end: number;
  names: string[];
  header?: string[] | undefined; // of the table that is written, where it has one
}

/**
 * Finds the snippets that fit at an offset: where a member or an element begins, and what contains it is of the right
 * kind. Inside other strings nothing fits, or every word of a description would bring up some.
 */
export function fitting(language: keyof typeof snippets, text: string, offset: number): Fitting | undefined {
  const word = /[\w-]*$/.exec(text.slice(Math.max(0, offset - 40), offset))?.[0] ?? "";
  let [start, end] = [offset - word.length, offset];
  let container = "";
  let header: string[] | undefined;
  if ((text.slice(0, start) + text.slice(end)).trim() !== "") {
    const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
    const at = previousNode;
    const within = at !== undefined && at.offset < offset && offset <= at.offset + at.length && /^["\w]/.test(text.slice(at.offset));
    if (within && isAtPropertyKey) {
      start = at.offset; // the key that is being written, with its quotes
      end = start + at.length;
    } else if (within && at.type === "string") {
      return undefined;
    }
    if (path.length === 0) {
      return undefined;
    }
    header = headerOf(text, path.slice(0, -1));
    container = path.slice(0, -1).join("/").replace(/^(model\/)?content(\/|$)/, "");
    if (container === "") {
      return undefined; // a whole document is offered in an empty one alone
    }
  }
  const fits = (pattern: string): boolean => new RegExp(`^${pattern.replaceAll("*", "[^/]+")}$`).test(container);
  const names = Object.entries(snippets[language]).flatMap(([name, snippet]) => (snippet.in.some(fits) ? [name] : []));
  return names.length > 0 ? { start, end, names, header } : undefined;
}

function headerOf(text: string, table: JSONPath): string[] | undefined {
  const root = parseTree(text);
  const first = root && findNodeAtLocation(root, table)?.children?.[0];
  return first?.type === "array" ? (first.children ?? []).map((cell) => String(cell.value)) : undefined;
}

/** The text of a snippet. A rule has a cell for each column of its table. */
export function bodyOf({ prefix, body }: Snippet, header?: string[]): string {
  if (prefix !== "rule" || !header) {
    return body.join("\n");
  }
  const cells = header.map((column) => (column.startsWith("=>") ? "value" : column.startsWith("#") ? "Why?" : "-"));
  return `[${cells.map((cell, i) => `"\${${i + 1}:${cell}}"`).join(", ")}]$0`;
}
