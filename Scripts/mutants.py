#!/usr/bin/env python3
"""Plants one bug after another into the sources, and says which tests find it.

usage: mutants.py [--check | --checks] [auth | send | flow | durable | NUMBER …]

Scripts/mutants.txt has the bugs: a line with number, part and file, a line with ': ' and what
breaks, the original lines with '- ' before them, and those that take their place with '+ '. Each is
built and tested by itself: first by the tests written by hand, then, if none fails, by those that
try other orders of events or random ones. Of durable entities, simulated worlds run first, and the
number of one that fails is told. With --checks only the tests that call 'check' run. The result goes
to the output and to .build/mutants.txt.
"""
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

LIST = Path(__file__).with_name("mutants.txt")
RESULTS = Path(".build/mutants.txt")
TARGETS = {
    "auth": "AuthFeatureTests", "send": "SendFeatureTests", "flow": "HeadraceFlowTests",
    "durable": "HeadraceDurableTests"}
# The tests that try many orders of events, or random ones, as a filter of Swift Testing.
RANDOM = r"\.(Checked|FlowLawTests|DeepLinkLawTests|RestorationWalkTests|RouteOperationModelTests)"
SEARCHING = r"\.(Explored|Checked)"
EXPLORING = {"auth": SEARCHING, "send": SEARCHING, "flow": RANDOM}
SEARCH = {"auth": "search", "send": "search", "flow": "random tests"}
WORLDS = "HeadraceDurableTests.DurableWorldTests/everyWorldKeepsTheInvariants"
WORLD_COUNT = 999
SECONDS_MAX = 180
WORLDS_SECONDS_MAX = 1800
WORLD = re.compile(r"world (\d+): (.{,120})")
ISSUE = re.compile(r"Test (?:case )?(\"[^\"]+\"|\w+\([^)]*\)).*? (?:recorded an issue|failed)")


class Mutant(NamedTuple):
    number: int
    part: str
    file: Path
    breaks: str
    original: str
    replacement: str


def read_mutants() -> list[Mutant]:
    return [parse(block) for block in LIST.read_text(encoding="utf8").split("\n\n")]


def parse(block: str) -> Mutant:
    head, *lines = block.strip("\n").splitlines()
    number, part, file = head.split()

    def text(mark: str) -> str:
        return "\n".join(line[2:] for line in lines if line.startswith(mark))

    return Mutant(int(number), part, Path(file), text(":"), text("-"), text("+"))


def flaw(mutant: Mutant) -> str | None:
    """Why a mutant can't be planted, if it can't."""
    count = mutant.file.read_text(encoding="utf8").count(mutant.original)
    return None if count == 1 else f"its original text is there {count} times, not once"


def uncommitted(mutants: list[Mutant]) -> str:
    files = sorted({str(mutant.file) for mutant in mutants})
    command = ["git", "status", "--porcelain", "--", *files]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def run(command: list[str], **environment: str) -> tuple[int | None, str]:
    """Exit code and output; no code if the time was over."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        env=os.environ | environment, start_new_session=True)
    seconds = WORLDS_SECONDS_MAX if "HEADRACE_WORLDS" in environment else SECONDS_MAX
    seconds = None if command[0] == "swift" else seconds
    try:
        output, _ = process.communicate(timeout=seconds)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return None, process.communicate()[0]
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def build(target: str) -> bool:
    flags = ["-Xcc", "-O2", "--traits", "Macros,Tracing,Wallet", "--product", "headracePackageTests"]
    code, _ = run(["swift", "build", *flags], HEADRACE_TESTS=target, SWIFT_DETERMINISTIC_HASHING="1")
    return code == 0


def failure(*filters: str) -> str | None:
    """The first test that fails; None if all pass."""
    tests = [".build/debug/headracePackageTests.xctest", "--testing-library", "swift-testing"]
    code, output = run([*tests, *filters], HEADRACE_SHORT="1")
    if code == 0:
        return None
    if found := ISSUE.search(output):
        return found[1]
    return "the process crashed" if code else f"no end after {SECONDS_MAX} s"


def world() -> str:
    """The first simulated world that fails."""
    tests = [".build/debug/headracePackageTests.xctest", "--testing-library", "swift-testing"]
    code, output = run([*tests, "--filter", WORLDS], HEADRACE_WORLDS=str(WORLD_COUNT))
    if found := WORLD.search(output):
        return f"world {found[1]}: {found[2]}"
    if code == 0:
        return "survived"
    return "the process crashed" if code else f"no end after {WORLDS_SECONDS_MAX} s"


def verdict(part: str) -> str:
    target = TARGETS[part]
    if not build(target):
        return "does not compile"
    if part == "durable":
        found = world()
        test = failure("--filter", rf"^{target}\.", "--skip", WORLDS) if found == "survived" else None
        return f"hand-written tests: {test}" if test else found
    if "--checks" in sys.argv:
        test = failure("--filter", rf"^{target}\.Checked")
        return f"check: {test}" if test else "survived"
    exploring = EXPLORING[part]
    if test := failure("--filter", rf"^{target}\.", "--skip", exploring):
        return f"hand-written tests: {test}"
    if test := failure("--filter", rf"^{target}{exploring}"):
        return f"{SEARCH[part]}: {test}"
    return "survived"


def plant(mutant: Mutant) -> str:
    original = mutant.file.read_text(encoding="utf8")
    try:
        planted = original.replace(mutant.original, mutant.replacement)
        mutant.file.write_text(planted, encoding="utf8")
        return verdict(mutant.part)
    finally:
        mutant.file.write_text(original, encoding="utf8")


def chosen(words: list[str]) -> list[Mutant]:
    mutants = read_mutants()
    return [one for one in mutants if not words or {one.part, str(one.number)} & set(words)]


def main() -> None:
    words = sys.argv[1:]
    mutants = chosen([word for word in words if word not in ("--check", "--checks")])
    if not mutants:
        sys.exit(__doc__)
    if "--checks" in words and any(one.part == "durable" for one in mutants):
        sys.exit("No test of durable calls 'check': expected auth, send or flow.")
    if flaws := [f"mutant {one.number}: {text}" for one in mutants if (text := flaw(one))]:
        sys.exit("\n".join(flaws))
    if "--check" in words:
        return
    if changed := uncommitted(mutants):
        sys.exit(f"Commit these first, for they would be written over:\n{changed}")
    # Both end the program by an exception, so that the file is restored.
    for end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(end, lambda *_: sys.exit(1))
    for part in dict.fromkeys(mutant.part for mutant in mutants):
        if (result := verdict(part)) != "survived":
            sys.exit(f"The tests of '{part}' must pass without any bug: {result}")
    for mutant in mutants:
        line = f"{mutant.number} | {mutant.part} | {mutant.breaks} | {plant(mutant)}"
        print(line, flush=True)
        with RESULTS.open("a", encoding="utf8") as results:
            results.write(line + "\n")


if __name__ == "__main__":
    main()
