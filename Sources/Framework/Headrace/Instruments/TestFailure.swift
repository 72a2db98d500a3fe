import CThreadSlots
import IssueReporting

/// Records a failure of the running test, at the author's line.
///
/// Under XCTest on Linux, the default reporter of issues takes each test for one that runs within a
/// host application, and says so below each failure. A test case is therefore told without it.
/// Every other reporter, such as one of `withIssueReporters`, is asked as usual.
package func recordFailure(_ message: String, at site: CallSite) {
  var reporters = IssueReporters.current
  if case .xcTest? = TestContext.current {
    // The closure is set when the test cases are counted for the first time.
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

/// Fails the running test case of XCTest with a message, at a file and line. `HeadraceTesting` sets
/// it, which alone is linked to XCTest; it is `nil` in a program without it.
package let failTestCase = LockIsolated<(@Sendable (String, StaticString, UInt) -> Void)?>(nil)

/// Fails the running test case of XCTest.
private struct TestCaseReporter: IssueReporter {
  let fail: @Sendable (String, StaticString, UInt) -> Void

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    fail(message() ?? "", filePath, line)
  }
}
