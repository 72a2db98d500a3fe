import Headrace
import HeadraceTesting
import TestEffort
import Testing

@testable import HeadraceFlow

/// A queue of toasts, with what it was before the last action.
///
/// The names of toasts are numbers in the order of their arrival.
private struct WatchedToasts: Reducer {
  struct State: Equatable {
    var queue = ToastQueue.State()
    var before = ToastQueue.State()
    var shownCount = 0

    /// The actions of a program with a new toast, and with those that it has shown.
    var actions: [ToastQueue.Action] {
      let new = ToastID("\(shownCount)")
      let loading = queue.visible.filter { $0.kind == .loading }.map(\.id)
      return [
        .show(.info(TextState(verbatim: "Paid"), id: new)),
        .show(.loading(TextState(verbatim: "Paying"), id: new)),
      ]
        + loading.map { .show(.success(TextState(verbatim: "Paid"), id: $0)) }
        + (queue.visible + queue.waiting).map { .end($0.id) }
        + (queue.visible.isEmpty ? [] : [.endAll])
    }
  }

  func reduce(into state: inout State, action: ToastQueue.Action) -> Effect<ToastQueue.Action> {
    state.before = state.queue
    if case .show = action { state.shownCount += 1 }
    return ToastQueue(visibleMax: 2, waitingMax: 2).reduce(into: &state.queue, action: action)
  }
}

/// Random toasts that come and go, in random orders of their events.
@Suite struct CheckedToastsTests {
  @Test func onlyVisibleToastsExpireAndTheOldestWaitingOneIsDropped() async throws {
    try await check(
      WatchedToasts(), initialState: WatchedToasts.State(), actions: \.actions,
      advances: [.seconds(1), .seconds(3)],
      invariants: [
        .always("toasts wait only behind others") {
          $0.queue.visible.count <= 2 && $0.queue.waiting.count <= 2
            && ($0.queue.waiting.isEmpty || $0.queue.visible.count == 2)
        },
        .always("the clock of a toast stops with it") { action, state in
          guard case .expired(let id) = action else { return true }
          return state.before.visible.contains { $0.id == id }
        },
        .always("older toasts are dropped first, except those that are loading") {
          action, state in
          guard case .delegate(.dropped(let toast)) = action else { return true }
          return state.queue.waiting.allSatisfy {
            $0.kind == .loading || toast.kind != .loading && toast.number < $0.number
          }
        },
        .atEnd("only toasts that are loading are left") {
          ($0.queue.visible + $0.queue.waiting).contains { $0.kind == .loading }
            || $0.queue == ToastQueue.State()
        },
      ], schedules: Effort.schedules(200))
  }
}

extension Toast {
  fileprivate var number: Int { id.name.flatMap { Int($0) } ?? -1 }
}
