#!/usr/bin/env python3
"""Tells how many lines of each part the tests run, and fails where a part is below its gate.

Reads what `llvm-cov export --summary-only` writes: coverage.py FILE.json
"""
import json
import pathlib
import sys

# The part, the folders that it stands in, and how many lines of a hundred must be run.
GATES = [
    ("reducers", ("Sources/Features/",), 95),
    ("runtime", ("Sources/Framework/Headrace/",), 95),
    ("display values", ("Sources/Framework/HeadraceTerminal/", "Examples/Wallet/Screens/WalletScreens"), 90),
    ("clients", ("Sources/Clients/",), 85),
    ("flow", ("Sources/Framework/HeadraceFlow/",), 80),
]
ROOT = pathlib.Path(__file__).resolve().parent.parent


def lines_by_file(report):
    """The lines of each file of this project: how many there are, how many were run."""
    for file in report["data"][0]["files"]:
        path = pathlib.Path(file["filename"])
        if path.is_relative_to(ROOT):
            lines = file["summary"]["lines"]
            yield path.relative_to(ROOT).as_posix(), lines["count"], lines["covered"]


def main(arguments):
    if len(arguments) != 1:
        sys.exit("coverage: expected the path of one report (see make coverage)")
    try:
        files = list(lines_by_file(json.loads(pathlib.Path(arguments[0]).read_text())))
    except (OSError, ValueError, KeyError, IndexError) as error:
        sys.exit(f"coverage: {arguments[0]} is no report of llvm-cov: {error!r}")
    failed = False
    for name, folders, gate in GATES:
        part = [(path, count, run) for path, count, run in files if path.startswith(folders)]
        total = sum(count for _, count, _ in part)
        if total == 0:
            sys.exit(f"coverage: no file of '{name}' is in the report")
        share = 100 * sum(run for _, _, run in part) / total
        verdict = "" if share >= gate else f"  below {gate} %"
        print(f"{name:15} {share:5.1f} % of {total} lines (gate {gate} %){verdict}")
        if share < gate:
            failed = True
            missing = sorted(part, key=lambda entry: entry[2] - entry[1])
            for path, count, run in missing[:10]:
                print(f"    {count - run:4} of {count:4} lines are not run: {path}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
