public import Headrace

/// The operations on a route stack.
///
/// The first route is never removed. An operation that can't be done changes nothing and returns
/// `false`; where `refusedRouteOperations` says so it is reported.
extension Array {
  // MARK: - Going Forward

  /// Pushes a screen onto the navigation on top.
  ///
  /// It looks at the top alone: what was pushed counts as being in a navigation view. Stacks that
  /// are written out, or given to `replaceAll(with:)`, must keep to that.
  ///
  /// - Parameter screen: The screen; its route is a new one.
  /// - Returns: Whether it was pushed. It is refused where the screen on top was not pushed and has
  ///   no `embedInNavigationView`, and on an empty stack.
  /// - Complexity: O(1)
  @inlinable
  @discardableResult
  public mutating func push<Screen>(
    _ screen: Screen, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    // What was pushed onto a navigation view is in one.
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
  ///   - configuration: How the sheet is to be shown.
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
  /// - Returns: Whether it was presented. It is refused where the route is a root or a push, and on
  ///   an empty stack.
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

  /// Puts another screen in the place of the top one, in the same style.
  ///
  /// It is another route: the effects of the one before end. Nothing is above it.
  ///
  /// - Parameter screen: The screen; its route is a new one.
  /// - Returns: Whether there was a screen to replace. It is refused on an empty stack.
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
    self[count - 1] = last.replacing(screen)
    return true
  }

  /// Puts another stack in the place of this one.
  ///
  /// Routes that are on both stay, with their effects. Whether pushed routes have a navigation view
  /// below them is not looked at.
  ///
  /// - Parameter routes: The stack, bottom first.
  /// - Returns: Whether it was replaced. It is refused where the routes don't begin with a root,
  ///   have two, or have one route twice.
  /// - Complexity: O(*n*) in the new routes.
  @inlinable
  @discardableResult
  public mutating func replaceAll<Screen>(
    with routes: [Route<Screen>], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    if let flaw = routes.flawOfStack() {
      return RouteRefusal.noStack(flaw).refuse(
        "replaceAll", on: self,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    self = routes
    return true
  }
}
