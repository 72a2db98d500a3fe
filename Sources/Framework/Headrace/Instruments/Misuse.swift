import IssueReporting
import Logging

/// Reports a misuse of the framework: a test failure under a test, a log line otherwise.
///
/// - Parameters:
///   - message: What happened, why it is wrong, and the remedy.
///   - site: The author's line to change.
@usableFromInline
package func reportMisuse(_ message: String, at site: CallSite) {
  MisuseCollector.current?.note(.misuse(message, site))
  if isTesting {
    recordFailure(message, at: site)
  } else {
    misuseLogger.error("\(message)", file: "\(site.fileID)", line: site.line)
  }
}

/// Notes in the log what an author may want to know. It is no misuse, and fails no test.
///
/// - Parameter message: What happens, and what to write for something else.
func logNote(_ message: String) {
  misuseLogger.notice("\(message)")
}

private let misuseLogger = Logger(label: "headrace")
