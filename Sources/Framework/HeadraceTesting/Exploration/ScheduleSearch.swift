import Headrace
import IssueReporting
import Synchronization
import Testing

/// A search that runs a test again and again, each time in another order.
struct ScheduleSearch: Sendable {
  let test: @Sendable () async throws -> Void

  /// The outcome of a search.
  struct Outcome: Sendable {
    /// The number of schedules that have run.
    var scheduleCount = 0
    /// True if no other schedule is left.
    var isExhausted = false
    /// The first failing schedule.
    var failure: (number: Int, record: ScheduleRun.Record)?
    /// True if the same schedule led to two different runs.
    var isNondeterministic = false
    /// The code with work outside of the test's executors, and the number of the first such
    /// schedule.
    var escapes: [String: Int] = [:]
  }

  /// The maximum real time of a wait for work outside.
  private static let outsideMax = Duration.seconds(5)
  /// The maximum real time of a wait for undetected work outside; after a wait in vain, it is zero.
  private static let unseenMax = Duration.seconds(1)

  /// The knowledge about work outside of the test's executors: none, that it returns, or that it
  /// doesn't.
  private enum Outside { case isUnknown, comesBack, isSilent }

  private let outside = LockIsolated(Outside.isUnknown)

  /// Returns the call that repeats a schedule.
  let repeating: @Sendable (_ schedule: String) -> String

  init(
    _ test: @escaping @Sendable () async throws -> Void,
    repeating: @escaping @Sendable (_ schedule: String) -> String
  ) {
    (self.test, self.repeating) = (test, repeating)
  }
}

// MARK: - One Run

extension ScheduleSearch {
  /// Runs the test once.
  ///
  /// - Parameter recordsActions: True if the steps contain the actions of test stores, and reports
  ///   their names.
  func run(_ plan: SchedulePlan, recordsActions: Bool = false) async -> ScheduleRun.Record {
    let run = ScheduleRun(plan, recordsActions: recordsActions)
    await ScheduleRun.$taskLocal.withValue(run) {
      await DependencyValues.isolated({ _ in }, isNew: true) {
        let executor = TestExecutor()
        let task = Task(executorPreference: executor) {
          do {
            try await test()
          } catch {
            run.fail("The test threw an error: \(error)")
          }
          run.testEnded()
        }
        await drive(run, task)
      }
    }
    return run.end()
  }

  private func drive(_ run: ScheduleRun, _ task: Task<Void, Never>) async {
    while true {
      let isAtRest = run.runAll()
      if run.isDone { break }
      if Task.isCancelled {
        run.cancel(task)
        break
      }
      if !isAtRest {
        run.fail("The test has not ended after \(ScheduleRun.jobCountMax) steps.")
      } else if await waitForOutside(run) || run.giveUpWaits() {
        continue
      } else {
        run.fail(
          """
          Nothing can run, and the test has not ended: a deadlock, or work outside of the test's \
          executor that takes longer than \(Self.unseenMax).
          """)
      }
      run.cancel(task)
      break
    }
    if !run.runAll() {
      run.fail("Tasks still ran \(ScheduleRun.jobCountMax) steps after the test: cancel them.")
    }
    run.reportWaiting()
  }

  /// Waits until work returns from outside.
  ///
  /// - Returns: True if it has returned.
  private func waitForOutside(_ run: ScheduleRun) async -> Bool {
    let known = outside.withValue { outside in
      if run.hasEscapes { outside = .comesBack }
      return outside
    }
    guard known != .isSilent else { return false }
    let limit = known == .comesBack ? Self.outsideMax : Self.unseenMax
    let end = ContinuousClock.now + limit
    while !run.hasJobs {
      guard ContinuousClock.now < end else {
        // However busy the main actor is, it has now run the work that it already had.
        await MainActor.run {}
        if !run.hasJobs { outside.setValue(.isSilent) }
        return run.hasJobs
      }
      do {
        try await ContinuousClock().sleep(for: .milliseconds(1))
      } catch {
        return false
      }
    }
    return true
  }
}

// MARK: - A Search

