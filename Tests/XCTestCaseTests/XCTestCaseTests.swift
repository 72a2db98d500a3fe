import Headrace
import HeadraceTesting
import IssueReporting
import Synchronization
import XCTest

/// Test cases of XCTest, which have no traits and no task.
///
/// Each runs as a test of the framework, so it directly does what must not fail.
final class XCTestCaseTests: XCTestCase {
  struct Greeting: DependencyKey {
    var text = "live"
    static let liveValue = Greeting()
    static var testValue: Greeting { Greeting(text: "test") }
  }

  /// The number of test cases that have prepared a value before.
  private static let preparedCount = Mutex(0)

  private func prepareOnce() {
    @Dependency(Greeting.self) var greeting
    // Read first: the observer of XCTest notices test cases from the second one on.
    XCTAssertEqual(greeting.text, "test", "another test case has prepared it")
    let count = Self.preparedCount.withLock { count in
      count += 1
      return count
    }
    // The earlier read of the value is reported, and expected here.
    withIssueReporters([]) {
      prepareDependencies { $0[Greeting.self].text = "prepared \(count)" }
    }
    XCTAssertEqual(greeting.text, "prepared \(count)")
  }

  func testEachCaseHasItsOwnValues1() { prepareOnce() }
  func testEachCaseHasItsOwnValues2() { prepareOnce() }
  func testEachCaseHasItsOwnValues3() async { prepareOnce() }

  @Reducer struct Stacked {
    @ObservableState struct State: Equatable { var path = StackState<Counter.State>() }
    enum Action { case openButtonTapped, path(StackActionOf<Counter>) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .openButtonTapped = action { state.path.append(Counter.State()) }
        return .none
      }
      .forEach(\.path, action: \.path) { Counter() }
    }
  }

  @Reducer struct Counter {
    @ObservableState struct State: Equatable {
      var count = 0
      var note = ""
    }
    enum Action { case tapped }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        state.note = "tapped"
        return .none
      }
    }
  }

  @MainActor private static func openTheFirst() {
    let store = Store(initialState: Stacked.State()) { Stacked() }
    store.send(.openButtonTapped)
    XCTAssertEqual(store.path.ids.map { $0 }, [0])
  }

  func testStackIDsStartOver1() async { await Self.openTheFirst() }
  func testStackIDsStartOver2() async { await Self.openTheFirst() }
  func testStackIDsStartOver3() async { await Self.openTheFirst() }

  /// A change that a test does not assert is a note, which does not fail a test case.
  func testSkippedAssertionsDoNotFail() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.tapped) { $0.count = 1 }
    await store.send(.tapped)
  }

  func testAFailureIsReported() async {
    let reports = LockedReports()
    await withIssueReporters([reports]) {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.send(.tapped) { $0.count = 2 }
    }
    XCTAssertEqual(reports.texts.withLock { $0.count }, 1)
  }

  private final class LockedReports: IssueReporter {
    let texts = Mutex<[String]>([])

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
      filePath: StaticString, line: UInt, column: UInt
    ) {
      let text = message() ?? ""
      texts.withLock { $0.append(text) }
    }
  }
}
