import BenchmarkSupport
import Headrace
import HeadraceTesting

// MARK: - Cancelling on One Thread

extension StoreOwner {
  /// Measures effects that start and are cancelled on one thread, whose jobs have a fixed order.
  ///
  /// The counts of ``effects()`` depend on the scheduling of several threads. An effect that is
  /// cancelled before its task has run takes half the instructions of one that already waits, so
  /// those rows differ by as much from run to run. Here the counts repeat.
  func cancellations() async {
    let waiting = OneThread()
    await bench.row(
      "effect cancelled, one thread", size: "before it runs", floor: SwitchFloor.floor
    ) { times in
      for _ in 0..<times {
        waiting.send(.start(waiting.ending), .stop)
        waiting.run()
      }
    }
    await bench.row(
      "effect cancelled, one thread", size: "while it waits", floor: SwitchFloor.floor
    ) { times in
      for _ in 0..<times {
        waiting.send(.start(waiting.ending))
        waiting.run()
        waiting.send(.stop)
        waiting.run()
      }
    }
    await bench.row("cancelInFlight, one thread", floor: SwitchFloor.floor) { times in
      for _ in 0..<times {
        waiting.send(.restart(waiting.ending))
        waiting.run()
      }
      waiting.send(.stop)
      waiting.run()
    }
    await bench.row(
      "effects cancelled, one thread, each", size: "1,000 in flight", floor: SwitchFloor.floor,
      parts: 1_000
    ) { times in
      for _ in 0..<times {
        for _ in 0..<1_000 { waiting.send(.start(waiting.ending)) }
        waiting.run()
        waiting.send(.stop)
        waiting.run()
      }
    }
  }
}

/// A store whose owner and effects run on the calling thread, like those of a test store.
private final class OneThread {
  let ending = Ending.make().ending
  private let executor = TestExecutor()
  private let owner: TestStoreOwner
  private let core: StoreCore<Waiting.State, Waiting.Action>

  init() {
    owner = TestStoreOwner(executor)
    core = StoreCore(
      initialState: { Waiting.State() }, dependencies: .current, owner: owner,
      testExecutor: executor
    ) { Waiting() }
  }

  func send(_ actions: Waiting.Action...) {
    executor.exclusively {
      for action in actions { _ = core.send(action) }
    }
  }

  func run() { executor.run() }

  deinit {
    executor.exclusively { core.shutDown() }
    executor.run()
  }
}
