#!/bin/sh
# Installs the programs that tests compare the wallet with: tmux plays the tour, qrencode makes codes for cameras, chromium shows the
# pictures of the documentation, the site and the inspector, postgresql keeps durable entities, and a Python with 'venv' gets pyte,
# py-evm and web3.py (Scripts/evm-venv.sh). Where one can't be installed, this says so and ends with 0: the tests that need it skip themselves. With
# HEADRACE_TOOLS=required, as .ci/run has it, that is a failure, so that CI tests all of it.
set -u

packages() {
  missing=
  command -v tmux >/dev/null 2>&1 || missing="$missing tmux"
  command -v qrencode >/dev/null 2>&1 || missing="$missing qrencode"
  command -v chromium >/dev/null 2>&1 || missing="$missing chromium fonts-dejavu-core"
  command -v chromedriver >/dev/null 2>&1 || missing="$missing chromium-driver"
  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || missing="$missing postgresql"
  "${PYTHON:-python3}" -c 'import ensurepip, venv' >/dev/null 2>&1 || missing="$missing python3-venv"
}

packages
[ -n "$missing" ] || exit 0

if command -v apt-get >/dev/null 2>&1; then
  if [ "$(id -u)" -eq 0 ]; then
    as_root=
  elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root=sudo
  else
    as_root=none
  fi
  if [ "$as_root" != none ]; then
    echo "test-tools: installing$missing"
    # shellcheck disable=SC2086 # Each word is a package.
    { $as_root apt-get update && $as_root apt-get install -y --no-install-recommends $missing; } >/dev/null 2>&1
    packages
    [ -n "$missing" ] || exit 0
  fi
fi

remedy="install them, such as with: sudo apt-get update && sudo apt-get install$missing"
if [ "${HEADRACE_TOOLS:-}" = required ]; then
  echo "test-tools: these are missing, and HEADRACE_TOOLS says that they are required:$missing; $remedy" >&2
  exit 1
fi
echo "SKIPPED: the tests that need$missing; $remedy" >&2
