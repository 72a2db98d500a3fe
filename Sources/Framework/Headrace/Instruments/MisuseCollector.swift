import Synchronization

/// Collects misuse that is found while code runs for a store, until it can be reported to the
/// store's instruments.
///
/// While a store has instruments, there is one for its reducers and one for each effect. A reducer
/// finds it on its thread, an effect as a task-local value.
final class MisuseCollector: Sendable {
  /// A misuse that was found.
  enum Finding: Sendable {
    case misuse(String, CallSite)
    case actionForAbsentChild(label: String)
  }

  /// The collector of the running code.
  static var current: MisuseCollector? { reducing ?? running }

  /// The collector of the running effect.
  @TaskLocal static var running: MisuseCollector?

  /// The collector of the reducer that is running on the thread. It is thread-local, because a
  /// task-local value would have to be pushed for every action.
  private static var reducing: MisuseCollector? {
    ThreadLocalPointer.collector.object(as: MisuseCollector.self)
  }

  /// How many findings may wait to be reported. An effect's findings are reported when it sends or
  /// ends; an effect that does neither could add findings without end.
  private static let findingCountMax = 64

  /// The effect as it was when it started: its feature may be gone by the time of a report. `nil`
  /// for the collector of the store's reducers.
  let effect: EffectInfo?

  /// The waiting findings; `nil` while nothing will report them. A task that a reducer or an effect
  /// creates itself can outlive both.
  private let findings = Mutex<[Finding]?>(nil)

  init(of effect: EffectInfo? = nil) {
    self.effect = effect
  }

  /// Runs a reducer, which is synchronous.
  func collecting(_ reduce: () -> Void) {
    ThreadLocalPointer.collector.withObject(self, reduce)
  }

  func open() {
    findings.withLock { $0 = [] }
  }

  func note(_ finding: Finding) {
    findings.withLock { findings in
      guard let count = findings?.count, count < Self.findingCountMax else { return }
      findings?.append(finding)
    }
  }

  /// The findings since the last call.
  func take() -> [Finding] {
    findings.withLock { findings in
      guard let found = findings, !found.isEmpty else { return [] }
      findings = []
      return found
    }
  }

  /// The findings since the last call; no more are noted afterwards.
  func close() -> [Finding] {
    findings.withLock { findings in
      defer { findings = nil }
      return findings ?? []
    }
  }
}
