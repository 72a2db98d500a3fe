public import Headrace

// MARK: - Searching

extension Array {
  /// Returns true if a screen of a case is on the stack.
  ///
  /// ```swift
  /// guard !state.routes.contains(\.lock) else { return .none }
  /// ```
  ///
  /// - Parameter screen: The case; it may lead through several enums.
  /// - Complexity: O(*n*) in the routes.
  public func contains<Screen>(_ screen: PartialCaseKeyPath<Screen>) -> Bool
  where Element == Route<Screen>, Screen: CasePathable {
    contains { $0.screen.is(screen) }
  }

  /// Returns true if a route is on the stack.
  ///
  /// - Complexity: O(*n*) in the routes.
  public func contains<Screen>(id: RouteID) -> Bool where Element == Route<Screen> {
    contains { $0.id == id }
  }
}
