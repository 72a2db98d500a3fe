"""The main queue of a feature, which becomes a clock where every use of it can become one."""
import re

from migration.source import opening_parenthesis

PROPERTY = re.compile(
    r"@Dependency\((\\\.mainQueue)\)[ \t]+"
    r"(?:(?:private|fileprivate|internal|package|public)[ \t]+)?var[ \t]+(\w+)[ \t]*(?=\r?\n|;|\}|$)")
OWN_KEY = re.compile(r"\bvar[ \t]+mainQueue[ \t]*:[^=\n]*\{")
USE = re.compile(r"(?<![\w.\\])(?:self\.)?mainQueue\b")
LABEL = re.compile(r"\bscheduler:(\s*)(?:self\.)?$")
DURATION = re.compile(
    r"\s*(?:(\d[\d_]*(?:\.\d+)?)"
    r"|\.(?:nanoseconds|microseconds|milliseconds|seconds)\([\d_.]+\)|\.zero)\s*(?=[,)])")
LOOP = re.compile(r"\bfor\s+(?:try\s+)?await\s+_\s+in\s+(?:self\.)?$")


def changes(source, others=()):
    """The edits that make a clock of each main queue; none if a use of it needs a decision.

    - others: other files of the program, which may use the same property or declare its key.
    """
    properties = list(PROPERTY.finditer(source.code))
    if not properties or any(OWN_KEY.search(file.code) for file in (source, *others)):
        return []
    names = {match[2] for match in properties}
    renamed = not re.search(r"\bclock\b", source.code) and not any(
        USE.search(file.code) and not PROPERTY.search(file.code) for file in others)
    edits = [(match.start(1), match.end(1), r"\.continuousClock") for match in properties]
    declared = {match.start(2) for match in properties} | {
        match.start(1) + len("\\.") for match in properties}
    for name in names:
        new = "clock" if renamed and name == "mainQueue" else name
        for match in re.finditer(rf"\b{name}\b", source.code):
            if match.start() in declared:
                own = [(match.start(), match.end(), new)]
                edits += own if source.code[match.start() - 1] != "." else []
                continue
            use = edits_of_use(source.code, match, new)
            if use is None:
                return []
            edits += use
    return edits


def edits_of_use(code, match, new):
    """The edits of one use; `None` if it needs a decision."""
    name = (match.start(), match.end(), new)
    before, after = code[:match.start()], code[match.end():]
    label = LABEL.search(before)
    if label:
        call = opening_parenthesis(code, match.start())
        pacing = re.search(r"\.(debounce|throttle)\s*$", code[:call]) if call is not None else None
        duration = duration_edits(code, call, r"\bfor:") if pacing else None
        if duration is None or not re.match(r"\s*(\)|,\s*latest:)", after):
            return None
        return [(label.start(), label.start() + len("scheduler"), "clock"), name, *duration]
    if before.endswith(".") and not re.search(r"(?<![\w.])self\.$", before):
        return None
    call = re.match(r"\.(sleep|timer)\(", after)
    if call:
        opening = match.end() + call.end() - 1
        duration = duration_edits(code, opening, r"(?<=\()\s*(?:for|interval):")
        if duration is None or call[1] == "timer" and not LOOP.search(before):
            return None
        return [name, *duration] if only_argument(code, opening) else None
    if re.search(r"\{\s*\[[\w\s,]*$", before) and re.match(r"[\w\s,]*\]", after):
        return [name]
    return None


def duration_edits(code, opening, label):
    """Makes seconds of a plain number; `None` if the argument is not a duration for certain."""
    found = re.compile(label).search(code, opening)
    value = DURATION.match(code, found.end()) if found else None
    if not value or opening_parenthesis(code, found.end()) != opening:
        return None
    return [(value.start(1), value.end(1), f".seconds({value[1]})")] if value[1] else []


def only_argument(code, opening):
    """Whether a call has no second argument."""
    return re.compile(r"\(\s*\w+:\s*(?:\.?\w+(?:\([\d_.]+\))?|[\d_.]+)\s*\)").match(
        code, opening) is not None
