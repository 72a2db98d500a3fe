/// Ends an observation when it is cancelled or deinitialized.
public final class ObserveToken {
  private let observer: StoreObserver

  init(_ observer: StoreObserver) {
    self.observer = observer
  }

  deinit {
    observer.cancel()
  }

  /// Ends the observation: the closure no longer runs.
  public func cancel() {
    observer.cancel()
  }
}

/// An observation belongs to the actor of its store.
@available(*, unavailable, message: "An observation belongs to the actor of its store.")
extension ObserveToken: Sendable {}
