# Sourced by scripts that open a browser: sets 'python'. Where the browser or the Python is missing, it says that what '$what' names is skipped,
# and ends the script with 0; with HEADRACE_TOOLS=required that is a failure.
# shellcheck shell=sh
python=.venv-evm/bin/python
for tool in chromium chromedriver "$python"; do
  command -v "$tool" >/dev/null 2>&1 && continue
  echo "SKIPPED: ${what:?}: there is no $tool; Scripts/test-tools.sh and Scripts/evm-venv.sh install it" >&2
  [ "${HEADRACE_TOOLS:-}" = required ] && exit 1
  exit 0
done
