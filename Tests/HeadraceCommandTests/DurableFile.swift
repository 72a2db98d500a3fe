import Foundation
import Headrace

@testable import HeadraceCommand
@testable import HeadraceDurable

/// A feature whose entities are inspected.
@Reducer struct DurableCounter {
  struct State: Codable, Equatable, Sendable {
    var count = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case add(Int)
    case double
    case ask
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number):
        state.count += number
        return .none
      case .double:
        return .run(name: "double") { [count = state.count] send in await send(.add(count)) }
      case .ask:
        return .run(name: "ask") { send in
          try await Task.sleep(for: .seconds(1_000_000))
        } catch: { _, send in
          await send(.add(100))
        }
        .onTakeover(.ask)
      }
    }
  }
}

/// A database in a test's file.
final class DurableFile: Sendable {
  let folder: URL
  let journal: DurableJournal
  var path: String { folder.appending(path: "counters.db").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-durable-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    journal = try .sqlite(path: folder.appending(path: "counters.db").path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func worker() async throws -> DurableRuntime {
    try await DurableRuntime(journal: journal) {
      DurableFeature("counter", version: 3, initialState: DurableCounter.State.init) {
        DurableCounter()
      }
    }
  }

  /// Runs a worker that sends actions to entities, and waits until their effects have ended.
  ///
  /// - Parameter isKilled: True if it ends immediately, as a killed program does.
  func run(_ actions: [EntityID: [DurableCounter.Action]], isKilled: Bool = false) async throws {
    let runtime = try await worker()
    for (id, actions) in actions {
      for action in actions { try await runtime.send(action, to: id) }
      guard !isKilled else { continue }
      while try await journal.summary(of: id)?.isActive == true { await Task.yield() }
    }
    if isKilled { await runtime.crash() } else { await runtime.stop() }
  }

  /// Runs SQL in the database.
  func run(_ sql: String) async throws {
    guard let journal = journal.journal as? SQLJournal else { return }
    _ = try await journal.database.transaction { try $0.run([SQLStatement(sql)]) }
  }

  /// Adds entities that did nothing, with keys from 10000 on.
  func addEntities(_ count: Int) async throws {
    try await journal.journal.prepare()
    _ = try await journal.journal.renew(worker: "test", seconds: 1_000)
    for first in stride(from: 10_000, to: 10_000 + count, by: 1_000) {
      let ids = (first..<first + 1_000).map { EntityID("counter", "\($0)") }
      _ = try await journal.journal.perform(
        ids.map { .claim($0, version: 1, worker: "test", now: 0) })
      _ = try await journal.journal.perform(
        ids.map { .release($0, epoch: 1, isActive: false, due: nil) })
    }
  }
}

extension CommandAnswer {
  /// Creates the answer with the name of the worker replaced.
  init(hidingWorker answer: CommandAnswer) {
    status = answer.status
    errors = answer.errors
    output = answer.output
      .replacing(/worker     \S{2,}/, with: "worker     WORKER")
      .replacing(/"worker":"[^"]*"/, with: "\"worker\":\"WORKER\"")
  }
}
