#if Durable
  import Foundation
  import Headrace
  import HeadraceTesting

  @testable import HeadraceDurable
  @testable import HeadraceTesting

  /// Workers on one database, their senders, and faults.
  ///
  /// The seed chooses all of it, including the order in which tasks continue.
  final class DurableWorld: Sendable {
    /// An action that a sender sent.
    struct Sending: Sendable {
      enum Outcome: Sendable { case acknowledged, refused(String), unknown }

      let token: String
      let sender: Int
      let target: EntityID
      let worker: String
      let outcome: Outcome
    }

    static let ids: [EntityID] = ["cell/a", "cell/b", "cell/c"]
    private static let senderCount = 3
    private static let actionCount = 4
    private static let attemptCountMax = 3
    private static let eventCountMax = 200

    let surroundings: SimulatedSurroundings
    private let workers = LockIsolated<[SimulatedWorker]>([])
    private let workerCount = LockIsolated(0)
    let limits: DurableLimits
    private let sendings = LockIsolated<[Sending]>([])
    private let busySenders = LockIsolated(senderCount)
    /// True if an operator pauses, retries, moves, cancels, damages and decides.
    private let hasOperator: Bool
    let operations = LockIsolated(Operations())

    /// Runs a world.
    ///
    /// - Parameter lines: Receives a line for each event.
    /// - Returns: The violation, if any.
    static func run(
      seed: UInt64, telling lines: LockIsolated<[String]>? = nil, defect: PlantedDefect? = nil
    ) async -> [String] {
      TakenTasks.installHook
      let database: SimulatedDatabase
      do { database = try .forWorld() } catch { return ["\(error)"] }
      let search = ScheduleSearch(
        { try await DurableWorld(database, telling: lines, defect: defect).run() },
        repeating: { $0 })
      let strategies: [SchedulePlan.Rest] = [
        .random, .pct(depth: 4, choiceCount: 2_000), .pos,
      ]
      let plan = SchedulePlan(rest: strategies[Int(seed % 3)], seed: seed)
      let failures = await search.run(plan).failures
      // Otherwise tasks that wait may still use it.
      if failures.isEmpty { database.giveBack() }
      return failures
    }

    private init(
      _ database: SimulatedDatabase, telling lines: LockIsolated<[String]>?, defect: PlantedDefect?
    ) {
      surroundings = SimulatedSurroundings(database, telling: lines, defect: defect)
      var limits = DurableLimits()
      limits.lease = .seconds(9)
      limits.searchInterval = choose([.seconds(4), .seconds(12)])
      limits.idleTime = .seconds(5)
      limits.entityCountMax = choose([100, 1, 2])
      limits.entityQueueMax = choose([1_000, 1_000, 1])
      limits.queueMax = choose([100_000, 100_000, 2])
      limits.overflow = choose([.wait, .refuse])
      self.limits = limits
      hasOperator = choose(of: 2) == 0
    }

    var all: [Sending] { sendings.value }
    var living: [SimulatedWorker] { workers.value.filter { !$0.isDead } }

    /// Runs the world, and checks it.
    func run() async throws {
      for _ in 1...2 { try await start() }
      // Not in a group, which would wait for those that wait for ever.
      for sender in 1...Self.senderCount { Task { await self.send(as: sender) } }
      try await cause()
      try await finish()
      guard busySenders.value == 0 else {
        throw WorldViolation(description: "\(busySenders.value) senders wait for ever")
      }
      try await check()
      for worker in living { worker.kill() }
    }

    private func start(isLast: Bool = false) async throws {
      let number = workerCount.withValue { count in
        count += 1
        return count
      }
      let version = isLast ? 2 : choose([1, 1, 2])
      surroundings.tell("w\(number) starts with version \(version)")
      let worker = try await SimulatedWorker.start(
        "w\(number)", surroundings, limits, version: version)
      workers.withValue { $0.append(worker) }
    }

    // MARK: - Senders

    private func send(as sender: Int) async {
      for number in 1...Self.actionCount {
        let target = choose(Self.ids)
        let kind = choose(of: 10)
        for attempt in 1...Self.attemptCountMax {
          let token = "\(sender).\(number).\(attempt)"
          let outcome = await send(kind, token, sender, target)
          if case .refused = outcome {
            await Task {}.value
            continue
          }
          break
        }
        await pause(choose(of: 4))
      }
      busySenders.withValue { $0 -= 1 }
    }

    private func send(
      _ kind: Int, _ token: String, _ sender: Int, _ target: EntityID
    ) async -> Sending.Outcome {
      let worker = choose(workers.value)
      let action = action(kind, token, to: target, version: worker.version)
      surroundings.tell("\(sender): \(action) to \(target) by \(worker.name)")
      let outcome: Sending.Outcome
      do {
        try await worker.runtime.send(action, to: target)
        outcome = .acknowledged
      } catch DurableFailure.database {
        outcome = .unknown
      } catch {
        outcome = worker.isDead ? .unknown : .refused("\(error)")
      }
      let sending = Sending(
        token: token, sender: sender, target: target, worker: worker.name, outcome: outcome)
      sendings.withValue { $0.append(sending) }
      surroundings.tell("\(sender): \(action) to \(target) by \(worker.name): \(outcome)")
      return outcome
    }

    private func pause(_ seconds: Int) async {
      do {
        try await surroundings.clock.sleep(for: .seconds(seconds))
      } catch {
        // The test was cancelled.
      }
    }

    private func action(
      _ kind: Int, _ token: String, to target: EntityID, version: Int
    ) -> Cell.Action {
      let others = Self.ids.filter { $0 != target }
      return switch kind {
      case 1: .asked(token, policy: "restart", seconds: choose([0, 7]))
      case 2: .asked(token, policy: "fail", seconds: choose([0, 7]))
      case 8: .asked(token, policy: "ask", seconds: choose([0, 7]))
      case 9: .stopped(token)
      case 3: .slept(token, seconds: 3)
      case 4: .slept(token, seconds: 17)
      case 5: .listened(token)
      case 6: .forwarded(token, to: others, hops: 2)
      case 7: .forwarded(token, to: [others[0], others[0]], hops: 1)
      default: .noted(token, version: version)
      }
    }

    // MARK: - Faults

    /// Advances time, and causes faults, until all senders have sent.
    private func cause() async throws {
      for _ in 0..<Self.eventCountMax where busySenders.value > 0 {
        switch choose(of: hasOperator ? 27 : 24) {
        case 0...13: try await surroundings.advance(by: Double(choose([1, 0.1, 3, 10])))
        case 14...17: await Task.yield()
        case 24...26: try await operate()
        case let event: try await causeFault(event)
        }
        try await checkLimits()
      }
    }

    private func causeFault(_ event: Int) async throws {
      guard let worker = living.isEmpty ? nil : choose(living) else { return try await start() }
      switch event {
      case 18 where workerCount.value < 6:
        surroundings.tell("\(worker.name) is killed")
        worker.kill()
        try await start()
      case 19 where workerCount.value < 6:
        surroundings.tell("\(worker.name) stops")
        // Its program ends finally, even if it can't release everything.
        let task = Task { await worker.runtime.stop() }
        await Task.yield()
        if choose(of: 2) == 0 { await surroundings.clock.advance(by: .seconds(1)) }
        _ = task
        try await start()
      case 20:
        let isStalled = choose(of: 2) == 0
        surroundings.tell("\(worker.name) is stalled: \(isStalled)")
        worker.database.change { $0.isStalled = isStalled }
      case 21:
        let isCut = choose(of: 2) == 0
        surroundings.tell("\(worker.name) is cut: \(isCut)")
        worker.database.change { $0.isCut = isCut }
      case 22:
        try await surroundings.advance(by: 0)
        let seconds = choose([0, -20, 15, 40])
        surroundings.tell("\(worker.name)'s clock is ahead by \(seconds)")
        worker.setClock(ahead: Double(seconds))
      case 23:
        worker.heal()
        worker.database.change { $0.isFaulty = true }
      default: try await surroundings.advance(by: 1)
      }
    }

    /// Ends all faults, and lets time pass.
    private func finish() async throws {
      // The surviving workers may all have been stopped.
      try await start(isLast: true)
      for worker in living { worker.heal() }
      surroundings.tell("all faults end")
      try endSome()
      for _ in 0..<30 {
        try await repair()
        try await surroundings.advance(by: 4)
        guard busySenders.value == 0, try waiting().isEmpty else { continue }
        // Anything that is done too often happens now. A worker whose transaction is slow may also
        // set aside an entity that it read before the repair.
        try await surroundings.advance(by: 10)
        if try waiting().isEmpty { break }
      }
    }
  }
#endif
