import BenchmarkSupport
import Headrace

// MARK: - Effects

extension StoreOwner {
  /// Measures effects of a store that a plain actor owns.
  func effects() async {
    let f2a = TaskFloor.plainActor
    let store = Store(initialState: Counter.State(id: 0)) { Counter() }
    let waiting = Store(initialState: Waiting.State()) { Waiting() }
    await bench.row(
      "Effect.run", size: "plain actor", floor: f2a, steadiness: .threaded
    ) { count in
      for _ in 0..<count { await store.send(.runButtonTapped).finish() }
    }
    await bench.row(
      "cancelInFlight", size: "plain actor", floor: f2a, steadiness: .threaded
    ) { count in
      await waiting.restart(count)
    }
    for (count, label) in [(100, "100"), (10_000, "10,000"), (100_000, "100,000")] {
      await bench.row(
        "effects started and cancelled, each", size: "\(label) in flight",
        floor: f2a, parts: count, steadiness: .threaded, isSlow: count > 10_000
      ) { times in
        for _ in 0..<times { await waiting.startAndCancel(count) }
      }
    }
    await bench.row(
      "bare tasks started and cancelled, each", size: "10,000 in flight", floor: f2a,
      parts: 10_000, steadiness: .threaded
    ) { times in
      for _ in 0..<times { await startAndCancelTasks(10_000) }
    }
    await bench.row(
      "effects started and cancelled, each", size: "10,000 beside 100 in flight",
      target: .ratio(1.3),
      floor: Floor("100 in flight") { times in
        for _ in 0..<times { await waiting.startAndCancel(100) }
      }, parts: 100, steadiness: .threaded, isSlow: true
    ) { times in
      for _ in 0..<times { await waiting.startAndCancel(10_000) }
    }
  }
}

extension StoreOwner {
  /// Starts and cancels the same effects as tasks without a store.
  private func startAndCancelTasks(_ count: Int) async {
    let gone = startTasks(count)
    for await _ in gone {}
  }

  private func startTasks(_ count: Int) -> AsyncStream<Never> {
    let (ending, gone) = Ending.make()
    let tasks = (0..<count).map { _ in Task.detached { await ending.waitForCancellation() } }
    for task in tasks { task.cancel() }
    return gone
  }
}

extension Store where State == Waiting.State, Action == Waiting.Action {
  /// Starts effects, cancels them all, and waits until nothing is left of them.
  nonisolated(nonsending)
    fileprivate func startAndCancel(_ count: Int) async
  {
    let gone = startAll(count)
    send(.stop)
    for await _ in gone {}
  }

  private func startAll(_ count: Int) -> AsyncStream<Never> {
    let (ending, gone) = Ending.make()
    for _ in 0..<count { send(.start(ending)) }
    return gone
  }
}

extension Store where State == Waiting.State, Action == Waiting.Action {
  /// Starts effects that each replace the previous one, and cancels the last.
  ///
  /// It waits until nothing is left of any.
  nonisolated(nonsending)
    fileprivate func restart(_ count: Int) async
  {
    let (last, gone) = restartAll(count)
    await last?.cancel()
    for await _ in gone {}
  }

  private func restartAll(_ count: Int) -> (last: StoreTask?, gone: AsyncStream<Never>) {
    let (ending, gone) = Ending.make()
    var last: StoreTask?
    for _ in 0..<count { last = send(.restart(ending)) }
    return (last, gone)
  }
}

/// The same effects on a store that the main actor owns.
@MainActor
enum MainActorEffects {
  static func rows(_ bench: Bench) async {
    let f2m = TaskFloor.mainActor
    await bench.row("floor F2m: a task on the main actor", floor: f2m, steadiness: .threaded) {
      await f2m(times: $0)
    }
    let store = Store(initialState: Counter.State(id: 0)) { Counter() }
    let waiting = Store(initialState: Waiting.State()) { Waiting() }
    await bench.row(
      "Effect.run", size: "main actor", floor: f2m, steadiness: .threaded
    ) { count in
      for _ in 0..<count { await store.send(.runButtonTapped).finish() }
    }
    await bench.row(
      "cancelInFlight", size: "main actor", floor: f2m, steadiness: .threaded
    ) { count in
      await waiting.restart(count)
    }
  }
}
