import { execFile } from "node:child_process";
import { access, constants, stat } from "node:fs/promises";
import { homedir } from "node:os";
import * as path from "node:path";

/** The module that a program must say it was built from: other programs are called `lsp`, too. */
export const serverModule = "github.com/scenariolsp/lsp";

/** The oldest release that this extension works with. Builds of a working tree are taken as they are. */
export const oldestRelease = "0.1.0";

/** How to get the server, for people. */
export const installCommand = `go install ${serverModule}/cmd/lsp@latest`;

/** A server that can be started. */
export interface Server {
  path: string;
  release: string;
}

/** Why there is none, in a sentence. */
export class NoServer extends Error {}

/** Where programs are looked for. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  home: string;
  platform: NodeJS.Platform;
  folder: string | undefined; // of the workspace
}

export function surroundings(folder: string | undefined): Surroundings {
  return { env: process.env, home: homedir(), platform: process.platform, folder };
}

/**
 * Finds the server: the one that the settings name, else the first on the path or in Go's folders that is ours.
 * It throws NoServer when there is none, or when the one that was named cannot be used.
 */
export async function findServer(configured: string, at: Surroundings): Promise<Server> {
  if (configured.trim() !== "") {
    const named = expand(configured.trim(), at);
    if (!(await isProgram(named))) {
      throw new NoServer(`The setting scenariolsp.server.path names ${named}, and there is no program there.`);
    }
    return usable(named, await probe(named));
  }
  let other: NoServer | undefined;
  for (const candidate of candidates(at)) {
    if (!(await isProgram(candidate))) {
      continue;
    }
    try {
      return usable(candidate, await probe(candidate));
    } catch (error) {
      if (!(error instanceof NoServer)) {
        throw error;
      }
      other ??= error;
    }
  }
  throw other ?? new NoServer("The program lsp was not found on the path or in Go's folder of programs (~/go/bin).");
}

/** Every place where the server may lie, the likeliest first. */
export function candidates(at: Surroundings): string[] {
  const paths = at.platform === "win32" ? path.win32 : path.posix;
  const list = (value: string | undefined): string[] => (value ?? "").split(paths.delimiter).filter((dir) => paths.isAbsolute(dir));
  const folders = [
    ...list(at.env["PATH"] ?? at.env["Path"]),
    ...list(at.env["GOBIN"]),
    ...list(at.env["GOPATH"]).map((dir) => paths.join(dir, "bin")),
    paths.join(at.home, "go", "bin"),
  ];
  const name = at.platform === "win32" ? "lsp.exe" : "lsp";
  return [...new Set(folders.map((folder) => paths.join(folder, name)))];
}

/** Replaces what a person may write in a setting: ~, ${workspaceFolder}, and a path relative to the folder. */
export function expand(configured: string, at: Surroundings): string {
  const paths = at.platform === "win32" ? path.win32 : path.posix;
  const whole = configured.replace(/^~(?=$|[\\/])/, () => at.home).replace("${workspaceFolder}", () => at.folder ?? "");
  return paths.isAbsolute(whole) ? paths.normalize(whole) : paths.join(at.folder ?? at.home, whole);
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile(); // a folder, too, can be entered
  } catch {
    return false;
  }
}

/** What a program says of itself. */
interface Version {
  module?: unknown;
  release?: unknown;
}

/** Asks a program what it is. A program that is not ours may say anything, or nothing in time. */
function probe(file: string): Promise<Version | undefined> {
  return new Promise((resolve) => {
    execFile(file, ["version", "--format", "json"], { timeout: 10_000, maxBuffer: 1 << 20 }, (error, stdout) => {
      if (error) {
        resolve(undefined);
        return;
      }
      try {
        const said: unknown = JSON.parse(stdout);
        resolve(typeof said === "object" && said !== null ? said : undefined);
      } catch {
        resolve(undefined);
      }
    });
  });
}

/** Checks what a program said of itself. */
export function usable(file: string, version: Version | undefined): Server {
  if (version?.module !== serverModule) {
    throw new NoServer(`${file} is another program than the lsp that this extension needs.`);
  }
  const release = typeof version.release === "string" ? version.release : "(devel)";
  if (isOlder(release, oldestRelease)) {
    throw new NoServer(`${file} is lsp ${release}; this extension needs ${oldestRelease} or newer.`);
  }
  return { path: file, release };
}

/** Compares releases. A build between releases (v0.0.0-2026…, (devel)) is never older. */
export function isOlder(release: string, than: string): boolean {
  const numbers = (text: string): number[] | undefined => {
    const between = /[.-]\d{14}-[0-9a-f]{12}/.test(text); // a pseudo-version of Go
    return between ? undefined : /^v?(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number);
  };
  const [a, b] = [numbers(release), numbers(than)];
  if (!a || !b) {
    return false;
  }
  for (let i = 0; i < 3; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return false;
}
