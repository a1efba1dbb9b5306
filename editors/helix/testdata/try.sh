#!/usr/bin/env bash
# Drives a real Helix on the screen of a private tmux: testdata/try.sh SERVER HX...
# Helix has no mode without a screen; each step types keys and waits for what a person would see.
set -euo pipefail
server=$(realpath "$1")
shift
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
screen() { tmux -S "$dir/tmux" -f /dev/null "$@"; }
trap 'screen kill-server 2>/dev/null || true; rm -rf "$dir"' EXIT

mkdir -p "$dir/bin" "$dir/config/helix/runtime/queries" "$dir/work"
ln -s "$server" "$dir/bin/lsp"
cp "$here/languages.toml" "$dir/config/helix/"
for kind in model scenario state run questions engine; do
  mkdir "$dir/config/helix/runtime/queries/$kind-json"
  echo '; inherits: json' >"$dir/config/helix/runtime/queries/$kind-json/highlights.scm"
done
printf '[editor]\nend-of-line-diagnostics = "hint"\n' >"$dir/config/helix/config.toml"
cp "$here"/../../cmd/lsp/tour/returns.* "$dir/work/"
sed -i 's/"crushed, lost"/"crushd, lost"/' "$dir/work/returns.model.json"

await() { # NAME TEXT
  for _ in $(seq 100); do
    if screen capture-pane -p | grep -qF -- "$2"; then echo "ok $1"; return; fi
    sleep 0.1
  done
  echo "FAIL $1: no \"$2\" on the screen:"
  screen capture-pane -p
  exit 1
}
keys() { screen send-keys "$@"; sleep 0.3; }

screen new-session -d -x 130 -y 40 "cd '$dir/work' && PATH='$dir/bin':\$PATH XDG_CONFIG_HOME='$dir/config' XDG_CACHE_HOME='$dir/cache' $* returns.model.json"
await "a mistake is shown" '"crushd" is not'
keys '/crushd' Enter
keys Space a
await "its quick fix is offered" 'crushed'
keys Enter
await "its quick fix is applied" '"crushed, lost"'
keys '/> 500' Enter
keys a; screen send-keys -l ' + days si'; sleep 0.5
keys C-x
await "a name with blanks is offered in a cell" 'days since delivery'
keys C-n; keys Enter; keys Escape
await "and completed" '> 500 + days since delivery"'
keys u
keys '/else price' Enter
keys Space k
await "hover shows the value" '79.9'
echo "# all is well"
