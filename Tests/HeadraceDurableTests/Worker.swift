import Foundation
import Headrace
import HeadraceTesting
import Testing

@testable import HeadraceDurable

/// A database, and workers that start and end.
struct World: Sendable {
  let journal: DurableJournal
  let bank = TestBank()
  let clock = TestClock()
  var limits = DurableLimits()

  private typealias Instant = TestClock<Duration>.Instant

  /// - Parameter path: The file of the database; in memory for `nil`.
  init(path: String? = nil) throws {
    self.init(journal: try path.map { try .sqlite(path: $0) } ?? .memory())
  }

  init(database: any SQLDatabase) {
    self.init(journal: DurableJournal(journal: SQLJournal(database: database)))
  }

  private init(journal: DurableJournal) {
    self.journal = journal
    // Tests search themselves.
    limits.searchInterval = .seconds(1_000_000)
    limits.lease = .seconds(1_000_000)
  }

  /// Starts a worker, and returns once the search with which it begins is over.
  ///
  /// On a busy machine, the search would otherwise open entities in the middle of a test.
  ///
  /// - Parameter waitsForSearch: Pass `false` in `explore`, where a task that yields may wait
  ///   forever.
  func worker(
    version: Int = 1, migrations: [DurableMigration] = [], journal: DurableJournal? = nil,
    watcher: OrderWatcher? = nil, waitsForSearch: Bool = true,
    _ code: @escaping @Sendable () -> Reduce<Order.State, Order.Action> = { Reduce(Order()) }
  ) async throws -> DurableRuntime {
    let (bank, clock) = (bank, clock)
    let worker = try await DurableRuntime(
      journal: journal ?? self.journal, limits: limits, clock: clock,
      date: {
        Date(timeIntervalSince1970: 1_000_000 + Instant().duration(to: clock.now) / .seconds(1))
      }
    ) {
      DurableFeature(
        "order", version: version, initialState: Order.State.init, migrations: migrations
      ) {
        code()
      } withDependencies: {
        $0.bank = bank.client
        $0.uuid = UUIDGenerator { UUID() }
      } instruments: {
        watcher.map { [$0] } ?? []
      }
      DurableFeature("stock", initialState: Stock.State.init) { Stock() }
    }
    while waitsForSearch, await worker.searchCount == 0 { await Task.yield() }
    return worker
  }

  /// Ends a worker as a kill does, and lets its lease end.
  func kill(_ worker: DurableRuntime) async throws {
    await worker.crash()
    try await expire(worker)
  }

  /// Ends the lease of a worker that continues to run.
  func expire(_ worker: DurableRuntime) async throws {
    try await journal.journal.renew(worker: worker.worker, seconds: 0)
  }

  /// Returns the labels of an entity's actions, such as `.placed`, without its effects.
  func actions(of id: EntityID) async throws -> [String] {
    let history = String(decoding: try await journal.history(of: id), as: UTF8.self)
    return history.split(separator: "\n").filter { $0.hasPrefix("{\"action\":") }.dropFirst()
      .map(String.init)
  }
}

extension DurableRuntime {
  /// Returns the state of an order, once it is as expected.
  func order(
    _ id: EntityID, until isExpected: @Sendable (Order.State) -> Bool = { _ in true }
  ) async throws -> Order.State {
    while true {
      if let state = try await state(of: id, as: Order.State.self), isExpected(state) {
        return state
      }
      await search()
      await Task.yield()
    }
  }

  func send(_ action: Order.Action) async throws {
    try await send(action, to: "order/1")
  }
}

/// A bank that a test can make wait.
final class TestBank: Sendable {
  private struct Contents {
    var keys: [String] = []
    var isOpen = true
    var waiting: [CheckedContinuation<Void, Never>] = []
    var askers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var numbers: [Int] = []
  }

  private let contents = LockIsolated(Contents())

  /// The keys of the requested payments, in order.
  var keys: [String] { contents.value.keys }

  var client: Bank {
    Bank(
      pay: { [self] key in
        await pay(key)
        try Task.checkCancellation()
        return "receipt of \(key)"
      },
      numbers: { [self] in
        AsyncStream { continuation in
          for number in contents.value.numbers { continuation.yield(number) }
        }
      })
  }

  func setNumbers(_ numbers: [Int]) { contents.withValue { $0.numbers = numbers } }

  /// Makes payments wait from now on.
  func close() { contents.withValue { $0.isOpen = false } }

  /// Answers all payments, and later ones.
  func open() {
    let waiting = contents.withValue { contents in
      contents.isOpen = true
      defer { contents.waiting = [] }
      return contents.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when so many payments were requested.
  func asked(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = contents.withValue { contents in
        if contents.keys.count >= count { return true }
        contents.askers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func pay(_ key: String) async {
    await withCheckedContinuation { continuation in
      let (isOpen, askers) = contents.withValue { contents in
        contents.keys.append(key)
        if !contents.isOpen { contents.waiting.append(continuation) }
        let count = contents.keys.count
        defer { contents.askers.removeAll { $0.count <= count } }
        return (contents.isOpen, contents.askers.filter { $0.count <= count })
      }
      for asker in askers { asker.continuation.resume() }
      if isOpen { continuation.resume() }
    }
  }
}
