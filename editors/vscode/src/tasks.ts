import * as vscode from "vscode";

import type { Session } from "./client";

const type = "lsp-check";

/**
 * Offers `lsp check` of each workspace folder as a task. Its findings are not collected: the server lists the problems
 * of the whole workspace already. The matcher $lsp-check is there for tasks of other programs that run lsp.
 */
export function checkTasks(session: Session): vscode.Disposable {
  const task = (definition: vscode.TaskDefinition, scope: vscode.WorkspaceFolder | vscode.TaskScope): vscode.Task | undefined => {
    const server = session.server;
    if (!server) {
      return undefined;
    }
    const paths: unknown = definition["paths"];
    const args = Array.isArray(paths) && paths.length > 0 ? paths.map(String) : ["."];
    const run = new vscode.ProcessExecution(server.path, ["check", ...args], { env: { NO_COLOR: "1" } });
    const made = new vscode.Task(definition, scope, args.length === 1 && args[0] === "." ? "check" : `check ${args.join(" ")}`, "lsp", run);
    made.group = vscode.TaskGroup.Test;
    return made;
  };
  return vscode.tasks.registerTaskProvider(type, {
    provideTasks: () =>
      (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === "file").flatMap((folder) => task({ type }, folder) ?? []),
    resolveTask: (asked) => task(asked.definition, asked.scope ?? vscode.TaskScope.Workspace),
  });
}
