import Synchronization

/// Stores the last change of a shared value by its key, one call after the other.
final class SharedStorage<Value: Sendable>: Sendable {
  private struct Work {
    /// The value to be stored next.
    var latest: Value?
    /// Stores values as long as there are any, and returns why the last one could not be stored.
    var storing: Task<(any Error)?, Never>?
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
  var isStoring: Bool { work.withLock { $0.storing != nil } }

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
    work.withLock { work in
      work.latest = value
      work.reference = reference
      // Detached: it must not be cancelled with the effect that has changed the value.
      if work.storing == nil { work.storing = Task.detached { self.storeAll() } }
    }
  }

  /// Waits until all is stored. A later change, which may be stored before the waiting task goes
  /// on, does not hide that one could not be.
  func flush() async throws {
    let (storing, last) = work.withLock { ($0.storing, $0.saveError) }
    let saveError = if let storing { await storing.value } else { last }
    if let saveError { throw saveError }
  }

  private func storeAll() -> (any Error)? {
    while true {
      let (next, end) = work.withLock { work -> (Value?, Work) in
        let (next, end) = (work.latest.take(), work)
        if next == nil { (work.storing, work.reference) = (nil, nil) }
        return (next, end)
      }
      if let next {
        store(next)
        continue
      }
      if let error = end.saveError as? FileStorageError, case .changed = error {
        logNote("\(error)")
        end.reference?.takeStored()
      }
      return end.saveError
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
