import Synchronization

/// Stores the last change of a shared value by its key, one call after the other.
final class SharedStorage<Value: Sendable>: Sendable {
  private struct Work {
    /// The value to be stored next.
    var latest: Value?
    var isStoring = false
    var waiting: [CheckedContinuation<(any Error)?, Never>] = []
    var saveError: (any Error)?
    var loadError: (any Error)?
    /// The value's reference, kept while a change waits to be stored. Without it, the next property
    /// would read the file before the change is written.
    var reference: SharedReference<Value>?
  }

  private let key: any SharedKey<Value>
  /// The key, if another process may change what is stored.
  private let file: (any KeyOfFile<Value>)?
  private let work = Mutex(Work())

  init(_ key: any SharedKey<Value>) {
    self.key = key
    file = key as? any KeyOfFile<Value>
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

  /// Whether a change waits to be stored. It is newer than the stored value.
  var isStoring: Bool { work.withLock { $0.isStoring } }

  /// Whether to call `changedOutside()` before the value is merely read.
  var mayHaveChangedOutside: Bool { file.map { !isStoring && $0.mayHaveChangedOutside } ?? false }

  /// The stored value, if another process has changed it and no change waits to be stored.
  func changedOutside() -> Value? {
    guard let file, !isStoring else { return nil }
    do {
      guard let value = try file.changedOutside() else { return nil }
      work.withLock { $0.loadError = nil }
      return value
    } catch {
      logNote("The file \(file.path) was changed by another process and can't be read: \(error)")
      work.withLock { $0.loadError = error }
      return nil
    }
  }

  /// Stores a value, now or soon.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - reference: The value's reference, which is kept until the value is stored.
  func save(_ value: Value, of reference: SharedReference<Value>) {
    if key.savesAtOnce { return store(value) }
    let mustStart = work.withLock { work in
      work.latest = value
      work.reference = reference
      defer { work.isStoring = true }
      return !work.isStoring
    }
    // Detached: it must not be cancelled with the effect that has changed the value.
    if mustStart { Task.detached { self.storeAll() } }
  }

  /// Waits until all is stored. A later change, which may be stored before the waiting task goes
  /// on, does not hide that one could not be.
  func flush() async throws {
    let saveError: (any Error)? = await withCheckedContinuation { continuation in
      let isStoring = work.withLock { work in
        if work.isStoring { work.waiting.append(continuation) }
        return work.isStoring
      }
      if !isStoring { continuation.resume(returning: self.saveError) }
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
      if endStoring() { return }
    }
  }

  /// - Returns: `false` if there is something to store again.
  private func endStoring() -> Bool {
    let end = work.withLock { work -> Work? in
      guard work.latest == nil else { return nil }
      defer {
        work.isStoring = false
        work.waiting = []
        work.reference = nil
      }
      return work
    }
    guard let end else { return false }
    if let error = end.saveError as? FileStorageError, case .changed = error {
      logNote("\(error)")
      end.reference?.takeStored()
    }
    for continuation in end.waiting { continuation.resume(returning: end.saveError) }
    return true
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
