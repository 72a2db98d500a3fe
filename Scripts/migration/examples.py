"""Examples of what the script changes, what it leaves, and what it asks."""

# Before and after.
CHANGED = [
    ("import ComposableArchitecture\nimport Dependencies\n", "import Headrace\n"),
    ("import ComposableArchitecture\nlet s = TestStore()\n",
     "import Headrace\nimport HeadraceTesting\nlet s = TestStore()\n"),
    ("import XCTest\nimport ComposableArchitecture\n",
     "import XCTest\nimport Headrace\nimport HeadraceTesting\n"),
    ("import ComposableArchitecture\nlet p = /Action.child\n",
     "import Headrace\nimport HeadraceCompatibility\nlet p = /Action.child\n"),
    ("import Dependencies\nvar open: () -> AsyncStream<Int> = { .finished }\n",
     "import Headrace\nimport HeadraceCompatibility\n"
     "var open: () -> AsyncStream<Int> = { .finished }\n"),
    ("import Clocks\nlet c = AnyClock(clock)\n",
     "import Headrace\nimport HeadraceCompatibility\nlet c = AnyClock(clock)\n"),
    ("import ComposableArchitecture\nlet c = store.scope(\\.child, action: \\.child)\n",
     "import Headrace\nimport HeadraceCompatibility\n"
     "let c = store.scope(\\.child, action: \\.child)\n"),
    ("import Dependencies\nstruct S { @Dependency(\\.openURL) var open }\n",
     "import Headrace\nimport HeadraceCompatibility\n"
     "struct S { @Dependency(\\.openURL) var open }\n"),
    ("import Sharing\nextension SharedReaderKey where Self == InMemoryKey<Int>.Default {}\n",
     "import Headrace\nimport HeadraceCompatibility\n"
     "extension SharedReaderKey where Self == InMemoryKey<Int>.Default {}\n"),
    ("import CasePaths\nlet n = path.extract(from: action)\n",
     "import Headrace\nimport HeadraceCompatibility\nlet n = path.extract(from: action)\n"),
    ("#if DEBUG\n  import ComposableArchitecture\n#endif\n",
     "#if DEBUG\n  import Headrace\n#endif\n"),
    ("#if DEBUG\n  import Clocks\n  let c = TestClock()\n#endif\n",
     "#if DEBUG\n  import Headrace\n  import HeadraceTesting\n  let c = TestClock()\n#endif\n"),
    ("#if DEBUG\n  import Clocks\n#endif\nimport ComposableArchitecture\n",
     "#if DEBUG\n  import Headrace\n#endif\nimport Headrace\n"),
    ("@preconcurrency import ComposableArchitecture\n", "@preconcurrency import Headrace\n"),
    ("@_exported import ComposableArchitecture\n", "@_exported import Headrace\n"),
    ("import ComposableArchitecture // note\n", "import Headrace // note\n"),
    ("import ComposableArchitecture  /* note */\n", "import Headrace  /* note */\n"),
    ("import struct ComposableArchitecture.Effect\n", "import Headrace\n"),
    ("import Sharing\nimport CasePaths\nimport IdentifiedCollections\n", "import Headrace\n"),
    ("@_spi(Internals) import ComposableArchitecture\n", "import Headrace\n"),
    ("@testable import ComposableArchitecture\n", "import Headrace\n"),
    ("import Clocks\npublic import ComposableArchitecture\n", "public import Headrace\n"),
    ("import Foundation; import ComposableArchitecture\n",
     "import Foundation; import Headrace\n"),
    ("import ComposableArchitecture; import Foundation\n",
     "import Headrace; import Foundation\n"),
    ("import TCACoordinators\n", "import HeadraceFlow\nimport Headrace\n"),
    ("import ComposableArchitecture\nimport TCAFlow\n",
     "import Headrace\nimport HeadraceFlow\n"),
    ("import ComposableArchitecture\nimport CombineSchedulers\n", "import Headrace\n"),
    ("import Clocks\n@preconcurrency\nimport Sharing\nlet a = 1\n",
     "@preconcurrency import Headrace\nlet a = 1\n"),
    ("import Clocks\r\nimport Sharing\r\nlet a = 1\r\n", "import Headrace\r\nlet a = 1\r\n"),
    ("case response(TaskResult<[String]>)\n", "case response(Result<[String], any Error>)\n"),
    ("case response(TaskResult<Page<Int>>)\n", "case response(Result<Page<Int>, any Error>)\n"),
    ("case response(TaskResult<[Int: Page<[Int]>]>)\n",
     "case response(Result<[Int: Page<[Int]>], any Error>)\n"),
    ("await send(.response(TaskResult { try await f() }))\n",
     "await send(.response(Result { try await f() }))\n"),
    ("@Dependency(\\.mainQueue) var mainQueue\n"
     "e.debounce(id: ID.a, for: 1, scheduler: mainQueue)\n",
     "@Dependency(\\.continuousClock) var clock\n"
     "e.debounce(id: ID.a, for: .seconds(1), clock: clock)\n"),
    ("@Dependency(\\.mainQueue) private var queue\n"
     "e.throttle(id: 1, for: .milliseconds(3), scheduler: self.queue, latest: true)\n",
     "@Dependency(\\.continuousClock) private var queue\n"
     "e.throttle(id: 1, for: .milliseconds(3), clock: self.queue, latest: true)\n"),
    ("@Dependency(\\.mainQueue) var mainQueue\n"
     ".run { [mainQueue] send in try await mainQueue.sleep(for: .seconds(1)) }\n"
     "for await _ in self.mainQueue.timer(interval: 1) {}\n",
     "@Dependency(\\.continuousClock) var clock\n"
     ".run { [clock] send in try await clock.sleep(for: .seconds(1)) }\n"
     "for await _ in self.clock.timer(interval: .seconds(1)) {}\n"),
    ("@Dependency(\\.continuousClock) var clock\n@Dependency(\\.mainQueue) var mainQueue\n"
     "e.debounce(id: 1, for: .zero, scheduler: mainQueue)\n",
     "@Dependency(\\.continuousClock) var clock\n@Dependency(\\.continuousClock) var mainQueue\n"
     "e.debounce(id: 1, for: .zero, clock: mainQueue)\n"),
]

