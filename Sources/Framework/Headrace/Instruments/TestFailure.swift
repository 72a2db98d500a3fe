import CThreadSlots
import IssueReporting
import Synchronization

/// Records a failure of the running test, at the author's line.
///
/// Under XCTest on Linux, the default reporter of issues takes each test for one that runs within a
/// host application, and says so below each failure. A test case is therefore told without it.
/// Every other reporter, such as one of `withIssueReporters`, is asked as usual.
package func recordFailure(_ message: String, at site: CallSite) {
  guard case .xcTest? = TestContext.current, let fail = TestCaseFailure.closure else {
    return reportIssue(
      message, fileID: site.fileID, filePath: site.filePath, line: site.line,
      column: site.column)
  }
  let reporters = IssueReporters.current.map { reporter in
    reporter is _DefaultReporter ? TestCaseReporter(fail: fail) : reporter
  }
  withIssueReporters(reporters) {
    reportIssue(
      message, fileID: site.fileID, filePath: site.filePath, line: site.line,
      column: site.column)
  }
}

/// How a test case of XCTest is failed. Only `HeadraceTesting` is linked to XCTest.
package enum TestCaseFailure {
  /// Fails the running test case with a message, at a file and line.
  package typealias Closure = @Sendable (String, StaticString, UInt) -> Void

  private static let stored = Mutex<Closure?>(nil)

  /// The closure that `HeadraceTesting` has set; `nil` in a program without it.
  static var closure: Closure? {
    // It is set when the test cases are counted for the first time.
    _ = ctestcase_number()
    return stored.withLock(\.self)
  }

  /// Notes how a test case is failed.
  package static func set(_ closure: @escaping Closure) {
    stored.withLock { $0 = closure }
  }
}

/// Fails the running test case of XCTest.
private struct TestCaseReporter: IssueReporter {
  let fail: TestCaseFailure.Closure

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    fail(message() ?? "", filePath, line)
  }
}
