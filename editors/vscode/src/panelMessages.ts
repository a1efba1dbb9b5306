/** What the extension tells the panel's page. */
export type ToPage = { type: "graph"; svg: string; title: string } | { type: "message"; text: string } | { type: "stale" };

/** What the page tells the extension. */
export type FromPage = { type: "ready" } | { type: "reveal"; line: number };
