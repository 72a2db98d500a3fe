import Synchronization

/// Stores the last change of a shared value by its key, one call after the other.
final class SharedStorage<Value: Sendable>: Sendable {
  private struct Work {
    /// The value to be stored next.
    var latest: Value?
    var isStoring = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var saveError: (any Error)?
    var loadError: (any Error)?
  }

  private let key: any SharedKey<Value>
  private let work = Mutex(Work())

  init(_ key: any SharedKey<Value>) {
    self.key = key
  }

  var saveError: (any Error)? { work.withLock { $0.saveError } }
  var loadError: (any Error)? { work.withLock { $0.loadError } }

  /// Reads the stored value.
  func load() throws -> Value? {
    do {
      let value = try key.load()
      work.withLock { $0.loadError = nil }
      return value
    } catch {
      work.withLock { $0.loadError = error }
      throw error
    }
  }

  /// Stores a value, now or soon.
  func save(_ value: Value) {
    if key.savesAtOnce { return store(value) }
    let mustStart = work.withLock { work in
      work.latest = value
      defer { work.isStoring = true }
      return !work.isStoring
    }
    // Detached: it must not be cancelled with the effect that has changed the value.
    if mustStart { Task.detached { self.storeAll() } }
  }

  /// Waits until all is stored.
  func flush() async throws {
    await withCheckedContinuation { continuation in
      let isDone = work.withLock { work in
        if work.isStoring { work.waiting.append(continuation) }
        return !work.isStoring
      }
      if isDone { continuation.resume() }
    }
    if let saveError { throw saveError }
  }

  private func storeAll() {
    while true {
      let next = work.withLock { work in
        defer { work.latest = nil }
        return work.latest
      }
      if let next {
        store(next)
        continue
      }
      let waiting = work.withLock { work -> [CheckedContinuation<Void, Never>]? in
        guard work.latest == nil else { return nil }
        work.isStoring = false
        defer { work.waiting = [] }
        return work.waiting
      }
      guard let waiting else { continue }
      for continuation in waiting { continuation.resume() }
      return
    }
  }

  private func store(_ value: Value) {
    do {
      try key.save(value)
      work.withLock { $0.saveError = nil }
    } catch {
      work.withLock { $0.saveError = error }
    }
  }
}
