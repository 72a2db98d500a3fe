import Foundation
import Headrace
import Synchronization

/// The owner of a store on threads with a given stack size.
actor SmallStackOwner<Feature: Deep> {
  private let executor: ThreadExecutor
  private var store: StoreOf<Feature>?

  init(_ executor: ThreadExecutor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func makeStore() {
    store = Store(initialState: Feature.makeState()) { Feature() }
  }

  func send(count: Int) {
    guard let store else { preconditionFailure("'makeStore' comes first.") }
    for _ in 0..<count { store.send(Feature.embed(.increment)) }
  }

  func dropStore() {
    store = nil
  }
}

/// Runs each job of an actor on a new thread, with a stack of a given size.
final class ThreadExecutor: SerialExecutor {
  /// The stack size of new threads, in bytes.
  let stackSize: Atomic<Int>
  /// Locked while a job runs.
  private let turn = Mutex<Void>(())

  init(stackSize: Int) {
    self.stackSize = Atomic(stackSize)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = Thread { [self] in
      turn.withLock { _ in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
    thread.stackSize = stackSize.load(ordering: .relaxed)
    thread.start()
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
