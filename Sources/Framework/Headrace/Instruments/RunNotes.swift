import Synchronization

/// Notes about one run of a reducer or of an effect's work.
///
/// They contain its misuse, for instruments, and the generated values that a replay must return.
///
/// While a store has instruments, there are notes for each reduced action and for each effect. A
/// replay has notes for each action.
package final class RunNotes: Sendable {
  /// A finding of a run.
  package enum Finding: Sendable {
    case misuse(String, CallSite)
    case actionForAbsentChild(label: String)
  }

  /// The contents of the notes; `unrecorded` has the names of requested values that a replay can't
  /// return.
  package typealias Noted = (findings: [Finding], values: [GeneratedValue], unrecorded: Set<String>)

  /// Returns the next recorded value to a replay; `nil` if the recorded value has another name or
  /// type.
  package typealias Answer =
    @Sendable (
      _ name: String, _ type: any (Codable & Sendable).Type
    ) -> (any Sendable)?

  /// The notes of the reducer or the effect that is running.
  @TaskLocal package static var current: RunNotes?

  /// The maximum number of findings that wait to be reported.
  ///
  /// An effect's findings are reported when it sends or ends; an effect that does neither could add
  /// findings without end.
  private static let findingCountMax = 64

  /// The effect as it was when it started; `nil` for the notes of an action.
  ///
  /// Its feature may have been removed by the time of a report.
  let effect: EffectInfo?

  private let answer: Answer?

  /// The notes so far; `nil` once nothing will report them.
  ///
  /// A task that a reducer or an effect creates by itself can outlive both.
  private let noted = Mutex<Noted?>(([], [], []))

  package init(of effect: EffectInfo? = nil, answer: Answer? = nil) {
    self.effect = effect
    self.answer = answer
  }

  /// True if a replay runs the reducer, so that no misuse is reported a second time.
  var isReplay: Bool { answer != nil }

  func note(_ finding: Finding) {
    noted.withLock {
      if ($0?.findings.count ?? .max) < Self.findingCountMax { $0?.findings.append(finding) }
    }
  }

  /// Takes the notes since the last call.
  ///
  /// - Parameter isLast: If true, nothing is noted afterwards.
  package func take(isLast: Bool = false) -> Noted {
    noted.withLock { noted in
      defer { noted = isLast || noted == nil ? nil : ([], [], []) }
      return noted ?? ([], [], [])
    }
  }
}

// MARK: - Generated Values

/// A value that a reducer requested from its dependencies, such as the current date.
package struct GeneratedValue: Sendable {
  /// The name of its generator, such as `date`.
  package let name: String
  package let value: any Codable & Sendable
}

extension RunNotes {
  /// Generates a value that can differ when the same action is reduced again.
  ///
  /// In a reducer that a journal records, the value is noted; in a replay, the recorded value is
  /// returned.
  package static func generated<Value: Codable & Sendable>(
    _ name: String, _ generate: () -> Value
  ) -> Value {
    guard let notes = current, notes.effect == nil else { return generate() }
    guard let answer = notes.answer else {
      // Values that the generator itself requests are not requested in a replay.
      let value = $current.withValue(nil, operation: generate)
      notes.noted.withLock { $0?.values.append(GeneratedValue(name: name, value: value)) }
      return value
    }
    if let given = answer(name, Value.self), let value = given as? Value { return value }
    noteUnrecorded(name)
    return generate()
  }

  /// Notes that a reducer uses a value that a journal does not record.
  static func noteUnrecorded(_ name: @autoclosure () -> String) {
    guard let notes = current, notes.effect == nil else { return }
    notes.noted.withLock { _ = $0?.unrecorded.insert(name()) }
  }
}

/// An instrument that records the values that a replay must return.
///
/// It is called after the reducer, before `actionReduced`.
package protocol ReplayRecorder {
  func runEnded(_ values: [GeneratedValue], unrecorded: Set<String>, in action: ActionID)
}

// MARK: - Encoding for a Journal

extension [CodingUserInfoKey: Any] {
  private static var journalKey: CodingUserInfoKey? { .init(rawValue: "headrace.journal") }

  /// The user info of a journal's encoder and decoder.
  package static var journal: Self { journalKey.map { [$0: true] } ?? [:] }

  /// True if a journal is being written or read.
  package var isOfJournal: Bool { Self.journalKey.map { self[$0] != nil } ?? false }
}
