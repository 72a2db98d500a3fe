/// An event that can happen next in a run of a test.
struct ScheduleCandidate {
  /// The number of its task, in the order in which tasks appear; 0 is the test itself.
  let task: Int
  /// Its position in the order in which candidates appeared.
  let ticket: UInt64
  /// The position of its executor among those of the run; the test's own is the first.
  let executor: Int
  /// True if it runs on the actor of the executor's store.
  let hasOwner: Bool

  /// The store on whose actor it runs; `nil` if it runs elsewhere.
  var object: Int? { hasOwner ? executor : nil }

  /// True if it is not a job but the test, which continues although jobs wait.
  var isContinuingTest: Bool { ticket == 0 && task == 0 }

  /// True if it runs on the test's own executor.
  var isOfTest: Bool { executor == 0 }
}

/// The plan of how a run of a test chooses the next event.
struct SchedulePlan: Sendable {
  /// The strategy for choices that are not planned.
  enum Rest: Sendable {
    /// The oldest candidate, as without exploration.
    case oldest
    /// Any candidate, with equal probability.
    case random
    /// The task with the highest of random priorities, some of which are lowered by choices.
    case pct(depth: Int, choiceCount: Int)
    /// The candidate with the highest of random priorities, which are drawn again for conflicting
    /// ones.
    case pos
    /// A task with a probability equal to its share of the remaining work.
    case surw([Int: Int])
  }

  /// The indices of the first chosen candidates, by the choices' positions; 0 is the oldest.
  var choices: [Int: Int] = [:]
  /// The number of planned choices.
  var plannedCount = 0
  var rest = Rest.oldest
  var seed: UInt64 = 0
  /// True if orders that are equivalent to earlier ones are left out.
  var usesSleepSets = false
  /// The indices of the candidates that earlier runs chose instead, and the footprints of their
  /// steps, by the choices' positions.
  var explored: [Int: [Int: ScheduleFootprint]] = [:]
}

/// A chooser of the next event.
struct ScheduleChooser: Sendable {
  /// A choice that was made.
  struct Choice: Hashable, Sendable {
    let index: Int
    let count: Int
    /// The number of steps before it.
    let stepCount: Int
  }

  private let plan: SchedulePlan
  private var generator: ScheduleGenerator
  private(set) var choices: [Choice] = []
  /// True if the next choice is planned.
  var isPlanned: Bool { choices.count < plan.plannedCount }
  /// True if footprints of steps are needed.
  var usesSleepSets: Bool { plan.usesSleepSets }
  /// True if a planned candidate did not exist.
  private(set) var isOffPlan = false
  private var stepCount = 0
  /// The priorities of tasks, or of candidates by their tickets.
  private var priorities: [UInt64: Double] = [:]
  private var changePoints: Set<Int> = []
  private var remaining: [Int: Int] = [:]
  private(set) var sleepSet = SleepSet()

  init(_ plan: SchedulePlan) {
    self.plan = plan
    generator = ScheduleGenerator(state: plan.seed)
    switch plan.rest {
    case .pct(let depth, let choiceCount):
      for _ in 1..<min(max(depth, 1), choiceCount + 1) {
        changePoints.insert(.random(in: 0..<max(choiceCount, 1), using: &generator))
      }
    case .surw(let counts): remaining = counts
    default: break
    }
  }

  /// Chooses one of at least two candidates, ordered from the oldest.
  mutating func choose(_ candidates: [ScheduleCandidate]) -> Int {
    if plan.usesSleepSets {
      let position = choices.count
      sleepSet.beginChoice(position, of: candidates, explored: plan.explored[position] ?? [:])
    }
    return choose(of: candidates.count) { $0.chooseFreely(candidates) }
  }

  /// Chooses one of two or more values or sleepers, with equal probability.
  mutating func choose(of count: Int) -> Int {
    choose(of: count) { chooser in
      if case .oldest = chooser.plan.rest { return 0 }
      return .random(in: 0..<count, using: &chooser.generator)
    }
  }

  private mutating func choose(of count: Int, freely: (inout Self) -> Int) -> Int {
    let number = choices.count
    var index = isPlanned ? plan.choices[number] ?? 0 : freely(&self)
    if index >= count { (index, isOffPlan) = (0, true) }
    choices.append(Choice(index: index, count: count, stepCount: stepCount))
    return index
  }

  /// Returns `true` if these choices were made again, after as many steps; the last one may differ.
  func repeats(_ others: [Choice]) -> Bool {
    !isOffPlan && choices.prefix(others.count - 1) == others.dropLast()
      && choices.dropFirst(others.count - 1).first?.stepCount == others.last?.stepCount
  }

  /// Records the next event, whether it was chosen or the only possible one.
  ///
  /// - Parameter footprint: The data that it may share, as far as it is known beforehand.
  mutating func note(_ candidate: ScheduleCandidate, _ footprint: ScheduleFootprint) {
    stepCount += 1
    if plan.usesSleepSets { sleepSet.beginStep(candidate, footprint, choiceCount: choices.count) }
    if !remaining.isEmpty { remaining[candidate.task]? -= 1 }
  }

  /// Notes that the current step may share anything with others.
  mutating func touchEverything() { sleepSet.touchEverything() }

  /// Notes that the current step wakes another task, so that a step on a store's actor may affect
  /// more than its store.
  mutating func wakeAnother() { sleepSet.wakeAnother() }

  private mutating func chooseFreely(_ candidates: [ScheduleCandidate]) -> Int {
    switch plan.rest {
    case .oldest: return sleepSet.firstAwake(of: candidates) ?? 0
    case .random: return .random(in: 0..<candidates.count, using: &generator)
    case .pct:
      var index = highest(candidates) { UInt64($0.task) }
      if changePoints.contains(choices.count) {
        priorities[UInt64(candidates[index].task)] = -Double(choices.count) - 1
        index = highest(candidates) { UInt64($0.task) }
      }
      return index
    case .pos:
      let index = highest(candidates, by: \.ticket)
      let object = candidates[index].object
      for candidate in candidates
      where object == nil || candidate.object == nil || candidate.object == object {
        priorities[candidate.ticket] = nil
      }
      return index
    case .surw:
      let weights = candidates.map { Double(max(remaining[$0.task] ?? 1, 1)) }
      var point = Double.random(in: 0..<weights.reduce(0, +), using: &generator)
      for (index, weight) in weights.enumerated() {
        if point < weight { return index }
        point -= weight
      }
      return candidates.count - 1
    }
  }

  /// Returns the candidate with the highest priority; each gets one when it is first seen.
  private mutating func highest(
    _ candidates: [ScheduleCandidate], by key: (ScheduleCandidate) -> UInt64
  ) -> Int {
    var best = (index: 0, priority: -Double.infinity)
    for (index, candidate) in candidates.enumerated() {
      let key = key(candidate)
      let priority = priorities[key] ?? Double.random(in: 0..<1, using: &generator)
      priorities[key] = priority
      if priority > best.priority { best = (index, priority) }
    }
    return best.index
  }
}

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
struct ScheduleGenerator: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
