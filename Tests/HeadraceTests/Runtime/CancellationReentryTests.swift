import Headrace
import Synchronization
import Testing

/// Effects that cancel each other, and release their store, when they are cancelled.
private struct Chain: Reducer {
  enum Action { case start, cancel }
  enum CancelID { case work }

  let onCancel: @Sendable (Int) -> Void
  let arrivals: Arrivals
  let ended: Atomics

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      .merge(
        (0..<5).map { number in
          .run { [arrivals, ended, onCancel] _ in
            await withTaskCancellationHandler {
              arrivals.add()
              await Gate().pass()
            } onCancel: {
              onCancel(number)
            }
            ended.count.add(1, ordering: .relaxed)
          }
          .cancellable(id: CancelID.work)
        })
    case .cancel: .cancel(id: CancelID.work)
    }
  }
}

/// A count that effects on other threads change.
private final class Atomics: Sendable {
  let count = Atomic(0)
}

@MainActor
@Suite("Cancellation survives whatever an 'onCancel' does", .timeLimit(.minutes(30)))
struct CancellationReentryTests {
  @Test("Law 7: all effects with an id end, though each 'onCancel' sends or lets the store go")
  func cancellingReenters() async {
    for isDropping in [false, true] {
      let (arrivals, ended) = (Arrivals(), Atomics())
      let keeper = Keeper()
      keeper.store = Store(initialState: 0) {
        Chain(
          onCancel: { _ in
            MainActor.assumeIsolated {
              keeper.store?.send(.cancel)
              if isDropping { keeper.store = nil }
            }
          }, arrivals: arrivals, ended: ended)
      }
      let task = keeper.store?.send(.start)
      for _ in 0..<5 { await arrivals.wait() }
      keeper.store?.send(.cancel)
      await task?.finish()
      if !isDropping { #expect(keeper.store?.effects.isEmpty == true) }
      #expect(ended.count.load(ordering: .relaxed) == 5)
      keeper.store = nil
    }
  }

  private final class Keeper: @unchecked Sendable {
    // Unchecked: used on the main actor alone.
    var store: StoreOf<Chain>?
  }
}
