public import Headrace

/// The ways in which a route stack reports that an operation was refused.
public enum RefusedRouteOperations: Hashable, Sendable {
  /// The operation only returns `false`.
  case returnFalse

  /// The operation returns `false`, and is reported at its line with the remedy: a test failure in
  /// a test, otherwise a log line.
  case report
}

extension DependencyValues {
  /// The way in which a route stack reports that an operation was refused.
  ///
  /// The default is `.report`.
  ///
  /// A refused push is easy to overlook: the button does nothing. A coordinator that checks the
  /// result of each operation turns the reports off, for a whole store or for itself:
  ///
  /// ```swift
  /// Coordinator().dependency(\.refusedRouteOperations, .returnFalse)
  /// ```
  public var refusedRouteOperations: RefusedRouteOperations {
    get { self[RefusedRouteOperationsKey.self] }
    set { self[RefusedRouteOperationsKey.self] = newValue }
  }
}

private enum RefusedRouteOperationsKey: DependencyKey {
  static var liveValue: RefusedRouteOperations { .report }
  static var testValue: RefusedRouteOperations { .report }
}

/// The reason why an operation on a route stack is refused.
@usableFromInline
enum RouteRefusal: Equatable {
  /// There is no route to push onto or to present over.
  case noRoute
  /// The top screen has no navigation view to push onto.
  case noNavigation
  /// The route to present has another style.
  case notPresented(RouteStyle)
  /// There are fewer screens to remove than requested.
  case count(Int, of: Int)
  /// A screen to pop was presented.
  case presentedAbove
  /// No screen below the top matches.
  case notFound
  /// The new stack is invalid.
  case noStack(String)

  /// Returns `false`, and reports the refusal unless `refusedRouteOperations` says otherwise.
  @usableFromInline
  func refuse<Screen>(
    _ operation: StaticString, on routes: [Route<Screen>], at site: CallSite
  ) -> Bool {
    guard DependencyValues.current.refusedRouteOperations == .report else { return false }
    reportMisuse(
      """
      An operation on a route stack was refused: '\(operation)' on \(routes.map(\.style)).

      \(explanation)
      """, at: site)
    return false
  }

  /// The problem and its remedy.
  private var explanation: String {
    switch self {
    case .noRoute:
      """
      The stack has no route, so there is no screen to push onto, to present over or to replace. \
      Begin it with '.root'.
      """
    case .noNavigation:
      """
      The screen on top is in no navigation view, so there is nothing to push onto. Give the route \
      on top 'embedInNavigationView: true' where it is made, or present the screen as a sheet or a \
      cover.
      """
    case .notPresented(let style):
      """
      Only sheets and covers are presented, and this route is a '\(style)'. Use 'push' for a \
      screen that is pushed; a stack has only one root.
      """
    case .count(let count, let available):
      """
      It was to leave \(count), and \(available) can be left: the root stays. Ask for at least 1 \
      and for no more than there are, or use 'goBackToRoot' or 'dismissAll'.
      """
    case .presentedAbove:
      """
      It pops only screens that were pushed, and one of them was presented. Use 'dismiss' to leave \
      a sheet or a cover, or 'goBack', which leaves screens of any style.
      """
    case .notFound:
      """
      No screen below the top matches. Check 'contains' first, or use 'goTo', which pushes the \
      screen if it is not on the stack.
      """
    case .noStack(let flaw):
      """
      The new stack is invalid: \(flaw). A stack begins with one '.root' route, has no other root, \
      and has no route twice.
      """
    }
  }
}
