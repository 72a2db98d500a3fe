import Synchronization

/// Notes about one run of a reducer, or of an effect's work: its misuse, for instruments, and the
/// generated values that a replay must return.
///
/// While a store has instruments, there are notes for each action that is reduced, and for each
/// effect. A replay has notes for each action.
package final class RunNotes: Sendable {
  /// Something that was found.
  package enum Finding: Sendable {
    case misuse(String, CallSite)
    case actionForAbsentChild(label: String)
  }

  /// What was noted. `unrecorded` are the names of what a reducer asked for, and a replay can't
  /// give back.
  package typealias Noted = (findings: [Finding], values: [GeneratedValue], unrecorded: Set<String>)

  /// Gives a replay the next value that was recorded; `nil` if another one was.
  package typealias Answer =
    @Sendable (
      _ name: String, _ type: any (Codable & Sendable).Type
    ) -> (any Sendable)?

  /// The notes of the reducer or the effect that is running.
  @TaskLocal package static var current: RunNotes?

  /// How many findings may wait to be reported. An effect's findings are reported when it sends or
  /// ends; an effect that does neither could add findings without end.
  private static let findingCountMax = 64

  /// The effect as it was when it started: its feature may be gone by the time of a report. `nil`
  /// for the notes of an action.
  let effect: EffectInfo?

  private let answer: Answer?

  /// The waiting notes; `nil` once nothing will report them. A task that a reducer or an effect
  /// creates itself can outlive both.
  private let waiting = Mutex<Noted?>(([], [], []))

  package init(of effect: EffectInfo? = nil, answer: Answer? = nil) {
    self.effect = effect
    self.answer = answer
  }

  /// Whether a replay runs the reducer, and no misuse is reported again.
  var isReplay: Bool { answer != nil }

  func note(_ finding: Finding) {
    waiting.withLock {
      if ($0?.findings.count ?? .max) < Self.findingCountMax { $0?.findings.append(finding) }
    }
  }

  /// Takes the notes since the last call.
  ///
  /// - Parameter isLast: Whether no more are noted afterwards.
  package func take(isLast: Bool = false) -> Noted {
    waiting.withLock { waiting in
      defer { waiting = isLast || waiting == nil ? nil : ([], [], []) }
      return waiting ?? ([], [], [])
    }
  }
}

// MARK: - Generated Values

/// A value that a reducer asked of its dependencies, such as the current date.
package struct GeneratedValue: Sendable {
  /// The name of what generates it, such as `date`.
  package let name: String
  package let value: any Codable & Sendable
}

extension RunNotes {
  /// Generates a value that can differ when the same action is reduced again.
  ///
  /// In a reducer that a journal records, it is noted; in a replay it is what was recorded.
  package static func generated<Value: Codable & Sendable>(
    _ name: String, _ generate: () -> Value
  ) -> Value {
    guard let notes = current, notes.effect == nil else { return generate() }
    guard let answer = notes.answer else {
      // What it asks for itself is not asked for in a replay.
      let value = $current.withValue(nil, operation: generate)
      notes.waiting.withLock { $0?.values.append(GeneratedValue(name: name, value: value)) }
      return value
    }
    if let given = answer(name, Value.self), let value = given as? Value { return value }
    noteUnrecorded(name)
    return generate()
  }

  /// Notes that a reducer uses a value that a journal does not record.
  static func noteUnrecorded(_ name: @autoclosure () -> String) {
    guard let notes = current, notes.effect == nil else { return }
    notes.waiting.withLock { _ = $0?.unrecorded.insert(name()) }
  }
}

/// An instrument that records what a replay must give back. It is called after the reducer, before
/// `actionReduced`.
package protocol ReplayRecorder {
  func runEnded(_ values: [GeneratedValue], unrecorded: Set<String>, in action: ActionID)
}

// MARK: - Encoding for a Journal

extension [CodingUserInfoKey: Any] {
  private static var journalKey: CodingUserInfoKey? { .init(rawValue: "headrace.journal") }

  /// What a journal's encoder and decoder have.
  package static var journal: Self { journalKey.map { [$0: true] } ?? [:] }

  /// Whether a journal is written or read.
  package var isOfJournal: Bool { Self.journalKey.map { self[$0] != nil } ?? false }
}
