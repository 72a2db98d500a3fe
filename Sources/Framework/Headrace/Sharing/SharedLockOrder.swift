import Synchronization

/// The orders in which threads nest their uses of shared values.
///
/// If one part of a program changes A within B, and another changes B within A, two threads that do
/// so at the same time wait for each other. Nothing shows this until it happens. So the first use
/// in the opposite order is reported, whichever thread it is on. If two threads do wait for each
/// other, the program stops with the remedy instead of waiting for ever.
///
/// Only nested uses are recorded.
enum SharedLockOrder {
  private struct State {
    /// For each value, those that were used within it, and where for the first time.
    var inner: [UInt64: [UInt64: CallSite]] = [:]
    /// What threads wait for.
    var waits: [UInt: Wait] = [:]
  }

  private struct Wait {
    let subject: SharedSubject
    let isToRead: Bool
  }

  private static let state = Mutex(State())

  /// Notes that a value is used while its thread changes another one.
  static func note(
    _ subject: SharedSubject, at site: CallSite?, inside frame: SharedWriteLock.Frame
  ) {
    let outer = frame.subject
    let framework = CallSite(
      fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let site = site ?? frame.site ?? framework
    let opposite = state.withLock { state -> CallSite? in
      if state.inner[outer.number]?[subject.number] != nil { return nil }
      let opposite = place(where: outer.number, isUsedInside: subject.number, in: state)
      state.inner[outer.number, default: [:]][subject.number] = site
      for subject in [outer, subject] { subject.forget.withLock { $0 = { forget($0) } } }
      return opposite
    }
    guard let opposite else { return }
    reportMisuse(
      """
      Two shared values are locked in opposite orders. Here \(subject.name) is used inside of \
      the 'withLock' of \(outer.name). The other way round it is at \
      \(opposite.fileID):\(opposite.line).

      Two threads that do both at the same time would wait for each other for ever. Read what \
      you need of the other value before 'withLock', use the values in the same order \
      everywhere, or make one value of both: a struct with one 'withLock'.
      """, at: site)
  }

  /// Notes that a thread is about to wait for a value while it changes another one.
  ///
  /// - Precondition: The thread with the value does not wait, directly or indirectly, for this one.
  static func willWait(for subject: SharedSubject, thread: UInt, toRead: Bool) {
    let isDeadlock = state.withLock { state in
      var wait = Wait(subject: subject, isToRead: toRead)
      state.waits[thread] = wait
      for _ in 0..<state.waits.count {
        // Reading waits only while the owner's closure runs.
        if wait.isToRead, !wait.subject.isChanging.load(ordering: .acquiring) { return false }
        let owner = wait.subject.owner.load(ordering: .acquiring)
        if owner == thread { return true }
        guard let next = state.waits[owner] else { return false }
        wait = next
      }
      return false
    }
    precondition(
      !isDeadlock,
      """
      Two threads wait for each other: each changes a shared value and uses the value that the \
      other one changes. One of them is \(subject.name). Use the values in the same order \
      everywhere, or read what you need before 'withLock'.
      """)
  }

  /// Notes that the thread's wait is over.
  static func didWait(thread: UInt) {
    // Released outside of the lock: it may be the last reference.
    let wait = state.withLock { $0.waits.removeValue(forKey: thread) }
    withExtendedLifetime(wait) {}
  }

  /// Forgets a value that is deallocated.
  static func forget(_ number: UInt64) {
    state.withLock { state in
      state.inner[number] = nil
      for outer in state.inner.keys where state.inner[outer]?.removeValue(forKey: number) != nil {
        if state.inner[outer]?.isEmpty == true { state.inner[outer] = nil }
      }
    }
  }

  /// Returns where a value was used inside another one, directly or through a third one.
  private static func place(
    where subject: UInt64, isUsedInside outer: UInt64, in state: State
  ) -> CallSite? {
    var seen: Set = [outer]
    var next = [outer]
    while let value = next.popLast() {
      guard let inner = state.inner[value] else { continue }
      if let site = inner[subject] { return site }
      for number in inner.keys where seen.insert(number).inserted { next.append(number) }
    }
    return nil
  }
}
