#if os(Linux) && canImport(XCTest)
  import Headrace
  import Synchronization
  import XCTest

  /// Returns the number of the running XCTest test case, so that each has separate dependency
  /// values.
  ///
  /// `CThreadSlots` calls it if it is linked; a program is not linked to XCTest.
  @_cdecl("headrace_xctest_case_number")
  public func headraceXCTestCaseNumber() -> Int { XCTestCaseCount.shared.number }

  /// An observer that counts the beginning and the end of each test case.
  private final class XCTestCaseCount: XCTestObservation, Sendable {
    /// Created on first use; XCTest does not notify it of a test that is already running, which
    /// therefore has the number 0.
    static let shared: XCTestCaseCount = {
      let count = XCTestCaseCount()
      XCTestObservationCenter.shared.addTestObserver(count)
      failTestCase.setValue { message, file, line in
        // A detached task does not know its test, but its executor does.
        guard let run = ScheduleRun.current else { return XCTFail(message, file: file, line: line) }
        run.fail("\(file):\(line): \(message)")
      }
      return count
    }()

    private let changes = Atomic(0)

    var number: Int { changes.load(ordering: .relaxed) }

    func testCaseWillStart(_ testCase: XCTestCase) { changes.add(1, ordering: .relaxed) }

    func testCaseDidFinish(_ testCase: XCTestCase) { changes.add(1, ordering: .relaxed) }
  }
#endif
