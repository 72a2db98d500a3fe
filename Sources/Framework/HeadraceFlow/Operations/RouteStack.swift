public import Headrace

/// The operations on a route stack.
///
/// The first route is never removed. A refused operation changes nothing and returns `false`; it is
/// reported unless `refusedRouteOperations` says otherwise. Going back from the root is not
/// refused: there is nothing to leave, so it returns `false`, and nothing is reported.
extension Array {
  // MARK: - Going Forward

  /// Pushes a screen onto the navigation on top.
  ///
  /// It checks only the top: a pushed screen is assumed to be in a navigation view. Stacks that are
  /// written as literals, or passed to `replaceAll(with:)`, must ensure that.
  ///
  /// - Parameter screen: The screen; its route is a new one.
  /// - Returns: Whether it was pushed. It is refused if the screen on top was not pushed and has no
  ///   `embedInNavigationView`, and on an empty stack.
  /// - Complexity: O(1)
  @inlinable
  @discardableResult
  public mutating func push<Screen>(
    _ screen: Screen, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    // A screen that was pushed onto a navigation view is in one.
    guard let last, last.isPush || last.embedInNavigationView else {
      let refusal: RouteRefusal = isEmpty ? .noRoute : .noNavigation
      return refusal.refuse(
        "push", on: self,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    append(.push(screen))
    return true
  }

  /// Presents a screen as a sheet over the one on top.
  ///
  /// - Parameters:
  ///   - screen: The screen; its route is a new one.
  ///   - embedInNavigationView: Whether screens can be pushed onto the sheet.
  ///   - configuration: How the sheet is shown.
  /// - Returns: Whether it was presented. It is refused on an empty stack.
  /// - Complexity: O(1)
  @inlinable
  @discardableResult
  public mutating func presentSheet<Screen>(
    _ screen: Screen, embedInNavigationView: Bool = false,
    configuration: SheetConfiguration = .default, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    present(
      .sheet(screen, embedInNavigationView: embedInNavigationView, configuration: configuration),
      by: "presentSheet",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Presents a screen over everything.
  ///
  /// - Parameters:
  ///   - screen: The screen; its route is a new one.
  ///   - embedInNavigationView: Whether screens can be pushed onto the cover.
  /// - Returns: Whether it was presented. It is refused on an empty stack.
  /// - Complexity: O(1)
  @inlinable
  @discardableResult
  public mutating func presentCover<Screen>(
    _ screen: Screen, embedInNavigationView: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    present(
      .cover(screen, embedInNavigationView: embedInNavigationView), by: "presentCover",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Presents a route that was made before.
  ///
  /// - Parameter route: A sheet or a cover.
  /// - Returns: Whether it was presented. It is refused if the route is a root or a push, and on an
  ///   empty stack.
  /// - Complexity: O(1)
  @inlinable
  @discardableResult
  public mutating func present<Screen>(
    _ route: Route<Screen>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    present(
      route, by: "present",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @inlinable
  mutating func present<Screen>(
    _ route: Route<Screen>, by operation: StaticString, at site: CallSite
  ) -> Bool where Element == Route<Screen> {
    guard !isEmpty, route.isPresented else {
      let refusal: RouteRefusal = isEmpty ? .noRoute : .notPresented(route.style)
      return refusal.refuse(operation, on: self, at: site)
    }
    append(route)
    return true
  }

  // MARK: - Replacing

  /// Replaces the top screen with another, in the same style.
  ///
  /// It is a new route: the effects of the previous one end.
  ///
  /// - Parameter screen: The screen; its route is a new one.
  /// - Returns: Whether a screen was replaced. It is refused on an empty stack.
  /// - Complexity: O(1)
  @inlinable
  @discardableResult
  public mutating func replaceCurrent<Screen>(
    _ screen: Screen, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    guard let last else {
      return RouteRefusal.noRoute.refuse(
        "replaceCurrent", on: self,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    var new = last.replacing(screen)
    if count == 1 {
      new.removed = last.removed
      new.noteRemoval(of: last.id)
    } else {
      noteRemoval(of: count - 1..<count)
    }
    self[count - 1] = new
    return true
  }

  /// Replaces this stack with another.
  ///
  /// Routes that are on both stacks stay, with their effects. It is not checked whether pushed
  /// routes have a navigation view below them.
  ///
  /// - Parameter routes: The stack, bottom first.
  /// - Returns: Whether it was replaced. It is refused if the routes don't begin with a root, have
  ///   two roots, or contain a route twice.
  /// - Complexity: O(*n*) in the new routes.
  @inlinable
  @discardableResult
  public mutating func replaceAll<Screen>(
    with routes: [Route<Screen>], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    if let flaw = routes.stackValidationError() {
      return RouteRefusal.noStack(flaw).refuse(
        "replaceAll", on: self,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    var new = routes
    new[0].removed = first?.removed ?? []
    let kept = Set(routes.lazy.map(\.id))
    for route in suffix(Element.removedCountMax) where !kept.contains(route.id) {
      new[0].noteRemoval(of: route.id)
    }
    self = new
    return true
  }
}
