public import Headrace

/// How the state of one screen is archived, and what becomes of its effects that were in flight.
///
/// The screen's module states it beside the screen; a ``RouteArchive`` puts those of a coordinator
/// together.
///
/// ```swift
/// extension Product {
///   static let archive = ScreenArchive<State, Action>(version: 2)
///     .migrating(from: 1, StateOfVersion1.self) { State(id: $0.id, variant: nil) }
///     .restarting(when: { $0.isLoading }, by: .task)
/// }
/// ```
///
/// The archive of a coordinator among the screens also has the archive of that one's stack or tabs:
/// see ``nesting(_:by:)``.
public struct ScreenArchive<ScreenState: SendableMetatype, ScreenAction: SendableMetatype>: Sendable
{
  /// Reads the state from what some version of the screen has written.
  typealias Read = @Sendable (RouteArchiveFormat, [UInt8]) throws -> ScreenState?

  let version: Int
  let write: @Sendable (ScreenState, RouteArchiveFormat) throws -> [UInt8]
  private let readNewest: Read
  private(set) var migrations: [Int: Read] = [:]
  private(set) var interruptions: [ScreenInterruption<ScreenState, ScreenAction>] = []
  private(set) var nested: NestedArchive<ScreenState, ScreenAction>?

  /// Creates the archive of a screen whose state is encoded as it is.
  ///
  /// - Parameter version: The version of the state's encoding, from 1. Count it up when the state
  ///   changes so that older archives can't be read any more, and add a migration.
  public init(version: Int = 1) where ScreenState: Codable {
    self.version = version
    write = { state, format in try format.encode(state) }
    readNewest = { format, bytes in try format.decode(ScreenState.self, from: bytes) }
  }

  /// Creates the archive of a screen that always begins anew, but for what is nested in it.
  ///
  /// - Parameter state: Makes the state that a restored screen begins with.
  public init(startingWith state: @escaping @autoclosure @Sendable () -> ScreenState) {
    version = 1
    write = { _, _ in [] }
    readNewest = { _, _ in state() }
  }
}

// MARK: - Migrating

extension ScreenArchive {
  /// The archive that also reads what an older version of the screen has written.
  ///
  /// Without a migration the screen is replaced by its parent, as one whose archive is unreadable.
  ///
  /// - Parameters:
  ///   - version: The older version.
  ///   - type: What that version has encoded.
  ///   - migrate: Makes the state of today; `nil` where there is none.
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
  /// The archive of a coordinator, with its own stack or tabs.
  ///
  /// ```swift
  /// extension Checkout {
  ///   static let archive = ScreenArchive<State, Action>(startingWith: State())
  ///     .nesting(checkoutArchive, by: \.restoration)
  /// }
  /// ```
  ///
  /// When the screen is restored, and before anybody sees it, the coordinator receives `.restore`
  /// with the bytes of its own archive. Its guards decide on the stack, its screens go on as each
  /// declares, and it is told what became of it. Where its stack has no root that is archived, it
  /// begins anew.
  ///
  /// Leave the stack out of the coordinator's own `CodingKeys`: what is encoded there comes back
  /// without guards, and its effects in flight are neither started again nor asked about.
  ///
  /// - Parameters:
  ///   - archive: How the coordinator's stack or tabs are archived. It is read when it is needed,
  ///     so that a coordinator can be a screen of itself.
  ///   - toRestorationAction: The coordinator's case that holds what happens to a restoration.
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

/// What becomes of a screen that is restored while it waits for an effect.
struct ScreenInterruption<ScreenState, ScreenAction>: Sendable {
  /// Whether the state waits for an effect; that effect ended with the process.
  let isInterrupted: @Sendable (ScreenState) -> Bool
  /// Starts the effect again.
  let restart: (@Sendable () -> ScreenAction)?
  /// Makes the state one that waits for nothing.
  let fail: (@Sendable (inout ScreenState) -> Void)?
}

extension ScreenArchive {
  /// The archive of a screen whose effect is started again.
  ///
  /// For what may be done twice, as loading.
  ///
  /// - Parameters:
  ///   - isInterrupted: Whether a restored state waits for the effect. Of several declarations
  ///     that fit, the first counts.
  ///   - action: The action that starts the effect. The screen gets it after it is restored.
  public func restarting(
    when isInterrupted: @escaping @Sendable (ScreenState) -> Bool,
    by action: @escaping @autoclosure @Sendable () -> ScreenAction
  ) -> Self {
    interrupting(
      ScreenInterruption(isInterrupted: isInterrupted, restart: action, fail: nil))
  }

  /// The archive of a screen whose effect has failed by the end of the process.
  ///
  /// For what the user has to begin anew.
  ///
  /// - Parameters:
  ///   - isInterrupted: Whether a restored state waits for the effect.
  ///   - fail: Makes the state one that shows the failure, before anybody sees it.
  public func failing(
    when isInterrupted: @escaping @Sendable (ScreenState) -> Bool,
    _ fail: @escaping @Sendable (inout ScreenState) -> Void
  ) -> Self {
    interrupting(
      ScreenInterruption(isInterrupted: isInterrupted, restart: nil, fail: fail))
  }

  /// The archive of a screen about whose effect the coordinator is asked.
  ///
  /// For what must not be done twice unseen, as paying: the coordinator receives
  /// ``RestorationAction/asks(_:)``, and answers with ``RestorationAction/answer(_:restarts:)``.
  ///
  /// - Parameters:
  ///   - isInterrupted: Whether a restored state waits for the effect.
  ///   - action: The action that starts the effect again, where that is the answer.
  ///   - fail: Makes the state one that waits for nothing, where that is the answer.
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
