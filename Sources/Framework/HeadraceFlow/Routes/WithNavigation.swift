// The spelling of `embedInNavigationView:` in TCACoordinators and TCAFlow.

extension Route {
  /// Creates the first route of a stack: another spelling of ``root(_:embedInNavigationView:)``.
  @inlinable
  public static func root(_ screen: Screen, withNavigation: Bool) -> Self {
    .root(screen, embedInNavigationView: withNavigation)
  }

  /// Creates a route to present as a sheet.
  ///
  /// It is another spelling of ``sheet(_:embedInNavigationView:configuration:)``.
  @inlinable
  public static func sheet(
    _ screen: Screen, withNavigation: Bool, configuration: SheetConfiguration = .default
  ) -> Self {
    .sheet(screen, embedInNavigationView: withNavigation, configuration: configuration)
  }

  /// Creates a route to present over everything: another spelling of
  /// ``cover(_:embedInNavigationView:)``.
  @inlinable
  public static func cover(_ screen: Screen, withNavigation: Bool) -> Self {
    .cover(screen, embedInNavigationView: withNavigation)
  }
}

extension Array {
  /// Presents a screen as a sheet: another spelling of `embedInNavigationView:`.
  ///
  /// - Returns: True if it was presented. It is refused on an empty stack.
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

  /// Presents a screen over everything: another spelling of `embedInNavigationView:`.
  ///
  /// - Returns: True if it was presented. It is refused on an empty stack.
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
