#!/usr/bin/env bash
# usage: newer.sh SUITE FOLDER
# Puts the Neovim of a newer Debian suite (trixie, forky) with all its libraries into FOLDER, which has an absolute
# path and is not moved afterwards; FOLDER/nvim starts it. Packages and settings of this machine stay as they are. It
# needs apt-get (updated), dpkg-deb and patchelf.
set -euo pipefail
suite=$1
folder=$2
root=$folder/root
[ -x "$folder/nvim" ] && exit 0

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' 'Created-By: Packages' | head -n 1)
[ -n "$mirror" ] || { echo "apt-get knows no mirror of Debian; has it been updated?" >&2; exit 1; }
rm -rf "$folder"
mkdir -p "$folder"/apt/{lists,archives}/partial "$root"
: >"$folder/apt/status" # nothing is installed there: every library comes along, the C library too
keys=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keys] $mirror $suite main" >"$folder/apt/sources.list"
cat >"$folder/apt/apt.conf" <<C
Dir::Etc::SourceList "$folder/apt/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State "$folder/apt";
Dir::State::Lists "$folder/apt/lists";
Dir::State::Status "$folder/apt/status";
Dir::Cache "$folder/apt";
Dir::Cache::Archives "$folder/apt/archives";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Debug::NoLocking "true";
C
export APT_CONFIG=$folder/apt/apt.conf
for try in 1 2 3; do
  apt-get update -qq && apt-get install -y -qq --download-only neovim >/dev/null && break
  [ "$try" -lt 3 ] || exit 1
  sleep 5
done
for package in "$folder"/apt/archives/*.deb; do
  dpkg-deb -x "$package" "$root"
done
rm -rf "$folder/apt"

# The program is bound to the loader and the libraries that came with it.
libraries=$(dirname "$(find "$root/usr/lib" -name 'libc.so.6' | head -n 1)")
loader=$(find "$libraries" "$root/usr/lib64" -maxdepth 1 -name 'ld-linux*.so*' 2>/dev/null | head -n 1)
program=$(readlink -f "$root/usr/bin/nvim")
patchelf --set-interpreter "$loader" --force-rpath --set-rpath "$libraries" "$program"
cat >"$folder/nvim" <<S
#!/bin/sh
export VIMRUNTIME='$root/usr/share/nvim/runtime' LUA_PATH='$root/usr/share/lua/5.1/?.lua;;' LUA_CPATH='$libraries/lua/5.1/?.so;;'
exec '$program' --cmd 'set runtimepath+=$root/usr/lib/nvim' "\$@"
S
chmod +x "$folder/nvim"
"$folder/nvim" --version | head -n 1
