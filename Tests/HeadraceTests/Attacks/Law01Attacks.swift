import Dispatch
import Foundation
import Headrace
import Synchronization
import Testing

@Suite("Law 1, attacked", .timeLimit(.minutes(30)))
struct Law01Attacks {
  @Test("Law 1: a store may live on an actor with its own thread")
  func anActorWithAThread() async {
    let host = BusyHost(OneThread())
    await host.work(times: 2)
    #expect(await host.count == 2 * BusyHost.sends)
  }

  @Test("Law 1: such actors go away with their stores in the middle of the work")
  func actorsWithThreadsGo() async {
    let freed = Arrivals()
    let count = 20
    for _ in 1...count {
      await BusyHost(OneThread(Held(freed))).start()
    }
    for _ in 1...count { await freed.wait() }
  }

  @Test("Law 1: a store may live on an actor of a dispatch queue, and be sent to from the queue")
  func anActorOfAQueue() async {
    let executor = OneQueue()
    let host = BusyHost(executor)
    await host.work(times: 1)
    await withCheckedContinuation { continuation in
      executor.queue.async {
        host.assumeIsolated { host in host.sendAtOnce() }
        continuation.resume()
      }
    }
    #expect(await host.count == BusyHost.sends + 1)
  }

  @Test("Law 1: such actors go away with their stores in the middle of the work")
  func actorsOfQueuesGo() async {
    let freed = Arrivals()
    let count = 50
    for _ in 1...count { await BusyHost(OneQueue(Held(freed))).start() }
    for _ in 1...count { await freed.wait() }
  }

  @Test("Law 1: plain actors go away with their stores in the middle of the work")
  func plainActorsGo() async {
    let freed = Arrivals()
    let count = 100
    for _ in 1...count { await PlainHost(Held(freed)).start() }
    for _ in 1...count { await freed.wait() }
  }

  @Test("Law 1: a store may live on a global actor")
  func aGlobalActor() async {
    #expect(await GlobalHost().work() == BusyHost.sends)
  }

  @Test("Law 1: a store on its own actor accepts actions from everywhere")
  func manySendersAndFollowers() async {
    let handle = Self.sum()
    await withTaskGroup { group in
      for _ in 1...8 { group.addTask { for _ in 1...250 { await handle.send(1) } } }
      for _ in 1...10 {
        group.addTask { for await sum in handle.states where sum > 10 { break } }
      }
    }
    #expect(await handle.state == 2000)
  }

  @Test("Law 14: following a store does not keep it")
  func followingAStoreDoesNotKeepIt() async {
    var handle: StoreActor<Int, Int>? = Self.sum()
    weak let isThere = handle
    let states = handle?.states
    let follower = Task {
      var last = 0
      for await sum in states ?? AsyncStream(unfolding: { nil }) { last = sum }
      return last
    }
    for _ in 1...10 { await handle?.send(1) }
    handle = nil
    // The stream ends with the store: this returns.
    #expect(await follower.value <= 10)
    #expect(isThere == nil)
  }

  private static func sum() -> StoreActor<Int, Int> {
    StoreActor(initialState: 0) {
      Reduce { state, action in
        state += action
        return .none
      }
    }
  }
}

/// Effects that send everything immediately.
private struct Busy: Reducer {
  enum Action { case count, start }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .count:
      state += 1
      return .none
    case .start:
      return .merge(
        (0..<4).map { _ in .run { send in for _ in 0..<50 { await send(.count) } } })
    }
  }
}

/// An actor whose jobs run on its executor.
private actor BusyHost {
  static let sends = 200

  private let executor: any SerialExecutor
  private var store: StoreOf<Busy>?

  init(_ executor: any SerialExecutor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  var count: Int { store?.withState { $0 } ?? 0 }

  func start() {
    store = Store(initialState: 0) { Busy() }
    store?.send(.start)
  }

  func work(times: Int) async {
    let store = Store(initialState: 0) { Busy() }
    self.store = store
    for _ in 1...times { await store.send(.start).finish() }
  }

  func sendAtOnce() { store?.send(.count) }
}

private actor PlainHost {
  private let held: Held
  private var store: StoreOf<Busy>?

  init(_ held: Held) {
    self.held = held
  }

  func start() {
    store = Store(initialState: 0) { Busy() }
    store?.send(.start)
  }
}

@globalActor
private actor Elsewhere {
  static let shared = Elsewhere()
}

@Elsewhere
private final class GlobalHost {
  private var store: StoreOf<Busy>?

  init() {}

  func work() async -> Int {
    let store = Store(initialState: 0) { Busy() }
    self.store = store
    await store.send(.start).finish()
    return store.withState { $0 }
  }
}

/// Runs an actor's jobs on one thread, which ends with the executor.
///
/// Unchecked: the jobs are accessed only under the lock. It is not one of Swift's locks, which the
/// thread sanitizer does not understand.
private final class OneThread: SerialExecutor, @unchecked Sendable {
  private let lock = NSLock()
  private var jobs: [UnownedJob] = []
  private let bell = DispatchSemaphore(value: 0)
  private let held: Held?

  init(_ held: Held? = nil) {
    self.held = held
    Thread { [weak self, bell] in
      while true {
        bell.wait()
        guard let self else { return }
        self.runJobs()
      }
    }
    .start()
  }

  deinit { bell.signal() }

  private func runJobs() {
    let waiting = lock.withLock {
      defer { jobs = [] }
      return jobs
    }
    for job in waiting { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The thread may run the job immediately, and the executor may be released with its actor.
    let (lock, bell) = (lock, bell)
    lock.withLock { jobs.append(job) }
    bell.signal()
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// Runs an actor's jobs on a dispatch queue.
private final class OneQueue: SerialExecutor {
  let queue = DispatchQueue(label: "attacks")
  private let held: Held?

  init(_ held: Held? = nil) {
    self.held = held
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
