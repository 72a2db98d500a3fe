import IssueReporting
import Logging

/// Reports a misuse of the framework: a test failure under a test, a log line otherwise.
///
/// - Parameters:
///   - message: What happened, why it is wrong, and the remedy.
///   - site: The author's line to change.
@usableFromInline
package func reportMisuse(_ message: String, at site: CallSite) {
  MisuseWitness.current?.note(.misuse(message, site))
  if isTesting {
    reportIssue(
      message, fileID: site.fileID, filePath: site.filePath, line: site.line,
      column: site.column)
  } else {
    MisuseLog.logger.error("\(message)", file: "\(site.fileID)", line: site.line)
  }
}

private enum MisuseLog {
  static let logger = Logger(label: "headrace")
}
