import Headrace
import HeadraceTesting
import Testing

@testable import HeadraceDurable

/// The laws of every entity, each with its number.
@Suite struct LawTests {
  @Test func law1AcknowledgedMeansCommitted() async throws {
    let world = try World()
    let first = try await world.worker()
    try await withThrowingTaskGroup { group in
      for number in 1...200 {
        group.addTask { try await first.send(.heard(number)) }
      }
      try await group.waitForAll()
    }
    try await first.send(.heard(201))
    try await world.kill(first)
    let second = try await world.worker()
    let state = try await second.order("order/1")
    #expect(Set(state.receipts) == Set((1...201).map { "\($0)" }))
    #expect(state.receipts.count == 201)
    #expect(state.receipts.last == "201")
  }

  @Test func law1AnActionThatFollowsImmediatelyIsCommittedWithItsCause() async throws {
    let world = try World()
    let first = try await world.worker()
    try await first.send(.reservationAnswered(true))
    try await world.kill(first)
    let second = try await world.worker()
    #expect(try await second.order("order/1").status == "shipped")
    // The replay has not reduced it twice.
    try await second.send(.heard(1))
    #expect(try await world.actions(of: "order/1").count == 3)
  }

  /// It had an action that was reduced while the reader waited for an earlier commit.
  @Test func law1AStateThatWasReadIsCommitted() async throws {
    try await explore(schedules: 300) {
      let database = try ScriptedDatabase()
      let runtime = try await World(database: database).worker(waitsForSearch: false)
      database.fail { $0.values.contains { $0.text?.contains("\"_0\":2") == true } }
      let read = LockIsolated<[String]>([])
      await withTaskGroup { group in
        for number in 1...2 {
          group.addTask {
            do {
              try await runtime.send(.heard(number))
            } catch {
              // The second one is not committed.
            }
          }
        }
        group.addTask {
          let state = try? await runtime.state(of: "order/1", as: Order.State.self)
          read.setValue(state?.receipts ?? [])
        }
      }
      let kept = try await runtime.state(of: "order/1", as: Order.State.self)
      #expect(Set(read.value).isSubset(of: kept?.receipts ?? []))
      await runtime.crash()
    }
  }

