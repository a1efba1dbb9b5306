#!/usr/bin/env bash
# Tests the extension in the real editor: builds the server and the .vsix, starts VS Code in a browser, runs a suite
# inside of it (test/suite), looks at what a person sees (test/see.mjs), and whether it would be missed (test/notice.mjs).
#
#   LSP_EDITOR_CACHE    where VS Code is installed, and found again the next time; default ~/.cache/lsp-editors
#   LSP_ARTEFACTS       where screenshots are kept; default editors/vscode/out/artefacts
#   LSP_SERVER          an lsp to test with; default: one is built from this clone
#   LSP_REQUIRE_TOOLS   fail, instead of skipping, where something needed is absent
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
unset GIT_DIR GIT_WORK_TREE

skip() {
  if [ -n "${LSP_REQUIRE_TOOLS:-}" ]; then
    echo "FAIL: $1" >&2
    exit 1
  fi
  echo "SKIP: $1"
  exit 0
}
say() { printf '%4ds  %s\n' "$SECONDS" "$*"; }

for tool in node npm g++ make python3 curl unzip; do
  command -v "$tool" >/dev/null || skip "VS Code is tested with $tool, which is not on the path"
done
major=$(node -p 'process.versions.node.split(".")[0]')
[ "$major" -ge 20 ] || skip "VS Code is tested with Node 20 or newer; this is Node $major"
if ! command -v chromium >/dev/null; then
  { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; } || skip "VS Code is tested in chromium, which is not on the path"
  say "installing chromium"
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1 ||
    skip "chromium could not be installed"
fi
cache=${LSP_EDITOR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lsp-editors}
artefacts=${LSP_ARTEFACTS:-$here/out/artefacts}
mkdir -p "$cache" "$artefacts"

say "installing VS Code (code-server) in $cache"
bash test/install.sh "$cache/code-server" || skip "VS Code could not be installed"

work=$(mktemp -d)
editor=
finish() {
  if [ -n "$editor" ]; then
    kill "$editor" 2>/dev/null || true
    wait "$editor" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap finish EXIT

say "building"
if [ -z "${LSP_SERVER:-}" ]; then
  LSP_SERVER=$work/lsp
  (cd ../.. && go build -o "$LSP_SERVER" ./cmd/lsp)
fi
export LSP_SERVER
(cd ../.. && go build -o "$work/relay" ./editors/relay)
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --loglevel=error >/dev/null
npm run --silent lint
npm test --silent >"$work/unit.log" 2>&1 || { grep -A20 '^not ok' "$work/unit.log"; exit 1; }
say "$(grep -c '^ok' "$work/unit.log") tests without an editor"
npm run --silent package -- -o "$work/scenariolsp.vsix" >"$work/package.log" 2>&1 || { cat "$work/package.log"; exit 1; }
unzip -q "$work/scenariolsp.vsix" -d "$work/vsix"
(cd "$work/vsix" && find . -type f | LC_ALL=C sort) | diff test/vsix.txt - || { echo "FAIL: the .vsix holds other files"; exit 1; }

# The documents: the tour's, with a second state, and another scenario with its run. In the mistaken ones, a word is
# misspelt.
mkdir -p "$work/documents"
cp -r ../../cmd/lsp/tour "$work/documents/mended"
cp test/documents/*.json "$work/documents/mended/"
sed 's/41/4/; s/"dented"/"lost"/' ../../cmd/lsp/tour/returns.late.state.json >"$work/documents/mended/returns.soon.state.json"
cp -r "$work/documents/mended" "$work/documents/mistaken"
sed -i 's/"crushed, lost"/"crushd, lost"/' "$work/documents/mistaken/returns.model.json"

# VS Code must not read or write the settings of the person who runs this.
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data HOME=$work/home
mkdir -p "$work/user/User" "$work/user/Machine" "$HOME"
cat >"$work/user/User/settings.json" <<'J'
{
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "workbench.tips.enabled": false,
  "workbench.reduceMotion": "on",
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "chat.commandCenter.enabled": false,
  "git.enabled": false,
  "files.autoSave": "off",
  "editor.minimap.enabled": false
}
J
code_server() {
  node "$cache/code-server/node_modules/code-server/out/node/entry.js" \
    --user-data-dir "$work/user" --extensions-dir "$work/extensions" "$@"
}
say "installing the extension"
code_server --install-extension "$work/scenariolsp.vsix" >"$work/install.log" 2>&1 || { cat "$work/install.log"; exit 1; }

port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
export LSP_SUITE_REPORT=$work/suite.txt
node "$cache/code-server/node_modules/code-server/out/node/entry.js" \
  --user-data-dir "$work/user" --extensions-dir "$work/extensions" --auth none --bind-addr "127.0.0.1:$port" \
  --disable-telemetry --disable-update-check --disable-workspace-trust --disable-getting-started-override \
  >"$work/editor.log" 2>&1 &
editor=$!
for _ in $(seq 150); do
  curl -fs "http://127.0.0.1:$port/healthz" >/dev/null && break
  sleep 0.2
done

status=0
export LSP_ARTEFACTS=$artefacts
url=http://127.0.0.1:$port
settings=$work/user/Machine/settings.json

# twice WHAT: does it in a folder of its own, with the server. A browser on a busy machine may be late with something
# once; what fails twice has failed.
twice() {
  for try in 1 2; do
    # A program is a setting of the machine that runs it, which a browser's user is not.
    echo "{ \"scenariolsp.server.path\": \"$LSP_SERVER\" }" >"$settings"
    cp -r "$work/documents/mistaken" "$work/$1-$try"
    "$1" "$work/$1-$try" && return
    say "$1 failed (try $try)"
  done
  status=1
}

suite() {
  rm -f "$LSP_SUITE_REPORT"
  node test/host.mjs "$url" "$1" "$work/vsix/extension" "$here/out/suite.js" >"$work/host.log" || {
    cat "$work/host.log" "$LSP_SUITE_REPORT"
    return 1
  }
  cat "$LSP_SUITE_REPORT"
}
see() { node test/see.mjs "$url" "$1" "$settings" "$work/relay"; }
notice() { node test/notice.mjs "$url" "$work/documents" "$1" "$settings" "$work/relay"; }

say "inside the editor"
twice suite
say "what a person sees"
twice see
say "what is missed when it is broken"
twice notice
if [ "$status" != 0 ]; then
  cp -r "$work/editor.log" "$work/user/logs" "$artefacts/" || true
  echo "FAIL: the extension in VS Code; screenshots and logs are in $artefacts"
  exit 1
fi
say "all is well; screenshots are in $artefacts"
