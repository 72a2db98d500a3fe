import Foundation
import Headrace
import Testing

/// Observers run in the order in which they were added.
@Suite struct ObserverOrderTests {
  /// Numbers were taken from a supply of each thread, so a later observer could have the lower one.
  @Test func theOrderIsThatOfAllThreads() async {
    let host = ObservingHost()
    for name in ["first", "second", "third"] { await host.observe(as: name) }
    #expect(await host.namesAfterChange() == ["first", "second", "third"])
  }
}

@Reducer private struct Counter {
  @ObservableState struct State { var count = 0 }
  enum Action { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

/// The owner of a store, which changes its thread with each call.
private actor ObservingHost {
  private let executor = TwoThreads()
  private var store: StoreOf<Counter>?
  private var tokens: [ObserveToken] = []
  private var names: [String] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func observe(as name: String) {
    if store == nil { store = Store(initialState: Counter.State()) { Counter() } }
    let token = store?.observe { [unowned self] in
      _ = self.store?.count
      self.names.append(name)
    }
    if let token { tokens.append(token) }
  }

  func namesAfterChange() -> [String] {
    names = []
    store?.send(.increment)
    return names
  }
}

/// Runs jobs on two threads in turn.
///
/// Unchecked: the jobs are accessed only under the lock.
private final class TwoThreads: SerialExecutor, @unchecked Sendable {
  private let lock = NSLock()
  private var jobs: [UnownedJob] = []
  private var count = 0
  private let bells = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

  init() {
    for bell in bells {
      Thread { [weak self] in
        while true {
          bell.wait()
          guard let self else { return }
          let job = lock.withLock { jobs.removeFirst() }
          job.runSynchronously(on: asUnownedSerialExecutor())
        }
      }
      .start()
    }
  }

  deinit { for bell in bells { bell.signal() } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let bell = lock.withLock {
      jobs.append(job)
      count += 1
      return bells[count % 2]
    }
    bell.signal()
  }
}
