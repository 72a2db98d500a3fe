/// The reason why routes can't be archived, or an archive can't be restored.
///
/// No case contains a part of a screen's state, which may be a secret.
public enum RouteArchiveError: Error, Hashable, Sendable {
  /// The archive is larger than ``RouteArchiveLimits/byteCountMax``.
  case tooLarge(byteCount: Int, max: Int)

  /// There are more routes than ``RouteArchiveLimits/routeCountMax``.
  case tooManyRoutes(count: Int, max: Int)

  /// The format could not encode the state of a screen.
  case unencodable(screen: String)

  /// The bytes don't begin like an archive.
  case notAnArchive

  /// The archive was written by a newer version of the framework.
  case newerLayout(Int)

  /// The bytes differ from those that were written: some are missing, added or changed.
  case damaged

  /// The stack can't be shown: its root is omitted or can't be read.
  case noRoot

  /// The route guards did not allow the stack: they refused it, or another proposal replaced it
  /// while they asked.
  ///
  /// `.router(.guarded(_:))` informs the coordinator which of the two happened.
  case guarded

  /// A route guard replaced the archive's stack with another one, which is now shown.
  ///
  /// The coordinator receives it as `.router(.guarded(.redirected(_:)))`.
  case redirected
}

extension RouteArchiveError: CustomStringConvertible {
  /// A description of the error, in a sentence or two for the log.
  public var description: String {
    switch self {
    case .tooLarge(let byteCount, let max):
      "The archive has \(byteCount) bytes; the limit is \(max)."
    case .tooManyRoutes(let count, let max):
      "The stack has \(count) routes; the limit of an archive is \(max)."
    case .unencodable(let screen):
      "The state of the screen '\(screen)' can't be encoded."
    case .notAnArchive:
      "The bytes are not an archive of routes."
    case .newerLayout(let layout):
      "The archive has layout \(layout), which a newer version of the framework has written."
    case .damaged:
      "The archive is damaged: its checksum or its length is wrong."
    case .noRoot:
      "The root of the archive's stack was omitted or can't be read, so the stack can't be shown."
    case .guarded:
      "A route guard did not allow the archive's stack."
    case .redirected:
      "A route guard has replaced the archive's stack by another one."
    }
  }
}

/// The limits of an archive.
public struct RouteArchiveLimits: Hashable, Sendable {
  /// The maximum size of the archive, in bytes.
  public var byteCountMax: Int

  /// The maximum number of routes.
  public var routeCountMax: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - byteCountMax: The maximum size of the archive, in bytes.
  ///   - routeCountMax: The maximum number of routes.
  public init(byteCountMax: Int = 1 << 20, routeCountMax: Int = 128) {
    self.byteCountMax = byteCountMax
    self.routeCountMax = routeCountMax
  }
}
