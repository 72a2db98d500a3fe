#!/usr/bin/env python3
"""Counts what makes the framework hard to read, beside the limit of each count.

Prints a row for each; fails if a count is past its limit, and names the worst places. A limit with
an aim behind it is only the count of today: lower it whenever the count falls, and never raise it.
"""
import os
import re
import sys
from pathlib import Path

CORE = Path("Sources/Framework/Headrace")
FRAMEWORK = Path("Sources/Framework")
UNSAFE = re.compile(
    r"Unsafe(Mutable)?(Raw)?(Buffer)?Pointer|Unmanaged|@unchecked|assumingMemoryBound|\.allocate\("
    r"|deinitialize|unsafe(BitCast|Downcast|lyUnwrapped)|unowned\(unsafe\)|exclusivity\(unchecked\)"
)
# The underscored parts of Swift that the framework may use.
UNDERSCORED = {
    "_disfavoredOverload", "_openExistential", "_AppendKeyPath", "_cdecl", "_modify",
}
STANDARD = re.compile(
    r"@(_\w+)|\b(_withUnsafe\w*|_withUnprotected\w*|_openExistential|_isPOD|_isBitwiseTakable"
    r"|_AppendKeyPath)\b"
)
DECLARATION = re.compile(r"^( *)(?:@?[\w().]+ )*(?:func|init|subscript|deinit|var)\b")


def code(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf8").splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith("//")]


def swift(*folders: Path) -> list[Path]:
    """The Swift files of some folders, without what packages in them have built."""
    files = (file for folder in folders for file in folder.rglob("*.swift"))
    return sorted(file for file in files if not any(part[0] == "." for part in file.parts))


def longest_function(path: Path) -> int:
    """The lines of the longest function; 'swift format' closes a body at its own indentation."""
    longest, lines = 0, path.read_text(encoding="utf8").splitlines()
    for start, line in enumerate(lines):
        declaration = DECLARATION.match(line)
        if not declaration:
            continue
        # The body opens before the next declaration, blank line or brace.
        opening = start
        while opening + 1 < len(lines) and not lines[opening].endswith("{"):
            opening += 1
            following = lines[opening]
            if not following or "}" in following or DECLARATION.match(following):
                break
        if not lines[opening].endswith("{"):
            continue
        end = next(
            (
                number
                for number in range(opening, len(lines))
                if lines[number].strip() == "}" and lines[number].index("}") <= len(declaration[1])
            ),
            start,
        )
        longest = max(longest, end - start + 1)
    return longest


def worst(counts: dict[Path, int]) -> str:
    top = sorted(counts.items(), key=lambda item: -item[1])[:5]
    return ", ".join(f"{path.relative_to('.')} {count}" for path, count in top if count)


def rows():
    """The counts: what is counted, the count, its limit, the aim, and where to begin."""
    core, framework = swift(CORE), swift(FRAMEWORK)
    lines = {file: len(code(file)) for file in core}
    yield "lines of code in Headrace", sum(lines.values()), 9500, 9500, worst(lines)
    unsafe = {file: sum(bool(UNSAFE.search(line)) for line in code(file)) for file in framework}
    yield "unsafe lines in the framework", sum(unsafe.values()), 60, 60, worst(unsafe)
    files = {file: 1 for file, count in unsafe.items() if count}
    yield "files with unsafe lines", len(files), 10, 10, worst(unsafe)
    names = {
        file: len({a or b for line in code(file) for a, b in STANDARD.findall(line)} - UNDERSCORED)
        for file in framework
    }
    yield "underscored parts of Swift beyond the list", sum(names.values()), 0, 0, worst(names)
    public = {
        file: sum(bool(re.match(r" *(@\w+(\(.*?\))? )*(public|open) ", line)) for line in code(file))
        for file in core
    }
    yield "public declarations of Headrace", sum(public.values()), 700, 700, worst(public)
    whole = {file: len(file.read_text(encoding="utf8").splitlines()) for file in framework}
    yield "lines of the longest file", max(whole.values()), 300, 300, worst(whole)
    bodies = {file: longest_function(file) for file in framework}
    yield "lines of the longest function", max(bodies.values()), 60, 60, worst(bodies)
    short = {
        file: 1
        for file in swift(Path("Sources"), Path("Examples"))
        if len(file.read_text(encoding="utf8").splitlines()) < 15
    }
    yield "files of under 15 lines", len(short), 10, 10, worst(short)
    architecture = Path("ARCHITECTURE.md").read_text(encoding="utf8")
    words = architecture[architecture.find("## Words"):architecture.find("## What keeps")]
    terms = set(re.findall(r"\*\*([A-Z][\w ]*)\*\*", words))
    yield "terms of the glossary", len(terms), 30, 30, "ARCHITECTURE.md"
    yield "lines of ARCHITECTURE.md", architecture.count("\n"), 200, 200, "ARCHITECTURE.md"
    manifest = Path("Package.swift").read_text(encoding="utf8").count("\n")
    yield "lines of Package.swift", manifest, 300, 300, "Package.swift"


def main() -> int:
    os.chdir(Path(__file__).resolve().parent.parent)
    failed = False
    for what, count, limit, aim, places in rows():
        is_past = count > limit
        failed |= is_past
        towards = f", aim {aim}" if aim < limit else ""
        print(f"{what}: {count} (limit {limit}{towards})")
        if is_past:
            print(f"  past the limit; begin with {places}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
