import Synchronization

/// The use of a shared value by the thread that has locked it.
///
/// Each value has a separate lock. While a thread changes a value, it may change or read another
/// one. If one part of a program changes A within B, and another changes B within A, two threads
/// that do so at the same time wait for each other. Nothing reveals this until it happens. So the
/// first use in the opposite order is reported, on any thread. If two threads do wait for each
/// other, the program stops with the remedy instead of waiting forever.
final class SharedUse {
  private let subject: SharedSubject
  /// The author's line; `nil` if the framework uses the value.
  private let site: CallSite?
  /// The use that encloses this one.
  private let outer: SharedUse?

  private init(_ subject: SharedSubject, at site: CallSite?, inside outer: SharedUse?) {
    self.subject = subject
    self.site = site ?? outer?.site
    self.outer = outer
  }

  /// The latest use on this thread.
  private static var current: SharedUse? {
    ThreadLocalPointer.sharedUse.object(as: SharedUse.self)
  }

  /// A number that identifies this thread among the running ones.
  private static var thread: UInt { UInt(bitPattern: ThreadLocalPointer.sharedUse.slot) }

  /// Runs a closure with exclusive access to a value: no other thread reads or changes it in the
  /// meantime.
  static func locking<Value: Sendable, Result: Sendable, Failure: Error>(
    _ mutex: borrowing Mutex<Value>, of subject: SharedSubject, at site: CallSite?,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let use = SharedUse(subject, at: site, inside: current)
    func run(_ value: inout Value) throws(Failure) -> Result {
      subject.owner.store(thread, ordering: .releasing)
      defer { subject.owner.store(0, ordering: .releasing) }
      return try ThreadLocalPointer.sharedUse.withObject(use) { () throws(Failure) in
        try body(&value)
      }
    }
    guard let outer = use.outer else {
      return try mutex.withLock { value throws(Failure) in try run(&value) }
    }
    outer.checkIsUnrelated(to: subject)
    use.noteOrder(inside: outer.subject)
    let result = try mutex.withLockIfAvailable { value throws(Failure) in try run(&value) }
    if let result { return result }
    use.willWait()
    return try mutex.withLock { value throws(Failure) in
      // Called before another thread can lock the value: this thread no longer waits for it.
      didWait()
      return try run(&value)
    }
  }

  /// Stops code that would read or change a value while this thread is changing it.
  private func checkIsUnrelated(to other: SharedSubject) {
    precondition(
      subject !== other,
      """
      A shared value was read or changed inside of its own 'withLock'. Use what the closure is \
      given: '$count.withLock { $0 += 1 }'.
      """)
    outer?.checkIsUnrelated(to: other)
  }
}

// MARK: - The Order of Nested Uses

extension SharedUse {
  private struct Order {
    /// For each value, the values that were used within it, and the line of the first such use.
    var inner: [UInt64: [UInt64: CallSite]] = [:]
    /// The values that threads are waiting for.
    var waits: [UInt: SharedSubject] = [:]

    /// Returns the line where a value was used inside another one, directly or through a third one.
    func site(where subject: UInt64, isUsedInside outer: UInt64) -> CallSite? {
      var seen: Set = [outer]
      var next = [outer]
      while let value = next.popLast() {
        guard let inner = inner[value] else { continue }
        if let site = inner[subject] { return site }
        for number in inner.keys where seen.insert(number).inserted { next.append(number) }
      }
      return nil
    }
  }

  private static let order = Mutex(Order())

  /// Notes that a value is used while its thread changes another one.
  private func noteOrder(inside outer: SharedSubject) {
    guard let site else { return }
    let opposite = Self.order.withLock { order -> CallSite? in
      if order.inner[outer.number]?[subject.number] != nil { return nil }
      let opposite = order.site(where: outer.number, isUsedInside: subject.number)
      order.inner[outer.number, default: [:]][subject.number] = site
      for subject in [outer, subject] { subject.isNested.store(true, ordering: .relaxed) }
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

  /// Forgets a deallocated value.
  static func forget(_ number: UInt64) {
    order.withLock { order in
      order.inner[number] = nil
      // A copy of the keys: their view would retain the dictionary, which would then be copied.
      for outer in Array(order.inner.keys) { order.inner[outer]?[number] = nil }
    }
  }

  /// Notes that this thread is about to wait for the value while it changes another one.
  ///
  /// - Precondition: The thread that has locked the value does not wait, directly or indirectly,
  ///   for this one.
  private func willWait() {
    let thread = Self.thread
    let isDeadlock = Self.order.withLock { order in
      order.waits[thread] = subject
      var awaited = subject
      for _ in 0..<order.waits.count {
        let owner = awaited.owner.load(ordering: .acquiring)
        if owner == thread { return true }
        guard let next = order.waits[owner] else { return false }
        awaited = next
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

  private static func didWait() {
    // Released outside of the lock, because it may be the last reference.
    _ = order.withLock { $0.waits.removeValue(forKey: thread) }
  }
}
