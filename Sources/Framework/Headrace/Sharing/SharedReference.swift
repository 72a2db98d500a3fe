import Synchronization

/// A shared value, with its observers, its storage, and the test stores that record it.
package final class SharedReference<Value: Sendable>: SharedSource, WholeSharedValue {
  private struct Status {
    /// The value to be stored next.
    var unsaved: Value?
    /// The task that stores values until none is left, and returns the error of storing the last
    /// one.
    ///
    /// It retains the reference: otherwise the next property would read the file before the change
    /// is written.
    var storing: Task<(any Error)?, Never>?
    var saveError: (any Error)?
    var loadError: (any Error)?
    var changeCount = 0
    /// The test stores that noted a change.
    var recorders: [WeakRecorder] = []
  }

  private struct WeakRecorder {
    weak let recorder: SharedRecorder?
  }

  package let subject: SharedSubject
  private let value: Mutex<Value>
  /// The key that stores the value; `nil` if the value is not stored.
  private let key: (any SharedKey<Value>)?
  /// The key, if another process can change the stored value.
  private let fileKey: (any FileKey<Value>)?
  private let status: Mutex<Status>

  init(
    _ value: Value, named name: String, storedBy key: (any SharedKey<Value>)? = nil,
    loadError: (any Error)? = nil
  ) {
    self.value = Mutex(value)
    self.key = key
    fileKey = key as? any FileKey<Value>
    status = Mutex(Status(loadError: loadError))
    subject = SharedSubject(named: name)
  }

  deinit {
    if subject.isNested.load(ordering: .relaxed) { SharedUse.forget(subject.number) }
  }

  package var whole: any WholeSharedValue { self }
  package var liveValue: any Sendable { current }

  // MARK: Reading

  package func value(_ reading: SharedReading) -> Value {
    if case .moment(let values) = reading { return value(in: values) }
    if let expected = ExpectedSharedValues.current { return value(in: expected.values) }
    if case .observed = reading {
      if let fileKey, !isStoring, fileKey.file.mayHaveChanged { takeOverFile(at: nil) }
      // Observed before reading: a change in between would otherwise be missed.
      subject.willRead((current as? any ObservableState)?._$id)
    }
    return current
  }

  private func value(in values: SharedValues) -> Value {
    if let known = values[self], let value = known as? Value { return value }
    return current
  }

  /// The value, read once no other thread is changing it.
  private var current: Value { SharedUse.locking(value, of: subject, at: nil) { $0 } }

  // MARK: Changing

  package func modify(at site: CallSite?, _ body: (inout Value) -> Void) {
    if let expected = ExpectedSharedValues.current {
      var value = value(in: expected.values)
      body(&value)
      return expected.values.assert(value, of: self)
    }
    // The closure must receive the latest value, even if another process has stored it.
    takeOverFile(at: site)
    change(at: site) { value in
      body(&value)
      store(value)
      return true
    }
  }

  /// Changes the value, and notifies its observers.
  ///
  /// - Parameter body: Changes the value, and returns true if it has.
  private func change<Failure>(
    at site: CallSite?, _ body: (inout Value) throws(Failure) -> Bool
  ) throws(Failure) {
    let recorder = DependencyValues.current.sharedRecorder
    let change = try SharedUse.locking(value, of: subject, at: site) {
      (value) throws(Failure) -> (before: Value?, after: Value)? in
      let isRecorded = recorder != nil || status.withLock { !$0.recorders.isEmpty }
      let before = isRecorded || subject.isWatched ? value : nil
      guard try body(&value) else { return nil }
      status.withLock { $0.changeCount += 1 }
      if isRecorded, let before { note(from: before, to: value, by: recorder) }
      return (before, value)
    }
    guard let change else { return }
    // Observers outside of stores run immediately, but not inside the lock, which would block other
    // changes.
    subject.didChange(
      change.before.map { StateDifferences(from: $0, to: change.after) } ?? .everything)
  }

  private func note(from before: Value, to after: Value, by recorder: SharedRecorder?) {
    let recorders = status.withLock { status in
      status.recorders.removeAll { $0.recorder == nil || $0.recorder === recorder }
      if let recorder { status.recorders.append(WeakRecorder(recorder: recorder)) }
      return status.recorders.compactMap(\.recorder)
    }
    for noting in recorders {
      noting.note(self, from: before, to: after, isOutside: noting !== recorder)
    }
  }

  // MARK: Loading

  /// Reads the stored value, unless a newer change is made during the reading or waits to be
  /// stored.
  ///
  /// A file is read while the value is locked, so that no other process's change is missed. An
  /// author's key may take long, and is called outside of the lock.
  package func load() throws {
    guard let key, !isStoring else { return }
    guard fileKey == nil else { return try takeOver(at: nil) { try key.load() } }
    let countBefore = status.withLock { $0.changeCount }
    let loaded = Result { try key.load() }
    try takeOver(at: nil) {
      guard status.withLock({ $0.changeCount }) == countBefore else { return nil }
      return try loaded.get()
    }
  }

  package var loadError: (any Error)? { status.withLock { $0.loadError } }

  /// Adopts a value that is already stored, unless a change waits to be stored, which is newer.
  private func takeOver(at site: CallSite?, _ read: () throws -> Value?) throws {
    try change(at: site) { value in
      if isStoring { return false }
      do {
        guard let stored = try read() else { return false }
        status.withLock { $0.loadError = nil }
        value = stored
        return true
      } catch {
        status.withLock { $0.loadError = error }
        throw error
      }
    }
  }

  /// Adopts the file's value if another process has changed it.
  private func takeOverFile(at site: CallSite?) {
    guard let fileKey, !isStoring else { return }
    do {
      try takeOver(at: site) { try fileKey.changeOfFile() }
    } catch {
      logNote("\(subject.name) was changed by another process and can't be read: \(error)")
    }
  }

  // MARK: Storing

  private var isStoring: Bool { status.withLock { $0.storing != nil } }

  package var saveError: (any Error)? { status.withLock { $0.saveError } }

  /// Waits until all changes are stored.
  ///
  /// A later change, which may be stored before the waiting task continues, does not hide an
  /// earlier failure.
  package func save() async throws {
    let (storing, last) = status.withLock { ($0.storing, $0.saveError) }
    let saveError = if let storing { await storing.value } else { last }
    if let saveError { throw saveError }
  }

  /// Stores the value, now or soon.
  ///
  /// Called while the value is locked.
  private func store(_ value: Value) {
    guard key != nil else { return }
    if let fileKey, fileKey.file.isInMemory {
      write(value)
      return
    }
    status.withLock { status in
      status.unsaved = value
      // Detached, so that it is not cancelled with the effect that changed the value.
      if status.storing == nil { status.storing = Task.detached { self.writeAll() } }
    }
  }

  private func writeAll() -> (any Error)? {
    var failure: (any Error)?
    while let next = nextUnsaved() { failure = write(next) }
    if let error = failure as? FileStorageError, case .changed = error {
      logNote("\(error)")
      do {
        try load()
      } catch {
        logNote("The stored value of \(subject.name) could not be read: \(error)")
      }
    }
    return failure
  }

  private func nextUnsaved() -> Value? {
    status.withLock { status in
      if status.unsaved == nil { status.storing = nil }
      return status.unsaved.take()
    }
  }

  /// - Returns: The error, if the value could not be stored.
  @discardableResult
  private func write(_ value: Value) -> (any Error)? {
    var failure: (any Error)?
    do {
      try key?.save(value)
    } catch {
      failure = error
    }
    status.withLock { $0.saveError = failure }
    return failure
  }
}
