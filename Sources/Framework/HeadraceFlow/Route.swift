import Headrace
import Synchronization

/// Identifies a route while it lives.
///
/// Ids increase and are never used again, so an effect of a route that is gone can never reach
/// another.
public struct RouteID: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  private let rawValue: UInt64

  /// Makes an id that no route had before.
  init() {
    rawValue = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

extension RouteID: CustomStringConvertible {
  /// The id as a test failure shows it, such as `#3`.
  public var description: String { "#\(rawValue)" }
}

/// How a sheet is to be shown; hosts without sheets ignore it.
public struct SheetConfiguration: Hashable, Sendable {
  /// How much of the screen a sheet covers.
  public enum Height: Hashable, Sendable {
    /// As much as its content needs.
    case automatic
    /// Half of the screen.
    case half
    /// The whole screen.
    case full
  }

  /// How much of the screen the sheet covers.
  public var height: Height

  /// Whether the user can leave the sheet without choosing.
  public var isDismissible: Bool

  /// Creates a configuration.
  public init(height: Height = .automatic, isDismissible: Bool = true) {
    self.height = height
    self.isDismissible = isDismissible
  }
}

/// How a route came to stand on the one below.
public enum RouteStyle: Hashable, Sendable {
  /// The first route of a stack.
  case root
  /// Pushed onto the navigation of the route below.
  case push
  /// Presented over the route below, as a sheet.
  case sheet(SheetConfiguration)
  /// Presented over the route below, covering it.
  case cover

  /// Whether the route was presented over the one below.
  public var isPresented: Bool {
    switch self {
    case .sheet, .cover: true
    case .root, .push: false
    }
  }
}

/// A screen on a route stack, and how it came there.
///
/// Two routes are equal when style and screen are. Identity is another matter: every route has an
/// ``id`` of its own, and copies of a route keep it.
public struct Route<Screen>: Identifiable {
  /// Stable while the route lives, and never used again.
  public let id: RouteID

  /// How the route came to stand on the one below.
  public let style: RouteStyle

  /// Whether routes can be pushed onto this one.
  public let embedInNavigationView: Bool

  /// The screen's state.
  public var screen: Screen

  @usableFromInline
  init(style: RouteStyle, embedInNavigationView: Bool, screen: Screen) {
    self.id = RouteID()
    self.style = style
    self.embedInNavigationView = embedInNavigationView
    self.screen = screen
  }

  /// Makes the first route of a stack.
  @inlinable
  public static func root(_ screen: Screen, embedInNavigationView: Bool = false) -> Self {
    Self(style: .root, embedInNavigationView: embedInNavigationView, screen: screen)
  }

  /// Makes a route to push.
  @inlinable
  public static func push(_ screen: Screen) -> Self {
    Self(style: .push, embedInNavigationView: false, screen: screen)
  }

  /// Makes a route to present as a sheet.
  @inlinable
  public static func sheet(
    _ screen: Screen, configuration: SheetConfiguration = SheetConfiguration(),
    embedInNavigationView: Bool = false
  ) -> Self {
    Self(
      style: .sheet(configuration), embedInNavigationView: embedInNavigationView, screen: screen)
  }

  /// Makes a route to present over everything.
  @inlinable
  public static func cover(_ screen: Screen, embedInNavigationView: Bool = false) -> Self {
    Self(style: .cover, embedInNavigationView: embedInNavigationView, screen: screen)
  }

  /// Makes a route of the same style for another screen; it is another route.
  @usableFromInline
  func replacing(_ screen: Screen) -> Self {
    Self(style: style, embedInNavigationView: embedInNavigationView, screen: screen)
  }
}

extension Route: Equatable where Screen: Equatable {
  /// Compares style and screen; the ids don't matter.
  public static func == (first: Self, second: Self) -> Bool {
    first.style == second.style
      && first.embedInNavigationView == second.embedInNavigationView
      && first.screen == second.screen
  }
}

extension Route: Hashable where Screen: Hashable {
  /// Hashes style and screen.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(style)
    hasher.combine(embedInNavigationView)
    hasher.combine(screen)
  }
}

extension Route: Sendable where Screen: Sendable {}

extension Route: ChildStates {
  package static var childState: Any.Type { Screen.self }
}
