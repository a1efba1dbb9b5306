import { RequestType } from "vscode-languageclient";

/** The requests of this server beside the protocol's own. */

/** A state document, and what a person calls it. */
export interface StateRef {
  uri: string;
  name: string;
}

/** The states of a model; active is the one that values are shown for. */
export interface States {
  model: string;
  active?: StateRef;
  states: StateRef[];
}

export const statesRequest = new RequestType<{ uri: string }, States | null, void>("lsp/states");

/**
 * A drawing of a document: SVG that uses `currentColor` and the custom properties of webview/panel.css, and carries
 * `data-line` (from 0) on what stands at a line of the document.
 */
export interface Graph {
  svg: string;
  title: string;
}

export const graphRequest = new RequestType<{ uri: string }, Graph | null, void>("lsp/graph");
