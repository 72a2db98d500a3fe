#!/usr/bin/env bash
# Builds the documentation of the targets named, and a first page for it, below .build/documentation; a warning is an error.
# Two kinds are not counted: 'fileID', 'filePath', 'line' and 'column' are filled in by the compiler, and explained nowhere; and files that another
# package has not named in its manifest are its own.
# FLAGS are those of the build.
set -euo pipefail
cd "$(dirname "$0")/.."

site=.build/documentation
rm -rf "$site"
mkdir -p "$site"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for target in "$@"; do
  # shellcheck disable=SC2086 # FLAGS are several words.
  ${SWIFT:-swift} package ${FLAGS:-} --disable-sandbox generate-documentation --target "$target" \
    --transform-for-static-hosting --hosting-base-path "$target" --output-path "$site/$target" \
    >"$log" 2>&1 || {
    cat "$log" >&2
    exit 1
  }
  ours=$(grep -A 1 '^warning: ' "$log" |
    awk '/^warning: / { skip = /Parameter .(fileID|filePath|line|column). is missing documentation|found [0-9]+ file.s. which are unhandled/ } !skip && !/^--$/' ||
    true)
  if [ -n "$ours" ]; then
    printf '%s\n' "$ours" "docs: mend these warnings of $target" >&2
    exit 1
  fi
  echo "docs: $target"
done

# The first sentence of a product is the abstract of its landing page.
{
  echo '<!doctype html><html lang="en"><meta charset="utf-8"><title>Headrace</title>'
  echo '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
  echo '<style>body{font:17px/1.5 system-ui;max-width:40em;margin:3em auto;padding:0 1em}</style>'
  echo '<h1>Headrace</h1><p>A unidirectional state-machine framework for Swift, Linux first.</p><dl>'
  for target in "$@"; do
    page=$(find Sources -path "*/$target.docc/$target.md")
    abstract=
    [ -z "$page" ] || abstract=$(sed -n '2,$p' "$page" | awk 'NF {print; found = 1} found && !NF {exit}' |
      sed 's/`//g; s/&/\&amp;/g; s/</\&lt;/g')
    path=$(tr '[:upper:]' '[:lower:]' <<<"$target")
    printf '<dt><a href="%s/documentation/%s/">%s</a></dt><dd>%s</dd>\n' "$target" "$path" "$target" "$abstract"
  done
  echo '</dl></html>'
} >"$site/index.html"
echo "docs: $site/index.html; 'make docs-serve' shows it"
