/// The effect of a link on the current stack.
///
/// A link whose screen is a root replaces the stack in every mode: a stack has one root.
public enum DeepLinkMode: String, Codable, Hashable, Sendable {
  /// The link's whole stack replaces the current one.
  case replace
  /// The root stays, with its effects, and the rest of the link's stack replaces the routes above
  /// it.
  case keepRoot
  /// The whole stack stays, and only the link's screen is put on top.
  case append
}

extension DeepLinkParser {
  /// Returns the stack to show for a URL if another stack is already shown.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - mode: The effect on the current stack.
  ///   - current: The current stack. Routes that stay keep their ids.
  /// - Throws: The errors of ``routes(for:)``; `.noNavigationView` if a screen would be pushed
  ///   without a navigation view below it, and `.tooManyRoutes` if the stack would exceed
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

/// Returns true if each pushed route has a navigation view below it.
func keepsPushesInNavigation<Screen>(_ routes: [Route<Screen>]) -> Bool {
  // By index, because pairs would copy whole routes with their screens.
  routes.indices.dropFirst().allSatisfy { index in
    routes[index].style != .push || routes[index - 1].style == .push
      || routes[index - 1].embedInNavigationView
  }
}
