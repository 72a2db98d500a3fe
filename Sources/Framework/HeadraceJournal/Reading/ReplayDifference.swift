import Foundation
public import Headrace

/// The first point at which today's code produces another state than the recorded one.
public struct ReplayDifference: Sendable, CustomStringConvertible {
  /// The action after which the states differ.
  ///
  /// If the journal has no differences, it is one of these actions: those since the last recorded
  /// state.
  public let actions: ClosedRange<Int>

  /// The names of the last action's cases.
  public let label: String?

  /// The difference between the state of today's code and the recorded one.
  public let difference: StateDifference

  /// The values requested by reducers until then that were not recorded.
  public let unrecorded: Set<String>

  /// The action, the difference, and a remedy.
  public var description: String {
    let last = "action \(actions.upperBound)" + (label.map { " (\($0))" } ?? "")
    let place =
      actions.count == 1
      ? "After \(last)" : "Somewhere in actions \(actions.lowerBound) to \(last)"
    var text = "\(place), today's code gives another state than was recorded:\n\n"
    for change in difference.changed { text += "  \(change.place): \(change.value)\n" }
    for removed in difference.removed { text += "  \(removed): gone\n" }
    for splice in difference.spliced {
      text += "  \(splice.place): \(splice.removedCount) elements from \(splice.index) on are "
      text += "\(splice.inserted.count) others\n"
    }
    guard !unrecorded.isEmpty else { return text }
    let names = unrecorded.sorted().joined(separator: ", ")
    return text + "\nThe reducer asks for values that were not recorded: \(names).\n"
  }
}

extension Journal {
  /// Checks that a feature still produces the recorded states.
  ///
  /// The encoded states are compared, so a property that `==` ignores counts.
  ///
  /// ```swift
  /// let journal = try Journal<Counter.State, Counter.Action>(contentsOf: recording)
  /// #expect(try journal.replays(on: Counter()) == nil)
  /// ```
  ///
  /// - Parameters:
  ///   - reducer: The current feature.
  ///   - updateValues: Overrides dependencies that its reducers read, such as `locale`.
  ///   - leavingOut: Removes the parts of the state that the recorder omitted.
  /// - Returns: The first difference; `nil` if all states are equal.
  /// - Throws: ``JournalFailure`` if something can't be read back, as after an incompatible change
  ///   of a type.
  /// - Complexity: O(*n* · *m*) for *n* actions and a state of size *m*.
  public func replays<R: Reducer>(
    on reducer: @autoclosure () -> R,
    withDependencies updateValues: (inout DependencyValues) -> Void = { _ in },
    leavingOut: (inout State) -> Void = { _ in }
  ) throws(JournalFailure) -> ReplayDifference? where R.State == State, R.Action == Action {
    let replay = Replay(self, withDependencies: updateValues, reducer: reducer)
    var start = actions.lowerBound
    var recorded = try recordedState(after: start - 1)
    for number in actions {
      var state = try replay.reducedState(after: number)
      leavingOut(&state)
      if let change = try recordedDifference(of: number), recorded != nil {
        try recorded.apply(change)
      } else {
        recorded = try recordedState(after: number)
      }
      guard let expected = recorded else { continue }
      let actual = JSONValue(encodingOrDescribing: state)
      if actual == expected || actual == rewritten(expected) {
        start = number + 1
        continue
      }
      return ReplayDifference(
        actions: start...number, label: try label(of: number),
        difference: StateDifference(from: expected, to: actual), unrecorded: replay.unrecorded)
    }
    return nil
  }

  /// Encodes a recorded state again; `nil` if it can't be decoded.
  ///
  /// Earlier journals have sets in no fixed order.
  private func rewritten(_ recorded: JSONValue) -> JSONValue? {
    guard let read = decoder(of: State.self) else { return nil }
    do {
      return JSONValue(encodingOrDescribing: try read(Data("{\"p\":\(recorded)}".utf8)))
    } catch {
      return nil
    }
  }
}

extension Optional<JSONValue> {
  fileprivate mutating func apply(_ change: StateDifference) throws(JournalFailure) {
    guard var value = self else { return }
    self = nil
    try change.apply(to: &value)
    self = value
  }
}
