#if Durable
  import Foundation
  import Headrace
  import HeadraceTesting
  import Testing

  @testable import HeadraceDurable

  /// Defects that the simulated worlds have found.
  @Suite struct FoundTests {
    // MARK: - Taken, and Not Continued

    /// The claim had cleared the time at which the timer was due.
    @Test func aTimerIsKeptIfTheWorkerThatWakesItsEntityEnds() async throws {
      let world = try World()
      let first = try await world.worker()
      try await first.send(.remindTapped(seconds: 3_600))
      try await first.timerIsSet("order/1")
      await world.clock.advance(by: .seconds(31))
      while await first.entityCount > 0 { await first.search() }
      _ = try await first.undecidedEffects(of: "order/1")
      try await world.kill(first)
      let summary = try await world.journal.summary(of: "order/1")
      #expect(summary?.due == Date(timeIntervalSince1970: 1_003_600))
    }

    /// The worker lived on, so no other one took the entity.
    @Test func anEntityIsContinuedByTheWorkerWhoseCommitHasFailed() async throws {
      let database = try ScriptedDatabase()
      let world = World(database: database)
      world.bank.close()
      let runtime = try await world.worker()
      try await runtime.send(.placed(["book"]))
      await world.bank.asked(1)
      database.fail { $0.values.contains { $0.text?.contains("receipt of") == true } }
      world.bank.open()
      while await runtime.entityCount > 0 { await Task.yield() }
      #expect(try await runtime.order("order/1") { $0.status == "shipped" }.receipts.count == 1)
      #expect(world.bank.keys == ["order/1#1", "order/1#1"])
    }

    @Test func anEntityIsContinuedByTheWorkerThatCouldNotGiveItBack() async throws {
      let database = try ScriptedDatabase()
      let world = World(database: database)
      let runtime = try await world.worker()
      try await runtime.send(.remindTapped(seconds: 3_600))
      try await runtime.timerIsSet("order/1")
      await world.clock.advance(by: .seconds(31))
      database.fail { $0.sql.contains("SET worker = NULL") }
      while await runtime.entityCount > 0 { await runtime.search() }
      await world.clock.advance(by: .seconds(3_569))
      #expect(try await runtime.order("order/1") { $0.reminders > 0 }.reminders == 1)
    }

    /// The sleep threw the failure, which nothing in the effect handles.
    @Test func anEffectIsNotToldOfTheFailureOfItsTimersCommit() async throws {
      let database = try ScriptedDatabase()
      let world = World(database: database)
      let runtime = try await world.worker()
      database.fail { $0.values.contains { $0.text?.contains("\"kind\":\"timer\"") == true } }
      try await runtime.send(.remindTapped(seconds: 100))
      while await runtime.entityCount > 0 { await Task.yield() }
      await runtime.search()
      try await runtime.timerIsSet("order/1")
      await world.clock.advance(by: .seconds(100))
      #expect(try await runtime.order("order/1") { $0.reminders > 0 }.reminders == 1)
    }

    /// The time that passed between the date's reading and the sleep was slept again.
    @Test func aTimerIsNotLateByWhatPassesBeforeItsSleep() async throws {
      let clock = JumpingClock()
      let time = DurableTime(now: { clock.nowThenJump(by: .seconds(100)) }, clock: clock)
      try await time.sleep(until: 100)
      #expect(clock.now.offset == .seconds(100))
    }

    /// It was set aside as one that ends its program.
    @Test func aWorkerMayTakeItsEntityOften() async throws {
      let journal = try DurableJournal.memory().journal
      try await journal.prepare()
      try await journal.renew(worker: "w", seconds: 10)
      for _ in 1...10 {
        let answers = try await journal.perform([
          .claim("order/1", version: 1, worker: "w", now: 0)
        ])
        guard case .claimed = answers[0] else {
          Issue.record("\(answers)")
          return
        }
      }
    }

    /// The search waited for room, which only the search would have made.
    @Test func aSearchDoesNotWaitForRoom() async throws {
      var world = try World()
      world.limits.entityCountMax = 1
      world.bank.close()
      let runtime = try await world.worker()
      try await runtime.send(.placed(["book"]))
      let message = EntityMessage(target: "order/2", action: "{\"heard\":{\"_0\":1}}")
      _ = try await world.journal.journal.perform([
        .message(source: "order/9", sequence: 1, message, version: 1)
      ])
      await runtime.search()
      world.bank.open()
      #expect(try await runtime.order("order/2") { !$0.receipts.isEmpty }.receipts == ["1"])
    }

    /// The earliest of an effect's timers was lost to the latest.
    @Test func anEntityWakesForTheEarliestTimerOfAnEffect() async throws {
      let clock = TestClock()
      let start = clock.now
      let runtime = try await DurableRuntime(
        journal: .memory(), limits: World(database: ScriptedDatabase()).limits, clock: clock,
        date: { Date(timeIntervalSince1970: start.duration(to: clock.now) / .seconds(1)) }
      ) {
        DurableFeature("pair", initialState: { 0 }) { Pair() }
      }
      try await runtime.send(true, to: "pair/1")
      try await runtime.timerIsSet("pair/1", count: 2)
      await clock.advance(by: .seconds(31))
      while await runtime.entityCount > 0 {
        await runtime.search()
        await clock.advance(by: .seconds(1))
      }
      #expect(try await runtime.journal.summary(of: "pair/1")?.due?.timeIntervalSince1970 == 1_000)
    }

    /// The commit of its timer failed while it was opened. The worker kept it closed, and renewed
    /// its lease.
    @Test func anEntityThatIsClosedWhileItIsOpenedIsContinued() async throws {
      try await explore(schedules: 200) {
        let database = try ScriptedDatabase()
        var world = World(database: database)
        world.limits.idleTime = .seconds(1_000)
        let runtime = try await world.worker(waitsForSearch: false)
        let message = EntityMessage(
          target: "order/1", action: "{\"remindTapped\":{\"seconds\":10}}")
        _ = try await world.journal.journal.perform([
          .message(source: "order/9", sequence: 1, message, version: 1)
        ])
        database.fail { $0.values.contains { $0.text?.contains("\"kind\":\"timer\"") == true } }
        for _ in 1...4 {
          await runtime.search()
          await world.clock.advance(by: .seconds(10))
        }
        #expect(try await runtime.state(of: "order/1", as: Order.State.self)?.reminders == 1)
        await runtime.crash()
      }
    }

    // MARK: - Names

    /// Two names that look the same were one in memory, and two in the database.
    @Test func namesAreComparedByTheirBytes() {
      #expect(EntityID("order", "\u{E9}") != EntityID("order", "e\u{301}"))
      #expect(Set<EntityID>(["order/\u{E9}", "order/e\u{301}", "order/\u{E9}"]).count == 2)
    }

    // MARK: - Who Sends

    /// The second action was applied before the first, which was still a message.
    @Test func actionsOfASenderAreAppliedInOrderWhenTheEntityMoves() async throws {
      let world = try World()
      let (first, second) = (try await world.worker(), try await world.worker())
      try await first.send(.heard(0))
      try await second.send(.heard(1))
      await first.stop()
      try await second.send(.heard(2))
      #expect(try await second.order("order/1").receipts == ["0", "1", "2"])
    }

    /// A worker's transactions are committed in any order, so a message may come after a later one.
    /// It was left out until the next search, and what its sender sent next was applied first.
    @Test func aMessageThatIsCommittedLateIsAppliedBeforeWhatFollows() async throws {
      let world = try World()
      let runtime = try await world.worker()
      func insertion(_ number: Int) -> String {
        """
        INSERT INTO headrace_message (source, sequence, target, version, action)
        VALUES ('worker:w', \(number), 'order/1', 1, '{"heard":{"_0":\(number)}}');
        """
      }
      _ = try await world.run(
        """
        CREATE TRIGGER late AFTER DELETE ON headrace_message WHEN OLD.sequence = 2
        BEGIN \(insertion(1)) \(insertion(3)) END
        """)
      _ = try await world.run(insertion(2))
      let order = try await runtime.order("order/1") { $0.receipts.count == 3 }
      #expect(order.receipts == ["2", "1", "3"])
    }

    /// A worker whose lease had ended showed its own state until it committed something.
    @Test func aFormerOwnerForgetsItsStateWhenItHearsOfIt() async throws {
      var world = try World()
      world.limits.lease = .seconds(900)
      let (first, second) = (try await world.worker(), try await world.worker())
      try await first.send(.heard(1))
      try await world.expire(first)
      try await second.send(.heard(2))
      await world.clock.advance(by: .seconds(301))
      #expect(try await first.order("order/1") { $0.receipts.count == 2 }.receipts == ["1", "2"])
    }

    @Test func aSenderThatWaitsForRoomHearsOfTheStop() async throws {
      var world = try World()
      world.limits.entityCountMax = 1
      world.bank.close()
      let runtime = try await world.worker()
      try await runtime.send(.placed(["book"]))
      let sending = Task { try await runtime.send(Order.Action.heard(1), to: "order/2") }
      for _ in 0..<100 { await Task.yield() }
      await runtime.stop()
      await #expect(throws: DurableFailure.stopped) { try await sending.value }
    }

    /// An action that arrived while the entity was released was neither done nor refused.
    @Test func everySenderHearsOfItsActionWhenTheWorkerStops() async throws {
      try await explore(schedules: 300) {
        let surroundings = SimulatedSurroundings(try SimulatedDatabase())
        let worker = try await SimulatedWorker.start("w", surroundings, DurableLimits())
        worker.heal()
        let done = LockIsolated(0)
        try await withThrowingTaskGroup { group in
          for number in 1...3 {
            group.addTask {
              do {
                let action = Cell.Action.noted("\(number)", version: 1)
                try await worker.runtime.send(action, to: "cell/a")
                done.withValue { $0 += 1 }
              } catch DurableFailure.stopped {}
            }
          }
          group.addTask { await worker.runtime.stop() }
          try await group.waitForAll()
        }
        let state = try await worker.runtime.state(of: "cell/a", as: Cell.State.self)
        #expect(state?.log.count ?? 0 == done.value)
      }
    }

    /// A commit is made in the sender's task, and others wait for the same queue.
    @Test func aCommitIsTriedAgainAlthoughItsSenderIsCancelled() async throws {
      let database = try ScriptedDatabase()
      let world = World(database: database)
      let runtime = try await world.worker()
      database.fail(isTransient: true) {
        $0.values.contains { $0.text?.contains("heard") == true }
      }
      let sending = Task { try await runtime.send(.heard(1)) }
      sending.cancel()
      let advancing = Task {
        while !Task.isCancelled { await world.clock.advance(by: .milliseconds(10)) }
      }
      defer { advancing.cancel() }
      try await sending.value
      #expect(try await runtime.order("order/1").receipts == ["1"])
    }

    /// After a commit without an acknowledgement, all of its operations were done a second time.
    @Test func aMessageWhoseCommitIsUnknownIsNotSentAgain() async throws {
      try await explore(schedules: 100) {
        let database = try ScriptedDatabase()
        let journal = SQLJournal(database: database)
        try await journal.prepare()
        let queue = CommitQueue(journal, clock: TestClock(), DurableMetrics(features: []))
        database.fail(isDone: true) { $0.sql.contains("INSERT INTO headrace_message") }
        let failures = LockIsolated(0)
        await withTaskGroup { group in
          for number in 1...3 {
            group.addTask {
              let message = EntityMessage(target: "order/1", action: "{}")
              do {
                _ = try await queue.perform(
                  .message(source: "w", sequence: number, message, version: 1))
              } catch {
                failures.withValue { $0 += 1 }
              }
            }
          }
        }
        // The operations without an acknowledgement have been applied since.
        let waiting = try await journal.messages(for: "order/1", after: nil, limit: 10)
        #expect(waiting.count == 3 - failures.value)
      }
    }
  }

  /// Two timers in one effect.
  private struct Pair: Reducer {
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
      guard action else { return .none }
      return .run { [clock] send in
        async let early: Void = clock.sleep(for: .seconds(1_000))
        async let late: Void = clock.sleep(for: .seconds(2_000))
        _ = try await (early, late)
        await send(false)
      }
    }
  }

  /// A clock whose sleeps pass at once, and that jumps when its time is first asked as a date.
  private final class JumpingClock: Clock {
    typealias Instant = OffsetInstant<Duration>

    private let time = LockIsolated((now: Instant(), hasJumped: false))

    var now: Instant { time.value.now }
    var minimumResolution: Duration { .zero }

    func nowThenJump(by duration: Duration) -> Double {
      time.withValue { time in
        let now = time.now.offset / .seconds(1)
        if !time.hasJumped { time = (time.now.advanced(by: duration), true) }
        return now
      }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      time.withValue { $0.now = max($0.now, deadline) }
    }
  }

  /// A database in memory that fails once.
  final class ScriptedDatabase: SQLDatabase {
    private struct Rule: Sendable {
      let isDone: Bool
      let isRefused: Bool
      let isTransient: Bool
      let matches: @Sendable (SQLStatement) -> Bool
    }

    private struct Observed: SQLTransaction {
      let base: any SQLTransaction
      let notice: ([SQLStatement]) throws -> Void

      func run(_ statements: [SQLStatement]) throws -> [SQLResult] {
        try notice(statements)
        return try base.run(statements)
      }
    }

    private let database: SimulatedDatabase
    private let rule = LockIsolated<Rule?>(nil)

    init() throws { database = try SimulatedDatabase() }

    var now: String { "(SELECT now FROM simulated_clock)" }

    /// Makes the next transaction with such a statement fail.
    ///
    /// - Parameters:
    ///   - isDone: True if it is committed anyway, and its messages are applied.
    ///   - isRefused: True if the database can't store its data.
    ///   - isTransient: True if it can be tried again.
    func fail(
      isDone: Bool = false, isRefused: Bool = false, isTransient: Bool = false,
      _ matches: @escaping @Sendable (SQLStatement) -> Bool
    ) {
      rule.setValue(
        Rule(isDone: isDone, isRefused: isRefused, isTransient: isTransient, matches: matches))
    }

    func transaction<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
    ) async throws -> Result {
      await Task {}.value
      let rule = rule.value
      var isHit = false
      let failure = SQLFailure(
        detail: "scripted", isTransient: rule?.isTransient ?? false,
        isUnknown: rule?.isDone ?? false, isRefused: rule?.isRefused ?? false)
      let result = try database.transaction { transaction in
        try body(
          Observed(base: transaction) { statements in
            guard let rule, statements.contains(where: rule.matches) else { return }
            isHit = true
            self.rule.setValue(nil)
            if !rule.isDone { throw failure }
          })
      }
      guard isHit else { return result }
      if failure.isUnknown { _ = try database.run([SQLStatement("DELETE FROM headrace_message")]) }
      throw failure
    }
  }
#endif
