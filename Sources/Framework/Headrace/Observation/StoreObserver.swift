/// Runs a closure again whenever a field of a store that it read has changed; made by
/// ``Store/observe(_:)``.
///
/// Owned by the store's actor. It is known to the fields that it read, and not to the system's
/// tracking, which costs twenty times as much.
final class StoreObserver {
  static var running: ThreadLocalPointer { .observer }

  /// What to run; gone once the observation is cancelled, and does not run any more. Nobody counts
  /// references to it: that would be half of what a run costs.
  @exclusivity(unchecked) private var body: Unmanaged<Body>?
  @exclusivity(unchecked) private var isCancelled = false
  @exclusivity(unchecked) private var isStale = false
  @exclusivity(unchecked) private(set) var isRunning = false
  /// How often it has run: what it reads is known by the number of the run that read it.
  @exclusivity(unchecked) private(set) var runCount: UInt64 = 0

  private final class Body {
    let call: () -> Void

    init(_ call: @escaping () -> Void) {
      self.call = call
    }
  }

  init(_ body: @escaping () -> Void) {
    self.body = .passRetained(Body(body))
  }

  deinit {
    body?.release()
  }

  /// Runs the closure, again if it has itself changed what it read.
  func run() {
    guard let body, !isCancelled else { return }
    isRunning = true
    let slot = Self.running.slot
    let outer = slot.pointee
    slot.pointee = Unmanaged.passUnretained(self).toOpaque()
    repeat {
      isStale = false
      runCount &+= 1
      body._withUnsafeGuaranteedRef { $0.call() }
    } while isStale && !isCancelled
    slot.pointee = outer
    isRunning = false
    if isCancelled { cancel() }
  }

  /// Notes that something that was read has changed.
  ///
  /// - Returns: Whether it is to be run: it is not while it runs, nor twice.
  func becomeStale() -> Bool {
    defer { isStale = true }
    return !isStale && !isRunning
  }

  func cancel() {
    isCancelled = true
    guard !isRunning else { return }
    body?.release()
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
