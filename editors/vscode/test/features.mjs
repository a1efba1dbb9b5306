// What must work where people sit, and what the relay answers when that one thing is broken on purpose.
//
// Each begins with the tour's model in sight, its state being late; "mistaken" ones with a word of it misspelt. Each
// leaves everything as it found it, but for the quick fix. What is handed to "shows" is what the server makes come
// about: that has to fail when the server is broken, and nothing before it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const features = [
  {
    what: "a mistake is underlined",
    mistaken: true,
    broken: { "textDocument/publishDiagnostics": null, "textDocument/diagnostic": { kind: "full", items: [] }, "workspace/diagnostic": { items: [] } },
    async act({ person, shot, shows }) {
      await shows(() => person.squiggle().waitFor());
      await person.problems("1").waitFor();
      await shot("mistake");
    },
  },
  {
    what: "its quick fix is chosen from the menu",
    mistaken: true,
    broken: { "textDocument/codeAction": null },
    async act({ person, shot, shows }) {
      await person.squiggle().waitFor();
      await shows(() => person.asksForFix("crushd", "crushed"));
      await shot("fix-menu");
      await person.page.keyboard.press("Enter");
      await person.text("crushed, lost").waitFor();
      await person.squiggle().waitFor({ state: "detached" });
      await person.page.keyboard.press("Escape");
      await shot("fix");
    },
  },
  {
    what: "answers stand over questions and decisions",
    broken: { "textDocument/codeLens": [] },
    async act({ person, shot, shows }) {
      await shows(() => person.lens("▶ run all · state: late").waitFor());
      await person.lens("= store_credit · rule 3").waitFor();
      await person.lens("= 71.91").waitFor(); // a number, by no rule
      await shot("lenses");
    },
  },
  {
    what: "a lens is clicked, and the answer is told",
    broken: { "workspace/executeCommand lsp.run": null },
    async act({ person, shot, shows }) {
      await person.lens("= store_credit · rule 3").click();
      await shows(() => person.message("outcome = store_credit · rule 3").waitFor());
      await shot("answer");
      await person.clearMessages();
    },
  },
  {
    what: "a name is pointed at, and its value is shown",
    broken: { "textDocument/hover": null },
    async act({ person, shot, shows }) {
      await shows(() => person.pointAt("payout", "71.91"));
      await shot("hover");
    },
  },
  {
    what: "an answer follows its state: typed, saved and taken back",
    broken: { "workspace/codeLens/refresh": null },
    async act({ person, shot, shows }) {
      await person.openFileBeside("returns.late.state.json");
      await person.settles(person.lens("= store_credit · rule 3"));
      await person.overwrite("41", "61");
      await shows(() => person.lens("= decline · rule 4").waitFor());
      await shot("state-unsaved");
      await person.save("returns.late.state.json");
      await person.lens("= decline · rule 4").waitFor();
      await person.undoTo('"days since delivery": 41');
      await person.lens("= store_credit · rule 3").waitFor();
      await person.save("returns.late.state.json");
      await person.closeEditor("returns.late.state.json");
      await person.page.keyboard.press("Control+1"); // where the model is
    },
  },
  {
    what: "an answer follows its state when another program writes it",
    broken: { "workspace/didChangeWatchedFiles": null },
    async act({ person, folder, shows }) {
      await person.settles(person.lens("= store_credit · rule 3"));
      const file = join(folder, "returns.late.state.json");
      const before = readFileSync(file, "utf8");
      writeFileSync(file, before.replace("41", "61"));
      await shows(() => person.lens("= decline · rule 4").waitFor());
      writeFileSync(file, before);
      await person.lens("= store_credit · rule 3").waitFor();
    },
  },
  {
    what: "another state is chosen in the status bar",
    broken: { "workspace/executeCommand lsp.selectState": null },
    async act({ person, shot, shows }) {
      await person.chooseState("late", "soon", () => shot("state-list"));
      await shows(() => person.lens("▶ run all · state: soon").waitFor());
      await person.lens("= refund · rule 1").waitFor();
      await person.activeState("soon").waitFor();
      await shot("state");
      await person.chooseState("soon", "late");
      await person.lens("▶ run all · state: late").waitFor();
    },
  },
  {
    what: "a name with spaces is completed in a cell",
    broken: { "textDocument/completion": null },
    async act({ person, shot, shows }) {
      await person.overwrite("30", "days s");
      await shows(() => person.entry(".suggest-widget", "days since delivery").waitFor());
      await shot("completion-list");
      await person.page.keyboard.press("Enter");
      await person.text('"<= days since delivery"').waitFor();
      await shot("completion");
      await person.undoTo('"<= 30"');
      await person.page.keyboard.press("Escape");
    },
  },
];
