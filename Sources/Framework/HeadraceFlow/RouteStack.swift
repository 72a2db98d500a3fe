/// The operations on a route stack.
///
/// The first route is never removed. An operation that can't be done changes nothing and returns
/// `false`.
extension Array {
  // MARK: - Going Forward

  /// Pushes a screen onto the navigation on top.
  ///
  /// It looks at the top alone: what was pushed counts as being in a navigation view. Stacks that
  /// are written out, or given to ``replaceAll(with:)``, must keep to that.
  ///
  /// - Returns: Whether it was pushed: there must be a navigation view to push onto.
  /// - Complexity: O(1)
  @inlinable
  @discardableResult
  public mutating func push<Screen>(_ screen: Screen) -> Bool where Element == Route<Screen> {
    // What was pushed onto a navigation view is in one.
    guard let last, last.style == .push || last.embedInNavigationView else { return false }
    append(.push(screen))
    return true
  }

  /// Presents a screen as a sheet.
  ///
  /// - Returns: Whether it was presented: there must be a route to present it over.
  @inlinable
  @discardableResult
  public mutating func presentSheet<Screen>(
    _ screen: Screen, embedInNavigationView: Bool = false,
    configuration: SheetConfiguration = .default
  ) -> Bool where Element == Route<Screen> {
    present(
      .sheet(
        screen, embedInNavigationView: embedInNavigationView, configuration: configuration))
  }

  /// Presents a screen over everything.
  ///
  /// - Returns: Whether it was presented: there must be a route to present it over.
  @inlinable
  @discardableResult
  public mutating func presentCover<Screen>(
    _ screen: Screen, embedInNavigationView: Bool = false
  ) -> Bool where Element == Route<Screen> {
    present(.cover(screen, embedInNavigationView: embedInNavigationView))
  }

  /// Presents a route.
  ///
  /// - Returns: Whether it was presented: its style must be a sheet or a cover, over another route.
  @inlinable
  @discardableResult
  public mutating func present<Screen>(_ route: Route<Screen>) -> Bool
  where Element == Route<Screen> {
    guard !isEmpty, route.style.isPresented else { return false }
    append(route)
    return true
  }

  // MARK: - Going Back

  /// Goes back by some screens, however they came.
  ///
  /// - Parameter count: How many screens to leave, at least 1.
  /// - Returns: Whether it went back: the root is never left.
  @inlinable
  @discardableResult
  public mutating func goBack<Screen>(_ count: Int = 1) -> Bool where Element == Route<Screen> {
    guard count > 0, count < self.count else { return false }
    removeLast(count)
    return true
  }

  /// Goes back to the root.
  ///
  /// - Returns: Whether there was anything to leave.
  @inlinable
  @discardableResult
  public mutating func goBackToRoot<Screen>() -> Bool where Element == Route<Screen> {
    goBack(count - 1)
  }

  /// Goes back to a route.
  ///
  /// - Returns: Whether the route is on the stack, below the top.
  @inlinable
  @discardableResult
  public mutating func goBackTo<Screen>(id: RouteID) -> Bool where Element == Route<Screen> {
    guard let index = lastIndex(where: { $0.id == id }) else { return false }
    return goBack(count - 1 - index)
  }

  /// Goes back to the nearest screen below the top that a predicate accepts.
  ///
  /// - Returns: Whether there is one.
  @inlinable
  @discardableResult
  public mutating func goBackTo<Screen>(where predicate: (Screen) throws -> Bool) rethrows -> Bool
  where Element == Route<Screen> {
    guard let index = try dropLast().lastIndex(where: { try predicate($0.screen) }) else {
      return false
    }
    return goBack(count - 1 - index)
  }

  /// Pops screens that were pushed.
  ///
  /// - Parameter count: How many screens to pop, at least 1.
  /// - Returns: Whether it popped: the screens on top must have been pushed.
  @inlinable
  @discardableResult
  public mutating func pop<Screen>(_ count: Int = 1) -> Bool where Element == Route<Screen> {
    guard suffix(Swift.max(count, 0)).allSatisfy({ $0.style == .push }) else { return false }
    return goBack(count)
  }

  /// Dismisses presented screens, with all that was pushed onto them.
  ///
  /// - Parameter count: How many presentations to leave, at least 1.
  /// - Returns: Whether it dismissed: so many screens must be presented.
  @inlinable
  @discardableResult
  public mutating func dismiss<Screen>(_ count: Int = 1) -> Bool where Element == Route<Screen> {
    let presented = indices.filter { self[$0].style.isPresented }
    guard count > 0, count <= presented.count else { return false }
    return goBack(self.count - presented[presented.count - count])
  }

  /// Dismisses all presented screens.
  ///
  /// - Returns: Whether any was presented.
  @inlinable
  @discardableResult
  public mutating func dismissAll<Screen>() -> Bool where Element == Route<Screen> {
    dismiss(count { $0.style.isPresented })
  }

  // MARK: - Replacing

  /// Puts another screen in the place of the top one, in the same style.
  ///
  /// It is another route: the effects of the one before end.
  ///
  /// - Returns: Whether there was a screen to replace.
  @inlinable
  @discardableResult
  public mutating func replaceCurrent<Screen>(_ screen: Screen) -> Bool
  where Element == Route<Screen> {
    guard let last else { return false }
    self[count - 1] = last.replacing(screen)
    return true
  }

  /// Puts another stack in the place of this one.
  ///
  /// Whether pushed routes have a navigation view below them is not looked at.
  ///
  /// - Returns: Whether it was replaced: a stack begins with a root, has only one, and has no route
  ///   twice.
  @inlinable
  @discardableResult
  public mutating func replaceAll<Screen>(with routes: [Route<Screen>]) -> Bool
  where Element == Route<Screen> {
    guard routes.flawOfStack() == nil else { return false }
    self = routes
    return true
  }
}
