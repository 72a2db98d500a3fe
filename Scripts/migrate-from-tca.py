#!/usr/bin/env python3
"""Prints, as a diff, the mechanical part of a move from The Composable Architecture to Headrace.

    Scripts/migrate-from-tca.py Sources Tests | tee move.diff
    patch -p0 < move.diff

It changes no file. What it can't decide, it names in a line on standard error, with file and line;
the article "Coming from TCA" says what to write there.

    Scripts/migrate-from-tca.py --test    checks the script on its own examples
"""
import difflib
import pathlib
import re
import sys

MODULES = {
    "ComposableArchitecture", "CasePaths", "CasePathsMacros", "Clocks", "ConcurrencyExtras",
    "Dependencies", "DependenciesMacros", "IdentifiedCollections", "Perception",
}
TESTING = re.compile(r"\b(TestStore|TestStoreOf|TestClock|ImmediateClock)\b")
IMPORT = re.compile(r"^(@testable |@_exported |public |internal )?import (\w+)\s*$")

# What is written another way, and means the same.
REPLACEMENTS = [
    (re.compile(r"\bTaskResult<([^<>]+(?:<[^<>]*>)?)>"), r"Result<\1, any Error>"),
    (re.compile(r"\bTaskResult(\s*\{)"), r"Result\1"),
    (re.compile(r"@PresentationState var\b"), "@Presents var"),
    (re.compile(r"(action: |receive\(|ifLet\(|ifCaseLet\(|forEach\(|case: )/\w+(?:\.\w+)*\.(\w+)\b"),
     r"\1\\.\2"),
    (re.compile(r"(state: )/State\.(\w+)\b"), r"\1\\.\2"),
    (re.compile(r"@Dependency\(\\\.mainQueue\) var mainQueue"),
     r"@Dependency(\\.continuousClock) var clock"),
    (re.compile(r"\bscheduler: (self\.)?mainQueue\b"), r"clock: \1clock"),
    (re.compile(r"@_spi\(Internals\) "), ""),
]

# What needs a decision.
QUESTIONS = [
    (re.compile(r"\.appStorage\b"), "'.appStorage': '.fileStorage', or a 'SharedKey'"),
    (re.compile(r"\b(WithViewStore|ViewStore)\b"), "a view store: read fields from the store"),
    (re.compile(r"@Binding(ViewState|State)\b|\bBindingViewState\b"),
     "a binding state: '@ObservableState'"),
    (re.compile(r"\.publisher\b|\bEffectPublisher\b"), "a publisher: '.run' over an async sequence"),
    (re.compile(r"\b(animation|transaction): "), "an animation: the host animates"),
    (re.compile(r"\bwithTaskCancellation\("), "'withTaskCancellation': '.cancellable(id:)'"),
    (re.compile(r"\bTask\.cancel\(id:"), "'Task.cancel(id:)': the effect '.cancel(id:)'"),
    (re.compile(r"@ViewAction\b"), "'@ViewAction': a case 'view(View)' that the host sends"),
    (re.compile(r"\.signpost\("), "'signpost': 'TracingInstrument' of 'HeadraceTracing'"),
    (re.compile(r"\bmainQueue\b"), "a scheduler: a clock, such as '\\.continuousClock'"),
    (re.compile(r"\bSharedReaderKey\b"),
     "'SharedReaderKey': a 'SharedKey', read by '@SharedReader(.key)'"),
    (re.compile(r"\.eraseToStream\(\)"),
     "'eraseToStream': return 'any AsyncSequence<Value, Never> & Sendable'"),
    (re.compile(r"(?<![\w.@])(?<!struct )(?<!class )(?<!enum )(?<!extension )(?<!: )(?<!-> )"
                r"Send(<[^{}]*>)?\s*\{"),
     "a 'Send' of your own: pass on a closure, '{ await send(.child($0)) }'"),
    (re.compile(r"\bLocalizedStringKey\b"), "'LocalizedStringKey': a 'LocalizedKey'"),
    (re.compile(r"\b(XCTAssertNoDifference|expectNoDifference|customDump)\("),
     "a difference or a dump: 'import CustomDump', of 'swift-custom-dump'"),
]


