import IssueReporting
import Synchronization

/// A failure as a test would show it.
struct RecordedFailure: Equatable, CustomStringConvertible {
  let text: String
  let fileID: String
  let line: Int
  let isWarning: Bool

  var description: String { "\(fileID):\(line): \(text)" }
}

/// Runs code and returns its failures, which are the subject of the test.
nonisolated(nonsending)
  func failures(of body: () async throws -> Void) async rethrows -> [RecordedFailure]
{
  let recorder = FailureRecorder()
  try await withIssueReporters([recorder]) { try await body() }
  return recorder.failures
}

/// Keeps failures as they arrive.
final class FailureRecorder: IssueReporter {
  private let contents = Mutex<[RecordedFailure]>([])

  var failures: [RecordedFailure] { contents.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let failure = RecordedFailure(
      text: message() ?? "", fileID: "\(fileID)", line: Int(line), isWarning: severity == .warning)
    contents.withLock { $0.append(failure) }
  }
}
