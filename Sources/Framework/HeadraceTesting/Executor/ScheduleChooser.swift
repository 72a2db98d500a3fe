/// Something that can happen next in a run of a test.
struct ScheduleCandidate {
  /// The number of its task, in the order in which tasks appear; 0 is the test itself.
  let task: Int
  /// Its position in the order in which candidates appeared.
  let ticket: UInt64
  /// The position of its executor among those of the run; that of the test itself is the first.
  let executor: Int
  /// Whether it runs on the actor of the executor's store.
  let hasOwner: Bool

  /// The store on whose actor it runs; `nil` if it runs elsewhere.
  var object: Int? { hasOwner ? executor : nil }
}

/// How a run of a test decides what happens next.
struct SchedulePlan: Sendable {
  /// How is chosen where a plan says nothing.
  enum Rest: Sendable {
    /// What has waited longest, as without exploration.
    case oldest
    /// Any candidate, each as likely as the others.
    case random
    /// The task with the highest of random priorities, which some choices lower.
    case pct(depth: Int, choiceCount: Int)
    /// The candidate with the highest of random priorities, which conflicting ones draw again.
    case pos
    /// A task as likely as its share of what is left to do.
    case surw([Int: Int])
  }

  /// The candidates of the first choices, by the choices' positions; 0 is the oldest.
  var choices: [Int: Int] = [:]
  /// How many choices are planned.
  var plannedCount = 0
  var rest = Rest.oldest
  var seed: UInt64 = 0
}

/// Chooses what happens next.
struct ScheduleChooser: Sendable {
  /// A choice that was made.
  struct Choice: Hashable, Sendable {
    let index: Int
    let count: Int
  }

  private let plan: SchedulePlan
  private var generator: ScheduleGenerator
  private(set) var choices: [Choice] = []
  /// Whether the next choice is planned.
  var isPlanned: Bool { choices.count < plan.plannedCount }
  /// Whether a planned candidate was not there.
  private(set) var isOffPlan = false
  /// The priorities of tasks, or of candidates by their tickets.
  private var priorities: [UInt64: Double] = [:]
  private var changePoints: Set<Int> = []
  private var remaining: [Int: Int] = [:]

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

  /// Chooses one of at least two candidates, the oldest first.
  mutating func choose(_ candidates: [ScheduleCandidate]) -> Int {
    choose(of: candidates.count) { $0.chooseFreely(candidates) }
  }

  /// Chooses one of two or more values or sleepers; each is as likely as the others.
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
    choices.append(Choice(index: index, count: count))
    return index
  }

  /// Notes what happens, whether it was chosen or nothing else could happen.
  mutating func note(_ candidate: ScheduleCandidate) {
    remaining[candidate.task]? -= 1
  }

  private mutating func chooseFreely(_ candidates: [ScheduleCandidate]) -> Int {
    switch plan.rest {
    case .oldest: return 0
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

  /// The candidate with the highest priority; each gets one when it is first seen.
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
