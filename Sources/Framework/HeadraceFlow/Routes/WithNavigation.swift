// The spelling of 'embedInNavigationView:' in TCACoordinators and TCAFlow.

extension Route {
  /// Makes the first route of a stack: ``root(_:embedInNavigationView:)`` in another spelling.
  @inlinable
  public static func root(_ screen: Screen, withNavigation: Bool) -> Self {
    .root(screen, embedInNavigationView: withNavigation)
  }

  /// Makes a route to present as a sheet: ``sheet(_:embedInNavigationView:configuration:)`` in
  /// another spelling.
  @inlinable
  public static func sheet(
    _ screen: Screen, withNavigation: Bool, configuration: SheetConfiguration = .default
  ) -> Self {
    .sheet(screen, embedInNavigationView: withNavigation, configuration: configuration)
  }

  /// Makes a route to present over everything: ``cover(_:embedInNavigationView:)`` in another
  /// spelling.
  @inlinable
  public static func cover(_ screen: Screen, withNavigation: Bool) -> Self {
    .cover(screen, embedInNavigationView: withNavigation)
  }
}

extension Array {
  /// Presents a screen as a sheet: `embedInNavigationView:` in another spelling.
  ///
  /// - Returns: Whether it was presented. It is refused on an empty stack.
  @inlinable
  @discardableResult
  public mutating func presentSheet<Screen>(
    _ screen: Screen, withNavigation: Bool, configuration: SheetConfiguration = .default,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    presentSheet(
      screen, embedInNavigationView: withNavigation, configuration: configuration, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Presents a screen over everything: `embedInNavigationView:` in another spelling.
  ///
  /// - Returns: Whether it was presented. It is refused on an empty stack.
  @inlinable
  @discardableResult
  public mutating func presentCover<Screen>(
    _ screen: Screen, withNavigation: Bool, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool where Element == Route<Screen> {
    presentCover(
      screen, embedInNavigationView: withNavigation, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}
