import Observation
import Synchronization

/// Runs a closure again whenever something that it read has changed; made by
/// ``Store/observe(_:)``.
///
/// Unchecked: everything is touched on the store's actor alone, but for `isStale`, which is locked,
/// and what never changes.
final class StoreObserver: @unchecked Sendable {
  private let body: () -> Void
  private let table: ObservationTable
  private let runtime: StoreRuntime
  private let isStale = Mutex(false)
  private var isCancelled = false

  init(of runtime: StoreRuntime, _ body: @escaping () -> Void) {
    self.runtime = runtime
    self.table = runtime.observations
    self.body = body
  }

  func run() {
    var countBefore: UInt64
    repeat {
      // What the closure itself changes comes before the system knows what it has read.
      countBefore = table.changeCount
      withObservationTracking {
        body()
      } onChange: { [weak self] in
        self?.becomeStale()
      }
    } while table.changeCount != countBefore && !isCancelled
  }

  func cancel() {
    isCancelled = true
    table.remove(self)
  }

  /// Called once what was read has changed, at the end of the store's queue.
  func runIfNeeded() {
    let wasStale = isStale.withLock { isStale in
      defer { isStale = false }
      return isStale
    }
    if wasStale, !isCancelled { run() }
  }

  /// Called wherever something that was read changes: in the store, or in any other model.
  private func becomeStale() {
    isStale.withLock { $0 = true }
    if ObservationTable.isTelling(table) { return }
    guard let owner = runtime.owner else { return }
    // Another model changed, on whatever thread; the hop to the store's actor needs a task.
    Task { await runIfNeeded(on: owner) }
  }

  private func runIfNeeded(on owner: isolated any Actor) {
    runIfNeeded()
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
