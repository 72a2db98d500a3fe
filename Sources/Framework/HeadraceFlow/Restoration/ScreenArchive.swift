public import Headrace

/// The archive of one screen's state, with the handling of effects that were in flight.
///
/// The screen's module declares it beside the screen; a ``RouteArchive`` combines the archives of a
/// coordinator.
///
/// ```swift
/// extension Product {
///   static let archive = ScreenArchive<State, Action>(version: 2)
///     .migrating(from: 1, StateOfVersion1.self) { State(id: $0.id, variant: nil) }
///     .restarting(when: { $0.isLoading }, by: .task)
/// }
/// ```
///
/// If a screen is a coordinator, its archive also contains the archive of its stack or tabs: see
/// ``nesting(_:by:)``.
public struct ScreenArchive<ScreenState: SendableMetatype, ScreenAction: SendableMetatype>: Sendable
{
  /// Reads the state from the bytes of one version of the screen.
  typealias Read = @Sendable (RouteArchiveFormat, [UInt8]) throws -> ScreenState?

  let version: Int
  let write: @Sendable (ScreenState, RouteArchiveFormat) throws -> [UInt8]
  private let readNewest: Read
  private(set) var migrations: [Int: Read] = [:]
  private(set) var interruptions: [ScreenInterruption<ScreenState, ScreenAction>] = []
  private(set) var nested: NestedArchive<ScreenState, ScreenAction>?

  /// Creates the archive of a screen whose state is encoded directly.
  ///
  /// - Parameter version: The version of the state's encoding, from 1. Increase it when a change of
  ///   the state makes older archives unreadable, and add a migration.
  public init(version: Int = 1) where ScreenState: Codable {
    self.version = version
    write = { state, format in try format.encode(state) }
    readNewest = { format, bytes in try format.decode(ScreenState.self, from: bytes) }
  }

  /// Creates the archive of a screen of which only the nested coordinator is archived.
  ///
  /// - Parameter state: The initial state of a restored screen.
  public init(startingWith state: @escaping @autoclosure @Sendable () -> ScreenState) {
    version = 1
    write = { _, _ in [] }
    readNewest = { _, _ in state() }
  }
}

// MARK: - Migrating

extension ScreenArchive {
  /// Adds a migration from an older version of the screen.
  ///
  /// Without a migration, the screen is replaced by its parent, like one whose archive can't be
  /// read.
  ///
  /// - Parameters:
  ///   - version: The older version.
  ///   - type: The type that the older version encoded.
  ///   - migrate: Creates the current state; returns `nil` if there is none.
  public func migrating<Old: Decodable & SendableMetatype>(
    from version: Int, _ type: Old.Type, _ migrate: @escaping @Sendable (Old) -> ScreenState?
  ) -> Self {
    var archive = self
    archive.migrations[version] = { format, bytes in
      try format.decode(Old.self, from: bytes).flatMap(migrate)
    }
    return archive
  }

  func read(
    _ bytes: [UInt8], version: Int, format: RouteArchiveFormat
  ) throws -> ScreenState? {
    if version == self.version { return try readNewest(format, bytes) }
    return try migrations[version]?(format, bytes)
  }
}

// MARK: - Nesting

extension ScreenArchive {
  /// Adds a coordinator's own stack or tabs to its archive.
  ///
  /// ```swift
  /// extension Checkout {
  ///   static let archive = ScreenArchive<State, Action>(startingWith: State())
  ///     .nesting(checkoutArchive, by: \.restoration)
  /// }
  /// ```
  ///
  /// When the screen is restored, and before any observer sees it, the coordinator receives
  /// `.restore` with the bytes of its own archive. Its guards decide about the stack, its screens
  /// continue as each declares, and it receives the outcome. If its stack has no archived root, it
  /// starts from its initial state.
  ///
  /// Omit the stack from the coordinator's own `CodingKeys`: a stack that is encoded there is
  /// restored without guards, and its effects in flight are neither restarted nor asked about.
  ///
  /// - Parameters:
  ///   - archive: The archive of the coordinator's stack or tabs. It is evaluated on demand, so
  ///     that a coordinator can be a screen of itself.
  ///   - toRestorationAction: The coordinator's case that contains the actions of a restoration.
  public func nesting<Archive: CoordinatorArchive>(
    _ archive: @escaping @autoclosure @Sendable () -> Archive,
    by toRestorationAction: any CaseKeyPath<ScreenAction, RestorationAction> & Sendable
  ) -> Self where Archive.State == ScreenState {
    var nesting = self
    nesting.nested = NestedArchive(archive(), by: toRestorationAction)
    return nesting
  }
}

// MARK: - Effects in Flight

/// The handling of a screen that is restored while it waits for an effect.
struct ScreenInterruption<ScreenState, ScreenAction>: Sendable {
  /// Returns true if the state waits for an effect, which ended with the process.
  let isInterrupted: @Sendable (ScreenState) -> Bool
  /// Returns the action that starts the effect again.
  let restart: (@Sendable () -> ScreenAction)?
  /// Changes the state to one that does not wait for the effect.
  let fail: (@Sendable (inout ScreenState) -> Void)?
}

extension ScreenArchive {
  /// Starts an interrupted effect of the screen again.
  ///
  /// Use it for work that may be done twice, such as loading.
  ///
  /// - Parameters:
  ///   - isInterrupted: Returns true if a restored state waits for the effect. If several
  ///     declarations apply, the first one is used.
  ///   - action: The action that starts the effect. The screen receives it after it is restored.
  public func restarting(
    when isInterrupted: @escaping @Sendable (ScreenState) -> Bool,
    by action: @escaping @autoclosure @Sendable () -> ScreenAction
  ) -> Self {
    interrupting(
      ScreenInterruption(isInterrupted: isInterrupted, restart: action, fail: nil))
  }

  /// Treats an interrupted effect of the screen as failed.
  ///
  /// Use it for work that the user has to start again.
  ///
  /// - Parameters:
  ///   - isInterrupted: Returns true if a restored state waits for the effect.
  ///   - fail: Changes the state to one that shows the failure, before any observer sees it.
  public func failing(
    when isInterrupted: @escaping @Sendable (ScreenState) -> Bool,
    _ fail: @escaping @Sendable (inout ScreenState) -> Void
  ) -> Self {
    interrupting(
      ScreenInterruption(isInterrupted: isInterrupted, restart: nil, fail: fail))
  }

  /// Asks the coordinator about an interrupted effect of the screen.
  ///
  /// Use it for work that must not be repeated without asking, such as a payment. The coordinator
  /// receives ``RestorationAction/asks(_:)``, and answers with
  /// ``RestorationAction/answer(_:restarts:)``.
  ///
  /// - Parameters:
  ///   - isInterrupted: Returns true if a restored state waits for the effect.
  ///   - action: The action that starts the effect again, if that is the answer.
  ///   - fail: Changes the state to one that does not wait for the effect, if that is the answer.
  public func asking(
    when isInterrupted: @escaping @Sendable (ScreenState) -> Bool,
    restart action: @escaping @autoclosure @Sendable () -> ScreenAction,
    fail: @escaping @Sendable (inout ScreenState) -> Void
  ) -> Self {
    interrupting(
      ScreenInterruption(isInterrupted: isInterrupted, restart: action, fail: fail))
  }

  private func interrupting(
    _ interruption: ScreenInterruption<ScreenState, ScreenAction>
  ) -> Self {
    var archive = self
    archive.interruptions.append(interruption)
    return archive
  }
}
