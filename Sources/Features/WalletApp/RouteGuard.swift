import Headrace
import HeadraceFlow

/// Keeps the lock, whatever routes a host proposes or a screen leaves.
///
/// A host may take screens away, as a swipe back does, and nothing else: what it proposes may be a
/// stack of before the lock, and its copies of screens may be old. So its routes count by their
/// identity alone, and while the wallet is locked they don't count.
struct RouteGuard<Base: ReducerOf<WalletApp>>: Reducer {
  let base: Base

  func reduce(
    into state: inout WalletApp.State, action: WalletApp.Action
  ) -> Effect<WalletApp.Action> {
    switch action {
    case .router(.updateRoutes(let proposed)):
      guard !state.isLocked else { return .none }
      let known = state.routes.map(\.id)
      let kept = Set(proposed.map(\.id))
      guard kept.isSubset(of: known) else { return .none }
      let routes = state.routes.filter { kept.contains($0.id) }
      return reduceLeaving(&state, .router(.updateRoutes(routes)))
    case .router(.dismiss(let id)):
      guard state.isLocked, let index = state.routes.firstIndex(where: { $0.id == id }) else {
        return reduceLeaving(&state, action)
      }
      // Leaving a route leaves all above it, and the lock lies above.
      if index > 0, !state.routes[index].screen.is(\.unlock) { state.routes.remove(at: index) }
      return .none
    case .router(.routeAction), .view, .inner, .resuming:
      return base.reduce(into: &state, action: action)
    }
  }

  /// Home is told when it is uncovered, whoever took away what covered it.
  private func reduceLeaving(
    _ state: inout WalletApp.State, _ action: WalletApp.Action
  ) -> Effect<WalletApp.Action> {
    let top = state.routes.last?.id
    let effect = base.reduce(into: &state, action: action)
    guard state.routes.last?.id != top else { return effect }
    return effect.merge(with: WalletApp.homeAppearsAgain(state))
  }
}
