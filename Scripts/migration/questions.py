"""What the script leaves to a person, and names with file and line."""
import re

from migration.imports import condition

SLASH = re.compile(r"(?<![\w)\]}/*])/(?:[A-Z]\w*(?:\.\w+)+|\.\w+)(\(id:action:\))?")

QUESTIONS = [
    (r"\.(?:appStorage|defaultAppStorage)\b|\bAppStorageKey\b",
     "'.appStorage': '.fileStorage', or a 'SharedKey'"),
    (r"\.fileStorage\([^{}]*?\bdecode:",
     "'decode' and 'encode' of '.fileStorage': a 'SharedKey' of your own"),
    (r"\bPersistence(?:Reader)?Key(?:Default)?\b",
     "a name from before 1.17 of TCA: 'SharedKey', and 'Self[key, default: value]'"),
    (r"\.(?:documents|applicationSupport|caches|library|downloads|desktop|pictures|movies)"
     r"Directory\b", "the folders of an app are not on Linux: 'URL.homeDirectory.appending(path:)'"),
    (r"\b(?:WithViewStore|ViewStore(?:Of)?|StorePublisher)\b",
     "a view store: read fields from the store"),
    (r"\b(?:IfLetStore|ForEachStore|SwitchStore|CaseLet|NavigationStackStore|TCARouter)\b",
     "a view of a store: the host's own view, over 'store.scope'"),
    (r"@Binding(?:ViewState|State)\b|\bBindingViewState\b", "a binding state: '@ObservableState'"),
    (r"@PresentationState\b",
     "'@PresentationState' works as it is; '@Presents' goes with '@ObservableState'"),
    (r"\.publisher\b|\bEffectPublisher\b", "a publisher: '.run' over an async sequence"),
    (r"\b(?:animation|transaction): |\.animation\(\s*(?:\.\w+(?:\([^()]*\))?)?\s*\)",
     "an animation: the host animates"),
    (r"\bTextState\((?:[^()]|\([^()]*\))*\)\s*\.(?:bold|italic|underline|strikethrough|monospaced"
     r"|font|fontWeight|foregroundColor|kerning|tracking|baselineOffset)\b",
     "the style of a 'TextState': the host draws it"),
    (r"\b(?:AlertState|ConfirmationDialogState|ActionSheetState)(?:<[^<>]*>)?\(\s*title:",
     "an alert by a title: 'AlertState { TextState(…) } actions: { … } message: { … }'"),
    (r"\.(?:set|binding)\(\s*\\\.\$", "the path of a '@BindingState': '\\.name', without '$'"),
    (r"\bscope\(\s*(?:state:\s*)?(?:\{|[^,(){}]*,\s*action:\s*(?:\{|[A-Z]))",
     "a closure in 'scope': a path to the case, 'scope(state: \\.child, action: \\.child)'"),
    (r"(?<![\w.])observe\s*\{", "'observe': 'store.observe { … }'"),
    (r"\b(?:receive|finish)\([^{}\n]*\btimeout:\s*\d|\.timeout\s*=\s*\d",
     "a timeout is a 'Duration': '.seconds(1)'"),
    (r"\bwithTaskCancellation\(", "'withTaskCancellation': '.cancellable(id:)'"),
    (r"\bTask\.cancel\(id:", "'Task.cancel(id:)': the effect '.cancel(id:)'"),
    (r"@ViewAction\b", "'@ViewAction': a case 'view(View)' that the host sends"),
    (r"\.signpost\(", "'signpost': 'TracingInstrument' of 'HeadraceTracing'"),
    (r"\b(?:mainQueue|mainRunLoop|AnyScheduler(?:Of)?|UIScheduler|ImmediateScheduler"
     r"|TestScheduler(?:Of)?)\b|\bDispatchQueue\.(?:main|test|immediate)\b|\bscheduler:",
     "a scheduler: a clock, such as '\\.continuousClock'; in a test a 'TestClock'"),
    (r"\b(?:struct|class|enum|actor|extension)\s+[\w.]+[^{}]*:[^{}]*\bSharedReaderKey\b",
     "'SharedReaderKey': a 'SharedKey', read by '@SharedReader(.key)'"),
    (r"\.eraseToStream\(\)",
     "'eraseToStream': return 'any AsyncSequence<Value, Never> & Sendable'"),
    (r"(?<![\w.@])(?<!struct )(?<!class )(?<!enum )(?<!extension )(?<!: )(?<!-> )"
     r"Send(?:<[^{}]*>)?\s*\{",
     "a 'Send' of your own: pass on a closure, '{ await send(.child($0)) }'"),
    (r"\bLocalizedStringKey\b", "'LocalizedStringKey': a 'LocalizedKey'"),
    (r"\b(?:XCTAssertNoDifference|expectNoDifference|customDump)\(",
     "a difference or a dump: 'import CustomDump', of 'swift-custom-dump'"),
    (r"\bXCTModify\(", "'XCTModify': '$0.destination?.modify(\\.edit) { … }'"),
    (r"\bXCTExpectFailure\b",
     "'XCTExpectFailure' is not on Linux: 'withKnownIssue' of Swift Testing"),
    (r"\bNSEC_PER_SEC\b", "'NSEC_PER_SEC' is not on Linux: 'Task.sleep(for: .seconds(1))'"),
    (r"\bcase\s+\w+\(\s*id:[^(),]*(?:\([^()]*\))?[^(),]*,\s*action:",
     "a case with 'id:action:': for 'forEach' 'case rows(IdentifiedActionOf<Row>)', matched by "
     "'.rows(.element(id, action))'"),
    (r"\bTaskResult\b", "'TaskResult': 'Result<Value, any Error>', or 'catch:' of '.run'"),
    (r"\b(?:EffectTask|ReducerProtocol(?:Of)?|AnyReducer)\b",
     "a name from before 1.0 of TCA: 'Effect', 'Reducer'"),
    (r"\b(?:IdentifiedRouterAction(?:Of)?)\b",
     "'IdentifiedRouterAction': 'IndexedRouterAction', each route has an id of its own"),
    (r"\b(?:RouteAnimation|RoutePersistence|routeLogging|DeepLinkHandler)\b",
     "a name of TCAFlow: see the article 'Coming from TCA'"),
    (r"\bcanImport\(\s*(?:ComposableArchitecture|TCACoordinators|TCAFlow)\s*\)",
     "a condition on TCA's module: what it holds is left out from now on"),
    (r"\bimport[ \t]+XCTestDynamicOverlay\b",
     "'XCTestDynamicOverlay': 'import IssueReporting', of 'xctest-dynamic-overlay'; outside of a "
     "test, 'XCTFail' is 'reportIssue'"),
    (r"\bimport[ \t]+CombineSchedulers\b", "'CombineSchedulers': a clock, such as "
     "'\\.continuousClock'; in a test a 'TestClock'"),
    (r"\bimport[ \t]+(?:SwiftNavigation|SwiftUINavigation(?:Core)?|UIKitNavigation"
     r"|AppKitNavigation|FlowStacks|SharingGRDB|SQLiteData)\b",
     "a module without a counterpart here: 'AlertState' and the like are in 'Headrace', 'Route' in "
     "'HeadraceFlow'; views belong to the host"),
    (r"\b(?:static[ \t]+let|^let)[ \t]+\w+[ \t]*:[ \t]*Effect(?:Of)?<",
     "a stored effect: an 'Effect' is not 'Sendable'; write 'static var …: Effect<Action> { … }'"),
]

