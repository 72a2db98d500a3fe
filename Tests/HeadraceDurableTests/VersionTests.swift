import Foundation
import Headrace
import HeadraceJournal
import HeadraceTesting
import Testing

@testable import HeadraceDurable

/// Law 6: states and actions have a version.
@Suite struct VersionTests {
  @Test func law6AnEntityOfALaterVersionIsLeftAlone() async throws {
    let world = try World()
    let new = try await world.worker(version: 2)
    try await new.send(.heard(1))
    await new.stop()
    let old = try await world.worker(version: 1)
    let expected = DurableFailure.laterVersion("order/1", found: 2, supported: 1)
    await #expect(throws: expected) { try await old.send(.heard(2)) }
    await #expect(throws: expected) { try await old.state(of: "order/1", as: Order.State.self) }
    #expect(
      expected.description
        == """
        'order/1' was last run by version 2 of its feature, and this program has version 1: it is \
        left to a later program.
        """)
    await old.search()
    #expect(try await world.journal.summary(of: "order/1")?.status == .ready)
    let newer = try await world.worker(version: 3)
    #expect(try await newer.order("order/1").receipts == ["1"])
  }

  @Test func law6TwoVersionsRunSideBySide() async throws {
    let world = try World()
    let old = try await world.worker(version: 1)
    let new = try await world.worker(version: 2)
    try await old.send(Order.Action.heard(1), to: "order/old")
    try await new.send(Order.Action.heard(1), to: "order/new")
    // Each sends to an entity that the other runs.
    try await old.send(Order.Action.heard(2), to: "order/new")
    #expect(try await new.order("order/new") { $0.receipts.count == 2 }.receipts == ["1", "2"])
    try await new.send(Order.Action.heard(2), to: "order/old")
    // The old program can't read it, and hands the entity over.
    while try await world.journal.summary(of: "order/old")?.version == 1 {
      await old.search()
      await new.search()
    }
    #expect(try await new.order("order/old") { $0.receipts.count == 2 }.receipts == ["1", "2"])
    // From now on it sends to the new one.
    try await old.send(Order.Action.heard(3), to: "order/old")
    #expect(try await new.order("order/old") { $0.receipts.count == 3 }.receipts.last == "3")
  }

  /// Each search that found the message counted as a use of the entity.
  @Test func law6AnEntityThatSleepsIsLeftToALaterVersion() async throws {
    // The database has a time of its own, at which no sleep is over.
    let world = World(database: try ScriptedDatabase())
    let old = try await world.worker(version: 1)
    try await old.send(.remindTapped(seconds: 3_600))
    try await old.timerIsSet("order/1")
    let new = try await world.worker(version: 2)
    try await new.send(.heard(1))
    for _ in 1...4 {
      await world.clock.advance(by: .seconds(10))
      await old.search()
    }
    #expect(await old.entityCount == 0)
    #expect(try await new.order("order/1") { !$0.receipts.isEmpty }.receipts == ["1"])
    await world.clock.advance(by: .seconds(3_560))
    #expect(try await new.order("order/1") { $0.reminders > 0 }.reminders == 1)
  }

  @Test func law6StatesAndActionsAreMigrated() async throws {
    let world = try World()
    let first = try await world.worker()
    for number in 1...150 { try await first.send(.heard(number)) }
    try await world.kill(first)
    // In version 2 numbers have ten times their value, and receipts a prefix.
    let migration = DurableMigration(from: 1) { (state: inout JSONValue) in
      guard case .object(var members) = state,
        case .array(let receipts) = members["receipts"] ?? .null
      else { return }
      members["receipts"] = .array(receipts.map { .string("old " + ($0.string ?? "")) })
      state = .object(members)
    } action: { (action: inout JSONValue) in
      if case .object(var members) = action, case .object(var heard) = members["heard"] ?? .null {
        heard["_0"] = .number((heard["_0"]?.integer).map { "\($0 * 10)" } ?? "0")
        members["heard"] = .object(heard)
        action = .object(members)
      }
    }
    let second = try await world.worker(version: 2, migrations: [migration])
    let receipts = try await second.order("order/1").receipts
    // The first hundred are in a checkpoint.
    #expect(receipts.prefix(100) == (1...100).map { "old \($0)" }[...])
    #expect(receipts.dropFirst(100) == (101...150).map { "\($0 * 10)" }[...])
    try await second.send(.heard(7))
    #expect(try await second.order("order/1").receipts.count == 151)
  }

  @Test func law6CodeThatBehavesDifferentlyIsStopped() async throws {
    let world = try World()
    world.bank.close()
    let first = try await world.worker()
    try await first.send(.placed(["book"]))
    await world.bank.asked(1)
    try await world.kill(first)
    // This version starts no payment.
    let second = try await world.worker(version: 2) {
      Reduce { state, action in
        if case .heard(let number) = action { state.receipts.append("\(number)") }
        return .none
      }
    }
    let error = await #expect(throws: DurableFailure.self) { try await second.send(.heard(1)) }
    #expect(
      error?.description
        == """
        'order/1' was set aside: today's code does not start effect 1 again, which is in flight: \
        'pay'.
        """)
    let summary = try await world.journal.summary(of: "order/1")
    #expect(summary?.status == .aside)
    await #expect(throws: DurableFailure.self) { try await second.send(.heard(1)) }
    // The earlier code, as a later version, continues it.
    try await world.journal.retry("order/1")
    world.bank.open()
    let third = try await world.worker(version: 3)
    #expect(try await third.order("order/1") { $0.status == "shipped" }.items == ["book"])
  }
}
