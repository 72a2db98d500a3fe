import Headrace

/// A coordinator's request for a value from a screen: idle, or waiting for one route.
///
/// ```swift
/// case .router(.routeAction(_, action: .send(.delegate(.recipientRequested)))):
///   state.recipient = state.routes.presentForResult(.sheet(.contacts(Contacts.State())))
///   return .none
/// case .recipientChosen(.answered(let contact)):
///   …
/// case .recipientChosen(.cancelled):
///   …
/// ```
///
/// Each request ends once, by a ``RouteResult``; `routeResult` sees to it.
public struct RouteRequest: Sendable {
  /// The route that is to answer; `nil` while the request is idle.
  public internal(set) var route: RouteID?

  /// Whether the last request was cancelled though a guard may ask about its screen, of which
  /// nothing is known.
  var isUnsure = false

  /// Creates an idle request.
  public init() {
    route = nil
  }

  init(waitingFor route: RouteID) {
    self.route = route
  }

  /// Whether a route is to answer.
  public var isWaiting: Bool { route != nil }
}

extension RouteRequest: Equatable {
  /// Compares whether the requests wait; as with routes, the ids don't matter.
  public static func == (first: Self, second: Self) -> Bool {
    first.isWaiting == second.isWaiting
  }
}

/// How a request ended.
public enum RouteResult<Value> {
  /// The screen has answered, and has left.
  case answered(Value)
  /// The screen has left without an answer: its user went back, or another stack took its place.
  case cancelled
}

extension RouteResult: Sendable where Value: Sendable {}
extension RouteResult: Equatable where Value: Equatable {}
extension RouteResult: Hashable where Value: Hashable {}

extension Array {
  /// Presents or pushes a route that is to answer.
  ///
  /// - Parameter route: The route, such as `.sheet(.contacts(Contacts.State()))`.
  /// - Returns: The request, which waits. It is idle, and nothing has changed, where the route
  ///   can't come onto the stack: a root never, and a push only onto a navigation view. Where
  ///   `refusedRouteOperations` says so that is reported.
  /// - Complexity: O(1)
  public mutating func presentForResult<Screen>(
    _ route: Route<Screen>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> RouteRequest where Element == Route<Screen> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let refusal = refusal(of: route) {
      _ = refusal.refuse("presentForResult", on: self, at: site)
      return RouteRequest()
    }
    if let root = first?.id { RouteRequestLog.note(route.id, above: root) }
    append(route)
    return RouteRequest(waitingFor: route.id)
  }

  /// Why a route can't come onto the stack, if it can't.
  private func refusal<Screen>(of route: Route<Screen>) -> RouteRefusal?
  where Element == Route<Screen> {
    guard let last else { return .noRoute }
    if route.style == .root { return .notPresented(route.style) }
    let needsNavigation = route.style == .push && last.style != .push
    return needsNavigation && !last.embedInNavigationView ? .noNavigation : nil
  }
}
