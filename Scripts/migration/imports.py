"""The imports: which modules are here, under which names."""
import re

TESTING_MODULES = {"DependenciesTestSupport"}
FLOW_MODULES = {"TCACoordinators", "TCAFlow"}
CORE_MODULES = {
    "ComposableArchitecture", "CasePaths", "CasePathsCore", "CasePathsMacros", "Clocks",
    "ConcurrencyExtras", "Dependencies", "DependenciesMacros", "IdentifiedCollections",
    "Perception", "PerceptionCore", "Sharing",
}
MODULES = (
    {module: "Headrace" for module in CORE_MODULES}
    | {module: "HeadraceFlow" for module in FLOW_MODULES}
    | {module: "HeadraceTesting" for module in TESTING_MODULES})

IMPORT = re.compile(
    r"^(?P<indent>\ufeff?[ \t]*)(?P<attributes>(?:@\w+(?:\([^)\n]*\))?\s+)*)"
    r"(?:(?P<access>public|package|internal|fileprivate|private)[ \t]+)?import[ \t]+"
    r"(?P<kind>(?:struct|class|enum|protocol|typealias|func|let|var)[ \t]+)?"
    r"(?P<module>\w+)(?P<part>(?:\.\w+)*)[ \t]*(?=;|\r?$)", re.MULTILINE)
AFTER_SEMICOLON = re.compile(r"(?<=;)([ \t]*import[ \t]+)(\w+)(?=[ \t]*(?:;|\r?$))", re.MULTILINE)
CONDITION = re.compile(r"^[ \t]*#(if|elseif|else|endif)\b", re.MULTILINE)

# Names of 'HeadraceTesting' that a file without 'import XCTest' may use.
TESTING_NAMES = [
    "TestStore", "TestStoreOf", "TestStoreTask", "TestClock", "ImmediateClock", "Exhaustivity",
    "SuspensionError", "withMainSerialExecutor", "uncheckedUseMainSerialExecutor",
]
TESTING_CLOCK = re.compile(
    r"[cC]lock(?:<[\w.]+>)?\s*[=:,]\s*\.immediate\b")
# Names of 'HeadraceCompatibility'.
COMPATIBILITY = re.compile(
    r"(?<![\w.)\]/*])/(?:\w+\.)*[A-Z]\w*\.\w"  # the path of a case, '/Action.child'
    r"|(?<![\w.])(?:ActorIsolated|AnyClock|AnyHashableSendable|UncheckedSendable|Identified"
    r"|(?:Mutable)?IdentifiedCollection|Unimplemented|_ReducerPrinter|withPerceptionTracking"
    r"|SharedReaderKey)\b|\.extract\(\s*from:"
    r"|\bTask(?:<[^>\n]*>)?\.never\b|\.cancellableValue\b|\.unimplemented\("
    r"|\bAsync(?:Throwing)?Stream(?:<[^>\n]*>)?\.(?:never|finished)\b"
    r"|\bwithDependencies\(\s*from:|\bawait\s+withDependencies\b"
    r"|\bDependencyValues\._current\b|\bDependencyValues\.(?:live|preview|test)\b"
    r"|\$0\s*=\s*\.(?:live|preview|test)\b"
    r"|\buncheckedUniqueElements\s*:|\.withAction\s*[({]|\bUnimplementedClock\s*\("
    r"|\.(?:openURL|fireAndForget)\b|\b(?:OpenURL|Assertion)Effect\b"
    r"|\(\\\.(?:assert|precondition)\)"
    r"|\.insert\(\s*contentsOf:|\.replaceSubrange\(|\bIdentifiedArray(?:Of)?(?:<[^>\n]*>)?\(\s*\w"
    r"|\.scope\(\s*\\")  # without 'state:'
# '.finished' of a type that is written elsewhere: '-> AsyncStream<Int> = { .finished }'.
STREAM = re.compile(r"\bAsync(?:Throwing)?Stream\b")
STREAM_NAME = re.compile(r"(?<![\w.)\]}>?!\"])\.(?:never|finished)\b")
TEST_IMPORT = re.compile(r"^[ \t]*(?:@\w+[ \t]+)*import[ \t]+(?:XCTest|Testing)\b", re.MULTILINE)
SCHEDULERS = re.compile(
    r"\b\w*[sS]chedulers?(?:Of)?\b|\b(?:DispatchQueue|OperationQueue|RunLoop|mainQueue)\b"
    r"|\bmainRunLoop\b|\b(?:p|P)ublishers?\b")
