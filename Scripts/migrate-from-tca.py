#!/usr/bin/env python3
"""Prints, as a diff, the mechanical part of a move from The Composable Architecture to Headrace.

    Scripts/migrate-from-tca.py Sources Tests | tee move.diff
    patch -p0 < move.diff

It changes no file, and only what means the same for certain: imports, 'TaskResult', and a main
queue that measures time. Everything else that needs a change or a decision it names on standard
error, with file and line; the article "Coming from TCA" says what to write there.

The order of work:

    1. Import: in Package.swift, the package and its products 'Headrace', 'HeadraceFlow' for
       coordinators, and 'HeadraceTesting' for tests, in place of TCA's.
    2. Script: run it on the sources and the tests, read the diff and apply it. It changes the
       imports in the files.
    3. @CasePathable: write it on each enum outside of a '@Reducer' whose cases are named by a key
       path. '/Action.child' works without it.
    4. Build the features, and answer what the script has named.
    5. Tests: build and run them last.

    Scripts/migrate-from-tca.py --test    checks the script on its own examples
"""
import difflib
import os
import pathlib
import re
import sys

sys.dont_write_bytecode = True

from migration import imports, queues  # noqa: E402
from migration.questions import questions  # noqa: E402
from migration.source import Source, closing_angle, edited  # noqa: E402

PACKAGE = re.compile(
    r"\b(?:swift-(?:composable-architecture|dependencies|case-paths|clocks|concurrency-extras"
    r"|identified-collections|perception|sharing)|combine-schedulers|TCACoordinators|TCAFlow)\b")


def changes(source, others=()):
    """The edits of a file.

    - others: the other files that move with it.
    """
    edits = queues.changes(source, others) + results(source, others)
    return edits + imports.changes(source, edited(source.code, edits), others)


def results(source, others):
    """The edits that make a 'Result' of each 'TaskResult'."""
    # Asked first: with many files, each would be searched once for each file.
    if "TaskResult" not in source.code or any(
            file.declares("TaskResult") for file in (source, *others)):
        return []
    edits = []
    for match in re.finditer(r"(?<!\.)\bTaskResult(?=\s*(<|\{|\(catching:))", source.code):
        if match[1] == "<":
            end = closing_angle(source.code, match.start(1))
            if end is None:
                continue
            edits.append((end, end, ", any Error"))
        edits.append((match.start(), match.end(), "Result"))
    return edits


def migrated(text, others=()):
    """The text with every mechanical change made."""
    source = Source(text)
    return edited(text, changes(source, others))


def asked(text, others=()):
    """Line numbers, from 1, and what is to be decided there."""
    source = Source(text)
    return questions(source, changes(source, others))


def diff(path, text, others=()):
    """The unified diff of a file; empty where nothing changes."""
    # A tab ends a path that has spaces.
    path += "\t" if " " in path else ""
    before, after = (
        re.findall(r"[^\n]*\n|[^\n]+", version) for version in (text, migrated(text, others)))
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in difflib.unified_diff(before, after, path, path))


def files(arguments):
    for argument in map(pathlib.Path, arguments):
        if not argument.is_dir():
            yield argument
            continue
        for path in sorted(argument.rglob("*.swift")):
            # Checkouts and build products.
            if not any(part.startswith(".") for part in path.relative_to(argument).parts):
                yield path


def relative(path):
    """The path from the current folder: 'patch' refuses others."""
    return os.path.relpath(path) if path.is_absolute() else str(path)


def main(arguments):
    if arguments == ["--test"]:
        from migration import examples
        return examples.check(migrated, asked, diff)
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", newline="")
    # A line ends as it ends in the file.
    texts = {path: path.read_bytes().decode("utf-8") for path in files(arguments)}
    sources = {path: Source(text) for path, text in texts.items()}
    for path, text in texts.items():
        if path.name == "Package.swift":
            for match in PACKAGE.finditer(text):
                print(f"{path}:{sources[path].line(match.start())}: the package: 'Headrace', with "
                      "'HeadraceFlow' and 'HeadraceTesting'", file=sys.stderr)
            continue
        others = [source for other, source in sources.items() if other != path]
        sys.stdout.write(diff(relative(path), text, others))
        for number, question in asked(text, others):
            print(f"{path}:{number}: {question}", file=sys.stderr)
    print("Order of work: 1 import (Package.swift), 2 this script, 3 @CasePathable, 4 build, "
          "5 tests. '--help' says more.", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
