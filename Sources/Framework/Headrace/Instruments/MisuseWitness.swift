import Synchronization

/// Collects what is found wrong while code runs for a store, until its instruments can be told.
///
/// There is one for the reducers of a store and one for each effect, while instruments watch. A
/// reducer finds it on its thread, an effect as a task-local value.
final class MisuseWitness: Sendable {
  /// Something wrong.
  enum Finding: Sendable {
    case misuse(String, CallSite)
    case actionForAbsentChild(label: String)
  }

  /// The witness of the code that runs.
  static var current: MisuseWitness? { reducing ?? running }

  /// The witness of the effect that runs.
  @TaskLocal static var running: MisuseWitness?

  /// The witness of the reducer that runs on the thread: to push a task-local value for every
  /// action takes as long as many reducers do.
  private static var reducing: MisuseWitness? {
    pointer.value.map { Unmanaged<MisuseWitness>.fromOpaque($0).takeUnretainedValue() }
  }

  private static var pointer: ThreadLocalPointer { .witness }

  /// How much waits to be told: an effect that never sends may go wrong forever.
  private static let findingCountMax = 64

  /// The effect as it was when it started, when its feature was still in its place; `nil` for
  /// reducers.
  let effect: EffectInfo?

  /// What waits; `nil` while nobody will tell it. A task that a reducer or an effect has made
  /// itself can outlive both.
  private let findings = Mutex<[Finding]?>(nil)

  init(of effect: EffectInfo? = nil) {
    self.effect = effect
  }

  /// Runs a reducer, which is synchronous.
  func witnessing(_ reduce: () -> Void) {
    let slot = Self.pointer.slot
    let outer = slot.pointee
    slot.pointee = Unmanaged.passUnretained(self).toOpaque()
    reduce()
    slot.pointee = outer
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

  /// What was found since the last time.
  func take() -> [Finding] {
    findings.withLock { findings in
      guard let found = findings, !found.isEmpty else { return [] }
      findings = []
      return found
    }
  }

  /// What was found since the last time; from now on nothing is noted.
  func close() -> [Finding] {
    findings.withLock { findings in
      defer { findings = nil }
      return findings ?? []
    }
  }
}
