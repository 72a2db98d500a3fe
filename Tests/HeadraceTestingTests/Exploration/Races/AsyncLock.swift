import Headrace

/// Suspends tasks until they are signaled, the oldest first.
///
/// A signal that no task waits for is lost. A task that is canceled stops waiting.
final class AsyncCondition: Sendable {
  private struct Waiter {
    let id: Int
    /// `nil` until the task has been suspended.
    var continuation: UnsafeContinuation<Void, any Error>?
  }

  private let waiters = LockIsolated((count: 0, queue: [Waiter]()))

  /// Suspends the task. Nothing else happens between the call and the start of the wait.
  nonisolated(nonsending) func wait() async throws {
    let id = waiters.withValue { waiters in
      waiters.count += 1
      waiters.queue.append(Waiter(id: waiters.count))
      return waiters.count
    }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let isWaiting = waiters.withValue { waiters in
          guard let index = waiters.queue.firstIndex(where: { $0.id == id }) else { return false }
          waiters.queue[index].continuation = continuation
          return true
        }
        if !isWaiting { continuation.resume() }
      }
    } onCancel: {
      let canceled = waiters.withValue { waiters in
        waiters.queue.firstIndex { $0.id == id }.map { waiters.queue.remove(at: $0) }
      }
      canceled?.continuation?.resume(throwing: CancellationError())
    }
    try Task.checkCancellation()
  }

  /// Unlocks a lock, suspends the task, and locks it again.
  nonisolated(nonsending) func wait(unlocking lock: AsyncLock) async throws {
    lock.unlock()
    try await wait()
    try await lock.lock()
  }

  /// Resumes the task that has waited longest.
  func signal() {
    let first = waiters.withValue { $0.queue.isEmpty ? nil : $0.queue.removeFirst() }
    first?.continuation?.resume()
  }

  /// Resumes all waiting tasks.
  func broadcast() {
    let all = waiters.withValue { waiters in
      defer { waiters.queue = [] }
      return waiters.queue
    }
    for waiter in all { waiter.continuation?.resume() }
  }
}

/// A lock that tasks await. A task may be interrupted before it locks.
final class AsyncLock: Sendable {
  private let isLocked = LockIsolated(false)
  private let isFree = AsyncCondition()

  nonisolated(nonsending) func lock() async throws {
    await Task.yield()
    while !isLocked.withValue({ isLocked in
      defer { isLocked = true }
      return !isLocked
    }) {
      try await isFree.wait()
    }
  }

  func unlock() {
    isLocked.setValue(false)
    isFree.signal()
  }

  nonisolated(nonsending) func withLock<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await lock()
    defer { unlock() }
    return try await body()
  }
}

/// A variable that tasks share. A task may be interrupted before each access.
final class Variable<Value: Sendable>: Sendable {
  private let storage: LockIsolated<Value>

  init(_ value: Value) {
    storage = LockIsolated(value)
  }

  /// The value, without an interruption.
  var value: Value { storage.value }

  /// Replaces the value, without an interruption.
  func set(_ value: Value) {
    storage.setValue(value)
  }

  nonisolated(nonsending) func read() async -> Value {
    await Task.yield()
    return storage.value
  }

  nonisolated(nonsending) func write(_ value: Value) async {
    await Task.yield()
    storage.setValue(value)
  }

  /// Reads and writes in one step.
  @discardableResult
  nonisolated(nonsending) func update<Result: Sendable>(
    _ change: (inout Value) -> Result
  ) async -> Result {
    await Task.yield()
    return storage.withValue(change)
  }
}

extension Variable where Value: Equatable {
  /// Replaces the value if it is the expected one.
  nonisolated(nonsending) func compareAndSwap(_ expected: Value, _ new: Value) async -> Bool {
    await update { value in
      guard value == expected else { return false }
      value = new
      return true
    }
  }
}
