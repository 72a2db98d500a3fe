/// The data that a step may share with steps of other tasks, as far as the executors know.
enum ScheduleFootprint: Equatable, Sendable {
  /// Only what the actor of one store protects; the position of the store's executor.
  case store(Int)
  /// Anything except what the actors of stores protect, such as memory and other actors.
  case elsewhere
  case everything

  /// Returns true if the order of two steps may matter.
  func conflicts(with other: Self) -> Bool {
    switch (self, other) {
    case (.store(let first), .store(let second)): first == second
    case (.store, .elsewhere), (.elsewhere, .store): false
    case (.everything, _), (_, .everything), (.elsewhere, .elsewhere): true
    }
  }

  func union(_ other: Self) -> Self { self == other ? self : .everything }
}

/// The candidates of a run that need not run yet, because earlier runs had them first.
///
/// These are sleep sets. See Godefroid: "Partial-Order Methods for the Verification of Concurrent
/// Systems", 1996. If two steps don't conflict, either order has the same result. So, once all
/// orders that begin with the first step were tried, the first step sleeps while others run, until
/// one of them conflicts with it.
struct SleepSet: Sendable {
  /// The sleeping candidates by their tickets, with the footprints that their steps had.
  private var sleeping: [UInt64: ScheduleFootprint] = [:]
  /// The current step, with the position of its choice.
  private var step: (position: Int?, footprint: ScheduleFootprint)?
  /// The position of the choice of the next step, if there was a choice.
  private var chosen: Int?
  /// The footprints of the chosen steps, by the positions of their choices.
  private(set) var footprints: [Int: ScheduleFootprint] = [:]
  /// The indices of the candidates that were asleep, by the positions of choices.
  private(set) var asleep: [Int: Set<Int>] = [:]
  /// The number of choices after which the run only repeated what earlier ones did.
  private(set) var newChoiceCount: Int?

  mutating func beginChoice(
    _ position: Int, of candidates: [ScheduleCandidate], explored: [Int: ScheduleFootprint]
  ) {
    endStep()
    chosen = position
    let indices = candidates.indices.filter { sleeping[candidates[$0].ticket] != nil }
    if !indices.isEmpty { asleep[position] = Set(indices) }
    for (index, footprint) in explored where candidates.indices.contains(index) {
      sleeping[candidates[index].ticket] = footprint
    }
  }

  /// Returns the index of the oldest candidate that does not sleep.
  func firstAwake(of candidates: [ScheduleCandidate]) -> Int? {
    sleeping.isEmpty ? 0 : candidates.firstIndex { sleeping[$0.ticket] == nil }
  }

  mutating func beginStep(
    _ candidate: ScheduleCandidate, _ footprint: ScheduleFootprint, choiceCount: Int
  ) {
    endStep()
    if sleeping.removeValue(forKey: candidate.ticket) != nil, newChoiceCount == nil {
      newChoiceCount = choiceCount
    }
    step = (chosen, footprint)
    chosen = nil
  }

  mutating func touchEverything() { step?.footprint = .everything }

  mutating func wakeAnother() {
    if case .store = step?.footprint { touchEverything() }
  }

  private mutating func endStep() {
    guard let (position, footprint) = step else { return }
    step = nil
    if let position { footprints[position] = footprint }
    if !sleeping.isEmpty { sleeping = sleeping.filter { !$0.value.conflicts(with: footprint) } }
  }
}
