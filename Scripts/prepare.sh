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
pkg-config --exists libcrypto 2>/dev/null || missing+=(libssl-dev)
pkg-config --exists sqlite3 2>/dev/null || missing+=(libsqlite3-dev)
pkg-config --exists libqrencode 2>/dev/null || missing+=(libqrencode-dev)
pkg-config --exists libpq 2>/dev/null || missing+=(libpq-dev)
pkg-config --exists icu-i18n 2>/dev/null || missing+=(libicu-dev)

# The first release of libsecp256k1 that says which of its interfaces are kept; what came before were states of a
# repository. CSecp256k1.h names something of it too, for those who build without this script.
secp256k1_min=0.2.0

# libcrypto encrypts the vault and stretches the passcode. 3.0 is the oldest release that is maintained and has what CSecretCrypto
# calls. A release after 3 is taken by hand, after the vectors have run with it: it may change what opens a vault.
check_versions() {
  local libcrypto
  libcrypto=$(pkg-config --modversion libcrypto)
  case $libcrypto in
  3.*) ;;
  *) fail "libcrypto 3 (OpenSSL) is needed, found $libcrypto: it encrypts the wallet. Install it, such as Debian's" \
    "libssl-dev." ;;
  esac
  pkg-config --atleast-version="$secp256k1_min" libsecp256k1 ||
    fail "libsecp256k1 $secp256k1_min or later is needed, found $(pkg-config --modversion libsecp256k1): it makes the" \
      "signatures. Install a newer one, such as that of Debian 12 (libsecp256k1-dev)."
}

if [ ${#missing[@]} -eq 0 ]; then
  check_versions
  exit 0
fi

if [ "$(uname -s)" = Darwin ]; then
  fail "These are missing: ${missing[*]}. Install them with: brew install secp256k1 openssl@3 sqlite qrencode libpq icu4c pkg-config"
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

# What was there before, and what was installed now, may be too old.
check_versions
