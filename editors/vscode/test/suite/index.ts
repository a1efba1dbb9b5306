// Runs in VS Code's extension host, over the folder that test/run.sh makes. Its report goes to $LSP_SUITE_REPORT.
import { writeFileSync } from "node:fs";
import * as vscode from "vscode";

import { tests } from "./tests";

export async function run(): Promise<void> {
  const report: string[] = [];
  let failed = 0;
  for (const [name, test] of tests) {
    const began = Date.now();
    try {
      await test();
      report.push(`ok   ${name} (${Date.now() - began} ms)`);
    } catch (error) {
      failed++;
      report.push(`FAIL ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    write(report);
  }
  report.push(`${tests.length - failed} of ${tests.length} tests passed in VS Code ${vscode.version}`);
  write(report);
  if (failed > 0) {
    throw new Error(`${failed} tests failed`);
  }
}

function write(report: string[]): void {
  const file = process.env["LSP_SUITE_REPORT"];
  if (file) {
    writeFileSync(file, report.join("\n") + "\n");
  }
}
