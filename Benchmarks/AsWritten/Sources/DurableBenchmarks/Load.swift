import Foundation
import Headrace
import HeadraceDurable

/// A load on a database and a runtime, which measures the actions per second and their latency.
struct Load {
  private static let senderCount = 16
  private static let sampleCount = 320

  let journal: DurableJournal
  /// The duration of each load in seconds.
  var seconds = 2.0

  /// Starts a runtime of notes.
  static func runtime(
    _ journal: DurableJournal, limits: DurableLimits = DurableLimits()
  ) async throws -> DurableRuntime {
    try await DurableRuntime(journal: journal, limits: limits) {
      DurableFeature("note", initialState: Note.State.init) { Note() }
    }
  }

  /// Prints figures for a sample of the entities `note/0`, `note/1` and so on, up to a count.
  func run(entityCount: Int) async throws {
    let runtime = try await Self.runtime(journal)
    var numbers: Set<Int> = []
    while numbers.count < min(Self.sampleCount, entityCount) {
      numbers.insert(Int.random(in: 0..<entityCount))
    }
    let ids = numbers.map { EntityID("note", "\($0)") }
    var openings: [Double] = []
    for id in ids {
      let start = ContinuousClock.now
      // Starts the entity without doing anything with it.
      _ = try await runtime.undecidedEffects(of: id)
      openings.append((ContinuousClock.now - start) / .microseconds(1))
    }
    report("cold", openings, seconds: openings.reduce(0, +) / 1_000_000)
    try await send("one", [ids], to: runtime)
    let parts = (0..<Self.senderCount).map { part in
      ids.indices.filter { $0 % Self.senderCount == part }.map { ids[$0] }
    }
    try await send("actions", parts, to: runtime)
    // Sixteen senders for each of 64 entities.
    let few = (0..<1_024).map { [ids[$0 % 64]] }
    try await send("turns", few, to: runtime)
    await runtime.stop()
  }

  /// Lets each sender send to its entities one after the other, waiting for each action.
  private func send(
    _ name: String, _ senders: [[EntityID]], to runtime: DurableRuntime
  ) async throws {
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    let times = try await withThrowingTaskGroup { group in
      for ids in senders {
        group.addTask {
          var times: [Double] = []
          while ContinuousClock.now < end {
            let id = ids[times.count % ids.count]
            let start = ContinuousClock.now
            try await runtime.send(Note.Action.change, to: id)
            times.append((ContinuousClock.now - start) / .microseconds(1))
          }
          return times
        }
      }
      return try await group.reduce(into: [Double]()) { $0 += $1 }
    }
    report(name, times, seconds: (ContinuousClock.now - start) / .seconds(1))
  }

  /// Prints the number per second, the median and the 99th percentile in microseconds.
  private func report(_ name: String, _ times: [Double], seconds: Double) {
    let sorted = times.sorted()
    let figures = [
      Double(times.count) / seconds, sorted[times.count / 2], sorted[times.count * 99 / 100],
    ]
    print(name, figures.map { String(Int($0)) }.joined(separator: " "))
  }
}
