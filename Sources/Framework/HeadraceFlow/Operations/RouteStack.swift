public import Headrace

/// The operations on a route stack.
///
/// The first route is never removed. A refused operation changes nothing and returns `false`; it is
/// reported unless `refusedRouteOperations` says otherwise. Going back from the root is not a
/// refusal: there is nothing to remove, so it returns `false` without a report.
extension Array {
  // MARK: - Going Forward

  /// Pushes a screen onto the topmost navigation view.
  ///
  /// Only the top is checked: a pushed screen is assumed to be in a navigation view. Stacks that
  /// are written as literals, or passed to `replaceAll(with:)`, must ensure that.
  ///
  /// - Parameter screen: The screen, which gets a new route.
  /// - Returns: True if it was pushed. It is refused if the top screen was not pushed and has no
  ///   `embedInNavigationView`, and on an empty stack.
  /// - Complexity: O(1)
  @inlinable
  @discardableResult
  public mutating func push<Screen>(
    _ screen: Screen, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    // A pushed screen is in a navigation view.
    guard let last, last.isPush || last.embedInNavigationView else {
      let refusal: RouteRefusal = isEmpty ? .noRoute : .noNavigation
      return refusal.refuse(
        "push", on: self,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    append(.push(screen))
    return true
  }

  /// Presents a screen as a sheet over the top one.
  ///
  /// - Parameters:
  ///   - screen: The screen, which gets a new route.
  ///   - embedInNavigationView: True if screens can be pushed onto the sheet.
  ///   - configuration: The appearance of the sheet.
  /// - Returns: True if it was presented. It is refused on an empty stack.
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

  /// Presents a screen as a cover over everything.
  ///
  /// - Parameters:
  ///   - screen: The screen, which gets a new route.
  ///   - embedInNavigationView: True if screens can be pushed onto the cover.
  /// - Returns: True if it was presented. It is refused on an empty stack.
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

  /// Presents an existing route.
  ///
  /// - Parameter route: A sheet or a cover.
  /// - Returns: True if it was presented. It is refused if the route is a root or a push, and on an
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

  /// Replaces the top screen with another one in the same style.
  ///
  /// The route is new: the effects of the previous one end.
  ///
  /// - Parameter screen: The screen, which gets a new route.
  /// - Returns: True if a screen was replaced. It is refused on an empty stack.
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
  /// Routes that are on both stacks stay, with their effects. There is no check that pushed routes
  /// have a navigation view below them.
  ///
  /// - Parameter routes: The stack, bottom first.
  /// - Returns: True if it was replaced. It is refused if the routes don't begin with a root, have
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

  /// Returns the reason why some routes are not a valid stack; `nil` if they are.
  @usableFromInline
  func stackValidationError<Screen>() -> String? where Element == Route<Screen> {
    guard let root = first else { return "it is empty" }
    if root.style != .root { return "its first route is not a root" }
    // By index, here and below, because an element would be copied with its screen.
    if indices.dropFirst().contains(where: { self[$0].style == .root }) {
      return "it has two roots"
    }
    var ids = Set<RouteID>(minimumCapacity: count)
    let twice = indices.first { !ids.insert(self[$0].id).inserted }
    return twice.map { "it has \(self[$0].id) twice" }
  }
}
