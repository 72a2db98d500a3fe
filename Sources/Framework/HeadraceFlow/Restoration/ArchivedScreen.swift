public import Headrace

/// The archiving of the screens of one case of an enum of screens.
///
/// ```swift
/// ArchivedScreen("product", state: \.product, action: \.product, Product.archive)
/// ArchivedScreen(\.unlock, .omitted)
/// ArchivedScreen(\.payment, .replacedByParent)
/// ```
public struct ArchivedScreen<Screen: Reducer & SendableMetatype>: Sendable {
  /// The name of the screen in the archive; `nil` if the screen is excluded.
  let name: String?
  let formerNames: [String]
  let exclusion: ArchiveExclusion?
  let version: Int
  /// Returns true if a screen is of the case.
  let covers: @Sendable (Screen.State) -> Bool
  let write: @Sendable (Screen.State, RouteArchiveFormat) throws -> [UInt8]
  let read: @Sendable ([UInt8], _ version: Int, RouteArchiveFormat) throws -> Screen.State?
  let interruption: @Sendable (Screen.State) -> Interruption?
  /// Returns the archive of a screen that is a coordinator with a nested archive.
  let writeNested: @Sendable (Screen.State) throws(RouteArchiveError) -> [UInt8]
  /// Returns the action that restores such an archive in a screen.
  let restoreNested: @Sendable ([UInt8]) -> Screen.Action?

  /// The handling of a screen whose effect was in flight.
  enum Interruption {
    case restart(Screen.Action)
    case fail(Screen.State)
    case ask(restart: Screen.Action, failed: Screen.State)
  }

  /// Creates the archive of a case.
  ///
  /// - Parameters:
  ///   - name: The name of the screen in archives, which must stay the same when the case is
  ///     renamed.
  ///   - formerNames: Names in older archives.
  ///   - toState: The case of the state.
  ///   - toAction: The case of the action.
  ///   - archive: The archive of the screen.
  public init<ScreenState, ScreenAction>(
    _ name: String, formerly formerNames: [String] = [],
    state toState: any CaseKeyPath<Screen.State, ScreenState> & Sendable,
    action toAction: any CaseKeyPath<Screen.Action, ScreenAction> & Sendable,
    _ archive: ScreenArchive<ScreenState, ScreenAction>
  ) {
    self.name = name
    self.formerNames = formerNames
    self.exclusion = nil
    self.version = archive.version
    self.covers = { AnyCasePath(toState).extract($0) != nil }
    self.write = { screen, format in
      guard let state = AnyCasePath(toState).extract(screen) else { return [] }
      return try archive.write(state, format)
    }
    self.read = { bytes, version, format in
      try archive.read(bytes, version: version, format: format).map(AnyCasePath(toState).embed)
    }
    self.interruption = { screen in
      guard var state = AnyCasePath(toState).extract(screen),
        let found = archive.interruptions.first(where: { $0.isInterrupted(state) })
      else { return nil }
      let restart = found.restart.map { AnyCasePath(toAction).embed($0()) }
      guard let fail = found.fail else { return restart.map { .restart($0) } }
      fail(&state)
      let failed = AnyCasePath(toState).embed(state)
      return restart.map { .ask(restart: $0, failed: failed) } ?? .fail(failed)
    }
    self.writeNested = { screen throws(RouteArchiveError) in
      guard let nested = archive.nested, let state = AnyCasePath(toState).extract(screen)
      else { return [] }
      return try nested.encode(state)
    }
    self.restoreNested = { bytes in
      archive.nested.map { AnyCasePath(toAction).embed($0.restore(bytes)) }
    }
  }

  /// Excludes a case from archives.
  ///
  /// - Parameters:
  ///   - toState: The case of the state.
  ///   - exclusion: The replacement for such a screen when the stack is restored.
  public init<ScreenState>(
    _ toState: any CaseKeyPath<Screen.State, ScreenState> & Sendable,
    _ exclusion: ArchiveExclusion
  ) {
    self.name = nil
    self.formerNames = []
    self.exclusion = exclusion
    self.version = 0
    self.covers = { AnyCasePath(toState).extract($0) != nil }
    self.write = { _, _ in [] }
    self.read = { _, _, _ in nil }
    self.interruption = { _ in nil }
    self.writeNested = { _ in [] }
    self.restoreNested = { _ in nil }
  }
}

/// The replacement for a screen that archives don't contain, when a stack is restored.
public enum ArchiveExclusion: Hashable, Sendable {
  /// The screens above it are put on its parent.
  ///
  /// If that is impossible because a navigation view is missing, the screen is handled as
  /// ``replacedByParent``.
  case omitted

  /// The screen is removed with all screens above it, so that its parent is on top.
  case replacedByParent
}

/// A builder of the screens of a ``RouteArchive``.
@resultBuilder
public enum ArchivedScreenBuilder<Screen: Reducer & SendableMetatype> {
  /// Accepts one screen.
  public static func buildExpression(_ screen: ArchivedScreen<Screen>) -> ArchivedScreen<Screen> {
    screen
  }

  /// Lists the screens in the order in which they are written.
  public static func buildBlock(_ screens: ArchivedScreen<Screen>...) -> [ArchivedScreen<Screen>] {
    screens
  }
}
