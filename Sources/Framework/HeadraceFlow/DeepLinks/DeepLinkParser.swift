import Headrace

/// A parser and printer that turns URLs into stacks of routes, and stacks into URLs.
///
/// ```swift
/// let shopLinks = DeepLinkParser<ShopScreen.State>("shop://", root: .home(Home.State())) {
///   ScreenLink(\.home, Home.State.link, style: .root, embedInNavigationView: true)
///   ScreenLink(\.product, Product.State.link)
///   ScreenLink(\.review, Review.State.link) { .product(Product.State(id: $0.productID)) }
/// }
///
/// let routes = try shopLinks.routes(for: "shop://products/42/reviews/7")
/// // home ← product 42 ← review 7
/// ```
///
/// A link includes the way back: below its screen are the parents given by its ``ScreenLink``, and
/// a root at the bottom.
///
/// The parser follows two laws, which each app should test. The routes of a URL have that URL, if
/// it is spelled as the parser would spell it. The URL of routes leads to these routes, as far as
/// links describe the contents of a screen; otherwise ``url(for:)`` throws.
public struct DeepLinkParser<Screen>: Sendable {
  /// The prefix for written URLs.
  private let prefix: LinkPrefix
  private let prefixes: [LinkPrefix]
  private let root: @Sendable () -> Screen
  private let embedRootInNavigationView: Bool
  let limits: DeepLinkLimits
  private let links: [ScreenLink<Screen>]
  /// The indices of the links in the order in which they are tried.
  private let order: [Int]

  /// Creates a parser.
  ///
  /// If a path matches several patterns, the most specific one is used: the one with a text where
  /// the other has a value. Among equally specific ones, the first is used.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of a link, such as `shop://`, `wallet:` or `https://shop.example/`.
  ///     It is written as given, and read case-insensitively.
  ///   - otherPrefixes: Other prefixes of links. They are read but never written.
  ///   - root: The screen at the bottom of a stack whose links specify no other root.
  ///   - embedRootInNavigationView: True if screens can be pushed onto that root.
  ///   - limits: The limits of a link.
  ///   - links: The links of the screens. A case can have several: all are read, the first is
  ///     written. A duplicate pattern is reported.
  ///   - fileID: The caller's module and file, for the report.
  ///   - filePath: The caller's file, for the report.
  ///   - line: The caller's line, for the report.
  ///   - column: The caller's column, for the report.
  public init(
    _ prefix: String, _ otherPrefixes: String...,
    root: @escaping @autoclosure @Sendable () -> Screen,
    embedRootInNavigationView: Bool = true, limits: DeepLinkLimits = DeepLinkLimits(),
    @ScreenLinkBuilder<Screen> links: () -> [ScreenLink<Screen>],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.prefix = LinkPrefix(prefix)
    self.prefixes = [self.prefix] + otherPrefixes.map(LinkPrefix.init)
    self.root = root
    self.embedRootInNavigationView = embedRootInNavigationView
    self.limits = limits
    let links = links()
    self.links = links
    LinkTemplate.reportRepeated(
      among: links.map(\.template),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    self.order = links.indices.sorted { first, second in
      let (one, other) = (links[first].template, links[second].template)
      // Paths of different lengths never match the same URL.
      if one.path.count != other.path.count { return one.path.count < other.path.count }
      if one.isMoreSpecific(than: other) { return true }
      return first < second && !other.isMoreSpecific(than: one)
    }
  }
}

// MARK: - Reading

extension DeepLinkParser {
  /// Returns the stack that a URL leads to.
  ///
  /// - Parameter url: The URL; its query items may be in any order.
  /// - Returns: A root, the screens in between, and the URL's screen on top.
  /// - Throws: The reason why the URL can't be opened.
  /// - Complexity: O(*n* · *l*) in the length of the URL and the number of links. The length is
  ///   bounded by ``DeepLinkLimits``.
  public func routes(for url: String) throws(DeepLinkError) -> [Route<Screen>] {
    let (screen, link) = try read(url)
    return try way(to: screen, by: link)
  }

  /// Returns the reason why a URL can't be opened; `nil` if it can be opened.
  ///
  /// - Complexity: The same as ``routes(for:)``.
  public func refusal(of url: String) -> DeepLinkError? {
    do throws(DeepLinkError) {
      _ = try routes(for: url)
      return nil
    } catch {
      return error
    }
  }

  private func read(_ url: String) throws(DeepLinkError) -> (Screen, ScreenLink<Screen>) {
    guard url.utf8.count <= limits.byteCountMax else {
      throw .tooLong(byteCount: url.utf8.count, max: limits.byteCountMax)
    }
    let bytes = Array(url.utf8)
    guard let start = prefixes.lazy.compactMap({ $0.end(in: bytes) }).first else {
      throw .otherPrefix(expected: prefixes.map(\.text))
    }
    let url = try LinkURL(reading: bytes[start...], limits: limits)
    var refusal: DeepLinkError?
    for place in order {
      let link = links[place]
      guard let values = link.template.values(in: url.segments) else { continue }
      do throws(DeepLinkError) {
        return (try read(values, url.items, by: link), link)
      } catch {
        refusal = refusal ?? error
      }
    }
    throw refusal ?? .unknownPath(url.shownPath, nearest: nearest(to: url.segments))
  }

