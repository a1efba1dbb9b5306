#!/usr/bin/env bash
# usage: install.sh FOLDER
# Puts VS Code, as code-server serves it to a browser, into FOLDER. It comes from the npm registry alone. Its native
# modules are compiled here, since its own script of installation would fetch them from elsewhere; that needs a C++
# compiler, make, Python and the headers of the Node that runs this.
set -euo pipefail

folder=$1
version=4.100.3 # VS Code 1.100.3, the newest that runs on Node 20

done_mark=$folder/installed-$version-$(node -p process.versions.modules)
[ -e "$done_mark" ] && exit 0

node_home=$(node -p 'require("path").resolve(process.execPath, "../..")')
[ -d "$node_home/include/node" ] && export npm_config_nodedir=$node_home
gyp=$(dirname "$(readlink -f "$(command -v npm)")")/../node_modules/node-gyp/bin/node-gyp.js
quiet=(--ignore-scripts --no-audit --no-fund --loglevel=error)

rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
echo '{ "private": true }' >package.json
npm install "${quiet[@]}" --save-exact "code-server@$version" >/dev/null
vscode=$folder/node_modules/code-server/lib/vscode
(cd "$vscode" && npm install "${quiet[@]}" --omit=dev >/dev/null)
npm rebuild argon2 >/dev/null
for module in @vscode/spdlog native-watchdog @vscode/native-watchdog node-pty; do
  [ -f "$vscode/node_modules/$module/binding.gyp" ] || continue
  (cd "$vscode/node_modules/$module" && node "$gyp" rebuild) >"$folder/compile.log" 2>&1 || {
    echo "$module does not compile:" >&2
    tail -n 30 "$folder/compile.log" >&2
    exit 1
  }
done
# What else that script would have done.
ln -sfn node_modules "$vscode/node_modules.asar"
ln -sfn code-linux.sh "$vscode/bin/remote-cli/code-server"
ln -sfn browser-linux.sh "$vscode/bin/helpers/browser.sh"
ripgrep=$vscode/node_modules/@vscode/ripgrep/bin/rg
if [ ! -e "$ripgrep" ] && rg=$(command -v rg); then # searches for files; without it they only take longer
  mkdir -p "$(dirname "$ripgrep")"
  ln -s "$rg" "$ripgrep"
fi
touch "$done_mark"
