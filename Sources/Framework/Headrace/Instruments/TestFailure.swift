import CThreadSlots
import IssueReporting

/// Records a failure of the running test, at the author's line.
///
/// Under XCTest on Linux, the default issue reporter mistakes every test for one within a host
/// application, and says so below each failure. So the failure is passed to the test case directly.
/// All other reporters, such as those of `withIssueReporters`, are called as usual.
package func recordFailure(_ message: String, at site: CallSite) {
  var reporters = IssueReporters.current
  if case .xcTest? = TestContext.current {
    // Counting the test cases for the first time sets the closure.
    _ = ctestcase_number()
    if let fail = failTestCase.value {
      reporters = reporters.map { $0 is _DefaultReporter ? TestCaseReporter(fail: fail) : $0 }
    }
  }
  withIssueReporters(reporters) {
    reportIssue(
      message, fileID: site.fileID, filePath: site.filePath, line: site.line,
      column: site.column)
  }
}

/// Fails the running XCTest test case with a message, at a file and line.
///
/// It is set by `HeadraceTesting`, the only module linked to XCTest, and `nil` in a program without
/// it.
package let failTestCase = LockIsolated<(@Sendable (String, StaticString, UInt) -> Void)?>(nil)

/// A reporter that fails the running XCTest test case.
private struct TestCaseReporter: IssueReporter {
  let fail: @Sendable (String, StaticString, UInt) -> Void

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    fail(message() ?? "", filePath, line)
  }
}
