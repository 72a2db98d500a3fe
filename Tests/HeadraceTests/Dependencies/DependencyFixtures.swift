import Headrace
import IssueReporting
import Synchronization

struct Greeting: DependencyKey, Sendable, Equatable {
  var text: String

  static let liveValue = Greeting(text: "live")
  static let previewValue = Greeting(text: "preview")
  static let testValue = Greeting(text: "test")
}

/// A key without its own test value.
struct LiveOnly: DependencyKey, Sendable, Equatable {
  var text: String

  static let liveValue = LiveOnly(text: "live")
}

/// A key without a live value.
struct TestOnly: TestDependencyKey, Sendable, Equatable {
  var text: String

  static let testValue = TestOnly(text: "test")
}

/// A test value with an identity, which shows whether the value is shared.
final class Identity: TestDependencyKey, Sendable {
  static var testValue: Identity { Identity() }
}

extension DependencyValues {
  var greeting: Greeting {
    get { self[Greeting.self] }
    set { self[Greeting.self] = newValue }
  }

  var liveOnly: LiveOnly {
    get { self[LiveOnly.self] }
    set { self[LiveOnly.self] = newValue }
  }

  var testOnly: TestOnly {
    get { self[TestOnly.self] }
    set { self[TestOnly.self] = newValue }
  }

  var identity: Identity {
    get { self[Identity.self] }
    set { self[Identity.self] = newValue }
  }
}

/// Returns the text of the current greeting.
func currentGreeting() -> String {
  @Dependency(\.greeting) var greeting
  return greeting.text
}

/// A report as a test would show it.
struct Report: Equatable {
  let text: String
  let fileID: String
  let line: Int
}

/// Runs code and returns its reports, which are the subject of the test.
nonisolated(nonsending)
  func reports(of body: () async throws -> Void) async rethrows -> [Report]
{
  let collector = ReportCollector()
  try await withIssueReporters([collector]) { try await body() }
  return collector.reports
}

private final class ReportCollector: IssueReporter {
  private let contents = Mutex<[Report]>([])

  var reports: [Report] { contents.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let report = Report(text: message() ?? "", fileID: "\(fileID)", line: Int(line))
    contents.withLock { $0.append(report) }
  }
}
