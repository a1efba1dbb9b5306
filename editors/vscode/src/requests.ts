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
 * A drawing of a document: SVG in the colours of the theme, with `data-line` (from 0) on what stands at a line of the
 * document.
 */
export interface Drawing {
  svg: string;
  title: string;
}

/** What is to be drawn, and how much room there is for it in pixels. */
export interface DrawingParams {
  uri: string;
  width: number;
}

/** The requirement graph of a model, or the event graph of a scenario. */
export const graphRequest = new RequestType<DrawingParams, Drawing | null, void>("lsp/graph");

/** The run of a scenario over time. */
export const chartRequest = new RequestType<DrawingParams, Drawing | null, void>("lsp/chart");
