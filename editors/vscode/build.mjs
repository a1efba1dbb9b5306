// Bundles the extension and its panel into dist/; with --tests also the tests into out/.
import { context } from "esbuild";

const flags = new Set(process.argv.slice(2));
const shared = {
  bundle: true,
  logLevel: "info",
  minify: flags.has("--minify"),
  sourcemap: flags.has("--minify") ? false : "linked",
  target: "es2022",
};
const node = { ...shared, platform: "node", format: "cjs", external: ["vscode"], mainFields: ["module", "main"] };
const builds = [
  { ...node, entryPoints: ["src/extension.ts"], outdir: "dist" },
  { ...shared, platform: "browser", format: "iife", entryPoints: ["webview/panel.ts", "webview/panel.css"], outdir: "dist" },
];
if (flags.has("--tests")) {
  builds.push({
    ...node,
    external: ["vscode", "vscode-oniguruma"], // its WebAssembly file lies beside it
    entryPoints: { "unit.test": "test/unit/index.ts", suite: "test/suite/index.ts" },
    outdir: "out",
  });
}

for (const options of builds) {
  const build = await context(options);
  if (flags.has("--watch")) {
    await build.watch();
  } else {
    await build.rebuild();
    await build.dispose();
  }
}
