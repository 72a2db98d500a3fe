import Synchronization

/// The turns of threads that change shared values: one thread at a time changes a value, and values
/// are independent of each other.
///
/// While a thread changes a value, it may change or read another one. ``SharedLockOrder`` reports
/// two values whose uses are nested in both orders.
enum SharedWriteLock {
  /// What a thread with a turn is doing.
  final class Frame {
    let subject: SharedSubject
    /// The author's line; `nil` if the framework changes the value.
    let site: CallSite?
    /// Whether the thread is inside the author's closure.
    fileprivate(set) var isChanging = false
    fileprivate let outer: Frame?

    fileprivate init(_ subject: SharedSubject, at site: CallSite?, inside outer: Frame?) {
      self.subject = subject
      self.site = site
      self.outer = outer
    }
  }

  /// Runs a closure when it is this thread's turn to change a value; immediately if it already is.
  static func take(_ subject: SharedSubject, at site: CallSite?, _ body: () -> Void) {
    guard let frame = current else {
      return subject.turn.withLock { _ in run(as: subject, at: site, body) }
    }
    if hasTurn(of: subject) { return inFrame(subject, site, body) }
    SharedLockOrder.note(subject, at: site, inside: frame)
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
    current?.isChanging = true
    subject.isChanging.store(true, ordering: .releasing)
    body()
    subject.isChanging.store(false, ordering: .releasing)
    current?.isChanging = false
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
    SharedLockOrder.note(subject, at: nil, inside: frame)
    if let value = ifAvailable() { return value }
    SharedLockOrder.willWait(for: subject, thread: thread, toRead: true)
    return wait({ SharedLockOrder.didWait(thread: thread) })
  }

  /// Whether this thread is changing a value.
  static func isChanging(_ subject: SharedSubject) -> Bool {
    hasFrame { $0.isChanging && $0.subject === subject }
  }

  /// Whether it is this thread's turn to change a value.
  private static func hasTurn(of subject: SharedSubject) -> Bool {
    hasFrame { $0.subject === subject }
  }

  private static func hasFrame(where isRight: (Frame) -> Bool) -> Bool {
    var next = current
    while let frame = next {
      if isRight(frame) { return true }
      next = frame.outer
    }
    return false
  }

  private static var current: Frame? { ThreadLocalPointer.sharedTurn.object(as: Frame.self) }

  /// Identifies this thread among the running ones.
  private static var thread: UInt { UInt(bitPattern: ThreadLocalPointer.sharedTurn.slot) }

  private static func run(as subject: SharedSubject, at site: CallSite?, _ body: () -> Void) {
    subject.owner.store(thread, ordering: .releasing)
    inFrame(subject, site, body)
    subject.owner.store(0, ordering: .releasing)
  }

  private static func inFrame(_ subject: SharedSubject, _ site: CallSite?, _ body: () -> Void) {
    ThreadLocalPointer.sharedTurn.withObject(Frame(subject, at: site, inside: current), body)
  }
}
