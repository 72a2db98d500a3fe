public import Headrace

/// A link that was opened but has not led anywhere yet.
public struct DeepLink: Codable, Hashable, Sendable {
  /// The URL as received.
  public var url: String

  /// What the link does with the current stack.
  public var mode: DeepLinkMode

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - url: The URL as received.
  ///   - mode: What the link does with the current stack.
  public init(_ url: String, mode: DeepLinkMode = .replace) {
    self.url = url
    self.mode = mode
  }
}

/// What a coordinator keeps about its links: the one that waits, and the one that a guard asks
/// about.
public struct DeepLinkState: Codable, Sendable {
  /// The link that waits until the coordinator opens links; there is at most one.
  public var waiting: DeepLink?

  /// The link about whose routes a guard asks.
  public var asked: DeepLink?

  /// The routes of ``asked``.
  var proposal: StackProposal?

  /// Whether the last link was dropped although a guard may be asking about it, which can't be
  /// known.
  var isUnsure = false

  /// The values that are checked before each action; read together, because each read goes through
  /// a key path.
  var outlook: (isUnsure: Bool, hasWaiting: Bool) { (isUnsure, waiting != nil) }

  /// Creates the state in which no link waits.
  ///
  /// - Parameters:
  ///   - waiting: The link that waits.
  ///   - asked: The link that a guard asks about.
  public init(waiting: DeepLink? = nil, asked: DeepLink? = nil) {
    self.waiting = waiting
    self.asked = asked
  }
}

extension DeepLinkState: Equatable {
  /// Compares the links; the ids of their routes don't matter.
  public static func == (first: Self, second: Self) -> Bool {
    first.waiting == second.waiting && first.asked == second.asked
  }
}

/// What happens to links: the host sends ``open(_:mode:)``, and the coordinator receives the rest.
public enum DeepLinkAction: Codable, Hashable, Sendable {
  /// The system handed over a URL; the host sends it on.
  case open(String, mode: DeepLinkMode = .replace)

  /// The link's routes are on the stack.
  case opened(DeepLink)

  /// The link led nowhere. This is the end of it.
  case dropped(DeepLink, DeepLinkDrop)

  /// The link that waits has waited too long; a clock sends it.
  case waitedTooLong
}

/// Why a link led nowhere.
public enum DeepLinkDrop: Codable, Hashable, Sendable {
  /// The URL is not one of the app's; the error says what is wrong with it.
  case unreadable(DeepLinkError)
  /// A route guard did not let it pass; the coordinator receives the reason as
  /// `.router(.guarded(_:))`.
  case guarded
  /// The coordinator refused it, with a reason.
  case refused(reason: String)
  /// Another link arrived while it waited.
  case replaced
  /// It waited longer than it may.
  case expired
}

/// Whether links are currently opened.
public enum DeepLinkGate: Hashable, Sendable {
  /// Links are opened.
  case open
  /// The newest link waits, for example while the user has to log in.
  case wait
  /// Links are dropped, for a reason that the coordinator receives.
  case drop(reason: String)
}

extension DeepLinkAction: CasePathable {
  /// The case paths of what happens to links.
  public struct AllCasePaths: Sendable {
    /// The system handed over a URL.
    public var open: AnyCasePath<DeepLinkAction, (url: String, mode: DeepLinkMode)> {
      AnyCasePath(
        embed: { .open($0.url, mode: $0.mode) },
        extract: { action in
          guard case .open(let url, let mode) = action else { return nil }
          return (url, mode)
        })
    }

    /// The link's routes are on the stack.
    public var opened: AnyCasePath<DeepLinkAction, DeepLink> {
      AnyCasePath(
        embed: { .opened($0) },
        extract: { action in
          guard case .opened(let link) = action else { return nil }
          return link
        })
    }

    /// The link led nowhere.
    public var dropped: AnyCasePath<DeepLinkAction, (link: DeepLink, drop: DeepLinkDrop)> {
      AnyCasePath(
        embed: { .dropped($0.link, $0.drop) },
        extract: { action in
          guard case .dropped(let link, let drop) = action else { return nil }
          return (link, drop)
        })
    }

    /// The link that waits has waited too long.
    public var waitedTooLong: AnyCasePath<DeepLinkAction, Void> {
      AnyCasePath(
        embed: { .waitedTooLong },
        extract: { action in
          guard case .waitedTooLong = action else { return nil }
          return ()
        })
    }
  }

  /// The case paths of what happens to links.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
