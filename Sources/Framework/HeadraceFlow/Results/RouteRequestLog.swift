import Headrace

/// A log of the requests that begin while a `routeResult` runs its coordinator for one action.
///
/// The property of a request contains only the last one that began in an action. The log contains
/// the earlier ones of the same action.
final class RouteRequestLog {
  private struct Begun {
    let route: RouteID
    /// The root of the stack, which distinguishes coordinators.
    let root: RouteID
  }

  private let toRequest: AnyKeyPath
  private var begun: [Begun] = []
  private let outer = RouteRequestLog.innermost

  /// Creates the log of a `routeResult`.
  ///
  /// - Parameter toRequest: The property that holds its request.
  init(of toRequest: AnyKeyPath) {
    self.toRequest = toRequest
  }

  /// The log of the coordinator that is running on this thread.
  private static var innermost: RouteRequestLog? {
    ThreadLocalPointer.routeRequests.object(as: RouteRequestLog.self)
  }

  /// Notes that a request begins, if a coordinator is running on this thread.
  static func note(_ route: RouteID, above root: RouteID) {
    innermost?.begun.append(Begun(route: route, root: root))
  }

  /// Runs the coordinator, which is synchronous, and notes the requests that begin.
  func noting<Result>(_ run: () -> Result) -> Result {
    ThreadLocalPointer.routeRequests.withObject(self, run)
  }

  /// Removes and counts the requests that are no longer in the property.
  ///
  /// Others may be in the property of an outer `routeResult`, which checks next.
  ///
  /// - Parameters:
  ///   - route: The route that the property waits for.
  ///   - state: The coordinator's state.
  func takeLost<State>(to route: RouteID?, in state: State) -> Int {
    guard !begun.isEmpty else { return 0 }
    var lostCount = 0
    if let place = begun.lastIndex(where: { $0.route == route }) {
      let root = begun[place].root
      let held = heldOutside(in: state)
      let lost = begun[..<place].filter { $0.root == root && !held.contains($0.route) }
      lostCount = lost.count
      begun.removeAll { one in
        one.route == route || lost.contains { $0.route == one.route }
      }
    }
    outer?.begun += begun
    return lostCount
  }

  /// Returns the routes that the properties of outer `routeResult`s wait for.
  private func heldOutside<State>(in state: State) -> Set<RouteID> {
    var held: Set<RouteID> = []
    var log = outer
    while let next = log {
      if let path = next.toRequest as? KeyPath<State, RouteRequest>,
        let route = state[keyPath: path].route
      {
        held.insert(route)
      }
      log = next.outer
    }
    return held
  }
}