extension ScheduleSearch {
  /// Searches for a failing schedule.
  ///
  /// - Parameter workerCount: The number of schedules that run at the same time.
  func search(
    _ strategy: ExplorationStrategy, schedules count: Int, seed: UInt64, workerCount: Int
  ) async -> Outcome {
    var outcome = Outcome()
    let usesSleepSets = strategy == .exhaustive(assumingPureReducers: true)
    let ordinary = await run(SchedulePlan(usesSleepSets: usesSleepSets))
    outcome.add(ordinary, number: 1)
    guard outcome.failure == nil, count > 1 else { return outcome }
    if case .exhaustive = strategy.kind {
      await exhaust(from: ordinary, schedules: count, usesSleepSets: usesSleepSets, &outcome)
      return outcome
    }
    // In `check`, the ordinary order sends nothing, so another one shows which choices there are.
    let plan = SchedulePlan(rest: .random, seed: seed)
    let first = await run(plan)
    outcome.add(first, number: 2)
    guard outcome.failure == nil, count > 2 else { return outcome }
    let second = await run(plan)
    outcome.add(second, number: 3)
    outcome.isNondeterministic = first.steps != second.steps
    guard outcome.failure == nil, !outcome.isNondeterministic else { return outcome }
    if strategy == .feedback {
      await follow(first, schedules: count, seed: seed, &outcome)
      return outcome
    }
    let plans = SchedulePlans(strategy, seed: seed, first: first)
    let state = LockIsolated((outcome: outcome, number: 3))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<workerCount {
        group.addTask {
          while let number = state.withValue({ Self.nextNumber(&$0, of: count) }) {
            let record = await run(plans.plan(number))
            state.withValue { $0.outcome.add(record, number: number) }
            // Seldom, because it takes longer than a short test.
            if number.isMultiple(of: 16) { await Task.yield() }
          }
        }
      }
    }
    var result = state.value.outcome
    // Later schedules may have run at the same time.
    if let last = result.failure?.number {
      result.scheduleCount = last
      result.escapes = result.escapes.filter { $0.value <= last }
    }
    return result
  }

  /// Returns the number of the next schedule; `nil` if all have been taken, or an earlier one has
  /// failed.
  private static func nextNumber(
    _ state: inout (outcome: Outcome, number: Int), of count: Int
  ) -> Int? {
    let last = state.outcome.failure?.number ?? count
    guard state.number < last, !Task.isCancelled else { return nil }
    state.number += 1
    return state.number
  }

  /// The maximum number of schedules kept as beginnings of others.
  private static let corpusCountMax = 1_000

  /// Runs schedules that begin like an earlier one that reached something new.
  private func follow(
    _ first: ScheduleRun.Record, schedules count: Int, seed: UInt64, _ outcome: inout Outcome
  ) async {
    var generator = ScheduleGenerator(state: seed)
    var seen = first.neighbors
    var corpus = [first]
    while outcome.scheduleCount < count, outcome.failure == nil, !Task.isCancelled {
      let base = corpus.randomElement(using: &generator) ?? first
      let cut = Int.random(in: 0...base.chooser.choices.count, using: &generator)
      var plan = SchedulePlan(plannedCount: cut, rest: .random, seed: generator.next())
      for (position, index) in base.reorderings where position < cut {
        plan.choices[position] = index
      }
      let record = await run(plan)
      outcome.add(record, number: outcome.scheduleCount + 1)
      if corpus.count < Self.corpusCountMax, !record.neighbors.isSubset(of: seen) {
        seen.formUnion(record.neighbors)
        corpus.append(record)
      }
      await Task.yield()
    }
  }
}

extension ScheduleRun.Record {
  /// Two successive steps of different tasks, each as the task and the number of its earlier steps.
  fileprivate struct Neighbors: Hashable {
    let first: [Int]
    let second: [Int]
  }

  fileprivate var neighbors: Set<Neighbors> {
    var counts: [Int: Int] = [:]
    let labels = steps.map { step in
      counts[step.task, default: 0] += 1
      return [step.task, counts[step.task, default: 0]]
    }
    let pairs = zip(labels, labels.dropFirst()).filter { $0[0] != $1[0] }
    return Set(pairs.map { Neighbors(first: $0, second: $1) })
  }
}

extension ScheduleSearch.Outcome {
  /// Adds a run.
  mutating func add(_ record: ScheduleRun.Record, number: Int) {
    scheduleCount = max(scheduleCount, number)
    for task in record.escapes {
      let name = record.name(of: task)
      escapes[name] = min(escapes[name] ?? number, number)
    }
    if !record.failures.isEmpty, failure.map({ number < $0.number }) ?? true {
      failure = (number, record)
    }
  }
}

/// The plans of a search, each created only from its number, whichever worker runs it.
private struct SchedulePlans: Sendable {
  let strategies: [SchedulePlan.Rest]
  let seed: UInt64

  init(_ strategy: ExplorationStrategy, seed: UInt64, first: ScheduleRun.Record) {
    self.seed = seed
    let choiceCount = first.chooser.choices.count
    let counts = Dictionary(first.steps.map { ($0.task, 1) }, uniquingKeysWith: +)
    func pct(_ depth: Int) -> SchedulePlan.Rest { .pct(depth: depth, choiceCount: choiceCount) }
    strategies =
      switch strategy.kind {
      case .random: [.random]
      case .pct(let depth): [pct(depth)]
      case .pos: [.pos]
      case .surw: [.surw(counts)]
      case .mixed: [.random, pct(2), .pos, .surw(counts), pct(3)]
      case .feedback, .exhaustive, .replay: [.oldest]
      }
  }

  func plan(_ number: Int) -> SchedulePlan {
    SchedulePlan(
      rest: strategies[number % strategies.count],
      seed: seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(number))
  }
}