def migrated(text):
    """The text with every mechanical change made."""
    lines, ours = [], []
    for line in text.splitlines(keepends=True):
        match = IMPORT.match(line)
        if match and match.group(2) in MODULES:
            if not ours:
                lines.append(line.replace(match.group(2), "Headrace"))
                ours.append(len(lines))
            continue
        for pattern, replacement in REPLACEMENTS:
            line = pattern.sub(replacement, line)
        lines.append(line)
    if ours and TESTING.search(text) and "import HeadraceTesting" not in text:
        lines.insert(ours[0], "import HeadraceTesting\n")
    return "".join(lines)


def questions(text):
    """Line numbers, from 1, and what is to be decided there."""
    for number, line in enumerate(text.splitlines(), start=1):
        for pattern, question in QUESTIONS:
            if pattern.search(line):
                yield number, question


def diff(path, text):
    """The unified diff of a file; empty where nothing changes."""
    return "".join(difflib.unified_diff(
        text.splitlines(keepends=True), migrated(text).splitlines(keepends=True), path, path))


def files(arguments):
    for argument in map(pathlib.Path, arguments):
        yield from sorted(argument.rglob("*.swift")) if argument.is_dir() else [argument]


def test():
    examples = [
        ("import ComposableArchitecture\nimport Dependencies\n", "import Headrace\n"),
        ("import ComposableArchitecture\nlet s = TestStore()\n",
         "import Headrace\nimport HeadraceTesting\nlet s = TestStore()\n"),
        ("import Foundation\n", "import Foundation\n"),
        ("case response(TaskResult<[String]>)\n", "case response(Result<[String], any Error>)\n"),
        ("case response(TaskResult<Page<Int>>)\n",
         "case response(Result<Page<Int>, any Error>)\n"),
        ("await send(.response(TaskResult { try await f() }))\n",
         "await send(.response(Result { try await f() }))\n"),
        ("@PresentationState var child: Child.State?\n", "@Presents var child: Child.State?\n"),
        (".ifLet(\\.$child, action: /Action.child) { Child() }\n",
         ".ifLet(\\.$child, action: \\.child) { Child() }\n"),
        ("Scope(state: /State.login, action: /Feature.Action.login) { Login() }\n",
         "Scope(state: \\.login, action: \\.login) { Login() }\n"),
        ("let half = count / 2\n", "let half = count / 2\n"),
        (".debounce(id: ID.a, for: 1, scheduler: mainQueue)\n",
         ".debounce(id: ID.a, for: 1, clock: clock)\n"),
    ]
    for before, after in examples:
        assert migrated(before) == after, f"{before!r} gives {migrated(before)!r}"
        assert migrated(after) == after, f"{after!r} is changed again"
    assert list(questions("@Shared var a = 1\n@Shared(.appStorage(\"b\")) var b = 2\n")) == [
        (2, "'.appStorage': '.fileStorage', or a 'SharedKey'")]
    asked = [
        ("struct Key: SharedReaderKey {", "'SharedReaderKey'"),
        ("events: { stream.eraseToStream() }", "'eraseToStream'"),
        ("await run(Send { action in await send(.child(action)) })", "a 'Send' of your own"),
        ("let inner = Send<Child.Action> { await send(.child($0)) }", "a 'Send' of your own"),
        ("TextState(LocalizedStringKey(\"title\"))", "'LocalizedStringKey'"),
        ("customDump(state)", "a difference"),
        ("expectNoDifference(a, b)", "a difference"),
        ("XCTAssertNoDifference(a, b)", "a difference"),
    ]
    for line, beginning in asked:
        found = [question for _, question in questions(line)]
        assert len(found) == 1 and found[0].startswith(beginning), f"{line!r} asks {found}"
    for line in ["struct Send {", "Reducer.Send { }", "extension Send {", "switch Send.self {",
                 "customDumpDescription", "enum Send: Error {", "var send: Send { get }"]:
        assert not list(questions(line)), f"{line!r} asks {list(questions(line))}"
    assert diff("A.swift", "import Foundation\n") == ""
    print(f"{len(examples)} examples, {len(asked)} questions")


def main(arguments):
    if arguments == ["--test"]:
        return test()
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    for path in files(arguments):
        text = path.read_text(encoding="utf-8")
        sys.stdout.write(diff(str(path), text))
        for number, question in questions(text):
            print(f"{path}:{number}: {question}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
