import Foundation
import Headrace
import HeadraceDurable
import Synchronization

/// A worker of the proof: `ProofWorker DATABASE LEASE-SECONDS`.
///
/// It reads commands on its standard input, a line each, and prints what became of its actions:
///
/// - `load HISTORY WORKER COUNT` starts senders, each of which sends one action after the other to
///   the entities `ledger/HISTORY-1` to `ledger/HISTORY-COUNT`. It prints `sent NAME ENTITY` before
///   an action; then `acknowledged NAME`, `refused NAME REASON` if it was not applied, or
///   `unknown NAME REASON`.
/// - `rest` stops the senders, and prints `resting` once none of them waits for an answer.
/// - `state ENTITY` prints `state ENTITY JSON`.
///
/// It ends at the end of its input.
@main
struct ProofWorker {
  static func main() async {
    do {
      let arguments = CommandLine.arguments
      guard arguments.count == 3, let lease = Double(arguments[2]) else { throw Usage() }
      let runtime = try await makeRuntime(arguments[1], lease: .seconds(lease))
      report("ready \(runtime.worker)")
      try await obey(runtime)
    } catch {
      FileHandle.standardError.write(Data("ProofWorker: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Starts a worker, once the database can be reached.
  private static func makeRuntime(
    _ database: String, lease: Duration
  ) async throws -> DurableRuntime {
    var limits = DurableLimits()
    (limits.lease, limits.searchInterval) = (lease, .milliseconds(200))
    let journal = try DurableJournal.postgres(database)
    let feature = DurableFeature("ledger", initialState: Ledger.State.init) { Ledger() }
    while true {
      do {
        return try await DurableRuntime(journal: journal, limits: limits) { feature }
      } catch {
        report("waiting \(error)")
        try await ContinuousClock().sleep(for: .milliseconds(200))
      }
    }
  }

  private static func obey(_ runtime: DurableRuntime) async throws {
    var senders: Senders?
    for await line in makeInput() {
      let words = line.split(separator: " ").map(String.init)
      switch (words.first, words.count) {
      case ("load", 4):
        senders = Senders(
          runtime, history: words[1], worker: words[2], entityCount: Int(words[3]) ?? 1)
      case ("rest", 1):
        let ending = senders
        senders = nil
        Task {
          await ending?.end()
          report("resting")
        }
      case ("state", 2):
        let id = EntityID(words[1])
        Task {
          do {
            let state = try await runtime.state(of: id, as: Ledger.State.self) ?? Ledger.State()
            let json = try JSONEncoder().encode(state)
            report("state \(id) \(String(decoding: json, as: UTF8.self))")
          } catch {
            report("failed \(id) \(error)")
          }
        }
      default: throw Usage()
      }
    }
  }

  private static func makeInput() -> AsyncStream<String> {
    AsyncStream { input in
      // It waits in a separate thread.
      Thread.detachNewThread {
        while let line = readLine() { input.yield(line) }
        input.finish()
      }
    }
  }
}

/// Tasks that send one action after the other.
private final class Senders: Sendable {
  private static let count = 4
  /// The longest pause between two actions of a sender.
  private static let pauseMax = 100

  private let tasks: [Task<Void, Never>]

  init(_ runtime: DurableRuntime, history: String, worker: String, entityCount: Int) {
    tasks = (1...Self.count).map { sender in
      Task {
        var number = 0
        while !Task.isCancelled {
          number += 1
          let name = "\(history).\(worker).\(sender).\(number)"
          let entity = EntityID("ledger", "\(history)-\(Int.random(in: 1...entityCount))")
          // Its send must not be cancelled.
          await Task { await Self.send(name, to: entity, history, runtime) }.value
          do {
            try await ContinuousClock().sleep(for: .milliseconds(Int.random(in: 1...Self.pauseMax)))
          } catch {
            return
          }
        }
      }
    }
  }

  func end() async {
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  private static func send(
    _ name: String, to entity: EntityID, _ history: String, _ runtime: DurableRuntime
  ) async {
    report("sent \(name) \(entity)")
    do {
      let action = Ledger.Action.add(name, mirror: EntityID("ledger", "\(history)-mirror"))
      try await runtime.send(action, to: entity)
      report("acknowledged \(name)")
    } catch .database(let detail) {
      report("unknown \(name) \(detail)")
    } catch {
      report("refused \(name) \(error)")
    }
  }
}

private struct Usage: Error, CustomStringConvertible {
  let description = "Usage: ProofWorker DATABASE LEASE-SECONDS"
}

private let output = Mutex(())

/// Prints a line, whole and immediately.
private func report(_ line: String) {
  output.withLock { _ in FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