  private func read(
    _ values: [String], _ items: [LinkURL.Item], by link: ScreenLink<Screen>
  ) throws(DeepLinkError) -> Screen {
    let pattern = link.template.description
    let known = link.template.items
    for item in items where !known.contains(where: { $0.name.isSameText(as: item.name) }) {
      throw .unknownQueryItem(
        name: item.name.shownInErrors, pattern: pattern, nearest: nearest(to: item.name, in: known))
    }
    for item in known where item.isRequired {
      guard items.contains(where: { $0.name.isSameText(as: item.name) }) else {
        throw .missingQueryItem(name: item.name, pattern: pattern)
      }
    }
    var reader = LinkReader(segments: values, items: items)
    if let screen = link.read(&reader) { return screen }
    if let name = reader.failure { throw .unreadableValue(name: name, pattern: pattern) }
    throw .refusedValues(pattern: pattern)
  }

  private func nearest(to segments: [String]) -> String? {
    links.filter { !$0.template.path.isEmpty }
      .map { (template: $0.template, distance: $0.template.distance(to: segments)) }
      .min { $0.distance < $1.distance }?
      .template.description
  }

  private func nearest(to name: String, in items: [LinkTemplate.Item]) -> String? {
    let text = Array(name.utf8.prefix(32))
    return items.min {
      editDistance(Array($0.name.utf8), text) < editDistance(Array($1.name.utf8), text)
    }?.name
  }

  /// Returns a screen's routes, with the screens below it that its link and its parents' links
  /// specify.
  private func way(
    to screen: Screen, by link: ScreenLink<Screen>
  ) throws(DeepLinkError) -> [Route<Screen>] {
    var routes: [Route<Screen>] = []
    var next: (screen: Screen, link: ScreenLink<Screen>)? = (screen, link)
    while let (screen, link) = next {
      routes.append(link.route(screen))
      next = nil
      guard link.style != .root else { break }
      // Room for the root is still needed.
      guard routes.count < limits.routeCountMax else {
        throw .tooManyRoutes(max: limits.routeCountMax)
      }
      guard let parent = link.parent(screen) else { break }
      guard let parentLink = self.link(of: parent) else { throw .noLink(screen: name(of: parent)) }
      next = (parent, parentLink)
    }
    if routes.last?.style != .root {
      routes.append(.root(root(), embedInNavigationView: embedRootInNavigationView))
    }
    routes.reverse()
    guard keepsPushesInNavigation(routes) else {
      throw .noNavigationView(pattern: link.template.description)
    }
    return routes
  }
}

// MARK: - Writing

extension DeepLinkParser {
  /// Returns the URL that leads to a stack.
  ///
  /// State beyond the values of its link doesn't matter: a product that has loaded its picture has
  /// the URL of the product.
  ///
  /// - Throws: `.noLink` if the top screen has no link, `.unwritableValue` if one of its values
  ///   can't be written, and `.otherWay` if the link of that screen leads to another stack.
  public func url(for routes: [Route<Screen>]) throws(DeepLinkError) -> String {
    guard let top = routes.last else { throw .noLink(screen: "") }
    let text = try url(to: top.screen)
    let (screen, link) = try read(text)
    let way = try way(to: screen, by: link)
    let isSame =
      way.count == routes.count && zip(way, routes).allSatisfy { isSameOnLinks($0, $1) }
    guard isSame else { throw .otherWay(pattern: link.template.description) }
    return text
  }

  /// Returns the URL that leads to a screen, whatever is below it; for sharing, for example.
  ///
  /// - Throws: `.noLink` if the screen has no link, and `.unwritableValue` if one of its values
  ///   can't be written.
  public func url(to screen: Screen) throws(DeepLinkError) -> String {
    guard let link = link(of: screen) else { throw .noLink(screen: name(of: screen)) }
    var writer = LinkWriter()
    link.write(screen, &writer)
    if let name = writer.failure {
      throw .unwritableValue(name: name, pattern: link.template.description)
    }
    return prefix.text + writer.url(link.template).text
  }

  /// Returns true if two routes are the same, as far as links describe the contents of a screen.
  private func isSameOnLinks(_ first: Route<Screen>, _ second: Route<Screen>) -> Bool {
    guard first.style == second.style,
      first.embedInNavigationView == second.embedInNavigationView,
      name(of: first.screen) == name(of: second.screen)
    else { return false }
    do throws(DeepLinkError) {
      return try url(to: first.screen).isSameText(as: url(to: second.screen))
    } catch {
      // Both screens are of a case without a link, which describes nothing of their contents.
      return link(of: first.screen) == nil && link(of: second.screen) == nil
    }
  }

  private func link(of screen: Screen) -> ScreenLink<Screen>? {
    links.first { $0.covers(screen) }
  }

  /// Returns the pattern of a screen, for errors.
  func pattern(of screen: Screen) -> String {
    link(of: screen)?.template.description ?? name(of: screen)
  }

  private func name(of screen: Screen) -> String {
    let mirror = Mirror(reflecting: screen)
    guard mirror.displayStyle == .enum else { return "\(Screen.self)" }
    // A case without a payload has no child, and its description is its name.
    return mirror.children.first?.label ?? "\(screen)"
  }
}
