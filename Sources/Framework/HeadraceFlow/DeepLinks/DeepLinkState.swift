public import Headrace

/// A link that was opened and has not been resolved yet.
public struct DeepLink: Codable, Hashable, Sendable {
  /// The URL as received.
  public var url: String

  /// The effect of the link on the current stack.
  public var mode: DeepLinkMode

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - url: The URL as received.
  ///   - mode: The effect of the link on the current stack.
  public init(_ url: String, mode: DeepLinkMode = .replace) {
    self.url = url
    self.mode = mode
  }
}

/// A coordinator's state for links: the waiting link, and the one that a guard is asking about.
public struct DeepLinkState: Codable, Sendable {
  /// The link that waits until the coordinator opens links; at most one waits.
  public var waiting: DeepLink?

  /// The link whose routes a guard is asking about.
  public var asked: DeepLink?

  /// The routes of ``asked``.
  var proposal: StackProposal?

  /// True if the last link was dropped although a guard may be asking about it, which the operator
  /// can't know.
  var isUnsure = false

  /// The values that are checked before each action, read together because each read goes through a
  /// key path.
  var outlook: (isUnsure: Bool, hasWaiting: Bool) { (isUnsure, waiting != nil) }

  /// Creates a state, by default without links.
  ///
  /// - Parameters:
  ///   - waiting: The waiting link.
  ///   - asked: The link that a guard is asking about.
  public init(waiting: DeepLink? = nil, asked: DeepLink? = nil) {
    self.waiting = waiting
    self.asked = asked
  }
}

extension DeepLinkState: Equatable {
  /// Compares the links, regardless of the ids of their routes.
  public static func == (first: Self, second: Self) -> Bool {
    first.waiting == second.waiting && first.asked == second.asked
  }
}

/// The actions of links: the host sends ``open(_:mode:)``, and the coordinator receives the rest.
public enum DeepLinkAction: Codable, Hashable, Sendable {
  /// Opens a URL from the system; sent by the host.
  case open(String, mode: DeepLinkMode = .replace)

  /// The link's routes are on the stack.
  case opened(DeepLink)

  /// The link was dropped, and will not be tried again.
  case dropped(DeepLink, DeepLinkDrop)

  /// The waiting link has expired; sent after a sleep on the clock.
  case waitedTooLong
}

/// The reason why a link was dropped.
public enum DeepLinkDrop: Codable, Hashable, Sendable {
  /// The URL is not one of the app's; the error describes its defect.
  case unreadable(DeepLinkError)
  /// A route guard rejected it; the coordinator receives the reason as `.router(.guarded(_:))`.
  case guarded
  /// The coordinator refused it with a reason.
  case refused(reason: String)
  /// Another link arrived while it waited.
  case replaced
  /// It waited longer than allowed.
  case expired
}

/// The decision whether links are currently opened.
public enum DeepLinkGate: Hashable, Sendable {
  /// Links are opened.
  case open
  /// The newest link waits, for example until the user has logged in.
  case wait
  /// Links are dropped, with a reason that the coordinator receives.
  case drop(reason: String)
}

extension DeepLinkAction: CasePathable {
  /// The case paths of the actions of links.
  public struct AllCasePaths: Sendable {
    /// The path to the opening of a URL.
    public var open: AnyCasePath<DeepLinkAction, (url: String, mode: DeepLinkMode)> {
      AnyCasePath(
        embed: { .open($0.url, mode: $0.mode) },
        extract: { action in
          guard case .open(let url, let mode) = action else { return nil }
          return (url, mode)
        })
    }

    /// The path to an opened link.
    public var opened: AnyCasePath<DeepLinkAction, DeepLink> {
      AnyCasePath(
        embed: { .opened($0) },
        extract: { action in
          guard case .opened(let link) = action else { return nil }
          return link
        })
    }

    /// The path to a dropped link.
    public var dropped: AnyCasePath<DeepLinkAction, (link: DeepLink, drop: DeepLinkDrop)> {
      AnyCasePath(
        embed: { .dropped($0.link, $0.drop) },
        extract: { action in
          guard case .dropped(let link, let drop) = action else { return nil }
          return (link, drop)
        })
    }

    /// The path to the expiry of the waiting link.
    public var waitedTooLong: AnyCasePath<DeepLinkAction, Void> {
      AnyCasePath(
        embed: { .waitedTooLong },
        extract: { action in
          guard case .waitedTooLong = action else { return nil }
          return ()
        })
    }
  }

  /// The case paths of the actions of links.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
