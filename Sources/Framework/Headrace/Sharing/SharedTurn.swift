import Synchronization

/// The turns of threads that change shared values: one thread at a time changes a value, and values
/// are independent of each other.
///
/// While a thread changes a value, it may change or read another one. ``SharedLockOrder`` reports
/// two values whose uses are nested in both orders.
enum SharedTurn {
  /// What a thread with a turn is doing.
  struct Frame {
    /// The value. Unmanaged: the caller of `take(_:at:_:)` retains it.
    let subject: Unmanaged<SharedSubject>
    /// The author's line; `nil` if the framework changes the value.
    let site: CallSite?
    /// Whether the thread is inside the author's closure.
    var isChanging = false
    let outer: UnsafeMutablePointer<Frame>?
  }

  /// Runs a closure when it is this thread's turn to change a value; immediately if it already is.
  static func take(_ subject: SharedSubject, at site: CallSite?, _ body: () -> Void) {
    guard let frame = current else {
      return subject.turn.withLock { _ in run(as: subject, at: site, body) }
    }
    if hasTurn(of: subject) { return inFrame(subject, site, body) }
    SharedLockOrder.note(subject, at: site, inside: frame.pointee)
    let done: Void? = subject.turn.withLockIfAvailable { _ in run(as: subject, at: site, body) }
    if done != nil { return }
    SharedLockOrder.willWait(for: subject, thread: thread, toRead: false)
    subject.turn.withLock { _ in
      SharedLockOrder.didWait(thread: thread)
      run(as: subject, at: site, body)
    }
  }

  /// Runs a closure that changes a value.
  ///
  /// - Precondition: It is this thread's turn.
  static func changing(_ subject: SharedSubject, _ body: () -> Void) {
    current?.pointee.isChanging = true
    subject.isChanging.store(true, ordering: .releasing)
    body()
    subject.isChanging.store(false, ordering: .releasing)
    current?.pointee.isChanging = false
  }

  /// Reads a value that other threads may be changing.
  ///
  /// - Parameters:
  ///   - subject: The value.
  ///   - ifAvailable: Reads it unless another thread has it.
  ///   - wait: Reads it as soon as no other thread has it. It calls what it is given once it has
  ///     the value and before another thread can: this thread no longer waits.
  static func reading<Value>(
    _ subject: SharedSubject, ifAvailable: () -> Value?, wait: (_ didWait: () -> Void) -> Value
  ) -> Value {
    guard let frame = current, !hasTurn(of: subject) else { return wait({}) }
    SharedLockOrder.note(subject, at: nil, inside: frame.pointee)
    if let value = ifAvailable() { return value }
    SharedLockOrder.willWait(for: subject, thread: thread, toRead: true)
    return wait({ SharedLockOrder.didWait(thread: thread) })
  }

  /// Whether this thread is changing a value.
  static func isChanging(_ subject: SharedSubject) -> Bool {
    hasFrame { $0.isChanging && $0.isTurn(of: subject) }
  }

  /// Whether it is this thread's turn to change a value.
  private static func hasTurn(of subject: SharedSubject) -> Bool {
    hasFrame { $0.isTurn(of: subject) }
  }

  private static func hasFrame(where isRight: (Frame) -> Bool) -> Bool {
    var next = current
    while let frame = next {
      if isRight(frame.pointee) { return true }
      next = frame.pointee.outer
    }
    return false
  }

  private static var current: UnsafeMutablePointer<Frame>? {
    ThreadLocalPointer.sharedTurn.value?.assumingMemoryBound(to: Frame.self)
  }

  /// Identifies this thread among the running ones.
  private static var thread: UInt { UInt(bitPattern: ThreadLocalPointer.sharedTurn.slot) }

  private static func run(as subject: SharedSubject, at site: CallSite?, _ body: () -> Void) {
    subject.owner.store(thread, ordering: .releasing)
    inFrame(subject, site, body)
    subject.owner.store(0, ordering: .releasing)
  }

  /// The frame lives on the stack: it is current only while `body` runs, on this thread.
  private static func inFrame(_ subject: SharedSubject, _ site: CallSite?, _ body: () -> Void) {
    var frame = Frame(subject: .passUnretained(subject), site: site, outer: current)
    withUnsafeMutablePointer(to: &frame) { frame in
      ThreadLocalPointer.sharedTurn.value = UnsafeMutableRawPointer(frame)
      body()
      ThreadLocalPointer.sharedTurn.value = frame.pointee.outer.map { UnsafeMutableRawPointer($0) }
    }
  }
}

extension SharedTurn.Frame {
  // Unmanaged: the addresses are only compared.
  fileprivate func isTurn(of other: SharedSubject) -> Bool {
    subject.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }
}
