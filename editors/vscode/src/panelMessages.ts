/** A part of what the panel shows: a drawing, or why there is none. */
export type Part = { svg: string } | { text: string };

/** What the extension tells the panel's page. What is stale is older than the text. */
export type ToPage = { type: "show"; title: string; parts: Part[]; stale: boolean } | { type: "stale" };

/** What the page tells the extension. Width is the room for drawings, in pixels: when the page is made, and when it changes. */
export type FromPage = { type: "ready"; width: number } | { type: "resized"; width: number } | { type: "reveal"; line: number };
