import Headrace

/// A screen on a route stack, with its style of presentation.
///
/// Two routes are equal if their styles and screens are equal. Identity is separate: every route
/// has a unique ``id``, and copies of a route keep it.
public struct Route<Screen>: Identifiable {
  /// The id, which is stable while the route exists, and never reused.
  public let id: RouteID

  /// The style in which the route was added to the one below.
  public let style: RouteStyle

  /// True if routes can be pushed onto this one.
  public let embedInNavigationView: Bool

  /// The screen's state.
  public var screen: Screen

  /// In the root of a stack, the routes that the program has removed, the newest last; otherwise
  /// empty.
  ///
  /// See ``noteRemoval(of:)``.
  @usableFromInline var removed: [RouteID] = []

  @inlinable
  init(style: RouteStyle, embedInNavigationView: Bool, screen: Screen) {
    self.init(
      id: RouteID(), style: style, embedInNavigationView: embedInNavigationView, screen: screen)
  }

  @inlinable
  init(id: RouteID, style: RouteStyle, embedInNavigationView: Bool, screen: Screen) {
    self.id = id
    self.style = style
    self.embedInNavigationView = embedInNavigationView
    self.screen = screen
  }

  /// Creates the first route of a stack.
  @inlinable
  public static func root(_ screen: Screen, embedInNavigationView: Bool = false) -> Self {
    Self(style: .root, embedInNavigationView: embedInNavigationView, screen: screen)
  }

  /// Creates a route to push.
  @inlinable
  public static func push(_ screen: Screen) -> Self {
    Self(style: .push, embedInNavigationView: false, screen: screen)
  }

  /// Creates a route to present as a sheet.
  @inlinable
  public static func sheet(
    _ screen: Screen, embedInNavigationView: Bool = false,
    configuration: SheetConfiguration = .default
  ) -> Self {
    Self(
      style: .sheet(configuration), embedInNavigationView: embedInNavigationView, screen: screen)
  }

  /// Creates a route to present as a cover over everything.
  @inlinable
  public static func cover(_ screen: Screen, embedInNavigationView: Bool = false) -> Self {
    Self(style: .cover, embedInNavigationView: embedInNavigationView, screen: screen)
  }

  /// Creates a new route of the same style for another screen.
  @usableFromInline
  func replacing(_ screen: Screen) -> Self {
    Self(style: style, embedInNavigationView: embedInNavigationView, screen: screen)
  }

  /// Returns the route with a transformed screen.
  ///
  /// It keeps its id and style, so a host sees the same route:
  /// `state.routes.map { $0.map(\.title) }`.
  ///
  /// - Parameter transform: Transforms this screen.
  public func map<Other, Failure: Error>(
    _ transform: (Screen) throws(Failure) -> Other
  ) throws(Failure) -> Route<Other> {
    Route<Other>(
      id: id, style: style, embedInNavigationView: embedInNavigationView,
      screen: try transform(screen))
  }
}

// MARK: - Removed Routes

extension Route {
  /// The maximum number of removed routes that a root remembers.
  @usableFromInline static var removedCountMax: Int { 64 }

  /// Notes in the root of a stack that the program has removed a route.
  ///
  /// A host may still propose a stack that it read earlier. `forEachRoute` refuses such a stack,
  /// because the state is the source of truth. The note is in the state, so that a replay decides
  /// the same way.
  @inlinable
  mutating func noteRemoval(of id: RouteID) {
    if removed.count >= Self.removedCountMax { removed.removeFirst() }
    removed.append(id)
  }
}

extension Route: CustomReflectable {
  /// A mirror of the properties of a route, without the removed routes that a root remembers.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "id": id, "style": style, "embedInNavigationView": embedInNavigationView,
        "screen": screen,
      ], displayStyle: .struct)
  }
}

extension Array {
  /// Notes in the root of a stack that the program removes some of the routes above it.
  @inlinable
  mutating func noteRemoval<Screen>(of range: Range<Int>) where Element == Route<Screen> {
    guard range.lowerBound > 0 else { return }
    for index in range.suffix(Element.removedCountMax) {
      let id = self[index].id
      self[0].noteRemoval(of: id)
    }
  }
}

// MARK: - Style

extension Route {
  /// True if the route was presented over the one below, as a sheet or a cover.
  @inlinable
  public var isPresented: Bool { style.isPresented }

  /// True if the route was pushed onto the navigation view below.
  @inlinable
  public var isPush: Bool { style == .push }

  /// True if the route is a sheet.
  @inlinable
  public var isSheet: Bool { sheetConfiguration != nil }

  /// True if the route covers the one below.
  @inlinable
  public var isCover: Bool { style == .cover }

  /// The configuration of the sheet; `nil` if the route is not a sheet.
  @inlinable
  public var sheetConfiguration: SheetConfiguration? {
    guard case .sheet(let configuration) = style else { return nil }
    return configuration
  }
}

// MARK: - Comparing

extension Route: Equatable where Screen: Equatable {
  /// Compares style and screen, regardless of ids.
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

// MARK: - Encoding

extension Route: Encodable where Screen: Encodable {
  /// Encodes style and screen and, for a journal, the id: elsewhere, a decoded route is a new
  /// route.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: RouteCodingKeys.self)
    if encoder.userInfo.isOfJournal { try values.encode(id, forKey: .id) }
    try values.encode(style, forKey: .style)
    if style != .push {
      try values.encode(embedInNavigationView, forKey: .embedInNavigationView)
    }
    try values.encode(screen, forKey: .screen)
  }
}

extension Route: Decodable where Screen: Decodable {
  /// Decodes a route, and gives it a new id unless it comes from a journal.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: RouteCodingKeys.self)
    let style = try values.decode(RouteStyle.self, forKey: .style)
    self.init(
      id: decoder.userInfo.isOfJournal ? try values.decode(RouteID.self, forKey: .id) : RouteID(),
      style: style,
      embedInNavigationView: style == .push
        ? false : try values.decode(Bool.self, forKey: .embedInNavigationView),
      screen: try values.decode(Screen.self, forKey: .screen))
  }
}

private enum RouteCodingKeys: String, CodingKey {
  case id, style, embedInNavigationView, screen
}