  @Test func law2AFormerOwnerAppendsNothingAndIsNotified() async throws {
    let world = try World()
    world.bank.close()
    let first = try await world.worker()
    try await first.send(.placed(["book"]))
    await world.bank.asked(1)
    try await world.expire(first)
    let second = try await world.worker()
    try await second.send(.heard(1))
    let error = await #expect(throws: DurableFailure.self) { try await first.send(.heard(2)) }
    #expect(error == .fenced("order/1"))
    #expect(
      error?.description
        == "Another worker has taken 'order/1' over; the action was not applied here.")
    // The first worker's payment is answered now, and nobody receives the answer there.
    world.bank.open()
    let state = try await second.order("order/1") { $0.status == "shipped" }
    #expect(state.receipts == ["1", "receipt of order/1#1"])
    #expect(world.bank.keys == ["order/1#1", "order/1#1"])
  }

  @Test func law2AfterItWasToldAFormerOwnerSendsByMessage() async throws {
    let world = try World()
    let first = try await world.worker()
    try await first.send(.heard(1))
    try await world.expire(first)
    let second = try await world.worker()
    try await second.send(.heard(2))
    await #expect(throws: DurableFailure.fenced("order/1")) { try await first.send(.heard(3)) }
    try await first.send(.heard(4))
    let state = try await second.order("order/1") { $0.receipts.count == 3 }
    #expect(state.receipts == ["1", "2", "4"])
    #expect(try await first.state(of: "order/1", as: Order.State.self)?.receipts.count == 3)
  }

  /// It answered with its old state as long as something used the entity there, or an effect
  /// waited.
  @Test(arguments: [Order.Action.heard(1), .askTapped])
  func law2AFormerOwnerThatCommitsNothingIsNotified(_ action: Order.Action) async throws {
    let world = try World()
    world.bank.close()
    let (first, second) = (try await world.worker(), try await world.worker())
    try await first.send(action)
    try await first.send(Order.Action.heard(1), to: "order/2")
    try await world.journal.pause("order/1")
    try await world.journal.retry("order/1")
    try await second.send(.heard(2))
    #expect(try await first.state(of: "order/1", as: Order.State.self)?.receipts.last != "2")
    await first.renew()
    await first.search()
    #expect(try await first.state(of: "order/1", as: Order.State.self)?.receipts.last == "2")
    // It keeps what is still its own.
    #expect(await first.slots.keys.sorted() == ["order/2"])
  }

  @Test func law3AnEffectStartsAgainWithItsKey() async throws {
    let world = try World()
    world.bank.close()
    let first = try await world.worker()
    try await first.send(.placed(["book"]))
    await world.bank.asked(1)
    try await world.kill(first)
    let second = try await world.worker()
    await second.search()
    await world.bank.asked(2)
    world.bank.open()
    let state = try await second.order("order/1") { $0.status == "shipped" }
    #expect(state.receipts == ["receipt of order/1#1"])
    #expect(world.bank.keys == ["order/1#1", "order/1#1"])
  }

  @Test func law3WhatAnEffectHasSentIsNotReducedAgain() async throws {
    let world = try World()
    world.bank.setNumbers([1, 2])
    let first = try await world.worker()
    try await first.send(.listen)
    _ = try await first.order("order/1") { $0.receipts.count == 2 }
    try await world.kill(first)
    world.bank.setNumbers([1, 2, 3])
    let second = try await world.worker()
    #expect(
      try await second.order("order/1") { $0.receipts.count > 2 }.receipts == ["1", "2", "3"])
  }

  @Test func law3AnEffectThatFailsIsNotRunAgain() async throws {
    let world = try World()
    world.bank.close()
    let first = try await world.worker()
    try await first.send(.failTapped)
    await world.bank.asked(1)
    try await world.kill(first)
    let second = try await world.worker()
    let state = try await second.order("order/1") { $0.status != "new" }
    #expect(state.status == "EffectInterrupted")
    #expect(world.bank.keys.count == 1)
  }

  @Test(arguments: [TakeoverPolicy.restart, .fail])
  func law3AnEffectThatAsksWaitsForADecision(policy: TakeoverPolicy) async throws {
    let world = try World()
    world.bank.close()
    let first = try await world.worker()
    try await first.send(.askTapped)
    await world.bank.asked(1)
    try await world.kill(first)
    world.bank.open()
    let second = try await world.worker()
    let undecided = try await second.undecidedEffects(of: "order/1")
    #expect(undecided == [UndecidedEffect(number: 1, name: "pay", key: "order/1#1")])
    #expect(try await second.order("order/1").status == "new")
    #expect(try await !second.decide("order/1", effect: 2, policy))
    #expect(try await second.decide("order/1", effect: 1, policy))
    let state = try await second.order("order/1") { $0.status != "new" && $0.status != "paid" }
    #expect(state.status == (policy == .fail ? "EffectInterrupted" : "shipped"))
    #expect(world.bank.keys.count == (policy == .fail ? 1 : 2))
    #expect(try await second.undecidedEffects(of: "order/1").isEmpty)
  }

  @Test func law4MessagesAreAppliedOnceAndInOrder() async throws {
    let world = try World()
    let first = try await world.worker()
    try await first.send(Stock.Action.refill(1_000), to: "stock/main")
    try await withThrowingTaskGroup { group in
      for number in 1...100 {
        group.addTask { try await first.send(Order.Action.paid("r"), to: "order/\(number)") }
      }
      try await group.waitForAll()
    }
    // Some messages are on their way.
    try await world.kill(first)
    let second = try await world.worker()
    for number in 1...100 {
      _ = try await second.order("order/\(number)") { $0.status == "shipped" }
    }
    let stock = try #require(try await second.state(of: "stock/main", as: Stock.State.self))
    #expect(stock.reservations.count == 100)
    #expect(Set(stock.reservations) == Set((1...100).map { "\($0)" }))
  }

  @Test func law5ATimerSurvivesAndIsNeverEarly() async throws {
    let world = try World()
    let first = try await world.worker()
    try await first.send(.remindTapped(seconds: 100))
    _ = try await first.timerIsSet("order/1")
    await world.clock.advance(by: .seconds(99))
    #expect(try await first.order("order/1").reminders == 0)
    try await world.kill(first)
    let second = try await world.worker()
    try await second.send(.heard(1))
    await world.clock.advance(by: .milliseconds(999))
    #expect(try await second.order("order/1").reminders == 0)
    await world.clock.advance(by: .milliseconds(1))
    #expect(try await second.order("order/1") { $0.reminders > 0 }.reminders == 1)
  }

  @Test func law5ATimerIsDueAfterAWeekWithoutAnyProcess() async throws {
    let world = try World()
    let first = try await world.worker()
    try await first.send(.remindTapped(seconds: 100))
    _ = try await first.timerIsSet("order/1")
    try await world.kill(first)
    await world.clock.advance(by: .seconds(7 * 86_400))
    let second = try await world.worker()
    #expect(try await second.order("order/1") { $0.reminders > 0 }.reminders == 1)
    try await world.kill(second)
    let third = try await world.worker()
    await third.search()
    #expect(try await third.order("order/1").reminders == 1)
  }

  @Test func law5ACancelledTimerStaysCancelled() async throws {
    let world = try World()
    let first = try await world.worker()
    try await first.send(.remindTapped(seconds: 100))
    _ = try await first.timerIsSet("order/1")
    try await first.send(.cancelTapped)
    try await world.kill(first)
    let second = try await world.worker()
    try await second.send(.heard(1))
    await world.clock.advance(by: .seconds(1_000))
    #expect(try await second.order("order/1").reminders == 0)
    #expect(try await world.journal.summary(of: "order/1")?.isActive == false)
  }
}

extension DurableRuntime {
  /// Returns when the timer of an entity is committed.
  func timerIsSet(_ id: EntityID, count: Int = 1) async throws {
    while true {
      let history = String(decoding: try await journal.history(of: id), as: UTF8.self)
      let timers = history.split(separator: "\n").filter { $0.contains("\"kind\":\"timer\"") }
      if timers.count >= count { return }
      await Task.yield()
    }
  }
}