# Works as it is, or needs a decision.
LEFT = [
    "import Foundation\n",
    "// import Sharing\nlet text = \"\"\"\n  import ComposableArchitecture\n  \"\"\"\n",
    "#if canImport(ComposableArchitecture)\n#endif\n",
    "@PresentationState var child: Child.State?\n",
    ".ifLet(\\.$child, action: /Action.child) { Child() }\n",
    ".forEach(\\.rows, action: /Action.rows(id:action:)) { Row() }\n",
    "Scope(state: /State.login, action: /Feature.Action.login) { Login() }\n",
    "let half = count / 2\n",
    "@Dependency(\\.mainQueue) var mainQueue\nreturn f().receive(on: mainQueue)\n",
    "@Dependency(\\.mainQueue) var mainQueue\ne.debounce(id: 1, for: wait, scheduler: mainQueue)\n",
    "@Dependency(\\.mainQueue) var mainQueue: AnySchedulerOf<DispatchQueue>\n",
    "@Dependency(\\.mainQueue) var queue\nlet now = queue.now\ntry await queue.sleep(for: 1)\n",
    "@Dependency(\\.mainQueue) var mainQueue\n"
    "extension DependencyValues { var mainQueue: any Clock<Duration> { self[Key.self] } }\n",
    "enum TaskResult<Value> {}\nlet result: TaskResult<Int>\n",
    "import Combine\nimport CombineSchedulers\nlet queue: AnySchedulerOf<DispatchQueue>\n",
    "\"\\(f(\"mainQueue\")) TaskResult<Int>\"\n",
]

