#!/bin/sh
# Builds .venv-evm, the Python environment of the tests that run on py-evm and against web3.py and eth-account.
# Versions: Tests/Support/evm-node/requirements.txt. Without Python 3.10 or PyPI it says so on one line and ends with 0:
# the tests then skip themselves, out loud. With HEADRACE_TOOLS=required, as .ci/run has it, that is a failure.
set -u

cd "$(dirname "$0")/.."
venv=.venv-evm
pins=Tests/Support/evm-node/requirements.txt
stamp=$venv/requirements.installed

skip() {
  if [ "${HEADRACE_TOOLS:-}" = required ]; then
    echo "evm-venv: there is no Python with py-evm, web3.py, eth-account and pyte, which HEADRACE_TOOLS requires: $1" >&2
    exit 1
  fi
  echo "SKIPPED: py-evm, web3.py and eth-account tests: $1" >&2
  exit 0
}

if [ -x "$venv/bin/python" ] && cmp -s "$pins" "$stamp"; then
  echo "evm-venv: $venv is up to date"
  exit 0
fi

python=${PYTHON:-python3}
command -v "$python" >/dev/null 2>&1 || skip "no $python here (Debian: apt-get install python3-venv)"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
  || skip "$("$python" -V 2>&1) is too old, 3.10 or newer is needed"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
rm -rf "$venv"
"$python" -m venv "$venv" >"$log" 2>&1 || {
  rm -rf "$venv"
  skip "'$python -m venv' failed (Debian: apt-get install python3-venv): $(tail -n 1 "$log")"
}
echo "evm-venv: installing $(tr '\n' ' ' <"$pins")(about half a minute)"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --retries 2 --timeout 20 \
  -r "$pins" >"$log" 2>&1 || {
  rm -rf "$venv"
  skip "PyPI could not be reached or has not these versions: $(grep -v '^ *$' "$log" | tail -n 1)"
}
cp "$pins" "$stamp"
echo "evm-venv: $venv is ready"
