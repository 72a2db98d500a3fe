extension ScheduleSearch {
  /// Runs all schedules, one after another: each differs from the previous one in the last choice
  /// that has another candidate left.
  ///
  /// - Parameters:
  ///   - first: The ordinary run.
  ///   - usesSleepSets: True if orders that are equivalent to earlier ones are left out.
  func exhaust(
    from first: ScheduleRun.Record, schedules count: Int, usesSleepSets: Bool,
    _ outcome: inout Outcome
  ) async {
    var path = SchedulePath(usesSleepSets: usesSleepSets)
    path.follow(first.chooser)
    while let plan = path.nextPlan() {
      guard outcome.scheduleCount < count, !Task.isCancelled else { return }
      let record = await run(plan)
      outcome.add(record, number: outcome.scheduleCount + 1)
      outcome.isNondeterministic = !record.chooser.repeats(path.choices)
      if outcome.failure != nil || outcome.isNondeterministic { return }
      path.follow(record.chooser)
      await Task.yield()
    }
    outcome.isExhausted = true
  }
}

/// The choices of the previous run, with the candidates that were tried at each.
private struct SchedulePath {
  private struct Fork {
    var choice: ScheduleChooser.Choice
    /// The candidates that other runs have tried in all orders.
    let asleep: Set<Int>
    /// The footprints of the tried steps.
    var explored: [Int: ScheduleFootprint] = [:]
    /// The footprint of the chosen step, in all runs that begin with it.
    var footprint: ScheduleFootprint?
  }

  private let usesSleepSets: Bool
  private var forks: [Fork] = []

  init(usesSleepSets: Bool) { self.usesSleepSets = usesSleepSets }

  var choices: [ScheduleChooser.Choice] { forks.map(\.choice) }

  /// Notes a run, which began with these choices.
  mutating func follow(_ chooser: ScheduleChooser) {
    let sleep = chooser.sleepSet
    let choices = chooser.choices.prefix(sleep.newChoiceCount ?? .max)
    for (position, choice) in choices.enumerated() {
      let footprint = sleep.footprints[position] ?? .everything
      if position < forks.count {
        forks[position].footprint = forks[position].footprint?.union(footprint) ?? footprint
      } else {
        let asleep = sleep.asleep[position] ?? []
        forks.append(Fork(choice: choice, asleep: asleep, footprint: footprint))
      }
    }
  }

  /// Plans the next run; returns `nil` if there is none left.
  mutating func nextPlan() -> SchedulePlan? {
    while var fork = forks.popLast() {
      let (index, count) = (fork.choice.index, fork.choice.count)
      fork.explored[index] = fork.footprint
      guard let next = (index + 1..<count).first(where: { !fork.asleep.contains($0) })
      else { continue }
      fork.choice = .init(index: next, count: count, stepCount: fork.choice.stepCount)
      fork.footprint = nil
      forks.append(fork)
      return plan
    }
    return nil
  }

  private var plan: SchedulePlan {
    var plan = SchedulePlan(plannedCount: forks.count, usesSleepSets: usesSleepSets)
    for (position, fork) in forks.enumerated() {
      plan.choices[position] = fork.choice.index
      if usesSleepSets { plan.explored[position] = fork.explored }
    }
    return plan
  }
}
