public import Headrace

/// The link of one case of an enum of screens, and the style in which its screen is shown.
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
  /// Returns true if a screen is of the case.
  let covers: @Sendable (Screen) -> Bool
  let write: @Sendable (Screen, inout LinkWriter) -> Void
  let parent: @Sendable (Screen) -> Screen?

  /// Creates the link of a case.
  ///
  /// - Parameters:
  ///   - toScreen: The case.
  ///   - pattern: The link of the screen.
  ///   - style: The style in which the screen is shown; `.root` makes it replace the parser's root.
  ///   - embedInNavigationView: True if screens can be pushed onto it. This applies to a root, a
  ///     sheet and a cover.
  ///   - parent: Returns the screen below it, whose own link determines the screens further below.
  ///     Without a parent, the screen is directly on the root.
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

/// A builder of the links of a ``DeepLinkParser``.
@resultBuilder
public enum ScreenLinkBuilder<Screen> {
  /// Accepts one link.
  public static func buildExpression(_ link: ScreenLink<Screen>) -> ScreenLink<Screen> { link }

  /// Lists the links in the order in which they are written.
  public static func buildBlock(_ links: ScreenLink<Screen>...) -> [ScreenLink<Screen>] { links }
}
