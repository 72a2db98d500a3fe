#if os(Linux) && canImport(XCTest)
  import Headrace
  import Synchronization
  import XCTest

  /// Counts the test cases of XCTest, so that each has its own dependency values.
  ///
  /// `CThreadSlots` calls it where it is linked; a program is not linked to XCTest.
  @_cdecl("headrace_xctest_case_number")
  public func headraceXCTestCaseNumber() -> Int { XCTestCaseCount.shared.number }

  /// Notes the beginning and the end of each test case.
  private final class XCTestCaseCount: XCTestObservation, Sendable {
    /// Made at the first question; XCTest does not tell about a test that runs already, which
    /// therefore has the number 0.
    static let shared: XCTestCaseCount = {
      let count = XCTestCaseCount()
      XCTestObservationCenter.shared.addTestObserver(count)
      failTestCase.setValue { XCTFail($0, file: $1, line: $2) }
      return count
    }()

    private let changes = Atomic(0)

    var number: Int { changes.load(ordering: .relaxed) }

    func testCaseWillStart(_ testCase: XCTestCase) { changes.add(1, ordering: .relaxed) }

    func testCaseDidFinish(_ testCase: XCTestCase) { changes.add(1, ordering: .relaxed) }
  }
#endif
