/// Runs a closure again whenever a field of a store that it read has changed; made by
/// ``Store/observe(_:)``.
///
/// Owned by the store's actor. It is known to the fields that it read, and not to the system's
/// tracking, which costs twenty times as much.
final class StoreObserver {
  static let running = ThreadLocalPointer(.observer)

  /// What to run; gone once the observation is cancelled.
  @exclusivity(unchecked) private var body: (() -> Void)?
  @exclusivity(unchecked) private var isStale = false
  @exclusivity(unchecked) private(set) var isRunning = false
  /// How often it has run: what it reads is known by the number of the run that read it.
  @exclusivity(unchecked) private(set) var runCount: UInt64 = 0

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// Runs the closure, again if it has itself changed what it read.
  func run() {
    isRunning = true
    defer { isRunning = false }
    let slot = Self.running.slot
    let outer = slot.pointee
    slot.pointee = Unmanaged.passUnretained(self).toOpaque()
    defer { slot.pointee = outer }
    repeat {
      isStale = false
      runCount &+= 1
      guard let body else { return }
      body()
    } while isStale
  }

  /// Notes that something that was read has changed.
  ///
  /// - Returns: Whether it is to be run: it is not while it runs, nor twice.
  func becomeStale() -> Bool {
    defer { isStale = true }
    return !isStale && !isRunning
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
