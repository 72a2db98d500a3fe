import Headrace

/// The requests that begin while a `routeResult` runs its coordinator for one action.
///
/// The property of a request holds the last one that began in an action. The log knows the earlier
/// ones of the same action.
///
/// The pointers are safe: a log is on the stack of the call that pushes it, that call pops it
/// before it returns, and an outer log is on the stack of a call further out.
struct RouteRequestLog {
  private struct Begun {
    let route: RouteID
    /// The root of the stack, which distinguishes coordinators.
    let root: RouteID
  }

  private let toRequest: AnyKeyPath
  private var begun: [Begun] = []
  private var outer: UnsafeMutablePointer<RouteRequestLog>?

  /// Creates the log of a `routeResult`.
  ///
  /// - Parameter toRequest: The property that holds its request.
  init(of toRequest: AnyKeyPath) {
    self.toRequest = toRequest
  }

  /// Notes that a request begins, if a coordinator runs on this thread.
  static func note(_ route: RouteID, above root: RouteID) {
    innermost(in: ThreadLocalPointer.routeRequests.slot)?.pointee.begun
      .append(Begun(route: route, root: root))
  }

  /// Runs the coordinator, which is synchronous, and notes the requests that begin.
  mutating func noting<Result>(_ run: () -> Result) -> Result {
    let slot = ThreadLocalPointer.routeRequests.slot
    outer = Self.innermost(in: slot)
    return withUnsafeMutablePointer(to: &self) { log in
      slot.pointee = UnsafeMutableRawPointer(log)
      let result = run()
      slot.pointee = log.pointee.outer.map { UnsafeMutableRawPointer($0) }
      return result
    }
  }

  /// Removes and counts the requests that are no longer in the property. Others that began may be
  /// in the property of an outer `routeResult`, which checks next.
  ///
  /// - Parameters:
  ///   - route: The route that the property waits for.
  ///   - state: The coordinator's state.
  mutating func takeLost<State>(to route: RouteID?, in state: State) -> Int {
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
    outer?.pointee.begun += begun
    return lostCount
  }

  /// The routes that the properties of outer `routeResult`s wait for.
  private func heldOutside<State>(in state: State) -> Set<RouteID> {
    var held: Set<RouteID> = []
    var log = outer
    while let next = log {
      if let path = next.pointee.toRequest as? KeyPath<State, RouteRequest>,
        let route = state[keyPath: path].route
      {
        held.insert(route)
      }
      log = next.pointee.outer
    }
    return held
  }

  private static func innermost(
    in slot: ThreadLocalPointer.Slot
  ) -> UnsafeMutablePointer<RouteRequestLog>? {
    slot.pointee?.assumingMemoryBound(to: RouteRequestLog.self)
  }
}
