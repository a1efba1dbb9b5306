import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { INITIAL, parseRawGrammar, Registry, type IGrammar } from "vscode-textmate";

const root = join(__dirname, "..");

interface Manifest {
  contributes: { grammars: { scopeName: string; path: string }[] };
}

async function grammar(scopeName: string): Promise<IGrammar> {
  const { contributes } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const wasm = join(dirname(require.resolve("vscode-oniguruma")), "onig.wasm");
  await loadWASM(readFileSync(wasm)).catch(() => undefined); // a second time is an error, and harmless
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: (name) => {
      const found = contributes.grammars.find((g) => g.scopeName === name);
      return Promise.resolve(found ? parseRawGrammar(readFileSync(join(root, found.path), "utf8"), found.path) : null);
    },
  });
  const loaded = await registry.loadGrammar(scopeName);
  assert.ok(loaded, `${scopeName} is not declared`);
  return loaded;
}

/** The scopes of a piece of text: of its first occurrence behind the mark ‸, or in the whole text. */
function scopes(g: IGrammar, marked: string, piece: string): string {
  const text = marked.replace("‸", "");
  const at = text.indexOf(piece, Math.max(0, marked.indexOf("‸")));
  assert.notEqual(at, -1, `${piece} is not in the text`);
  let [stack, start] = [INITIAL, 0];
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = g.tokenizeLine(line, stack);
    const token = tokens.find((t) => at >= start + t.startIndex && at < start + t.endIndex);
    if (token) {
      return token.scopes.join(" ");
    }
    stack = ruleStack;
    start += line.length + 1;
  }
  return "";
}

const table = `{"content": {"decisions": {"outcome": {"table": [
  ["parcel state", "days", "=> what: refund|decline", "# why"],
  ["crushed, not(lost)", "<= 30", "=if a then b else c", "What arrives broken, if at all."],
  ["-", "@\\"P1D\\"", "\\"none at all\\"",
    "For all else"
  ],
  {"when": {"days": "[1..5]"}, "then": {"what": "refund"}, "why": "If so"}
], "desc": "if not"}}}}`;

const rows: [name: string, language: string, text: string, piece: string, scope: string][] = [
  ["an expression", "model", `{"content": {"decisions": {"a": {"expr": "if b > 1 then \\"x\\" else c"}}}}`, "if", "keyword.control"],
  ["a name", "model", `{"content": {"decisions": {"a": {"expr": "if rate > 1 then 2 else 3"}}}}`, "rate", "variable.other"],
  ["a text inside", "model", `{"content": {"decisions": {"a": {"expr": "f(\\"if so\\") + b"}}}}`, "if so", "string.quoted.double.lsp"],
  ["behind a text inside", "model", `{"content": {"decisions": {"a": {"expr": "f(\\"if so\\") + rate"}}}}`, "rate", "variable.other"],
  ["a function of several words", "model", `{"content": {"decisions": {"a": "string length(b)"}}}`, "string length", "entity.name.function"],
  ["a decision that is a string", "model", `{"decisions": {"a": "b and c"}}`, "and", "keyword.operator.word"],
  ["a let", "model", `{"content": {"decisions": {"a": {"let": {"x": "1 + 2"}, "expr": "x"}}}}`, "1", "constant.numeric.lsp"],
  ["the body of a function", "model", `{"content": {"functions": {"f": {"params": {"if": "number"}, "body": "for i in l return i"}}}}`, "for", "keyword.control"],
  ["a request", "model", `{"model": {"content": {"decisions": {"a": "if b then c else d"}}}, "state": {}}`, "if", "keyword.control"],
  ["a decision named as a section", "model", `{"content": {"decisions": {"expr": {"desc": "if not", "expr": "1"}}}}`, "if not", "string.quoted.double.json"],
  ["a description", "model", `{"content": {"inputs": {"a": {"type": "number", "desc": "if it is"}}}}`, "if it", "string.quoted.double.json"],
  ["a question", "model", `{"questions": {"a": {"instructions": "if it is"}}}`, "if it", "string.quoted.double.json"],
  ["a type", "model", `{"content": {"types": {"size": "small<large"}}}`, "large", "support.type"],
  ["between levels", "model", `{"content": {"types": {"size": "small<large"}}}`, "<", "keyword.operator.type"],
  ["a column", "model", table, "parcel", "variable.other"],
  ["an output column", "model", table, "=>", "keyword.operator.output"],
  ["the annotation's column", "model", table, "# why", "comment"],
  ["a word in a cell", "model", table, "crushed", "constant.other.word"],
  ["not() in a cell", "model", table, "not(", "entity.name.function"],
  ["a number in a cell", "model", table, "30", "constant.numeric.lsp"],
  ["an expression in a cell", "model", table, "if a", "keyword.control"],
  ["a cell for anything", "model", table.replace('["-"', '["‸-"'), "-", "constant.language.any"],
  ["a literal in a cell", "model", table, "P1D", "constant.other.temporal"],
  ["a text in a cell", "model", table, "none at", "string.quoted.double.lsp"],
  ["an annotation", "model", table, "What arrives", "comment"],
  ["an annotation on its own line", "model", table, "For all else", "comment"],
  ["a cell of an object row", "model", table, "1..5", "constant.numeric.lsp"],
  ["a why of an object row", "model", table, "If so", "comment"],
  ["behind a table", "model", table, "if not", "string.quoted.double.json"],
  ["a kind", "scenario", `{"events": {"effects": [{"kind": "set-flag"}]}}`, "set-flag", "keyword.other.word"],
  ["a unit", "scenario", `{"variables": [{"unit": "mm[Hg]"}]}`, "mm[Hg]", "constant.other.unit"],
  ["a label", "scenario", `{"actions": [{"label": "if not"}]}`, "if not", "string.quoted.double.json"],
  ["a condition", "questions", `{"questions": [{"condition": {"name": "if x", "text": "x and y"}}]}`, "and", "keyword.operator.word"],
  ["a condition's name", "questions", `{"questions": [{"condition": {"name": "if x", "text": "x and y"}}]}`, "if x", "string.quoted.double.json"],
  ["the first cell of a rule that is being written", "model", `{"content": {"decisions": {"a": {"table": [\n["x", "=>", "# why"],\n["=b and c"]\n]}}}}`, "and", "keyword.operator.word"],
  ["a value", "state", `{"a": 4.5}`, "4.5", "constant.numeric.json"],
  ["an unfinished expression ends with its line", "model", `{"content": {"decisions": {"a": {"expr": "1 + ", "desc": "if not"}}}}`, "if not", "string.quoted.double.json"],
];

for (const [name, language, text, piece, scope] of rows) {
  void test(`grammar: ${name}`, async () => {
    const got = scopes(await grammar(`source.json.lsp.${language}`), text, piece);
    assert.ok(got.includes(scope), `${piece}: ${got}; ${scope} is needed`);
  });
}
