import Foundation

/// Removes the parts of a failing program that it does not need to fail.
struct Shrinking {
  private(set) var program: Program
  private(set) var failure: String
  private let expected: String

  init(_ program: Program, _ failure: String, expected: String) {
    self.program = program
    self.failure = failure
    self.expected = expected
    shrink()
  }

  static func failure(of program: Program) -> String? {
    let queue = ProgramQueue()
    return queue.run {
      let run = ProgramRun(program, on: queue)
      var rest = program.steps[...]
      run.run { rest.popFirst() }
      return run.failure
    }
  }

  var report: String {
    "\(failure)\n\(program.script)"
  }

  private mutating func shrink() {
    guard Self.failure(of: program) != nil else { return failure += " (it does not repeat)" }
    var isShrinking = true
    while isShrinking {
      isShrinking = false
      for candidate in program.smaller {
        guard let failure = Self.failure(of: candidate), failure.says(expected) else { continue }
        (program, self.failure) = (candidate, failure)
        isShrinking = true
        break
      }
    }
  }
}

extension String {
  /// Returns true if the text contains another; every text contains an empty one.
  func says(_ part: String) -> Bool { part.isEmpty || contains(part) }
}

extension Program {
  /// Programs that are slightly smaller, the smallest first.
  fileprivate var smaller: [Program] {
    var all: [Program] = []
    var size = steps.count / 2
    while size > 0 {
      for start in stride(from: 0, to: steps.count, by: size) {
        var program = self
        // Numbers of steps do not change: a step is replaced by one that does nothing.
        for index in start..<min(start + size, steps.count) { program.steps[index] = .advance(0) }
        if program.stepWeight < stepWeight { all.append(program) }
      }
      size /= 2
    }
    for index in initial.indices {
      var program = self
      program.initial.remove(at: index)
      all.append(program)
    }
    if hasInstrument || changeAct != nil {
      var program = self
      program.hasInstrument = false
      program.changeAct = nil
      all.append(program)
    }
    for index in levels.indices {
      var program = self
      for level in levels[index].simpler {
        program.levels[index] = level
        all.append(program)
      }
    }
    for (index, step) in steps.enumerated() {
      for simpler in step.simpler {
        var program = self
        program.steps[index] = simpler
        all.append(program)
      }
    }
    return all
  }

  private var stepWeight: Int {
    steps.count { if case .advance(0) = $0 { false } else { true } }
  }
}

extension LevelShape {
  fileprivate var simpler: [LevelShape] {
    var all: [LevelShape] = []
    if wrapper != .none { all.append(with { $0.wrapper = .none }) }
    if isParentFirst { all.append(with { $0.isParentFirst = false }) }
    if hasOnChange { all.append(with { $0.hasOnChange = false }) }
    if override != nil { all.append(with { $0.override = nil }) }
    return all
  }

  private func with(_ change: (inout LevelShape) -> Void) -> LevelShape {
    var level = self
    change(&level)
    return level
  }
}

extension Step {
  fileprivate var simpler: [Step] {
    switch self {
    case .send(let path, let command, let isAwaited, let viaStores, let thenRuns):
      var all = command.simpler.map {
        Step.send(
          path, $0, isAwaited: isAwaited, viaStores: viaStores, thenRuns: thenRuns)
      }
      if isAwaited || viaStores || !thenRuns {
        all.append(.send(path, command, isAwaited: false, viaStores: false, thenRuns: true))
      }
      return all
    case .tell(let effect, let path, let command?):
      return command.simpler.map { .tell(effect: effect, path, $0) }
    case .observe(let number, let reading, let reaction):
      var all: [Step] = []
      if reaction?.acts.isEmpty == false { all.append(.observe(number, reading, nil)) }
      if reading.keepsStores {
        var reading = reading
        reading.keepsStores = false
        all.append(.observe(number, reading, reaction))
      }
      return all
    default: return []
    }
  }
}

extension Command {
  fileprivate var simpler: [Command] {
    guard !isDismissal else { return [] }
    let silent = heard.isEmpty ? [] : [Command(number, reactions)]
    return silent
      + reactions.indices.flatMap { index in
        var without = reactions
        without.remove(at: index)
        return [Command(number, without, heard: heard)]
          + reactions[index].simpler.map { reaction in
            var reactions = reactions
            reactions[index] = reaction
            return Command(number, reactions, heard: heard)
          }
      }
  }
}

extension Reaction {
  fileprivate var simpler: [Reaction] {
    var all: [Reaction] = []
    for index in changes.indices {
      var reaction = self
      reaction.changes.remove(at: index)
      all.append(reaction)
    }
    if !acts.isEmpty {
      var reaction = self
      reaction.acts = []
      all.append(reaction)
    }
    for plan in effect.simpler {
      var reaction = self
      reaction.effect = plan
      all.append(reaction)
    }
    return all
  }
}

extension EffectPlan {
  fileprivate var simpler: [EffectPlan] {
    switch self {
    case .none: []
    case .send, .cancel: [.none]
    case .run(let work):
      work.isStubborn || work.onCancel != nil ? [.none, .run(Work(number: work.number))] : [.none]
    case .merge(let plans):
      plans
        + plans.indices.flatMap { index in
          Self.simpler(plans, index).map { .merge($0) }
        }
    case .concatenate(let plans):
      plans
        + plans.indices.flatMap { index in
          Self.simpler(plans, index).map { .concatenate($0) }
        }
    case .cancellable(let plan, let id, let cancelInFlight):
      [plan] + plan.simpler.map { .cancellable($0, id: id, cancelInFlight: cancelInFlight) }
    case .map(let plan): [plan] + plan.simpler.map { .map($0) }
    case .throttle(let plan, let id, let time, let latest):
      [plan] + plan.simpler.map { .throttle($0, id: id, for: time, latest: latest) }
    case .debounce(let plan, let id, let time):
      [plan] + plan.simpler.map { .debounce($0, id: id, for: time) }
    }
  }

  private static func simpler(_ plans: [EffectPlan], _ index: Int) -> [[EffectPlan]] {
    plans[index].simpler.map { plan in
      var plans = plans
      plans[index] = plan
      return plans
    }
  }
}
