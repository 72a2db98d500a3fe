/// Runs a closure again whenever a field of a store that it read has changed; made by
/// ``Store/observe(_:)``.
///
/// Owned by the store's actor. It is known to the fields that it read, and not to the system's
/// tracking, which costs twenty times as much.
final class StoreObserver {
  private static let running = ThreadLocalPointer()

  /// What to run; gone once the observation is cancelled.
  private var body: (() -> Void)?
  private var isStale = false

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// The observer whose closure reads on this thread.
  static var current: StoreObserver? {
    running.value.map { Unmanaged<StoreObserver>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs the closure, again if it has itself changed what it read.
  func run() {
    repeat {
      isStale = false
      guard let body else { return }
      let slot = Self.running.slot
      let outer = slot.pointee
      slot.pointee = Unmanaged.passUnretained(self).toOpaque()
      body()
      slot.pointee = outer
    } while isStale
  }

  /// Notes that something that was read has changed.
  ///
  /// - Returns: Whether it is to be run: it is not while it runs, nor twice.
  func becomeStale() -> Bool {
    defer { isStale = true }
    return !isStale && Self.current !== self
  }

  func cancel() {
    body = nil
  }
}

/// Ends an observation when it is cancelled, or goes away.
public final class ObserveToken {
  private let observer: StoreObserver

  init(_ observer: StoreObserver) {
    self.observer = observer
  }

  deinit {
    observer.cancel()
  }

  /// Ends the observation: the closure runs no more.
  public func cancel() {
    observer.cancel()
  }
}

/// An observation belongs to the actor of its store.
@available(*, unavailable, message: "An observation belongs to the actor of its store.")
extension ObserveToken: Sendable {}
