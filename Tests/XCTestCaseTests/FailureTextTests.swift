import Headrace
import HeadraceTesting
import IssueReporting
import Synchronization
import XCTest

/// The text of a failure as XCTest prints it: the framework's own, with nothing below it.
final class FailureTextTests: XCTestCase {
  /// The failures that are caught instead of failing the test case; `nil` while a failure is a real
  /// one.
  private let texts = Mutex<[String]?>(nil)

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    let isKept = texts.withLock { texts in
      texts?.append("\(lineNumber): \(description)")
      return texts != nil
    }
    if isKept { return }
    super.recordFailure(
      withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
  }

  @Reducer struct Counter {
    @ObservableState struct State: Equatable { var count = 0 }
    enum Action { case tapped }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  /// Runs code that fails the test case, and returns the texts.
  private func failures(of body: () async -> Void) async -> [String] {
    texts.withLock { $0 = [] }
    await body()
    return texts.withLock { texts in
      defer { texts = nil }
      return texts ?? []
    }
  }

  func testAFailureOfATestStoreEndsWithItsRemedy() async {
    let line = #line + 3
    let failures = await failures {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.send(.tapped) { $0.count = 2 }
    }
    XCTAssertEqual(failures.count, 1)
    XCTAssertEqual(
      failures.first?.hasPrefix("\(line): failed - The state after sending"),
      true, "\(failures)")
    XCTAssertEqual(failures.first?.contains("host application"), false, "\(failures)")
  }

  func testAMisuseOfTheFrameworkEndsWithItsRemedy() async {
    let line = #line + 3
    let failures = await failures {
      var rows: IdentifiedArray = [Row(id: 2)]
      rows.append(Row(id: 2))
    }
    XCTAssertEqual(failures.count, 1)
    XCTAssertEqual(
      failures.first?.hasPrefix("\(line): failed - An element was not appended"), true,
      "\(failures)")
    XCTAssertEqual(failures.first?.contains("host application"), false, "\(failures)")
  }

  func testAReporterOfTheTestIsAskedInPlaceOfTheTestCase() async {
    let reporter = Kept()
    let failures = await failures {
      await withIssueReporters([reporter]) {
        let store = TestStore(initialState: Counter.State()) { Counter() }
        await store.send(.tapped) { $0.count = 2 }
      }
    }
    XCTAssertEqual(failures, [])
    XCTAssertEqual(reporter.count.withLock(\.self), 1)
  }

  func testAContextOfTheTestGivesTheLine() async {
    let failures = await failures {
      await withIssueContext(
        fileID: "Told/Told.swift", filePath: "Told.swift", line: 7, column: 1
      ) {
        let store = TestStore(initialState: Counter.State()) { Counter() }
        await store.send(.tapped) { $0.count = 2 }
      }
    }
    XCTAssertEqual(failures.map { $0.prefix(10) }, ["7: failed "])
  }

  /// The reason for the reporter. If this fails, the library knows XCTest on Linux, and
  /// `recordFailure` may become `reportIssue`.
  func testTheDefaultReporterTakesEachTestForOneInAHostApplication() async {
    let failures = await failures { reportIssue("It failed.") }
    XCTAssertEqual(failures.count, 1)
    XCTAssertEqual(failures.first?.contains("host application"), true, "\(failures)")
  }

  private struct Row: Identifiable {
    let id: Int
  }

  private final class Kept: IssueReporter {
    let count = Mutex(0)

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
      filePath: StaticString, line: UInt, column: UInt
    ) {
      count.withLock { $0 += 1 }
    }
  }
}
