#!/usr/bin/env bash
# Makes sure that the libraries which Headrace takes from the system are there: installs them where that is possible, and
# says exactly what to install where it is not.
set -euo pipefail

fail() {
  printf 'headrace: %s\n' "$@" >&2
  exit 1
}

command -v swift >/dev/null || fail "Swift 6.2 or later is needed: https://www.swift.org/install"

missing=()
command -v pkg-config >/dev/null || missing+=(pkg-config)
pkg-config --exists libsecp256k1 2>/dev/null || missing+=(libsecp256k1-dev)
pkg-config --exists sqlite3 2>/dev/null || missing+=(libsqlite3-dev)
pkg-config --exists libqrencode 2>/dev/null || missing+=(libqrencode-dev)
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(uname -s)" = Darwin ]; then
  fail "These are missing: ${missing[*]}. Install them with: brew install secp256k1 sqlite qrencode pkg-config"
fi
command -v apt-get >/dev/null ||
  fail "These Debian packages, or your system's own, are missing: ${missing[*]}"

install=(apt-get install -y --no-install-recommends "${missing[@]}")
if [ "$(id -u)" -eq 0 ]; then
  sudo=()
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
  sudo=(sudo)
else
  fail "These Debian packages are missing: ${missing[*]}. Install them with:" \
    "  sudo apt-get update && sudo ${install[*]}"
fi

echo "Installing ${missing[*]} …"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { "${sudo[@]}" apt-get update && "${sudo[@]}" "${install[@]}"; } >"$log" 2>&1; then
  cat "$log" >&2
  fail "These Debian packages could not be installed: ${missing[*]}. What apt-get said stands above."
fi
