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
printf '[editor]\nend-of-line-diagnostics = "hint"\n\n' | cat - "$here/config.toml" >"$dir/config/helix/config.toml"
cp "$here"/../../cmd/lsp/tour/* "$dir/work/"
sed 's/41/50/' "$dir/work/returns.late.state.json" >"$dir/work/returns.soon.state.json"
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
keys ':write' Enter
keys '/> 500' Enter
keys a; screen send-keys -l ' + days si'; sleep 0.5
keys C-x
await "a name with blanks is offered in a cell" 'days since delivery variable'
keys C-n; keys Enter; keys Escape
await "and completed" '> 500 + days since delivery"'
keys ':reload' Enter
keys '/else price' Enter
keys Space k
await "hover shows the value" '79.9'
keys Escape
version=$("$@" --version | grep -o '[0-9][0-9]\.[0-9][0-9]' | head -n 1)
if [ "$(printf '%s\n25.07\n' "$version" | sort | head -n 1)" = 25.07 ]; then # commands there take arguments
  keys Space - a
  await "the model runs" 'outcome = store_credit · rule 3'
  keys Space - s
  await "states are offered" 'soon'
  keys Down Enter
  keys Space k
  await "hover shows the value under the other state" 'state: soon'
  keys Escape
  keys Space - c
  keys Space b
  await "a new state is a buffer" '+     returns.state.json'
  keys Escape
  keys ':o bleeding.scenario.json' Enter
  keys Space - r
  await "the scenario runs" 'bleeding.scenario.json ends at 400 s'
  keys Space - p
  await "pins are told" 'every pin of bleeding.scenario.json holds'
fi
for file in a.model.json a.scenario.json a.state.json a.run.json a.questions.json a.engine.json a.engine.jsonl; do
  kind=${file#a.}
  keys ":o $file" Enter
  keys ':lang' Enter
  await "the language of $file" "${kind%%.*}-json"
  keys Escape
done
echo "# all is well"