# Asked although the script changes the line.
ABOUT_IMPORTS = [
    (r"@testable[ \t]+import[ \t]+ComposableArchitecture\b|@_spi\([^)]*\)[ \t]+import[ \t]+"
     r"(?:ComposableArchitecture|Dependencies|CasePaths)\b",
     "an import of TCA's internals: it became a plain import, without these names"),
    (r"\bimport[ \t]+(?:struct|class|enum|protocol|typealias|func|let|var)[ \t]+"
     r"(?:ComposableArchitecture|CasePaths|Dependencies|IdentifiedCollections)\b",
     "an import of one name: it became an import of the module"),
]

OWN_RESULT = re.compile(r"\benum\s+\w*Action\w*\s*:[^{]*\b(?:Equatable|Hashable)\b")


def questions(source, edits):
    """Line numbers after the edits, from 1, and what is to be decided there, from the top.

    - edits: what the script changes, which needs no decision.
    """
    enums = list(enum_scopes(source))
    named = {source.line(index) for index, _ in enums}
    found = [*enums, *results(source)]
    found += [asked for asked in slashes(source) if source.line(asked[0]) not in named]
    found += [*sends(source), *issues(source), *host_modules(source)]
    for patterns, answered in [(QUESTIONS, edits), (ABOUT_IMPORTS, [])]:
        for pattern, question in patterns:
            for match in re.compile(pattern, re.MULTILINE).finditer(source.code):
                if not any(start < match.end() and match.start() < end
                           for start, end, _ in answered):
                    found.append((match.start(), question))

    def line(index):
        # As the file is after the edits: an import may be added above.
        return source.line(index) + sum(
            new.count("\n") - source.text.count("\n", start, end)
            for start, end, new in edits if end <= index)

    return sorted({(line(index), question) for index, question in found})


