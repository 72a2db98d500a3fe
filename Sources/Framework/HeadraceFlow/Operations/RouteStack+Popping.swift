public import Headrace

// MARK: - Popping

extension Array {
  /// Pops pushed screens.
  ///
  /// - Parameter count: The number of screens to pop, at least 1.
  /// - Returns: True if it popped; `false` at the root, where there is nothing to pop. It is
  ///   refused if one of these screens was presented, for a count below 1, and for one above the
  ///   number of screens above the root.
  /// - Complexity: O(*k*) in the number of removed screens.
  @inlinable
  @discardableResult
  public mutating func pop<Screen>(
    _ count: Int = 1, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    guard !isAtRoot(leaving: count) else { return false }
    let refusal: RouteRefusal
    if count < 1 || count >= self.count {
      refusal = .count(count, of: Swift.max(self.count - 1, 0))
    } else if suffix(count).allSatisfy(\.isPush) {
      noteRemoval(of: self.count - count..<self.count)
      removeLast(count)
      return true
    } else {
      refusal = .presentedAbove
    }
    return refusal.refuse(
      "pop", on: self,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Pops to a route.
  ///
  /// - Parameter id: The id of the route.
  /// - Returns: True if it popped; `false` at the root. It is refused if the route is not on the
  ///   stack or on top, or if one of the screens above it was presented.
  /// - Complexity: O(*n*) in the routes.
  @discardableResult
  public mutating func popTo<Screen>(
    id: RouteID, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    pop(
      to: index(of: id), by: "popTo",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Pops to the nearest screen of a case.
  ///
  /// ```swift
  /// state.routes.popTo(\.inbox)
  /// ```
  ///
  /// - Parameter screen: The case; it may lead through several enums.
  /// - Returns: True if it popped; `false` at the root. It is refused if no screen below the top is
  ///   of the case, or if one of those above it was presented.
  /// - Complexity: O(*n*) in the routes.
  @discardableResult
  public mutating func popTo<Screen>(
    _ screen: PartialCaseKeyPath<Screen>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen>, Screen: CasePathable {
    popTo(
      where: { $0.is(screen) }, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Pops to the nearest screen below the top that matches.
  ///
  /// - Parameter predicate: Returns true for the screen to pop to. If it throws, its error is
  ///   rethrown and nothing changes.
  /// - Returns: True if it popped; `false` at the root. It is refused if there is no such screen,
  ///   or if one of those above it was presented.
  /// - Complexity: O(*n*) in the routes.
  @discardableResult
  public mutating func popTo<Screen, Failure: Error>(
    where predicate: (Screen) throws(Failure) -> Bool, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) throws(Failure) -> Bool where Element == Route<Screen> {
    pop(
      to: try nearest(predicate), by: "popTo",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Pops to the root of the stack.
  ///
  /// - Returns: True if there was a screen to pop. It is refused if a screen above the root was
  ///   presented, but not at the root.
  /// - Complexity: O(*n*) in the routes.
  @discardableResult
  public mutating func popToRoot<Screen>(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    guard count > 1 else { return false }
    return pop(
      to: 0, by: "popToRoot",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Pops to the screen at which the current navigation began: the root, a sheet or a cover.
  ///
  /// - Returns: True if there was a screen to pop. It is never refused, even if nothing was pushed.
  /// - Complexity: O(*k*) in the number of removed screens.
  @discardableResult
  public mutating func popToCurrentNavigationRoot<Screen>() -> Bool
  where Element == Route<Screen> {
    guard let index = lastIndex(where: { !$0.isPush }) else { return false }
    return leave(to: index)
  }

  private mutating func pop<Screen>(
    to index: Int?, by operation: StaticString, at site: CallSite
  ) -> Bool where Element == Route<Screen> {
    guard !isAtRoot() else { return false }
    guard let index, index < count - 1 else {
      return RouteRefusal.notFound.refuse(operation, on: self, at: site)
    }
    guard self[(index + 1)...].allSatisfy(\.isPush) else {
      return RouteRefusal.presentedAbove.refuse(operation, on: self, at: site)
    }
    return leave(to: index)
  }
}
