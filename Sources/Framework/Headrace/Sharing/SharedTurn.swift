import Synchronization

/// Lets changes of shared values take turns in the whole process.
///
/// With one lock for each value, two threads that change two values in nested closures, in opposite
/// orders, would wait for each other for ever.
enum SharedTurn {
  private static let lock = Mutex(())

  /// What the thread with the turn is doing.
  private struct Frame {
    /// The value that it is changing; `nil` before and after that. Unmanaged: the caller of
    /// `changing(_:_:)` retains it, and it is only compared.
    var subject: Unmanaged<SharedSubject>?
    let outer: UnsafeMutablePointer<Frame>?
  }

  /// Runs a closure when it is this thread's turn; at once if it already is.
  static func take(_ body: () -> Void) {
    if current != nil { return inFrame(body) }
    lock.withLock { _ in inFrame(body) }
  }

  /// Runs a closure that changes a value.
  ///
  /// - Precondition: It is this thread's turn.
  static func changing(_ subject: SharedSubject, _ body: () -> Void) {
    current?.pointee.subject = .passUnretained(subject)
    body()
    current?.pointee.subject = nil
  }

  /// Whether this thread is changing a value.
  static func isChanging(_ subject: SharedSubject) -> Bool {
    var next = current
    while let frame = next {
      if frame.pointee.subject?.toOpaque() == Unmanaged.passUnretained(subject).toOpaque() {
        return true
      }
      next = frame.pointee.outer
    }
    return false
  }

  private static var current: UnsafeMutablePointer<Frame>? {
    ThreadLocalPointer.sharedTurn.value?.assumingMemoryBound(to: Frame.self)
  }

  /// The frame lives on the stack: it is current only while `body` runs, on this thread.
  private static func inFrame(_ body: () -> Void) {
    var frame = Frame(subject: nil, outer: current)
    withUnsafeMutablePointer(to: &frame) { frame in
      ThreadLocalPointer.sharedTurn.value = UnsafeMutableRawPointer(frame)
      body()
      ThreadLocalPointer.sharedTurn.value = frame.pointee.outer.map { UnsafeMutableRawPointer($0) }
    }
  }
}
