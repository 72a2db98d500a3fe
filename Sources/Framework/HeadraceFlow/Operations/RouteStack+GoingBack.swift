public import Headrace

// MARK: - Going Back

extension Array {
  /// Goes back by a number of screens of any style.
  ///
  /// - Parameter count: The number of screens to remove, at least 1.
  /// - Returns: True if it went back; `false` at the root, where there is nothing to remove. It is
  ///   refused for a count below 1, and for one above the number of screens above the root.
  /// - Complexity: O(*k*) in the number of removed screens.
  @inlinable
  @discardableResult
  public mutating func goBack<Screen>(
    _ count: Int = 1, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    guard !isAtRoot(leaving: count) else { return false }
    guard count > 0, count < self.count else {
      return RouteRefusal.count(count, of: Swift.max(self.count - 1, 0)).refuse(
        "goBack", on: self,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    noteRemoval(of: self.count - count..<self.count)
    removeLast(count)
    return true
  }

  /// Goes back to the root, and removes all screens above it, whatever their styles.
  ///
  /// - Returns: True if there was a screen to remove. It is never refused, not even at the root.
  /// - Complexity: O(*n*) in the number of removed screens.
  @inlinable
  @discardableResult
  public mutating func goBackToRoot<Screen>() -> Bool where Element == Route<Screen> {
    leave(to: 0)
  }

  /// Goes back to a route, and removes all screens above it, whatever their styles.
  ///
  /// - Parameter id: The id of the route.
  /// - Returns: True if it went back; `false` at the root. It is refused if the route is not on the
  ///   stack, or is already on top.
  /// - Complexity: O(*n*) in the routes.
  @inlinable
  @discardableResult
  public mutating func goBackTo<Screen>(
    id: RouteID, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    goBack(
      to: index(of: id),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Goes back to the nearest screen of a case, and removes all screens above it, whatever their
  /// styles.
  ///
  /// ```swift
  /// state.routes.goBackTo(\.home)
  /// ```
  ///
  /// - Parameter screen: The case; it may lead through several enums.
  /// - Returns: True if it went back; `false` at the root. It is refused if no screen below the top
  ///   is of the case.
  /// - Complexity: O(*n*) in the routes.
  @discardableResult
  public mutating func goBackTo<Screen>(
    _ screen: PartialCaseKeyPath<Screen>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen>, Screen: CasePathable {
    goBackTo(
      where: { $0.is(screen) }, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Goes back to the nearest screen below the top that matches, and removes all screens above it.
  ///
  /// The removed screens can have any style.
  ///
  /// - Parameter predicate: Returns true for the screen to go back to. If it throws, its error is
  ///   rethrown and nothing changes.
  /// - Returns: True if it went back; `false` at the root. It is refused if there is no such
  ///   screen.
  /// - Complexity: O(*n*) in the routes.
  @discardableResult
  public mutating func goBackTo<Screen, Failure: Error>(
    where predicate: (Screen) throws(Failure) -> Bool, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) throws(Failure) -> Bool where Element == Route<Screen> {
    goBack(
      to: try nearest(predicate),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// MARK: - Dismissing

extension Array {
  /// Dismisses presented screens, each with everything pushed onto it.
  ///
  /// - Parameter count: The number of presentations to dismiss, at least 1.
  /// - Returns: True if it dismissed any; `false` at the root, where there is nothing to dismiss.
  ///   It is refused if fewer screens are presented, and for a count below 1.
  /// - Complexity: O(*n*) in the routes.
  @discardableResult
  public mutating func dismiss<Screen>(
    _ count: Int = 1, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    guard !isAtRoot(leaving: count) else { return false }
    let presented = indices.filter { self[$0].isPresented }
    guard count > 0, count <= presented.count, presented[presented.count - count] > 0 else {
      return RouteRefusal.count(count, of: presented.count).refuse(
        "dismiss", on: self,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    leave(to: presented[presented.count - count] - 1)
    return true
  }

  /// Dismisses all presented screens, each with everything pushed onto it.
  ///
  /// - Returns: True if any was presented. It is never refused, even if none is presented.
  /// - Complexity: O(*n*) in the routes.
  @discardableResult
  public mutating func dismissAll<Screen>() -> Bool where Element == Route<Screen> {
    guard let index = firstIndex(where: \.isPresented), index > 0 else { return false }
    return leave(to: index - 1)
  }
}

// MARK: - Going Back or Forward

extension Array {
  /// Goes to a screen: back to the nearest equal one, or forward by pushing it.
  ///
  /// Going back removes all screens above it, whatever their styles. A screen whose state has
  /// changed since its creation is no longer equal; to find it by its case, use `goTo(_:else:)`.
  ///
  /// - Parameter screen: The screen.
  /// - Returns: True if it is now on top. It is refused if the screen is not on the stack and
  ///   `push` would be refused.
  /// - Complexity: O(*n*) in the routes.
  @discardableResult
  public mutating func goTo<Screen>(
    _ screen: Screen, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen>, Screen: Equatable {
    guard let index = lastIndex(where: { $0.screen == screen }) else {
      return push(screen, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    leave(to: index)
    return true
  }

  /// Goes to a screen of a case that is already on the stack.
  ///
  /// All screens above it are removed, whatever their styles.
  ///
  /// - Parameter screen: The case; it may lead through several enums.
  /// - Returns: True if such a screen is now on top. It is refused if none is on the stack.
  /// - Complexity: O(*n*) in the routes.
  @discardableResult
  public mutating func goTo<Screen>(
    _ screen: PartialCaseKeyPath<Screen>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen>, Screen: CasePathable {
    guard let index = lastIndex(where: { $0.screen.is(screen) }) else {
      return RouteRefusal.notFound.refuse(
        "goTo", on: self,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    leave(to: index)
    return true
  }

  /// Goes to a screen of a case: back to the nearest one, or forward by pushing another.
  ///
  /// ```swift
  /// state.routes.goTo(\.settings, else: .settings(Settings.State()))
  /// ```
  ///
  /// Going back removes all screens above it, whatever their styles.
  ///
  /// - Parameters:
  ///   - screen: The case; it may lead through several enums.
  ///   - other: The screen to push if none of the case is on the stack.
  /// - Returns: True if such a screen is now on top. It is refused if none is on the stack and
  ///   `push` would be refused for the other.
  /// - Complexity: O(*n*) in the routes.
  @discardableResult
  public mutating func goTo<Screen>(
    _ screen: PartialCaseKeyPath<Screen>, else other: @autoclosure () -> Screen,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen>, Screen: CasePathable {
    guard let index = lastIndex(where: { $0.screen.is(screen) }) else {
      return push(other(), fileID: fileID, filePath: filePath, line: line, column: column)
    }
    leave(to: index)
    return true
  }
}

// MARK: - Leaving

extension Array {
  /// Returns true if there is nothing to remove: the stack has only its root, or no route at all.
  ///
  /// A host's back key often leads to this, so it is not a refusal. A count below 1 is refused.
  @usableFromInline
  func isAtRoot<Screen>(leaving count: Int = 1) -> Bool where Element == Route<Screen> {
    self.count <= 1 && count > 0
  }

  /// Removes all routes above a position.
  ///
  /// - Returns: True if there was a route to remove.
  @usableFromInline
  @discardableResult
  mutating func leave<Screen>(to index: Int) -> Bool where Element == Route<Screen> {
    guard index < count - 1 else { return false }
    noteRemoval(of: index + 1..<count)
    removeSubrange((index + 1)...)
    return true
  }

  /// Returns the position of the nearest screen below the top that matches.
  func nearest<Screen, Failure: Error>(
    _ predicate: (Screen) throws(Failure) -> Bool
  ) throws(Failure) -> Int? where Element == Route<Screen> {
    for index in indices.dropLast().reversed() where try predicate(self[index].screen) {
      return index
    }
    return nil
  }

  @usableFromInline
  mutating func goBack<Screen>(to index: Int?, at site: CallSite) -> Bool
  where Element == Route<Screen> {
    guard !isAtRoot() else { return false }
    guard let index, leave(to: index) else {
      return RouteRefusal.notFound.refuse("goBackTo", on: self, at: site)
    }
    return true
  }
}