ACCESS = [None, "private", "fileprivate", "internal", "package", "public"]


class Import:
    """An import of a module that is replaced."""

    def __init__(self, source, match):
        self.match, self.target = match, MODULES[match["module"]]
        self.access = match["access"]
        self.region = condition(source.code, match.start())
        # The internal names of TCA are not here, so these two would only be warned about.
        self.attributes = [
            word for word in re.findall(r"@\w+(?:\([^)]*\))?", match["attributes"])
            if word != "@testable" and not word.startswith("@_spi")]

    def take(self, other):
        """Imports what another import of the same module does, too."""
        self.access = max(self.access, other.access, key=ACCESS.index)
        self.attributes += [word for word in other.attributes if word not in self.attributes]

    @property
    def statement(self):
        words = [*self.attributes, self.access, f"import {self.target}"]
        return " ".join(word for word in words if word)

    def repeats(self, other):
        """Whether it imports the same module in the same branch of '#if'."""
        return (self.region, self.target) == (other.region, other.target)


def changes(source, code, others=()):
    """The edits of the imports.

    - code: the code after all other edits.
    - others: other files of the program, which may declare names that are also in the framework.
    """
    kept, edits = [], []
    for match in IMPORT.finditer(source.code):
        if match["module"] == "CombineSchedulers":
            if not SCHEDULERS.search(code.replace("CombineSchedulers", "")):
                edits.append(removal(source, match))
        elif match["module"] in MODULES:
            new = Import(source, match)
            first = next((old for old in kept if new.repeats(old)), None)
            if first:
                first.take(new)
                edits.append(removal(source, match))
            else:
                kept.append(new)
    always = {new.target: new for new in kept if new.region == ()}
    for new in kept:
        # One file must not import a module with two access levels.
        if new.target in always:
            new.access = always[new.target].access
        edits.append((new.match.end("indent"), new.match.end("part"), new.statement))
    later = [match for match in AFTER_SEMICOLON.finditer(source.code) if match[2] in MODULES]
    edits += [(match.start(2), match.end(2), MODULES[match[2]]) for match in later]
    have = {(new.region, new.target) for new in kept} | {
        (condition(source.code, match.start()), MODULES[match[2]]) for match in later}
    return edits + missing(source, kept, have, others)


def missing(source, kept, have, others):
    """The imports that a file needs besides those that take the place of its own."""
    needs = ["Headrace"] if any(new.target == "HeadraceFlow" for new in kept) else []
    needs += ["HeadraceTesting"] if needs_testing(source, others) else []
    needs += ["HeadraceCompatibility"] if needs_compatibility(source) else []
    edits = []
    for target in needs:
        written = rf"^[ \t]*(?:@\w+[ \t]+)*(?:\w+[ \t]+)?import[ \t]+{target}\b"
        if re.search(written, source.code, re.MULTILINE) or ((), target) in have:
            continue
        places = {}
        for new in kept:
            if (new.region, target) not in have:
                places.setdefault(new.region, new)
        for new in [places[()]] if () in places else places.values():
            end = source.code.find("\n", new.match.start())
            end = len(source.code) if end < 0 else end
            access = new.access + " " if new.access else ""
            edits.append((end, end, f"\n{new.match['indent']}{access}import {target}"))
    return edits


def needs_compatibility(source):
    """Whether a file uses 'HeadraceCompatibility'."""
    return COMPATIBILITY.search(source.code) or (
        STREAM.search(source.code) and STREAM_NAME.search(source.code))


def needs_testing(source, others):
    """Whether a file uses 'HeadraceTesting'."""
    if TEST_IMPORT.search(source.code) or TESTING_CLOCK.search(source.code):
        return True
    return any(
        re.search(rf"(?<![\w.]){name}\b", source.code)
        and not any(file.declares(name) for file in (source, *others))
        for name in TESTING_NAMES)


def condition(code, index):
    """Which branches of '#if' hold a character, from the outermost; empty outside of all."""
    path = []
    for match in CONDITION.finditer(code, 0, index):
        if match[1] == "if":
            path.append(match.start())
        elif match[1] == "endif":
            if path:
                path.pop()
        elif path:
            path[-1] = match.start()
    return tuple(path)


def removal(source, match):
    """Removes a line; of a line with a comment or more code, only the import."""
    end = source.text.find("\n", match.end())
    end = len(source.text) if end < 0 else end + 1
    if source.text[match.end():end].strip():
        return (match.start("attributes"), match.end(), "")
    return (match.start(), end, "")