def slashes(source):
    for match in SLASH.finditer(source.code):
        if match[1]:
            yield match.start(), (
            f"'{match[0]}': a case 'rows(IdentifiedActionOf<Row>)', and '\\.rows' for 'forEach'")
            continue
        case = match[0].rsplit(".", 1)[1]
        if re.search(r"\b(?:ifCaseLet|receive|case:)\(?\s*$", source.code[:match.start()]):
            yield match.start(), f"'{match[0]}': '@CasePathable' on its enum, and '\\.{case}'"
            continue
        yield match.start(), (
            f"'{match[0]}' works as it is, by reflection; '\\.{case}' is faster and checked, once "
            "its enum has '@CasePathable' or its feature '@Reducer'")


def sends(source):
    """Actions that an effect on the main actor sends without waiting."""
    if re.search(r"\bfunc\s+send\(|\bsend:\s*(?:@\w+\s+)*\(|@ViewAction\(for:", source.code):
        return
    for match in re.finditer(r"(?<![\w.])send\(", source.code):
        before = source.code[:match.start()]
        if not re.search(r"\b(?:await|func|case)\s+$", before) and not in_await(before):
            yield match.start(), "'send' is asynchronous, on the main actor, too: 'await send(…)'"


def in_await(before):
    """Whether the statement that ends here has an `await` already."""
    return re.search(r"\bawait\b", re.split(r"[\n;{}]", before)[-1]) is not None


def issues(source):
    """Uses of a module that TCA hands on to its importers."""
    if re.search(r"\bimport[ \t]+IssueReporting\b", source.code):
        return
    names = r"reportIssue|withExpectedIssue|withIssueReporters|withIssueContext|isTesting"
    if not re.search(r"\bimport[ \t]+(?:XCTest|XCTestDynamicOverlay)\b", source.code):
        names += r"|XCTFail"
    for match in re.finditer(rf"(?<![\w.])(?:{names})\b(?!\s*:)", source.code):
        if not source.declares(match[0]):
            yield match.start(), (
                f"'{match[0]}': 'import IssueReporting', of 'xctest-dynamic-overlay'"
                + (", and 'reportIssue'" if match[0] == "XCTFail" else ""))


def host_modules(source):
    """Imports of a host's modules, if they are not conditional already."""
    for match in re.finditer(
            r"\bimport[ \t]+(SwiftUI|UIKit|AppKit|WatchKit|Combine)\b", source.code):
        if not condition(source.code, match.start()):
            yield match.start(), (
                f"'{match[1]}' is not on Linux: keep what needs it in a target of the host")


def enum_scopes(source):
    """Uses of 'Scope' on the case of a state that is an enum."""
    question = "'Scope' over the case of an enum: 'ifCaseLet', or '@Reducer' on the enum"
    for match in re.finditer(r"\bScope\(\s*state:\s*(/|\\\.)(\w*)", source.code):
        if match[1] == "/" or has_enum_state(source, match.start()):
            yield match.start(), question


def has_enum_state(source, index):
    """Whether the type around a character has a state that is an enum."""
    scope = source.scope(index)
    while scope and not scope.kind:
        scope = scope.parent
    return scope is not None and any(
        inner.kind == "enum" and inner.name == "State" and inner.parent
        and inner.parent.name == scope.name
        for inner in source.scopes)


def results(source):
    """Actions that can't be compared any more, because an error can't."""
    for scope in source.scopes:
        header = source.code[source.code.rfind("\n", 0, scope.start) + 1:scope.start]
        inside = source.code[scope.start:scope.end]
        if scope.kind == "enum" and OWN_RESULT.search(header) and "TaskResult<" in inside:
            yield scope.start, (
                "an action that is 'Equatable' can't hold an 'any Error': leave out 'Equatable', "
                "and receive by the case, 'receive(\\.response.success)'")