# A line, and how each question about it begins.
ASKED = [
    ("let text = \"@Shared(.appStorage)\" // mainQueue", []),
    ("@Shared(.appStorage(\"b\")) var b = 2", ["'.appStorage'"]),
    ("@Dependency(\\.defaultAppStorage) var defaults", ["'.appStorage'"]),
    ("struct Key: SharedReaderKey {", ["'SharedReaderKey'"]),
    ("extension SharedReaderKey where Self == FileStorageKey<Int>.Default {", []),
    ("extension PersistenceReaderKey where Self == PersistenceKeyDefault<K> {",
     ["a name from before 1.17"]),
    (".fileStorage(url, decode: { $0 }, encode: { $0 })", ["'decode' and 'encode'"]),
    ("static let url = URL.documentsDirectory", ["the folders of an app"]),
    ("return .send(.a).animation(.default)", ["an animation"]),
    (".animation(.default, value: count)", []),
    ("TextState(\"a\").bold()", ["the style of a 'TextState'"]),
    ("AlertState(title: TextState(\"a\"))", ["an alert by a title"]),
    ("await store.send(.set(\\.$email, \"a\"))", ["the path of a '@BindingState'"]),
    ("case .binding(\\.$email):", ["the path of a '@BindingState'"]),
    ("case .binding(\\.email):", []),
    ("store.scope(state: \\.child, action: Parent.Action.child)", ["a closure in 'scope'"]),
    ("store.scope(state: { $0.child }, action: { .child($0) })", ["a closure in 'scope'"]),
    ("store.scope(state: \\.child, action: \\.child)", []),
    ("observe { [weak self] in self?.update() }", ["'observe'"]),
    ("store.observe { _ = store.count }", []),
    ("await store.receive(\\.a, timeout: 1_000)", ["a timeout is a 'Duration'"]),
    ("store.timeout = 1_000", ["a timeout is a 'Duration'"]),
    ("await fulfillment(of: [done], timeout: 1)", []),
    (".run { @MainActor send in send(.a) }", ["'send' is asynchronous"]),
    ("await MainActor.run { send(.a) }", ["'send' is asynchronous"]),
    (".run { send in try await send(.a(f())) }", []),
    ("func send(_ action: Action) { store.send(action) }; send(.a)", []),
    ("enum Action { case send(Int) }", []),
    ("init(send: @escaping (Int) -> Void) { send(1) }", []),
    ("extension MyKey: SharedReaderKey {}", ["'SharedReaderKey'"]),
    ("@ViewAction(for: F.self) struct V { var b: X { Button { send(.a) } } }", ["'@ViewAction'"]),
    ("reportIssue(\"a\")", ["'reportIssue'"]),
    ("import IssueReporting; reportIssue(\"a\")", []),
    ("XCTFail(\"a\")", ["'XCTFail'"]),
    ("import XCTest; XCTFail(\"a\")", []),
    ("import XCTestDynamicOverlay", ["'XCTestDynamicOverlay'"]),
    ("import SwiftUI", ["'SwiftUI' is not on Linux"]),
    ("events: { stream.eraseToStream() }", ["'eraseToStream'"]),
    ("await run(Send { action in await send(.child(action)) })", ["a 'Send' of your own"]),
    ("let inner = Send<Child.Action> { await send(.child($0)) }", ["a 'Send' of your own"]),
    ("TextState(LocalizedStringKey(\"title\"))", ["'LocalizedStringKey'"]),
    ("customDump(state)", ["a difference"]),
    ("expectNoDifference(a, b)", ["a difference"]),
    ("XCTAssertNoDifference(a, b)", ["a difference"]),
    ("XCTModify(&state, case: \\.edit) { $0 = 1 }", ["'XCTModify'"]),
    ("@PresentationState var child: Int?", ["'@PresentationState' works as it is"]),
    (".ifLet(\\.$child, action: /Action.child) { Child() }", ["'/Action.child' works as it is"]),
    (".ifCaseLet(/State.on, action: \\.on) { On() }", ["'/State.on': '@CasePathable'"]),
    ("await store.receive(/Action.ended)", ["'/Action.ended': '@CasePathable'"]),
    (".forEach(\\.rows, action: /Action.rows(id:action:)) { R() }", ["'/Action.rows(id:action:)'"]),
    ("case rows(id: Row.State.ID, action: Row.Action)", ["a case with 'id:action:'"]),
    ("Scope(state: /State.login, action: /Action.login) { Login() }", ["'Scope' over the case"]),
    ("struct F { enum State {} var body: X { Scope(state: \\.a, action: \\.a) { A() } } }",
     ["'Scope' over the case"]),
    ("struct F { struct State {} var body: X { Scope(state: \\.a, action: \\.a) { A() } } }", []),
    ("@Dependency(\\.mainQueue) var mainQueue; f(mainQueue)", ["a scheduler"]),
    ("store.dependencies.mainQueue = .immediate", ["a scheduler"]),
    ("e.debounce(id: 1, for: 1, scheduler: DispatchQueue.main)", ["a scheduler"]),
    ("import CombineSchedulers; let a: AnySchedulerOf<X>", ["'CombineSchedulers'", "a scheduler"]),
    ("#if canImport(ComposableArchitecture)", ["a condition on TCA's module"]),
    ("@_spi(Internals) import ComposableArchitecture", ["an import of TCA's internals"]),
    ("import struct ComposableArchitecture.Effect", ["an import of one name"]),
    ("enum Action: Equatable { case response(TaskResult<Int>) }",
     ["an action that is 'Equatable'"]),
    ("let result: TaskResult = f()", ["'TaskResult'"]),
    ("static let effect: Effect<Int> = .none", ["a stored effect"]),
] + [(line, []) for line in [
    "struct Send {", "Reducer.Send { }", "extension Send {", "switch Send.self {",
    "customDumpDescription", "enum Send: Error {", "var send: Send { get }", "let a = b / C.d",
    "import ComposableArchitecture", "case row(id: Int)", "let url = \"a/B.c\"",
]]


def check(migrated, asked, diff):
    """Runs every example.

    - migrated: gives the text after the changes.
    - asked: gives the numbers of lines with their questions.
    - diff: gives the difference that is printed.
    """
    for before, after in CHANGED:
        assert migrated(before) == after, f"{before!r} gives {migrated(before)!r}"
        assert migrated(after) == after, f"{after!r} is changed again"
    for text in LEFT:
        assert migrated(text) == text, f"{text!r} gives {migrated(text)!r}"
    for line, beginnings in ASKED:
        found = sorted(question for _, question in asked(line))
        assert len(found) == len(beginnings), f"{line!r} asks {found}"
        for question, beginning in zip(found, sorted(beginnings)):
            assert question.startswith(beginning), f"{line!r} asks {found}"
    assert asked("@Shared var a = 1\n@Shared(.appStorage(\"b\")) var b = 2\n")[0][0] == 2
    assert diff("A.swift", "import Foundation\n") == ""
    assert diff("A.swift", "import Clocks").endswith(
        "-import Clocks\n\\ No newline at end of file\n"
        "+import Headrace\n\\ No newline at end of file\n")
    print(f"{len(CHANGED)} changes, {len(LEFT)} left as they are, {len(ASKED)} with questions")
