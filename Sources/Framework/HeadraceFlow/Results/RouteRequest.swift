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
/// Each request ends exactly once, with a ``RouteResult``; `routeResult` ensures that.
public struct RouteRequest: Sendable {
  /// The route that is to answer; `nil` while the request is idle.
  public internal(set) var route: RouteID?

  /// True if the last request was cancelled although a guard may be asking about its screen, which
  /// the operator can't know.
  var isUnsure = false

  /// Creates an idle request.
  public init() {
    route = nil
  }

  init(waitingFor route: RouteID) {
    self.route = route
  }

  /// True while the request waits for a route's answer.
  public var isWaiting: Bool { route != nil }
}

extension RouteRequest: Equatable {
  /// Returns true if both requests wait or both are idle, regardless of ids, as with routes.
  public static func == (first: Self, second: Self) -> Bool {
    first.isWaiting == second.isWaiting
  }
}

/// The end of a request.
public enum RouteResult<Value> {
  /// The screen has answered, and was removed.
  case answered(Value)
  /// The screen was removed without an answer: its user went back, or another stack replaced it.
  case cancelled
}

extension RouteResult: Sendable where Value: Sendable {}
extension RouteResult: Equatable where Value: Equatable {}
extension RouteResult: Hashable where Value: Hashable {}

extension Array {
  /// Presents or pushes a route that is to answer.
  ///
  /// - Parameter route: The route, such as `.sheet(.contacts(Contacts.State()))`.
  /// - Returns: The waiting request. If the route can't be added to the stack, the request is idle
  ///   and nothing has changed: a root can never be added, and a push only onto a navigation view.
  ///   The refusal is reported like those of all operations.
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

  /// Returns the reason why a route can't be added to the stack; `nil` if it can.
  private func refusal<Screen>(of route: Route<Screen>) -> RouteRefusal?
  where Element == Route<Screen> {
    guard let last else { return .noRoute }
    if route.style == .root { return .notPresented(route.style) }
    let needsNavigation = route.style == .push && last.style != .push
    return needsNavigation && !last.embedInNavigationView ? .noNavigation : nil
  }
}
