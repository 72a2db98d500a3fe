public import Headrace

/// The link of one case of an enum of screens, and how its screen is shown.
///
/// ```swift
/// ScreenLink(\.product, Product.State.link)
/// ScreenLink(\.review, Review.State.link, style: .sheet(SheetConfiguration())) {
///   .product(Product.State(id: $0.productID))
/// }
/// ```
public struct ScreenLink<Screen>: Sendable {
  let template: LinkTemplate
  let style: RouteStyle
  let embedInNavigationView: Bool
  let read: @Sendable (inout LinkReader) -> Screen?
  /// Whether a screen is of the case.
  let covers: @Sendable (Screen) -> Bool
  let write: @Sendable (Screen, inout LinkWriter) -> Void
  let parent: @Sendable (Screen) -> Screen?

  /// Creates the link of a case.
  ///
  /// - Parameters:
  ///   - toScreen: The case.
  ///   - pattern: The link of the screen.
  ///   - style: How the screen is shown; `.root` puts it in place of the parser's root.
  ///   - embedInNavigationView: Whether screens can be pushed onto it. It applies to a root, a
  ///     sheet and a cover.
  ///   - parent: The screen below it. That screen's own link says what is below it. Without a
  ///     parent, the screen is on the root.
  public init<ScreenState>(
    _ toScreen: any CaseKeyPath<Screen, ScreenState> & Sendable,
    _ pattern: LinkPattern<ScreenState>, style: RouteStyle = .push,
    embedInNavigationView: Bool = false,
    under parent: (@Sendable (ScreenState) -> Screen)? = nil
  ) {
    self.template = pattern.template
    self.style = style
    self.embedInNavigationView = embedInNavigationView
    self.read = { pattern.read(&$0).map(AnyCasePath(toScreen).embed) }
    self.covers = { AnyCasePath(toScreen).extract($0) != nil }
    self.write = { screen, writer in
      guard let state = AnyCasePath(toScreen).extract(screen) else { return }
      pattern.write(state, &writer)
    }
    self.parent = { screen in
      guard let parent else { return nil }
      return AnyCasePath(toScreen).extract(screen).map(parent)
    }
  }

  func route(_ screen: Screen) -> Route<Screen> {
    Route(
      style: style, embedInNavigationView: style != .push && embedInNavigationView,
      screen: screen)
  }
}

/// Lists the links of a ``DeepLinkParser``.
@resultBuilder
public enum ScreenLinkBuilder<Screen> {
  /// One link.
  public static func buildExpression(_ link: ScreenLink<Screen>) -> ScreenLink<Screen> { link }

  /// The links in the order in which they are written.
  public static func buildBlock(_ links: ScreenLink<Screen>...) -> [ScreenLink<Screen>] { links }
}
