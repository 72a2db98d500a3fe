#!/usr/bin/env bash
# Plays a newcomer's first ten minutes: an empty folder beside a copy of the project, then the commands of the README's
# section "Ten minutes", and nothing else. Fails if one fails, or if what they print is not what the README shows.
set -euo pipefail
cd "$(dirname "$0")/../.."

refuse() {
  echo "newcomer: $1" >&2
  exit 1
}

commands=$(sed -n '/^## Ten minutes$/,/^## [^T]/{s/^\$ //p}' README.md)
[ -n "$commands" ] || refuse "README.md has no commands below '## Ten minutes'"
grep -q 'new-feature' <<<"$commands" || refuse "README.md does not show new-feature"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/headrace" "$folder/Shop"
# What a clone would have, with what is not committed yet.
git ls-files -co --exclude-standard -z | while IFS= read -r -d '' file; do
  if [ -e "$file" ]; then printf '%s\0' "$file"; fi
done | tar --null -T - -cf - | tar -xf - -C "$folder/headrace"

cd "$folder/Shop"
while IFS= read -r command; do
  echo "\$ $command"
  bash -c "$command" >"$folder/output" 2>&1 || {
    cat "$folder/output" >&2
    refuse "'$command' failed"
  }
  tail -n 3 "$folder/output"
  ! grep "^missing " "$folder/output" || refuse "the manifest lacks something"
done <<<"$commands"

for file in Sources/Shop/Login/Login.swift Sources/Shop/MainFlow.swift Tests/ShopTests/LoginTests.swift; do
  [ -e "$file" ] || refuse "$file was not written"
done
grep -Eq 'Test run with [2-9] tests? .*passed' "$folder/output" || refuse "the tests of the feature did not run"

# A file that is added compiles without the framework.
echo 'let added = 1' >Sources/Shop/Added.swift
swift test >"$folder/output" 2>&1 || {
  cat "$folder/output" >&2
  refuse "the tests don't pass with one more file"
}
! grep 'Compiling Headrace' "$folder/output" || refuse "a file that was added compiled the framework again"

# The same package composes a feature of the wallet.
for target in Shop ShopTests; do
  swift package add-target-dependency PasscodeFeature "$target" --package headrace
done
cp "$folder/headrace/Tests/Support/OutsideApp/Door.swift" Sources/Shop/
cp "$folder/headrace/Tests/Support/OutsideApp/DoorOpens.swift" Tests/ShopTests/
swift test >"$folder/output" 2>&1 || {
  cat "$folder/output" >&2
  refuse "a package that uses PasscodeFeature does not pass its tests"
}
grep -q 'theRightPasscodeOpensTheDoor() passed' "$folder/output" || refuse "the door was not tried"
echo "newcomer: the README's commands lead to a green test, and to one of PasscodeFeature"
