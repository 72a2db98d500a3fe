import Synchronization

/// A shared value, with its observers, its storage and its recorders.
package final class SharedReference<Value: Sendable>: SharedSource {
  package let subject: SharedSubject
  private let value: Mutex<Value>
  private let storage: SharedStorage<Value>?
  /// The test stores that have noted a change.
  private let recorders = Mutex<[WeakRecorder]>([])

  private struct WeakRecorder {
    weak let recorder: SharedRecorder?
  }

  init(_ value: Value, savedBy storage: SharedStorage<Value>?, named name: String?) {
    self.value = Mutex(value)
    self.storage = storage
    subject = SharedSubject(named: name ?? "a shared '\(Value.self)'")
  }

  /// Returns the real value, independent of what a test asserts.
  private var live: @Sendable () -> any Sendable {
    { [self] in value.withLock { $0 } }
  }

  // MARK: Reading

  package func read() -> Value {
    if let account = ExpectedSharedValues.current { return value(in: account.values) }
    if let storage, storage.mayHaveChangedOutside { take { storage.changedOutside() } }
    // Observed before it is read: a change in between would otherwise be missed.
    subject.willRead((peek() as? any ObservableState)?._$id)
    return peek()
  }

  package func peek() -> Value {
    if let account = ExpectedSharedValues.current { return value(in: account.values) }
    return current
  }

  package func value(in values: SharedValues) -> Value {
    if let entry = values[subject], let value = entry.value as? Value { return value }
    return current
  }

  /// The value, as soon as no other thread is changing it.
  private var current: Value {
    checkAccess()
    return SharedWriteLock.reading(
      subject, ifAvailable: { value.withLockIfAvailable { $0 } },
      wait: { didWait in
        value.withLock { value in
          didWait()
          return value
        }
      })
  }

  // MARK: Changing

  package func modify<Result, Failure>(
    at site: CallSite?, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let account = ExpectedSharedValues.current {
      var value = value(in: account.values)
      defer { account.values.assert(value, of: subject, live: live) }
      return try body(&value)
    }
    checkAccess()
    var outcome: Swift.Result<Result, Failure>?
    var change = SharedChange.everything
    SharedWriteLock.take(subject, at: site) {
      // The author's closure changes the latest value, whoever has stored it.
      let stored = storage?.changedOutside()
      change = changeInTurn { value in
        if let stored { value = stored }
        do throws(Failure) {
          outcome = .success(try body(&value))
        } catch {
          outcome = .failure(error)
        }
      }
      storage?.save(value.withLock { $0 }, of: self)
    }
    // Observers outside of stores run at once, but not inside a turn, which would block other
    // changes.
    subject.didChange(change)
    guard let outcome else { preconditionFailure("A turn runs what it is given.") }
    return try outcome.get()
  }

  /// Takes over a value that is already stored. It is read during this value's turn, so that no
  /// change comes in between.
  private func take(_ stored: () -> Value?) {
    checkAccess()
    var change: SharedChange?
    SharedWriteLock.take(subject, at: nil) {
      guard let stored = stored() else { return }
      change = changeInTurn { $0 = stored }
    }
    if let change { subject.didChange(change) }
  }

  private func changeInTurn(_ body: (inout Value) -> Void) -> SharedChange {
    let recorder = DependencyValues.current.sharedRecorder
    let others = recorders.withLock { $0.compactMap(\.recorder) }
    let keepsBefore = subject.isWatched || recorder != nil || !others.isEmpty
    let before = keepsBefore ? value.withLock { $0 } : nil
    SharedWriteLock.changing(subject) { value.withLock { body(&$0) } }
    guard let before else { return .everything }
    let after = value.withLock { $0 }
    note(from: before, to: after, by: recorder, and: others)
    return SharedChange(from: before, to: after)
  }

  private func note(
    from before: Value, to after: Value, by recorder: SharedRecorder?, and others: [SharedRecorder]
  ) {
    if let recorder, recorder.note(subject, from: before, to: after, live: live) {
      recorders.withLock { recorders in
        recorders.removeAll { $0.recorder == nil }
        recorders.append(WeakRecorder(recorder: recorder))
      }
    }
    for other in others where other !== recorder {
      other.noteOutside(subject, after, live: live)
    }
  }

  /// Stops code that would read or change the value while this thread is changing it.
  private func checkAccess() {
    precondition(
      !SharedWriteLock.isChanging(subject),
      """
      A shared value was read or changed inside of its own 'withLock'. Use what the closure is \
      given: '$count.withLock { $0 += 1 }'.
      """)
  }
}

// MARK: - What Is Stored

extension SharedReference {
  package func load() throws {
    guard let storage else { return }
    var failure: (any Error)?
    take {
      // A change that is not stored yet is newer than what is stored.
      if storage.isStoring { return nil }
      do {
        return try storage.load()
      } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
  }

  /// Takes over the stored value after a change was refused.
  func takeStored() {
    do {
      try load()
    } catch {
      logNote("The stored value of \(subject.name) could not be read: \(error)")
    }
  }

  package func save() async throws { try await storage?.flush() }
  package var loadError: (any Error)? { storage?.loadError }
  package var saveError: (any Error)? { storage?.saveError }
}
