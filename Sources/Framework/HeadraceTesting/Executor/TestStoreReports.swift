import Headrace
import IssueReporting

/// A test store's reports about effects that continue after they were cancelled or the test ended.
///
/// A task that an effect leaves behind does not know the test that it belongs to, so its reports
/// would be lost. They wait here until the test calls the store again. Once the store is released,
/// a task that does know the test takes over.
struct TestStoreReports {
  /// A report.
  struct Report: Sendable {
    let message: String
    let site: CallSite
  }

  /// The maximum number of ends in a readable report.
  private static let endCountMax = 5

  /// The most recently cancelled effects, oldest first.
  private(set) var cancellations: [TestedEffectEnd] = []
  /// The most recent effects that ended without sending an action since the test sent one, oldest
  /// first.
  private(set) var silentEnds: [TestedEffectEnd] = []
  /// The most recent ids that cancelled nothing since the test sent an action, oldest first.
  private(set) var failedCancellations: [FailedCancellation] = []
  private var waiting: [Report] = []
  private var stream: AsyncStream<Report>.Continuation?
  /// The last action that the store had reduced when its test asserted that everything has ended;
  /// `nil` if the test continues, or makes no such assertion.
  private var lastActionOfTest: UInt64?

  mutating func add(_ report: Report) {
    if let stream { stream.yield(report) } else { waiting.append(report) }
  }

  mutating func addCancellation(_ end: TestedEffectEnd) {
    Self.add(end, to: &cancellations)
  }

  mutating func addSilentEnd(_ end: TestedEffectEnd) {
    Self.add(end, to: &silentEnds)
  }

  private static func add(_ end: TestedEffectEnd, to ends: inout [TestedEffectEnd]) {
    if ends.count == endCountMax { ends.removeFirst() }
    ends.append(end)
  }

  /// Called when the test sends an action.
  mutating func testSends() {
    silentEnds = []
    failedCancellations = []
  }

  mutating func add(_ cancellation: FailedCancellation) {
    if failedCancellations.count == Self.endCountMax { failedCancellations.removeFirst() }
    failedCancellations.append(cancellation)
  }

  mutating func takeWaiting() -> [Report] {
    defer { waiting = [] }
    return waiting
  }

  /// Called when the test is informed that nothing is left to do.
  mutating func testFinished(lastAction: UInt64) {
    lastActionOfTest = lastAction
  }

  /// Returns true if no more actions should arrive.
  ///
  /// - Parameter lastAction: The last action that the store has reduced; `nil` if the store was
  ///   released.
  func isFinished(lastAction: UInt64?) -> Bool {
    guard let lastActionOfTest else { return false }
    return lastAction == nil || lastAction == lastActionOfTest
  }

  /// Sends later reports to a stream instead; called when the store is released.
  mutating func send(to stream: AsyncStream<Report>.Continuation) {
    self.stream = stream
  }

  /// Ends the stream; called when no effect is left that could cause a report.
  mutating func end() {
    stream?.finish()
  }
}
