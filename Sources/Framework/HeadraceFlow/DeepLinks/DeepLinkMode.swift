/// What a link does with the stack that is there.
///
/// A link whose screen is a root replaces the stack in every mode: a stack has one root.
public enum DeepLinkMode: String, Codable, Hashable, Sendable {
  /// The link's whole stack takes the place of the one that is there.
  case replace
  /// The root stays, with its effects, and the rest of the link's stack takes the place of what is
  /// on it.
  case keepRoot
  /// Everything stays, and the link's screen alone comes on top.
  case append
}

extension DeepLinkParser {
  /// The stack to show for a URL, where another one is shown already.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - mode: What becomes of the stack that is there.
  ///   - current: The stack that is there. What stays of it keeps its ids.
  /// - Throws: As ``routes(for:)``; `.noNavigationView` where a pushed screen would come onto one
  ///   without, and `.tooManyRoutes` where the stack would be longer than
  ///   ``DeepLinkLimits/routeCountMax``.
  public func routes(
    for url: String, mode: DeepLinkMode, onto current: [Route<Screen>]
  ) throws(DeepLinkError) -> [Route<Screen>] {
    let way = try routes(for: url)
    guard let root = current.first, let screen = way.last, screen.style != .root else {
      return way
    }
    let routes: [Route<Screen>]
    switch mode {
    case .replace: return way
    case .keepRoot: routes = [root] + way.dropFirst()
    case .append: routes = current + [screen]
    }
    guard routes.count <= limits.routeCountMax else {
      throw .tooManyRoutes(max: limits.routeCountMax)
    }
    guard keepsPushesInNavigation(routes) else {
      throw .noNavigationView(pattern: pattern(of: screen.screen))
    }
    return routes
  }
}

/// Whether below each pushed route there is a navigation view that it can be pushed onto.
func keepsPushesInNavigation<Screen>(_ routes: [Route<Screen>]) -> Bool {
  // By index: pairs of whole routes would be copied, screens and all.
  routes.indices.dropFirst().allSatisfy { index in
    routes[index].style != .push || routes[index - 1].style == .push
      || routes[index - 1].embedInNavigationView
  }
}
