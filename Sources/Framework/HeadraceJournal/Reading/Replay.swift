public import Headrace

/// Reduces the actions of a journal again, without running effects, to find the states after them.
///
/// ```swift
/// let replay = Replay(journal) { Counter() }
/// let state = try replay.state(after: 12)
/// ```
///
/// A reducer receives the dates, ids and random numbers that it received when the action was
/// recorded, and the answers of endpoints that are ``recorded(_:_:)``. All other dependencies have
/// their test values.
public final class Replay<State, Action> {
  /// The journal, which may be replaced by the same journal with more events.
  package var journal: Journal<State, Action>
  private let reduce: (inout State, Action, RunNotes) -> Void
  /// The last state that was computed, and the number of the action after it.
  private var position: (state: State, nextAction: Int)?

  /// The values that reducers requested but that were not recorded, such as `randomNumber`.
  ///
  /// A state after such a request can differ from the recorded one.
  public private(set) var unrecorded: Set<String> = []

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - updateValues: Overrides dependencies that reducers read, such as `locale`.
  ///   - reducer: The feature whose actions were recorded.
  public init<R: Reducer>(
    _ journal: Journal<State, Action>,
    withDependencies updateValues: (inout DependencyValues) -> Void = { _ in },
    reducer: () -> R
  ) where R.State == State, R.Action == Action {
    self.journal = journal
    var values = DependencyValues()
    values.context = .test
    values.update(updateValues)
    reduce = makeFold(of: reducer, dependencies: values)
  }

  /// Prepares a replay with the nodes and the dependencies of a store.
  package init(
    _ journal: Journal<State, Action>, by reduce: @escaping (inout State, Action, RunNotes) -> Void
  ) {
    self.journal = journal
    self.reduce = reduce
  }

  /// Returns the state after an action.
  ///
  /// - Parameter number: The number of the action; for the state before the first one, one less.
  /// - Throws: ``JournalFailure`` if there is no such action, or something can't be read back.
  /// - Complexity: O(*n*) in the number of actions since the last checkpoint, or since the state
  ///   requested before.
  public func state(after number: Int) throws(JournalFailure) -> State {
    let actions = journal.actions
    guard number >= actions.lowerBound - 1, number < actions.upperBound else {
      throw JournalFailure(.noSuchAction(number, actions: actions))
    }
    let start = try journal.checkpoint(before: number + 1)
    var (state, next) = start
    if let position, position.nextAction <= number + 1, position.nextAction >= next {
      (state, next) = position
    }
    return try run(from: (state, next), through: number)
  }

  /// Returns the state after an action, reduced from the first action on.
  ///
  /// It is never a recorded state, so that it can be compared with one.
  func reducedState(after number: Int) throws(JournalFailure) -> State {
    if let position { return try run(from: position, through: number) }
    let start = try journal.checkpoint(before: journal.actions.lowerBound)
    return try run(from: start, through: number)
  }

  private func run(
    from start: (state: State, nextAction: Int), through number: Int
  ) throws(JournalFailure) -> State {
    var (state, next) = start
    position = nil
    while next <= number {
      try step(&state, action: next)
      next += 1
    }
    position = (state, next)
    return state
  }

  /// Reduces an action of the journal again, with the recorded answers.
  package func step(_ state: inout State, action number: Int) throws(JournalFailure) {
    let (action, answers) = try journal.action(number)
    unrecorded.formUnion(step(&state, action: action, answers: answers).unrecorded)
  }

  /// Reduces an action with recorded answers, and returns the notes about it.
  func step(
    _ state: inout State, action: Action, answers: RecordedAnswers
  ) -> RunNotes.Noted {
    let notes = RunNotes { answers.next($0, $1) }
    reduce(&state, action, notes)
    return notes.take(isLast: true)
  }

  /// Reduces an action that is not in the journal.
  package func step(_ state: inout State, action: Action) {
    reduce(&state, action, RunNotes { _, _ in nil })
  }
}
